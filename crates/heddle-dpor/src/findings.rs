//! Findings on the way: violations, and steps that cannot be made.

use heddle_model::{Choice, Counterexample, Reducible, Schedule, SpinDeadlock, Temporal, Unknown};

use crate::explorer::Explorer;
use crate::report::UnknownRun;

impl<S: Reducible + Temporal> Explorer<'_, S> {
    /// Takes note of the spin deadlock to which the loaded state leads, at the end of a run in which
    /// others have nothing more to do, if it does.
    pub(crate) fn look_for_spinning(&mut self, run: &[Choice]) {
        let Some(SpinDeadlock { violation, run: onward, cycle }) = self.system.spin_deadlock()
        else {
            return;
        };
        let is_same = |known: &Counterexample| known.violation.identity() == violation.identity();
        if !self.violated.iter().any(is_same) {
            let before = self.prologue.len() + run.len();
            let schedule = self.prologue.iter().chain(run).chain(&onward).copied().collect();
            let cycle = Some(before + cycle);
            self.violated.push(Counterexample { violation, schedule: Schedule(schedule), cycle });
        }
    }

    /// Takes note of violations at the end of a run.
    pub(crate) fn note_violations(&mut self, run: &[Choice]) {
        for violation in self.violations.drain(..) {
            let schedule = || Schedule(self.prologue.iter().chain(run).copied().collect());
            let length = self.prologue.len() + run.len();
            let is_same =
                |known: &&mut Counterexample| known.violation.identity() == violation.identity();
            match self.violated.iter_mut().find(is_same) {
                Some(known) if known.schedule.0.len() <= length => {}
                Some(known) => {
                    *known = Counterexample { violation, schedule: schedule(), cycle: None }
                }
                None => self.violated.push(Counterexample {
                    violation,
                    schedule: schedule(),
                    cycle: None,
                }),
            }
        }
    }

    /// Takes note of a step that could not be made, if it is the first, or shows a failure.
    pub(crate) fn note_unknown(&mut self, unknown: Unknown, run: &[Choice]) {
        self.budget.give_up_proof(&unknown);
        let schedule = Schedule(self.prologue.iter().chain(run).copied().collect());
        let run = UnknownRun { unknown, schedule };
        if self.unknown.as_ref().is_none_or(|known| run.is_worse_than(known)) {
            self.unknown = Some(run);
        }
    }
}
