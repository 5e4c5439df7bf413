//! Read-write locks: the number of readers, and who writes.
//!
//! Readers may come before writers that wait. A lock that makes them wait behind these would need
//! to know who waits, which is more than who stands at a call; it is refused.

use heddle_model::{LockMode, MisuseReason, SyncAction, SyncEvent, SyncKind};
use heddle_program::operation::RwlockOp;

use super::super::objects::{DESTROYED, Field};
use super::super::threads::errno::{EBUSY, EDEADLK, ETIMEDOUT};
use super::super::{Invocation, ShimResult};
use crate::Machine;
use crate::fault::Fault;
use crate::state::memory::Address;

/// The kind of a lock at which readers wait for waiting writers; other kinds are alike.
const PREFERS_WRITERS: u32 = 2;

impl Machine<'_> {
    fn check_rwlock(&self, lock: Address) -> Result<(u32, u32), Fault> {
        if self.field(lock, Field::RwlockDestroyed)? == DESTROYED {
            return self.misuse(
                SyncAction::Use,
                lock,
                MisuseReason::Destroyed { kind: SyncKind::Rwlock },
            );
        }
        if self.field(lock, Field::RwlockKind)? & 0xff == PREFERS_WRITERS {
            let what = "a read-write lock that prefers writers \
                        (PTHREAD_RWLOCK_PREFER_WRITER_NONRECURSIVE_NP)";
            return Err(Fault::Unsupported(what.to_owned()));
        }
        if let Some(writer) = self.field(lock, Field::Writer)?.checked_sub(1) {
            self.look_at_owner(writer as usize, self.field_address(lock, Field::Writer));
        }
        Ok((self.field(lock, Field::Readers)?, self.field(lock, Field::Writer)?))
    }

    /// The thread that holds a read-write lock for writing.
    pub(crate) fn rwlock_writer(&self, lock: Address) -> Option<usize> {
        let (_, writer) = self.check_rwlock(lock).ok()?;
        writer.checked_sub(1).map(|t| t as usize)
    }

    pub(in crate::shims) fn rwlock_alternatives(
        &self,
        op: RwlockOp,
        call: &Invocation,
    ) -> Result<u32, Fault> {
        let lock = call.argument(0)?;
        Ok(match op {
            RwlockOp::Read => self.rwlock_enabled(call.thread, lock, false)?.into(),
            RwlockOp::Write => self.rwlock_enabled(call.thread, lock, true)?.into(),
            RwlockOp::Init
            | RwlockOp::Destroy
            | RwlockOp::TryRead
            | RwlockOp::TryWrite
            | RwlockOp::Timed
            | RwlockOp::Unlock => 1,
        })
    }

    fn rwlock_enabled(&self, t: usize, lock: Address, write: bool) -> Result<bool, Fault> {
        let (readers, writer) = self.check_rwlock(lock)?;
        // The writer itself gets an error instead of waiting.
        let own = writer == t as u32 + 1;
        Ok(own || writer == 0 && (!write || readers == 0))
    }

    pub(in crate::shims) fn rwlock(
        &mut self,
        op: RwlockOp,
        call: &Invocation,
    ) -> Result<ShimResult, Fault> {
        let lock = call.argument(0)?;
        match op {
            RwlockOp::Init => {
                // Attributes that ask for another kind are refused where they are made.
                let zeroed =
                    [Field::Readers, Field::Writer, Field::RwlockDestroyed, Field::RwlockKind];
                for field in zeroed {
                    self.set_field(call.thread, lock, field, 0)?;
                }
                Ok(ShimResult::int(0))
            }
            RwlockOp::Destroy => {
                let (readers, writer) = self.check_rwlock(lock)?;
                if readers != 0 || writer != 0 {
                    return self.misuse(SyncAction::Destroy, lock, MisuseReason::Locked);
                }
                self.set_field(call.thread, lock, Field::RwlockDestroyed, DESTROYED)?;
                Ok(ShimResult::int(0))
            }
            RwlockOp::Read => self.rwlock_lock(call.thread, lock, false, false),
            RwlockOp::Write => self.rwlock_lock(call.thread, lock, true, false),
            RwlockOp::TryRead => self.rwlock_lock(call.thread, lock, false, true),
            RwlockOp::TryWrite => self.rwlock_lock(call.thread, lock, true, true),
            RwlockOp::Timed => {
                self.check_rwlock(lock)?;
                self.rwlock_lock(call.thread, lock, call.int(1)? != 0, false)
            }
            RwlockOp::Unlock => self.rwlock_unlock(call.thread, lock),
        }
    }

    /// Locks a read-write lock, or gives up if others hold it: at once if the thread only tries.
    fn rwlock_lock(
        &mut self,
        t: usize,
        lock: Address,
        write: bool,
        tries: bool,
    ) -> Result<ShimResult, Fault> {
        let (readers, writer) = self.check_rwlock(lock)?;
        let me = t as u32 + 1;
        if writer == 0 && (!write || readers == 0) {
            match write {
                true => {
                    self.set_field(t, lock, Field::Writer, me)?;
                    self.note_owned(t, self.field_address(lock, Field::Writer));
                }
                false => self.set_field(t, lock, Field::Readers, readers.saturating_add(1))?,
            }
            self.note_lock(lock, if write { LockMode::Writing } else { LockMode::Reading });
            return Ok(ShimResult::int(0));
        }
        let own = if writer == me { EDEADLK } else { ETIMEDOUT };
        Ok(ShimResult::int(if tries { EBUSY } else { own }))
    }

    fn rwlock_unlock(&mut self, t: usize, lock: Address) -> Result<ShimResult, Fault> {
        let (readers, writer) = self.check_rwlock(lock)?;
        if writer == t as u32 + 1 {
            self.set_field(t, lock, Field::Writer, 0)?;
            self.note_released(t, self.field_address(lock, Field::Writer));
        } else if readers > 0 {
            self.set_field(t, lock, Field::Readers, readers - 1)?;
        } else {
            return self.misuse(SyncAction::Unlock, lock, MisuseReason::NotHeld);
        }
        self.note_sync(lock, |object| SyncEvent::Unlock { object });
        Ok(ShimResult::int(0))
    }
}
