//! Assumptions about locks: that their bytes are not data, and posts do not fail.
//!
//! A release of a lock is a left mover ([`crate::reduction::movers`]) if all that others can do to
//! its bytes are operations on locks, and thread symmetry
//! ([`crate::reduction::thread_symmetry`]) takes a lock's owner for no thread in particular. That nothing else is done with the bytes of a lock is known
//! of no program beforehand: it is *assumed* of a lock when a reduction depends on it. For a
//! whole search, not for a state, this module records which bytes are assumed to be a lock,
//! and as what bytes were about to be used in any state. Once a byte that is assumed to be a
//! lock is used as anything else, the search is
//! [told](heddle_model::Reducible::assumptions_hold) to begin again.
//!
//! *Why that is enough.* Take a run in which some byte of such a lock is used as something
//! else, and the part of it before the first such use. In that part the assumption holds, so
//! the search has visited a state that an equivalent run leads to, in which the same thread is
//! about to use the byte, and has recorded that. While there is one thread only, no steps are
//! reordered and nothing needs to be recorded: that is when locks are cleared and made.
//!
//! Of a semaphore it is assumed, too, that no post fails at its maximum (see the rows of
//! [`heddle_program::operation`] for the argument): such a post counts as another use.

use std::io::{self, Read, Write};
use std::sync::atomic::{AtomicBool, AtomicU8, Ordering};

use heddle_model::SyncKind;
use heddle_program::operation::sync_bytes;
use heddle_table::stream::{get_bytes, get32, invalid, put_bytes, put32};

use crate::Machine;
use crate::state::memory::Address;
use crate::state::memory::table::DATA_BLOCK;

/// Bytes that are told apart: the smallest synchronization object.
const GRANULE: usize = 4;

/// The ways in which bytes are used.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Use {
    /// Read and written.
    Data,
    /// A mutex.
    Mutex,
    /// A read-write lock.
    Rwlock,
    /// A spin lock.
    Spin,
    /// A semaphore.
    Semaphore,
    /// Another synchronization object, or a post that failed at the maximum of a semaphore.
    Other,
}

impl Use {
    /// Returns the use that operations make of an object of this kind.
    fn of(object: SyncKind) -> Use {
        match object {
            SyncKind::Mutex => Use::Mutex,
            SyncKind::Rwlock => Use::Rwlock,
            SyncKind::Spinlock => Use::Spin,
            SyncKind::Semaphore => Use::Semaphore,
            SyncKind::Condition | SyncKind::Barrier | SyncKind::Once => Use::Other,
        }
    }

    fn mark(self) -> u8 {
        1 << self as u8
    }
}

/// Inside a synchronization object, where none begins.
const INSIDE: u8 = 1 << 6;
/// Assumed to be part of a lock.
const ASSUMED: u8 = 1 << 7;

/// Uses of all static memory and assumptions about it, for all workers of a search.
#[derive(Debug, Default)]
pub(crate) struct LockAssumptions {
    granules: Box<[AtomicU8]>,
    are_violated: AtomicBool,
}

impl LockAssumptions {
    /// So many bytes without any use yet.
    pub(crate) fn new(bytes: usize) -> LockAssumptions {
        let granules = (0..bytes.div_ceil(GRANULE)).map(|_| AtomicU8::new(0)).collect();
        LockAssumptions { granules, are_violated: AtomicBool::new(false) }
    }

    /// True if bytes that are assumed to be a lock were used as something else, too.
    pub(crate) fn are_violated(&self) -> bool {
        self.are_violated.load(Ordering::Relaxed)
    }

    /// Writes all uses and assumptions.
    pub(crate) fn write_to(&self, out: &mut dyn Write) -> io::Result<()> {
        let marks: Vec<u8> =
            self.granules.iter().map(|marks| marks.load(Ordering::Acquire)).collect();
        put_bytes(out, &marks)?;
        put32(out, u32::from(self.are_violated()))
    }

    /// Reads those that were written of the same program.
    pub(crate) fn read_from(&self, input: &mut dyn Read) -> io::Result<()> {
        let marks = get_bytes(input)?;
        if marks.len() != self.granules.len() {
            return Err(invalid("static memory has another size"));
        }
        for (granule, &marks) in self.granules.iter().zip(&marks) {
            granule.fetch_or(marks, Ordering::AcqRel);
        }
        self.are_violated.fetch_or(get32(input)? != 0, Ordering::AcqRel);
        Ok(())
    }

    /// Records that bytes of static memory are about to be read or written.
    #[inline]
    pub(crate) fn record_data(&self, bytes: std::ops::Range<usize>) {
        self.mark(bytes, Use::Data.mark(), Use::Data.mark());
    }

