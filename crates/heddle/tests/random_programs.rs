//! Random programs, each checked in every way to search: the verdict and all violations
//! must be the same.
//!
//! Most are searched within this process, where one takes some hundredths of a second; a
//! few by the command line, which must agree with itself just as well, and some with models
//! of what the machine does natively, which must do just that. Some are given to the
//! symbolic engine, which must not say anything else than the search. Programs with wide inputs
//! are given to all engines, together and alone. C++ programs with exceptions are compared with
//! their native runs.
//!
//! With `$HEDDLE_RANDOM_COUNT` and `$HEDDLE_RANDOM_SEED`, so many programs from that seed
//! on are compared instead, with a word on the progress now and then, and with
//! `$HEDDLE_RANDOM_ENGINE` set to `bmc` those two engines, or to `bmc-m32` the same on 32-bit
//! programs, or to `auto` programs with wide inputs, or to `c++` C++ programs; `./x fuzz COUNT SEED
//! ENGINE` sets them.

mod models;
mod random;
#[expect(dead_code, reason = "other tests use the rest")]
mod support;

use std::io::Write;
use std::ops::Range;
use std::process::ExitCode;
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};

use libtest_mimic::{Arguments, Failed, Trial};

use crate::random::batch::Target;
use crate::random::compare::compare;
use crate::random::cxx::{AT_ONCE, compare_cxx};
use crate::random::inputs::compare_inputs;
use crate::random::modelled::compare_models;
use crate::random::search::{batches, compare_batch};
use crate::random::stateless::compare_executions;
use crate::random::symbolic::compare_engines;
use crate::random::{BATCH, Outcome, Tally};
use crate::support::compiler;

/// Number of programs that are compared within this process.
const COUNT: u64 = 20 * BATCH;
/// Number of those that are compared with models and without.
const MODELLED: u64 = 25 * BATCH;
/// Number of those whose executions are explored.
const STATELESS: u64 = 10 * BATCH;
/// Number of those that are given to both engines.
const SYMBOLIC: u64 = 4 * BATCH;
/// Number of those that are given to both as 32-bit programs.
const NARROW: u64 = 2 * BATCH;
/// Number of programs with wide inputs that are given to all engines, and of those of a test.
const INPUTS: u64 = 16;
const INPUTS_AT_ONCE: u64 = 4;
/// Number of those that are compared by the command line.
const COMMANDS: u64 = 40;
/// Number of these that make up a test.
const COMMANDS_AT_ONCE: u64 = 10;
/// Interval at which progress is shown.
const TELL_EVERY: Duration = Duration::from_secs(5);

/// Number of C++ programs that are compared with native runs.
const CXX: u64 = 3 * AT_ONCE;

/// Outcomes of comparing programs.
type Outcomes = Result<Vec<Result<Outcome, String>>, String>;

fn main() -> ExitCode {
    compiler::run(run)
}

