//! What static memory is used as: data, or synchronization objects of some kind.
//!
//! Giving back a lock is brought forward as if all that others can do to it were
//! operations on locks ([`crate::movers`]), and where threads may change places, the owner
//! of a lock is nobody in particular ([`crate::thread_symmetry`]). That nothing else is done with the
//! bytes of a lock is known of no program beforehand. So it is written down, for a search
//! and not for a state, which bytes of locks were *relied on* like that, and as what bytes
//! were about to be used in any state. If a byte was relied on, and has been used as anything
//! else, the search is [told](heddle_model::TransitionSystem::assumptions_hold) to begin again.
//!
//! *Why that is enough.* Take a run in which some byte of such a lock is used as something
//! else, and the part of it before the first such use. In that part everything is as was
//! assumed, so the search has made its steps in an order, and by threads, that make no
//! difference, and then some thread was about to use the byte. As long as there is one
//! thread only, no order is changed and nothing needs to be noted: that is when locks are
//! cleared and made.

use std::io::{self, Read, Write};
use std::sync::atomic::{AtomicBool, AtomicU8, Ordering};

use heddle_table::stream::{get_bytes, get32, invalid, put_bytes, put32};

use crate::Machine;
use crate::memory::Address;
use crate::memory::table::DATA_BLOCK;
use crate::shims::SyncOp;

/// Bytes that are told apart: the smallest synchronization object.
const GRANULE: usize = 4;

/// What bytes are used as.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Use {
    /// What is read and written.
    Data,
    /// A mutex.
    Mutex,
    /// A read-write lock.
    Rwlock,
    /// A spin lock.
    Spin,
    /// A semaphore.
    Semaphore,
    /// Another synchronization object.
    Other,
}

impl Use {
    /// What the object of an operation is.
    pub(crate) fn of(op: SyncOp) -> Use {
        match op {
            SyncOp::MutexInit
            | SyncOp::MutexDestroy
            | SyncOp::MutexLock
            | SyncOp::MutexTimedLock
            | SyncOp::MutexTryLock
            | SyncOp::MutexUnlock => Use::Mutex,
            SyncOp::RwlockInit
            | SyncOp::RwlockDestroy
            | SyncOp::RwlockRead
            | SyncOp::RwlockWrite
            | SyncOp::RwlockTryRead
            | SyncOp::RwlockTryWrite
            | SyncOp::RwlockTimed
            | SyncOp::RwlockUnlock => Use::Rwlock,
            SyncOp::SpinInit
            | SyncOp::SpinDestroy
            | SyncOp::SpinLock
            | SyncOp::SpinTryLock
            | SyncOp::SpinUnlock => Use::Spin,
            SyncOp::SemInit
            | SyncOp::SemDestroy
            | SyncOp::SemWait
            | SyncOp::SemTryWait
            | SyncOp::SemPost
            | SyncOp::SemGetValue => Use::Semaphore,
            SyncOp::CondInit
            | SyncOp::CondDestroy
            | SyncOp::CondWait
            | SyncOp::CondSignal
            | SyncOp::CondBroadcast
            | SyncOp::BarrierInit
            | SyncOp::BarrierDestroy
            | SyncOp::BarrierWait
            | SyncOp::OnceEnter
            | SyncOp::OnceLeave => Use::Other,
        }
    }

    fn mark(self) -> u8 {
        1 << self as u8
    }
}

/// Inside of a synchronization object, where none begins.
const INSIDE: u8 = 1 << 6;
/// Part of a lock that was relied on.
const RELIED: u8 = 1 << 7;

/// The uses of all static memory, for all workers of a search.
#[derive(Debug, Default)]
pub(crate) struct Uses {
    granules: Box<[AtomicU8]>,
    are_mixed: AtomicBool,
}

impl Uses {
    /// No use yet of so many bytes.
    pub(crate) fn new(bytes: usize) -> Uses {
        let granules = (0..bytes.div_ceil(GRANULE)).map(|_| AtomicU8::new(0)).collect();
        Uses { granules, are_mixed: AtomicBool::new(false) }
    }

    /// Whether a lock that was relied on is used as something else, too.
    pub(crate) fn are_mixed(&self) -> bool {
        self.are_mixed.load(Ordering::Relaxed)
    }

    /// Writes all uses.
    pub(crate) fn write_to(&self, out: &mut dyn Write) -> io::Result<()> {
        let marks: Vec<u8> =
            self.granules.iter().map(|marks| marks.load(Ordering::Acquire)).collect();
        put_bytes(out, &marks)?;
        put32(out, u32::from(self.are_mixed()))
    }

    /// Reads what was written of the same program.
    pub(crate) fn read_from(&self, input: &mut dyn Read) -> io::Result<()> {
        let marks = get_bytes(input)?;
        if marks.len() != self.granules.len() {
            return Err(invalid("static memory has another size"));
        }
        for (granule, &marks) in self.granules.iter().zip(&marks) {
            granule.fetch_or(marks, Ordering::AcqRel);
        }
        self.are_mixed.fetch_or(get32(input)? != 0, Ordering::AcqRel);
        Ok(())
    }

