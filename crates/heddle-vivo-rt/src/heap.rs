//! The program's heap: the same addresses in each run that has the same steps, whoever comes first.
//!
//! Each thread has an arena of its own, at an address that follows from its number, and takes blocks
//! from there in order, or those that it has given back itself. A block that another thread gives back
//! is never given out again: whether it were there would depend on who comes first. So independent threads
//! allocate independently.
//!
//! There are no locks, since one thread runs at a time, and nothing of the C library is called: the dynamic
//! linker may be the first to ask for memory.
//!
//! # Invariants
//! - A block has a [`Header`] before it and bytes with [`GUARD`] behind it, up to the room of its class; these are
//!   looked at when it is given back.
//! - Rooms follow each other, and each begins with a header of which the first 16 bytes are right, also
//!   where the block's own is further behind.

use core::cell::UnsafeCell;
use core::ffi::{c_int, c_void};

use heddle_vivo_protocol::{DamageKind, FreeingCall, HeapDamage, MOST_THREADS, Trouble};

use crate::system::{self, EINVAL, ENOMEM, failed};
use crate::world;

/// The address of the first arena.
const BOTTOM: u64 = 0x2000_0000_0000;
/// Bytes of address space of an arena.
const ARENA_BYTES: u64 = 32 << 30;
/// Bytes by which the used part of an arena grows.
const GROWTH: u64 = 1 << 20;
/// Alignment of every block.
const ALIGNMENT: usize = 16;
/// Bytes of a block that are given back to the kernel when it is freed.
const LARGE: usize = 256 << 10;
/// The byte behind blocks.
const GUARD: u8 = 0xa5;
/// The fewest of them.
const LEAST_GUARD: usize = 8;

/// Says that a block is in use.
const USED: u32 = 0x7573_6564;
/// Says that it was given back.
const FREED: u32 = 0x6672_6565;

/// Sizes of which there are lists: four to each power of two.
const CLASSES: usize = 160;

/// The bytes before a block.
#[derive(Clone, Copy)]
#[repr(C, align(16))]
struct Header {
    /// The bytes that were asked for.
    bytes: u64,
    /// Bytes from the beginning of the room, which is before the header of a block with a larger alignment.
    shift: u32,
    /// The class of the room.
    class: u16,
    thread: u16,
    /// The next block of the list, while it is free.
    next: u64,
    state: u32,
    padding: u32,
}

const HEADER: usize = size_of::<Header>();
const _: () = assert!(HEADER == 32);

/// A thread's part of the heap.
#[derive(Clone, Copy)]
struct Arena {
    /// Bytes that were ever given out.
    used: u64,
    /// Bytes that are there.
    mapped: u64,
    /// The first free block of each class.
    free: [u64; CLASSES],
}

/// A cell that whoever runs may use.
struct Running(UnsafeCell<[Arena; MOST_THREADS]>);

// SAFETY: One thread runs at a time, as the invariants of `world` say.
unsafe impl Sync for Running {}

static ARENAS: Running =
    Running(UnsafeCell::new([Arena { used: 0, mapped: 0, free: [0; CLASSES] }; MOST_THREADS]));

/// Uses the arena of a thread for a moment.
fn with<R>(thread: usize, use_it: impl FnOnce(&mut Arena) -> R) -> R {
    // SAFETY: Whoever runs is alone, and no use is within another.
    use_it(unsafe { &mut (*ARENAS.0.get())[thread] })
}

/// The class of blocks that take so many bytes, and the bytes of its rooms; none if there is none that large.
fn class_of(bytes: usize) -> Option<(usize, usize)> {
    let bytes = bytes.max(4 * ALIGNMENT);
    let power = bytes.ilog2() as usize;
    let quarter = 1usize << (power - 2);
    let quarters = bytes.div_ceil(quarter);
    let class = (power - 6) * 4 + (quarters - 4);
    (class < CLASSES && bytes < ARENA_BYTES as usize).then_some((class, quarters * quarter))
}

/// The bytes of the rooms of a class.
fn room_of(class: usize) -> usize {
    (4 + class % 4) << (class / 4 + 4)
}

impl Arena {
    /// The address of a new room, or none.
    fn grow(&mut self, thread: usize, room: usize) -> Option<u64> {
        let start = BOTTOM + thread as u64 * ARENA_BYTES;
        let end = self.used.checked_add(room as u64).filter(|&end| end <= ARENA_BYTES)?;
        if end > self.mapped {
            let more = (end - self.mapped).next_multiple_of(GROWTH);
            if !system::map_at(start + self.mapped, more as usize) {
                return None;
            }
            self.mapped += more;
        }
        let address = start + self.used;
        self.used = end;
        Some(address)
    }
}

