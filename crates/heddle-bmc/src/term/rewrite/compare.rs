//! Rules for `eq`, `ult` and `slt`.

use super::super::node::{Binary, Node};
use super::super::{Term, Terms, semantics};

impl Terms {
    pub(super) fn rewrite_eq(&mut self, a: Term, b: Term) -> Option<Term> {
        // x == x holds.
        if a == b {
            return Some(Term::TRUE);
        }
        // Bits are equal if they do not differ.
        if self.width(a) == 1 {
            let differ = self.xor(a, b);
            return Some(self.not(differ));
        }
        // x == ~x does not hold.
        if self.are_complements(a, b) {
            return Some(Term::FALSE);
        }
        if let Some(k) = self.value(b) {
            return self.eq_constant(a, k);
        }
        if let Some(term) = self.eq_of_sums(a, b) {
            return Some(term);
        }
        match (self.node(a), self.node(b)) {
            // ~x == ~y is x == y, and so of extensions from the same width.
            (Node::Not(x), Node::Not(y)) => return Some(self.eq(x, y)),
            (Node::Sext(x), Node::Sext(y)) if self.width(x) == self.width(y) => {
                return Some(self.eq(x, y));
            }
            // (h, l) == (i, m) is h == i and l == m.
            (Node::Concat(h, l), Node::Concat(i, m)) if self.width(l) == self.width(m) => {
                let high = self.eq(h, i);
                let low = self.eq(l, m);
                return Some(self.and(high, low));
            }
            _ => {}
        }
        for (x, y) in [(a, b), (b, a)] {
            if let Node::Ite(c, t, e) = self.node(x) {
                // (c ? y : e) == y is c | e == y, and (c ? t : y) == y is ~c | t == y.
                if t == y {
                    let rest = self.eq(e, y);
                    return Some(self.or(c, rest));
                }
                if e == y {
                    let rest = self.eq(t, y);
                    return Some(self.implies(c, rest));
                }
            }
        }
        None
    }

    /// Equality of terms one of which is a sum or difference.
    fn eq_of_sums(&mut self, a: Term, b: Term) -> Option<Term> {
        if let (Node::Binary(f @ (Binary::Add | Binary::Xor), p, q), Node::Binary(g, r, s)) =
            (self.node(a), self.node(b))
            && f == g
        {
            // x + y == x + z is y == z, and so is x ^ y == x ^ z.
            for (p, q, r, s) in [(p, q, r, s), (p, q, s, r), (q, p, r, s), (q, p, s, r)] {
                if p == r {
                    return Some(self.eq(q, s));
                }
            }
            // x + 3 == y + 5 is x == y + 2.
            if f == Binary::Add && self.value(q).is_some() && self.value(s).is_some() {
                let difference = self.sub(s, q);
                let moved = self.add(r, difference);
                return Some(self.eq(p, moved));
            }
        }
        for (x, y) in [(a, b), (b, a)] {
            // x == x + y is y == 0, and so of x ^ y.
            if let Node::Binary(Binary::Add | Binary::Xor, p, q) = self.node(y)
                && (x == p || x == q)
            {
                let zero = self.constant(self.width(x), 0);
                return Some(self.eq(if x == p { q } else { p }, zero));
            }
        }
        None
    }

    /// Equality with a number.
    fn eq_constant(&mut self, a: Term, k: u128) -> Option<Term> {
        let width = self.width(a);
        match self.node(a) {
            // ~x == 3 is x == ~3.
            Node::Not(x) => {
                let flipped = self.constant(width, !k);
                Some(self.eq(x, flipped))
            }
            // (h, l) == 0x12 is h == 1 and l == 2.
            Node::Concat(h, l) => {
                let (high_width, low_width) = (self.width(h), self.width(l));
                let high = self.constant(high_width, k >> low_width);
                let low = self.constant(low_width, k);
                let high = self.eq(h, high);
                let low = self.eq(l, low);
                Some(self.and(high, low))
            }
            // An extension is equal to its number only if that has a sign like it.
            Node::Sext(x) => {
                let inner = self.width(x);
                let low = semantics::truncate(inner, k);
                let extended = semantics::signed(inner, low) as u128;
                if semantics::truncate(width, extended) != k {
                    return Some(Term::FALSE);
                }
                let low = self.constant(inner, low);
                Some(self.eq(x, low))
            }
            Node::Binary(operation, x, y) => {
                let constant = self.value(y);
                match (operation, constant) {
                    // x + 3 == 5 is x == 2.
                    (Binary::Add, Some(c)) => {
                        let moved = self.constant(width, k.wrapping_sub(c));
                        Some(self.eq(x, moved))
                    }
                    // x ^ 3 == 5 is x == 6.
                    (Binary::Xor, Some(c)) => {
                        let moved = self.constant(width, k ^ c);
                        Some(self.eq(x, moved))
                    }
                    // x * 3 == 6 is x == 2; odd factors have inverses.
                    (Binary::Mul, Some(c)) if c & 1 == 1 => {
                        let inverse = semantics::inverse(width, c);
                        let moved = self.constant(width, k.wrapping_mul(inverse));
                        Some(self.eq(x, moved))
                    }
                    // x & 4 never has a bit that 4 has not, and x | 4 always has those of 4.
                    (Binary::And, Some(c)) if k & !c != 0 => Some(Term::FALSE),
                    (Binary::Or, Some(c)) if c & !k != 0 => Some(Term::FALSE),
                    // 3 - x == 1 is x == 2.
                    (Binary::Sub, _) if self.value(x).is_some() => {
                        let moved = self.value(x)?.wrapping_sub(k);
                        let moved = self.constant(width, moved);
                        Some(self.eq(y, moved))
                    }
                    // x - y == 0 is x == y, and so of x ^ y.
                    (Binary::Sub | Binary::Xor, _) if k == 0 => Some(self.eq(x, y)),
                    _ => None,
                }
            }
            _ => None,
        }
    }

