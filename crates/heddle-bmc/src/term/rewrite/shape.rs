//! Rules for `concat`, `extract` and `sext`: which bit is where.
//!
//! A row of parts hangs to the right: `concat(a, concat(b, c))`, and neighbours that can be one
//! part are.

use super::super::node::{Binary, Node};
use super::super::{Term, Terms, semantics};

impl Terms {
    pub(in super::super) fn rewrite_concat(&mut self, high: Term, low: Term) -> Option<Term> {
        if let Some(term) = self.joined(high, low) {
            return Some(term);
        }
        // ((a, b), c) is (a, (b, c)).
        if let Node::Concat(a, b) = self.node(high) {
            let rest = self.concat(b, low);
            return Some(self.concat(a, rest));
        }
        // (a, (b, c)) is (ab, c).
        if let Node::Concat(b, c) = self.node(low)
            && let Some(part) = self.joined(high, b)
        {
            return Some(self.concat(part, c));
        }
        None
    }

    /// Two neighbours as one part, if they can be one.
    fn joined(&mut self, high: Term, low: Term) -> Option<Term> {
        let (high_width, low_width) = (self.width(high), self.width(low));
        let width = high_width + low_width;
        match (self.node(high), self.node(low)) {
            (Node::Constant(h), Node::Constant(l)) => {
                Some(self.constant(width, h << low_width | l))
            }
            // Bits of the same term, one above the other.
            (Node::Extract(x, from), Node::Extract(y, to)) if x == y && from == to + low_width => {
                Some(self.extract(x, to, width))
            }
            // (c ? a : b, c ? x : y) is c ? (a, x) : (b, y): words that were merged by bytes.
            (Node::Ite(c, a, b), Node::Ite(d, x, y)) if c == d => {
                let then = self.concat(a, x);
                let otherwise = self.concat(b, y);
                Some(self.ite(c, then, otherwise))
            }
            // A choice of constants beside a constant is a choice of constants.
            (Node::Constant(h), Node::Ite(..)) => {
                self.lift_unary(low, width, |value| h << low_width | value)
            }
            (Node::Ite(..), Node::Constant(l)) => {
                self.lift_unary(high, width, |value| value << low_width | l)
            }
            _ => None,
        }
    }

    pub(in super::super) fn rewrite_extract(
        &mut self,
        a: Term,
        low: u32,
        width: u32,
    ) -> Option<Term> {
        match self.node(a) {
            Node::Constant(value) => Some(self.constant(width, value >> low)),
            // A part of a part.
            Node::Extract(x, from) => Some(self.extract(x, from + low, width)),
            // A part of the upper part, of the lower, or of both.
            Node::Concat(h, l) => {
                let below = self.width(l);
                if low >= below {
                    return Some(self.extract(h, low - below, width));
                }
                if low + width <= below {
                    return Some(self.extract(l, low, width));
                }
                let h = self.extract(h, 0, low + width - below);
                let l = self.extract(l, low, below - low);
                Some(self.concat(h, l))
            }
            // A part without extension, with some, or of the extension only.
            Node::Sext(x) => {
                let inner = self.width(x);
                if low + width <= inner {
                    return Some(self.extract(x, low, width));
                }
                let from = low.min(inner - 1);
                let rest = self.extract(x, from, inner - from);
                Some(self.sext(rest, width))
            }
            // A part of ~x is ~ of a part.
            Node::Not(x) => {
                let part = self.extract(x, low, width);
                Some(self.not(part))
            }
            // A part of a choice is a choice of parts, if these are simpler.
            Node::Ite(c, t, e) if self.is_piecewise(t) && self.is_piecewise(e) => {
                let t = self.extract(t, low, width);
                let e = self.extract(e, low, width);
                Some(self.ite(c, t, e))
            }
            // A part of x & y is & of parts, and low bits of a sum are the sum of low bits; but
            // only where parts of x or y are simpler.
            Node::Binary(operation, x, y)
                if (operation.is_bitwise()
                    || low == 0
                        && matches!(operation, Binary::Add | Binary::Sub | Binary::Mul))
                    && (self.is_piecewise(x) || self.is_piecewise(y)) =>
            {
                let x = self.extract(x, low, width);
                let y = self.extract(y, low, width);
                Some(self.binary(operation, x, y))
            }
            _ => None,
        }
    }

    pub(in super::super) fn rewrite_sext(&mut self, a: Term, width: u32) -> Option<Term> {
        let inner = self.width(a);
        let extended = |value| semantics::signed(inner, value) as u128;
        match self.node(a) {
            Node::Constant(value) => Some(self.constant(width, extended(value))),
            // An extension of an extension.
            Node::Sext(x) => Some(self.sext(x, width)),
            Node::Ite(..) => self.lift_unary(a, width, extended),
            // A sign that is known: a constant in front.
            _ => {
                let sign = self.sign(a)?;
                let front = self.constant(width - inner, if sign { u128::MAX } else { 0 });
                Some(self.concat(front, a))
            }
        }
    }
}
