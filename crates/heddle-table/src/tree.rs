//! Rows of numbers, stored as trees of pairs that share their subtrees.
//!
//! A row is its first word and the rest. The halves of the rest are binary trees, as
//! balanced as can be: a single word stands for itself, more are a pair of two halves.
//! The first word and the left half make a pair, the *head*; the row is a pair of its head
//! and the right half. Rows that differ in few words share all but the nodes on the paths to
//! these; and since a root has no part that nearly every row has for itself alone, there
//! are few nodes beside the roots.
//!
//! # Why one table of nodes is enough
//!
//! A node is a pair of numbers and does not say whether these are words or nodes; the same
//! node may even be both in different rows. That is unambiguous since **the first word of a
//! row decides its length**: the way to the first word is the same in all rows, its length
//! decides the shape of the tree, and the place in the tree decides what a number is. So,
//! from the root down, an id and a place have one meaning; and from the leaves up, equal
//! words in equal places have equal ids. Hence two rows are equal exactly if their roots are.
//! The contract about lengths is checked with each row.
//!
//! # What a row costs
//!
//! 12 bytes for the root and its note, for which up to about a sixteenth more is allocated ahead,
//! and 6 to 8 bytes of slots: about 20. A new inner node costs about 14 bytes. Where rows
//! are the states of a few threads that share most of what they are made of, there are far
//! fewer inner nodes than rows: about 22 bytes a row in all.

use std::io::{self, Read, Write};

use crate::index::{NO_ID, View};
use crate::pair::{NotedPairTable, PairTable};

/// Gives rows of numbers ids. See the module for how.
#[derive(Default, Debug)]
pub struct TreeTable {
    /// A row: its head and the right half of its rest, with the caller's note.
    roots: NotedPairTable,
    /// Heads, and inner nodes of halves.
    nodes: PairTable,
    /// A first word and zero, with the length of rows that begin with it.
    lengths: NotedPairTable,
}

/// A row and its inner nodes: one a worker, so that the next row costs only what is
/// different in it. It belongs to the table that it was first used with.
///
/// # Invariants
/// - `rest` is the row without its first word.
/// - The inner node of a range of `rest` is kept at the middle of the range, which no
///   other range has. It is the node of the words that `rest` has there, or [`NO_ID`].
/// - `head` is the node of the first word and the left half, or [`NO_ID`].
/// - `root` is the row's id, or [`NO_ID`] if there is no row.
#[derive(Clone, Debug)]
pub struct TreeCursor {
    first: u32,
    rest: Vec<u32>,
    nodes: Vec<u32>,
    head: u32,
    root: u32,
    views: Views,
}

/// A worker's views of the tables.
#[derive(Clone, Default, Debug)]
struct Views {
    roots: View,
    nodes: View,
    lengths: View,
}

/// Number that stands for a half without words.
const EMPTY_HALF: u32 = 0;

impl TreeCursor {
    /// A cursor that has no row yet.
    pub fn new() -> TreeCursor {
        TreeCursor {
            first: 0,
            rest: Vec::new(),
            nodes: Vec::new(),
            head: NO_ID,
            root: NO_ID,
            views: Views::default(),
        }
    }

    /// True if the cursor's rest has the length of rows that begin with this word.
    fn begins_with(&self, first: u32) -> bool {
        self.root != NO_ID && self.first == first
    }

    /// Makes room for a row that begins with this word and has a rest of this length.
    fn restart(&mut self, first: u32, rest: usize) {
        self.first = first;
        self.head = NO_ID;
        self.root = NO_ID;
        if self.rest.len() != rest {
            self.rest.clear();
            self.rest.resize(rest, 0);
            self.nodes.clear();
            self.nodes.resize(rest, NO_ID);
        }
    }

    /// Replaces a word, and forgets the nodes on the path to it.
    fn replace(&mut self, at: usize, word: u32) {
        self.root = NO_ID;
        self.rest[at] = word;
        let half = middle(0, self.rest.len());
        let (mut from, mut to) = (half, self.rest.len());
        if at < half {
            self.head = NO_ID;
            (from, to) = (0, half);
        }
        while to - from > 1 {
            let middle = middle(from, to);
            self.nodes[middle] = NO_ID;
            if at < middle {
                to = middle;
            } else {
                from = middle;
            }
        }
    }
}

impl Default for TreeCursor {
    fn default() -> TreeCursor {
        TreeCursor::new()
    }
}

