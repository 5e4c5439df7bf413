//! An exploration of a program, and its last part once more.

use std::collections::HashMap;
use std::hint::black_box;

use heddle_machine::{Machine, Options};
use heddle_model::{Choice, StepOutcome, ThreadId, TransitionSystem};

use crate::bitcode::Model;
use crate::{OPERATIONS, measured};

/// States after which an exploration ends: by then the threads are in all places.
const STATES: usize = 8 * OPERATIONS;

/// A step from one state to another.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Transition {
    /// The state in which it begins, as an index of [`Walk::states`].
    pub(crate) from: usize,
    /// The step.
    pub(crate) choice: Choice,
    /// The state in which it ends.
    pub(crate) to: usize,
    /// True if nothing led there before.
    pub(crate) is_first: bool,
}

/// An exploration, breadth-first and step by step, from the state in which `main` has
/// created all threads and waits for them.
pub(crate) struct Walk {
    machine: Machine<'static>,
    /// Each state as it was saved, in the order in which they were found.
    pub(crate) states: Vec<Vec<u32>>,
    /// All steps, in the order in which they were made.
    pub(crate) transitions: Vec<Transition>,
}

impl Walk {
    /// Explores a program.
    pub(crate) fn new(model: Model) -> Walk {
        let machine = Machine::new(model.program(), Options::default()).expect("it starts");
        let mut walk = Walk { machine, states: Vec::new(), transitions: Vec::new() };
        walk.machine.reset();
        walk.run_main();
        walk.explore();
        walk
    }

    /// Lets `main` go first, until it waits for the others.
    fn run_main(&mut self) {
        let mut choices = Vec::new();
        loop {
            self.machine.choices(&mut choices);
            let Some(&choice) = choices.iter().find(|choice| choice.thread() == Some(ThreadId(0)))
            else {
                return;
            };
            make(&mut self.machine, choice);
        }
    }

    fn explore(&mut self) {
        let mut numbers = HashMap::new();
        let (mut words, mut choices) = (Vec::new(), Vec::new());
        self.machine.save(&mut words);
        numbers.insert(words.clone(), 0);
        self.states.push(words.clone());
        let mut from = 0;
        while self.states.len() < STATES {
            assert!(from < self.states.len(), "the program has too few states");
            self.machine.load(&self.states[from]);
            self.machine.choices(&mut choices);
            for &choice in &choices {
                self.machine.load(&self.states[from]);
                make(&mut self.machine, choice);
                self.machine.save(&mut words);
                let next = self.states.len();
                let to = *numbers.entry(words.clone()).or_insert(next);
                let is_first = to == next;
                if is_first {
                    self.states.push(words.clone());
                }
                self.transitions.push(Transition { from, choice, to, is_first });
            }
            from += 1;
        }
    }

    /// The steps from the last part of the exploration of which `counts` says that they
    /// count: [`OPERATIONS`] of them, and all that come in between.
    pub(crate) fn last_part(&self, counts: impl Fn(&Transition) -> bool) -> &[Transition] {
        let counted = self.transitions.iter().enumerate().filter(|(_, step)| counts(step));
        let start = counted.rev().nth(OPERATIONS - 1).expect("the exploration is long enough").0;
        &self.transitions[start..]
    }

    /// Loads, steps and saves as in the last part of the exploration.
    pub(crate) fn repeat(mut self) -> Machine<'static> {
        let (mut words, mut violations) = (Vec::new(), Vec::new());
        // Room as a search has it.
        words.reserve(self.states[0].len());
        let steps = self.last_part(|_| true).to_vec();
        // What a search has loaded before these.
        self.machine.load(&self.states[steps[0].from]);
        for Transition { from, choice, to, is_first: _ } in steps {
            measured::load_state(&mut self.machine, &self.states[from]);
            let outcome = measured::step(&mut self.machine, choice, &mut violations);
            measured::save_state(&mut self.machine, &mut words);
            assert_eq!(outcome, StepOutcome::Continues);
            assert_eq!(words, self.states[to], "a step leads to the same state again");
        }
        black_box(self.machine)
    }
}

/// Makes a step, which must go well.
fn make(machine: &mut Machine<'_>, choice: Choice) {
    let mut violations = Vec::new();
    let outcome = machine.step(choice, &mut violations);
    assert_eq!((outcome, violations), (StepOutcome::Continues, Vec::new()));
}
