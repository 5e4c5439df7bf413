//! Mathematical functions on the rarer float formats: those that are exact, or rounded
//! correctly by definition.

use heddle_program::{FloatKind, MathFn};
use rustc_apfloat::{Float, Round};

use super::floats::{
    bits, put_together, settle, take_apart, undefined, widen, width, with_format, words,
};
use super::limbs::Limbs;
use crate::fault::Fault;
use crate::value::Word;

/// A function of up to three operands; those it does not have are ignored.
pub(super) fn math(
    f: MathFn,
    kind: FloatKind,
    a: &[Word],
    b: &[Word],
    c: &[Word],
) -> Result<Vec<Word>, Fault> {
    let (Some(x), Some(y), Some(z)) = (bits(a), bits(b), bits(c)) else {
        return Ok(undefined(kind, &[a, b, c]));
    };
    let sign = 1 << (width(kind) - 1);
    let result = match f {
        MathFn::Fabs => x & !sign,
        MathFn::CopySign => x & !sign | y & sign,
        MathFn::Sqrt => square_root(kind, x)?,
        _ => with_format!(kind, F => {
            let operands = [F::from_bits(x), F::from_bits(y), F::from_bits(z)];
            calculate(f, kind, operands, y as u32 as i32)?
        }),
    };
    Ok(words(kind, result))
}

fn calculate<F: Float>(
    f: MathFn,
    kind: FloatKind,
    [x, y, z]: [F; 3],
    integer: i32,
) -> Result<u128, Fault> {
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
        MathFn::Ldexp => x.scalbn(integer),
        MathFn::Powi => power(x, integer),
        other => {
            let name = format!("{other:?}").to_lowercase();
            return Err(Fault::Unsupported(format!("the function {name} on {kind:?} floats")));
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

/// The square root, rounded correctly.
fn square_root(kind: FloatKind, x: u128) -> Result<u128, Fault> {
    let value = widen(kind, x)?;
    if value.is_zero() || value.is_nan() || value.is_pos_infinity() {
        // Of what is not a number, the quiet form, as of any operation.
        return with_format!(kind, F => {
            let x = F::from_bits(x);
            Ok((if x.is_nan() { (x + x).value } else { x }).to_bits())
        });
    }
    let Some((mantissa, exponent)) = take_apart(value).filter(|_| !value.is_negative()) else {
        return with_format!(kind, F => Ok((-F::qnan(None)).to_bits()));
    };
    // The root of a number of 255 or 256 bits has 128, more than any format holds.
    let mut shift = 128 + mantissa.leading_zeros();
    shift -= (exponent - shift as i32).rem_euclid(2) as u32;
    let square = Limbs::from_u128(256, mantissa).shl(shift);
    let (root, exact) = integer_root(&square);
    let root = root.to_u128().unwrap_or(0) | u128::from(!exact);
    put_together(kind, false, root, (exponent - shift as i32) / 2)
}

/// The largest integer whose square is not above `square`, of 256 bits; and whether
/// it is the root.
fn integer_root(square: &Limbs) -> (Limbs, bool) {
    let mut rest = square.clone();
    let mut root = Limbs::small(256, 0);
    let mut bit = Limbs::small(256, 1).shl(254);
    while !bit.is_zero() {
        let trial = root.add(&bit);
        root = root.lshr(1);
        if rest.compare(&trial).is_ge() {
            rest = rest.sub(&trial);
            root = root.add(&bit);
        }
        bit = bit.lshr(2);
    }
    (root, rest.is_zero())
}
