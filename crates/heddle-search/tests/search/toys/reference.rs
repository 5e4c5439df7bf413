//! The results that a search of a graph must have, computed on the graph itself, by
//! relaxation to a fixed point: it shares neither code nor method with the crate.

use std::collections::BTreeMap;

use super::{Effect, Graph};

/// The truth about a graph.
#[derive(Debug)]
pub(crate) struct Expected {
    /// Least number of steps to each node that can be reached within the bound.
    pub(crate) distances: BTreeMap<usize, u64>,
    /// Least number of steps after which each bug shows.
    pub(crate) bugs: BTreeMap<u8, u64>,
    pub(crate) transitions: u64,
    pub(crate) final_states: u64,
    pub(crate) deadlocks: u64,
    pub(crate) failed_runs: u64,
    pub(crate) abandoned_runs: u64,
    pub(crate) unknown_steps: u64,
    /// True if some node at the bound has an edge.
    pub(crate) is_cut: bool,
}

impl Expected {
    pub(crate) fn of(graph: &Graph, bound: Option<u64>) -> Expected {
        let bound = bound.unwrap_or(u64::MAX);
        let mut expected = Expected {
            distances: distances(graph, bound),
            bugs: BTreeMap::new(),
            transitions: 0,
            final_states: 0,
            deadlocks: 0,
            failed_runs: 0,
            abandoned_runs: 0,
            unknown_steps: 0,
            is_cut: false,
        };
        for (&node, &distance) in &expected.distances {
            let node = &graph.0[node];
            let mut note = |bugs: &[u8], length: u64| {
                for &bug in bugs {
                    let least = expected.bugs.entry(bug).or_insert(length);
                    *least = length.min(*least);
                }
            };
            note(&node.bugs, distance);
            expected.final_states += u64::from(node.edges.is_empty());
            expected.deadlocks += u64::from(node.bugs.iter().any(|bug| bug % 2 == 0));
            if distance == bound {
                expected.is_cut |= !node.edges.is_empty();
                continue;
            }
            for edge in &node.edges {
                note(&edge.bugs, distance + 1);
                expected.transitions += 1;
                match edge.effect {
                    Effect::Continues => {}
                    Effect::Failed => expected.failed_runs += 1,
                    Effect::Abandoned => expected.abandoned_runs += 1,
                    Effect::Unknown(_) => expected.unknown_steps += 1,
                }
            }
        }
        expected
    }

    /// The verdict that is right for the graph.
    pub(crate) fn verdict(&self) -> &'static str {
        if !self.bugs.is_empty() {
            "violation"
        } else if self.unknown_steps > 0 {
            "unknown"
        } else if self.is_cut {
            "bounded"
        } else {
            "verified"
        }
    }
}

fn distances(graph: &Graph, bound: u64) -> BTreeMap<usize, u64> {
    let mut distances = BTreeMap::from([(0, 0)]);
    loop {
        let mut next = distances.clone();
        for (&node, &distance) in &distances {
            let edges = graph.0[node].edges.iter();
            for edge in edges.filter(|edge| edge.effect == Effect::Continues && distance < bound) {
                let least = next.entry(edge.target).or_insert(distance + 1);
                *least = (distance + 1).min(*least);
            }
        }
        if next == distances {
            return distances;
        }
        distances = next;
    }
}
