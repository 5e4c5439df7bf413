//! Instructions on integers of up to 128 bits.
//!
//! Which bits of results are undefined follows the rules of [`undefined`](super::undefined).
//!
//! Integers of two slots are the machine's wide ones, whose rules differ in places: a shift too
//! far is told only if the shift promises not to overflow, and the least number divided by -1
//! wraps around instead of trapping.

use heddle_model::Property;
use heddle_program::{BinaryOp, IntPredicate, Overflowing, Slot, Wrap};

use super::operand::Integer;
use super::{Refusal, Work};
use crate::symbolic::value::Value;
use crate::term::{Term, semantics};

/// True if an integer takes more than a slot.
fn is_wide(width: u32) -> bool {
    width > 64
}

impl Work<'_, '_> {
    /// An instruction of two operands.
    pub(super) fn binary(
        &mut self,
        op: BinaryOp,
        wrap: Wrap,
        width: u32,
        dst: Slot,
        a: Slot,
        b: Slot,
    ) -> Result<(), Refusal> {
        self.admit(width)?;
        match op {
            BinaryOp::And | BinaryOp::Or | BinaryOp::Xor => self.bitwise(op, width, dst, a, b),
            BinaryOp::Shl | BinaryOp::LShr | BinaryOp::AShr => {
                self.shift(op, wrap, width, dst, a, b);
            }
            BinaryOp::UDiv | BinaryOp::SDiv | BinaryOp::URem | BinaryOp::SRem => {
                self.divide(op, width, dst, a, b);
            }
            BinaryOp::Add | BinaryOp::Sub | BinaryOp::Mul => {
                self.add_or_multiply(op, wrap, width, dst, a, b);
            }
            _ => return Err(Refusal { what: format!("{op:?} of integers") }),
        }
        Ok(())
    }

    fn add_or_multiply(
        &mut self,
        op: BinaryOp,
        wrap: Wrap,
        width: u32,
        dst: Slot,
        a: Slot,
        b: Slot,
    ) {
        let (x, y) = (self.integer(a, width), self.integer(b, width));
        let undefined = self.either(x, y);
        if self.environment.checks_overflow && wrap.has(Wrap::NSW) && undefined != Term::TRUE {
            let overflows = match op {
                BinaryOp::Add => self.terms.add_overflows_signed(x.bits, y.bits),
                BinaryOp::Sub => self.terms.sub_overflows_signed(x.bits, y.bits),
                _ => self.terms.mul_overflows_signed(x.bits, y.bits),
            };
            let condition = self.unless(undefined, overflows);
            self.check(condition, Property::Overflow);
        }
        let kind = match op {
            BinaryOp::Add => Overflowing::UAdd,
            BinaryOp::Sub => Overflowing::USub,
            _ => Overflowing::UMul,
        };
        self.put_wrapped(kind, width, dst, a, b);
    }

    /// Slot by slot: a defined zero decides an `and`, a defined one an `or`.
    fn bitwise(&mut self, op: BinaryOp, width: u32, dst: Slot, a: Slot, b: Slot) {
        let results: Vec<Value> = (0..)
            .zip(super::operand::slot_widths(width))
            .map(|(i, part)| {
                let [x, y] = [a, b].map(|slot| self.slots[slot.plus(i).index()]);
                let bits = [x, y].map(|value| self.terms.extract(value.bits, 0, part));
                let result = match op {
                    BinaryOp::And => self.terms.and(bits[0], bits[1]),
                    BinaryOp::Or => self.terms.or(bits[0], bits[1]),
                    _ => self.terms.xor(bits[0], bits[1]),
                };
                let bits = self.terms.zext(result, 64);
                Value { bits, undef: self.bitwise_undef(op, x, y) }
            })
            .collect();
        self.slots[dst.index()..][..results.len()].copy_from_slice(&results);
    }

