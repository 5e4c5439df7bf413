//! Properties of infinite runs, which no state or step shows alone.
//!
//! A [`LivenessChecker`] looks for an infinite run that violates its property, in the [`Graph`]
//! of what was explored. It is called when the search is over, and before whenever the number
//! of states has doubled: so violations are found in a part of a state space that is too large
//! or has no end, and all checks together cost about twice the last. A run that it finds is
//! made step by step ([`follow`]), and looked at again as that.

mod follow;
mod graph;

pub(crate) use follow::follow;
pub(crate) use graph::{ALONE, Draft, Recorder};
pub use graph::{Edge, Graph, Onward};

use std::sync::OnceLock;

use heddle_model::Violation;

use crate::StateId;
use crate::budget::Allowance;
use crate::report::StopReason;

/// The fewest states that are worth a check before the search is over.
const FIRST_CHECK: u64 = 2048;

/// One transition of a run through a [`Graph`].
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Transition {
    /// The state in which it begins.
    pub source: StateId,
    /// The transition itself.
    pub edge: Edge,
}

/// An infinite run: a stem, and a cycle that is repeated for ever.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct LassoRun {
    /// Transitions from the initial state to the cycle, or to the end of the run.
    pub stem: Vec<Transition>,
    /// Transitions of the cycle; empty if the run ends.
    pub cycle: Vec<Transition>,
}

/// Valuations along a run, and threads that starve on it.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Word {
    /// The valuations of the states before the cycle.
    pub stem: Vec<u32>,
    /// Those of the states of the cycle; never empty.
    pub cycle: Vec<u32>,
    /// The threads that could move in all states of the cycle and never did; none if one
    /// thread keeps all others out in all of them.
    pub starving: u32,
}

/// The liveness checkers of a search, and the runs that they have found.
pub(crate) struct LivenessChecks<'a> {
    pub(crate) checkers: &'a mut [Box<dyn LivenessChecker>],
    /// The accepting run that each of them has found.
    pub(crate) found: Vec<Option<LassoRun>>,
    /// Number of states at which the next check is due.
    due: u64,
}

impl<'a> LivenessChecks<'a> {
    /// Checkers that have found nothing yet.
    pub(crate) fn new(checkers: &'a mut [Box<dyn LivenessChecker>]) -> LivenessChecks<'a> {
        let found = checkers.iter().map(|_| None).collect();
        LivenessChecks { checkers, found, due: FIRST_CHECK }
    }

    /// True if a check is due, now that there are so many states.
    pub(crate) fn is_due(&self, states: u64) -> bool {
        states >= self.due && self.found.iter().any(Option::is_none)
    }

    /// Calls each checker that has found nothing yet; returns the reason for which the search
    /// is to stop, if it is.
    pub(crate) fn look(
        &mut self,
        graph: &Graph<'_>,
        stop_at_first: bool,
        allowance: &Allowance<'_>,
    ) -> Option<StopReason> {
        self.due = 2 * graph.states() as u64;
        let reason = OnceLock::new();
        let may_hold = |bytes: u64| match allowance.exceeded(graph.bytes() + bytes) {
            None => true,
            Some(stop) => {
                // The first reason is as good as any.
                let _ = reason.set(stop);
                false
            }
        };
        for (checker, found) in self.checkers.iter_mut().zip(&mut self.found) {
            if found.is_some() {
                continue;
            }
            match checker.look(graph, &may_hold) {
                Ok(lasso) => *found = lasso,
                Err(Interrupted) => return reason.into_inner(),
            }
            if found.is_some() && stop_at_first {
                return Some(StopReason::FirstViolation);
            }
        }
        None
    }
}

/// A checker was told to leave off.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Interrupted;

/// Returns true if a checker that holds so many bytes may go on; to be called now and then.
pub type MayHold<'a> = &'a (dyn Fn(u64) -> bool + Sync);

/// A checker of a property of infinite runs.
pub trait LivenessChecker: Send {
    /// Looks for a run that violates the property, in what was explored so far.
    ///
    /// # Errors
    /// If `may_hold`, which is called now and then, returns false.
    fn look(
        &mut self,
        graph: &Graph<'_>,
        may_hold: MayHold<'_>,
    ) -> Result<Option<LassoRun>, Interrupted>;

    /// True if a run with this word violates the property: asked of a run that was found, when
    /// it has been made again step by step.
    fn is_violated_by(&self, word: &Word) -> bool;

    /// The violation that such a run shows.
    fn violation(&self) -> Violation;
}
