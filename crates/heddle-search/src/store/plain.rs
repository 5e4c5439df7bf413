//! The oracle: a map of the standard library behind a lock.

use std::collections::HashMap;
use std::io::{self, Read, Write};
use std::sync::{Mutex, PoisonError};

use heddle_model::Omission;
use heddle_table::stream::{get_words, get32, get64, invalid, put_words, put32, put64};

use super::{Insertion, Row, StateId, StateStore, note_of, parent_of};

/// A store that is as simple as can be.
#[derive(Default)]
pub(crate) struct PlainStore {
    states: Mutex<States>,
}

#[derive(Default)]
struct States {
    numbers: HashMap<Box<[u32]>, StateId>,
    kept: Vec<(Box<[u32]>, Option<StateId>)>,
    bytes: usize,
}

impl PlainStore {
    /// An empty store.
    pub(crate) fn new() -> PlainStore {
        PlainStore::default()
    }

    fn states(&self) -> std::sync::MutexGuard<'_, States> {
        // A worker that panics ends the search.
        self.states.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl StateStore for PlainStore {
    type Buffers = ();

    fn insert(&self, row: Row, parent: Option<StateId>, (): &mut ()) -> Insertion {
        let mut states = self.states();
        if let Some(&state) = states.numbers.get(row.key()) {
            return Insertion { is_new: false, state: Some(state) };
        }
        let state = StateId(states.kept.len() as u32);
        states.numbers.insert(row.key().into(), state);
        states.kept.push((row.full.into(), parent));
        let entry = size_of::<(Box<[u32]>, StateId, Box<[u32]>, Option<StateId>)>();
        states.bytes += size_of_val(row.key()) + size_of_val(row.full) + entry;
        Insertion { is_new: true, state: Some(state) }
    }

    fn find(&self, row: Row, (): &mut ()) -> Option<StateId> {
        self.states().numbers.get(row.key()).copied()
    }

    fn keeps_words(&self) -> bool {
        true
    }

    fn load(&self, state: StateId, words: &mut Vec<u32>, (): &mut ()) {
        words.clear();
        words.extend_from_slice(&self.states().kept[state.0 as usize].0);
    }

    fn parent(&self, state: StateId) -> Option<StateId> {
        self.states().kept[state.0 as usize].1
    }

    fn set_parent(&self, state: StateId, parent: Option<StateId>) {
        self.states().kept[state.0 as usize].1 = parent;
    }

    /// An estimate: what the map adds for itself is left out.
    fn bytes(&self) -> u64 {
        self.states().bytes as u64
    }

    fn write_to(&self, out: &mut dyn Write) -> io::Result<()> {
        let states = self.states();
        let mut keys: Vec<(&Box<[u32]>, &StateId)> = states.numbers.iter().collect();
        keys.sort_unstable_by_key(|&(_, number)| number);
        put64(out, keys.len() as u64)?;
        for ((key, _), (full, parent)) in keys.into_iter().zip(&states.kept) {
            put_words(out, key)?;
            put_words(out, full)?;
            put32(out, note_of(*parent))?;
        }
        Ok(())
    }

    fn read_from(&self, input: &mut dyn Read) -> io::Result<()> {
        for _ in 0..get64(input)? {
            let (key, full) = (get_words(input)?, get_words(input)?);
            let row = Row { full: &full, matched: Some(&key) };
            if !self.insert(row, parent_of(get32(input)?), &mut ()).is_new {
                return Err(invalid("a state is there twice"));
            }
        }
        Ok(())
    }

    fn omission(&self) -> Option<Omission> {
        None
    }
}
