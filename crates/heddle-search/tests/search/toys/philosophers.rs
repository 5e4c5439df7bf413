//! Dining philosophers, written by hand.

use heddle_model::{
    Actor, Choice, Finding, Footprint, Guided, Matchable, Persistent, Reducible, StepOutcome,
    Temporal, ThreadId, Touch, TransitionSystem, Violation,
};

use super::counters::index;

/// Each philosopher takes two forks one by one, eats, and puts both back.
#[derive(Clone)]
pub(crate) struct Philosophers {
    /// Number of forks that each holds: 0, 1 or 2.
    held: Vec<u32>,
    /// True if the last one takes the forks in the other order.
    ordered: bool,
}

impl Philosophers {
    pub(crate) fn new(number: usize, ordered: bool) -> Philosophers {
        Philosophers { held: vec![0; number], ordered }
    }

    /// The forks that a philosopher takes, in order.
    fn forks(&self, who: usize) -> [usize; 2] {
        let number = self.held.len();
        let forks = [who, (who + 1) % number];
        if self.ordered && who == number - 1 { [forks[1], forks[0]] } else { forks }
    }

    fn is_free(&self, fork: usize) -> bool {
        (0..self.held.len()).all(|who| !self.forks(who)[..self.held[who] as usize].contains(&fork))
    }

    fn is_enabled(&self, who: usize) -> bool {
        self.held[who] == 2 || self.is_free(self.forks(who)[self.held[who] as usize])
    }
}

impl TransitionSystem for Philosophers {
    fn reset(&mut self) {
        self.held.fill(0);
    }

    fn save(&mut self, words: &mut Vec<u32>) {
        words.clear();
        words.push(0);
        words.extend_from_slice(&self.held);
    }

    fn load(&mut self, words: &[u32]) {
        self.held.copy_from_slice(&words[1..]);
    }

    fn choices(&mut self, choices: &mut Vec<Choice>) {
        choices.clear();
        let enabled = (0..self.held.len()).filter(|&who| self.is_enabled(who));
        choices.extend(enabled.map(|who| Choice::of(ThreadId(who as u32))));
    }

    fn check_state(&mut self, choices: &[Choice], violations: &mut Vec<Violation>) {
        if choices.is_empty() {
            violations.push(Violation::of_run(Finding::Deadlock { threads: Vec::new() }));
        }
    }

    fn step(&mut self, choice: Choice, _violations: &mut Vec<Violation>) -> StepOutcome {
        let who = index(choice.actor());
        assert!(self.is_enabled(who), "only enabled choices should be made");
        self.held[who] = (self.held[who] + 1) % 3;
        StepOutcome::Continues
    }

    fn memory_used(&self) -> usize {
        0
    }
}

impl Reducible for Philosophers {
    fn thread_count(&self) -> usize {
        self.held.len()
    }

    fn alternatives(&mut self, actor: Actor) -> u32 {
        self.is_enabled(index(actor)).into()
    }

    fn footprint(&mut self, actor: Actor, footprint: &mut Footprint) {
        footprint.clear();
        let who = index(actor);
        let forks = self.forks(who);
        let touched = match self.held[who] {
            2 => &forks[..],
            held => &forks[held as usize..][..1],
        };
        footprint.site = u64::from(self.held[who]);
        footprint.touches.extend(touched.iter().map(|&fork| {
            let at = fork as u64;
            Touch { range: at..at + 1, writes: true, synchronizes: true }
        }));
    }

    fn is_left_mover(&mut self, actor: Actor) -> bool {
        self.held[index(actor)] == 2
    }
}

impl Matchable for Philosophers {}
impl Temporal for Philosophers {}
impl Guided for Philosophers {}
impl Persistent for Philosophers {}
