//! Terms that mean the same, and are smaller or easier to translate.
//!
//! The rules are collected from Somenzi and Bloem (CAV 2000), Etessami and Holzmann (CONCUR
//! 2000), and Babiak, Křetínský, Řehák and Strejček (*LTL to Büchi automata translation: fast
//! and more deterministic*, TACAS 2012). They are applied as terms are made, from the inside
//! out. Only conjunction, `U` and `X` have rules: disjunction and `R` are rewritten as the
//! negations of these, so that each rule stands here once and serves its dual as well.

use super::normal::TermBuilder;
use super::terms::{Pool, Term, TermId};

/// In longer rows, parts are not compared with each other.
const LONGEST_COMPARED_ROW: usize = 64;

/// Terms rewritten.
pub(super) struct RewritingBuilder;

impl TermBuilder for RewritingBuilder {
    fn next(&mut self, pool: &mut Pool, part: TermId) -> TermId {
        // What holds everywhere or nowhere may as well be asked now.
        if pool.is_suspended(part) { part } else { pool.next(part) }
    }

    fn and(&mut self, pool: &mut Pool, parts: Vec<TermId>) -> TermId {
        let plain = pool.and(parts);
        let Term::And(parts) = pool.term(plain) else { return plain };
        let parts = parts.to_vec();
        if let Some(joined) = self.join(pool, &parts) {
            return self.and(pool, joined);
        }
        if parts.len() > LONGEST_COMPARED_ROW {
            return plain;
        }
        for (index, part) in parts.iter().enumerate() {
            let not_part = pool.negation(*part);
            for (other_index, other) in parts.iter().enumerate() {
                if index == other_index {
                    continue;
                }
                if pool.implies(*other, *part) {
                    let rest = parts.iter().copied().filter(|kept| kept != part).collect();
                    return self.and(pool, rest);
                }
                if pool.implies(*other, not_part) {
                    return Pool::FALSE;
                }
                if let Some(narrowed) = self.narrowed(pool, *part, *other) {
                    let rest = parts.iter().copied().filter(|kept| kept != part);
                    let rest = rest.chain([narrowed]).collect();
                    return self.and(pool, rest);
                }
            }
        }
        plain
    }

    fn until(&mut self, pool: &mut Pool, left: TermId, right: TermId) -> TermId {
        // `p U q` is `q` where `q` says of now what it says of later, or where `p` implies it.
        if left == Pool::FALSE || pool.is_eventual(right) || pool.implies(left, right) {
            return right;
        }
        let left = self.before(pool, left, right);
        if left == Pool::FALSE {
            return right;
        }
        if let Term::Until(inner_left, inner_right) = *pool.term(left)
            && inner_right == right
        {
            return self.until(pool, inner_left, right);
        }
        match pool.term(right).clone() {
            Term::Next(part) if left == Pool::TRUE => {
                let until = self.until(pool, Pool::TRUE, part);
                self.next(pool, until)
            }
            Term::Next(part) => match *pool.term(left) {
                Term::Next(left) => {
                    let until = self.until(pool, left, part);
                    self.next(pool, until)
                }
                _ => pool.until(left, right),
            },
            Term::Until(inner_left, _) if pool.implies(left, inner_left) => right,
            Term::Until(inner_left, then) if pool.implies(inner_left, left) => {
                self.until(pool, left, then)
            }
            Term::And(parts) => {
                let (outside, inside) = split(&parts, |part| pool.is_suspended(part));
                if outside.is_empty() {
                    return pool.until(left, right);
                }
                let inside = self.and(pool, inside);
                let until = self.until(pool, left, inside);
                self.and(pool, [outside, vec![until]].concat())
            }
            Term::Or(parts) => self.until_any(pool, left, right, &parts),
            _ => pool.until(left, right),
        }
    }
}

