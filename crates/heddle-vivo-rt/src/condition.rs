//! Condition variables. Who waits at one is said by the rows of the threads; its own memory only says
//! whether it was destroyed.
//!
//! As in the C library, a wait gives a recursive mutex back once: who has it more often goes on having it. A
//! wait that ends by itself, since time is over or its thread is to end, does so in a step of its own,
//! before the mutex is locked again: a signal in between finds it gone.

use core::ffi::{c_int, c_void};

use heddle_vivo_protocol::{MisuseAction, MisuseReason, ObjectKind, Operation, OperationKind};

use crate::cancel;
use crate::clock::{self, Time};
use crate::mutex::{self, Mutex};
use crate::system::{EINVAL, ETIMEDOUT};
use crate::world::{self, stop_before};

/// A condition variable.
#[repr(C, align(8))]
pub(crate) struct Condition {
    /// Other than zero if it was destroyed.
    state: i32,
    rest: [u32; 11],
}

const _: () = assert!(size_of::<Condition>() == 48);

const DESTROYED: i32 = -1;

/// The kinds of threads that wait at one.
pub(crate) const SLEEPERS: [OperationKind; 2] = [OperationKind::Wake, OperationKind::TimedWake];

/// An operation on a condition variable and a mutex.
fn on(kind: OperationKind, condition: *const Condition, mutex: *const Mutex) -> Operation {
    Operation { second: mutex as u64, ..world::on(kind, condition) }
}

fn misuse(
    action: MisuseAction,
    condition: *const Condition,
    reason: MisuseReason,
    number: usize,
) -> ! {
    world::misuse(action, condition, ObjectKind::Condition, reason, number)
}

fn expect_alive(condition: *const Condition) {
    // SAFETY: The program says that a condition variable is there.
    if unsafe { (*condition).state } == DESTROYED {
        misuse(MisuseAction::Use, condition, MisuseReason::Destroyed, 0);
    }
}

fn set(condition: *mut Condition, state: i32) {
    // SAFETY: The program says that there is memory for one.
    unsafe { condition.write(Condition { state, rest: [0; 11] }) };
}

/// The ways in which a thread that waits can go on: it was woken and locks the mutex, or it is to
/// end, or time is over.
pub(crate) fn ways_to_wake(operation: &Operation, number: usize) -> (u16, Option<u16>) {
    let (is_woken, is_cancelled) = world::with(|world| {
        let thread = world.thread(number);
        (thread.is_woken, thread.is_cancelled())
    });
    if is_woken {
        return mutex::ways_to_lock_again(operation.second, number);
    }
    let is_timed = operation.kind == OperationKind::TimedWake;
    (u16::from(is_timed) + u16::from(is_cancelled), None)
}

fn wait_until_woken(condition: *const Condition, mutex: *mut Mutex, wake: OperationKind) -> c_int {
    stop_before(on(OperationKind::Wait, condition, mutex));
    expect_alive(condition);
    if cancel::is_due() {
        mutex::expect_own_to_wait(mutex);
        return cancel::leave();
    }
    mutex::give_to_wait(mutex);
    world::with(world::World::fall_asleep);
    let alternative = stop_before(on(wake, condition, mutex));
    if world::with(|world| core::mem::take(&mut world.own().is_woken)) {
        mutex::take_again(mutex);
        return 0;
    }
    // Time is over in the first of the ways, if there is a time.
    let is_timed_out = wake == OperationKind::TimedWake && alternative == 0;
    stop_before(world::on(OperationKind::LockAgain, mutex));
    mutex::take_again(mutex);
    if is_timed_out { ETIMEDOUT } else { cancel::leave() }
}

pub(crate) extern "C" fn wait(condition: *mut Condition, mutex: *mut Mutex) -> c_int {
    wait_until_woken(condition, mutex, OperationKind::Wake)
}

pub(crate) extern "C" fn timed_wait(
    condition: *mut Condition,
    mutex: *mut Mutex,
    until: *const Time,
) -> c_int {
    if !clock::is_valid(until) {
        return EINVAL;
    }
    let result = wait_until_woken(condition, mutex, OperationKind::TimedWake);
    if result == ETIMEDOUT {
        clock::come_to(until);
    }
    result
}

pub(crate) extern "C" fn clock_wait(
    condition: *mut Condition,
    mutex: *mut Mutex,
    _clock: c_int,
    until: *const Time,
) -> c_int {
    timed_wait(condition, mutex, until)
}

pub(crate) extern "C" fn signal(condition: *mut Condition) -> c_int {
    let alternative = stop_before(world::on(OperationKind::Signal, condition));
    expect_alive(condition);
    world::with(|world| {
        world.wake(condition as u64, SLEEPERS, alternative.into());
    });
    0
}

pub(crate) extern "C" fn broadcast(condition: *mut Condition) -> c_int {
    stop_before(world::on(OperationKind::Broadcast, condition));
    expect_alive(condition);
    world::with(|world| while world.wake(condition as u64, SLEEPERS, 0) {});
    0
}

pub(crate) extern "C" fn init(condition: *mut Condition, _attributes: *const c_void) -> c_int {
    stop_before(world::on(OperationKind::Manage, condition));
    set(condition, 0);
    0
}

pub(crate) extern "C" fn destroy(condition: *mut Condition) -> c_int {
    stop_before(world::on(OperationKind::Manage, condition));
    expect_alive(condition);
    let sleeper = world::with(|world| world.sleepers(condition as u64, SLEEPERS).next());
    if let Some(sleeper) = sleeper {
        misuse(MisuseAction::Destroy, condition, MisuseReason::AwaitedBy, sleeper);
    }
    set(condition, DESTROYED);
    0
}
