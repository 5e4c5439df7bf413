//! What a user can ask of a search.

use std::fmt;
use std::str::FromStr;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::Duration;

/// How to explore.
#[derive(Clone, Debug)]
pub struct Options {
    /// Which state to expand next.
    pub order: Order,
    /// When to give up.
    pub limits: Limits,
    /// Whether the first violation ends the search. Otherwise the search goes
    /// on, and collects one counterexample for each distinct bug.
    pub stop_at_first: bool,
    /// Set from outside (on Ctrl-C), it ends the search as a limit does.
    pub cancel: Option<Arc<AtomicBool>>,
}

impl Default for Options {
    fn default() -> Options {
        Options {
            order: Order::default(),
            limits: Limits::default(),
            stop_at_first: true,
            cancel: None,
        }
    }
}

/// When to give up. `None` is no limit.
///
/// A limit on time, memory or states ends the search without an answer; a
/// limit on depth leaves out longer runs and gives a bounded answer.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Limits {
    /// Wall-clock time.
    pub time: Option<Duration>,
    /// Bytes for states, their components and the frontier. A search stops a
    /// little above it: tables grow by doubling, and it looks only now and then.
    pub memory: Option<u64>,
    /// States stored.
    pub states: Option<u64>,
    /// Steps of a run.
    pub depth: Option<u64>,
}

/// Which state to expand next.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub enum Order {
    /// All runs of `n` steps before any of `n + 1`: counterexamples are as
    /// short as can be.
    #[default]
    BreadthFirst,
    /// The newest state first: deep runs early, long counterexamples.
    DepthFirst,
}

impl Order {
    /// Every order.
    pub const ALL: [Order; 2] = [Order::BreadthFirst, Order::DepthFirst];

    /// The name on the command line.
    pub fn name(self) -> &'static str {
        match self {
            Order::BreadthFirst => "bfs",
            Order::DepthFirst => "dfs",
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
    /// What was given.
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
    fn order_names_round_trip() {
        for order in Order::ALL {
            assert_eq!(order.name().parse(), Ok(order));
        }
        let error = "best".parse::<Order>().unwrap_err();
        assert_eq!(error.to_string(), "unknown order 'best'; valid ones are bfs, dfs");
    }
}
