//! The gate before a report, the only one: whatever an engine says of runs that go wrong is made
//! again on the machine.
//!
//! A counterexample is a schedule, which is replayed choice by choice: at its end the same bug has
//! to show, or, if it is a run without an end, its cycle has to close. (That such a run breaks its
//! formula is the engine's to know; that threads which spin cannot leave their cycle is the
//! machine's.) A witness is made instruction by instruction, with its
//! inputs, and what the machine makes of it is the schedule.
//!
//! Threads have numbers of the engine's in a witness, and others on the machine, which counts
//! them as they are created. A turn that creates one says which it is to the engine.

use std::fmt;

use heddle_machine::{Granularity, Machine, Options, Symmetry};
use heddle_model::{
    Choice, Counterexample, Property, PropertySet, Schedule, StepOutcome, Temporal, ThreadId,
    Unknown, UnknownKind, Violation,
};
use heddle_replay::{Replay, ReplayError, Unobserved};

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

/// Lets counterexamples pass whose runs show what they should, each on its own; with the reasons
/// for which the others do not.
///
/// # Errors
/// If none does.
pub(crate) fn admit<S: Temporal>(
    system: &mut S,
    claimed: Vec<Counterexample>,
) -> Result<(Vec<Counterexample>, Vec<Unknown>), Unknown> {
    let mut failures = Vec::new();
    let mut admitted = Vec::new();
    for counterexample in claimed {
        match shows(system, &counterexample) {
            Ok(()) => admitted.push(counterexample),
            Err(why) => failures.push(no_replay(&counterexample.violation, &why)),
        }
    }
    match failures.pop() {
        Some(last) if admitted.is_empty() => Err(last),
        last => {
            failures.extend(last);
            Ok((admitted, failures))
        }
    }
}

/// Replays the schedule of a counterexample; the error says why it shows nothing.
fn shows<S: Temporal>(system: &mut S, found: &Counterexample) -> Result<(), String> {
    let Counterexample { violation, schedule, cycle } = found;
    let failed = |error: ReplayError| error.to_string();
    let Some(cycle) = *cycle else {
        let again = heddle_replay::replay(system, schedule).map_err(failed)?;
        let is_there = again.iter().any(|other| other.identity() == violation.identity());
        return is_there.then_some(()).ok_or_else(|| "the run ends without it".to_owned());
    };
    let Some((stem, round)) = schedule.0.split_at_checked(cycle) else {
        return Err("its cycle begins after its end".to_owned());
    };
    let mut replay = Replay::from_start(system, Unobserved);
    let outcome = replay.run(stem).map_err(failed)?;
    if round.is_empty() {
        let mut choices = Vec::new();
        let ends = match outcome {
            StepOutcome::Failed => true,
            StepOutcome::Continues => {
                replay.system().choices(&mut choices);
                choices.is_empty()
            }
            StepOutcome::Abandoned | StepOutcome::Unknown(_) => false,
        };
        return ends.then_some(()).ok_or_else(|| "it does not end".to_owned());
    }
    let (mut before, mut after) = (Vec::new(), Vec::new());
    replay.system().save(&mut before);
    if violation.property() == Property::SpinDeadlock {
        let again = replay.system().spin_deadlock().map(|found| found.violation);
        if again.is_none_or(|again| again.identity() != violation.identity()) {
            return Err("its threads can go on".to_owned());
        }
    }
    let outcome = replay.run(round).map_err(failed)?;
    replay.system().save(&mut after);
    let closes = outcome == StepOutcome::Continues && before == after;
    closes.then_some(()).ok_or_else(|| "its cycle does not close".to_owned())
}

/// A violation that was found and does not show again: a bug of heddle's.
fn no_replay(violation: &Violation, why: &str) -> Unknown {
    let Violation { finding, place, .. } = violation;
    let kind = violation.kind();
    let reason = format!("a violation was found but its replay fails ({kind}: {finding}): {why}");
    Unknown { kind: UnknownKind::Internal, reason, place: place.clone() }
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
    let asked = machine.options().properties;
    let mut replay = Replay::from_start(machine, Unobserved);
    let mut made = Vec::new();
    let mut outcome = StepOutcome::Continues;
    let fails = |made: usize, reason: String| Err(DoesNotReplay { made, reason });
    'run: for turn in &witness.turns {
        let there = replay.system().thread_count();
        let thread = numbers.iter().position(|number| *number == turn.thread);
        let Some(thread) = thread.filter(|&thread| thread < there) else {
            return fails(made.len(), format!("there is no thread {} yet", turn.thread));
        };
        for left in (0..turn.instructions).rev() {
            let alternative = if left == 0 { turn.alternative } else { 0 };
            let choice = Choice::new(ThreadId(thread as u32), alternative);
            outcome = match replay.step(choice) {
                Ok(outcome) => outcome,
                Err(error) => return fails(made.len(), why(&error)),
            };
            made.push(choice);
            if outcome != StepOutcome::Continues || !replay.violations().is_empty() {
                break 'run;
            }
        }
        let (expected, there) =
            (there + usize::from(turn.creates.is_some()), replay.system().thread_count());
        if there != expected {
            let reason = format!("there are {there} threads where {expected} should be");
            return fails(made.len(), reason);
        }
    }
    let violations = replay.finish(&outcome);
    match shown(violations, &outcome, witness, asked) {
        Ok(violation) => Ok(Counterexample { violation, schedule: Schedule(made), cycle: None }),
        Err(reason) => fails(made.len(), reason),
    }
}

/// The reason for which a choice cannot be made.
fn why(error: &ReplayError) -> String {
    match error {
        ReplayError::NotEnabled { step: _, choice } => {
            format!("{} cannot take alternative {}", choice.actor(), choice.alternative)
        }
        ReplayError::EndsEarly { .. } | ReplayError::Unknown { .. } => error.to_string(),
    }
}

/// The violation that a run shows, if it is one that was asked for: best the one that was to be
/// found.
fn shown(
    mut violations: Vec<Violation>,
    outcome: &StepOutcome,
    witness: &Witness,
    asked: PropertySet,
) -> Result<Violation, String> {
    let first = violations.iter().position(|found| found.property() == witness.property);
    let first =
        first.or_else(|| violations.iter().position(|found| asked.contains(found.property())));
    match (first, violations.first(), outcome) {
        (Some(first), ..) => Ok(violations.swap_remove(first)),
        (None, Some(other), _) => Err(format!("{}, which was not asked for", other.finding)),
        (None, None, StepOutcome::Unknown(unknown)) => Err(unknown.reason.clone()),
        (None, None, StepOutcome::Abandoned) => Err("an assumption does not hold".to_owned()),
        (None, None, StepOutcome::Failed) => Err("the run is over".to_owned()),
        (None, None, StepOutcome::Continues) => {
            Err(format!("nothing is wrong where {} should be", witness.property))
        }
    }
}
