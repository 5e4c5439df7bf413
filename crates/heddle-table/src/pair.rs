//! Pairs of numbers.
//!
//! A pair takes 8 bytes, for which up to about a sixteenth more is allocated ahead, and 5
//! to 8 bytes of slots in the index. A note takes 4 bytes more.

use std::io::{self, Read, Write};
use std::sync::atomic::{AtomicU32, AtomicU64, Ordering};

use crate::arena::Arena;
use crate::index::{Index, View};
use crate::stream::{get32, get64, put32, put64};

/// Gives pairs of numbers ids.
pub struct PairTable {
    index: Index,
    entries: Arena<AtomicU64>,
}

impl PairTable {
    /// An empty table.
    pub fn new() -> PairTable {
        PairTable { index: Index::new(), entries: Arena::new() }
    }

    /// The id of a pair, and whether it is new.
    #[inline]
    pub fn intern(&self, left: u32, right: u32) -> (u32, bool) {
        let entry = joined(left, right);
        let write = |id| self.entries.make(id).store(entry, Ordering::Relaxed);
        let hash_of = |id| hash(self.entry(id));
        self.index.find_or_insert(hash(entry), |id| self.entry(id) == entry, write, hash_of)
    }

    /// The same, with a worker's view of this table.
    #[inline]
    pub fn intern_by(&self, view: &mut View, left: u32, right: u32) -> (u32, bool) {
        self.intern_and(view, left, right, |_| ())
    }

    /// The same; does something with the id of a new pair before anyone else sees it.
    #[inline]
    fn intern_and(
        &self,
        view: &mut View,
        left: u32,
        right: u32,
        with_id: impl FnOnce(u32),
    ) -> (u32, bool) {
        let entry = joined(left, right);
        let write = |id| {
            self.entries.make(id).store(entry, Ordering::Relaxed);
            with_id(id);
        };
        let same = |id| self.entry(id) == entry;
        let hash_of = |id| hash(self.entry(id));
        self.index.find_or_insert_by(view, hash(entry), same, write, hash_of)
    }

    /// The id of a pair that was interned.
    #[inline]
    pub fn find(&self, left: u32, right: u32) -> Option<u32> {
        let entry = joined(left, right);
        self.index.find(hash(entry), |id| self.entry(id) == entry)
    }

    /// The pair of an id.
    #[inline]
    pub fn get(&self, id: u32) -> (u32, u32) {
        let entry = self.entry(id);
        ((entry >> 32) as u32, entry as u32)
    }

    #[inline]
    fn entry(&self, id: u32) -> u64 {
        self.entries.get(id).load(Ordering::Relaxed)
    }

    /// Writes all pairs with their ids. Nobody may be inserting.
    pub fn write_to(&self, out: &mut dyn Write) -> io::Result<()> {
        self.index.write_to(out, |out, id| put64(out, self.entry(id)))
    }

    /// Fills an empty table with what was written. After an error, the table is of no use.
    pub fn read_from(&self, input: &mut dyn Read) -> io::Result<()> {
        self.read_and(input, |_, _| Ok(()))
    }

    /// The same; reads what follows a pair with its id.
    fn read_and(
        &self,
        input: &mut dyn Read,
        mut with_id: impl FnMut(&mut dyn Read, u32) -> io::Result<()>,
    ) -> io::Result<()> {
        let read_entry = |input: &mut dyn Read, id| {
            let entry = get64(input)?;
            self.entries.make(id).store(entry, Ordering::Relaxed);
            with_id(input, id)?;
            Ok(hash(entry))
        };
        let same = |one, other| self.entry(one) == self.entry(other);
        self.index.read_from(input, read_entry, same, |id| hash(self.entry(id)))
    }

    /// Number of pairs; exact when nobody is inserting.
    pub fn len(&self) -> usize {
        self.index.len()
    }

    /// True if there are no pairs.
    pub fn is_empty(&self) -> bool {
        self.index.is_empty()
    }

    /// Memory held.
    pub fn bytes(&self) -> usize {
        self.index.bytes() + self.entries.bytes()
    }
}

impl Default for PairTable {
    fn default() -> PairTable {
        PairTable::new()
    }
}

impl std::fmt::Debug for PairTable {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("PairTable").field("len", &self.len()).finish_non_exhaustive()
    }
}

/// Pairs of numbers, each with a further number that is not part of what is compared
/// and can be replaced.
#[derive(Debug)]
pub struct NotedPairTable {
    pairs: PairTable,
    notes: Arena<AtomicU32>,
}

