//! Reachable operations: an over-approximation of what a thread may still do, computed once
//! for a program without looking at data.
//!
//! For each instruction there is the set of operations of a few families that code from
//! there on can reach: in the rest of its function, in what that calls, in what is
//! called through pointers (any function whose address is taken), and in
//! threads that are created. What callers do afterwards is up to their own frames.

use cranelift_entity::SecondaryMap;
use heddle_program::{CallSite, Callee, Const, FuncId, Function, Op, Program};

use crate::options::Harness;
use crate::shims::{Shim, SyncOp};

/// A set of families of operations.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(crate) struct OpSet(u16);

impl OpSet {
    /// The empty set.
    pub(crate) const NONE: OpSet = OpSet(0);
    /// Creating a thread.
    pub(crate) const CREATE: OpSet = OpSet(1);
    /// Joining or detaching a thread.
    pub(crate) const JOIN: OpSet = OpSet(1 << 1);
    /// Looking whether a thread has ended, without waiting for it.
    pub(crate) const TRY_JOIN: OpSet = OpSet(1 << 2);
    /// Detaching a thread.
    pub(crate) const DETACH: OpSet = OpSet(1 << 3);
    /// Cancelling a thread.
    pub(crate) const CANCEL: OpSet = OpSet(1 << 4);
    /// Ending the calling thread, other than by returning from its function.
    pub(crate) const THREAD_EXIT: OpSet = OpSet(1 << 5);
    /// What can be done with a mutex beside locking and unlocking it.
    pub(crate) const MUTEX_REST: OpSet = OpSet(1 << 6);
    /// What can be done with a read-write lock beside locking and unlocking it.
    pub(crate) const RWLOCK_REST: OpSet = OpSet(1 << 7);
    /// What can be done with a spin lock beside locking and unlocking it.
    pub(crate) const SPIN_REST: OpSet = OpSet(1 << 8);
    /// What can be done with a semaphore beside waiting for and posting it.
    pub(crate) const SEMAPHORE_REST: OpSet = OpSet(1 << 9);
    /// Leaving the function, by returning from it or by a call that does not return. It
    /// says nothing of what is called: only of the function's own instructions.
    pub(crate) const LEAVE: OpSet = OpSet(1 << 10);
    /// Asking for the calling thread's own number.
    pub(crate) const SELF: OpSet = OpSet(1 << 11);

    /// Returns the union with another set.
    pub(crate) const fn with(self, other: OpSet) -> OpSet {
        OpSet(self.0 | other.0)
    }

    /// True if the intersection with another set is not empty.
    pub(crate) fn meet(self, other: OpSet) -> bool {
        self.0 & other.0 != 0
    }

    /// The family of an operation of the machine.
    fn of(shim: Shim) -> OpSet {
        match shim {
            Shim::ThreadCreate => OpSet::CREATE,
            Shim::ThreadJoin => OpSet::JOIN,
            Shim::ThreadDetach => OpSet::JOIN.with(OpSet::DETACH),
            Shim::ThreadCancel => OpSet::CANCEL,
            Shim::ThreadExit => OpSet::THREAD_EXIT,
            Shim::ThreadSelf => OpSet::SELF,
            Shim::Sync(op) => OpSet::of_sync(op),
            _ => OpSet::NONE,
        }
    }

    fn of_sync(op: SyncOp) -> OpSet {
        match op {
            SyncOp::MutexInit
            | SyncOp::MutexDestroy
            | SyncOp::MutexTimedLock
            | SyncOp::MutexTryLock => OpSet::MUTEX_REST,
            SyncOp::RwlockInit
            | SyncOp::RwlockDestroy
            | SyncOp::RwlockTryRead
            | SyncOp::RwlockTryWrite
            | SyncOp::RwlockTimed => OpSet::RWLOCK_REST,
            SyncOp::SpinInit | SyncOp::SpinDestroy | SyncOp::SpinTryLock => OpSet::SPIN_REST,
            SyncOp::SemInit | SyncOp::SemDestroy | SyncOp::SemTryWait | SyncOp::SemGetValue => {
                OpSet::SEMAPHORE_REST
            }
            SyncOp::MutexLock
            | SyncOp::MutexUnlock
            | SyncOp::CondInit
            | SyncOp::CondDestroy
            | SyncOp::CondWait
            | SyncOp::CondSignal
            | SyncOp::CondBroadcast
            | SyncOp::RwlockRead
            | SyncOp::RwlockWrite
            | SyncOp::RwlockUnlock
            | SyncOp::SemWait
            | SyncOp::SemPost
            | SyncOp::BarrierInit
            | SyncOp::BarrierDestroy
            | SyncOp::BarrierWait
            | SyncOp::SpinLock
            | SyncOp::SpinUnlock
            | SyncOp::OnceEnter
            | SyncOp::OnceLeave => OpSet::NONE,
        }
    }

    /// What a function of the runtime does that its shims do not tell: they have a flag
    /// for trying or waiting in vain.
    fn of_function(function: &Function) -> OpSet {
        match function.name.as_str() {
            "pthread_tryjoin_np" | "pthread_timedjoin_np" | "pthread_clockjoin_np" => {
                OpSet::TRY_JOIN
            }
            "sem_timedwait" | "sem_clockwait" => OpSet::SEMAPHORE_REST,
            _ => OpSet::NONE,
        }
    }
}

/// The reachable operations of all instructions.
#[derive(Debug)]
pub(crate) struct ReachableOps {
    from: SecondaryMap<FuncId, Box<[OpSet]>>,
    cancels: bool,
    names_threads: bool,
}

impl ReachableOps {
    /// Computes them. `shims` says what undefined functions are, and `harness` which functions
    /// the machine itself hands out.
    pub(crate) fn of(
        program: &Program,
        shims: &SecondaryMap<heddle_program::ExternId, Option<Shim>>,
        harness: &Harness,
    ) -> ReachableOps {
        let mut summary = Summary { program, shims, of: SecondaryMap::new(), any: OpSet::NONE };
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
    shims: &'a SecondaryMap<heddle_program::ExternId, Option<Shim>>,
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
            for (id, function) in &self.program.functions {
                let calls = function.calls.values().map(|site| self.of_call(site));
                self.of[id] = calls.fold(OpSet::of_function(function), OpSet::with);
            }
            self.any = constants.iter().fold(OpSet::NONE, |ops, constant| {
                ops.with(match *constant {
                    Const::Function(func) => self.of[func],
                    Const::Extern(id) => self.of_shim(self.shims[id]),
                    _ => OpSet::NONE,
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
            Callee::Extern(id) => self.of_shim(self.shims[id]),
            Callee::Indirect(_) => self.any,
        }
    }

    /// A new thread does what its function does.
    fn of_shim(&self, shim: Option<Shim>) -> OpSet {
        let Some(shim) = shim else { return OpSet::NONE };
        match (shim, self.program.thread_main) {
            (Shim::ThreadCreate, Some(main)) => OpSet::of(shim).with(self.of[main]),
            _ => OpSet::of(shim),
        }
    }

    /// The set of each instruction of a function.
    fn along(&self, function: &Function) -> Box<[OpSet]> {
        // A thread that waits in the middle of such a function is still about to do it.
        let own = OpSet::of_function(function);
        let mut from = vec![own; function.code.len()];
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
                let ops = later.fold(here.with(own), OpSet::with);
                changed |= ops != from[pc];
                from[pc] = ops;
            }
            if !changed {
                return from.into();
            }
        }
    }
}
