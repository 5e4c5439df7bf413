//! A number beside each state.
//!
//! States are numbered nearly densely, so a table of what else is known about
//! them is a row of chunks, each twice as large as the one before and made when
//! it is first needed. Nothing is ever moved: workers read and write it without
//! waiting for each other.

use std::io::{self, Read, Write};
use std::sync::OnceLock;
use std::sync::atomic::{AtomicU32, AtomicU64, Ordering};

use heddle_table::stream::{get32, get64, invalid, put32, put64};

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
        &self.cells(chunk as usize)[(position - (1 << (chunk + FIRST))) as usize]
    }

    /// A chunk, which is there from now on.
    fn cells(&self, chunk: usize) -> &[AtomicU32] {
        self.chunks[chunk].get_or_init(|| {
            let length = 1usize << (chunk + FIRST as usize);
            self.bytes.fetch_add(4 * length as u64, Ordering::Relaxed);
            (0..length).map(|_| AtomicU32::new(self.initial)).collect()
        })
    }

    /// Writes all numbers.
    pub(crate) fn write_to(&self, out: &mut dyn Write) -> io::Result<()> {
        for chunk in &self.chunks {
            let cells = chunk.get().map_or(&[][..], |cells| &cells[..]);
            let is_set = |cell: &AtomicU32| cell.load(Ordering::Acquire) != self.initial;
            let length = cells.iter().rposition(is_set).map_or(0, |last| last + 1);
            put64(out, length as u64)?;
            for cell in &cells[..length] {
                put32(out, cell.load(Ordering::Acquire))?;
            }
        }
        Ok(())
    }

    /// Reads what was written, into a table in which nothing was changed.
    pub(crate) fn read_from(&self, input: &mut dyn Read) -> io::Result<()> {
        for chunk in 0..CHUNKS {
            let length = get64(input)?;
            if length > 1 << (chunk + FIRST as usize) {
                return Err(invalid("a table beside the states is too long"));
            }
            if length != 0 {
                for cell in &self.cells(chunk)[..length as usize] {
                    cell.store(get32(input)?, Ordering::Release);
                }
            }
        }
        Ok(())
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
    fn numbers_come_back() {
        let table = SideTable::new(7);
        let states = [0, 1022, 3071, 500_000].map(StateId);
        for (number, &state) in (100..).zip(&states) {
            table.set(state, number);
        }
        let mut written = Vec::new();
        table.write_to(&mut written).unwrap();
        let copy = SideTable::new(7);
        let input = &mut &written[..];
        copy.read_from(input).unwrap();
        assert!(input.is_empty());
        assert!((0..600_000).map(StateId).all(|state| copy.get(state) == table.get(state)));
        for length in [0, 7, 8, 9, written.len() / 2, written.len() - 1] {
            assert!(SideTable::new(7).read_from(&mut &written[..length]).is_err());
        }
        written[0] = 0xff;
        written[1] = 0xff;
        assert!(SideTable::new(7).read_from(&mut &written[..]).is_err());
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
