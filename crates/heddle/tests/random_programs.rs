//! Random programs, each checked in every way to search: the
//! verdict and all violations must be the same.
//!
//! `$HEDDLE_RANDOM_COUNT` and `$HEDDLE_RANDOM_SEED` choose other programs than
//! the usual ones; `./x fuzz COUNT SEED` sets them.

mod random;
mod support;

use std::collections::BTreeMap;
use std::io::Write;
use std::process::ExitCode;
use std::sync::{Arc, Mutex};

use libtest_mimic::{Arguments, Failed, Trial};

use crate::random::compare::{Outcome, compare};
use crate::support::heddle::Answer;

/// How many programs are compared, unless told otherwise.
const COUNT: u64 = 240;
/// How many make up a test.
const BATCH: u64 = 20;

/// How often each result was had.
type Tally = Arc<Mutex<BTreeMap<String, u64>>>;

fn main() -> ExitCode {
    let arguments = Arguments::from_args();
    let first = number("HEDDLE_RANDOM_SEED").unwrap_or(0);
    let end = first + number("HEDDLE_RANDOM_COUNT").unwrap_or(COUNT);
    let tally = Tally::default();
    let mut trials = Vec::new();
    for from in (first..end).step_by(BATCH as usize) {
        let to = end.min(from + BATCH);
        let tally = Arc::clone(&tally);
        let name = format!("random_programs_{from:04}_to_{:04}", to - 1);
        trials.push(Trial::test(name, move || test(from..to, &tally)));
    }
    let conclusion = libtest_mimic::run(&arguments, trials);
    if !arguments.list {
        let counts: Vec<String> = tally
            .lock()
            .unwrap()
            .iter()
            .map(|(result, count)| format!("{count} {result}"))
            .collect();
        let _ = writeln!(std::io::stderr(), "random programs: {}", counts.join(", "));
    }
    conclusion.exit_code()
}

/// A number from the environment.
fn number(name: &str) -> Option<u64> {
    let text = std::env::var(name).ok()?;
    Some(text.parse().unwrap_or_else(|_| panic!("${name} is '{text}', which is no number")))
}

/// Compares the programs of some seeds, all of them even if one differs.
fn test(seeds: std::ops::Range<u64>, tally: &Tally) -> Result<(), Failed> {
    let mut differences = Vec::new();
    let mut compared = 0;
    for seed in seeds.clone() {
        let (result, extent) = match compare(seed) {
            Ok(Outcome::Agreed(answer)) => (name(&answer), "all ways"),
            Ok(Outcome::AgreedInPart(answer)) => (name(&answer), "coarse ways"),
            Ok(Outcome::TooLarge) => ("nothing".to_owned(), "no way"),
            Err(difference) => {
                differences.push(difference);
                ("differences".to_owned(), "some ways")
            }
        };
        compared += u64::from(extent == "all ways");
        let mut tally = tally.lock().unwrap();
        *tally.entry(result).or_default() += 1;
        *tally.entry(format!("by {extent}")).or_default() += 1;
    }
    if !differences.is_empty() {
        return Err(differences.join("\n\n").into());
    }
    // A test that compares next to nothing should not pass.
    if compared * 3 < seeds.end - seeds.start {
        return Err(format!("of {seeds:?}, only {compared} are small enough").into());
    }
    Ok(())
}

/// The answer in a word.
fn name(answer: &Answer) -> String {
    answer.violation.as_ref().map_or(&answer.verdict, |violation| &violation.kind).clone()
}