fn run() -> ExitCode {
    let (count, seed) = (number("HEDDLE_RANDOM_COUNT"), number("HEDDLE_RANDOM_SEED"));
    if let Some(count) = count {
        let first = seed.unwrap_or(0);
        let compare = match std::env::var("HEDDLE_RANDOM_ENGINE").as_deref() {
            Ok("stateless") => compare_executions,
            Ok("bmc") => compare_wide,
            Ok("bmc-m32") => compare_narrow,
            Ok("auto") => compare_inputs,
            Ok("c++") => compare_cxx,
            Ok("explicit") | Err(_) => compare_batch,
            Ok(other) => panic!("$HEDDLE_RANDOM_ENGINE is '{other}', which is no engine"),
        };
        return compare_many(first..first + count, compare);
    }
    let arguments = Arguments::from_args();
    let tally = Arc::new(Mutex::new(Tally::default()));
    let mut trials = Vec::new();
    let mut add = |kind: &str, seeds: Range<u64>, compare: fn(Range<u64>) -> Outcomes| {
        let tally = Arc::clone(&tally);
        let name = format!("{kind}_{:04}_to_{:04}", seeds.start, seeds.end - 1);
        trials.push(Trial::test(name, move || test(compare(seeds), &tally)));
    };
    for seeds in batches(0..COUNT) {
        add("random_programs", seeds, compare_batch);
    }
    for seeds in batches(0..MODELLED) {
        add("random_models", seeds, compare_models);
    }
    for seeds in batches(0..STATELESS) {
        add("random_executions", seeds, compare_executions);
    }
    for seeds in batches(0..SYMBOLIC) {
        add("random_engines", seeds, compare_wide);
    }
    for seeds in batches(SYMBOLIC..SYMBOLIC + NARROW) {
        add("random_engines_32", seeds, compare_narrow);
    }
    for from in (0..COMMANDS).step_by(COMMANDS_AT_ONCE as usize) {
        // From each batch one, since those of one have the same level.
        let seeds = from..from + COMMANDS_AT_ONCE;
        add("random_commands", seeds, |seeds| Ok(seeds.map(|i| compare(i * BATCH + i)).collect()));
    }
    for from in (0..INPUTS).step_by(INPUTS_AT_ONCE as usize) {
        add("random_inputs", from..from + INPUTS_AT_ONCE, compare_inputs);
    }
    for from in (0..CXX).step_by(AT_ONCE as usize) {
        add("random_cxx", from..from + AT_ONCE, compare_cxx);
    }
    let conclusion = libtest_mimic::run(&arguments, trials);
    if !arguments.list {
        say(&tally.lock().unwrap().to_string());
    }
    conclusion.exit_code()
}

/// Compares both engines on 64-bit programs.
fn compare_wide(seeds: Range<u64>) -> Outcomes {
    compare_engines(seeds, Target::Wide)
}

/// Compares both engines on 32-bit programs.
fn compare_narrow(seeds: Range<u64>) -> Outcomes {
    compare_engines(seeds, Target::Narrow)
}

/// A number from the environment.
fn number(name: &str) -> Option<u64> {
    let text = std::env::var(name).ok()?;
    Some(text.parse().unwrap_or_else(|_| panic!("${name} is '{text}', which is no number")))
}

fn say(text: &str) {
    let _ = writeln!(std::io::stderr(), "{text}");
}

/// Judges the outcomes of some programs.
fn test(outcomes: Outcomes, total: &Mutex<Tally>) -> Result<(), Failed> {
    let outcomes = outcomes?;
    let mut tally = Tally::default();
    for outcome in &outcomes {
        tally.add(outcome);
    }
    let differences: Vec<String> = outcomes.into_iter().filter_map(Result::err).collect();
    let is_telling = tally.is_telling();
    let counts = tally.to_string();
    total.lock().unwrap().merge(tally);
    if !differences.is_empty() {
        return Err(differences.join("\n\n").into());
    }
    // A test that compares next to nothing should not pass.
    if is_telling { Ok(()) } else { Err(counts.into()) }
}

/// Compares as many programs as one likes, and goes on after a difference.
fn compare_many(seeds: Range<u64>, compare: fn(Range<u64>) -> Outcomes) -> ExitCode {
    let start = Instant::now();
    let mut tally = Tally::default();
    let mut told = start;
    for batch in batches(seeds) {
        match compare(batch.clone()) {
            Ok(outcomes) => {
                for outcome in outcomes {
                    tally.add(&outcome);
                    if let Err(difference) = outcome {
                        say(&format!("\n{difference}\n"));
                    }
                }
            }
            Err(error) => {
                say(&format!("seeds {batch:?}: {error}"));
                return ExitCode::FAILURE;
            }
        }
        if told.elapsed() >= TELL_EVERY {
            told = Instant::now();
            let speed = tally.total() as f64 / start.elapsed().as_secs_f64();
            let (total, differ) = (tally.total(), tally.differences());
            say(&format!("{total} programs, {speed:.1} a second, {differ} differ"));
        }
    }
    say(&format!("{tally}\n    in {:.0} s", start.elapsed().as_secs_f64()));
    if tally.differences() == 0 { ExitCode::SUCCESS } else { ExitCode::FAILURE }
}
