//! From formula to automaton.
//!
//! A tableau after Couvreur (*On-the-fly verification of linear temporal logic*, FM 1999). A
//! state is a set of terms that have to hold from there on. Each term has expansions, each of
//! which meets it: literals that hold now, terms that hold next, and promises, for each `p U q`
//! that is put off. An edge carries the mark of `q` unless it promises `q`, so that a
//! run that is accepted puts nothing off for ever.
//!
//! Couvreur, and Duret-Lutz after him (*LTL translation improvements in Spot*), keep the expansions
//! in decision diagrams; here they are explicit, and an expansion that asks for more than another is
//! left out, as Gastin and Oddoux do it (CAV 2001). States with the same expansions are one.
//! Rewriting is done before ([`rewrite`](crate::formula)), never to states: replacing a state by one
//! that merely accepts the same words is not sound, since marks on its edges may be others.

use std::collections::HashMap;
use std::rc::Rc;

use foldhash::fast::FixedState;

use super::draft::{DRAFT_SET_LIMIT, Draft, DraftEdge, Marks};
use super::guard::{Cube, Guard};
use super::simplify::simplify;
use super::{Automaton, PROPOSITION_LIMIT, SET_LIMIT};
use crate::formula::{Formula, Pool, Proposition, Term, TermId};

/// Most comparisons of expansions before a formula counts as too large: some seconds.
const COMPARISON_LIMIT: u64 = 200_000_000;

/// Most states before they are merged.
const STATE_LIMIT: usize = 20_000;

/// A formula that cannot be translated.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum TranslateError {
    /// More propositions than a valuation has bits.
    #[error(
        "the formula has more than {PROPOSITION_LIMIT} propositions; {first_too_many} is one too many"
    )]
    TooManyPropositions {
        /// The first that has no bit.
        first_too_many: Proposition,
    },
    /// More work, states or acceptance sets than there is room for.
    #[error("the automaton of the formula would be too large ({reason})")]
    TooLarge {
        /// The quantity that is too large.
        reason: String,
    },
}

fn too_large(reason: impl Into<String>) -> TranslateError {
    TranslateError::TooLarge { reason: reason.into() }
}

/// The automaton that accepts the words on which `formula` holds. Bit `i` of a valuation is
/// [`Formula::propositions`]`[i]`, those that do not matter included.
///
/// # Errors
///
/// If there are too many propositions, or the automaton would be too large.
pub fn translate(formula: &Formula) -> Result<Automaton, TranslateError> {
    if let Some(proposition) = formula.propositions().get(PROPOSITION_LIMIT) {
        let first_too_many = proposition.clone();
        return Err(TranslateError::TooManyPropositions { first_too_many });
    }
    let mut pool = Pool::new();
    let root = formula.simplified_term(&mut pool);
    let draft = simplify(Tableau::new(&pool).build(root)?);
    draft
        .finish(formula.propositions().to_vec())
        .ok_or_else(|| too_large(format!("more than {SET_LIMIT} acceptance sets")))
}

/// An expansion of terms: one way to meet them.
#[derive(Debug, Clone, PartialEq, Eq, Hash, PartialOrd, Ord)]
struct Expansion {
    /// Literals that hold now.
    cube: Cube,
    /// Promises: eventualities that are put off, as bits.
    promises: Marks,
    /// Terms that hold next, sorted.
    next: Rc<[TermId]>,
}

impl Expansion {
    /// The expansion that asks for nothing.
    fn free() -> Self {
        Self { cube: Cube::ALL, promises: 0, next: Rc::from([]) }
    }

    /// Both at once, if that is possible.
    fn and(&self, other: &Self) -> Option<Self> {
        let cube = self.cube.and(other.cube)?;
        let next = if other.next.is_empty() {
            self.next.clone()
        } else {
            let mut next: Vec<TermId> = self.next.iter().chain(&*other.next).copied().collect();
            next.sort_unstable();
            next.dedup();
            next.into()
        };
        Some(Self { cube, promises: self.promises | other.promises, next })
    }

    /// True if it asks for nothing that `other` does not ask for.
    fn is_easier_than(&self, other: &Self) -> bool {
        self.cube.contains(other.cube)
            && self.promises & !other.promises == 0
            && self.next.iter().all(|term| other.next.binary_search(term).is_ok())
    }
}

