//! Findings: everything that a run can do wrong, as data.
//!
//! A finding determines the property that it violates and its finer kind. Its `Display` is
//! the one sentence that is made of it for people: nothing else words a finding, and nothing
//! takes the sentence apart again.

mod memory;
mod misuse;
mod object;
mod wait;

use std::fmt;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

pub use memory::{AccessKind, FreeingCall, MemoryError};
pub use misuse::{Misuse, MisuseReason, SyncAction, SyncKind};
pub use object::ObjectName;
pub use wait::{Holder, HolderState, Waiting, WaitsFor};

use crate::{Property, ThreadId};

/// Something that a run does wrong.
#[derive(
    Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize, JsonSchema,
)]
#[serde(tag = "what", rename_all = "kebab-case")]
pub enum Finding {
    /// An assertion fails.
    FailedAssertion {
        /// Text of the assertion.
        text: String,
    },
    /// Threads can never move again.
    Deadlock {
        /// The threads, each with what it waits for.
        threads: Vec<Waiting>,
    },
    /// Two accesses to the same bytes that nothing orders.
    DataRace {
        /// The access that is told first: one that writes.
        first: RacingAccess,
        /// The other access.
        second: RacingAccess,
        /// Name of the object, or of the part of it, that both access.
        object: String,
    },
    /// Memory is used against the rules.
    Memory(MemoryError),
    /// A heap object is never freed, and nothing points to it any more.
    Leak {
        /// Size of the object.
        bytes: u64,
    },
    /// The run depends on a value that nobody wrote.
    Uninitialized {
        /// The part of the run that depends on it, such as `a branch`.
        dependent: String,
    },
    /// An integer operation has no result.
    Overflow(Overflow),
    /// An integer is divided by zero.
    DivisionByZero,
    /// Code is reached that is declared unreachable.
    Unreachable,
    /// The program ends by a signal.
    Crash(Crash),
    /// A synchronization object is used against its contract.
    LockMisuse(Misuse),
    /// An invariant of the user's does not hold.
    BrokenInvariant {
        /// Name of its function.
        name: String,
    },
    /// A function goes wrong that is evaluated in a state of the program.
    Observer {
        /// The use that is made of the function.
        observer: ObserverKind,
        /// Name of the function.
        name: String,
        /// Its fault.
        finding: Box<Finding>,
    },
    /// A temporal formula does not hold for the run.
    BrokenFormula {
        /// Name of the formula, if it has one.
        #[serde(skip_serializing_if = "Option::is_none", default)]
        name: Option<String>,
        /// The formula.
        formula: String,
    },
    /// An automaton accepts the run, of those that should accept none.
    AcceptedRun {
        /// File of the automaton.
        automaton: String,
    },
    /// The run goes on for ever without progress.
    Livelock,
    /// The run goes on for ever.
    Endless,
}

/// One access of a data race.
#[derive(
    Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize, JsonSchema,
)]
pub struct RacingAccess {
    /// The thread that is about to make it.
    pub thread: ThreadId,
    /// Its kind.
    pub access: AccessKind,
    /// Its line, if it has a place.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub line: Option<u32>,
}

/// An integer operation without a result.
#[derive(
    Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize, JsonSchema,
)]
#[serde(tag = "operation", rename_all = "kebab-case")]
pub enum Overflow {
    /// An addition, subtraction or multiplication of signed integers.
    Arithmetic {
        /// The operation.
        name: Arithmetic,
        /// Left operand, in decimal.
        left: String,
        /// Right operand, in decimal.
        right: String,
        /// Width of the operands.
        bits: u32,
    },
    /// The least signed integer, divided by -1.
    Division {
        /// The dividend, in decimal.
        dividend: String,
    },
    /// A left shift of a signed integer.
    LeftShift,
    /// A shift by as many bits as the value has, or more.
    ShiftAmount {
        /// The number of bits, in decimal.
        by: String,
    },
}

