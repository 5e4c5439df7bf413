//! `float` and `double`, with the host's arithmetic and mathematical library.
//!
//! Of a result that is not a number, the sign and the payload are the host's.

use std::cmp::Ordering;
use std::num::FpCategory;

use super::{FloatOp, soft};
use crate::{FloatWidth, MathFn};

/// A `float` from its bits.
#[inline(always)]
fn single(bits: u64) -> f32 {
    f32::from_bits(bits as u32)
}

/// The value of either format; every `float` is a `double`.
#[inline]
pub fn value(kind: FloatWidth, bits: u64) -> f64 {
    match kind {
        FloatWidth::F32 => single(bits).into(),
        FloatWidth::F64 => f64::from_bits(bits),
    }
}

/// The bits of a value, rounded to the format.
#[inline]
pub fn bits(kind: FloatWidth, value: f64) -> u64 {
    match kind {
        FloatWidth::F32 => (value as f32).to_bits().into(),
        FloatWidth::F64 => value.to_bits(),
    }
}

/// `x op y`. Inlined, so that nothing is left of a known `op` but its instruction.
#[inline(always)]
pub fn binary(op: FloatOp, kind: FloatWidth, x: u64, y: u64) -> u64 {
    match kind {
        FloatWidth::F32 => {
            let (x, y) = (single(x), single(y));
            let result = match op {
                FloatOp::Add => x + y,
                FloatOp::Sub => x - y,
                FloatOp::Mul => x * y,
                FloatOp::Div => x / y,
                FloatOp::Rem => x % y,
            };
            result.to_bits().into()
        }
        FloatWidth::F64 => {
            let (x, y) = (f64::from_bits(x), f64::from_bits(y));
            let result = match op {
                FloatOp::Add => x + y,
                FloatOp::Sub => x - y,
                FloatOp::Mul => x * y,
                FloatOp::Div => x / y,
                FloatOp::Rem => x % y,
            };
            result.to_bits()
        }
    }
}

/// `-x`: the other sign, of what is not a number as well.
#[inline]
pub fn negate(kind: FloatWidth, x: u64) -> u64 {
    x ^ sign_bit(kind)
}

fn sign_bit(kind: FloatWidth) -> u64 {
    1 << (kind.bits() - 1)
}

/// The order of two values.
#[inline]
pub fn compare(kind: FloatWidth, x: u64, y: u64) -> Option<Ordering> {
    value(kind, x).partial_cmp(&value(kind, y))
}

/// A `float` as a `double`, or a `double` as a `float`.
#[inline]
pub fn convert(from: FloatWidth, to: FloatWidth, x: u64) -> u64 {
    bits(to, value(from, x))
}

/// A float as an integer of up to 64 bits, rounded to zero, if it is in range.
#[inline]
pub fn to_int(kind: FloatWidth, signed: bool, width: u32, x: u64) -> Option<u64> {
    let truncated = value(kind, x).trunc();
    let (least, beyond) = range(signed, width);
    // What is not a number is in no range.
    (least..beyond).contains(&truncated).then(|| {
        let number = if signed { truncated as i64 as u64 } else { truncated as u64 };
        number & ones(width)
    })
}

/// The same, and the nearest integer if it is out of range; 0 for what is not a number.
pub fn to_int_saturating(kind: FloatWidth, signed: bool, width: u32, x: u64) -> u64 {
    to_int(kind, signed, width, x).unwrap_or_else(|| {
        let value = value(kind, x);
        match (value.is_nan(), value < 0.0, signed) {
            (true, _, _) | (false, true, false) => 0,
            (false, true, true) => 1 << (width - 1),
            (false, false, true) => ones(width) >> 1,
            (false, false, false) => ones(width),
        }
    })
}

/// The least number of an integer type, and the first beyond its greatest.
#[inline]
fn range(signed: bool, width: u32) -> (f64, f64) {
    match signed {
        true => (-(2f64.powi(width as i32 - 1)), 2f64.powi(width as i32 - 1)),
        false => (0.0, 2f64.powi(width as i32)),
    }
}

#[inline]
fn ones(width: u32) -> u64 {
    u64::MAX >> (64 - width)
}

