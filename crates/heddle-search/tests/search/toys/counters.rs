//! Threads that count, each for itself.

use std::io::{self, Write};
use std::sync::Arc;

use heddle_model::{
    Actor, Choice, Footprint, Guided, Matchable, Persistent, Reducible, StepOutcome, Temporal,
    ThreadId, Touch, TransitionSystem, Violation,
};

/// Each thread counts from zero to `top`: `(top + 1) ^ threads` states.
#[derive(Clone)]
pub(crate) struct Counters {
    pub(crate) top: u32,
    values: Vec<u32>,
    /// Called when a checkpoint is written.
    pub(crate) on_checkpoint: Option<Arc<dyn Fn() + Send + Sync>>,
}

impl Counters {
    pub(crate) fn new(threads: usize, top: u32) -> Counters {
        Counters { top, values: vec![0; threads], on_checkpoint: None }
    }
}

/// The index of a thread, in a system without internal actions.
pub(super) fn index(actor: Actor) -> usize {
    actor.thread().expect("there should be only threads").index()
}

impl TransitionSystem for Counters {
    fn reset(&mut self) {
        self.values.fill(0);
    }

    fn save(&mut self, words: &mut Vec<u32>) {
        words.clear();
        words.push(0);
        words.extend_from_slice(&self.values);
    }

    fn load(&mut self, words: &[u32]) {
        self.values.copy_from_slice(&words[1..]);
    }

    fn choices(&mut self, choices: &mut Vec<Choice>) {
        choices.clear();
        let enabled = (0..).zip(&self.values).filter(|(_, value)| **value < self.top);
        choices.extend(enabled.map(|(thread, _)| Choice::of(ThreadId(thread))));
    }

    fn check_state(&mut self, _choices: &[Choice], _violations: &mut Vec<Violation>) {}

    fn step(&mut self, choice: Choice, _violations: &mut Vec<Violation>) -> StepOutcome {
        self.values[index(choice.actor())] += 1;
        StepOutcome::Continues
    }

    fn memory_used(&self) -> usize {
        0
    }
}

impl Reducible for Counters {
    fn thread_count(&self) -> usize {
        self.values.len()
    }

    fn alternatives(&mut self, actor: Actor) -> u32 {
        u32::from(self.values[index(actor)] < self.top)
    }

    fn footprint(&mut self, actor: Actor, footprint: &mut Footprint) {
        footprint.clear();
        let at = index(actor) as u64;
        // Each count is an instruction of its own, so that no one goes round in a loop.
        footprint.site = u64::from(self.values[index(actor)]);
        footprint.touches.push(Touch { range: at..at + 1, writes: true, synchronizes: true });
    }
}

impl Matchable for Counters {}
impl Temporal for Counters {}
impl Guided for Counters {}

impl Persistent for Counters {
    fn write_components(&self, _out: &mut dyn Write) -> io::Result<()> {
        self.on_checkpoint.iter().for_each(|act| act());
        Ok(())
    }
}
