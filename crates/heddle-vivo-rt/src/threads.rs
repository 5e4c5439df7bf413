//! Creating, ending and joining threads.

use core::ffi::{c_int, c_void};
use core::sync::atomic::Ordering;

use heddle_vivo_protocol::{Mode, Operation, OperationKind, Status};

use crate::clock::{self, Time};
use crate::system::{EAGAIN, EBUSY, EDEADLK, EINVAL, ESRCH, ETIMEDOUT};
use crate::world::{self, stop_before};
use crate::{baton, cancel, context, exit, key, sections, system};

/// `pthread_attr_init` of the C library.
type InitAttributes = unsafe extern "C" fn(*mut Attributes) -> c_int;
/// `pthread_getattr_np` of the C library.
type GetAttributes = unsafe extern "C" fn(u64, *mut Attributes) -> c_int;
/// `__call_tls_dtors` of the C library.
type CallDestructors = unsafe extern "C" fn();

/// An operation that is about a thread.
fn about(kind: OperationKind, thread: usize) -> Operation {
    Operation::on(kind, thread as u64, 0, world::site())
}

/// Attributes of a thread, as the C library has them.
#[repr(C)]
pub(crate) struct Attributes {
    priority: c_int,
    policy: c_int,
    flags: c_int,
    guard_bytes: u64,
    /// The upper end of the stack, if the program gives one.
    stack_end: u64,
    /// The bytes of the stack; zero for the usual number.
    pub(crate) stack_bytes: u64,
}

/// The flag of detached threads.
const IS_DETACHED: c_int = 1;
/// The flag of attributes with a stack.
const HAS_STACK: c_int = 8;

