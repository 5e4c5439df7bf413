//! The functions of `heddle.h`, and the words of other checkers, for programs that are compiled to be
//! checked.
//!
//! What is said about which states are the same, metrics, propositions and progress means nothing
//! here. Inputs of up to eight bits are choices; others are refused by name, as is what is to hold in
//! all states.

use core::ffi::{CStr, c_char, c_int, c_void};
use core::sync::atomic::AtomicU8;

use heddle_vivo_protocol::{Operation, OperationKind, Trouble};

use crate::{failure, world};

unsafe extern "C" {
    fn malloc(bytes: usize) -> *mut c_void;
}

/// `heddle_abs` of `heddle.h`, which programs may write.
#[cfg_attr(heddle_preload, unsafe(export_name = "heddle_abs"))]
static ABSTRACT_STATE: [AtomicU8; 64] = [const { AtomicU8::new(0) }; 64];

/// A number below `count`, of which all are explored.
pub(crate) extern "C" fn choose(count: u32) -> u32 {
    if count > u16::MAX.into() {
        world::board().set_text(0, b"a choice has more than 65535 values");
        world::fail(Trouble::Limit);
    }
    if count == 0 {
        world::refuse(b"a choice without values");
    }
    if count == 1 {
        return 0;
    }
    let choice = Operation::on(OperationKind::Choose, 0, 0, world::site());
    world::stop_before(Operation { second: count.into(), ..choice }).into()
}

/// An input of eight bits.
pub(crate) extern "C" fn choose_byte() -> u32 {
    choose(256)
}

/// An input of eight bits, the highest of which is the sign.
pub(crate) extern "C" fn choose_signed_byte() -> c_int {
    choose(256) as i8 as c_int
}

/// An input that is true or false.
pub(crate) extern "C" fn choose_bool() -> u32 {
    choose(2)
}

/// Ends the run, which does not count, unless the condition holds.
pub(crate) extern "C" fn assume(holds: c_int) {
    if holds == 0 {
        world::fail(Trouble::Abandoned);
    }
}

/// Ends the run with a violation, unless the condition holds.
pub(crate) extern "C" fn assert(holds: c_int) {
    if holds == 0 {
        fail_assertion(c"assert");
    }
}

/// [`assert()`], with a text that says what is to hold.
pub(crate) extern "C" fn assert_text(holds: c_int, text: *const c_char) {
    if holds == 0 {
        // SAFETY: The program gives a C string, or nothing.
        fail_assertion(if text.is_null() { c"assert" } else { unsafe { CStr::from_ptr(text) } });
    }
}

fn fail_assertion(text: &CStr) -> ! {
    failure::assertion(text.as_ptr(), core::ptr::null(), 0, core::ptr::null())
}

pub(crate) extern "C" fn reach_error() {
    fail_in(b"reach_error");
}

pub(crate) extern "C" fn verifier_error() {
    fail_in(b"__VERIFIER_error");
}

fn fail_in(function: &[u8]) -> ! {
    world::board().set_text(0, function);
    world::fail(Trouble::ErrorCall)
}

/// Memory, which there always is.
pub(crate) extern "C" fn allocate(bytes: usize) -> *mut c_void {
    // SAFETY: The function is the program's, and takes any size.
    let memory = unsafe { malloc(bytes.max(1)) };
    if memory.is_null() {
        world::board().set_text(0, b"there is no memory for heddle_malloc");
        world::fail(Trouble::Limit);
    }
    memory
}

/// Hints for those who look at states.
pub(crate) extern "C" fn ignore() {}

/// The names of functions that cannot be followed.
macro_rules! refused {
    ($($function:ident => $name:literal,)+) => {
        $(pub(crate) extern "C" fn $function() {
            world::refuse($name);
        })+
    };
}

refused! {
    refuse_invariant => b"heddle_invariant",
    refuse_memory_input => b"__VERIFIER_nondet_memory",
    refuse_wide_input => b"an input of more than eight bits",
}
