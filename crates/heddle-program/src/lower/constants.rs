//! Constants as the contents of slots.

use heddle_bitcode::{BinaryOp, CastOp, ConstId, Constant, IntPredicate, Type, TypeId};

use crate::context::{Context, LowerError, Lowered};
use crate::layout::{MAX_SLOTS, Scalar};
use crate::lower::address::{Step, steps};
use crate::{Const, FuncId};

/// Expressions of real programs nest far less than this.
pub(crate) const MAX_DEPTH: u32 = 200;

/// `bits` cut to `width`.
pub(crate) fn cut(bits: u64, width: u32) -> u64 {
    if width >= 64 { bits } else { bits & ((1 << width) - 1) }
}

/// The low `width` bits of `bits` as a signed number.
pub(crate) fn signed(bits: u64, width: u32) -> i64 {
    let shift = 64 - width.clamp(1, 64);
    (bits << shift).cast_signed() >> shift
}

/// The contents of the slots of a constant, or `None` if code must compute it.
pub(crate) fn eval(
    cx: &mut Context<'_>,
    module: usize,
    id: ConstId,
    depth: u32,
) -> Lowered<Option<Vec<Const>>> {
    if depth > MAX_DEPTH {
        return LowerError::malformed("constants nest too deeply");
    }
    let source = cx.module(module);
    let layout = cx.layout(module);
    let ty = source.constant_types[id];
    let slots = value_slots(cx, module, ty)? as usize;
    let row = match &source.constants[id] {
        Constant::Zero => vec![Const::Bits(0); slots],
        Constant::Undef | Constant::Poison => vec![Const::Undef; slots],
        Constant::Int(bits) => words(&[*bits], slots),
        Constant::WideInt(bits) | Constant::Float(bits) => words(bits, slots),
        Constant::Data(elements) => elements.iter().map(|bits| Const::Bits(*bits)).collect(),
        Constant::Bytes(bytes) => bytes.iter().map(|byte| Const::Bits(u64::from(*byte))).collect(),
        Constant::Aggregate(elements) => {
            let mut row = Vec::with_capacity(slots);
            for element in elements {
                match eval(cx, module, *element, depth + 1)? {
                    Some(part) => row.extend(part),
                    None => return Ok(None),
                }
            }
            row
        }
        Constant::Global(global) => {
            let address = cx.global(module, *global)?.constant();
            if is_thread_local(cx, address) {
                return Ok(None);
            }
            vec![address]
        }
        Constant::Function(function) | Constant::FunctionEquivalent(function) => {
            vec![cx.function(module, *function)?.constant()]
        }
        Constant::Alias(alias) => {
            let address = cx.alias(module, *alias, depth)?.constant();
            if is_thread_local(cx, address) {
                return Ok(None);
            }
            vec![address]
        }
        Constant::BlockAddress(function, block) => match cx.function(module, *function)? {
            crate::context::Address::Function(id) => vec![Const::Label(id, block.as_u32())],
            _ => return LowerError::unsupported("address of a label of an undefined function"),
        },
        Constant::Cast(op, operand) => {
            let from = source.constant_types[*operand];
            let (Some(from), Some(to)) = (layout.scalar(from), layout.scalar(ty)) else {
                return Ok(None);
            };
            let Some(row) = eval(cx, module, *operand, depth + 1)? else { return Ok(None) };
            let [operand] = row[..] else { return Ok(None) };
            match cast(*op, from, to, layout.pointer_bits(), operand) {
                Some(value) => vec![value],
                None => return Ok(None),
            }
        }
        Constant::GetElementPtr { source: walked, operands, .. } => {
            let Some((base, indices)) = operands.split_first() else {
                return LowerError::malformed("an address without a base");
            };
            let indices: Vec<_> = indices
                .iter()
                .map(|index| int(cx, module, *index, depth + 1))
                .collect::<Lowered<_>>()?;
            let Some(base) = eval(cx, module, *base, depth + 1)? else { return Ok(None) };
            let [base] = base[..] else { return Ok(None) };
            let mut offset = 0i64;
            for step in steps(layout, *walked, &indices)? {
                match step {
                    Step::Offset(more) => offset = offset.wrapping_add(more),
                    Step::Index { .. } => return Ok(None),
                }
            }
            match add_offset(base, offset, layout.pointer_bits()) {
                Some(address) => vec![address],
                None => return Ok(None),
            }
        }
        Constant::Binary(op, a, b) => {
            let Some(Scalar::Int(width)) = layout.scalar(ty) else { return Ok(None) };
            let a = eval(cx, module, *a, depth + 1)?;
            let b = eval(cx, module, *b, depth + 1)?;
            let (Some([a]), Some([b])) = (a.as_deref(), b.as_deref()) else { return Ok(None) };
            match binary(*op, width, *a, *b, layout.pointer_bits()) {
                Some(value) => vec![value],
                None => return Ok(None),
            }
        }
        Constant::IntCompare(predicate, a, b) => {
            let Some(scalar) = layout.scalar(source.constant_types[*a]) else { return Ok(None) };
            let width = layout.scalar_bits(scalar);
            let a = eval(cx, module, *a, depth + 1)?;
            let b = eval(cx, module, *b, depth + 1)?;
            match (a.as_deref(), b.as_deref()) {
                (Some([Const::Bits(a)]), Some([Const::Bits(b)])) => {
                    vec![Const::Bits(u64::from(compare(*predicate, width, *a, *b)))]
                }
                _ => return Ok(None),
            }
        }
        Constant::Select(condition, a, b) => {
            match eval(cx, module, *condition, depth + 1)?.as_deref() {
                Some([Const::Bits(bit)]) => {
                    let chosen = if *bit == 0 { *b } else { *a };
                    return eval(cx, module, chosen, depth + 1);
                }
                _ => return Ok(None),
            }
        }
        Constant::FloatCompare(..)
        | Constant::ExtractElement(..)
        | Constant::InsertElement(..)
        | Constant::ShuffleVector(..)
        | Constant::InlineAsm(_) => return Ok(None),
    };
    if row.len() == slots {
        Ok(Some(row))
    } else {
        LowerError::malformed("a constant does not fit its type")
    }
}

