//! Byte strings.
//!
//! A string is allocated by itself; its entry takes 24 bytes more, and 6 to 8 bytes of
//! slots in the index.

use std::hash::{BuildHasher, Hasher};
use std::io::{self, Read, Write};
use std::sync::OnceLock;
use std::sync::atomic::{AtomicUsize, Ordering};

use crossbeam_utils::CachePadded;
use foldhash::fast::FixedState;

use crate::arena::Arena;
use crate::index::{Index, View};
use crate::stream::{get_bytes, put_bytes};

/// Gives byte strings ids. [`NO_ID`](crate::NO_ID) is never one of them.
pub struct ByteTable {
    index: Index,
    entries: Arena<OnceLock<Box<[u8]>>>,
    hasher: FixedState,
    /// Bytes of the strings themselves.
    string_bytes: CachePadded<AtomicUsize>,
}

impl ByteTable {
    /// An empty table.
    pub fn new() -> ByteTable {
        ByteTable {
            index: Index::new(),
            entries: Arena::new(),
            hasher: FixedState::with_seed(0x6865_6464_6c65),
            string_bytes: CachePadded::default(),
        }
    }

    /// The id of a string.
    #[inline]
    pub fn intern(&self, bytes: &[u8]) -> u32 {
        self.intern_new(bytes).0
    }

    /// The id of a string, and whether it is new.
    #[inline]
    pub fn intern_new(&self, bytes: &[u8]) -> (u32, bool) {
        let (hash, same) = (self.hash(bytes), |id| self.get(id) == bytes);
        let hash_of = |id| self.hash(self.get(id));
        self.index.find_or_insert(hash, same, |id| self.write(id, bytes), hash_of)
    }

    /// The same as [`intern`](Self::intern), with a worker's view of this table.
    #[inline]
    pub fn intern_by(&self, view: &mut View, bytes: &[u8]) -> u32 {
        let (hash, same) = (self.hash(bytes), |id| self.get(id) == bytes);
        let hash_of = |id| self.hash(self.get(id));
        self.index.find_or_insert_by(view, hash, same, |id| self.write(id, bytes), hash_of).0
    }

    /// The id of a string, if it is there.
    #[inline]
    pub fn find(&self, bytes: &[u8]) -> Option<u32> {
        self.index.find(self.hash(bytes), |id| self.get(id) == bytes)
    }

    #[cold]
    fn write(&self, id: u32, bytes: &[u8]) {
        self.string_bytes.fetch_add(bytes.len(), Ordering::Relaxed);
        let written = self.entries.make(id).set(bytes.into());
        written.expect("the index should give out an id once");
    }

    /// The string of an id.
    #[inline]
    pub fn get(&self, id: u32) -> &[u8] {
        self.entries.get(id).get().expect("an id should come from the table it is used with")
    }

    #[inline]
    fn hash(&self, bytes: &[u8]) -> u64 {
        let mut hasher = self.hasher.build_hasher();
        hasher.write(bytes);
        hasher.finish()
    }

    /// Writes all strings with their ids. Nobody may be inserting.
    pub fn write_to(&self, out: &mut dyn Write) -> io::Result<()> {
        self.index.write_to(out, |out, id| put_bytes(out, self.get(id)))
    }

    /// Fills an empty table with what was written. After an error, the table is of no use.
    pub fn read_from(&self, input: &mut dyn Read) -> io::Result<()> {
        let read_entry = |input: &mut dyn Read, id| {
            let bytes = get_bytes(input)?;
            self.write(id, &bytes);
            Ok(self.hash(&bytes))
        };
        let same = |one, other| self.get(one) == self.get(other);
        self.index.read_from(input, read_entry, same, |id| self.hash(self.get(id)))
    }

    /// Number of strings; exact when nobody is inserting.
    pub fn len(&self) -> usize {
        self.index.len()
    }

    /// True if there are no strings.
    pub fn is_empty(&self) -> bool {
        self.index.is_empty()
    }

    /// Memory held.
    pub fn bytes(&self) -> usize {
        self.index.bytes() + self.entries.bytes() + self.string_bytes.load(Ordering::Relaxed)
    }
}

impl Default for ByteTable {
    fn default() -> ByteTable {
        ByteTable::new()
    }
}

