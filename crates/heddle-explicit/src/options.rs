//! Options that only this engine has.

use std::path::PathBuf;
use std::time::Duration;

use heddle_engine::StepEnd;
use heddle_machine::{Granularity, Symmetry};
use heddle_search::{Bounds, Checkpoints, OnMemoryLimit, Order, Store};

/// The interleavings that need not be told apart.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Reduction {
    /// None: a step is an instruction.
    None,
    /// A step ends at accesses to memory.
    Tau,
    /// A step ends at accesses to what threads share.
    Global,
    /// A thread makes several steps at once, as long as no other thread could notice.
    #[default]
    Superstep,
}

impl Reduction {
    /// The machine's granularity, and the search's reduction.
    pub(crate) fn parts(self) -> (Granularity, heddle_search::Reduction) {
        match self {
            Reduction::None => (Granularity::None, heddle_search::Reduction::Steps),
            Reduction::Tau => (Granularity::Tau, heddle_search::Reduction::Steps),
            Reduction::Global => (Granularity::Global, heddle_search::Reduction::Steps),
            Reduction::Superstep => (Granularity::Global, heddle_search::Reduction::Supersteps),
        }
    }

    /// The point at which steps end.
    pub(crate) fn step_end(self) -> StepEnd {
        match self {
            Reduction::None => StepEnd::Instruction,
            Reduction::Tau => StepEnd::MemoryAccess,
            Reduction::Global => StepEnd::SharedAccess,
            Reduction::Superstep => StepEnd::Noticeable,
        }
    }
}

/// Options of the engine.
#[derive(Clone, Debug, Default)]
pub struct Options {
    /// The interleavings that need not be told apart.
    pub reduction: Reduction,
    /// The states that differ only in names and count as one.
    pub symmetry: Symmetry,
    /// The state to expand next.
    pub order: Order,
    /// The store of states.
    pub store: Store,
    /// The runs that are left out.
    pub bounds: Bounds,
    /// The way to go on when memory runs short.
    pub on_memory_limit: OnMemoryLimit,
    /// Time to look for the simplest schedule to a violation.
    pub minimize: Duration,
    /// True if infinite runs are looked for by nested depth-first search.
    pub is_nested: bool,
    /// The file in which the search is kept, if it is.
    pub checkpoints: Option<Checkpoints>,
    /// The file from which the search goes on, if it does.
    pub resume: Option<PathBuf>,
}
