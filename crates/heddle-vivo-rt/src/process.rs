//! The beginning and the end of the process, and what starts others.

use core::ffi::{CStr, c_char, c_int, c_void};
use core::sync::atomic::{AtomicBool, AtomicI32, AtomicU64, Ordering};

use heddle_vivo_protocol::{Operation, OperationKind};

use crate::{link, system, threads, world};

/// `main`, as the C library is to call it.
type Main = extern "C" fn(c_int, *mut *mut c_char, *mut *mut c_char) -> c_int;
/// `__libc_start_main` of the C library.
type StartMain = unsafe extern "C" fn(
    Main,
    c_int,
    *mut *mut c_char,
    *const c_void,
    *const c_void,
    *const c_void,
    *mut c_void,
) -> c_int;
/// `exit` of the C library.
type End = unsafe extern "C" fn(c_int) -> !;

/// The `main` of the program.
static MAIN: AtomicU64 = AtomicU64::new(0);
/// True once a thread ends the process.
static ENDS: AtomicBool = AtomicBool::new(false);
/// The exit code of a quick exit.
static CODE: AtomicI32 = AtomicI32::new(0);

/// Output is written at once, so that it is known which step has written it.
const UNBUFFERED: c_int = 2;

unsafe extern "C" {
    fn on_exit(each: extern "C" fn(c_int, *mut c_void), argument: *mut c_void) -> c_int;
    fn __cxa_at_quick_exit(
        each: extern "C" fn(*mut c_void),
        argument: *mut c_void,
        library: *mut c_void,
    ) -> c_int;
    fn fflush(stream: *mut c_void) -> c_int;
    fn setvbuf(stream: *mut c_void, buffer: *mut c_char, mode: c_int, bytes: usize) -> c_int;
    static stdout: *mut c_void;
}

/// Takes the place of the C library's start of `main`, so that its end is an operation.
///
/// # Safety
/// As the C library's.
pub(crate) unsafe extern "C" fn start_main(
    main: *const (),
    count: c_int,
    arguments: *mut *mut c_char,
    init: *const c_void,
    fini: *const c_void,
    loader_fini: *const c_void,
    stack_end: *mut c_void,
) -> c_int {
    world::stop_at_beginning();
    MAIN.store(main as u64, Ordering::Relaxed);
    // SAFETY: They are called at the end of the process: before anything else is registered, so after all
    // that. The stream is the C library's, and nothing was written to it yet.
    unsafe {
        on_exit(tell_end, core::ptr::null_mut());
        __cxa_at_quick_exit(tell_quick_end, core::ptr::null_mut(), core::ptr::null_mut());
        setvbuf(stdout, core::ptr::null_mut(), UNBUFFERED, 0);
    }
    let next = system::next(c"__libc_start_main");
    // SAFETY: The function is the C library's, and the arguments are those that it was called with.
    unsafe {
        let next = core::mem::transmute::<*mut c_void, StartMain>(next);
        next(run_main, count, arguments, init, fini, loader_fini, stack_end)
    }
}

extern "C" fn run_main(
    count: c_int,
    arguments: *mut *mut c_char,
    environment: *mut *mut c_char,
) -> c_int {
    let main = MAIN.load(Ordering::Relaxed) as *const ();
    let arguments = [count as u64, arguments as u64, environment as u64];
    let mut code = 0;
    // SAFETY: It is the program's, and called as the C library would.
    if unsafe { crate::exit::run_to_end(main, &raw const arguments, &raw mut code) } == 0 {
        exit(code as c_int)
    }
    threads::end_own();
    // Whoever is the last ends the process. That it is always this one depends on no order.
    world::stop_before(Operation::on(OperationKind::Outlive, 0, 0, world::site()));
    exit(0)
}

fn stop_before_end() {
    world::stop_before(Operation::on(OperationKind::EndProcess, 0, 0, world::site()));
}

extern "C" fn tell_end(code: c_int, _: *mut c_void) {
    stop_before_end();
    // SAFETY: A null pointer stands for all streams.
    unsafe { fflush(core::ptr::null_mut()) };
    link::end(code)
}

extern "C" fn tell_quick_end(_: *mut c_void) {
    exit_at_once(CODE.load(Ordering::Relaxed))
}

/// Other threads run on while what is registered is called. If one of them ends the process as well, that
/// is its end.
pub(crate) extern "C" fn exit(code: c_int) -> ! {
    if ENDS.swap(true, Ordering::Relaxed) {
        exit_at_once(code);
    }
    end_by(c"exit", code)
}

pub(crate) extern "C" fn exit_quickly(code: c_int) -> ! {
    CODE.store(code, Ordering::Relaxed);
    end_by(c"quick_exit", code)
}

/// Has the C library end the process.
fn end_by(name: &CStr, code: c_int) -> ! {
    let next = system::next(name);
    // SAFETY: The function is the C library's.
    unsafe { core::mem::transmute::<*mut c_void, End>(next)(code) }
}

pub(crate) extern "C" fn exit_at_once(code: c_int) -> ! {
    stop_before_end();
    link::end(code)
}

/// The names of functions that start processes, which cannot be followed.
macro_rules! refused {
    ($($function:ident => $name:literal,)+) => {
        $(pub(crate) extern "C" fn $function() {
            world::refuse($name);
        })+
    };
}

refused! {
    refuse_fork => b"fork",
    refuse_vfork => b"vfork",
    refuse_exec => b"exec",
    refuse_spawn => b"posix_spawn",
    refuse_system => b"system",
    refuse_popen => b"popen",
    refuse_clone => b"clone",
    refuse_terminal => b"forkpty",
    refuse_daemon => b"daemon",
}
