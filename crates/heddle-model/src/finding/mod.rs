//! Properties, and findings: everything that a run can do wrong, as data.
//!
//! A [`Property`] is what can be asked for, by name; a [`Finding`] is an instance of its
//! violation. It determines the property that it violates and its finer kind. Its `Display` is
//! the one sentence that is made of it for people: nothing else words a finding, and nothing
//! takes the sentence apart again.
//!
//! Both are here, since a new property is a variant of each: its row says all that is asked of
//! a property beside its findings, and a variant without one does not compile.

mod crash;
mod detail;
mod escape;
mod memory;
mod misuse;
mod object;
mod overflow;
mod wait;

use std::fmt;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use strum::{IntoStaticStr, VariantArray};

pub use crash::Crash;
pub use detail::Detail;
pub use escape::Escape;
pub use memory::{AccessKind, Allocator, FreeingCall, MemoryError};
pub use misuse::{Misuse, MisuseReason, SyncAction, SyncKind};
pub use object::ObjectName;
pub use overflow::{Arithmetic, Overflow};
pub use wait::{Holder, HolderState, Waiting, WaitsFor};

use crate::ThreadId;

/// A kind of bug that heddle looks for, in the order in which they are documented.
#[derive(
    Clone,
    Copy,
    PartialEq,
    Eq,
    PartialOrd,
    Ord,
    Hash,
    Debug,
    Serialize,
    Deserialize,
    JsonSchema,
    IntoStaticStr,
    VariantArray,
)]
#[serde(rename_all = "kebab-case")]
#[strum(serialize_all = "kebab-case")]
pub enum Property {
    /// `assert`, `reach_error`, `__VERIFIER_error`.
    Assertion,
    /// No thread can move and not all have exited.
    Deadlock,
    /// Threads that wait by spinning, and can never go on.
    SpinDeadlock,
    /// Two threads about to touch the same bytes, one writing, not both atomic.
    DataRace,
    /// Use after free, out of bounds, double free, null dereference.
    Memory,
    /// A run that depends on a value nobody wrote.
    Uninitialized,
    /// Signed integer overflow.
    Overflow,
    /// Integer division by zero.
    DivisionByZero,
    /// A C++ exception that no one catches.
    UncaughtException,
    /// Code that the compiler or the programmer declared unreachable.
    Unreachable,
    /// A user's invariant function that returned zero.
    Invariant,
    /// A formula of linear temporal logic.
    Ltl,
    /// Threads that run forever without progress.
    Livelock,
    /// A run that never ends.
    Termination,
    /// `abort`, or a trap.
    Crash,
    /// A synchronization object used against its contract.
    LockMisuse,
    /// Memory that is never freed, and that nothing points to any more.
    Leak,
    /// A call of `reach_error` or `__VERIFIER_error`: part of `assertion`, with its own name.
    ErrorCall,
}

/// The smallest set of properties with a name that has a property.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(crate) enum NamedSet {
    /// `default`: violations that any user would call a bug.
    Default,
    /// `all`.
    All,
    /// None: a property that programs are rarely meant to have.
    None,
}

/// The consequence of a violation that nobody asked for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Unasked {
    /// The run ends there, and is right.
    EndsRun,
    /// The behaviour is undefined: what comes after it means nothing, and the verdict is open.
    UndefinedBehavior,
    /// The run could go on in ways that are not known, and the verdict is open.
    OpenValue,
}

/// Everything that is asked of a property beside its findings.
struct PropertyRow {
    /// The smallest set with a name that has it.
    set: NamedSet,
    /// The consequence of a violation that nobody asked for.
    unasked: Unasked,
}

/// A row.
const fn row(set: NamedSet, unasked: Unasked) -> PropertyRow {
    PropertyRow { set, unasked }
}

impl Property {
    /// Every property, in the order in which they are documented.
    pub const ALL: &'static [Property] = Property::VARIANTS;

