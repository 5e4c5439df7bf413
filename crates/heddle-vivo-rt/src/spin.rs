//! Spin locks. Who waits for one is blocked, rather than go round.

use core::ffi::c_int;

use heddle_vivo_protocol::{MisuseAction, MisuseReason, ObjectKind, OperationKind};

use crate::system::EBUSY;
use crate::world::{self, stop_before};

/// A spin lock: the thread that has it, plus one.
#[derive(Clone, Copy)]
#[repr(C)]
pub(crate) struct Lock {
    owner: c_int,
}

const DESTROYED: c_int = -1;

fn owner_of(lock: *const Lock) -> c_int {
    // SAFETY: The program says that a lock is there.
    unsafe { (*lock).owner }
}

fn set(lock: *mut Lock, owner: c_int) {
    // SAFETY: The program says that there is memory for one.
    unsafe { lock.write(Lock { owner }) };
}

/// The number of ways in which a thread can lock a lock now, and who has it otherwise.
pub(crate) fn ways_to_lock(lock: u64) -> (u16, Option<u16>) {
    match owner_of(lock as *const Lock) {
        0 | DESTROYED => (1, None),
        owner => (0, Some((owner - 1) as u16)),
    }
}

/// The owner plus one, or zero, of a lock that can be used.
fn owner_of_living(lock: *const Lock) -> c_int {
    match owner_of(lock) {
        DESTROYED => misuse(MisuseAction::Use, lock, MisuseReason::Destroyed),
        owner => owner,
    }
}

fn misuse(action: MisuseAction, lock: *const Lock, reason: MisuseReason) -> ! {
    world::misuse(action, lock, ObjectKind::Spinlock, reason, 0)
}

fn own() -> c_int {
    world::with(|world| world.current) as c_int + 1
}

fn take(lock: *mut Lock) -> c_int {
    if owner_of_living(lock) != 0 {
        return EBUSY;
    }
    set(lock, own());
    0
}

pub(crate) extern "C" fn lock(lock: *mut Lock) -> c_int {
    stop_before(world::on(OperationKind::SpinLock, lock));
    take(lock)
}

pub(crate) extern "C" fn try_lock(lock: *mut Lock) -> c_int {
    stop_before(world::on(OperationKind::TrySpinLock, lock));
    take(lock)
}

pub(crate) extern "C" fn unlock(lock: *mut Lock) -> c_int {
    stop_before(world::on(OperationKind::SpinUnlock, lock));
    if owner_of_living(lock) != own() {
        misuse(MisuseAction::Unlock, lock, MisuseReason::NotHeld);
    }
    set(lock, 0);
    0
}

pub(crate) extern "C" fn init(lock: *mut Lock, _shared: c_int) -> c_int {
    stop_before(world::on(OperationKind::Manage, lock));
    set(lock, 0);
    0
}

pub(crate) extern "C" fn destroy(lock: *mut Lock) -> c_int {
    stop_before(world::on(OperationKind::Manage, lock));
    if owner_of_living(lock) != 0 {
        misuse(MisuseAction::Destroy, lock, MisuseReason::Locked);
    }
    set(lock, DESTROYED);
    0
}
