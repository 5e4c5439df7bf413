//! A search from beginning to end: workers, runs, answer.

use std::path::{Path, PathBuf};
use std::time::Instant;

use heddle_model::{
    Counterexample, Matchable, Reducible, Schedule, Temporal, Unknown, UnknownKind, Verdict,
    Violation,
};

use crate::budget::{Budget, Spent};
use crate::checkpoint::{self, CheckpointError, Opened};
use crate::findings::{Found, UnknownRun};
use crate::minimize::simplest;
use crate::path::Pathfinder;
use crate::report::{Progress, Report, Results, Statistics, StopReason, bounds, limit, verdict};
use crate::runs::{LivenessChecker, LivenessChecks, follow};
use crate::spin::add_cycles;
use crate::store::{BitStore, ExactStore, HashStore, PlainStore, StateStore};
use crate::superstep::Rules;
use crate::worker::{Interest, Shared, Worker, WorkerResult};
use crate::{Explorable, Options, StateId, Store};

/// Explores all states, with one worker for each of `systems`, which share their
/// components and are otherwise the same. `progress` is called at most ten times a
/// second. Where what the system assumes turns out false, everything is explored again
/// without that.
///
/// # Panics
/// If there is no system.
pub fn explore<S: Explorable + Send>(
    systems: &mut [S],
    options: &Options,
    progress: &mut dyn FnMut(&Progress),
) -> Report {
    explore_runs(systems, options, &mut [], progress)
}

/// Explores all states, and checks the infinite runs through them as
/// [`Options::runs`] says. The store must be exact, and nothing may count what runs cost.
///
/// # Panics
/// If there is no system.
pub fn explore_runs<S: Explorable + Send>(
    systems: &mut [S],
    options: &Options,
    checkers: &mut [Box<dyn LivenessChecker>],
    progress: &mut dyn FnMut(&Progress),
) -> Report {
    let report = explore_from(None, systems, options, checkers, progress);
    report.expect("only a checkpoint should keep a search from beginning")
}

/// Goes on from a checkpoint, with systems that were just made. What shapes the search
/// must be as it was; limits and the number of workers may differ.
///
/// # Panics
/// If there is no system.
pub fn resume<S: Explorable + Send>(
    checkpoint: &Path,
    systems: &mut [S],
    options: &Options,
    progress: &mut dyn FnMut(&Progress),
) -> Result<Report, CheckpointError> {
    explore_from(Some(Opened::open(checkpoint, options)?), systems, options, &mut [], progress)
}

fn explore_from<S: Explorable + Send>(
    from: Option<Opened>,
    systems: &mut [S],
    options: &Options,
    checkers: &mut [Box<dyn LivenessChecker>],
    progress: &mut dyn FnMut(&Progress),
) -> Result<Report, CheckpointError> {
    let started = Instant::now();
    let spent = from.as_ref().map_or_else(Spent::default, |from| from.spent);
    let asked = options;
    let mut from = from;
    let mut options = match &from {
        Some(Opened { reliance, .. }) => reliance.in_options(options),
        None => options.clone(),
    };
    loop {
        let budget = Budget::since(started, spent, &options, progress);
        let liveness = LivenessChecks::new(checkers);
        let report = explore_once(from.take(), systems, &options, liveness, budget)?;
        let is_answered = options.stop_at_first && matches!(report.verdict, Verdict::Violation(_))
            || report.stop.is_some_and(|stop| stop != StopReason::Refuted);
        if is_answered || !systems.iter().any(|system| options.relies_on_what_is_wrong(system)) {
            let report = Report {
                have_assumptions_failed: asked.assumes && !options.assumes,
                has_symmetry_failed: asked.matches_threads && !options.matches_threads,
                ..report
            };
            return Ok(with_cycles(systems, report));
        }
        options = options.without_what_is_wrong(systems);
    }
}

/// A report in which spin deadlocks have their cycles.
fn with_cycles<S: Explorable>(systems: &mut [S], mut report: Report) -> Report {
    if let Some(system) = systems.first_mut() {
        add_cycles(system, &mut report);
    }
    report
}