    fn row(self) -> PropertyRow {
        use NamedSet::{All, Default, None};
        use Unasked::{EndsRun, OpenValue, UndefinedBehavior};
        match self {
            Property::Assertion => row(Default, EndsRun),
            Property::Deadlock => row(Default, EndsRun),
            Property::SpinDeadlock => row(Default, EndsRun),
            Property::DataRace => row(All, EndsRun),
            Property::Memory => row(Default, UndefinedBehavior),
            Property::Uninitialized => row(All, OpenValue),
            Property::Overflow => row(All, EndsRun),
            Property::DivisionByZero => row(Default, UndefinedBehavior),
            Property::UncaughtException => row(Default, EndsRun),
            Property::Unreachable => row(All, UndefinedBehavior),
            Property::Invariant => row(Default, EndsRun),
            Property::Ltl => row(Default, EndsRun),
            Property::Livelock => row(None, EndsRun),
            Property::Termination => row(None, EndsRun),
            Property::Crash => row(Default, EndsRun),
            Property::LockMisuse => row(Default, UndefinedBehavior),
            Property::Leak => row(All, EndsRun),
            Property::ErrorCall => row(None, EndsRun),
        }
    }

    /// Name on the command line and in JSON.
    pub fn name(self) -> &'static str {
        self.into()
    }

    /// The consequence of a violation that nobody asked for.
    pub fn unasked(self) -> Unasked {
        self.row().unasked
    }

    /// The smallest set with a name that has it.
    pub(crate) fn set(self) -> NamedSet {
        self.row().set
    }

    /// The kind under which violations are reported: the property itself, but `memory` for
    /// leaks, and `assertion` for calls of error functions. These are asked for by a name of
    /// their own; leaks are the detail `leak` of their kind.
    #[must_use]
    pub fn kind(self) -> Property {
        match self {
            Property::Leak => Property::Memory,
            Property::ErrorCall => Property::Assertion,
            other => other,
        }
    }

    /// The property that asks for this one, too.
    pub(crate) fn part_of(self) -> Option<Property> {
        (self == Property::ErrorCall).then_some(Property::Assertion)
    }
}

impl fmt::Display for Property {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

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
    /// A function is called whose call is an error.
    ErrorCall {
        /// Name of the function.
        function: String,
    },
    /// Threads can never move again.
    Deadlock {
        /// The threads, each with what it waits for.
        threads: Vec<Waiting>,
    },
    /// Threads go round for ever, and none can change what the others read.
    SpinDeadlock {
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
    /// A C++ exception ends the program.
    UncaughtException {
        /// Type of the exception, as C++ writes it.
        exception: String,
        /// The way in which it escapes.
        escape: Escape,
    },
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

impl Finding {
    /// The property that is violated.
    pub fn property(&self) -> Property {
        match self {
            Finding::FailedAssertion { .. } => Property::Assertion,
            Finding::ErrorCall { .. } => Property::ErrorCall,
            Finding::Deadlock { .. } => Property::Deadlock,
            Finding::SpinDeadlock { .. } => Property::SpinDeadlock,
            Finding::DataRace { .. } => Property::DataRace,
            Finding::Memory(_) => Property::Memory,
            Finding::Leak { .. } => Property::Leak,
            Finding::Uninitialized { .. } => Property::Uninitialized,
            Finding::Overflow(_) => Property::Overflow,
            Finding::DivisionByZero => Property::DivisionByZero,
            Finding::UncaughtException { .. } => Property::UncaughtException,
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
            | Finding::ErrorCall { .. }
            | Finding::Deadlock { .. }
            | Finding::SpinDeadlock { .. }
            | Finding::DataRace { .. }
            | Finding::Uninitialized { .. }
            | Finding::Overflow(_)
            | Finding::DivisionByZero
            | Finding::UncaughtException { .. }
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
            Finding::ErrorCall { function } => {
                write!(f, "assertion failed: {function}() is reached")
            }
            Finding::Deadlock { threads } => {
                write!(f, "deadlock: {}", joined(threads))
            }
            Finding::SpinDeadlock { threads } => {
                write!(f, "spin deadlock: {}", joined(threads))
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
            Finding::UncaughtException { exception, escape } => escape.tell(exception, f),
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

/// Waits of threads, one after the other.
fn joined(threads: &[Waiting]) -> String {
    let waits: Vec<String> = threads.iter().map(Waiting::to_string).collect();
    waits.join("; ")
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
