//! `float` and `double` that are known, with the host's arithmetic and library.

use heddle_program::{BinaryOp, FloatWidth, MathFn};

/// A `float` from its bits.
fn single(bits: u64) -> f32 {
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

/// An instruction of two operands.
pub(super) fn binary(op: BinaryOp, kind: FloatWidth, x: u64, y: u64) -> u64 {
    macro_rules! apply {
        ($x:expr, $y:expr) => {{
            let (x, y) = ($x, $y);
            match op {
                BinaryOp::FAdd => x + y,
                BinaryOp::FSub => x - y,
                BinaryOp::FMul => x * y,
                BinaryOp::FDiv => x / y,
                _ => x % y,
            }
        }};
    }
    match kind {
        FloatWidth::F32 => apply!(single(x), single(y)).to_bits().into(),
        FloatWidth::F64 => apply!(f64::from_bits(x), f64::from_bits(y)).to_bits(),
    }
}

/// A float as an integer; out of range there is none, or it saturates.
pub(super) fn to_int(value: f64, signed: bool, width: u32, saturates: bool) -> Option<u64> {
    let ones = u64::MAX >> (64 - width);
    let truncated = value.trunc();
    let (low, high) = match signed {
        true => (-(2f64.powi(width as i32 - 1)), 2f64.powi(width as i32 - 1)),
        false => (0.0, 2f64.powi(width as i32)),
    };
    if truncated >= low && truncated < high {
        let bits = if signed { truncated as i64 as u64 } else { truncated as u64 };
        return Some(bits & ones);
    }
    saturates.then(|| match (value.is_nan(), truncated < low, signed) {
        (true, _, _) | (_, true, false) => 0,
        (_, true, true) => 1 << (width - 1),
        (_, false, true) => ones >> 1,
        (_, false, false) => ones,
    })
}

/// An integer as a float.
pub(super) fn from_int(kind: FloatWidth, bits: u64, is_signed: bool, width: u32) -> u64 {
    let unused = 64 - width;
    let signed = (bits << unused) as i64 >> unused;
    match (kind, is_signed) {
        (FloatWidth::F32, true) => (signed as f32).to_bits().into(),
        (FloatWidth::F32, false) => (bits as f32).to_bits().into(),
        (FloatWidth::F64, true) => (signed as f64).to_bits(),
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
    let is_number = !a.is_nan() && !b.is_nan();
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
        MathFn::Minimum | MathFn::Maximum if !is_number => f64::NAN,
        MathFn::MinNum | MathFn::Minimum => a.min(b),
        MathFn::MaxNum | MathFn::Maximum => a.max(b),
        MathFn::Atan2 => a.atan2(b),
        MathFn::Powi => a.powi(b_bits as i32),
        MathFn::Ldexp => scale(a, b_bits as i32),
        MathFn::Fma => a.mul_add(b, c),
        MathFn::FMulAdd => a * b + c,
    }
}

/// What must be rounded once is done in single precision, and the library's functions are
/// those of single precision.
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
        MathFn::Ldexp => scale(a.into(), b_bits as i32) as f32,
        // Exact in double precision, so that rounding again changes nothing.
        _ => math_double(f, a.into(), f64::from(b).to_bits(), c.into()) as f32,
    }
}

/// `a` times two to the power of `by`, in steps that do not overflow on the way.
fn scale(a: f64, by: i32) -> f64 {
    let by = by.clamp(-2200, 2200);
    let third = by / 3;
    a * 2f64.powi(third) * 2f64.powi(third) * 2f64.powi(by - 2 * third)
}
