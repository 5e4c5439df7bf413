//! Waits of threads that cannot move, or that go round in vain.

use std::fmt;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::ThreadId;

/// A thread that cannot go on.
#[derive(
    Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize, JsonSchema,
)]
pub struct Waiting {
    /// The thread.
    pub thread: ThreadId,
    /// The event that would let it go on.
    pub waits: WaitsFor,
}

/// The event that a thread waits for.
#[derive(
    Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize, JsonSchema,
)]
#[serde(tag = "for", rename_all = "kebab-case")]
pub enum WaitsFor {
    /// A lock is free.
    Lock {
        /// Name of the lock.
        object: String,
        /// The thread that holds it, if it is known.
        #[serde(skip_serializing_if = "Option::is_none", default)]
        holder: Option<Holder>,
    },
    /// Another thread wakes it through a condition variable.
    Wake {
        /// Name of the condition variable.
        object: String,
    },
    /// Others come to a barrier.
    Others {
        /// Name of the barrier.
        object: String,
    },
    /// A semaphore is posted.
    Post {
        /// Name of the semaphore.
        object: String,
    },
    /// An object of another kind lets it pass.
    Object {
        /// Name of the object.
        object: String,
    },
    /// A thread exits.
    Exit {
        /// The other thread.
        thread: ThreadId,
    },
    /// Another thread changes what it reads in a loop.
    Change {
        /// Names of what it reads; none if it looks at nothing that has a name.
        objects: Vec<String>,
    },
    /// Its turn: nothing keeps it but others.
    Turn,
    /// Nothing: its wait is over.
    Nothing,
}

/// The holder of a lock that a thread waits for.
#[derive(
    Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize, JsonSchema,
)]
pub struct Holder {
    /// The thread.
    pub thread: ThreadId,
    /// Its state.
    pub state: HolderState,
}

/// The state of the holder of a lock.
#[derive(
    Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize, JsonSchema,
)]
#[serde(rename_all = "kebab-case")]
pub enum HolderState {
    /// It runs, or waits for something else.
    Alive,
    /// It has exited.
    Exited,
    /// It is the waiting thread itself.
    Itself,
}

impl fmt::Display for Waiting {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} {}", self.thread, self.waits)
    }
}

impl fmt::Display for WaitsFor {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            WaitsFor::Lock { object, holder: None } | WaitsFor::Object { object } => {
                write!(f, "waits for {object}")
            }
            WaitsFor::Lock { object, holder: Some(holder) } => {
                write!(f, "waits for {object}, {holder}")
            }
            WaitsFor::Wake { object } => write!(f, "waits to be woken through {object}"),
            WaitsFor::Others { object } => write!(f, "waits for others to come to {object}"),
            WaitsFor::Post { object } => write!(f, "waits for {object} to be posted"),
            WaitsFor::Exit { thread } => write!(f, "waits for {thread} to exit"),
            WaitsFor::Change { objects } if objects.is_empty() => {
                f.write_str("goes round for ever")
            }
            WaitsFor::Change { objects } => {
                write!(f, "spins until {} changes", objects.join(" or "))
            }
            WaitsFor::Turn => f.write_str("waits for its turn"),
            WaitsFor::Nothing => f.write_str("waits for nothing"),
        }
    }
}

impl fmt::Display for Holder {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Holder { thread, state } = self;
        match state {
            HolderState::Alive => write!(f, "held by {thread}"),
            HolderState::Exited => write!(f, "held by {thread}, which has exited"),
            HolderState::Itself => f.write_str("which it holds itself"),
        }
    }
}
