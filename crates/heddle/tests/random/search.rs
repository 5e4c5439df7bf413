//! Checks random programs in every way, within this process, and compares.

use std::collections::BTreeMap;
use std::fs;
use std::ops::Range;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::PathBuf;

use heddle_model::{Property, PropertySet};

use super::batch::Batch;
use super::ways::{Found, Machines};
use super::{BATCH, Outcome, Source, generate};
use crate::support::heddle::{Line, WAYS, Way, same_bugs};

/// How many states a search may visit. What a search did not see cannot be compared,
/// so one that would visit more is left out, and all finer ones with it.
const STATES: u64 = 8_000;

/// The reductions, those with the fewest states first.
const REDUCTIONS: [&str; 4] = ["superstep", "global", "tau", "none"];

/// Compares all ways to check each of some programs, which are compiled at once.
pub(crate) fn compare_batch(seeds: Range<u64>) -> Result<Vec<Result<Outcome, String>>, String> {
    let sources: Vec<Source> = seeds.map(generate).collect();
    let batch = Batch::compile(&sources)?;
    let compare = |source: &Source| {
        // A program that makes heddle panic must not take the others with it.
        let compared = catch_unwind(AssertUnwindSafe(|| compare(&batch, source)));
        let outcome = compared.unwrap_or_else(|panic| {
            let text = panic.downcast_ref::<String>().map(String::as_str);
            let text = text.or(panic.downcast_ref::<&str>().copied());
            Err(format!("heddle panics: {}", text.unwrap_or("without a word")))
        });
        outcome.map_err(|message| keep(source, &message))
    };
    Ok(sources.iter().map(compare).collect())
}

/// The programs of some seeds, as far as they are compiled at once.
pub(crate) fn batches(seeds: Range<u64>) -> impl Iterator<Item = Range<u64>> {
    let end = seeds.end;
    let first = seeds.start / BATCH * BATCH;
    (first..end)
        .step_by(BATCH as usize)
        .map(move |from| from.max(seeds.start)..end.min(from + BATCH))
}

/// Keeps the source of a program that makes a difference.
fn keep(source: &Source, message: &str) -> String {
    let folder = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join("random");
    let file = folder.join(source.file_name());
    let kept = fs::create_dir_all(&folder).and(fs::write(&file, source.text()));
    let place = match kept {
        Ok(()) => file.display().to_string(),
        Err(error) => format!("{} is not kept: {error}", file.display()),
    };
    format!("seed {}, {place}: {}", source.seed, message.replace(FILE, &place))
}

/// What stands for the program's file in a message until it has one.
const FILE: &str = "PROGRAM.c";

fn compare(batch: &Batch, source: &Source) -> Result<Outcome, String> {
    let program = batch.link(source.seed)?;
    let (level, list) = (source.level(), source.properties());
    let properties: PropertySet = list.parse().map_err(|_| format!("properties {list}"))?;
    let properties = match level {
        "-O0" => properties,
        _ => properties.without(Property::Overflow),
    };
    let line = |way: &Way| {
        Line::new("check")
            .with([level, "--all-violations", "--property", list])
            .with(way.arguments())
            .with([FILE])
    };
    let mut machines = Machines::new(&program, properties);
    let mut reference: Option<(&Way, Found)> = None;
    for reduction in REDUCTIONS {
        let mut sizes = BTreeMap::new();
        for way in WAYS.iter().filter(|way| way.reduction == reduction) {
            let found =
                machines.search(way, STATES).map_err(|error| line(way).complaint(&error))?;
            let Some(found) = found else {
                return Ok(match reference {
                    Some((_, found)) => Outcome::AgreedInPart(name(&found)),
                    None => Outcome::TooLarge,
                });
            };
            let Some((other, expected)) = &reference else {
                sizes.insert(reduction, found.states);
                reference = Some((way, found));
                continue;
            };
            if found.verdict != way.verdict(expected.verdict) {
                let Found { verdict, reason, bugs, .. } = &found;
                let message = format!(
                    "verdict is {verdict} ({reason}; {bugs:?}), but {} ({}; {:?}) in\n    {}",
                    expected.verdict,
                    expected.reason,
                    expected.bugs,
                    line(other)
                );
                return Err(line(way).complaint(&message));
            }
            same_bugs((&line(other), &expected.bugs), (&line(way), &found.bugs))?;
            // Which state is visited first is no reason to visit another one.
            if way.is_exact {
                let states = *sizes.entry(reduction).or_insert(found.states);
                if found.states != states {
                    let message = format!("{} states, {states} in another way", found.states);
                    return Err(line(way).complaint(&message));
                }
            }
        }
    }
    let (_, found) = reference.ok_or("there is no way to search")?;
    Ok(Outcome::Agreed(name(&found)))
}

/// The answer in a word.
fn name(found: &Found) -> String {
    found.bugs.first().map_or(found.verdict.to_owned(), |bug| bug.kind.clone())
}
