//! A state that waits to be expanded, and how a run led there.

use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

use heddle_model::{Choice, ThreadId};
use smallvec::SmallVec;

use crate::StateId;

/// A state that waits to be expanded.
#[derive(Clone, Debug)]
pub(crate) struct Open {
    /// Its words, or its number in the store.
    pub(crate) held: Held,
    /// Steps of the run that led there.
    pub(crate) depth: u32,
    /// Switches of that run away from a thread that could have gone on.
    pub(crate) preemptions: u32,
    /// The last thread that made a step.
    pub(crate) last: Option<ThreadId>,
    /// Its [metric](heddle_model::Guided::metric), if the order goes by it.
    pub(crate) metric: i64,
    /// States with one choice that came one after the other right before it, as far as that was
    /// counted ([`crate::worker::stretch`]).
    pub(crate) in_a_row: u32,
    /// True if it was never expanded before.
    pub(crate) is_new: bool,
}

/// The holder of a state's words.
#[derive(Clone, Debug)]
pub(crate) enum Held {
    /// In the store.
    Stored(StateId),
    /// Here.
    Carried(Box<Carried>),
}

/// A state whose words are not in the store.
#[derive(Clone, Debug)]
pub(crate) struct Carried {
    /// Its words.
    pub(crate) words: Box<[u32]>,
    /// The run to it.
    pub(crate) origin: Origin,
}

/// The run by which a state was reached.
#[derive(Clone, Debug)]
pub(crate) enum Origin {
    /// It is the initial state.
    Start,
    /// The store knows its parent.
    Stored(StateId),
    /// By this run.
    Run(Arc<RunTail>),
}

/// The last part of a run, and how its beginning was reached.
#[derive(Debug)]
pub(crate) struct RunTail {
    before: Origin,
    choices: SmallVec<[Choice; 2]>,
    /// Counter of all such runs.
    count: Arc<AtomicUsize>,
}

impl RunTail {
    /// A run that goes on with some choices, counted there.
    pub(crate) fn new(before: Origin, choices: &[Choice], count: &Arc<AtomicUsize>) -> RunTail {
        count.fetch_add(1, Ordering::Relaxed);
        let choices = SmallVec::from_slice(choices);
        RunTail { before, choices, count: Arc::clone(count) }
    }

    /// The run to its beginning.
    pub(crate) fn before(&self) -> &Origin {
        &self.before
    }

    /// The last choices.
    pub(crate) fn choices(&self) -> &[Choice] {
        &self.choices
    }
}

impl Drop for RunTail {
    /// Runs are long: dropping them one inside the other would overflow the stack.
    fn drop(&mut self) {
        self.count.fetch_sub(1, Ordering::Relaxed);
        let mut before = std::mem::replace(&mut self.before, Origin::Start);
        while let Origin::Run(run) = before {
            let Ok(mut run) = Arc::try_unwrap(run) else { return };
            before = std::mem::replace(&mut run.before, Origin::Start);
        }
    }
}

impl Open {
    /// The run to the state.
    pub(crate) fn origin(&self) -> Origin {
        match &self.held {
            Held::Stored(state) => Origin::Stored(*state),
            Held::Carried(carried) => carried.origin.clone(),
        }
    }

    /// Bytes that it carries.
    pub(crate) fn carried_bytes(&self) -> usize {
        match &self.held {
            Held::Stored(_) => 0,
            Held::Carried(carried) => size_of::<Carried>() + size_of_val(&*carried.words),
        }
    }

    /// Its number in the store, if it has one.
    pub(crate) fn state(&self) -> Option<StateId> {
        match self.origin() {
            Origin::Stored(state) => Some(state),
            Origin::Start | Origin::Run(_) => None,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn very_long_runs_can_be_dropped() {
        let mut origin = Origin::Start;
        let count = Arc::default();
        for _ in 0..3_000_000 {
            origin = Origin::Run(Arc::new(RunTail::new(origin, &[], &count)));
        }
        assert_eq!(count.load(Ordering::Relaxed), 3_000_000);
        drop(origin);
        assert_eq!(count.load(Ordering::Relaxed), 0);
    }
}
