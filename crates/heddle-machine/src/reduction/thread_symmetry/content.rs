//! Contents of threads, with all references to themselves made neutral.
//!
//! Pointers to a thread's own objects have the number of its space in them. In its
//! content the space has a number that no thread has. Everything else is as in
//! [`crate::codec::save`], in one string: the bookkeeping, the frames, the objects with their
//! bytes. It follows from the thread's component, and is remembered by it.

use heddle_program::Slot;

use super::ThreadSymmetry;
use crate::Machine;
use crate::codec::interner::ComponentId;
use crate::codec::save::{PAGE_HEADER, Put, put_bookkeeping, put_frame_with, put_header, put_page};
use crate::reduction::heap_symmetry::POINTER;
use crate::state::memory::access::little_endian;
use crate::state::memory::{Address, Flags, Owner};
use crate::state::thread::{Status, heap_owner_of, owner_of};
use crate::value::Word;

/// Entries of the table; a power of two.
const ENTRIES: usize = 1 << 12;

/// First word of a content: of a thread that has ended, and of one that has not.
const ENDED: u32 = 0;
const LIVES: u32 = 1;

/// Contents of threads, by their components.
pub(super) struct Contents {
    entries: Box<[Entry]>,
}

#[derive(Clone, Copy)]
struct Entry {
    segment: ComponentId,
    thread: u32,
    awaited: bool,
    /// None, if the thread is not anonymous.
    content: Option<ComponentId>,
}

impl Default for Contents {
    fn default() -> Contents {
        let nothing =
            Entry { segment: ComponentId::DIRTY, thread: 0, awaited: false, content: None };
        Contents { entries: vec![nothing; ENTRIES].into() }
    }
}

impl Machine<'_> {
    /// Content of a thread, unless its objects are known to others. The state is saved.
    pub(super) fn content(
        &mut self,
        t: usize,
        awaited: bool,
        symmetry: &mut ThreadSymmetry,
    ) -> Option<ComponentId> {
        let segment = self.state.threads.book(t).segment;
        let mix = (segment.0 as usize).wrapping_mul(31).wrapping_add(2 * t + usize::from(awaited));
        let thread = t as u32;
        let entry = &mut symmetry.contents.entries[mix % ENTRIES];
        if (entry.segment, entry.thread, entry.awaited) != (segment, thread, awaited) {
            symmetry.bytes.clear();
            self.materialize(t);
            let content = self
                .put_content(t, awaited, &mut symmetry.bytes)
                .map(|()| self.codec.interner.intern(&symmetry.bytes));
            *entry = Entry { segment, thread, awaited, content };
        }
        entry.content
    }

    fn put_content(&self, t: usize, awaited: bool, out: &mut Vec<u8>) -> Option<()> {
        let thread = &self.state.threads[t];
        let spaces = [owner_of(t), heap_owner_of(t)];
        let objects = || spaces.into_iter().flat_map(|space| self.state.memory.objects_of(space));
        if thread.book.status == Status::Exited {
            // What it ended with is not asked for, but keeps what it points to alive.
            let keeps =
                self.state.memory.resolve(thread.book.value.bits).is_some_and(|(index, _)| {
                    self.state.memory.object(index).owner != Owner::STATIC
                });
            if keeps || objects().next().is_some() {
                return None;
            }
            out.put32(ENDED);
            out.put32(match (thread.book.joined || awaited, thread.book.detached) {
                (true, _) => 0,
                (_, true) => 1,
                _ => 2,
            });
            thread.book.owned.iter().for_each(|&address| out.put64(address));
            return Some(());
        }
        let is_known = |index| {
            let known = Flags::SHARED | Flags::FIXED | Flags::PINNED;
            self.state.memory.object(index).flags.any(known)
        };
        if objects().any(is_known) {
            return None;
        }
        out.put32(LIVES);
        out.put32(awaited.into());
        let neutral = |address| neutral(self, t, address);
        let start = out.len();
        out.put32(0);
        put_bookkeeping(&thread.book, neutral, out);
        let length = (out.len() - start) as u32;
        out[start..start + 4].copy_from_slice(&length.to_le_bytes());
        out.put32(thread.frames.len() as u32);
        for depth in 0..thread.frames.len() {
            let pointers = &self.image.program.functions[thread.frames[depth].func].pointer_slots;
            let word = |slot: Slot, word: Word| match pointers[slot.index()] && word.is_defined() {
                true => Word::new(neutral(word.bits)),
                false => word,
            };
            put_frame_with(&self.image, thread, depth, word, out);
        }
        for space in spaces {
            out.put32(self.state.memory.objects_of(space).count() as u32);
            for index in self.state.memory.objects_of(space) {
                let block = self.state.memory.block_of(index);
                put_header(self.state.memory.object(index), out);
                for page in 0..block.pages.len() {
                    let bytes = out.len() + PAGE_HEADER;
                    put_page(block, page, out);
                    let mut marks = block.pages[page].pointers;
                    while marks != 0 {
                        let at = bytes + marks.trailing_zeros() as usize * POINTER;
                        marks &= marks - 1;
                        let target = &mut out[at..at + POINTER];
                        let address = neutral(little_endian(target));
                        target.copy_from_slice(&address.to_le_bytes());
                    }
                }
            }
        }
        Some(())
    }
}

/// An address, with another space in place of the thread's own.
fn neutral(machine: &Machine, t: usize, address: Address) -> Address {
    let addressing = machine.state.memory.addressing;
    let (owner, key, _) = addressing.split(address);
    // The last owner is nobody's, and those before it are of threads that there are not.
    let nobody = addressing.max_owners();
    let space = if owner == owner_of(t) {
        Owner(nobody - 2)
    } else if owner == heap_owner_of(t) {
        Owner(nobody - 1)
    } else {
        return address;
    };
    let old = addressing.base(owner, key);
    addressing.base(space, key).wrapping_add(address.wrapping_sub(old))
}
