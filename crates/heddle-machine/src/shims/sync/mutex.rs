//! Mutexes: normal, recursive and error-checking.

use heddle_model::{LockMode, MisuseReason, SyncAction, SyncEvent, SyncKind, ThreadId};
use heddle_program::operation::MutexOp;

use super::super::objects::{DESTROYED, Field};
use super::super::threads::errno::{EAGAIN, EBUSY, EDEADLK, EPERM, ETIMEDOUT};
use super::super::{Invocation, ShimResult};
use crate::Machine;
use crate::fault::Fault;
use crate::record::event::Event;
use crate::state::memory::Address;

const RECURSIVE: u32 = 1;
const ERROR_CHECKING: u32 = 2;

impl Machine<'_> {
    fn mutex_kind(&self, mutex: Address) -> Result<u32, Fault> {
        match self.field(mutex, Field::MutexKind)? {
            DESTROYED => {
                let reason = MisuseReason::Destroyed { kind: SyncKind::Mutex };
                self.misuse(SyncAction::Use, mutex, reason)
            }
            kind => Ok(kind & 3),
        }
    }

    /// The thread that holds a mutex.
    pub(crate) fn mutex_owner(&self, mutex: Address) -> Option<usize> {
        if self.field(mutex, Field::MutexLock).ok()? == 0 {
            return None;
        }
        let owner = self.field(mutex, Field::MutexOwner).ok()?;
        Some(owner.wrapping_sub(1) as usize)
    }

    /// The owner of a mutex, if it has one, is looked at.
    fn look_at_mutex_owner(&self, mutex: Address) {
        if let Some(owner) = self.mutex_owner(mutex) {
            self.look_at_owner(owner, self.field_address(mutex, Field::MutexOwner));
        }
    }

    fn mutex_lock_enabled(&self, t: usize, mutex: Address) -> Result<bool, Fault> {
        let kind = self.mutex_kind(mutex)?;
        self.look_at_mutex_owner(mutex);
        Ok(match self.field(mutex, Field::MutexLock)? {
            0 => true,
            _ => self.mutex_owner(mutex) == Some(t) && kind != 0 && kind != 3,
        })
    }

    /// Gives a free mutex to a thread.
    pub(crate) fn acquire_mutex(&mut self, t: usize, mutex: Address) -> Result<(), Fault> {
        self.mutex_kind(mutex)?;
        self.set_field(t, mutex, Field::MutexLock, 1)?;
        self.set_field(t, mutex, Field::MutexOwner, t as u32 + 1)?;
        self.set_field(t, mutex, Field::MutexCount, 1)?;
        self.note_owned(t, self.field_address(mutex, Field::MutexOwner));
        self.note_lock(mutex, LockMode::Exclusive);
        Ok(())
    }

    fn release_mutex(&mut self, t: usize, mutex: Address) -> Result<(), Fault> {
        if let Some(owner) = self.mutex_owner(mutex) {
            self.note_released(owner, self.field_address(mutex, Field::MutexOwner));
        }
        for field in [Field::MutexLock, Field::MutexOwner, Field::MutexCount] {
            self.set_field(t, mutex, field, 0)?;
        }
        self.note_sync(mutex, |object| SyncEvent::Unlock { object });
        Ok(())
    }

    /// Notes a synchronization event about an object, while recording.
    pub(super) fn note_sync(&mut self, object: Address, event: impl FnOnce(String) -> SyncEvent) {
        if self.recorder.recording == crate::record::event::Recording::All {
            let name = self.describe_address(object);
            self.recorder.events.push(Event::Sync(event(name)));
        }
    }

    /// Notes that a thread got a lock, while recording.
    pub(super) fn note_lock(&mut self, lock: Address, mode: LockMode) {
        self.note_sync(lock, |object| SyncEvent::Lock { object, mode });
    }

    /// Makes sure that the thread holds the mutex which an operation needs.
    pub(super) fn check_holds(
        &self,
        t: usize,
        mutex: Address,
        action: SyncAction,
    ) -> Result<(), Fault> {
        self.mutex_kind(mutex)?;
        self.look_at_mutex_owner(mutex);
        let reason = match self.mutex_owner(mutex) {
            Some(owner) if owner == t => return Ok(()),
            Some(owner) => held_by(owner),
            None => MisuseReason::NotLocked,
        };
        self.misuse(action, mutex, reason)
    }

    pub(in crate::shims) fn mutex_alternatives(
        &self,
        op: MutexOp,
        call: &Invocation,
    ) -> Result<u32, Fault> {
        let mutex = call.argument(0)?;
        Ok(match op {
            MutexOp::Lock => self.mutex_lock_enabled(call.thread, mutex)?.into(),
            MutexOp::Init
            | MutexOp::Destroy
            | MutexOp::TimedLock
            | MutexOp::TryLock
            | MutexOp::Unlock => 1,
        })
    }

    pub(in crate::shims) fn mutex(
        &mut self,
        op: MutexOp,
        call: &Invocation,
    ) -> Result<ShimResult, Fault> {
        let mutex = call.argument(0)?;
        match op {
            MutexOp::Init => self.mutex_init(call, mutex),
            MutexOp::Destroy => self.mutex_destroy(call.thread, mutex),
            MutexOp::Lock | MutexOp::TimedLock => self.mutex_lock(call.thread, mutex, false),
            MutexOp::TryLock => self.mutex_lock(call.thread, mutex, true),
            MutexOp::Unlock => self.mutex_unlock(call.thread, mutex),
        }
    }

    fn mutex_destroy(&mut self, t: usize, mutex: Address) -> Result<ShimResult, Fault> {
        self.mutex_kind(mutex)?;
        if let Some(owner) = self.mutex_owner(mutex) {
            return self.misuse(SyncAction::Destroy, mutex, held_by(owner));
        }
        self.set_field(t, mutex, Field::MutexKind, DESTROYED)?;
        self.note_sync(mutex, |object| SyncEvent::Destroy { object });
        Ok(ShimResult::int(0))
    }

    /// Locks a mutex, or gives up if another thread holds it: at once if the thread only tries.
    fn mutex_lock(&mut self, t: usize, mutex: Address, tries: bool) -> Result<ShimResult, Fault> {
        let kind = self.mutex_kind(mutex)?;
        self.look_at_mutex_owner(mutex);
        let result = match self.mutex_owner(mutex) {
            None => {
                self.acquire_mutex(t, mutex)?;
                0
            }
            Some(owner) if owner == t && kind == RECURSIVE => {
                let count = self.field(mutex, Field::MutexCount)?;
                if count == u32::MAX {
                    return Ok(ShimResult::int(EAGAIN));
                }
                self.set_field(t, mutex, Field::MutexCount, count + 1)?;
                self.note_lock(mutex, LockMode::Again);
                0
            }
            Some(_) if tries => EBUSY,
            Some(owner) if owner == t && kind == ERROR_CHECKING => EDEADLK,
            Some(_) => ETIMEDOUT,
        };
        Ok(ShimResult::int(result))
    }

    fn mutex_init(&mut self, call: &Invocation, mutex: Address) -> Result<ShimResult, Fault> {
        let attribute = call.argument(1)?;
        let kind = if attribute == 0 { 0 } else { self.field(attribute, Field::First)? & 3 };
        // Bytes that never were a mutex can look like anything, but hardly like one
        // that a thread holds.
        let held = self.mutex_owner(mutex).filter(|&owner| owner < self.state.threads.len());
        if let Some(owner) = held
            && self.mutex_kind(mutex).is_ok()
        {
            return self.misuse(SyncAction::Initialize, mutex, held_by(owner));
        }
        for field in [Field::MutexLock, Field::MutexOwner, Field::MutexCount] {
            self.set_field(call.thread, mutex, field, 0)?;
        }
        self.set_field(call.thread, mutex, Field::MutexKind, kind)?;
        Ok(ShimResult::int(0))
    }

    fn mutex_unlock(&mut self, t: usize, mutex: Address) -> Result<ShimResult, Fault> {
        let kind = self.mutex_kind(mutex)?;
        self.look_at_mutex_owner(mutex);
        if self.mutex_owner(mutex) != Some(t) {
            if kind == ERROR_CHECKING || kind == RECURSIVE {
                return Ok(ShimResult::int(EPERM));
            }
            self.check_holds(t, mutex, SyncAction::Unlock)?;
        }
        self.release_once(t, mutex)?;
        Ok(ShimResult::int(0))
    }

    /// Gives back a mutex that a thread holds; one that it holds several times, once.
    pub(super) fn release_once(&mut self, t: usize, mutex: Address) -> Result<(), Fault> {
        let count = self.field(mutex, Field::MutexCount)?;
        if self.mutex_kind(mutex)? == RECURSIVE && count > 1 {
            return self.set_field(t, mutex, Field::MutexCount, count - 1);
        }
        self.release_mutex(t, mutex)
    }

    /// True if a thread that has waited for a condition variable can have its mutex again.
    pub(super) fn can_reacquire(&self, t: usize, mutex: Address) -> bool {
        self.mutex_owner(mutex).is_none_or(|owner| owner == t && self.is_recursive(mutex))
    }

    /// Gives a mutex back to a thread that has waited for a condition variable.
    pub(in crate::shims) fn reacquire_mutex(
        &mut self,
        t: usize,
        mutex: Address,
    ) -> Result<(), Fault> {
        if self.mutex_owner(mutex).is_none() {
            return self.acquire_mutex(t, mutex);
        }
        let count = self.field(mutex, Field::MutexCount)?;
        self.set_field(t, mutex, Field::MutexCount, count + 1)?;
        self.note_lock(mutex, LockMode::Again);
        Ok(())
    }

    fn is_recursive(&self, mutex: Address) -> bool {
        self.mutex_kind(mutex).is_ok_and(|kind| kind == RECURSIVE)
    }
}

fn held_by(owner: usize) -> MisuseReason {
    MisuseReason::HeldBy { thread: ThreadId(owner as u32) }
}
