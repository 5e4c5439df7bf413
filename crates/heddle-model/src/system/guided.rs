//! A measure of promise, for a best-first search.

use crate::TransitionSystem;

/// A system that can say how promising its states are.
pub trait Guided: TransitionSystem {
    /// The promise of the loaded state; a best-first search expands the greatest first.
    fn metric(&mut self) -> i64 {
        0
    }
}
