//! Synchronization objects: mutexes, condition variables, read-write locks,
//! semaphores, barriers, spin locks, once.
//!
//! An operation that has to wait is simply not enabled until it can be made; only
//! condition variables and barriers have threads in the middle of an
//! operation ([`Wait`]). A timed operation that would have to wait gives up instead:
//! since it may be made at any later time as well, all its behaviours are explored.

mod barrier;
mod condition;
mod mutex;
mod others;

use heddle_model::{Finding, Misuse, MisuseReason, SyncAction};

use super::{Invocation, ShimResult};
use crate::Machine;
use crate::fault::Fault;
use crate::state::memory::{Address, Addressing};
use crate::state::thread::Wait;

/// An operation on a synchronization object, whose address is the first argument.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum SyncOp {
    MutexInit,
    MutexDestroy,
    MutexLock,
    MutexTimedLock,
    MutexTryLock,
    MutexUnlock,
    CondInit,
    CondDestroy,
    CondWait,
    CondSignal,
    CondBroadcast,
    RwlockInit,
    RwlockDestroy,
    RwlockRead,
    RwlockWrite,
    RwlockTryRead,
    RwlockTryWrite,
    RwlockTimed,
    RwlockUnlock,
    SemInit,
    SemDestroy,
    SemWait,
    SemTryWait,
    SemPost,
    SemGetValue,
    BarrierInit,
    BarrierDestroy,
    BarrierWait,
    SpinInit,
    SpinDestroy,
    SpinLock,
    SpinTryLock,
    SpinUnlock,
    OnceEnter,
    OnceLeave,
}

impl SyncOp {
    /// Size of the object, as glibc has it.
    pub(crate) fn object_bytes(self, addressing: Addressing) -> u64 {
        let (long, short) = match self {
            SyncOp::MutexInit
            | SyncOp::MutexDestroy
            | SyncOp::MutexLock
            | SyncOp::MutexTimedLock
            | SyncOp::MutexTryLock
            | SyncOp::MutexUnlock => (40, 24),
            SyncOp::CondInit
            | SyncOp::CondDestroy
            | SyncOp::CondWait
            | SyncOp::CondSignal
            | SyncOp::CondBroadcast => (48, 48),
            SyncOp::RwlockInit
            | SyncOp::RwlockDestroy
            | SyncOp::RwlockRead
            | SyncOp::RwlockWrite
            | SyncOp::RwlockTryRead
            | SyncOp::RwlockTryWrite
            | SyncOp::RwlockTimed
            | SyncOp::RwlockUnlock => (56, 32),
            SyncOp::SemInit
            | SyncOp::SemDestroy
            | SyncOp::SemWait
            | SyncOp::SemTryWait
            | SyncOp::SemPost
            | SyncOp::SemGetValue => (32, 16),
            SyncOp::BarrierInit | SyncOp::BarrierDestroy | SyncOp::BarrierWait => (32, 20),
            SyncOp::SpinInit
            | SyncOp::SpinDestroy
            | SyncOp::SpinLock
            | SyncOp::SpinTryLock
            | SyncOp::SpinUnlock
            | SyncOp::OnceEnter
            | SyncOp::OnceLeave => (4, 4),
        };
        match addressing {
            Addressing::Numbered => long,
            Addressing::Flat => short,
        }
    }

