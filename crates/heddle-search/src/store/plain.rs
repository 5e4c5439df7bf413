//! A store so simple that it is right at a glance: the oracle in tests.

use std::collections::HashMap;

use foldhash::quality::FixedState;

use super::{StateIndex, VisitedStore};

/// A map from words to numbers, and the words again by number.
///
/// # Invariants
/// `numbers[words[i]] == i` for every `i`, and nothing else is in `numbers`.
#[derive(Default)]
pub struct PlainStore {
    numbers: HashMap<Box<[u32]>, StateIndex, FixedState>,
    words: Vec<Box<[u32]>>,
    bytes: usize,
}

impl PlainStore {
    /// An empty store.
    pub fn new() -> PlainStore {
        PlainStore::default()
    }
}

impl VisitedStore for PlainStore {
    fn insert(&mut self, words: &[u32]) -> (StateIndex, bool) {
        if let Some(&state) = self.numbers.get(words) {
            return (state, false);
        }
        let state = StateIndex::new(self.words.len());
        self.numbers.insert(words.into(), state);
        self.words.push(words.into());
        self.bytes += 2 * size_of_val(words) + size_of::<(Box<[u32]>, StateIndex, Box<[u32]>)>();
        (state, true)
    }

    fn get(&self, state: StateIndex) -> &[u32] {
        &self.words[state.index()]
    }

    fn len(&self) -> usize {
        self.words.len()
    }

    /// An estimate: what the map adds for itself is left out.
    fn bytes(&self) -> usize {
        self.bytes
    }
}
