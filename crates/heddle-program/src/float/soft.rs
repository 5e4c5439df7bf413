//! All formats, with `rustc_apfloat`.
//!
//! Conversions go through `fp128`, which holds every value of the other formats exactly, so that
//! there is one rounding at most. A result that is not a number although the operands are has its
//! sign set, as on x86.

use std::cmp::Ordering;

use rustc_apfloat::ieee::{BFloat, Double, Half, Quad, Single, X87DoubleExtended};
use rustc_apfloat::{Float, FloatConvert, Round};

use super::root::square_root;
use super::{FloatError, FloatOp, width};
use crate::{FloatKind, FloatWidth, MathFn};

type Result<T> = std::result::Result<T, FloatError>;

/// Runs an expression with `$format` as the type of a format.
macro_rules! with_format {
    ($kind:expr, $format:ident => $body:expr) => {
        with_format!($kind, $format => $body;
            Half = Half, BFloat = BFloat, Single = Single, Double = Double,
            X86Fp80 = X87DoubleExtended, Quad = Quad)
    };
    ($kind:expr, $format:ident => $body:expr; $($name:ident = $type:ident),*) => {
        match $kind {
            $(FloatKind::$name => {
                type $format = $type;
                $body
            })*
            FloatKind::PpcDouble => return Err(FloatError::PairOfDoubles),
        }
    };
}

/// A result, with the sign that x86 gives what is not a number for no reason of the operands.
fn settle<F: Float>(result: F, operands: &[F]) -> u128 {
    let invented = result.is_nan() && !operands.iter().any(|operand| operand.is_nan());
    (if invented && !result.is_negative() { -result } else { result }).to_bits()
}

/// `x op y`.
pub fn binary(op: FloatOp, kind: FloatKind, x: u128, y: u128) -> Result<u128> {
    with_format!(kind, F => {
        let (x, y) = (F::from_bits(x), F::from_bits(y));
        let result = match op {
            FloatOp::Add => x + y,
            FloatOp::Sub => x - y,
            FloatOp::Mul => x * y,
            FloatOp::Div => x / y,
            FloatOp::Rem => x % y,
        };
        Ok(settle(result.value, &[x, y]))
    })
}

/// `-x`: the other sign, of what is not a number as well.
pub fn negate(kind: FloatKind, x: u128) -> u128 {
    x ^ sign_bit(kind)
}

fn sign_bit(kind: FloatKind) -> u128 {
    1 << (width(kind) - 1)
}

/// The order of two values.
pub fn compare(kind: FloatKind, x: u128, y: u128) -> Result<Option<Ordering>> {
    with_format!(kind, F => Ok(F::from_bits(x).partial_cmp(&F::from_bits(y))))
}

/// The nearest value in another format.
pub fn convert(from: FloatKind, to: FloatKind, x: u128) -> Result<u128> {
    narrow(to, widen(from, x)?)
}

/// The same value in the widest format.
fn widen(kind: FloatKind, bits: u128) -> Result<Quad> {
    with_format!(kind, F => Ok(F::from_bits(bits).convert(&mut false).value))
}

/// The nearest value in a format.
fn narrow(kind: FloatKind, value: Quad) -> Result<u128> {
    with_format!(kind, F => {
        let rounded: F = value.convert(&mut false).value;
        Ok(rounded.to_bits())
    })
}

/// The whole part of a finite number: `magnitude * 2^shift`, with a sign. A shift leaves no
/// room below two to the power of 112.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Whole {
    /// True if it is below zero.
    pub is_negative: bool,
    /// The digits.
    pub magnitude: u128,
    /// Zeros behind the digits; none if there are no digits.
    pub shift: u32,
}

impl Whole {
    /// Bits of the absolute value.
    pub fn bit_length(self) -> u32 {
        128 - self.magnitude.leading_zeros() + self.shift
    }
}

/// A float without its fraction, if it is finite.
pub fn whole(kind: FloatKind, x: u128) -> Result<Option<Whole>> {
    let value = widen(kind, x)?;
    Ok(take_apart(value).map(|(mantissa, exponent)| {
        let magnitude = mantissa.checked_shr(exponent.min(0).unsigned_abs()).unwrap_or(0);
        let shift = if magnitude == 0 { 0 } else { exponent.max(0).unsigned_abs() };
        Whole { is_negative: value.is_negative() && magnitude != 0, magnitude, shift }
    }))
}

/// A float as an integer of up to 128 bits, rounded to zero, if it is in range.
pub fn to_int(kind: FloatKind, signed: bool, width: u32, x: u128) -> Result<Option<u128>> {
    let Some(whole) = whole(kind, x)?.filter(|whole| whole.bit_length() <= width) else {
        return Ok(None);
    };
    let magnitude = whole.magnitude << whole.shift;
    let ones = u128::MAX >> (128 - width);
    let limit = match (signed, whole.is_negative) {
        // The least signed number has no positive counterpart.
        (true, true) => (ones >> 1) + 1,
        (true, false) => ones >> 1,
        (false, true) => 0,
        (false, false) => ones,
    };
    let number = if whole.is_negative { magnitude.wrapping_neg() } else { magnitude };
    Ok((magnitude <= limit).then_some(number & ones))
}

