//! Rules for `add`, `sub` and `mul`.
//!
//! Constants go to the outside of sums, where they meet: `(x + 1) + (y + 2)` is `(x + y) + 3`.
//! A difference with a constant is a sum.

use super::super::node::{Binary, Node};
use super::super::{Term, Terms, semantics};

impl Terms {
    pub(super) fn rewrite_add(&mut self, a: Term, b: Term) -> Option<Term> {
        let width = self.width(a);
        // A sum of bits is whether they differ.
        if width == 1 {
            return Some(self.xor(a, b));
        }
        if let Some(k) = self.value(b) {
            return self.add_constant(a, b, k);
        }
        // x + x is x without its highest bit, one place up.
        if a == b {
            return Some(self.shifted_left(a, 1));
        }
        // x + ~x is all ones.
        if self.are_complements(a, b) {
            return Some(self.constant(width, u128::MAX));
        }
        for (x, y) in [(a, b), (b, a)] {
            match self.node(x) {
                // (p + 3) + y is (p + y) + 3.
                Node::Binary(Binary::Add, p, k) if self.value(k).is_some() => {
                    let sum = self.add(p, y);
                    return Some(self.add(sum, k));
                }
                // (p - y) + y is p.
                Node::Binary(Binary::Sub, p, q) if q == y => return Some(p),
                // (0 - p) + y is y - p.
                Node::Binary(Binary::Sub, zero, p) if self.value(zero) == Some(0) => {
                    return Some(self.sub(y, p));
                }
                _ => {}
            }
        }
        None
    }

    fn add_constant(&mut self, a: Term, b: Term, k: u128) -> Option<Term> {
        let width = self.width(a);
        // x + 0 is x.
        if k == 0 {
            return Some(a);
        }
        match self.node(a) {
            // (x + 1) + 2 is x + 3.
            Node::Binary(Binary::Add, x, l) if self.value(l).is_some() => {
                let sum = self.add(l, b);
                Some(self.add(x, sum))
            }
            // (1 - x) + 2 is 3 - x.
            Node::Binary(Binary::Sub, l, x) if self.value(l).is_some() => {
                let sum = self.add(l, b);
                Some(self.sub(sum, x))
            }
            // ~x + 3 is 2 - x.
            Node::Not(x) => {
                let less = self.constant(width, k.wrapping_sub(1));
                Some(self.sub(less, x))
            }
            // Below a constant low part nothing is left to add: the carry is known.
            Node::Concat(high, low) => {
                let low_value = self.value(low)?;
                let (high_width, low_width) = (self.width(high), self.width(low));
                let sum = low_value + semantics::truncate(low_width, k);
                let carry = sum >> low_width;
                let rest = self.constant(high_width, (k >> low_width).wrapping_add(carry));
                let high = self.add(high, rest);
                let low = self.constant(low_width, sum);
                Some(self.concat(high, low))
            }
            _ => None,
        }
    }

    pub(super) fn rewrite_sub(&mut self, a: Term, b: Term) -> Option<Term> {
        let width = self.width(a);
        // A difference of bits is whether they differ.
        if width == 1 {
            return Some(self.xor(a, b));
        }
        // x - 3 is x + -3.
        if let Some(k) = self.value(b) {
            let negative = self.constant(width, k.wrapping_neg());
            return Some(self.add(a, negative));
        }
        // x - x is 0.
        if a == b {
            return Some(self.constant(width, 0));
        }
        match self.node(a) {
            // (x + y) - x is y.
            Node::Binary(Binary::Add, p, q) if p == b => return Some(q),
            Node::Binary(Binary::Add, p, q) if q == b => return Some(p),
            // (p + 3) - y is (p - y) + 3.
            Node::Binary(Binary::Add, p, k) if self.value(k).is_some() => {
                let difference = self.sub(p, b);
                return Some(self.add(difference, k));
            }
            _ => {}
        }
        match self.node(b) {
            // x - (x + y) is 0 - y.
            Node::Binary(Binary::Add, p, q) if p == a => Some(self.neg(q)),
            Node::Binary(Binary::Add, p, q) if q == a => Some(self.neg(p)),
            // x - (p + 3) is (x - p) + -3.
            Node::Binary(Binary::Add, p, k) if self.value(k).is_some() => {
                let difference = self.sub(a, p);
                let negative = self.neg(k);
                Some(self.add(difference, negative))
            }
            // x - (x - y) is y.
            Node::Binary(Binary::Sub, p, q) if p == a => Some(q),
            // 5 - (2 - y) is y + 3, and 0 - (x - y) is y - x.
            Node::Binary(Binary::Sub, p, q)
                if self.value(a).is_some()
                    && (self.value(p).is_some() || self.value(a) == Some(0)) =>
            {
                if self.value(a) == Some(0) {
                    return Some(self.sub(q, p));
                }
                let difference = self.sub(a, p);
                Some(self.add(q, difference))
            }
            // x - (0 - y) is x + y.
            Node::Binary(Binary::Sub, p, q) if self.value(p) == Some(0) => Some(self.add(a, q)),
            // 3 - ~x is x + 4.
            Node::Not(x) => {
                let more = self.constant(width, self.value(a)?.wrapping_add(1));
                Some(self.add(x, more))
            }
            _ => None,
        }
    }

    pub(super) fn rewrite_mul(&mut self, a: Term, b: Term) -> Option<Term> {
        let width = self.width(a);
        // A product of bits is whether both are set.
        if width == 1 {
            return Some(self.and(a, b));
        }
        let k = self.value(b)?;
        // x * 0 is 0.
        if k == 0 {
            return Some(b);
        }
        // x * 1 is x.
        if k == 1 {
            return Some(a);
        }
        // x * -1 is 0 - x.
        if k == semantics::ones(width) {
            return Some(self.neg(a));
        }
        // (x * 3) * 5 is x * 15.
        if let Node::Binary(Binary::Mul, x, l) = self.node(a)
            && self.value(l).is_some()
        {
            let product = self.mul(l, b);
            return Some(self.mul(x, product));
        }
        // x * 12 is x * 3, two places up; so x * 8 is only moved.
        let zeros = k.trailing_zeros();
        if zeros > 0 {
            let low = self.extract(a, 0, width - zeros);
            let odd = self.constant(width - zeros, k >> zeros);
            let product = self.mul(low, odd);
            let zeros = self.constant(zeros, 0);
            return Some(self.concat(product, zeros));
        }
        None
    }
}