fn is_thread_local(cx: &Context<'_>, address: Const) -> bool {
    matches!(address, Const::Global(id, _) if cx.is_thread_local(id))
}

/// Slots of a value of type `ty`, if they are not too many.
pub(crate) fn value_slots(cx: &Context<'_>, module: usize, ty: TypeId) -> Lowered<u32> {
    let layout = cx.layout(module);
    let slots = layout.of(ty).slots;
    if slots <= MAX_SLOTS {
        return Ok(slots);
    }
    LowerError::unsupported(match layout.ty(ty) {
        Type::Vector { scalable: true, .. } => "scalable vectors".to_owned(),
        Type::Target(name) => format!("values of the target type `{name}`"),
        Type::X86Amx => "AMX tiles".to_owned(),
        _ => format!("a value of {} bytes outside memory", layout.of(ty).size),
    })
}

/// The value of a constant integer, sign-extended; of a vector, its first element's.
pub(crate) fn int(
    cx: &mut Context<'_>,
    module: usize,
    id: ConstId,
    depth: u32,
) -> Lowered<Option<i64>> {
    let ty = cx.module(module).constant_types[id];
    let Some((Scalar::Int(width), _)) = cx.layout(module).lanes(ty) else { return Ok(None) };
    Ok(match eval(cx, module, id, depth)?.as_deref() {
        Some([Const::Bits(bits), ..]) if width <= 64 => Some(signed(*bits, width)),
        _ => None,
    })
}

fn words(bits: &[u64], slots: usize) -> Vec<Const> {
    (0..slots).map(|word| Const::Bits(bits.get(word).copied().unwrap_or(0))).collect()
}

/// A conversion of a constant of one slot.
fn cast(op: CastOp, from: Scalar, to: Scalar, pointer_bits: u32, value: Const) -> Option<Const> {
    let width = |scalar| match scalar {
        Scalar::Int(width) => width,
        Scalar::Ptr => pointer_bits,
        Scalar::Float(kind) => crate::float::width(kind),
    };
    if width(from) > 64 || width(to) > 64 {
        return None;
    }
    match (op, value) {
        (_, Const::Undef) => None,
        (CastOp::Bitcast | CastOp::AddrSpaceCast, value) => Some(value),
        (CastOp::Trunc | CastOp::ZExt | CastOp::IntToPtr | CastOp::PtrToInt, Const::Bits(bits)) => {
            Some(Const::Bits(cut(bits, width(to))))
        }
        (CastOp::SExt, Const::Bits(bits)) => {
            Some(Const::Bits(cut(signed(bits, width(from)).cast_unsigned(), width(to))))
        }
        (CastOp::PtrToInt | CastOp::IntToPtr, address) if width(from) == width(to) => Some(address),
        _ => None,
    }
}

