//! The bound on depth.
//!
//! A state at the bound is checked, but none of its choices is made. An order
//! that does not reach states on shortest runs first may expand a state near
//! the bound and meet it again on a shorter run: then more of what follows lies
//! within the bound, and the state must be expanded again, or runs are lost.
//! So the least depth of each state is kept, and a state reached at less than
//! that counts as discovered again. In the end each state has been expanded at
//! its distance from the initial state: the last state before it on a shortest
//! run has, by induction, and that expansion reached it.
//!
//! The price is time: a state may be expanded as often as its depth improves.

use crate::StateIndex;

/// What reaching a state means for the search.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Arrival {
    /// It must be expanded: it is new, or was reached on a shorter run.
    Expand,
    /// It was seen, and nothing changes.
    Known,
}

/// Decides which states are expanded, and knows whether something was left out.
///
/// # Invariants
/// - `reached`, where it is kept, has an entry for each stored state (`arrive`
///   adds it with the state).
/// - `cut` counts the states whose choices were left out at the bound and that
///   have not been reached on a shorter run since.
pub(crate) struct DepthBound {
    limit: u32,
    reached: Option<Vec<Reached>>,
    cut: u64,
}

#[derive(Clone, Copy)]
struct Reached {
    depth: u32,
    was_cut: bool,
}

impl DepthBound {
    /// A bound of `limit` steps for an order that reaches each state on a
    /// shortest run first, or does not.
    pub(crate) fn new(limit: Option<u64>, shortest_first: bool) -> DepthBound {
        // Runs to states with 32-bit numbers are never longer than that.
        let bound = limit.map_or(u32::MAX, |limit| u32::try_from(limit).unwrap_or(u32::MAX));
        let is_needed = limit.is_some() && !shortest_first;
        DepthBound { limit: bound, reached: is_needed.then(Vec::new), cut: 0 }
    }

    /// A run of `depth` steps reached `state`, which was stored just now
    /// (`is_new`) or before.
    pub(crate) fn arrive(&mut self, state: StateIndex, is_new: bool, depth: u32) -> Arrival {
        let Some(reached) = &mut self.reached else {
            return if is_new { Arrival::Expand } else { Arrival::Known };
        };
        if is_new {
            assert_eq!(reached.len(), state.index(), "states should arrive as they are numbered");
            reached.push(Reached { depth, was_cut: false });
            return Arrival::Expand;
        }
        let before = &mut reached[state.index()];
        if depth >= before.depth {
            return Arrival::Known;
        }
        self.cut -= u64::from(before.was_cut);
        before.depth = depth;
        before.was_cut = false;
        Arrival::Expand
    }

    /// Whether a state that was reached in `depth` steps may make a step.
    pub(crate) fn allows_step(&self, depth: u32) -> bool {
        depth < self.limit
    }

    /// The choices of `state` are left out.
    pub(crate) fn cut(&mut self, state: StateIndex) {
        self.cut += 1;
        if let Some(reached) = &mut self.reached {
            reached[state.index()].was_cut = true;
        }
    }

    /// How many states have choices that were left out.
    pub(crate) fn cut_states(&self) -> u64 {
        self.cut
    }

    /// Bytes allocated.
    pub(crate) fn bytes(&self) -> usize {
        self.reached.as_ref().map_or(0, |reached| reached.capacity() * size_of::<Reached>())
    }
}
