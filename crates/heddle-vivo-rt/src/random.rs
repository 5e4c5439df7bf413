//! Random numbers, the same in each run: each thread has a sequence of its own, so that it does not depend on who
//! comes first.
//!
//! Instructions of the processor, and files such as `/dev/urandom`, are not seen. A run that depends on one does not
//! repeat itself, which is noticed where it matters.

use core::ffi::c_void;
use core::sync::atomic::{AtomicU64, Ordering};

use heddle_vivo_protocol::MOST_THREADS;

use crate::world;

/// The numbers that were drawn, by thread.
static DRAWN: [AtomicU64; MOST_THREADS] = [const { AtomicU64::new(0) }; MOST_THREADS];

/// The next number of the thread that runs (G. Steele, D. Lea, C. Flood, "Fast splittable pseudorandom number
/// generators", 2014).
fn draw() -> u64 {
    let own = world::with(|world| world.current);
    let drawn = DRAWN[own].fetch_add(1, Ordering::Relaxed) + 1;
    let seed = (own as u64) << 40;
    let mixed = (seed + drawn).wrapping_mul(0x9e37_79b9_7f4a_7c15);
    let mixed = (mixed ^ mixed >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    let mixed = (mixed ^ mixed >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
    mixed ^ mixed >> 31
}

pub(crate) extern "C" fn fill(buffer: *mut c_void, bytes: usize) {
    for at in 0..bytes {
        // SAFETY: The program says that there is room for so many bytes.
        unsafe { buffer.cast::<u8>().add(at).write(draw() as u8) };
    }
}

pub(crate) extern "C" fn get_random(buffer: *mut c_void, bytes: usize, _flags: u32) -> isize {
    fill(buffer, bytes);
    bytes as isize
}

pub(crate) extern "C" fn get_entropy(buffer: *mut c_void, bytes: usize) -> i32 {
    fill(buffer, bytes);
    0
}

pub(crate) extern "C" fn number() -> u32 {
    draw() as u32
}

pub(crate) extern "C" fn number_below(bound: u32) -> u32 {
    (draw() as u32).checked_rem(bound).unwrap_or(0)
}
