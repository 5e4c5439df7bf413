//! The states of an exploration, put into tables once more.

use heddle_table::{ByteTable, TreeCursor, TreeTable, View};

use crate::bitcode::Model;
use crate::walk::{Transition, Walk};
use crate::{OPERATIONS, measured};

/// A table of states, and a worker's place in it.
struct Rows {
    walk: Walk,
    table: TreeTable,
    cursor: TreeCursor,
    /// The number of each state in the table, as far as they are there.
    ids: Vec<u32>,
}

impl Rows {
    /// A table of the first states of an exploration: those up to one that `until` gives.
    fn new(model: Model, until: impl Fn(&Walk) -> usize) -> Rows {
        let walk = Walk::new(model);
        let table = TreeTable::new();
        let mut cursor = TreeCursor::new();
        let states = &walk.states[..until(&walk)];
        let ids = states.iter().map(|words| table.insert(words, 0, &mut cursor).0).collect();
        Rows { walk, table, cursor, ids }
    }

    /// Inserts the states that some steps led to. Before the first step from a state, that one
    /// is loaded from the table, so that the cursor is where it is in a search. Only the
    /// states that `counts` speaks of are counted, the others are passed over.
    fn insert(mut self, counts: impl Fn(&Transition) -> bool) -> Rows {
        let mut words = Vec::new();
        let mut loaded = None;
        let mut counted = 0;
        for step in self.walk.last_part(&counts) {
            if loaded.replace(step.from) != Some(step.from) {
                self.table.load(self.ids[step.from], &mut words, &mut self.cursor);
            }
            let row = &self.walk.states[step.to];
            if !counts(step) {
                self.table.insert(row, 0, &mut self.cursor);
                continue;
            }
            let (id, is_new) = measured::insert_row(&self.table, row, &mut self.cursor);
            assert_eq!(is_new, step.to == self.ids.len());
            if is_new {
                self.ids.push(id);
            }
            counted += 1;
        }
        assert_eq!(counted, OPERATIONS);
        self
    }
}

/// States that are all in the table.
pub(crate) struct KnownRows(Rows);

impl KnownRows {
    /// The table, complete.
    pub(crate) fn new(model: Model) -> KnownRows {
        KnownRows(Rows::new(model, |walk| walk.states.len()))
    }

    /// Inserts what each of the last steps led to.
    pub(crate) fn insert(self) -> KnownRows {
        KnownRows(self.0.insert(|_| true))
    }
}

/// States of which the last are not in the table. What it costs that the table grows is
/// counted.
pub(crate) struct NewRows(Rows);

impl NewRows {
    /// The table without the last states.
    pub(crate) fn new(model: Model) -> NewRows {
        NewRows(Rows::new(model, |walk| walk.states.len() - OPERATIONS))
    }

    /// Inserts the last states, after the others of the steps that led to them.
    pub(crate) fn insert(self) -> NewRows {
        NewRows(self.0.insert(|step| step.is_first))
    }
}

/// A table of strings: of the bytes of states, which are about as many as a machine's
/// components have.
pub(crate) struct KnownStrings {
    strings: Vec<Vec<u8>>,
    table: ByteTable,
    view: View,
}

impl KnownStrings {
    /// The table, complete.
    pub(crate) fn new(model: Model) -> KnownStrings {
        let table = ByteTable::new();
        let mut view = View::new();
        let bytes = |words: &Vec<u32>| words.iter().flat_map(|word| word.to_le_bytes()).collect();
        let strings: Vec<Vec<u8>> = Walk::new(model).states.iter().map(bytes).collect();
        for string in &strings {
            table.intern_by(&mut view, string);
        }
        KnownStrings { strings, table, view }
    }

    /// Looks the last strings up.
    pub(crate) fn intern(mut self) -> KnownStrings {
        let first = self.strings.len() - OPERATIONS;
        let known = self.table.len();
        for string in &self.strings[first..] {
            let id = measured::intern_bytes(&self.table, &mut self.view, string);
            assert_eq!(self.table.get(id), string);
        }
        assert_eq!(self.table.len(), known);
        self
    }
}
