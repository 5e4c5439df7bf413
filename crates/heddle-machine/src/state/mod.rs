//! The loaded state: memory, threads, and the process they belong to.
//!
//! Observers ([`crate::observe`]) that the program has registered are part of a state, too;
//! they stand with their answers.

pub(crate) mod memory;
pub(crate) mod thread;

use heddle_model::ThreadId;

use memory::Memory;
use thread::Threads;

/// One state of a program.
pub(crate) struct State {
    pub(crate) memory: Memory,
    pub(crate) threads: Threads,
    /// The exit code, once the process has ended.
    pub(crate) ended: Option<i32>,
    /// The thread that alone is allowed to move, for as long as it can.
    pub(crate) atomic_owner: Option<ThreadId>,
    /// True if the last step has ended the run with a failure. Such a state is never saved.
    pub(crate) has_failed: bool,
}

impl State {
    /// A state without threads.
    pub(crate) fn new(memory: Memory) -> State {
        State {
            memory,
            threads: Threads::default(),
            ended: None,
            atomic_owner: None,
            has_failed: false,
        }
    }
}
