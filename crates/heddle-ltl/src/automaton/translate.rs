//! From formula to automaton.
//!
//! A tableau after Couvreur (*On-the-fly verification of linear temporal logic*, FM 1999). A
//! state is a set of terms that have to hold from there on. Each term is expanded into the ways
//! in which it can be met: literals that hold now, terms that hold next, and promises, for each
//! `p U q` that is put off. An edge carries the mark of `q` unless it promises `q`, so that a
//! run that is accepted puts nothing off for ever.
//!
//! Couvreur, and Duret-Lutz after him (*LTL translation improvements in Spot*), keep the ways in
//! decision diagrams; here they are explicit, and a way that asks for more than another is left
//! out, as Gastin and Oddoux do it (CAV 2001). States with the same ways are one. Rewriting is
//! done before ([`rewrite`](crate::formula)), never to states: replacing a state by one that
//! merely accepts the same words is not sound, since marks on its edges may be others.

use std::collections::HashMap;
use std::rc::Rc;

use foldhash::fast::FixedState;

use super::draft::{DRAFT_SET_LIMIT, Draft, DraftEdge, Marks};
use super::guard::{Cube, Guard};
use super::simplify::simplify;
use super::{Automaton, PROPOSITION_LIMIT, SET_LIMIT};
use crate::formula::{Formula, Pool, Proposition, Term, TermId};

/// How many comparisons of ways are made before a formula counts as too large: some
/// seconds.
const COMPARISON_LIMIT: u64 = 200_000_000;

/// How many states there may be before they are merged.
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
        /// What there is too much of.
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

/// One way to meet terms.
#[derive(Debug, Clone, PartialEq, Eq, Hash, PartialOrd, Ord)]
struct Way {
    /// What holds now.
    cube: Cube,
    /// What is put off, as bits.
    promises: Marks,
    /// What holds next, sorted.
    next: Rc<[TermId]>,
}

impl Way {
    /// The way that asks for nothing.
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

    /// Whether it asks for nothing that `other` does not ask for.
    fn is_easier_than(&self, other: &Self) -> bool {
        self.cube.contains(other.cube)
            && self.promises & !other.promises == 0
            && self.next.iter().all(|term| other.next.binary_search(term).is_ok())
    }
}

struct Tableau<'a> {
    pool: &'a Pool,
    ways: HashMap<TermId, Rc<[Way]>, FixedState>,
    /// The bit of each term that is promised.
    promises: HashMap<TermId, u32, FixedState>,
    comparisons: u64,
}

impl<'a> Tableau<'a> {
    fn new(pool: &'a Pool) -> Self {
        Self { pool, ways: HashMap::default(), promises: HashMap::default(), comparisons: 0 }
    }

    fn build(mut self, root: TermId) -> Result<Draft, TranslateError> {
        let mut sets: Vec<Rc<[TermId]>> = Vec::new();
        // States by the terms that have to hold, and by the ways in which they can.
        let mut by_terms: HashMap<Rc<[TermId]>, usize, FixedState> = HashMap::default();
        let mut by_ways: HashMap<Vec<Way>, usize, FixedState> = HashMap::default();
        let mut states: Vec<Vec<Way>> = Vec::new();
        let mut number = |tableau: &mut Self, terms: &Rc<[TermId]>, states: &mut Vec<Vec<Way>>| {
            if let Some(number) = by_terms.get(terms) {
                return Ok(*number);
            }
            let ways = tableau.ways_of_all(terms)?;
            let next = states.len();
            let number = *by_ways.entry(ways.clone()).or_insert(next);
            if number == next {
                states.push(ways);
            }
            by_terms.insert(terms.clone(), number);
            Ok(number)
        };
        sets.push(self.required(&[root]));
        let initial = number(&mut self, &sets[0], &mut states)?;
        let mut edges: Vec<Vec<(Way, usize)>> = Vec::new();
        while edges.len() < states.len() {
            let mut leaving = Vec::new();
            for way in states[edges.len()].clone() {
                let next = self.required(&way.next);
                let target = number(&mut self, &next, &mut states)?;
                leaving.push((way, target));
            }
            edges.push(leaving);
            if states.len() > STATE_LIMIT {
                return Err(too_large(format!("more than {STATE_LIMIT} states")));
            }
        }
        let mut draft = Draft { sets: self.promises.len() as u32, initial, states: Vec::new() };
        let all = draft.all_marks();
        let edge = |(way, target): (Way, usize)| DraftEdge {
            target,
            marks: all & !way.promises,
            guard: Guard::any_of([way.cube]),
        };
        draft.states =
            edges.into_iter().map(|leaving| leaving.into_iter().map(edge).collect()).collect();
        draft.merge_edges();
        Ok(draft)
    }

