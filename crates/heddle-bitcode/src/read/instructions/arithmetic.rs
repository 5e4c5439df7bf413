//! Arithmetic, conversions, comparisons, choices.

use crate::error::Result;
use crate::read::function::Body;
use crate::read::operators::{self, Predicate};
use crate::stream::Fields;
use crate::{BinaryOp, CastOp, Opcode, Type};

impl Body<'_, '_> {
    /// Flags that only say how a float may be computed, or that a result is poison
    /// more often (`disjoint`), are left out.
    pub(super) fn binary(&mut self, fields: &mut Fields<'_>) -> Result<()> {
        let a = self.typed(fields)?;
        let b = self.value(fields, a.ty)?;
        let code = fields.next()?;
        let op = operators::binary(code, a.ty, &self.reader.types, fields)?;
        let flags = fields.next_or_zero();
        let overflowing =
            matches!(op, BinaryOp::Add | BinaryOp::Sub | BinaryOp::Mul | BinaryOp::Shl);
        let dividing =
            matches!(op, BinaryOp::UDiv | BinaryOp::SDiv | BinaryOp::LShr | BinaryOp::AShr);
        let op = Opcode::Binary {
            op,
            a: a.value,
            b,
            nuw: overflowing && flags & 1 != 0,
            nsw: overflowing && flags & 2 != 0,
            exact: dividing && flags & 1 != 0,
        };
        self.push(op, a.ty, fields)
    }

    pub(super) fn unary(&mut self, fields: &mut Fields<'_>) -> Result<()> {
        const FNEG: u64 = 0;
        let a = self.typed(fields)?;
        let code = fields.next()?;
        if code != FNEG {
            return Err(fields.unsupported(format!("unary operator {code}")));
        }
        if !self.reader.types.is_float(self.reader.types.scalar(a.ty)) {
            return Err(fields.malformed("negation of what is no float"));
        }
        self.push(Opcode::FNeg { a: a.value }, a.ty, fields)
    }

    pub(super) fn cast(&mut self, fields: &mut Fields<'_>) -> Result<()> {
        let a = self.typed(fields)?;
        let to = self.reader.types.next(fields)?;
        let code = fields.next()?;
        let op = operators::cast(code, a.ty, to, &self.reader.types, fields)?;
        let flags = fields.next_or_zero();
        let op = Opcode::Cast {
            op,
            a: a.value,
            nneg: matches!(op, CastOp::ZExt | CastOp::UiToFp) && flags & 1 != 0,
        };
        self.push(op, to, fields)
    }

    pub(super) fn compare(&mut self, fields: &mut Fields<'_>) -> Result<()> {
        let a = self.typed(fields)?;
        let b = self.value(fields, a.ty)?;
        let code = fields.next()?;
        let op = match operators::predicate(code, a.ty, &self.reader.types, fields)? {
            Predicate::Int(predicate) => Opcode::IntCompare { predicate, a: a.value, b },
            Predicate::Float(predicate) => Opcode::FloatCompare { predicate, a: a.value, b },
        };
        let ty = self.reader.types.shaped(a.ty, Type::Int(1));
        self.push(op, ty, fields)
    }

    pub(super) fn select(&mut self, fields: &mut Fields<'_>) -> Result<()> {
        let a = self.typed(fields)?;
        let b = self.value(fields, a.ty)?;
        let condition = self.typed(fields)?;
        let types = &mut self.reader.types;
        // One choice for the whole, or one for each element.
        let by_element = types.shaped(a.ty, Type::Int(1));
        if condition.ty != by_element && !types.is_bool(condition.ty) {
            return Err(fields.malformed("a choice by what is no truth value"));
        }
        let op = Opcode::Select { condition: condition.value, a: a.value, b };
        self.push(op, a.ty, fields)
    }

    pub(super) fn freeze(&mut self, fields: &mut Fields<'_>) -> Result<()> {
        let a = self.typed(fields)?;
        self.push(Opcode::Freeze { a: a.value }, a.ty, fields)
    }
}
