//! A run in terms of instructions, as an engine finds it that has no machine.

use heddle_model::Property;

/// Some instructions of a thread, without one of another between them.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Turn {
    /// The thread: threads are numbered in the order in which the engine met them, from 0, the
    /// main thread.
    pub thread: u32,
    /// The number of instructions.
    pub instructions: u64,
    /// The alternative that the last of them takes, if it has several.
    pub alternative: u32,
    /// The thread that the last of them creates.
    pub creates: Option<u32>,
}

/// A run that goes wrong. It is only believed when it has been replayed.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Witness {
    /// The property that it violates.
    pub property: Property,
    /// For each thread, the inputs that it takes, in order.
    pub inputs: Vec<Vec<u64>>,
    /// The turns of threads; after them, or in the last of them, it goes wrong.
    pub turns: Vec<Turn>,
}