    /// The terms of a state: conjunctions taken apart, and without terms that a `p R q` in it
    /// asks for anyway as part of `q`. (They have the same ways with and without.)
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

    fn ways_of_all(&mut self, terms: &[TermId]) -> Result<Vec<Way>, TranslateError> {
        let mut ways = vec![Way::free()];
        for term in terms {
            let more = self.ways_of(*term)?;
            ways = self.product(&ways, &more)?;
        }
        ways.sort_unstable();
        Ok(ways)
    }

    /// The ways in which a term can be met.
    fn ways_of(&mut self, term: TermId) -> Result<Rc<[Way]>, TranslateError> {
        // Parts have smaller numbers than what they are part of: in that order there is no
        // recursion, however deep the term is.
        let mut waiting = vec![term];
        let mut parts = Vec::new();
        while let Some(part) = waiting.pop() {
            if self.ways.contains_key(&part) || parts.contains(&part) {
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
            let ways = self.expand(part)?;
            self.ways.insert(part, ways.into());
        }
        Ok(self.ways[&term].clone())
    }

    /// The ways of a term, given those of its parts.
    fn expand(&mut self, term: TermId) -> Result<Vec<Way>, TranslateError> {
        let next = |term: TermId| Way { next: Rc::from([term]), ..Way::free() };
        match self.pool.term(term) {
            Term::False => Ok(Vec::new()),
            Term::True => Ok(vec![Way::free()]),
            Term::Literal { proposition, positive } => {
                Ok(vec![Way { cube: Cube::literal(*proposition, *positive), ..Way::free() }])
            }
            Term::Next(part) => Ok(vec![next(*part)]),
            Term::And(parts) => {
                let mut ways = vec![Way::free()];
                for part in parts {
                    ways = self.product(&ways, &self.ways[part].clone())?;
                }
                Ok(ways)
            }
            Term::Or(parts) => {
                let all = parts.iter().flat_map(|part| self.ways[part].iter().cloned()).collect();
                self.easiest(all)
            }
            Term::Until(left, right) => {
                let promises = self.promise(*right)?;
                let put_off = Way { promises, ..next(term) };
                let mut ways = self.product(&self.ways[left].clone(), &[put_off])?;
                ways.extend(self.ways[right].iter().cloned());
                self.easiest(ways)
            }
            Term::Release(left, right) => {
                let (left, right) = (self.ways[left].clone(), self.ways[right].clone());
                let mut ways = self.product(&right, &[next(term)])?;
                ways.extend(self.product(&left, &right)?);
                self.easiest(ways)
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

    /// The ways to meet both.
    fn product(&mut self, left: &[Way], right: &[Way]) -> Result<Vec<Way>, TranslateError> {
        // A pair has to be made and sorted, which takes as long as some comparisons.
        let longest = left.iter().chain(right).map(|way| way.next.len()).max().unwrap_or(0);
        self.count(((20 + longest) * left.len() * right.len()) as u64)?;
        let pairs = left.iter().flat_map(|left| right.iter().filter_map(|right| left.and(right)));
        let pairs = pairs.collect();
        self.easiest(pairs)
    }

    /// Without ways that ask for more than another.
    fn easiest(&mut self, mut ways: Vec<Way>) -> Result<Vec<Way>, TranslateError> {
        // What asks for more comes later.
        let weight = |way: &Way| {
            way.cube.care().count_ones() + way.promises.count_ones() + way.next.len() as u32
        };
        ways.sort_unstable_by(|left, right| {
            weight(left).cmp(&weight(right)).then_with(|| left.cmp(right))
        });
        ways.dedup();
        let mut kept: Vec<Way> = Vec::with_capacity(ways.len());
        for way in ways {
            self.count((kept.len() * (1 + way.next.len() / 4)) as u64)?;
            if !kept.iter().any(|easier| easier.is_easier_than(&way)) {
                kept.push(way);
            }
        }
        Ok(kept)
    }

    fn count(&mut self, comparisons: u64) -> Result<(), TranslateError> {
        self.comparisons += comparisons;
        if self.comparisons > COMPARISON_LIMIT {
            return Err(too_large("too many ways to meet it"));
        }
        Ok(())
    }
}
