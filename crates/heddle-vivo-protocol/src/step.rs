//! A decision: the thread that goes on, and in which way.

/// The thread that makes the next step, and the alternative that it takes; in one word.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Step {
    /// The number of the thread, in order of creation.
    pub thread: u16,
    /// The alternative; zero where there is only one.
    pub alternative: u16,
}

impl Step {
    /// The word that stands for it.
    pub fn to_word(self) -> u32 {
        u32::from(self.thread) | u32::from(self.alternative) << 16
    }

    /// The step that a word stands for.
    pub fn from_word(word: u32) -> Step {
        Step { thread: word as u16, alternative: (word >> 16) as u16 }
    }
}
