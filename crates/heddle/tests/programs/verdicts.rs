//! Answers of the search on a program, against what the program expects, once with the
//! defaults and then in every way there is to search.

use std::collections::BTreeSet;

use heddle_model::{Detail, Violation};
use heddle_trace::result::Caveat;

use super::directives::Directives;
use crate::support::heddle::{Answer, Bug, Line, WAYS, Way, same_bugs};

/// Limits of one run; reaching one is a failure.
const TIME: &str = "60s";
const MEMORY: &str = "3G";
/// States that a search for all violations may visit. One that would visit
/// more is left out: what it did not see cannot be compared.
const EXHAUSTIVE: &str = "300000";

/// Ways to check formulas.
const TEMPORAL_WAYS: [&[&str]; 9] = [
    &["--reduction", "none", "--workers", "2"],
    &["--reduction", "tau", "--workers", "1"],
    &["--reduction", "global", "--workers", "1"],
    &["--reduction", "global", "--workers", "2", "--emptiness", "ndfs"],
    &["--reduction", "superstep", "--workers", "1"],
    &["--reduction", "superstep", "--workers", "2"],
    &["--reduction", "superstep", "--workers", "1", "--order", "dfs", "--emptiness", "ndfs"],
    &["--reduction", "superstep", "--workers", "2", "--order", "random", "--symmetry", "none"],
    &["--reduction", "superstep", "--workers", "2", "--store", "plain", "--all-violations"],
];

/// Checks a program with the defaults of the search.
pub(crate) fn compare(path: &str, directives: &Directives) -> Result<(), String> {
    answer(&line(path, directives, &[]), path, directives, &directives.verdict).map(drop)
}

/// Checks a program with all states told apart.
pub(crate) fn compare_plainly(path: &str, directives: &Directives) -> Result<(), String> {
    let line = line(path, directives, &["--symmetry", "none"]);
    answer(&line, path, directives, &directives.verdict).map(drop)
}

/// Checks a concurrent program in every way there is: the verdict must be the
/// same, and so must the set of all violations. No reduction may make the search
/// larger, nor may the order, the store or a second worker make a difference.
pub(crate) fn compare_all_ways(path: &str, directives: &Directives) -> Result<(), String> {
    let mut reference = None;
    let mut sizes = Vec::new();
    for way in &WAYS {
        let arguments = way.arguments();
        let verdict = way.verdict(&directives.verdict);
        let mut note = |answer: &Answer| {
            if way.is_exact {
                sizes.push((way.reduction, answer.stats.states));
            }
        };
        if !directives.is_violation() {
            note(&answer(&line(path, directives, &arguments), path, directives, verdict)?);
            continue;
        }
        let exhaustive = ["--all-violations", "--states", EXHAUSTIVE, "--minimize", "0s"];
        let all = line(path, directives, &[&arguments[..], &exhaustive].concat());
        let answer = all.answer()?;
        if answer.stats.states.to_string() == EXHAUSTIVE {
            continue;
        }
        require(&answer, &all, path, directives, verdict)?;
        note(&answer);
        let bugs = answer.bugs();
        let (expected, reference) = reference.get_or_insert((bugs.clone(), all.clone()));
        // A program that computes with addresses may fail elsewhere if they are others.
        if !way.rest.starts_with(&["--symmetry", "none"]) {
            same_bugs((reference, &way.bugs(expected)), (&all, &way.bugs(&bugs)))?;
        }
        if way.rest == ["--symmetry", "heap", "--workers", "1"] {
            compare_first(path, directives, way, &bugs)?;
        }
    }
    let fits = |one: &(&str, u64), next: &(&str, u64)| match one.0 == next.0 {
        true => one.1 == next.1,
        false => one.1 >= next.1,
    };
    if !sizes.is_sorted_by(fits) {
        return Err(format!("{path}: the numbers of states do not fit: {sizes:?}"));
    }
    Ok(())
}

/// Checks a program with formulas under every reduction, by each algorithm, with one worker
/// and two: the verdict must be the same.
pub(crate) fn compare_temporal_ways(path: &str, directives: &Directives) -> Result<(), String> {
    for way in &TEMPORAL_WAYS {
        answer(&line(path, directives, way), path, directives, &directives.verdict)?;
    }
    Ok(())
}

/// The violation that a search stops at must be one of all.
fn compare_first(
    path: &str,
    directives: &Directives,
    way: &Way,
    bugs: &BTreeSet<Bug>,
) -> Result<(), String> {
    let line = line(path, directives, &way.arguments());
    let first = line.answer()?;
    match first.told.violation {
        Some(violation) if bugs.contains(&Bug::of(&violation)) => Ok(()),
        _ => Err(line.complaint("the first violation is not among all of them")),
    }
}

