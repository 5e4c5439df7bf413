//! Condition variables.
//!
//! Who waits is in the threads, not in the object. A signal wakes one of the
//! waiters, and which one is a choice; a woken thread then competes for the mutex.

use heddle_model::{MisuseReason, SyncAction, SyncEvent, SyncKind, ThreadId};

use super::super::objects::{DESTROYED, Field};
use super::super::threads::CANCELLED;
use super::super::threads::errno::ETIMEDOUT;
use super::super::{Invocation, ShimResult};
use super::SyncOp;
use crate::Machine;
use crate::fault::Fault;
use crate::state::memory::Address;
use crate::state::thread::{Status, Wait};

impl Machine<'_> {
    /// The threads that wait for a condition variable.
    pub(super) fn waiters(&self, condition: Address) -> impl Iterator<Item = usize> + '_ {
        (0..self.state.threads.len()).filter(move |&t| self.waits_for(t, condition))
    }

    /// Whether any thread waits for a condition variable.
    pub(crate) fn is_waited_for(&self, condition: Address) -> bool {
        self.waiters(condition).next().is_some()
    }

    fn waits_for(&self, t: usize, condition: Address) -> bool {
        match self.state.threads.book(t).status {
            Status::Waiting(Wait::Condition { condition: c, .. }) => c == condition,
            _ => false,
        }
    }

    /// What a wait that nobody signals can return, if it can return at all.
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

    pub(super) fn condition(
        &mut self,
        op: SyncOp,
        call: &Invocation,
        condition: Address,
        alternative: u32,
    ) -> Result<ShimResult, Fault> {
        if op == SyncOp::CondInit {
            self.set_field(condition, Field::First, 0)?;
            return Ok(ShimResult::int(0));
        }
        self.check_condition(condition)?;
        match op {
            SyncOp::CondWait => return self.condition_wait(call, condition),
            SyncOp::CondDestroy => {
                if let Some(waiter) = self.waiters(condition).next() {
                    let thread = ThreadId(waiter as u32);
                    let reason = MisuseReason::AwaitedBy { thread };
                    return self.misuse(SyncAction::Destroy, condition, reason);
                }
                self.set_field(condition, Field::First, DESTROYED)?;
            }
            SyncOp::CondSignal => {
                let waiter = self.waiters(condition).nth(alternative as usize);
                match waiter {
                    Some(waiter) => self.wake(waiter, condition),
                    None => self.note_sync(condition, |object| SyncEvent::SignalInVain { object }),
                }
            }
            _ => {
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
        self.release_mutex(mutex)?;
        self.note_sync(condition, |object| SyncEvent::Wait { object });
        self.state.threads[t].book.status =
            Status::Waiting(Wait::Condition { condition, mutex, timed });
        Ok(ShimResult::Inactive)
    }
}
