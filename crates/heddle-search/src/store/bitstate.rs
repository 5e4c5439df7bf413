//! Bitstate hashing: of each state, three bits of a field.
//!
//! A state is taken for known if all its bits are set. The field does not grow, so
//! a search needs no more memory however many states there are; but the fuller
//! it is, the more states are missed, and that is told (Holzmann, "An analysis of
//! bitstate hashing", 1998).

use std::io::{self, Read, Write};
use std::sync::atomic::{AtomicU64, Ordering};

use heddle_model::Omission;
use heddle_table::stream::{get32, get64, invalid, put32, put64};

use super::{Insertion, Row, StateId, StateStore, hash_of};

/// Bits that are set for each state.
pub(crate) const HASHES: u64 = 3;
/// Binary logarithm of the size that no field has more than.
const MOST_BITS: u32 = 48;

/// A field of bits.
pub(crate) struct BitField {
    words: Box<[AtomicU64]>,
    mask: u64,
    ones: AtomicU64,
    states: AtomicU64,
}

impl BitField {
    /// A field of `1 << bits` bits, at least 64.
    pub(crate) fn new(bits: u32) -> BitField {
        let bits = bits.max(6);
        BitField {
            words: (0..1usize << (bits - 6)).map(|_| AtomicU64::new(0)).collect(),
            mask: (1 << bits) - 1,
            ones: AtomicU64::new(0),
            states: AtomicU64::new(0),
        }
    }

    /// Sets the bits of a hash; returns whether one of them was not set before.
    pub(crate) fn insert(&self, hash: u64) -> bool {
        // The second half of the hash, made odd, as the distance between bits.
        let step = hash.rotate_left(32) | 1;
        let mut added = 0;
        for i in 0..HASHES {
            let at = hash.wrapping_add(i.wrapping_mul(step)) & self.mask;
            let bit = 1 << (at % 64);
            let before = self.words[(at / 64) as usize].fetch_or(bit, Ordering::Relaxed);
            added += u64::from(before & bit == 0);
        }
        if added != 0 {
            self.ones.fetch_add(added, Ordering::Relaxed);
            self.states.fetch_add(1, Ordering::Relaxed);
        }
        added != 0
    }

    /// Writes the field.
    pub(crate) fn write_to(&self, out: &mut dyn Write) -> io::Result<()> {
        put32(out, self.mask.count_ones())?;
        put64(out, self.ones.load(Ordering::Acquire))?;
        put64(out, self.states.load(Ordering::Acquire))?;
        self.words.iter().try_for_each(|word| put64(out, word.load(Ordering::Acquire)))
    }

    /// Reads a field.
    pub(crate) fn read_from(input: &mut dyn Read) -> io::Result<BitField> {
        let bits = get32(input)?;
        if !(6..=MOST_BITS).contains(&bits) {
            return Err(invalid("a field of bits has an impossible size"));
        }
        let field = BitField::new(bits);
        field.fill(input)?;
        Ok(field)
    }

    /// Fills a field with what was written of one of this size.
    fn fill(&self, input: &mut dyn Read) -> io::Result<()> {
        self.ones.store(get64(input)?, Ordering::Release);
        self.states.store(get64(input)?, Ordering::Release);
        for word in &self.words {
            word.store(get64(input)?, Ordering::Release);
        }
        Ok(())
    }

    /// Bytes allocated.
    pub(crate) fn bytes(&self) -> u64 {
        8 * self.words.len() as u64
    }

    /// A new state is missed if its bits are all set. The field filled up evenly
    /// from empty, so the average over all states is a fourth of what it is now.
    pub(crate) fn omission(&self) -> Omission {
        let full = self.ones.load(Ordering::Relaxed) as f64 / (self.mask as f64 + 1.0);
        let states = self.states.load(Ordering::Relaxed) as f64;
        Omission::from_expected(states * full.powi(HASHES as i32) / (HASHES + 1) as f64)
    }
}

/// A store that is nothing but a field of bits.
pub(crate) struct BitStore {
    field: BitField,
}

impl BitStore {
    /// An empty store of `1 << bits` bits.
    pub(crate) fn new(bits: u32) -> BitStore {
        BitStore { field: BitField::new(bits) }
    }
}

impl StateStore for BitStore {
    type Buffers = ();

    fn insert(&self, row: Row, _parent: Option<StateId>, (): &mut ()) -> Insertion {
        Insertion { is_new: self.field.insert(hash_of(row.key())), state: None }
    }

    fn find(&self, _row: Row, (): &mut ()) -> Option<StateId> {
        None
    }

    fn keeps_words(&self) -> bool {
        false
    }

    fn load(&self, _state: StateId, _words: &mut Vec<u32>, (): &mut ()) {}

    fn parent(&self, _state: StateId) -> Option<StateId> {
        None
    }

    fn set_parent(&self, _state: StateId, _parent: Option<StateId>) {}

    fn bytes(&self) -> u64 {
        self.field.bytes()
    }

    fn write_to(&self, out: &mut dyn Write) -> io::Result<()> {
        self.field.write_to(out)
    }

    fn read_from(&self, input: &mut dyn Read) -> io::Result<()> {
        match get32(input)? == self.field.mask.count_ones() {
            true => self.field.fill(input),
            false => Err(invalid("a field of bits has another size")),
        }
    }

    fn omission(&self) -> Option<Omission> {
        Some(self.field.omission())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_large_field_tells_states_apart_and_a_small_one_says_that_it_does_not() {
        let missed = |bits| {
            let field = BitField::new(bits);
            let new = (0..10_000u32).filter(|&i| field.insert(hash_of(&[i]))).count();
            assert!((0..10_000u32).all(|i| !field.insert(hash_of(&[i]))));
            (10_000 - new, field.omission())
        };
        let (none, omission) = missed(24);
        assert_eq!(none, 0);
        assert!(omission.chance < 0.1, "{omission:?}");
        let (some, omission) = missed(15);
        assert!(some > 100);
        let ratio = omission.expected / some as f64;
        assert!((0.5..2.0).contains(&ratio), "{some} missed, {omission:?}");
    }
}
