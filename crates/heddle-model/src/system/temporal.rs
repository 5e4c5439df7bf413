//! Propositions and enabled threads, for formulas about infinite runs.

use crate::{Actor, ActorKind, TransitionSystem};

/// A system whose runs can be judged as a whole, by temporal formulas and fairness.
///
/// By default there are no propositions, and no thread keeps others out.
pub trait Temporal: TransitionSystem {
    /// Propositions that hold in the loaded state: a bit for each.
    fn valuation(&mut self) -> u32 {
        0
    }

    /// Threads that cannot move in the loaded state, since they wait, have exited or do
    /// not exist: a bit for each of the first 31; the last bit is always set. A thread that
    /// is only kept out by what another [does alone](Self::is_alone) does not wait.
    ///
    /// Internal actions have no bit: fairness does not require that they happen.
    fn waiting(&mut self) -> u32 {
        let mut choices = Vec::new();
        self.choices(&mut choices);
        choices.iter().fold(u32::MAX, |waiting, choice| waiting & !fairness_bit(choice.actor()))
            | 1 << 31
    }

    /// True if one thread keeps all others out in the loaded state, and can go on.
    fn is_alone(&mut self) -> bool {
        false
    }
}

/// The bit of [`Temporal::waiting`] that stands for an actor; zero if it has none, and
/// fairness does not speak of it.
#[inline]
pub fn fairness_bit(actor: Actor) -> u32 {
    match actor.kind() {
        ActorKind::Thread(thread) => 1u32.checked_shl(thread.0).unwrap_or(0),
        ActorKind::Internal(_) => 0,
    }
}
