//! Automata on infinite words.
//!
//! An [`Automaton`] is a transition-based generalized Büchi automaton: its edges carry marks,
//! and a run is accepted if it meets each mark infinitely often. Without marks all infinite runs
//! are accepted. Conventional Büchi automata are those with one mark; state-based ones, as in
//! never claims, those in which all edges out of a state carry the same marks.
//!
//! | room | question |
//! | --- | --- |
//! | `guard.rs` | on which valuations can an edge be taken? |
//! | `translate.rs` | which automaton accepts the words that a formula holds on? |
//! | `draft.rs`, `simplify.rs`, `labels.rs`, `simulation.rs` | which smaller one accepts the same? |
//! | `degeneralize.rs`, `state_based.rs` | which one of a simpler kind accepts the same? |
//! | `components.rs` | which parts of it accept, and how simple are they? |
//! | `words.rs` | is this word accepted? |
//! | `stutter.rs` | does a formula tell words apart that differ in repetitions only? |

mod components;
mod degeneralize;
mod draft;
mod guard;
mod labels;
mod simplify;
mod simulation;
mod state_based;
mod stutter;
mod translate;
mod words;

use std::fmt;

use crate::formula::Proposition;

pub use components::{Components, Strength, strength};
pub use degeneralize::degeneralize;
pub use guard::{Cube, Guard};
pub use state_based::state_based;
pub use stutter::is_stutter_invariant;
pub use translate::{TranslateError, translate};
pub use words::accepts;

/// Most propositions of an automaton: a valuation is a word of 64 bits.
pub const PROPOSITION_LIMIT: usize = 64;

/// Most parentheses and negations of a label that stand in each other, in a file.
pub(crate) const LABEL_DEPTH_LIMIT: usize = 200;

/// Most cubes of a label, in a file.
pub(crate) const LABEL_CUBE_LIMIT: usize = 500;

/// Most acceptance marks: those of an edge are a word of 32 bits.
pub const SET_LIMIT: u32 = 32;

/// The number of a state, from 0 on.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct StateId(u32);

impl StateId {
    pub(crate) fn new(index: usize) -> Self {
        Self(index as u32)
    }

    /// As an index into a table of states.
    pub fn index(self) -> usize {
        self.0 as usize
    }
}

impl fmt::Display for StateId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

/// A way from one state to another.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct Edge {
    /// The valuations on which it can be taken.
    pub guard: Guard,
    /// The acceptance sets it is in, as bits.
    pub marks: u32,
    /// The state that it leads to.
    pub target: StateId,
}

/// A transition-based generalized Büchi automaton.
///
/// # Invariants
///
/// - The initial state, and the targets of all edges, are states.
/// - Marks are below `1 << sets`, and guards are about the propositions there are.
/// - `starts` has an entry more than there are states; the edges of state `s` are those from
///   `starts[s]` to `starts[s + 1]`.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Automaton {
    propositions: Vec<Proposition>,
    sets: u32,
    initial: StateId,
    starts: Vec<u32>,
    edges: Vec<Edge>,
}

impl Automaton {
    /// An automaton with the given edges for each state. The caller sees to the invariants.
    pub(crate) fn new(
        propositions: Vec<Proposition>,
        sets: u32,
        initial: StateId,
        states: Vec<Vec<Edge>>,
    ) -> Self {
        debug_assert!(initial.index() < states.len() && sets <= SET_LIMIT);
        let mut starts = Vec::with_capacity(states.len() + 1);
        let mut edges = Vec::with_capacity(states.iter().map(Vec::len).sum());
        starts.push(0);
        for state in states {
            edges.extend(state);
            starts.push(edges.len() as u32);
        }
        Self { propositions, sets, initial, starts, edges }
    }

    /// The propositions; bit `i` of a valuation is the `i`th.
    pub fn propositions(&self) -> &[Proposition] {
        &self.propositions
    }

    /// Number of acceptance sets.
    pub fn sets(&self) -> u32 {
        self.sets
    }

    /// The marks of an edge that is in all sets.
    pub fn all_marks(&self) -> u32 {
        1_u32.checked_shl(self.sets).map_or(u32::MAX, |bit| bit - 1)
    }

    /// The initial state.
    pub fn initial(&self) -> StateId {
        self.initial
    }

    /// Number of states.
    pub fn state_count(&self) -> usize {
        self.starts.len() - 1
    }

    /// Number of edges.
    pub fn edge_count(&self) -> usize {
        self.edges.len()
    }

    /// All states.
    pub fn states(&self) -> impl ExactSizeIterator<Item = StateId> + use<> {
        (0..self.starts.len() as u32 - 1).map(StateId)
    }

    /// The edges out of a state.
    #[inline]
    pub fn edges(&self, state: StateId) -> &[Edge] {
        &self.edges[self.starts[state.index()] as usize..self.starts[state.index() + 1] as usize]
    }

    /// True if all edges out of each state carry the same marks.
    pub fn is_state_based(&self) -> bool {
        self.states()
            .all(|state| self.edges(state).windows(2).all(|pair| pair[0].marks == pair[1].marks))
    }
}
