//! The story of a run, as data.
//!
//! Everything a renderer needs is here, as text: a [`Trace`] that was read from a
//! file can be shown without the program, its sources or a machine.

use std::collections::BTreeMap;

use heddle_model::{InternalId, Place, Schedule, SyncEvent, ThreadId, Violation, WaitsFor};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::result::RunInputs;

/// The story of a run that goes wrong.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, JsonSchema)]
pub struct Trace {
    /// The violation at its end.
    pub violation: Violation,
    /// The source around the places of the violation: first its own, if it has
    /// one, then those of its related places, in order.
    pub excerpts: Vec<Excerpt>,
    /// All threads, by number.
    pub threads: Vec<ThreadInfo>,
    /// The steps of the run, in order.
    pub steps: Vec<Step>,
    /// Stacks and variables at the end.
    pub end: Ending,
    /// The decisions that lead here, each as `[thread, alternative]`; an internal action is
    /// `{"internal": number}` in the place of the thread.
    pub schedule: Schedule,
    /// The infinite part of a run that goes on for ever.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub lasso: Option<InfiniteRun>,
    /// The native program that made the run, if one did.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub native: Option<NativeRun>,
    /// The program and the options that the run was made with, if they are known.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub inputs: Option<RunInputs>,
}

/// A run of a native program, so that it can be made again.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
pub struct NativeRun {
    /// The executable.
    pub executable: String,
    /// Its arguments, its name not included.
    pub arguments: Vec<String>,
    /// The schedule as a path: the thread of each step, separated by semicolons; `2.1` is a step of
    /// thread 2 that takes its alternative 1, `3*0` are three steps of thread 0.
    pub path: String,
}

impl Trace {
    /// The first way in which parts of a trace that was read do not fit together, in words.
    pub fn damage(&self) -> Option<String> {
        let names = self.lasso.as_ref().map_or(&[][..], |lasso| &lasso.propositions);
        let effects = self.steps.iter().flat_map(|step| &step.effects);
        let changed = effects.filter_map(|effect| match effect {
            Effect::Valuation { changes } => Some(changes.keys()),
            _ => None,
        });
        let initial = self.lasso.as_ref().map(|lasso| lasso.initial.keys());
        let mut told = changed.flatten().chain(initial.into_iter().flatten());
        if let Some(name) = told.find(|name| !names.contains(name)) {
            return Some(format!("it tells of '{name}', which is not among the propositions"));
        }
        let InfiniteRun { cycle, first_step, initial, .. } = self.lasso.as_ref()?;
        if let Some(name) = names.iter().find(|name| !initial.contains_key(*name)) {
            return Some(format!("it does not tell whether '{name}' holds at the start"));
        }
        let (choices, steps) = (self.schedule.0.len(), self.steps.len());
        match first_step {
            _ if *cycle > choices => {
                Some(format!("the cycle begins with choice {cycle}, but there are {choices}"))
            }
            None if *cycle < choices => Some("the cycle begins with no step".to_owned()),
            Some(_) if *cycle == choices => {
                Some("the run ends with the last choice, but has a cycle".to_owned())
            }
            Some(step) if *step > steps => {
                Some(format!("the cycle begins with step {step}, but there are {steps}"))
            }
            _ => None,
        }
    }
}

/// The infinite part of a run: it goes round in a cycle, or it has ended and stays as it is.
/// Nothing goes wrong at its last step; the run as a whole is what is wrong.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
pub struct InfiniteRun {
    /// The choice of the schedule with which the cycle begins, from zero. If that is behind
    /// the last, the run ends, and stays as it is.
    pub cycle: usize,
    /// The step with which the cycle begins, from zero; none if the run ends.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub first_step: Option<usize>,
    /// The parts of threads in the cycle, by number, but for those that have exited.
    #[serde(skip_serializing_if = "Vec::is_empty", default)]
    pub threads: Vec<ThreadInCycle>,
    /// Names of the propositions that the formula is made of, in the order of the machine.
    pub propositions: Vec<String>,
    /// Their values at the start. A change is an effect of the step that makes it.
    pub initial: Valuation,
}

impl InfiniteRun {
    /// True if every thread that can move from some point on moves again.
    pub fn is_fair(&self) -> bool {
        self.threads.iter().all(|thread| thread.part != Part::Starves)
    }
}

/// Values of propositions, by name.
pub type Valuation = BTreeMap<String, bool>;

/// Propositions that change: `+req, -cs`.
pub(crate) fn changes_text(changes: &Valuation) -> String {
    let change = |(name, holds): (&String, &bool)| {
        let sign = if *holds { '+' } else { '-' };
        format!("{sign}{name}")
    };
    changes.iter().map(change).collect::<Vec<_>>().join(", ")
}

/// A thread in a cycle.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
pub struct ThreadInCycle {
    /// The thread.
    pub thread: ThreadId,
    /// Its part there.
    pub part: Part,
}

/// The part of a thread in a cycle.
#[derive(
    Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Serialize, Deserialize, JsonSchema,
)]
#[serde(rename_all = "kebab-case")]
pub enum Part {
    /// It moves.
    Moves,
    /// It could move in every state, and never does: the run is not fair.
    Starves,
    /// It could move in some states, and never does.
    Misses,
    /// It could move, if another were not in an atomic section all along.
    KeptOut,
    /// It can move in no state.
    Waits,
}

/// Some lines of a source file.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
pub struct Excerpt {
    /// Number of the first line.
    pub first: u32,
    /// The lines; none if the file could not be read.
    pub lines: Vec<String>,
}

