//! Footprints that last until a thread moves, whatever others do.
//!
//! A stateless search compares the footprints of events that it met in one run with what happens
//! in others, in which the same events come in another order. So what a step is said to touch must
//! follow from what its thread did, and from what that came after, and not from where others
//! happen to be. Nearly all [footprints](super::footprint) do; the others are widened here:
//! - A thread that waits for a signal waits for the mutex when it was woken, without a step of its
//!   own: it touches both all the time.
//! - An operation on a thread looks at which there are: the thread may not be there yet.
//! - Bytes that an operation finds out as it goes, and sections, may be anything.
//! - Invariants read other bytes in other states: whatever writes anything may be seen by them.
//!
//! And one is narrowed, since threads come to their ends all the time. Which thread is the last
//! matters only if `main` ends before others, as a thread. That is rare, so it is assumed not to
//! happen until it does ([`MainStays`]): up to that step, the assumption is right, so the step is
//! found. And the number of a
//! new thread does not depend on which have ended, as long as none is given out again
//! ([`Symmetry::Unique`](crate::Symmetry::Unique), without which none of this holds: names of
//! objects would depend on when others forget theirs).

use std::sync::atomic::{AtomicBool, Ordering};

use heddle_model::{Footprint, Property, ThreadId, Touch};
use heddle_program::Operation;
use heddle_program::operation::{Effect, ObserveOp};

use super::footprint::{LIFE, NUMBERS, OBSERVED, meets};
use crate::Machine;
use crate::codec::save::RowLayout;
use crate::state::thread::{Status, Wait, heap_owner_of, owner_of};

/// The assumption that `main` never ends as a thread, of all machines that are siblings.
#[derive(Debug, Default)]
pub(crate) struct MainStays {
    is_refuted: AtomicBool,
    is_given_up: AtomicBool,
}

impl MainStays {
    /// Takes note of a run in which `main` ends as a thread.
    pub(crate) fn refute(&self) {
        self.is_refuted.store(true, Ordering::Relaxed);
    }

    /// Makes the assumption no more if it is wrong; returns true if it was made until now.
    pub(crate) fn give_up(&self) -> bool {
        self.is_refuted.load(Ordering::Relaxed) && !self.is_given_up.swap(true, Ordering::Relaxed)
    }

    fn is_given_up(&self) -> bool {
        self.is_given_up.load(Ordering::Relaxed)
    }
}

