//! The one driver behind all replays.

use heddle_model::{Choice, Schedule, StepOutcome, TransitionSystem, Violation};

use crate::{ReplayError, ReplayObserver, ReplayedStep, Unobserved};

/// A run under way, made by choices from outside.
#[derive(Debug)]
pub struct Replay<'a, S, O> {
    system: &'a mut S,
    observer: O,
    /// Number of steps made.
    made: usize,
    choices: Vec<Choice>,
    violations: Vec<Violation>,
}

impl<'a, S: TransitionSystem, O: ReplayObserver<S>> Replay<'a, S, O> {
    /// Begins in the initial state.
    pub fn from_start(system: &'a mut S, observer: O) -> Replay<'a, S, O> {
        system.reset();
        Replay::from_loaded(system, observer)
    }

    /// Begins in the state that is loaded.
    pub fn from_loaded(system: &'a mut S, observer: O) -> Replay<'a, S, O> {
        Replay { system, observer, made: 0, choices: Vec::new(), violations: Vec::new() }
    }

    /// Makes one choice.
    ///
    /// # Errors
    /// If it is not enabled.
    pub fn step(&mut self, choice: Choice) -> Result<StepOutcome, ReplayError> {
        self.system.choices(&mut self.choices);
        if !self.choices.contains(&choice) {
            return Err(ReplayError::NotEnabled { step: self.made + 1, choice });
        }
        let step = ReplayedStep { number: self.made, choice };
        self.observer.before(self.system, step, &self.choices);
        self.violations.clear();
        let outcome = self.observer.step(self.system, step, &mut self.violations);
        self.made += 1;
        self.observer.after(self.system, step, &outcome);
        Ok(outcome)
    }

    /// Makes choices one after the other. Returns the outcome of the last, which alone may
    /// end the run; [`StepOutcome::Unknown`] only if something went wrong before the step
    /// became too difficult, since that did happen.
    ///
    /// # Errors
    /// If a choice is not enabled when its turn comes, if the run is over before the choices
    /// are, or if a step cannot be made by heddle.
    pub fn run(&mut self, choices: &[Choice]) -> Result<StepOutcome, ReplayError> {
        let mut last = StepOutcome::Continues;
        for (index, &choice) in choices.iter().enumerate() {
            let is_last = index + 1 == choices.len();
            let outcome = self.step(choice)?;
            let step = self.made;
            match outcome {
                StepOutcome::Unknown(unknown) if !is_last || self.violations.is_empty() => {
                    return Err(ReplayError::Unknown { step, unknown });
                }
                StepOutcome::Failed | StepOutcome::Abandoned if !is_last => {
                    return Err(ReplayError::EndsEarly { step });
                }
                StepOutcome::Continues
                | StepOutcome::Failed
                | StepOutcome::Abandoned
                | StepOutcome::Unknown(_) => last = outcome,
            }
        }
        Ok(last)
    }

    /// The system, in the state that the run has come to.
    pub fn system(&mut self) -> &mut S {
        self.system
    }

    /// Number of steps made.
    pub fn made(&self) -> usize {
        self.made
    }

    /// Violations of the last step.
    pub fn violations(&self) -> &[Violation] {
        &self.violations
    }

    /// Ends the replay of a run whose last step had this outcome. Returns the violations of
    /// that step, and of the state after it if there is one.
    pub fn finish(mut self, outcome: &StepOutcome) -> Vec<Violation> {
        if *outcome == StepOutcome::Continues {
            self.system.choices(&mut self.choices);
            self.system.check_state(&self.choices, &mut self.violations);
        }
        self.violations
    }
}

/// Makes the choices of `schedule` one after the other, from the initial
/// state. Returns the violations of the last step and of the state after it.
///
/// # Errors
/// Those of [`Replay::run`].
pub fn replay<S: TransitionSystem>(
    system: &mut S,
    schedule: &Schedule,
) -> Result<Vec<Violation>, ReplayError> {
    let mut replay = Replay::from_start(system, Unobserved);
    let outcome = replay.run(&schedule.0)?;
    Ok(replay.finish(&outcome))
}
