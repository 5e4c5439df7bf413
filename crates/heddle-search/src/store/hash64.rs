//! Hash compaction: of each state, 64 bits.
//!
//! Two states with the same hash are taken for one, and what only the second
//! leads to is missed. The chance of that grows with the square of the number of
//! states: one in a million for six million states.

use std::io::{self, Read, Write};

use heddle_model::Omission;
use heddle_table::{NotedPairTable, View};

use super::{Insertion, Row, StateId, StateStore, hash_of, note_of, parent_of};

/// A store of hashes.
pub(crate) struct HashStore {
    hashes: NotedPairTable,
}

impl HashStore {
    /// An empty store.
    pub(crate) fn new() -> HashStore {
        HashStore { hashes: NotedPairTable::new() }
    }
}

impl StateStore for HashStore {
    type Buffers = View;

    fn insert(&self, row: Row, parent: Option<StateId>, view: &mut View) -> Insertion {
        let hash = hash_of(row.key());
        let (left, right) = ((hash >> 32) as u32, hash as u32);
        let (id, is_new) = self.hashes.intern_by(view, left, right, note_of(parent));
        Insertion { is_new, state: Some(StateId(id)) }
    }

    fn find(&self, row: Row, _view: &mut View) -> Option<StateId> {
        let hash = hash_of(row.key());
        self.hashes.find((hash >> 32) as u32, hash as u32).map(StateId)
    }

    fn keeps_words(&self) -> bool {
        false
    }

    fn load(&self, _state: StateId, _words: &mut Vec<u32>, _view: &mut View) {}

    fn parent(&self, state: StateId) -> Option<StateId> {
        parent_of(self.hashes.note(state.0))
    }

    fn set_parent(&self, state: StateId, parent: Option<StateId>) {
        self.hashes.set_note(state.0, note_of(parent));
    }

    fn bytes(&self) -> u64 {
        self.hashes.bytes() as u64
    }

    fn write_to(&self, out: &mut dyn Write) -> io::Result<()> {
        self.hashes.write_to(out)
    }

    fn read_from(&self, input: &mut dyn Read) -> io::Result<()> {
        self.hashes.read_from(input)
    }

    fn omission(&self) -> Option<Omission> {
        // Each pair of states has the same hash once in 2^64 times.
        let states = self.hashes.len() as f64;
        Some(Omission::from_expected(states * (states - 1.0).max(0.0) / 2.0 / 2f64.powi(64)))
    }
}
