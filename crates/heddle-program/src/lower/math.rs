//! Intrinsics on floats, and reductions of vectors.

use heddle_bitcode::{BinaryOp, CastOp, TypeId, Value};

use crate::body::RowKind;
use crate::context::{LowerError, Lowered};
use crate::layout::Scalar;
use crate::lower::Lowerer;
use crate::lower::arithmetic::float_width;
use crate::{FloatWidth, IntBinary, MathFn, Op, Slot, WideOp, Wrap};

/// Math functions by the name after `llvm.`, and the number of their operands.
const FUNCTIONS: &[(&str, MathFn, usize)] = &[
    ("sqrt", MathFn::Sqrt, 1),
    ("fabs", MathFn::Fabs, 1),
    ("floor", MathFn::Floor, 1),
    ("ceil", MathFn::Ceil, 1),
    ("trunc", MathFn::Trunc, 1),
    ("rint", MathFn::Rint, 1),
    ("nearbyint", MathFn::NearbyInt, 1),
    ("round", MathFn::Round, 1),
    ("roundeven", MathFn::RoundEven, 1),
    ("sin", MathFn::Sin, 1),
    ("cos", MathFn::Cos, 1),
    ("tan", MathFn::Tan, 1),
    ("asin", MathFn::Asin, 1),
    ("acos", MathFn::Acos, 1),
    ("atan", MathFn::Atan, 1),
    ("sinh", MathFn::Sinh, 1),
    ("cosh", MathFn::Cosh, 1),
    ("tanh", MathFn::Tanh, 1),
    ("exp", MathFn::Exp, 1),
    ("exp2", MathFn::Exp2, 1),
    ("exp10", MathFn::Exp10, 1),
    ("log", MathFn::Log, 1),
    ("log2", MathFn::Log2, 1),
    ("log10", MathFn::Log10, 1),
    ("pow", MathFn::Pow, 2),
    ("copysign", MathFn::CopySign, 2),
    ("minnum", MathFn::MinNum, 2),
    ("maxnum", MathFn::MaxNum, 2),
    ("minimum", MathFn::Minimum, 2),
    ("maximum", MathFn::Maximum, 2),
    ("atan2", MathFn::Atan2, 2),
    ("ldexp", MathFn::Ldexp, 2),
    ("powi", MathFn::Powi, 2),
    ("fma", MathFn::Fma, 3),
    ("fmuladd", MathFn::FMulAdd, 3),
];

/// The part of `name` up to its types, without `llvm.`.
fn base<'n>(name: &'n str, prefix: &str) -> Option<&'n str> {
    name.strip_prefix("llvm.")?.strip_prefix(prefix)?.split('.').next()
}

impl Lowerer<'_, '_> {
    /// Lowers an intrinsic on floats, if `name` is one.
    pub(crate) fn float_intrinsic(
        &mut self,
        name: &str,
        args: &[Value],
        ty: TypeId,
        dst: Slot,
    ) -> Lowered<bool> {
        if let Some(function) = base(name, "experimental.constrained.") {
            return self.constrained(function, args, ty, dst);
        }
        if name.starts_with("llvm.fptosi.sat") || name.starts_with("llvm.fptoui.sat") {
            return self.saturating(name.starts_with("llvm.fptosi"), args, ty, dst);
        }
        if name.starts_with("llvm.is.fpclass") {
            return self.is_fpclass(args, dst);
        }
        match base(name, "") {
            Some("lround" | "llround") => self.rounded(MathFn::Round, args, ty, dst),
            Some("lrint" | "llrint") => self.rounded(MathFn::Rint, args, ty, dst),
            Some(function) => self.math(function, args, ty, dst),
            None => Ok(false),
        }
    }

