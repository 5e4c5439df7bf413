//! Formulas in negation normal form, each subformula once.
//!
//! A [`Pool`] holds terms, which are made of `X`, `U` and `R` beside conjunction and disjunction;
//! equal terms have equal numbers. `F p` is `true U p`, `G p` is `false R p`; weak until and
//! strong release are `q R (p || q)` and `q U (p && q)`.
//!
//! # Invariants
//!
//! - The parts of a conjunction are at least two, sorted, different, none a conjunction or a
//!   constant, and no two are a proposition and its negation. The same for disjunctions.
//! - The negation of a term is known by its number, both ways, as soon as it was asked for.

use std::collections::HashMap;

use foldhash::fast::FixedState;

/// The number of a term in its pool.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub(crate) struct TermId(u32);

impl TermId {
    pub(super) fn index(self) -> usize {
        self.0 as usize
    }
}

/// A formula in negation normal form, one operator deep.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub(crate) enum Term {
    False,
    True,
    Literal { proposition: u32, positive: bool },
    And(Box<[TermId]>),
    Or(Box<[TermId]>),
    Next(TermId),
    Until(TermId, TermId),
    Release(TermId, TermId),
}

/// Properties of a term beside its shape.
#[derive(Debug, Clone, Copy)]
struct TermInfo {
    /// If it holds somewhere, it held everywhere before: `F p`.
    eventual: bool,
    /// If it holds somewhere, it holds everywhere after: `G p`.
    universal: bool,
    /// `X` stands in it.
    has_next: bool,
}

/// Terms by number.
#[derive(Debug)]
pub(crate) struct Pool {
    terms: Vec<Term>,
    infos: Vec<TermInfo>,
    ids: HashMap<Term, TermId, FixedState>,
    negations: HashMap<TermId, TermId, FixedState>,
    /// Answers of `implies.rs`.
    pub(super) implications: HashMap<(TermId, TermId), bool, FixedState>,
}

impl Pool {
    pub(crate) const FALSE: TermId = TermId(0);
    pub(crate) const TRUE: TermId = TermId(1);

    pub(crate) fn new() -> Self {
        let mut pool = Self {
            terms: Vec::new(),
            infos: Vec::new(),
            ids: HashMap::default(),
            negations: HashMap::default(),
            implications: HashMap::default(),
        };
        pool.intern(Term::False);
        pool.intern(Term::True);
        pool
    }

    pub(crate) fn term(&self, id: TermId) -> &Term {
        &self.terms[id.index()]
    }

    /// The term with a number, however it was got; parts have smaller numbers than the whole.
    pub(super) fn by_index(&self, index: usize) -> &Term {
        &self.terms[index]
    }

    pub(super) fn is_eventual(&self, id: TermId) -> bool {
        self.infos[id.index()].eventual
    }

    pub(super) fn is_universal(&self, id: TermId) -> bool {
        self.infos[id.index()].universal
    }

    /// True if it holds everywhere or nowhere on any word: `GF p`.
    pub(super) fn is_suspended(&self, id: TermId) -> bool {
        self.is_eventual(id) && self.is_universal(id)
    }

    pub(crate) fn has_next(&self, id: TermId) -> bool {
        self.infos[id.index()].has_next
    }

    fn intern(&mut self, term: Term) -> TermId {
        if let Some(id) = self.ids.get(&term) {
            return *id;
        }
        let id = TermId(self.terms.len() as u32);
        self.infos.push(self.traits_of(&term));
        self.terms.push(term.clone());
        self.ids.insert(term, id);
        id
    }

    fn traits_of(&self, term: &Term) -> TermInfo {
        let of = |id: &TermId| self.infos[id.index()];
        match term {
            Term::False | Term::True => {
                TermInfo { eventual: true, universal: true, has_next: false }
            }
            Term::Literal { .. } => TermInfo { eventual: false, universal: false, has_next: false },
            Term::And(parts) | Term::Or(parts) => TermInfo {
                eventual: parts.iter().all(|part| of(part).eventual),
                universal: parts.iter().all(|part| of(part).universal),
                has_next: parts.iter().any(|part| of(part).has_next),
            },
            Term::Next(part) => TermInfo { has_next: true, ..of(part) },
            Term::Until(left, right) => TermInfo {
                eventual: *left == Self::TRUE || of(right).eventual,
                universal: of(left).universal && of(right).universal,
                has_next: of(left).has_next || of(right).has_next,
            },
            Term::Release(left, right) => TermInfo {
                eventual: of(left).eventual && of(right).eventual,
                universal: *left == Self::FALSE || of(right).universal,
                has_next: of(left).has_next || of(right).has_next,
            },
        }
    }

