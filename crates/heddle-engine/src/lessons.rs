//! Lessons: what one engine has learned of a program that spares another some work.
//!
//! They are about the program and the question, and hold whoever has learned them. An engine that meets
//! something it cannot follow leaves them to those that go on. No verdict follows from a lesson: it
//! answers what would have to be asked beside a proof.

use std::sync::atomic::{AtomicBool, Ordering};

/// The lessons of all engines that are asked the same question.
#[derive(Debug, Default)]
pub struct Lessons {
    has_ending: AtomicBool,
    has_race: AtomicBool,
}

impl Lessons {
    /// Records that a run of the program ends.
    pub fn note_ending(&self) {
        self.has_ending.store(true, Ordering::Relaxed);
    }

    /// True if a run of the program is known to end, so that a proof is not about nothing.
    pub fn has_ending(&self) -> bool {
        self.has_ending.load(Ordering::Relaxed)
    }

    /// Records that an answer will tell of a data race which nobody asked for.
    pub fn note_race(&self) {
        self.has_race.store(true, Ordering::Relaxed);
    }

    /// True if a data race is known which nobody asked for.
    pub fn has_race(&self) -> bool {
        self.has_race.load(Ordering::Relaxed)
    }
}
