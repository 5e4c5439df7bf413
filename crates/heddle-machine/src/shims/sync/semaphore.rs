//! Semaphores.

use heddle_model::{MisuseReason, SyncAction, SyncEvent, SyncKind};
use heddle_program::AccessMode;
use heddle_program::operation::SemaphoreOp;

use super::super::objects::{DESTROYED, Field};
use super::super::threads::CANCELLED;
use super::super::threads::errno::{EAGAIN, EINVAL, EOVERFLOW, ETIMEDOUT};
use super::super::{Invocation, ShimResult};
use crate::Machine;
use crate::fault::Fault;
use crate::state::memory::{Access, Address};
use crate::value::Word;

/// Largest value of a semaphore.
const SEM_VALUE_MAX: u32 = i32::MAX as u32;

impl Machine<'_> {
    fn semaphore_value(&self, sem: Address) -> Result<u32, Fault> {
        match self.field(sem, Field::First)? {
            DESTROYED => self.misuse(
                SyncAction::Use,
                sem,
                MisuseReason::Destroyed { kind: SyncKind::Semaphore },
            ),
            value => Ok(value),
        }
    }

    /// True if a post of the semaphore would not fail.
    pub(crate) fn is_below_maximum(&self, sem: Address) -> bool {
        self.semaphore_value(sem).is_ok_and(|value| value < SEM_VALUE_MAX)
    }

    pub(in crate::shims) fn semaphore_alternatives(
        &self,
        op: SemaphoreOp,
        call: &Invocation,
    ) -> Result<u32, Fault> {
        let sem = call.argument(0)?;
        Ok(match op {
            SemaphoreOp::Wait => {
                (self.semaphore_value(sem)? != 0 || self.is_cancelled(call.thread)).into()
            }
            SemaphoreOp::Init
            | SemaphoreOp::Destroy
            | SemaphoreOp::TimedWait
            | SemaphoreOp::TryWait
            | SemaphoreOp::Post
            | SemaphoreOp::GetValue => 1,
        })
    }

    pub(in crate::shims) fn semaphore(
        &mut self,
        op: SemaphoreOp,
        call: &Invocation,
    ) -> Result<ShimResult, Fault> {
        let sem = call.argument(0)?;
        let result = match op {
            SemaphoreOp::Init => {
                let value = call.argument(2)? as u32;
                if value <= SEM_VALUE_MAX {
                    self.set_field(call.thread, sem, Field::First, value)?;
                    0
                } else {
                    EINVAL
                }
            }
            SemaphoreOp::Destroy => {
                self.semaphore_value(sem)?;
                self.set_field(call.thread, sem, Field::First, DESTROYED)?;
                0
            }
            SemaphoreOp::Wait | SemaphoreOp::TimedWait => {
                let value = self.semaphore_value(sem)?;
                match self.is_cancelled(call.thread) {
                    true => CANCELLED,
                    false => self.take_from_semaphore(call.thread, sem, value, ETIMEDOUT)?,
                }
            }
            SemaphoreOp::TryWait => {
                let value = self.semaphore_value(sem)?;
                self.take_from_semaphore(call.thread, sem, value, EAGAIN)?
            }
            SemaphoreOp::Post => match self.semaphore_value(sem)? {
                SEM_VALUE_MAX => {
                    self.record_failed_post(sem);
                    EOVERFLOW
                }
                value => {
                    self.set_field(call.thread, sem, Field::First, value + 1)?;
                    self.note_sync(sem, |object| SyncEvent::Post { object });
                    0
                }
            },
            SemaphoreOp::GetValue => {
                let value = self.semaphore_value(sem)?;
                let access = Access::write(call.thread, call.argument(1)?, 4, AccessMode::PLAIN);
                let memory = &mut self.state.memory;
                let range = memory.check(access).map_err(|fault| access.refused(fault))?;
                memory.write(access, &range, Word::new(value.into()), false);
                0
            }
        };
        Ok(ShimResult::int(result))
    }

    /// Takes 1 from a semaphore with a value, or returns the error `otherwise` if that is 0.
    fn take_from_semaphore(
        &mut self,
        t: usize,
        sem: Address,
        value: u32,
        otherwise: i32,
    ) -> Result<i32, Fault> {
        if value == 0 {
            return Ok(otherwise);
        }
        self.set_field(t, sem, Field::First, value - 1)?;
        self.note_sync(sem, |object| SyncEvent::Take { object });
        Ok(0)
    }
}
