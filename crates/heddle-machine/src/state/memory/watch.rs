//! Watching a function that must not change anything.
//!
//! While a [`Watch`] is in place, memory is read-only but for the objects of one owner
//! and one buffer, what is read of the rest is noted, and nothing that is learned about
//! an object on the way (that its address was stored, or computed with) is kept.

use std::cell::RefCell;

use super::request::Checked;
use super::{Address, Flags, Memory, MemoryFault, ObjectIndex, Owner};

/// Objects that may be written, and bytes that were read.
#[derive(Clone, Debug)]
pub(crate) struct Watch {
    /// Owner of the objects that may be written.
    owner: Owner,
    /// One more object that may be written.
    buffer: Option<ObjectIndex>,
    /// Ranges that were read, as they were read. A check of an access changes nothing
    /// else, so memory is not borrowed for writing there.
    reads: RefCell<Vec<(Address, u32)>>,
}

impl Memory {
    /// From now on, only `owner`'s objects and `buffer` may be written.
    pub(crate) fn start_watch(&mut self, owner: Owner, buffer: Option<ObjectIndex>) {
        self.watch = Some(Box::new(Watch { owner, buffer, reads: RefCell::default() }));
    }

    /// All may write again. Returns what was read meanwhile of what others own:
    /// ascending ranges `(address, bytes)` that do not touch each other.
    pub(crate) fn end_watch(&mut self) -> Vec<(Address, u32)> {
        let Some(watch) = self.watch.take() else { return Vec::new() };
        let mut reads = watch.reads.into_inner();
        reads.sort_unstable();
        let mut merged: Vec<(Address, u32)> = Vec::new();
        for (address, bytes) in reads {
            match merged.last_mut() {
                // Ranges of two objects never touch: there is a gap between addresses.
                Some((start, len)) if address <= *start + u64::from(*len) => {
                    *len = (*len).max((address - *start) as u32 + bytes);
                }
                _ => merged.push((address, bytes)),
            }
        }
        merged
    }

    /// True if a function is being watched.
    #[inline]
    pub(crate) fn is_watched(&self) -> bool {
        self.watch.is_some()
    }

    /// True if what is known about an object must stay as it is.
    #[inline]
    pub(super) fn is_frozen(&self, owner: Owner) -> bool {
        self.watch.as_ref().is_some_and(|watch| watch.owner != owner)
    }

    /// Notes an access that is in order otherwise, or refuses it.
    #[cold]
    pub(super) fn watched(
        &self,
        watch: &Watch,
        range: Checked,
        address: Address,
        writes: bool,
    ) -> Result<Checked, MemoryFault> {
        let object = self.object(range.object);
        let own = object.owner == watch.owner || watch.buffer == Some(range.object);
        if writes && !own {
            return Err(MemoryFault::Watched(range.object));
        }
        let bytes = range.len() as u32;
        if !own && !object.flags.any(Flags::CONSTANT) && bytes != 0 {
            let mut reads = watch.reads.borrow_mut();
            if reads.last() != Some(&(address, bytes)) {
                reads.push((address, bytes));
            }
        }
        Ok(range)
    }
}
