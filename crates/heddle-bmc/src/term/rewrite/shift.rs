//! Rules for shifts. By a constant, a shift is a matter of which bit goes where.

use super::super::node::{Binary, Node};
use super::super::{Term, Terms};

impl Terms {
    pub(super) fn rewrite_shift(&mut self, operation: Binary, a: Term, b: Term) -> Option<Term> {
        let width = self.width(a);
        if let Some(amount) = self.value(b) {
            // By more than there are bits is by as many.
            let amount = amount.min(u128::from(width)) as u32;
            return Some(match operation {
                Binary::Shl => self.shifted_left(a, amount),
                Binary::Lshr => self.shifted_right(a, amount),
                _ => {
                    let amount = amount.min(width - 1);
                    let rest = self.extract(a, amount, width - amount);
                    self.sext(rest, width)
                }
            });
        }
        // 0 << x is 0, and so are the others.
        if self.value(a) == Some(0) {
            return Some(a);
        }
        // Without a sign, >> is >>>.
        if operation == Binary::Ashr && self.sign(a) == Some(false) {
            return Some(self.lshr(a, b));
        }
        // x << (c ? 1 : 2) is c ? x << 1 : x << 2.
        if let Node::Ite(condition, then, otherwise) = self.node(b)
            && self.value(then).is_some()
            && self.value(otherwise).is_some()
        {
            let then = self.binary(operation, a, then);
            let otherwise = self.binary(operation, a, otherwise);
            return Some(self.ite(condition, then, otherwise));
        }
        // A shift of one bit leaves it or not.
        if width == 1 {
            let stays = self.not(b);
            return Some(if operation == Binary::Ashr { a } else { self.and(a, stays) });
        }
        None
    }

    /// The term moved up by some places, at most by its width.
    pub(super) fn shifted_left(&mut self, a: Term, amount: u32) -> Term {
        let width = self.width(a);
        if amount == 0 {
            return a;
        }
        let zeros = self.constant(amount, 0);
        if amount == width {
            return zeros;
        }
        let rest = self.extract(a, 0, width - amount);
        self.concat(rest, zeros)
    }

    /// The term moved down by some places, at most by its width.
    pub(super) fn shifted_right(&mut self, a: Term, amount: u32) -> Term {
        let width = self.width(a);
        if amount == width {
            return self.constant(width, 0);
        }
        let rest = self.extract(a, amount, width - amount);
        self.zext(rest, width)
    }
}
