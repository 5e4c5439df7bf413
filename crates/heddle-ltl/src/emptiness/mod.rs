//! Whether a space has a cycle on which everything happens that has to.
//!
//! A [`Space`] is a graph whose arcs carry marks; a cycle counts if its arcs together carry
//! all marks of the goal. Generalized Buechi acceptance is such a condition, and so is weak
//! fairness: for each thread, it moves or has to wait. Two algorithms answer the question
//! with a node on such a cycle, and [`short`] makes a short run of it:
//! - [`scc`]: strongly connected components, with all marks at once;
//! - [`ndfs`]: nested depth-first search, by any number of workers, where marks are counted
//!   one after the other and each node is there once for each count.

mod ndfs;
mod scc;
mod short;

pub(crate) use ndfs::find as find_nested;
pub(crate) use scc::{component, find as find_component};
pub(crate) use short::{Run, short_run};

/// An arc of a [`Space`].
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Arc {
    pub(crate) target: usize,
    pub(crate) marks: u64,
}

/// A graph with marks on its arcs.
pub(crate) trait Space: Sync {
    /// A number above those of all nodes.
    fn nodes(&self) -> usize;

    /// Where runs begin.
    fn initial(&self) -> usize;

    /// Adds the arcs of a node to `arcs`, always in the same order.
    fn arcs(&self, node: usize, arcs: &mut Vec<Arc>);

    /// The marks that a cycle needs.
    fn goal(&self) -> u64;
}

/// How to look for a cycle.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub enum Emptiness {
    /// By strongly connected components.
    #[default]
    Components,
    /// By nested depth-first search, with so many workers.
    Nested(usize),
}

/// A node on a cycle that has all marks of the goal and can be reached, if there is one.
pub(crate) fn find(space: &impl Space, how: Emptiness) -> Option<usize> {
    match how {
        Emptiness::Components => find_component(space),
        Emptiness::Nested(workers) => find_nested(space, workers.max(1)),
    }
}

#[cfg(test)]
mod tests;
