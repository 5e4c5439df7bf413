//! Making the choices of a schedule again, and the gate before a report.

use heddle_model::{
    Choice, Counterexample, Schedule, StepOutcome, TransitionSystem, Unknown, UnknownKind,
    Violation,
};

use crate::is_same_bug;

/// Why a schedule cannot be replayed. Steps count from one.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum ReplayError {
    /// The schedule belongs to another program, or the system is not
    /// deterministic.
    #[error("step {step}: {} cannot take alternative {} here", choice.actor(), choice.alternative)]
    NotEnabled {
        /// Which step.
        step: usize,
        /// The choice that cannot be made.
        choice: Choice,
    },
    /// The run is over, but the schedule goes on.
    #[error("the run ends at step {step}, before the end of the schedule")]
    EndsEarly {
        /// The last step of the run.
        step: usize,
    },
    /// The schedule leads to a step that heddle cannot make.
    #[error("step {step}: {}", unknown.reason)]
    Unknown {
        /// Which step.
        step: usize,
        /// What the step needs.
        unknown: Box<Unknown>,
    },
}

/// Makes the choices of `schedule` one after the other, from the initial
/// state. Returns what goes wrong on the last step and in the state after it.
///
/// # Errors
/// If a choice is not enabled when its turn comes, if the run is over before
/// the schedule is, or if a step cannot be made by heddle.
pub fn replay<S: TransitionSystem>(
    system: &mut S,
    schedule: &Schedule,
) -> Result<Vec<Violation>, ReplayError> {
    let mut violations = Vec::new();
    let mut choices = Vec::new();
    let length = schedule.0.len();
    system.reset();
    for (step, &choice) in (1..).zip(&schedule.0) {
        system.choices(&mut choices);
        if !choices.contains(&choice) {
            return Err(ReplayError::NotEnabled { step, choice });
        }
        violations.clear();
        match system.step(choice, &mut violations) {
            StepOutcome::Continues => {}
            StepOutcome::Failed | StepOutcome::Abandoned if step == length => {
                return Ok(violations);
            }
            StepOutcome::Failed | StepOutcome::Abandoned => {
                return Err(ReplayError::EndsEarly { step });
            }
            // What went wrong before the step became too difficult did happen.
            StepOutcome::Unknown(_) if step == length && !violations.is_empty() => {
                return Ok(violations);
            }
            StepOutcome::Unknown(unknown) => return Err(ReplayError::Unknown { step, unknown }),
        }
    }
    system.choices(&mut choices);
    system.check_state(&choices, &mut violations);
    Ok(violations)
}

/// Lets a counterexample pass if its schedule reproduces its violation.
pub(crate) fn gate<S: TransitionSystem>(
    system: &mut S,
    found: &Counterexample,
) -> Result<(), Unknown> {
    let why = match replay(system, &found.schedule) {
        Ok(again) if again.iter().any(|other| is_same_bug(other, &found.violation)) => {
            return Ok(());
        }
        Ok(_) => "the run ends without it".to_owned(),
        Err(error) => error.to_string(),
    };
    let Violation { finding, place, .. } = &found.violation;
    let kind = found.violation.kind();
    let reason = format!("a violation was found but its replay fails ({kind}: {finding}): {why}");
    Err(Unknown { kind: UnknownKind::Internal, reason, place: place.clone() })
}
