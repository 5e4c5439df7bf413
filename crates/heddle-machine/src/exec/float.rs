//! `float` and `double`.
//!
//! Both are computed with the host's IEEE arithmetic, to nearest even. Results of
//! library functions are those of the host's mathematical library.

use heddle_program::{FloatCompare, FloatWidth, MathFn, Slot};

use crate::value::{Word, mask, signed};

/// The same operation in both formats.
pub(super) type Both = (fn(f32, f32) -> f32, fn(f64, f64) -> f64);

pub(super) const ADD: Both = (|a, b| a + b, |a, b| a + b);
pub(super) const SUB: Both = (|a, b| a - b, |a, b| a - b);
pub(super) const MUL: Both = (|a, b| a * b, |a, b| a * b);
pub(super) const DIV: Both = (|a, b| a / b, |a, b| a / b);
pub(super) const REM: Both = (|a, b| a % b, |a, b| a % b);

/// Bits of a format.
pub(super) fn width(kind: FloatWidth) -> u32 {
    match kind {
        FloatWidth::F32 => 32,
        FloatWidth::F64 => 64,
    }
}

/// An operation of two operands.
#[inline(always)]
pub(super) fn binary(slots: &mut [Word], kind: FloatWidth, dst: Slot, a: Slot, b: Slot, f: Both) {
    let (x, y) = (slots[a.index()], slots[b.index()]);
    slots[dst.index()] = if x.undef | y.undef != 0 {
        Word::tainted(width(kind), &[x, y])
    } else {
        Word::new(match kind {
            FloatWidth::F32 => f.0(single(x.bits), single(y.bits)).to_bits().into(),
            FloatWidth::F64 => f.1(f64::from_bits(x.bits), f64::from_bits(y.bits)).to_bits(),
        })
    };
}

/// A `float` from its bits.
pub(super) fn single(bits: u64) -> f32 {
    f32::from_bits(bits as u32)
}

/// The value of either format; every `float` is a `double`.
pub(super) fn value(kind: FloatWidth, bits: u64) -> f64 {
    match kind {
        FloatWidth::F32 => single(bits).into(),
        FloatWidth::F64 => f64::from_bits(bits),
    }
}

/// The bits of a value, rounded to the format.
pub(super) fn bits(kind: FloatWidth, value: f64) -> u64 {
    match kind {
        FloatWidth::F32 => (value as f32).to_bits().into(),
        FloatWidth::F64 => value.to_bits(),
    }
}

/// A comparison.
pub(super) fn compare(
    slots: &mut [Word],
    kind: FloatWidth,
    compare: FloatCompare,
    dst: Slot,
    a: Slot,
    b: Slot,
) {
    let (x, y) = (slots[a.index()], slots[b.index()]);
    slots[dst.index()] = if x.undef | y.undef != 0 {
        Word::tainted(1, &[x, y])
    } else {
        let outcome = outcome(value(kind, x.bits).partial_cmp(&value(kind, y.bits)));
        Word::new(u64::from(compare.0 & outcome != 0))
    };
}

/// The outcome of a comparison as a bit of [`FloatCompare`].
pub(super) fn outcome(ordering: Option<std::cmp::Ordering>) -> u8 {
    match ordering {
        None => FloatCompare::UNORDERED,
        Some(std::cmp::Ordering::Less) => FloatCompare::LESS,
        Some(std::cmp::Ordering::Equal) => FloatCompare::EQUAL,
        Some(std::cmp::Ordering::Greater) => FloatCompare::GREATER,
    }
}

/// A float as an integer; out of range is undefined, or saturates.
pub(super) fn to_int(value: f64, signed: bool, width: u32, saturate: bool) -> Word {
    let truncated = value.trunc();
    let (low, high) = match signed {
        true => (-(2f64.powi(width as i32 - 1)), 2f64.powi(width as i32 - 1)),
        false => (0.0, 2f64.powi(width as i32)),
    };
    if truncated >= low && truncated < high {
        let bits = if signed { truncated as i64 as u64 } else { truncated as u64 };
        return Word::new(bits & mask(width));
    }
    if !saturate {
        return Word::uninitialized(width);
    }
    Word::new(if value.is_nan() {
        0
    } else if truncated < low {
        if signed { 1 << (width - 1) } else { 0 }
    } else if signed {
        mask(width) >> 1
    } else {
        mask(width)
    })
}

/// An integer as a float.
pub(super) fn from_int(kind: FloatWidth, bits: u64, is_signed: bool, width: u32) -> u64 {
    match (kind, is_signed) {
        (FloatWidth::F32, true) => (signed(bits, width) as f32).to_bits().into(),
        (FloatWidth::F32, false) => (bits as f32).to_bits().into(),
        (FloatWidth::F64, true) => (signed(bits, width) as f64).to_bits(),
        (FloatWidth::F64, false) => (bits as f64).to_bits(),
    }
}

/// A mathematical function.
pub(super) fn math(f: MathFn, kind: FloatWidth, [a, b, c]: [u64; 3]) -> u64 {
    match kind {
        FloatWidth::F32 => math_single(f, single(a), b, single(c)).to_bits().into(),
        FloatWidth::F64 => math_double(f, f64::from_bits(a), b, f64::from_bits(c)).to_bits(),
    }
}

