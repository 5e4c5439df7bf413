//! Options of a machine.

use heddle_model::PropertySet;
use heddle_program::FuncId;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::Proposition;

/// Length of a step of a thread.
///
/// In each, a step makes the thread's next instruction and then goes on up to
/// just before the next *visible* one.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Granularity {
    /// Every instruction is visible.
    None,
    /// Visible is every access to memory, synchronization, and choice.
    Tau,
    /// Visible is every access to memory that another thread can reach,
    /// synchronization, and choice.
    #[default]
    Global,
    /// Visible is only what can block or has several ways to go: for running a
    /// program, not for exploring it.
    Run,
}

impl Granularity {
    /// Most instructions of a step: a loop that never does anything visible must not
    /// keep the machine for ever.
    pub(crate) fn step_limit(self) -> u32 {
        match self {
            Granularity::None => 1,
            Granularity::Tau | Granularity::Global => 5_000,
            Granularity::Run => 10_000,
        }
    }
}

/// Names in which states may differ and still be one.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Symmetry {
    /// None, and numbers of objects and threads are not given out again either, once there are
    /// several threads: names follow from what each thread did by itself, so that they are the
    /// same in runs that differ only in the order of steps which do not notice each other.
    Unique,
    /// None.
    None,
    /// Those that differ in the numbers of heap objects.
    #[default]
    Heap,
    /// And those that differ in which of several threads that are alike is where, as far as
    /// the program allows it.
    Threads,
    /// The same in states in which there are several threads that were started alike: looking for
    /// what may change places costs time, and where all threads differ it is in vain.
    #[serde(skip)]
    Auto,
}

/// Bytes that a machine may always take for the program's memory: programs that are not large are
/// checked under any limit on memory, which is then for what a search keeps.
pub const ALWAYS_HELD: u64 = 8 << 20;

/// Options of a machine.
#[derive(Clone, Debug)]
pub struct Options {
    /// Properties to look for.
    pub properties: PropertySet,
    /// True if the first data race is noted, although nobody looks for them.
    pub notes_races: bool,
    /// Length of a step.
    pub granularity: Granularity,
    /// Names in which states may differ and still be one. Nothing is renamed at
    /// [`Granularity::Run`], nor in a 32-bit program.
    pub symmetry: Symmetry,
    /// True if allocations may fail.
    pub malloc_may_fail: bool,
    /// True if waits on condition variables may end for no reason.
    pub spurious_wakeups: bool,
    /// Most bytes that a machine may take for the program's own memory; an allocation beyond them
    /// cannot be followed.
    pub memory: Option<u64>,
    /// For each thread, the inputs that it takes, in order; each is cut to the bits that are
    /// asked for, and zero comes after the last. If there are none, inputs are left open.
    pub inputs: Option<Vec<Vec<u64>>>,
    /// The program's name and arguments.
    pub args: Vec<String>,
    /// Functions without parameters that return an integer, which must not be zero in any
    /// state.
    pub invariants: Vec<FuncId>,
    /// Propositions of temporal formulas: at most [`MOST_PROPOSITIONS`](crate::MOST_PROPOSITIONS).
    pub propositions: Vec<Proposition>,
    /// Work of the runtime's `__heddle_harness`, if the program begins with it.
    pub harness: Harness,
}

/// A program without `main`: what is run in its place.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Harness {
    /// Function that is called first. It takes no arguments.
    pub init: Option<FuncId>,
    /// Threads to start, in this order.
    pub threads: Vec<HarnessThread>,
}

/// A thread of a [`Harness`].
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct HarnessThread {
    /// Its function, which has at most one parameter, an integer or a pointer.
    pub function: FuncId,
    /// The argument's bits, in the parameter's width.
    pub argument: u64,
}

impl Default for Options {
    fn default() -> Options {
        Options {
            properties: PropertySet::default(),
            notes_races: false,
            granularity: Granularity::default(),
            symmetry: Symmetry::default(),
            malloc_may_fail: false,
            spurious_wakeups: false,
            memory: None,
            inputs: None,
            args: vec!["program".to_owned()],
            invariants: Vec::new(),
            propositions: Vec::new(),
            harness: Harness::default(),
        }
    }
}
