//! The functions of the C library and of the kernel that the library calls itself.

use core::ffi::{CStr, c_char, c_int, c_long, c_void};
use core::sync::atomic::{AtomicU32, AtomicU64, Ordering};

pub(crate) const EPERM: c_int = 1;
pub(crate) const ESRCH: c_int = 3;
pub(crate) const EAGAIN: c_int = 11;
pub(crate) const ENOMEM: c_int = 12;
pub(crate) const EBUSY: c_int = 16;
pub(crate) const EINVAL: c_int = 22;
pub(crate) const ERANGE: c_int = 34;
pub(crate) const EDEADLK: c_int = 35;
pub(crate) const EOVERFLOW: c_int = 75;
pub(crate) const ETIMEDOUT: c_int = 110;

const SYS_LSEEK: c_long = 8;
const SYS_MMAP: c_long = 9;
const SYS_MADVISE: c_long = 28;
pub(crate) const SYS_GETPID: c_long = 39;
const SYS_READ: c_long = 0;
const SYS_OPEN: c_long = 2;
const SYS_CLOSE: c_long = 3;
const SYS_PREAD64: c_long = 17;
const SYS_CLONE: c_long = 56;
const SYS_EXIT: c_long = 60;
pub(crate) const SYS_KILL: c_long = 62;
const SYS_FCNTL: c_long = 72;
const SYS_FTRUNCATE: c_long = 77;
const SYS_PRCTL: c_long = 157;
const SYS_ARCH_PRCTL: c_long = 158;
pub(crate) const SYS_FUTEX: c_long = 202;
pub(crate) const SYS_EXIT_GROUP: c_long = 231;

const SIGCHLD: c_long = 17;
const SIGKILL: c_long = 9;
const CLONE_PARENT: c_long = 0x8000;
const PR_SET_PDEATHSIG: c_long = 1;
const PR_SET_SYSCALL_USER_DISPATCH: c_long = 59;
const PR_SYS_DISPATCH_ON: c_long = 1;
const O_CLOEXEC: c_long = 0x80000;
/// Bytes that the kernel writes for restartable sequences.
const RSEQ_BYTES: usize = 32;
const ARCH_SET_FS: c_long = 0x1002;
const FUTEX_WAIT: c_long = 0;
const FUTEX_WAKE: c_long = 1;
const AT_HWCAP2: u64 = 26;
const HWCAP2_FSGSBASE: u64 = 2;

const RTLD_NEXT: *mut c_void = -1isize as *mut c_void;
const RTLD_DEFAULT: *mut c_void = core::ptr::null_mut();

pub(crate) const PROT_NONE: c_int = 0;
pub(crate) const PROT_READ_WRITE: c_int = 3;
pub(crate) const MAP_SHARED: c_int = 1;
/// Private, anonymous, and with no promise of memory.
pub(crate) const MAP_LAZY: c_int = 0x4022;
/// At the address, if nothing is there.
const MAP_FIXED_NOREPLACE: c_int = 0x10_0000;
const MADV_DONTNEED: c_long = 4;
const SEEK_SET: c_long = 0;
const SEEK_CUR: c_long = 1;
const SEEK_END: c_long = 2;
const F_GETFL: c_long = 3;
const O_ACCMODE: c_long = 3;
const PAGE_BYTES: u64 = 4096;

unsafe extern "C" {
    fn __errno_location() -> *mut c_int;
    fn dlsym(handle: *mut c_void, name: *const c_char) -> *mut c_void;
    fn dladdr(address: *const c_void, found: *mut [u64; 4]) -> c_int;
    fn getenv(name: *const c_char) -> *const c_char;
    fn getauxval(kind: u64) -> u64;
    pub(crate) fn mmap(
        address: *mut c_void,
        bytes: usize,
        protection: c_int,
        flags: c_int,
        file: c_int,
        offset: c_long,
    ) -> *mut c_void;
    pub(crate) fn mprotect(address: *mut c_void, bytes: usize, protection: c_int) -> c_int;
    pub(crate) fn unsetenv(name: *const c_char) -> c_int;
}

/// The function of this name that the program would have without this library.
pub(crate) fn next(name: &CStr) -> *mut c_void {
    // SAFETY: The name is a C string.
    unsafe { dlsym(RTLD_NEXT, name.as_ptr()) }
}

/// The function or variable of this name that the program has.
pub(crate) fn any(name: &CStr) -> *mut c_void {
    // SAFETY: The name is a C string.
    unsafe { dlsym(RTLD_DEFAULT, name.as_ptr()) }
}