/// An integer of up to 128 bits as a float.
pub fn from_int(kind: FloatKind, signed: bool, width: u32, x: u128) -> Result<u128> {
    let unused = 128 - width;
    let number = (x << unused) as i128 >> unused;
    let is_negative = signed && number < 0;
    let magnitude = if is_negative { number.unsigned_abs() } else { x };
    nearest(kind, is_negative, magnitude, 0)
}

/// A finite `fp128` as `mantissa * 2^exponent`, without its sign.
fn take_apart(value: Quad) -> Option<(u128, i32)> {
    let bits = value.to_bits();
    let fraction = bits & ((1 << 112) - 1);
    match (bits >> 112 & 0x7fff) as i32 {
        0x7fff => None,
        0 => Some((fraction, -16494)),
        exponent => Some((fraction | 1 << 112, exponent - 16495)),
    }
}

/// The value of a format nearest to `mantissa * 2^exponent`, where the lowest bit stands for all
/// that is below it. The result must not be below the normal range.
pub fn nearest(kind: FloatKind, is_negative: bool, mantissa: u128, exponent: i32) -> Result<u128> {
    let signed = |value: Quad| if is_negative { -value } else { value };
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

/// `x * 2^by`.
pub(super) fn scale(kind: FloatWidth, x: u128, by: i32) -> u128 {
    match kind {
        FloatWidth::F32 => Single::from_bits(x).scalbn(by).to_bits(),
        FloatWidth::F64 => Double::from_bits(x).scalbn(by).to_bits(),
    }
}

/// A mathematical function of up to three operands, that is exact or rounded correctly by
/// definition; operands that it does not have are ignored.
pub fn math(f: MathFn, kind: FloatKind, [x, y, z]: [u128; 3]) -> Result<u128> {
    let sign = sign_bit(kind);
    match f {
        MathFn::Fabs => Ok(x & !sign),
        MathFn::CopySign => Ok(x & !sign | y & sign),
        MathFn::Sqrt => root(kind, x),
        _ => with_format!(kind, F => {
            let operands = [F::from_bits(x), F::from_bits(y), F::from_bits(z)];
            calculate(f, operands, y as u32 as i32)
                .ok_or(FloatError::NoFunction { function: f, kind })
        }),
    }
}

/// The square root, rounded correctly.
fn root(kind: FloatKind, x: u128) -> Result<u128> {
    let value = widen(kind, x)?;
    if value.is_nan() || value.is_zero() || value.is_pos_infinity() {
        // Of what is not a number, the quiet form, as of any operation.
        return with_format!(kind, F => {
            let x = F::from_bits(x);
            Ok((if x.is_nan() { (x + x).value } else { x }).to_bits())
        });
    }
    match take_apart(value).filter(|_| !value.is_negative()) {
        Some((mantissa, exponent)) => {
            let (root, exponent) = square_root(mantissa, exponent);
            nearest(kind, false, root, exponent)
        }
        None => with_format!(kind, F => Ok((-F::qnan(None)).to_bits())),
    }
}

/// The functions that `rustc_apfloat` has; none of those of the mathematical library.
fn calculate<F: Float>(f: MathFn, [x, y, z]: [F; 3], integer: i32) -> Option<u128> {
    let integral = |round| x.round_to_integral(round).value;
    let result = match f {
        MathFn::Floor => integral(Round::TowardNegative),
        MathFn::Ceil => integral(Round::TowardPositive),
        MathFn::Trunc => integral(Round::TowardZero),
        MathFn::Rint | MathFn::NearbyInt | MathFn::RoundEven => integral(Round::NearestTiesToEven),
        MathFn::Round => integral(Round::NearestTiesToAway),
        MathFn::MinNum => x.min(y),
        MathFn::MaxNum => x.max(y),
        MathFn::Minimum => x.minimum(y),
        MathFn::Maximum => x.maximum(y),
        MathFn::Fma => return Some(settle(x.mul_add(y, z).value, &[x, y, z])),
        MathFn::FMulAdd => {
            let product = (x * y).value;
            return Some(settle((product + z).value, &[x, y, z]));
        }
        MathFn::Ldexp => x.scalbn(integer),
        MathFn::Powi => power(x, integer),
        MathFn::Fabs
        | MathFn::CopySign
        | MathFn::Sqrt
        | MathFn::Sin
        | MathFn::Cos
        | MathFn::Tan
        | MathFn::Asin
        | MathFn::Acos
        | MathFn::Atan
        | MathFn::Sinh
        | MathFn::Cosh
        | MathFn::Tanh
        | MathFn::Exp
        | MathFn::Exp2
        | MathFn::Exp10
        | MathFn::Log
        | MathFn::Log2
        | MathFn::Log10
        | MathFn::Pow
        | MathFn::Atan2 => return None,
    };
    Some(result.to_bits())
}

/// By repeated squaring, as compilers' support libraries do it.
fn power<F: Float>(base: F, exponent: i32) -> F {
    let one = F::from_u128(1).value;
    let (mut square, mut result) = (base, one);
    let mut left = exponent.unsigned_abs();
    while left > 0 {
        if left & 1 == 1 {
            result = (result * square).value;
        }
        left >>= 1;
        if left > 0 {
            square = (square * square).value;
        }
    }
    if exponent < 0 { (one / result).value } else { result }
}
