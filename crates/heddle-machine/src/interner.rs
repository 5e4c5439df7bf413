//! Hash-consing of state components.
//!
//! A component (a page of memory, a frame, a thread's bookkeeping) is a string
//! of bytes. Interning gives equal strings equal ids and different strings
//! different ids: a hash only finds the candidates, the bytes decide.
//!
//! # Invariants
//! - `ends[i - 1]..ends[i]` are the bytes of component `i`; components are never
//!   changed or removed, so an id stays good for the life of the interner.
//! - `hashes[i]` is the hash of component `i`, so that growing the index reads no bytes.

use foldhash::fast::FixedState;
use hashbrown::HashTable;
use std::hash::BuildHasher;

/// Names a component.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct ComponentId(pub(crate) u32);

impl ComponentId {
    /// Marks something whose component has to be made anew.
    pub(crate) const DIRTY: ComponentId = ComponentId(u32::MAX);
}

/// The table of components.
#[derive(Default)]
pub(crate) struct Interner {
    bytes: Vec<u8>,
    ends: Vec<u64>,
    hashes: Vec<u64>,
    index: HashTable<u32>,
}

impl Interner {
    /// The id of `component`, which is stored if it is new.
    pub(crate) fn intern(&mut self, component: &[u8]) -> ComponentId {
        let Interner { bytes, ends, hashes, index } = self;
        let hash = hash_bytes(component);
        let found = index.find(hash, |&id| {
            hashes[id as usize] == hash && bytes_of(bytes, ends, id) == component
        });
        if let Some(&id) = found {
            return ComponentId(id);
        }
        let id = u32::try_from(ends.len()).ok().filter(|&id| id != ComponentId::DIRTY.0);
        let id = id.expect("a run should not have four billion different components");
        bytes.extend_from_slice(component);
        ends.push(bytes.len() as u64);
        hashes.push(hash);
        index.insert_unique(hash, id, |&id| hashes[id as usize]);
        ComponentId(id)
    }

    /// The bytes of a component.
    pub(crate) fn get(&self, id: ComponentId) -> &[u8] {
        bytes_of(&self.bytes, &self.ends, id.0)
    }

    /// Memory held.
    pub(crate) fn memory_used(&self) -> usize {
        self.bytes.capacity()
            + self.ends.capacity() * 8
            + self.hashes.capacity() * 8
            + self.index.capacity() * 5
    }
}

fn bytes_of<'a>(bytes: &'a [u8], ends: &[u64], id: u32) -> &'a [u8] {
    let start = if id == 0 { 0 } else { ends[id as usize - 1] };
    &bytes[start as usize..ends[id as usize] as usize]
}

fn hash_bytes(bytes: &[u8]) -> u64 {
    FixedState::with_seed(0x6865_6464_6c65).hash_one(bytes)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn equal_bytes_have_equal_ids_and_others_do_not() {
        let mut interner = Interner::default();
        let a = interner.intern(b"warp");
        let b = interner.intern(b"weft");
        let empty = interner.intern(b"");
        assert_ne!(a, b);
        assert_eq!(interner.intern(b"warp"), a);
        assert_eq!(interner.intern(b""), empty);
        assert_eq!(interner.get(b), b"weft");
        assert_eq!(interner.get(empty), b"");
    }
}
