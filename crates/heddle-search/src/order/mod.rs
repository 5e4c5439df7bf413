//! What to expand next.
//!
//! An order is a policy: it is told which states were discovered and says where
//! to go on. It never sees the system, a property or a limit; the loop in
//! `explorer` is the same for all.

mod breadth_first;
mod depth_first;
mod parents;

pub(crate) use breadth_first::BreadthFirst;
pub(crate) use depth_first::DepthFirst;

use heddle_model::{Choice, Schedule};

use crate::StateIndex;

/// A state to expand, or to go on expanding.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Expansion {
    /// The state.
    pub(crate) state: StateIndex,
    /// Steps from the initial state to it on the run in hand.
    pub(crate) depth: u32,
    /// How many of its choices were made before: zero at the beginning.
    pub(crate) made: u32,
}

/// A step from the state in hand.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Step {
    /// That state.
    pub(crate) from: Expansion,
    /// The choice made there.
    pub(crate) choice: Choice,
}

impl Step {
    /// Steps of the run that ends with this one; none leads to the initial
    /// state.
    pub(crate) fn depth(step: Option<Step>) -> u32 {
        step.map_or(0, |step| step.from.depth + 1)
    }

    /// The choices of that run.
    pub(crate) fn schedule(step: Option<Step>, order: &impl SearchOrder) -> Schedule {
        let Some(Step { from, choice }) = step else { return Schedule::default() };
        let mut schedule = order.schedule(from);
        schedule.0.push(choice);
        schedule
    }
}

/// A step into a state that is to be expanded.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Discovery {
    /// The step...
    pub(crate) step: Step,
    /// ... the position of its choice among those of the state in hand...
    pub(crate) position: u32,
    /// ... and whether it is the last of them.
    pub(crate) is_last: bool,
    /// Where it led.
    pub(crate) state: StateIndex,
}

/// What the loop does after a discovery.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Then {
    /// Makes the remaining choices of the state in hand.
    Stay,
    /// Asks the order what is next, which will come back for the remaining
    /// choices.
    Leave,
}

/// An order in which states are expanded.
///
/// # Protocol
/// [`next`](Self::next), then [`discovered`](Self::discovered) any number of
/// times, until it answers [`Then::Leave`] or [`finished`](Self::finished) says
/// that all choices were made; then `next` again. The initial state needs no
/// discovery.
pub(crate) trait SearchOrder: Default {
    /// Whether each state is discovered on a shortest run to it. If not, a
    /// search with a depth bound comes back to states reached on shorter runs,
    /// and `discovered` is called for them again.
    const SHORTEST_FIRST: bool;

    /// Where to go on; none when all is done.
    fn next(&mut self) -> Option<Expansion>;

    /// Takes note of a state to expand.
    fn discovered(&mut self, discovery: Discovery) -> Then;

    /// All choices of the state in hand were made.
    fn finished(&mut self);

    /// The choices that lead to the state in hand.
    fn schedule(&self, in_hand: Expansion) -> Schedule;

    /// How many states wait to be expanded, the one in hand included.
    fn frontier(&self) -> usize;

    /// Bytes allocated.
    fn bytes(&self) -> usize;
}
