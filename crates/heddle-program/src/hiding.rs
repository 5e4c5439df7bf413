//! Addresses that are kept in a form in which nobody finds them.
//!
//! Memory is lost if nothing holds its address. An address that is kept as an integer is found
//! among the bytes, with a mark in its low bits, too. One that was combined with another (the
//! links of an XOR list), shifted, or kept as a difference is not, and yet the program can compute
//! it again. Whether a program does that is not known; whether it could is, from its code.

use crate::{Function, Op, Program, Rmw, Slot};

impl Program {
    /// True if the user's code makes integers of addresses, and computes with integers of their
    /// width in a way after which an address need not be found among the bytes.
    pub fn may_hide_addresses(&self) -> bool {
        let bits = self.target.pointer_bytes * 8;
        let users = || self.functions.values().filter(|f| f.origin.is_programs());
        let makes_integers = |op: &Op| matches!(op, Op::PtrToInt { .. });
        users().any(|function| function.code.iter().any(makes_integers))
            && users().any(|function| function.code.iter().any(|&op| hides(function, bits, op)))
    }
}

/// True if an instruction may make of an address something that is none, and keep all of it.
fn hides(function: &Function, bits: u8, op: Op) -> bool {
    match op {
        Op::Mul { width, .. }
        | Op::UDiv { width, .. }
        | Op::SDiv { width, .. }
        | Op::URem { width, .. }
        | Op::SRem { width, .. }
        | Op::Shl { width, .. }
        | Op::LShr { width, .. }
        | Op::AShr { width, .. }
        | Op::Xor { width, .. }
        | Op::IntUnary { width, .. }
        | Op::IntBinary { width, .. }
        | Op::Overflowing { width, .. }
        | Op::FunnelShift { width, .. } => width >= bits,
        // The distance from another address; less a constant, it is still the same object's.
        Op::Sub { width, b, .. } => width >= bits && !is_constant(function, b),
        Op::AtomicRmw { op, width, .. } => {
            width >= bits && matches!(op, Rmw::Sub | Rmw::Xor | Rmw::Nand)
        }
        Op::Wide { .. } => true,
        _ => false,
    }
}

/// True if a slot of a function is a constant.
fn is_constant(function: &Function, slot: Slot) -> bool {
    slot.index() + function.constants.len() >= function.slots as usize
}
