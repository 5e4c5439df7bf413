//! From terms to clauses.
//!
//! A [`Blaster`] gives each bit of a term a literal, and its solver the clauses that make the
//! literals mean what the term means. It is incremental: terms, assertions and solving may
//! follow each other in any order, and what has been done for a term is not done again. There
//! is no recursion: terms are as deep as programs are long.
//!
//! # Invariants
//!
//! - Clauses for terms define literals and exclude nothing: variables may have any values as
//!   long as nothing is [asserted](Blaster::assert).
//! - All clauses reach the solver through `Gates::clause`, which counts them and keeps them for
//!   [`Blaster::write_dimacs`] if asked to.

mod circuits;
mod divide;
mod gates;
mod multiply;
mod words;

use std::collections::{HashMap, HashSet};
use std::io::{self, Write};

use foldhash::fast::FixedState;

use crate::sat::{Answer, Lit, Solver, SolverError, dimacs};
use crate::term::{Binary, Node, Term, Terms};
use gates::{FALSE, Gates, TRUE};

/// No place in the pool.
const NOWHERE: u32 = u32::MAX;
/// The literals of terms.
#[derive(Debug, Default)]
struct Words {
    /// Index of each term's first literal in the pool.
    places: Vec<u32>,
    pool: Vec<Lit>,
}

impl Words {
    fn has(&self, term: Term) -> bool {
        self.places.get(term.index()).is_some_and(|&place| place != NOWHERE)
    }

    /// The literals of a term that has some.
    fn word(&self, terms: &Terms, term: Term) -> &[Lit] {
        let place = self.places[term.index()] as usize;
        &self.pool[place..][..terms.width(term) as usize]
    }

    /// The literal of a boolean that has one.
    fn literal(&self, term: Term) -> Lit {
        self.pool[self.places[term.index()] as usize]
    }
}

/// Makes clauses of terms, for a solver.
#[derive(Debug)]
pub struct Blaster<S> {
    gates: Gates<S>,
    words: Words,
    /// Number of terms that use each term, among those seen so far; saturating.
    uses: Vec<u8>,
    /// Quotients and remainders, which are made together.
    divisions: HashMap<(Term, Term), [Vec<Lit>; 2], FixedState>,
    /// Holds while what has been asserted in the current round does; see [`Blaster::begin_round`].
    round: Option<Lit>,
    stack: Vec<Term>,
    /// The inputs of the gate that is at hand, and which of them are negated.
    inputs: Vec<(Term, bool)>,
    assumptions: Vec<(Lit, Term)>,
}

/// Size of the formula that has been made so far.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Size {
    /// Variables of the solver.
    pub variables: u64,
    /// Clauses.
    pub clauses: u64,
}

impl<S: Solver> Blaster<S> {
    /// A blaster for a solver that is new.
    ///
    /// # Panics
    ///
    /// If the solver has variables already.
    pub fn new(solver: S) -> Self {
        Self::with_gates(Gates::new(solver, false))
    }

    /// A blaster that keeps the clauses for [`write_dimacs`](Self::write_dimacs).
    ///
    /// # Panics
    ///
    /// If the solver has variables already.
    pub fn keeping_clauses(solver: S) -> Self {
        Self::with_gates(Gates::new(solver, true))
    }

    fn with_gates(gates: Gates<S>) -> Self {
        Self {
            gates,
            words: Words::default(),
            uses: Vec::new(),
            divisions: HashMap::default(),
            round: None,
            stack: Vec::new(),
            inputs: Vec::new(),
            assumptions: Vec::new(),
        }
    }

    /// The solver.
    pub fn solver(&self) -> &S {
        &self.gates.solver
    }

    /// The solver, for setting it up. To add variables or clauses is not for others to do.
    pub fn solver_mut(&mut self) -> &mut S {
        &mut self.gates.solver
    }

    /// Size of the formula that has been made so far.
    pub fn size(&self) -> Size {
        Size { variables: self.gates.variables, clauses: self.gates.clauses }
    }

    /// The bytes that the blaster takes, without its solver; those of tables are estimated.
    pub fn bytes(&self) -> usize {
        self.gates.bytes()
            + (self.words.places.capacity() + self.words.pool.capacity()) * size_of::<u32>()
            + self.uses.capacity()
    }