impl RewritingBuilder {
    /// Parts of a conjunction with one operator in common as one part.
    fn join(&mut self, pool: &mut Pool, parts: &[TermId]) -> Option<Vec<TermId>> {
        // `FG p && FG q` is `FG(p && q)`, and so with all that holds for ever once it does.
        let lasting = |part: &TermId| match *pool.term(*part) {
            Term::Until(Pool::TRUE, then) if pool.is_universal(then) => Some(then),
            _ => None,
        };
        let lasting_parts: Vec<TermId> = parts.iter().filter_map(lasting).collect();
        if lasting_parts.len() > 1 {
            let mut rest: Vec<TermId> =
                parts.iter().copied().filter(|part| lasting(part).is_none()).collect();
            let inner = self.and(pool, lasting_parts);
            rest.push(self.until(pool, Pool::TRUE, inner));
            return Some(rest);
        }
        for (index, part) in parts.iter().enumerate() {
            if !joins(pool, *part, *part) {
                continue;
            }
            let (same, rest): (Vec<TermId>, Vec<TermId>) =
                parts.iter().partition(|other| joins(pool, *part, **other));
            if same.len() < 2 || same[0] != parts[index] {
                continue;
            }
            let inner: Vec<TermId> = same
                .iter()
                .map(|part| match *pool.term(*part) {
                    Term::Next(inner) | Term::Release(_, inner) | Term::Until(inner, _) => inner,
                    _ => *part,
                })
                .collect();
            let inner = self.and(pool, inner);
            let joined = match *pool.term(*part) {
                Term::Next(_) => self.next(pool, inner),
                Term::Release(first, _) => self.release(pool, first, inner),
                Term::Until(_, then) => self.until(pool, inner, then),
                _ => inner,
            };
            return Some([rest, vec![joined]].concat());
        }
        None
    }

    /// The disjunction `part` without what cannot be where `other` holds.
    fn narrowed(&mut self, pool: &mut Pool, part: TermId, other: TermId) -> Option<TermId> {
        let Term::Or(choices) = pool.term(part).clone() else { return None };
        let mut kept = Vec::new();
        for choice in &choices {
            let not_choice = pool.negation(*choice);
            if !pool.implies(other, not_choice) {
                kept.push(*choice);
            }
        }
        (kept.len() < choices.len()).then(|| self.or(pool, kept))
    }

    /// The condition before `right`, given that `right` does not hold then.
    fn before(&mut self, pool: &mut Pool, left: TermId, right: TermId) -> TermId {
        let not_right = pool.negation(right);
        if pool.implies(not_right, left) {
            return Pool::TRUE;
        }
        match pool.term(left).clone() {
            Term::And(parts) => {
                let kept: Vec<TermId> =
                    parts.iter().copied().filter(|part| !pool.implies(not_right, *part)).collect();
                if kept.len() < parts.len() { self.and(pool, kept) } else { left }
            }
            Term::Or(parts) => {
                let kept: Vec<TermId> =
                    parts.iter().copied().filter(|part| !pool.implies(*part, right)).collect();
                if kept.len() < parts.len() { self.or(pool, kept) } else { left }
            }
            _ => left,
        }
    }

    /// `left U right` where `right` is the disjunction of `parts`.
    fn until_any(
        &mut self,
        pool: &mut Pool,
        left: TermId,
        right: TermId,
        parts: &[TermId],
    ) -> TermId {
        let (outside, inside) = split(parts, |part| pool.is_eventual(part));
        if !outside.is_empty() {
            let inside = self.or(pool, inside);
            let until = self.until(pool, left, inside);
            return self.or(pool, [outside, vec![until]].concat());
        }
        // Waiting for `p U q` is waiting for `q` if all that is waited through is allowed.
        let mut shorter = Vec::with_capacity(parts.len());
        for part in parts {
            shorter.push(match pool.term(*part).clone() {
                Term::Until(inner, then) if pool.implies(inner, left) => then,
                _ => *part,
            });
        }
        if shorter == parts {
            return pool.until(left, right);
        }
        let shorter = self.or(pool, shorter);
        self.until(pool, left, shorter)
    }
}

/// True if two parts of a conjunction are joined.
fn joins(pool: &Pool, part: TermId, other: TermId) -> bool {
    match (pool.term(part), pool.term(other)) {
        (Term::Next(_), Term::Next(_)) => true,
        (Term::Release(left, _), Term::Release(right, _)) => left == right,
        (Term::Until(_, left), Term::Until(_, right)) => left == right,
        _ => false,
    }
}

fn split(parts: &[TermId], is_outside: impl Fn(TermId) -> bool) -> (Vec<TermId>, Vec<TermId>) {
    parts.iter().partition(|part| is_outside(**part))
}
