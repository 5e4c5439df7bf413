//! Mutexes, in the memory that the program has for them and with the fields that the C library gives
//! them, so that whatever looks at one sees what it expects.

use core::ffi::c_int;

use heddle_vivo_protocol::{Misuse, OperationKind};

use crate::system::{EBUSY, EDEADLK, EPERM};
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

const RECURSIVE: c_int = 1;
const ERROR_CHECKING: c_int = 2;
/// The bits of the type.
const TYPE: c_int = 3;
/// The kind of a mutex that was destroyed, as the C library marks it.
const DESTROYED: c_int = -1;

impl Mutex {
    fn owner(&self) -> Option<usize> {
        (self.lock != 0).then(|| (self.owner - 1) as usize)
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

/// The number of ways in which a thread can lock a mutex now, and who has it otherwise.
pub(crate) fn ways_to_lock(mutex: u64, thread: usize) -> (u16, Option<u16>) {
    let mutex = read(mutex as *const Mutex);
    match mutex.owner() {
        Some(owner) if owner != thread => (0, Some(owner as u16)),
        // Whoever locks a normal one again waits for itself.
        Some(owner) if mutex.kind & TYPE != RECURSIVE && mutex.kind & TYPE != ERROR_CHECKING => {
            (0, Some(owner as u16))
        }
        _ => (1, None),
    }
}

/// Locks a mutex that can be locked, without stopping.
pub(crate) fn take(mutex: *mut Mutex) -> c_int {
    let own = world::with(|world| world.current);
    let mut value = read(mutex);
    match value.owner() {
        None => (value.lock, value.owner, value.count) = (1, own as c_int + 1, 0),
        Some(owner) if owner != own => return EBUSY,
        Some(_) if value.kind & TYPE == RECURSIVE => value.count += 1,
        Some(_) if value.kind & TYPE == ERROR_CHECKING => return EDEADLK,
        Some(_) => return EBUSY,
    }
    write(mutex, value);
    0
}

/// Gives a mutex back, without stopping; wholly, if a recursive one is to be left. Returns how often it was locked beyond the
/// first time, or what keeps it from being given back.
pub(crate) fn give(mutex: *mut Mutex, is_left: bool) -> Result<u32, c_int> {
    let own = world::with(|world| world.current);
    let mut value = read(mutex);
    let is_checked = value.kind & TYPE != 0;
    match value.owner() {
        Some(owner) if owner == own => {}
        _ if is_checked => return Err(EPERM),
        Some(_) => world::misuse(Misuse::NotOwner, mutex),
        None => world::misuse(Misuse::NotLocked, mutex),
    }
    let count = value.count;
    if count > 0 && !is_left {
        value.count -= 1;
    } else {
        (value.lock, value.owner, value.count) = (0, 0, 0);
    }
    write(mutex, value);
    Ok(count)
}

/// Has a mutex that was given back wholly be locked as often as before.
pub(crate) fn set_count(mutex: *mut Mutex, count: u32) {
    write(mutex, Mutex { count, ..read(mutex) });
}

/// Ends the run if a mutex was destroyed.
pub(crate) fn expect_alive(mutex: *const Mutex) {
    if read(mutex).kind == DESTROYED {
        world::misuse(Misuse::Destroyed, mutex);
    }
}

pub(crate) extern "C" fn lock(mutex: *mut Mutex) -> c_int {
    expect_alive(mutex);
    stop_before(world::on(OperationKind::Lock, mutex));
    take(mutex)
}

pub(crate) extern "C" fn try_lock(mutex: *mut Mutex) -> c_int {
    expect_alive(mutex);
    stop_before(world::on(OperationKind::TryLock, mutex));
    match take(mutex) {
        EDEADLK => EBUSY,
        result => result,
    }
}

pub(crate) extern "C" fn unlock(mutex: *mut Mutex) -> c_int {
    expect_alive(mutex);
    stop_before(world::on(OperationKind::Unlock, mutex));
    give(mutex, false).err().unwrap_or(0)
}

/// The attributes are the type in the lowest bits, as the C library has them.
pub(crate) extern "C" fn init(mutex: *mut Mutex, attributes: *const c_int) -> c_int {
    // SAFETY: The program says that attributes are there, if it gives any.
    let kind = unsafe { attributes.as_ref() }.map_or(0, |attributes| attributes & TYPE);
    stop_before(world::on(OperationKind::Manage, mutex));
    let fresh =
        Mutex { lock: 0, count: 0, owner: 0, users: 0, kind, spins: 0, elision: 0, list: [0; 2] };
    write(mutex, fresh);
    0
}

pub(crate) extern "C" fn destroy(mutex: *mut Mutex) -> c_int {
    expect_alive(mutex);
    stop_before(world::on(OperationKind::Manage, mutex));
    let value = read(mutex);
    if value.lock != 0 {
        world::misuse(Misuse::DestroyedLocked, mutex);
    }
    write(mutex, Mutex { kind: DESTROYED, ..value });
    0
}
