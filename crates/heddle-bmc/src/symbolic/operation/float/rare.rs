//! `half`, `bfloat`, `x86_fp80` and `fp128` that are known, and conversions of all formats.
//!
//! Conversions go through `fp128`, which holds every value of the other formats, so that they
//! round once at most. A result that is not a number although the operands are has its sign
//! set, as on x86.

use heddle_program::{BinaryOp, FloatCompare, FloatKind, MathFn};
use rustc_apfloat::ieee::{BFloat, Double, Half, Quad, Single, X87DoubleExtended};
use rustc_apfloat::{Float, FloatConvert, Round};

use super::super::Refusal;
use super::root::square_root;
use crate::term::semantics;

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
            FloatKind::PpcDouble => {
                return Err(Refusal { what: "a float that is a pair of doubles".to_owned() });
            }
        }
    };
}

/// A result, with the sign that x86 gives what is not a number for no reason of the operands.
fn settle<F: Float>(result: F, operands: &[F]) -> u128 {
    let invented = result.is_nan() && !operands.iter().any(|operand| operand.is_nan());
    (if invented && !result.is_negative() { -result } else { result }).to_bits()
}

/// An instruction of two operands.
pub(super) fn binary(op: BinaryOp, kind: FloatKind, x: u128, y: u128) -> Result<u128, Refusal> {
    with_format!(kind, F => {
        let (x, y) = (F::from_bits(x), F::from_bits(y));
        let result = match op {
            BinaryOp::FAdd => x + y,
            BinaryOp::FSub => x - y,
            BinaryOp::FMul => x * y,
            BinaryOp::FDiv => x / y,
            BinaryOp::FRem => x % y,
            other => return Err(Refusal { what: format!("{other:?} of floats") }),
        };
        Ok(settle(result.value, &[x, y]))
    })
}

/// The outcome of a comparison.
pub(super) fn outcome(kind: FloatKind, x: u128, y: u128) -> Result<u8, Refusal> {
    let order = with_format!(kind, F => F::from_bits(x).partial_cmp(&F::from_bits(y)));
    Ok(match order {
        None => FloatCompare::UNORDERED,
        Some(std::cmp::Ordering::Less) => FloatCompare::LESS,
        Some(std::cmp::Ordering::Equal) => FloatCompare::EQUAL,
        Some(std::cmp::Ordering::Greater) => FloatCompare::GREATER,
    })
}

/// The same value in the widest format.
pub(super) fn widen(kind: FloatKind, bits: u128) -> Result<Quad, Refusal> {
    with_format!(kind, F => Ok(F::from_bits(bits).convert(&mut false).value))
}

/// The nearest value in a format.
pub(super) fn narrow(kind: FloatKind, value: Quad) -> Result<u128, Refusal> {
    with_format!(kind, F => {
        let rounded: F = value.convert(&mut false).value;
        Ok(rounded.to_bits())
    })
}

/// A finite `fp128` as `mantissa * 2^exponent`, without its sign.
pub(super) fn take_apart(value: Quad) -> Option<(u128, i32)> {
    let bits = value.to_bits();
    let fraction = bits & semantics::ones(112);
    match (bits >> 112 & 0x7fff) as i32 {
        0x7fff => None,
        0 => Some((fraction, -16494)),
        exponent => Some((fraction | 1 << 112, exponent - 16495)),
    }
}

/// The value of a format nearest to `mantissa * 2^exponent`, where the lowest bit stands for
/// all that is below it. The result must not be below the normal range.
pub(super) fn put_together(
    kind: FloatKind,
    negative: bool,
    mantissa: u128,
    exponent: i32,
) -> Result<u128, Refusal> {
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

/// A float as an integer, rounded to zero; out of range there is none.
pub(super) fn to_int(
    kind: FloatKind,
    signed: bool,
    width: u32,
    x: u128,
) -> Result<Option<u128>, Refusal> {
    let value = widen(kind, x)?;
    let Some((mantissa, exponent)) = take_apart(value) else { return Ok(None) };
    let whole = mantissa.checked_shr(exponent.min(0).unsigned_abs()).unwrap_or(0);
    let shift = if whole == 0 { 0 } else { exponent.max(0).unsigned_abs() };
    if 128 - whole.leading_zeros() + shift > width {
        return Ok(None);
    }
    let magnitude = whole << shift;
    let negative = value.is_negative() && magnitude != 0;
    let limit = match (signed, negative) {
        // The least signed number has no positive counterpart.
        (true, true) => semantics::sign_bit(width),
        (true, false) => semantics::sign_bit(width) - 1,
        (false, true) => 0,
        (false, false) => semantics::ones(width),
    };
    let number = if negative { magnitude.wrapping_neg() } else { magnitude };
    Ok((magnitude <= limit).then(|| semantics::truncate(width, number)))
}

/// An integer as a float.
pub(super) fn from_int(
    kind: FloatKind,
    signed: bool,
    width: u32,
    x: u128,
) -> Result<u128, Refusal> {
    let number = semantics::signed(width, x);
    let negative = signed && number < 0;
    let magnitude = if negative { number.unsigned_abs() } else { x };
    put_together(kind, negative, magnitude, 0)
}

/// A mathematical function that is exact, or rounded correctly by definition.
pub(super) fn math(f: MathFn, kind: FloatKind, [x, y, z]: [u128; 3]) -> Result<u128, Refusal> {
    match f {
        MathFn::Sqrt => {
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
                    put_together(kind, false, root, exponent)
                }
                None => with_format!(kind, F => Ok((-F::qnan(None)).to_bits())),
            }
        }
        MathFn::Ldexp | MathFn::Powi => with_format!(kind, F => {
            let (x, by) = (F::from_bits(x), y as u32 as i32);
            Ok((if f == MathFn::Ldexp { x.scalbn(by) } else { power(x, by) }).to_bits())
        }),
        _ => with_format!(kind, F => {
            calculate(f, kind, [F::from_bits(x), F::from_bits(y), F::from_bits(z)])
        }),
    }
}

fn calculate<F: Float>(f: MathFn, kind: FloatKind, [x, y, z]: [F; 3]) -> Result<u128, Refusal> {
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
        MathFn::Fma => return Ok(settle(x.mul_add(y, z).value, &[x, y, z])),
        MathFn::FMulAdd => {
            let product = (x * y).value;
            return Ok(settle((product + z).value, &[x, y, z]));
        }
        other => {
            let name = format!("{other:?}").to_lowercase();
            return Err(Refusal { what: format!("the function {name} on {kind:?} floats") });
        }
    };
    Ok(result.to_bits())
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