    fn bitwise_undef(&mut self, op: BinaryOp, x: Value, y: Value) -> Term {
        if x.is_defined(self.terms) && y.is_defined(self.terms) {
            return x.undef;
        }
        let mut undef = self.terms.or(x.undef, y.undef);
        if op != BinaryOp::Xor {
            for value in [x, y] {
                // Where this operand does not decide.
                let neutral = match op {
                    BinaryOp::And => value.bits,
                    _ => self.terms.not(value.bits),
                };
                let open = self.terms.or(value.undef, neutral);
                undef = self.terms.and(undef, open);
            }
        }
        undef
    }

    fn shift(&mut self, op: BinaryOp, wrap: Wrap, width: u32, dst: Slot, a: Slot, b: Slot) {
        let (x, by) = (self.integer(a, width), self.integer(b, width));
        let promises = wrap.has(Wrap::NSW);
        let checks = self.environment.checks_overflow && (promises || !is_wide(width));
        let limit = self.terms.constant(width, width.into());
        let too_far = self.terms.uge(by.bits, limit);
        if by.undefined != Term::TRUE && checks {
            let condition = self.unless(by.undefined, too_far);
            self.check(condition, Property::Overflow);
        }
        let bits = self.shifted(op, x.bits, by.bits);
        if checks && promises && (op == BinaryOp::Shl || is_wide(width)) {
            let back = self.terms.ashr(bits, by.bits);
            let differs = self.terms.ne(back, x.bits);
            let excused = self.terms.any(&[by.undefined, too_far, x.undefined]);
            let condition = self.unless(excused, differs);
            self.check(condition, Property::Overflow);
        }
        let undefined = match checks {
            true => by.undefined,
            false => self.terms.or(by.undefined, too_far),
        };
        if x.undefined == Term::FALSE {
            return self.put(dst, width, undefined, |_| bits);
        }
        let undef = self.shifted_undef(op, width, a, by);
        let all = self.terms.sext(undefined, width);
        let all = self.terms.zext(all, self.terms.width(undef));
        let undef = self.terms.ite(undefined, all, undef);
        let bits = self.terms.zext(bits, self.terms.width(undef));
        self.put_masked(dst, self.terms.width(undef), bits, undef);
    }

    /// Mask of the undefined bits of a shifted value. In one slot, a right shift brings in those
    /// from beyond the width.
    fn shifted_undef(&mut self, op: BinaryOp, width: u32, a: Slot, by: Integer) -> Term {
        if op == BinaryOp::LShr && !is_wide(width) {
            let by = self.terms.zext(by.bits, 64);
            return self.terms.lshr(self.slots[a.index()].undef, by);
        }
        let undef = self.gather(a, width, |value| value.undef);
        self.shifted(op, undef, by.bits)
    }

    fn shifted(&mut self, op: BinaryOp, term: Term, by: Term) -> Term {
        match op {
            BinaryOp::Shl => self.terms.shl(term, by),
            BinaryOp::LShr => self.terms.lshr(term, by),
            _ => self.terms.ashr(term, by),
        }
    }

    fn divide(&mut self, op: BinaryOp, width: u32, dst: Slot, a: Slot, b: Slot) {
        let (x, y) = (self.integer(a, width), self.integer(b, width));
        let is_signed = matches!(op, BinaryOp::SDiv | BinaryOp::SRem);
        self.check(y.undefined, Property::Uninitialized);
        let zero = self.terms.constant(width, 0);
        let is_zero = self.terms.eq(y.bits, zero);
        let condition = self.unless(y.undefined, is_zero);
        self.check(condition, Property::DivisionByZero);
        let undefined = self.either(x, y);
        if is_signed && (self.environment.checks_overflow || !is_wide(width)) {
            let least = self.terms.constant(width, semantics::sign_bit(width));
            let minus_one = self.terms.constant(width, u128::MAX);
            let is_least = self.terms.eq(x.bits, least);
            let is_minus_one = self.terms.eq(y.bits, minus_one);
            let overflows = self.terms.and(is_least, is_minus_one);
            let condition = self.unless(undefined, overflows);
            // A function of the compiler's wraps around, and the processor traps; which is an
            // overflow, too, for those who ask for that alone.
            let property = match is_wide(width) || !self.environment.checks_crashes {
                true => Property::Overflow,
                false => Property::Crash,
            };
            self.check(condition, property);
        }
        self.put(dst, width, undefined, |work| match op {
            BinaryOp::UDiv => work.terms.udiv(x.bits, y.bits),
            BinaryOp::SDiv => work.terms.sdiv(x.bits, y.bits),
            BinaryOp::URem => work.terms.urem(x.bits, y.bits),
            _ => work.terms.srem(x.bits, y.bits),
        });
    }