impl TreeTable {
    /// An empty table.
    pub fn new() -> TreeTable {
        TreeTable::default()
    }

    /// The id of a row, and whether it is new. A new row gets this note before anyone else
    /// can see it; one that was there keeps its own. The cursor has the row then.
    ///
    /// # Panics
    /// If there are no words, or a row of another length has the same first word.
    pub fn insert(&self, words: &[u32], note: u32, cursor: &mut TreeCursor) -> (u32, bool) {
        let (&first, rest) = words.split_first().expect("a row should have a first word");
        if !cursor.begins_with(first) || cursor.rest.len() != rest.len() {
            self.note_length(first, words.len(), &mut cursor.views.lengths);
            cursor.restart(first, rest.len());
        }
        for (at, &word) in rest.iter().enumerate() {
            if cursor.rest[at] != word {
                cursor.replace(at, word);
            }
        }
        if cursor.root != NO_ID {
            return (cursor.root, false);
        }
        let half = middle(0, rest.len());
        if cursor.head == NO_ID {
            let left = self.complete(cursor, 0, half);
            cursor.head = self.nodes.intern_by(&mut cursor.views.nodes, first, left).0;
        }
        let right = self.complete(cursor, half, rest.len());
        let (id, new) = self.roots.intern_by(&mut cursor.views.roots, cursor.head, right, note);
        cursor.root = id;
        (id, new)
    }

    /// The id of a row, if it is there.
    ///
    /// # Panics
    /// If there are no words.
    pub fn find(&self, words: &[u32]) -> Option<u32> {
        let (&first, rest) = words.split_first().expect("a row should have a first word");
        let known = self.lengths.find(first, 0)?;
        if self.lengths.note(known) as usize != words.len() {
            return None;
        }
        let (left, right) = rest.split_at(middle(0, rest.len()));
        let head = self.nodes.find(first, self.find_half(left)?)?;
        self.roots.find(head, self.find_half(right)?)
    }

    /// The number that stands for these words, if they were ever in a row.
    fn find_half(&self, words: &[u32]) -> Option<u32> {
        match words {
            [] => Some(EMPTY_HALF),
            [word] => Some(*word),
            _ => {
                let (left, right) = words.split_at(middle(0, words.len()));
                self.nodes.find(self.find_half(left)?, self.find_half(right)?)
            }
        }
    }

    /// The number that stands for a range of the cursor's rest: its word or node. Nodes
    /// that were forgotten are interned.
    fn complete(&self, cursor: &mut TreeCursor, from: usize, to: usize) -> u32 {
        match to - from {
            0 => EMPTY_HALF,
            1 => cursor.rest[from],
            _ => {
                let middle = middle(from, to);
                if cursor.nodes[middle] == NO_ID {
                    let left = self.complete(cursor, from, middle);
                    let right = self.complete(cursor, middle, to);
                    let view = &mut cursor.views.nodes;
                    cursor.nodes[middle] = self.nodes.intern_by(view, left, right).0;
                }
                cursor.nodes[middle]
            }
        }
    }

    /// The words of a row, in place of what `words` had.
    pub fn get(&self, id: u32, words: &mut Vec<u32>) {
        self.load(id, words, &mut TreeCursor::new());
    }

    /// The words of a row, in place of what `words` had; the cursor has the row then, and
    /// only what was different in it is looked up.
    pub fn load(&self, id: u32, words: &mut Vec<u32>, cursor: &mut TreeCursor) {
        if cursor.root != id {
            let (head, right) = self.roots.get(id);
            if cursor.head != head {
                let (first, left) = self.nodes.get(head);
                if !cursor.begins_with(first) {
                    let length = self.lengths.find(first, 0).map(|known| self.lengths.note(known));
                    let length = length.expect("a row should have been noted with its length");
                    cursor.restart(first, length as usize - 1);
                }
                self.unfold(cursor, 0, middle(0, cursor.rest.len()), left);
                cursor.head = head;
            }
            self.unfold(cursor, middle(0, cursor.rest.len()), cursor.rest.len(), right);
            cursor.root = id;
        }
        words.clear();
        words.push(cursor.first);
        words.extend_from_slice(&cursor.rest);
    }

    /// Makes a range of the cursor's rest what a number stands for.
    fn unfold(&self, cursor: &mut TreeCursor, from: usize, to: usize, number: u32) {
        match to - from {
            0 => {}
            1 => cursor.rest[from] = number,
            _ => {
                let middle = middle(from, to);
                if cursor.nodes[middle] != number {
                    let (left, right) = self.nodes.get(number);
                    cursor.nodes[middle] = number;
                    self.unfold(cursor, from, middle, left);
                    self.unfold(cursor, middle, to, right);
                }
            }
        }
    }