/// All bugs that a search finds, for a program in which there are several.
pub(crate) fn all_bugs(path: &str, directives: &Directives) -> Result<BTreeSet<Bug>, String> {
    let exhaustive = ["--all-violations", "--states", EXHAUSTIVE, "--minimize", "0s"];
    line(path, directives, &exhaustive).answer().map(|answer| answer.bugs())
}

/// The command line that has the search through states check a program in a way, unless the
/// way or the program names another engine.
pub(crate) fn line(path: &str, directives: &Directives, way: &[&str]) -> Line {
    let is_named = way.contains(&"--engine") || directives.options.iter().any(|o| o == "--engine");
    let engine = if is_named { &[][..] } else { &["--engine", "explicit"] };
    line_of_any(path, directives, &[engine, way].concat())
}

/// The command line that checks a program in a way, by any engine.
pub(crate) fn line_of_any(path: &str, directives: &Directives, way: &[&str]) -> Line {
    line_within(path, directives, way, TIME)
}

/// The same, within some time.
pub(crate) fn line_within(path: &str, directives: &Directives, way: &[&str], time: &str) -> Line {
    let properties = directives.properties.as_deref().map(|list| ["--property", list]);
    Line::new("check")
        .with(["--json", "-"])
        .with(["--time", time, "--memory", MEMORY])
        .with(way)
        .with(properties.iter().flatten())
        .with(&directives.options)
        .with([path, "--"])
        .with(&directives.clang)
}

/// Runs a check and requires what the directives say.
fn answer(
    line: &Line,
    path: &str,
    directives: &Directives,
    verdict: &str,
) -> Result<Answer, String> {
    let answer = line.answer()?;
    require(&answer, line, path, directives, verdict)?;
    Ok(answer)
}

/// Requires an answer to be what the directives say.
fn require(
    answer: &Answer,
    line: &Line,
    path: &str,
    directives: &Directives,
    verdict: &str,
) -> Result<(), String> {
    let complain = |what: &str, is: &str, expected: &str| {
        Err(line.complaint(&format!("{what} is {is}, expected {expected}")))
    };
    if answer.verdict != verdict {
        let found = answer.told.violations.iter().map(|v| format!("{}: {}", Bug::of(v), v.finding));
        let why = found.chain([answer.reason.clone()]).collect::<Vec<_>>().join("; ");
        return complain("verdict", &format!("{} ({why})", answer.verdict), verdict);
    }
    if let Some(part) = directives.reason.as_ref().filter(|part| !answer.reason.contains(*part)) {
        return complain("reason", &answer.reason, part);
    }
    require_note(answer, line, directives)?;
    let is_expected = |violation: &Violation| is_expected(violation, path, directives);
    if directives.is_violation() && !answer.told.violations.iter().any(is_expected) {
        let found: Vec<String> =
            answer.told.violations.iter().map(|v| Bug::of(v).to_string()).collect();
        return complain("violation", &found.join("; "), &description(path, directives));
    }
    Ok(())
}

/// Requires a proof to have the note that the directives describe.
pub(crate) fn require_note(
    answer: &Answer,
    line: &Line,
    directives: &Directives,
) -> Result<(), String> {
    let notes: Vec<&str> = answer.told.caveats.iter().map(Caveat::message).collect();
    let is_noted = match directives.note.as_deref() {
        _ if answer.verdict != "verified" => true,
        Some("none") => notes.is_empty(),
        Some(part) => notes.iter().any(|note| note.contains(part)),
        None => true,
    };
    if is_noted {
        return Ok(());
    }
    let expected = directives.note.as_deref().unwrap_or_default();
    Err(line.complaint(&format!("the note is {}, expected {expected}", notes.join("; "))))
}

/// True if a violation is the one that the directives describe.
pub(crate) fn is_expected(violation: &Violation, path: &str, directives: &Directives) -> bool {
    let Directives { kind, detail, line, .. } = directives;
    let is_line = match line {
        Some(line) => {
            let place = violation.place.as_ref();
            place.is_some_and(|place| place.line == *line && place.file == path)
        }
        None => true,
    };
    let found = violation.detail().map(Detail::name);
    Some(violation.kind().name()) == kind.as_deref()
        && (detail.is_none() || found == detail.as_deref())
        && is_line
}

fn description(path: &str, directives: &Directives) -> String {
    let Directives { kind, detail, line, .. } = directives;
    let kind = kind.as_deref().unwrap_or_default();
    let detail = detail.as_ref().map(|detail| format!(" ({detail})")).unwrap_or_default();
    let line = line.map(|line| format!(" at {path}:{line}")).unwrap_or_default();
    format!("{kind}{detail}{line}")
}
