//! Locks that a thread owns.
//!
//! The owner of a lock is a number in the lock's own bytes. Where threads may change places,
//! each has a list of the places in static memory where its number stands like
//! that; a lock elsewhere is in the list as well, without its address, which may
//! change, and makes the thread one that is known by its number.

use super::MOST_SYMMETRIC_THREADS;
use crate::Machine;
use crate::codec::interner::ComponentId;
use crate::codec::save::{PAGE_HEADER, put_page};
use crate::state::memory::table::DATA_BLOCK;
use crate::state::memory::{Access, Address, Owner, PAGE};

/// Entries of the table; a power of two.
const ENTRIES: usize = 1 << 10;

/// Bytes of an owner's number.
const NUMBER: usize = 4;

/// Roots of static memory with some of the owners left out.
pub(super) struct MaskTable {
    entries: Box<[Entry]>,
}

#[derive(Clone)]
struct Entry {
    root: ComponentId,
    owned: Vec<usize>,
    masked: ComponentId,
}

impl Default for MaskTable {
    fn default() -> MaskTable {
        let dirty = ComponentId::DIRTY;
        let nothing = Entry { root: dirty, owned: Vec::new(), masked: dirty };
        MaskTable { entries: vec![nothing; ENTRIES].into() }
    }
}

impl Machine<'_> {
    /// A thread's number now stands at an address as that of a lock's owner.
    pub(crate) fn note_owned(&mut self, t: usize, address: Address) {
        if self.image.keeps_owners {
            let entry = self.owned_entry(address);
            self.state.threads[t].book.owned.push(entry);
            self.state.threads[t].book.owned.sort_unstable();
            self.state.threads[t].touch();
        }
    }

    /// It does no more.
    pub(crate) fn note_released(&mut self, t: usize, address: Address) {
        if self.image.keeps_owners {
            let entry = self.owned_entry(address);
            if t >= self.state.threads.len() {
                return;
            }
            let place = self.state.threads.book(t).owned.iter().position(|&other| other == entry);
            if let Some(at) = place {
                self.materialize(t);
                self.state.threads[t].book.owned.remove(at);
                self.state.threads[t].touch();
            }
        }
    }

    /// Notes a look at whether a thread owns a lock: a lock that says it is a thread's, although the
    /// thread knows nothing of it, was copied.
    pub(crate) fn look_at_owner(&self, t: usize, address: Address) {
        if !self.image.keeps_owners {
            return;
        }
        let entry = self.owned_entry(address);
        let threads = &self.state.threads;
        if t >= threads.len() || !threads.book(t).owned.contains(&entry) {
            self.state.memory.symmetry.note_look();
        }
    }

    fn owned_entry(&self, address: Address) -> Address {
        let is_static = self
            .state
            .memory
            .resolve(address)
            .is_some_and(|(index, _)| self.state.memory.object(index).owner == Owner::STATIC);
        if is_static { address } else { 0 }
    }

    /// Adds where in static memory a thread's number stands; false if it stands elsewhere,
    /// too, or no longer where it should.
    pub(super) fn find_owned(&self, t: usize, owned: &mut Vec<usize>) -> bool {
        self.state.threads.book(t).owned.iter().all(|&address| {
            let access = Access::inspection(address, NUMBER as u64);
            let Ok(range) = self.state.memory.check(access) else { return false };
            let word = self.state.memory.read(access, &range);
            owned.push(range.start);
            range.block == DATA_BLOCK
                && range.start.is_multiple_of(NUMBER)
                && word.is_defined()
                && word.bits == t as u64 + 1
        })
    }

    /// The root that static memory would have if nobody had the locks with their owners at
    /// these places, which are in order. The state is saved.
    pub(super) fn disowned_statics(
        &mut self,
        owned: &[usize],
        masks: &mut MaskTable,
    ) -> ComponentId {
        let root = self.codec.statics.root();
        let mix = owned.iter().fold(root.0 as usize, |mix, &at| mix.wrapping_mul(31) ^ at);
        let entry = &mut masks.entries[mix % ENTRIES];
        if entry.root == root && entry.owned == owned {
            return entry.masked;
        }
        owned.iter().for_each(|&at| self.assume_lock_owner(at));
        let mut pages: Vec<(usize, ComponentId)> = Vec::new();
        let mut rest = owned;
        while let Some(&first) = rest.first() {
            let page = first / PAGE;
            let count = rest.iter().take_while(|&&at| at / PAGE == page).count();
            let mut bytes = Vec::new();
            put_page(self.state.memory.block(DATA_BLOCK), page, &mut bytes);
            for &at in &rest[..count] {
                let at = PAGE_HEADER + at % PAGE;
                // No thread has this number.
                bytes[at..at + NUMBER]
                    .copy_from_slice(&(2 * MOST_SYMMETRIC_THREADS as u32).to_le_bytes());
            }
            pages.push((page, self.codec.interner.intern(&bytes)));
            rest = &rest[count..];
        }
        let masked = self.codec.statics_with(&self.state.memory, &pages);
        *entry = Entry { root, owned: owned.to_vec(), masked };
        masked
    }
}
