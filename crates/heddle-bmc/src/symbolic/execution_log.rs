//! What a thread does, in the order of its program, so that a model of the formula can be told
//! as a schedule.
//!
//! Paths are executed such that what comes later on a path comes later in the log: those entries
//! whose guards hold in a model are what the thread does in that run, and the instructions
//! between them are as many as the machine makes.
//!
//! # Who counts instructions
//! A schedule is right only if every one is counted once, where the machine makes it:
//!
//! | instruction | counted by |
//! | --- | --- |
//! | of the program | `Executor::tick`, before it is executed |
//! | a call of a function, or of what the machine does itself | the same, when it is made |
//! | an operation that has a C model | the primitive `end` of each of its steps; nothing inside |
//! | a wait, a misuse, inside of a step | not yet: `LogPosition::more` is 1 if the machine makes it |
//!
//! The counter goes back to zero with each mark, and at the end of a block: what comes next has
//! other guards. `Executor::before` is what came before the instruction that is executed, which
//! is where a run has to stop if it is one of a race. A count that is wrong shows as a model that
//! does not replay, at the first instruction where the machine does something else.

use crate::history::AtomicBlockId;
use crate::term::Term;

/// Something on the log.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Action {
    /// Nothing: some instructions.
    Instructions,
    /// A block of events is complete.
    BlockEnd(AtomicBlockId),
    /// A thread is created.
    Create(u32),
    /// The instruction goes this way, a number of 32 bits.
    Alternative(Term),
    /// An input, of 64 bits.
    Input(Term),
    /// The thread has ended.
    Exit,
    /// The process has ended.
    ProcessEnd,
}

/// Some instructions, and something after them.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct LogEntry {
    /// Whether the run comes here.
    pub(crate) guard: Term,
    /// How many instructions it has made since the mark before.
    pub(crate) instructions: u32,
    /// What happens.
    pub(crate) action: Action,
}

/// The entries of a thread.
pub(crate) type ThreadLog = Vec<LogEntry>;
