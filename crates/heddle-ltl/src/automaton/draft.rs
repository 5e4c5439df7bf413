//! Automata while they are worked on.

use super::components::Partition;
use super::guard::Guard;
use super::{Automaton, Edge, SET_LIMIT, StateId};
use crate::formula::Proposition;

/// The acceptance sets of an edge, as bits. While automata are worked on there may be more of
/// them than in the end.
pub(super) type Marks = u128;

/// Most acceptance sets while automata are worked on.
pub(super) const DRAFT_SET_LIMIT: u32 = Marks::BITS;

/// An edge.
#[derive(Debug, Clone, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub(super) struct DraftEdge {
    pub(super) target: usize,
    pub(super) marks: Marks,
    pub(super) guard: Guard,
}

/// An automaton that can be changed.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Draft {
    pub(super) sets: u32,
    pub(super) initial: usize,
    pub(super) states: Vec<Vec<DraftEdge>>,
}

impl Draft {
    pub(super) fn of(automaton: &Automaton) -> Self {
        let edges = |state| {
            let edges = automaton.edges(state).iter().map(|edge| DraftEdge {
                target: edge.target.index(),
                marks: edge.marks.into(),
                guard: edge.guard.clone(),
            });
            edges.collect()
        };
        Self {
            sets: automaton.sets(),
            initial: automaton.initial().index(),
            states: automaton.states().map(edges).collect(),
        }
    }

    /// The automaton, unless it has too many sets.
    pub(super) fn finish(self, propositions: Vec<Proposition>) -> Option<Automaton> {
        if self.sets > SET_LIMIT {
            return None;
        }
        let edge = |edge: DraftEdge| {
            let target = StateId::new(edge.target);
            Edge { guard: edge.guard, marks: edge.marks as u32, target }
        };
        let states =
            self.states.into_iter().map(|edges| edges.into_iter().map(edge).collect()).collect();
        Some(Automaton::new(propositions, self.sets, StateId::new(self.initial), states))
    }

    /// The marks of an edge that is in all sets.
    pub(super) fn all_marks(&self) -> Marks {
        (1 as Marks).checked_shl(self.sets).map_or(Marks::MAX, |bit| bit - 1)
    }

    /// Size, for comparison when the smaller of two is taken.
    pub(super) fn size(&self) -> (usize, usize, u32) {
        (self.states.len(), self.states.iter().map(Vec::len).sum(), self.sets)
    }

    /// The strongly connected components.
    pub(super) fn partition(&self) -> Partition {
        Partition::of(self.states.len(), |state| {
            self.states[state].iter().map(|edge| edge.target).collect()
        })
    }

    /// The strongly connected components without the edges that are not `kept`.
    pub(super) fn partition_where(&self, kept: impl Fn(usize, &DraftEdge) -> bool) -> Partition {
        Partition::of(self.states.len(), |state| {
            let edges = self.states[state].iter().filter(|edge| kept(state, edge));
            edges.map(|edge| edge.target).collect()
        })
    }

    /// Edges that differ in their guards only become one; edges that allow nothing go.
    pub(super) fn merge_edges(&mut self) {
        for edges in &mut self.states {
            edges.retain(|edge| !edge.guard.is_never());
            edges.sort_unstable_by_key(|edge| (edge.target, edge.marks));
            let same = |left: &DraftEdge, right: &DraftEdge| {
                left.target == right.target && left.marks == right.marks
            };
            let merged = edges.chunk_by(same).map(|group| match group {
                [single] => single.clone(),
                _ => {
                    let cubes = group.iter().flat_map(|edge| edge.guard.cubes().iter().copied());
                    DraftEdge { guard: Guard::any_of(cubes), ..group[0].clone() }
                }
            });
            *edges = merged.collect();
        }
    }

    /// Keeps the states that `keep` names and that can be reached through such, numbered in
    /// the order in which they are met. The initial state stays in any case.
    pub(super) fn restrict(&mut self, keep: &[bool]) {
        let mut numbers: Vec<Option<usize>> = vec![None; self.states.len()];
        let mut order = vec![self.initial];
        numbers[self.initial] = Some(0);
        let mut next = 0;
        while next < order.len() {
            for edge in &self.states[order[next]] {
                if keep[edge.target] && numbers[edge.target].is_none() {
                    numbers[edge.target] = Some(order.len());
                    order.push(edge.target);
                }
            }
            next += 1;
        }
        let mut states = Vec::with_capacity(order.len());
        for state in order {
            let edges = std::mem::take(&mut self.states[state]).into_iter();
            let edges = edges
                .filter(|edge| keep[edge.target])
                .filter_map(|edge| numbers[edge.target].map(|target| DraftEdge { target, ..edge }));
            states.push(edges.collect());
        }
        self.states = states;
        self.initial = 0;
    }
}
