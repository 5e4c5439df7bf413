//! Families of operations that a thread may still reach.

/// A set of families of operations.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct OpSet(u16);

impl OpSet {
    /// The empty set.
    pub const NONE: OpSet = OpSet(0);
    /// All families.
    pub const ALL: OpSet = OpSet(u16::MAX);
    /// Creating a thread.
    pub const CREATE: OpSet = OpSet(1);
    /// Joining or detaching a thread.
    pub const JOIN: OpSet = OpSet(1 << 1);
    /// Looking whether a thread has exited, without waiting for it.
    pub const TRY_JOIN: OpSet = OpSet(1 << 2);
    /// Cancelling a thread.
    pub const CANCEL: OpSet = OpSet(1 << 3);
    /// Ending the calling thread, other than by returning from its function.
    pub const THREAD_EXIT: OpSet = OpSet(1 << 4);
    /// Operations on mutexes other than locking and unlocking.
    pub const MUTEX_REST: OpSet = OpSet(1 << 5);
    /// Operations on read-write locks other than locking and unlocking.
    pub const RWLOCK_REST: OpSet = OpSet(1 << 6);
    /// Operations on spin locks other than locking and unlocking.
    pub const SPIN_REST: OpSet = OpSet(1 << 7);
    /// Operations on semaphores other than waiting and posting.
    pub const SEMAPHORE_REST: OpSet = OpSet(1 << 8);
    /// Leaving a function, by returning from it or by a call that does not return. It
    /// says nothing of what is called: only of the function's own instructions.
    pub const LEAVE: OpSet = OpSet(1 << 9);
    /// Asking for the calling thread's own number.
    pub const SELF: OpSet = OpSet(1 << 10);
    /// Entering an atomic section in which the thread may have to wait.
    pub const SECTION: OpSet = OpSet(1 << 11);
    /// Operations that may have to wait.
    pub const WAIT: OpSet = OpSet(1 << 12);
    /// Unwinding the stack.
    pub const UNWIND: OpSet = OpSet(1 << 13);

    /// Returns the union with another set.
    #[must_use]
    pub const fn with(self, other: OpSet) -> OpSet {
        OpSet(self.0 | other.0)
    }

    /// True if the intersection with another set is not empty.
    pub const fn meet(self, other: OpSet) -> bool {
        self.0 & other.0 != 0
    }
}