    /// Checks that rows which begin with this word have this length.
    fn note_length(&self, first: u32, length: usize, view: &mut View) {
        let length = u32::try_from(length).expect("a row should have fewer than 2^32 words");
        let (known, _) = self.lengths.intern_by(view, first, 0, length);
        let known = self.lengths.note(known);
        assert!(
            known == length,
            "the first word of a row should decide its length: rows that begin with {first} \
             had {known} words, and now there is one of {length}"
        );
    }

    /// The note of a row.
    #[inline]
    pub fn note(&self, id: u32) -> u32 {
        self.roots.note(id)
    }

    /// Replaces the note of a row.
    #[inline]
    pub fn set_note(&self, id: u32, note: u32) {
        self.roots.set_note(id, note);
    }

    /// Writes all rows with their ids and notes. Nobody may be inserting.
    pub fn write_to(&self, out: &mut dyn Write) -> io::Result<()> {
        self.roots.write_to(out)?;
        self.nodes.write_to(out)?;
        self.lengths.write_to(out)
    }

    /// Fills an empty table with what was written. After an error, the table is of no use.
    pub fn read_from(&self, input: &mut dyn Read) -> io::Result<()> {
        self.roots.read_from(input)?;
        self.nodes.read_from(input)?;
        self.lengths.read_from(input)
    }

    /// Number of rows; exact when nobody is inserting.
    pub fn len(&self) -> usize {
        self.roots.len()
    }

    /// True if there are no rows.
    pub fn is_empty(&self) -> bool {
        self.roots.is_empty()
    }

    /// Memory held.
    pub fn bytes(&self) -> usize {
        self.roots.bytes() + self.nodes.bytes() + self.lengths.bytes()
    }
}

