//! Walks of a thread that runs alone: whether it comes to something that others could notice.
//!
//! Nearly every thread does, and soon. So a thread is let run at full speed first, and only where it
//! comes back to a state, has to wait or has a choice is it looked at more closely. A walk with one
//! way to go is remembered: wherever on it a thread is met again, the answer is the same. So whoever
//! asks of all states on a way of *n* steps does not pay for *n*² of them.

use std::collections::HashSet;

use heddle_model::{Choice, StepOutcome, ThreadId, TransitionSystem};

use super::{LONGEST_ROUND, may_spin};
use crate::Machine;
use crate::state::thread::Status;

/// Most steps of a walk. To find a cycle takes up to three times the steps to its end.
const LONGEST_WALK: usize = 3 * LONGEST_ROUND;

/// Most states that are remembered: of a walk, and of all.
const WALK_STATES: usize = LONGEST_ROUND / 2;
const ALL_STATES: usize = 8 * WALK_STATES;

/// Threads in states from which they need not be followed again: they are busy, or were followed in
/// vain.
#[derive(Default)]
pub(crate) struct FollowedWalks {
    /// Words of states, with the number of the thread at the end.
    states: HashSet<Box<[u32]>, foldhash::fast::FixedState>,
}

impl FollowedWalks {
    /// Adds the states of a walk. All others are forgotten before there are too many.
    fn add(&mut self, walk: Vec<Box<[u32]>>) {
        if self.states.len() + walk.len() > ALL_STATES {
            self.states.clear();
        }
        self.states.extend(walk);
    }

    /// Forgets all.
    pub(crate) fn clear(&mut self) {
        self.states.clear();
    }
}

impl Machine<'_> {
    /// True if a thread that runs alone, from a state that is saved, is not one that spins: others
    /// could notice what it does, or it goes through too many states, which is
    /// [noted](Machine::unfollowed_threads).
    pub(super) fn is_busy(&mut self, thread: ThreadId, start: &[u32]) -> bool {
        let mut walk = Vec::new();
        let is_busy = self.walk(thread, start, &mut walk);
        if is_busy {
            self.walks.add(walk);
        }
        is_busy
    }

    /// The same, with the first states on the way.
    fn walk(&mut self, thread: ThreadId, start: &[u32], walk: &mut Vec<Box<[u32]>>) -> bool {
        let mut words = start.to_vec();
        // Brent's method: the state that is waited for to come again, and the number of steps after
        // which a later one takes its place.
        let (mut mark, mut next_mark) = (start.to_vec(), 1);
        let mut violations = Vec::new();
        self.load_state(start);
        for made in 1..=LONGEST_WALK {
            words.push(thread.0);
            if self.walks.states.contains(&words[..]) {
                return true;
            }
            if walk.len() < WALK_STATES {
                walk.push(words.as_slice().into());
            }
            match self.cached_alternatives(thread.index()) {
                1 => {}
                0 => return self.state.threads.book(thread.index()).status == Status::Exited,
                _ => return false,
            }
            let outcome = self.step(Choice::new(thread, 0), &mut violations);
            self.save_state(&mut words);
            let goes_on = outcome == StepOutcome::Continues && violations.is_empty();
            if !goes_on || !may_spin(start, &words) {
                return true;
            }
            if words == mark {
                return false;
            }
            if made == next_mark {
                mark.clone_from(&words);
                next_mark *= 2;
            }
        }
        self.note_unfollowed(thread);
        true
    }

    /// Notes the place of a thread that goes through too many states of its own.
    pub(super) fn note_unfollowed(&mut self, thread: ThreadId) {
        self.materialize(thread.index());
        self.recorder.unfollowed.note(self.user_location(thread));
    }
}
