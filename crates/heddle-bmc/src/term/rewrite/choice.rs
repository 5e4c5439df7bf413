//! Rules for `ite`.

use super::super::node::{Binary, Node};
use super::super::{Term, Terms};

impl Terms {
    pub(in super::super) fn rewrite_ite(&mut self, c: Term, t: Term, e: Term) -> Option<Term> {
        // A condition that is known, or does not matter.
        match self.value(c) {
            Some(0) => return Some(e),
            Some(_) => return Some(t),
            None if t == e => return Some(t),
            None => {}
        }
        // ~c ? t : e is c ? e : t.
        if let Node::Not(c) = self.node(c) {
            return Some(self.ite(c, e, t));
        }
        if self.width(t) == 1
            && let Some(term) = self.boolean_ite(c, t, e)
        {
            return Some(term);
        }
        if let Some(term) = self.nested_ite(c, t, e) {
            return Some(term);
        }
        // Arms with a half in common: only the other half is chosen.
        if let (Node::Concat(high_t, low_t), Node::Concat(high_e, low_e)) =
            (self.node(t), self.node(e))
        {
            if high_t == high_e {
                let low = self.ite(c, low_t, low_e);
                return Some(self.concat(high_t, low));
            }
            if low_t == low_e {
                let high = self.ite(c, high_t, high_e);
                return Some(self.concat(high, low_t));
            }
        }
        None
    }

    /// A choice of booleans: one gate often does what takes a multiplexer otherwise.
    fn boolean_ite(&mut self, c: Term, t: Term, e: Term) -> Option<Term> {
        // c ? 1 : e is c | e, and so is c ? c : e.
        if t == Term::TRUE || t == c {
            return Some(self.or(c, e));
        }
        // c ? t : 0 is c & t, and so is c ? t : c.
        if e == Term::FALSE || e == c {
            return Some(self.and(c, t));
        }
        let not_c = Node::Not(c);
        // c ? 0 : e is ~c & e, and so is c ? ~c : e.
        if t == Term::FALSE || self.node(t) == not_c {
            let not_c = self.not(c);
            return Some(self.and(not_c, e));
        }
        // c ? t : 1 is ~c | t, and so is c ? t : ~c.
        if e == Term::TRUE || self.node(e) == not_c {
            let not_c = self.not(c);
            return Some(self.or(not_c, t));
        }
        // c ? t : ~t is ~(c ^ t).
        if self.are_complements(t, e) {
            let differ = self.xor(c, t);
            return Some(self.not(differ));
        }
        // c ? ~x : ~y is ~(c ? x : y).
        if let (Node::Not(x), Node::Not(y)) = (self.node(t), self.node(e)) {
            let choice = self.ite(c, x, y);
            return Some(self.not(choice));
        }
        // c ? e & q : e is e & (~c | q), and the same with | and the arms changed.
        for (arm, other, holds) in [(t, e, true), (e, t, false)] {
            let (operation, p, q) = match self.node(arm) {
                Node::Binary(operation @ (Binary::And | Binary::Or), p, q) => (operation, p, q),
                _ => continue,
            };
            let rest = match (p == other, q == other) {
                (true, _) => q,
                (_, true) => p,
                _ => continue,
            };
            // In an `and`, the rest counts only where the arm is chosen; in an `or` likewise.
            let is_and = operation == Binary::And;
            let guard = if holds == is_and { self.not(c) } else { c };
            let inner = if is_and { Binary::Or } else { Binary::And };
            let rest = self.binary(inner, guard, rest);
            return Some(self.binary(operation, other, rest));
        }
        None
    }

    /// A choice of which an arm is a choice.
    fn nested_ite(&mut self, c: Term, t: Term, e: Term) -> Option<Term> {
        if let Node::Ite(d, then, otherwise) = self.node(t) {
            // c ? (c ? x : y) : e is c ? x : e.
            if self.settles(c, d) {
                return Some(self.ite(c, then, e));
            }
            // c ? (d ? x : y) : e is c ? y : e, if c and d exclude each other.
            if self.exclude_each_other(c, d) {
                return Some(self.ite(c, otherwise, e));
            }
            // c ? (d ? x : e) : e is c & d ? x : e.
            if otherwise == e {
                let both = self.and(c, d);
                return Some(self.ite(both, then, e));
            }
            // c ? (d ? e : x) : e is c & ~d ? x : e.
            if then == e {
                let not_d = self.not(d);
                let both = self.and(c, not_d);
                return Some(self.ite(both, otherwise, e));
            }
        }
        if let Node::Ite(d, then, otherwise) = self.node(e) {
            // c ? t : (c ? x : y) is c ? t : y.
            if self.settles(d, c) {
                return Some(self.ite(c, t, otherwise));
            }
            // c ? t : (d ? t : y) is c | d ? t : y.
            if then == t {
                let either = self.or(c, d);
                return Some(self.ite(either, t, otherwise));
            }
            // c ? t : (d ? x : t) is ~c & d ? x : t.
            if otherwise == t {
                let not_c = self.not(c);
                let other = self.and(not_c, d);
                return Some(self.ite(other, then, t));
            }
        }
        None
    }

    /// True if `a` visibly implies `b`: also `p & q` and `p`.
    fn settles(&self, a: Term, b: Term) -> bool {
        self.is_within(a, b)
            || matches!(self.node(a), Node::Binary(Binary::And, p, q) if p == b || q == b)
            || matches!(self.node(b), Node::Binary(Binary::Or, p, q) if p == a || q == a)
    }
}
