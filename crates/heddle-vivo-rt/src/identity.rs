//! Names of the process and its threads for the kernel: the same in each run, whichever process it is in.

use core::ffi::{c_char, c_int, c_long};

use crate::system::{self, EINVAL, ERANGE, ESRCH};
use crate::world;

/// The number of the process. Threads have the numbers that follow.
const PROCESS: c_int = 4000;

pub(crate) extern "C" fn process() -> c_int {
    PROCESS
}

pub(crate) extern "C" fn parent() -> c_int {
    PROCESS - 1
}

pub(crate) extern "C" fn thread() -> c_int {
    PROCESS + world::with(|world| world.current) as c_int
}

pub(crate) extern "C" fn kill(process: c_int, signal: c_int) -> c_int {
    if process != PROCESS {
        world::refuse(b"a signal to another process (kill)");
    }
    // SAFETY: It sends a signal to this process.
    unsafe {
        system::raw([system::SYS_KILL, system::process().into(), c_long::from(signal), 0, 0, 0, 0])
    };
    0
}

/// Sends a signal to a thread; only to itself, and the signal that is none to any.
pub(crate) extern "C" fn kill_thread(handle: u64, signal: c_int) -> c_int {
    let found = world::with(|world| Some((world.of_handle(handle)?, world.current)));
    match found {
        None => ESRCH,
        Some(_) if signal == 0 => 0,
        Some((number, own)) if number == own => {
            kill(PROCESS, signal);
            0
        }
        Some(_) => world::refuse(b"a signal to another thread (pthread_kill)"),
    }
}

pub(crate) extern "C" fn refuse_queue() {
    world::refuse(b"a signal with a value (sigqueue)");
}

pub(crate) extern "C" fn refuse_wait() {
    world::refuse(b"waiting for a signal");
}

pub(crate) extern "C" fn set_name(handle: u64, name: *const c_char) -> c_int {
    // SAFETY: The program gives a C string.
    let text = unsafe { core::ffi::CStr::from_ptr(name) }.to_bytes_with_nul();
    world::with(|world| {
        let Some(number) = world.of_handle(handle) else { return ESRCH };
        let name = &mut world.thread(number).name;
        let Some(room) = name.get_mut(..text.len()) else { return ERANGE };
        room.copy_from_slice(text);
        0
    })
}

pub(crate) extern "C" fn get_name(handle: u64, to: *mut u8, bytes: usize) -> c_int {
    let name = world::with(|world| world.of_handle(handle).map(|number| world.thread(number).name));
    let Some(name) = name else { return ESRCH };
    if bytes < name.len() {
        return ERANGE;
    }
    // SAFETY: The program says that there is room for so many bytes.
    unsafe { to.cast::<[u8; 16]>().write(name) };
    0
}

/// The clock of a thread is that of whoever looks: `CLOCK_THREAD_CPUTIME_ID`.
pub(crate) extern "C" fn get_clock(_handle: u64, clock: *mut c_int) -> c_int {
    if clock.is_null() {
        return EINVAL;
    }
    // SAFETY: The program says that there is room.
    unsafe { clock.write(3) };
    0
}

/// Priorities and processors change nothing: whoever can go on may be next.
pub(crate) extern "C" fn accept() -> c_int {
    0
}

pub(crate) extern "C" fn get_schedule(
    _handle: u64,
    policy: *mut c_int,
    priority: *mut c_int,
) -> c_int {
    if policy.is_null() || priority.is_null() {
        return EINVAL;
    }
    // SAFETY: The program says that there is room for both.
    unsafe {
        policy.write(0);
        priority.write(0);
    }
    0
}