    /// A condition that does not count where something is undefined.
    fn unless(&mut self, undefined: Term, condition: Term) -> Term {
        let defined = self.terms.not(undefined);
        self.terms.and(defined, condition)
    }

    /// A comparison.
    pub(super) fn compare(
        &mut self,
        predicate: IntPredicate,
        width: u32,
        dst: Slot,
        a: Slot,
        b: Slot,
    ) -> Result<(), Refusal> {
        self.admit(width)?;
        let (x, y) = (self.integer(a, width), self.integer(b, width));
        let undefined = match self.either(x, y) {
            Term::FALSE => Term::FALSE,
            _ => self.undecided(predicate, width, a, b),
        };
        self.put(dst, 1, undefined, |work| {
            let terms = &mut *work.terms;
            match predicate {
                IntPredicate::Eq => terms.eq(x.bits, y.bits),
                IntPredicate::Ne => terms.ne(x.bits, y.bits),
                IntPredicate::Ugt => terms.ugt(x.bits, y.bits),
                IntPredicate::Uge => terms.uge(x.bits, y.bits),
                IntPredicate::Ult => terms.ult(x.bits, y.bits),
                IntPredicate::Ule => terms.ule(x.bits, y.bits),
                IntPredicate::Sgt => terms.sgt(x.bits, y.bits),
                IntPredicate::Sge => terms.sge(x.bits, y.bits),
                IntPredicate::Slt => terms.slt(x.bits, y.bits),
                IntPredicate::Sle => terms.sle(x.bits, y.bits),
            }
        });
        Ok(())
    }

    /// Condition under which undefined bits leave a comparison open.
    fn undecided(&mut self, predicate: IntPredicate, width: u32, a: Slot, b: Slot) -> Term {
        let [x, y] = [a, b].map(|slot| self.partial(slot, width));
        let decision = match predicate {
            IntPredicate::Eq | IntPredicate::Ne => x.equals(self.terms, y),
            IntPredicate::Ult | IntPredicate::Uge => x.is_below(self.terms, y),
            IntPredicate::Ugt | IntPredicate::Ule => y.is_below(self.terms, x),
            IntPredicate::Slt | IntPredicate::Sge => x.is_less(self.terms, y),
            IntPredicate::Sgt | IntPredicate::Sle => y.is_less(self.terms, x),
        };
        decision.open(self.terms)
    }

    /// The low bits, up to `from`, cut or extended by zeros or by the sign.
    pub(super) fn resize(
        &mut self,
        signed: bool,
        from: u32,
        to: u32,
        dst: Slot,
        src: Slot,
    ) -> Result<(), Refusal> {
        self.admit(from)?;
        self.admit(to)?;
        let [bits, undef] = [|value: Value| value.bits, |value: Value| value.undef].map(|part| {
            let term = self.gather(src, from, part);
            if to <= from {
                self.terms.extract(term, 0, to)
            } else if signed {
                self.terms.sext(term, to)
            } else {
                self.terms.zext(term, to)
            }
        });
        self.put_masked(dst, to, bits, undef);
        Ok(())
    }
}