/// An operation that can overflow.
#[derive(
    Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize, JsonSchema,
)]
#[serde(rename_all = "kebab-case")]
pub enum Arithmetic {
    /// `a + b`.
    Addition,
    /// `a - b`.
    Subtraction,
    /// `a * b`.
    Multiplication,
}

/// The reason why a program ends by a signal.
#[derive(
    Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize, JsonSchema,
)]
#[serde(tag = "reason", rename_all = "kebab-case")]
pub enum Crash {
    /// It called `abort`.
    Abort,
    /// It executed a trap.
    Trap,
    /// It divided the least signed integer by -1, which traps.
    Division {
        /// The dividend.
        dividend: i64,
    },
}

/// The use that is made of a function which is evaluated in states.
#[derive(
    Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize, JsonSchema,
)]
#[serde(rename_all = "kebab-case")]
pub enum ObserverKind {
    /// Its result has to be true.
    Invariant,
    /// It makes states equal.
    Abstraction,
    /// It makes a number of a state.
    Hash,
    /// It is a proposition of a formula.
    Proposition,
}

/// A finer kind of violation.
#[derive(
    Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize, JsonSchema,
)]
#[serde(rename_all = "kebab-case")]
pub enum Detail {
    /// An access to a heap object that was freed.
    UseAfterFree,
    /// An access to a variable whose scope has ended.
    UseAfterReturn,
    /// An access outside of its object.
    OutOfBounds,
    /// A second `free` of an object.
    DoubleFree,
    /// `free` of an address that `malloc` did not return.
    InvalidFree,
    /// An access through a null pointer.
    NullDereference,
    /// An access through an address of no object, or of one of another kind.
    WildPointer,
    /// A write to a constant.
    ReadOnlyWrite,
    /// `memcpy` between ranges that overlap.
    OverlappingCopy,
    /// A heap object that is never freed.
    Leak,
}

impl Detail {
    /// Name in text and JSON.
    pub fn name(self) -> &'static str {
        match self {
            Detail::UseAfterFree => "use-after-free",
            Detail::UseAfterReturn => "use-after-return",
            Detail::OutOfBounds => "out-of-bounds",
            Detail::DoubleFree => "double-free",
            Detail::InvalidFree => "invalid-free",
            Detail::NullDereference => "null-dereference",
            Detail::WildPointer => "wild-pointer",
            Detail::ReadOnlyWrite => "read-only-write",
            Detail::OverlappingCopy => "overlapping-copy",
            Detail::Leak => "leak",
        }
    }
}

impl fmt::Display for Detail {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

impl Finding {
    /// The property that is violated.
    pub fn property(&self) -> Property {
        match self {
            Finding::FailedAssertion { .. } => Property::Assertion,
            Finding::Deadlock { .. } => Property::Deadlock,
            Finding::DataRace { .. } => Property::DataRace,
            Finding::Memory(_) => Property::Memory,
            Finding::Leak { .. } => Property::Leak,
            Finding::Uninitialized { .. } => Property::Uninitialized,
            Finding::Overflow(_) => Property::Overflow,
            Finding::DivisionByZero => Property::DivisionByZero,
            Finding::Unreachable => Property::Unreachable,
            Finding::Crash(_) => Property::Crash,
            Finding::LockMisuse(_) => Property::LockMisuse,
            Finding::BrokenInvariant { .. } => Property::Invariant,
            Finding::Observer { finding, .. } => finding.property(),
            Finding::BrokenFormula { .. } | Finding::AcceptedRun { .. } => Property::Ltl,
            Finding::Livelock => Property::Livelock,
            Finding::Endless => Property::Termination,
        }
    }

