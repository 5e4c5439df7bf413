//! The numbering of operators that instructions and constant expressions share.

use llvm_bitcode::schema::values::{BinOpcode, CastOpcode};

use super::types::TypeTable;
use crate::error::Result;
use crate::stream::Fields;
use crate::{BinaryOp, CastOp, FloatPredicate, GepFlags, IntPredicate, Type, TypeId};

/// A binary operator on operands of a type.
pub(crate) fn binary(
    code: u64,
    ty: TypeId,
    types: &TypeTable,
    fields: &Fields<'_>,
) -> Result<BinaryOp> {
    let opcode = u8::try_from(code)
        .ok()
        .and_then(|code| BinOpcode::try_from(code).ok())
        .ok_or_else(|| fields.unsupported(format!("binary operator {code}")))?;
    let scalar = types.scalar(ty);
    let op = if types.is_float(scalar) {
        match opcode {
            BinOpcode::Add => Some(BinaryOp::FAdd),
            BinOpcode::Sub => Some(BinaryOp::FSub),
            BinOpcode::Mul => Some(BinaryOp::FMul),
            BinOpcode::SDiv => Some(BinaryOp::FDiv),
            BinOpcode::SRem => Some(BinaryOp::FRem),
            _ => None,
        }
    } else if types.is_integer(scalar) {
        Some(match opcode {
            BinOpcode::Add => BinaryOp::Add,
            BinOpcode::Sub => BinaryOp::Sub,
            BinOpcode::Mul => BinaryOp::Mul,
            BinOpcode::UDiv => BinaryOp::UDiv,
            BinOpcode::SDiv => BinaryOp::SDiv,
            BinOpcode::URem => BinaryOp::URem,
            BinOpcode::SRem => BinaryOp::SRem,
            BinOpcode::Shl => BinaryOp::Shl,
            BinOpcode::LShr => BinaryOp::LShr,
            BinOpcode::AShr => BinaryOp::AShr,
            BinOpcode::And => BinaryOp::And,
            BinOpcode::Or => BinaryOp::Or,
            BinOpcode::Xor => BinaryOp::Xor,
        })
    } else {
        None
    };
    op.ok_or_else(|| fields.malformed(format!("{opcode:?} of operands that have none")))
}

/// A conversion between two types.
pub(crate) fn cast(
    code: u64,
    from: TypeId,
    to: TypeId,
    types: &TypeTable,
    fields: &Fields<'_>,
) -> Result<CastOp> {
    let opcode = u8::try_from(code)
        .ok()
        .and_then(|code| CastOpcode::try_from(code).ok())
        .ok_or_else(|| fields.unsupported(format!("cast {code}")))?;
    let op = match opcode {
        CastOpcode::Trunc => CastOp::Trunc,
        CastOpcode::ZExt => CastOp::ZExt,
        CastOpcode::SExt => CastOp::SExt,
        CastOpcode::FpToUi => CastOp::FpToUi,
        CastOpcode::FpToSi => CastOp::FpToSi,
        CastOpcode::UiToFp => CastOp::UiToFp,
        CastOpcode::SiToFp => CastOp::SiToFp,
        CastOpcode::FpTrunc => CastOp::FpTrunc,
        CastOpcode::FpExt => CastOp::FpExt,
        CastOpcode::PtrToInt => CastOp::PtrToInt,
        CastOpcode::IntToPtr => CastOp::IntToPtr,
        CastOpcode::Bitcast => CastOp::Bitcast,
        CastOpcode::Addrspace => CastOp::AddrSpaceCast,
    };
    if castable(op, from, to, types) {
        Ok(op)
    } else {
        Err(fields.malformed(format!("{op:?} between types that have none")))
    }
}

