//! Runs as a whole: what cannot be seen in a state or a step.
//!
//! An [`Auditor`] looks for an infinite run in the [`Graph`] of what was explored. It is
//! asked when the search is over, and on the way there whenever the number of states has
//! doubled: what has to be found is found in a part of a state space that is too large or
//! has no end, and all looks together cost about twice the last. What it finds passes a gate
//! ([`follow`]) like every other violation.

mod follow;
mod graph;

pub(crate) use follow::follow;
pub(crate) use graph::{ALONE, Draft, Recorder};
pub use graph::{Edge, Graph, Onward};

use std::sync::OnceLock;

use heddle_model::Violation;

use crate::StateId;
use crate::budget::Allowance;
use crate::report::Stop;

/// The fewest states that are worth a look before the search is over.
const FIRST_LOOK: u64 = 2048;

/// One transition of a run through a [`Graph`].
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Transition {
    /// Where it begins.
    pub source: StateId,
    /// Which it is.
    pub edge: Edge,
}

/// An infinite run: a stem, and a cycle that is repeated for ever.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Lasso {
    /// From the initial state to the cycle, or to the end of the run.
    pub stem: Vec<Transition>,
    /// Back to where it began; empty if the run ends.
    pub cycle: Vec<Transition>,
}

/// What held along a run, and who moved.
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

/// The auditors of a search, and what they have found.
pub(crate) struct Audits<'a> {
    pub(crate) auditors: &'a mut [Box<dyn Auditor>],
    /// What each of them has found.
    pub(crate) found: Vec<Option<Lasso>>,
    /// How many states there must be for the next look.
    due: u64,
}

impl<'a> Audits<'a> {
    /// Nothing is found yet.
    pub(crate) fn new(auditors: &'a mut [Box<dyn Auditor>]) -> Audits<'a> {
        let found = auditors.iter().map(|_| None).collect();
        Audits { auditors, found, due: FIRST_LOOK }
    }

    /// Whether it is time to look, now that there are so many states.
    pub(crate) fn is_due(&self, states: u64) -> bool {
        states >= self.due && self.found.iter().any(Option::is_none)
    }

    /// Lets everyone look who has found nothing yet; returns why the search is to stop, if
    /// it is.
    pub(crate) fn look(
        &mut self,
        graph: &Graph<'_>,
        stop_at_first: bool,
        allowance: &Allowance<'_>,
    ) -> Option<Stop> {
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
        for (auditor, found) in self.auditors.iter_mut().zip(&mut self.found) {
            if found.is_some() {
                continue;
            }
            match auditor.look(graph, &may_hold) {
                Ok(lasso) => *found = lasso,
                Err(Interrupted) => return reason.into_inner(),
            }
            if found.is_some() && stop_at_first {
                return Some(Stop::FirstViolation);
            }
        }
        None
    }
}

/// Someone who looked was told to leave off.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Interrupted;

/// Says whether to go on, by someone who holds so many bytes; asked now and then.
pub type MayHold<'a> = &'a (dyn Fn(u64) -> bool + Sync);

/// Someone who looks for a run that should not be.
pub trait Auditor: Send {
    /// Looks for one in what was explored so far.
    ///
    /// # Errors
    /// If `may_hold`, which is asked now and then, says no.
    fn look(
        &mut self,
        graph: &Graph<'_>,
        may_hold: MayHold<'_>,
    ) -> Result<Option<Lasso>, Interrupted>;

    /// Whether a run with this word should not be: asked of what was found, when it has been
    /// made again step by step.
    fn objects_to(&self, word: &Word) -> bool;

    /// What is wrong with such a run.
    fn violation(&self) -> Violation;
}
