//! What a thread may still do, by and large: computed once for a program, without
//! looking at data.
//!
//! For each instruction there is the set of operations of a few kinds that code from
//! there on can come to: in the rest of its function, in what that calls, in what is
//! called through pointers (any function whose address is taken), and in
//! threads that are created. What callers do afterwards is up to their own frames. The
//! sets are too large rather than too small.

use cranelift_entity::SecondaryMap;
use heddle_program::{CallSite, Callee, Const, FuncId, Function, Op, Program};

use crate::options::Harness;
use crate::shims::{Shim, SyncOp};

/// Kinds of operations, as bits.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(crate) struct Kinds(u16);

impl Kinds {
    /// Nothing.
    pub(crate) const NONE: Kinds = Kinds(0);
    /// Creating a thread.
    pub(crate) const CREATE: Kinds = Kinds(1);
    /// Joining or detaching a thread.
    pub(crate) const JOIN: Kinds = Kinds(1 << 1);
    /// Looking whether a thread has ended, without waiting for it.
    pub(crate) const TRY_JOIN: Kinds = Kinds(1 << 2);
    /// Detaching a thread.
    pub(crate) const DETACH: Kinds = Kinds(1 << 3);
    /// Cancelling a thread.
    pub(crate) const CANCEL: Kinds = Kinds(1 << 4);
    /// Ending the calling thread, other than by returning from its function.
    pub(crate) const THREAD_EXIT: Kinds = Kinds(1 << 5);
    /// What can be done with a mutex beside locking and unlocking it.
    pub(crate) const MUTEX_REST: Kinds = Kinds(1 << 6);
    /// What can be done with a read-write lock beside locking and unlocking it.
    pub(crate) const RWLOCK_REST: Kinds = Kinds(1 << 7);
    /// What can be done with a spin lock beside locking and unlocking it.
    pub(crate) const SPIN_REST: Kinds = Kinds(1 << 8);
    /// What can be done with a semaphore beside waiting for and posting it.
    pub(crate) const SEMAPHORE_REST: Kinds = Kinds(1 << 9);
    /// Leaving the function, by returning from it or by a call that does not return. It
    /// says nothing of what is called: only of the function's own instructions.
    pub(crate) const LEAVE: Kinds = Kinds(1 << 10);
    /// Asking for the calling thread's own number.
    pub(crate) const SELF: Kinds = Kinds(1 << 11);

    /// These and others.
    pub(crate) const fn with(self, other: Kinds) -> Kinds {
        Kinds(self.0 | other.0)
    }

    /// Whether a kind is in both.
    pub(crate) fn meet(self, other: Kinds) -> bool {
        self.0 & other.0 != 0
    }

    /// The kind of an operation of the machine.
    fn of(shim: Shim) -> Kinds {
        match shim {
            Shim::ThreadCreate => Kinds::CREATE,
            Shim::ThreadJoin => Kinds::JOIN,
            Shim::ThreadDetach => Kinds::JOIN.with(Kinds::DETACH),
            Shim::ThreadCancel => Kinds::CANCEL,
            Shim::ThreadExit => Kinds::THREAD_EXIT,
            Shim::ThreadSelf => Kinds::SELF,
            Shim::Sync(op) => Kinds::of_sync(op),
            _ => Kinds::NONE,
        }
    }

    fn of_sync(op: SyncOp) -> Kinds {
        match op {
            SyncOp::MutexInit
            | SyncOp::MutexDestroy
            | SyncOp::MutexTimedLock
            | SyncOp::MutexTryLock => Kinds::MUTEX_REST,
            SyncOp::RwlockInit
            | SyncOp::RwlockDestroy
            | SyncOp::RwlockTryRead
            | SyncOp::RwlockTryWrite
            | SyncOp::RwlockTimed => Kinds::RWLOCK_REST,
            SyncOp::SpinInit | SyncOp::SpinDestroy | SyncOp::SpinTryLock => Kinds::SPIN_REST,
            SyncOp::SemInit | SyncOp::SemDestroy | SyncOp::SemTryWait | SyncOp::SemGetValue => {
                Kinds::SEMAPHORE_REST
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
            | SyncOp::OnceLeave => Kinds::NONE,
        }
    }

    /// What a function of the runtime does that its shims do not tell: they have a flag
    /// for trying or waiting in vain.
    fn of_function(function: &Function) -> Kinds {
        match function.name.as_str() {
            "pthread_tryjoin_np" | "pthread_timedjoin_np" | "pthread_clockjoin_np" => {
                Kinds::TRY_JOIN
            }
            "sem_timedwait" | "sem_clockwait" => Kinds::SEMAPHORE_REST,
            _ => Kinds::NONE,
        }
    }
}

/// The sets of all instructions.
#[derive(Debug)]
pub(crate) struct Future {
    from: SecondaryMap<FuncId, Box<[Kinds]>>,
    cancels: bool,
    names_threads: bool,
}

impl Future {
    /// What the program's code can come to. `shims` says what undefined functions are, and
    /// `harness` which functions the machine itself hands out.
    pub(crate) fn of(
        program: &Program,
        shims: &SecondaryMap<heddle_program::ExternId, Option<Shim>>,
        harness: &Harness,
    ) -> Future {
        let mut summary = Summary { program, shims, of: SecondaryMap::new(), any: Kinds::NONE };
        summary.settle(harness);
        let mut from = SecondaryMap::new();
        for (id, function) in &program.functions {
            from[id] = summary.along(function);
        }
        let all = summary.of[program.entry];
        Future { from, cancels: all.meet(Kinds::CANCEL), names_threads: all.meet(Kinds::SELF) }
    }

