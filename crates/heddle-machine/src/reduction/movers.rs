//! Left movers: steps that may as well be made before all that other threads do.
//!
//! Giving back a lock, posting a semaphore, creating, ending and joining threads are of
//! that kind as long as no other thread can do to the same object what would tell the
//! difference: try a lock, destroy it, cancel a thread. What other threads can do is
//! over-approximated by [`crate::image::reachable`]. What a thread does on its own before its
//! first visible instruction is of that kind, too.
//!
//! That a lock's own bytes are not used as anything else is assumed, and watched by
//! [`crate::reduction::lock_assumptions`].

use heddle_model::{Property, ThreadId};
use heddle_program::Op;

use crate::Machine;
use crate::exec::Target;
use crate::image::reachable::OpSet;
use crate::shims::{Shim, SyncOp};
use crate::state::memory::{Access, Address, Flags, Owner};
use crate::state::thread::{Frame, Status, Thread, owner_of};

/// The kind of mover that a thread's next step is, as far as the thread alone tells.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum MoverClass {
    /// No left mover.
    NonMover,
    /// A left mover whatever others do.
    LeftMover,
    /// A call of the machine that is a left mover or not depending on others.
    DependsOnOthers,
}

impl Machine<'_> {
    /// True if the next step of a thread is a left mover.
    pub(crate) fn moves_left(&mut self, thread: ThreadId) -> bool {
        let t = thread.index();
        if self.state.process.ended().is_some() {
            return false;
        }
        let (mover_class, call) = match self.pending(t) {
            Some(entry) if entry.mover_class != MoverClass::DependsOnOthers => {
                (entry.mover_class, None)
            }
            Some(entry) => (entry.mover_class, entry.call.clone()),
            None => (self.mover_class(t), self.called(t)),
        };
        match (mover_class, call) {
            (MoverClass::NonMover, _) => false,
            (MoverClass::LeftMover, _) => true,
            (MoverClass::DependsOnOthers, None) => false,
            (MoverClass::DependsOnOthers, Some((shim, arguments))) => {
                self.materialize(t);
                let argument = |i: usize| arguments.get(i).map_or(0, |word| word.bits);
                match shim {
                    Shim::Sync(op) => self.is_release(t, op, argument(0)),
                    Shim::ThreadCreate => self.is_free_to_create(t, argument(3)),
                    Shim::ThreadJoin => self.is_free_to_join(t, argument(0), argument(1)),
                    Shim::ThreadExit => self.is_free_to_exit(t),
                    _ => false,
                }
            }
        }
    }

    /// Classifies a thread's next step by the thread alone.
    pub(crate) fn mover_class(&self, t: usize) -> MoverClass {
        let state = &self.state.threads[t];
        let (Status::Ready, 0, Some(frame)) =
            (state.book.status, state.book.atomic, state.frames.last())
        else {
            return MoverClass::NonMover;
        };
        let function = &self.image.program.functions[frame.func];
        let op = function.code[frame.pc as usize];
        let is_private = match op {
            Op::Call { id } => match self.call_target(t, &function.calls[id]) {
                Ok(Target::Function(func)) => {
                    !self.image.program.functions[func].atomic
                        && self.copies(t, &function.calls[id]).next().is_none()
                }
                Ok(Target::Shim(shim)) => {
                    let arguments = self.arguments(t, &function.calls[id].args);
                    let is_defined = arguments.iter().all(|word| word.is_defined());
                    let is_of_others = matches!(
                        shim,
                        Shim::Sync(_) | Shim::ThreadCreate | Shim::ThreadJoin | Shim::ThreadExit
                    );
                    return if is_defined && is_of_others {
                        MoverClass::DependsOnOthers
                    } else {
                        MoverClass::NonMover
                    };
                }
                Err(_) => false,
            },
            op => self.is_private(t, op),
        };
        if is_private { MoverClass::LeftMover } else { MoverClass::NonMover }
    }

    /// True if an instruction concerns no one but its thread, and cannot fail. (There are
    /// more; these are what functions begin with.)
    fn is_private(&self, t: usize, op: Op) -> bool {
        let is_private = |access: &Access| {
            self.state.memory.check(*access).is_ok_and(|checked| !checked.visible)
        };
        match op {
            Op::Load { ptr, .. } | Op::Store { ptr, .. } => {
                self.state.threads[t].slot(ptr).is_defined()
                    && self.pending_accesses(ThreadId(t as u32)).iter().all(is_private)
            }
            Op::Alloca { .. } | Op::Move { .. } | Op::Jump { .. } => true,
            _ => false,
        }
    }

    /// True if a thread other than `t` may reach one of these operations.
    fn others_may(&mut self, t: usize, ops: OpSet) -> bool {
        (0..self.state.threads.len()).any(|other| {
            let book = self.state.threads.book(other);
            other != t
                && book.status != Status::Exited
                && (book.atomic != 0 || self.cached_reachable_ops(other).meet(ops))
        })
    }

    /// The operations that a thread may still reach.
    pub(crate) fn reachable_ops(&self, t: usize) -> OpSet {
        let frames = &self.state.threads[t].frames;
        let Some((top, callers)) = frames.split_last() else { return OpSet::NONE };
        callers.iter().fold(self.image.reachable.from(top.func, top.pc), |ops, frame| {
            // The call under way is what the frames above it do.
            ops.with(self.image.reachable.from(frame.func, frame.pc + 1))
        })
    }

    /// True if a thread is not caught in a loop that has no way out.
    fn may_come_to_an_end(&self, thread: &Thread) -> bool {
        let leaves =
            |frame: &Frame| self.image.reachable.from(frame.func, frame.pc).meet(OpSet::LEAVE);
        thread.frames.iter().all(leaves)
    }

    /// Giving back a lock, or posting a semaphore, that no one can look at without
    /// waiting for it: all that others can do with it before, waiting for it or giving back
    /// their own share, comes to the same after.
    fn is_release(&mut self, t: usize, op: SyncOp, object: Address) -> bool {
        let rest = match op {
            SyncOp::MutexUnlock if self.mutex_owner(object) == Some(t) => OpSet::MUTEX_REST,
            // Nobody knows whose the shares of readers are.
            SyncOp::RwlockUnlock if self.rwlock_writer(object) == Some(t) => OpSet::RWLOCK_REST,
            SyncOp::SpinUnlock if self.spin_owner(object) == Some(t) => OpSet::SPIN_REST,
            SyncOp::SemPost => OpSet::SEMAPHORE_REST,
            _ => return false,
        };
        // A lock that can be freed could be gone.
        let is_static = self
            .state
            .memory
            .resolve(object)
            .is_some_and(|(index, _)| self.state.memory.object(index).owner == Owner::STATIC);
        let is_early = is_static && !self.others_may(t, rest);
        if is_early {
            self.assume_lock(object, op);
        }
        is_early
    }

    /// Creating a thread while no other can, with an identifier that no other sees.
    ///
    /// A thread that creates others for ever would be made to create as many at once as a
    /// chain of movers is long. What it does is no less a left mover, but searches that visit
    /// what is near first would have to get through the orders of all these threads.
    fn is_free_to_create(&mut self, t: usize, identifier: Address) -> bool {
        self.materialize(t);
        self.may_come_to_an_end(&self.state.threads[t])
            && !self.image.options.properties.contains(Property::Leak)
            && !self.is_visible_address(identifier)
            && !self.others_may(t, OpSet::CREATE)
    }

    /// Joining a thread that has ended, while no other can.
    fn is_free_to_join(&mut self, t: usize, target: u64, result: Address) -> bool {
        let target = target as u32 as usize;
        let has_ended = target < self.state.threads.len()
            && self.state.threads.book(target).status == Status::Exited;
        has_ended
            && !self.is_visible_address(result)
            && !self.others_may(t, OpSet::JOIN.with(OpSet::CANCEL))
    }

    /// The end of a thread that is not the last, that no one can notice without waiting
    /// for it.
    fn is_free_to_exit(&mut self, t: usize) -> bool {
        self.materialize(t);
        // As long as main runs, and ends the process when it ends, no thread is the last.
        let main_stays = self.state.threads.book(0).status != Status::Exited
            && !self.cached_reachable_ops(0).meet(OpSet::THREAD_EXIT);
        let ops = OpSet::TRY_JOIN.with(OpSet::DETACH).with(OpSet::CANCEL);
        let has_shared = |&key: &u32| {
            let base = self.state.memory.addressing.base(owner_of(t), key);
            self.state.memory.resolve(base).is_some_and(|(object, _)| {
                self.state.memory.object(object).flags.any(Flags::SHARED)
            })
        };
        let state = &self.state.threads[t];
        t != 0
            && main_stays
            && !self.image.options.properties.contains(Property::Leak)
            && !state.stack_objects.iter().any(has_shared)
            && !state.book.locals.iter().any(|(_, key)| has_shared(key))
            && !self.others_may(t, ops)
    }
}