/// True if an address is within a file that is loaded: that of a variable of static storage.
pub(crate) fn is_static(address: u64) -> bool {
    let mut found = [0; 4];
    // SAFETY: There is room for the four words of a `Dl_info`.
    unsafe { dladdr(address as *const c_void, &raw mut found) != 0 }
}

/// The number that an environment variable is, if it is one.
pub(crate) fn number_of(name: &CStr) -> Option<u32> {
    // SAFETY: The name is a C string, and what is found is one, which nobody changes meanwhile.
    let text = unsafe {
        let text = getenv(name.as_ptr());
        if text.is_null() {
            return None;
        }
        CStr::from_ptr(text)
    };
    text.to_str().ok()?.parse().ok()
}

/// Has `errno` say what is wrong; returns the result that says to look there.
pub(crate) fn failed(error: c_int) -> c_int {
    // SAFETY: It is the address of the variable of the thread that runs.
    unsafe { __errno_location().write(error) };
    -1
}

/// Has zeros be at an address, where nothing is; returns false if that cannot be.
pub(crate) fn map_at(address: u64, bytes: usize) -> bool {
    let flags = c_long::from(MAP_LAZY | MAP_FIXED_NOREPLACE);
    let protection = c_long::from(PROT_READ_WRITE);
    // SAFETY: Nothing that is mapped is replaced.
    let mapped =
        unsafe { raw([SYS_MMAP, address as c_long, bytes as c_long, protection, flags, -1, 0]) };
    mapped as u64 == address
}

/// Gives whole pages of a range back to the kernel, whose bytes are zero then.
pub(crate) fn empty(address: u64, bytes: usize) {
    let start = address.next_multiple_of(PAGE_BYTES);
    let end = (address + bytes as u64) / PAGE_BYTES * PAGE_BYTES;
    if start < end {
        // SAFETY: Nobody uses the range any more.
        unsafe {
            raw([SYS_MADVISE, start as c_long, (end - start) as c_long, MADV_DONTNEED, 0, 0, 0])
        };
    }
}

fn seek(file: c_int, offset: i64, from: c_long) -> i64 {
    // SAFETY: It takes no addresses.
    unsafe { raw([SYS_LSEEK, file.into(), offset, from, 0, 0, 0]) }
}

/// The position to which a file was read or written; negative if it has none.
pub(crate) fn position_of(file: c_int) -> i64 {
    seek(file, 0, SEEK_CUR)
}

/// Has a file be read and written from a position on.
pub(crate) fn set_position(file: c_int, position: i64) {
    seek(file, position, SEEK_SET);
}

/// The bytes of a file, of which the position is known.
pub(crate) fn bytes_of(file: c_int, position: i64) -> i64 {
    let bytes = seek(file, 0, SEEK_END);
    set_position(file, position);
    bytes
}

/// True if a file is open to be written.
pub(crate) fn is_writable(file: c_int) -> bool {
    // SAFETY: It takes no addresses.
    let flags = unsafe { raw([SYS_FCNTL, file.into(), F_GETFL, 0, 0, 0, 0]) };
    flags >= 0 && flags & O_ACCMODE != 0
}

/// Has a file have no more bytes.
pub(crate) fn cut_off(file: c_int, bytes: i64) {
    // SAFETY: It takes no addresses.
    unsafe { raw([SYS_FTRUNCATE, file.into(), bytes, 0, 0, 0, 0]) };
}

/// Ends this kernel thread, without a word to the C library.
pub(crate) fn end_thread() -> ! {
    loop {
        // SAFETY: Nothing of this thread is used after it.
        unsafe { raw([SYS_EXIT, 0, 0, 0, 0, 0, 0]) };
    }
}

/// The number of this process.
pub(crate) fn process() -> u32 {
    // SAFETY: It has no arguments, and changes nothing.
    unsafe { raw([SYS_GETPID, 0, 0, 0, 0, 0, 0]) as u32 }
}

/// Forks this process; the child has the same parent. Returns its number, or zero to the child.
pub(crate) fn fork() -> c_long {
    // SAFETY: Without a new stack or shared memory, the child is a copy that goes on from here.
    unsafe { raw([SYS_CLONE, CLONE_PARENT | SIGCHLD, 0, 0, 0, 0, 0]) }
}

/// Has this process end with the supervisor.
pub(crate) fn end_with_parent() {
    // SAFETY: It only says which signal comes when the parent ends.
    unsafe { raw([SYS_PRCTL, PR_SET_PDEATHSIG, SIGKILL, 0, 0, 0, 0]) };
}

