//! Knowledge about next steps, on which partial-order reductions rest.

use crate::{Actor, Footprint, TransitionSystem};

/// A system that knows about the next step of each actor before it is made.
///
/// The defaults claim nothing: a step may touch anything, and no step is a left mover.
pub trait Reducible: TransitionSystem {
    /// Number of threads that there are in the loaded state, blocked and exited
    /// ones included. They are numbered from zero.
    fn thread_count(&self) -> usize;

    /// Number of internal actions that there are in the loaded state, disabled ones included.
    /// They are numbered from zero.
    fn internal_count(&self) -> usize {
        0
    }

    /// Number of alternatives of an actor's next step; none if the actor cannot move.
    fn alternatives(&mut self, actor: Actor) -> u32;

    /// Writes what the next step of an actor touches to `footprint` (which is
    /// cleared first). An exited thread touches nothing.
    fn footprint(&mut self, actor: Actor, footprint: &mut Footprint) {
        let _ = actor;
        footprint.clear();
        footprint.unknown = true;
    }

    /// True if two threads that are about to touch the same thing are a violation
    /// that [`check_state`](TransitionSystem::check_state) reports.
    fn looks_for_races(&self) -> bool {
        false
    }

    /// True if the next step of an actor is a *left mover*: it cannot fail, and whatever
    /// other actors do before it, as long as this one does not move, they could as
    /// well do after it, with the same result.
    fn is_left_mover(&mut self, actor: Actor) -> bool {
        let _ = actor;
        false
    }

    /// True unless an assumption is known to be wrong: that steps which were called left
    /// movers are, and that threads which changed places in
    /// [`save_matched`](crate::Matchable::save_matched) may do so. An error may show only
    /// after all steps were seen; then the states must be explored again without left movers
    /// and with [threads told apart](crate::Matchable::tell_threads_apart).
    fn assumptions_hold(&self) -> bool {
        true
    }

    /// True if the last step has also renamed addresses: footprints
    /// that were taken before it cannot be compared with those that are taken after it.
    fn has_renamed(&self) -> bool {
        false
    }
}
