//! Synchronization events, as a run is told.

use std::fmt;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::ThreadId;

/// A synchronization operation that a thread made, with its result.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(tag = "operation", rename_all = "kebab-case")]
pub enum SyncEvent {
    /// It got a lock.
    Lock {
        /// Name of the lock.
        object: String,
        /// The way in which it holds it now.
        mode: LockMode,
    },
    /// It gave a lock back.
    Unlock {
        /// Name of the lock.
        object: String,
    },
    /// It destroyed an object.
    Destroy {
        /// Name of the object.
        object: String,
    },
    /// It began to wait for a condition.
    Wait {
        /// Name of the condition variable.
        object: String,
    },
    /// It woke a thread that waited for a condition.
    Wake {
        /// Name of the condition variable.
        object: String,
        /// The thread that was woken.
        thread: ThreadId,
    },
    /// It signalled a condition for which nobody waited.
    SignalInVain {
        /// Name of the condition variable.
        object: String,
    },
    /// It woke up although nobody had signalled the condition.
    WakeSpuriously {
        /// Name of the condition variable.
        object: String,
    },
    /// It has waited long enough for a condition.
    TimeOut {
        /// Name of the condition variable.
        object: String,
    },
    /// It came to a barrier, and waits there.
    Arrive {
        /// Name of the barrier.
        object: String,
    },
    /// It came to a barrier as the last, and all go on.
    Open {
        /// Name of the barrier.
        object: String,
    },
    /// It increased a semaphore.
    Post {
        /// Name of the semaphore.
        object: String,
    },
    /// It decreased a semaphore.
    Take {
        /// Name of the semaphore.
        object: String,
    },
    /// It joined a thread that had exited.
    Join {
        /// The other thread.
        thread: ThreadId,
    },
}

/// The way in which a thread holds a lock.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum LockMode {
    /// Alone.
    Exclusive,
    /// Alone, once more than before.
    Again,
    /// A read-write lock, with other readers.
    Reading,
    /// A read-write lock, alone.
    Writing,
}

impl fmt::Display for SyncEvent {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            SyncEvent::Lock { object, mode } => {
                let how = match mode {
                    LockMode::Exclusive => "",
                    LockMode::Again => " again",
                    LockMode::Reading => " for reading",
                    LockMode::Writing => " for writing",
                };
                write!(f, "locks{how} {object}")
            }
            SyncEvent::Unlock { object } => write!(f, "unlocks {object}"),
            SyncEvent::Destroy { object } => write!(f, "destroys {object}"),
            SyncEvent::Wait { object } => write!(f, "waits for {object}"),
            SyncEvent::Wake { object, thread } => write!(f, "wakes {thread} through {object}"),
            SyncEvent::SignalInVain { object } => write!(f, "signals in vain {object}"),
            SyncEvent::WakeSpuriously { object } => write!(f, "wakes up spuriously from {object}"),
            SyncEvent::TimeOut { object } => write!(f, "no longer waits for {object}: timed out"),
            SyncEvent::Arrive { object } => write!(f, "waits at {object}"),
            SyncEvent::Open { object } => write!(f, "opens {object}"),
            SyncEvent::Post { object } => write!(f, "posts {object}"),
            SyncEvent::Take { object } => write!(f, "takes {object}"),
            SyncEvent::Join { thread } => write!(f, "joins {thread}"),
        }
    }
}
