//! What is asked of the engine, and what it answers.

use std::path::PathBuf;
use std::time::Instant;

use heddle_model::{Property, PropertySet, Unknown};
use heddle_program::FuncId;

use crate::history::Turns;

/// How concurrency becomes constraints.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Concurrency {
    /// One order of all shared accesses; threads may take turns as often as they like.
    #[default]
    Order,
    /// Blocks between context switches.
    Switches {
        /// Most context switches; at least one.
        bound: u32,
        /// Who has the next block.
        turns: Turns,
    },
}

/// How often loops go round, and functions call themselves.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Unwind {
    /// Most rounds. If there is none: as many as are needed, found by doubling.
    pub limit: Option<u32>,
    /// Most rounds of some loops, by the names that [`Reached`] gives them.
    pub loops: Vec<(String, u32)>,
}

/// What is run in the place of `main`, in a program without one.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Harness {
    /// What to call first. It takes no arguments.
    pub init: Option<FuncId>,
    /// What to start threads with, and with which arguments.
    pub threads: Vec<(FuncId, u64)>,
}

/// When to give up.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Limits {
    /// At this time.
    pub deadline: Option<Instant>,
    /// When the process holds more bytes.
    pub memory: Option<u64>,
}

/// What is asked.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Options {
    /// What to look for.
    pub properties: PropertySet,
    /// How concurrency is encoded.
    pub concurrency: Concurrency,
    /// How often loops go round.
    pub unwind: Unwind,
    /// Whether allocations may fail.
    pub malloc_may_fail: bool,
    /// Whether waits on condition variables may end for no reason.
    pub spurious_wakeups: bool,
    /// The program's name and arguments.
    pub args: Vec<String>,
    /// What is run, if the program begins with the runtime's driver.
    pub harness: Harness,
    /// When to give up.
    pub limits: Limits,
    /// Where to write the formula in DIMACS, before it is solved.
    pub cnf: Option<PathBuf>,
}

/// How far the engine is.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Progress {
    /// Rounds that loops are unrolled to.
    pub unwind: u32,
    /// What the formula is made of so far.
    pub size: Size,
}

/// How large a formula is, and what it took to solve it.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Size {
    /// Threads that are created in some run.
    pub threads: u32,
    /// Accesses to what threads share.
    pub events: u64,
    /// Terms.
    pub terms: u64,
    /// Variables of the solver.
    pub variables: u64,
    /// Clauses.
    pub clauses: u64,
    /// Conflicts.
    pub conflicts: u64,
}

/// A bound that was not shown to suffice.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Reached {
    /// A loop may go round more often.
    Loop {
        /// Its name: the function and the line.
        name: String,
        /// How often it did at most.
        rounds: u32,
    },
    /// A function may call itself more often.
    Recursion {
        /// Its name.
        name: String,
        /// How deep it did at most.
        depth: u32,
    },
    /// There may be more context switches.
    Switches {
        /// How many there were at most.
        bound: u32,
    },
    /// A limit kept the engine from looking at more rounds of the loops.
    Limit {
        /// Which.
        reason: String,
    },
}

/// Some instructions of a thread, without one of another between them.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Turn {
    /// The thread: threads are numbered in the order in which the engine met them, from 0, the
    /// main thread.
    pub thread: u32,
    /// How many instructions it makes.
    pub instructions: u64,
    /// Which way the last of them goes, if it has several.
    pub alternative: u32,
    /// The thread that the last of them creates.
    pub creates: Option<u32>,
}

/// A run that goes wrong. It is only believed when it has been replayed.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Witness {
    /// What is violated.
    pub property: Property,
    /// For each thread, the inputs that it takes, in order.
    pub inputs: Vec<Vec<u64>>,
    /// Who makes how many instructions; after them, or in the last of them, it goes wrong.
    pub turns: Vec<Turn>,
}

/// What the engine found.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Answer {
    /// Nothing goes wrong, and no bound mattered.
    Verified,
    /// Nothing goes wrong within these bounds. Never empty.
    Bounded(Vec<Reached>),
    /// Something does.
    Violation(Witness),
    /// No answer, and why.
    Unknown(Unknown),
}

/// An answer and what it took.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Report {
    /// The answer.
    pub answer: Answer,
    /// Rounds that loops were unrolled to.
    pub unwind: u32,
    /// The formula.
    pub size: Size,
}

/// A question that makes no sense.
#[derive(Debug, thiserror::Error)]
pub enum CheckError {
    /// A limit is given for a loop that does not exist.
    #[error("there is no loop '{name}'; {}", loops_there_are(loops))]
    NoSuchLoop {
        /// What was given.
        name: String,
        /// Those there are.
        loops: Vec<String>,
    },
    /// A data model that the engine does not know.
    #[error("the bmc engine checks 64-bit programs only, not those of -m32")]
    DataModel,
    /// The formula cannot be written.
    #[error("cannot write {}", path.display())]
    Dump {
        /// The file.
        path: PathBuf,
        /// Why.
        source: std::io::Error,
    },
}

fn loops_there_are(loops: &[String]) -> String {
    match loops {
        [] => "the program has none".to_owned(),
        _ => format!("the loops are {}", loops.join(", ")),
    }
}
