//! Left movers: steps that may as well be made before all that other threads do.
//!
//! Giving back a lock, posting a semaphore, creating, ending and joining threads are of
//! that kind as long as no other thread can do to the same object what would tell the
//! difference: try a lock, destroy it, cancel a thread. What other threads can do is
//! known by and large, see [`crate::future`]. What a thread does on its own before its
//! first visible instruction is of that kind, too.
//!
//! That a lock's own bytes are not used as anything else is taken for granted until it turns
//! out wrong, see [`crate::uses`].

use heddle_model::ThreadId;
use heddle_program::Op;

use crate::Machine;
use crate::exec::Target;
use crate::future::Kinds;
use crate::memory::{Address, Flags, Owner};
use crate::shims::{Shim, SyncOp};
use crate::thread::{Frame, Status, Thread, owner_of};

impl Machine<'_> {
    /// Whether the next step of a thread is a left mover.
    pub(crate) fn moves_left(&self, thread: ThreadId) -> bool {
        let t = thread.index();
        let state = &self.threads[t];
        if state.status != Status::Ready || state.atomic != 0 || self.ended.is_some() {
            return false;
        }
        let Some(frame) = state.frames.last() else { return false };
        let function = &self.program.functions[frame.func];
        let Op::Call { id } = function.code[frame.pc as usize] else {
            return self.is_private(t, function.code[frame.pc as usize]);
        };
        let site = &function.calls[id];
        let shim = match self.call_target(t, site) {
            Ok(Target::Shim(shim)) => shim,
            Ok(Target::Function(func)) => {
                return !self.program.functions[func].atomic
                    && self.copies(t, site).next().is_none();
            }
            Err(_) => return false,
        };
        let arguments = self.arguments(t, &site.args);
        let argument = |i: usize| arguments.get(i).map_or(0, |word| word.bits);
        if arguments.iter().any(|word| !word.is_defined()) {
            return false;
        }
        match shim {
            Shim::Sync(op) => self.is_release(t, op, argument(0)),
            Shim::ThreadCreate => self.is_free_to_create(t, argument(3)),
            Shim::ThreadJoin => self.is_free_to_join(t, argument(0), argument(1)),
            Shim::ThreadExit => self.is_free_to_exit(t),
            _ => false,
        }
    }

    /// Whether an instruction concerns no one but its thread, and cannot fail. (There are
    /// more; these are what functions begin with.)
    fn is_private(&self, t: usize, op: Op) -> bool {
        let state = &self.threads[t];
        let access = |pointer: heddle_program::Slot, offset: i32, bytes: u8, writes| {
            let word = state.slot(pointer);
            let address = self.pointer_add(word.bits, i64::from(offset) as u64);
            let range = self.memory.check(address, bytes.into(), writes);
            word.is_defined() && range.is_ok_and(|range| !range.visible)
        };
        match op {
            Op::Load { ptr, offset, bytes, .. } => access(ptr, offset, bytes, false),
            Op::Store { ptr, offset, bytes, .. } => access(ptr, offset, bytes, true),
            Op::Alloca { .. } | Op::Move { .. } | Op::Jump { .. } => true,
            _ => false,
        }
    }

    /// Whether a thread other than `t` may come to one of these operations.
    fn others_may(&self, t: usize, kinds: Kinds) -> bool {
        let others = self.threads.iter().enumerate().filter(|&(other, _)| other != t);
        others.map(|(_, thread)| thread).any(|thread| {
            thread.status != Status::Exited
                && (thread.atomic != 0 || self.kinds_ahead(thread).meet(kinds))
        })
    }

    /// What a thread may still do.
    pub(crate) fn kinds_ahead(&self, thread: &Thread) -> Kinds {
        let Some((top, callers)) = thread.frames.split_last() else { return Kinds::NONE };
        callers.iter().fold(self.future.from(top.func, top.pc), |kinds, frame| {
            // The call under way is what the frames above it do.
            kinds.with(self.future.from(frame.func, frame.pc + 1))
        })
    }

    /// Whether a thread is not caught in a loop that has no way out.
    fn may_come_to_an_end(&self, thread: &Thread) -> bool {
        let leaves = |frame: &Frame| self.future.from(frame.func, frame.pc).meet(Kinds::LEAVE);
        thread.frames.iter().all(leaves)
    }

    /// Giving back a lock, or posting a semaphore, that no one can look at without
    /// waiting for it: all that others can do with it before, waiting for it or giving back
    /// their own share, comes to the same after.
    fn is_release(&self, t: usize, op: SyncOp, object: Address) -> bool {
        let rest = match op {
            SyncOp::MutexUnlock if self.mutex_owner(object) == Some(t) => Kinds::MUTEX_REST,
            // Nobody knows whose the shares of readers are.
            SyncOp::RwlockUnlock if self.rwlock_writer(object) == Some(t) => Kinds::RWLOCK_REST,
            SyncOp::SpinUnlock if self.spin_owner(object) == Some(t) => Kinds::SPIN_REST,
            SyncOp::SemPost => Kinds::SEMAPHORE_REST,
            _ => return false,
        };
        // A lock that can be freed could be gone.
        let is_static = self
            .memory
            .resolve(object)
            .is_some_and(|(index, _)| self.memory.object(index).owner == Owner::STATIC);
        let is_early = is_static && !self.others_may(t, rest);
        if is_early {
            self.note_early(object, op);
        }
        is_early
    }

    /// Creating a thread while no other can, with an identifier that no other sees.
    ///
    /// A thread that creates others for ever would be made to create as many at once as a
    /// chain of movers is long. What it does is no less a left mover, but searches that visit
    /// what is near first would have to get through the orders of all these threads.
    fn is_free_to_create(&self, t: usize, identifier: Address) -> bool {
        self.may_come_to_an_end(&self.threads[t])
            && !self.options.properties.leaks()
            && !self.is_visible_address(identifier)
            && !self.others_may(t, Kinds::CREATE)
    }

    /// Joining a thread that has ended, while no other can.
    fn is_free_to_join(&self, t: usize, target: u64, result: Address) -> bool {
        let has_ended = self
            .threads
            .get(target as u32 as usize)
            .is_some_and(|thread| thread.status == Status::Exited);
        has_ended
            && !self.is_visible_address(result)
            && !self.others_may(t, Kinds::JOIN.with(Kinds::CANCEL))
    }

    /// The end of a thread that is not the last, that no one can notice without waiting
    /// for it.
    fn is_free_to_exit(&self, t: usize) -> bool {
        let main = &self.threads[0];
        // As long as main runs, and ends the process when it ends, no thread is the last.
        let main_stays =
            main.status != Status::Exited && !self.kinds_ahead(main).meet(Kinds::THREAD_EXIT);
        let kinds = Kinds::TRY_JOIN.with(Kinds::DETACH).with(Kinds::CANCEL);
        let has_shared = |&key: &u32| {
            let base = self.memory.addressing.base(owner_of(t), key);
            self.memory
                .resolve(base)
                .is_some_and(|(object, _)| self.memory.object(object).flags.any(Flags::SHARED))
        };
        let state = &self.threads[t];
        t != 0
            && main_stays
            && !self.options.properties.leaks()
            && !state.stack_objects.iter().any(has_shared)
            && !state.locals.iter().any(|(_, key)| has_shared(key))
            && !self.others_may(t, kinds)
    }
}