fn math_double(f: MathFn, a: f64, b_bits: u64, c: f64) -> f64 {
    let b = f64::from_bits(b_bits);
    match f {
        MathFn::Sqrt => a.sqrt(),
        MathFn::Fabs => a.abs(),
        MathFn::Floor => a.floor(),
        MathFn::Ceil => a.ceil(),
        MathFn::Trunc => a.trunc(),
        MathFn::Rint | MathFn::NearbyInt | MathFn::RoundEven => a.round_ties_even(),
        MathFn::Round => a.round(),
        MathFn::Sin => a.sin(),
        MathFn::Cos => a.cos(),
        MathFn::Tan => a.tan(),
        MathFn::Asin => a.asin(),
        MathFn::Acos => a.acos(),
        MathFn::Atan => a.atan(),
        MathFn::Sinh => a.sinh(),
        MathFn::Cosh => a.cosh(),
        MathFn::Tanh => a.tanh(),
        MathFn::Exp => a.exp(),
        MathFn::Exp2 => a.exp2(),
        MathFn::Exp10 => 10f64.powf(a),
        MathFn::Log => a.ln(),
        MathFn::Log2 => a.log2(),
        MathFn::Log10 => a.log10(),
        MathFn::Pow => a.powf(b),
        MathFn::CopySign => a.copysign(b),
        MathFn::MinNum => a.min(b),
        MathFn::MaxNum => a.max(b),
        MathFn::Minimum => {
            if a.is_nan() || b.is_nan() {
                f64::NAN
            } else {
                a.min(b)
            }
        }
        MathFn::Maximum => {
            if a.is_nan() || b.is_nan() {
                f64::NAN
            } else {
                a.max(b)
            }
        }
        MathFn::Atan2 => a.atan2(b),
        MathFn::Ldexp | MathFn::Powi if f == MathFn::Powi => a.powi(b_bits as i32),
        MathFn::Ldexp | MathFn::Powi => scale(a, b_bits as i32),
        MathFn::Fma => a.mul_add(b, c),
        MathFn::FMulAdd => a * b + c,
    }
}

/// Functions that must be rounded once are done in single precision; for the others the
/// single-precision functions of the library are used.
fn math_single(f: MathFn, a: f32, b_bits: u64, c: f32) -> f32 {
    let b = single(b_bits);
    match f {
        MathFn::Sin => a.sin(),
        MathFn::Cos => a.cos(),
        MathFn::Tan => a.tan(),
        MathFn::Asin => a.asin(),
        MathFn::Acos => a.acos(),
        MathFn::Atan => a.atan(),
        MathFn::Sinh => a.sinh(),
        MathFn::Cosh => a.cosh(),
        MathFn::Tanh => a.tanh(),
        MathFn::Exp => a.exp(),
        MathFn::Exp2 => a.exp2(),
        MathFn::Exp10 => 10f32.powf(a),
        MathFn::Log => a.ln(),
        MathFn::Log2 => a.log2(),
        MathFn::Log10 => a.log10(),
        MathFn::Pow => a.powf(b),
        MathFn::Atan2 => a.atan2(b),
        MathFn::Powi => a.powi(b_bits as i32),
        MathFn::Fma => a.mul_add(b, c),
        MathFn::FMulAdd => a * b + c,
        MathFn::Sqrt => a.sqrt(),
        // Exact in double precision, so rounding again changes nothing.
        MathFn::Fabs
        | MathFn::Floor
        | MathFn::Ceil
        | MathFn::Trunc
        | MathFn::Rint
        | MathFn::NearbyInt
        | MathFn::Round
        | MathFn::RoundEven
        | MathFn::CopySign
        | MathFn::MinNum
        | MathFn::MaxNum
        | MathFn::Minimum
        | MathFn::Maximum => math_double(f, a.into(), f64::from(b).to_bits(), c.into()) as f32,
        MathFn::Ldexp => scale(a.into(), b_bits as i32) as f32,
    }
}

/// `a` times two to the power of `by`, in steps that do not overflow on the way.
fn scale(a: f64, by: i32) -> f64 {
    let by = by.clamp(-2200, 2200);
    let third = by / 3;
    a * 2f64.powi(third) * 2f64.powi(third) * 2f64.powi(by - 2 * third)
}

/// `llvm.is.fpclass`.
pub(super) fn is_class(kind: FloatWidth, bits: u64, class: u16) -> bool {
    use std::num::FpCategory;
    let (category, negative, quiet) = match kind {
        FloatWidth::F32 => {
            let x = single(bits);
            (x.classify(), x.is_sign_negative(), bits >> 22 & 1 != 0)
        }
        FloatWidth::F64 => {
            let x = f64::from_bits(bits);
            (x.classify(), x.is_sign_negative(), bits >> 51 & 1 != 0)
        }
    };
    // Bits of the mask: signalling NaN, quiet NaN, then from minus to plus infinity.
    let bit = match (category, negative) {
        (FpCategory::Nan, _) => u16::from(quiet),
        (FpCategory::Infinite, true) => 2,
        (FpCategory::Normal, true) => 3,
        (FpCategory::Subnormal, true) => 4,
        (FpCategory::Zero, true) => 5,
        (FpCategory::Zero, false) => 6,
        (FpCategory::Subnormal, false) => 7,
        (FpCategory::Normal, false) => 8,
        (FpCategory::Infinite, false) => 9,
    };
    class >> bit & 1 != 0
}
