//! Instructions on values alone: those that touch neither memory nor control.
//!
//! They mean what they mean to the machine, undefined bits and faults included. What the
//! machine would stop a run with is a [`Check`]: a condition under which it goes wrong. Where
//! a check fails, the results are whatever they are.
//!
//! Masks of undefined bits are terms like all others, but nearly always the constant zero; then
//! they cost nothing, neither terms nor gates.
//!
//! Arithmetic of floats is done where the operands are known, and refused elsewhere. What
//! does not round is done on any operands: signs, classes, comparisons.
//!
//! The rooms: [`arithmetic`] has integers of one slot and of two, [`function`] LLVM's functions
//! on them, [`undefined`] which bits of them are undefined, [`choice`] values that are chosen
//! among others, [`address`] pointers, and [`float`]
//! floats of all formats.

pub(crate) mod address;
mod arithmetic;
mod choice;
mod float;
mod function;
mod operand;
#[cfg(test)]
mod tests;
pub(crate) mod undefined;

use heddle_model::Property;
use heddle_program::{BinaryOp, Function, IntPredicate, Op, WideOp, Wrap};

use crate::symbolic::value::Value;
use crate::term::{Term, Terms};

/// Environment of an instruction, beside its operands.
#[derive(Clone, Copy, Debug)]
pub(crate) struct OpEnvironment<'p> {
    /// The function that the instructions are of.
    pub(crate) function: &'p Function,
    /// Bytes of a pointer.
    pub(crate) pointer_bytes: u8,
    /// True if [`Property::Overflow`](heddle_model::Property::Overflow) is checked. If not, results
    /// wrap around, or are undefined.
    pub(crate) checks_overflow: bool,
    /// True if a crash is a violation.
    pub(crate) checks_crashes: bool,
}

/// Something that may go wrong.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Check {
    /// The property that is violated.
    pub(crate) property: Property,
    /// Condition of the violation, as a boolean. Of an instruction's checks, at most one fails.
    pub(crate) condition: Term,
}

/// Checks of an instruction; most have none.
pub(crate) type Checks = Vec<Check>;

/// Something that cannot be done with symbols.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("{what}")]
pub(crate) struct Refusal {
    /// The construct, in words.
    pub(crate) what: String,
}

/// Makes an instruction, on the slots of a frame.
///
/// # Errors
///
/// If it cannot be made with symbols, or touches memory or control. The slots are then as
/// they were.
pub(crate) fn apply(
    terms: &mut Terms,
    environment: &OpEnvironment<'_>,
    op: Op,
    slots: &mut [Value],
) -> Result<Checks, Refusal> {
    let mut work = Work { terms, environment, slots, checks: Checks::new() };
    work.op(op)?;
    Ok(work.checks)
}

/// An instruction under way.
struct Work<'a, 'p> {
    terms: &'a mut Terms,
    environment: &'a OpEnvironment<'p>,
    slots: &'a mut [Value],
    checks: Checks,
}

impl Work<'_, '_> {
    fn op(&mut self, op: Op) -> Result<(), Refusal> {
        use {BinaryOp as B, IntPredicate as P};
        let unflagged = Wrap::default();
        let (op, wrap, width, dst, a, b) = match op {
            Op::Add { width, wrap, dst, a, b } => (B::Add, wrap, width, dst, a, b),
            Op::Sub { width, wrap, dst, a, b } => (B::Sub, wrap, width, dst, a, b),
            Op::Mul { width, wrap, dst, a, b } => (B::Mul, wrap, width, dst, a, b),
            Op::UDiv { width, wrap, dst, a, b } => (B::UDiv, wrap, width, dst, a, b),
            Op::SDiv { width, wrap, dst, a, b } => (B::SDiv, wrap, width, dst, a, b),
            Op::URem { width, dst, a, b } => (B::URem, unflagged, width, dst, a, b),
            Op::SRem { width, dst, a, b } => (B::SRem, unflagged, width, dst, a, b),
            Op::Shl { width, wrap, dst, a, b } => (B::Shl, wrap, width, dst, a, b),
            Op::LShr { width, wrap, dst, a, b } => (B::LShr, wrap, width, dst, a, b),
            Op::AShr { width, wrap, dst, a, b } => (B::AShr, wrap, width, dst, a, b),
            Op::And { width, dst, a, b } => (B::And, unflagged, width, dst, a, b),
            Op::Or { width, dst, a, b } => (B::Or, unflagged, width, dst, a, b),
            Op::Xor { width, dst, a, b } => (B::Xor, unflagged, width, dst, a, b),
            Op::Eq { width, dst, a, b } => return self.compare(P::Eq, width.into(), dst, a, b),
            Op::Ne { width, dst, a, b } => return self.compare(P::Ne, width.into(), dst, a, b),
            Op::Ult { width, dst, a, b } => return self.compare(P::Ult, width.into(), dst, a, b),
            Op::Ule { width, dst, a, b } => return self.compare(P::Ule, width.into(), dst, a, b),
            Op::Slt { width, dst, a, b } => return self.compare(P::Slt, width.into(), dst, a, b),
            Op::Sle { width, dst, a, b } => return self.compare(P::Sle, width.into(), dst, a, b),
            other => return self.other_op(other),
        };
        self.binary(op, wrap, width.into(), dst, a, b)
    }

