//! States that can do all that others can.
//!
//! State `q` *simulates* `p` if each edge of `p` can be answered by edges of `q`, on the same
//! valuations, with at least the same marks, to states that simulate its target (direct
//! simulation: Etessami and Holzmann, CONCUR 2000; Somenzi and Bloem, CAV 2000). States that
//! simulate each other become one, and an edge goes where another one is better. Different
//! edges may answer on different valuations, which is more than edge by edge.

use super::draft::{Draft, DraftEdge};
use super::guard::{Cube, Guard, covers};

/// For each pair of states, whether the second simulates the first.
pub(super) struct Simulation {
    count: usize,
    simulates: Vec<bool>,
}

impl Simulation {
    /// The greatest one.
    pub(super) fn of(draft: &Draft) -> Self {
        let count = draft.states.len();
        let mut simulation = Self { count, simulates: vec![true; count * count] };
        let mut changed = true;
        while changed {
            changed = false;
            for weaker in 0..count {
                for stronger in 0..count {
                    if weaker != stronger
                        && simulation.holds(weaker, stronger)
                        && !simulation.answers(draft, weaker, stronger)
                    {
                        simulation.simulates[weaker * count + stronger] = false;
                        changed = true;
                    }
                }
            }
        }
        simulation
    }

    /// Whether `stronger` simulates `weaker`.
    pub(super) fn holds(&self, weaker: usize, stronger: usize) -> bool {
        self.simulates[weaker * self.count + stronger]
    }

    /// Whether `better` may be taken instead of `edge` where its guard allows.
    fn is_better(&self, edge: &DraftEdge, better: &DraftEdge) -> bool {
        edge.marks & !better.marks == 0 && self.holds(edge.target, better.target)
    }

    fn answers(&self, draft: &Draft, weaker: usize, stronger: usize) -> bool {
        draft.states[weaker].iter().all(|edge| {
            let answers = draft.states[stronger].iter().filter(|other| self.is_better(edge, other));
            let cubes: Vec<Cube> =
                answers.flat_map(|other| other.guard.cubes().iter().copied()).collect();
            edge.guard.cubes().iter().all(|cube| covers(&cubes, *cube))
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
        for edges in &mut draft.states {
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
