//! The story of a run, as data.
//!
//! Everything a renderer needs is here, as text: a [`Trace`] that was read from a
//! file can be shown without the program, its sources or a machine.

use std::collections::BTreeMap;

use heddle_model::{InternalId, Place, Schedule, SyncEvent, ThreadId, Violation, WaitsFor};
use serde::{Deserialize, Serialize};

/// The story of a run that goes wrong.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Trace {
    /// What went wrong.
    pub violation: Violation,
    /// The source around the places of the violation: first its own, if it has
    /// one, then those of its related places, in order.
    pub excerpts: Vec<Excerpt>,
    /// All threads, by number.
    pub threads: Vec<ThreadInfo>,
    /// What happened, in order.
    pub steps: Vec<Step>,
    /// Where everything stood at the end.
    pub end: Ending,
    /// The decisions that lead here, each as `[thread, alternative]`; an internal action is
    /// `{"internal": number}` in the place of the thread.
    pub schedule: Schedule,
    /// For a run that goes on for ever: how.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub lasso: Option<Lasso>,
    /// What the run was made with (files, flags, arguments), as the command line
    /// wants it. This crate does not look into it.
    #[serde(default, skip_serializing_if = "serde_json::Value::is_null")]
    pub inputs: serde_json::Value,
}

/// How a run goes on for ever: it goes round in a cycle, or it has ended and stays as it is.
/// Nothing goes wrong at its last step; the run as a whole is what is wrong.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Lasso {
    /// The choice of the schedule with which the cycle begins, from zero. If that is behind
    /// the last, the run ends, and stays as it is.
    pub cycle: usize,
    /// The step with which the cycle begins, from zero; none if the run ends.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub first_step: Option<usize>,
    /// What the threads do in the cycle, by number, but for those that have exited.
    #[serde(skip_serializing_if = "Vec::is_empty", default)]
    pub threads: Vec<ThreadInCycle>,
    /// What the formula is made of, in the order of the machine.
    pub propositions: Vec<String>,
    /// Which of them hold at the start. What changes is an effect of the step that
    /// changes it.
    pub initial: Valuation,
}

/// Whether propositions hold, by name.
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
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct ThreadInCycle {
    /// Which.
    pub thread: ThreadId,
    /// What it does there.
    pub part: Part,
}

/// What a thread does in a cycle.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Serialize, Deserialize)]
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
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Excerpt {
    /// Number of the first line.
    pub first: u32,
    /// The lines; none if the file could not be read.
    pub lines: Vec<String>,
}

/// A thread.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct ThreadInfo {
    /// Its number.
    pub id: ThreadId,
    /// The function that it starts with.
    pub name: String,
    /// Who created it; nobody, for main.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub creator: Option<ThreadId>,
    /// Where it was created.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub created: Option<Place>,
}

/// One line of source, executed once by one thread without interruption. What
/// library functions do belongs to the line that called them.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Step {
    /// Who made it.
    pub thread: ThreadId,
    /// Where; nowhere for what happens before or after the program's own code.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub place: Option<Place>,
    /// The text of the line, trimmed; empty if it is not known.
    pub source: String,
    /// How many functions of the program are being executed.
    pub depth: u32,
    /// Whether it is the beginning of a function.
    #[serde(skip_serializing_if = "std::ops::Not::not", default)]
    pub enters: bool,
    /// Whether the line was begun earlier: another thread came between, or a
    /// function that it called.
    #[serde(skip_serializing_if = "std::ops::Not::not", default)]
    pub resumed: bool,
    /// Which choice of the schedule it began with, from zero.
    pub choice: usize,
    /// Steps that were left out before this one, of a run too long to keep.
    #[serde(skip_serializing_if = "is_zero", default)]
    pub left_out: u64,
    /// What it did, in order.
    pub effects: Vec<Effect>,
}

fn is_zero(number: &u64) -> bool {
    *number == 0
}

/// Something that a step did.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(tag = "what", rename_all = "kebab-case")]
pub enum Effect {
    /// It read something that threads share.
    Read {
        /// Which variable, or part of one.
        name: String,
        /// Its value.
        value: String,
    },
    /// It wrote something that threads share.
    Write {
        /// Which variable, or part of one.
        name: String,
        /// Its value before, if it is known.
        #[serde(skip_serializing_if = "Option::is_none", default)]
        old: Option<String>,
        /// Its value after.
        new: String,
    },
    /// It changed something of its own.
    Local {
        /// Which variable, or part of one.
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
        /// What.
        text: String,
    },
    /// It left a message for the trace.
    Message {
        /// What.
        text: String,
    },
    /// A nondeterministic choice had this value.
    Chose {
        /// The value.
        value: u32,
    },
    /// It took an input.
    Input {
        /// The value.
        value: String,
    },
    /// It created a thread.
    Created {
        /// Which.
        thread: ThreadId,
    },
    /// An internal action of the system happened meanwhile: a buffer drained, a timer fired.
    Internal {
        /// Which.
        action: InternalId,
    },
    /// Propositions hold from here on, or no longer do: what it changed, and nothing else.
    Valuation {
        /// Which hold now.
        changes: Valuation,
    },
    /// The thread ended.
    Exited,
    /// The process ended.
    Ended {
        /// Its exit code.
        code: i32,
    },
}

impl Effect {
    /// Whether another thread, or a person at the terminal, could notice it.
    pub fn is_visible(&self) -> bool {
        !matches!(self, Effect::Local { .. })
    }
}

/// Where everything stood at the end.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Ending {
    /// Every thread, by number.
    pub threads: Vec<ThreadEnding>,
    /// Global variables that have another value than at the start.
    pub globals: Vec<GlobalChange>,
    /// The exit code, if the process ended.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub exit_code: Option<i32>,
}

/// Where a thread stood at the end.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct ThreadEnding {
    /// Which.
    pub thread: ThreadId,
    /// Whether it has exited.
    pub exited: bool,
    /// The event that it waited for, if it could not move.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub waits: Option<WaitsFor>,
    /// The program's functions on its stack, the innermost first.
    pub frames: Vec<FrameView>,
}

/// A function that is being executed.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct FrameView {
    /// Where it is.
    pub place: Place,
    /// The text of that line, trimmed; empty if it is not known.
    pub source: String,
    /// Its variables in scope.
    pub variables: Vec<VariableView>,
}

/// A variable.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
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
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct GlobalChange {
    /// The variable at the end.
    #[serde(flatten)]
    pub variable: VariableView,
    /// Its value at the start.
    pub initial: String,
}
