//! Removing tombstones that nothing points to.
//!
//! What the program can still name decides: any word of memory and any live slot
//! of a frame (the caller passes those) whose bits are an address of the object, whether
//! it is typed as a pointer or not. An object whose address was computed with is pinned:
//! its tombstone is kept for ever, since such an address need not be recognizable.

use super::access::little_endian;
use super::{Address, Flags, Memory, ObjectIndex};

impl Memory {
    /// Removes every dead object that neither memory nor `roots` point to.
    pub(crate) fn collect(&mut self, roots: impl Iterator<Item = Address>) {
        let word = self.addressing.pointer_bytes();
        let mut dead: Vec<ObjectIndex> = Vec::with_capacity(self.tombstones());
        for owner in self.owners() {
            dead.extend(self.objects_of(owner).filter(|&index| {
                let flags = self.object(index).flags;
                flags.any(Flags::DEAD) && !flags.any(Flags::PINNED)
            }));
        }
        if dead.is_empty() {
            return;
        }
        let mut unreferenced = dead;
        let mut keep = |address: Address, memory: &Memory| {
            if let Some((target, _)) = memory.resolve(address) {
                unreferenced.retain(|&index| index != target);
            }
        };
        for address in roots {
            keep(address, self);
        }
        for owner in self.owners() {
            for index in self.objects_of(owner) {
                let object = self.object(index);
                if object.flags.any(Flags::DEAD | Flags::CONSTANT | Flags::MISSING) {
                    continue;
                }
                let block = self.block(object.block);
                let (start, end) = (object.start as usize, (object.start + object.size) as usize);
                for bytes in block.data[start..end].chunks_exact(word) {
                    keep(little_endian(bytes), self);
                }
            }
        }
        for index in unreferenced {
            self.remove(index);
        }
    }
}