impl NotedPairTable {
    /// An empty table.
    pub fn new() -> NotedPairTable {
        NotedPairTable { pairs: PairTable::new(), notes: Arena::new() }
    }

    /// The id of a pair, and whether it is new. A new pair gets this note before anyone
    /// else can see it; one that was there keeps its own.
    #[inline]
    pub fn intern_by(&self, view: &mut View, left: u32, right: u32, note: u32) -> (u32, bool) {
        let write = |id| self.notes.make(id).store(note, Ordering::Release);
        self.pairs.intern_and(view, left, right, write)
    }

    /// The id of a pair that was interned.
    #[inline]
    pub fn find(&self, left: u32, right: u32) -> Option<u32> {
        self.pairs.find(left, right)
    }

    /// The pair of an id.
    #[inline]
    pub fn get(&self, id: u32) -> (u32, u32) {
        self.pairs.get(id)
    }

    /// The note of a pair.
    #[inline]
    pub fn note(&self, id: u32) -> u32 {
        self.notes.get(id).load(Ordering::Acquire)
    }

    /// Writes all pairs with their ids and notes. Nobody may be inserting.
    pub fn write_to(&self, out: &mut dyn Write) -> io::Result<()> {
        self.pairs.index.write_to(out, |out, id| {
            put64(out, self.pairs.entry(id))?;
            put32(out, self.note(id))
        })
    }

    /// Fills an empty table with what was written. After an error, the table is of no use.
    pub fn read_from(&self, input: &mut dyn Read) -> io::Result<()> {
        self.pairs.read_and(input, |input, id| {
            self.notes.make(id).store(get32(input)?, Ordering::Release);
            Ok(())
        })
    }

    /// Replaces the note of a pair.
    #[inline]
    pub fn set_note(&self, id: u32, note: u32) {
        self.notes.get(id).store(note, Ordering::Release);
    }

    /// Number of pairs; exact when nobody is inserting.
    pub fn len(&self) -> usize {
        self.pairs.len()
    }

    /// True if there are no pairs.
    pub fn is_empty(&self) -> bool {
        self.pairs.is_empty()
    }

    /// Memory held.
    pub fn bytes(&self) -> usize {
        self.pairs.bytes() + self.notes.bytes()
    }
}

impl Default for NotedPairTable {
    fn default() -> NotedPairTable {
        NotedPairTable::new()
    }
}

#[inline]
fn joined(left: u32, right: u32) -> u64 {
    u64::from(left) << 32 | u64::from(right)
}

