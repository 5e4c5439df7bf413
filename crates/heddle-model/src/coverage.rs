//! Coverage of a verdict: the bounds within which it speaks, and the limit that ended a check.
//!
//! A bound leaves out runs, and what was shown holds for all others. A limit ends a check
//! wherever it happens to be, and proves nothing. Both are data; their wording is the command
//! line's.

use std::time::{Duration, Instant};

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::Unknown;

/// A bound on the runs that a verdict speaks of, beyond which there may be more.
#[derive(
    Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize, JsonSchema,
)]
pub struct Bound {
    /// The quantity that is bounded.
    pub kind: BoundKind,
    /// The loop (`FUNCTION:LINE`), the function or the place (`FILE:LINE`) that it is about, if it is
    /// about one.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub place: Option<String>,
    /// The most of it that was looked at; of bits, those by which states were told apart.
    pub number: u64,
}

impl Bound {
    /// A bound on whole runs.
    pub fn of_runs(kind: BoundKind, number: u64) -> Bound {
        Bound { kind, place: None, number }
    }
}

/// A quantity that can be bounded.
#[derive(
    Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize, JsonSchema,
)]
#[serde(rename_all = "kebab-case")]
pub enum BoundKind {
    /// Rounds of a loop.
    LoopRounds,
    /// Calls of a function within itself.
    CallDepth,
    /// Context switches of a run.
    ContextSwitches,
    /// Steps of a run.
    Steps,
    /// Supersteps of a run.
    Supersteps,
    /// Switches away from a thread that could have gone on.
    Preemptions,
    /// The same, counted between supersteps.
    SuperstepPreemptions,
    /// Steps of a thread alone, in which it may spin for ever.
    SpinSteps,
    /// Runs of a random sample.
    SampledRuns,
    /// Bits of a hash by which states were told apart.
    HashBits,
    /// Bits of a field by which states were told apart.
    FieldBits,
    /// The same, for states found after the limit on memory was reached.
    LateFieldBits,
}

/// An estimate of the states that were missed where states were not told apart exactly.
#[derive(Clone, Copy, PartialEq, Debug, Serialize, Deserialize, JsonSchema)]
pub struct Omission {
    /// The chance that at least one new state was taken for a known one.
    pub chance: f64,
    /// The expected number of such states.
    pub expected: f64,
}

impl Omission {
    /// From the expected number of missed states: they are rare and independent.
    pub fn from_expected(expected: f64) -> Omission {
        Omission { chance: -(-expected).exp_m1(), expected }
    }
}

/// Limits at which a check gives up. `None` is no limit.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Limits {
    /// Wall-clock time.
    pub time: Option<Duration>,
    /// The moment from which time counts, if that is before an engine begins.
    pub since: Option<Instant>,
    /// Bytes. A check stops a little above it, since it looks only now and then.
    pub memory: Option<u64>,
    /// Number of states.
    pub states: Option<u64>,
}

/// A limit that ended a check before it was done.
#[derive(
    Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize, JsonSchema,
)]
#[serde(rename_all = "kebab-case")]
pub enum Limit {
    /// Wall-clock time.
    Time,
    /// Memory.
    Memory,
    /// The number of states.
    States,
    /// The number of states that can be told apart by number at all.
    StateNumbers,
    /// Memory of a solver, which it asked for in vain.
    SolverMemory,
    /// A request from outside.
    Cancelled,
}

/// A reason for which an engine did not go further.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Obstacle {
    /// A limit was reached.
    Limit(Limit),
    /// Something cannot be followed.
    Unknown(Unknown),
}

impl From<Limit> for Obstacle {
    fn from(limit: Limit) -> Obstacle {
        Obstacle::Limit(limit)
    }
}

impl From<Unknown> for Obstacle {
    fn from(unknown: Unknown) -> Obstacle {
        Obstacle::Unknown(unknown)
    }
}
