//! The default store: all words of all states, compressed.
//!
//! A row is kept as a tree of pairs ([`TreeTable`]): neighbouring states share
//! nearly all of their words, and so all but a few pairs. What a state adds is
//! one pair, the number of its parent, and a slot of the index.
//!
//! Where states are matched by less than all of their words, what is matched
//! decides, and all words of the first state met are kept beside it.
//!
//! When memory runs short, a search can go on with new states as bits of a
//! field: the states known until then stay exact.

use std::io::{self, Read, Write};
use std::sync::OnceLock;

use heddle_model::Omission;
use heddle_table::stream::{get32, put32};
use heddle_table::{TreeCursor, TreeTable};

use super::{BitField, Insertion, Row, StateId, StateStore, hash_of, note_of, parent_of};
use crate::side::SideTable;

/// An exact store.
pub(crate) struct ExactStore {
    states: TreeTable,
    /// All words of states that are matched by less, and which row each has.
    full: TreeTable,
    full_of: SideTable,
    overflow: OnceLock<BitField>,
}

/// Buffers of a worker: the last rows, as trees.
#[derive(Default)]
pub(crate) struct ExactBuffers {
    states: TreeCursor,
    full: TreeCursor,
}

/// There is no other row: the state is matched by all its words.
const SAME: u32 = u32::MAX;

impl ExactStore {
    /// An empty store.
    pub(crate) fn new() -> ExactStore {
        ExactStore {
            states: TreeTable::new(),
            full: TreeTable::new(),
            full_of: SideTable::new(SAME),
            overflow: OnceLock::new(),
        }
    }
}

impl StateStore for ExactStore {
    type Buffers = ExactBuffers;

    fn insert(&self, row: Row, parent: Option<StateId>, buffers: &mut ExactBuffers) -> Insertion {
        if let Some(field) = self.overflow.get() {
            return match self.find(row, buffers) {
                Some(state) => Insertion { is_new: false, state: Some(state) },
                None => Insertion { is_new: field.insert(hash_of(row.key())), state: None },
            };
        }
        let (id, is_new) = self.states.insert(row.key(), note_of(parent), &mut buffers.states);
        if is_new && row.matched.is_some() {
            let (full, _) = self.full.insert(row.full, 0, &mut buffers.full);
            self.full_of.set(StateId(id), full);
        }
        Insertion { is_new, state: Some(StateId(id)) }
    }

    fn find(&self, row: Row, _buffers: &mut ExactBuffers) -> Option<StateId> {
        self.states.find(row.key()).map(StateId)
    }

    fn keeps_words(&self) -> bool {
        true
    }

    fn load(&self, state: StateId, words: &mut Vec<u32>, buffers: &mut ExactBuffers) {
        let full = if self.full_of.bytes() == 0 { SAME } else { self.full_of.get(state) };
        match full {
            SAME => self.states.load(state.0, words, &mut buffers.states),
            full => self.full.load(full, words, &mut buffers.full),
        }
    }

    fn parent(&self, state: StateId) -> Option<StateId> {
        parent_of(self.states.note(state.0))
    }

    fn set_parent(&self, state: StateId, parent: Option<StateId>) {
        self.states.set_note(state.0, note_of(parent));
    }

    fn bytes(&self) -> u64 {
        let field = self.overflow.get().map_or(0, BitField::bytes);
        (self.states.bytes() + self.full.bytes()) as u64 + self.full_of.bytes() + field
    }

    fn omission(&self) -> Option<Omission> {
        self.overflow.get().map(BitField::omission)
    }

    fn write_to(&self, out: &mut dyn Write) -> io::Result<()> {
        self.states.write_to(out)?;
        self.full.write_to(out)?;
        self.full_of.write_to(out)?;
        put32(out, u32::from(self.overflow.get().is_some()))?;
        self.overflow.get().map_or(Ok(()), |field| field.write_to(out))
    }

    fn read_from(&self, input: &mut dyn Read) -> io::Result<()> {
        self.states.read_from(input)?;
        self.full.read_from(input)?;
        self.full_of.read_from(input)?;
        if get32(input)? != 0 {
            self.overflow_into(BitField::read_from(input)?);
        }
        Ok(())
    }

    fn overflow_into(&self, field: BitField) -> bool {
        self.overflow.set(field).is_ok()
    }
}
