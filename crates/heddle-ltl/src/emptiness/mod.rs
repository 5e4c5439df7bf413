//! Emptiness: the search for a reachable cycle that carries all acceptance marks.
//!
//! A [`MarkedGraph`] is a graph whose arcs carry marks; a cycle counts if its arcs together carry
//! all marks of the goal. Generalized Buechi acceptance is such a condition, and so is weak
//! fairness: for each thread, it moves or has to wait. Two algorithms answer the question
//! with a node on such a cycle, and [`short`] makes a short run of it:
//! - [`scc`]: strongly connected components, with all marks at once;
//! - [`ndfs`]: nested depth-first search, by any number of workers, where marks are counted
//!   one after the other and each node is there once for each count.
//!
//! Where the graph is weak, nothing has to be counted or nested: a plain depth-first search
//! sees each cycle when it closes, and that it is a good one (Bloem, Ravi and Somenzi, CAV
//! 1999).

use heddle_search::{Interrupted, MayHold};

mod ndfs;
mod scc;
mod short;

pub(crate) use ndfs::find as find_nested;
pub(crate) use scc::{AcceptingNodes, component, find as find_component};
pub(crate) use short::{AcceptingRun, short_run};

/// An arc of a [`MarkedGraph`].
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Arc {
    pub(crate) target: usize,
    pub(crate) marks: u64,
}

/// A graph with marks on its arcs.
pub(crate) trait MarkedGraph: Sync {
    /// A number above those of all nodes.
    fn nodes(&self) -> usize;

    /// The initial node.
    fn initial(&self) -> usize;

    /// Adds the arcs of a node to `arcs`, always in the same order.
    fn arcs(&self, node: usize, arcs: &mut Vec<Arc>);

    /// The marks that a cycle needs.
    fn goal(&self) -> u64;

    /// True if a cycle has all marks if, and only if, one of its nodes [is good](Self::is_good).
    fn is_weak(&self) -> bool {
        false
    }

    /// True if all cycles through a node of a weak graph have all marks.
    fn is_good(&self, node: usize) -> bool {
        let _ = node;
        false
    }
}

/// Algorithms that look for an accepting cycle.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub enum Emptiness {
    /// By strongly connected components.
    #[default]
    Components,
    /// By nested depth-first search, with so many workers.
    Nested(usize),
}

/// Steps between two questions whether to go on.
const ASK_EVERY: u32 = 1 << 14;

/// A node on a cycle that has all marks of the goal and can be reached, if there is one.
///
/// # Errors
/// If `may_hold`, which is asked now and then, says no.
pub(crate) fn find(
    graph: &impl MarkedGraph,
    how: Emptiness,
    may_hold: MayHold<'_>,
) -> Result<Option<usize>, Interrupted> {
    match how {
        Emptiness::Components if graph.is_weak() => find_nested(graph, 1, may_hold),
        Emptiness::Components => find_component(graph, may_hold),
        Emptiness::Nested(workers) => find_nested(graph, workers.max(1), may_hold),
    }
}

#[cfg(test)]
mod tests;