    /// Begins a round: what is asserted from now on holds only until the next call. Terms keep
    /// their literals, and the solver what it has learned of them.
    pub fn begin_round(&mut self) {
        self.end_round();
        self.round = Some(self.gates.variable());
    }

    /// Ends the round: what was asserted since [`begin_round`](Self::begin_round) holds no longer;
    /// what is asserted from now on holds for ever.
    pub fn end_round(&mut self) {
        if let Some(round) = self.round.take() {
            self.gates.clause(&[!round]);
        }
    }

    /// Adds a clause that says something about all models, in this round.
    fn assert_literals(&mut self, mut clause: Vec<Lit>) {
        clause.extend(self.round.map(|round| !round));
        clause.sort_unstable();
        clause.dedup();
        self.gates.clause(&clause);
    }

    /// The literals of a term, the lowest bit first.
    pub fn word(&mut self, terms: &Terms, term: Term) -> &[Lit] {
        self.blast(terms, term);
        self.words.word(terms, term)
    }

    /// The literal of a boolean.
    ///
    /// # Panics
    ///
    /// If the term has more than one bit; so do the other functions of booleans.
    pub fn literal(&mut self, terms: &Terms, boolean: Term) -> Lit {
        assert_eq!(terms.width(boolean), 1, "a boolean should have one bit");
        self.word(terms, boolean)[0]
    }

    /// Looks for a model in which all that is asserted and all `assumptions`, booleans, hold.
    ///
    /// # Errors
    ///
    /// If the solver fails.
    pub fn solve(&mut self, terms: &Terms, assumptions: &[Term]) -> Result<Answer, SolverError> {
        self.assumptions.clear();
        for &assumption in assumptions {
            let literal = self.literal(terms, assumption);
            self.assumptions.push((literal, assumption));
        }
        let literals = self.assumptions.iter().map(|&(literal, _)| literal);
        let literals: Vec<_> = literals.chain(self.round).collect();
        self.gates.solver.solve(&literals)
    }

    /// A literal that implies that one of some booleans holds: a clause, without gates.
    pub fn any_of(&mut self, terms: &Terms, booleans: &[Term]) -> Lit {
        let literals: Vec<Lit> =
            booleans.iter().map(|&boolean| self.literal(terms, boolean)).collect();
        if literals.contains(&TRUE) {
            return TRUE;
        }
        let asked = self.gates.variable();
        let mut clause: Vec<Lit> = literals.into_iter().filter(|&lit| lit != FALSE).collect();
        clause.push(!asked);
        clause.sort_unstable();
        clause.dedup();
        self.gates.clause(&clause);
        asked
    }

    /// Looks for a model in which all that is asserted, and a literal, hold.
    ///
    /// # Errors
    ///
    /// If the solver fails.
    pub fn solve_literal(&mut self, assumption: Lit) -> Result<Answer, SolverError> {
        self.assumptions.clear();
        let literals: Vec<_> = self.round.into_iter().chain([assumption]).collect();
        self.gates.solver.solve(&literals)
    }

    /// Makes a boolean fail to hold in every model from now on, in this round.
    pub fn assert_not(&mut self, terms: &Terms, boolean: Term) {
        let literal = self.literal(terms, boolean);
        self.assert_literals(vec![!literal]);
    }

    /// After [`Answer::Unsatisfiable`]: those of the assumptions that are enough for it.
    pub fn failed_assumptions(&self) -> Vec<Term> {
        let failed = self.gates.solver.failed_assumptions();
        let assumptions = self.assumptions.iter();
        let mut terms: Vec<_> = assumptions
            .filter(|(literal, _)| failed.binary_search(literal).is_ok())
            .map(|&(_, term)| term)
            .collect();
        terms.sort_unstable();
        terms.dedup();
        terms
    }

    /// After [`Answer::Satisfiable`]: the value of a term in the model, if it has been part of
    /// the formula.
    pub fn value(&self, terms: &Terms, term: Term) -> Option<u128> {
        self.words.has(term).then(|| {
            let bits = self.words.word(terms, term).iter().rev();
            bits.fold(0, |value, &bit| value << 1 | u128::from(self.gates.solver.value(bit)))
        })
    }

    /// After [`Answer::Satisfiable`]: the values of all variables, by their indices. Those that
    /// have not been part of the formula are zero.
    pub fn model(&self, terms: &Terms) -> Vec<u128> {
        let value = |variable| self.value(terms, terms.term_of(variable)).unwrap_or(0);
        terms.variables().map(value).collect()
    }

