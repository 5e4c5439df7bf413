//! The exploration of executions, as the command line makes it.

use heddle_model::UnknownKind;
use heddle_stateless::{Options, Sampling, Scheduler, Stateless};

use super::Entry;
use crate::cli::{CheckArgs, EngineArgs, Sample};
use crate::settings::SettingsError;

/// Its name.
const NAME: &str = "stateless";

/// The line of the engine.
pub(super) const ENTRY: Entry = Entry {
    name: NAME,
    help: "Execution by execution, one of each set that differ only in the order of steps which do \
           not notice each other",
    option: "--engine stateless",
    takes: &[
        "--all-violations",
        "--invariant",
        "--depth",
        "--context-bound",
        "--sample",
        "--runs",
        "--bug-depth",
        "--seed",
        "--workers",
    ],
    is_common: true,
    hint: |kind| match kind {
        UnknownKind::Unsupported => Some(
            "heddle lacks this; it is not a bug of the program. The rest was explored, and nothing \
             else is wrong.",
        ),
        UnknownKind::Missing => Some(
            "Give the files that define it, too, or let functions that nobody defines return any \
             value (--undefined any). The rest was explored, and nothing else is wrong.",
        ),
        UnknownKind::NoFile
        | UnknownKind::OpenValue
        | UnknownKind::UndefinedBehavior
        | UnknownKind::Refused
        | UnknownKind::Evaluation
        | UnknownKind::Limit
        | UnknownKind::Internal => None,
    },
    configure: |args| {
        let is_companion = args.engine.engine != NAME;
        let scheduler = scheduler(args)?;
        let runs = args.engine.runs.unwrap_or(RUNS);
        Ok(Box::new(move |settings, _, _| {
            let (depth, preemptions) = (settings.search.depth, settings.search.context_bound);
            let seed = settings.search.seed;
            let sampling = scheduler.map(|scheduler| Sampling { scheduler, runs, seed });
            Box::new(Stateless::new(Options { depth, preemptions, sampling, is_companion }))
        }))
    },
};

/// Runs of a sample, and the depth of bugs, if nothing else is said.
const RUNS: u64 = 1000;
const BUG_DEPTH: u32 = 3;

/// The scheduler of a sample, if one is asked for.
fn scheduler(args: &CheckArgs) -> Result<Option<Scheduler>, SettingsError> {
    let EngineArgs { sample, runs, bug_depth, .. } = &args.engine;
    scheduler_of(*sample, *runs, *bug_depth, args.search.context_bound)
}

/// The sample of executions that options ask for, if they do.
pub(crate) fn sampling(
    sample: Option<Sample>,
    runs: Option<u64>,
    bug_depth: Option<u32>,
    seed: Option<u64>,
    context_bound: Option<u32>,
) -> Result<Option<Sampling>, SettingsError> {
    let scheduler = scheduler_of(sample, runs, bug_depth, context_bound)?;
    if seed.is_some() && scheduler.is_none() {
        return Err(SettingsError::Idle { flag: "--seed", without: "--sample" });
    }
    let (runs, seed) = (runs.unwrap_or(RUNS), seed.unwrap_or(0));
    Ok(scheduler.map(|scheduler| Sampling { scheduler, runs, seed }))
}

fn scheduler_of(
    sample: Option<Sample>,
    runs: Option<u64>,
    bug_depth: Option<u32>,
    context_bound: Option<u32>,
) -> Result<Option<Scheduler>, SettingsError> {
    let idle = |flag, without| Err(SettingsError::Idle { flag, without });
    if bug_depth.is_some() && sample != Some(Sample::Pct) {
        return idle("--bug-depth", "--sample pct");
    }
    if runs.is_some() && sample.is_none() {
        return idle("--runs", "--sample");
    }
    if sample.is_some() && context_bound.is_some() {
        return Err(SettingsError::SampleWithin);
    }
    Ok(sample.map(|sample| match sample {
        Sample::Random => Scheduler::Random,
        Sample::Pct => Scheduler::Pct { depth: bug_depth.unwrap_or(BUG_DEPTH) },
        Sample::Pos => Scheduler::Pos,
    }))
}