impl Attributes {
    /// The stack that the program gives, if it does.
    pub(crate) fn stack(&self) -> Option<context::Stack> {
        let bytes = self.stack_bytes;
        (self.flags & HAS_STACK != 0).then(|| (self.stack_end - bytes, bytes))
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

/// Makes a thread that nobody will join, before anybody else moves.
pub(crate) extern "C" fn create_detached(start: *const c_void, argument: *mut c_void) {
    let mut handle = 0;
    if create(&raw mut handle, core::ptr::null(), start, argument) != 0 {
        world::board().set_text(0, b"no thread can be started");
        world::fail(heddle_vivo_protocol::Trouble::Limit);
    }
    world::with(|world| {
        let created = world.threads().len() - 1;
        world.thread(created).row.is_detached = true;
    });
}

pub(crate) extern "C" fn create(
    handle: *mut u64,
    attributes: *const Attributes,
    start: *const c_void,
    argument: *mut c_void,
) -> c_int {
    // SAFETY: The program says that attributes are there, if it gives any.
    let attributes = unsafe { attributes.as_ref() };
    world::have_threads();
    stop_before(about(OperationKind::Create, 0));
    have_several();
    let is_detached = attributes.is_some_and(|attributes| attributes.flags & IS_DETACHED != 0);
    let Some(number) = world::with(|world| world.add(start as u64, argument as u64, is_detached))
    else {
        world::limit(b"the program has too many threads");
    };
    let made = match world::mode() {
        Mode::Contexts => context::make(number, attributes),
        Mode::Threads => baton::make(number, attributes),
    };
    let Some(made) = made else {
        world::with(world::World::remove_last);
        return EAGAIN;
    };
    clock::begin(number);
    // SAFETY: The program says that there is room for a handle.
    unsafe { handle.write(made) };
    0
}

/// Runs the thread that was chosen to begin, up to its end.
pub(crate) fn run_own() {
    let (start, argument) = world::with(|world| {
        let own = world.own();
        (own.row.entry as *const (), own.argument)
    });
    world::SITE.store(start as u64, Ordering::Relaxed);
    let (arguments, mut result) = ([argument, 0, 0], 0);
    // SAFETY: The program gave this function and its argument to be called once.
    let was_left = unsafe { exit::run_to_end(start, &raw const arguments, &raw mut result) };
    if was_left == 0 {
        exit::begin(result);
    }
    end_own();
    world::with(|world| {
        let row = &mut world.own().row;
        row.status = if row.is_detached { Status::Gone } else { Status::Exited };
    });
}

/// Ends the thread that runs, but for handing over.
pub(crate) fn end_own() {
    let call = system::any(c"__call_tls_dtors");
    if !call.is_null() {
        // SAFETY: It is the C library's, which calls it at the end of each thread.
        unsafe { core::mem::transmute::<*mut c_void, CallDestructors>(call)() };
    }
    key::destroy_values();
    sections::leave_all();
    let own = world::with(|world| world.current);
    stop_before(about(OperationKind::Exit, own));
}

/// The attributes of a thread, with its stack.
pub(crate) extern "C" fn get_attributes(handle: u64, to: *mut Attributes) -> c_int {
    let found = world::with(|world| {
        let number = world.of_handle(handle)?;
        let thread = world.thread(number);
        Some((thread.stack, thread.row.is_detached))
    });
    let Some((stack, is_detached)) = found else { return ESRCH };
    // SAFETY: The functions are the C library's; the program says that there is room for attributes.
    unsafe {
        if stack.1 == 0 {
            let get = system::next(c"pthread_getattr_np");
            return core::mem::transmute::<*mut c_void, GetAttributes>(get)(handle, to);
        }
        let init = system::next(c"pthread_attr_init");
        let error = core::mem::transmute::<*mut c_void, InitAttributes>(init)(to);
        if error != 0 {
            return error;
        }
        (*to).flags |= HAS_STACK | if is_detached { IS_DETACHED } else { 0 };
        (*to).stack_end = stack.0 + stack.1;
        (*to).stack_bytes = stack.1;
    }
    0
}

/// Joins a thread, if it has ended.
fn take_result(number: usize, result: *mut u64, otherwise: c_int) -> c_int {
    let value = world::with(|world| {
        let is_own = number == world.current;
        let thread = world.thread(number);
        match thread.row {
            _ if thread.is_joined => Err(ESRCH),
            _ if is_own => Err(EDEADLK),
            row if row.is_detached => Err(EINVAL),
            _ if !thread.has_ended() => Err(otherwise),
            ref mut row => {
                if row.status == Status::Exited {
                    thread.row.status = Status::Gone;
                }
                thread.is_joined = true;
                let result = thread.result;
                world.note_join(number);
                Ok(result)
            }
        }
    });
    match value {
        Ok(value) => {
            // SAFETY: The program says that there is room for the result, if it gives an address.
            if let Some(result) = unsafe { result.as_mut() } {
                *result = value;
            }
            0
        }
        Err(error) => error,
    }
}

/// The number of ways in which a thread can join another now, and who keeps it from doing so.
pub(crate) fn ways_to_join(number: usize, target: usize) -> (u16, Option<u16>) {
    let waits = world::with(|world| {
        let is_cancelled = world.thread(number).is_cancelled();
        let other = world.thread(target);
        let may_come = !other.has_ended() && !other.row.is_detached && target != number;
        may_come && !is_cancelled
    });
    if waits { (0, Some(target as u16)) } else { (1, None) }
}

fn join_by(kind: OperationKind, handle: u64, result: *mut u64, otherwise: c_int) -> c_int {
    let Some(number) = world::with(|world| world.of_handle(handle)) else { return ESRCH };
    stop_before(about(kind, number));
    if kind != OperationKind::TryJoin && cancel::is_due() {
        return cancel::leave();
    }
    take_result(number, result, otherwise)
}

pub(crate) extern "C" fn join(handle: u64, result: *mut u64) -> c_int {
    join_by(OperationKind::Join, handle, result, EBUSY)
}

pub(crate) extern "C" fn try_join(handle: u64, result: *mut u64) -> c_int {
    join_by(OperationKind::TryJoin, handle, result, EBUSY)
}

pub(crate) extern "C" fn timed_join(handle: u64, result: *mut u64, until: *const Time) -> c_int {
    if until.is_null() {
        return join(handle, result);
    }
    if !clock::is_valid(until) {
        return EINVAL;
    }
    let error = join_by(OperationKind::TimedJoin, handle, result, ETIMEDOUT);
    if error == ETIMEDOUT {
        clock::come_to(until);
    }
    error
}

pub(crate) extern "C" fn clock_join(
    handle: u64,
    result: *mut u64,
    _clock: c_int,
    until: *const Time,
) -> c_int {
    timed_join(handle, result, until)
}

pub(crate) extern "C" fn detach(handle: u64) -> c_int {
    let Some(number) = world::with(|world| world.of_handle(handle)) else { return ESRCH };
    stop_before(about(OperationKind::Detach, number));
    world::with(|world| {
        let thread = world.thread(number);
        if thread.is_joined {
            return ESRCH;
        }
        if thread.row.is_detached {
            return EINVAL;
        }
        thread.row.is_detached = true;
        if thread.row.status == Status::Exited {
            thread.row.status = Status::Gone;
        }
        0
    })
}

pub(crate) extern "C" fn yield_own() -> c_int {
    stop_before(Operation::on(OperationKind::Yield, 0, 0, world::site()));
    0
}