struct Tableau<'a> {
    pool: &'a Pool,
    expansions: HashMap<TermId, Rc<[Expansion]>, FixedState>,
    /// The bit of each term that is promised.
    promises: HashMap<TermId, u32, FixedState>,
    comparisons: u64,
}

impl<'a> Tableau<'a> {
    fn new(pool: &'a Pool) -> Self {
        Self { pool, expansions: HashMap::default(), promises: HashMap::default(), comparisons: 0 }
    }

    fn build(mut self, root: TermId) -> Result<Draft, TranslateError> {
        let mut sets: Vec<Rc<[TermId]>> = Vec::new();
        // States by the terms that have to hold, and by the expansions of these.
        let mut by_terms: HashMap<Rc<[TermId]>, usize, FixedState> = HashMap::default();
        let mut by_expansions: HashMap<Vec<Expansion>, usize, FixedState> = HashMap::default();
        let mut states: Vec<Vec<Expansion>> = Vec::new();
        let mut number =
            |tableau: &mut Self, terms: &Rc<[TermId]>, states: &mut Vec<Vec<Expansion>>| {
                if let Some(number) = by_terms.get(terms) {
                    return Ok(*number);
                }
                let expansions = tableau.expansions_of_all(terms)?;
                let next = states.len();
                let number = *by_expansions.entry(expansions.clone()).or_insert(next);
                if number == next {
                    states.push(expansions);
                }
                by_terms.insert(terms.clone(), number);
                Ok(number)
            };
        sets.push(self.required(&[root]));
        let initial = number(&mut self, &sets[0], &mut states)?;
        let mut edges: Vec<Vec<(Expansion, usize)>> = Vec::new();
        while edges.len() < states.len() {
            let mut leaving = Vec::new();
            for expansion in states[edges.len()].clone() {
                let next = self.required(&expansion.next);
                let target = number(&mut self, &next, &mut states)?;
                leaving.push((expansion, target));
            }
            edges.push(leaving);
            if states.len() > STATE_LIMIT {
                return Err(too_large(format!("more than {STATE_LIMIT} states")));
            }
        }
        let mut draft = Draft { sets: self.promises.len() as u32, initial, states: Vec::new() };
        let all = draft.all_marks();
        let edge = |(expansion, target): (Expansion, usize)| DraftEdge {
            target,
            marks: all & !expansion.promises,
            guard: Guard::any_of([expansion.cube]),
        };
        draft.states =
            edges.into_iter().map(|leaving| leaving.into_iter().map(edge).collect()).collect();
        draft.merge_edges();
        Ok(draft)
    }

    /// The terms of a state: conjunctions taken apart, and without terms that a `p R q` in it
    /// asks for anyway as part of `q`. (They have the same expansions with and without.)
    fn required(&self, terms: &[TermId]) -> Rc<[TermId]> {
        let mut all = Vec::with_capacity(terms.len());
        for term in terms {
            match self.pool.term(*term) {
                Term::And(parts) => all.extend_from_slice(parts),
                Term::True => {}
                _ => all.push(*term),
            }
        }
        all.sort_unstable();
        all.dedup();
        let asked_anyway = |term: TermId| {
            all.iter().any(|other| match self.pool.term(*other) {
                Term::Release(_, now) if *now == term => true,
                Term::Release(_, now) => match self.pool.term(*now) {
                    Term::And(parts) => parts.contains(&term),
                    _ => false,
                },
                _ => false,
            })
        };
        all.iter().copied().filter(|term| !asked_anyway(*term)).collect()
    }

    fn expansions_of_all(&mut self, terms: &[TermId]) -> Result<Vec<Expansion>, TranslateError> {
        let mut expansions = vec![Expansion::free()];
        for term in terms {
            let more = self.expansions_of(*term)?;
            expansions = self.product(&expansions, &more)?;
        }
        expansions.sort_unstable();
        Ok(expansions)
    }