    /// Whether the program may cancel threads.
    pub(crate) fn cancels(&self) -> bool {
        self.cancels
    }

    /// Whether threads of the program may ask for their own numbers.
    pub(crate) fn names_threads(&self) -> bool {
        self.names_threads
    }

    /// What a function can come to from an instruction on.
    #[inline]
    pub(crate) fn from(&self, func: FuncId, pc: u32) -> Kinds {
        self.from[func].get(pc as usize).copied().unwrap_or(Kinds::NONE)
    }
}

/// What calls of whole functions can come to.
struct Summary<'a> {
    program: &'a Program,
    shims: &'a SecondaryMap<heddle_program::ExternId, Option<Shim>>,
    of: SecondaryMap<FuncId, Kinds>,
    /// Calls through pointers.
    any: Kinds,
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
                self.of[id] = calls.fold(Kinds::of_function(function), Kinds::with);
            }
            self.any = constants.iter().fold(Kinds::NONE, |kinds, constant| {
                kinds.with(match *constant {
                    Const::Function(func) => self.of[func],
                    Const::Extern(id) => self.of_shim(self.shims[id]),
                    _ => Kinds::NONE,
                })
            });
            if before == (self.any, self.of.values().copied().collect()) {
                return;
            }
        }
    }

    fn of_call(&self, site: &CallSite) -> Kinds {
        match site.callee {
            Callee::Function(func) => self.of[func],
            Callee::Extern(id) => self.of_shim(self.shims[id]),
            Callee::Indirect(_) => self.any,
        }
    }

    /// A new thread does what its function does.
    fn of_shim(&self, shim: Option<Shim>) -> Kinds {
        let Some(shim) = shim else { return Kinds::NONE };
        match (shim, self.program.thread_main) {
            (Shim::ThreadCreate, Some(main)) => Kinds::of(shim).with(self.of[main]),
            _ => Kinds::of(shim),
        }
    }

    /// The set of each instruction of a function.
    fn along(&self, function: &Function) -> Box<[Kinds]> {
        // A thread that waits in the middle of such a function is still about to do it.
        let own = Kinds::of_function(function);
        let mut from = vec![own; function.code.len()];
        loop {
            let mut changed = false;
            for pc in (0..function.code.len()).rev() {
                let at = |target: u32| from.get(target as usize).copied().unwrap_or(Kinds::NONE);
                let next = at(pc as u32 + 1);
                let kinds = match function.code[pc] {
                    Op::Jump { target } => at(target),
                    Op::Branch { then, otherwise, condition: _ } => at(then).with(at(otherwise)),
                    Op::Switch { id, value: _ } => {
                        let table = &function.switches[id];
                        let cases = table.cases.iter().map(|&(_, target)| at(target));
                        cases.fold(at(table.default), Kinds::with)
                    }
                    Op::JumpTo { id, address: _ } => {
                        let targets = function.jump_tables[id].targets.iter();
                        targets.map(|&(_, target)| at(target)).fold(Kinds::NONE, Kinds::with)
                    }
                    Op::Return { .. } | Op::Unreachable => Kinds::LEAVE,
                    Op::Call { id } => next.with(self.of_call(&function.calls[id])),
                    _ => next,
                };
                let kinds = kinds.with(own);
                changed |= kinds != from[pc];
                from[pc] = kinds;
            }
            if !changed {
                return from.into();
            }
        }
    }
}
