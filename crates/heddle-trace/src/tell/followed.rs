//! The parts of a run that are followed: its beginning and its end.
//!
//! To look at each instruction takes about a hundred times as long as to make it. Nobody reads the
//! story of a hundred million of them, and only the steps at both ends are [kept](super::steps). So a
//! long run is made twice: once to count its instructions, and once to tell it, where choices in the
//! middle are made at full speed, each as a whole.

use heddle_machine::{Machine, Recording};
use heddle_model::{Schedule, StepOutcome, TransitionSystem, Violation};
use heddle_replay::{Replay, ReplayObserver, ReplayedStep};

/// Instructions at the beginning that are followed, at least.
const BEGINNING: u64 = 50_000;
/// Instructions at the end that are followed, at least.
const END: u64 = 200_000;

/// The parts of a run that are followed, while it is told.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Followed {
    /// Instructions of the whole run.
    total: u64,
    /// Instructions that were made.
    made: u64,
}

impl Followed {
    /// The parts of the run of a schedule. The machine, which records and whose initial state is
    /// loaded, comes back to both.
    pub(super) fn of(machine: &mut Machine, schedule: &Schedule) -> Followed {
        let most = machine.longest_step().saturating_mul(schedule.0.len() as u64);
        if most <= BEGINNING + END {
            return Followed { total: most, made: 0 };
        }
        machine.record(Recording::Output);
        let before = machine.instructions();
        // What cannot be replayed fails again when it is told.
        let _ = Replay::from_loaded(machine, Counted).run(&schedule.0);
        let total = machine.instructions() - before;
        machine.record(Recording::All);
        machine.reset();
        Followed { total, made: 0 }
    }

    /// True if the next choice, which makes at most so many instructions, is in such a part.
    pub(super) fn includes_next(&self, longest: u64) -> bool {
        self.made < BEGINNING || self.made + longest + END > self.total
    }

    /// Takes note of a choice that has made so many instructions.
    pub(super) fn note(&mut self, instructions: u64) {
        self.made += instructions;
    }
}

/// The observer of a run whose instructions are counted by the machine.
struct Counted;

impl<'p> ReplayObserver<Machine<'p>> for Counted {
    fn step(
        &mut self,
        machine: &mut Machine<'p>,
        step: ReplayedStep,
        violations: &mut Vec<Violation>,
    ) -> StepOutcome {
        let outcome = machine.step(step.choice, violations);
        // They are not told.
        machine.take_events();
        outcome
    }
}
