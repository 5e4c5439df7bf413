//! Heap objects that a thread hands over to the one it creates.
//!
//! What a new thread is given as its argument is known to it and, as a rule, to its creator, and
//! so is all that can be reached from there: these objects are shared from then on. But an object
//! that the creator gives away (the callable of a `std::thread`, the arguments that C programs
//! allocate and the new thread frees) is known to the new thread alone. It stays private, so that
//! reading it and freeing it are no steps of their own.
//!
//! # Why nothing is lost
//! An object is private as long as one thread at most can know its address; which one does not
//! matter ([`crate::state::memory`]). Before the creation that was the creator: no shared object
//! holds a pointer to a private one. Under [heap symmetry](crate::reduction::heap_symmetry), an
//! object that is not fixed is named only by words that are marked as pointers, live slots that
//! hold pointers, and a thread's wait and value. So what of these the creator has left after the
//! call is all that it can come back by: the slots that are live across the call, and its
//! variables and private heap objects, but for those that are given away themselves. What one of
//! them points to is shared, as ever, and so is all that it reaches. Nothing leads to the others
//! but the argument of the new thread, which is the one that knows them now. Whether that is so
//! follows from the creator and its objects alone, so that a creation is a left mover where it was.
//!
//! A thread's private heap objects belong to its component, by which much is remembered
//! ([`crate::reduction::pending`], [`crate::reduction::thread_symmetry`]): they must be named after
//! the new thread as soon as it can make a step. So nothing is handed over where names are not
//! given after each step, which is where they never are or where there are
//! [many objects](crate::reduction::stretch).

use heddle_program::Slot;

use crate::Machine;
use crate::reduction::heap_symmetry::{POINTER, waits_for};
use crate::state::memory::access::little_endian;
use crate::state::memory::{Address, Flags, Memory, ObjectIndex};
use crate::state::thread::owner_of;

impl Memory {
    /// The private objects that can be reached from an address, itself included.
    fn private_from(&self, address: Address) -> Vec<ObjectIndex> {
        let mut found = Vec::new();
        let meet = |found: &mut Vec<ObjectIndex>, address| {
            if let Some((index, _)) = self.resolve(address)
                && !self.object(index).flags.any(Flags::SHARED)
                && !found.contains(&index)
            {
                found.push(index);
            }
        };
        meet(&mut found, address);
        let mut next = 0;
        while let Some(&index) = found.get(next) {
            next += 1;
            self.pointers_of(index).for_each(|address| meet(&mut found, address));
        }
        found
    }

    /// The pointers that an object holds.
    fn pointers_of(&self, index: ObjectIndex) -> impl Iterator<Item = Address> + '_ {
        let object = self.object(index);
        let (start, end) = (object.start as usize, (object.start + object.size) as usize);
        let block = self.block(object.block);
        // The bytes of what is dead are gone.
        let end = end.min(block.data.len());
        let words = block.pointers_in(start.min(end), end, POINTER);
        words.map(|at| little_endian(&block.data[at..at + POINTER]))
    }
}

impl Machine<'_> {
    /// A thread is about to be created with an argument, by a call of thread `t`: what both know
    /// then is shared.
    pub(crate) fn hand_over(&mut self, t: usize, argument: Address) {
        let Some((object, _)) = self.state.memory.resolve(argument) else { return };
        self.state.memory.set_flags(object, Flags::STORED, 0);
        if !self.state.memory.renames || !self.state.memory.has_few_objects() {
            self.state.memory.share(object);
            return;
        }
        let given = self.state.memory.private_from(argument);
        if given.is_empty() {
            return;
        }
        for index in self.still_known(t, &given) {
            self.state.memory.share(index);
        }
        // Their names depend on who knows them.
        self.state.memory.heap_moved = true;
    }

    /// Those of some private objects that a thread can reach in one step after its call, and those
    /// that cannot be another's.
    fn still_known(&self, t: usize, given: &[ObjectIndex]) -> Vec<ObjectIndex> {
        let memory = &self.state.memory;
        let belongs_to_creator = |&index: &ObjectIndex| {
            let object = memory.object(index);
            !object.kind.is_heap() || object.flags.any(Flags::FIXED | Flags::PINNED)
        };
        let mut known: Vec<ObjectIndex> =
            given.iter().copied().filter(belongs_to_creator).collect();
        let mut meet = |address: Address| {
            if let Some((index, _)) = memory.resolve(address)
                && given.contains(&index)
            {
                known.push(index);
            }
        };
        let thread = &self.state.threads[t];
        waits_for(thread.book.status).into_iter().for_each(&mut meet);
        meet(thread.book.value.bits);
        (0..thread.frames.len()).for_each(|depth| self.pointers_across(t, depth, &mut meet));
        for owner in memory.owners().filter(|&owner| owner.is_heap() || owner == owner_of(t)) {
            for index in memory.objects_of(owner).filter(|index| !given.contains(index)) {
                memory.pointers_of(index).for_each(&mut meet);
            }
        }
        known
    }

    /// Goes through the pointers in slots of a frame that are live when its call is over.
    fn pointers_across(&self, t: usize, depth: usize, mut meet: impl FnMut(Address)) {
        let thread = &self.state.threads[t];
        let frame = &thread.frames[depth];
        let function = &self.image.program.functions[frame.func];
        let set = match function.code[frame.pc as usize].call_site() {
            Some(id) => function.calls[id].live_across,
            None => function.live[frame.pc as usize],
        };
        let pointer = |slot: Slot| {
            let word = thread.stack[frame.base as usize + slot.index()];
            (function.pointer_slots[slot.index()] && word.is_defined()).then_some(word.bits)
        };
        function.live_sets.slots(set).iter().filter_map(pointer).for_each(&mut meet);
    }
}
