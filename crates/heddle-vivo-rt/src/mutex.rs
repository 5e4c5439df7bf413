//! Mutexes, in the memory that the program has for them and with the fields that the C library gives
//! them, so that whatever looks at one sees what it expects.

use core::ffi::c_int;

use heddle_vivo_protocol::{MisuseAction, MisuseReason, ObjectKind, OperationKind};

use crate::clock::{self, Time};
use crate::system;
use crate::system::{EAGAIN, EBUSY, EDEADLK, EINVAL, EPERM, ETIMEDOUT};
use crate::world::{self, stop_before};

/// A mutex as the C library has it.
#[derive(Clone, Copy)]
#[repr(C)]
pub(crate) struct Mutex {
    /// Other than zero if it is locked.
    lock: c_int,
    /// Locks of a recursive one beyond the first.
    count: u32,
    /// The thread that has it, plus one.
    owner: c_int,
    users: u32,
    /// The type in the lowest bits, and other attributes.
    kind: c_int,
    spins: i16,
    elision: i16,
    list: [u64; 2],
}

const _: () = assert!(size_of::<Mutex>() == 40);

/// The bit of attributes that asks for a robust one.
const ROBUST: c_int = 0x4000_0000;
const RECURSIVE: c_int = 1;
const ERROR_CHECKING: c_int = 2;
/// The bits of the type.
const TYPE: c_int = 3;
/// The kind of a mutex that was destroyed, as the C library marks it.
const DESTROYED: c_int = -1;

impl Mutex {
    fn owner(&self) -> Option<usize> {
        (self.lock != 0).then(|| (self.owner as usize).wrapping_sub(1))
    }
}

/// Reads a mutex.
fn read(mutex: *const Mutex) -> Mutex {
    // SAFETY: The program says that a mutex is there.
    unsafe { mutex.read() }
}

/// Writes a mutex.
fn write(mutex: *mut Mutex, value: Mutex) {
    // SAFETY: The program says that a mutex is there.
    unsafe { mutex.write(value) }
}

/// True if it was destroyed.
fn is_destroyed(mutex: &Mutex) -> bool {
    mutex.kind == DESTROYED
}

/// The number of ways in which a thread can lock a mutex now, and who has it otherwise.
pub(crate) fn ways_to_lock(mutex: u64, thread: usize) -> (u16, Option<u16>) {
    let mutex = read(mutex as *const Mutex);
    let may_have_it_again =
        !is_destroyed(&mutex) && matches!(mutex.kind & TYPE, RECURSIVE | ERROR_CHECKING);
    match mutex.owner() {
        // Whoever locks a normal one again waits for itself.
        Some(owner) if owner != thread || !may_have_it_again => (0, Some(owner as u16)),
        _ => (1, None),
    }
}

/// The number of ways in which a thread can lock a mutex again after a wait, and who has it otherwise.
pub(crate) fn ways_to_lock_again(mutex: u64, thread: usize) -> (u16, Option<u16>) {
    let mutex = read(mutex as *const Mutex);
    match mutex.owner() {
        Some(owner) if owner != thread || mutex.kind & TYPE != RECURSIVE => (0, Some(owner as u16)),
        _ => (1, None),
    }
}

/// Locks a mutex, without stopping; fails with `busy` if that cannot be done.
fn take(mutex: *mut Mutex, busy: c_int) -> c_int {
    expect_alive(mutex);
    let own = world::with(|world| world.current);
    let mut value = read(mutex);
    match value.owner() {
        None => (value.lock, value.owner, value.count) = (1, own as c_int + 1, 0),
        Some(owner) if owner == own && value.kind & TYPE == RECURSIVE => {
            // The first time is not counted.
            if value.count == u32::MAX - 1 {
                return EAGAIN;
            }
            value.count += 1;
        }
        Some(owner) if owner == own && value.kind & TYPE == ERROR_CHECKING && busy != EBUSY => {
            return EDEADLK;
        }
        Some(_) => return busy,
    }
    write(mutex, value);
    0
}

/// Gives a mutex back that the thread has, without stopping; one that it has several times, once.
fn give(mutex: *mut Mutex) {
    let mut value = read(mutex);
    match value.count {
        0 => (value.lock, value.owner) = (0, 0),
        _ => value.count -= 1,
    }
    write(mutex, value);
}

/// Ends the run if a mutex was destroyed.
fn expect_alive(mutex: *const Mutex) {
    if is_destroyed(&read(mutex)) {
        misuse(MisuseAction::Use, mutex, MisuseReason::Destroyed, 0);
    }
}

