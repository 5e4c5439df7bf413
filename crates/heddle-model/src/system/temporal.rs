//! Propositions and enabled threads, for formulas about infinite runs.

use crate::{Actor, ActorKind, Choice, TransitionSystem, Violation};

/// A set of states that no schedule leaves, in which no thread ends and nothing changes that threads
/// share: all that go on wait for each other by spinning.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct SpinDeadlock {
    /// The violation.
    pub violation: Violation,
    /// Choices that lead from the state which was asked about into a cycle of the set, and once round
    /// it. All threads that can move have a part in it.
    pub run: Vec<Choice>,
    /// The choice with which the cycle begins.
    pub cycle: usize,
}

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

    /// True if the steps from one saved state to another may be those of a thread that waits by
    /// spinning: they have left what threads share as it was. Claims nothing by default.
    fn may_spin(&self, before: &[u32], after: &[u32]) -> bool {
        let _ = (before, after);
        false
    }

    /// The spin deadlock that can be reached from the loaded state without a change of what threads
    /// share, if that is looked for and no schedule leads anywhere else. The state stays
    /// loaded.
    fn spin_deadlock(&mut self) -> Option<SpinDeadlock> {
        None
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
