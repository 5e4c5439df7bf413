//! Looking at a run while it is made again.

use heddle_model::{Choice, StepOutcome, TransitionSystem, Violation};

/// A step of a run that is made again.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct ReplayedStep {
    /// Number of steps that were made before it.
    pub number: usize,
    /// The choice that it makes.
    pub choice: Choice,
}

/// Someone who sees each step of a run that is made again.
pub trait ReplayObserver<S: TransitionSystem> {
    /// Called before a choice is made. It is one of `choices`, which are those of the loaded
    /// state.
    fn before(&mut self, system: &mut S, step: ReplayedStep, choices: &[Choice]) {
        let _ = (system, step, choices);
    }

    /// Makes the choice, as [`TransitionSystem::step`] does.
    fn step(
        &mut self,
        system: &mut S,
        step: ReplayedStep,
        violations: &mut Vec<Violation>,
    ) -> StepOutcome {
        system.step(step.choice, violations)
    }

    /// Called after a choice was made. The successor is loaded if the run goes on.
    fn after(&mut self, system: &mut S, step: ReplayedStep, outcome: &StepOutcome) {
        let _ = (system, step, outcome);
    }
}

/// The observer of runs of which only the end is of interest.
#[derive(Clone, Copy, Debug)]
pub struct Unobserved;

impl<S: TransitionSystem> ReplayObserver<S> for Unobserved {}

impl<S: TransitionSystem, O: ReplayObserver<S>> ReplayObserver<S> for &mut O {
    fn before(&mut self, system: &mut S, step: ReplayedStep, choices: &[Choice]) {
        (**self).before(system, step, choices);
    }

    fn step(
        &mut self,
        system: &mut S,
        step: ReplayedStep,
        violations: &mut Vec<Violation>,
    ) -> StepOutcome {
        (**self).step(system, step, violations)
    }

    fn after(&mut self, system: &mut S, step: ReplayedStep, outcome: &StepOutcome) {
        (**self).after(system, step, outcome);
    }
}