    fn other_op(&mut self, op: Op) -> Result<(), Refusal> {
        match op {
            // The machine does not make up values: frozen bits stay undefined.
            Op::Move { dst, src }
            | Op::Freeze { dst, src }
            | Op::PtrToInt { dst, src }
            | Op::PunToInt { dst, src } => self.slots[dst.index()] = self.slots[src.index()],
            Op::MoveMany { dst, src, count } => {
                let src = src.index();
                self.slots.copy_within(src..src + count as usize, dst.index());
            }
            Op::Undef { width, dst, count } => {
                let undefined = Value::undefined_bits(self.terms, width);
                self.slots[dst.index()..][..count as usize].fill(undefined);
            }
            Op::Trunc { width, dst, src } => {
                self.resize(false, width.into(), width.into(), dst, src)?
            }
            Op::SExt { from, to, dst, src } => {
                self.resize(true, from.into(), to.into(), dst, src)?
            }
            Op::IntUnary { op, width, dst, a } => self.unary_function(op, width.into(), dst, a)?,
            Op::IntBinary { op, width, dst, a, b } => {
                self.binary_function(op, width.into(), dst, a, b)?;
            }
            Op::Overflowing { op, width, dst, a, b } => {
                self.with_flag(op, width.into(), dst, a, b)?;
            }
            Op::FunnelShift { left, width, dst, a, b, by } => {
                self.funnel_shift(left, width.into(), dst, [a, b, by])?;
            }
            Op::Select { count, dst, condition, a, b } => self.select(count, dst, condition, a, b),
            Op::GetElement { count, dst, base, index } => self.get_element(count, dst, base, index),
            Op::SetElement { count, base, index, src } => self.set_element(count, base, index, src),
            Op::PtrAdd { dst, base, offset } => self.pointer_add(dst, base, offset),
            Op::PtrIndex { width, dst, base, index, scale } => {
                self.pointer_index(width.into(), dst, base, index, scale);
            }
            Op::PtrOffset { dst, base, offset } => self.pointer_offset(dst, base, offset),
            Op::Wide { id } => return self.wide(self.environment.function.wide[id]),
            other => return self.float_op(other),
        }
        Ok(())
    }

    fn wide(&mut self, op: WideOp) -> Result<(), Refusal> {
        match op {
            WideOp::Int { op, wrap, width, dst, a, b } => self.binary(op, wrap, width, dst, a, b),
            WideOp::ICmp { predicate, width, dst, a, b } => {
                self.compare(predicate, width, dst, a, b)
            }
            WideOp::Resize { signed, from, to, dst, src } => {
                self.resize(signed, from, to, dst, src)
            }
            WideOp::Unary { op, width, dst, a } => self.unary_function(op, width, dst, a),
            WideOp::Binary { op, width, dst, a, b } => self.binary_function(op, width, dst, a, b),
            WideOp::Overflowing { op, width, dst, a, b } => self.with_flag(op, width, dst, a, b),
            WideOp::FunnelShift { left, width, dst, a, b, by } => {
                self.funnel_shift(left, width, dst, [a, b, by])
            }
            other => self.wide_float_op(other),
        }
    }

    /// Something goes wrong under a condition.
    fn check(&mut self, condition: Term, property: Property) {
        if condition != Term::FALSE {
            self.checks.push(Check { property, condition });
        }
    }
}
