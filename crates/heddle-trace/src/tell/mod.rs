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
mod followed;
mod forms;
mod locals;
mod narrator;
mod round;
mod steps;

use heddle_machine::{Advance, Machine, Recording};
use heddle_model::{
    ActorKind, Choice, Counterexample, Finding, Schedule, StepOutcome, TransitionSystem, Violation,
};
use heddle_replay::{Replay, ReplayError, ReplayObserver, ReplayedStep};

use crate::model::Trace;
use crate::source::{SourceText, excerpts, line};
pub use again::retell;
use ending::Start;
use followed::Followed;
use narrator::Narrator;
pub use round::Propositions;
use round::Round;

/// The reason why there is no story.
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
        /// The difference.
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
    tell_any(machine, schedule, &Goal::Any, sources)
}

/// [`tell()`], if the violation is the one of the counterexample: the same bug. For a run that goes on for ever, the story of how it does, with the
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
    tell_any(machine, schedule, &Goal::Violation(wanted), sources)
}

/// The thing that a schedule is to show.
enum Goal<'a> {
    /// Anything that is wrong at its end.
    Any,
    /// This violation at its end, or another that is the same bug.
    Violation(&'a Violation),
    /// A run that goes on for ever, from its beginning to where it goes on as before.
    Run { violation: &'a Violation, cycle: usize, propositions: Propositions<'a> },
}

impl Goal<'_> {
    /// True if the last of so many choices may end the run like this.
    fn allows_end(&self, outcome: &StepOutcome, length: usize) -> bool {
        match self {
            Goal::Any | Goal::Violation(_) => true,
            Goal::Run { cycle, .. } => *cycle == length && *outcome == StepOutcome::Failed,
        }
    }

    /// The violation that the run shows, if its last step and state have these.
    fn reached(&self, mut violations: Vec<Violation>) -> Option<Violation> {
        let position = match *self {
            Goal::Any => (!violations.is_empty()).then_some(0),
            Goal::Violation(wanted) => {
                let same = |found: &Violation| found.identity() == wanted.identity();
                let exactly = violations.iter().position(|found| found == wanted);
                exactly.or_else(|| violations.iter().position(same))
            }
            Goal::Run { violation, .. } => return Some(violation.clone()),
        };
        position.map(|position| violations.swap_remove(position))
    }
}

/// A story under way: sees each step of the run that is told.
struct Telling<'a> {
    narrator: Narrator,
    followed: Followed,
    round: Option<Round<'a>>,
    sources: &'a mut dyn SourceText,
}

