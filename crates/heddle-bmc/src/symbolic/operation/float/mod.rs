//! Floats.
//!
//! What rounds is computed where all operands are known, by the definition that the machine has,
//! too ([`native`], [`soft`]). Elsewhere it is refused. Comparisons, classes and signs are matters of bits, and
//! done on any operands ([`exact`]).

mod exact;

use heddle_program::float::{FloatError, FloatOp, native, soft, width};
use heddle_program::{FloatKind, FloatWidth, MathFn, Op, Slot, WideOp};

use super::operand::Integer;
use super::{Refusal, Work};
use crate::term::Term;

impl From<FloatError> for Refusal {
    fn from(error: FloatError) -> Refusal {
        Refusal { what: error.to_string() }
    }
}

/// Something that is not known and would have to be.
fn unknown(name: &str) -> Refusal {
    Refusal { what: format!("floating-point arithmetic on values that are not known ({name})") }
}

impl Work<'_, '_> {
    /// Instructions on `float` and `double`.
    pub(super) fn float_op(&mut self, op: Op) -> Result<(), Refusal> {
        match op {
            Op::FAdd { kind, dst, a, b } => self.arithmetic(FloatOp::Add, kind, dst, a, b),
            Op::FSub { kind, dst, a, b } => self.arithmetic(FloatOp::Sub, kind, dst, a, b),
            Op::FMul { kind, dst, a, b } => self.arithmetic(FloatOp::Mul, kind, dst, a, b),
            Op::FDiv { kind, dst, a, b } => self.arithmetic(FloatOp::Div, kind, dst, a, b),
            Op::FRem { kind, dst, a, b } => self.arithmetic(FloatOp::Rem, kind, dst, a, b),
            Op::FNeg { kind, dst, a } => {
                self.negate(kind.kind(), dst, a);
                Ok(())
            }
            Op::FCmp { kind, compare, dst, a, b } => {
                self.compare_floats(kind.kind(), compare, dst, a, b)
            }
            Op::FConvert { from, dst, src } => {
                let to = from.other();
                let x = self.integer(src, 64);
                self.computed("fconvert", dst, to.bits(), [x], |[x]| {
                    Ok(Some(native::convert(from, to, x as u64).into()))
                })
            }
            Op::FToInt { kind, signed, width, dst, src } => {
                self.native_to_int(kind, signed, width, dst, src, false)
            }
            Op::FToIntSat { kind, signed, width, dst, src } => {
                self.native_to_int(kind, signed, width, dst, src, true)
            }
            Op::IntToF { kind, signed, width: from, dst, src } => {
                let x = self.integer(src, from.into());
                self.computed("inttof", dst, kind.bits(), [x], |[x]| {
                    Ok(Some(native::from_int(kind, signed, from.into(), x as u64).into()))
                })
            }
            Op::Math { f, kind, dst, a, b, c } => self.native_math(f, kind, dst, [a, b, c]),
            Op::IsFpClass { kind, mask, dst, a } => {
                self.is_class(kind, mask, dst, a);
                Ok(())
            }
            other => Err(Refusal { what: format!("the instruction {other:?} as one on values") }),
        }
    }

    /// Instructions on the other formats, and between any two.
    pub(super) fn wide_float_op(&mut self, op: WideOp) -> Result<(), Refusal> {
        match op {
            WideOp::Float { op, kind, dst, a, b } => {
                let operands = [a, b].map(|slot| self.integer(slot, width(kind)));
                let name = format!("f{op:?}").to_lowercase();
                let compute = |[x, y]: [u128; 2]| Ok(Some(soft::binary(op, kind, x, y)?));
                self.computed(&name, dst, width(kind), operands, compute)
            }
            WideOp::FNeg { kind, dst, a } => {
                self.negate(kind, dst, a);
                Ok(())
            }
            WideOp::FCmp { kind, compare, dst, a, b } => {
                self.compare_floats(kind, compare, dst, a, b)
            }
            WideOp::FConvert { from, to, dst, src } => {
                let x = self.integer(src, width(from));
                let compute = |[x]: [u128; 1]| Ok(Some(soft::convert(from, to, x)?));
                self.computed("fconvert", dst, width(to), [x], compute)
            }
            WideOp::FToInt { kind, signed, width: to, dst, src } => {
                self.admit(to)?;
                let x = self.integer(src, width(kind));
                let compute = |[x]: [u128; 1]| Ok(soft::to_int(kind, signed, to, x)?);
                self.computed("ftoint", dst, to, [x], compute)
            }
            WideOp::IntToF { kind, signed, width: from, dst, src } => {
                self.admit(from)?;
                let x = self.integer(src, from);
                let compute = |[x]: [u128; 1]| Ok(Some(soft::from_int(kind, signed, from, x)?));
                self.computed("inttof", dst, width(kind), [x], compute)
            }
            WideOp::Math { f, kind, dst, a, b, c } => self.rare_math(f, kind, dst, [a, b, c]),
            other => Err(Refusal { what: format!("the instruction {other:?} as one on floats") }),
        }
    }

