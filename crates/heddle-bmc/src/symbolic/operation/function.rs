//! LLVM's functions on integers.

use heddle_program::{IntBinary, IntUnary, Overflowing, Slot};

use super::{Refusal, Work};
use crate::term::{Term, Terms, semantics};

impl Work<'_, '_> {
    /// A function of one operand.
    pub(super) fn unary_function(
        &mut self,
        op: IntUnary,
        width: u32,
        dst: Slot,
        a: Slot,
    ) -> Result<(), Refusal> {
        self.admit(width)?;
        let x = self.integer(a, width);
        match x.undefined {
            Term::FALSE => self.put(dst, width, x.undefined, |work| unary(work.terms, op, x.bits)),
            _ => self.open_unary(op, width, dst, a),
        }
        Ok(())
    }

    /// A function of two operands.
    pub(super) fn binary_function(
        &mut self,
        op: IntBinary,
        width: u32,
        dst: Slot,
        a: Slot,
        b: Slot,
    ) -> Result<(), Refusal> {
        self.admit(width)?;
        let (x, y) = (self.integer(a, width), self.integer(b, width));
        let undefined = self.either(x, y);
        if undefined != Term::FALSE {
            let [p, q] = [a, b].map(|slot| self.partial(slot, width));
            if let Some(result) = p.function(self.terms, op, q) {
                self.put_masked(dst, width, result.low, result.undef);
                return Ok(());
            }
        }
        self.put(dst, width, undefined, |work| binary(work.terms, op, x.bits, y.bits));
        Ok(())
    }

    /// Arithmetic with a flag behind its result that tells whether it overflowed.
    pub(super) fn with_flag(
        &mut self,
        op: Overflowing,
        width: u32,
        dst: Slot,
        a: Slot,
        b: Slot,
    ) -> Result<(), Refusal> {
        self.admit(width)?;
        let (x, y) = (self.integer(a, width), self.integer(b, width));
        let undefined = self.either(x, y);
        self.put_wrapped(op, width, dst, a, b);
        let flag = dst.plus(width.div_ceil(64));
        self.put(flag, 1, undefined, |work| overflows(work.terms, op, x.bits, y.bits));
        Ok(())
    }

    /// The upper (or lower) half of two numbers side by side, shifted.
    pub(super) fn funnel_shift(
        &mut self,
        left: bool,
        width: u32,
        dst: Slot,
        operands: [Slot; 3],
    ) -> Result<(), Refusal> {
        self.admit(width)?;
        let [x, y, by] = operands.map(|slot| self.integer(slot, width));
        let shifted = self.funnel_shifted(left, width, [x.bits, y.bits], by.bits);
        if self.either(x, y) == Term::FALSE {
            self.put(dst, width, by.undefined, |_| shifted);
            return Ok(());
        }
        let [a, b, _] = operands;
        let masks = [a, b].map(|slot| self.gather(slot, width, |value| value.undef));
        let undef = self.funnel_shifted(left, width, masks, by.bits);
        let all = self.terms.constant(width, u128::MAX);
        let undef = self.terms.ite(by.undefined, all, undef);
        self.put_masked(dst, width, shifted, undef);
        Ok(())
    }

    fn funnel_shifted(&mut self, left: bool, width: u32, [x, y]: [Term; 2], by: Term) -> Term {
        let size = self.terms.constant(width, width.into());
        let by = self.terms.urem(by, size);
        // A shift by the whole width leaves nothing, as it should.
        let rest = self.terms.sub(size, by);
        let (up, down) = if left { (by, rest) } else { (rest, by) };
        let high = self.terms.shl(x, up);
        let low = self.terms.lshr(y, down);
        self.terms.or(high, low)
    }

    /// Writes a sum, difference or product that wraps around.
    pub(super) fn put_wrapped(&mut self, op: Overflowing, width: u32, dst: Slot, a: Slot, b: Slot) {
        let (x, y) = (self.integer(a, width), self.integer(b, width));
        let undef = match self.either(x, y) {
            Term::FALSE => self.terms.constant(width, 0),
            _ => {
                let [p, q] = [a, b].map(|slot| self.partial(slot, width));
                p.wrapped(self.terms, op, q)
            }
        };
        let bits = wrapped(self.terms, op, x.bits, y.bits);
        self.put_masked(dst, width, bits, undef);
    }
}

pub(super) fn unary(terms: &mut Terms, op: IntUnary, x: Term) -> Term {
    match op {
        IntUnary::Ctpop => terms.popcount(x),
        IntUnary::Ctlz => terms.count_leading_zeros(x),
        IntUnary::Cttz => terms.count_trailing_zeros(x),
        IntUnary::Bswap => reversed(terms, x, 8),
        IntUnary::BitReverse => reversed(terms, x, 1),
        IntUnary::Abs => {
            let negative = terms.sign_of(x);
            let negated = terms.neg(x);
            terms.ite(negative, negated, x)
        }
    }
}

