//! Rules for `not`, `and`, `or` and `xor`, of any width; most are of use for booleans.

use super::super::node::{Binary, Node};
use super::super::{Term, Terms, semantics};

impl Terms {
    pub(in super::super) fn rewrite_not(&mut self, a: Term) -> Option<Term> {
        let width = self.width(a);
        match self.node(a) {
            Node::Constant(value) => Some(self.constant(width, !value)),
            // ~~x is x.
            Node::Not(x) => Some(x),
            // ~(c ? 1 : 2) has constant arms again.
            _ => self.lift_unary(a, width, |value| !value),
        }
    }

    pub(super) fn rewrite_and(&mut self, a: Term, b: Term) -> Option<Term> {
        let width = self.width(a);
        if let Some(mask) = self.value(b) {
            return self.and_constant(a, b, mask);
        }
        if a == b {
            return Some(a);
        }
        // x & ~x is 0, and so is (x == 1) & (x == 2).
        if self.exclude_each_other(a, b) {
            return Some(self.constant(width, 0));
        }
        // ~x & ~y is ~(x | y), so that negations are on the outside.
        if let (Node::Not(x), Node::Not(y)) = (self.node(a), self.node(b)) {
            let either = self.or(x, y);
            return Some(self.not(either));
        }
        for (x, y) in [(a, b), (b, a)] {
            if self.is_within(x, y) {
                return Some(x);
            }
            if let Some(term) = self.and_with_operands(x, y) {
                return Some(term);
            }
        }
        match (self.node(a), self.node(b)) {
            // (p & q) & (~p & r) is 0.
            (Node::Binary(Binary::And, p, q), Node::Binary(Binary::And, r, s)) => {
                let pairs = [(p, r), (p, s), (q, r), (q, s)];
                let contradict = pairs.iter().any(|&(x, y)| self.exclude_each_other(x, y));
                contradict.then(|| self.constant(width, 0))
            }
            // (p | q) & (p | ~q) is p.
            (Node::Binary(Binary::Or, p, q), Node::Binary(Binary::Or, r, s)) => {
                self.common_of_complements([p, q], [r, s])
            }
            _ => self.split_bitwise(Binary::And, a, b),
        }
    }

    /// `x & y` by what is in `y`.
    fn and_with_operands(&mut self, x: Term, y: Term) -> Option<Term> {
        let width = self.width(x);
        match self.node(y) {
            Node::Binary(Binary::And, p, q) => {
                // x & (x & q) is x & q.
                if x == p || x == q {
                    return Some(y);
                }
                // x & (~x & q) is 0.
                let is_empty = self.exclude_each_other(x, p) || self.exclude_each_other(x, q);
                is_empty.then(|| self.constant(width, 0))
            }
            Node::Binary(Binary::Or, p, q) => {
                for (p, q) in [(p, q), (q, p)] {
                    // x & (x | q) is x.
                    if self.is_within(x, p) {
                        return Some(x);
                    }
                    // x & (~x | q) is x & q.
                    if self.exclude_each_other(x, p) {
                        return Some(self.and(x, q));
                    }
                }
                None
            }
            // c & (c ? t : e) is c & t, and ~c & (c ? t : e) is ~c & e.
            Node::Ite(c, t, _) if width == 1 && c == x => Some(self.and(x, t)),
            Node::Ite(c, _, e) if width == 1 && self.are_complements(c, x) => Some(self.and(x, e)),
            Node::Not(z) => match self.node(z) {
                Node::Binary(Binary::And, p, q) => {
                    for (p, q) in [(p, q), (q, p)] {
                        // x & ~(x & q) is x & ~q.
                        if x == p {
                            let not_q = self.not(q);
                            return Some(self.and(x, not_q));
                        }
                        // x & ~(~x & q) is x.
                        if self.exclude_each_other(x, p) {
                            return Some(x);
                        }
                    }
                    None
                }
                Node::Binary(Binary::Or, p, q) => {
                    for (p, q) in [(p, q), (q, p)] {
                        // x & ~(x | q) is 0.
                        if self.is_within(x, p) {
                            return Some(self.constant(width, 0));
                        }
                        // x & ~(~x | q) is x & ~q.
                        if self.exclude_each_other(x, p) {
                            let not_q = self.not(q);
                            return Some(self.and(x, not_q));
                        }
                    }
                    None
                }
                // c & ~(c ? t : e) is c & ~t, and ~c & ~(c ? t : e) is ~c & ~e.
                Node::Ite(c, t, e) if width == 1 && (c == x || self.are_complements(c, x)) => {
                    let arm = self.not(if c == x { t } else { e });
                    Some(self.and(x, arm))
                }
                _ => None,
            },
            _ => None,
        }
    }

