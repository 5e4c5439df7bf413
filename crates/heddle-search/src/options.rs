//! Options of a search.

use std::fmt;
use std::str::FromStr;
use std::sync::Arc;
use std::time::Duration;

use heddle_model::{Limits, Matchable, Reducible, Supervisor};

use crate::Checkpoints;

/// Options of a search.
#[derive(Clone, Debug)]
pub struct Options {
    /// The order in which states are expanded.
    pub order: Order,
    /// The reduction: which steps of other threads need not be tried in between.
    pub reduction: Reduction,
    /// True if the system's assumptions are relied on until they turn out false: which steps
    /// are left movers, and which threads may change places.
    pub assumes: bool,
    /// True if threads may change places until it turns out that they may not.
    pub matches_threads: bool,
    /// The store of visited states.
    pub store: Store,
    /// Bounds, beyond which runs are left out.
    pub bounds: Bounds,
    /// Limits, at which the search gives up.
    pub limits: Limits,
    /// The reaction to the limit on memory.
    pub on_memory_limit: OnMemoryLimit,
    /// The seed of a random order, if one was chosen.
    pub seed: u64,
    /// True if the first violation ends the search. Otherwise the search goes
    /// on, and collects one counterexample for each distinct bug.
    pub stop_at_first: bool,
    /// The longest time to look for the simplest schedule to a violation.
    pub minimize: Duration,
    /// The one who may end the search, which then ends as if by a limit, or have workers rest.
    pub supervisor: Option<Arc<dyn Supervisor>>,
    /// The infinite runs that are checked, if any are.
    pub runs: Option<Runs>,
    /// Checkpoints of the search, from which another can go on.
    pub checkpoints: Option<Checkpoints>,
}

impl Options {
    /// True if threads may not change places: it matters what runs cost, or nothing is
    /// assumed of them.
    pub(crate) fn tells_threads_apart(&self) -> bool {
        let Bounds { depth, preemptions, superstep: _ } = self.bounds;
        let counts_costs =
            depth.is_some() || preemptions.is_some() || self.order == Order::Preemptions;
        counts_costs || !self.assumes || !self.matches_threads
    }
}

impl Options {
    /// True if something is relied on that has turned out false.
    pub(crate) fn relies_on_what_is_wrong<S: Reducible + Matchable>(&self, system: &S) -> bool {
        self.assumes && !system.assumptions_hold()
            || !self.tells_threads_apart() && !system.symmetry_holds()
    }

    /// The same without what has turned out false.
    pub(crate) fn without_what_is_wrong<S: Reducible + Matchable>(&self, systems: &[S]) -> Options {
        Options {
            assumes: self.assumes && systems.iter().all(S::assumptions_hold),
            matches_threads: self.matches_threads && systems.iter().all(S::symmetry_holds),
            ..self.clone()
        }
    }
}

impl Default for Options {
    fn default() -> Options {
        Options {
            order: Order::default(),
            reduction: Reduction::default(),
            assumes: true,
            matches_threads: true,
            store: Store::default(),
            bounds: Bounds::default(),
            limits: Limits::default(),
            on_memory_limit: OnMemoryLimit::default(),
            seed: 0,
            stop_at_first: true,
            minimize: Duration::ZERO,
            supervisor: None,
            runs: None,
            checkpoints: None,
        }
    }
}

/// The infinite runs that count.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub struct Runs {
    /// Only those in which every thread that can move from some point on moves again and
    /// again (weak fairness).
    pub is_fair: bool,
}

/// A reduction: which steps of other threads need not be tried in between.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub enum Reduction {
    /// None: every step of every thread leads to a state of its own.
    #[default]
    Steps,
    /// A thread makes several steps at once, as long as no other thread could
    /// notice.
    Supersteps,
}

/// A kind of store for visited states.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub enum Store {
    /// All of them, compressed.
    #[default]
    Exact,
    /// All of them, in a map of the standard library: slow, large, and simple
    /// enough to be right.
    Plain,
    /// A hash of 64 bits of each.
    Hash64,
    /// A few bits of each in a field of `1 << bits`.
    Bitstate {
        /// Binary logarithm of the size of the field.
        bits: u32,
    },
}

impl Store {
    /// True if visited states are told from new ones for certain.
    pub fn is_exact(self) -> bool {
        matches!(self, Store::Exact | Store::Plain)
    }

