//! Answers of the symbolic engine on a program, in both encodings of interleavings, against
//! what the program expects.
//!
//! It must say the same as the search through states, with these differences: a bound on
//! context switches makes `verified` a `bounded` that names nothing else; the first violation
//! may be another one of all that the search finds; and what a program declares by its
//! directive `symbolic` must be said as it is declared, so that no exception outlives its reason.

use heddle_model::Violation;

use super::directives::{Directives, Switches, Symbolic};
use super::verdicts;
use crate::support::heddle::{Answer, Bug, Line};

/// Context switches in the encoding that bounds them: enough for most
/// violations. Time grows fast with it.
const SWITCHES: u32 = 4;
/// Options of the search, with which the symbolic engine must refuse a program.
const OF_THE_SEARCH: [&str; 5] = ["--fair", "--invariant", "--ltl", "--prop", "--states"];
/// The same as properties.
const OF_WHOLE_RUNS: [&str; 2] = ["livelock", "termination"];
/// The words with which it refuses them.
const DOES_NOTHING: &str = "does nothing with --engine bmc";

/// True if a program is for the symbolic engine alone.
pub(crate) fn is_alone(directives: &Directives) -> bool {
    directives.options.windows(2).any(|pair| pair == ["--engine", "bmc"])
}

/// Checks a program in both encodings.
pub(crate) fn compare(path: &str, directives: &Directives) -> Result<(), String> {
    let expected = expected(directives);
    let bound = match directives.switches {
        Some(Switches::Needed(bound)) => bound,
        Some(Switches::TooMany) | None => SWITCHES,
    };
    let bound = bound.to_string();
    let unwind = directives.unwind.map(|rounds| rounds.to_string());
    let unwind = unwind.as_ref().map(|rounds| ["--unwind", rounds]);
    let unwind: Vec<&str> = unwind.into_iter().flatten().collect();
    let order = ["--encoding", "order"];
    let switches = ["--encoding", "switches", "--context-bound", &bound];
    for (encoding, bound) in [(&order[..], None), (&switches[..], Some(&*bound))] {
        let engine = if is_alone(directives) { &[][..] } else { &["--engine", "bmc"] };
        let line = verdicts::line(path, directives, &[engine, &unwind, encoding].concat());
        match &expected {
            Some(Symbolic::TakesLong) => {}
            Some(Symbolic::Refuses(part)) => refuse(&line, part)?,
            Some(Symbolic::Says(verdict, part)) => {
                let answer = line.answer()?;
                says(&line, &answer, verdict, part, bound)?;
                verdicts::require_note(&answer, &line, directives)?;
            }
            None => {
                let answer = line.answer()?;
                same(&line, &answer, path, directives, bound)?;
                verdicts::require_note(&answer, &line, directives)?;
            }
        }
    }
    Ok(())
}

/// The expected answer if it is not the same.
pub(super) fn expected(directives: &Directives) -> Option<Symbolic> {
    if directives.has_many_threads {
        return Some(Symbolic::TakesLong);
    }
    let refuses = |part: &str| Some(Symbolic::Refuses(part.to_owned()));
    let properties = directives.properties.as_deref().unwrap_or_default();
    let asks = |option: &String| OF_THE_SEARCH.contains(&option.as_str());
    if directives.symbolic.is_some() {
        directives.symbolic.clone()
    } else if directives.options.iter().any(asks)
        || properties.split(',').any(|property| OF_WHOLE_RUNS.contains(&property))
    {
        refuses(DOES_NOTHING)
    } else if directives.is_temporal {
        refuses("temporal formulas")
    } else {
        None
    }
}

/// Requires bad input to be named.
fn refuse(line: &Line, part: &str) -> Result<(), String> {
    let output = line.output()?;
    let said = String::from_utf8_lossy(&output.stderr);
    match output.status.code() == Some(2) && said.contains(part) {
        true => Ok(()),
        false => {
            let status = output.status;
            Err(line.complaint(&format!("{status}, but should refuse it with '{part}'\n{said}")))
        }
    }
}

/// Requires what a directive declares.
fn says(
    line: &Line,
    answer: &Answer,
    verdict: &str,
    part: &str,
    bound: Option<&str>,
) -> Result<(), String> {
    let is_said = match (verdict, bound) {
        ("violation", _) => {
            answer.told.violation.as_ref().is_some_and(|found| is_declared(found, part))
        }
        // There is no reason, so that it is one for people.
        ("verified", None) => answer.verdict == verdict,
        ("verified", Some(bound)) => is_verified(answer, Some(bound)),
        _ => answer.verdict == verdict && answer.reason.contains(part),
    };
    if is_said { Ok(()) } else { Err(complaint(line, answer, &format!("{verdict}, {part}"))) }
}

/// True if a violation is the one that a directive declares, by its kind and its line.
pub(super) fn is_declared(found: &Violation, part: &str) -> bool {
    let line = found.place.as_ref().map_or(0, |place| place.line);
    format!("{} {line}", found.kind().name()) == part
}

/// Requires what the search says.
fn same(
    line: &Line,
    answer: &Answer,
    path: &str,
    directives: &Directives,
    bound: Option<&str>,
) -> Result<(), String> {
    let is_same = match directives.verdict.as_str() {
        "verified" => is_verified(answer, bound),
        "violation" if bound.is_some() && directives.switches == Some(Switches::TooMany) => {
            answer.verdict == "bounded" && is_verified(answer, bound)
        }
        "violation" => {
            let first = answer.told.violation.as_ref();
            if first.is_some_and(|first| verdicts::is_expected(first, path, directives)) {
                true
            } else if let Some(first) = first.filter(|_| !is_alone(directives)) {
                // It may have come to another one.
                verdicts::all_bugs(path, directives)?.contains(&Bug::of(first))
            } else {
                false
            }
        }
        "bounded" => {
            let reason = directives.reason.as_deref().unwrap_or_default();
            answer.verdict == "bounded" && answer.reason.contains(reason)
        }
        // The engines may not know for different reasons.
        _ => answer.verdict == directives.verdict,
    };
    if is_same { Ok(()) } else { Err(complaint(line, answer, &directives.verdict)) }
}

/// True if nothing was found, but for what a bound on switches may hide.
fn is_verified(answer: &Answer, bound: Option<&str>) -> bool {
    let is_bound = |bound: &str| {
        answer.verdict == "bounded"
            && answer.reason == format!("at most {bound} context switches (raise --context-bound)")
    };
    answer.verdict == "verified" || bound.is_some_and(is_bound)
}

fn complaint(line: &Line, answer: &Answer, expected: &str) -> String {
    let found = answer.told.violations.iter().map(|v| format!("{}: {}", Bug::of(v), v.finding));
    let why: Vec<String> = found.chain([answer.reason.clone()]).collect();
    let message = format!("{} ({}), expected {expected}", answer.verdict, why.join("; "));
    line.complaint(&message)
}
