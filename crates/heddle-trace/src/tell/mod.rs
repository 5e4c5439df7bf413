//! Replaying a schedule while watching: from a [`Schedule`] to a [`Trace`].
//!
//! The gate before every report is here, too: a schedule whose choices cannot be
//! made, or that ends without a violation, tells no story. Nor does a run that should go on
//! for ever and whose cycle does not close.

mod accesses;
mod again;
mod before;
mod effects;
mod ending;
mod locals;
mod narrator;
mod round;
mod steps;

use heddle_machine::{Advance, Machine, Recording};
use heddle_model::{
    Actor, Choice, Counterexample, Schedule, StepOutcome, TransitionSystem, Violation,
};

use crate::model::Trace;
use crate::source::{SourceText, excerpts};
pub use again::retell;
use ending::Start;
use narrator::Narrator;
pub use round::Propositions;
use round::Round;

/// Why there is no story.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum TraceError {
    /// The schedule does not lead to a violation: it belongs to another program or
    /// other options, or heddle has a bug.
    #[error("the schedule does not reproduce the violation: at step {step} of {length}, {reason}")]
    DoesNotReproduce {
        /// The step, counted from one, that shows it.
        step: usize,
        /// Steps of the schedule.
        length: usize,
        /// What is different.
        reason: String,
    },
    /// Other propositions hold than those that were recorded.
    #[error("the run is not the one that was recorded: {0}")]
    OtherValuation(String),
}

/// Tells the story of the run that `schedule` leads through, from the machine's
/// initial state to the first violation of its last step or last state.
///
/// # Errors
/// If a choice is not enabled when its turn comes, if the run is over early, or
/// if nothing is wrong at the end.
pub fn tell(
    machine: &mut Machine,
    schedule: &Schedule,
    sources: &mut dyn SourceText,
) -> Result<Trace, TraceError> {
    tell_any(machine, schedule, &Goal::Violation(&|_| true), sources)
}

/// [`tell()`], if the violation is the one of the counterexample: of the same kind, at
/// the same place. For a run that goes on for ever, the story of how it does, with the
/// propositions whose names are given.
///
/// # Errors
/// Those of [`tell()`], and if other things are wrong at the end. For a run that goes on for
/// ever, if its cycle does not close, or if it should end and does not.
pub fn tell_counterexample(
    machine: &mut Machine,
    counterexample: &Counterexample,
    propositions: Propositions<'_>,
    sources: &mut dyn SourceText,
) -> Result<Trace, TraceError> {
    let Counterexample { violation: wanted, schedule, cycle } = counterexample;
    if let &Some(cycle) = cycle {
        let goal = Goal::Run { violation: wanted, cycle, propositions };
        return tell_any(machine, schedule, &goal, sources);
    }
    let same = |v: &Violation| {
        v.property() == wanted.property()
            && v.detail() == wanted.detail()
            && v.place == wanted.place
            && wanted.related.iter().all(|place| v.related.contains(place))
    };
    tell_any(machine, schedule, &Goal::Violation(&same), sources)
}

/// What a schedule is to show.
enum Goal<'a> {
    /// Something that is wrong at its end.
    Violation(&'a dyn Fn(&Violation) -> bool),
    /// A run that goes on for ever, from its beginning to where it goes on as before.
    Run { violation: &'a Violation, cycle: usize, propositions: Propositions<'a> },
}

impl Goal<'_> {
    /// Whether the last of so many choices may end the run like this.
    fn allows_end(&self, outcome: &StepOutcome, length: usize) -> bool {
        match self {
            Goal::Violation(_) => true,
            Goal::Run { cycle, .. } => *cycle == length && *outcome == StepOutcome::Failed,
        }
    }

    /// What the run shows, whose last step and state have these violations.
    fn reached(&self, violations: Vec<Violation>) -> Option<Violation> {
        match *self {
            Goal::Violation(wanted) => violations.into_iter().find(wanted),
            Goal::Run { violation, .. } => Some(violation.clone()),
        }
    }
}

