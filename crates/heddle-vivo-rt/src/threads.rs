//! Creating, ending and joining threads.

use core::ffi::{c_int, c_void};

use heddle_vivo_protocol::{Misuse, Mode, Operation, OperationKind, Status};

use crate::system::{EAGAIN, EBUSY, EDEADLK, EINVAL, ESRCH, ETIMEDOUT};
use crate::world::{self, stop_before};
use crate::{baton, context, system};

/// The function that a thread begins with.
type Start = unsafe extern "C-unwind" fn(*mut c_void) -> *mut c_void;
/// `pthread_attr_getdetachstate` of the C library.
type GetDetachState = unsafe extern "C" fn(*const c_void, *mut c_int) -> c_int;
/// `__call_tls_dtors` of the C library.
type CallDestructors = unsafe extern "C-unwind" fn();

/// An operation that is about a thread.
fn about(kind: OperationKind, thread: usize) -> Operation {
    Operation::on(kind, thread as u64, 0, world::site())
}

/// True if attributes ask for a detached thread.
fn asks_for_detached(attributes: *const c_void) -> bool {
    let get = system::next(c"pthread_attr_getdetachstate");
    if attributes.is_null() || get.is_null() {
        return false;
    }
    let mut state = 0;
    // SAFETY: The function is the C library's, and the attributes are those that the program gave.
    unsafe {
        let get = core::mem::transmute::<*mut c_void, GetDetachState>(get);
        get(attributes, &raw mut state) == 0 && state != 0
    }
}

/// Tells the C library that there may be several threads, so that reference counts are atomic.
fn have_several() {
    let is_single = system::any(c"__libc_single_threaded").cast::<u8>();
    if !is_single.is_null() {
        // SAFETY: It is a variable of the C library, of one byte, which only those who run read.
        unsafe { is_single.write(0) };
    }
}

pub(crate) extern "C" fn create(
    handle: *mut u64,
    attributes: *const c_void,
    start: *const c_void,
    argument: *mut c_void,
) -> c_int {
    let count = world::with(|world| world.threads().len());
    world::have_threads();
    stop_before(about(OperationKind::Create, count));
    have_several();
    let is_detached = asks_for_detached(attributes);
    let Some(number) = world::with(|world| world.add(start as u64, argument as u64, is_detached))
    else {
        world::board().set_text(0, b"the program has too many threads");
        world::fail(heddle_vivo_protocol::Trouble::Limit);
    };
    let made = match world::mode() {
        Mode::Contexts => context::make(number),
        Mode::Threads => baton::make(number, attributes),
    };
    let Some(made) = made else {
        world::with(world::World::remove_last);
        return EAGAIN;
    };
    // SAFETY: The program says that there is room for a handle.
    unsafe { handle.write(made) };
    0
}

/// Runs the thread that was chosen to begin, up to its end.
pub(crate) fn run_own() {
    let (start, argument) = world::with(|world| {
        let own = world.own();
        (own.row.entry as *const (), own.argument as *mut c_void)
    });
    // SAFETY: The program gave this function and its argument to be called once.
    let result = unsafe { core::mem::transmute::<*const (), Start>(start)(argument) };
    world::with(|world| world.own().result = result as u64);
    end_own();
}

/// Ends the thread that runs, but for handing over.
fn end_own() {
    let call = system::any(c"__call_tls_dtors");
    if !call.is_null() {
        // SAFETY: It is the C library's, which calls it at the end of each thread.
        unsafe { core::mem::transmute::<*mut c_void, CallDestructors>(call)() };
    }
    let own = world::with(|world| world.current);
    stop_before(about(OperationKind::Exit, own));
    world::with(|world| {
        let row = &mut world.own().row;
        row.status = if row.is_detached { Status::Gone } else { Status::Exited };
    });
}

/// The thread with a handle that may be joined; what keeps it from being joined otherwise.
fn joinable(handle: u64) -> Result<usize, c_int> {
    world::with(|world| {
        let number = world.of_handle(handle).ok_or(ESRCH)?;
        match (number == world.current, world.thread(number).row.is_detached) {
            (true, _) => Err(EDEADLK),
            (_, true) => Err(EINVAL),
            _ => Ok(number),
        }
    })
}

/// Takes the result of a thread that has ended.
fn take_result(number: usize, result: *mut u64) -> c_int {
    let value = world::with(|world| {
        let thread = world.thread(number);
        match thread.row.status {
            Status::Exited => {
                thread.row.status = Status::Gone;
                Some(thread.result)
            }
            Status::Active | Status::Gone => None,
        }
    });
    let Some(value) = value else {
        world::misuse(Misuse::NotJoinable, number as *const u8);
    };
    if !result.is_null() {
        // SAFETY: The program says that there is room for the result.
        unsafe { result.write(value) };
    }
    0
}

pub(crate) extern "C" fn join(handle: u64, result: *mut u64) -> c_int {
    match joinable(handle) {
        Ok(number) => {
            stop_before(about(OperationKind::Join, number));
            take_result(number, result)
        }
        Err(error) => error,
    }
}

fn has_ended(number: usize) -> bool {
    world::with(|world| world.thread(number).row.status == Status::Exited)
}

fn join_if_ended(kind: OperationKind, handle: u64, result: *mut u64, otherwise: c_int) -> c_int {
    match joinable(handle) {
        Ok(number) => {
            stop_before(about(kind, number));
            if has_ended(number) { take_result(number, result) } else { otherwise }
        }
        Err(error) => error,
    }
}

pub(crate) extern "C" fn try_join(handle: u64, result: *mut u64) -> c_int {
    join_if_ended(OperationKind::TryJoin, handle, result, EBUSY)
}

pub(crate) extern "C" fn timed_join(handle: u64, result: *mut u64, _until: *const c_void) -> c_int {
    join_if_ended(OperationKind::TimedJoin, handle, result, ETIMEDOUT)
}

pub(crate) extern "C" fn detach(handle: u64) -> c_int {
    let Some(number) = world::with(|world| world.of_handle(handle)) else { return ESRCH };
    stop_before(about(OperationKind::Detach, number));
    world::with(|world| {
        let row = &mut world.thread(number).row;
        if row.is_detached {
            return EINVAL;
        }
        row.is_detached = true;
        if row.status == Status::Exited {
            row.status = Status::Gone;
        }
        0
    })
}

pub(crate) extern "C" fn yield_own() -> c_int {
    stop_before(Operation::on(OperationKind::Yield, 0, 0, world::site()));
    0
}