/// The middle at which a range of words is cut in halves.
#[inline]
fn middle(from: usize, to: usize) -> usize {
    from + (to - from) / 2
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;
    use std::collections::HashMap;

    /// Rows whose first word is their length, or that plus twenty.
    fn rows() -> impl Strategy<Value = Vec<Vec<u32>>> {
        let word = prop_oneof![8 => 0u32..4, 1 => any::<u32>()];
        let rest = prop::collection::vec(word, 0..19);
        let row = (rest, any::<bool>()).prop_map(|(rest, far)| {
            let first = rest.len() as u32 + 1 + if far { 20 } else { 0 };
            [first].into_iter().chain(rest).collect()
        });
        prop::collection::vec(row, 0..120)
    }

    fn agrees_with_a_map(rows: impl IntoIterator<Item = Vec<u32>>) {
        let table = TreeTable::new();
        let (mut inserting, mut loading) = (TreeCursor::new(), TreeCursor::new());
        let mut oracle: HashMap<Vec<u32>, u32> = HashMap::new();
        let mut order = Vec::new();
        let mut words = Vec::new();
        for (row, note) in rows.into_iter().zip(1000..) {
            let (id, new) = table.insert(&row, note, &mut inserting);
            assert_ne!(id, NO_ID);
            assert_eq!(new, !oracle.contains_key(&row), "{row:?}");
            assert_eq!(*oracle.entry(row).or_insert(id), id);
            assert_eq!(table.note(id) == note, new);
            order.push(id);
            // The cursor of inserts must also do after it was moved to an older row.
            let older = order[note as usize % order.len()];
            if note % 3 == 0 {
                table.load(older, &mut words, &mut inserting);
                assert_eq!(oracle[&words], older);
            }
            table.load(older, &mut words, &mut loading);
            assert_eq!(oracle[&words], older);
        }
        assert_eq!(table.len(), oracle.len());
        assert_eq!(table.is_empty(), oracle.is_empty());
        for id in order {
            table.get(id, &mut words);
            assert_eq!(oracle[&words], id);
        }
    }

    proptest! {
        #[test]
        fn rows_agree_with_a_map(rows in rows()) {
            agrees_with_a_map(rows);
        }
    }

    /// A row of a walk in which each row differs from the one before in two words.
    fn row(number: u64) -> Vec<u32> {
        let length = 3 + number / 64 % 9;
        let digit = |at| (number >> (at * 5)) as u32 & 31;
        [length as u32].into_iter().chain((1..length).map(digit)).collect()
    }

    #[test]
    fn many_rows_agree_with_a_map() {
        agrees_with_a_map((0..300_000).map(row));
    }

    #[test]
    fn rows_of_any_small_length_come_back() {
        agrees_with_a_map((1..70u32).map(|length| (0..length).map(|at| length ^ at).collect()));
    }

    #[test]
    fn only_nodes_on_changed_paths_are_made() {
        let table = TreeTable::new();
        let mut cursor = TreeCursor::new();
        let mut row: Vec<u32> = (100..117).collect();
        table.insert(&row, 0, &mut cursor);
        assert_eq!(table.nodes.len(), 15);
        row[16] = 7;
        table.insert(&row, 0, &mut cursor);
        assert_eq!(table.nodes.len(), 15 + 3);
        row[0] = 7;
        table.insert(&row, 0, &mut cursor);
        assert_eq!((table.nodes.len(), table.len()), (15 + 3 + 1, 3));
    }

    #[test]
    fn notes_can_be_replaced() {
        let table = TreeTable::new();
        let (id, _) = table.insert(&[1], 5, &mut TreeCursor::new());
        table.set_note(id, 6);
        assert_eq!(table.insert(&[1], 7, &mut TreeCursor::new()), (id, false));
        assert_eq!(table.note(id), 6);
    }

    #[test]
    #[should_panic(expected = "the first word of a row should decide its length")]
    fn lengths_are_checked() {
        let table = TreeTable::new();
        let mut cursor = TreeCursor::new();
        table.insert(&[1, 2, 3], 0, &mut cursor);
        table.insert(&[1, 2], 0, &mut cursor);
    }

    #[test]
    fn a_row_takes_about_twenty_bytes() {
        let table = TreeTable::new();
        let mut cursor = TreeCursor::new();
        // Eight parts of eight values each, of which some combinations occur.
        for number in 0..400_000u64 {
            let state = number * 41 % (1 << 24);
            let part = |at: u32| at * 8 + (state >> (at * 3)) as u32 % 8;
            let row: Vec<u32> = [9].into_iter().chain((0..8).map(part)).collect();
            assert!(table.insert(&row, 0, &mut cursor).1);
        }
        let per_row = table.bytes() as f64 / table.len() as f64;
        assert!(per_row < 21.0, "{per_row} bytes a row");
    }

    #[test]
    fn threads_agree_on_rows() {
        thread_local! {
            static CURSOR: std::cell::RefCell<TreeCursor> = TreeCursor::new().into();
        }
        let table = TreeTable::new();
        crate::stress::agree(60_000, 40_000, |number| {
            let length = 6 + number as u32 % 9;
            let digit = |at| (number >> (at * 4 % 64)) as u32 & 15;
            let row: Vec<u32> = [length].into_iter().chain((0..length - 1).map(digit)).collect();
            CURSOR.with_borrow_mut(|cursor| {
                let (id, new) = table.insert(&row, number as u32, cursor);
                let mut words = Vec::new();
                table.load(id, &mut words, cursor);
                assert_eq!(words, row);
                (id, new)
            })
        });
        assert_eq!(table.len(), 40_000);
    }

    #[test]
    fn rows_come_back_with_their_ids_and_notes() {
        let table = TreeTable::new();
        let mut cursor = TreeCursor::new();
        let ids: Vec<u32> =
            (0..40_000).map(|number| table.insert(&row(number), 9, &mut cursor).0).collect();
        table.set_note(ids[77], 10);
        let mut written = Vec::new();
        table.write_to(&mut written).unwrap();
        let copy = TreeTable::new();
        let input = &mut &written[..];
        copy.read_from(input).unwrap();
        assert!(input.is_empty());
        assert_eq!((copy.len(), copy.nodes.len()), (table.len(), table.nodes.len()));
        let (mut words, mut cursor) = (Vec::new(), TreeCursor::new());
        for (number, &id) in (0..).zip(&ids) {
            assert_eq!(copy.find(&row(number)), Some(id));
            copy.load(id, &mut words, &mut cursor);
            assert_eq!(words, row(number));
            assert_eq!(copy.note(id), table.note(id));
        }
        assert!(copy.insert(&row(1 << 30), 0, &mut cursor).1);
        for length in (0..written.len()).step_by(written.len() / 40) {
            assert!(TreeTable::new().read_from(&mut &written[..length]).is_err(), "{length}");
        }
    }
}