fn header_of(block: u64) -> *mut Header {
    (block - HEADER as u64) as *mut Header
}

/// Gives out a block; zero if there is no memory. The second is true if its bytes are all zero.
fn allocate(bytes: usize, alignment: usize) -> (u64, bool) {
    let own = world::with(|world| world.current);
    let extra = if alignment > ALIGNMENT { alignment } else { 0 };
    let wanted = bytes.checked_add(HEADER + LEAST_GUARD + extra);
    let Some((class, room)) = wanted.and_then(class_of) else { return (0, false) };
    let (start, is_fresh) = with(own, |arena| match arena.free[class] {
        0 => (arena.grow(own, room).unwrap_or(0), true),
        first => {
            // SAFETY: Blocks in lists are headers and were given out once.
            let header = unsafe { (*header_of(first + HEADER as u64)).next };
            arena.free[class] = header;
            (first, false)
        }
    });
    if start == 0 {
        return (0, false);
    }
    let block = (start + HEADER as u64).next_multiple_of(alignment.max(ALIGNMENT) as u64);
    let header = Header {
        bytes: bytes as u64,
        shift: (block - HEADER as u64 - start) as u32,
        class: class as u16,
        thread: own as u16,
        next: 0,
        state: USED,
        padding: 0,
    };
    // SAFETY: The room is ours, and has place for the header, the block and the guard.
    unsafe {
        (start as *mut Header).write(header);
        header_of(block).write(header);
        let behind = block + bytes as u64;
        let guard = (start + room as u64 - behind).min(64) as usize;
        (behind as *mut u8).write_bytes(GUARD, guard);
    }
    (block, is_fresh)
}

fn fail(call: FreeingCall, kind: DamageKind, block: u64, offset: u64, bytes: u64) -> ! {
    let damage = HeapDamage { kind, call, offset, bytes };
    world::fail(Trouble::Heap { damage, address: block })
}

/// Ends the run since an address that is to be given back is not that of a block.
fn fail_elsewhere(call: FreeingCall, address: u64, thread: Option<usize>) -> ! {
    if let Some(thread) = thread {
        let start = BOTTOM + thread as u64 * ARENA_BYTES;
        let end = start + with(thread, |arena| arena.used);
        let mut room = start;
        while room < end {
            // SAFETY: It is within the used part of an arena, where a room begins.
            let header = unsafe { (room as *const Header).read() };
            let block = room + HEADER as u64 + u64::from(header.shift);
            // SAFETY: Each room has a block that was given out once.
            let is_used = unsafe { (*header_of(block)).state } == USED;
            if is_used && (block..block + header.bytes).contains(&address) {
                fail(call, DamageKind::Inside, address, address - block, header.bytes);
            }
            room += room_of(usize::from(header.class) % CLASSES) as u64;
        }
    }
    fail(call, DamageKind::Unknown, address, 0, 0)
}

/// The header of a block that is in use; ends the run if there is none.
fn expect_block(block: u64, call: FreeingCall) -> Header {
    let offset = block.wrapping_sub(BOTTOM);
    let thread = (offset / ARENA_BYTES) as usize;
    let is_within = block >= BOTTOM
        && thread < MOST_THREADS
        && with(thread, |arena| offset % ARENA_BYTES < arena.used);
    if !is_within {
        fail_elsewhere(call, block, None);
    }
    if !block.is_multiple_of(ALIGNMENT as u64) || offset % ARENA_BYTES < HEADER as u64 {
        fail_elsewhere(call, block, Some(thread));
    }
    // SAFETY: It is within the used part of an arena.
    let header = unsafe { header_of(block).read() };
    let class = usize::from(header.class);
    match header.state {
        USED if class < CLASSES && header.bytes <= room_of(class) as u64 => {}
        FREED => fail(call, DamageKind::DoubleFree, block, 0, header.bytes),
        _ => fail_elsewhere(call, block, Some(thread)),
    }
    let start = block - HEADER as u64 - u64::from(header.shift);
    let behind = block + header.bytes;
    let guard = (start + room_of(class) as u64 - behind).min(64);
    // SAFETY: The guard is within the room of the block.
    let overrun = (0..guard).find(|at| unsafe { ((behind + at) as *const u8).read() } != GUARD);
    if let Some(at) = overrun {
        fail(call, DamageKind::Overrun, block, header.bytes + at, header.bytes);
    }
    header
}