/// An address some bytes on.
fn add_offset(base: Const, offset: i64, pointer_bits: u32) -> Option<Const> {
    match base {
        Const::Global(global, start) => Some(Const::Global(global, start.wrapping_add(offset))),
        Const::Bits(bits) => {
            Some(Const::Bits(cut(bits.wrapping_add(offset.cast_unsigned()), pointer_bits)))
        }
        other if offset == 0 => Some(other),
        other => {
            let (function, start) = in_function(other)?;
            Some(match start.wrapping_add(offset) {
                0 => Const::Function(function),
                sum => Const::BesideFunction(function, sum),
            })
        }
    }
}

/// The function that an address belongs to, and where it is from there on. Labels count from one.
fn in_function(address: Const) -> Option<(FuncId, i64)> {
    match address {
        Const::Function(function) => Some((function, 0)),
        Const::BesideFunction(function, offset) => Some((function, offset)),
        Const::Label(function, label) => Some((function, i64::from(label) + 1)),
        Const::Bits(_) | Const::Global(..) | Const::Extern(_) | Const::Undef => None,
    }
}

/// The distance of two addresses of one object or function.
fn distance(a: Const, b: Const) -> Option<i64> {
    if let (Const::Global(g, a), Const::Global(h, b)) = (a, b) {
        return (g == h).then(|| a.wrapping_sub(b));
    }
    let ((f, a), (g, b)) = (in_function(a)?, in_function(b)?);
    (f == g).then(|| a.wrapping_sub(b))
}

fn binary(op: BinaryOp, width: u32, a: Const, b: Const, pointer_bits: u32) -> Option<Const> {
    match (op, a, b) {
        (_, Const::Bits(a), Const::Bits(b)) => fold(op, width, a, b).map(Const::Bits),
        _ if width != pointer_bits => None,
        (BinaryOp::Add, address, Const::Bits(bits))
        | (BinaryOp::Add, Const::Bits(bits), address) => {
            add_offset(address, signed(bits, width), pointer_bits)
        }
        (BinaryOp::Sub, address, Const::Bits(bits)) => {
            add_offset(address, signed(bits, width).wrapping_neg(), pointer_bits)
        }
        (BinaryOp::Sub, a, b) => {
            distance(a, b).map(|bytes| Const::Bits(cut(bytes.cast_unsigned(), width)))
        }
        _ => None,
    }
}

/// An operation on integers of at most 64 bits, unless it is a fault.
pub(crate) fn fold(op: BinaryOp, width: u32, a: u64, b: u64) -> Option<u64> {
    if width > 64 {
        return None;
    }
    let shift_ok = b < u64::from(width);
    let value = match op {
        BinaryOp::Add => a.wrapping_add(b),
        BinaryOp::Sub => a.wrapping_sub(b),
        BinaryOp::Mul => a.wrapping_mul(b),
        BinaryOp::And => a & b,
        BinaryOp::Or => a | b,
        BinaryOp::Xor => a ^ b,
        BinaryOp::UDiv => a.checked_div(b)?,
        BinaryOp::URem => a.checked_rem(b)?,
        BinaryOp::Shl if shift_ok => a << b,
        BinaryOp::LShr if shift_ok => a >> b,
        BinaryOp::AShr if shift_ok => (signed(a, width) >> b).cast_unsigned(),
        _ => return None,
    };
    Some(cut(value, width))
}

/// A comparison of integers of at most 64 bits.
pub(crate) fn compare(predicate: IntPredicate, width: u32, a: u64, b: u64) -> bool {
    let (x, y) = (signed(a, width), signed(b, width));
    match predicate {
        IntPredicate::Eq => a == b,
        IntPredicate::Ne => a != b,
        IntPredicate::Ugt => a > b,
        IntPredicate::Uge => a >= b,
        IntPredicate::Ult => a < b,
        IntPredicate::Ule => a <= b,
        IntPredicate::Sgt => x > y,
        IntPredicate::Sge => x >= y,
        IntPredicate::Slt => x < y,
        IntPredicate::Sle => x <= y,
    }
}

/// True if all slots of a constant are alike.
pub(crate) fn is_splat(cx: &mut Context<'_>, module: usize, id: ConstId) -> Lowered<bool> {
    let row = eval(cx, module, id, 0)?;
    Ok(row.is_some_and(|row| row.windows(2).all(|pair| pair[0] == pair[1])))
}
