//! Heap symmetry: states that differ only in the numbers of heap objects are one.
//!
//! After every step of a thread that is not [alone](crate::reduction::stretch), heap objects get new
//! names: those that can be reached from static
//! variables, breadth first, are numbered in the space that belongs to no thread,
//! in the order in which they are found; those that only thread `t` (or one after it)
//! can reach, in the space of `t`; those that nothing reaches come last in the space
//! that belongs to nobody. Roots are looked at in a fixed order: static variables by address,
//! then each thread's wait, value, variables in memory and pointers in slots, outermost
//! frame first. Tombstones take part, since what points to them must be told from what
//! points elsewhere.
//!
//! # Why nothing is lost
//! Renaming is an isomorphism: whatever can be done in a state can be done in the renamed
//! one, by the same threads in the same ways, with results that differ in nothing but
//! names, and the same things are wrong with both. That holds as long as no name is
//! noticed and every pointer is renamed with its object, for which these rules are kept:
//!
//! - An object that is not [`FIXED`](Flags::FIXED) is named only by words of memory that
//!   are marked as pointers, by live slots that hold pointers, and by a thread's wait and
//!   value. Everything else that can lead to an address of it in another form (a cast, a
//!   load as an integer, a copy without marks, a call with another type than the
//!   function's) makes it fixed: it keeps its number, which nobody else gets.
//! - Comparing the addresses of two objects by order makes both fixed, so that
//!   the answer stays the same.
//! - Choices name threads and alternatives, and those are listed by thread.
//!
//! A pointer that is made out of a number which never was an address is nobody's, and a
//! pointer that arithmetic carried out of its object's range altogether names no object
//! and is left alone.
//!
//! # Replay
//! The number that an object has when it becomes fixed can be noticed (as where it is
//! hashed to, say), so that a replay must rename as the search did. While events are
//! recorded, names change at the beginning of the next step, when what was recorded of
//! the last one has been looked at; [`Machine::take_renames`] tells which.

use heddle_program::Slot;

use crate::Machine;
use crate::codec::interner::ComponentId;
use crate::record::event::Recording;
use crate::reduction::stretch::Tidying;
use crate::state::memory::access::little_endian;
use crate::state::memory::table::DATA_BLOCK;
use crate::state::memory::{Address, Flags, Memory, ObjectIndex, Owner};
use crate::state::thread::{Status, Wait, heap_owner_of, owner_of};
use crate::value::Word;

/// Bytes of a pointer where objects are renamed, and of the object's number in it.
pub(crate) const POINTER: usize = 8;

/// Bits of an address below the number of its object.
const NUMBER: u32 = 32;

/// Stands behind the objects that a thread points to.
const END_OF_THREAD: ObjectIndex = ObjectIndex(u32::MAX);

/// Addresses that changed.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Renames {
    /// Old numbers, ascending, with new ones.
    numbers: Vec<(u32, u32)>,
}

impl Renames {
    /// True if there are none.
    pub fn is_empty(&self) -> bool {
        self.numbers.is_empty()
    }

    /// The present name of an address.
    pub fn address(&self, old: u64) -> u64 {
        let number = (old >> NUMBER) as u32;
        match self.numbers.binary_search_by_key(&number, |&(old, _)| old) {
            Ok(at) => renumbered(old, self.numbers[at].1),
            Err(_) => old,
        }
    }
}

/// The same offset in the object with another number.
fn renumbered(address: Address, number: u32) -> Address {
    u64::from(number) << NUMBER | address & u64::from(u32::MAX)
}

/// Buffers of renaming, and its state between steps.
#[derive(Debug, Default)]
pub(crate) struct Renaming {
    /// By place in the table: whether the object was found.
    seen: Vec<bool>,
    /// The objects in the order in which they were found.
    found: Vec<ObjectIndex>,
    /// Objects that get another name.
    names: Vec<(ObjectIndex, Owner, u32)>,
    /// By place in the table: the object's new number, or zero.
    numbers: Vec<u32>,
    /// Heap objects that threads point to, in order, in the state before the step under way; none
    /// if names do not depend on them.
    roots: Vec<ObjectIndex>,
    /// The same after it.
    new_roots: Vec<ObjectIndex>,
    /// Names are to be given before the next step.
    pending: bool,
    /// The last step has changed names.
    pub(crate) has_renamed: bool,
    /// Renamings while events are recorded.
    renames: Renames,
}

impl Renaming {
    /// Another state was loaded.
    pub(crate) fn forget(&mut self) {
        self.pending = false;
        self.renames.numbers.clear();
    }