/// Takes back a block that is in use.
fn release(block: u64, header: &Header) {
    let own = world::with(|world| world.current);
    let class = usize::from(header.class);
    let start = block - HEADER as u64 - u64::from(header.shift);
    // SAFETY: The header is that of a block which nobody uses any more.
    unsafe { (*header_of(block)).state = FREED };
    if room_of(class) >= LARGE {
        system::empty(block, header.bytes as usize);
    }
    if usize::from(header.thread) != own {
        return;
    }
    with(own, |arena| {
        // SAFETY: The beginning of the room has place for a header, which may be that of the block.
        unsafe {
            (*header_of(start + HEADER as u64)).next = arena.free[class];
        }
        arena.free[class] = start;
    });
}

/// The address of a block for the program, or a null pointer with `errno`.
fn or_no_memory(block: u64) -> *mut c_void {
    if block == 0 {
        failed(ENOMEM);
    }
    block as *mut c_void
}

pub(crate) extern "C" fn malloc(bytes: usize) -> *mut c_void {
    or_no_memory(allocate(bytes, ALIGNMENT).0)
}

pub(crate) extern "C" fn calloc(count: usize, bytes: usize) -> *mut c_void {
    let Some(bytes) = count.checked_mul(bytes) else { return or_no_memory(0) };
    let (block, is_zero) = allocate(bytes, ALIGNMENT);
    if block != 0 && !is_zero {
        // SAFETY: The block has so many bytes.
        unsafe { (block as *mut u8).write_bytes(0, bytes) };
    }
    or_no_memory(block)
}

pub(crate) extern "C" fn free(block: *mut c_void) {
    if !block.is_null() {
        let header = expect_block(block as u64, FreeingCall::Free);
        release(block as u64, &header);
    }
}

pub(crate) extern "C" fn realloc(old: *mut c_void, bytes: usize) -> *mut c_void {
    if old.is_null() {
        return malloc(bytes);
    }
    let header = expect_block(old as u64, FreeingCall::Realloc);
    if bytes == 0 {
        release(old as u64, &header);
        return core::ptr::null_mut();
    }
    let (block, _) = allocate(bytes, ALIGNMENT);
    if block != 0 {
        let kept = (header.bytes as usize).min(bytes);
        // SAFETY: Both blocks have so many bytes, and are not the same.
        unsafe { (block as *mut u8).copy_from_nonoverlapping(old.cast(), kept) };
        release(old as u64, &header);
    }
    or_no_memory(block)
}

pub(crate) extern "C" fn reallocarray(old: *mut c_void, count: usize, bytes: usize) -> *mut c_void {
    match count.checked_mul(bytes) {
        Some(bytes) => realloc(old, bytes),
        None => or_no_memory(0),
    }
}

pub(crate) extern "C" fn aligned(alignment: usize, bytes: usize) -> *mut c_void {
    if !alignment.is_power_of_two() {
        failed(EINVAL);
        return core::ptr::null_mut();
    }
    or_no_memory(allocate(bytes, alignment).0)
}

pub(crate) extern "C" fn posix_aligned(
    to: *mut *mut c_void,
    alignment: usize,
    bytes: usize,
) -> c_int {
    if !alignment.is_power_of_two() || !alignment.is_multiple_of(size_of::<u64>()) {
        return EINVAL;
    }
    let (block, _) = allocate(bytes, alignment);
    if block == 0 {
        return ENOMEM;
    }
    // SAFETY: The program says that there is room for an address.
    unsafe { to.write(block as *mut c_void) };
    0
}

/// Bytes of a page.
const PAGE: usize = 4096;

pub(crate) extern "C" fn page_aligned(bytes: usize) -> *mut c_void {
    aligned(PAGE, bytes)
}

pub(crate) extern "C" fn whole_pages(bytes: usize) -> *mut c_void {
    match bytes.checked_next_multiple_of(PAGE) {
        Some(bytes) => aligned(PAGE, bytes),
        None => or_no_memory(0),
    }
}

pub(crate) extern "C" fn usable_bytes(block: *mut c_void) -> usize {
    if block.is_null() {
        return 0;
    }
    // SAFETY: The program says that a block is there.
    unsafe { (*header_of(block as u64)).bytes as usize }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rooms_hold_what_they_are_for() {
        let mut last = 0;
        for bytes in (1..5000).chain([1 << 20, (1 << 20) + 1, 3 << 30]) {
            let (class, room) = class_of(bytes).expect("it should not be too large");
            assert_eq!(room_of(class), room, "{bytes}");
            assert!(room >= bytes && room >= last, "{bytes}");
            assert!(room <= bytes.max(64) + bytes / 4 + ALIGNMENT, "{bytes}");
            last = room;
        }
    }
}
