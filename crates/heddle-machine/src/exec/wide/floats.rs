//! `half`, `bfloat`, `x86_fp80` and `fp128`, and conversions of all formats.
//!
//! Arithmetic is `rustc_apfloat`'s, to nearest even. Conversions go through
//! `fp128`, which holds every value of the other formats exactly, so that there is one
//! rounding at most. A result that is not a number although the operands are has its
//! sign set, as on x86.

use heddle_program::{BinaryOp, FloatCompare, FloatKind};
use rustc_apfloat::ieee::Quad;
use rustc_apfloat::{Float, FloatConvert};

use super::super::float;
use super::limbs::Limbs;
use super::{ints, tainted, uninitialized};
use crate::fault::Fault;
use crate::value::{Word, mask};

/// Runs an expression with `$format` as the type of a format.
macro_rules! with_format {
    ($kind:expr, $format:ident => $body:expr) => {
        match $kind {
            heddle_program::FloatKind::Half => {
                type $format = rustc_apfloat::ieee::Half;
                $body
            }
            heddle_program::FloatKind::BFloat => {
                type $format = rustc_apfloat::ieee::BFloat;
                $body
            }
            heddle_program::FloatKind::Single => {
                type $format = rustc_apfloat::ieee::Single;
                $body
            }
            heddle_program::FloatKind::Double => {
                type $format = rustc_apfloat::ieee::Double;
                $body
            }
            heddle_program::FloatKind::X86Fp80 => {
                type $format = rustc_apfloat::ieee::X87DoubleExtended;
                $body
            }
            heddle_program::FloatKind::Quad => {
                type $format = rustc_apfloat::ieee::Quad;
                $body
            }
            heddle_program::FloatKind::PpcDouble => {
                return Err(Fault::Unsupported("a float that is a pair of doubles".to_owned()));
            }
        }
    };
}
pub(super) use with_format;

/// Bits of each slot of a format.
pub(super) fn widths(kind: FloatKind) -> &'static [u32] {
    match kind {
        FloatKind::Half | FloatKind::BFloat => &[16],
        FloatKind::Single => &[32],
        FloatKind::Double => &[64],
        FloatKind::X86Fp80 => &[64, 16],
        FloatKind::Quad | FloatKind::PpcDouble => &[64, 64],
    }
}

/// Bits of a format.
pub(super) fn width(kind: FloatKind) -> u32 {
    widths(kind).iter().sum()
}

/// The bits of an operand, or nothing if some are undefined.
pub(super) fn bits(words: &[Word]) -> Option<u128> {
    let word = |i: usize| words.get(i).map_or(0, |word| u128::from(word.bits));
    words.iter().all(|word| word.is_defined()).then(|| word(1) << 64 | word(0))
}

/// The words of a result.
pub(super) fn words(kind: FloatKind, bits: u128) -> Vec<Word> {
    let halves = [bits as u64, (bits >> 64) as u64];
    let word = |(half, &width): (u64, &u32)| Word::new(half & mask(width));
    halves.into_iter().zip(widths(kind)).map(word).collect()
}

/// A float that is undefined because an operand is.
pub(super) fn undefined(kind: FloatKind, operands: &[&[Word]]) -> Vec<Word> {
    let sources = operands.concat();
    widths(kind).iter().map(|&width| Word::tainted(width, &sources)).collect()
}

/// A result, with the sign that x86 gives what is not a number for no reason of
/// the operands.
pub(super) fn settle<F: Float>(result: F, operands: &[F]) -> u128 {
    let invented = result.is_nan() && !operands.iter().any(|operand| operand.is_nan());
    (if invented && !result.is_negative() { -result } else { result }).to_bits()
}

/// An instruction of two operands.
pub(super) fn binary(
    op: BinaryOp,
    kind: FloatKind,
    a: &[Word],
    b: &[Word],
) -> Result<Vec<Word>, Fault> {
    let (Some(x), Some(y)) = (bits(a), bits(b)) else { return Ok(undefined(kind, &[a, b])) };
    let result = with_format!(kind, F => {
        let (x, y) = (F::from_bits(x), F::from_bits(y));
        let result = match op {
            BinaryOp::FAdd => x + y,
            BinaryOp::FSub => x - y,
            BinaryOp::FMul => x * y,
            BinaryOp::FDiv => x / y,
            BinaryOp::FRem => x % y,
            other => return Err(Fault::Unsupported(format!("{other:?} of floats"))),
        };
        settle(result.value, &[x, y])
    });
    Ok(words(kind, result))
}

/// The sign is turned round, of what is not a number as well.
pub(super) fn negate(kind: FloatKind, a: &[Word]) -> Vec<Word> {
    match bits(a) {
        Some(x) => words(kind, x ^ 1 << (width(kind) - 1)),
        None => undefined(kind, &[a]),
    }
}

