//! Functions that run once: `pthread_once`, and the guards of C++'s static variables.
//!
//! An initializer that is left by an exception or the end of its thread counts as never run, and one of those
//! who wait starts over. Guards have calls of their own for that. `pthread_once` is told of it by the unwinder,
//! which asks each function on its way what to do.

use core::arch::naked_asm;
use core::ffi::{c_int, c_void};

use heddle_vivo_protocol::OperationKind;

use crate::world::{self, stop_before};

/// The initializer runs.
const RUNS: c_int = 1;
/// It has run.
const DONE: c_int = 2;

/// The first bytes of a guard: other than zero if the variable is initialized.
const GUARD_DONE: u64 = 0xff;
/// The byte that is other than zero if somebody is at it.
const GUARD_RUNS: u64 = 1 << 8;

/// A control of one that C++ has for a static variable.
pub(crate) type Guard = u64;

/// True if nobody runs the initializer.
pub(crate) fn is_idle(control: u64, bytes: u32) -> bool {
    // SAFETY: The program says that a control is there, of this size.
    unsafe {
        match bytes as usize == size_of::<Guard>() {
            true => (control as *const Guard).read() & GUARD_RUNS == 0,
            false => (control as *const c_int).read() != RUNS,
        }
    }
}

/// Comes to a control; returns one if the initializer is to run.
extern "C" fn enter(control: *mut c_int) -> c_int {
    stop_before(world::on(OperationKind::Once, control));
    // SAFETY: The program says that a control is there.
    unsafe {
        if control.read() == DONE {
            return 0;
        }
        control.write(RUNS);
    }
    1
}

extern "C" fn leave(control: *mut c_int) {
    end(control, DONE);
}

fn end(control: *mut c_int, state: c_int) {
    stop_before(world::on(OperationKind::OnceDone, control));
    // SAFETY: The program says that a control is there.
    unsafe { control.write(state) };
}

/// Takes the place of `pthread_once`.
#[unsafe(naked)]
pub(crate) unsafe extern "C" fn once() {
    naked_asm!(
        ".cfi_startproc",
        ".cfi_personality 0x1b, {personality}",
        "push rbx",
        ".cfi_def_cfa_offset 16",
        ".cfi_offset rbx, -16",
        "push r12",
        ".cfi_def_cfa_offset 24",
        ".cfi_offset r12, -24",
        "sub rsp, 8",
        ".cfi_def_cfa_offset 32",
        "mov rbx, rdi",
        "mov r12, rsi",
        "call {enter}",
        "test eax, eax",
        "je 2f",
        "call r12",
        "mov rdi, rbx",
        "call {leave}",
        "2:",
        "xor eax, eax",
        "add rsp, 8",
        ".cfi_def_cfa_offset 24",
        "pop r12",
        ".cfi_def_cfa_offset 16",
        "pop rbx",
        ".cfi_def_cfa_offset 8",
        "ret",
        ".cfi_endproc",
        personality = sym abandon,
        enter = sym enter,
        leave = sym leave,
    )
}

unsafe extern "C" {
    fn _Unwind_GetGR(context: *mut c_void, register: c_int) -> u64;
}

/// The number of the register in which [`once`] has the control.
const RBX: c_int = 3;
/// Functions are told to clean up.
const CLEANS_UP: c_int = 2;
/// The unwinder is to go on.
const GO_ON: c_int = 8;

/// Is asked by the unwinder what [`once`] wants to do.
extern "C" fn abandon(
    _version: c_int,
    actions: c_int,
    _class: u64,
    _exception: *mut c_void,
    context: *mut c_void,
) -> c_int {
    if actions & CLEANS_UP != 0 {
        // SAFETY: The context is the unwinder's, of a call of `once`.
        let control = unsafe { _Unwind_GetGR(context, RBX) } as *mut c_int;
        end(control, 0);
    }
    GO_ON
}

pub(crate) extern "C" fn acquire_guard(guard: *mut Guard) -> c_int {
    stop_before(world::on(OperationKind::Once, guard));
    // SAFETY: The program says that a guard is there.
    unsafe {
        if guard.read() & GUARD_DONE != 0 {
            return 0;
        }
        guard.write(guard.read() | GUARD_RUNS);
    }
    1
}

pub(crate) extern "C" fn release_guard(guard: *mut Guard) {
    stop_before(world::on(OperationKind::OnceDone, guard));
    // SAFETY: The program says that a guard is there.
    unsafe { guard.write(1) };
}

pub(crate) extern "C" fn abort_guard(guard: *mut Guard) {
    stop_before(world::on(OperationKind::OnceDone, guard));
    // SAFETY: The program says that a guard is there.
    unsafe { guard.write(0) };
}