/// A thread.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
pub struct ThreadInfo {
    /// Its number.
    pub id: ThreadId,
    /// The function that it starts with.
    pub name: String,
    /// The thread that created it; none, for main.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub creator: Option<ThreadId>,
    /// The place where it was created.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub created: Option<Place>,
}

/// One line of source, executed once by one thread without interruption. What
/// library functions do belongs to the line that called them.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
pub struct Step {
    /// The thread that made it.
    pub thread: ThreadId,
    /// Its place; none for what happens before or after the program's own code.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub place: Option<Place>,
    /// The text of the line, trimmed; empty if it is not known.
    pub source: String,
    /// Number of functions of the program that are being executed.
    pub depth: u32,
    /// True if it is the beginning of a function.
    #[serde(skip_serializing_if = "std::ops::Not::not", default)]
    pub enters: bool,
    /// True if the line was begun earlier: another thread came between, or a
    /// function that it called.
    #[serde(skip_serializing_if = "std::ops::Not::not", default)]
    pub resumed: bool,
    /// Number of the choice of the schedule that it began with, from zero.
    pub choice: usize,
    /// Steps that were left out before this one, of a run too long to keep.
    #[serde(skip_serializing_if = "is_zero", default)]
    pub left_out: u64,
    /// Instructions that were made before this step, after the last, without a look at what they
    /// do, in a run too long to follow all of it.
    #[serde(skip_serializing_if = "is_zero", default)]
    pub unfollowed: u64,
    /// Its effects, in order.
    pub effects: Vec<Effect>,
}

fn is_zero(number: &u64) -> bool {
    *number == 0
}

/// Something that a step did.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(tag = "what", rename_all = "kebab-case")]
pub enum Effect {
    /// It read something that threads share.
    Read {
        /// Name of the variable, or of the part of one.
        name: String,
        /// Its value.
        value: String,
    },
    /// It wrote something that threads share.
    Write {
        /// Name of the variable, or of the part of one.
        name: String,
        /// Its value before, if it is known.
        #[serde(skip_serializing_if = "Option::is_none", default)]
        old: Option<String>,
        /// Its value after.
        new: String,
    },
    /// It changed something of its own.
    Local {
        /// Name of the variable, or of the part of one.
        name: String,
        /// Its value after.
        value: String,
    },
    /// It synchronized.
    Sync(SyncEvent),
    /// It freed a heap object.
    Freed {
        /// Name of the object.
        object: String,
    },
    /// It wrote to a stream.
    Output {
        /// 1 is standard output, 2 standard error.
        stream: i32,
        /// The text.
        text: String,
    },
    /// It left a message for the trace.
    Message {
        /// The text.
        text: String,
    },
    /// It asked for memory and got none.
    AllocationFailed {
        /// The function that it called.
        function: String,
    },
    /// A nondeterministic choice had this value.
    Chose {
        /// The value.
        value: u32,
    },
    /// A branch went on as if a value that nobody wrote were this one.
    OpenBranch {
        /// The value; none if it is taken for one that the program does not tell apart.
        #[serde(skip_serializing_if = "Option::is_none", default)]
        value: Option<u64>,
    },
    /// It took an input.
    Input {
        /// The value.
        value: String,
    },
    /// It created a thread.
    Created {
        /// The new thread.
        thread: ThreadId,
    },
    /// An internal action of the system happened meanwhile: a buffer drained, a timer fired.
    Internal {
        /// The action.
        action: InternalId,
    },
    /// Propositions hold from here on, or no longer do: those that it changed.
    Valuation {
        /// Their values from now on.
        changes: Valuation,
    },
    /// The thread ended.
    Exited,
    /// The process ended.
    Ended {
        /// Its exit code, if it does not depend on an input that was left open.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        code: Option<i32>,
    },
}

impl Effect {
    /// True if another thread, or a person at the terminal, could notice it.
    pub fn is_visible(&self) -> bool {
        !matches!(self, Effect::Local { .. })
    }
}

/// Stacks and variables at the end of a run.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
pub struct Ending {
    /// Every thread, by number.
    pub threads: Vec<ThreadEnding>,
    /// Global variables that have another value than at the start.
    pub globals: Vec<GlobalChange>,
    /// The exit code, if the process ended with a known one.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub exit_code: Option<i32>,
}

/// A thread at the end of a run.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
pub struct ThreadEnding {
    /// The thread.
    pub thread: ThreadId,
    /// True if it was created and has done nothing since.
    #[serde(skip_serializing_if = "std::ops::Not::not", default)]
    pub not_started: bool,
    /// True if it has exited.
    pub exited: bool,
    /// The event that it waited for, if it could not move.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub waits: Option<WaitsFor>,
    /// The program's functions on its stack, the innermost first.
    pub frames: Vec<FrameView>,
}

/// A function that is being executed.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
pub struct FrameView {
    /// Its place.
    pub place: Place,
    /// The text of that line, trimmed; empty if it is not known.
    pub source: String,
    /// Its variables in scope.
    pub variables: Vec<VariableView>,
}

/// A variable.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
pub struct VariableView {
    /// Its name.
    pub name: String,
    /// Its type, as C has it; empty if it is not known.
    #[serde(rename = "type")]
    pub ty: String,
    /// Its value.
    pub value: String,
}

/// A global variable that changed.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
pub struct GlobalChange {
    /// The variable at the end.
    #[serde(flatten)]
    pub variable: VariableView,
    /// Its value at the start.
    pub initial: String,
}
