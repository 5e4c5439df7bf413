//! Synchronization objects that are used against their contracts.

use std::fmt;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::ThreadId;

/// A use of a synchronization object, or of atomic sections, that is not allowed.
#[derive(
    Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize, JsonSchema,
)]
#[serde(tag = "misuse", rename_all = "kebab-case")]
pub enum Misuse {
    /// An operation on an object that is in no state for it.
    Operation {
        /// The operation.
        action: SyncAction,
        /// Name of the object.
        object: String,
        /// The reason why it is not allowed.
        #[serde(flatten)]
        reason: MisuseReason,
    },
    /// An operation on bytes that were never initialized.
    Uninitialized,
    /// The end of an atomic section that never began.
    EndOfNoSection,
}

/// An operation on a synchronization object, as far as misuse is told by it.
#[derive(
    Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize, JsonSchema,
)]
#[serde(rename_all = "kebab-case")]
pub enum SyncAction {
    /// Any operation.
    Use,
    /// Initializing it.
    Initialize,
    /// Destroying it.
    Destroy,
    /// Unlocking it.
    Unlock,
    /// Waiting for a condition, with this mutex.
    WaitWith,
}

/// The reason why an operation on a synchronization object is not allowed.
#[derive(
    Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize, JsonSchema,
)]
#[serde(tag = "reason", rename_all = "kebab-case")]
pub enum MisuseReason {
    /// The object was destroyed.
    Destroyed {
        /// Kind of the object.
        kind: SyncKind,
    },
    /// The object is not initialized, or was destroyed.
    NotInitialized {
        /// Kind of the object.
        kind: SyncKind,
    },
    /// Somebody holds it.
    Locked,
    /// Nobody holds it.
    NotLocked,
    /// The thread does not hold it.
    NotHeld,
    /// A thread holds it.
    HeldBy {
        /// The thread.
        thread: ThreadId,
    },
    /// A thread waits for it.
    AwaitedBy {
        /// The thread.
        thread: ThreadId,
    },
    /// Threads wait at it.
    AwaitedByMany {
        /// Their number.
        threads: u32,
    },
}

/// A kind of synchronization object.
#[derive(
    Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize, JsonSchema,
)]
#[serde(rename_all = "kebab-case")]
pub enum SyncKind {
    /// A mutex.
    Mutex,
    /// A condition variable.
    Condition,
    /// A read-write lock.
    Rwlock,
    /// A semaphore.
    Semaphore,
    /// A spin lock.
    Spinlock,
    /// A barrier.
    Barrier,
    /// A control of a function that is called once.
    Once,
}

impl fmt::Display for Misuse {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Misuse::Operation { action, object, reason } => {
                write!(f, "{action} {object}, {reason}")
            }
            Misuse::Uninitialized => {
                f.write_str("use of a synchronization object that was never initialized")
            }
            Misuse::EndOfNoSection => f.write_str("end of an atomic section that never began"),
        }
    }
}

impl fmt::Display for SyncAction {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            SyncAction::Use => "use of",
            SyncAction::Initialize => "initializes",
            SyncAction::Destroy => "destroys",
            SyncAction::Unlock => "unlocks",
            SyncAction::WaitWith => "waits with",
        })
    }
}

impl fmt::Display for MisuseReason {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            MisuseReason::Destroyed { kind } => write!(f, "a {kind} that was destroyed"),
            MisuseReason::NotInitialized { kind } => write!(f, "a {kind} that is not initialized"),
            MisuseReason::Locked => f.write_str("which is locked"),
            MisuseReason::NotLocked => f.write_str("which is not locked"),
            MisuseReason::NotHeld => f.write_str("which this thread does not hold"),
            MisuseReason::HeldBy { thread } => write!(f, "which {thread} holds"),
            MisuseReason::AwaitedBy { thread } => write!(f, "for which {thread} waits"),
            MisuseReason::AwaitedByMany { threads } => write!(f, "at which {threads} threads wait"),
        }
    }
}

impl SyncKind {
    /// Every kind.
    pub const ALL: [SyncKind; 7] = [
        SyncKind::Mutex,
        SyncKind::Condition,
        SyncKind::Rwlock,
        SyncKind::Semaphore,
        SyncKind::Spinlock,
        SyncKind::Barrier,
        SyncKind::Once,
    ];
}

impl fmt::Display for SyncKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            SyncKind::Mutex => "mutex",
            SyncKind::Condition => "condition variable",
            SyncKind::Rwlock => "read-write lock",
            SyncKind::Semaphore => "semaphore",
            SyncKind::Spinlock => "spin lock",
            SyncKind::Barrier => "barrier",
            SyncKind::Once => "once control",
        })
    }
}
