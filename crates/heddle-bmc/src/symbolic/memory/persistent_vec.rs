//! A vector that is cheap to copy.

use std::rc::Rc;

/// Entries that are shared together.
const CHUNK: usize = 32;

type Chunk<T> = Vec<Option<Rc<T>>>;

/// Entries by number, of which some are missing. A copy shares all chunks of entries; a change
/// makes the chunk and the entry anew if they are shared.
#[derive(Debug)]
pub(super) struct PersistentVec<T> {
    chunks: Vec<Rc<Chunk<T>>>,
}

impl<T> Clone for PersistentVec<T> {
    fn clone(&self) -> Self {
        PersistentVec { chunks: self.chunks.clone() }
    }
}

impl<T> Default for PersistentVec<T> {
    fn default() -> Self {
        PersistentVec { chunks: Vec::new() }
    }
}

impl<T: Clone> PersistentVec<T> {
    /// An entry.
    pub(super) fn get(&self, index: usize) -> Option<&T> {
        self.shared(index).map(Rc::as_ref)
    }

    /// An entry that can be held elsewhere too.
    pub(super) fn shared(&self, index: usize) -> Option<&Rc<T>> {
        self.chunks.get(index / CHUNK)?.get(index % CHUNK)?.as_ref()
    }

    /// An entry to be changed.
    pub(super) fn get_mut(&mut self, index: usize) -> Option<&mut T> {
        self.shared(index)?;
        let chunk = Rc::make_mut(self.chunks.get_mut(index / CHUNK)?);
        chunk.get_mut(index % CHUNK)?.as_mut().map(Rc::make_mut)
    }

    /// Sets an entry, or removes it.
    pub(super) fn set(&mut self, index: usize, entry: Option<Rc<T>>) {
        let (chunk, place) = (index / CHUNK, index % CHUNK);
        if self.chunks.len() <= chunk {
            if entry.is_none() {
                return;
            }
            self.chunks.resize_with(chunk + 1, Rc::default);
        }
        let chunk = Rc::make_mut(&mut self.chunks[chunk]);
        if chunk.len() <= place {
            chunk.resize(place + 1, None);
        }
        chunk[place] = entry;
    }

    /// The numbers at which two tables may differ: where they do not hold the very same entry.
    pub(super) fn differences(&self, other: &PersistentVec<T>) -> Vec<usize> {
        let mut found = Vec::new();
        for index in 0..self.chunks.len().max(other.chunks.len()) {
            let (this, that) = (self.chunks.get(index), other.chunks.get(index));
            if let (Some(this), Some(that)) = (this, that)
                && Rc::ptr_eq(this, that)
            {
                continue;
            }
            let length = |chunk: Option<&Rc<Chunk<T>>>| chunk.map_or(0, |chunk| chunk.len());
            for place in 0..length(this).max(length(that)) {
                let at = |chunk: Option<&Rc<Chunk<T>>>| {
                    chunk.and_then(|chunk| chunk.get(place)?.as_ref().map(Rc::as_ptr))
                };
                if at(this) != at(that) {
                    found.push(index * CHUNK + place);
                }
            }
        }
        found
    }
}
