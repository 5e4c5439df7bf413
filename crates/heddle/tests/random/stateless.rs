//! Explores the executions of random programs, within this process, and compares with the search
//! through states.
//!
//! Each violation that is found must replay, and be one that the search finds; where all
//! executions were explored, all that the search finds must be found. Programs with too many
//! executions, and those with loops that are not followed, are compared as far as they go. Some have
//! a bound on preemptions, which may leave out violations, and must say so; and a few runs are
//! sampled, which may find nothing else, either.

use std::collections::BTreeSet;
use std::ops::Range;

use heddle_dpor::{Options, Sampling, Scheduler, explore};
use heddle_machine::{Granularity, Machine, Symmetry};
use heddle_model::{Property, PropertySet, UnknownKind};

use super::batch::{Batch, Target};
use super::search::{FILE, keep};
use super::ways::{replay, search};
use super::{Outcome, Source, generate};
use crate::support::heddle::{Bug, Line, WAYS};

/// States that a search may visit; what it did not see cannot be compared.
const STATES: u64 = 20_000;
/// Most executions that are explored.
const EXECUTIONS: u64 = 3_000;
/// Runs that are sampled.
const RUNS: u64 = 20;
/// Most steps of an execution.
const DEPTH: u64 = 1_000;

/// Compares both on each of some programs.
pub(crate) fn compare_executions(
    seeds: Range<u64>,
) -> Result<Vec<Result<Outcome, String>>, String> {
    let sources: Vec<Source> = seeds.map(generate).collect();
    let batch = Batch::compile(&sources, Target::Wide)?;
    let compare =
        |source: &Source| compare(&batch, source).map_err(|message| keep(source, &message));
    Ok(sources.iter().map(compare).collect())
}

fn compare(batch: &Batch, source: &Source) -> Result<Outcome, String> {
    let program = batch.link(source.seed)?;
    let list = source.properties();
    let properties: PropertySet = list.parse().map_err(|_| format!("properties {list}"))?;
    let properties = match source.level() {
        "-O0" => properties,
        _ => properties.without(Property::Overflow),
    };
    let way = WAYS.iter().find(|way| way.reduction == "superstep");
    let way = way.ok_or("there is no way to search")?;
    let Some(expected) = search(&program, properties, way, STATES)? else {
        return Ok(Outcome::TooLarge);
    };
    let of_machine = heddle_machine::Options {
        properties,
        granularity: Granularity::Global,
        symmetry: Symmetry::Unique,
        ..heddle_machine::Options::default()
    };
    let machine = Machine::new(&program, of_machine).map_err(|error| error.to_string())?;
    let (executions, depth) = (Some(EXECUTIONS), Some(DEPTH));
    let preemptions = (source.seed % 4 == 3).then_some(source.seed as u32 / 4 % 4);
    let options = Options { executions, depth, preemptions, ..Options::default() };
    // With several workers, there is nearly always one that waits for work.
    let workers = source.seed as usize % 3 + 1;
    let mut machines: Vec<Machine> = (1..workers).map(|_| machine.sibling()).collect();
    machines.push(machine);
    let report = explore(&mut machines, &options, &mut |_| {});
    let scheduler = match source.seed % 3 {
        0 => Scheduler::Random,
        1 => Scheduler::Pct { depth: source.seed as u32 / 3 % 3 + 1 },
        _ => Scheduler::Pos,
    };
    let sampling = Some(Sampling { scheduler, runs: RUNS, seed: source.seed });
    let sampled = Options { depth, sampling, ..Options::default() };
    let sampled = explore(&mut machines, &sampled, &mut |_| {});
    let mut machine = machines.remove(0);
    sampled.violations.iter().try_for_each(|found| replay(&mut machine, found))?;
    report.violations.iter().try_for_each(|found| replay(&mut machine, found))?;
    let bugs: BTreeSet<Bug> =
        report.violations.iter().map(|found| Bug::of(&found.violation)).collect();
    let sampled = sampled.violations.iter().map(|found| Bug::of(&found.violation));
    let unknown = report.unknown.as_ref().map(|run| &run.unknown);
    if let Some(failure) = unknown.filter(|unknown| unknown.kind == UnknownKind::Internal) {
        return Err(failure.reason.clone());
    }
    let is_known = expected.verdict != "unknown" || expected.bugs.is_empty();
    let is_whole = report.gaps.is_empty() && unknown.is_none() && report.limit.is_none();
    let all: BTreeSet<Bug> = sampled.chain(bugs.iter().cloned()).collect();
    let more: Vec<&Bug> = all.difference(&expected.bugs).collect();
    // Within a bound on preemptions, spin deadlocks are not looked for.
    let is_looked_for = |bug: &&Bug| preemptions.is_none() || bug.kind != "spin-deadlock";
    let fewer: Vec<&Bug> = expected.bugs.difference(&bugs).filter(is_looked_for).collect();
    let is_open = expected.verdict == "unknown";
    if is_known && !more.is_empty() || is_whole && (!fewer.is_empty() || is_open) {
        let line = Line::new("check")
            .with([source.level(), "--engine", "stateless", "--all-violations", "--property"])
            .with([list, FILE]);
        let message = format!(
            "{more:?} are not found by the search, {fewer:?} only by it, which says {expected}; \
             {unknown:?}"
        );
        return Err(line.complaint(&message));
    }
    let answer = expected.bugs.first().map_or(expected.verdict.to_owned(), |bug| bug.kind.clone());
    Ok(if is_whole { Outcome::Agreed(answer) } else { Outcome::AgreedInPart(answer) })
}