    fn arithmetic(
        &mut self,
        op: FloatOp,
        kind: FloatWidth,
        dst: Slot,
        a: Slot,
        b: Slot,
    ) -> Result<(), Refusal> {
        let operands = [a, b].map(|slot| self.integer(slot, 64));
        let name = format!("f{op:?}").to_lowercase();
        self.computed(&name, dst, kind.bits(), operands, |[x, y]| {
            Ok(Some(native::binary(op, kind, x as u64, y as u64).into()))
        })
    }

    fn native_to_int(
        &mut self,
        kind: FloatWidth,
        signed: bool,
        width: u8,
        dst: Slot,
        src: Slot,
        saturates: bool,
    ) -> Result<(), Refusal> {
        let x = self.integer(src, 64);
        self.computed("ftoint", dst, width.into(), [x], |[x]| {
            let (x, width) = (x as u64, width.into());
            let number = match saturates {
                true => Some(native::to_int_saturating(kind, signed, width, x)),
                false => native::to_int(kind, signed, width, x),
            };
            Ok(number.map(u128::from))
        })
    }

    fn native_math(
        &mut self,
        f: MathFn,
        kind: FloatWidth,
        dst: Slot,
        slots: [Slot; 3],
    ) -> Result<(), Refusal> {
        let operands = slots.map(|slot| self.integer(slot, 64));
        if matches!(f, MathFn::Fabs | MathFn::CopySign) {
            self.sign_function(f, kind.kind(), dst, operands);
            return Ok(());
        }
        let name = format!("{f:?}").to_lowercase();
        self.computed(&name, dst, kind.bits(), operands, |operands| {
            Ok(Some(native::math(f, kind, operands.map(|x| x as u64)).into()))
        })
    }

    fn rare_math(
        &mut self,
        f: MathFn,
        kind: FloatKind,
        dst: Slot,
        [a, b, c]: [Slot; 3],
    ) -> Result<(), Refusal> {
        let others = if f.second_is_int() { 64 } else { width(kind) };
        let operands =
            [(a, width(kind)), (b, others), (c, others)].map(|(slot, w)| self.integer(slot, w));
        if matches!(f, MathFn::Fabs | MathFn::CopySign) {
            self.sign_function(f, kind, dst, operands);
            return Ok(());
        }
        let name = format!("{f:?}").to_lowercase();
        let compute = |operands| Ok(Some(soft::math(f, kind, operands)?));
        self.computed(&name, dst, width(kind), operands, compute)
    }

    /// A result that is computed from known operands; of nothing, it is undefined.
    fn computed<const N: usize>(
        &mut self,
        name: &str,
        dst: Slot,
        width: u32,
        operands: [Integer; N],
        compute: impl FnOnce([u128; N]) -> Result<Option<u128>, Refusal>,
    ) -> Result<(), Refusal> {
        let undefined = self.terms.any(&operands.map(|operand| operand.undefined));
        let mut result = None;
        if undefined != Term::TRUE {
            let mut known = [0; N];
            for (value, operand) in known.iter_mut().zip(operands) {
                *value = self.terms.value(operand.bits).ok_or_else(|| unknown(name))?;
            }
            result = compute(known)?;
        }
        let undefined = if result.is_none() { Term::TRUE } else { undefined };
        self.put(dst, width, undefined, |work| {
            work.terms.constant(width, result.unwrap_or_default())
        });
        Ok(())
    }
}
