//! Answers of the exploration of executions on a program, against what the program expects.
//!
//! It must say the same as the search through states, or that it does not know: its executions may
//! be too many, or go round in loops that it does not follow. The first violation may be another one
//! of all that the search finds. What it does not take it must refuse by name.

use super::directives::Directives;
use super::verdicts;
use crate::support::heddle::{Bug, Line};

/// Options with which the engine must refuse a program, and properties of whole runs.
const NOT_TAKEN: [&str; 11] = [
    "--fair",
    "--ltl",
    "--prop",
    "--never",
    "--states",
    "--reduction",
    "--symmetry",
    "--order",
    "--store",
    "--superstep",
    "--seed",
];
/// Words of the reasons for which it may not know.
const REASONS: [&str; 5] =
    ["limit", "go round", "longer than the bound", "every order", "more than 2046 threads"];
/// Time that it has for a program.
const TIME: &str = "5s";

/// Checks a program.
pub(crate) fn compare(path: &str, directives: &Directives) -> Result<(), String> {
    let options = &directives.options;
    if options.iter().any(|option| option == "--engine" || option == "--all-levels") {
        return Ok(());
    }
    let way = ["--engine", "stateless"];
    let line = verdicts::line_within(path, directives, &way, TIME);
    let refuses = |part: &&str| options.iter().any(|option| option == part);
    let properties = directives.properties.as_deref().unwrap_or_default();
    let of_runs = |property: &str| ["livelock", "termination", "ltl"].contains(&property);
    if directives.is_temporal || NOT_TAKEN.iter().any(refuses) || properties.split(',').any(of_runs)
    {
        return refuse(&line);
    }
    let answer = line.answer()?;
    let is_same = match answer.verdict.as_str() {
        "unknown" => {
            directives.verdict == "unknown"
                || REASONS.iter().any(|part| answer.reason.contains(part))
        }
        "violation" => {
            let first = answer.told.violation.as_ref();
            directives.verdict == "violation"
                && first.is_some_and(|first| {
                    verdicts::is_expected(first, path, directives)
                        || verdicts::all_bugs(path, directives)
                            .is_ok_and(|all| all.contains(&Bug::of(first)))
                })
        }
        verdict => verdict == directives.verdict,
    };
    if is_same {
        return Ok(());
    }
    let found = answer.told.violations.iter().map(|found| found.finding.to_string());
    let why = found.chain([answer.reason.clone()]).collect::<Vec<_>>().join("; ");
    let (said, expected) = (&answer.verdict, &directives.verdict);
    Err(line.complaint(&format!("verdict is {said} ({why}), expected {expected}")))
}

/// Requires what is not taken to be refused.
fn refuse(line: &Line) -> Result<(), String> {
    let output = line.output()?;
    match output.status.code() {
        Some(2) => Ok(()),
        _ => Err(line.complaint(&format!("{}, but should refuse it", output.status))),
    }
}
