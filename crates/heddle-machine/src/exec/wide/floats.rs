//! `half`, `bfloat`, `x86_fp80` and `fp128`, and conversions of all formats, in slots: [`soft`]
//! on what is defined.

use heddle_program::float::{self, FloatError, FloatOp, soft};
use heddle_program::{FloatCompare, FloatKind, MathFn};

use super::limbs::Limbs;
use super::{ints, tainted, uninitialized};
use crate::fault::Fault;
use crate::value::{Word, mask};

impl From<FloatError> for Fault {
    fn from(error: FloatError) -> Fault {
        Fault::Unsupported(error.to_string())
    }
}

/// The bits of an operand, or nothing if some are undefined.
fn bits(words: &[Word]) -> Option<u128> {
    let word = |i: usize| words.get(i).map_or(0, |word| u128::from(word.bits));
    words.iter().all(|word| word.is_defined()).then(|| word(1) << 64 | word(0))
}

/// The words of a result.
fn words(kind: FloatKind, bits: u128) -> Vec<Word> {
    let halves = [bits as u64, (bits >> 64) as u64];
    let word = |(half, &width): (u64, &u32)| Word::new(half & mask(width));
    halves.into_iter().zip(float::slot_widths(kind)).map(word).collect()
}

/// A float that is undefined because an operand is.
fn undefined(kind: FloatKind, operands: &[&[Word]]) -> Vec<Word> {
    let sources = operands.concat();
    float::slot_widths(kind).iter().map(|&width| Word::tainted(width, &sources)).collect()
}

/// An operation of two operands.
pub(super) fn binary(
    op: FloatOp,
    kind: FloatKind,
    a: &[Word],
    b: &[Word],
) -> Result<Vec<Word>, Fault> {
    let (Some(x), Some(y)) = (bits(a), bits(b)) else { return Ok(undefined(kind, &[a, b])) };
    Ok(words(kind, soft::binary(op, kind, x, y)?))
}

/// The other sign.
pub(super) fn negate(kind: FloatKind, a: &[Word]) -> Vec<Word> {
    match bits(a) {
        Some(x) => words(kind, soft::negate(kind, x)),
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
    Ok(Word::new(compare.holds(soft::compare(kind, x, y)?).into()))
}

/// Between any two formats.
pub(super) fn convert(from: FloatKind, to: FloatKind, a: &[Word]) -> Result<Vec<Word>, Fault> {
    match bits(a) {
        Some(x) => Ok(words(to, soft::convert(from, to, x)?)),
        None => Ok(undefined(to, &[a])),
    }
}

/// A mathematical function.
pub(super) fn math(f: MathFn, kind: FloatKind, operands: [&[Word]; 3]) -> Result<Vec<Word>, Fault> {
    match operands.map(bits) {
        [Some(x), Some(y), Some(z)] => Ok(words(kind, soft::math(f, kind, [x, y, z])?)),
        _ => Ok(undefined(kind, &operands)),
    }
}

/// A float as an integer of any width, rounded to zero; out of range is undefined.
pub(super) fn to_int(
    kind: FloatKind,
    signed: bool,
    width: u32,
    a: &[Word],
) -> Result<Vec<Word>, Fault> {
    let Some(x) = bits(a) else { return Ok(tainted(width, &[a])) };
    let whole = soft::whole(kind, x)?.filter(|whole| whole.bit_length() <= width);
    let Some(whole) = whole else { return Ok(uninitialized(width)) };
    let digits = Limbs::from_u128(width.max(128), whole.magnitude);
    let magnitude = digits.shl(whole.shift).resize(width, false);
    // The least signed number has no positive counterpart.
    let fits = match (signed, whole.is_negative) {
        (true, true) => !magnitude.is_negative() || magnitude == Limbs::min_signed(width),
        (true, false) => !magnitude.is_negative(),
        (false, is_negative) => !is_negative,
    };
    if !fits {
        return Ok(uninitialized(width));
    }
    Ok(ints::words(&if whole.is_negative { magnitude.neg() } else { magnitude }))
}

/// An integer of any width as a float.
pub(super) fn from_int(
    kind: FloatKind,
    signed: bool,
    width: u32,
    a: &[Word],
) -> Result<Vec<Word>, Fault> {
    let Some(x) = ints::number(width, a) else { return Ok(undefined(kind, &[a])) };
    let is_negative = signed && x.is_negative();
    let magnitude = if is_negative { x.neg() } else { x };
    let excess = magnitude.bit_length().saturating_sub(128);
    let kept = magnitude.lshr(excess);
    let rest = kept.shl(excess) != magnitude;
    let mantissa = kept.to_u128().unwrap_or(0) | u128::from(rest);
    Ok(words(kind, soft::nearest(kind, is_negative, mantissa, excess as i32)?))
}