    /// True if the system has room for what the store takes from the beginning.
    pub fn has_room(self) -> bool {
        match self {
            Store::Exact | Store::Plain | Store::Hash64 => true,
            Store::Bitstate { bits } => {
                let words = 1usize.checked_shl(bits.saturating_sub(u64::BITS.ilog2()));
                words.is_some_and(|words| Vec::<u64>::new().try_reserve_exact(words).is_ok())
            }
        }
    }
}

/// A reaction to the limit on memory.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub enum OnMemoryLimit {
    /// The search ends without an answer.
    #[default]
    Stop,
    /// The states found from then on are kept as a few bits each.
    Bitstate,
}

/// Bounds, beyond which runs are left out. `None` is no bound.
///
/// Whatever is found within the bounds is real; if nothing is, the answer
/// names the bounds.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Bounds {
    /// Most steps of a run.
    pub depth: Option<u64>,
    /// Most switches away from a thread that could have gone on.
    pub preemptions: Option<u32>,
    /// Most steps of a superstep. This leaves out no runs: what does not fit
    /// into one goes on in the next.
    pub superstep: u32,
}

impl Default for Bounds {
    fn default() -> Bounds {
        Bounds { depth: None, preemptions: None, superstep: 1000 }
    }
}

/// An order in which states are expanded.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub enum Order {
    /// All runs of `n` steps before any of `n + 1`: counterexamples are as
    /// short as can be.
    #[default]
    BreadthFirst,
    /// The newest state first: deep runs early, long counterexamples.
    DepthFirst,
    /// The state with the greatest
    /// [metric](heddle_model::Guided::metric) first.
    BestFirst,
    /// Any state that is known, chosen at random.
    Random,
    /// All runs with `n` preemptions before any with `n + 1`, and among those the
    /// shorter first: the simplest schedule first.
    Preemptions,
}

impl Order {
    /// Every order.
    pub const ALL: [Order; 5] = [
        Order::BreadthFirst,
        Order::DepthFirst,
        Order::BestFirst,
        Order::Random,
        Order::Preemptions,
    ];

    /// True if runs are explored rank by rank.
    pub(crate) fn ranks_runs(self) -> bool {
        matches!(self, Order::BreadthFirst | Order::Preemptions)
    }

    /// The rank of a run of `depth` steps: the lower, the simpler.
    pub(crate) fn rank(self, depth: u32, preemptions: u32) -> u64 {
        match self {
            Order::Preemptions => u64::from(preemptions) << 32 | u64::from(depth),
            _ => u64::from(depth),
        }
    }

    /// The name on the command line.
    pub fn name(self) -> &'static str {
        match self {
            Order::BreadthFirst => "bfs",
            Order::DepthFirst => "dfs",
            Order::BestFirst => "best",
            Order::Random => "random",
            Order::Preemptions => "icb",
        }
    }
}

impl fmt::Display for Order {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

/// A name that is no order.
#[derive(Debug, thiserror::Error, PartialEq, Eq)]
#[error("unknown order '{name}'; valid ones are {valid}")]
pub struct ParseOrderError {
    /// The text that was given.
    pub name: String,
    /// The valid names, separated by commas.
    pub valid: String,
}

impl FromStr for Order {
    type Err = ParseOrderError;

    fn from_str(name: &str) -> Result<Order, ParseOrderError> {
        Order::ALL.into_iter().find(|order| order.name() == name).ok_or_else(|| ParseOrderError {
            name: name.to_owned(),
            valid: Order::ALL.map(Order::name).join(", "),
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn there_is_room_for_small_fields_and_none_for_huge_ones() {
        assert!(Store::Exact.has_room());
        for (bits, expected) in [(3, true), (20, true), (60, false), (90, false)] {
            assert_eq!(Store::Bitstate { bits }.has_room(), expected, "{bits}");
        }
    }

    #[test]
    fn order_names_round_trip() {
        for order in Order::ALL {
            assert_eq!(order.name().parse(), Ok(order));
        }
        let error = "worst".parse::<Order>().unwrap_err();
        let valid = "bfs, dfs, best, random, icb";
        assert_eq!(error.to_string(), format!("unknown order 'worst'; valid ones are {valid}"));
    }
}