/// Multiplies to twice the width and folds, so that each bit of the result depends on
/// bits from all over the entry.
#[inline]
fn hash(entry: u64) -> u64 {
    let product = u128::from(entry ^ 0x9e37_79b9_7f4a_7c15) * 0xd6e8_feb8_6659_fd93;
    product as u64 ^ (product >> 64) as u64
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;
    use std::collections::HashMap;

    fn agrees_with_a_map(pairs: impl IntoIterator<Item = (u32, u32)>) {
        let table = PairTable::new();
        let mut oracle = HashMap::new();
        for (left, right) in pairs {
            assert_eq!(table.find(left, right), oracle.get(&(left, right)).copied());
            let (id, new) = table.intern(left, right);
            assert_eq!(new, !oracle.contains_key(&(left, right)));
            assert_eq!(*oracle.entry((left, right)).or_insert(id), id);
        }
        assert_eq!(table.len(), oracle.len());
        assert_eq!(table.is_empty(), oracle.is_empty());
        let pairs_of: HashMap<u32, (u32, u32)> = oracle.iter().map(|(&p, &id)| (id, p)).collect();
        assert_eq!(pairs_of.len(), oracle.len());
        assert!(pairs_of.into_iter().all(|(id, pair)| table.get(id) == pair));
    }

    proptest! {
        #[test]
        fn pairs_agree_with_a_map(
            few in prop::collection::vec((0u32..9, 0u32..9), 0..200),
            any in prop::collection::vec((any::<u32>(), any::<u32>()), 0..600),
        ) {
            agrees_with_a_map(few.into_iter().chain(any));
        }
    }

    #[test]
    fn many_pairs_agree_with_a_map() {
        agrees_with_a_map((0..300_000).map(|i: u32| (i % 700, i.wrapping_mul(i) % 7919)));
    }

    #[test]
    fn numbers_at_the_ends_are_no_special_case() {
        let ends = [0, 1, u32::MAX - 1, u32::MAX];
        agrees_with_a_map(ends.into_iter().flat_map(|left| ends.map(|right| (left, right))));
    }

    /// Consecutive pairs are what tables are asked for most.
    #[test]
    fn hashes_spread_over_shards_and_slots() {
        for stride in [1u64, 1 << 6, 1 << 20, 1 << 32, 0x1_0000_0001] {
            let mut shards = [0u32; 64];
            let mut highest = [0u32; 64];
            for i in 0..64_000u64 {
                let hash = hash(i.wrapping_mul(stride));
                shards[hash as usize % 64] += 1;
                highest[(hash >> 58) as usize] += 1;
            }
            for count in shards.iter().chain(&highest) {
                assert!((700..=1_300).contains(count), "stride {stride}: {shards:?} {highest:?}");
            }
        }
    }

    #[test]
    fn small_tables_are_small_and_large_ones_waste_little() {
        let table = PairTable::new();
        table.intern(1, 2);
        assert!(table.bytes() < 50_000, "{}", table.bytes());
        let noted = NotedPairTable::new();
        let mut view = View::new();
        for i in 0..500_000 {
            noted.intern_by(&mut view, i, i / 3, i);
        }
        let per_pair = noted.bytes() as f64 / noted.len() as f64;
        assert!((17.0..19.8).contains(&per_pair), "{per_pair} bytes a pair");
    }

    #[test]
    fn a_note_belongs_to_the_first_and_can_be_replaced() {
        let (table, mut view) = (NotedPairTable::new(), View::new());
        let (id, new) = table.intern_by(&mut view, 3, 4, 77);
        assert!(new && table.note(id) == 77);
        assert_eq!(table.intern_by(&mut view, 3, 4, 78), (id, false));
        assert_eq!(table.note(id), 77);
        table.set_note(id, 79);
        assert_eq!((table.note(id), table.get(id)), (79, (3, 4)));
        assert_eq!(table.find(4, 3), None);
        assert_eq!(table.len(), 1);
        assert!(!table.is_empty());
    }

    #[test]
    fn threads_agree_on_pairs() {
        let table = PairTable::new();
        crate::stress::agree(60_000, 40_000, |number| {
            table.intern(number as u32 % 7, number as u32)
        });
        assert_eq!(table.len(), 40_000);
    }

    #[test]
    fn threads_agree_on_pairs_and_see_notes() {
        thread_local! {
            static VIEW: std::cell::RefCell<View> = View::new().into();
        }
        let table = NotedPairTable::new();
        crate::stress::agree(60_000, 40_000, |number| {
            let (left, right) = ((number % 211) as u32, (number / 211) as u32);
            let intern = |view: &mut View| table.intern_by(view, left, right, left ^ right);
            let (id, new) = VIEW.with_borrow_mut(intern);
            assert_eq!(table.get(id), (left, right));
            assert_eq!(table.note(id), left ^ right);
            (id, new)
        });
        assert_eq!(table.len(), 40_000);
    }

    #[test]
    fn pairs_come_back_with_their_ids_and_notes() {
        let (pairs, noted) = (PairTable::new(), NotedPairTable::new());
        let mut view = View::new();
        let pair = |number: u32| (number % 300, number / 7);
        for number in 0..50_000 {
            let (left, right) = pair(number);
            pairs.intern(left, right);
            noted.intern_by(&mut view, left, right, number);
        }
        let mut written = Vec::new();
        pairs.write_to(&mut written).unwrap();
        noted.write_to(&mut written).unwrap();
        let (pairs_copy, noted_copy) = (PairTable::new(), NotedPairTable::new());
        let input = &mut &written[..];
        pairs_copy.read_from(input).unwrap();
        noted_copy.read_from(input).unwrap();
        assert!(input.is_empty());
        assert_eq!((pairs_copy.len(), noted_copy.len()), (pairs.len(), noted.len()));
        for number in 0..60_000 {
            let (left, right) = pair(number);
            assert_eq!(pairs_copy.find(left, right), pairs.find(left, right));
            let id = noted.find(left, right);
            assert_eq!(noted_copy.find(left, right), id);
            assert_eq!(id.map(|id| noted_copy.note(id)), id.map(|id| noted.note(id)));
            assert_eq!(pairs_copy.intern(left, right), pairs.intern(left, right));
        }
    }
}
