//! Properties of states: deadlocks, leaks.

use heddle_model::{
    Choice, Finding, Holder, HolderState, Property, Related, Role, ThreadId, Violation, Waiting,
    WaitsFor,
};
use heddle_program::Operation;
use heddle_program::operation::Blocking;
use smallvec::SmallVec;

use crate::Machine;
use crate::exec::Target;
use crate::fault::Fault;
use crate::state::memory::access::little_endian;
use crate::state::memory::{Address, Flags, ObjectIndex};
use crate::state::thread::{Status, Wait};
use crate::value::Words;

/// The places that hold an address, as leaks are looked for.
///
/// An address that nobody made an integer of is in a word of its own. One that somebody did
/// ([`Flags::PINNED`]) may lie across two words, or be there in a form in which it is not found; that
/// is so only in programs that compute with addresses
/// ([`may_hide_addresses`](heddle_program::Program::may_hide_addresses)).
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Holders {
    /// Words.
    Words,
    /// Words; bytes in a row, for addresses that were integers.
    Bytes,
    /// The same; and addresses that were integers are taken for held.
    BytesAndPinned,
}

impl Machine<'_> {
    /// A state in which no thread can move, although not all have exited.
    pub(crate) fn describe_deadlock(&self) -> Violation {
        let stuck = (0..self.state.threads.len())
            .filter(|&t| self.state.threads[t].book.status != Status::Exited);
        self.deadlock_of(stuck)
    }

    /// Threads that wait for each other's locks in a circle, if deadlocks are looked for. `choices` are
    /// all those of the loaded state.
    pub(crate) fn find_circular_wait(&mut self, choices: &[Choice]) -> Option<Violation> {
        if !self.image.options.properties.contains(Property::Deadlock) {
            return None;
        }
        let waits = (0..self.state.threads.len()).any(|t| self.may_wait_for_lock(t))
            && !self.is_known_to_be_free_of_circles(choices);
        if !waits {
            return None;
        }
        self.materialize_all();
        self.describe_circular_wait(choices)
    }

    /// Threads that can never move again although others can: each waits for a lock
    /// of the next, and the last for one of the first.
    ///
    /// Only waits that nothing but the holder can end count: for locks, and not for
    /// threads to exit (that wait could be cancelled).
    ///
    /// `choices` are all those of the loaded state, so that only threads which have none
    /// are looked at.
    fn describe_circular_wait(&self, choices: &[Choice]) -> Option<Violation> {
        let blocked = |t: usize| {
            t < self.state.threads.len()
                && self.state.threads[t].book.status != Status::Exited
                && !choices.iter().any(|choice| choice.thread() == Some(ThreadId(t as u32)))
                // The others have no choices while one thread is alone allowed to move.
                && (self.state.process.atomic_owner().is_none() || self.alternatives(t) == 0)
        };
        let next = |t: usize| self.lock_owner(t).filter(|&owner| blocked(owner));
        let on_circle = |&first: &usize| {
            let mut chain = std::iter::successors(next(first), |&t| next(t));
            // A circle that `first` only leads to is found from another thread.
            chain.by_ref().take(self.state.threads.len()).any(|t| t == first)
        };
        let first = (0..self.state.threads.len()).filter(|&t| blocked(t)).find(on_circle)?;
        let rest = std::iter::successors(next(first), |&t| next(t)).take_while(|&t| t != first);
        Some(self.deadlock_of(std::iter::once(first).chain(rest)))
    }

    /// The thread that holds the lock which a blocked thread waits for.
    pub(crate) fn lock_owner(&self, t: usize) -> Option<usize> {
        self.lock_owner_by(self.state.threads[t].book.status, self.called(t).as_ref())
    }

    /// The thread that holds the lock which a blocked thread of this status waits for, or by
    /// this call.
    pub(crate) fn lock_owner_by(
        &self,
        status: Status,
        call: Option<&(Operation, Words)>,
    ) -> Option<usize> {
        if let Status::Waiting(Wait::Reacquire { mutex, .. }) = status {
            return self.mutex_owner(mutex);
        }
        let (op, arguments) = call?;
        let row = op.row();
        match row.blocking {
            Blocking::Lock => self.holder(row.object?, arguments.first()?.bits),
            Blocking::Never
            | Blocking::Post
            | Blocking::Object
            | Blocking::Exit
            | Blocking::Anything => None,
        }
    }

    /// True if it is known that no threads wait for each other's locks in a circle, among
    /// those that have no choice.
    pub(crate) fn is_known_to_be_free_of_circles(&mut self, choices: &[Choice]) -> bool {
        let mut next: SmallVec<[Option<usize>; 8]> = SmallVec::new();
        for t in 0..self.state.threads.len() {
            let is_blocked = self.state.threads.book(t).status != Status::Exited
                && !choices.iter().any(|choice| choice.thread() == Some(ThreadId(t as u32)));
            next.push(if is_blocked { self.cached_lock_owner(t) } else { None });
        }
        (0..next.len()).all(|first| {
            let owner = |&t: &usize| next.get(t).copied().flatten();
            let chain = std::iter::successors(Some(first), owner);
            chain.take(next.len() + 1).count() <= next.len()
        })
    }

    fn deadlock_of(&self, stuck: impl Iterator<Item = usize>) -> Violation {
        let mut threads = Vec::new();
        let mut related = Vec::new();
        for t in stuck {
            let thread = ThreadId(t as u32);
            let waits = self.wait_of(t);
            if let Some(place) = self.user_place(thread) {
                related.push(Related { role: Role::Waits { waits: waits.clone() }, thread, place });
            }
            threads.push(Waiting { thread, waits });
        }
        Violation { related, ..Violation::of_run(Finding::Deadlock { threads }) }
    }

    /// The event that a thread waits for which cannot move and has not exited.
    pub fn wait_of(&self, t: usize) -> WaitsFor {
        match self.state.threads[t].book.status {
            Status::Waiting(Wait::Condition { condition, .. }) => {
                WaitsFor::Wake { object: self.describe_address(condition) }
            }
            Status::Waiting(Wait::Reacquire { mutex, .. }) => {
                self.wait_for_lock(t, mutex, self.mutex_owner(mutex))
            }
            Status::Waiting(Wait::Barrier { barrier }) => {
                WaitsFor::Others { object: self.describe_address(barrier) }
            }
            Status::Waiting(Wait::BarrierOpen) | Status::Exited => WaitsFor::Nothing,
            Status::Ready => self.pending_wait(t),
        }
    }

    /// The wait of a thread for a lock of which the owner's field says `owner`.
    fn wait_for_lock(&self, t: usize, lock: Address, owner: Option<usize>) -> WaitsFor {
        let holder = owner.filter(|&owner| owner < self.state.threads.len()).map(|owner| {
            let state = match self.state.threads[owner].book.status {
                _ if owner == t => HolderState::Itself,
                Status::Exited => HolderState::Exited,
                Status::Ready | Status::Waiting(_) => HolderState::Alive,
            };
            Holder { thread: ThreadId(owner as u32), state }
        });
        WaitsFor::Lock { object: self.describe_address(lock), holder }
    }

    /// The event that a thread waits for whose next call cannot be made.
    fn pending_wait(&self, t: usize) -> WaitsFor {
        let Some(site) = self.pending_call(t) else { return WaitsFor::Turn };
        let arguments = self.arguments(t, &site.args);
        let object = arguments.first().map_or(0, |word| word.bits);
        let name = || self.describe_address(object);
        let Ok(Target::Operation(op)) = self.call_target(t, site) else { return WaitsFor::Turn };
        let row = op.row();
        match (row.blocking, row.object) {
            (Blocking::Exit, _) => WaitsFor::Exit { thread: ThreadId(object as u32) },
            (Blocking::Post, _) => WaitsFor::Post { object: name() },
            (Blocking::Lock, Some(lock)) => {
                self.wait_for_lock(t, object, self.holder(lock, object))
            }
            (Blocking::Object | Blocking::Anything, Some(_)) => WaitsFor::Object { object: name() },
            // Others keep it out of what it could do otherwise.
            (Blocking::Never, _)
            | (Blocking::Lock | Blocking::Object | Blocking::Anything, None) => WaitsFor::Turn,
        }
    }

    /// At the end of the process: a heap object that nobody can free any more.
    pub(crate) fn check_leaks(&self) -> Result<(), Fault> {
        if !self.image.options.properties.contains(Property::Leak) {
            return Ok(());
        }
        let is_pinned = |index: &ObjectIndex| self.has_flag(*index, Flags::PINNED);
        let mut lost = self.lost(Holders::Words);
        if lost.iter().any(is_pinned) {
            lost = self.lost(Holders::Bytes);
        }
        if lost.iter().any(is_pinned) && self.image.program.may_hide_addresses() {
            lost = self.lost(Holders::BytesAndPinned);
            if lost.is_empty() {
                let what = "looking for leaks of memory whose address was computed with";
                return Err(Fault::Unsupported(what.to_owned()));
            }
        }
        match lost.first() {
            None => Ok(()),
            Some(&index) => {
                let bytes = u64::from(self.state.memory.object(index).size);
                Err(Fault::Bug { finding: Box::new(Finding::Leak { bytes }), object: Some(index) })
            }
        }
    }

    fn has_flag(&self, index: ObjectIndex, flag: u8) -> bool {
        self.state.memory.object(index).flags.any(flag)
    }

    /// Heap objects that the program cannot name any more.
    fn lost(&self, holders: Holders) -> Vec<ObjectIndex> {
        let reachable = self.reachable(holders);
        let memory = &self.state.memory;
        let all = memory.owners().flat_map(|owner| memory.objects_of(owner));
        let is_lost = |index: &ObjectIndex| {
            memory.object(*index).kind.is_heap()
                && !self.has_flag(*index, Flags::DEAD)
                && !reachable.contains(index)
        };
        all.filter(is_lost).collect()
    }

    /// All objects that the program can still name.
    fn reachable(&self, holders: Holders) -> std::collections::BTreeSet<ObjectIndex> {
        let word = self.state.memory.addressing.pointer_bytes();
        let mut seen = std::collections::BTreeSet::new();
        let mut work: Vec<ObjectIndex> = Vec::new();
        for owner in self.state.memory.owners() {
            work.extend(self.state.memory.objects_of(owner).filter(|&index| {
                let is_root = !self.state.memory.object(index).kind.is_heap()
                    || holders == Holders::BytesAndPinned && self.has_flag(index, Flags::PINNED);
                is_root && !self.has_flag(index, Flags::DEAD)
            }));
        }
        for (t, thread) in self.state.threads.iter().enumerate() {
            for (depth, frame) in thread.frames.iter().enumerate() {
                for slot in self.image.live_slots(&self.state.threads[t], depth).iter() {
                    let bits = thread.stack[frame.base as usize + slot.index()].bits;
                    work.extend(self.state.memory.resolve(bits).map(|(object, _)| object));
                }
            }
        }
        while let Some(index) = work.pop() {
            if !seen.insert(index) {
                continue;
            }
            let object = self.state.memory.object(index);
            if object.flags.any(Flags::DEAD | Flags::MISSING) {
                continue;
            }
            let block = self.state.memory.block(object.block);
            let (start, end) = (object.start as usize, (object.start + object.size) as usize);
            for bytes in block.data[start..end].chunks_exact(word) {
                let address = little_endian(bytes);
                work.extend(self.state.memory.resolve(address).map(|(object, _)| object));
            }
            if holders == Holders::Words {
                continue;
            }
            for bytes in block.data[start..end].windows(word) {
                let found = self.state.memory.resolve(little_endian(bytes));
                let found = found.map(|(object, _)| object);
                work.extend(found.filter(|&object| self.has_flag(object, Flags::PINNED)));
            }
        }
        seen
    }
}
