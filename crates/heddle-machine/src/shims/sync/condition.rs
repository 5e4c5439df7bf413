//! Condition variables.
//!
//! Who waits is in the threads, not in the object. A signal wakes one of the
//! waiters, and which one is a choice; a woken thread then competes for the mutex.
//!
//! As in glibc, a wait gives a recursive mutex back once: who holds it more often goes on holding
//! it while it waits.

use heddle_model::{MisuseReason, SyncAction, SyncEvent, SyncKind, ThreadId};
use heddle_program::operation::ConditionOp;

use super::super::objects::{DESTROYED, Field};
use super::super::threads::CANCELLED;
use super::super::threads::errno::ETIMEDOUT;
use super::super::{Invocation, ShimResult};
use crate::Machine;
use crate::fault::Fault;
use crate::state::memory::Address;
use crate::state::thread::{Status, Wait};

impl Machine<'_> {
    /// The threads that wait for a condition variable.
    pub(super) fn waiters(&self, condition: Address) -> impl Iterator<Item = usize> + '_ {
        (0..self.state.threads.len()).filter(move |&t| self.waits_for(t, condition))
    }

    /// True if any thread waits for a condition variable.
    pub(crate) fn is_waited_for(&self, condition: Address) -> bool {
        self.waiters(condition).next().is_some()
    }

    fn waits_for(&self, t: usize, condition: Address) -> bool {
        match self.state.threads.book(t).status {
            Status::Waiting(Wait::Condition { condition: c, .. }) => c == condition,
            _ => false,
        }
    }

    /// The values that a wait which nobody signals can return; none if it cannot return at all.
    pub(crate) fn condition_results(
        &self,
        t: usize,
        timed: bool,
    ) -> impl Iterator<Item = i32> + use<> {
        let ways = [
            (timed, ETIMEDOUT),
            (self.image.options.spurious_wakeups, 0),
            (self.is_cancelled(t), CANCELLED),
        ];
        ways.into_iter().filter(|&(possible, _)| possible).map(|(_, result)| result)
    }

    /// Notes that a wait which nobody signalled ends with one of its results, while recording.
    pub(in crate::shims) fn note_unsignalled(&mut self, condition: Address, result: i32) {
        match result {
            0 => self.note_sync(condition, |object| SyncEvent::WakeSpuriously { object }),
            ETIMEDOUT => self.note_sync(condition, |object| SyncEvent::TimeOut { object }),
            // The cancellation of a thread shows by what it does next.
            _ => {}
        }
    }

    fn check_condition(&self, condition: Address) -> Result<(), Fault> {
        match self.field(condition, Field::First)? {
            DESTROYED => self.misuse(
                SyncAction::Use,
                condition,
                MisuseReason::Destroyed { kind: SyncKind::Condition },
            ),
            _ => Ok(()),
        }
    }

    pub(in crate::shims) fn condition_alternatives(
        &self,
        op: ConditionOp,
        call: &Invocation,
    ) -> Result<u32, Fault> {
        let condition = call.argument(0)?;
        Ok(match op {
            ConditionOp::Signal => (self.waiters(condition).count() as u32).max(1),
            ConditionOp::Init
            | ConditionOp::Destroy
            | ConditionOp::Wait
            | ConditionOp::Broadcast => 1,
        })
    }

    pub(in crate::shims) fn condition(
        &mut self,
        op: ConditionOp,
        call: &Invocation,
        alternative: u32,
    ) -> Result<ShimResult, Fault> {
        let condition = call.argument(0)?;
        if op != ConditionOp::Init {
            self.check_condition(condition)?;
        }
        match op {
            ConditionOp::Init => self.set_field(call.thread, condition, Field::First, 0)?,
            ConditionOp::Wait => return self.condition_wait(call, condition),
            ConditionOp::Destroy => {
                if let Some(waiter) = self.waiters(condition).next() {
                    let thread = ThreadId(waiter as u32);
                    let reason = MisuseReason::AwaitedBy { thread };
                    return self.misuse(SyncAction::Destroy, condition, reason);
                }
                self.set_field(call.thread, condition, Field::First, DESTROYED)?;
            }
            ConditionOp::Signal => {
                let waiter = self.waiters(condition).nth(alternative as usize);
                match waiter {
                    Some(waiter) => self.wake(waiter, condition),
                    None => self.note_sync(condition, |object| SyncEvent::SignalInVain { object }),
                }
            }
            ConditionOp::Broadcast => {
                for waiter in 0..self.state.threads.len() {
                    if self.waits_for(waiter, condition) {
                        self.wake(waiter, condition);
                    }
                }
            }
        }
        Ok(ShimResult::int(0))
    }

    fn wake(&mut self, waiter: usize, condition: Address) {
        if let Status::Waiting(Wait::Condition { mutex, .. }) =
            self.state.threads.book(waiter).status
        {
            self.materialize(waiter);
            self.state.threads[waiter].book.status =
                Status::Waiting(Wait::Reacquire { mutex, result: 0 });
            self.state.threads[waiter].touch();
            let thread = ThreadId(waiter as u32);
            self.note_sync(condition, |object| SyncEvent::Wake { object, thread });
        }
    }

    fn condition_wait(
        &mut self,
        call: &Invocation,
        condition: Address,
    ) -> Result<ShimResult, Fault> {
        let (mutex, timed) = (call.argument(1)?, call.int(2)? != 0);
        let t = call.thread;
        self.check_holds(t, mutex, SyncAction::WaitWith)?;
        if self.is_cancelled(t) {
            return Ok(ShimResult::int(CANCELLED));
        }
        self.release_once(t, mutex)?;
        self.note_sync(condition, |object| SyncEvent::Wait { object });
        self.state.threads[t].book.status =
            Status::Waiting(Wait::Condition { condition, mutex, timed });
        Ok(ShimResult::Inactive)
    }
}