    /// Marks the granules of bytes, the first and the others.
    fn mark(&self, bytes: std::ops::Range<usize>, first: u8, others: u8) {
        let granules = bytes.start / GRANULE..bytes.end.div_ceil(GRANULE);
        let mut mark = first;
        for granule in self.granules.get(granules).unwrap_or_default() {
            // Nearly always it is there.
            if granule.load(Ordering::Relaxed) & mark != mark {
                let marks = granule.fetch_or(mark, Ordering::Relaxed) | mark;
                if marks & RELIED != 0 && (marks & !RELIED).count_ones() > 1 {
                    self.are_mixed.store(true, Ordering::Relaxed);
                }
            }
            mark = others;
        }
    }
}

impl Machine<'_> {
    /// Bytes are about to be read or written.
    #[inline]
    pub(crate) fn note_data(&self, address: Address, bytes: u64) {
        if self.threads.len() > 1
            && let Some(bytes) = self.static_bytes(address, bytes)
        {
            self.uses.mark(bytes, Use::Data.mark(), Use::Data.mark());
        }
    }

    /// An operation on a synchronization object is about to be made.
    #[inline]
    pub(crate) fn note_synchronization(&self, address: Address, op: SyncOp) {
        let bytes = op.object_bytes(self.memory.addressing);
        if self.threads.len() > 1
            && let Some(bytes) = self.static_bytes(address, bytes)
        {
            self.uses.mark(bytes, Use::of(op).mark(), INSIDE);
        }
    }

    /// A lock is taken for nothing but a lock.
    pub(crate) fn rely_on_lock(&self, address: Address, op: SyncOp) {
        let bytes = op.object_bytes(self.memory.addressing);
        if let Some(bytes) = self.static_bytes(address, bytes) {
            self.uses.mark(bytes, Use::of(op).mark() | RELIED, INSIDE | RELIED);
        }
    }

    /// So is what has an owner's number here in static memory.
    pub(crate) fn rely_on_owner(&self, at: usize) {
        self.uses.mark(at..at + GRANULE, RELIED, RELIED);
    }

    /// Where in static memory bytes are, as far as they are in one variable.
    fn static_bytes(&self, address: Address, bytes: u64) -> Option<std::ops::Range<usize>> {
        let (index, offset) = self.memory.resolve(address)?;
        let object = self.memory.object(index);
        let offset = u64::try_from(offset).ok()?;
        if object.block != DATA_BLOCK || offset >= u64::from(object.size) {
            return None;
        }
        let start = u64::from(object.start) + offset;
        let end =
            u64::from(object.start) + u64::from(object.size).min(offset.saturating_add(bytes));
        Some(start as usize..end as usize)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const MUTEX: u8 = 1 << Use::Mutex as u8;

    fn relied_mutex() -> Uses {
        let uses = Uses::new(100);
        uses.mark(8..48, MUTEX | RELIED, INSIDE | RELIED);
        uses
    }

    #[test]
    fn a_lock_and_its_neighbours_are_not_mixed() {
        let uses = relied_mutex();
        uses.mark(8..48, MUTEX, INSIDE);
        uses.mark(4..8, Use::Data.mark(), Use::Data.mark());
        uses.mark(48..100, Use::Data.mark(), Use::Data.mark());
        assert!(!uses.are_mixed());
    }

    #[test]
    fn a_byte_of_a_lock_that_is_data_is_mixed_in_either_order() {
        let uses = relied_mutex();
        uses.mark(47..49, Use::Data.mark(), Use::Data.mark());
        assert!(uses.are_mixed());
        let uses = Uses::new(100);
        uses.mark(0..100, Use::Data.mark(), Use::Data.mark());
        assert!(!uses.are_mixed());
        uses.mark(8..48, MUTEX | RELIED, INSIDE | RELIED);
        assert!(uses.are_mixed());
    }

    #[test]
    fn uses_come_back() {
        let uses = relied_mutex();
        let mut written = Vec::new();
        uses.write_to(&mut written).unwrap();
        let copy = Uses::new(100);
        copy.read_from(&mut &written[..]).unwrap();
        assert!(!copy.are_mixed());
        copy.mark(47..49, Use::Data.mark(), Use::Data.mark());
        assert!(copy.are_mixed(), "the lock is remembered");
        written.clear();
        copy.write_to(&mut written).unwrap();
        uses.read_from(&mut &written[..]).unwrap();
        assert!(uses.are_mixed());
        assert!(Uses::new(50).read_from(&mut &written[..]).is_err());
    }

    #[test]
    fn locks_that_overlap_are_mixed() {
        for (start, first) in [(8, Use::Semaphore), (16, Use::Mutex), (4, Use::Mutex)] {
            let uses = relied_mutex();
            uses.mark(start..start + 32, first.mark(), INSIDE);
            assert!(uses.are_mixed(), "{start}");
        }
    }
}
