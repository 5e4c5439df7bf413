//! Masks of undefined bits of integers.
//!
//! A bit of a result is defined only if it is the same for all values that the undefined bits of
//! the operands can have. The rules are the machine's, one by one: bitwise operations, resizing,
//! comparisons, exchanges of bytes or bits, and shifts by a defined amount are exact; sums,
//! differences and products are undefined from the lowest undefined bit on; a minimum or maximum
//! that is not decided has the bits in which its operands agree; a count has the leading bits in
//! which its least and its greatest value agree. Everything else is undefined as a whole.

use heddle_program::{IntBinary, IntUnary, Overflowing, Slot};

use super::Work;
use super::function::{binary, reversed, unary};
use crate::term::{Term, Terms, semantics};

/// An integer of which bits may be undefined.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Partial {
    /// The bits, with zeros where they are undefined: the least unsigned value.
    pub(crate) low: Term,
    /// Mask of the undefined bits.
    pub(crate) undef: Term,
}

/// A question that undefined bits may leave open. At most one of the two holds.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Decision {
    /// Condition under which the answer is yes, whatever the undefined bits are.
    pub(crate) yes: Term,
    /// Condition under which it is no.
    pub(crate) no: Term,
}

impl Decision {
    /// Condition under which it is open.
    pub(crate) fn open(self, terms: &mut Terms) -> Term {
        let decided = terms.or(self.yes, self.no);
        terms.not(decided)
    }
}

impl Partial {
    /// Bits of which those in a mask are undefined, whatever they are.
    pub(crate) fn new(terms: &mut Terms, bits: Term, undef: Term) -> Partial {
        let known = terms.not(undef);
        Partial { low: terms.and(bits, known), undef }
    }

    /// The greatest unsigned value.
    fn high(self, terms: &mut Terms) -> Term {
        terms.or(self.low, self.undef)
    }

    /// The same number, so that its order as an unsigned number is that as a signed one.
    fn biased(self, terms: &mut Terms) -> Partial {
        let width = terms.width(self.low);
        let sign = terms.constant(width, semantics::sign_bit(width));
        let bits = terms.xor(self.low, sign);
        Partial::new(terms, bits, self.undef)
    }

    /// Decides equality: a defined bit that differs does, or that there is no undefined one.
    pub(crate) fn equals(self, terms: &mut Terms, other: Partial) -> Decision {
        let none = terms.constant(terms.width(self.low), 0);
        let open = terms.or(self.undef, other.undef);
        let known = terms.not(open);
        let differences = terms.xor(self.low, other.low);
        let differences = terms.and(differences, known);
        let no = terms.ne(differences, none);
        let is_defined = terms.eq(open, none);
        let same = terms.not(no);
        Decision { yes: terms.and(is_defined, same), no }
    }

    /// Decides which is less, as unsigned numbers.
    pub(crate) fn is_below(self, terms: &mut Terms, other: Partial) -> Decision {
        let [highest, other_highest] = [self, other].map(|partial| partial.high(terms));
        Decision { yes: terms.ult(highest, other.low), no: terms.uge(self.low, other_highest) }
    }

    /// Decides which is less, as signed numbers.
    pub(crate) fn is_less(self, terms: &mut Terms, other: Partial) -> Decision {
        let [x, y] = [self, other].map(|partial| partial.biased(terms));
        x.is_below(terms, y)
    }

    /// This where a question is answered with yes, the other where with no, and the bits in
    /// which both agree where it is open.
    fn chosen(self, terms: &mut Terms, decision: Decision, other: Partial) -> Partial {
        let differences = terms.xor(self.low, other.low);
        let either = terms.or(self.undef, other.undef);
        let apart = terms.or(differences, either);
        let undef = terms.ite(decision.no, other.undef, apart);
        let undef = terms.ite(decision.yes, self.undef, undef);
        let low = terms.ite(decision.yes, self.low, other.low);
        Partial::new(terms, low, undef)
    }

    /// Mask of the undefined bits of a sum or difference.
    pub(crate) fn carried(self, terms: &mut Terms, other: Partial) -> Term {
        let undef = terms.or(self.undef, other.undef);
        from_lowest(terms, undef)
    }

    /// Mask of the undefined bits of a conjunction: a defined zero decides.
    pub(crate) fn conjoined(self, terms: &mut Terms, other: Partial) -> Term {
        let either = terms.or(self.undef, other.undef);
        let [x, y] = [self, other].map(|partial| partial.high(terms));
        let open = terms.and(x, y);
        terms.and(either, open)
    }

    /// All bits inverted.
    pub(crate) fn complement(self, terms: &mut Terms) -> Partial {
        let bits = terms.not(self.low);
        Partial::new(terms, bits, self.undef)
    }

