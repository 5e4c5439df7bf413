//! The simplest schedule to a violation.
//!
//! What a person reads should have as few switches as possible, and then as few
//! steps. A search by preemptions, step by step and without a reduction, finds
//! exactly that schedule first; it stops where it would become worse than what is
//! known, or when its time is up.

use std::time::{Duration, Instant};

use heddle_model::{Choice, Counterexample, Limits, Schedule, TransitionSystem, Violation};
use heddle_replay::{Replay, ReplayObserver, ReplayedStep};

use crate::measure::{RunCost, preemptible};
use crate::search::first_of;
use crate::{Bounds, Explorable, Options, Order, Reduction};

/// Preemptions of a schedule: switches away from a thread that could have gone on.
pub fn preemptions<S: TransitionSystem>(system: &mut S, schedule: &Schedule) -> u32 {
    cost_of(system, schedule).cost.preemptions
}

fn cost_of<S: TransitionSystem>(system: &mut S, schedule: &Schedule) -> Counter {
    let mut counter = Counter { cost: RunCost::START, is_forced: true };
    // A run that cannot be made any further has no more preemptions.
    let _ = Replay::from_start(system, &mut counter).run(&schedule.0);
    counter
}

/// Counts the cost of a run.
struct Counter {
    cost: RunCost,
    /// There was never anything to choose.
    is_forced: bool,
}

impl<S: TransitionSystem> ReplayObserver<S> for Counter {
    fn before(&mut self, _system: &mut S, step: ReplayedStep, choices: &[Choice]) {
        let Counter { cost, is_forced } = self;
        *is_forced &= choices.len() == 1;
        *cost = cost.with_step(step.choice.actor(), preemptible(cost.last, choices));
    }
}

/// Replaces schedules by simpler ones, as far as time allows: that of its own, and what a
/// limit on all of the search has left after `spent`.
pub(crate) fn simplest<S: Explorable + Send>(
    system: &mut S,
    counterexamples: &mut [Counterexample],
    options: &Options,
    spent: Duration,
) {
    let started = Instant::now();
    let all = options.limits.time.map_or(Duration::MAX, |limit| limit.saturating_sub(spent));
    for counterexample in counterexamples {
        let left = options.minimize.min(all).saturating_sub(started.elapsed());
        if left > Duration::ZERO {
            simplify(system, counterexample, options, left);
        }
    }
}

fn simplify<S: Explorable + Send>(
    system: &mut S,
    counterexample: &mut Counterexample,
    options: &Options,
    time: Duration,
) {
    let Counter { cost, is_forced } = cost_of(system, &counterexample.schedule);
    if is_forced {
        // There is no other run.
        return;
    }
    let now = (cost.preemptions, counterexample.schedule.0.len());
    let search = Options {
        order: Order::Preemptions,
        reduction: Reduction::Steps,
        assumes: false,
        matches_threads: false,
        bounds: Bounds { preemptions: Some(now.0), ..Bounds::default() },
        limits: Limits { time: Some(time), since: None, ..options.limits },
        supervisor: options.supervisor.clone(),
        ..Options::default()
    };
    let is_it = |violation: &Violation| violation.identity() == counterexample.violation.identity();
    let Some(found) = first_of(system, &search, &is_it) else { return };
    if (preemptions(system, &found.schedule), found.schedule.0.len()) < now {
        *counterexample = found;
    }
}
