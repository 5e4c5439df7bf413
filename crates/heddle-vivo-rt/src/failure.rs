//! Ends of a run that are no ends of the program: assertions, signals, and failures of the library's.

use core::ffi::{CStr, c_char, c_int, c_void};
use core::sync::atomic::{AtomicBool, Ordering};

use heddle_vivo_protocol::{MOST_FRAMES, Trouble};

use crate::{system, world};

/// Signals that end a process because of what it does.
const FATAL: [c_int; 6] = [SIGILL, SIGTRAP, SIGABRT, SIGBUS, SIGFPE, SIGSEGV];
const SIGILL: c_int = 4;
const SIGTRAP: c_int = 5;
const SIGABRT: c_int = 6;
const SIGBUS: c_int = 7;
const SIGFPE: c_int = 8;
const SIGSEGV: c_int = 11;

/// With information, on a stack of its own, and not blocked meanwhile.
const FLAGS: c_int = 4 | 0x0800_0000 | 0x4000_0000;
/// Bytes of that stack.
const STACK_BYTES: usize = 256 << 10;

/// The end of the walk up a stack.
const STOP: c_int = 4;

/// A function that takes signals.
type Handler = extern "C" fn(c_int, *const Information, *mut c_void);

/// `struct sigaction` of the C library.
#[repr(C)]
struct Action {
    handler: Handler,
    mask: [u64; 16],
    flags: c_int,
    restorer: u64,
}

/// The beginning of `siginfo_t`.
#[repr(C)]
pub(crate) struct Information {
    number: c_int,
    error: c_int,
    code: c_int,
    address: u64,
}

/// `stack_t` of the C library.
#[repr(C)]
struct SignalStack {
    bottom: *mut c_void,
    flags: c_int,
    bytes: usize,
}

unsafe extern "C" {
    fn sigaction(number: c_int, action: *const Action, old: *mut Action) -> c_int;
    fn sigaltstack(stack: *const SignalStack, old: *mut SignalStack) -> c_int;
    fn write(file: c_int, bytes: *const c_void, count: usize) -> isize;
    fn _Unwind_Backtrace(
        each: extern "C" fn(*mut c_void, *mut c_void) -> c_int,
        argument: *mut c_void,
    ) -> c_int;
    fn _Unwind_GetRegionStart(context: *mut c_void) -> u64;
    fn _Unwind_GetIP(context: *mut c_void) -> u64;
}

/// Has fatal signals be told.
pub(crate) fn watch() {
    // SAFETY: The stack is a new mapping, which stays.
    unsafe {
        let bottom = system::mmap(
            core::ptr::null_mut(),
            STACK_BYTES,
            system::PROT_READ_WRITE,
            system::MAP_LAZY,
            -1,
            0,
        );
        if bottom as isize != -1 {
            let stack = SignalStack { bottom, flags: 0, bytes: STACK_BYTES };
            sigaltstack(&raw const stack, core::ptr::null_mut());
        }
    }
    for number in FATAL {
        handle(number, take_signal);
    }
}

/// Has a function take a signal, on the stack for signals.
pub(crate) fn handle(number: c_int, handler: Handler) {
    let action = Action { handler, mask: [0; 16], flags: FLAGS, restorer: 0 };
    // SAFETY: The function stays, and the stack for signals is there.
    unsafe { sigaction(number, &raw const action, core::ptr::null_mut()) };
}

extern "C" fn take_signal(number: c_int, information: *const Information, _context: *mut c_void) {
    // SAFETY: The kernel hands it over with each signal.
    let address = unsafe { (*information).address };
    if number == SIGABRT && is_terminated() {
        terminate();
    }
    world::fail(Trouble::Signal { number: number as u32, address });
}

/// `std::terminate()`, and the function of the C++ library that ends the program where an exception comes to one
/// which must not throw.
const TERMINATE: [&CStr; 2] = [c"_ZSt9terminatev", c"__gxx_personality_v0"];

/// `__cxa_current_exception_type` of the C++ library, which returns a `std::type_info`: a table, and the name.
type CurrentType = unsafe extern "C" fn() -> *const [*const c_char; 2];

