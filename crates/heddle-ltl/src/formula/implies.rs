//! Implications between terms, as far as their shape tells.
//!
//! The rules are those of syntactic implication (Somenzi and Bloem, *Efficient Büchi automata
//! from LTL formulae*, CAV 2000), with the ones for pure eventuality and pure universality
//! (Etessami and Holzmann, *Optimizing Büchi automata*, CONCUR 2000) beside them. An answer of
//! "no" means that no rule applies.

use super::terms::{Pool, Term, TermId};

impl Pool {
    /// True if `right` visibly holds wherever `left` does.
    pub(super) fn implies(&mut self, left: TermId, right: TermId) -> bool {
        if left == right || left == Self::FALSE || right == Self::TRUE {
            return true;
        }
        if left == Self::TRUE || right == Self::FALSE {
            return false;
        }
        if let Some(known) = self.implications.get(&(left, right)) {
            return *known;
        }
        let implies = self.left_implies(left, right) || self.right_implied(left, right);
        self.implications.insert((left, right), implies);
        implies
    }

    /// True if the operator of `left` makes it imply `right`.
    fn left_implies(&mut self, left: TermId, right: TermId) -> bool {
        match self.term(left).clone() {
            Term::And(parts) => parts.iter().any(|part| self.implies(*part, right)),
            Term::Or(parts) => parts.iter().all(|part| self.implies(*part, right)),
            Term::Next(part) => self.is_eventual(right) && self.implies(part, right),
            Term::Until(before, then) => {
                self.implies(then, right)
                    && (self.is_eventual(right) || self.implies(before, right))
            }
            // What is released holds now.
            Term::Release(_, now) => self.implies(now, right),
            Term::False | Term::True | Term::Literal { .. } => false,
        }
    }

    /// True if the operator of `right` makes it implied by `left`.
    fn right_implied(&mut self, left: TermId, right: TermId) -> bool {
        let left_term = self.term(left).clone();
        match (left_term, self.term(right).clone()) {
            (_, Term::And(parts)) => parts.iter().all(|part| self.implies(left, *part)),
            (_, Term::Or(parts)) => parts.iter().any(|part| self.implies(left, *part)),
            (Term::Next(left), Term::Next(right)) if self.implies(left, right) => true,
            (_, Term::Next(part)) => self.is_universal(left) && self.implies(left, part),
            (Term::Until(left_before, left_then), Term::Until(right_before, right_then))
                if self.implies(left_before, right_before)
                    && self.implies(left_then, right_then) =>
            {
                true
            }
            (_, Term::Until(_, then)) => self.implies(left, then),
            (Term::Release(left_first, left_now), Term::Release(right_first, right_now))
                if self.implies(left_first, right_first) && self.implies(left_now, right_now) =>
            {
                true
            }
            (_, Term::Release(first, now)) => {
                self.implies(left, now) && (self.is_universal(left) || self.implies(left, first))
            }
            (_, Term::False | Term::True | Term::Literal { .. }) => false,
        }
    }
}