impl std::fmt::Debug for ByteTable {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("ByteTable").field("len", &self.len()).finish_non_exhaustive()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::NO_ID;
    use crate::stream;
    use proptest::prelude::*;
    use std::collections::HashMap;

    fn agrees_with_a_map<S: AsRef<[u8]>>(strings: impl IntoIterator<Item = S>) {
        let table = ByteTable::new();
        let mut oracle: HashMap<Vec<u8>, u32> = HashMap::new();
        let mut strings_of = HashMap::new();
        let mut view = View::new();
        for string in strings {
            let string = string.as_ref();
            assert_eq!(table.find(string), oracle.get(string).copied());
            let (id, new) = table.intern_new(string);
            assert_ne!(id, NO_ID);
            assert_eq!(new, !oracle.contains_key(string));
            assert_eq!(table.find(string), Some(id));
            assert_eq!(table.intern_by(&mut view, string), id);
            assert_eq!(*oracle.entry(string.to_vec()).or_insert(id), id);
            assert_eq!(strings_of.entry(id).or_insert_with(|| string.to_vec()), string);
        }
        assert_eq!(table.len(), oracle.len());
        assert_eq!(table.is_empty(), oracle.is_empty());
        assert!(oracle.iter().all(|(string, &id)| table.get(id) == string));
        assert!(table.bytes() >= oracle.keys().map(Vec::len).sum());
    }

    proptest! {
        #[test]
        fn strings_agree_with_a_map(
            short in prop::collection::vec(prop::collection::vec(0u8..3, 0..5), 0..200),
            long in prop::collection::vec(prop::collection::vec(any::<u8>(), 0..300), 0..50),
        ) {
            agrees_with_a_map(short.into_iter().chain(long));
        }
    }

    #[test]
    fn many_strings_agree_with_a_map() {
        agrees_with_a_map((0..60_000u32).map(|i| i.wrapping_mul(i).to_le_bytes().repeat(6)));
    }

    #[test]
    fn strings_that_differ_in_length_only_are_apart() {
        agrees_with_a_map((0..400).map(|length| vec![0; length]));
    }

    #[test]
    fn threads_agree_on_strings() {
        let table = ByteTable::new();
        crate::stress::agree(20_000, 10_000, |number| {
            let string = number.to_le_bytes().repeat(number as usize % 9 + 1);
            let (id, new) = table.intern_new(&string);
            assert_eq!(table.get(id), string);
            (id, new)
        });
        assert_eq!(table.len(), 10_000);
    }

    #[test]
    fn strings_come_back_with_their_ids() {
        let string = |number: u32| number.to_string().repeat(number as usize % 5).into_bytes();
        let table = ByteTable::new();
        let ids: Vec<u32> = (0..30_000).map(|number| table.intern(&string(number))).collect();
        let mut written = Vec::new();
        table.write_to(&mut written).unwrap();
        let copy = ByteTable::new();
        let mut view = View::new();
        let input = &mut &written[..];
        copy.read_from(input).unwrap();
        assert!(input.is_empty());
        assert_eq!(copy.len(), table.len());
        for (number, &id) in (0..).zip(&ids) {
            assert_eq!(copy.intern_by(&mut view, &string(number)), id);
        }
        assert_eq!(copy.intern(b"warp"), table.intern(b"warp"));
        for length in (0..written.len()).step_by(9973) {
            let error = ByteTable::new().read_from(&mut &written[..length]).unwrap_err();
            assert_eq!(error.kind(), io::ErrorKind::UnexpectedEof, "{length}");
        }
    }

    #[test]
    fn a_string_that_is_there_twice_is_refused() {
        let table = ByteTable::new();
        let id = table.intern(b"weft");
        let mut written = Vec::new();
        table.write_to(&mut written).unwrap();
        // The entry's shard has one entry more, the same again.
        let entry = [&4u64.to_le_bytes()[..], b"weft"].concat();
        let at = written.windows(entry.len()).position(|bytes| bytes == entry).unwrap();
        written[at - 8] = 2;
        written.splice(at..at, entry);
        let error = ByteTable::new().read_from(&mut &written[..]).unwrap_err();
        assert_eq!(error.to_string(), stream::invalid("a table has an entry twice").to_string());
        assert_eq!(table.get(id), b"weft");
    }
}
