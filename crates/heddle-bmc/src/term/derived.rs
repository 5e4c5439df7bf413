//! Operations that are made of others: division with sign, overflow, bits counted, and
//! conjunctions and disjunctions of many.

use super::node::Binary;
use super::{MAX_WIDTH, Term, Terms, semantics};

impl Terms {
    /// The conjunction of booleans, as a balanced tree; true if there are none.
    pub fn all(&mut self, booleans: &[Term]) -> Term {
        self.balanced(Binary::And, Term::FALSE, booleans)
    }

    /// The disjunction of booleans, as a balanced tree; false if there are none.
    pub fn any(&mut self, booleans: &[Term]) -> Term {
        self.balanced(Binary::Or, Term::TRUE, booleans)
    }

    /// `dominant` is what makes the others not matter. Sorted, the same terms in another order
    /// give the same tree.
    fn balanced(&mut self, operation: Binary, dominant: Term, booleans: &[Term]) -> Term {
        let neutral = self.not(dominant);
        let mut layer = booleans.to_vec();
        layer.sort_unstable();
        layer.dedup();
        // The constants are the first terms there are.
        if layer.iter().take(2).any(|&term| term == dominant) {
            return dominant;
        }
        layer.retain(|&term| term != neutral);
        while layer.len() > 1 {
            let pairs = layer.chunks(2);
            let pairs = pairs.map(|pair| match *pair {
                [a, b] => self.binary(operation, a, b),
                _ => pair[0],
            });
            layer = pairs.collect();
        }
        layer.first().copied().unwrap_or(neutral)
    }

    /// The highest bit.
    pub fn sign_of(&mut self, a: Term) -> Term {
        let width = self.width(a);
        self.extract(a, width - 1, 1)
    }

    /// The number without its sign, as a number that has none: of the least number, itself.
    fn magnitude(&mut self, a: Term) -> Term {
        let negative = self.sign_of(a);
        let negated = self.neg(a);
        self.ite(negative, negated, a)
    }

    /// The quotient in two's complement, towards zero; by zero, 1 for negative numbers and -1
    /// for others. The least number divided by -1 is itself.
    pub fn sdiv(&mut self, a: Term, b: Term) -> Term {
        let (sign_a, sign_b) = (self.sign_of(a), self.sign_of(b));
        let (magnitude_a, magnitude_b) = (self.magnitude(a), self.magnitude(b));
        let quotient = self.udiv(magnitude_a, magnitude_b);
        let negative = self.xor(sign_a, sign_b);
        let negated = self.neg(quotient);
        self.ite(negative, negated, quotient)
    }

    /// The remainder of [`sdiv`](Self::sdiv), which has the sign of the dividend; by zero, the
    /// dividend.
    pub fn srem(&mut self, a: Term, b: Term) -> Term {
        let sign = self.sign_of(a);
        let (magnitude_a, magnitude_b) = (self.magnitude(a), self.magnitude(b));
        let remainder = self.urem(magnitude_a, magnitude_b);
        let negated = self.neg(remainder);
        self.ite(sign, negated, remainder)
    }

    /// Condition under which `a + b` without sign has a carry.
    pub fn add_overflows_unsigned(&mut self, a: Term, b: Term) -> Term {
        let sum = self.add(a, b);
        self.ult(sum, a)
    }

    /// Condition under which `a + b` in two's complement is beyond the range.
    pub fn add_overflows_signed(&mut self, a: Term, b: Term) -> Term {
        let sum = self.add(a, b);
        // The sum's sign is neither that of a nor that of b.
        let [a, b, sum] = [a, b, sum].map(|term| self.sign_of(term));
        let (from_a, from_b) = (self.xor(a, sum), self.xor(b, sum));
        self.and(from_a, from_b)
    }

    /// Condition under which `a - b` without sign is negative.
    pub fn sub_overflows_unsigned(&mut self, a: Term, b: Term) -> Term {
        self.ult(a, b)
    }

    /// Condition under which `a - b` in two's complement is beyond the range.
    pub fn sub_overflows_signed(&mut self, a: Term, b: Term) -> Term {
        let difference = self.sub(a, b);
        // The signs differ, and the difference's is not that of a.
        let [a, b, difference] = [a, b, difference].map(|term| self.sign_of(term));
        let (operands, result) = (self.xor(a, b), self.xor(a, difference));
        self.and(operands, result)
    }

