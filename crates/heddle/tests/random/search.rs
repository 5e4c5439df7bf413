//! Checks random programs in every way, within this process, and compares.

use std::fs;
use std::ops::Range;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::PathBuf;

use heddle_model::{Property, PropertySet};
use heddle_program::Program;

use super::batch::{Batch, Target};
use super::temporal::compare_runs;
use super::ways::{Found, search};
use super::{BATCH, Outcome, Source, generate};
use crate::support::heddle::{Line, WAYS, Way, same_bugs};

/// States that a search may visit. What a search did not see cannot be compared,
/// so one that would visit more is left out, and all finer ones with it.
const STATES: u64 = 5_000;

/// The reductions, those with the fewest states first, and how many times as many states
/// one mostly has at least than the one before: what would be too large is not tried.
const REDUCTIONS: [(&str, u64); 4] = [("superstep", 1), ("global", 1), ("tau", 4), ("none", 6)];

/// Compares all ways to check each of some programs, which are compiled at once.
pub(crate) fn compare_batch(seeds: Range<u64>) -> Result<Vec<Result<Outcome, String>>, String> {
    let sources: Vec<Source> = seeds.map(generate).collect();
    let batch = Batch::compile(&sources, Target::Wide)?;
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
pub(super) fn keep(source: &Source, message: &str) -> String {
    let folder = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join("random");
    let file = folder.join(source.file_name());
    let kept = fs::create_dir_all(&folder).and(fs::write(&file, source.text()));
    let place = match kept {
        Ok(()) => file.display().to_string(),
        Err(error) => format!("{} is not kept: {error}", file.display()),
    };
    format!("seed {}, {place}: {}", source.seed, message.replace(FILE, &place))
}

/// A name for the program's file in a message until it has one.
pub(super) const FILE: &str = "PROGRAM.c";

fn compare(batch: &Batch, source: &Source) -> Result<Outcome, String> {
    let program = batch.link(source.seed)?;
    let list = source.properties();
    let properties: PropertySet = list.parse().map_err(|_| format!("properties {list}"))?;
    let properties = match source.level() {
        "-O0" => properties,
        _ => properties.without(Property::Overflow),
    };
    let mut comparison = Comparison { source, program: &program, properties, reference: None };
    compare_runs(&program, source).map_err(|message| format!("{FILE}: {message}"))?;
    let mut size = 0;
    for (reduction, growth) in REDUCTIONS {
        let found = match size * growth <= STATES {
            true => comparison.compare(reduction)?,
            false => None,
        };
        match found {
            Some(states) => size = states,
            None => {
                return Ok(comparison.answer().map_or(Outcome::TooLarge, Outcome::AgreedInPart));
            }
        }
    }
    let answer = comparison.answer().ok_or("there is no way to search")?;
    Ok(Outcome::Agreed(answer))
}

/// The searches of one program.
struct Comparison<'p> {
    source: &'p Source,
    program: &'p Program,
    properties: PropertySet,
    /// The first way, and what it has found.
    reference: Option<(&'static Way, Found)>,
}

impl Comparison<'_> {
    /// Compares all ways with a reduction; returns how many states there are, unless there
    /// are too many.
    fn compare(&mut self, reduction: &str) -> Result<Option<u64>, String> {
        let mut sizes = None;
        for way in WAYS.iter().filter(|way| way.reduction == reduction) {
            let found = search(self.program, self.properties, way, STATES);
            let Some(found) = found.map_err(|error| self.line(way).complaint(&error))? else {
                match sizes {
                    None => return Ok(None),
                    // Without symmetry there are more.
                    Some(_) => continue,
                }
            };
            // Which state is visited first is no reason to visit another one.
            let size = (found.states, found.transitions);
            let expected = *sizes.get_or_insert(size);
            if way.is_exact && size != expected {
                let message =
                    format!("{size:?} states and transitions, but {expected:?} in another way");
                return Err(self.line(way).complaint(&message));
            }
            match &self.reference {
                Some((other, expected)) => self.same(way, &found, other, expected)?,
                None => self.reference = Some((way, found)),
            }
        }
        Ok(sizes.map(|(states, _)| states))
    }

    /// Requires two ways to have found the same.
    fn same(&self, way: &Way, found: &Found, other: &Way, expected: &Found) -> Result<(), String> {
        let (line, other) = (self.line(way), self.line(other));
        if found.verdict != way.verdict(expected.verdict) {
            let message = format!("verdict is {found}, but {expected} in\n    {other}");
            return Err(line.complaint(&message));
        }
        same_bugs((&other, &way.bugs(&expected.bugs)), (&line, &way.bugs(&found.bugs)))
    }

    /// The command line of a way.
    fn line(&self, way: &Way) -> Line {
        Line::new("check")
            .with([self.source.level(), "--all-violations", "--property"])
            .with([self.source.properties()])
            .with(way.arguments())
            .with([FILE])
    }

    /// The answer in a word.
    fn answer(&self) -> Option<String> {
        let (_, found) = self.reference.as_ref()?;
        Some(found.bugs.first().map_or(found.verdict.to_owned(), |bug| bug.kind.clone()))
    }
}
