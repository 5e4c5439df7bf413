//! The end of a thread before its function returns: `pthread_exit` and cancellation.
//!
//! The C library unwinds the stack, so that destructors and cleanup handlers run, and comes to
//! [`run_to_end`] in the end. It asks each function on the way what to do, by its unwind tables; so none of ours may
//! be there: an operation that ends its thread returns first, and its entry jumps to the C
//! library as if the program had called that.

use core::arch::naked_asm;
use core::sync::atomic::{AtomicU32, AtomicU64, Ordering};

use crate::{system, world};

/// Other than zero if the thread that runs is to end as soon as its call returns.
pub(crate) static LEAVES: AtomicU32 = AtomicU32::new(0);
/// `pthread_exit` of the C library.
static NEXT: AtomicU64 = AtomicU64::new(0);

unsafe extern "C" {
    fn backtrace(frames: *mut u64, most: i32) -> i32;
}

/// Looks for what the C library needs, so that no thread does at a moment of its own.
pub(crate) fn prepare() {
    NEXT.store(system::next(c"pthread_exit") as u64, Ordering::Relaxed);
    let mut frame = 0;
    // SAFETY: There is room for one frame. The unwinder is loaded for it.
    unsafe { backtrace(&raw mut frame, 1) };
}

/// The thread that runs begins to end, with this result. Nothing ends it again.
pub(crate) extern "C" fn begin(result: u64) {
    world::with(|world| {
        let own = world.own();
        own.result = result;
        own.ignores_asking = true;
    });
}

/// Has the entry of the call under way unwind.
pub(crate) fn leave_at_return() {
    LEAVES.store(1, Ordering::Relaxed);
}

/// Goes on to unwind, from an entry.
#[unsafe(naked)]
pub(crate) unsafe extern "C" fn unwind() {
    naked_asm!(
        "mov dword ptr [rip + {leaves}], 0",
        "mov rdi, -1",
        "jmp [rip + {next}]",
        leaves = sym LEAVES,
        next = sym NEXT,
    )
}

/// Takes the place of `pthread_exit`.
#[unsafe(naked)]
pub(crate) unsafe extern "C" fn exit() {
    naked_asm!(
        ".cfi_startproc",
        "push rdi",
        ".cfi_adjust_cfa_offset 8",
        "call {begin}",
        "pop rdi",
        ".cfi_adjust_cfa_offset -8",
        "jmp [rip + {next}]",
        ".cfi_endproc",
        begin = sym begin,
        next = sym NEXT,
    )
}

/// Takes the place of `thrd_exit`, whose result is an `int`.
#[unsafe(naked)]
pub(crate) unsafe extern "C" fn exit_c11() {
    naked_asm!("movsxd rdi, edi", "jmp {exit}", exit = sym exit)
}

/// Calls a function with arguments, and writes what it returns to `result`. Returns zero then; one
/// if the thread was unwound instead.
///
/// The buffer on the stack is `__pthread_unwind_buf_t` of the C library.
///
/// # Safety
/// The function and its arguments have to belong together.
#[unsafe(naked)]
pub(crate) unsafe extern "C" fn run_to_end(
    function: *const (),
    arguments: *const [u64; 3],
    result: *mut u64,
) -> u32 {
    naked_asm!(
        ".cfi_startproc",
        "push rbp",
        ".cfi_def_cfa_offset 16",
        ".cfi_offset rbp, -16",
        "mov rbp, rsp",
        ".cfi_def_cfa_register rbp",
        "push rbx",
        "push r12",
        "push r13",
        "sub rsp, 136",
        ".cfi_offset rbx, -24",
        ".cfi_offset r12, -32",
        ".cfi_offset r13, -40",
        "mov rbx, rdi",
        "mov r12, rsi",
        "mov r13, rdx",
        "mov rdi, rsp",
        "xor esi, esi",
        "call {set_jump}",
        "test eax, eax",
        "jne 2f",
        "mov rdi, rsp",
        "call {register}",
        "mov rdi, [r12]",
        "mov rsi, [r12 + 8]",
        "mov rdx, [r12 + 16]",
        "call rbx",
        "mov [r13], rax",
        "mov rdi, rsp",
        "call {unregister}",
        "xor eax, eax",
        "jmp 3f",
        "2:",
        "mov eax, 1",
        "3:",
        "lea rsp, [rbp - 24]",
        "pop r13",
        "pop r12",
        "pop rbx",
        "pop rbp",
        ".cfi_def_cfa rsp, 8",
        "ret",
        ".cfi_endproc",
        set_jump = sym __sigsetjmp,
        register = sym __pthread_register_cancel,
        unregister = sym __pthread_unregister_cancel,
    )
}

unsafe extern "C" {
    fn __sigsetjmp();
    fn __pthread_register_cancel();
    fn __pthread_unregister_cancel();
}
