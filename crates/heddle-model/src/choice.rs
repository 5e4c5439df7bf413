//! Threads, choices and schedules.

use std::fmt;

use serde::{Deserialize, Serialize};

/// A thread of the checked program, numbered in order of creation; `0` is main.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
#[serde(transparent)]
pub struct ThreadId(pub u32);

impl ThreadId {
    /// The thread that runs `main`.
    pub const MAIN: ThreadId = ThreadId(0);

    /// The thread's number as an index.
    pub fn index(self) -> usize {
        self.0 as usize
    }
}

impl fmt::Display for ThreadId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "T{}", self.0)
    }
}

/// One decision: `thread` makes its next step, taking the `alternative`-th of
/// the ways it can go (`0` where there is only one).
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
pub struct Choice {
    /// Who moves.
    pub thread: ThreadId,
    /// Which way: the value of a nondeterministic choice, the waiter that a
    /// signal wakes, success or failure of an allocation.
    pub alternative: u32,
}

impl Choice {
    /// The only way in which `thread` can move.
    pub fn of(thread: ThreadId) -> Choice {
        Choice { thread, alternative: 0 }
    }
}

/// All decisions of one run, in order. Replaying it reproduces the run.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(transparent)]
pub struct Schedule(pub Vec<Choice>);