    /// The finer kind, of findings that have one.
    pub fn detail(&self) -> Option<Detail> {
        match self {
            Finding::Memory(error) => Some(error.detail()),
            Finding::Leak { .. } => Some(Detail::Leak),
            Finding::Observer { finding, .. } => finding.detail(),
            Finding::FailedAssertion { .. }
            | Finding::Deadlock { .. }
            | Finding::DataRace { .. }
            | Finding::Uninitialized { .. }
            | Finding::Overflow(_)
            | Finding::DivisionByZero
            | Finding::Unreachable
            | Finding::Crash(_)
            | Finding::LockMisuse(_)
            | Finding::BrokenInvariant { .. }
            | Finding::BrokenFormula { .. }
            | Finding::AcceptedRun { .. }
            | Finding::Livelock
            | Finding::Endless => None,
        }
    }
}

impl fmt::Display for Finding {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Finding::FailedAssertion { text } => write!(f, "assertion failed: {text}"),
            Finding::Deadlock { threads } => {
                let waits: Vec<String> = threads.iter().map(Waiting::to_string).collect();
                write!(f, "deadlock: {}", waits.join("; "))
            }
            Finding::DataRace { first, second, object } => {
                let at = second.line.map(|line| format!(" at line {line}")).unwrap_or_default();
                write!(f, "data race: {} by {} and ", first.access, first.thread)?;
                write!(f, "{} by {}{at} of {object} ", second.access, second.thread)?;
                f.write_str("can happen at the same time")
            }
            Finding::Memory(error) => error.fmt(f),
            Finding::Leak { bytes } => write!(
                f,
                "a heap object of {bytes} bytes is never freed, and nothing points to it any more"
            ),
            Finding::Uninitialized { dependent } => {
                write!(f, "{dependent} depends on an uninitialized value")
            }
            Finding::Overflow(overflow) => overflow.fmt(f),
            Finding::DivisionByZero => f.write_str("division by zero"),
            Finding::Unreachable => f.write_str("code was reached that is declared unreachable"),
            Finding::Crash(crash) => crash.fmt(f),
            Finding::LockMisuse(misuse) => misuse.fmt(f),
            Finding::BrokenInvariant { name } => write!(f, "invariant '{name}' does not hold"),
            Finding::Observer { observer, name, finding } => {
                write!(f, "in {observer} '{name}': {finding}")
            }
            Finding::BrokenFormula { name: Some(name), formula } => {
                write!(f, "the formula {name}, '{formula}', does not hold for this run")
            }
            Finding::BrokenFormula { name: None, formula } => {
                write!(f, "the formula '{formula}' does not hold for this run")
            }
            Finding::AcceptedRun { automaton } => {
                write!(f, "the automaton of {automaton} accepts this run")
            }
            Finding::Livelock => f.write_str("this run goes on for ever without progress"),
            Finding::Endless => f.write_str("this run never ends"),
        }
    }
}

impl fmt::Display for Overflow {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Overflow::Arithmetic { name, left, right, bits } => {
                write!(f, "signed overflow in the {name} of {left} and {right} ({bits} bits)")
            }
            Overflow::Division { dividend } => {
                write!(f, "signed overflow in the division of {dividend} by -1")
            }
            Overflow::LeftShift => f.write_str("signed overflow in a left shift"),
            Overflow::ShiftAmount { by } => {
                write!(f, "shift by {by} bits, more than the value has")
            }
        }
    }
}

impl fmt::Display for Arithmetic {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Arithmetic::Addition => "addition",
            Arithmetic::Subtraction => "subtraction",
            Arithmetic::Multiplication => "multiplication",
        })
    }
}

impl fmt::Display for Crash {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Crash::Abort => f.write_str("the program aborted"),
            Crash::Trap => f.write_str("the program trapped"),
            Crash::Division { dividend } => {
                write!(f, "division of {dividend} by -1 overflows, which traps")
            }
        }
    }
}

impl fmt::Display for ObserverKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            ObserverKind::Invariant => "invariant",
            ObserverKind::Abstraction => "abstraction",
            ObserverKind::Hash => "hash function",
            ObserverKind::Proposition => "proposition",
        })
    }
}
