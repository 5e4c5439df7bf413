//! Reachable operations: an over-approximation of what a thread may still do, computed once
//! for a program without looking at data.
//!
//! For each instruction there is the set of operations of a few families that code from
//! there on can reach: in the rest of its function, in what that calls, in what is
//! called through pointers (any function whose address is taken), and in
//! threads that are created. What callers do afterwards is up to their own frames.
//!
//! # Sections
//! Entering an atomic section is of interest where the thread may have to wait in it
//! ([`OpSet::SECTION`]). That is so if a function that is atomic as a whole may reach an operation
//! that waits; if a function may leave a section open that it begins; and if a function ends all
//! that it begins and may reach an operation that waits, in them or elsewhere. Sections that begin
//! and end in a function of the runtime have none: that is a rule for its code.

use cranelift_entity::SecondaryMap;
use heddle_program::operation::{Blocking, OpSet, ProcessOp, Row};
use heddle_program::{CallSite, Callee, Const, FuncId, Function, Op, Operation, Origin, Program};

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
            from[id] = summary.along(id, function);
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

    /// The operations that are reachable in a function after the call at an instruction.
    pub(crate) fn after(&self, program: &Program, func: FuncId, pc: u32) -> OpSet {
        let later = program.functions[func].successors(pc);
        later.fold(OpSet::NONE, |ops, pc| ops.with(self.from(func, pc)))
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
                let ops = calls.fold(OpSet::NONE, OpSet::with);
                self.of[id] = match self.may_wait_in_section(function, ops) {
                    true => ops.with(OpSet::SECTION),
                    false => ops,
                };
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

    /// True if a thread may have to wait in a section that a function begins, or is.
    fn may_wait_in_section(&self, function: &Function, ops: OpSet) -> bool {
        let has = |op| function.calls.values().any(|site| self.operation(site) == Some(op));
        let begins = has(Operation::Process(ProcessOp::AtomicBegin));
        let ends = has(Operation::Process(ProcessOp::AtomicEnd));
        match (begins, ends) {
            (true, false) => true,
            (true, true) if function.origin == Origin::Runtime => false,
            (true, true) => {
                // An exception may leave a section open.
                ops.meet(OpSet::WAIT.with(OpSet::UNWIND)) || !self.ends_its_sections(function)
            }
            (false, _) => function.atomic && ops.meet(OpSet::WAIT),
        }
    }

    /// True if a function ends each section that it begins, and no other, whichever way it goes.
    fn ends_its_sections(&self, function: &Function) -> bool {
        let mut depths: Vec<Option<u32>> = vec![None; function.code.len()];
        let mut work = vec![(0u32, 0u32)];
        while let Some((pc, depth)) = work.pop() {
            let Some(known) = depths.get_mut(pc as usize) else { return false };
            match *known {
                Some(known) if known == depth => continue,
                Some(_) => return false,
                None => *known = Some(depth),
            }
            let after = match function.code[pc as usize] {
                Op::Call { id } | Op::Invoke { id, .. } => {
                    match self.operation(&function.calls[id]) {
                        Some(Operation::Process(ProcessOp::AtomicBegin)) => depth.checked_add(1),
                        Some(Operation::Process(ProcessOp::AtomicEnd)) => depth.checked_sub(1),
                        Some(_) | None => Some(depth),
                    }
                }
                Op::Return { .. } if depth != 0 => None,
                _ => Some(depth),
            };
            let Some(after) = after else { return false };
            work.extend(function.successors(pc).map(|target| (target, after)));
        }
        true
    }

    /// The operation that a call asks for by name.
    fn operation(&self, site: &CallSite) -> Option<Operation> {
        match site.callee {
            Callee::Extern(id) => self.program.externs[id].operation,
            Callee::Function(_) | Callee::Indirect(_) => None,
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
        let Row { family, blocking, .. } = *op.row();
        let family = match blocking {
            Blocking::Never => family,
            Blocking::Lock
            | Blocking::Post
            | Blocking::Object
            | Blocking::Exit
            | Blocking::Anything => family.with(OpSet::WAIT),
        };
        match self.program.thread_main {
            Some(main) if family.meet(OpSet::CREATE) => family.with(self.of[main]),
            _ => family,
        }
    }

    /// The set of each instruction of a function.
    fn along(&self, id: FuncId, function: &Function) -> Box<[OpSet]> {
        let begin = Some(Operation::Process(ProcessOp::AtomicBegin));
        let section = match self.may_wait_in_section(function, self.of[id]) {
            true => OpSet::SECTION,
            false => OpSet::NONE,
        };
        let mut from = vec![OpSet::NONE; function.code.len()];
        loop {
            let mut changed = false;
            for pc in (0..function.code.len()).rev() {
                let at = |target: u32| from.get(target as usize).copied().unwrap_or(OpSet::NONE);
                let here = match function.code[pc] {
                    Op::Return { .. } | Op::Unreachable => OpSet::LEAVE,
                    Op::Call { id } | Op::Invoke { id, .. }
                        if self.operation(&function.calls[id]) == begin =>
                    {
                        section
                    }
                    Op::Call { id } | Op::Invoke { id, .. } => self.of_call(&function.calls[id]),
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
