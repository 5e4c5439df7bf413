//! Condition variables. Who waits at one is said by the rows of the threads, so that its own memory
//! stays as the program has made it.

use core::ffi::{c_int, c_void};

use heddle_vivo_protocol::{Misuse, Operation, OperationKind};

use crate::mutex::{self, Mutex};
use crate::system::ETIMEDOUT;
use crate::world::{self, stop_before};

/// The memory of a condition variable.
pub(crate) type Condition = [u8; 48];

/// The kinds of threads that wait at one.
const SLEEPERS: [OperationKind; 2] = [OperationKind::Wake, OperationKind::TimedWake];

/// An operation on a condition variable and a mutex.
fn on(kind: OperationKind, condition: *const Condition, mutex: *const Mutex) -> Operation {
    Operation { second: mutex as u64, ..world::on(kind, condition) }
}

fn wait_until_woken(condition: *const Condition, mutex: *mut Mutex, wake: OperationKind) -> c_int {
    mutex::expect_alive(mutex);
    stop_before(on(OperationKind::Wait, condition, mutex));
    let count = match mutex::give(mutex, true) {
        Ok(count) => count,
        Err(error) => return error,
    };
    world::with(world::World::fall_asleep);
    stop_before(on(wake, condition, mutex));
    let is_woken = world::with(|world| core::mem::take(&mut world.own().is_woken));
    mutex::take(mutex);
    mutex::set_count(mutex, count);
    if is_woken { 0 } else { ETIMEDOUT }
}

pub(crate) extern "C" fn wait(condition: *mut Condition, mutex: *mut Mutex) -> c_int {
    wait_until_woken(condition, mutex, OperationKind::Wake)
}

pub(crate) extern "C" fn timed_wait(
    condition: *mut Condition,
    mutex: *mut Mutex,
    _until: *const c_void,
) -> c_int {
    wait_until_woken(condition, mutex, OperationKind::TimedWake)
}

pub(crate) extern "C" fn clock_wait(
    condition: *mut Condition,
    mutex: *mut Mutex,
    _clock: c_int,
    _until: *const c_void,
) -> c_int {
    wait_until_woken(condition, mutex, OperationKind::TimedWake)
}

pub(crate) extern "C" fn signal(condition: *mut Condition) -> c_int {
    let alternative = stop_before(world::on(OperationKind::Signal, condition));
    world::with(|world| {
        world.wake(condition as u64, SLEEPERS, alternative.into());
    });
    0
}

pub(crate) extern "C" fn broadcast(condition: *mut Condition) -> c_int {
    stop_before(world::on(OperationKind::Broadcast, condition));
    world::with(|world| while world.wake(condition as u64, SLEEPERS, 0) {});
    0
}

pub(crate) extern "C" fn init(condition: *mut Condition, _attributes: *const c_void) -> c_int {
    stop_before(world::on(OperationKind::Manage, condition));
    // SAFETY: The program says that there is memory for one.
    unsafe { condition.write([0; 48]) };
    0
}

pub(crate) extern "C" fn destroy(condition: *mut Condition) -> c_int {
    stop_before(world::on(OperationKind::Manage, condition));
    if world::with(|world| world.sleepers(condition as u64, SLEEPERS).next().is_some()) {
        world::misuse(Misuse::DestroyedAwaited, condition);
    }
    0
}