/// True if the thread that runs is in `std::terminate`.
fn is_terminated() -> bool {
    let mut search =
        Search { functions: TERMINATE.map(|name| system::any(name) as u64), is_found: false };
    // SAFETY: It calls the function with the argument, as long as that is on this stack.
    unsafe { _Unwind_Backtrace(look_for_function, (&raw mut search).cast()) };
    search.is_found
}

/// A search for functions on a stack.
struct Search {
    functions: [u64; 2],
    is_found: bool,
}

extern "C" fn look_for_function(context: *mut c_void, search: *mut c_void) -> c_int {
    // SAFETY: The argument is what `is_terminated` gave, and the context is the unwinder's.
    let (search, start) =
        unsafe { (&mut *search.cast::<Search>(), _Unwind_GetRegionStart(context)) };
    search.is_found |= start != 0 && search.functions.contains(&start);
    if search.is_found { STOP } else { 0 }
}

/// Tells of the exception that is handled, if there is one.
fn terminate() -> ! {
    let current = system::any(c"__cxa_current_exception_type");
    if !current.is_null() {
        // SAFETY: The function is the C++ library's; types stay.
        unsafe {
            let current = core::mem::transmute::<*mut c_void, CurrentType>(current)();
            if let Some([_, name]) = current.as_ref() {
                world::board().set_text(0, CStr::from_ptr(*name).to_bytes());
                world::fail(Trouble::Uncaught);
            }
        }
    }
    world::fail(Trouble::Terminate)
}

/// True while a stack is walked: the unwinder calls the thread library itself, which is no step of the program's.
static IS_WALKING: AtomicBool = AtomicBool::new(false);

/// True while a stack is walked.
pub(crate) fn is_walking() -> bool {
    IS_WALKING.load(Ordering::Relaxed)
}

/// Writes the stack of the thread that runs to the board.
pub(crate) fn tell_stack(thread: usize) {
    let mut walk = Walk { frames: [0; MOST_FRAMES], count: 0 };
    let was_walking = IS_WALKING.swap(true, Ordering::Relaxed);
    // SAFETY: It calls the function with the argument, as long as that is on this stack.
    unsafe { _Unwind_Backtrace(note_frame, (&raw mut walk).cast()) };
    IS_WALKING.store(was_walking, Ordering::Relaxed);
    world::board().set_stack(thread, walk.frames[..walk.count].iter().copied());
}

/// A walk up a stack.
struct Walk {
    frames: [u64; MOST_FRAMES],
    count: usize,
}

extern "C" fn note_frame(context: *mut c_void, walk: *mut c_void) -> c_int {
    // SAFETY: The argument is what `tell_stack` gave, and the context is the unwinder's.
    let (walk, address) = unsafe { (&mut *walk.cast::<Walk>(), _Unwind_GetIP(context)) };
    match walk.frames.get_mut(walk.count) {
        Some(frame) if address != 0 => {
            *frame = address;
            walk.count += 1;
            0
        }
        _ => STOP,
    }
}

/// Takes the place of the C library's end of a failed assertion.
pub(crate) extern "C" fn assertion(
    text: *const c_char,
    file: *const c_char,
    line: u32,
    function: *const c_char,
) -> ! {
    let board = world::board();
    for (number, text) in [text, file, function].into_iter().enumerate() {
        if !text.is_null() {
            // SAFETY: The program gives C strings.
            board.set_text(number, unsafe { CStr::from_ptr(text) }.to_bytes());
        }
    }
    world::fail(Trouble::Assertion { line })
}

/// Writes a message to standard error.
fn say(text: &[u8]) {
    // SAFETY: The bytes are there.
    unsafe { write(2, text.as_ptr().cast(), text.len()) };
}

/// Ends the process: there is no supervisor, or it does not make sense.
#[cold]
pub(crate) fn unattended() -> ! {
    say(b"heddle: this program is to be run by 'heddle vivo'\n");
    system::end_process(2)
}

/// Ends the process after a panic.
#[cfg(heddle_preload)]
pub(crate) fn internal(info: &core::panic::PanicInfo<'_>) -> ! {
    use core::fmt::Write;

    /// Standard error.
    struct Standard;
    impl Write for Standard {
        fn write_str(&mut self, text: &str) -> core::fmt::Result {
            say(text.as_bytes());
            Ok(())
        }
    }
    // What cannot be said is said by the end of the process.
    let _ = writeln!(Standard, "heddle: a bug of heddle's in the program's process: {info}");
    system::end_process(3)
}
