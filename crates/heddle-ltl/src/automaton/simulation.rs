//! States that can do all that others can.
//!
//! State `q` *simulates* `p` if each edge of `p` can be answered by edges of `q`, on the same
//! valuations, with at least the same marks, to states that simulate its target (direct
//! simulation: Etessami and Holzmann, CONCUR 2000; Somenzi and Bloem, CAV 2000). States that
//! simulate each other become one, and an edge goes where another one is better. Different
//! edges may answer on different valuations, which is more than edge by edge.

use std::collections::VecDeque;

use super::draft::{Draft, DraftEdge};
use super::guard::{Cube, Guard, covers_counted};

/// Most states of an automaton whose states are compared.
const MOST_STATES: usize = 500;

/// Most comparisons of edges, or of cubes, before it counts as too long.
const MOST_COMPARISONS: usize = 10_000_000;

/// Most edges of a state that are compared with each other.
const MOST_PRUNED_EDGES: usize = 512;

/// For each pair of states, whether the second simulates the first.
pub(super) struct Simulation {
    count: usize,
    simulates: Vec<bool>,
}

impl Simulation {
    /// The greatest one; `None` if it would take too long to find.
    pub(super) fn of(draft: &Draft) -> Option<Self> {
        let count = draft.states.len();
        if count > MOST_STATES {
            return None;
        }
        let predecessors = predecessors(draft);
        let mut simulation = Self { count, simulates: vec![true; count * count] };
        // Pairs to look at (again), each there once.
        let mut waiting: VecDeque<usize> = (0..count * count).collect();
        let mut is_waiting = vec![true; count * count];
        let mut comparisons = 0;
        while let Some(pair) = waiting.pop_front() {
            is_waiting[pair] = false;
            let (weaker, stronger) = (pair / count, pair % count);
            if weaker == stronger || !simulation.simulates[pair] {
                continue;
            }
            comparisons += draft.states[weaker].len() * draft.states[stronger].len();
            if comparisons > MOST_COMPARISONS {
                return None;
            }
            if simulation.answers(draft, weaker, stronger, &mut comparisons) {
                continue;
            }
            simulation.simulates[pair] = false;
            for before_weaker in &predecessors[weaker] {
                for before_stronger in &predecessors[stronger] {
                    let affected = before_weaker * count + before_stronger;
                    if simulation.simulates[affected] && !is_waiting[affected] {
                        is_waiting[affected] = true;
                        waiting.push_back(affected);
                    }
                }
            }
        }
        Some(simulation)
    }

    /// True if `stronger` simulates `weaker`.
    pub(super) fn holds(&self, weaker: usize, stronger: usize) -> bool {
        self.simulates[weaker * self.count + stronger]
    }

    /// True if `better` may be taken instead of `edge` where its guard allows.
    fn is_better(&self, edge: &DraftEdge, better: &DraftEdge) -> bool {
        edge.marks & !better.marks == 0 && self.holds(edge.target, better.target)
    }

    fn answers(
        &self,
        draft: &Draft,
        weaker: usize,
        stronger: usize,
        comparisons: &mut usize,
    ) -> bool {
        let others = &draft.states[stronger];
        draft.states[weaker].iter().all(|edge| {
            let is_answered = |cube: &Cube| {
                others.iter().any(|other| {
                    other.guard.cubes().iter().any(|wider| wider.contains(*cube))
                        && self.is_better(edge, other)
                })
            };
            // Mostly one edge answers alone; where not, several may together.
            edge.guard.cubes().iter().all(|cube| {
                is_answered(cube) || {
                    let answers = others.iter().filter(|other| self.is_better(edge, other));
                    let cubes: Vec<Cube> =
                        answers.flat_map(|other| other.guard.cubes().iter().copied()).collect();
                    covers_counted(&cubes, *cube, comparisons)
                }
            })
        })
    }

    /// Makes states that simulate each other one.
    pub(super) fn merge_states(&self, draft: &mut Draft) {
        let representative = |state: usize| {
            (0..state)
                .find(|other| self.holds(state, *other) && self.holds(*other, state))
                .unwrap_or(state)
        };
        for edges in &mut draft.states {
            for edge in edges {
                edge.target = representative(edge.target);
            }
        }
        draft.initial = representative(draft.initial);
    }

    /// Takes away edges, or parts of their guards, where a better edge leaves the same state.
    pub(super) fn prune_edges(&self, draft: &mut Draft) {
        for edges in draft.states.iter_mut().filter(|edges| edges.len() <= MOST_PRUNED_EDGES) {
            for index in 0..edges.len() {
                let edge = &edges[index];
                let better: Vec<Cube> = edges
                    .iter()
                    .enumerate()
                    .filter(|(other, better)| {
                        // Of two that are as good as each other, the first stays.
                        *other != index
                            && self.is_better(edge, better)
                            && (*other < index || !self.is_better(better, edge))
                    })
                    .flat_map(|(_, better)| better.guard.cubes().iter().copied())
                    .collect();
                if better.is_empty() {
                    continue;
                }
                // A guard that takes longer to test is no gain.
                let cubes = edge.guard.cubes().len();
                let rest = edge.guard.minus_within(&Guard::any_of(better), 2 * cubes + 8);
                if let Some(rest) = rest.filter(|rest| rest.cubes().len() <= cubes) {
                    edges[index].guard = rest;
                }
            }
        }
    }
}

/// For each state, the states with an edge to it.
fn predecessors(draft: &Draft) -> Vec<Vec<usize>> {
    let mut predecessors: Vec<Vec<usize>> = vec![Vec::new(); draft.states.len()];
    for (state, edges) in draft.states.iter().enumerate() {
        for edge in edges {
            if predecessors[edge.target].last() != Some(&state) {
                predecessors[edge.target].push(state);
            }
        }
    }
    predecessors
}
