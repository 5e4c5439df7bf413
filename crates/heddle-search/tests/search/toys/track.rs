//! A thread that goes a long way, and another that makes a few steps.

use heddle_model::{
    Actor, Choice, Footprint, Guided, Matchable, Persistent, Reducible, StepOutcome, Temporal,
    ThreadId, Touch, TransitionSystem, Violation,
};

use super::counters::index;
use super::graph::bug;

/// The end of a track.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum End {
    /// There is no next step.
    Stops,
    /// The last step fails.
    Fails,
    /// Something is wrong with the last state.
    IsWrong,
    /// It goes back to this place.
    Loops(u32),
    /// The last step can go two ways, of which the second fails.
    Forks,
}

/// Thread 0 goes from place to place, thread 1 makes steps of its own.
#[derive(Clone)]
pub(crate) struct Track {
    length: u32,
    end: End,
    others: u32,
    place: u32,
    other: u32,
    /// Steps that were made in stretches.
    pub(crate) stretched: u64,
}

impl Track {
    /// A track with so many steps, and so many of the other thread.
    pub(crate) fn new(length: u32, end: End, others: u32) -> Track {
        Track { length, end, others, place: 0, other: 0, stretched: 0 }
    }

    /// The place of thread 0 in the loaded state.
    pub(crate) fn place(&self) -> u32 {
        self.place
    }

    fn is_at_end(&self) -> bool {
        self.place == self.length
    }
}

impl TransitionSystem for Track {
    fn reset(&mut self) {
        (self.place, self.other) = (0, 0);
    }

    fn save(&mut self, words: &mut Vec<u32>) {
        words.clear();
        words.extend([0, self.place, self.other]);
    }

    fn load(&mut self, words: &[u32]) {
        (self.place, self.other) = (words[1], words[2]);
    }

    fn choices(&mut self, choices: &mut Vec<Choice>) {
        choices.clear();
        let ways = self.alternatives(ThreadId(0).into());
        choices.extend((0..ways).map(|way| Choice::new(ThreadId(0), way)));
        if self.other < self.others {
            choices.push(Choice::of(ThreadId(1)));
        }
    }

    fn check_state(&mut self, _choices: &[Choice], violations: &mut Vec<Violation>) {
        if self.is_at_end() && self.end == End::IsWrong {
            violations.push(bug(1, self.place as usize));
        }
    }

    fn step(&mut self, choice: Choice, violations: &mut Vec<Violation>) -> StepOutcome {
        if index(choice.actor()) == 1 {
            self.other += 1;
            return StepOutcome::Continues;
        }
        let is_last = self.place + 1 == self.length;
        match self.end {
            End::Fails if is_last => {
                violations.push(bug(1, self.place as usize));
                return StepOutcome::Failed;
            }
            End::Forks if is_last && choice.alternative == 1 => {
                violations.push(bug(3, self.place as usize));
                return StepOutcome::Failed;
            }
            End::Loops(to) if is_last => self.place = to,
            _ => self.place += 1,
        }
        StepOutcome::Continues
    }

    fn memory_used(&self) -> usize {
        0
    }
}

impl Reducible for Track {
    fn thread_count(&self) -> usize {
        2
    }

    fn alternatives(&mut self, actor: Actor) -> u32 {
        match index(actor) {
            0 if self.is_at_end() => 0,
            0 if self.end == End::Forks && self.place + 1 == self.length => 2,
            0 => 1,
            _ => u32::from(self.other < self.others),
        }
    }

    fn footprint(&mut self, actor: Actor, footprint: &mut Footprint) {
        footprint.clear();
        let at = index(actor) as u64;
        footprint.site = u64::from(self.place);
        footprint.touches.push(Touch { range: at..at + 1, writes: true, synchronizes: true });
    }

    fn run_alone(
        &mut self,
        actor: Actor,
        most: u64,
        violations: &mut Vec<Violation>,
    ) -> (u64, StepOutcome) {
        let mut choices = Vec::new();
        for made in 0..most {
            self.choices(&mut choices);
            self.check_state(&choices, violations);
            if choices != [Choice::of(actor)] || !violations.is_empty() {
                violations.clear();
                return (made, StepOutcome::Continues);
            }
            self.stretched += 1;
            let outcome = self.step(choices[0], violations);
            if outcome != StepOutcome::Continues || !violations.is_empty() {
                return (made + 1, outcome);
            }
        }
        (most, StepOutcome::Continues)
    }
}

impl Matchable for Track {}
impl Temporal for Track {}
impl Guided for Track {}
impl Persistent for Track {}
