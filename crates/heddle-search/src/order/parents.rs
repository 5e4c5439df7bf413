//! How each state was first reached, in 8 bytes a state.

use heddle_model::{Choice, Schedule, ThreadId};

use crate::StateIndex;

/// For each state but the initial one, a state before it and the choice that
/// led on.
///
/// # Invariants
/// A state's parent has a smaller number (asserted by `push`), so that every
/// chain of parents ends in the initial state.
#[derive(Default)]
pub(super) struct Parents {
    links: Vec<Link>,
    /// Choices that do not fit a [`PackedChoice`].
    wide: Vec<Choice>,
}

#[derive(Clone, Copy)]
struct Link {
    parent: StateIndex,
    choice: PackedChoice,
}

/// A choice in 32 bits: thread and alternative side by side or, with the
/// highest bit set, a position in [`Parents::wide`].
#[derive(Clone, Copy)]
struct PackedChoice(u32);

const ALTERNATIVE_BITS: u32 = 20;
const THREAD_BITS: u32 = 11;
const IS_WIDE: u32 = 1 << (ALTERNATIVE_BITS + THREAD_BITS);

impl Parents {
    /// Adds the next state: `choice` led to it from `parent`.
    pub(super) fn push(&mut self, parent: StateIndex, choice: Choice) {
        assert!(parent.index() <= self.links.len(), "a parent should be older than its child");
        let choice = self.pack(choice);
        self.links.push(Link { parent, choice });
    }

    /// How many states there are, the initial one included.
    pub(super) fn len(&self) -> usize {
        self.links.len() + 1
    }

    /// The choices that lead from the initial state to `state`.
    pub(super) fn schedule_to(&self, mut state: StateIndex) -> Schedule {
        let mut choices = Vec::new();
        while state != StateIndex::INITIAL {
            let Link { parent, choice } = self.links[state.index() - 1];
            choices.push(self.unpack(choice));
            state = parent;
        }
        choices.reverse();
        Schedule(choices)
    }

    fn pack(&mut self, choice: Choice) -> PackedChoice {
        let Choice { thread: ThreadId(thread), alternative } = choice;
        if thread >> THREAD_BITS == 0 && alternative >> ALTERNATIVE_BITS == 0 {
            return PackedChoice(thread << ALTERNATIVE_BITS | alternative);
        }
        let position = self.wide.len();
        assert!(position < IS_WIDE as usize, "less than 2^31 choices should be wide");
        self.wide.push(choice);
        PackedChoice(IS_WIDE | position as u32)
    }

    fn unpack(&self, PackedChoice(packed): PackedChoice) -> Choice {
        if packed & IS_WIDE != 0 {
            return self.wide[(packed & !IS_WIDE) as usize];
        }
        Choice {
            thread: ThreadId(packed >> ALTERNATIVE_BITS),
            alternative: packed & ((1 << ALTERNATIVE_BITS) - 1),
        }
    }

    /// Bytes allocated.
    pub(super) fn bytes(&self) -> usize {
        self.links.capacity() * size_of::<Link>() + self.wide.capacity() * size_of::<Choice>()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn schedules_survive_packing() {
        let choices: Vec<Choice> = [0, 1, (1 << THREAD_BITS) - 1, 1 << THREAD_BITS, u32::MAX]
            .into_iter()
            .flat_map(|thread| {
                [0, 5, (1 << ALTERNATIVE_BITS) - 1, 1 << ALTERNATIVE_BITS, u32::MAX]
                    .map(|alternative| Choice { thread: ThreadId(thread), alternative })
            })
            .collect();
        let mut parents = Parents::default();
        for (number, &choice) in choices.iter().enumerate() {
            parents.push(StateIndex::new(number), choice);
        }
        let last = StateIndex::new(choices.len());
        assert_eq!(parents.len(), choices.len() + 1);
        assert_eq!(parents.schedule_to(last), Schedule(choices));
        assert_eq!(size_of::<Link>(), 8);
    }
}
