//! Facts of a program that a plan is made from. None of them decides a verdict.

use heddle_program::operation::{ProcessOp, ThreadOp};
use heddle_program::{Operation, Program};

/// Facts of a program, seen without running it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Facts {
    /// True if it has inputs that are too wide to enumerate.
    pub(crate) has_wide_inputs: bool,
    /// True if it may create threads.
    pub(crate) creates_threads: bool,
}

impl Facts {
    /// The facts of a program.
    pub(crate) fn of(program: &Program) -> Facts {
        let uses = |operation: Operation| {
            program.externs.values().any(|function| function.operation == Some(operation))
        };
        Facts {
            has_wide_inputs: uses(Operation::Process(ProcessOp::Nondet))
                || !program.any_results.is_empty(),
            creates_threads: uses(Operation::Thread(ThreadOp::Create)),
        }
    }
}