fn tell_any(
    machine: &mut Machine,
    schedule: &Schedule,
    goal: &Goal<'_>,
    sources: &mut dyn SourceText,
) -> Result<Trace, TraceError> {
    machine.record(Recording::All);
    let told = tell_recorded(machine, schedule, goal, sources);
    machine.record(Recording::Off);
    told
}

fn tell_recorded(
    machine: &mut Machine,
    schedule: &Schedule,
    goal: &Goal<'_>,
    sources: &mut dyn SourceText,
) -> Result<Trace, TraceError> {
    machine.reset();
    let length = schedule.0.len();
    let fails =
        |step: usize, reason: String| Err(TraceError::DoesNotReproduce { step, length, reason });
    let mut round = match *goal {
        Goal::Run { cycle, .. } if cycle > length => {
            return fails(length, format!("the cycle begins with step {}", cycle + 1));
        }
        Goal::Run { cycle, propositions, .. } => Some(Round::new(machine, cycle, propositions)),
        Goal::Violation(_) => None,
    };
    let start = Start::of(machine);
    let mut narrator = Narrator::new(machine);
    let mut violations = Vec::new();
    let mut choices = Vec::new();
    let mut over = false;
    for (number, &choice) in schedule.0.iter().enumerate() {
        let step = number + 1;
        machine.choices(&mut choices);
        if !choices.contains(&choice) {
            let (actor, alternative) = (choice.actor(), choice.alternative);
            return fails(step, format!("{actor} cannot take alternative {alternative}"));
        }
        if let Some(round) = &mut round {
            round.before(machine, number, choice, &choices, &mut narrator);
        }
        violations.clear();
        narrator.begin_choice();
        match make_step(machine, choice, number, &mut narrator, &mut violations, sources) {
            StepOutcome::Continues => {
                if let Some(round) = &mut round {
                    round.after(machine, number, choice, &mut narrator);
                }
            }
            outcome if step < length || !goal.allows_end(&outcome, length) => {
                return fails(step, "the run is over".to_owned());
            }
            StepOutcome::Unknown(unknown) if violations.is_empty() => {
                return fails(step, unknown.reason);
            }
            _ => {
                over = true;
                if let Some(round) = &mut round {
                    round.after(machine, number, choice, &mut narrator);
                }
            }
        }
    }
    narrator.end_step(machine);
    machine.choices(&mut choices);
    if round.is_none() && !over {
        machine.check_state(&choices, &mut violations);
    }
    let is_stuck = over || choices.is_empty();
    let Some(violation) = goal.reached(violations) else {
        return fails(length, "the run ends without it".to_owned());
    };
    let lasso = match round.map(|round| round.close(machine, is_stuck, &narrator)).transpose() {
        Ok(lasso) => lasso,
        Err(reason) => return fails(length, reason),
    };
    let excerpts = excerpts(machine, sources, &violation);
    let end = start.end(machine, &choices, narrator.names(), sources);
    let (threads, steps) = narrator.into_story();
    let inputs = serde_json::Value::Null;
    let schedule = schedule.clone();
    Ok(Trace { violation, excerpts, threads, steps, end, schedule, lasso, inputs })
}

/// Makes one choice; a thread's step instruction by instruction.
fn make_step(
    machine: &mut Machine,
    choice: Choice,
    number: usize,
    narrator: &mut Narrator,
    violations: &mut Vec<Violation>,
    sources: &mut dyn SourceText,
) -> StepOutcome {
    let thread = match choice.actor() {
        Actor::Thread(thread) => thread,
        Actor::Internal(action) => {
            narrator.note_internal(action, number);
            return machine.step(choice, violations);
        }
    };
    let mut cursor = machine.begin_step(thread, choice.alternative);
    let renames = machine.take_renames();
    if !renames.is_empty() {
        narrator.rename(&renames);
    }
    loop {
        machine.forget_stale_slots(thread);
        let before = narrator.look(machine, thread);
        let advance = machine.advance(&mut cursor, violations);
        let events = machine.take_events();
        let failed =
            !matches!(advance, Advance::Instruction | Advance::Done(StepOutcome::Continues));
        narrator.note(machine, before, events, failed, number, sources);
        if let Advance::Done(outcome) = advance {
            return outcome;
        }
    }
}