    pub(super) fn rewrite_ult(&mut self, a: Term, b: Term) -> Option<Term> {
        let width = self.width(a);
        let max = semantics::ones(width);
        // x < x does not hold.
        if a == b {
            return Some(Term::FALSE);
        }
        // Of bits, only 0 < 1.
        if width == 1 {
            let not_a = self.not(a);
            return Some(self.and(not_a, b));
        }
        match (self.value(a), self.value(b)) {
            // x < 0 does not hold, and x < 2^k is that the bits from k up are 0.
            (_, Some(0)) => return Some(Term::FALSE),
            (_, Some(k)) if k.is_power_of_two() => {
                let bit = k.trailing_zeros();
                let above = self.extract(a, bit, width - bit);
                let zero = self.constant(width - bit, 0);
                return Some(self.eq(above, zero));
            }
            // x < max is x != max.
            (_, Some(k)) if k == max => return Some(self.ne(a, b)),
            // max < x does not hold, 0 < x is x != 0, max - 1 < x is x == max.
            (Some(k), _) if k == max => return Some(Term::FALSE),
            (Some(0), _) => return Some(self.ne(b, a)),
            (Some(k), _) if k == max - 1 => {
                let max = self.constant(width, max);
                return Some(self.eq(b, max));
            }
            // 2^k - 1 < x is that some bit from k up is set.
            (Some(k), _) if (k + 1).is_power_of_two() => {
                let bit = k.trailing_ones();
                let above = self.extract(b, bit, width - bit);
                let zero = self.constant(width - bit, 0);
                return Some(self.ne(above, zero));
            }
            _ => {}
        }
        match (self.node(a), self.node(b)) {
            // ~x < ~y is y < x.
            (Node::Not(x), Node::Not(y)) => Some(self.ult(y, x)),
            // With equal high parts, the low parts matter; with equal low parts, the high ones.
            (Node::Concat(h, l), Node::Concat(i, m)) if h == i => Some(self.ult(l, m)),
            (Node::Concat(h, l), Node::Concat(i, m)) if l == m => Some(self.ult(h, i)),
            // Zeros in front: either the number has a bit there, or nothing is there to compare.
            (Node::Concat(..), Node::Constant(k)) => {
                let low = self.below_zeros(a)?;
                let low_width = self.width(low);
                if k > semantics::ones(low_width) {
                    return Some(Term::TRUE);
                }
                let bound = self.constant(low_width, k);
                Some(self.ult(low, bound))
            }
            (Node::Constant(k), Node::Concat(..)) => {
                let low = self.below_zeros(b)?;
                let low_width = self.width(low);
                if k > semantics::ones(low_width) {
                    return Some(Term::FALSE);
                }
                let bound = self.constant(low_width, k);
                Some(self.ult(bound, low))
            }
            _ => None,
        }
    }

    pub(super) fn rewrite_slt(&mut self, a: Term, b: Term) -> Option<Term> {
        let width = self.width(a);
        // x < x does not hold.
        if a == b {
            return Some(Term::FALSE);
        }
        // Of one bit in two's complement, only -1 < 0.
        if width == 1 {
            let not_b = self.not(b);
            return Some(self.and(a, not_b));
        }
        match (self.sign(a), self.sign(b)) {
            // With equal signs, it is as without; with different ones, the sign says it.
            (Some(x), Some(y)) if x == y => return Some(self.ult(a, b)),
            (Some(x), Some(_)) => return Some(self.truth(x)),
            _ => {}
        }
        let min = semantics::sign_bit(width);
        let max = min - 1;
        match (self.value(a), self.value(b)) {
            // x < min does not hold, x < max is x != max, x < 0 is the sign.
            (_, Some(k)) if k == min => return Some(Term::FALSE),
            (_, Some(k)) if k == max => return Some(self.ne(a, b)),
            (_, Some(0)) => return Some(self.extract(a, width - 1, 1)),
            // max < x does not hold, min < x is x != min, -1 < x is that there is no sign.
            (Some(k), _) if k == max => return Some(Term::FALSE),
            (Some(k), _) if k == min => return Some(self.ne(b, a)),
            (Some(k), _) if k == semantics::ones(width) => {
                let sign = self.extract(b, width - 1, 1);
                return Some(self.not(sign));
            }
            _ => {}
        }
        match (self.node(a), self.node(b)) {
            // ~x < ~y is y < x.
            (Node::Not(x), Node::Not(y)) => Some(self.slt(y, x)),
            // Extensions from the same width compare as what is extended.
            (Node::Sext(x), Node::Sext(y)) if self.width(x) == self.width(y) => {
                Some(self.slt(x, y))
            }
            // A number is beyond the range of what is extended, or in it.
            (Node::Sext(x), Node::Constant(k)) => {
                let inner = self.width(x);
                let number = semantics::signed(width, k);
                let limit = 1i128 << (inner - 1);
                if number >= limit || number < -limit {
                    return Some(self.truth(number >= limit));
                }
                let bound = self.constant(inner, k);
                Some(self.slt(x, bound))
            }
            (Node::Constant(k), Node::Sext(x)) => {
                let inner = self.width(x);
                let number = semantics::signed(width, k);
                let limit = 1i128 << (inner - 1);
                if number >= limit || number < -limit {
                    return Some(self.truth(number < -limit));
                }
                let bound = self.constant(inner, k);
                Some(self.slt(bound, x))
            }
            _ => None,
        }
    }
}
