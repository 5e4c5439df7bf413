//! Arithmetic and comparisons, element by element.

use heddle_bitcode::{BinaryOp, FloatKind, FloatPredicate, IntPredicate, TypeId, Value};

use crate::context::{LowerError, Lowered};
use crate::float::FloatOp;
use crate::layout::Scalar;
use crate::lower::Lowerer;
use crate::{FloatCompare, FloatWidth, Op, Slot, WideOp, Wrap};

/// The format as the fast instructions know it.
pub(crate) fn float_width(kind: FloatKind) -> Option<FloatWidth> {
    match kind {
        FloatKind::Single => Some(FloatWidth::F32),
        FloatKind::Double => Some(FloatWidth::F64),
        _ => None,
    }
}

/// The outcomes for which a comparison is true.
fn outcomes(predicate: FloatPredicate) -> FloatCompare {
    const E: u8 = FloatCompare::EQUAL;
    const G: u8 = FloatCompare::GREATER;
    const L: u8 = FloatCompare::LESS;
    const U: u8 = FloatCompare::UNORDERED;
    FloatCompare(match predicate {
        FloatPredicate::False => 0,
        FloatPredicate::Oeq => E,
        FloatPredicate::Ogt => G,
        FloatPredicate::Oge => G | E,
        FloatPredicate::Olt => L,
        FloatPredicate::Ole => L | E,
        FloatPredicate::One => L | G,
        FloatPredicate::Ord => L | G | E,
        FloatPredicate::Uno => U,
        FloatPredicate::Ueq => U | E,
        FloatPredicate::Ugt => U | G,
        FloatPredicate::Uge => U | G | E,
        FloatPredicate::Ult => U | L,
        FloatPredicate::Ule => U | L | E,
        FloatPredicate::Une => U | L | G,
        FloatPredicate::True => U | L | G | E,
    })
}

impl Lowerer<'_, '_> {
    /// Element and number of elements of a scalar or vector type.
    pub(crate) fn lanes(&self, ty: TypeId) -> Lowered<(Scalar, u32)> {
        self.slots(ty)?;
        match self.layout.lanes(ty) {
            Some(lanes) => Ok(lanes),
            None => LowerError::malformed("an operation on a type that does not have it"),
        }
    }

    /// Two operands that should be of the same type.
    pub(crate) fn same_typed(&mut self, a: Value, b: Value) -> Lowered<(Slot, Slot, Scalar, u32)> {
        let (scalar, lanes) = self.lanes(self.type_of(a))?;
        if self.lanes(self.type_of(b))? != (scalar, lanes) {
            return LowerError::malformed("operands of different types");
        }
        Ok((self.value(a)?, self.value(b)?, scalar, lanes))
    }

    /// Emits a wide operation.
    pub(crate) fn wide(&mut self, op: WideOp) {
        let id = self.body.tables.wide.push(op);
        self.emit(Op::Wide { id });
    }

    /// Emits `dst = a op b` for one element.
    pub(crate) fn binary(
        &mut self,
        op: BinaryOp,
        scalar: Scalar,
        wrap: Wrap,
        [dst, a, b]: [Slot; 3],
    ) -> Lowered<()> {
        match scalar {
            Scalar::Float(kind) => return self.float_binary(op, kind, [dst, a, b]),
            Scalar::Int(width) if width > 64 => {
                self.wide(WideOp::Int { op, wrap, width, dst, a, b });
                return Ok(());
            }
            Scalar::Int(_) => {}
            Scalar::Ptr => return LowerError::malformed("arithmetic on pointers"),
        }
        let width = self.layout.scalar_bits(scalar) as u8;
        self.emit(match op {
            BinaryOp::Add => Op::Add { width, wrap, dst, a, b },
            BinaryOp::Sub => Op::Sub { width, wrap, dst, a, b },
            BinaryOp::Mul => Op::Mul { width, wrap, dst, a, b },
            BinaryOp::UDiv => Op::UDiv { width, wrap, dst, a, b },
            BinaryOp::SDiv => Op::SDiv { width, wrap, dst, a, b },
            BinaryOp::URem => Op::URem { width, dst, a, b },
            BinaryOp::SRem => Op::SRem { width, dst, a, b },
            BinaryOp::Shl => Op::Shl { width, wrap, dst, a, b },
            BinaryOp::LShr => Op::LShr { width, wrap, dst, a, b },
            BinaryOp::AShr => Op::AShr { width, wrap, dst, a, b },
            BinaryOp::And => Op::And { width, dst, a, b },
            BinaryOp::Or => Op::Or { width, dst, a, b },
            BinaryOp::Xor => Op::Xor { width, dst, a, b },
            BinaryOp::FAdd | BinaryOp::FSub | BinaryOp::FMul | BinaryOp::FDiv | BinaryOp::FRem => {
                return LowerError::malformed("float arithmetic on integers");
            }
        });
        Ok(())
    }