    /// Marks the granules of bytes, the first and the others.
    fn mark(&self, bytes: std::ops::Range<usize>, first: u8, others: u8) {
        let granules = bytes.start / GRANULE..bytes.end.div_ceil(GRANULE);
        let mut mark = first;
        for granule in self.granules.get(granules).unwrap_or_default() {
            // Nearly always it is there.
            if granule.load(Ordering::Relaxed) & mark != mark {
                let marks = granule.fetch_or(mark, Ordering::Relaxed) | mark;
                if marks & ASSUMED != 0 && (marks & !ASSUMED).count_ones() > 1 {
                    self.are_violated.store(true, Ordering::Relaxed);
                }
            }
            mark = others;
        }
    }
}

impl Machine<'_> {
    /// Records that bytes are about to be read or written.
    #[inline]
    pub(crate) fn record_data_use(&self, address: Address, bytes: u64) {
        if self.state.threads.len() > 1
            && let Some(bytes) = self.static_bytes(address, bytes)
        {
            self.reductions.lock_assumptions.record_data(bytes);
        }
    }

    /// Records that an operation on a synchronization object is about to be made.
    #[inline]
    pub(crate) fn record_sync_use(&self, address: Address, object: SyncKind) {
        let bytes = sync_bytes(object, self.pointer_bytes());
        if self.state.threads.len() > 1
            && let Some(bytes) = self.static_bytes(address, bytes)
        {
            self.reductions.lock_assumptions.mark(bytes, Use::of(object).mark(), INSIDE);
        }
    }

    /// Assumes that the bytes of a lock are used as nothing else.
    pub(crate) fn assume_lock(&self, address: Address, object: SyncKind) {
        let bytes = sync_bytes(object, self.pointer_bytes());
        if let Some(bytes) = self.static_bytes(address, bytes) {
            self.reductions.lock_assumptions.mark(
                bytes,
                Use::of(object).mark() | ASSUMED,
                INSIDE | ASSUMED,
            );
        }
    }

    /// Records that a post has failed at the maximum of a semaphore; while there is one thread,
    /// too, since the step may be looked up in the step cache when there are more.
    pub(crate) fn record_failed_post(&self, semaphore: Address) {
        if let Some(bytes) = self.static_bytes(semaphore, GRANULE as u64) {
            self.reductions.lock_assumptions.mark(bytes, Use::Other.mark(), INSIDE);
        }
    }

    /// Assumes the same of the lock whose owner's number is here in static memory.
    pub(crate) fn assume_lock_owner(&self, at: usize) {
        self.reductions.lock_assumptions.mark(at..at + GRANULE, ASSUMED, ASSUMED);
    }

    /// Positions of bytes in static memory, as far as they are in one variable.
    fn static_bytes(&self, address: Address, bytes: u64) -> Option<std::ops::Range<usize>> {
        let (index, offset) = self.state.memory.resolve(address)?;
        let object = self.state.memory.object(index);
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

    fn assumed_mutex() -> LockAssumptions {
        let assumptions = LockAssumptions::new(100);
        assumptions.mark(8..48, MUTEX | ASSUMED, INSIDE | ASSUMED);
        assumptions
    }

    #[test]
    fn a_lock_beside_data_violates_nothing() {
        let assumptions = assumed_mutex();
        assumptions.mark(8..48, MUTEX, INSIDE);
        assumptions.mark(4..8, Use::Data.mark(), Use::Data.mark());
        assumptions.mark(48..100, Use::Data.mark(), Use::Data.mark());
        assert!(!assumptions.are_violated());
    }

    #[test]
    fn a_byte_of_a_lock_that_is_data_is_a_violation_in_either_order() {
        let assumptions = assumed_mutex();
        assumptions.mark(47..49, Use::Data.mark(), Use::Data.mark());
        assert!(assumptions.are_violated());
        let assumptions = LockAssumptions::new(100);
        assumptions.mark(0..100, Use::Data.mark(), Use::Data.mark());
        assert!(!assumptions.are_violated());
        assumptions.mark(8..48, MUTEX | ASSUMED, INSIDE | ASSUMED);
        assert!(assumptions.are_violated());
    }

    #[test]
    fn assumptions_come_back() {
        let assumptions = assumed_mutex();
        let mut written = Vec::new();
        assumptions.write_to(&mut written).unwrap();
        let copy = LockAssumptions::new(100);
        copy.read_from(&mut &written[..]).unwrap();
        assert!(!copy.are_violated());
        copy.mark(47..49, Use::Data.mark(), Use::Data.mark());
        assert!(copy.are_violated(), "the assumption comes back");
        written.clear();
        copy.write_to(&mut written).unwrap();
        assumptions.read_from(&mut &written[..]).unwrap();
        assert!(assumptions.are_violated());
        assert!(LockAssumptions::new(50).read_from(&mut &written[..]).is_err());
    }

    #[test]
    fn locks_that_overlap_are_a_violation() {
        for (start, first) in [(8, Use::Semaphore), (16, Use::Mutex), (4, Use::Mutex)] {
            let assumptions = assumed_mutex();
            assumptions.mark(start..start + 32, first.mark(), INSIDE);
            assert!(assumptions.are_violated(), "{start}");
        }
    }
}
