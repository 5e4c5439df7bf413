//! Replaying a schedule while watching: from a [`Schedule`] to a [`Trace`].
//!
//! The gate before every report is here, too: a schedule whose choices cannot be
//! made, or that ends without a violation, tells no story.

mod accesses;
mod before;
mod effects;
mod ending;
mod locals;
mod narrator;
mod steps;

use heddle_machine::{Advance, Machine, Recording};
use heddle_model::{Choice, Counterexample, Schedule, StepOutcome, TransitionSystem, Violation};

use crate::model::Trace;
use crate::source::{SourceText, excerpts};
use ending::Start;
use narrator::Narrator;

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
    tell_any(machine, schedule, |_| true, sources)
}

/// [`tell()`], if the violation is the one of the counterexample: of the same kind, at
/// the same place.
///
/// # Errors
/// Those of [`tell()`], and if other things are wrong at the end.
pub fn tell_counterexample(
    machine: &mut Machine,
    counterexample: &Counterexample,
    sources: &mut dyn SourceText,
) -> Result<Trace, TraceError> {
    let wanted = &counterexample.violation;
    let same = |v: &Violation| {
        v.kind == wanted.kind
            && v.detail == wanted.detail
            && v.place == wanted.place
            && wanted.related.iter().all(|place| v.related.contains(place))
    };
    tell_any(machine, &counterexample.schedule, same, sources)
}

fn tell_any(
    machine: &mut Machine,
    schedule: &Schedule,
    wanted: impl Fn(&Violation) -> bool,
    sources: &mut dyn SourceText,
) -> Result<Trace, TraceError> {
    machine.record(Recording::All);
    let told = tell_recorded(machine, schedule, wanted, sources);
    machine.record(Recording::Off);
    told
}

fn tell_recorded(
    machine: &mut Machine,
    schedule: &Schedule,
    wanted: impl Fn(&Violation) -> bool,
    sources: &mut dyn SourceText,
) -> Result<Trace, TraceError> {
    machine.reset();
    let length = schedule.0.len();
    let fails =
        |step: usize, reason: String| Err(TraceError::DoesNotReproduce { step, length, reason });
    let start = Start::of(machine);
    let mut narrator = Narrator::new(machine);
    let mut violations = Vec::new();
    let mut choices = Vec::new();
    let mut over = false;
    for (step, &choice) in (1..).zip(&schedule.0) {
        machine.choices(&mut choices);
        if !choices.contains(&choice) {
            let Choice { thread, alternative } = choice;
            return fails(step, format!("{thread} cannot take alternative {alternative}"));
        }
        violations.clear();
        let outcome = make_step(machine, choice, step - 1, &mut narrator, &mut violations, sources);
        match outcome {
            StepOutcome::Continues => {}
            _ if step < length => return fails(step, "the run is over".to_owned()),
            StepOutcome::Unknown(unknown) if violations.is_empty() => {
                return fails(step, unknown.reason);
            }
            _ => over = true,
        }
    }
    narrator.end_step(machine);
    machine.choices(&mut choices);
    if !over {
        machine.check_state(&choices, &mut violations);
    }
    let Some(violation) = violations.into_iter().find(wanted) else {
        return fails(length, "the run ends without it".to_owned());
    };
    let excerpts = excerpts(machine, sources, &violation);
    let end = start.end(machine, &choices, narrator.names(), sources);
    let (threads, steps) = narrator.into_story();
    let inputs = serde_json::Value::Null;
    let schedule = schedule.clone();
    Ok(Trace { violation, excerpts, threads, steps, end, schedule, inputs })
}

/// Makes one choice, instruction by instruction.
fn make_step(
    machine: &mut Machine,
    choice: Choice,
    number: usize,
    narrator: &mut Narrator,
    violations: &mut Vec<Violation>,
    sources: &mut dyn SourceText,
) -> StepOutcome {
    let mut cursor = machine.begin_step(choice);
    let renames = machine.take_renames();
    if !renames.is_empty() {
        narrator.rename(&renames);
    }
    loop {
        machine.forget_stale_slots(choice.thread);
        let before = narrator.look(machine, choice.thread);
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