    pub(super) fn literal(&mut self, proposition: u32, positive: bool) -> TermId {
        self.intern(Term::Literal { proposition, positive })
    }

    pub(super) fn next(&mut self, part: TermId) -> TermId {
        if part == Self::TRUE || part == Self::FALSE {
            return part;
        }
        self.intern(Term::Next(part))
    }

    pub(super) fn until(&mut self, left: TermId, right: TermId) -> TermId {
        if left == Self::FALSE || right == Self::TRUE || right == Self::FALSE {
            return right;
        }
        self.intern(Term::Until(left, right))
    }

    pub(super) fn release(&mut self, left: TermId, right: TermId) -> TermId {
        if left == Self::TRUE || right == Self::TRUE || right == Self::FALSE {
            return right;
        }
        self.intern(Term::Release(left, right))
    }

    pub(super) fn and(&mut self, parts: impl IntoIterator<Item = TermId>) -> TermId {
        let inside = |term: &Term| match term {
            Term::And(parts) => Some(parts.to_vec()),
            _ => None,
        };
        match self.row(parts, Self::TRUE, Self::FALSE, inside) {
            Ok(parts) => self.intern(Term::And(parts)),
            Err(single) => single,
        }
    }

    pub(super) fn or(&mut self, parts: impl IntoIterator<Item = TermId>) -> TermId {
        let inside = |term: &Term| match term {
            Term::Or(parts) => Some(parts.to_vec()),
            _ => None,
        };
        match self.row(parts, Self::FALSE, Self::TRUE, inside) {
            Ok(parts) => self.intern(Term::Or(parts)),
            Err(single) => single,
        }
    }

    /// The parts of a conjunction or disjunction, or the one term that it comes to.
    /// `neutral` changes nothing in it, `final_` decides it.
    fn row(
        &self,
        parts: impl IntoIterator<Item = TermId>,
        neutral: TermId,
        final_: TermId,
        inside: impl Fn(&Term) -> Option<Vec<TermId>>,
    ) -> Result<Box<[TermId]>, TermId> {
        let mut flat = Vec::new();
        for part in parts {
            match inside(self.term(part)) {
                Some(inner) => flat.extend(inner),
                None => flat.push(part),
            }
        }
        flat.retain(|part| *part != neutral);
        flat.sort_unstable();
        flat.dedup();
        let is_decided = flat.contains(&final_) || self.has_opposites(&flat);
        match flat[..] {
            _ if is_decided => Err(final_),
            [] => Err(neutral),
            [single] => Err(single),
            _ => Ok(flat.into()),
        }
    }

    fn has_opposites(&self, parts: &[TermId]) -> bool {
        parts.iter().any(|part| match *self.term(*part) {
            Term::Literal { proposition, positive: true } => self
                .ids
                .get(&Term::Literal { proposition, positive: false })
                .is_some_and(|opposite| parts.binary_search(opposite).is_ok()),
            _ => false,
        })
    }

    /// The term that holds where this one does not, with each operator replaced by its dual.
    pub(super) fn negation(&mut self, id: TermId) -> TermId {
        if let Some(known) = self.negations.get(&id) {
            return *known;
        }
        let negation = match self.term(id).clone() {
            Term::False => Self::TRUE,
            Term::True => Self::FALSE,
            Term::Literal { proposition, positive } => self.literal(proposition, !positive),
            Term::And(parts) => {
                let parts: Vec<_> = parts.iter().map(|part| self.negation(*part)).collect();
                self.or(parts)
            }
            Term::Or(parts) => {
                let parts: Vec<_> = parts.iter().map(|part| self.negation(*part)).collect();
                self.and(parts)
            }
            Term::Next(part) => {
                let part = self.negation(part);
                self.next(part)
            }
            Term::Until(left, right) => {
                let (left, right) = (self.negation(left), self.negation(right));
                self.release(left, right)
            }
            Term::Release(left, right) => {
                let (left, right) = (self.negation(left), self.negation(right));
                self.until(left, right)
            }
        };
        self.negations.insert(id, negation);
        self.negations.insert(negation, id);
        negation
    }
}
