//! Functions of `<math.h>`, computed with the host's mathematical library.
//!
//! Integer arguments and results (`ldexp`, `ilogb`) are the runtime's business.

use heddle_program::operation::MathOp;

use super::{Invocation, ShimResult};
use crate::fault::Fault;
use crate::value::Word;

type Double = fn(f64, f64) -> f64;
type Single = fn(f32, f32) -> f32;

/// A function in both formats; a function of one argument ignores the second.
fn functions(function: MathOp) -> (Double, Single) {
    match function {
        MathOp::Sin => (|x, _| x.sin(), |x, _| x.sin()),
        MathOp::Cos => (|x, _| x.cos(), |x, _| x.cos()),
        MathOp::Tan => (|x, _| x.tan(), |x, _| x.tan()),
        MathOp::Asin => (|x, _| x.asin(), |x, _| x.asin()),
        MathOp::Acos => (|x, _| x.acos(), |x, _| x.acos()),
        MathOp::Atan => (|x, _| x.atan(), |x, _| x.atan()),
        MathOp::Atan2 => (f64::atan2, f32::atan2),
        MathOp::Sinh => (|x, _| x.sinh(), |x, _| x.sinh()),
        MathOp::Cosh => (|x, _| x.cosh(), |x, _| x.cosh()),
        MathOp::Tanh => (|x, _| x.tanh(), |x, _| x.tanh()),
        MathOp::Exp => (|x, _| x.exp(), |x, _| x.exp()),
        MathOp::Exp2 => (|x, _| x.exp2(), |x, _| x.exp2()),
        MathOp::Expm1 => (|x, _| x.exp_m1(), |x, _| x.exp_m1()),
        MathOp::Log => (|x, _| x.ln(), |x, _| x.ln()),
        MathOp::Log2 => (|x, _| x.log2(), |x, _| x.log2()),
        MathOp::Log10 => (|x, _| x.log10(), |x, _| x.log10()),
        MathOp::Log1p => (|x, _| x.ln_1p(), |x, _| x.ln_1p()),
        MathOp::Pow => (f64::powf, f32::powf),
        MathOp::Sqrt => (|x, _| x.sqrt(), |x, _| x.sqrt()),
        MathOp::Cbrt => (|x, _| x.cbrt(), |x, _| x.cbrt()),
        MathOp::Hypot => (f64::hypot, f32::hypot),
        MathOp::Fmod => (|x, y| x % y, |x, y| x % y),
        MathOp::Fabs => (|x, _| x.abs(), |x, _| x.abs()),
        MathOp::Floor => (|x, _| x.floor(), |x, _| x.floor()),
        MathOp::Ceil => (|x, _| x.ceil(), |x, _| x.ceil()),
        MathOp::Trunc => (|x, _| x.trunc(), |x, _| x.trunc()),
        MathOp::Round => (|x, _| x.round(), |x, _| x.round()),
        MathOp::Rint => (|x, _| x.round_ties_even(), |x, _| x.round_ties_even()),
        MathOp::Nearbyint => (|x, _| x.round_ties_even(), |x, _| x.round_ties_even()),
    }
}

/// Calls a function, on `float` if `single`.
pub(super) fn call(function: MathOp, single: bool, call: &Invocation) -> Result<ShimResult, Fault> {
    if let Some(&word) = call.arguments.iter().find(|word| !word.is_defined()) {
        let width = if single { 32 } else { 64 };
        return Ok(ShimResult::value(Word::tainted(width, &[word])));
    }
    let x = call.argument(0)?;
    let y = if call.arguments.len() > 1 { call.argument(1)? } else { 0 };
    let (on_double, on_single) = functions(function);
    Ok(ShimResult::word(match single {
        true => {
            let (x, y) = (f32::from_bits(x as u32), f32::from_bits(y as u32));
            on_single(x, y).to_bits().into()
        }
        false => on_double(f64::from_bits(x), f64::from_bits(y)).to_bits(),
    }))
}
