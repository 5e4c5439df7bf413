//! Matching of states by less than all of their words: abstraction and symmetry.

use crate::TransitionSystem;

/// A system that may match states which differ in what does not count.
///
/// By default states are matched by what [`save`](TransitionSystem::save) writes.
pub trait Matchable: TransitionSystem {
    /// Writes the words by which the loaded state is matched to `words` (cleared first)
    /// and returns true. Returns false if these are the words that
    /// [`save`](TransitionSystem::save) writes.
    fn save_matched(&mut self, words: &mut Vec<u32>) -> bool {
        words.clear();
        false
    }

    /// Turns thread symmetry off (`apart`) or on: with it, states that differ only in which
    /// thread is where have the same [matched words](Self::save_matched). A search that
    /// counts the cost of runs must turn it off: the cost of a step depends on which thread
    /// made the last.
    fn tell_threads_apart(&mut self, apart: bool) {
        let _ = apart;
    }

    /// True unless it has turned out that states were matched by thread symmetry which differ in
    /// more than names: then the states must be explored again with threads told apart.
    fn symmetry_holds(&self) -> bool {
        true
    }
}
