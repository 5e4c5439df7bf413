//! Threads as kernel threads, one of which runs at a time: the one that has the baton.

use core::ffi::{c_int, c_void};
use core::sync::atomic::{AtomicU32, Ordering};

use heddle_vivo_protocol::MOST_THREADS;

use crate::threads::Attributes;
use crate::{failure, system, threads, world};

/// `pthread_create` of the C library.
type Create = unsafe extern "C" fn(
    *mut u64,
    *const c_void,
    extern "C-unwind" fn(*mut c_void) -> *mut c_void,
    *mut c_void,
) -> c_int;

/// The batons: one for each thread, which has it if it is not zero.
static BATONS: [AtomicU32; MOST_THREADS] = [const { AtomicU32::new(0) }; MOST_THREADS];

/// Gives the baton to another thread, and waits until it comes back.
pub(crate) fn pass(own: usize, other: usize) {
    give(other);
    take(own);
}

/// Gives the baton to a thread.
pub(crate) fn give(thread: usize) {
    BATONS[thread].store(1, Ordering::SeqCst);
    system::futex_wake(&BATONS[thread]);
}

fn take(thread: usize) {
    while BATONS[thread].swap(0, Ordering::SeqCst) == 0 {
        system::futex_wait(&BATONS[thread], 0);
    }
}

/// Makes the kernel thread of a thread that is about to begin. Returns its handle; none if there is no
/// memory.
pub(crate) fn make(number: usize, attributes: Option<&Attributes>) -> Option<u64> {
    let create = system::next(c"pthread_create");
    if create.is_null() {
        failure::unattended();
    }
    let mut handle = 0;
    let attributes = attributes.map_or(core::ptr::null(), core::ptr::from_ref).cast();
    // SAFETY: The function is the C library's; the attributes are those that the program gave.
    let failed = unsafe {
        let create = core::mem::transmute::<*mut c_void, Create>(create);
        create(&raw mut handle, attributes, run, number as *mut c_void)
    };
    if failed != 0 {
        return None;
    }
    world::with(|world| world.thread(number).handle = handle);
    Some(handle)
}

extern "C-unwind" fn run(number: *mut c_void) -> *mut c_void {
    take(number as usize);
    threads::run_own();
    world::leave();
    // The C library would give memory back now, beside whoever runs.
    system::end_thread()
}
