//! Operators: the types of their operands, conversions, and constants that are computed at
//! once.

use std::ops::Range;

use super::{Compiler, Operand, OperandKind, Pending, Result, compare_only, float_kind};
use crate::expression::error::ExpressionError;
use crate::expression::types::{Scalar, Shape};
use crate::expression::{Code, Kind, Operator, arithmetic};

impl Compiler<'_> {
    /// Compares a value with zero: 1 if it is not zero, 0 if it is.
    pub(in crate::expression) fn truth(&mut self, operand: Operand) -> Result<Operand> {
        let operand = self.value(operand)?;
        let OperandKind::Value { kind, constant, is_truth } = operand.what else {
            return Ok(operand);
        };
        if is_truth {
            return Ok(operand);
        }
        if let Some(value) = constant {
            let value = arithmetic::truth(kind, value).into();
            return Ok(self.folded(operand.start, Kind::I32, value, operand.range));
        }
        self.emit(Code::Truth(kind), &operand.range);
        Ok(self.truth_result(operand.start, operand.range))
    }

    /// `!operand`.
    pub(in crate::expression) fn not(
        &mut self,
        operand: Operand,
        range: Range<usize>,
    ) -> Result<Operand> {
        let operand = self.truth(operand)?;
        if let Some(value) = operand.constant() {
            return Ok(self.folded(operand.start, Kind::I32, value ^ 1, range));
        }
        self.emit(Code::Not, &range);
        Ok(self.truth_result(operand.start, range))
    }

    /// `+operand`, `-operand` or `~operand`.
    pub(in crate::expression) fn unary(
        &mut self,
        operator: char,
        operand: Operand,
        range: Range<usize>,
    ) -> Result<Operand> {
        let operand = self.value(operand)?;
        let kind = match operand.kind() {
            Some(Kind::Pointer) | None => return Err(compare_only(operand.range)),
            Some(kind) if operator == '~' && kind.is_float() => {
                return Err(ExpressionError::new(range, "'~' is for integers"));
            }
            Some(kind) => kind,
        };
        if let Some(value) = operand.constant() {
            let value = match operator {
                '-' => arithmetic::negate(kind, value),
                '~' => Ok(arithmetic::complement(kind, value)),
                _ => Ok(value),
            };
            return match value {
                Ok(value) => Ok(self.folded(operand.start, kind, value, range)),
                Err(error) => Err(ExpressionError::new(range, error.to_string())),
            };
        }
        match operator {
            '-' => self.emit(Code::Negate(kind), &range),
            '~' => self.emit(Code::Complement(kind), &range),
            _ => {}
        }
        Ok(self.result(operand.start, range, kind))
    }

    /// `left operator right`; both are values, and the code of the right one is the last.
    pub(in crate::expression) fn binary(
        &mut self,
        operator: Operator,
        mut left: Operand,
        mut right: Operand,
    ) -> Result<Operand> {
        let range = left.range.start..right.range.end;
        let kind = self.common(&left, &right, operator, &range)?;
        if kind != Kind::Pointer {
            let inserted = self.convert(&mut left, right.start, kind)?;
            right.start += inserted;
            if !operator.is_shift() {
                self.convert(&mut right, self.code.len(), kind)?;
            }
        }
        let divides = matches!(operator, Operator::Divide | Operator::Remainder);
        if divides && kind.is_integer() && right.constant() == Some(0) {
            return Err(ExpressionError::new(range, "division by zero"));
        }
        let result = if operator.is_comparison() { Kind::I32 } else { kind };
        if let (Some(a), Some(b)) = (left.constant(), right.constant()) {
            return match arithmetic::binary(operator, kind, a, b) {
                Ok(value) => Ok(self.folded(left.start, result, value, range)),
                Err(error) => Err(ExpressionError::new(range, error.to_string())),
            };
        }
        self.emit(Code::Binary(operator, kind), &range);
        Ok(match operator.is_comparison() {
            true => self.truth_result(left.start, range),
            false => self.result(left.start, range, kind),
        })
    }

    /// The kind in which an operator is computed.
    fn common(
        &self,
        left: &Operand,
        right: &Operand,
        operator: Operator,
        range: &Range<usize>,
    ) -> Result<Kind> {
        let (Some(a), Some(b)) = (left.kind(), right.kind()) else {
            return Err(ExpressionError::new(range.clone(), "expected values"));
        };
        if a == Kind::Pointer || b == Kind::Pointer {
            let pointers = |operand: &Operand, kind| kind == Kind::Pointer || operand.is_null();
            if !matches!(operator, Operator::Equal | Operator::NotEqual) {
                return Err(compare_only(range.clone()));
            }
            if !pointers(left, a) || !pointers(right, b) {
                let message = "a pointer can be compared with pointers and NULL only";
                return Err(ExpressionError::new(range.clone(), message));
            }
            return Ok(Kind::Pointer);
        }
        if operator.is_integral() && (a.is_float() || b.is_float()) {
            return Err(ExpressionError::new(range.clone(), "this operator is for integers"));
        }
        Ok(if operator.is_shift() { a } else { a.common(b) })
    }

    /// Converts the operand whose code ends at `end`; returns how many instructions that
    /// takes.
    fn convert(&mut self, operand: &mut Operand, end: usize, to: Kind) -> Result<usize> {
        let OperandKind::Value { kind, constant, .. } = &mut operand.what else { return Ok(0) };
        let from = std::mem::replace(kind, to);
        if from == to {
            return Ok(0);
        }
        if let Some(value) = constant {
            match arithmetic::convert(from, to, *value) {
                Ok(converted) => *value = converted,
                Err(error) => {
                    return Err(ExpressionError::new(operand.range.clone(), error.to_string()));
                }
            }
            self.code[operand.start] = Code::Constant(*value);
            return Ok(0);
        }
        self.insert(end, Code::Convert { from, to }, &operand.range);
        Ok(1)
    }

    /// `(type) operand`.
    pub(in crate::expression) fn cast(
        &mut self,
        shape: Shape,
        operand: Operand,
        range: Range<usize>,
    ) -> Result<Operand> {
        let (to, narrow) = match shape {
            Shape::Scalar(Scalar::Bool, _) => return Ok(self.truth(operand)?.within(range)),
            Shape::Scalar(Scalar::Integer { bits, signed }, _) => {
                (Kind::integer(bits, signed), (bits < 32).then_some((bits as u8, signed)))
            }
            Shape::Scalar(Scalar::Float { bits }, _) => (float_kind(bits), None),
            _ => {
                let message = "only casts to arithmetic types are supported in propositions";
                return Err(ExpressionError::new(range, message));
            }
        };
        let mut operand = self.value(operand)?;
        match operand.kind() {
            Some(Kind::Pointer) | None => return Err(compare_only(operand.range)),
            // Narrowing takes the low bits of any integer.
            Some(kind) if narrow.is_some() && kind.is_integer() => {}
            Some(_) => {
                self.convert(&mut operand, self.code.len(), to)?;
            }
        }
        let Some((bits, signed)) = narrow else {
            return Ok(match operand.constant() {
                Some(_) => operand.within(range),
                None => self.result(operand.start, range, to),
            });
        };
        if let Some(value) = operand.constant() {
            let value = arithmetic::narrow(value, bits.into(), signed);
            return Ok(self.folded(operand.start, to, value, range));
        }
        self.emit(Code::Narrow { bits, signed }, &range);
        Ok(self.result(operand.start, range, to))
    }

    /// After the left operand of `&&` or `||`, which is a truth value.
    pub(in crate::expression) fn begin_logical(&mut self, is_and: bool, left: &Operand) -> Pending {
        let at = self.code.len();
        self.emit(if is_and { Code::And(0) } else { Code::Or(0) }, &left.range);
        Pending(at)
    }

    /// After the right operand, which is a truth value.
    pub(in crate::expression) fn end_logical(
        &mut self,
        Pending(at): Pending,
        left: Operand,
        right: Operand,
    ) -> Operand {
        let range = left.range.start..right.range.end;
        let is_and = matches!(self.code[at], Code::And(_));
        match left.constant() {
            Some(value) if (value != 0) == is_and => {
                self.remove(left.start..at + 1);
                Operand { start: left.start, range, what: right.what }
            }
            Some(value) => self.folded(left.start, Kind::I32, value, range),
            None => {
                self.land(Pending(at));
                self.truth_result(left.start, range)
            }
        }
    }

    /// After the condition of `?:`, which is a truth value.
    pub(in crate::expression) fn begin_conditional(&mut self, condition: &Operand) -> Pending {
        let at = self.code.len();
        self.emit(Code::Branch(0), &condition.range);
        Pending(at)
    }

    /// After the second operand of `?:`, which is a value.
    pub(in crate::expression) fn middle_of_conditional(&mut self, then: &Operand) -> Pending {
        let at = self.code.len();
        self.emit(Code::Jump(0), &then.range);
        Pending(at)
    }

    /// After the third operand of `?:`, which is a value.
    pub(in crate::expression) fn end_conditional(
        &mut self,
        (condition, Pending(branch)): (Operand, Pending),
        (mut then, Pending(mut jump)): (Operand, Pending),
        mut otherwise: Operand,
    ) -> Result<Operand> {
        let range = condition.range.start..otherwise.range.end;
        // Both are values of one type, as for a comparison.
        let kind = self.common(&then, &otherwise, Operator::Equal, &range)?;
        if kind != Kind::Pointer {
            let inserted = self.convert(&mut then, jump, kind)?;
            jump += inserted;
            otherwise.start += inserted;
            self.convert(&mut otherwise, self.code.len(), kind)?;
        }
        let constant = match condition.constant() {
            Some(0) => {
                self.remove(condition.start..jump + 1);
                otherwise.constant()
            }
            Some(_) => {
                self.remove(jump..self.code.len());
                self.remove(condition.start..branch + 1);
                then.constant()
            }
            None => {
                self.code[branch] = Code::Branch((jump - branch) as u32);
                self.land(Pending(jump));
                None
            }
        };
        let what = OperandKind::Value { kind, constant, is_truth: false };
        Ok(Operand { start: condition.start, range, what })
    }

    /// Lets a jump lead to the end of the code.
    fn land(&mut self, Pending(at): Pending) {
        let over = (self.code.len() - at - 1) as u32;
        self.code[at] = match self.code[at] {
            Code::And(_) => Code::And(over),
            Code::Or(_) => Code::Or(over),
            Code::Branch(_) => Code::Branch(over),
            _ => Code::Jump(over),
        };
    }
}
