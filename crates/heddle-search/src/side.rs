//! A number beside each state.
//!
//! States are numbered nearly densely, so a table of what else is known about
//! them is a row of chunks, each twice as large as the one before and made when
//! it is first needed. Nothing is ever moved: workers read and write it without
//! waiting for each other.

use std::sync::OnceLock;
use std::sync::atomic::{AtomicU32, AtomicU64, Ordering};

use crate::StateId;

/// Binary logarithm of the first chunk's length.
const FIRST: u32 = 10;
/// Enough chunks for every 32-bit number.
const CHUNKS: usize = (33 - FIRST) as usize;

/// A 32-bit number for each state, at first all the same.
pub(crate) struct SideTable {
    chunks: [OnceLock<Box<[AtomicU32]>>; CHUNKS],
    initial: u32,
    bytes: AtomicU64,
}

impl SideTable {
    /// A table in which every state has the number `initial`.
    pub(crate) fn new(initial: u32) -> SideTable {
        SideTable {
            chunks: std::array::from_fn(|_| OnceLock::new()),
            initial,
            bytes: AtomicU64::new(0),
        }
    }

    /// Chunk `c` has the numbers from `(1 << c + FIRST) - (1 << FIRST)` on.
    fn slot(&self, state: StateId) -> &AtomicU32 {
        let position = u64::from(state.0) + (1 << FIRST);
        let chunk = position.ilog2() - FIRST;
        let cells = self.chunks[chunk as usize].get_or_init(|| {
            let length = 1usize << (chunk + FIRST);
            self.bytes.fetch_add(4 * length as u64, Ordering::Relaxed);
            (0..length).map(|_| AtomicU32::new(self.initial)).collect()
        });
        &cells[(position - (1 << (chunk + FIRST))) as usize]
    }

    /// A state's number.
    pub(crate) fn get(&self, state: StateId) -> u32 {
        self.slot(state).load(Ordering::Acquire)
    }

    /// Changes a state's number.
    pub(crate) fn set(&self, state: StateId, number: u32) {
        self.slot(state).store(number, Ordering::Release);
    }

    /// Lowers a state's number to `number`; returns whether it was greater.
    pub(crate) fn lower(&self, state: StateId, number: u32) -> bool {
        self.slot(state).fetch_min(number, Ordering::AcqRel) > number
    }

    /// Bytes allocated.
    pub(crate) fn bytes(&self) -> u64 {
        self.bytes.load(Ordering::Relaxed)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_state_has_a_number_of_its_own() {
        let table = SideTable::new(7);
        let states = [0, 1, 1022, 1023, 1024, 3071, 3072, 500_000].map(StateId);
        assert!(states.iter().all(|&state| table.get(state) == 7));
        for (number, &state) in (100..).zip(&states) {
            table.set(state, number);
        }
        assert!((100..).zip(&states).all(|(number, &state)| table.get(state) == number));
        assert!(table.bytes() >= 4 << 18, "the chunk of the last");
    }

    #[test]
    fn numbers_are_lowered_once() {
        let table = SideTable::new(u32::MAX);
        let state = StateId(5);
        assert!(table.lower(state, 9));
        assert!(!table.lower(state, 9));
        assert!(!table.lower(state, 10));
        assert!(table.lower(state, 3));
        assert_eq!(table.get(state), 3);
    }
}
