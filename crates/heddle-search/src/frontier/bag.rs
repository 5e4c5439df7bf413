//! Random: any state next, each with the same chance.

use std::io;

use fastrand::Rng;

use super::{Open, Queue, Visit};

/// A bag from which states are drawn. Every state is drawn in the end, so that
/// the search is complete.
pub(crate) struct Bag {
    open: Vec<Open>,
    random: Rng,
}

impl Bag {
    /// An empty bag; the same seed draws the same way.
    pub(crate) fn new(seed: u64) -> Bag {
        Bag { open: Vec::new(), random: Rng::with_seed(seed) }
    }
}

impl Queue for Bag {
    fn push(&mut self, open: Open) {
        self.open.push(open);
    }

    fn pop(&mut self) -> Option<Open> {
        if self.open.is_empty() {
            return None;
        }
        Some(self.open.swap_remove(self.random.usize(..self.open.len())))
    }

    fn for_each(&self, visit: &mut Visit<'_>) -> io::Result<()> {
        self.open.iter().try_for_each(visit)
    }

    fn is_dry(&self) -> bool {
        self.open.is_empty()
    }

    fn split(&mut self) -> Vec<Open> {
        self.open.drain(..self.open.len().div_ceil(2)).collect()
    }
}
