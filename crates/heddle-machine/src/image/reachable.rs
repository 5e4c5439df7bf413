//! Reachable operations: an over-approximation of what a thread may still do, computed once
//! for a program without looking at data.
//!
//! For each instruction there is the set of operations of a few families that code from
//! there on can reach: in the rest of its function, in what that calls, in what is
//! called through pointers (any function whose address is taken), and in
//! threads that are created. What callers do afterwards is up to their own frames.

use cranelift_entity::SecondaryMap;
use heddle_program::operation::OpSet;
use heddle_program::{CallSite, Callee, Const, FuncId, Function, Op, Operation, Program};

use crate::options::Harness;

/// The reachable operations of all instructions.
#[derive(Debug)]
pub(crate) struct ReachableOps {
    from: SecondaryMap<FuncId, Box<[OpSet]>>,
    cancels: bool,
    names_threads: bool,
}

impl ReachableOps {
    /// Computes them. `harness` says which functions the machine itself hands out.
    pub(crate) fn of(program: &Program, harness: &Harness) -> ReachableOps {
        let mut summary = Summary { program, of: SecondaryMap::new(), any: OpSet::NONE };
        summary.settle(harness);
        let mut from = SecondaryMap::new();
        for (id, function) in &program.functions {
            from[id] = summary.along(function);
        }
        let all = summary.of[program.entry];
        ReachableOps {
            from,
            cancels: all.meet(OpSet::CANCEL),
            names_threads: all.meet(OpSet::SELF),
        }
    }

    /// True if the program may cancel threads.
    pub(crate) fn cancels(&self) -> bool {
        self.cancels
    }

    /// True if threads of the program may ask for their own numbers.
    pub(crate) fn names_threads(&self) -> bool {
        self.names_threads
    }

    /// The operations that are reachable in a function from an instruction on.
    #[inline]
    pub(crate) fn from(&self, func: FuncId, pc: u32) -> OpSet {
        self.from[func].get(pc as usize).copied().unwrap_or(OpSet::NONE)
    }
}

/// The operations that are reachable by calls of whole functions.
struct Summary<'a> {
    program: &'a Program,
    of: SecondaryMap<FuncId, OpSet>,
    /// Calls through pointers.
    any: OpSet,
}

impl Summary<'_> {
    /// Computes all sets, until nothing changes.
    fn settle(&mut self, harness: &Harness) {
        let threads = harness.threads.iter().map(|thread| thread.function);
        let mut constants: Vec<Const> =
            harness.init.into_iter().chain(threads).map(Const::Function).collect();
        for (_, function) in &self.program.functions {
            constants.extend(function.constants.iter().copied());
        }
        for (_, global) in &self.program.globals {
            let relocations = global.init.iter().flat_map(|init| &init.relocations);
            constants.extend(relocations.map(|&(_, constant)| constant));
        }
        loop {
            let before = (self.any, self.of.values().copied().collect::<Vec<_>>());
            let functions = &self.program.functions;
            // Both ways: chains of calls are long, and most go one way.
            for id in functions.keys().chain(functions.keys().rev()) {
                let function = &functions[id];
                let calls = function.calls.values().map(|site| self.of_call(site));
                self.of[id] = calls.fold(OpSet::NONE, OpSet::with);
            }
            self.any = constants.iter().fold(OpSet::NONE, |ops, constant| {
                ops.with(match *constant {
                    Const::Function(func) | Const::BesideFunction(func, _) => self.of[func],
                    Const::Extern(id) => self.of_operation(self.program.externs[id].operation),
                    Const::Bits(_) | Const::Global(..) | Const::Label(..) | Const::Undef => {
                        OpSet::NONE
                    }
                })
            });
            if before == (self.any, self.of.values().copied().collect()) {
                return;
            }
        }
    }

    fn of_call(&self, site: &CallSite) -> OpSet {
        match site.callee {
            Callee::Function(func) => self.of[func],
            Callee::Extern(id) => self.of_operation(self.program.externs[id].operation),
            Callee::Indirect(_) => self.any,
        }
    }

    /// A new thread does what its function does.
    fn of_operation(&self, op: Option<Operation>) -> OpSet {
        let Some(op) = op else { return OpSet::NONE };
        let family = op.row().family;
        match self.program.thread_main {
            Some(main) if family.meet(OpSet::CREATE) => family.with(self.of[main]),
            _ => family,
        }
    }

    /// The set of each instruction of a function.
    fn along(&self, function: &Function) -> Box<[OpSet]> {
        let mut from = vec![OpSet::NONE; function.code.len()];
        loop {
            let mut changed = false;
            for pc in (0..function.code.len()).rev() {
                let at = |target: u32| from.get(target as usize).copied().unwrap_or(OpSet::NONE);
                let here = match function.code[pc] {
                    Op::Return { .. } | Op::Unreachable => OpSet::LEAVE,
                    Op::Call { id } => self.of_call(&function.calls[id]),
                    _ => OpSet::NONE,
                };
                let later = function.successors(pc as u32).map(at);
                let ops = later.fold(here, OpSet::with);
                changed |= ops != from[pc];
                from[pc] = ops;
            }
            if !changed {
                return from.into();
            }
        }
    }
}
