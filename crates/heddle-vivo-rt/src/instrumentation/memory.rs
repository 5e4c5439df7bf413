//! Copies and fills of memory, which are made here, each in one step.

use core::ffi::{c_int, c_void};

use heddle_vivo_protocol::{Operation, OperationKind};

use super::plain;
use crate::world;

unsafe extern "C" {
    fn memmove(to: *mut c_void, from: *const c_void, bytes: usize) -> *mut c_void;
    fn memset(to: *mut c_void, value: c_int, bytes: usize) -> *mut c_void;
}

/// Copies memory, which may overlap.
pub(crate) extern "C" fn copy(to: *mut c_void, from: *const c_void, bytes: usize) -> *mut c_void {
    if bytes > 0 && !world::is_alone() {
        let (object, second) = (to as u64, from as u64);
        let copy = Operation::on(OperationKind::Copy, object, bytes as u32, world::site());
        world::stop_before(Operation { second, ..copy });
    }
    // SAFETY: The program gives both, and says that they are as large.
    unsafe { memmove(to, from, bytes) }
}

pub(crate) extern "C" fn fill(to: *mut c_void, value: c_int, bytes: usize) -> *mut c_void {
    plain::stop_with(OperationKind::Write, to as u64, bytes, value as u64);
    // SAFETY: The program gives it, and says that it is as large.
    unsafe { memset(to, value, bytes) }
}
