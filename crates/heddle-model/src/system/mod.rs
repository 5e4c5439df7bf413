//! The systems that a search explores.
//!
//! [`TransitionSystem`] is the core: enough to replay a schedule and to explore step by step.
//! Each option of a search that needs more has a trait of its own, each with careful
//! defaults: [`Reducible`] for reductions, [`Matchable`] for states that are matched by less
//! than all of their words, [`Temporal`] for infinite runs, [`Guided`] for a best-first
//! order, [`Persistent`] for checkpoints.

mod guided;
mod matchable;
mod persistent;
mod reducible;
mod temporal;

pub use guided::Guided;
pub use matchable::Matchable;
pub use persistent::Persistent;
pub use reducible::Reducible;
pub use temporal::{SpinDeadlock, Temporal, fairness_bit};

use crate::{Choice, Unknown, Violation};

/// A system with states and steps, of which one state at a time is *loaded*.
///
/// # Contract
/// - Deterministic: from the same state, the same choice leads to the same
///   successor, violations and outcome.
/// - Two states are equal if and only if [`save`](Self::save) writes the same
///   words for both (words are ids of interned components; comparing them is a
///   full comparison of contents, not of hashes).
/// - The first word decides how many words there are.
/// - [`load`](Self::load) takes what `save` wrote, in any order and any number
///   of times.
/// - Systems that were made to be used by several workers share their
///   components: what one of them saved, another can load.
pub trait TransitionSystem {
    /// Loads the initial state.
    fn reset(&mut self);

    /// Writes the loaded state's words to `words` (which is cleared first).
    fn save(&mut self, words: &mut Vec<u32>);

    /// Loads the state that `words` describes.
    fn load(&mut self, words: &[u32]);

    /// Writes the choices that can be made in the loaded state to `choices`
    /// (which is cleared first), in a fixed order: by actor, then alternative.
    /// None means that the state is final or a deadlock.
    fn choices(&mut self, choices: &mut Vec<Choice>);

    /// Adds what is wrong with the loaded state itself (a deadlock, a race) to
    /// `violations`. `choices` is what [`choices`](Self::choices) gave for it.
    fn check_state(&mut self, choices: &[Choice], violations: &mut Vec<Violation>);

    /// Makes one of the loaded state's choices; what goes wrong on the way is
    /// added to `violations`.
    fn step(&mut self, choice: Choice, violations: &mut Vec<Violation>) -> StepOutcome;

    /// Bytes held for states and their components, for limits and statistics.
    /// Systems that share their components all tell the sum.
    fn memory_used(&self) -> usize;

    /// Bytes that loaded states take, in this system and its siblings, about and beyond what is
    /// always allowed. Claims none by default.
    fn loaded_bytes(&self) -> usize {
        0
    }
}

/// The end of a step.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum StepOutcome {
    /// The successor is loaded.
    Continues,
    /// The run is over: it failed, and nothing comes after. Its
    /// [valuation](Temporal::valuation) is there to be asked for; then another state
    /// must be loaded.
    Failed,
    /// The run does not count, since it contradicts an assumption. Another
    /// state must be loaded.
    Abandoned,
    /// The step cannot be made by heddle. Another state must be loaded.
    Unknown(Box<Unknown>),
}
