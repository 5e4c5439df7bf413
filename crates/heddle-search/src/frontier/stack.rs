//! Depth first: the newest state next.

use std::io;

use super::{Open, Queue, Visit};

/// A stack. Successors are pushed in the order of their choices, so that the
/// last choice is followed first.
#[derive(Default)]
pub(crate) struct Stack {
    open: Vec<Open>,
}

impl Queue for Stack {
    fn push(&mut self, open: Open) {
        self.open.push(open);
    }

    fn pop(&mut self) -> Option<Open> {
        self.open.pop()
    }

    fn for_each(&self, visit: &mut Visit<'_>) -> io::Result<()> {
        self.open.iter().try_for_each(visit)
    }

    fn is_dry(&self) -> bool {
        self.open.is_empty()
    }

    /// The oldest half: those have most ahead of them.
    fn split(&mut self) -> Vec<Open> {
        self.open.drain(..self.open.len().div_ceil(2)).collect()
    }
}
