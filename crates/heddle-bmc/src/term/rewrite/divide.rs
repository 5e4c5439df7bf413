//! Rules for `udiv` and `urem`.

use super::super::node::Node;
use super::super::{Term, Terms, semantics};

impl Terms {
    pub(super) fn rewrite_udiv(&mut self, a: Term, b: Term) -> Option<Term> {
        let width = self.width(a);
        // 0 / x is 0, unless x is 0.
        if self.value(a) == Some(0) {
            let zero = self.eq(b, a);
            return Some(self.sext(zero, width));
        }
        let k = self.value(b)?;
        // x / 0 is all ones.
        if k == 0 {
            return Some(self.constant(width, u128::MAX));
        }
        // x / 8 is x, three places down.
        if k.is_power_of_two() {
            return Some(self.shifted_right(a, k.trailing_zeros()));
        }
        // Zeros in front of the dividend are in front of the quotient, too.
        let low = self.below_zeros(a)?;
        let low_width = self.width(low);
        if k > semantics::ones(low_width) {
            return Some(self.constant(width, 0));
        }
        let divisor = self.constant(low_width, k);
        let quotient = self.udiv(low, divisor);
        Some(self.zext(quotient, width))
    }

    pub(super) fn rewrite_urem(&mut self, a: Term, b: Term) -> Option<Term> {
        let width = self.width(a);
        // x % x and 0 % x are 0, even if x is.
        if a == b || self.value(a) == Some(0) {
            return Some(self.constant(width, 0));
        }
        if let Some(k) = self.value(b) {
            // x % 0 is x.
            if k == 0 {
                return Some(a);
            }
            // x % 8 is three bits of x.
            if k.is_power_of_two() {
                let mask = self.constant(width, k - 1);
                return Some(self.and(a, mask));
            }
            // Zeros in front of the dividend are in front of the remainder, too.
            let low = self.below_zeros(a)?;
            let low_width = self.width(low);
            if k > semantics::ones(low_width) {
                return Some(a);
            }
            let divisor = self.constant(low_width, k);
            let remainder = self.urem(low, divisor);
            return Some(self.zext(remainder, width));
        }
        // Zeros in front of both are in front of the remainder, too, even if b is 0.
        if let (Node::Concat(high, low), Node::Concat(other_high, divisor)) =
            (self.node(a), self.node(b))
            && self.value(high) == Some(0)
            && other_high == high
        {
            let remainder = self.urem(low, divisor);
            return Some(self.zext(remainder, width));
        }
        None
    }
}
