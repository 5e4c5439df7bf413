//! The gate before a report: a witness is made again on the machine, instruction by instruction,
//! with its inputs.
//!
//! Threads have numbers of the engine's in a witness, and others on the machine, which counts
//! them as they are created. A turn that creates one says which it is to the engine.

use std::fmt;

use heddle_machine::{Granularity, Machine, Options, Symmetry};
use heddle_model::{
    Choice, Counterexample, Schedule, StepOutcome, ThreadId, TransitionSystem, Violation,
};

use crate::{Turn, Witness};

/// A witness that shows nothing: a bug of heddle's.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct DoesNotReplay {
    /// Instructions that were made.
    made: usize,
    reason: String,
}

impl std::error::Error for DoesNotReplay {}

impl fmt::Display for DoesNotReplay {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let DoesNotReplay { made, reason } = self;
        write!(
            f,
            "the solver's model does not replay on the machine: after {made} instructions, {reason}"
        )
    }
}

/// The options of a machine on which a witness can be replayed.
pub fn replay_options(options: Options, witness: &Witness) -> Options {
    let numbers = numbers(&witness.turns);
    let own = |number: &u32| witness.inputs.get(*number as usize).cloned().unwrap_or_default();
    Options {
        granularity: Granularity::None,
        symmetry: Symmetry::None,
        inputs: Some(numbers.iter().map(own).collect()),
        ..options
    }
}

/// The engine's number of each thread of the machine: main, and then as they are created.
fn numbers(turns: &[Turn]) -> Vec<u32> {
    std::iter::once(0).chain(turns.iter().filter_map(|turn| turn.creates)).collect()
}

/// Makes the run of a witness on a machine with the [options](replay_options) for it.
///
/// # Errors
/// If the run cannot be made, or nothing goes wrong in it that was asked for.
pub fn replay_witness(
    machine: &mut Machine<'_>,
    witness: &Witness,
) -> Result<Counterexample, DoesNotReplay> {
    let numbers = numbers(&witness.turns);
    let mut run = Replay { machine, made: Vec::new(), choices: Vec::new(), violations: Vec::new() };
    run.machine.reset();
    for turn in &witness.turns {
        let thread = numbers.iter().position(|number| *number == turn.thread);
        let Some(thread) = thread.filter(|&thread| thread < run.machine.thread_count()) else {
            return Err(run.fails(format!("there is no thread {} yet", turn.thread)));
        };
        let thread = ThreadId(thread as u32);
        let expected = run.machine.thread_count() + usize::from(turn.creates.is_some());
        for left in (0..turn.instructions).rev() {
            let alternative = if left == 0 { turn.alternative } else { 0 };
            if let Some(outcome) = run.step(Choice::new(thread, alternative))? {
                return run.end(witness, Some(&outcome));
            }
        }
        let there = run.machine.thread_count();
        if there != expected {
            let reason = format!("there are {there} threads where {expected} should be");
            return Err(run.fails(reason));
        }
    }
    run.machine.choices(&mut run.choices);
    run.machine.check_state(&run.choices, &mut run.violations);
    run.end(witness, None)
}

/// A run under way.
struct Replay<'a, 'p> {
    machine: &'a mut Machine<'p>,
    made: Vec<Choice>,
    choices: Vec<Choice>,
    violations: Vec<Violation>,
}

impl Replay<'_, '_> {
    /// Makes a choice. Returns the outcome if the run ends with it or something is wrong.
    fn step(&mut self, choice: Choice) -> Result<Option<StepOutcome>, DoesNotReplay> {
        self.machine.choices(&mut self.choices);
        if !self.choices.contains(&choice) {
            let (actor, alternative) = (choice.actor(), choice.alternative);
            return Err(self.fails(format!("{actor} cannot take alternative {alternative}")));
        }
        let outcome = self.machine.step(choice, &mut self.violations);
        self.made.push(choice);
        let goes_on = outcome == StepOutcome::Continues && self.violations.is_empty();
        Ok((!goes_on).then_some(outcome))
    }

    /// The violation with which the run ends, if it is one that was asked for.
    fn end(
        mut self,
        witness: &Witness,
        outcome: Option<&StepOutcome>,
    ) -> Result<Counterexample, DoesNotReplay> {
        let asked = self.machine.options().properties;
        let mut violations = std::mem::take(&mut self.violations);
        let first =
            violations.iter().position(|violation| violation.property() == witness.property);
        let first =
            first.or_else(|| violations.iter().position(|found| asked.contains(found.property())));
        match first {
            Some(first) => Ok(Counterexample {
                violation: violations.swap_remove(first),
                schedule: Schedule(self.made),
                cycle: None,
            }),
            None => Err(self.fails(match (violations.first(), outcome) {
                (Some(other), _) => format!("{}, which was not asked for", other.finding),
                (None, Some(StepOutcome::Unknown(unknown))) => unknown.reason.clone(),
                (None, Some(StepOutcome::Abandoned)) => "an assumption does not hold".to_owned(),
                (None, Some(StepOutcome::Failed)) => "the run is over".to_owned(),
                (None, _) => format!("nothing is wrong where {} should be", witness.property),
            })),
        }
    }

    fn fails(&self, reason: String) -> DoesNotReplay {
        DoesNotReplay { made: self.made.len(), reason }
    }
}
