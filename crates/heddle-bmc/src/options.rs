//! Options that only this engine has.

use std::path::PathBuf;

use heddle_engine::Turns;

/// The encoding of concurrency as constraints.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Concurrency {
    /// One order of all shared accesses; threads may take turns as often as they like.
    #[default]
    Order,
    /// Blocks between context switches.
    Switches {
        /// Most context switches; at least one.
        bound: u32,
        /// The thread of the next block.
        turns: Turns,
    },
}

/// Limits on the rounds of loops, and on the calls of functions within themselves.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Unwind {
    /// Most rounds. If there is none: as many as are needed, found by doubling.
    pub limit: Option<u32>,
    /// Most rounds of some loops, by the names that [bounds](heddle_model::Bound::place) give them.
    pub loops: Vec<(String, u32)>,
}

/// Options of the engine.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Options {
    /// The encoding of concurrency.
    pub concurrency: Concurrency,
    /// Limits on the rounds of loops.
    pub unwind: Unwind,
    /// The file for the formula in DIMACS, which is written before it is solved.
    pub cnf: Option<PathBuf>,
}