fn explore_once<S: Explorable + Send>(
    from: Option<Opened>,
    systems: &mut [S],
    options: &Options,
    liveness: LivenessChecks<'_>,
    budget: Budget<'_>,
) -> Result<Report, CheckpointError> {
    let any = &|_: &Violation| true;
    let goals = Goals { interest: any, liveness, budget };
    match options.store {
        Store::Exact => explore_in(from, systems, &ExactStore::new(), options, goals),
        Store::Plain => explore_in(from, systems, &PlainStore::new(), options, goals),
        Store::Hash64 => explore_in(from, systems, &HashStore::new(), options, goals),
        Store::Bitstate { bits } => explore_in(from, systems, &BitStore::new(bits), options, goals),
    }
}

/// The violations, runs and limits that a search checks for.
struct Goals<'a, 'b> {
    interest: &'a Interest<'a>,
    liveness: LivenessChecks<'a>,
    budget: Budget<'b>,
}

/// Explores until a violation of interest is found, and takes no notice of others.
pub(crate) fn first_of<S: Explorable + Send>(
    system: &mut S,
    options: &Options,
    interest: &Interest<'_>,
) -> Option<Counterexample> {
    let systems = std::slice::from_mut(system);
    let progress = &mut |_: &Progress| {};
    let budget = Budget::since(Instant::now(), Spent::default(), options, progress);
    let goals = Goals { interest, liveness: LivenessChecks::new(&mut []), budget };
    let report = explore_in(None, systems, &ExactStore::new(), options, goals).ok()?;
    match report.verdict {
        Verdict::Violation(found) => found.into_iter().next(),
        _ => None,
    }
}

fn explore_in<S: Explorable + Send, V: StateStore>(
    from: Option<Opened>,
    systems: &mut [S],
    store: &V,
    options: &Options,
    goals: Goals<'_, '_>,
) -> Result<Report, CheckpointError> {
    let Goals { interest, mut liveness, mut budget } = goals;
    let shared = Shared::new(options, store, interest, systems.len());
    let (first, others) = systems.split_first_mut().expect("a search should have a system");
    let resumed = from.as_ref().map(|from| from.file.clone());
    let saved = from.map(|from| from.read(&shared, first)).transpose()?;
    budget.begin_with(shared.states());
    let results = std::thread::scope(|scope| {
        let mut worker = Worker::new(&shared, first, 0);
        match saved {
            Some(result) => worker.go_on_from(result),
            None => worker.begin(),
        }
        let others: Vec<_> = (1..)
            .zip(others)
            .map(|(index, system)| {
                let worker = Worker::new(&shared, system, index);
                scope.spawn(move || worker.work(None))
            })
            .collect();
        let mut results = vec![worker.work(Some((&mut budget, &mut liveness)))];
        for other in others {
            match other.join() {
                Ok(result) => results.push(result),
                Err(panic) => std::panic::resume_unwind(panic),
            }
        }
        results
    });
    if let Some(checkpoints) = &options.checkpoints
        && shared.stopped().is_some_and(StopReason::is_limit)
    {
        let all: Vec<&WorkerResult> = results.iter().collect();
        let written = checkpoint::write(checkpoints, &shared, first, &all, budget.spent());
        budget.note_checkpoint(written);
    }
    let allowance = budget.allowance(shared.bytes() + first.memory_used() as u64);
    let last_look = match shared.stopped() {
        None | Some(StopReason::States) => Some(allowance),
        Some(StopReason::Time) => Some(allowance.with_grace()),
        Some(_) => None,
    };
    if let Some(allowance) = last_look {
        shared.check_liveness(&mut liveness, &allowance);
        budget.note_spent(&allowance);
    }
    let mut report = report(first, &shared, &mut liveness, &mut budget, results);
    report.checkpoint = budget.take_checkpoint();
    if !is_to_go_on(&report, options) {
        clear_checkpoint(resumed, &mut report, options);
    }
    Ok(report)
}

/// True if a limit has ended the search before it had an answer.
fn is_to_go_on(report: &Report, options: &Options) -> bool {
    let is_answer = matches!(report.verdict, Verdict::Violation(_)) && options.stop_at_first;
    report.stop.is_some_and(StopReason::is_limit) && !is_answer
}

/// Removes a checkpoint of the search, since nobody will go on from it.
fn clear_checkpoint(resumed: Option<PathBuf>, report: &mut Report, options: &Options) {
    let Some(checkpoints) = &options.checkpoints else { return };
    let is_resumed = resumed.as_ref() == Some(&checkpoints.file);
    if report.checkpoint.take().is_some() || is_resumed {
        // One that cannot be removed does no harm.
        let _ = std::fs::remove_file(&checkpoints.file);
    }
}