    /// Writes the clauses so far, with `assumptions`, booleans, as clauses of one literal. They
    /// are written in small pieces, which `out` should gather.
    ///
    /// # Errors
    ///
    /// If `out` fails.
    ///
    /// # Panics
    ///
    /// If the clauses were not [kept](Self::keeping_clauses).
    pub fn write_dimacs(
        &mut self,
        terms: &Terms,
        assumptions: &[Term],
        out: &mut impl Write,
    ) -> io::Result<()> {
        let literals: Vec<_> =
            assumptions.iter().map(|&assumption| self.literal(terms, assumption)).collect();
        self.write_dimacs_with(&literals, out)
    }

    /// The same, with literals.
    ///
    /// # Errors
    ///
    /// If `out` fails.
    ///
    /// # Panics
    ///
    /// If the clauses were not [kept](Self::keeping_clauses).
    pub fn write_dimacs_with(&self, literals: &[Lit], out: &mut impl Write) -> io::Result<()> {
        let clauses = self.gates.kept.as_ref().expect("clauses should be kept from the start");
        let literals: Vec<Lit> = self.round.into_iter().chain(literals.iter().copied()).collect();
        dimacs::write(self.gates.variables, clauses, &literals, out)
    }

    /// Makes a boolean hold in every model from now on, in this round.
    ///
    /// Conjunctions are taken apart, and a disjunction is a clause: neither takes gates.
    pub fn assert(&mut self, terms: &Terms, boolean: Term) {
        assert_eq!(terms.width(boolean), 1, "a boolean should have one bit");
        self.count_uses(terms, boolean);
        let mut conjuncts = vec![(boolean, false)];
        let mut seen: HashSet<_, FixedState> = HashSet::default();
        while let Some((term, negated)) = conjuncts.pop() {
            if !seen.insert((term, negated)) {
                continue;
            }
            match terms.node(term) {
                Node::Not(a) => conjuncts.push((a, !negated)),
                Node::Binary(Binary::And, a, b) if !negated => {
                    conjuncts.extend([(a, false), (b, false)]);
                }
                Node::Binary(Binary::Or, a, b) if negated => {
                    conjuncts.extend([(a, true), (b, true)]);
                }
                _ => self.assert_clause(terms, term, negated),
            }
        }
    }

    /// Makes a boolean, or its negation, hold, as one clause. If one of its disjuncts is that two
    /// words are equal, which nobody else asks, there are two clauses for each of their bits,
    /// and no gates.
    fn assert_clause(&mut self, terms: &Terms, boolean: Term, negated: bool) {
        let mut clause = Vec::new();
        let mut equal: Option<(Term, Term)> = None;
        let mut disjuncts = vec![(boolean, negated)];
        while let Some((term, negated)) = disjuncts.pop() {
            let inner = if negated { Binary::And } else { Binary::Or };
            match terms.node(term) {
                Node::Not(a) if self.is_spared(term) => disjuncts.push((a, !negated)),
                Node::Binary(operation, a, b) if operation == inner && self.is_spared(term) => {
                    disjuncts.extend([(a, negated), (b, negated)]);
                }
                Node::Binary(Binary::Eq, a, b)
                    if !negated && equal.is_none() && self.is_spared(term) =>
                {
                    equal = Some((a, b));
                }
                _ => match self.literal(terms, term).negated_if(negated) {
                    TRUE => return,
                    FALSE => {}
                    literal => clause.push(literal),
                },
            }
        }
        match equal {
            None => self.assert_literals(clause),
            Some((a, b)) => self.assert_equal(terms, a, b, &clause),
        }
    }

    /// Makes two words equal unless one of some literals holds.
    fn assert_equal(&mut self, terms: &Terms, a: Term, b: Term, unless: &[Lit]) {
        let a: Vec<Lit> = self.word(terms, a).to_vec();
        let b: Vec<Lit> = self.word(terms, b).to_vec();
        for (x, y) in a.into_iter().zip(b) {
            for (x, y) in [(x, !y), (!x, y)] {
                if x == TRUE || y == TRUE || x == !y {
                    continue;
                }
                let mut clause = unless.to_vec();
                clause.extend([x, y].into_iter().filter(|&literal| literal != FALSE));
                self.assert_literals(clause);
            }
        }
    }
}