    fn math(&mut self, function: &str, args: &[Value], ty: TypeId, dst: Slot) -> Lowered<bool> {
        let Some((_, f, operands)) = FUNCTIONS.iter().find(|(known, ..)| *known == function) else {
            return Ok(false);
        };
        let (scalar, lanes) = self.lanes(ty)?;
        let Scalar::Float(kind) = scalar else {
            return LowerError::malformed("a float function on integers");
        };
        let f = *f;
        let a = self.arg(args, 0)?;
        let b = if *operands > 1 { self.arg(args, 1)? } else { a };
        let c = if *operands > 2 { self.arg(args, 2)? } else { b };
        // The integer operand of `powi` is one for all lanes, that of `ldexp` one a lane.
        let (stride, second) = match f {
            MathFn::Powi => (scalar.slots(), 0),
            MathFn::Ldexp => (scalar.slots(), 1),
            _ => (scalar.slots(), scalar.slots()),
        };
        for lane in 0..lanes {
            let [dst, a] = [dst, a].map(|slot| slot.plus(lane * stride));
            let [b, c] = [b, c].map(|slot| slot.plus(lane * second));
            match float_width(kind) {
                Some(kind) => self.emit(Op::Math { f, kind, dst, a, b, c }),
                None => self.wide(WideOp::Math { f, kind, dst, a, b, c }),
            }
        }
        Ok(true)
    }

    /// `llvm.experimental.constrained.*`: as the plain operations, since rounding
    /// modes do not change.
    fn constrained(
        &mut self,
        function: &str,
        args: &[Value],
        ty: TypeId,
        dst: Slot,
    ) -> Lowered<bool> {
        let binary = match function {
            "fadd" => Some(BinaryOp::FAdd),
            "fsub" => Some(BinaryOp::FSub),
            "fmul" => Some(BinaryOp::FMul),
            "fdiv" => Some(BinaryOp::FDiv),
            "frem" => Some(BinaryOp::FRem),
            _ => None,
        };
        if let (Some(op), [a, b, ..]) = (binary, args) {
            let (a, b, scalar, lanes) = self.same_typed(*a, *b)?;
            self.each_lane(scalar.slots(), lanes, [dst, a, b], |this, slots| {
                this.binary(op, scalar, Wrap(0), slots)
            })?;
            return Ok(true);
        }
        let cast = match function {
            "fptosi" => Some(CastOp::FpToSi),
            "fptoui" => Some(CastOp::FpToUi),
            "sitofp" => Some(CastOp::SiToFp),
            "uitofp" => Some(CastOp::UiToFp),
            "fptrunc" => Some(CastOp::FpTrunc),
            "fpext" => Some(CastOp::FpExt),
            _ => None,
        };
        if let (Some(op), Some(a)) = (cast, args.first()) {
            self.cast(op, *a, ty, dst)?;
            return Ok(true);
        }
        if matches!(function, "fcmp" | "fcmps") {
            // The predicate is metadata, which is not read.
            return Ok(false);
        }
        self.math(function, args, ty, dst)
    }

    fn fast_float(&self, args: &[Value]) -> Lowered<(FloatWidth, u32)> {
        let Some(first) = args.first() else {
            return LowerError::malformed("an intrinsic with too few arguments");
        };
        match self.lanes(self.type_of(*first))? {
            (Scalar::Float(kind), lanes) => match float_width(kind) {
                Some(kind) => Ok((kind, lanes)),
                None => LowerError::unsupported("a rare float function on a rare float format"),
            },
            _ => LowerError::malformed("a float function on integers"),
        }
    }

    fn saturating(&mut self, signed: bool, args: &[Value], ty: TypeId, dst: Slot) -> Lowered<bool> {
        let (kind, lanes) = self.fast_float(args)?;
        let (to, _) = self.lanes(ty)?;
        let width = self.int_width(to)?;
        if width > 64 {
            return LowerError::unsupported("a saturating conversion to a wide integer");
        }
        let src = self.arg(args, 0)?;
        self.each_lane(1, lanes, [dst, src], |this, [dst, src]| {
            this.emit(Op::FToIntSat { kind, signed, width: width as u8, dst, src });
            Ok(())
        })?;
        Ok(true)
    }

