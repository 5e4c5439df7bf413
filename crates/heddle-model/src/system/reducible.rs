//! Knowledge about next steps, on which partial-order reductions rest.

use crate::{Actor, Footprint, StepOutcome, TransitionSystem, Violation};

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

    /// Writes what the next step of an actor touches if it is made in the loaded state to
    /// `footprint` (which is cleared first): no more than its [footprint](Self::footprint), and
    /// less where that speaks of what the step may do in other states.
    fn exact_footprint(&mut self, actor: Actor, footprint: &mut Footprint) {
        self.footprint(actor, footprint);
    }

    /// Writes what the next step of an actor touches in whatever state it is made to `footprint`
    /// (which is cleared first): the same until the actor moves, whatever others do. Returns true
    /// if the step can be made in one way in any of these states, unless another actor does
    /// something alone.
    ///
    /// If this footprint does not conflict with that of another actor, all of the
    /// [contract](Footprint) holds for the two in every state in which both are about to make
    /// these steps. What an actor does after a step that created it comes after that step, whether
    /// or not they conflict.
    fn lasting_footprint(&mut self, actor: Actor, footprint: &mut Footprint) -> bool {
        let _ = actor;
        footprint.clear();
        footprint.unknown = true;
        false
    }

    /// Gives up assumptions on which lasting footprints rest, if steps that were made have shown that
    /// they are wrong. Returns true if there were any: footprints are wider now, and what was explored with the
    /// others must be explored again.
    fn widen_lasting_footprints(&mut self) -> bool {
        false
    }

    /// Number of alternatives of an actor's next step in the saved state `there`, if it were about to
    /// make there the step that it is about to make in `here`; none if that is not known. Which state
    /// is loaded afterwards is not said.
    ///
    /// In `since`, on the way to `here`, it was about to make that step, too. An answer has to
    /// be right if each step that leads from `there` to a state in which the actor is about to make it
    /// touches nothing that conflicts with its [lasting footprint](Self::lasting_footprint).
    fn alternatives_elsewhere(
        &mut self,
        actor: Actor,
        [since, here]: [&[u32]; 2],
        there: &[u32],
    ) -> Option<u32> {
        let _ = (actor, since, here, there);
        None
    }

    /// True if the run has ended in the loaded state: no actor will move again, although the
    /// footprint of the step that ended it does not conflict with theirs.
    fn is_over(&self) -> bool {
        false
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

    /// Makes steps of an actor, one after the other and at most so many, as long as each state on
    /// the way has one choice only, and nothing is wrong with it. Returns how many were made,
    /// and how the last of them ended; what goes wrong on it, or is wrong with a state before it, is
    /// added to `violations`. The state after it is loaded, and need not have been checked. Makes none by default, as for a system whose
    /// states are all of interest.
    fn run_alone(
        &mut self,
        actor: Actor,
        most: u64,
        violations: &mut Vec<Violation>,
    ) -> (u64, StepOutcome) {
        let _ = (actor, most, violations);
        (0, StepOutcome::Continues)
    }

    /// True if the loaded state is known to be none that was saved, which is found out at less cost
    /// than by saving it. Claims nothing by default.
    fn has_news(&mut self) -> bool {
        false
    }
}
