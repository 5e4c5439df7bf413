//! Left movers: steps that may as well be made before all that other threads do.
//!
//! Which operations are left movers, and under which conditions, is said and argued in their
//! rows ([`heddle_program::operation`]); here it is found out if the conditions hold in the
//! loaded state, and if other threads may reach what is in the way ([`crate::image::reachable`]).
//! That a lock's own bytes are not used as anything else, and that posts do not fail, is
//! assumed, and watched by [`crate::reduction::lock_assumptions`]. What a thread does on its own
//! before its first visible instruction is a left mover, too.

use heddle_model::{Property, SyncKind, ThreadId};
use heddle_program::Op;
use heddle_program::operation::{Condition, LeftMover, OpSet, Row};

use crate::Machine;
use crate::exec::Target;
use crate::state::memory::{Access, Address, Flags, Owner};
use crate::state::thread::{Frame, Status, Thread, owner_of};
use crate::value::Word;

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
            (MoverClass::DependsOnOthers, Some((op, arguments))) => {
                let row = op.row();
                row.left_mover.is_some_and(|mover| self.may_move_left(t, row, mover, &arguments))
            }
        }
    }

    /// True if a call of an operation is a left mover in the loaded state.
    fn may_move_left(&mut self, t: usize, row: &Row, mover: LeftMover, arguments: &[Word]) -> bool {
        self.materialize(t);
        let LeftMover { conditions, unless_reachable } = mover;
        let moves =
            conditions.iter().all(|&condition| self.meets_condition(condition, t, row, arguments))
                && !self.others_may(t, unless_reachable);
        if moves && let Some(object) = row.object {
            self.assume_lock(arguments.first().map_or(0, |word| word.bits), object);
        }
        moves
    }

    /// True if a condition of a left mover holds.
    fn meets_condition(
        &mut self,
        condition: Condition,
        t: usize,
        row: &Row,
        arguments: &[Word],
    ) -> bool {
        let argument = |i: usize| arguments.get(i).map_or(0, |word| word.bits);
        match condition {
            Condition::CallerHoldsLock => {
                row.object.and_then(|lock| self.holder(lock, argument(0))) == Some(t)
            }
            Condition::BelowMaximum => self.is_below_maximum(argument(0)),
            Condition::StaticObject => {
                let found = self.state.memory.resolve(argument(0));
                found.is_some_and(|(index, _)| {
                    self.state.memory.object(index).owner == Owner::STATIC
                })
            }
            Condition::PrivateAddress(at) => !self.is_visible_address(argument(at)),
            Condition::TargetExited(at) => {
                let target = argument(at) as u32 as usize;
                target < self.state.threads.len()
                    && self.state.threads.book(target).status == Status::Exited
            }
            Condition::NoLeakOfValue(at) => {
                let target = argument(at) as u32 as usize;
                !self.image.options.properties.contains(Property::Leak)
                    || target < self.state.threads.len() && {
                        let value = self.state.threads.book(target).value.bits;
                        self.state.memory.resolve(value).is_none()
                    }
            }
            Condition::FreshNumber => self.state.has_fresh_number(&self.image, t),
            Condition::CallerMayTerminate => self.may_terminate(&self.state.threads[t]),
            Condition::NoLeakCheck => !self.image.options.properties.contains(Property::Leak),
            Condition::MainOutlives => {
                t != 0
                    && self.state.threads.book(0).status != Status::Exited
                    && !self.cached_reachable_ops(0).meet(OpSet::THREAD_EXIT)
            }
            Condition::PrivateVariables => self.has_private_variables(t),
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
            Op::Call { id } | Op::Invoke { id, .. } => {
                match self.call_target(t, &function.calls[id]) {
                    Ok(Target::Function(func)) => {
                        !self.image.program.functions[func].atomic
                            && self.copies(t, &function.calls[id]).next().is_none()
                    }
                    Ok(Target::Operation(op)) => {
                        let arguments = self.arguments(t, &function.calls[id].args);
                        let is_defined = arguments.iter().all(|word| word.is_defined());
                        return match op.row().left_mover {
                            Some(_) if is_defined => MoverClass::DependsOnOthers,
                            Some(_) | None => MoverClass::NonMover,
                        };
                    }
                    Err(_) => false,
                }
            }
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
            ops.with(self.image.reachable.after(self.image.program, frame.func, frame.pc))
        })
    }

    /// True if a thread is not caught in a loop that has no way out.
    fn may_terminate(&self, thread: &Thread) -> bool {
        let leaves =
            |frame: &Frame| self.image.reachable.from(frame.func, frame.pc).meet(OpSet::LEAVE);
        thread.frames.iter().all(leaves)
    }

    /// True if other threads do not know the variables of a thread.
    fn has_private_variables(&self, t: usize) -> bool {
        let is_shared = |&key: &u32| {
            let base = self.state.memory.addressing.base(owner_of(t), key);
            self.state.memory.resolve(base).is_some_and(|(object, _)| {
                self.state.memory.object(object).flags.any(Flags::SHARED)
            })
        };
        let state = &self.state.threads[t];
        !state.stack_objects.iter().any(is_shared)
            && !state.book.locals.iter().any(|(_, key)| is_shared(key))
    }

    /// The thread that holds the lock of a kind at an address. Of objects that no one holds,
    /// or that many can, nobody does.
    pub(crate) fn holder(&self, lock: SyncKind, address: Address) -> Option<usize> {
        match lock {
            SyncKind::Mutex => self.mutex_owner(address),
            SyncKind::Rwlock => self.rwlock_writer(address),
            SyncKind::Spinlock => self.spin_owner(address),
            SyncKind::Condition | SyncKind::Semaphore | SyncKind::Barrier | SyncKind::Once => None,
        }
    }
}
