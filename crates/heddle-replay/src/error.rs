//! The reasons for which a schedule cannot be replayed.

use heddle_model::{Choice, Unknown};

/// A reason for which a schedule cannot be replayed. Steps count from one.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum ReplayError {
    /// The schedule belongs to another program, or the system is not
    /// deterministic.
    #[error("step {step}: {} cannot take alternative {} here", choice.actor(), choice.alternative)]
    NotEnabled {
        /// The step.
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
        /// The step.
        step: usize,
        /// The reason.
        unknown: Box<Unknown>,
    },
}