    /// Finds the heap object that an address names.
    fn meet(&mut self, memory: &Memory, address: Address) {
        let Some((index, _)) = memory.resolve(address) else { return };
        let seen = &mut self.seen[index.0 as usize];
        if !*seen && memory.object(index).kind.is_heap() {
            *seen = true;
            self.found.push(index);
        }
    }

    fn meet_block(&mut self, memory: &Memory, block: u32) {
        let block = memory.block(block);
        for at in block.pointer_words(POINTER) {
            self.meet(memory, little_endian(&block.data[at..at + POINTER]));
        }
    }

    /// Finds what can be reached from the objects found, from the `first`-th on, and
    /// gives all of them names in a space.
    fn follow(&mut self, memory: &Memory, first: usize, owner: Owner, key: &mut u32) {
        let mut next = first;
        while let Some(&index) = self.found.get(next) {
            next += 1;
            self.meet_block(memory, memory.object(index).block);
            self.name(memory, index, owner, key);
        }
    }

    /// Gives an object the next name in a space, unless its own is fixed.
    fn name(&mut self, memory: &Memory, index: ObjectIndex, owner: Owner, key: &mut u32) {
        let is_fixed = |index: ObjectIndex| memory.object(index).flags.any(Flags::FIXED);
        if is_fixed(index) {
            return;
        }
        while memory.at_key(owner, *key).is_some_and(is_fixed) {
            *key += 1;
        }
        let object = memory.object(index);
        if (object.owner, object.key) != (owner, *key) {
            self.names.push((index, owner, *key));
        }
        *key += 1;
    }

    /// The new address for one that names an object with a new name.
    fn renamed(&self, memory: &Memory, address: Address) -> Option<Address> {
        let (index, _) = memory.resolve(address)?;
        match self.numbers[index.0 as usize] {
            0 => None,
            number => Some(renumbered(address, number)),
        }
    }
}

