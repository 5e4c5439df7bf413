//! Slots that an instruction reads and writes.

use heddle_bitcode::FloatKind;

use crate::body::Tables;
use crate::layout::float_slots;
use crate::{Callee, Op, Parts, PartsId, Slot, WideOp};

/// Use of a slot by an instruction.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Use {
    /// Its value matters.
    Read,
    /// It gets a new value.
    Write,
    /// It may keep its value in part.
    ReadWrite,
}

/// Number of slots of the layouts of a program.
pub(crate) trait PartsCount {
    /// Slots of a value of this layout.
    fn slots(&self, id: PartsId) -> u32;
}

impl PartsCount for cranelift_entity::PrimaryMap<PartsId, Parts> {
    fn slots(&self, id: PartsId) -> u32 {
        self[id].parts.len() as u32
    }
}

fn int_slots(width: u32) -> u32 {
    width.div_ceil(64).max(1)
}

/// Calls `f` with every row of slots that `op` uses: first slot, number, how.
/// `f` may change the slot. Reads come before writes.
pub(crate) fn visit(
    op: &mut Op,
    tables: &mut Tables,
    parts: &impl PartsCount,
    f: &mut impl FnMut(&mut Slot, u32, Use),
) {
    use Use::{Read, ReadWrite, Write};
    match op {
        Op::Move { dst, src }
        | Op::Freeze { dst, src }
        | Op::Trunc { width: _, dst, src }
        | Op::SExt { from: _, to: _, dst, src }
        | Op::PtrToInt { dst, src }
        | Op::PunToInt { dst, src }
        | Op::FConvert { from: _, dst, src }
        | Op::FToInt { kind: _, signed: _, width: _, dst, src }
        | Op::FToIntSat { kind: _, signed: _, width: _, dst, src }
        | Op::IntToF { kind: _, signed: _, width: _, dst, src } => {
            f(src, 1, Read);
            f(dst, 1, Write);
        }
        Op::MoveMany { dst, src, count } => {
            f(src, *count, Read);
            f(dst, *count, Write);
        }
        Op::Undef { width: _, dst, count } => f(dst, *count, Write),
        Op::Add { width: _, wrap: _, dst, a, b }
        | Op::Sub { width: _, wrap: _, dst, a, b }
        | Op::Mul { width: _, wrap: _, dst, a, b }
        | Op::UDiv { width: _, wrap: _, dst, a, b }
        | Op::SDiv { width: _, wrap: _, dst, a, b }
        | Op::URem { width: _, dst, a, b }
        | Op::SRem { width: _, dst, a, b }
        | Op::Shl { width: _, wrap: _, dst, a, b }
        | Op::LShr { width: _, wrap: _, dst, a, b }
        | Op::AShr { width: _, wrap: _, dst, a, b }
        | Op::And { width: _, dst, a, b }
        | Op::Or { width: _, dst, a, b }
        | Op::Xor { width: _, dst, a, b }
        | Op::Eq { width: _, dst, a, b }
        | Op::Ne { width: _, dst, a, b }
        | Op::Ult { width: _, dst, a, b }
        | Op::Ule { width: _, dst, a, b }
        | Op::Slt { width: _, dst, a, b }
        | Op::Sle { width: _, dst, a, b }
        | Op::IntBinary { op: _, width: _, dst, a, b }
        | Op::FAdd { kind: _, dst, a, b }
        | Op::FSub { kind: _, dst, a, b }
        | Op::FMul { kind: _, dst, a, b }
        | Op::FDiv { kind: _, dst, a, b }
        | Op::FRem { kind: _, dst, a, b }
        | Op::FCmp { kind: _, compare: _, dst, a, b } => {
            f(a, 1, Read);
            f(b, 1, Read);
            f(dst, 1, Write);
        }
        Op::Overflowing { op: _, width: _, dst, a, b } => {
            f(a, 1, Read);
            f(b, 1, Read);
            f(dst, 2, Write);
        }
        Op::IntUnary { op: _, width: _, dst, a }
        | Op::FNeg { kind: _, dst, a }
        | Op::IsFpClass { kind: _, mask: _, dst, a } => {
            f(a, 1, Read);
            f(dst, 1, Write);
        }
        Op::FunnelShift { left: _, width: _, dst, a, b, by: c }
        | Op::Math { f: _, kind: _, dst, a, b, c } => {
            f(a, 1, Read);
            f(b, 1, Read);
            f(c, 1, Read);
            f(dst, 1, Write);
        }
        Op::Wide { id } => wide(&mut tables.wide[*id], f),
        Op::Select { count, dst, condition, a, b } => {
            f(condition, 1, Read);
            f(a, u32::from(*count), Read);
            f(b, u32::from(*count), Read);
            f(dst, u32::from(*count), Write);
        }
        Op::GetElement { count, dst, base, index } => {
            f(base, u32::from(*count), Read);
            f(index, 1, Read);
            f(dst, 1, Write);
        }
        Op::SetElement { count, base, index, src } => {
            f(index, 1, Read);
            f(src, 1, Read);
            f(base, u32::from(*count), ReadWrite);
        }
        Op::PtrAdd { dst, base, offset: second }
        | Op::PtrIndex { width: _, dst, base, index: second, scale: _ } => {
            f(base, 1, Read);
            f(second, 1, Read);
            f(dst, 1, Write);
        }
        Op::PtrOffset { dst, base, offset: _ } => {
            f(base, 1, Read);
            f(dst, 1, Write);
        }
        Op::TlsAddress { dst, global: _ } | Op::Alloca { dst, id: _ } | Op::StackSave { dst } => {
            f(dst, 1, Write)
        }
        Op::Load { bytes: _, width: _, access: _, dst, ptr, offset: _ } => {
            f(ptr, 1, Read);
            f(dst, 1, Write);
        }
        Op::Store { bytes: _, width: _, access: _, src, ptr, offset: _ } => {
            f(src, 1, Read);
            f(ptr, 1, Read);
        }
        Op::LoadParts { access: _, dst, ptr, parts: id } => {
            f(ptr, 1, Read);
            f(dst, parts.slots(*id), Write);
        }
        Op::StoreParts { access: _, src, ptr, parts: id } => {
            f(src, parts.slots(*id), Read);
            f(ptr, 1, Read);
        }
        Op::Repack { id } => {
            let (dst, dst_parts, src, src_parts) = &mut tables.repacks[*id];
            f(src, parts.slots(*src_parts), Read);
            f(dst, parts.slots(*dst_parts), Write);
        }
        Op::AtomicRmw { op: _, width, access: _, dst, ptr, value } => {
            let slots = int_slots(u32::from(*width));
            f(ptr, 1, Read);
            f(value, slots, Read);
            f(dst, slots, Write);
        }
        Op::CmpXchg { width, access: _, failure: _, dst, ptr, expected, new } => {
            let slots = int_slots(u32::from(*width));
            f(ptr, 1, Read);
            f(expected, slots, Read);
            f(new, slots, Read);
            f(dst, slots + 1, Write);
        }
        Op::MemCopy { disjoint: _, access: _, dst: a, src: b, len: c }
        | Op::MemSet { access: _, dst: a, value: b, len: c } => {
            f(a, 1, Read);
            f(b, 1, Read);
            f(c, 1, Read);
        }
        Op::AllocaMany { width: _, dst, id: _, count } => {
            f(count, 1, Read);
            f(dst, 1, Write);
        }
        Op::StackRestore { src: a }
        | Op::LifetimeStart { ptr: a }
        | Op::LifetimeEnd { ptr: a }
        | Op::VaEnd { list: a }
        | Op::Switch { value: a, id: _ }
        | Op::JumpTo { address: a, id: _ }
        | Op::Branch { condition: a, then: _, otherwise: _ } => f(a, 1, Read),
        Op::VaStart { list } => {
            f(list, 1, Read);
            if let Some(area) = &mut tables.varargs {
                f(area, 1, Read);
            }
        }
        Op::VaCopy { dst, src } => {
            f(dst, 1, Read);
            f(src, 1, Read);
        }
        Op::Call { id } | Op::Invoke { id, normal: _, unwind: _ } => {
            let site = &mut tables.calls[*id];
            if let Callee::Indirect(slot) = &mut site.callee {
                f(slot, 1, Read);
            }
            for argument in &mut site.args {
                f(&mut argument.src, argument.slots, Read);
            }
            f(&mut site.dst, site.dst_slots, Write);
        }
        Op::Return { src, count } => f(src, *count, Read),
        Op::Fence { access: _ }
        | Op::Jump { target: _ }
        | Op::Unreachable
        | Op::Trap
        | Op::Unsupported { id: _ } => {}
    }
}

