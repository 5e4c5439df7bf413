//! Helpers of many tests.

use heddle_model::Verdict;
use heddle_search::{Explorable, Options, Order, Report, Store};

/// Explores with one worker, without progress reports.
pub(crate) fn explore<S: Explorable + Send>(system: &mut S, options: &Options) -> Report {
    heddle_search::explore(std::slice::from_mut(system), options, &mut |_| {})
}

/// Explores with several workers.
pub(crate) fn explore_together<S: Explorable + Clone + Send>(
    system: &S,
    workers: usize,
    options: &Options,
) -> Report {
    let mut systems = vec![system.clone(); workers];
    heddle_search::explore(&mut systems, options, &mut |_| {})
}

/// Options that collect every violation.
pub(crate) fn collecting(order: Order) -> Options {
    Options { order, stop_at_first: false, ..Options::default() }
}

/// Every store; the field of bits is large enough for a test.
pub(crate) const STORES: [Store; 4] =
    [Store::Exact, Store::Plain, Store::Hash64, Store::Bitstate { bits: 22 }];

/// A verdict's kind.
pub(crate) fn kind(verdict: &Verdict) -> &'static str {
    match verdict {
        Verdict::Verified => "verified",
        Verdict::Bounded(_) => "bounded",
        Verdict::Violation(_) => "violation",
        Verdict::Unknown(_) | Verdict::Stopped(_) => "unknown",
    }
}
