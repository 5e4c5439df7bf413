//! The result of a check as data, for formats that programs read: the types are those of
//! [`heddle_trace::result`].
//!
//! With `--all-levels` it speaks of the level that is worst off, and `levels` has the others.

use std::path::PathBuf;

use heddle_engine::{
    self as engine, Assumption, Caveat, Harness, Metric, Report, Statistics, ThreadStart, Turns,
};
use heddle_machine::Options;
use heddle_model::{Limit, Limits, Obstacle, Unknown, Verdict};
use heddle_portfolio::Account;
use heddle_program::Undefined;
use heddle_trace::Trace;
use heddle_trace::result::{
    self, Answer, CheckResult, Encoding, HarnessInputs, Inputs, RunInputs, SampleMethod, Sampling,
    SourceDigest, Stats, ThreadsOrder, UndefinedFunctions, Version, WeakAtomics,
};

use super::accounts;
use super::check::LevelReport;
use super::reason::reason;
use super::wording;
use crate::settings::{CheckSettings, CheckpointSettings};

/// The result of all levels, if there are any.
pub(super) fn result(reports: &[LevelReport], settings: &CheckSettings) -> Option<CheckResult> {
    let rank = |told: &&LevelReport| match told.report.verdict {
        Verdict::Violation(_) => 3,
        Verdict::Unknown(_) | Verdict::Stopped(_) => 2,
        Verdict::Bounded(_) => 1,
        Verdict::Verified => 0,
    };
    // Of equals, the first.
    let worst = reports.iter().rev().max_by_key(rank)?;
    let (mut resumed_from, mut checkpoint) = (None, None);
    if let Some(CheckpointSettings { file, every: _, resume }) = &settings.checkpoints {
        resumed_from = resume.as_ref().map(|file| file.to_string_lossy().into_owned());
        if worst.report.checkpoint == Some(Ok(())) {
            checkpoint = Some(file.to_string_lossy().into_owned());
        }
    }
    Some(CheckResult {
        version: Version,
        answer: told(worst, &settings.limits),
        inputs: inputs(settings),
        resumed_from,
        checkpoint,
        trace: worst.traces.first().cloned(),
        levels: match reports.len() {
            1 => Vec::new(),
            _ => reports.iter().map(|one| told(one, &settings.limits)).collect(),
        },
    })
}

/// The answer at one level.
fn told(told: &LevelReport, limits: &Limits) -> Answer {
    let LevelReport { level, report, accounts, traces, program: _ } = told;
    answer(report, accounts, traces, level.to_string(), limits)
}

/// The answer that a report is.
pub(super) fn answer(
    report: &Report,
    accounts: &[Account],
    traces: &[Trace],
    level: String,
    limits: &Limits,
) -> Answer {
    let bounds = match &report.verdict {
        Verdict::Bounded(bounds) => bounds.clone(),
        Verdict::Verified | Verdict::Violation(_) | Verdict::Unknown(_) | Verdict::Stopped(_) => {
            Vec::new()
        }
    };
    let (stopped, unknown) = obstacles(report);
    let violations: Vec<_> = traces.iter().map(|trace| trace.violation.clone()).collect();
    let reason = reason(report, limits);
    let bounds_text = reason.clone().unwrap_or_default();
    let phrases = report.assumptions.iter().flat_map(|one| wording::assumption(one, &bounds_text));
    Answer {
        verdict: accounts::name(&report.verdict),
        level,
        violation: violations.first().cloned(),
        violations,
        reason,
        unknown,
        stopped,
        omission: report.omission,
        assumptions: phrases.collect(),
        caveats: report.caveats.iter().map(caveat).collect(),
        weak_atomics: report.assumptions.iter().find_map(weak_atomics),
        engine: report.engine.to_owned(),
        engines: accounts.iter().map(|account| accounts::data(account, report, limits)).collect(),
        encoding: report.assumptions.iter().find_map(encoding),
        sampling: report.assumptions.iter().find_map(sampling),
        unwind: report.statistics.get(Metric::Unwinding),
        bounds,
        stats: stats(&report.statistics),
    }
}

/// The limit or the obstacle in the program that ended a check: before there was a verdict, or
/// before bounds were raised further or all violations were listed.
fn obstacles(report: &Report) -> (Option<Limit>, Option<Unknown>) {
    let obstacle = match &report.verdict {
        Verdict::Stopped(limit) => return (Some(*limit), None),
        Verdict::Unknown(unknown) => return (None, Some(unknown.clone())),
        Verdict::Verified => return (None, None),
        Verdict::Bounded(_) => &report.obstacle,
        Verdict::Violation(_) => &report.unlisted.obstacle,
    };
    let unreplayed = report.unlisted.unreplayed.first().cloned();
    match obstacle {
        Some(Obstacle::Limit(limit)) => (Some(*limit), unreplayed),
        Some(Obstacle::Unknown(unknown)) => (None, unreplayed.or_else(|| Some(unknown.clone()))),
        None => (None, unreplayed),
    }
}

