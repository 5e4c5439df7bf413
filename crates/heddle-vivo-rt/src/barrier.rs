//! Barriers, in the memory that the program has for them, with the fields of the C library.
//!
//! Who comes last opens the barrier and goes on; the others leave in steps of their own.

use core::ffi::{c_int, c_void};

use heddle_vivo_protocol::{MisuseAction, MisuseReason, ObjectKind, OperationKind};

use crate::system::EINVAL;
use crate::world::{self, stop_before};

/// A barrier.
#[derive(Clone, Copy)]
#[repr(C, align(8))]
pub(crate) struct Barrier {
    /// The number of threads that wait.
    arrived: u32,
    round: u32,
    /// The number of threads that open it; [`DESTROYED`], or zero before it is initialized.
    count: u32,
    rest: [u32; 5],
}

const _: () = assert!(size_of::<Barrier>() == 32);

const DESTROYED: u32 = u32::MAX;
/// `PTHREAD_BARRIER_SERIAL_THREAD`.
const SERIAL_THREAD: c_int = -1;
/// The kinds of threads that wait at one.
const SLEEPERS: [OperationKind; 2] = [OperationKind::Leave; 2];

/// The barrier, if it can be used.
fn expect_alive(barrier: *const Barrier) -> Barrier {
    // SAFETY: The program says that a barrier is there.
    let value = unsafe { barrier.read() };
    if matches!(value.count, 0 | DESTROYED) {
        misuse(MisuseAction::Use, barrier, MisuseReason::NotInitialized, 0);
    }
    value
}

fn misuse(action: MisuseAction, barrier: *const Barrier, reason: MisuseReason, number: usize) -> ! {
    world::misuse(action, barrier, ObjectKind::Barrier, reason, number)
}

fn set(barrier: *mut Barrier, arrived: u32, count: u32) {
    // SAFETY: The program says that there is memory for one.
    unsafe { barrier.write(Barrier { arrived, round: 0, count, rest: [0; 5] }) };
}

pub(crate) extern "C" fn init(
    barrier: *mut Barrier,
    _attributes: *const c_void,
    count: u32,
) -> c_int {
    if count == 0 || count > c_int::MAX as u32 {
        return EINVAL;
    }
    stop_before(world::on(OperationKind::Manage, barrier));
    set(barrier, 0, count);
    0
}

pub(crate) extern "C" fn destroy(barrier: *mut Barrier) -> c_int {
    stop_before(world::on(OperationKind::Manage, barrier));
    let Barrier { arrived, .. } = expect_alive(barrier);
    if arrived != 0 {
        misuse(MisuseAction::Destroy, barrier, MisuseReason::AwaitedByMany, arrived as usize);
    }
    set(barrier, 0, DESTROYED);
    0
}

pub(crate) extern "C" fn wait(barrier: *mut Barrier) -> c_int {
    stop_before(world::on(OperationKind::Arrive, barrier));
    let Barrier { arrived, count, .. } = expect_alive(barrier);
    if arrived + 1 < count {
        set(barrier, arrived + 1, count);
        world::with(world::World::fall_asleep);
        stop_before(world::on(OperationKind::Leave, barrier));
        world::with(|world| world.own().is_woken = false);
        return 0;
    }
    set(barrier, 0, count);
    world::with(|world| while world.wake(barrier as u64, SLEEPERS, 0) {});
    SERIAL_THREAD
}
