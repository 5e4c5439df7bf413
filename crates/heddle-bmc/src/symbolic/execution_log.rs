//! Execution logs: the record of a thread's actions in program order, from which a model of the
//! formula is told as a schedule.
//!
//! Paths are executed such that what comes later on a path comes later in the log: the entries
//! whose guards hold in a model are the actions of the thread in that run, and the instructions
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
//! | a wait, a misuse, inside of a step | not yet: `LogPosition::extra` is 1 if it is made |
//!
//! The counter goes back to zero with each entry, and at the end of a basic block: what comes next
//! has other guards. `Executor::before` is what came before the instruction that is executed, which
//! is where a run has to stop if it is one of a race. A count that is wrong shows as a model that
//! does not replay, at the first instruction where the machine does something else.

use crate::history::AtomicBlockId;
use crate::term::Term;

/// An action of a thread.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Action {
    /// None: the entry only counts instructions.
    Instructions,
    /// An atomic block is complete.
    BlockEnd(AtomicBlockId),
    /// A thread is created.
    Create(u32),
    /// The instruction takes this alternative, a number of 32 bits.
    Alternative(Term),
    /// An input, of 64 bits.
    Input(Term),
    /// The thread has ended.
    Exit,
    /// The process has ended.
    ProcessEnd,
}

/// An entry of a log: some instructions, and an action after them.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct LogEntry {
    /// Condition under which the run comes here.
    pub(crate) guard: Term,
    /// Instructions since the entry before.
    pub(crate) instructions: u32,
    /// The action after them.
    pub(crate) action: Action,
}

/// The execution log of a thread.
pub(crate) type ThreadLog = Vec<LogEntry>;