    /// `lround`, `lrint` and the like.
    fn rounded(&mut self, f: MathFn, args: &[Value], ty: TypeId, dst: Slot) -> Lowered<bool> {
        let (kind, lanes) = self.fast_float(args)?;
        let (to, _) = self.lanes(ty)?;
        let width = self.int_width(to)?;
        if width > 64 {
            return LowerError::unsupported("rounding to a wide integer");
        }
        let a = self.arg(args, 0)?;
        self.each_lane(1, lanes, [dst, a], |this, [dst, a]| {
            let src = this.body.row(1, RowKind::Value);
            this.emit(Op::Math { f, kind, dst: src, a, b: a, c: a });
            this.emit(Op::FToInt { kind, signed: true, width: width as u8, dst, src });
            Ok(())
        })?;
        Ok(true)
    }

    fn is_fpclass(&mut self, args: &[Value], dst: Slot) -> Lowered<bool> {
        let (kind, lanes) = self.fast_float(args)?;
        let mask = self.const_arg(args, 1)? as u16;
        let a = self.arg(args, 0)?;
        self.each_lane(1, lanes, [dst, a], |this, [dst, a]| {
            this.emit(Op::IsFpClass { kind, mask, dst, a });
            Ok(())
        })?;
        Ok(true)
    }

    /// Lowers a `llvm.vector.reduce.*`, if `name` is one.
    pub(crate) fn reduction(
        &mut self,
        name: &str,
        args: &[Value],
        ty: TypeId,
        dst: Slot,
    ) -> Lowered<bool> {
        let Some(function) = base(name, "vector.reduce.") else { return Ok(false) };
        // `fadd` and `fmul` have a start value.
        let (start, vector) = match (function, args) {
            ("fadd" | "fmul", [start, vector, ..]) => (Some(*start), *vector),
            (_, [vector, ..]) => (None, *vector),
            _ => return LowerError::malformed("an intrinsic with too few arguments"),
        };
        let (scalar, lanes) = self.lanes(self.type_of(vector))?;
        let stride = scalar.slots();
        let row = self.value(vector)?;
        let (mut sum, first) = match start {
            Some(start) => (self.value(start)?, 0),
            None => (row, 1),
        };
        if first >= lanes {
            self.copy(dst, sum, stride);
            return Ok(true);
        }
        for lane in first..lanes {
            let to = if lane + 1 == lanes {
                dst
            } else {
                let slots = self.slots(ty)?;
                self.typed_row(ty, slots, RowKind::Value)
            };
            self.reduce_step(function, scalar, [to, sum, row.plus(lane * stride)])?;
            sum = to;
        }
        Ok(true)
    }

    fn reduce_step(&mut self, function: &str, scalar: Scalar, slots: [Slot; 3]) -> Lowered<()> {
        let binary = match function {
            "add" => Some(BinaryOp::Add),
            "mul" => Some(BinaryOp::Mul),
            "and" => Some(BinaryOp::And),
            "or" => Some(BinaryOp::Or),
            "xor" => Some(BinaryOp::Xor),
            "fadd" => Some(BinaryOp::FAdd),
            "fmul" => Some(BinaryOp::FMul),
            _ => None,
        };
        if let Some(op) = binary {
            return self.binary(op, scalar, Wrap(0), slots);
        }
        let chosen = match function {
            "smax" => Some(IntBinary::SMax),
            "smin" => Some(IntBinary::SMin),
            "umax" => Some(IntBinary::UMax),
            "umin" => Some(IntBinary::UMin),
            _ => None,
        };
        if let Some(op) = chosen {
            return self.int_binary(op, scalar, slots);
        }
        let f = match function {
            "fmax" => MathFn::MaxNum,
            "fmin" => MathFn::MinNum,
            "fmaximum" => MathFn::Maximum,
            "fminimum" => MathFn::Minimum,
            _ => {
                return LowerError::unsupported(format!(
                    "the intrinsic `llvm.vector.reduce.{function}`"
                ));
            }
        };
        let Scalar::Float(kind) = scalar else {
            return LowerError::malformed("a float function on integers");
        };
        let [dst, a, b] = slots;
        match float_width(kind) {
            Some(kind) => self.emit(Op::Math { f, kind, dst, a, b, c: b }),
            None => self.wide(WideOp::Math { f, kind, dst, a, b, c: b }),
        }
        Ok(())
    }
}