/// Puts the answer together.
fn report<S: Explorable + Send, V: StateStore>(
    system: &mut S,
    shared: &Shared<V>,
    liveness: &mut LivenessChecks,
    budget: &mut Budget,
    results: Vec<WorkerResult>,
) -> Report {
    let options = shared.options;
    let stop = shared.stopped();
    let mut stats = Statistics::default();
    let mut cut = Vec::new();
    for result in results {
        stats.add(&result.stats);
        cut.extend(result.cut);
    }
    stats.frontier = shared.frontier.len() as u64;
    let bytes = shared.bytes() + system.memory_used() as u64;
    stats.peak_bytes = budget.spent().peak_bytes.max(bytes);

    let rules = Rules::of(options);
    let pathfinder = Pathfinder { store: shared.store, measures: shared.measures, rules };
    let (found, unmade) = std::mem::take(&mut *shared.findings()).into_parts();
    let mut unknown = unmade.map(|found| UnknownRun {
        schedule: schedule(&pathfinder, system, &found).unwrap_or_default(),
        unknown: found.what,
    });
    let mut counterexamples = Vec::new();
    for found in found {
        let schedule = schedule(&pathfinder, system, &found);
        match with_run(found.what, schedule) {
            Ok(counterexample) => counterexamples.push(counterexample),
            Err(failure) => unknown = Some(failure),
        }
    }
    if options.stop_at_first {
        counterexamples.truncate(1);
    }
    simplest(system, &mut counterexamples, options, budget.elapsed());
    for (checker, lasso) in liveness.checkers.iter().zip(&liveness.found) {
        let Some(lasso) = lasso else { continue };
        if options.stop_at_first && !counterexamples.is_empty() {
            break;
        }
        match follow(&pathfinder, system, lasso, checker.as_ref()) {
            Ok(counterexample) => counterexamples.push(counterexample),
            Err(failure) => {
                unknown = Some(UnknownRun { unknown: failure, schedule: Schedule::default() });
            }
        }
    }
    stats.seconds = budget.spent().time.as_secs_f64();
    let outcome = Results {
        counterexamples,
        unknown: unknown.as_ref().map(|run| run.unknown.clone()),
        stop,
        cut_states: count_cut(shared, cut),
        omission: shared.store.omission(),
    };
    let (cut_states, omission) = (outcome.cut_states, outcome.omission);
    let verdict = verdict(outcome, options);
    Report {
        verdict,
        stats,
        stop,
        limit: limit(stop, options),
        bounds: bounds(cut_states, omission, options),
        unknown,
        cut_states,
        omission,
        have_assumptions_failed: false,
        has_symmetry_failed: false,
        checkpoint: None,
    }
}

/// The choices that lead to what was found.
fn schedule<S: Reducible + Matchable + Temporal, V: StateStore, T>(
    pathfinder: &Pathfinder<V>,
    system: &mut S,
    found: &Found<T>,
) -> Option<Schedule> {
    let mut choices = pathfinder.run_to(system, &found.origin)?;
    choices.extend_from_slice(&found.tail);
    Some(Schedule(choices))
}

/// A violation with the run to it, if that was found again.
fn with_run(
    violation: Violation,
    schedule: Option<Schedule>,
) -> Result<Counterexample, UnknownRun> {
    let Some(schedule) = schedule else {
        let Violation { finding, place, .. } = violation;
        let reason = format!(
            "a violation was found but the run to it cannot be made again ({}: {finding})",
            finding.property().kind()
        );
        let unknown = Unknown { kind: UnknownKind::Internal, reason, place };
        return Err(UnknownRun { unknown, schedule: Schedule::default() });
    };
    Ok(Counterexample { violation, schedule, cycle: None })
}

/// Number of states of which choices were left out, and which were not reached at less cost
/// since.
fn count_cut<V: StateStore>(shared: &Shared<V>, mut cut: Vec<(Option<StateId>, u32)>) -> u64 {
    cut.retain(|&(state, cost)| state.is_none_or(|state| shared.costs.is_least(state, cost)));
    cut.sort_unstable();
    let unnumbered = cut.iter().filter(|(state, _)| state.is_none()).count();
    cut.retain(|(state, _)| state.is_some());
    cut.dedup();
    (unnumbered + cut.len()) as u64
}
