//! Requests for memory: who asks for which bytes, to which effect, in which mode.
//!
//! All that a memory model asks of an access is here. Memory is sequentially consistent: a
//! write is seen by all threads at once, and orders change nothing but who races with whom.
//! A model with store buffers would answer requests in [`super::access`], whose functions are
//! given the request along with the bytes that it was granted: a read by its thread from the
//! thread's buffer first, a write into it, an update after it has drained. Synchronization writes
//! its objects after the buffer has drained, so no buffer ever hides them, and whether a thread may
//! go on is a look at memory.

use heddle_model::{AccessKind, ThreadId};
use heddle_program::{AccessMode, MemoryOrder};

use super::{Address, MemoryFault, ObjectIndex};
use crate::fault::Fault;

/// The source of a request.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Requester {
    /// An instruction of a thread, or a library function that the machine carries out for it
    /// as C code would.
    Thread(ThreadId),
    /// A synchronization operation of a thread, on its object.
    Synchronization(ThreadId),
    /// A look at a state that is no access of the program: of observers' memos, views,
    /// reductions, and of synchronization at its objects, which no thread's buffer hides.
    Inspection,
}

/// The effect of an access.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Effect {
    /// It reads.
    Read,
    /// It writes.
    Write,
    /// It reads and then writes, and nothing comes in between.
    Update,
    /// It reads, and then writes if it finds what it expects, in the order of the mode. Else it is
    /// a read with this order. Until that is known it counts as one that writes.
    CompareExchange(MemoryOrder),
}

/// A request to access memory.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Access {
    pub(crate) requester: Requester,
    pub(crate) address: Address,
    pub(crate) bytes: u64,
    pub(crate) effect: Effect,
    pub(crate) mode: AccessMode,
}

impl Access {
    /// A read of a thread.
    #[inline]
    pub(crate) fn read(t: usize, address: Address, bytes: u64, mode: AccessMode) -> Access {
        Access::of_thread(t, address, bytes, Effect::Read, mode)
    }

    /// A write of a thread.
    #[inline]
    pub(crate) fn write(t: usize, address: Address, bytes: u64, mode: AccessMode) -> Access {
        Access::of_thread(t, address, bytes, Effect::Write, mode)
    }

    /// An atomic read-modify-write of a thread.
    #[inline]
    pub(crate) fn update(t: usize, address: Address, bytes: u64, mode: AccessMode) -> Access {
        Access::of_thread(t, address, bytes, Effect::Update, mode)
    }

    /// A compare-exchange of a thread, which has another order if it fails.
    #[inline]
    pub(crate) fn compare_exchange(
        t: usize,
        address: Address,
        bytes: u64,
        mode: AccessMode,
        failure: MemoryOrder,
    ) -> Access {
        Access::of_thread(t, address, bytes, Effect::CompareExchange(failure), mode)
    }

    #[inline]
    fn of_thread(
        t: usize,
        address: Address,
        bytes: u64,
        effect: Effect,
        mode: AccessMode,
    ) -> Access {
        Access { requester: Requester::Thread(ThreadId(t as u32)), address, bytes, effect, mode }
    }

    /// A write of a thread's synchronization operation to its object.
    #[inline]
    pub(crate) fn synchronization(t: usize, address: Address, bytes: u64) -> Access {
        let requester = Requester::Synchronization(ThreadId(t as u32));
        Access { requester, address, bytes, effect: Effect::Write, mode: AccessMode::SEQ_CST }
    }

    /// A look at memory that is no part of a run.
    #[inline]
    pub(crate) fn inspection(address: Address, bytes: u64) -> Access {
        let (requester, effect) = (Requester::Inspection, Effect::Read);
        Access { requester, address, bytes, effect, mode: AccessMode::PLAIN }
    }

    /// True if it writes.
    #[inline]
    pub(crate) fn writes(&self) -> bool {
        match self.effect {
            Effect::Read => false,
            Effect::Write | Effect::Update | Effect::CompareExchange(_) => true,
        }
    }

    /// True if a range that was checked is part of it.
    #[inline]
    pub(crate) fn covers(&self, range: &Checked) -> bool {
        range.len() as u64 <= self.bytes
    }

    /// The thread that asks, if one does.
    pub(crate) fn thread(&self) -> Option<ThreadId> {
        match self.requester {
            Requester::Thread(thread) | Requester::Synchronization(thread) => Some(thread),
            Requester::Inspection => None,
        }
    }

    /// The bytes that it writes.
    pub(crate) fn written(&self) -> Option<(Address, u64)> {
        self.writes().then_some((self.address, self.bytes))
    }

    /// The fault of an access that memory refuses.
    #[inline]
    pub(crate) fn refused(self, fault: MemoryFault) -> Fault {
        refused(fault, self.address, self.bytes, self.writes())
    }
}

/// Makes a fault. It takes what it needs by value: an access of which a reference is taken would
/// be written to the stack for every load and store that is in order.
#[cold]
fn refused(fault: MemoryFault, address: Address, bytes: u64, writes: bool) -> Fault {
    Fault::Memory { fault, address, bytes, kind: AccessKind::of(writes) }
}

/// The bytes of an access that was checked: they are there, within one object, and may be
/// accessed. It is as small as can be, since every load and store makes one.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Checked {
    /// The object.
    pub(crate) object: ObjectIndex,
    /// Its block.
    pub(crate) block: u32,
    /// First byte in the block.
    pub(crate) start: usize,
    /// One past the last.
    pub(crate) end: usize,
    /// True if another thread may notice the access.
    pub(crate) visible: bool,
}

impl Checked {
    /// The part of it from `start` to before `end`, in bytes of the access.
    #[inline]
    pub(crate) fn part(&self, start: usize, end: usize) -> Checked {
        Checked { start: self.start + start, end: self.start + end, ..*self }
    }

    /// Its length in bytes.
    #[inline]
    pub(crate) fn len(&self) -> usize {
        self.end - self.start
    }
}
