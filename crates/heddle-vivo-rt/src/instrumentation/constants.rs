//! Memory of the program that is mapped for reading only.

use core::ffi::{c_int, c_void};
use core::sync::atomic::{AtomicBool, AtomicU64, AtomicUsize, Ordering};

/// Most ranges that are known; there may be more, which are not taken for constants then.
const MOST: usize = 64;
/// A segment that is mapped.
const PT_LOAD: u32 = 1;
/// A segment that may be written.
const PF_W: u32 = 2;

/// `Elf64_Phdr`.
#[repr(C)]
struct Segment {
    kind: u32,
    flags: u32,
    offset: u64,
    address: u64,
    physical: u64,
    file_bytes: u64,
    bytes: u64,
    alignment: u64,
}

/// The beginning of `dl_phdr_info`.
#[repr(C)]
struct Object {
    base: u64,
    name: *const u8,
    segments: *const Segment,
    count: u16,
}

unsafe extern "C" {
    fn dl_iterate_phdr(
        each: extern "C" fn(*const Object, usize, *mut c_void) -> c_int,
        argument: *mut c_void,
    ) -> c_int;
}

/// The ranges, and how many there are.
static RANGES: [[AtomicU64; 2]; MOST] = [const { [const { AtomicU64::new(0) }; 2] }; MOST];
static COUNT: AtomicUsize = AtomicUsize::new(0);
static IS_KNOWN: AtomicBool = AtomicBool::new(false);

/// True if memory is mapped for reading only, as files were mapped when this was asked first.
pub(crate) fn contain(address: u64, bytes: usize) -> bool {
    if !IS_KNOWN.swap(true, Ordering::Relaxed) {
        // SAFETY: The function keeps nothing of what it is called with.
        unsafe { dl_iterate_phdr(note, core::ptr::null_mut()) };
    }
    let ranges = &RANGES[..COUNT.load(Ordering::Relaxed)];
    ranges.iter().any(|[start, end]| {
        start.load(Ordering::Relaxed) <= address
            && address + bytes as u64 <= end.load(Ordering::Relaxed)
    })
}

extern "C" fn note(object: *const Object, _bytes: usize, _: *mut c_void) -> c_int {
    // SAFETY: The linker hands over an object, which has so many segments.
    let (base, segments) = unsafe {
        let object = &*object;
        (object.base, core::slice::from_raw_parts(object.segments, object.count.into()))
    };
    for segment in segments {
        let at = COUNT.load(Ordering::Relaxed);
        if segment.kind == PT_LOAD && segment.flags & PF_W == 0 && at < MOST {
            let start = base + segment.address;
            RANGES[at][0].store(start, Ordering::Relaxed);
            RANGES[at][1].store(start + segment.bytes, Ordering::Relaxed);
            COUNT.store(at + 1, Ordering::Relaxed);
        }
    }
    0
}
