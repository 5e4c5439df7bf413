//! Operations: what a thread is about to do when it stops.

/// Declares the kinds of operations with their numbers, and finds the kind of a number.
macro_rules! kinds {
    ($($(#[$doc:meta])+ $name:ident,)+) => {
        /// A kind of operation.
        #[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
        #[repr(u8)]
        pub enum OperationKind {
            $($(#[$doc])+ $name,)+
        }

        impl OperationKind {
            /// All kinds, by number.
            pub const ALL: &'static [OperationKind] = &[$(OperationKind::$name,)+];
        }
    };
}

kinds! {
    /// A thread begins.
    Begin,
    /// It creates a thread.
    Create,
    /// It ends.
    Exit,
    /// It waits for the end of another.
    Join,
    /// It sees whether another has ended.
    TryJoin,
    /// It waits for the end of another, for a time.
    TimedJoin,
    /// It lets another go its way.
    Detach,
    /// It locks a mutex.
    Lock,
    /// It locks a mutex, if that is free.
    TryLock,
    /// It locks a mutex, or gives up after a time.
    TimedLock,
    /// It unlocks a mutex.
    Unlock,
    /// It makes or destroys a synchronization object.
    Manage,
    /// It begins to wait for a condition, and unlocks the mutex.
    Wait,
    /// It has waited long enough for a condition, or is to end, and locks the mutex again.
    LockAgain,
    /// It has been woken, and locks the mutex again.
    Wake,
    /// It has been woken or has waited long enough, and locks the mutex again.
    TimedWake,
    /// It wakes a thread that waits for a condition.
    Signal,
    /// It wakes all threads that wait for a condition.
    Broadcast,
    /// It locks a read-write lock to read.
    ReadLock,
    /// It locks a read-write lock to read, if that is possible at once.
    TryReadLock,
    /// It locks a read-write lock to read, or gives up after a time.
    TimedReadLock,
    /// It locks a read-write lock to write.
    WriteLock,
    /// It locks a read-write lock to write, if that is possible at once.
    TryWriteLock,
    /// It locks a read-write lock to write, or gives up after a time.
    TimedWriteLock,
    /// It unlocks a read-write lock.
    ReadWriteUnlock,
    /// It takes from a semaphore.
    Take,
    /// It takes from a semaphore, if there is something.
    TryTake,
    /// It takes from a semaphore, or gives up after a time.
    TimedTake,
    /// It adds to a semaphore.
    Post,
    /// It looks at a semaphore.
    Look,
    /// It comes to a barrier.
    Arrive,
    /// It leaves a barrier at which all have come.
    Leave,
    /// It locks a spin lock.
    SpinLock,
    /// It locks a spin lock, if that is free.
    TrySpinLock,
    /// It unlocks a spin lock.
    SpinUnlock,
    /// It runs an initializer, if nobody has; waits if another is at it.
    Once,
    /// Its initializer is done.
    OnceDone,
    /// It waits at a futex, if there is the value that it expects.
    FutexWait,
    /// It has been woken at a futex.
    FutexWoken,
    /// It has been woken at a futex, or has waited long enough.
    TimedFutexWoken,
    /// It wakes threads at a futex.
    FutexWake,
    /// It lets others go first.
    Yield,
    /// It sleeps.
    Sleep,
    /// It asks another to end.
    Cancel,
    /// It sees whether it is asked to end.
    TestCancel,
    /// It has ended as the first thread, and ends the process once all others have ended.
    Outlive,
    /// It reads plain memory.
    Read,
    /// It writes plain memory.
    Write,
    /// It reads memory atomically.
    AtomicRead,
    /// It writes memory atomically.
    AtomicWrite,
    /// It reads and writes memory atomically.
    AtomicUpdate,
    /// It orders its accesses.
    Fence,
    /// It takes one of several values.
    Choose,
    /// It ends the process.
    EndProcess,
    /// It reads and writes plain memory.
    Update,
    /// It copies plain memory, from the second address.
    Copy,
    /// It begins a section in which no other runs.
    Section,
}

impl OperationKind {
    /// The number.
    pub fn number(self) -> u8 {
        self as u8
    }

    /// The kind with this number.
    pub fn of_number(number: u8) -> Option<OperationKind> {
        OperationKind::ALL.get(usize::from(number)).copied()
    }
}

/// An operation that a thread is about to make.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Operation {
    /// Its kind.
    pub kind: OperationKind,
    /// The address of the object or the memory that it is about; the number of the thread, of those
    /// that are about one.
    pub object: u64,
    /// The address of the mutex that goes with a condition, of what is copied, or of the value
    /// that a comparison expects; the most values of a choice.
    pub second: u64,
    /// The number of bytes at `object`.
    pub bytes: u32,
    /// The address in the program to which the call returns.
    pub site: u64,
}

impl Operation {
    /// An operation on an object of so many bytes, called from `site`.
    pub fn on(kind: OperationKind, object: u64, bytes: u32, site: u64) -> Operation {
        Operation { kind, object, second: 0, bytes, site }
    }
}
