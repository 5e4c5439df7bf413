//! Removing tombstones that nothing points to.
//!
//! What the program can still name decides: any word of memory and any live slot
//! of a frame (the caller passes those) whose bits are an address of the object, whether
//! it is typed as a pointer or not. An object whose address was computed with is pinned:
//! its tombstone is kept for ever, since such an address need not be recognizable.

use smallvec::SmallVec;

use super::access::little_endian;
use super::{Address, Flags, Memory, ObjectIndex};

/// Dead objects to which nothing was found to point so far.
pub(crate) type Unreferenced = SmallVec<[ObjectIndex; 8]>;

impl Memory {
    /// The dead objects that can be removed if nothing points to them.
    pub(crate) fn collectable(&self) -> Unreferenced {
        let mut dead = Unreferenced::new();
        for owner in self.owners() {
            dead.extend(self.objects_of(owner).filter(|&index| {
                let flags = self.object(index).flags;
                flags.any(Flags::DEAD) && !flags.any(Flags::PINNED)
            }));
        }
        dead
    }

    /// Takes the object that an address names off the list.
    #[inline]
    pub(crate) fn keep(&self, address: Address, unreferenced: &mut Unreferenced) {
        if let Some((target, _)) = self.resolve(address)
            && self.object(target).is_dead()
        {
            unreferenced.retain(|index| *index != target);
        }
    }

    /// Removes those dead objects to which memory does not point either.
    pub(crate) fn collect(&mut self, mut unreferenced: Unreferenced) {
        let word = self.addressing.pointer_bytes();
        for owner in self.owners() {
            for index in self.objects_of(owner) {
                if unreferenced.is_empty() {
                    return;
                }
                let object = self.object(index);
                if object.flags.any(Flags::DEAD | Flags::CONSTANT | Flags::MISSING) {
                    continue;
                }
                let block = self.block(object.block);
                let (start, end) = (object.start as usize, (object.start + object.size) as usize);
                for bytes in block.data[start..end].chunks_exact(word) {
                    self.keep(little_endian(bytes), &mut unreferenced);
                }
            }
        }
        for index in unreferenced {
            self.remove(index);
        }
    }
}
