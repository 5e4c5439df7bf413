//! Places at which a debugger stops a run that is made again: before each step, in the thread that
//! makes it, and at the end.

use core::sync::atomic::{AtomicU32, Ordering};

use crate::{link, system, world};

/// The number of the step that is about to be made, from one; a debugger reads it.
// SAFETY: The name is this library's own.
#[cfg_attr(heddle_preload, unsafe(no_mangle))]
static HEDDLE_STEP: AtomicU32 = AtomicU32::new(0);
/// The thread that makes it; a debugger reads it.
// SAFETY: The name is this library's own.
#[cfg_attr(heddle_preload, unsafe(no_mangle))]
static HEDDLE_THREAD: AtomicU32 = AtomicU32::new(0);

/// Lets a debugger see the step that the current thread is about to make.
pub(crate) fn at_step() {
    let thread = world::with(|world| world.current);
    HEDDLE_THREAD.store(thread as u32, Ordering::Relaxed);
    HEDDLE_STEP.store(link::count(), Ordering::Relaxed);
    heddle_before_step();
}

/// Lets a debugger see that the run is at its end, and ends the process.
pub(crate) fn at_end() -> ! {
    heddle_at_end();
    system::end_process(0)
}

// SAFETY: The name is this library's own.
#[cfg_attr(heddle_preload, unsafe(no_mangle))]
#[inline(never)]
extern "C" fn heddle_before_step() {
    core::hint::black_box(&HEDDLE_STEP);
}

// SAFETY: The name is this library's own.
#[cfg_attr(heddle_preload, unsafe(no_mangle))]
#[inline(never)]
extern "C" fn heddle_at_end() {
    core::hint::black_box(&HEDDLE_THREAD);
}