/// A caveat as data.
fn caveat(caveat: &Caveat) -> result::Caveat {
    let message = wording::caveat(caveat);
    match caveat {
        Caveat::DataRace(race) => result::Caveat::DataRace { message, violation: race.clone() },
        Caveat::NoRunEnds { assumptions, loops } => result::Caveat::NoRunEnds {
            message,
            assumptions: assumptions.clone(),
            loops: loops.clone(),
        },
    }
}

/// The atomic accesses that are stronger than in the source, if the assumption is about them.
fn weak_atomics(assumption: &Assumption) -> Option<WeakAtomics> {
    match assumption {
        Assumption::WeakAtomics { count, places } => {
            Some(WeakAtomics { count: *count, places: places.clone() })
        }
        _ => None,
    }
}

/// The encoding of a formula, if the assumption is one of it.
fn encoding(assumption: &Assumption) -> Option<Encoding> {
    match assumption {
        Assumption::OrderEncoding => Some(Encoding::Order),
        Assumption::SwitchesEncoding { bound, turns } => {
            let threads_order = match turns {
                Turns::Robin => ThreadsOrder::Robin,
                Turns::Free => ThreadsOrder::Free,
            };
            Some(Encoding::Switches { context_bound: *bound, threads_order })
        }
        _ => None,
    }
}

/// The random sample, if the assumption is one.
fn sampling(assumption: &Assumption) -> Option<Sampling> {
    let Assumption::Sampled(sample) = assumption else { return None };
    let (method, bug_depth) = match sample.method {
        engine::SampleMethod::Random => (SampleMethod::Random, None),
        engine::SampleMethod::Pct { depth } => (SampleMethod::Pct, Some(depth)),
        engine::SampleMethod::Pos => (SampleMethod::Pos, None),
    };
    Some(Sampling {
        method,
        seed: sample.seed,
        runs: sample.runs,
        cut: sample.cut,
        threads: sample.threads,
        steps: sample.steps,
        bug_depth,
        counted: bug_depth.map(|_| sample.counted),
        chance_of_missing: sample.chance_of_missing(),
    })
}

/// Figures of an engine.
pub(super) fn stats(statistics: &Statistics) -> Stats {
    let get = |metric| statistics.get(metric);
    Stats {
        states: get(Metric::States),
        transitions: get(Metric::Transitions),
        executions: get(Metric::Executions).or_else(|| get(Metric::FinalStates)),
        blocked_executions: get(Metric::BlockedExecutions),
        threads: get(Metric::Threads),
        events: get(Metric::SharedEvents),
        terms: get(Metric::Terms),
        variables: get(Metric::Variables),
        clauses: get(Metric::Clauses),
        conflicts: get(Metric::Conflicts),
        seconds: statistics.seconds,
        peak_memory_bytes: get(Metric::PeakMemory),
    }
}

/// The program and its world, so that it can be checked again.
fn inputs(settings: &CheckSettings) -> Inputs {
    let name = |path: &PathBuf| path.to_string_lossy().into_owned();
    let files = settings.program.files.iter().map(name);
    let given = &settings.program.given;
    let flags = settings.program.flags.iter().map(|flag| flag.to_string_lossy().into_owned());
    let world = &settings.machine.world;
    Inputs {
        files: files.collect(),
        clang_flags: flags.collect(),
        undefined: match settings.program.undefined {
            Undefined::Refuse => UndefinedFunctions::Refuse,
            Undefined::Any => UndefinedFunctions::Any,
        },
        args: world.args.clone(),
        given_files: given.files.iter().map(name).collect(),
        stdin: given.stdin.as_ref().map(name),
        malloc_may_fail: world.malloc_may_fail,
        spurious_wakeups: world.spurious_wakeups,
        harness: harness(&world.harness),
    }
}

/// The inputs of a run, with those options of its machine that decide what its steps are.
pub(super) fn run_inputs(
    settings: &CheckSettings,
    options: &Options,
    sources: Vec<SourceDigest>,
) -> RunInputs {
    let definitions = settings.liveness.definitions.iter();
    let definitions = definitions.map(|(name, text)| format!("{name} = {text}"));
    RunInputs {
        check: inputs(settings),
        properties: options.properties.iter().map(|property| property.name().to_owned()).collect(),
        definitions: definitions.collect(),
        granularity: options.granularity,
        symmetry: options.symmetry,
        thread_inputs: options.inputs.clone(),
        sources,
    }
}

/// The functions that are started and evaluated from outside, as on the command line.
fn harness(settings: &Harness) -> HarnessInputs {
    let threads = settings.threads.iter().map(ThreadStart::to_string);
    HarnessInputs {
        init: settings.init.clone(),
        threads: threads.collect(),
        invariants: settings.invariants.clone(),
    }
}