    /// The operation of that name.
    pub(super) fn named(name: &str) -> Option<SyncOp> {
        Some(match name {
            "pthread_mutex_init" => SyncOp::MutexInit,
            "pthread_mutex_destroy" => SyncOp::MutexDestroy,
            "pthread_mutex_lock" => SyncOp::MutexLock,
            "__heddle_mutex_timedlock" => SyncOp::MutexTimedLock,
            "pthread_mutex_trylock" => SyncOp::MutexTryLock,
            "pthread_mutex_unlock" => SyncOp::MutexUnlock,
            "pthread_cond_init" => SyncOp::CondInit,
            "pthread_cond_destroy" => SyncOp::CondDestroy,
            "__heddle_cond_wait" => SyncOp::CondWait,
            "pthread_cond_signal" => SyncOp::CondSignal,
            "pthread_cond_broadcast" => SyncOp::CondBroadcast,
            "pthread_rwlock_init" => SyncOp::RwlockInit,
            "pthread_rwlock_destroy" => SyncOp::RwlockDestroy,
            "pthread_rwlock_rdlock" => SyncOp::RwlockRead,
            "pthread_rwlock_wrlock" => SyncOp::RwlockWrite,
            "pthread_rwlock_tryrdlock" => SyncOp::RwlockTryRead,
            "pthread_rwlock_trywrlock" => SyncOp::RwlockTryWrite,
            "__heddle_rwlock_timed" => SyncOp::RwlockTimed,
            "pthread_rwlock_unlock" => SyncOp::RwlockUnlock,
            "__heddle_sem_init" => SyncOp::SemInit,
            "__heddle_sem_destroy" => SyncOp::SemDestroy,
            "__heddle_sem_wait" => SyncOp::SemWait,
            "__heddle_sem_trywait" => SyncOp::SemTryWait,
            "__heddle_sem_post" => SyncOp::SemPost,
            "__heddle_sem_getvalue" => SyncOp::SemGetValue,
            "pthread_barrier_init" => SyncOp::BarrierInit,
            "pthread_barrier_destroy" => SyncOp::BarrierDestroy,
            "pthread_barrier_wait" => SyncOp::BarrierWait,
            "pthread_spin_init" => SyncOp::SpinInit,
            "pthread_spin_destroy" => SyncOp::SpinDestroy,
            "pthread_spin_lock" => SyncOp::SpinLock,
            "pthread_spin_trylock" => SyncOp::SpinTryLock,
            "pthread_spin_unlock" => SyncOp::SpinUnlock,
            "__heddle_once_enter" => SyncOp::OnceEnter,
            "__heddle_once_leave" => SyncOp::OnceLeave,
            _ => return None,
        })
    }
}

impl Machine<'_> {
    /// In how many ways an operation can be made now.
    pub(super) fn sync_alternatives(&self, op: SyncOp, call: &Invocation) -> Result<u32, Fault> {
        let object = call.argument(0)?;
        Ok(match op {
            SyncOp::MutexLock => self.mutex_lock_enabled(call.thread, object)?.into(),
            SyncOp::CondSignal => (self.waiters(object).count() as u32).max(1),
            SyncOp::RwlockRead => self.rwlock_enabled(call.thread, object, false)?.into(),
            SyncOp::RwlockWrite => self.rwlock_enabled(call.thread, object, true)?.into(),
            SyncOp::SemWait => self.sem_wait_enabled(call, object)?.into(),
            SyncOp::SpinLock => self.spin_enabled(object)?.into(),
            SyncOp::OnceEnter => self.once_enabled(object)?.into(),
            _ => 1,
        })
    }

    /// In how many ways a waiting thread can go on.
    pub(crate) fn wait_alternatives(&self, t: usize, wait: Wait) -> u32 {
        match wait {
            Wait::Condition { timed, .. } => self.condition_results(t, timed).count() as u32,
            Wait::Reacquire { mutex, .. } => self.is_mutex_free(mutex).into(),
            Wait::Barrier { .. } => 0,
            Wait::BarrierOpen => 1,
        }
    }

    /// Makes an operation.
    pub(super) fn synchronize(
        &mut self,
        op: SyncOp,
        call: &Invocation,
        alternative: u32,
    ) -> Result<ShimResult, Fault> {
        let object = call.argument(0)?;
        match op {
            SyncOp::MutexInit
            | SyncOp::MutexDestroy
            | SyncOp::MutexLock
            | SyncOp::MutexTimedLock
            | SyncOp::MutexTryLock
            | SyncOp::MutexUnlock => self.mutex(op, call, object),
            SyncOp::CondInit
            | SyncOp::CondDestroy
            | SyncOp::CondWait
            | SyncOp::CondSignal
            | SyncOp::CondBroadcast => self.condition(op, call, object, alternative),
            SyncOp::BarrierInit | SyncOp::BarrierDestroy | SyncOp::BarrierWait => {
                self.barrier(op, call, object)
            }
            _ => self.other_sync(op, call, object),
        }
    }

    /// The fault of an operation on an object that is in no state for it.
    #[cold]
    fn misuse<T>(
        &self,
        action: SyncAction,
        object: Address,
        reason: MisuseReason,
    ) -> Result<T, Fault> {
        let object = self.describe_address(object);
        Err(Fault::bug(Finding::LockMisuse(Misuse::Operation { action, object, reason })))
    }

    /// A synchronization object in words: the variable it is, or is part of.
    pub(crate) fn describe_address(&self, address: Address) -> String {
        let Some((object, offset)) = self.state.memory.resolve(address) else {
            return format!("{address:#x}");
        };
        self.describe_part(object, offset)
    }
}