    /// Condition under which `a * b` without sign has bits beyond the width.
    pub fn mul_overflows_unsigned(&mut self, a: Term, b: Term) -> Term {
        let width = self.width(a);
        if 2 * width <= MAX_WIDTH {
            let (a, b) = (self.zext(a, 2 * width), self.zext(b, 2 * width));
            let product = self.mul(a, b);
            let high = self.extract(product, width, width);
            let zero = self.constant(width, 0);
            return self.ne(high, zero);
        }
        // An odd width has no halves: with a bit more, that bit must stay zero.
        if width % 2 == 1 {
            let (a, b) = (self.zext(a, width + 1), self.zext(b, width + 1));
            let product = self.mul(a, b);
            let bit = self.extract(product, width, 1);
            let beyond = self.mul_overflows_unsigned(a, b);
            return self.or(bit, beyond);
        }
        // With a = (h, l) and b = (i, m), products of halves fit: h * i must be zero, so that
        // of h * m and l * i one is zero, the other must fit into the upper half, and added
        // there to l * m must not have a carry.
        let half = width / 2;
        let mut parts = |term| {
            let high = self.extract(term, half, half);
            let low = self.extract(term, 0, half);
            [self.zext(high, width), self.zext(low, width)]
        };
        let ([h, l], [i, m]) = (parts(a), parts(b));
        let zero = self.constant(width, 0);
        let (has_h, has_i) = (self.ne(h, zero), self.ne(i, zero));
        let both = self.and(has_h, has_i);
        // Where both are there, what follows does not matter.
        let (x, y) = (self.ite(has_h, h, i), self.ite(has_h, m, l));
        let cross = self.mul(x, y);
        let limit = self.constant(width, semantics::ones(half));
        let too_high = self.ult(limit, cross);
        let places = self.constant(width, u128::from(half));
        let cross = self.shl(cross, places);
        let low = self.mul(l, m);
        let carry = self.add_overflows_unsigned(cross, low);
        self.any(&[both, too_high, carry])
    }

    /// Condition under which `a * b` in two's complement is beyond the range.
    pub fn mul_overflows_signed(&mut self, a: Term, b: Term) -> Term {
        let width = self.width(a);
        if 2 * width <= MAX_WIDTH {
            let (a, b) = (self.sext(a, 2 * width), self.sext(b, 2 * width));
            let product = self.mul(a, b);
            // All bits from the sign of the result up are equal to it.
            let high = self.extract(product, width, width);
            let sign = self.extract(product, width - 1, 1);
            let signs = self.sext(sign, width);
            return self.ne(high, signs);
        }
        let (sign_a, sign_b) = (self.sign_of(a), self.sign_of(b));
        let negative = self.xor(sign_a, sign_b);
        let (a, b) = (self.magnitude(a), self.magnitude(b));
        let product = self.mul(a, b);
        let beyond = self.mul_overflows_unsigned(a, b);
        // A negative number may be one further from zero.
        let max = self.constant(width, semantics::sign_bit(width) - 1);
        let min = self.constant(width, semantics::sign_bit(width));
        let bound = self.ite(negative, min, max);
        let too_large = self.ult(bound, product);
        self.or(beyond, too_large)
    }

    /// Number of bits that are set.
    pub fn popcount(&mut self, a: Term) -> Term {
        let width = self.width(a);
        let mut counts: Vec<_> = (0..width).map(|bit| self.extract(a, bit, 1)).collect();
        // Pairs of counts are added in one bit more, which is enough for two of them.
        while counts.len() > 1 {
            let pairs = counts.chunks(2).map(|pair| {
                let wide = (self.width(pair[0]) + 1).min(width);
                let first = self.zext(pair[0], wide);
                match pair.get(1) {
                    Some(&second) => {
                        let second = self.zext(second, wide);
                        self.add(first, second)
                    }
                    None => first,
                }
            });
            counts = pairs.collect();
        }
        self.zext(counts[0], width)
    }

    /// Number of zeros above the highest bit that is set; the width if none is.
    ///
    /// The width of the result is that of the operand; if it cannot hold the number, which is
    /// so for one bit only, the number is modulo two: the bit negated.
    pub fn count_leading_zeros(&mut self, a: Term) -> Term {
        let width = self.width(a);
        let bits: Vec<_> = (0..width).map(|bit| (bit, width - 1 - bit)).collect();
        self.number_of_last_bit(a, &bits)
    }

    /// Number of zeros below the lowest bit that is set; the width if none is. One bit is as in
    /// [`count_leading_zeros`](Self::count_leading_zeros).
    pub fn count_trailing_zeros(&mut self, a: Term) -> Term {
        let width = self.width(a);
        let bits: Vec<_> = (0..width).rev().map(|bit| (bit, bit)).collect();
        self.number_of_last_bit(a, &bits)
    }

    /// The number beside the last bit in the list that is set; the width if none is.
    fn number_of_last_bit(&mut self, a: Term, bits: &[(u32, u32)]) -> Term {
        let width = self.width(a);
        let mut result = self.constant(width, u128::from(width));
        for &(bit, number) in bits {
            let is_set = self.extract(a, bit, 1);
            let number = self.constant(width, u128::from(number));
            result = self.ite(is_set, number, result);
        }
        result
    }
}