/// An integer of up to 64 bits as a float.
#[inline]
pub fn from_int(kind: FloatWidth, signed: bool, width: u32, x: u64) -> u64 {
    let unused = 64 - width;
    let number = (x << unused) as i64 >> unused;
    match (kind, signed) {
        (FloatWidth::F32, true) => (number as f32).to_bits().into(),
        (FloatWidth::F32, false) => (x as f32).to_bits().into(),
        (FloatWidth::F64, true) => (number as f64).to_bits(),
        (FloatWidth::F64, false) => (x as f64).to_bits(),
    }
}

/// A mathematical function of up to three operands; those that it does not have are ignored.
pub fn math(f: MathFn, kind: FloatWidth, [a, b, c]: [u64; 3]) -> u64 {
    let sign = sign_bit(kind);
    match (f, kind) {
        (MathFn::Fabs, _) => a & !sign,
        (MathFn::CopySign, _) => a & !sign | b & sign,
        (_, FloatWidth::F32) => math_single(f, single(a), b, single(c)).to_bits().into(),
        (_, FloatWidth::F64) => math_double(f, f64::from_bits(a), b, f64::from_bits(c)).to_bits(),
    }
}

/// Writes a function out for one of the two formats, which name their functions alike.
macro_rules! functions {
    ($name:ident, $float:ident, $bits:ident, $kind:expr) => {
        fn $name(f: MathFn, a: $float, b_bits: u64, c: $float) -> $float {
            let (b, integer) = ($float::from_bits(b_bits as $bits), b_bits as i32);
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
                MathFn::Exp10 => $float::powf(10.0, a),
                MathFn::Log => a.ln(),
                MathFn::Log2 => a.log2(),
                MathFn::Log10 => a.log10(),
                MathFn::Pow => a.powf(b),
                MathFn::CopySign => a.copysign(b),
                MathFn::MinNum => a.min(b),
                MathFn::MaxNum => a.max(b),
                MathFn::Minimum | MathFn::Maximum if a.is_nan() || b.is_nan() => $float::NAN,
                // The negative zero is below the positive one.
                MathFn::Minimum if a == b && b.is_sign_negative() => b,
                MathFn::Maximum if a == b && b.is_sign_positive() => b,
                MathFn::Minimum => {
                    if b < a {
                        b
                    } else {
                        a
                    }
                }
                MathFn::Maximum => {
                    if b > a {
                        b
                    } else {
                        a
                    }
                }
                MathFn::Atan2 => a.atan2(b),
                MathFn::Powi => a.powi(integer),
                MathFn::Ldexp => {
                    let scaled = soft::scale($kind, a.to_bits().into(), integer);
                    $float::from_bits(scaled as $bits)
                }
                MathFn::Fma => a.mul_add(b, c),
                MathFn::FMulAdd => a * b + c,
            }
        }
    };
}

functions!(math_single, f32, u32, FloatWidth::F32);
functions!(math_double, f64, u64, FloatWidth::F64);

/// `llvm.is.fpclass`: true if the class is in the mask.
pub fn is_class(kind: FloatWidth, x: u64, mask: u16) -> bool {
    let (category, is_negative, is_quiet) = match kind {
        FloatWidth::F32 => {
            let float = single(x);
            (float.classify(), float.is_sign_negative(), x >> 22 & 1 != 0)
        }
        FloatWidth::F64 => {
            let float = f64::from_bits(x);
            (float.classify(), float.is_sign_negative(), x >> 51 & 1 != 0)
        }
    };
    // Bits of the mask: signalling NaN, quiet NaN, then from minus to plus infinity.
    let bit = match (category, is_negative) {
        (FpCategory::Nan, _) => u16::from(is_quiet),
        (FpCategory::Infinite, true) => 2,
        (FpCategory::Normal, true) => 3,
        (FpCategory::Subnormal, true) => 4,
        (FpCategory::Zero, true) => 5,
        (FpCategory::Zero, false) => 6,
        (FpCategory::Subnormal, false) => 7,
        (FpCategory::Normal, false) => 8,
        (FpCategory::Infinite, false) => 9,
    };
    mask >> bit & 1 != 0
}
