//! The default store: all words of all states, found by hash.

use std::hash::BuildHasher;

use foldhash::quality::FixedState;
use hashbrown::HashTable;
use hashbrown::hash_table::Entry;

use super::arena::Arena;
use super::{StateIndex, VisitedStore};

/// An exact store.
///
/// The words are in an arena; the index is a table of 8-byte slots (number and
/// half of the hash). A lookup costs the hash of the words, one probe, and one
/// comparison of words for a state that was seen before: half a hash tells
/// others apart without touching them, but for one in four billion. Growth of
/// the index takes the hashes from the slots, and never reads a state.
///
/// # Invariants
/// - Slot `i` of the arena is in the index exactly once, with the hash of its
///   words (`insert` alone adds to either).
/// - No two slices of the arena are equal (checked by `insert`, on words).
#[derive(Default)]
pub struct ExactStore {
    arena: Arena,
    index: HashTable<Slot>,
    hasher: FixedState,
}

#[derive(Clone, Copy)]
struct Slot {
    state: StateIndex,
    hash: u32,
}

impl Slot {
    /// What the index is given as a hash: it takes the position from the low
    /// bits and a tag from the highest, so both halves need the kept bits.
    fn spread(hash: u32) -> u64 {
        u64::from(hash) << 32 | u64::from(hash)
    }
}

impl ExactStore {
    /// An empty store.
    pub fn new() -> ExactStore {
        ExactStore::default()
    }
}

impl VisitedStore for ExactStore {
    fn insert(&mut self, words: &[u32]) -> (StateIndex, bool) {
        let ExactStore { arena, index, hasher } = self;
        let hash = hasher.hash_one(words) as u32;
        let entry = index.entry(
            Slot::spread(hash),
            |slot| slot.hash == hash && arena.equals(slot.state.index(), words),
            |slot| Slot::spread(slot.hash),
        );
        match entry {
            Entry::Occupied(seen) => (seen.get().state, false),
            Entry::Vacant(vacant) => {
                let state = StateIndex::new(arena.len());
                vacant.insert(Slot { state, hash });
                arena.add(words);
                (state, true)
            }
        }
    }

    fn get(&self, state: StateIndex) -> &[u32] {
        self.arena.get(state.index())
    }

    fn len(&self) -> usize {
        self.arena.len()
    }

    fn bytes(&self) -> usize {
        self.arena.bytes() + self.index.allocation_size()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::PlainStore;
    use proptest::prelude::*;

    proptest! {
        /// Short words over a small alphabet make repetitions likely; prefixes
        /// and trailing zeros are what a careless comparison would confuse.
        #[test]
        fn agrees_with_the_plain_store(
            states in prop::collection::vec(prop::collection::vec(0u32..3, 0..6), 0..300)
        ) {
            let mut exact = ExactStore::new();
            let mut plain = PlainStore::new();
            for words in &states {
                prop_assert_eq!(exact.insert(words), plain.insert(words));
            }
            prop_assert_eq!(exact.len(), plain.len());
            for number in 0..plain.len() {
                let state = StateIndex::new(number);
                prop_assert_eq!(exact.get(state), plain.get(state));
            }
        }
    }

    #[test]
    fn equal_half_hashes_do_not_merge_states() {
        // Enough states for some pairs to share all 32 kept bits.
        let mut store = ExactStore::new();
        let mut hashes = std::collections::HashSet::new();
        let mut collisions = 0;
        for i in 0..300_000u32 {
            let words = [i, i ^ 0x5555, 7];
            collisions += u32::from(!hashes.insert(store.hasher.hash_one(&words[..]) as u32));
            assert_eq!(store.insert(&words), (StateIndex::new(i as usize), true));
        }
        assert!(collisions > 0, "the test should meet a collision");
        for i in 0..300_000u32 {
            let words = [i, i ^ 0x5555, 7];
            assert_eq!(store.insert(&words), (StateIndex::new(i as usize), false));
        }
    }
}
