//! Walks of a thread that runs alone: whether it comes to something that others could notice.
//!
//! Nearly every thread does, and soon. So a thread is let run at full speed first, and only where it
//! comes back to a state, has to wait or has a choice is it looked at more closely. A walk with one
//! way to go is remembered: wherever on it a thread is met again, the answer is the same. So whoever
//! asks of all states on a way of *n* steps does not pay for *n*² of them. What is remembered has a
//! small part of the memory that the machine may take; the rest is followed again.

use std::collections::HashSet;

use heddle_model::{Choice, StepOutcome, ThreadId, TransitionSystem};

use super::{LONGEST_ROUND, may_spin};
use crate::Machine;
use crate::state::thread::Status;

/// Most steps of a walk. To find a cycle takes up to three times the steps to its end.
const LONGEST_WALK: usize = 3 * LONGEST_ROUND;

/// Most states that are remembered of a walk, and the part that it is of all that are remembered.
const WALK_STATES: usize = LONGEST_ROUND / 2;
const WALKS: usize = 8;

/// The part of the machine's memory that may be used to remember walks: one of so many.
const PARTS_OF_MEMORY: u64 = 8;

/// Bytes of a state beside its words: its place in the set.
const BYTES_OF_A_STATE: usize = size_of::<Box<[u32]>>() + 1;

/// Threads in states from which they need not be followed again: they are busy, or were followed in
/// vain.
#[derive(Default)]
pub(crate) struct FollowedWalks {
    /// Words of states, with the number of the thread at the end.
    states: HashSet<Box<[u32]>, foldhash::fast::FixedState>,
    /// The number of their words.
    words: usize,
}

impl FollowedWalks {
    /// Adds the states of a walk. All others are forgotten before there are more than `most`.
    fn add(&mut self, walk: Vec<Box<[u32]>>, most: usize) {
        if self.states.len() + walk.len() > most {
            self.clear();
        }
        for state in walk {
            let words = state.len();
            self.words += if self.states.insert(state) { words } else { 0 };
        }
    }

    /// Forgets all.
    pub(crate) fn clear(&mut self) {
        *self = FollowedWalks::default();
    }

    /// Bytes that they take.
    pub(crate) fn bytes(&self) -> usize {
        self.states.capacity() * BYTES_OF_A_STATE + self.words * size_of::<u32>()
    }
}

/// Most states of so many words that are remembered of a walk, on a machine that may take so many
/// bytes.
fn most_states(words: usize, memory: Option<u64>) -> usize {
    let bytes = BYTES_OF_A_STATE + words * size_of::<u32>();
    let fitting = |memory: u64| (memory / PARTS_OF_MEMORY) as usize / WALKS / bytes;
    memory.map_or(WALK_STATES, |memory| fitting(memory).min(WALK_STATES))
}

impl Machine<'_> {
    /// True if a thread that runs alone, from a state that is saved, is not one that spins: others
    /// could notice what it does, or it goes through too many states, which is
    /// [noted](Machine::unfollowed_threads).
    pub(super) fn is_busy(&mut self, thread: ThreadId, start: &[u32]) -> bool {
        let mut walk = Vec::new();
        let most = most_states(start.len() + 1, self.image.options.memory);
        let is_busy = self.walk(thread, start, &mut walk, most);
        if is_busy {
            self.walks.add(walk, most * WALKS);
        }
        is_busy
    }

    /// The same, with the first states on the way, of which there are at most `most`.
    fn walk(
        &mut self,
        thread: ThreadId,
        start: &[u32],
        walk: &mut Vec<Box<[u32]>>,
        most: usize,
    ) -> bool {
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
            if walk.len() < most {
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

#[cfg(test)]
mod tests {
    use super::*;

    /// States of `words` words each, from a number on.
    fn walk(from: u32, states: u32, words: usize) -> Vec<Box<[u32]>> {
        (from..from + states).map(|number| vec![number; words].into()).collect()
    }

    #[test]
    fn what_is_remembered_is_counted() {
        let mut walks = FollowedWalks::default();
        assert_eq!(walks.bytes(), 0);
        walks.add(walk(0, 1000, 50), 10_000);
        let once = walks.bytes();
        assert!((1000 * 200..1000 * 300).contains(&once), "{once}");
        walks.add(walk(0, 1000, 50), 10_000);
        assert_eq!(walks.bytes(), once, "states that are known take nothing");
        walks.add(walk(1000, 1, 50), 1000);
        assert!(walks.bytes() < 1000, "{}", walks.bytes());
    }

    #[test]
    fn walks_have_a_small_part_of_the_memory() {
        assert_eq!(most_states(10, None), WALK_STATES);
        assert_eq!(most_states(10, Some(1 << 40)), WALK_STATES);
        let (words, memory) = (100, 16 << 20);
        let most = most_states(words, Some(memory)) as u32;
        assert!((500..WALK_STATES as u32).contains(&most), "{most}");
        let mut walks = FollowedWalks::default();
        for round in 0..20 {
            walks.add(walk(round * most, most, words), most as usize * WALKS);
            assert!(walks.bytes() as u64 <= memory / 4, "{}", walks.bytes());
        }
    }
}
