//! Operations with which a program tells heddle something, and those of its driver, which asks.

use super::family;
use super::row::{Effect, Row, Visibility};

/// Changes what is observed of states from here on.
const fn register(name: &'static str) -> Row {
    Row {
        visibility: Visibility::Always,
        footprint: &[Effect::Observers],
        ends_superstep: true,
        side_effect: Some("tells heddle what to observe"),
        ..Row::private(name)
    }
}

family! {
    /// An operation with which a program tells heddle something.
    ObserveOp {
        /// A function that must hold in all states.
        Invariant = register("__heddle_invariant"),
        /// A number that searches are guided by.
        Metric = register("__heddle_metric"),
        /// Bytes that do not count when states are compared.
        Unmatched = register("__heddle_unmatched"),
        /// A function that writes what counts when states are compared.
        Abstraction = register("__heddle_abstraction"),
        /// Bytes that count by a hash of theirs.
        Hash = register("__heddle_hash"),
        /// A proposition holds in this moment.
        Pulse = register("__heddle_ap"),
        /// A proposition holds, or not, from here on.
        Set = register("__heddle_ap_set"),
        /// A proposition is a function of static variables.
        Global = register("__heddle_ap_global"),
        /// A proposition is a function of variables, as long as they live.
        Local = register("__heddle_ap_local"),
        /// Something useful has been done.
        Progress = register("__heddle_progress"),
    }
}

family! {
    /// A question of the driver of programs without `main`.
    HarnessOp {
        /// The function to call first.
        Init = Row::private("__heddle_harness_init"),
        /// The news that this function has returned.
        Ready = register("__heddle_harness_ready"),
        /// The number of threads to start.
        Count = Row::private("__heddle_harness_count"),
        /// The function that one of them runs.
        Function = Row::private("__heddle_harness_function"),
        /// Its argument.
        Argument = Row::private("__heddle_harness_argument"),
    }
}