fn misuse(action: MisuseAction, mutex: *const Mutex, reason: MisuseReason, number: usize) -> ! {
    world::misuse(action, mutex, ObjectKind::Mutex, reason, number)
}

/// Ends the run if the thread does not have a mutex.
fn expect_own(mutex: *const Mutex, action: MisuseAction) {
    expect_alive(mutex);
    let own = world::with(|world| world.current);
    match read(mutex).owner() {
        Some(owner) if owner == own => {}
        Some(owner) => misuse(action, mutex, MisuseReason::HeldBy, owner),
        None => misuse(action, mutex, MisuseReason::NotLocked, 0),
    }
}

/// Gives a mutex back as a thread begins to wait for a condition.
pub(crate) fn give_to_wait(mutex: *mut Mutex) {
    expect_own(mutex, MisuseAction::WaitWith);
    give(mutex);
}

/// Ends the run if a thread waits for a condition with a mutex that it does not have.
pub(crate) fn expect_own_to_wait(mutex: *const Mutex) {
    expect_own(mutex, MisuseAction::WaitWith);
}

/// Locks a mutex again after a wait, when that can be done.
pub(crate) fn take_again(mutex: *mut Mutex) {
    take(mutex, EDEADLK);
}

pub(crate) extern "C" fn lock(mutex: *mut Mutex) -> c_int {
    stop_before(world::on(OperationKind::Lock, mutex));
    take(mutex, EDEADLK)
}

pub(crate) extern "C" fn try_lock(mutex: *mut Mutex) -> c_int {
    stop_before(world::on(OperationKind::TryLock, mutex));
    take(mutex, EBUSY)
}

pub(crate) extern "C" fn timed_lock(mutex: *mut Mutex, until: *const Time) -> c_int {
    if !clock::is_valid(until) {
        return EINVAL;
    }
    stop_before(world::on(OperationKind::TimedLock, mutex));
    let result = take(mutex, ETIMEDOUT);
    if result == ETIMEDOUT {
        clock::come_to(until);
    }
    result
}

pub(crate) extern "C" fn clock_lock(mutex: *mut Mutex, _clock: c_int, until: *const Time) -> c_int {
    timed_lock(mutex, until)
}

pub(crate) extern "C" fn unlock(mutex: *mut Mutex) -> c_int {
    stop_before(world::on(OperationKind::Unlock, mutex));
    expect_alive(mutex);
    let value = read(mutex);
    let own = world::with(|world| world.current);
    if value.owner() != Some(own) && matches!(value.kind & TYPE, RECURSIVE | ERROR_CHECKING) {
        return EPERM;
    }
    expect_own(mutex, MisuseAction::Unlock);
    give(mutex);
    0
}

/// The attributes are the type in the lowest bits, as the C library has them. Protocols are about
/// priorities, of which nothing is assumed, and other processes are none of ours; robust ones would be given on
/// at the end of a process or a thread.
pub(crate) extern "C" fn init(mutex: *mut Mutex, attributes: *const c_int) -> c_int {
    // SAFETY: The program says that attributes are there, if it gives any.
    let attributes = unsafe { attributes.as_ref() }.map_or(0, |attributes| *attributes);
    if attributes & ROBUST != 0 {
        world::refuse(b"a robust mutex");
    }
    let kind = attributes & TYPE;
    stop_before(world::on(OperationKind::Manage, mutex));
    let old = read(mutex);
    // Only where no other object was before: elsewhere, bytes may be left of one.
    let count = world::with(|world| world.threads().len());
    if let Some(owner) = old.owner()
        && owner < count
        && !is_destroyed(&old)
        && system::is_static(mutex as u64)
    {
        misuse(MisuseAction::Initialize, mutex, MisuseReason::HeldBy, owner);
    }
    let fresh =
        Mutex { lock: 0, count: 0, owner: 0, users: 0, kind, spins: 0, elision: 0, list: [0; 2] };
    write(mutex, fresh);
    0
}

pub(crate) extern "C" fn destroy(mutex: *mut Mutex) -> c_int {
    stop_before(world::on(OperationKind::Manage, mutex));
    expect_alive(mutex);
    let value = read(mutex);
    if let Some(owner) = value.owner() {
        misuse(MisuseAction::Destroy, mutex, MisuseReason::HeldBy, owner);
    }
    write(mutex, Mutex { kind: DESTROYED, ..value });
    0
}

pub(crate) extern "C" fn refuse_consistent() {
    world::refuse(b"pthread_mutex_consistent");
}

pub(crate) extern "C" fn refuse_ceiling() {
    world::refuse(b"pthread_mutex_setprioceiling");
}