impl Machine<'_> {
    /// Renamings since this was last asked, while events were recorded.
    pub fn take_renames(&mut self) -> Renames {
        std::mem::take(&mut self.reductions.renaming.renames)
    }

    /// At the end of a step: gives heap objects their names, as far as that is due.
    #[inline]
    pub(crate) fn name_heap(&mut self, tidying: Tidying) {
        let has_moved = std::mem::take(&mut self.state.memory.heap_moved);
        let is_due = match tidying {
            Tidying::Everything => true,
            Tidying::Changes => has_moved || self.have_roots_changed(),
            Tidying::Nothing => false,
        };
        if !self.state.memory.renames || !is_due {
            return;
        }
        self.reductions.renaming.pending = true;
        if self.recorder.recording == Recording::Off {
            self.name_heap_now();
        }
    }

    /// At the beginning of a step from a state in which names are as they are to be: keeps what
    /// they depend on, beside memory.
    #[inline]
    pub(crate) fn note_roots(&mut self) {
        if self.state.memory.renames && self.has_private_objects() {
            self.materialize_all();
            let mut roots = std::mem::take(&mut self.reductions.renaming.roots);
            self.find_roots(&mut roots);
            self.reductions.renaming.roots = roots;
        }
    }

    /// True if names depend on what threads hold, and that is not what it was before the step. A
    /// step that leaves memory alone as far as names depend on it changes at most this, so that
    /// its cost does not depend on how many objects there are.
    fn have_roots_changed(&mut self) -> bool {
        if !self.state.memory.renames || !self.has_private_objects() {
            return false;
        }
        self.materialize_all();
        let mut roots = std::mem::take(&mut self.reductions.renaming.new_roots);
        self.find_roots(&mut roots);
        let has_changed = roots != self.reductions.renaming.roots;
        self.reductions.renaming.new_roots = roots;
        has_changed
    }

    /// Finds the heap objects that threads point to, in order.
    fn find_roots(&self, roots: &mut Vec<ObjectIndex>) {
        roots.clear();
        let memory = &self.state.memory;
        for t in 0..self.state.threads.len() {
            self.each_root(t, |address| {
                let found = memory.resolve(address).map(|(index, _)| index);
                let is_heap = |index: &ObjectIndex| memory.object(*index).kind.is_heap();
                roots.extend(found.filter(is_heap));
            });
            // What a thread reaches first is named after it.
            roots.push(END_OF_THREAD);
        }
    }

    /// True if names depend on what threads hold. Those of objects that can be reached from
    /// static variables depend on memory alone.
    pub(crate) fn has_private_objects(&self) -> bool {
        (0..self.state.threads.len()).any(|t| !self.state.memory.is_empty(heap_owner_of(t)))
    }

    /// Gives heap objects their names, if they are still to be given.
    pub(crate) fn name_heap_now(&mut self) {
        if !std::mem::take(&mut self.reductions.renaming.pending) {
            return;
        }
        self.materialize_all();
        let mut renaming = std::mem::take(&mut self.reductions.renaming);
        self.find_names(&mut renaming);
        if !renaming.names.is_empty() {
            self.rename(&mut renaming);
            renaming.has_renamed = true;
        }
        self.reductions.renaming = renaming;
    }

    /// Decides on the objects' names.
    fn find_names(&self, renaming: &mut Renaming) {
        let memory = &self.state.memory;
        renaming.seen.clear();
        renaming.seen.resize(memory.table_len(), false);
        renaming.found.clear();
        renaming.names.clear();
        let mut common = 0;
        renaming.meet_block(memory, DATA_BLOCK);
        renaming.follow(memory, 0, Owner::HEAP, &mut common);
        for t in 0..self.state.threads.len() {
            let first = renaming.found.len();
            self.each_root(t, |address| renaming.meet(memory, address));
            renaming.follow(memory, first, heap_owner_of(t), &mut 0);
        }
        for owner in self.state.memory.owners().filter(|owner| owner.is_heap()) {
            for index in memory.objects_of(owner) {
                if !std::mem::replace(&mut renaming.seen[index.0 as usize], true) {
                    renaming.name(memory, index, Owner::HEAP, &mut common);
                }
            }
        }
    }

    /// Goes through what a thread itself points to.
    fn each_root(&self, t: usize, mut meet: impl FnMut(Address)) {
        let (memory, thread) = (&self.state.memory, &self.state.threads[t]);
        waits_for(thread.book.status).into_iter().for_each(&mut meet);
        meet(thread.book.value.bits);
        for index in memory.objects_of(owner_of(t)) {
            let block = memory.block(memory.object(index).block);
            for at in block.pointer_words(POINTER) {
                meet(little_endian(&block.data[at..at + POINTER]));
            }
        }
        for depth in 0..thread.frames.len() {
            self.live_pointers(t, depth).for_each(|(_, address)| meet(address));
        }
    }

    /// The slots of a frame that hold pointers, with those.
    fn live_pointers(&self, t: usize, depth: usize) -> impl Iterator<Item = (Slot, Address)> + '_ {
        let thread = &self.state.threads[t];
        let frame = &thread.frames[depth];
        let pointers = &self.image.program.functions[frame.func].pointer_slots;
        self.image.live_slots(&self.state.threads[t], depth).iter().filter_map(move |slot| {
            let word = thread.stack[frame.base as usize + slot.index()];
            (pointers[slot.index()] && word.is_defined()).then_some((slot, word.bits))
        })
    }

    /// Gives objects their new names, and changes all pointers to them.
    fn rename(&mut self, renaming: &mut Renaming) {
        renaming.numbers.clear();
        renaming.numbers.resize(self.state.memory.table_len(), 0);
        for &(index, owner, key) in &renaming.names {
            let number = (self.state.memory.addressing.base(owner, key) >> NUMBER) as u32;
            renaming.numbers[index.0 as usize] = number;
        }
        self.rename_memory(renaming);
        self.rename_threads(renaming);
        if self.recorder.recording != Recording::Off {
            self.rename_dead_slots(renaming);
            self.note_renames(renaming);
        }
        self.state.memory.relabel(&renaming.names);
    }

    fn rename_memory(&mut self, renaming: &Renaming) {
        for block in 0..self.state.memory.block_count() {
            let content = self.state.memory.block(block);
            let renamed = |at: usize| {
                let old = little_endian(&content.data[at..at + POINTER]);
                Some((at, renaming.renamed(&self.state.memory, old)?))
            };
            let words: Vec<(usize, Address)> =
                content.pointer_words(POINTER).filter_map(renamed).collect();
            for (at, new) in words {
                self.state.memory.touch(block, at, at + POINTER);
                let target = &mut self.state.memory.block_mut(block).data[at..at + POINTER];
                target.copy_from_slice(&new.to_le_bytes());
            }
        }
    }

    fn rename_threads(&mut self, renaming: &Renaming) {
        for t in 0..self.state.threads.len() {
            for depth in 0..self.state.threads[t].frames.len() {
                let renamed = |(slot, old): (Slot, Address)| {
                    Some((slot, renaming.renamed(&self.state.memory, old)?))
                };
                let slots: Vec<(Slot, Address)> =
                    self.live_pointers(t, depth).filter_map(renamed).collect();
                let thread = &mut self.state.threads[t];
                let frame = &mut thread.frames[depth];
                for (slot, new) in slots {
                    thread.stack[frame.base as usize + slot.index()].bits = new;
                    frame.id = ComponentId::DIRTY;
                    thread.book.segment = ComponentId::DIRTY;
                }
            }
            let thread = &self.state.threads[t];
            let new = |old: Address| renaming.renamed(&self.state.memory, old).unwrap_or(old);
            let mut value = thread.book.value;
            if value.is_defined() {
                value.bits = new(value.bits);
            }
            let status = match thread.book.status {
                Status::Waiting(Wait::Condition { condition, mutex, timed }) => {
                    let (condition, mutex) = (new(condition), new(mutex));
                    Status::Waiting(Wait::Condition { condition, mutex, timed })
                }
                Status::Waiting(Wait::Reacquire { mutex, result }) => {
                    Status::Waiting(Wait::Reacquire { mutex: new(mutex), result })
                }
                Status::Waiting(Wait::Barrier { barrier }) => {
                    Status::Waiting(Wait::Barrier { barrier: new(barrier) })
                }
                Status::Waiting(Wait::BarrierOpen) | Status::Ready | Status::Exited => {
                    thread.book.status
                }
            };
            if (value, status) != (thread.book.value, thread.book.status) {
                let thread = &mut self.state.threads[t];
                thread.book.value = value;
                thread.book.status = status;
                thread.touch();
            }
        }
    }

    /// Renames pointers in slots that are no longer needed: whoever shows variables looks at
    /// these, too.
    fn rename_dead_slots(&mut self, renaming: &Renaming) {
        for t in 0..self.state.threads.len() {
            for depth in 0..self.state.threads[t].frames.len() {
                let live: Vec<Slot> =
                    self.image.live_slots(&self.state.threads[t], depth).iter().collect();
                let frame = self.state.threads[t].frames[depth];
                let pointers = &self.image.program.functions[frame.func].pointer_slots;
                let dead = (0..).zip(pointers).filter(|&(_, &pointer)| pointer);
                for slot in dead.map(|(slot, _)| Slot(slot)).filter(|slot| !live.contains(slot)) {
                    let word = &mut self.state.threads[t].stack[frame.base as usize + slot.index()];
                    if !word.is_defined() {
                        continue;
                    }
                    match self.state.memory.resolve(word.bits) {
                        Some(_) => {
                            let new = renaming.renamed(&self.state.memory, word.bits);
                            word.bits = new.unwrap_or(word.bits);
                        }
                        // It named what is gone, and must not name what gets its number.
                        None if word.bits >> NUMBER != 0 => *word = Word::uninitialized(64),
                        None => {}
                    }
                }
            }
        }
    }

    /// Keeps what was recorded of objects with their new names.
    fn note_renames(&mut self, renaming: &mut Renaming) {
        let old = |index: ObjectIndex| (self.state.memory.object(index).base >> NUMBER) as u32;
        let numbers = renaming.names.iter();
        let numbers = numbers.map(|&(index, ..)| (old(index), renaming.numbers[index.0 as usize]));
        let mut numbers: Vec<(u32, u32)> = numbers.collect();
        numbers.sort_unstable();
        renaming.renames = Renames { numbers };
        for sites in [&mut self.recorder.allocated, &mut self.recorder.freed] {
            // Of several objects that had a name one after the other, the last has it.
            let mut named = Vec::new();
            sites.reverse();
            sites.retain(|(address, _)| {
                let is_last =
                    !named.contains(address) && self.state.memory.resolve(*address).is_some();
                named.push(*address);
                is_last
            });
            sites.reverse();
            for (address, _) in sites {
                *address = renaming.renames.address(*address);
            }
        }
    }
}

/// The objects at which a thread waits.
pub(crate) fn waits_for(status: Status) -> impl IntoIterator<Item = Address> {
    let (first, second) = match status {
        Status::Waiting(Wait::Condition { condition, mutex, .. }) => (Some(condition), Some(mutex)),
        Status::Waiting(Wait::Reacquire { mutex, .. }) => (Some(mutex), None),
        Status::Waiting(Wait::Barrier { barrier }) => (Some(barrier), None),
        Status::Waiting(Wait::BarrierOpen) | Status::Ready | Status::Exited => (None, None),
    };
    first.into_iter().chain(second)
}