    fn and_constant(&mut self, a: Term, b: Term, mask: u128) -> Option<Term> {
        let width = self.width(a);
        // x & 0 is 0.
        if mask == 0 {
            return Some(b);
        }
        // x & 0b111 is x.
        if mask == semantics::ones(width) {
            return Some(a);
        }
        // (x & 6) & 3 is x & 2.
        if let Node::Binary(Binary::And, x, k) = self.node(a)
            && let Some(k) = self.value(k)
        {
            let both = self.constant(width, k & mask);
            return Some(self.and(x, both));
        }
        // x & 0b0110 is two bits of x between zeros.
        let (low, run) = (mask.trailing_zeros(), (mask >> mask.trailing_zeros()).trailing_ones());
        if semantics::ones(run) << low == mask {
            let mut result = self.extract(a, low, run);
            if low > 0 {
                let zeros = self.constant(low, 0);
                result = self.concat(result, zeros);
            }
            return Some(self.zext(result, width));
        }
        self.split_bitwise(Binary::And, a, b)
    }

    pub(super) fn rewrite_or(&mut self, a: Term, b: Term) -> Option<Term> {
        let width = self.width(a);
        if let Some(bits) = self.value(b) {
            // x | 0 is x.
            if bits == 0 {
                return Some(a);
            }
            // x | 0b111 is 0b111.
            if bits == semantics::ones(width) {
                return Some(b);
            }
            // (x | 6) | 3 is x | 7.
            if let Node::Binary(Binary::Or, x, k) = self.node(a)
                && let Some(k) = self.value(k)
            {
                let both = self.constant(width, k | bits);
                return Some(self.or(x, both));
            }
            return self.split_bitwise(Binary::Or, a, b);
        }
        if a == b {
            return Some(a);
        }
        // x | ~x is all ones.
        if self.are_complements(a, b) {
            return Some(self.constant(width, u128::MAX));
        }
        // ~x | ~y is ~(x & y).
        if let (Node::Not(x), Node::Not(y)) = (self.node(a), self.node(b)) {
            let both = self.and(x, y);
            return Some(self.not(both));
        }
        for (x, y) in [(a, b), (b, a)] {
            if self.is_within(x, y) {
                return Some(y);
            }
            if let Some(term) = self.or_with_operands(x, y) {
                return Some(term);
            }
        }
        match (self.node(a), self.node(b)) {
            // (p | q) | (~p | r) is all ones.
            (Node::Binary(Binary::Or, p, q), Node::Binary(Binary::Or, r, s)) => {
                let pairs = [(p, r), (p, s), (q, r), (q, s)];
                let cover = pairs.iter().any(|&(x, y)| self.are_complements(x, y));
                cover.then(|| self.constant(width, u128::MAX))
            }
            // (p & q) | (p & ~q) is p.
            (Node::Binary(Binary::And, p, q), Node::Binary(Binary::And, r, s)) => {
                self.common_of_complements([p, q], [r, s])
            }
            _ => self.split_bitwise(Binary::Or, a, b),
        }
    }

