//! Cancellation: a thread that is asked to end does so at its next cancellation point, unless it does
//! not listen.
//!
//! Cancellation points are the operations that wait: for a condition, a semaphore, the end of a thread, a
//! time; and `pthread_testcancel`. Calls of the system, such as `read`, are none.

use core::ffi::c_int;

use heddle_vivo_protocol::{Operation, OperationKind};

use crate::exit;
use crate::system::{EINVAL, ESRCH};
use crate::world::{self, stop_before};

/// `PTHREAD_CANCELED`.
const CANCELLED: u64 = u64::MAX;
/// The highest value of a state: not to listen.
const DISABLED: c_int = 1;
/// `PTHREAD_CANCEL_DEFERRED`.
const DEFERRED: c_int = 0;
/// `PTHREAD_CANCEL_ASYNCHRONOUS`.
const ASYNCHRONOUS: c_int = 1;

/// True if the thread that runs is to end, and listens.
pub(crate) fn is_due() -> bool {
    world::with(|world| world.own().is_cancelled())
}

/// Has the thread that runs end as soon as the call under way returns to its entry; the value is what the
/// call is to return.
pub(crate) fn leave() -> c_int {
    exit::begin(CANCELLED);
    exit::leave_at_return();
    0
}

pub(crate) extern "C" fn cancel(handle: u64) -> c_int {
    let Some(number) = world::with(|world| world.of_handle(handle)) else { return ESRCH };
    stop_before(Operation::on(OperationKind::Cancel, number as u64, 0, world::site()));
    world::with(|world| {
        let thread = world.thread(number);
        if thread.is_joined {
            return ESRCH;
        }
        thread.is_asked_to_end |= !thread.has_ended();
        0
    })
}

pub(crate) extern "C" fn test() {
    let own = world::with(|world| world.current);
    stop_before(Operation::on(OperationKind::TestCancel, own as u64, 0, world::site()));
    if is_due() {
        leave();
    }
}

pub(crate) extern "C" fn set_state(state: c_int, old: *mut c_int) -> c_int {
    if !(0..=DISABLED).contains(&state) {
        return EINVAL;
    }
    let ignored =
        world::with(|world| core::mem::replace(&mut world.own().ignores_asking, state == DISABLED));
    // SAFETY: The program says that there is room, if it gives an address.
    if let Some(old) = unsafe { old.as_mut() } {
        *old = ignored.into();
    }
    0
}

pub(crate) extern "C" fn set_type(kind: c_int, old: *mut c_int) -> c_int {
    match kind {
        DEFERRED => {}
        ASYNCHRONOUS => world::refuse(b"asynchronous cancellation"),
        _ => return EINVAL,
    }
    // SAFETY: The program says that there is room, if it gives an address.
    if let Some(old) = unsafe { old.as_mut() } {
        *old = DEFERRED;
    }
    0
}
