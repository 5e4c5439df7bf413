//! Looking at a run while it is made again.

use heddle_model::{Choice, StepOutcome, TransitionSystem, Violation};

/// A step of a run that is made again.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Moment {
    /// Number of steps that were made before it.
    pub number: usize,
    /// The choice that it makes.
    pub choice: Choice,
}

/// Someone who sees each step of a run that is made again.
pub trait Observer<S: TransitionSystem> {
    /// Called before a choice is made. It is one of `choices`, which are those of the loaded
    /// state.
    fn before(&mut self, system: &mut S, moment: Moment, choices: &[Choice]) {
        let _ = (system, moment, choices);
    }

    /// Makes the choice, as [`TransitionSystem::step`] does.
    fn step(
        &mut self,
        system: &mut S,
        moment: Moment,
        violations: &mut Vec<Violation>,
    ) -> StepOutcome {
        system.step(moment.choice, violations)
    }

    /// Called after a choice was made. The successor is loaded if the run goes on.
    fn after(&mut self, system: &mut S, moment: Moment, outcome: &StepOutcome) {
        let _ = (system, moment, outcome);
    }
}

/// The observer of runs of which only the end is of interest.
#[derive(Clone, Copy, Debug)]
pub struct Unobserved;

impl<S: TransitionSystem> Observer<S> for Unobserved {}

impl<S: TransitionSystem, O: Observer<S>> Observer<S> for &mut O {
    fn before(&mut self, system: &mut S, moment: Moment, choices: &[Choice]) {
        (**self).before(system, moment, choices);
    }

    fn step(
        &mut self,
        system: &mut S,
        moment: Moment,
        violations: &mut Vec<Violation>,
    ) -> StepOutcome {
        (**self).step(system, moment, violations)
    }

    fn after(&mut self, system: &mut S, moment: Moment, outcome: &StepOutcome) {
        (**self).after(system, moment, outcome);
    }
}
