//! Helpers for tests.

use heddle_model::{TransitionSystem, Verdict};
use heddle_search::{ExactStore, Options, Order, Report, StateIndex, VisitedStore, explore_in};

/// Explores without progress reports; the states are in the order of their
/// numbers.
pub(crate) fn explore_states<S: TransitionSystem, V: VisitedStore>(
    system: &mut S,
    mut store: V,
    options: &Options,
) -> (Report, Vec<Vec<u32>>) {
    let report = explore_in(system, &mut store, options, &mut |_| {});
    let states = (0..store.len()).map(|i| store.get(StateIndex::new(i)).to_vec()).collect();
    (report, states)
}

/// Explores with the default store, without progress reports.
pub(crate) fn explore<S: TransitionSystem>(system: &mut S, options: &Options) -> Report {
    explore_states(system, ExactStore::new(), options).0
}

/// Options that collect every violation.
pub(crate) fn collecting(order: Order) -> Options {
    Options { order, stop_at_first: false, ..Options::default() }
}

/// A verdict's kind.
pub(crate) fn kind(verdict: &Verdict) -> &'static str {
    match verdict {
        Verdict::Verified => "verified",
        Verdict::Bounded(_) => "bounded",
        Verdict::Violation(_) => "violation",
        Verdict::Unknown(_) => "unknown",
    }
}