    /// Mask of the undefined bits of a product.
    fn multiplied(self, terms: &mut Terms, other: Partial) -> Term {
        let shares = [(self, other), (other, self)].map(|(x, y)| {
            let high = y.high(terms);
            let negated = terms.neg(high);
            let lowest = terms.and(high, negated);
            let open = from_lowest(terms, x.undef);
            terms.mul(open, lowest)
        });
        terms.or(shares[0], shares[1])
    }

    /// Mask of the undefined bits of arithmetic that wraps around.
    pub(super) fn wrapped(self, terms: &mut Terms, op: Overflowing, other: Partial) -> Term {
        match op {
            Overflowing::SAdd | Overflowing::UAdd | Overflowing::SSub | Overflowing::USub => {
                self.carried(terms, other)
            }
            Overflowing::SMul | Overflowing::UMul => self.multiplied(terms, other),
        }
    }

    /// A function of two operands, if its bits are told apart.
    pub(crate) fn function(
        self,
        terms: &mut Terms,
        op: IntBinary,
        other: Partial,
    ) -> Option<Partial> {
        let (less, greater) = match op {
            IntBinary::UMin | IntBinary::UMax | IntBinary::UCmp => {
                (self.is_below(terms, other), other.is_below(terms, self))
            }
            IntBinary::SMin | IntBinary::SMax | IntBinary::SCmp => {
                (self.is_less(terms, other), other.is_less(terms, self))
            }
            IntBinary::SAddSat
            | IntBinary::UAddSat
            | IntBinary::SSubSat
            | IntBinary::USubSat
            | IntBinary::SShlSat
            | IntBinary::UShlSat => return None,
        };
        Some(match op {
            IntBinary::UMin | IntBinary::SMin => self.chosen(terms, less, other),
            IntBinary::UMax | IntBinary::SMax => self.chosen(terms, greater, other),
            _ => {
                let equal = terms.and(less.no, greater.no);
                let decided = terms.any(&[less.yes, greater.yes, equal]);
                let open = terms.not(decided);
                let undef = terms.sext(open, terms.width(self.low));
                let bits = binary(terms, op, self.low, other.low);
                Partial::new(terms, bits, undef)
            }
        })
    }

    /// A function of one operand.
    fn unary(self, terms: &mut Terms, op: IntUnary) -> Partial {
        let width = terms.width(self.low);
        match op {
            IntUnary::Bswap | IntUnary::BitReverse => {
                let piece = if op == IntUnary::Bswap { 8 } else { 1 };
                let [low, undef] = [self.low, self.undef].map(|term| reversed(terms, term, piece));
                Partial { low, undef }
            }
            IntUnary::Ctpop | IntUnary::Ctlz | IntUnary::Cttz => {
                let high = self.high(terms);
                let [first, last] = [self.low, high].map(|term| unary(terms, op, term));
                let differences = terms.xor(first, last);
                let undef = up_to_highest(terms, differences);
                Partial::new(terms, first, undef)
            }
            IntUnary::Abs => {
                let high = self.high(terms);
                let [if_open, if_negative] =
                    [high, self.undef].map(|mask| from_lowest(terms, mask));
                let [is_negative, is_open] =
                    [self.low, self.undef].map(|term| terms.extract(term, width - 1, 1));
                let undef = terms.ite(is_negative, if_negative, self.undef);
                let undef = terms.ite(is_open, if_open, undef);
                let bits = unary(terms, op, self.low);
                Partial::new(terms, bits, undef)
            }
        }
    }
}

/// All bits from the lowest that is set on.
fn from_lowest(terms: &mut Terms, mask: Term) -> Term {
    let negated = terms.neg(mask);
    terms.or(mask, negated)
}

/// All bits up to the highest that is set.
fn up_to_highest(terms: &mut Terms, mut mask: Term) -> Term {
    let width = terms.width(mask);
    let mut step = 1;
    while step < width {
        let by = terms.constant(width, step.into());
        let shifted = terms.lshr(mask, by);
        mask = terms.or(mask, shifted);
        step *= 2;
    }
    mask
}

impl Work<'_, '_> {
    /// An operand, bit by bit.
    pub(super) fn partial(&mut self, first: Slot, width: u32) -> Partial {
        let bits = self.gather(first, width, |value| value.bits);
        let undef = self.gather(first, width, |value| value.undef);
        Partial::new(self.terms, bits, undef)
    }

    /// Writes a function of one operand, some of whose bits may be undefined.
    pub(super) fn open_unary(&mut self, op: IntUnary, width: u32, dst: Slot, a: Slot) {
        let result = self.partial(a, width).unary(self.terms, op);
        self.put_masked(dst, width, result.low, result.undef);
    }
}
