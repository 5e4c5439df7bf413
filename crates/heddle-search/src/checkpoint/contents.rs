//! The contents of a checkpoint, beside the components of states.

use std::io::{self, Read, Write};

use heddle_table::stream::{get_bytes, get32, get64, invalid, put_bytes, put32, put64};
use serde::Serialize;
use serde::de::DeserializeOwned;

use super::runs::{RunReader, RunWriter, get_choices, put_choices};
use crate::StateId;
use crate::findings::{Findings, Found};
use crate::report::Statistics;
use crate::store::StateStore;
use crate::worker::{Counters, Shared, WorkerResult};

/// Number of a cut state that has none.
const NO_STATE: u32 = u32::MAX;

/// Writes what the workers share, and what each of them has.
pub(super) fn write<V: StateStore>(
    shared: &Shared<V>,
    results: &[&WorkerResult],
    out: &mut dyn Write,
) -> io::Result<()> {
    shared.store.write_to(out)?;
    shared.costs.write_to(out)?;
    let Counters { least_violation, has_overflowed } = shared.counters();
    put64(out, least_violation)?;
    put32(out, u32::from(has_overflowed))?;

    let mut stats = Statistics::default();
    results.iter().for_each(|result| stats.add(&result.lasting));
    // From now on they count.
    stats.states += results.iter().map(|result| result.beyond.len() as u64).sum::<u64>();
    write_statistics(&stats, out)?;

    put64(out, results.iter().map(|result| result.cut.len() as u64).sum())?;
    for &(state, cost) in results.iter().flat_map(|result| &result.cut) {
        put32(out, state.map_or(NO_STATE, |state| state.0))?;
        put32(out, cost)?;
    }

    let mut runs = RunWriter::default();
    write_findings(&shared.findings(), &mut runs, out)?;
    let beyond = results.iter().flat_map(|result| &result.beyond);
    put64(out, (shared.frontier.len() + beyond.clone().count()) as u64)?;
    shared.frontier.for_each(&mut |open| runs.open(out, open))?;
    for open in beyond {
        runs.open(out, open)?;
    }
    Ok(())
}

/// Reads what was written: what the workers share to them, and returns what they had.
pub(super) fn read<V: StateStore>(
    shared: &Shared<V>,
    input: &mut dyn Read,
) -> io::Result<WorkerResult> {
    shared.store.read_from(input)?;
    shared.costs.read_from(input)?;
    let least_violation = get64(input)?;
    let has_overflowed = get32(input)? != 0;
    let stats = read_statistics(input)?;
    let mut cut = Vec::new();
    for _ in 0..get64(input)? {
        let state = Some(get32(input)?).filter(|&state| state != NO_STATE).map(StateId);
        cut.push((state, get32(input)?));
    }
    let mut runs = RunReader::new(shared.frontier.runs());
    *shared.findings() = read_findings(&mut runs, input)?;
    for nth in 0..get64(input)? {
        shared.frontier.push_anywhere(nth, runs.open(input)?);
    }
    shared.go_on_from(Counters { least_violation, has_overflowed }, &stats);
    Ok(WorkerResult { stats, lasting: stats, cut, beyond: Vec::new() })
}

fn write_statistics(stats: &Statistics, out: &mut dyn Write) -> io::Result<()> {
    let Statistics {
        states,
        transitions,
        max_depth,
        final_states,
        deadlocks,
        failed_runs,
        abandoned_runs,
        unknown_steps,
        // These are known from elsewhere.
        frontier: _,
        peak_bytes: _,
        seconds: _,
    } = *stats;
    let counts = [
        states,
        transitions,
        max_depth,
        final_states,
        deadlocks,
        failed_runs,
        abandoned_runs,
        unknown_steps,
    ];
    counts.into_iter().try_for_each(|count| put64(out, count))
}

fn read_statistics(input: &mut dyn Read) -> io::Result<Statistics> {
    Ok(Statistics {
        states: get64(input)?,
        transitions: get64(input)?,
        max_depth: get64(input)?,
        final_states: get64(input)?,
        deadlocks: get64(input)?,
        failed_runs: get64(input)?,
        abandoned_runs: get64(input)?,
        unknown_steps: get64(input)?,
        ..Statistics::default()
    })
}

fn write_findings(
    findings: &Findings,
    runs: &mut RunWriter,
    out: &mut dyn Write,
) -> io::Result<()> {
    put64(out, findings.violations().len() as u64)?;
    for found in findings.violations() {
        write_found(found, runs, out)?;
    }
    put32(out, u32::from(findings.first_unknown().is_some()))?;
    findings.first_unknown().map_or(Ok(()), |found| write_found(found, runs, out))
}

fn read_findings(runs: &mut RunReader, input: &mut dyn Read) -> io::Result<Findings> {
    let mut findings = Findings::default();
    for _ in 0..get64(input)? {
        findings.violation(read_found(runs, input)?);
    }
    if get32(input)? != 0 {
        findings.unknown(read_found(runs, input)?);
    }
    Ok(findings)
}

fn write_found<T: Serialize>(
    found: &Found<T>,
    runs: &mut RunWriter,
    out: &mut dyn Write,
) -> io::Result<()> {
    let Found { what, origin, tail, rank } = found;
    put_bytes(out, &serde_json::to_vec(what)?)?;
    runs.origin(out, origin)?;
    put_choices(out, tail)?;
    put64(out, *rank)
}

fn read_found<T: DeserializeOwned>(
    runs: &mut RunReader,
    input: &mut dyn Read,
) -> io::Result<Found<T>> {
    let what = serde_json::from_slice(&get_bytes(input)?);
    let what = what.map_err(|_| invalid("a violation cannot be understood"))?;
    let origin = runs.origin(input)?;
    Ok(Found { what, origin, tail: get_choices(input)?, rank: get64(input)? })
}
