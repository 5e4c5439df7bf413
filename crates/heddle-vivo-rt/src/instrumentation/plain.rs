//! Plain accesses: the thread stops before, and the program itself makes the access right after.

use heddle_vivo_protocol::{Operation, OperationKind};

use super::constants;
use crate::world;

/// Stops before an access to this memory, unless no other thread can notice it.
pub(crate) fn stop(kind: OperationKind, address: u64, bytes: usize) {
    stop_with(kind, address, bytes, 0);
}

/// The same, where the call hands over a value.
pub(crate) fn stop_with(kind: OperationKind, address: u64, bytes: usize, value: u64) {
    if bytes == 0 || world::is_alone() {
        return;
    }
    if kind == OperationKind::Read && constants::contain(address, bytes) {
        return;
    }
    let operation = Operation::on(kind, address, bytes as u32, world::site());
    world::stop_before(Operation { second: value, ..operation });
}

pub(crate) extern "C" fn read<const BYTES: usize>(address: u64) {
    stop(OperationKind::Read, address, BYTES);
}

pub(crate) extern "C" fn write<const BYTES: usize>(address: u64) {
    stop(OperationKind::Write, address, BYTES);
}

/// A read and a write that the compiler tells of in one.
pub(crate) extern "C" fn read_write<const BYTES: usize>(address: u64) {
    stop(OperationKind::Update, address, BYTES);
}

pub(crate) extern "C" fn read_range(address: u64, bytes: usize) {
    stop(OperationKind::Read, address, bytes);
}

pub(crate) extern "C" fn write_range(address: u64, bytes: usize) {
    stop(OperationKind::Write, address, bytes);
}

/// An object is given its table of virtual functions. Who gives it the one that it has writes
/// nothing: destructors do.
pub(crate) extern "C" fn write_table(address: u64, table: u64) {
    // SAFETY: The program is about to write there.
    let is_same = unsafe { (address as *const u64).read() } == table;
    stop(if is_same { OperationKind::Read } else { OperationKind::Write }, address, 8);
}

/// Calls of no interest: functions that begin and end, and hints.
pub(crate) extern "C" fn nothing() {}
