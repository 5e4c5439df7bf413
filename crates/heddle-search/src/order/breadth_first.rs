//! Breadth-first: all runs of `n` steps before any of `n + 1`.

use heddle_model::Schedule;

use super::parents::Parents;
use super::{Discovery, Expansion, SearchOrder, Then};
use crate::StateIndex;

/// Breadth-first order.
///
/// The queue costs nothing: states are numbered in the order of their
/// discovery, which is the order of their expansion, so a queue of states is a
/// range of numbers.
///
/// # Invariants
/// - States before `next` have been expanded or are in hand; those from `next`
///   on, to `parents.len()`, wait.
/// - States before `level_end` were reached in at most `depth` steps, those
///   from there on in `depth + 1` (`next` moves the level on).
#[derive(Default)]
pub(crate) struct BreadthFirst {
    parents: Parents,
    next: usize,
    level_end: usize,
    depth: u32,
}

impl SearchOrder for BreadthFirst {
    const SHORTEST_FIRST: bool = true;

    fn next(&mut self) -> Option<Expansion> {
        if self.next == self.parents.len() {
            return None;
        }
        if self.next == 0 {
            self.level_end = 1;
        } else if self.next == self.level_end {
            self.level_end = self.parents.len();
            self.depth += 1;
        }
        let state = StateIndex::new(self.next);
        self.next += 1;
        Some(Expansion { state, depth: self.depth, made: 0 })
    }

    fn discovered(&mut self, discovery: Discovery) -> Then {
        assert_eq!(
            discovery.state.index(),
            self.parents.len(),
            "states should be discovered once each, in the order of their numbers"
        );
        self.parents.push(discovery.step.from.state, discovery.step.choice);
        Then::Stay
    }

    fn finished(&mut self) {}

    fn schedule(&self, in_hand: Expansion) -> Schedule {
        self.parents.schedule_to(in_hand.state)
    }

    fn frontier(&self) -> usize {
        self.parents.len() - self.next + 1
    }

    fn bytes(&self) -> usize {
        self.parents.bytes()
    }
}