/// The pieces of a number, of so many bits each, in the opposite order.
///
/// If the last piece is not whole, what is reversed are whole slots, of which the upper bits
/// are taken, as the machine does.
pub(super) fn reversed(terms: &mut Terms, x: Term, piece: u32) -> Term {
    let width = terms.width(x);
    let padded = if width.is_multiple_of(piece) { width } else { width.next_multiple_of(64) };
    let x = terms.zext(x, padded);
    let mut result = terms.extract(x, 0, piece);
    for low_bit in (piece..padded).step_by(piece as usize) {
        let next = terms.extract(x, low_bit, piece);
        result = terms.concat(result, next);
    }
    terms.extract(result, padded - width, width)
}

pub(super) fn binary(terms: &mut Terms, op: IntBinary, x: Term, y: Term) -> Term {
    let width = terms.width(x);
    let first_if = |terms: &mut Terms, condition| terms.ite(condition, x, y);
    match op {
        IntBinary::SMax => {
            let greater = terms.slt(y, x);
            first_if(terms, greater)
        }
        IntBinary::SMin => {
            let less = terms.slt(x, y);
            first_if(terms, less)
        }
        IntBinary::UMax => {
            let greater = terms.ult(y, x);
            first_if(terms, greater)
        }
        IntBinary::UMin => {
            let less = terms.ult(x, y);
            first_if(terms, less)
        }
        // What overflows goes to the bound on the side of the first operand.
        IntBinary::SAddSat => saturated(terms, Overflowing::SAdd, x, y),
        IntBinary::SSubSat => saturated(terms, Overflowing::SSub, x, y),
        IntBinary::UAddSat => saturated(terms, Overflowing::UAdd, x, y),
        IntBinary::USubSat => saturated(terms, Overflowing::USub, x, y),
        IntBinary::SShlSat | IntBinary::UShlSat => {
            let is_signed = op == IntBinary::SShlSat;
            let shifted = terms.shl(x, y);
            let back = if is_signed { terms.ashr(shifted, y) } else { terms.lshr(shifted, y) };
            let overflows = terms.ne(back, x);
            let bound = match is_signed {
                true => signed_bound(terms, x),
                false => terms.constant(width, u128::MAX),
            };
            terms.ite(overflows, bound, shifted)
        }
        IntBinary::SCmp | IntBinary::UCmp => {
            let (less, greater) = match op {
                IntBinary::SCmp => (terms.slt(x, y), terms.slt(y, x)),
                _ => (terms.ult(x, y), terms.ult(y, x)),
            };
            let less = terms.sext(less, width);
            let greater = terms.zext(greater, width);
            terms.or(less, greater)
        }
    }
}

fn saturated(terms: &mut Terms, op: Overflowing, x: Term, y: Term) -> Term {
    let width = terms.width(x);
    let bound = match op {
        Overflowing::UAdd => terms.constant(width, u128::MAX),
        Overflowing::USub => terms.constant(width, 0),
        _ => signed_bound(terms, x),
    };
    let overflows = overflows(terms, op, x, y);
    let result = wrapped(terms, op, x, y);
    terms.ite(overflows, bound, result)
}

/// The least number or the greatest, on the side of `x`.
fn signed_bound(terms: &mut Terms, x: Term) -> Term {
    let width = terms.width(x);
    let negative = terms.sign_of(x);
    let least = terms.constant(width, semantics::sign_bit(width));
    let greatest = terms.constant(width, semantics::sign_bit(width) - 1);
    terms.ite(negative, least, greatest)
}

fn wrapped(terms: &mut Terms, op: Overflowing, x: Term, y: Term) -> Term {
    match op {
        Overflowing::SAdd | Overflowing::UAdd => terms.add(x, y),
        Overflowing::SSub | Overflowing::USub => terms.sub(x, y),
        Overflowing::SMul | Overflowing::UMul => terms.mul(x, y),
    }
}

fn overflows(terms: &mut Terms, op: Overflowing, x: Term, y: Term) -> Term {
    match op {
        Overflowing::SAdd => terms.add_overflows_signed(x, y),
        Overflowing::UAdd => terms.add_overflows_unsigned(x, y),
        Overflowing::SSub => terms.sub_overflows_signed(x, y),
        Overflowing::USub => terms.sub_overflows_unsigned(x, y),
        Overflowing::SMul => terms.mul_overflows_signed(x, y),
        Overflowing::UMul => terms.mul_overflows_unsigned(x, y),
    }
}
