//! Propositions and enabled threads, for formulas about infinite runs.

use crate::{Choice, TransitionSystem};

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
    fn waiting(&mut self) -> u32 {
        let mut choices = Vec::new();
        self.choices(&mut choices);
        let bit = |choice: &Choice| 1u32.checked_shl(choice.thread.0).unwrap_or(0);
        choices.iter().fold(u32::MAX, |waiting, choice| waiting & !bit(choice)) | 1 << 31
    }

    /// True if one thread keeps all others out in the loaded state, and can go on.
    fn is_alone(&mut self) -> bool {
        false
    }
}