fn wide(op: &mut WideOp, f: &mut impl FnMut(&mut Slot, u32, Use)) {
    use Use::{Read, Write};
    let kind_slots = |kind: &FloatKind| float_slots(*kind);
    match op {
        WideOp::Int { op: _, wrap: _, width, dst, a, b }
        | WideOp::Binary { op: _, width, dst, a, b } => {
            let slots = int_slots(*width);
            f(a, slots, Read);
            f(b, slots, Read);
            f(dst, slots, Write);
        }
        WideOp::ICmp { predicate: _, width, dst, a, b } => {
            let slots = int_slots(*width);
            f(a, slots, Read);
            f(b, slots, Read);
            f(dst, 1, Write);
        }
        WideOp::Resize { signed: _, from, to, dst, src } => {
            f(src, int_slots(*from), Read);
            f(dst, int_slots(*to), Write);
        }
        WideOp::Unary { op: _, width, dst, a } => {
            f(a, int_slots(*width), Read);
            f(dst, int_slots(*width), Write);
        }
        WideOp::Overflowing { op: _, width, dst, a, b } => {
            let slots = int_slots(*width);
            f(a, slots, Read);
            f(b, slots, Read);
            f(dst, slots + 1, Write);
        }
        WideOp::FunnelShift { left: _, width, dst, a, b, by } => {
            let slots = int_slots(*width);
            f(a, slots, Read);
            f(b, slots, Read);
            f(by, slots, Read);
            f(dst, slots, Write);
        }
        WideOp::Float { op: _, kind, dst, a, b } => {
            f(a, kind_slots(kind), Read);
            f(b, kind_slots(kind), Read);
            f(dst, kind_slots(kind), Write);
        }
        WideOp::FNeg { kind, dst, a } => {
            f(a, kind_slots(kind), Read);
            f(dst, kind_slots(kind), Write);
        }
        WideOp::FCmp { kind, compare: _, dst, a, b } => {
            f(a, kind_slots(kind), Read);
            f(b, kind_slots(kind), Read);
            f(dst, 1, Write);
        }
        WideOp::FConvert { from, to, dst, src } => {
            f(src, kind_slots(from), Read);
            f(dst, kind_slots(to), Write);
        }
        WideOp::FToInt { kind, signed: _, width, dst, src } => {
            f(src, kind_slots(kind), Read);
            f(dst, int_slots(*width), Write);
        }
        WideOp::IntToF { kind, signed: _, width, dst, src } => {
            f(src, int_slots(*width), Read);
            f(dst, kind_slots(kind), Write);
        }
        WideOp::Math { f: function, kind, dst, a, b, c } => {
            let slots = kind_slots(kind);
            let second = if function.second_is_int() { 1 } else { slots };
            f(a, slots, Read);
            f(b, second, Read);
            f(c, second, Read);
            f(dst, slots, Write);
        }
    }
}
