//! Operations on the bits of floats: signs, classes, order.

use heddle_program::float::{soft, width};
use heddle_program::{FloatCompare, FloatKind, FloatWidth, MathFn, Slot};

use super::super::operand::Integer;
use super::super::{Refusal, Work};
use super::unknown;
use crate::term::{Term, Terms, semantics};

/// Bits of the fraction in formats with a hidden bit.
fn fraction_bits(kind: FloatKind) -> Option<u32> {
    match kind {
        FloatKind::Half => Some(10),
        FloatKind::BFloat => Some(7),
        FloatKind::Single => Some(23),
        FloatKind::Double => Some(52),
        FloatKind::Quad => Some(112),
        FloatKind::X86Fp80 | FloatKind::PpcDouble => None,
    }
}

/// Classes of the fields of a float.
struct Parts {
    negative: Term,
    /// Conditions that the exponent is the greatest, and that it is zero.
    greatest: Term,
    least: Term,
    /// Condition that the fraction is zero.
    whole: Term,
    /// The highest bit of the fraction.
    quiet: Term,
}

impl Parts {
    fn new(terms: &mut Terms, float: Term, fraction_bits: u32) -> Parts {
        let width = terms.width(float);
        let exponent_bits = width - 1 - fraction_bits;
        let exponent = terms.extract(float, fraction_bits, exponent_bits);
        let fraction = terms.extract(float, 0, fraction_bits);
        let ones = terms.constant(exponent_bits, u128::MAX);
        let zeros = terms.constant(exponent_bits, 0);
        let no_fraction = terms.constant(fraction_bits, 0);
        Parts {
            negative: terms.sign_of(float),
            greatest: terms.eq(exponent, ones),
            least: terms.eq(exponent, zeros),
            whole: terms.eq(fraction, no_fraction),
            quiet: terms.sign_of(fraction),
        }
    }

    fn is_nan(&self, terms: &mut Terms) -> Term {
        let has_fraction = terms.not(self.whole);
        terms.and(self.greatest, has_fraction)
    }

    fn is_zero(&self, terms: &mut Terms) -> Term {
        terms.and(self.least, self.whole)
    }
}

impl Work<'_, '_> {
    /// The sign is turned round, of what is not a number as well.
    pub(super) fn negate(&mut self, kind: FloatKind, dst: Slot, a: Slot) {
        let x = self.integer(a, width(kind));
        self.put(dst, width(kind), x.undefined, |work| {
            let sign = work.terms.constant(width(kind), semantics::sign_bit(width(kind)));
            work.terms.xor(x.bits, sign)
        });
    }

    /// `fabs` and `copysign`.
    pub(super) fn sign_function(
        &mut self,
        f: MathFn,
        kind: FloatKind,
        dst: Slot,
        operands: [Integer; 3],
    ) {
        let undefined = self.terms.any(&operands.map(|operand| operand.undefined));
        let [x, y, _] = operands.map(|operand| operand.bits);
        self.put(dst, width(kind), undefined, |work| {
            let terms = &mut *work.terms;
            let top = width(kind) - 1;
            let rest = terms.extract(x, 0, top);
            let sign = match f {
                MathFn::CopySign => terms.extract(y, top, 1),
                _ => Term::FALSE,
            };
            terms.concat(sign, rest)
        });
    }

    /// A comparison.
    pub(super) fn compare_floats(
        &mut self,
        kind: FloatKind,
        compare: FloatCompare,
        dst: Slot,
        a: Slot,
        b: Slot,
    ) -> Result<(), Refusal> {
        let (x, y) = (self.integer(a, width(kind)), self.integer(b, width(kind)));
        if let Some(fraction_bits) = fraction_bits(kind) {
            let undefined = self.either(x, y);
            self.put(dst, 1, undefined, |work| {
                ordered(work.terms, compare, x.bits, y.bits, fraction_bits)
            });
            return Ok(());
        }
        if kind == FloatKind::PpcDouble {
            return Err(unknown("fcmp"));
        }
        self.computed("fcmp", dst, 1, [x, y], |[x, y]| {
            Ok(Some(compare.holds(soft::compare(kind, x, y)?).into()))
        })
    }

    /// `llvm.is.fpclass`.
    pub(super) fn is_class(&mut self, kind: FloatWidth, mask: u16, dst: Slot, a: Slot) {
        let (width, fraction_bits) = match kind {
            FloatWidth::F32 => (32, 23),
            FloatWidth::F64 => (64, 52),
        };
        let x = self.integer(a, width);
        self.put(dst, 1, x.undefined, |work| {
            let terms = &mut *work.terms;
            let parts = Parts::new(terms, x.bits, fraction_bits);
            let nan = parts.is_nan(terms);
            let infinite = terms.and(parts.greatest, parts.whole);
            let zero = parts.is_zero(terms);
            let has_fraction = terms.not(parts.whole);
            let subnormal = terms.and(parts.least, has_fraction);
            let special = terms.or(parts.greatest, parts.least);
            let normal = terms.not(special);
            let (quiet, negative) = (parts.quiet, parts.negative);
            let (noisy, positive) = (terms.not(quiet), terms.not(negative));
            // In the order of the mask's bits.
            let classes = [
                (nan, noisy),
                (nan, quiet),
                (infinite, negative),
                (normal, negative),
                (subnormal, negative),
                (zero, negative),
                (zero, positive),
                (subnormal, positive),
                (normal, positive),
                (infinite, positive),
            ];
            let wanted = (0..).zip(classes).filter(|(bit, _)| mask >> bit & 1 != 0);
            let wanted: Vec<_> = wanted.map(|(_, (is, side))| terms.and(is, side)).collect();
            terms.any(&wanted)
        });
    }
}

/// Condition under which comparing two floats has one of the wanted outcomes.
fn ordered(terms: &mut Terms, compare: FloatCompare, x: Term, y: Term, fraction_bits: u32) -> Term {
    let [p, q] = [x, y].map(|float| Parts::new(terms, float, fraction_bits));
    let [nan_x, nan_y] = [&p, &q].map(|parts| parts.is_nan(terms));
    let unordered = terms.or(nan_x, nan_y);
    let [zero_x, zero_y] = [&p, &q].map(|parts| parts.is_zero(terms));
    let zeros = terms.and(zero_x, zero_y);
    let same = terms.eq(x, y);
    let equal = terms.or(zeros, same);
    // By sign and magnitude, unless they are equal.
    let below = terms.ult(x, y);
    let below_if_same_sign = terms.xor(p.negative, below);
    let differ = terms.xor(p.negative, q.negative);
    let less = terms.ite(differ, p.negative, below_if_same_sign);
    let not_equal = terms.not(equal);
    let not_less = terms.not(less);
    let less = terms.and(not_equal, less);
    let greater = terms.and(not_equal, not_less);
    let outcomes = [
        (FloatCompare::EQUAL, equal),
        (FloatCompare::LESS, less),
        (FloatCompare::GREATER, greater),
    ];
    let wanted = outcomes.into_iter().filter(|(bit, _)| compare.0 & bit != 0);
    let wanted: Vec<_> = wanted.map(|(_, outcome)| outcome).collect();
    let decided = terms.any(&wanted);
    let otherwise = terms.truth(compare.0 & FloatCompare::UNORDERED != 0);
    terms.ite(unordered, otherwise, decided)
}
