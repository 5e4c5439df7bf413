//! Semaphores, in the memory that the program has for them, with the value where the C library has it.
//! Errors are told in `errno`.

use core::ffi::c_int;

use heddle_vivo_protocol::{MisuseAction, MisuseReason, ObjectKind, OperationKind};

use crate::cancel;
use crate::clock::{self, Time};
use crate::system::{EAGAIN, EINVAL, EOVERFLOW, ETIMEDOUT, failed};
use crate::world::{self, stop_before};

/// A semaphore.
#[derive(Clone, Copy)]
#[repr(C, align(8))]
pub(crate) struct Semaphore {
    value: u32,
    waiting: u32,
    /// [`DESTROYED`], or zero.
    state: u32,
    rest: [u32; 5],
}

const _: () = assert!(size_of::<Semaphore>() == 32);

const DESTROYED: u32 = u32::MAX;
/// The largest value.
const MOST: u32 = c_int::MAX as u32;

fn read(semaphore: *const Semaphore) -> Semaphore {
    // SAFETY: The program says that a semaphore is there.
    unsafe { semaphore.read() }
}

fn set(semaphore: *mut Semaphore, value: u32, state: u32) {
    // SAFETY: The program says that there is memory for one.
    unsafe { semaphore.write(Semaphore { value, waiting: 0, state, rest: [0; 5] }) };
}

/// The value, if it can be used.
fn value(semaphore: *const Semaphore) -> u32 {
    let Semaphore { value, state, .. } = read(semaphore);
    if state == DESTROYED {
        let (action, reason) = (MisuseAction::Use, MisuseReason::Destroyed);
        world::misuse(action, semaphore, ObjectKind::Semaphore, reason, 0);
    }
    value
}

/// True if a thread that wants to take from a semaphore can go on now.
pub(crate) fn can_go_on(semaphore: u64, thread: usize) -> bool {
    let Semaphore { value, state, .. } = read(semaphore as *const Semaphore);
    value > 0 || state == DESTROYED || world::with(|world| world.thread(thread).is_cancelled())
}

/// Takes from a semaphore, or fails with an error.
fn take(semaphore: *mut Semaphore, otherwise: c_int) -> c_int {
    match value(semaphore) {
        0 => failed(otherwise),
        value => {
            set(semaphore, value - 1, 0);
            0
        }
    }
}

pub(crate) extern "C" fn wait(semaphore: *mut Semaphore) -> c_int {
    stop_before(world::on(OperationKind::Take, semaphore));
    if cancel::is_due() {
        return cancel::leave();
    }
    take(semaphore, EAGAIN)
}

pub(crate) extern "C" fn try_wait(semaphore: *mut Semaphore) -> c_int {
    stop_before(world::on(OperationKind::TryTake, semaphore));
    take(semaphore, EAGAIN)
}

pub(crate) extern "C" fn timed_wait(semaphore: *mut Semaphore, until: *const Time) -> c_int {
    if !clock::is_valid(until) {
        return failed(EINVAL);
    }
    stop_before(world::on(OperationKind::TimedTake, semaphore));
    if cancel::is_due() {
        return cancel::leave();
    }
    let result = take(semaphore, ETIMEDOUT);
    if result != 0 {
        clock::come_to(until);
    }
    result
}

pub(crate) extern "C" fn clock_wait(
    semaphore: *mut Semaphore,
    _clock: c_int,
    until: *const Time,
) -> c_int {
    timed_wait(semaphore, until)
}

pub(crate) extern "C" fn post(semaphore: *mut Semaphore) -> c_int {
    stop_before(world::on(OperationKind::Post, semaphore));
    match value(semaphore) {
        MOST => failed(EOVERFLOW),
        value => {
            set(semaphore, value + 1, 0);
            0
        }
    }
}

pub(crate) extern "C" fn get_value(semaphore: *mut Semaphore, to: *mut c_int) -> c_int {
    stop_before(world::on(OperationKind::Look, semaphore));
    let value = value(semaphore);
    // SAFETY: The program says that there is room for the value.
    unsafe { to.write(value as c_int) };
    0
}

pub(crate) extern "C" fn init(semaphore: *mut Semaphore, _shared: c_int, value: u32) -> c_int {
    if value > MOST {
        return failed(EINVAL);
    }
    stop_before(world::on(OperationKind::Manage, semaphore));
    set(semaphore, value, 0);
    0
}

pub(crate) extern "C" fn destroy(semaphore: *mut Semaphore) -> c_int {
    stop_before(world::on(OperationKind::Manage, semaphore));
    value(semaphore);
    set(semaphore, 0, DESTROYED);
    0
}

pub(crate) extern "C" fn refuse_named() {
    world::refuse(b"a named semaphore (sem_open)");
}