    /// `x | y` by what is in `y`.
    fn or_with_operands(&mut self, x: Term, y: Term) -> Option<Term> {
        let width = self.width(x);
        match self.node(y) {
            Node::Binary(Binary::Or, p, q) => {
                // x | (x | q) is x | q.
                if x == p || x == q {
                    return Some(y);
                }
                // x | (~x | q) is all ones.
                let is_full = self.are_complements(x, p) || self.are_complements(x, q);
                is_full.then(|| self.constant(width, u128::MAX))
            }
            Node::Binary(Binary::And, p, q) => {
                for (p, q) in [(p, q), (q, p)] {
                    // x | (x & q) is x.
                    if self.is_within(p, x) {
                        return Some(x);
                    }
                    // x | (~x & q) is x | q.
                    if self.are_complements(x, p) {
                        return Some(self.or(x, q));
                    }
                }
                None
            }
            // c | (c ? t : e) is c | e, and ~c | (c ? t : e) is ~c | t.
            Node::Ite(c, _, e) if width == 1 && c == x => Some(self.or(x, e)),
            Node::Ite(c, t, _) if width == 1 && self.are_complements(c, x) => Some(self.or(x, t)),
            Node::Not(z) => match self.node(z) {
                Node::Binary(Binary::And, p, q) => {
                    // x | ~(x & q) is all ones.
                    if x == p || x == q {
                        return Some(self.constant(width, u128::MAX));
                    }
                    // x | ~(~x & q) is ~(~x & q).
                    (self.are_complements(x, p) || self.are_complements(x, q)).then_some(y)
                }
                Node::Binary(Binary::Or, p, q) => {
                    for (p, q) in [(p, q), (q, p)] {
                        // x | ~(x | q) is x | ~q.
                        if x == p {
                            let not_q = self.not(q);
                            return Some(self.or(x, not_q));
                        }
                        // x | ~(~x | q) is x.
                        if self.are_complements(x, p) {
                            return Some(x);
                        }
                    }
                    None
                }
                // c | ~(c ? t : e) is c | ~e, and ~c | ~(c ? t : e) is ~c | ~t.
                Node::Ite(c, t, e) if width == 1 && (c == x || self.are_complements(c, x)) => {
                    let arm = self.not(if c == x { e } else { t });
                    Some(self.or(x, arm))
                }
                _ => None,
            },
            _ => None,
        }
    }

    /// The common element of two pairs whose other elements are complements.
    fn common_of_complements(&self, [p, q]: [Term; 2], [r, s]: [Term; 2]) -> Option<Term> {
        let orders = [(p, q, r, s), (p, q, s, r), (q, p, r, s), (q, p, s, r)];
        let found = orders
            .into_iter()
            .find(|&(x, rest, y, other)| x == y && self.are_complements(rest, other));
        found.map(|(x, ..)| x)
    }

    pub(super) fn rewrite_xor(&mut self, a: Term, b: Term) -> Option<Term> {
        let width = self.width(a);
        if let Some(bits) = self.value(b) {
            // x ^ 0 is x.
            if bits == 0 {
                return Some(a);
            }
            // x ^ 0b111 is ~x.
            if bits == semantics::ones(width) {
                return Some(self.not(a));
            }
            match self.node(a) {
                // (x ^ 6) ^ 3 is x ^ 5.
                Node::Binary(Binary::Xor, x, k) if self.value(k).is_some() => {
                    let both = self.xor(k, b);
                    return Some(self.xor(x, both));
                }
                // ~x ^ 3 is x ^ ~3.
                Node::Not(x) => {
                    let flipped = self.constant(width, !bits);
                    return Some(self.xor(x, flipped));
                }
                _ => return self.split_bitwise(Binary::Xor, a, b),
            }
        }
        // x ^ x is 0.
        if a == b {
            return Some(self.constant(width, 0));
        }
        // ~x ^ y is ~(x ^ y).
        for (x, y) in [(a, b), (b, a)] {
            if let Node::Not(x) = self.node(x) {
                let xor = self.xor(x, y);
                return Some(self.not(xor));
            }
        }
        for (x, y) in [(a, b), (b, a)] {
            // x ^ (x ^ q) is q.
            if let Node::Binary(Binary::Xor, p, q) = self.node(y)
                && (x == p || x == q)
            {
                return Some(if x == p { q } else { p });
            }
        }
        self.split_bitwise(Binary::Xor, a, b)
    }

    /// An operation on terms one of which is in two parts, the other in parts or a constant, is
    /// in two parts: so `(x << 8) | (y & 0xff)` becomes the bytes it is made of.
    fn split_bitwise(&mut self, operation: Binary, a: Term, b: Term) -> Option<Term> {
        let is_split = |node| matches!(node, Node::Concat(..));
        let (parts, other) = match (self.node(a), self.node(b)) {
            (Node::Concat(high, low), node) if is_split(node) || self.value(b).is_some() => {
                ([high, low], b)
            }
            _ => return None,
        };
        let [high, low] = parts;
        let (high_width, low_width) = (self.width(high), self.width(low));
        let other_high = self.extract(other, low_width, high_width);
        let other_low = self.extract(other, 0, low_width);
        let high = self.binary(operation, high, other_high);
        let low = self.binary(operation, low, other_low);
        Some(self.concat(high, low))
    }
}