fn castable(op: CastOp, from: TypeId, to: TypeId, types: &TypeTable) -> bool {
    let lanes = |id| match types.get(id) {
        Type::Vector { len, scalable, .. } => Some((*len, *scalable)),
        _ => None,
    };
    let (a, b) = (types.scalar(from), types.scalar(to));
    let same_lanes = lanes(from) == lanes(to);
    let (int, float) = (|id| types.is_integer(id), |id| types.is_float(id));
    let pointer = |id| types.is_pointer(id);
    let int_bits = |id| match types.get(id) {
        Type::Int(bits) => *bits,
        _ => 0,
    };
    match op {
        CastOp::Trunc => same_lanes && int(a) && int(b) && int_bits(a) > int_bits(b),
        CastOp::ZExt | CastOp::SExt => same_lanes && int(a) && int(b) && int_bits(a) < int_bits(b),
        CastOp::FpToUi | CastOp::FpToSi => same_lanes && float(a) && int(b),
        CastOp::UiToFp | CastOp::SiToFp => same_lanes && int(a) && float(b),
        CastOp::FpTrunc | CastOp::FpExt => same_lanes && float(a) && float(b),
        CastOp::PtrToInt => same_lanes && pointer(a) && int(b),
        CastOp::IntToPtr => same_lanes && int(a) && pointer(b),
        CastOp::AddrSpaceCast => same_lanes && pointer(a) && pointer(b),
        // Pointers go to pointers only, numbers to numbers of the same size.
        CastOp::Bitcast => pointer(a) == pointer(b) && bit_size(from, types) == bit_size(to, types),
    }
}

/// Size of a number, pointer or vector of them in bits; pointers of all kinds
/// count the same, since they are never compared with anything else.
fn bit_size(id: TypeId, types: &TypeTable) -> Option<u64> {
    Some(match types.get(id) {
        Type::Int(bits) => u64::from(*bits),
        Type::Float(kind) => u64::from(kind.bits()),
        Type::Pointer(_) | Type::X86Mmx => 64,
        Type::X86Amx => 8192,
        Type::Vector { len, element, .. } => u64::from(*len) * bit_size(*element, types)?,
        _ => return None,
    })
}

/// A comparison: of floats below 16, of integers from 32 on.
pub(crate) enum Predicate {
    Float(FloatPredicate),
    Int(IntPredicate),
}

/// A comparison of operands of a type.
pub(crate) fn predicate(
    code: u64,
    ty: TypeId,
    types: &TypeTable,
    fields: &Fields<'_>,
) -> Result<Predicate> {
    use FloatPredicate as F;
    use IntPredicate as I;
    const FLOAT: [F; 16] = [
        F::False,
        F::Oeq,
        F::Ogt,
        F::Oge,
        F::Olt,
        F::Ole,
        F::One,
        F::Ord,
        F::Uno,
        F::Ueq,
        F::Ugt,
        F::Uge,
        F::Ult,
        F::Ule,
        F::Une,
        F::True,
    ];
    const INT: [I; 10] =
        [I::Eq, I::Ne, I::Ugt, I::Uge, I::Ult, I::Ule, I::Sgt, I::Sge, I::Slt, I::Sle];
    const FIRST_INT: usize = 32;
    let scalar = types.scalar(ty);
    let code = usize::try_from(code).unwrap_or(usize::MAX);
    if let Some(&predicate) = FLOAT.get(code)
        && types.is_float(scalar)
    {
        return Ok(Predicate::Float(predicate));
    }
    if let Some(&predicate) = code.checked_sub(FIRST_INT).and_then(|index| INT.get(index))
        && (types.is_integer(scalar) || types.is_pointer(scalar))
    {
        return Ok(Predicate::Int(predicate));
    }
    Err(fields.malformed(format!("comparison {code} of operands that have none")))
}

/// Promises of a `getelementptr`. `inbounds` has always implied that signed arithmetic does not
/// wrap; before LLVM 19 it said so alone.
pub(crate) fn gep_flags(bits: u64) -> GepFlags {
    GepFlags { inbounds: bits & 1 != 0, nusw: bits & 3 != 0, nuw: bits & 4 != 0 }
}

/// Alignment in bytes, from its logarithm plus one; zero is none.
pub(crate) fn alignment(code: u64, fields: &Fields<'_>) -> Result<u64> {
    const MAX: u64 = 33;
    match code {
        0 => Ok(0),
        1..=MAX => Ok(1 << (code - 1)),
        _ => Err(fields.malformed(format!("alignment of 2 to the {}", code - 1))),
    }
}