    fn float_binary(
        &mut self,
        op: BinaryOp,
        kind: FloatKind,
        [dst, a, b]: [Slot; 3],
    ) -> Lowered<()> {
        let op = match op {
            BinaryOp::FAdd => FloatOp::Add,
            BinaryOp::FSub => FloatOp::Sub,
            BinaryOp::FMul => FloatOp::Mul,
            BinaryOp::FDiv => FloatOp::Div,
            BinaryOp::FRem => FloatOp::Rem,
            BinaryOp::Add
            | BinaryOp::Sub
            | BinaryOp::Mul
            | BinaryOp::UDiv
            | BinaryOp::SDiv
            | BinaryOp::URem
            | BinaryOp::SRem
            | BinaryOp::Shl
            | BinaryOp::LShr
            | BinaryOp::AShr
            | BinaryOp::And
            | BinaryOp::Or
            | BinaryOp::Xor => return LowerError::malformed("integer arithmetic on floats"),
        };
        let Some(width) = float_width(kind) else {
            self.wide(WideOp::Float { op, kind, dst, a, b });
            return Ok(());
        };
        let kind = width;
        self.emit(match op {
            FloatOp::Add => Op::FAdd { kind, dst, a, b },
            FloatOp::Sub => Op::FSub { kind, dst, a, b },
            FloatOp::Mul => Op::FMul { kind, dst, a, b },
            FloatOp::Div => Op::FDiv { kind, dst, a, b },
            FloatOp::Rem => Op::FRem { kind, dst, a, b },
        });
        Ok(())
    }

    /// Emits a `fneg` for one element.
    pub(crate) fn fneg(&mut self, scalar: Scalar, dst: Slot, a: Slot) -> Lowered<()> {
        let Scalar::Float(kind) = scalar else {
            return LowerError::malformed("float arithmetic on integers");
        };
        match float_width(kind) {
            Some(kind) => self.emit(Op::FNeg { kind, dst, a }),
            None => self.wide(WideOp::FNeg { kind, dst, a }),
        }
        Ok(())
    }

    /// Emits a comparison of integers or pointers for one element.
    pub(crate) fn icmp(
        &mut self,
        predicate: IntPredicate,
        scalar: Scalar,
        [dst, a, b]: [Slot; 3],
    ) -> Lowered<()> {
        if let Scalar::Float(_) = scalar {
            return LowerError::malformed("an integer comparison of floats");
        }
        let width = self.layout.scalar_bits(scalar);
        if width > 64 {
            self.wide(WideOp::ICmp { predicate, width, dst, a, b });
            return Ok(());
        }
        let width = width as u8;
        self.emit(match predicate {
            IntPredicate::Eq => Op::Eq { width, dst, a, b },
            IntPredicate::Ne => Op::Ne { width, dst, a, b },
            IntPredicate::Ult => Op::Ult { width, dst, a, b },
            IntPredicate::Ule => Op::Ule { width, dst, a, b },
            IntPredicate::Slt => Op::Slt { width, dst, a, b },
            IntPredicate::Sle => Op::Sle { width, dst, a, b },
            IntPredicate::Ugt => Op::Ult { width, dst, a: b, b: a },
            IntPredicate::Uge => Op::Ule { width, dst, a: b, b: a },
            IntPredicate::Sgt => Op::Slt { width, dst, a: b, b: a },
            IntPredicate::Sge => Op::Sle { width, dst, a: b, b: a },
        });
        Ok(())
    }

    /// Emits a comparison of floats for one element.
    pub(crate) fn fcmp(
        &mut self,
        predicate: FloatPredicate,
        scalar: Scalar,
        [dst, a, b]: [Slot; 3],
    ) -> Lowered<()> {
        let Scalar::Float(kind) = scalar else {
            return LowerError::malformed("a float comparison of integers");
        };
        let compare = outcomes(predicate);
        match float_width(kind) {
            Some(kind) => self.emit(Op::FCmp { kind, compare, dst, a, b }),
            None => self.wide(WideOp::FCmp { kind, compare, dst, a, b }),
        }
        Ok(())
    }
}