/// Ends the process at once.
pub(crate) fn end_process(code: c_int) -> ! {
    loop {
        // SAFETY: Nothing of this process is used after it.
        unsafe { raw([SYS_EXIT_GROUP, c_long::from(code), 0, 0, 0, 0, 0]) };
    }
}

/// True if user code may set the FS base.
pub(crate) fn has_fsgsbase() -> bool {
    // SAFETY: It only reads what the kernel has told the process.
    unsafe { getauxval(AT_HWCAP2) & HWCAP2_FSGSBASE != 0 }
}

/// Sets the FS base by way of the kernel.
///
/// # Safety
/// It has to be a thread control block.
pub(crate) unsafe fn set_fs(base: u64) {
    // SAFETY: As required of the caller.
    unsafe { raw([SYS_ARCH_PRCTL, ARCH_SET_FS, base as c_long, 0, 0, 0, 0]) };
}

/// Opens a file to read it; negative if that is not possible.
pub(crate) fn open(path: &CStr) -> c_long {
    // SAFETY: The path is a C string.
    unsafe { raw([SYS_OPEN, path.as_ptr() as c_long, O_CLOEXEC, 0, 0, 0, 0]) }
}

/// Reads bytes of an open file, from where it stands or from a place on; returns how many, negative if that is
/// not possible.
pub(crate) fn read(file: c_long, bytes: &mut [u8], at: Option<u64>) -> c_long {
    let (start, length) = (bytes.as_mut_ptr() as c_long, bytes.len() as c_long);
    let (number, at) = match at {
        Some(at) => (SYS_PREAD64, at as c_long),
        None => (SYS_READ, 0),
    };
    // SAFETY: There is room for as many bytes.
    unsafe { raw([number, file, start, length, at, 0, 0]) }
}

/// Closes an open file.
pub(crate) fn close(file: c_long) {
    // SAFETY: The file is this library's.
    unsafe { raw([SYS_CLOSE, file, 0, 0, 0, 0, 0]) };
}

/// Has the kernel send a signal instead of making a system call while a byte is not zero; returns false
/// if it cannot.
pub(crate) fn dispatch_calls(selector: *mut u8) -> bool {
    let (option, on) = (PR_SET_SYSCALL_USER_DISPATCH, PR_SYS_DISPATCH_ON);
    // SAFETY: The byte is there as long as the process.
    unsafe { raw([SYS_PRCTL, option, on, 0, 0, selector as c_long, 0]) == 0 }
}

/// The address of memory in which the kernel notes where the first thread runs; zero if it does not.
static KERNEL_NOTES: AtomicU64 = AtomicU64::new(0);

/// Finds the notes of the kernel: the C library may have asked for them, beside the block of the thread.
pub(crate) fn find_kernel_notes(block: u64) {
    let offset = any(c"__rseq_offset").cast::<i64>();
    if !offset.is_null() {
        // SAFETY: It is a variable of the C library, which is set once.
        let offset = unsafe { offset.read() };
        KERNEL_NOTES.store(block.wrapping_add_signed(offset), Ordering::Relaxed);
    }
}

/// Memory in which the kernel notes where the first thread runs.
pub(crate) fn kernel_notes() -> (u64, usize) {
    match KERNEL_NOTES.load(Ordering::Relaxed) {
        0 => (0, 0),
        notes => (notes, RSEQ_BYTES),
    }
}

/// Waits until a word that processes share is another, or somebody wakes those who wait.
pub(crate) fn futex_wait(word: &AtomicU32, value: u32) {
    // SAFETY: The word is there as long as the call takes.
    unsafe {
        raw([SYS_FUTEX, word.as_ptr() as c_long, FUTEX_WAIT, c_long::from(value), 0, 0, 0]);
    }
}

/// Wakes one who waits at a word that processes share.
pub(crate) fn futex_wake(word: &AtomicU32) {
    // SAFETY: The word is there as long as the call takes.
    unsafe { raw([SYS_FUTEX, word.as_ptr() as c_long, FUTEX_WAKE, 1, 0, 0, 0]) };
}

/// Makes a system call without the C library, whose `errno` stays as it is.
///
/// # Safety
/// As for the system call.
pub(crate) unsafe fn raw([number, a, b, c, d, e, f]: [c_long; 7]) -> c_long {
    let result;
    // SAFETY: The registers are those of the kernel's calling convention; the rest is the caller's.
    unsafe {
        core::arch::asm!(
            "syscall",
            inlateout("rax") number => result,
            in("rdi") a,
            in("rsi") b,
            in("rdx") c,
            in("r10") d,
            in("r8") e,
            in("r9") f,
            lateout("rcx") _,
            lateout("r11") _,
            options(nostack),
        );
    }
    result
}
