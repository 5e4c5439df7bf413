//! Answers.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::{Bound, Limit, Place, Schedule, Violation};

/// A reason for which a question stays open.
#[derive(
    Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize, JsonSchema,
)]
#[serde(rename_all = "kebab-case")]
pub enum UnknownKind {
    /// The program uses a construct that heddle lacks.
    Unsupported,
    /// The program uses a function or a variable that no file defines.
    Missing,
    /// The program needs a file, or its standard input, that it was not given.
    NoFile,
    /// The run depends on a value that was left open: an input too wide to
    /// enumerate, or memory nobody wrote.
    OpenValue,
    /// A run does something undefined that was not asked for, so what comes after it
    /// means nothing.
    UndefinedBehavior,
    /// The program tells heddle something that heddle cannot take: an abstraction of what is no
    /// variable, a formula beside an abstraction.
    Refused,
    /// A function that heddle evaluates in a state does more than read, or does not return.
    Evaluation,
    /// The program is larger than what an engine can follow: too many threads, too deep a
    /// stack.
    Limit,
    /// heddle failed; this is a bug of heddle's.
    Internal,
}

/// Something that keeps heddle from an answer, with the place that caused it.
#[derive(
    Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize, JsonSchema,
)]
pub struct Unknown {
    /// The kind of reason.
    pub kind: UnknownKind,
    /// One sentence for a person, without the place.
    pub reason: String,
    /// The place in the program, if it has one.
    #[serde(flatten)]
    pub place: Option<Place>,
}

/// A violation and the schedule that leads to it.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Counterexample {
    /// The violation at the end.
    pub violation: Violation,
    /// The way to it.
    pub schedule: Schedule,
    /// For a run that goes on for ever: the choice with which the part begins that is
    /// repeated. If that is behind the last, the run ends, and stays as it is.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub cycle: Option<usize>,
}

/// The answer to "is this program right?".
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Verdict {
    /// All reachable states were explored; nothing is wrong.
    Verified,
    /// Nothing is wrong within these bounds. Never empty.
    Bounded(Vec<Bound>),
    /// At least one run goes wrong. Never empty; the first is the one to show.
    Violation(Vec<Counterexample>),
    /// No answer, since something cannot be followed or known.
    Unknown(Unknown),
    /// No answer, since a limit was reached before there was one.
    Stopped(Limit),
}