    /// The expansions of a term.
    fn expansions_of(&mut self, term: TermId) -> Result<Rc<[Expansion]>, TranslateError> {
        // Parts have smaller numbers than what they are part of: in that order there is no
        // recursion, however deep the term is.
        let mut waiting = vec![term];
        let mut parts = Vec::new();
        while let Some(part) = waiting.pop() {
            if self.expansions.contains_key(&part) || parts.contains(&part) {
                continue;
            }
            parts.push(part);
            match self.pool.term(part) {
                Term::And(inner) | Term::Or(inner) => waiting.extend_from_slice(inner),
                Term::Until(left, right) | Term::Release(left, right) => {
                    waiting.extend([*left, *right]);
                }
                Term::False | Term::True | Term::Literal { .. } | Term::Next(_) => {}
            }
        }
        parts.sort_unstable();
        for part in parts {
            let expansions = self.expand(part)?;
            self.expansions.insert(part, expansions.into());
        }
        Ok(self.expansions[&term].clone())
    }

    /// The expansions of a term, given those of its parts.
    fn expand(&mut self, term: TermId) -> Result<Vec<Expansion>, TranslateError> {
        let next = |term: TermId| Expansion { next: Rc::from([term]), ..Expansion::free() };
        match self.pool.term(term) {
            Term::False => Ok(Vec::new()),
            Term::True => Ok(vec![Expansion::free()]),
            Term::Literal { proposition, positive } => Ok(vec![Expansion {
                cube: Cube::literal(*proposition, *positive),
                ..Expansion::free()
            }]),
            Term::Next(part) => Ok(vec![next(*part)]),
            Term::And(parts) => {
                let mut expansions = vec![Expansion::free()];
                for part in parts {
                    expansions = self.product(&expansions, &self.expansions[part].clone())?;
                }
                Ok(expansions)
            }
            Term::Or(parts) => {
                let all =
                    parts.iter().flat_map(|part| self.expansions[part].iter().cloned()).collect();
                self.easiest(all)
            }
            Term::Until(left, right) => {
                let promises = self.promise(*right)?;
                let put_off = Expansion { promises, ..next(term) };
                let mut expansions = self.product(&self.expansions[left].clone(), &[put_off])?;
                expansions.extend(self.expansions[right].iter().cloned());
                self.easiest(expansions)
            }
            Term::Release(left, right) => {
                let (left, right) = (self.expansions[left].clone(), self.expansions[right].clone());
                let mut expansions = self.product(&right, &[next(term)])?;
                expansions.extend(self.product(&left, &right)?);
                self.easiest(expansions)
            }
        }
    }

    /// The bit of a promise.
    fn promise(&mut self, term: TermId) -> Result<Marks, TranslateError> {
        let next = self.promises.len() as u32;
        let bit = *self.promises.entry(term).or_insert(next);
        if bit >= DRAFT_SET_LIMIT {
            return Err(too_large(format!("more than {DRAFT_SET_LIMIT} eventualities")));
        }
        Ok(1 << bit)
    }

    /// The expansions of a conjunction.
    fn product(
        &mut self,
        left: &[Expansion],
        right: &[Expansion],
    ) -> Result<Vec<Expansion>, TranslateError> {
        // A pair has to be made and sorted, which takes as long as some comparisons.
        let longest =
            left.iter().chain(right).map(|expansion| expansion.next.len()).max().unwrap_or(0);
        self.count(((20 + longest) * left.len() * right.len()) as u64)?;
        let pairs = left.iter().flat_map(|left| right.iter().filter_map(|right| left.and(right)));
        let pairs = pairs.collect();
        self.easiest(pairs)
    }

    /// Leaves out expansions that ask for more than another.
    fn easiest(
        &mut self,
        mut expansions: Vec<Expansion>,
    ) -> Result<Vec<Expansion>, TranslateError> {
        // What asks for more comes later.
        let weight = |expansion: &Expansion| {
            expansion.cube.care().count_ones()
                + expansion.promises.count_ones()
                + expansion.next.len() as u32
        };
        expansions.sort_unstable_by(|left, right| {
            weight(left).cmp(&weight(right)).then_with(|| left.cmp(right))
        });
        expansions.dedup();
        let mut kept: Vec<Expansion> = Vec::with_capacity(expansions.len());
        for expansion in expansions {
            self.count((kept.len() * (1 + expansion.next.len() / 4)) as u64)?;
            if !kept.iter().any(|easier| easier.is_easier_than(&expansion)) {
                kept.push(expansion);
            }
        }
        Ok(kept)
    }

    fn count(&mut self, comparisons: u64) -> Result<(), TranslateError> {
        self.comparisons += comparisons;
        if self.comparisons > COMPARISON_LIMIT {
            return Err(too_large("too many expansions to meet it"));
        }
        Ok(())
    }
}
