//! The cycles of spin deadlocks.
//!
//! A search finds a state from which threads can only spin, and the simplest schedule to it. What
//! they do there for ever is the system's to say, and is added when that schedule is known.

use heddle_model::{Counterexample, Property, SpinDeadlock, StepOutcome, Temporal, Verdict};
use heddle_replay::{Replay, Unobserved};

use crate::Report;

/// Adds the cycle to each spin deadlock of a report. One that does not show again stays without, and
/// is not let through where runs are replayed.
pub(crate) fn add_cycles<S: Temporal>(system: &mut S, report: &mut Report) {
    let Verdict::Violation(found) = &mut report.verdict else { return };
    let spinning = |it: &&mut Counterexample| it.violation.property() == Property::SpinDeadlock;
    for Counterexample { violation, schedule, cycle } in found.iter_mut().filter(spinning) {
        let outcome = Replay::from_start(system, Unobserved).run(&schedule.0);
        if outcome != Ok(StepOutcome::Continues) {
            continue;
        }
        if let Some(SpinDeadlock { violation: again, run, cycle: begins }) = system.spin_deadlock()
            && again.identity() == violation.identity()
        {
            *cycle = Some(schedule.0.len() + begins);
            schedule.0.extend(run);
        }
    }
}
