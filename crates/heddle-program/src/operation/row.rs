//! The descriptor of an operation.

use heddle_model::SyncKind;

use super::OpSet;

/// All that is asked of an operation beside its effect.
#[derive(Clone, Copy, Debug)]
pub struct Row {
    /// Name of the function that library code calls.
    pub name: &'static str,
    /// Kind of the synchronization object whose address is the first argument.
    pub object: Option<SyncKind>,
    /// Reason for which the calling thread may have to wait.
    pub blocking: Blocking,
    /// Number of its alternatives.
    pub alternatives: Alternatives,
    /// Condition under which other threads may notice it, so that it needs a step of its own.
    pub visibility: Visibility,
    /// All that it touches, as far as others could notice.
    pub footprint: &'static [Effect],
    /// True if its superstep ends with it: what comes after depends on new threads or observers.
    pub ends_superstep: bool,
    /// Side effect of a function that calls it although it must change nothing, if there is one.
    pub side_effect: Option<&'static str>,
    /// Families that it belongs to, as far as reachable operations are asked for.
    pub family: OpSet,
    /// Conditions under which it is a left mover, if it can be one.
    pub left_mover: Option<LeftMover>,
    /// Condition under which the step cache may hold it.
    pub caching: Caching,
}

impl Row {
    /// An operation of which nothing is known: it may block, is visible, touches everything,
    /// has side effects, belongs to all families and is no left mover.
    pub(super) const fn careful(name: &'static str) -> Row {
        Row {
            name,
            object: None,
            blocking: Blocking::Anything,
            alternatives: Alternatives::Varying,
            visibility: Visibility::Always,
            footprint: &[Effect::Everything],
            ends_superstep: true,
            side_effect: Some("does what heddle does not know"),
            family: OpSet::ALL,
            left_mover: None,
            caching: Caching::Never,
        }
    }

    /// An operation that concerns nobody but its thread, can be made in one way in any state,
    /// and has no side effect.
    pub(super) const fn private(name: &'static str) -> Row {
        Row {
            blocking: Blocking::Never,
            alternatives: Alternatives::One,
            visibility: Visibility::Never,
            footprint: &[],
            ends_superstep: false,
            side_effect: None,
            family: OpSet::NONE,
            ..Row::careful(name)
        }
    }

    /// True if some of its footprint depends on more than the thread that calls it.
    pub fn has_changing_footprint(&self) -> bool {
        self.footprint.iter().any(|effect| match effect {
            Effect::WholeObject { .. } | Effect::NewThread | Effect::FoundOut => true,
            Effect::Synchronize { .. }
            | Effect::Read { .. }
            | Effect::Write { .. }
            | Effect::ThreadCount
            | Effect::Thread { .. }
            | Effect::OwnThread
            | Effect::RequestCancellation { .. }
            | Effect::LookForCancellation
            | Effect::EndOwnVariables
            | Effect::EndCalls
            | Effect::Observers
            | Effect::Everything
            | Effect::EverythingForLeaks => false,
        })
    }
}

/// Size in bytes of a synchronization object, as glibc has it, on a target whose pointers have so
/// many bytes.
pub const fn sync_bytes(kind: SyncKind, pointer_bytes: usize) -> u64 {
    let (long, short) = match kind {
        SyncKind::Mutex => (40, 24),
        SyncKind::Condition => (48, 48),
        SyncKind::Rwlock => (56, 32),
        SyncKind::Semaphore => (32, 16),
        SyncKind::Barrier => (32, 20),
        SyncKind::Spinlock | SyncKind::Once => (4, 4),
    };
    if pointer_bytes == 8 { long } else { short }
}

/// Reasons for which a thread cannot make an operation.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Blocking {
    /// None.
    Never,
    /// A thread holds the lock.
    Lock,
    /// The semaphore is 0.
    Post,
    /// The object is in use.
    Object,
    /// A thread has not exited.
    Exit,
    /// Not known.
    Anything,
}

/// Number of alternatives of an operation; none means that it blocks.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Alternatives {
    /// One in any state.
    One,
    /// It depends on arguments, options or the state.
    Varying,
}