impl Machine<'_> {
    /// Writes down what the next step of a thread touches in whatever state it is made. Returns
    /// true if it can be made in one way in all of them.
    pub(crate) fn find_lasting_footprint(
        &mut self,
        thread: ThreadId,
        footprint: &mut Footprint,
    ) -> bool {
        let t = thread.index();
        self.cached_footprint(thread, footprint);
        let is_free = self.cached_freedom(t);
        match self.state.threads.book(t).status {
            Status::Waiting(Wait::Condition { mutex, .. }) => {
                self.touch_mutex(mutex, footprint);
            }
            Status::Waiting(_) | Status::Exited => {}
            Status::Ready => self.widen(t, footprint),
        }
        let writes = footprint.unknown || footprint.touches.iter().any(|touch| touch.writes);
        if writes && self.may_have_invariants() {
            footprint.touches.push(meets(OBSERVED));
        }
        is_free
    }

    /// Number of alternatives of a thread's next step in the saved state `there`, if it were there as it
    /// is in `here`, and was since before that.
    ///
    /// The state that is looked at is `there` with the thread of `here`. What the thread has
    /// changed elsewhere on its way is missing in it, and what others have changed in the thread's own
    /// memory is there too early. So nothing is known if the thread was changed by others, as one that is
    /// woken, or if it is about to synchronize with others at something of its own.
    ///
    /// Else the answer is that after the steps in between. Whoever changes what the step waits for conflicts with it, and
    /// nobody in between does, as far as others can notice. What nobody else knows can be changed
    /// unnoticed. But the step conflicts with the event before which `there` is, so what they meet at was known
    /// to both threads there; had this one learned of it later, it would have come after that event, and nobody would
    /// ask.
    pub(crate) fn alternatives_as_in(
        &mut self,
        thread: ThreadId,
        [since, here]: [&[u32]; 2],
        there: &[u32],
    ) -> Option<u32> {
        let position = |words: &[u32]| {
            let threads = words.len() - RowLayout::new(0).len();
            (thread.index() < threads).then(|| RowLayout::new(threads).thread(thread.index()))
        };
        let component = here[position(here)?];
        if since[position(since)?] != component || self.image.reachable.cancels() {
            return None;
        }
        let mut words = there.to_vec();
        words[position(there)?] = component;
        self.load_state(&words);
        (self.state.threads.book(thread.index()).status == Status::Ready
            && !self.looks_at_own_memory(thread))
        .then(|| self.alternatives_of_thread(thread))
    }

    /// True if something that the next step of a thread looks at may be a part of the thread.
    fn looks_at_own_memory(&mut self, thread: ThreadId) -> bool {
        let mut footprint = Footprint::default();
        self.cached_footprint(thread, &mut footprint);
        let t = thread.index();
        let is_own = |touch: &Touch| {
            let (owner, ..) = self.state.memory.addressing.split(touch.range.start);
            touch.range.start < NUMBERS && (owner == owner_of(t) || owner == heap_owner_of(t))
        };
        let looks = |touch: &&Touch| touch.synchronizes || !touch.writes;
        footprint.unknown || footprint.touches.iter().filter(looks).any(is_own)
    }

    /// Makes the footprint of a thread's next operation, if it calls one, the same in all states.
    fn widen(&mut self, t: usize, footprint: &mut Footprint) {
        self.materialize(t);
        let Some((op, arguments)) = self.called(t) else { return };
        for &effect in op.row().footprint {
            match effect {
                // Which calls end, and whether others know their variables, depends on the state.
                Effect::FoundOut | Effect::EndCalls => footprint.unknown = true,
                Effect::WholeObject { argument, .. } => {
                    let address = arguments.get(argument).map_or(0, |word| word.bits);
                    if address != 0 && self.state.memory.resolve(address).is_none() {
                        footprint.unknown = true;
                    }
                }
                Effect::NewThread => {
                    footprint.touches.retain(|touch| touch.range.start != LIFE);
                    footprint.touches.push(meets(NUMBERS));
                }
                Effect::ThreadCount if self.has_fixed_end() => {
                    footprint.touches.retain(|touch| touch.range.start != LIFE);
                }
                Effect::Thread { .. } | Effect::RequestCancellation { .. } => {
                    // Whoever names a thread by a guess may see it come.
                    footprint.touches.push(Touch { writes: false, ..meets(NUMBERS) });
                }
                Effect::ThreadCount
                | Effect::Synchronize { .. }
                | Effect::Read { .. }
                | Effect::Write { .. }
                | Effect::OwnThread
                | Effect::LookForCancellation
                | Effect::EndOwnVariables
                | Effect::Observers
                | Effect::Everything
                | Effect::EverythingForLeaks => {}
            }
        }
    }

    /// True if the process always ends with `main`, which never ends as a thread, as far as is known.
    fn has_fixed_end(&self) -> bool {
        !self.image.options.properties.contains(Property::Leak)
            && !self.reductions.main_stays.is_given_up()
    }

    /// True if something is observed of states, or may be at some time.
    fn may_have_invariants(&self) -> bool {
        let options = &self.image.options;
        let registers = |op: Option<Operation>| {
            matches!(op, Some(Operation::Observe(ObserveOp::Invariant | ObserveOp::Abstraction)))
        };
        options.properties.contains(Property::Invariant)
            && (!options.invariants.is_empty()
                || self.image.program.externs.values().any(|it| registers(it.operation)))
    }
}
