//! Accesses of threads to what they share, in the order of each thread.
//!
//! A [`History`] is what is left of a program when every thread was executed on its own: the
//! accesses to shared [cells](CellId), as [events](Event) with guards. What a read finds is a
//! term that nothing is known of: an encoding of concurrency says which writes it may be from.
//!
//! Events come in atomic blocks. Between the events of a block nothing of another thread happens: a
//! block is an access of its own, an operation of synchronization, or an atomic section.
//!
//! # Invariants
//! - The blocks of a thread, and the events of a block, are in the order of the program. Events of
//!   different blocks are in any order: where paths part inside of a block, one of them may have
//!   gone on to the next block before another makes its last event of this one.
//! - A block of which nothing is made has a time all the same, and any will do that fits between
//!   those of its thread.
//! - The guard of an event holds if and only if the run makes it; a run that makes an event of
//!   a block has made all events before it in the thread whose guards hold.

mod happens_before;
mod order;
mod switches;

pub use happens_before::{DeterminedRead, HappensBefore, determined_reads};
pub use heddle_engine::Turns;
pub use order::encode as encode_order;
pub use switches::encode as encode_switches;

use crate::term::{Term, Terms};

/// Names a shared cell: some bytes of an object that are read and written together.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct CellId(pub u32);

impl CellId {
    /// As an index.
    pub fn index(self) -> usize {
        self.0 as usize
    }
}

/// Names an atomic block.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct AtomicBlockId(pub u32);

impl AtomicBlockId {
    /// As an index.
    pub fn index(self) -> usize {
        self.0 as usize
    }
}

/// An access to a shared cell.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Event {
    /// The block that it belongs to.
    pub block: AtomicBlockId,
    /// Condition under which the run makes it.
    pub guard: Term,
    /// The cell that is accessed.
    pub cell: CellId,
    /// True for a write, false for a read.
    pub writes: bool,
    /// The value that is written, or that a read finds.
    pub value: Term,
}

/// An atomic block: events of a thread between which no other thread has one.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct AtomicBlock {
    /// The thread.
    pub thread: u32,
}

/// A history as constraints.
#[derive(Clone, Debug)]
pub struct Encoding {
    /// They hold, in every run.
    pub constraints: Vec<Term>,
    /// Time of each block: blocks of different threads that happen have different times, and
    /// earlier blocks lesser ones.
    pub times: Vec<Term>,
    /// For each block, the condition under which it is within the bounds, if there are any. A run
    /// that goes beyond them is only told up to there: what reads find in later blocks means
    /// nothing.
    pub within: Vec<Term>,
}

/// Reasons why a history has no constraints.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
pub enum EncodeError {
    /// The order of blocks that holds in all runs has a cycle.
    #[error("the order of blocks that is known beforehand should have no cycle")]
    Unordered,
    /// The caller said to stop.
    #[error("stopped")]
    Stopped,
}

/// A callback that is called from time to time: false stops the encoding.
pub type ShouldContinue<'a> = &'a mut dyn FnMut(&Terms) -> bool;

/// All that threads do to what they share.
#[derive(Clone, Debug, Default)]
pub struct History {
    /// Groups, those of each thread in its order.
    pub blocks: Vec<AtomicBlock>,
    /// Events, those of each block in its order.
    pub events: Vec<Event>,
    /// Initial value of each cell.
    pub initial: Vec<Term>,
    /// Order of blocks of different threads that is known from creation and joining.
    pub edges: Vec<OrderEdge>,
}

/// A block that comes before one of another thread.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct OrderEdge {
    /// The block that comes first.
    pub first: AtomicBlockId,
    /// The block that comes after it.
    pub second: AtomicBlockId,
    /// Condition under which the order holds.
    pub condition: Term,
    /// True if the first block creates the thread of the second: in runs where the condition does
    /// not hold, that thread does nothing from the second block on. If false, the second waits for
    /// the first.
    pub is_creation: bool,
}

impl History {
    /// A block of a thread, after those that it has.
    pub fn add_block(&mut self, thread: u32) -> AtomicBlockId {
        self.blocks.push(AtomicBlock { thread });
        AtomicBlockId(self.blocks.len() as u32 - 1)
    }

    /// The events of each cell: block by block, and those of a block in its order.
    pub(crate) fn events_by_cell(&self) -> Vec<Vec<usize>> {
        let mut all = vec![Vec::new(); self.initial.len()];
        for (number, event) in self.events.iter().enumerate() {
            all[event.cell.index()].push(number);
        }
        for events in &mut all {
            events.sort_by_key(|&event| self.events[event].block);
        }
        all
    }

    /// Number of threads.
    pub fn threads(&self) -> usize {
        self.blocks.iter().map(|block| block.thread as usize + 1).max().unwrap_or(0)
    }
}
