//! Read-write locks, semaphores, spin locks, once.

use heddle_model::{LockMode, MisuseReason, SyncAction, SyncEvent, SyncKind};

use super::super::objects::{DESTROYED, Field};
use super::super::threads::CANCELLED;
use super::super::threads::errno::{EAGAIN, EBUSY, EDEADLK, EINVAL, ETIMEDOUT};
use super::super::{Invocation, ShimResult};
use super::SyncOp;
use crate::Machine;
use crate::fault::Fault;
use crate::state::memory::Address;

/// Largest value of a semaphore.
const SEM_VALUE_MAX: u32 = i32::MAX as u32;

impl Machine<'_> {
    pub(super) fn other_sync(
        &mut self,
        op: SyncOp,
        call: &Invocation,
        object: Address,
    ) -> Result<ShimResult, Fault> {
        match op {
            SyncOp::RwlockInit
            | SyncOp::RwlockDestroy
            | SyncOp::RwlockRead
            | SyncOp::RwlockWrite
            | SyncOp::RwlockTryRead
            | SyncOp::RwlockTryWrite
            | SyncOp::RwlockTimed
            | SyncOp::RwlockUnlock => self.rwlock(op, call, object),
            SyncOp::SpinInit
            | SyncOp::SpinDestroy
            | SyncOp::SpinLock
            | SyncOp::SpinTryLock
            | SyncOp::SpinUnlock => self.spin(op, call, object),
            SyncOp::OnceEnter => {
                let done = self.field(object, Field::First)? == 2;
                if !done {
                    self.set_field(object, Field::First, 1)?;
                }
                Ok(ShimResult::int((!done).into()))
            }
            SyncOp::OnceLeave => {
                self.set_field(object, Field::First, 2)?;
                Ok(ShimResult::void())
            }
            _ => self.semaphore(op, call, object),
        }
    }

    pub(super) fn once_enabled(&self, once: Address) -> Result<bool, Fault> {
        Ok(self.field(once, Field::First)? != 1)
    }

    fn check_rwlock(&self, lock: Address) -> Result<(u32, u32), Fault> {
        if self.field(lock, Field::RwlockDestroyed)? == DESTROYED {
            return self.misuse(
                SyncAction::Use,
                lock,
                MisuseReason::Destroyed { kind: SyncKind::Rwlock },
            );
        }
        if let Some(writer) = self.field(lock, Field::Writer)?.checked_sub(1) {
            self.check_owner(writer as usize, self.field_address(lock, Field::Writer))?;
        }
        Ok((self.field(lock, Field::Readers)?, self.field(lock, Field::Writer)?))
    }

    /// The thread that holds a read-write lock for writing.
    pub(crate) fn rwlock_writer(&self, lock: Address) -> Option<usize> {
        let (_, writer) = self.check_rwlock(lock).ok()?;
        writer.checked_sub(1).map(|t| t as usize)
    }

    pub(super) fn rwlock_enabled(
        &self,
        t: usize,
        lock: Address,
        write: bool,
    ) -> Result<bool, Fault> {
        let (readers, writer) = self.check_rwlock(lock)?;
        // The writer itself gets an error instead of waiting.
        let own = writer == t as u32 + 1;
        Ok(own || writer == 0 && (!write || readers == 0))
    }

    fn rwlock(
        &mut self,
        op: SyncOp,
        call: &Invocation,
        lock: Address,
    ) -> Result<ShimResult, Fault> {
        if op == SyncOp::RwlockInit {
            for field in [Field::Readers, Field::Writer, Field::RwlockDestroyed] {
                self.set_field(lock, field, 0)?;
            }
            return Ok(ShimResult::int(0));
        }
        let (readers, writer) = self.check_rwlock(lock)?;
        let me = call.thread as u32 + 1;
        let write = match op {
            SyncOp::RwlockWrite | SyncOp::RwlockTryWrite => true,
            SyncOp::RwlockTimed => call.int(1)? != 0,
            SyncOp::RwlockDestroy => {
                if readers != 0 || writer != 0 {
                    return self.misuse(SyncAction::Destroy, lock, MisuseReason::Locked);
                }
                self.set_field(lock, Field::RwlockDestroyed, DESTROYED)?;
                return Ok(ShimResult::int(0));
            }
            SyncOp::RwlockUnlock => {
                if writer == me {
                    self.set_field(lock, Field::Writer, 0)?;
                    self.note_released(call.thread, self.field_address(lock, Field::Writer));
                } else if readers > 0 {
                    self.set_field(lock, Field::Readers, readers - 1)?;
                } else {
                    return self.misuse(SyncAction::Unlock, lock, MisuseReason::NotHeld);
                }
                self.note_sync(lock, |object| SyncEvent::Unlock { object });
                return Ok(ShimResult::int(0));
            }
            _ => false,
        };
        if writer == 0 && (!write || readers == 0) {
            match write {
                true => {
                    self.set_field(lock, Field::Writer, me)?;
                    self.note_owned(call.thread, self.field_address(lock, Field::Writer));
                }
                false => self.set_field(lock, Field::Readers, readers.saturating_add(1))?,
            }
            self.note_lock(lock, if write { LockMode::Writing } else { LockMode::Reading });
            return Ok(ShimResult::int(0));
        }
        Ok(ShimResult::int(match op {
            SyncOp::RwlockTryRead | SyncOp::RwlockTryWrite => EBUSY,
            _ if writer == me => EDEADLK,
            _ => ETIMEDOUT,
        }))
    }

    pub(super) fn sem_wait_enabled(&self, call: &Invocation, sem: Address) -> Result<bool, Fault> {
        let timed = call.int(1)? != 0;
        Ok(self.semaphore_value(sem)? != 0 || timed || self.is_cancelled(call.thread))
    }

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

    fn semaphore(
        &mut self,
        op: SyncOp,
        call: &Invocation,
        sem: Address,
    ) -> Result<ShimResult, Fault> {
        if op == SyncOp::SemInit {
            let value = call.argument(2)? as u32;
            if value > SEM_VALUE_MAX {
                return Ok(ShimResult::int(EINVAL));
            }
            self.set_field(sem, Field::First, value)?;
            return Ok(ShimResult::int(0));
        }
        let value = self.semaphore_value(sem)?;
        Ok(ShimResult::int(match op {
            SyncOp::SemDestroy => {
                self.set_field(sem, Field::First, DESTROYED)?;
                0
            }
            SyncOp::SemPost if value == SEM_VALUE_MAX => EAGAIN,
            SyncOp::SemPost => {
                self.set_field(sem, Field::First, value + 1)?;
                self.note_sync(sem, |object| SyncEvent::Post { object });
                0
            }
            SyncOp::SemGetValue => {
                let target = call.argument(1)?;
                self.set_field(target, Field::First, value)?;
                0
            }
            SyncOp::SemWait if self.is_cancelled(call.thread) => CANCELLED,
            _ if value != 0 => {
                self.set_field(sem, Field::First, value - 1)?;
                self.note_sync(sem, |object| SyncEvent::Take { object });
                0
            }
            SyncOp::SemTryWait => EAGAIN,
            _ => ETIMEDOUT,
        }))
    }

    pub(super) fn spin_enabled(&self, lock: Address) -> Result<bool, Fault> {
        self.check_spin_owner(lock)?;
        Ok(matches!(self.field(lock, Field::First)?, 0 | DESTROYED))
    }

    /// Whether it is known that the owner of a spin lock owns it.
    fn check_spin_owner(&self, lock: Address) -> Result<(), Fault> {
        match self.field(lock, Field::First)? {
            0 | DESTROYED => Ok(()),
            owner => self.check_owner(owner as usize - 1, self.field_address(lock, Field::First)),
        }
    }

    fn spin(&mut self, op: SyncOp, call: &Invocation, lock: Address) -> Result<ShimResult, Fault> {
        if op == SyncOp::SpinInit {
            self.set_field(lock, Field::First, 0)?;
            return Ok(ShimResult::int(0));
        }
        let owner = self.field(lock, Field::First)?;
        let me = call.thread as u32 + 1;
        if owner == DESTROYED {
            return self.misuse(
                SyncAction::Use,
                lock,
                MisuseReason::Destroyed { kind: SyncKind::Spinlock },
            );
        }
        self.check_spin_owner(lock)?;
        Ok(ShimResult::int(match op {
            SyncOp::SpinDestroy => {
                if owner != 0 {
                    return self.misuse(SyncAction::Destroy, lock, MisuseReason::Locked);
                }
                self.set_field(lock, Field::First, DESTROYED)?;
                0
            }
            SyncOp::SpinUnlock => {
                if owner != me {
                    return self.misuse(SyncAction::Unlock, lock, MisuseReason::NotHeld);
                }
                self.set_field(lock, Field::First, 0)?;
                self.note_released(call.thread, self.field_address(lock, Field::First));
                self.note_sync(lock, |object| SyncEvent::Unlock { object });
                0
            }
            _ if owner != 0 => EBUSY,
            _ => {
                self.set_field(lock, Field::First, me)?;
                self.note_owned(call.thread, self.field_address(lock, Field::First));
                self.note_lock(lock, LockMode::Exclusive);
                0
            }
        }))
    }

    /// The thread that holds a spin lock.
    pub(crate) fn spin_owner(&self, lock: Address) -> Option<usize> {
        let owner = self.field(lock, Field::First).ok()?;
        owner.checked_sub(1).map(|t| t as usize)
    }
}
