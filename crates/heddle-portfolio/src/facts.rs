//! Facts of a program that a plan is made from. None of them decides a verdict.

use std::collections::BTreeSet;

use heddle_engine::World;
use heddle_program::operation::{ProcessOp, ThreadOp};
use heddle_program::{Callee, Const, ExternId, FuncId, Operation, Program};

/// Facts of a program, seen without running it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Facts {
    /// True if it has inputs that are too wide to enumerate.
    pub(crate) has_wide_inputs: bool,
    /// True if it may create threads.
    pub(crate) creates_threads: bool,
    /// True if it has one thread, and neither inputs nor choices: one run, unless it branches on an
    /// uninitialized value or its thread waits.
    pub(crate) has_one_run: bool,
}

impl Facts {
    /// The facts of a program in a world.
    pub(crate) fn of(program: &Program, world: &World) -> Facts {
        let used = used_operations(program);
        let uses = |operation: ProcessOp| used.contains(&Operation::Process(operation));
        let has_wide_inputs = uses(ProcessOp::Nondet) || !program.any_results.is_empty();
        let has_choices =
            world.malloc_may_fail || uses(ProcessOp::Choose) || uses(ProcessOp::NarrowInput);
        let creates_threads = used.contains(&Operation::Thread(ThreadOp::Create));
        Facts {
            has_wide_inputs,
            creates_threads,
            has_one_run: !has_wide_inputs && !has_choices && !creates_threads,
        }
    }
}

/// The operations that the program's functions call or have the address of, and those that its
/// initializers have. A function that nothing calls, starts or has the address of is none of them,
/// such as one that takes a wide input where all its calls take narrow ones instead.
fn used_operations(program: &Program) -> Vec<Operation> {
    let initializers = program.globals.values().filter_map(|global| global.init.as_ref());
    let relocated: Vec<Const> =
        initializers.flat_map(|init| &init.relocations).map(|(_, constant)| *constant).collect();
    let mut functions = BTreeSet::from([program.entry]);
    functions.extend(program.thread_main);
    functions.extend(relocated.iter().copied().filter_map(function_of));
    for function in program.functions.values() {
        functions.extend(function.constants.iter().copied().filter_map(function_of));
        functions.extend(function.calls.values().filter_map(|site| match site.callee {
            Callee::Function(id) => Some(id),
            Callee::Extern(_) | Callee::Indirect(_) => None,
        }));
    }
    let mut externs: BTreeSet<ExternId> = relocated.into_iter().filter_map(extern_of).collect();
    for id in functions {
        let function = &program.functions[id];
        externs.extend(function.constants.iter().copied().filter_map(extern_of));
        externs.extend(function.calls.values().filter_map(|site| match site.callee {
            Callee::Extern(id) => Some(id),
            Callee::Function(_) | Callee::Indirect(_) => None,
        }));
    }
    externs.into_iter().filter_map(|id| program.externs[id].operation).collect()
}

/// The function whose address a constant is.
fn function_of(constant: Const) -> Option<FuncId> {
    match constant {
        Const::Function(id) | Const::BesideFunction(id, _) | Const::Label(id, _) => Some(id),
        Const::Bits(_) | Const::Global(..) | Const::Extern(_) | Const::Undef => None,
    }
}

/// The function from outside whose address a constant is.
fn extern_of(constant: Const) -> Option<ExternId> {
    match constant {
        Const::Extern(id) => Some(id),
        _ => None,
    }
}
