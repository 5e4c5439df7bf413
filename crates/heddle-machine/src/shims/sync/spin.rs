//! Spin locks.

use heddle_model::{LockMode, MisuseReason, SyncAction, SyncEvent, SyncKind};
use heddle_program::operation::SpinOp;

use super::super::objects::{DESTROYED, Field};
use super::super::threads::errno::EBUSY;
use super::super::{Invocation, ShimResult};
use crate::Machine;
use crate::fault::Fault;
use crate::state::memory::Address;

impl Machine<'_> {
    pub(in crate::shims) fn spin_alternatives(
        &self,
        op: SpinOp,
        call: &Invocation,
    ) -> Result<u32, Fault> {
        let lock = call.argument(0)?;
        Ok(match op {
            SpinOp::Lock => {
                self.look_at_spin_owner(lock)?;
                matches!(self.field(lock, Field::First)?, 0 | DESTROYED).into()
            }
            SpinOp::Init | SpinOp::Destroy | SpinOp::TryLock | SpinOp::Unlock => 1,
        })
    }

    /// The owner of a spin lock, if it has one, is looked at.
    fn look_at_spin_owner(&self, lock: Address) -> Result<(), Fault> {
        match self.field(lock, Field::First)? {
            0 | DESTROYED => {}
            owner => self.look_at_owner(owner as usize - 1, self.field_address(lock, Field::First)),
        }
        Ok(())
    }

    /// The owner of a spin lock plus one, or 0.
    fn spin_owner_of_living(&self, lock: Address) -> Result<u32, Fault> {
        match self.field(lock, Field::First)? {
            DESTROYED => self.misuse(
                SyncAction::Use,
                lock,
                MisuseReason::Destroyed { kind: SyncKind::Spinlock },
            ),
            owner => {
                self.look_at_spin_owner(lock)?;
                Ok(owner)
            }
        }
    }

    pub(in crate::shims) fn spin(
        &mut self,
        op: SpinOp,
        call: &Invocation,
    ) -> Result<ShimResult, Fault> {
        let lock = call.argument(0)?;
        let me = call.thread as u32 + 1;
        match op {
            SpinOp::Init => self.set_field(call.thread, lock, Field::First, 0)?,
            SpinOp::Destroy => {
                if self.spin_owner_of_living(lock)? != 0 {
                    return self.misuse(SyncAction::Destroy, lock, MisuseReason::Locked);
                }
                self.set_field(call.thread, lock, Field::First, DESTROYED)?;
            }
            SpinOp::Lock | SpinOp::TryLock => {
                if self.spin_owner_of_living(lock)? != 0 {
                    return Ok(ShimResult::int(EBUSY));
                }
                self.set_field(call.thread, lock, Field::First, me)?;
                self.note_owned(call.thread, self.field_address(lock, Field::First));
                self.note_lock(lock, LockMode::Exclusive);
            }
            SpinOp::Unlock => {
                if self.spin_owner_of_living(lock)? != me {
                    return self.misuse(SyncAction::Unlock, lock, MisuseReason::NotHeld);
                }
                self.set_field(call.thread, lock, Field::First, 0)?;
                self.note_released(call.thread, self.field_address(lock, Field::First));
                self.note_sync(lock, |object| SyncEvent::Unlock { object });
            }
        }
        Ok(ShimResult::int(0))
    }

    /// The thread that holds a spin lock.
    pub(crate) fn spin_owner(&self, lock: Address) -> Option<usize> {
        let owner = self.field(lock, Field::First).ok()?;
        owner.checked_sub(1).map(|t| t as usize)
    }
}
