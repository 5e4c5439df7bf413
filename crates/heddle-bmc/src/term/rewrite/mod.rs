//! The rules by which constructors simplify, and the questions they ask.
//!
//! A rule looks at the operands and at their operands, no deeper, and says what the result is
//! or `None`, in which case the node is made as it is asked for. Operands have been brought
//! into order before: of two that may change places, a constant is the second.

mod arithmetic;
mod bitwise;
mod choice;
mod compare;
mod divide;
mod shape;
mod shift;

use super::node::{Binary, Node};
use super::{Term, Terms, semantics};

impl Terms {
    /// An operation on two operands of which at least one is no constant.
    pub(super) fn rewrite_binary(&mut self, operation: Binary, a: Term, b: Term) -> Option<Term> {
        if let Some(term) = self.lift_constants(operation, a, b) {
            return Some(term);
        }
        match operation {
            Binary::And => self.rewrite_and(a, b),
            Binary::Or => self.rewrite_or(a, b),
            Binary::Xor => self.rewrite_xor(a, b),
            Binary::Add => self.rewrite_add(a, b),
            Binary::Sub => self.rewrite_sub(a, b),
            Binary::Mul => self.rewrite_mul(a, b),
            Binary::Udiv => self.rewrite_udiv(a, b),
            Binary::Urem => self.rewrite_urem(a, b),
            Binary::Shl | Binary::Lshr | Binary::Ashr => self.rewrite_shift(operation, a, b),
            Binary::Eq => self.rewrite_eq(a, b),
            Binary::Ult => self.rewrite_ult(a, b),
            Binary::Slt => self.rewrite_slt(a, b),
        }
    }

    /// `f(c ? 1 : 2, 3)` is `c ? f(1, 3) : f(2, 3)`, whose arms are constants again. If `f` has
    /// one bit, one constant arm is enough to make it simpler; and if it takes many gates, so that
    /// `f(x, 3)` is made once for all choices of `x` or a constant.
    fn lift_constants(&mut self, operation: Binary, a: Term, b: Term) -> Option<Term> {
        let (condition, [then_a, else_a], [then_b, else_b]) = match (self.node(a), self.node(b)) {
            (Node::Ite(c, t, e), Node::Constant(_)) => (c, [t, e], [b, b]),
            (Node::Constant(_), Node::Ite(c, t, e)) => (c, [a, a], [t, e]),
            (Node::Ite(c, t, e), Node::Ite(d, u, f)) if c == d => (c, [t, e], [u, f]),
            _ => return None,
        };
        let is_constant = |x, y| self.value(x).is_some() && self.value(y).is_some();
        let (then, otherwise) = (is_constant(then_a, then_b), is_constant(else_a, else_b));
        let is_costly = matches!(operation, Binary::Mul | Binary::Udiv | Binary::Urem);
        if then && otherwise || (operation.is_predicate() || is_costly) && (then || otherwise) {
            let then = self.binary(operation, then_a, then_b);
            let otherwise = self.binary(operation, else_a, else_b);
            return Some(self.ite(condition, then, otherwise));
        }
        None
    }

    /// `f(c ? 1 : 2)` is `c ? f(1) : f(2)`, whose arms are constants again.
    fn lift_unary(&mut self, a: Term, width: u32, function: impl Fn(u128) -> u128) -> Option<Term> {
        let Node::Ite(condition, then, otherwise) = self.node(a) else { return None };
        let (then, otherwise) = (self.value(then)?, self.value(otherwise)?);
        let then = self.constant(width, function(then));
        let otherwise = self.constant(width, function(otherwise));
        Some(self.ite(condition, then, otherwise))
    }

    /// True if one is visibly the negation of the other.
    fn are_complements(&self, a: Term, b: Term) -> bool {
        self.node(a) == Node::Not(b) || self.node(b) == Node::Not(a)
    }

    /// The variable part and the number of `x == 7`.
    fn equality(&self, a: Term) -> Option<(Term, u128)> {
        match self.node(a) {
            Node::Binary(Binary::Eq, x, k) => Some((x, self.value(k)?)),
            _ => None,
        }
    }

    /// True if visibly no bit is set in both: complements, or `x == 1` and `x == 2`.
    fn exclude_each_other(&self, a: Term, b: Term) -> bool {
        self.are_complements(a, b)
            || matches!((self.equality(a), self.equality(b)),
                (Some((x, k)), Some((y, l))) if x == y && k != l)
    }

    /// True if visibly each bit that is set in `a` is set in `b`: they are the same, or `x == 1`
    /// and `x != 2`.
    fn is_within(&self, a: Term, b: Term) -> bool {
        a == b || matches!(self.node(b), Node::Not(b) if self.exclude_each_other(a, b))
    }

    /// True if parts of it are simpler than it is.
    fn is_piecewise(&self, a: Term) -> bool {
        matches!(
            self.node(a),
            Node::Constant(_) | Node::Concat(..) | Node::Extract(..) | Node::Sext(_)
        )
    }

    /// The highest bit, where it can be seen.
    fn sign(&self, a: Term) -> Option<bool> {
        match self.node(a) {
            Node::Constant(value) => Some(value & semantics::sign_bit(self.width(a)) != 0),
            Node::Concat(high, _) => {
                self.value(high).map(|value| value & semantics::sign_bit(self.width(high)) != 0)
            }
            _ => None,
        }
    }

    /// The term below the zeros in front of `a`.
    fn below_zeros(&self, a: Term) -> Option<Term> {
        match self.node(a) {
            Node::Concat(high, low) if self.value(high) == Some(0) => Some(low),
            _ => None,
        }
    }
}
