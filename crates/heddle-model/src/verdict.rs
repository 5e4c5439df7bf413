//! Answers.

use serde::{Deserialize, Serialize};

use crate::{Place, Schedule, Violation};

/// Why a question stays open.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum UnknownKind {
    /// The program uses a construct that heddle lacks.
    Unsupported,
    /// The run depends on a value that was left open: an input too wide to
    /// enumerate, or memory nobody wrote.
    OpenValue,
    /// A run does something undefined that was not asked for, so what comes after it
    /// means nothing.
    UndefinedBehavior,
    /// The program tells heddle something that heddle cannot take: an invariant that
    /// writes, an abstraction of what is no variable.
    Refused,
    /// A limit on time, memory, states or depth was reached.
    Limit,
    /// heddle failed; this is a bug of heddle's.
    Internal,
}

/// Something that keeps heddle from an answer, with the place that caused it.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
pub struct Unknown {
    /// Whose doing it is.
    pub kind: UnknownKind,
    /// One sentence for a person, without the place.
    pub reason: String,
    /// Where in the program, if anywhere.
    pub place: Option<Place>,
}

/// A violation and the schedule that leads to it.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Counterexample {
    /// What goes wrong at the end.
    pub violation: Violation,
    /// How to get there.
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
    /// Nothing is wrong within the named bound.
    Bounded(String),
    /// At least one run goes wrong. Never empty; the first is the one to show.
    Violation(Vec<Counterexample>),
    /// No answer, and why.
    Unknown(Unknown),
}
