//! Read-write locks, in the memory that the program has for them: how many read, and who writes.
//!
//! Readers may come before writers that wait, as in the C library; locks that make them wait behind
//! these are refused.

use core::ffi::c_int;

use heddle_vivo_protocol::{MisuseAction, MisuseReason, ObjectKind, OperationKind};

use crate::clock::{self, Time};
use crate::system::{EBUSY, EDEADLK, EINVAL, ETIMEDOUT};
use crate::world::{self, stop_before};

/// A read-write lock, with the fields of the C library of which ours have the same meaning.
#[derive(Clone, Copy)]
#[repr(C)]
pub(crate) struct Lock {
    /// The number of threads that read.
    readers: u32,
    /// [`DESTROYED`], or zero.
    state: u32,
    unused: [u32; 4],
    /// The thread that writes, plus one.
    writer: u32,
    shared: u32,
    elision: [u64; 2],
    /// The kind.
    kind: u32,
    padding: u32,
}

const _: () = assert!(size_of::<Lock>() == 56);

/// The attributes of one.
#[repr(C)]
pub(crate) struct Attributes {
    kind: u32,
    shared: u32,
}

const DESTROYED: u32 = u32::MAX;
/// The kind at which readers wait for waiting writers.
const PREFERS_WRITERS: u32 = 2;

/// A way of having a lock.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Access {
    Read,
    Write,
}

fn read(lock: *const Lock) -> Lock {
    // SAFETY: The program says that a lock is there.
    unsafe { lock.read() }
}

fn write(lock: *mut Lock, value: Lock) {
    // SAFETY: The program says that a lock is there.
    unsafe { lock.write(value) }
}

impl Lock {
    fn writer(&self) -> Option<usize> {
        (self.writer as usize).checked_sub(1)
    }

    fn is_free_to(&self, access: Access) -> bool {
        self.writer == 0 && (access == Access::Read || self.readers == 0)
    }
}

/// The number of ways in which a thread can lock a lock now, and who has it otherwise.
pub(crate) fn ways_to_lock(lock: u64, thread: usize, kind: OperationKind) -> (u16, Option<u16>) {
    let lock = read(lock as *const Lock);
    let access = if kind == OperationKind::WriteLock { Access::Write } else { Access::Read };
    // The writer itself gets an error instead of waiting.
    if lock.state == DESTROYED || lock.is_free_to(access) || lock.writer() == Some(thread) {
        (1, None)
    } else {
        (0, lock.writer().map(|writer| writer as u16))
    }
}

fn misuse(action: MisuseAction, lock: *const Lock, reason: MisuseReason) -> ! {
    world::misuse(action, lock, ObjectKind::Rwlock, reason, 0)
}

/// The lock, if it can be used.
fn expect_alive(lock: *const Lock) -> Lock {
    let value = read(lock);
    if value.state == DESTROYED {
        misuse(MisuseAction::Use, lock, MisuseReason::Destroyed);
    }
    if value.kind == PREFERS_WRITERS {
        refuse_preference();
    }
    value
}

fn refuse_preference() -> ! {
    world::refuse(
        b"a read-write lock that prefers writers (PTHREAD_RWLOCK_PREFER_WRITER_NONRECURSIVE_NP)",
    )
}

/// Locks a lock, or fails with `busy`.
fn take(lock: *mut Lock, access: Access, busy: c_int) -> c_int {
    let mut value = expect_alive(lock);
    let own = world::with(|world| world.current);
    if value.is_free_to(access) {
        match access {
            Access::Read => value.readers += 1,
            Access::Write => value.writer = own as u32 + 1,
        }
        write(lock, value);
        return 0;
    }
    if value.writer() == Some(own) && busy != EBUSY { EDEADLK } else { busy }
}

fn take_until(lock: *mut Lock, access: Access, until: *const Time, kind: OperationKind) -> c_int {
    if !clock::is_valid(until) {
        return EINVAL;
    }
    stop_before(world::on(kind, lock));
    let result = take(lock, access, ETIMEDOUT);
    if result == ETIMEDOUT {
        clock::come_to(until);
    }
    result
}

pub(crate) extern "C" fn read_lock(lock: *mut Lock) -> c_int {
    stop_before(world::on(OperationKind::ReadLock, lock));
    take(lock, Access::Read, EDEADLK)
}

pub(crate) extern "C" fn write_lock(lock: *mut Lock) -> c_int {
    stop_before(world::on(OperationKind::WriteLock, lock));
    take(lock, Access::Write, EDEADLK)
}

pub(crate) extern "C" fn try_read_lock(lock: *mut Lock) -> c_int {
    stop_before(world::on(OperationKind::TryReadLock, lock));
    take(lock, Access::Read, EBUSY)
}

pub(crate) extern "C" fn try_write_lock(lock: *mut Lock) -> c_int {
    stop_before(world::on(OperationKind::TryWriteLock, lock));
    take(lock, Access::Write, EBUSY)
}

pub(crate) extern "C" fn timed_read_lock(lock: *mut Lock, until: *const Time) -> c_int {
    take_until(lock, Access::Read, until, OperationKind::TimedReadLock)
}

pub(crate) extern "C" fn timed_write_lock(lock: *mut Lock, until: *const Time) -> c_int {
    take_until(lock, Access::Write, until, OperationKind::TimedWriteLock)
}

pub(crate) extern "C" fn clock_read_lock(
    lock: *mut Lock,
    _clock: c_int,
    until: *const Time,
) -> c_int {
    timed_read_lock(lock, until)
}

pub(crate) extern "C" fn clock_write_lock(
    lock: *mut Lock,
    _clock: c_int,
    until: *const Time,
) -> c_int {
    timed_write_lock(lock, until)
}

pub(crate) extern "C" fn unlock(lock: *mut Lock) -> c_int {
    stop_before(world::on(OperationKind::ReadWriteUnlock, lock));
    let mut value = expect_alive(lock);
    let own = world::with(|world| world.current);
    if value.writer() == Some(own) {
        value.writer = 0;
    } else if value.readers > 0 {
        value.readers -= 1;
    } else {
        misuse(MisuseAction::Unlock, lock, MisuseReason::NotHeld);
    }
    write(lock, value);
    0
}

pub(crate) extern "C" fn init(lock: *mut Lock, attributes: *const Attributes) -> c_int {
    // SAFETY: The program says that attributes are there, if it gives any.
    let kind = unsafe { attributes.as_ref() }.map_or(0, |attributes| attributes.kind);
    if kind == PREFERS_WRITERS {
        refuse_preference();
    }
    stop_before(world::on(OperationKind::Manage, lock));
    let fresh = Lock {
        readers: 0,
        state: 0,
        unused: [0; 4],
        writer: 0,
        shared: 0,
        elision: [0; 2],
        kind,
        padding: 0,
    };
    write(lock, fresh);
    0
}

pub(crate) extern "C" fn destroy(lock: *mut Lock) -> c_int {
    stop_before(world::on(OperationKind::Manage, lock));
    let value = expect_alive(lock);
    if value.readers != 0 || value.writer != 0 {
        misuse(MisuseAction::Destroy, lock, MisuseReason::Locked);
    }
    write(lock, Lock { state: DESTROYED, ..value });
    0
}