/// The condition under which other threads may notice an operation.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Visibility {
    /// Never.
    Never,
    /// Always.
    Always,
    /// If one of these arguments is an address that others may know.
    Arguments(&'static [usize]),
    /// The operation finds out by itself, while it reads and writes.
    WhileMade,
    /// If others may know a variable of the calls that it ends.
    EndedVariables,
}

/// A part of a footprint.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Effect {
    /// Operates on a synchronization object.
    Synchronize {
        /// The argument that is its address.
        argument: usize,
        /// Its kind.
        object: SyncKind,
        /// False if the operation only looks at it.
        writes: bool,
    },
    /// Reads bytes, unless their address is null.
    Read {
        /// The argument that is their address.
        argument: usize,
        /// Their number.
        bytes: ByteCount,
    },
    /// Writes bytes, unless their address is null.
    Write {
        /// The argument that is their address.
        argument: usize,
        /// Their number.
        bytes: ByteCount,
    },
    /// Concerns an object as a whole, and all around it.
    WholeObject {
        /// The argument that is an address in it.
        argument: usize,
        /// False if the operation only looks at it.
        writes: bool,
    },
    /// Concerns which threads there are and which of them is the last.
    ThreadCount,
    /// Concerns which threads there are. If there are so many that numbers are used again, the
    /// number of the new one depends on anything.
    NewThread,
    /// Concerns the life of a thread.
    Thread {
        /// The argument that is its number.
        argument: usize,
    },
    /// Concerns the life of the calling thread.
    OwnThread,
    /// Requests the cancellation of a thread.
    RequestCancellation {
        /// The argument that is its number.
        argument: usize,
    },
    /// Looks whether the calling thread was cancelled.
    LookForCancellation,
    /// Ends the variables of the calling thread.
    EndOwnVariables,
    /// Ends the calls above the landing pad whose number is the first argument.
    EndCalls,
    /// Changes what observers see.
    Observers,
    /// Reads and writes what it finds out while it is made, from memory.
    FoundOut,
    /// May touch anything.
    Everything,
    /// May touch anything if leaks are looked for, and nothing else.
    EverythingForLeaks,
}

/// A number of bytes.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum ByteCount {
    /// So many.
    Fixed(u64),
    /// Those of a pointer.
    Pointer,
    /// As many as an argument says.
    Argument(usize),
}

/// The case in which an operation commutes to the left with all that other threads may do before
/// it: all conditions hold in the current state, and no other thread may still reach certain
/// operations. How each row gets by with its conditions is argued beside the rows.
#[derive(Clone, Copy, Debug)]
pub struct LeftMover {
    /// Conditions on the current state.
    pub conditions: &'static [Condition],
    /// Operations that no other thread may reach from here on.
    pub unless_reachable: OpSet,
}

/// A condition of a left mover.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Condition {
    /// The calling thread holds the lock.
    CallerHoldsLock,
    /// The semaphore is below its maximum, and no post has failed at it.
    BelowMaximum,
    /// The object is in static memory, so that it cannot be freed.
    StaticObject,
    /// Other threads do not know the address that is this argument.
    PrivateAddress(usize),
    /// The thread whose number is this argument has exited.
    TargetExited(usize),
    /// The value with which the thread whose number is this argument has exited is no pointer, or
    /// leaks are not looked for: nobody else knows that pointer as long as it is not joined.
    NoLeakOfValue(usize),
    /// A new thread gets a number that none had before, whatever others do first, unless they
    /// join or detach threads.
    FreshNumber,
    /// The calling thread is not caught in a loop. Nothing would be wrong with a mover that is
    /// made for ever, but searches that visit what is near first would make a chain of them.
    CallerMayTerminate,
    /// Leaks are not looked for: what is reachable at the end of the process depends on it.
    NoLeakCheck,
    /// Neither the calling thread nor any other is the last: `main` is another one, has not
    /// exited, and ends the process when it does.
    MainOutlives,
    /// Other threads do not know the variables of the calling thread.
    PrivateVariables,
}

/// The condition under which the step cache may hold a step that begins with an operation.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Caching {
    /// Never: it concerns more than its thread and its objects.
    Never,
    /// Always: it concerns its thread and the synchronization objects of its footprint.
    Objects,
    /// As long as nobody waits for its object.
    ObjectsUnlessAwaited,
}
