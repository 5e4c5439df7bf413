//! Functions of `<math.h>`, computed with the host's mathematical library.
//!
//! Integer arguments and results (`ldexp`, `ilogb`) are the runtime's business.

use super::{Invocation, ShimResult};
use crate::fault::Fault;
use crate::value::Word;

/// A function and the format it computes in.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(crate) struct MathShim {
    index: usize,
    single: bool,
}

impl Eq for MathShim {}

/// A function in both formats; a function of one argument ignores the second.
struct Entry {
    name: &'static str,
    double: fn(f64, f64) -> f64,
    single: fn(f32, f32) -> f32,
}

const fn entry(
    name: &'static str,
    double: fn(f64, f64) -> f64,
    single: fn(f32, f32) -> f32,
) -> Entry {
    Entry { name, double, single }
}

const FUNCTIONS: &[Entry] = &[
    entry("sin", |x, _| x.sin(), |x, _| x.sin()),
    entry("cos", |x, _| x.cos(), |x, _| x.cos()),
    entry("tan", |x, _| x.tan(), |x, _| x.tan()),
    entry("asin", |x, _| x.asin(), |x, _| x.asin()),
    entry("acos", |x, _| x.acos(), |x, _| x.acos()),
    entry("atan", |x, _| x.atan(), |x, _| x.atan()),
    entry("atan2", f64::atan2, f32::atan2),
    entry("sinh", |x, _| x.sinh(), |x, _| x.sinh()),
    entry("cosh", |x, _| x.cosh(), |x, _| x.cosh()),
    entry("tanh", |x, _| x.tanh(), |x, _| x.tanh()),
    entry("exp", |x, _| x.exp(), |x, _| x.exp()),
    entry("exp2", |x, _| x.exp2(), |x, _| x.exp2()),
    entry("expm1", |x, _| x.exp_m1(), |x, _| x.exp_m1()),
    entry("log", |x, _| x.ln(), |x, _| x.ln()),
    entry("log2", |x, _| x.log2(), |x, _| x.log2()),
    entry("log10", |x, _| x.log10(), |x, _| x.log10()),
    entry("log1p", |x, _| x.ln_1p(), |x, _| x.ln_1p()),
    entry("pow", f64::powf, f32::powf),
    entry("sqrt", |x, _| x.sqrt(), |x, _| x.sqrt()),
    entry("cbrt", |x, _| x.cbrt(), |x, _| x.cbrt()),
    entry("hypot", f64::hypot, f32::hypot),
    entry("fmod", |x, y| x % y, |x, y| x % y),
    entry("fabs", |x, _| x.abs(), |x, _| x.abs()),
    entry("floor", |x, _| x.floor(), |x, _| x.floor()),
    entry("ceil", |x, _| x.ceil(), |x, _| x.ceil()),
    entry("trunc", |x, _| x.trunc(), |x, _| x.trunc()),
    entry("round", |x, _| x.round(), |x, _| x.round()),
    entry("rint", |x, _| x.round_ties_even(), |x, _| x.round_ties_even()),
    entry("nearbyint", |x, _| x.round_ties_even(), |x, _| x.round_ties_even()),
];

impl MathShim {
    /// The function of that name; those on `float` end in `f`.
    pub(super) fn named(name: &str) -> Option<MathShim> {
        let find = |name: &str| FUNCTIONS.iter().position(|entry| entry.name == name);
        let double = find(name).map(|index| MathShim { index, single: false });
        double.or_else(|| {
            let index = find(name.strip_suffix('f')?)?;
            Some(MathShim { index, single: true })
        })
    }
}

/// Calls a function.
pub(super) fn call(function: MathShim, call: &Invocation) -> Result<ShimResult, Fault> {
    let entry = &FUNCTIONS[function.index];
    if let Some(&word) = call.arguments.iter().find(|word| !word.is_defined()) {
        let width = if function.single { 32 } else { 64 };
        return Ok(ShimResult::value(Word::tainted(width, &[word])));
    }
    let x = call.argument(0)?;
    let y = if call.arguments.len() > 1 { call.argument(1)? } else { 0 };
    Ok(ShimResult::word(match function.single {
        true => {
            let (x, y) = (f32::from_bits(x as u32), f32::from_bits(y as u32));
            (entry.single)(x, y).to_bits().into()
        }
        false => (entry.double)(f64::from_bits(x), f64::from_bits(y)).to_bits(),
    }))
}