/// A comparison.
pub(super) fn compare(
    kind: FloatKind,
    compare: FloatCompare,
    a: &[Word],
    b: &[Word],
) -> Result<Word, Fault> {
    let (Some(x), Some(y)) = (bits(a), bits(b)) else {
        return Ok(Word::tainted(1, &[a, b].concat()));
    };
    let order = with_format!(kind, F => F::from_bits(x).partial_cmp(&F::from_bits(y)));
    Ok(Word::new(u64::from(compare.0 & float::outcome(order) != 0)))
}

/// The same value in the widest format.
pub(super) fn widen(kind: FloatKind, bits: u128) -> Result<Quad, Fault> {
    Ok(with_format!(kind, F => {
        let exact: Quad = F::from_bits(bits).convert(&mut false).value;
        exact
    }))
}

/// The nearest value in a format.
pub(super) fn narrow(kind: FloatKind, value: Quad) -> Result<u128, Fault> {
    Ok(with_format!(kind, F => {
        let rounded: F = value.convert(&mut false).value;
        rounded.to_bits()
    }))
}

/// Between any two formats.
pub(super) fn convert(from: FloatKind, to: FloatKind, a: &[Word]) -> Result<Vec<Word>, Fault> {
    match bits(a) {
        Some(x) => Ok(words(to, narrow(to, widen(from, x)?)?)),
        None => Ok(undefined(to, &[a])),
    }
}

/// A finite `fp128` as `mantissa * 2^exponent`, without its sign.
pub(super) fn take_apart(value: Quad) -> Option<(u128, i32)> {
    let bits = value.to_bits();
    let fraction = bits & ((1 << 112) - 1);
    match (bits >> 112 & 0x7fff) as i32 {
        0x7fff => None,
        0 => Some((fraction, -16494)),
        exponent => Some((fraction | 1 << 112, exponent - 16495)),
    }
}

/// The value of a format nearest to `mantissa * 2^exponent`, where the lowest bit
/// stands for all that is below it. The result must not be below the normal range.
pub(super) fn put_together(
    kind: FloatKind,
    negative: bool,
    mantissa: u128,
    exponent: i32,
) -> Result<u128, Fault> {
    let signed = |value: Quad| if negative { -value } else { value };
    if kind == FloatKind::Quad {
        return Ok(signed(Quad::from_u128(mantissa).value.scalbn(exponent)).to_bits());
    }
    // Of the 113 bits that a `fp128` holds, every other format drops at least two, so
    // rounding once more is right as long as the last bit keeps standing for the rest.
    let excess = (128 - mantissa.leading_zeros()).saturating_sub(113);
    let rest = mantissa & ((1 << excess) - 1) != 0;
    let kept = mantissa >> excess | u128::from(rest);
    let exact = Quad::from_u128(kept).value.scalbn(exponent.saturating_add(excess as i32));
    narrow(kind, signed(exact))
}

/// A float as an integer, rounded to zero; out of range is undefined.
pub(super) fn to_int(
    kind: FloatKind,
    signed: bool,
    width: u32,
    a: &[Word],
) -> Result<Vec<Word>, Fault> {
    let Some(x) = bits(a) else { return Ok(tainted(width, &[a])) };
    let value = widen(kind, x)?;
    let Some((mantissa, exponent)) = take_apart(value) else { return Ok(uninitialized(width)) };
    let drop = exponent.min(0).unsigned_abs();
    let whole = mantissa.checked_shr(drop).unwrap_or(0);
    let shift = exponent.max(0).unsigned_abs();
    let length = if whole == 0 { 0 } else { 128 - whole.leading_zeros() + shift };
    if length > width {
        return Ok(uninitialized(width));
    }
    let shift = if whole == 0 { 0 } else { shift };
    let magnitude = Limbs::from_u128(width.max(128), whole).shl(shift).resize(width, false);
    let negative = value.is_negative() && !magnitude.is_zero();
    // The least signed number has no positive counterpart.
    let fits = match (signed, negative) {
        (true, true) => !magnitude.is_negative() || magnitude == Limbs::min_signed(width),
        (true, false) => !magnitude.is_negative(),
        (false, negative) => !negative,
    };
    if !fits {
        return Ok(uninitialized(width));
    }
    Ok(ints::words(&if negative { magnitude.neg() } else { magnitude }))
}

/// An integer as a float.
pub(super) fn from_int(
    kind: FloatKind,
    signed: bool,
    width: u32,
    a: &[Word],
) -> Result<Vec<Word>, Fault> {
    let Some(x) = ints::number(width, a) else { return Ok(undefined(kind, &[a])) };
    let negative = signed && x.is_negative();
    let magnitude = if negative { x.neg() } else { x };
    let excess = magnitude.bit_length().saturating_sub(128);
    let kept = magnitude.lshr(excess);
    let rest = kept.shl(excess) != magnitude;
    let mantissa = kept.to_u128().unwrap_or(0) | u128::from(rest);
    Ok(words(kind, put_together(kind, negative, mantissa, excess as i32)?))
}
