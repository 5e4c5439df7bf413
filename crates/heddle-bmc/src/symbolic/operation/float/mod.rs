//! Floats.
//!
//! What rounds is computed where all operands are known, as the machine computes it: `float` and
//! `double` with the host's arithmetic ([`native`]), the other formats with `rustc_apfloat`
//! ([`rare`]). Elsewhere it is refused. Comparisons, classes and signs are matters of bits, and
//! done on any operands ([`exact`]).

mod exact;
mod native;
mod rare;
mod root;

use heddle_program::{BinaryOp, FloatKind, FloatWidth, MathFn, Op, Slot, WideOp};

use super::operand::Integer;
use super::{Refusal, Work};
use crate::term::Term;

/// The format by its general name.
fn kind_of(width: FloatWidth) -> FloatKind {
    match width {
        FloatWidth::F32 => FloatKind::Single,
        FloatWidth::F64 => FloatKind::Double,
    }
}

/// Bits of a format.
fn width(kind: FloatKind) -> u32 {
    match kind {
        FloatKind::Half | FloatKind::BFloat => 16,
        FloatKind::Single => 32,
        FloatKind::Double => 64,
        FloatKind::X86Fp80 => 80,
        FloatKind::Quad | FloatKind::PpcDouble => 128,
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
            Op::FAdd { kind, dst, a, b } => self.arithmetic(BinaryOp::FAdd, kind, dst, a, b),
            Op::FSub { kind, dst, a, b } => self.arithmetic(BinaryOp::FSub, kind, dst, a, b),
            Op::FMul { kind, dst, a, b } => self.arithmetic(BinaryOp::FMul, kind, dst, a, b),
            Op::FDiv { kind, dst, a, b } => self.arithmetic(BinaryOp::FDiv, kind, dst, a, b),
            Op::FRem { kind, dst, a, b } => self.arithmetic(BinaryOp::FRem, kind, dst, a, b),
            Op::FNeg { kind, dst, a } => {
                self.negate(kind_of(kind), dst, a);
                Ok(())
            }
            Op::FCmp { kind, compare, dst, a, b } => {
                self.compare_floats(kind_of(kind), compare, dst, a, b)
            }
            Op::FConvert { from, dst, src } => {
                let to = match from {
                    FloatWidth::F32 => FloatWidth::F64,
                    FloatWidth::F64 => FloatWidth::F32,
                };
                let x = self.integer(src, 64);
                self.computed("fconvert", dst, width(kind_of(to)), [x], |[x]| {
                    Ok(Some(native::bits(to, native::value(from, x as u64)).into()))
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
                self.computed("inttof", dst, width(kind_of(kind)), [x], |[x]| {
                    Ok(Some(native::from_int(kind, x as u64, signed, from.into()).into()))
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
                let name = format!("{op:?}").to_lowercase();
                let compute = |[x, y]: [u128; 2]| rare::binary(op, kind, x, y).map(Some);
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
                let compute = |[x]: [u128; 1]| rare::narrow(to, rare::widen(from, x)?).map(Some);
                self.computed("fconvert", dst, width(to), [x], compute)
            }
            WideOp::FToInt { kind, signed, width: to, dst, src } => {
                self.admit(to)?;
                let x = self.integer(src, width(kind));
                let compute = |[x]: [u128; 1]| rare::to_int(kind, signed, to, x);
                self.computed("ftoint", dst, to, [x], compute)
            }
            WideOp::IntToF { kind, signed, width: from, dst, src } => {
                self.admit(from)?;
                let x = self.integer(src, from);
                let compute = |[x]: [u128; 1]| rare::from_int(kind, signed, from, x).map(Some);
                self.computed("inttof", dst, width(kind), [x], compute)
            }
            WideOp::Math { f, kind, dst, a, b, c } => self.rare_math(f, kind, dst, [a, b, c]),
            other => Err(Refusal { what: format!("the instruction {other:?} as one on floats") }),
        }
    }

    fn arithmetic(
        &mut self,
        op: BinaryOp,
        kind: FloatWidth,
        dst: Slot,
        a: Slot,
        b: Slot,
    ) -> Result<(), Refusal> {
        let operands = [a, b].map(|slot| self.integer(slot, 64));
        let name = format!("{op:?}").to_lowercase();
        self.computed(&name, dst, width(kind_of(kind)), operands, |[x, y]| {
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
            let value = native::value(kind, x as u64);
            Ok(native::to_int(value, signed, width.into(), saturates).map(u128::from))
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
            self.sign_function(f, kind_of(kind), kind == FloatWidth::F32, dst, operands);
            return Ok(());
        }
        let name = format!("{f:?}").to_lowercase();
        self.computed(&name, dst, width(kind_of(kind)), operands, |operands| {
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
            self.sign_function(f, kind, false, dst, operands);
            return Ok(());
        }
        let name = format!("{f:?}").to_lowercase();
        let compute = |operands| rare::math(f, kind, operands).map(Some);
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