impl<'p> ReplayObserver<Machine<'p>> for Telling<'_> {
    fn before(&mut self, machine: &mut Machine<'p>, step: ReplayedStep, choices: &[Choice]) {
        if let Some(round) = &mut self.round {
            round.before(machine, step.number, step.choice, choices, &mut self.narrator);
        }
        self.narrator.begin_choice();
    }

    fn step(
        &mut self,
        machine: &mut Machine<'p>,
        step: ReplayedStep,
        violations: &mut Vec<Violation>,
    ) -> StepOutcome {
        make_step(machine, step, self, violations)
    }

    fn after(&mut self, machine: &mut Machine<'p>, step: ReplayedStep, outcome: &StepOutcome) {
        let has_valuation = matches!(outcome, StepOutcome::Continues | StepOutcome::Failed);
        if let Some(round) = self.round.as_mut().filter(|_| has_valuation) {
            round.after(machine, step.number, step.choice, &mut self.narrator);
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
    let round = match *goal {
        Goal::Run { cycle, .. } if cycle > length => {
            return fails(length, format!("the cycle begins with step {}", cycle + 1));
        }
        Goal::Run { cycle, propositions, .. } => Some(Round::new(machine, cycle, propositions)),
        Goal::Any | Goal::Violation(_) => None,
    };
    let followed = Followed::of(machine, schedule);
    let start = Start::of(machine);
    let mut telling = Telling { narrator: Narrator::new(machine), followed, round, sources };
    let mut replay = Replay::from_loaded(machine, &mut telling);
    let outcome = match replay.run(&schedule.0) {
        Ok(outcome) => outcome,
        Err(error) => {
            let (step, reason) = why(error);
            return fails(step, reason);
        }
    };
    if outcome != StepOutcome::Continues && !goal.allows_end(&outcome, length) {
        return fails(length, "the run is over".to_owned());
    }
    let violations = match goal {
        Goal::Any | Goal::Violation(_) => replay.finish(&outcome),
        // Nothing goes wrong at the end of a run that goes on for ever.
        Goal::Run { .. } => Vec::new(),
    };
    let Telling { mut narrator, followed: _, round, sources } = telling;
    narrator.end_step(machine);
    let mut choices = Vec::new();
    machine.choices(&mut choices);
    let is_stuck = outcome != StepOutcome::Continues || choices.is_empty();
    let Some(violation) = goal.reached(violations) else {
        return fails(length, "the run ends without it".to_owned());
    };
    let lasso = match round.map(|round| round.close(machine, is_stuck, &narrator)).transpose() {
        Ok(lasso) => lasso,
        Err(reason) => return fails(length, reason),
    };
    if matches!(violation.finding, Finding::BrokenInvariant { .. }) {
        narrator.end_with_change();
    }
    let excerpts = excerpts(&violation, &mut |file, number| line(machine, sources, file, number));
    let mut end = start.end(machine, &choices, narrator.names(), sources);
    if let Finding::SpinDeadlock { threads } = &violation.finding {
        end.add_waits(threads);
    }
    let (threads, steps) = narrator.into_story();
    let schedule = schedule.clone();
    Ok(Trace {
        violation,
        excerpts,
        threads,
        steps,
        end,
        schedule,
        lasso,
        native: None,
        inputs: None,
    })
}

/// The step at which a schedule cannot be replayed, and the reason.
fn why(error: ReplayError) -> (usize, String) {
    match error {
        ReplayError::NotEnabled { step, choice } => {
            let (actor, alternative) = (choice.actor(), choice.alternative);
            (step, format!("{actor} cannot take alternative {alternative}"))
        }
        ReplayError::EndsEarly { step } => (step, "the run is over".to_owned()),
        ReplayError::Unknown { step, unknown } => (step, unknown.reason),
    }
}

/// Makes one choice; a thread's step instruction by instruction.
fn make_step(
    machine: &mut Machine,
    ReplayedStep { number, choice }: ReplayedStep,
    telling: &mut Telling<'_>,
    violations: &mut Vec<Violation>,
) -> StepOutcome {
    let Telling { narrator, followed, round: _, sources } = telling;
    let thread = match choice.actor().kind() {
        ActorKind::Thread(thread) => thread,
        ActorKind::Internal(action) => {
            narrator.note_internal(action, number);
            return machine.step(choice, violations);
        }
    };
    let is_followed = followed.includes_next(machine.longest_step());
    if !is_followed {
        narrator.end_step(machine);
    }
    let mut cursor = machine.begin_step(thread, choice.alternative);
    let renames = machine.take_renames();
    if !renames.is_empty() {
        narrator.rename(&renames);
    }
    if !is_followed {
        let outcome = machine.complete_step(&mut cursor, violations);
        followed.note(cursor.instructions());
        let events = machine.take_events();
        narrator.pass(machine, thread, events, cursor.instructions());
        return outcome;
    }
    loop {
        machine.forget_stale_slots(thread);
        if machine.is_thread_in_section(thread) {
            narrator.note_section();
        }
        if machine.is_at_scope_marker(thread) {
            match machine.advance(&mut cursor, violations) {
                Advance::Instruction => continue,
                Advance::Done(outcome) => {
                    followed.note(cursor.instructions());
                    return outcome;
                }
            }
        }
        let before = narrator.look(machine, thread);
        let advance = machine.advance(&mut cursor, violations);
        let events = machine.take_events();
        let failed =
            !matches!(advance, Advance::Instruction | Advance::Done(StepOutcome::Continues));
        narrator.note(machine, before, events, failed, number, *sources);
        if let Advance::Done(outcome) = advance {
            followed.note(cursor.instructions());
            return outcome;
        }
    }
}
