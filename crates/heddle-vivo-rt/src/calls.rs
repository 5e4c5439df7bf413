//! Watching for system calls that the program makes, wherever they are in its code.
//!
//! The kernel is told to send a signal instead of making a call while a byte says so
//! (`PR_SET_SYSCALL_USER_DISPATCH`). The handler notes it, changes the byte, and has the call be made
//! again. Calls of this library's own are made while the byte says otherwise, or are noted like
//! any.

use core::ffi::{c_int, c_void};
use core::sync::atomic::{AtomicBool, AtomicU8, Ordering};

use crate::{failure, system};

const SIGSYS: c_int = 31;
/// The place of the instruction pointer in `ucontext_t`.
const INSTRUCTION_POINTER: usize = 168;
/// Bytes of the instruction that makes a system call.
const INSTRUCTION_BYTES: u64 = 2;
const ALLOW: u8 = 0;
const BLOCK: u8 = 1;

/// The byte.
static SELECTOR: AtomicU8 = AtomicU8::new(ALLOW);
/// A call was made that was watched for.
static WERE_MADE: AtomicBool = AtomicBool::new(false);
/// The handler is there.
static IS_READY: AtomicBool = AtomicBool::new(false);

/// Memory of this module that is no part of a state.
pub(crate) fn books() -> [(u64, usize); 3] {
    [
        ((&raw const SELECTOR) as u64, size_of_val(&SELECTOR)),
        ((&raw const WERE_MADE) as u64, size_of_val(&WERE_MADE)),
        ((&raw const IS_READY) as u64, size_of_val(&IS_READY)),
    ]
}

/// Watches from now on; returns false if the kernel cannot.
pub(crate) fn watch() -> bool {
    if !IS_READY.swap(true, Ordering::Relaxed) {
        failure::handle(SIGSYS, take_call);
    }
    // A fork does not watch, so it is said each time.
    if !system::dispatch_calls(SELECTOR.as_ptr()) {
        return false;
    }
    SELECTOR.store(BLOCK, Ordering::Relaxed);
    true
}

/// Watches no more.
pub(crate) fn allow() {
    SELECTOR.store(ALLOW, Ordering::Relaxed);
}

/// True if a call was made that was watched for.
pub(crate) fn were_made() -> bool {
    WERE_MADE.load(Ordering::Relaxed)
}

/// Forgets calls that were made.
pub(crate) fn forget() {
    WERE_MADE.store(false, Ordering::Relaxed);
}

extern "C" fn take_call(
    _number: c_int,
    _information: *const failure::Information,
    context: *mut c_void,
) {
    allow();
    WERE_MADE.store(true, Ordering::Relaxed);
    // SAFETY: The kernel hands the context over; the pointer is behind the instruction, whose registers
    // are as before.
    unsafe {
        let pointer = context.cast::<u8>().add(INSTRUCTION_POINTER).cast::<u64>();
        pointer.write(pointer.read() - INSTRUCTION_BYTES);
    }
}
