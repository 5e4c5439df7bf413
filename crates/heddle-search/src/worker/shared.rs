//! What all workers of a search share.

use std::sync::atomic::{AtomicBool, AtomicU8, AtomicU64, Ordering};
use std::sync::{Mutex, MutexGuard, PoisonError};

use heddle_model::Violation;

use super::Harvest;
use crate::budget::Allowance;
use crate::findings::Findings;
use crate::frontier::Frontier;
use crate::measure::{Costs, Measures};
use crate::report::{Statistics, Stop};
use crate::rest::Rest;
use crate::runs::{Audits, Recorder};
use crate::store::{BitField, StateStore};
use crate::{OnMemoryLimit, Options, StateId};

/// Which violations count.
pub(crate) type Interest<'a> = dyn Fn(&Violation) -> bool + Sync + 'a;

/// What all workers of a search share.
pub(crate) struct Shared<'a, V> {
    pub(crate) options: &'a Options,
    pub(crate) store: &'a V,
    pub(crate) measures: Measures,
    pub(crate) costs: Costs,
    pub(crate) frontier: Frontier,
    pub(super) interest: &'a Interest<'a>,
    findings: Mutex<Findings>,
    /// The least rank of a violation, where ranks are explored one after the other.
    pub(super) least_violation: AtomicU64,
    /// Why the search ends early: a [`Stop`] as a number, zero for none.
    stop: AtomicU8,
    states: AtomicU64,
    pub(super) transitions: AtomicU64,
    has_overflowed: AtomicBool,
    /// Where workers are when a checkpoint is written, or someone looks at runs.
    pub(super) rest: Rest<Harvest>,
    /// What was explored, if someone looks at runs.
    pub(super) recorder: Option<Recorder>,
}

/// What is counted by all workers together.
pub(crate) struct Counters {
    /// The least rank of a violation, where ranks are explored one after the other.
    pub(crate) least_violation: u64,
    /// Whether the limit on memory was reached, and the search goes on with less.
    pub(crate) has_overflowed: bool,
}

impl<'a, V: StateStore> Shared<'a, V> {
    /// The beginning of a search.
    pub(crate) fn new(
        options: &'a Options,
        store: &'a V,
        interest: &'a Interest<'a>,
        workers: usize,
    ) -> Shared<'a, V> {
        let measures = Measures::new(options);
        Shared {
            options,
            store,
            measures,
            costs: Costs::new(measures),
            frontier: Frontier::new(options, workers),
            interest,
            findings: Mutex::new(Findings::default()),
            least_violation: AtomicU64::new(u64::MAX),
            stop: AtomicU8::new(0),
            states: AtomicU64::new(0),
            transitions: AtomicU64::new(0),
            has_overflowed: AtomicBool::new(false),
            rest: Rest::new(workers),
            recorder: options.runs.map(|_| Recorder::new(workers)),
        }
    }

    /// Lets auditors look at the runs through what was explored. Nobody may be exploring.
    pub(crate) fn audit(&self, audits: &mut Audits, allowance: &Allowance<'_>) {
        let Some(graph) = self.recorder.as_ref().and_then(Recorder::graph) else { return };
        if let Some(stop) = audits.look(&graph, self.options.stop_at_first, allowance) {
            self.stop(stop);
        }
    }

    /// What was counted, for a checkpoint.
    pub(crate) fn counters(&self) -> Counters {
        Counters {
            least_violation: self.least_violation.load(Ordering::Relaxed),
            has_overflowed: self.has_overflowed.load(Ordering::Relaxed),
        }
    }

    /// Goes on from what was counted before.
    pub(crate) fn go_on_from(&self, counters: Counters, stats: &Statistics) {
        self.least_violation.store(counters.least_violation, Ordering::Relaxed);
        self.has_overflowed.store(counters.has_overflowed, Ordering::Relaxed);
        self.states.store(stats.states, Ordering::Relaxed);
        self.transitions.store(stats.transitions, Ordering::Relaxed);
    }

    /// Ends the search, unless it is ending already.
    pub(super) fn stop(&self, stop: Stop) {
        let _ = self.stop.compare_exchange(0, stop.number(), Ordering::Relaxed, Ordering::Relaxed);
    }

    /// Why the search ends early.
    pub(crate) fn stopped(&self) -> Option<Stop> {
        Stop::from_number(self.stop.load(Ordering::Relaxed))
    }

    pub(super) fn is_stopped(&self) -> bool {
        self.stop.load(Ordering::Relaxed) != 0
    }

    pub(crate) fn findings(&self) -> MutexGuard<'_, Findings> {
        self.findings.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Distinct states found.
    pub(crate) fn states(&self) -> u64 {
        self.states.load(Ordering::Relaxed)
    }

    /// Counts new states; false if there are too many.
    pub(super) fn admit_states(&self, count: u64) -> bool {
        let most = self.options.limits.states.unwrap_or(u64::MAX).min(StateId::CAPACITY);
        if self.states.fetch_add(count, Ordering::Relaxed) + count <= most {
            return true;
        }
        self.stop(Stop::States);
        false
    }

    /// Bytes held by the search, without the system's.
    pub(crate) fn bytes(&self) -> u64 {
        let recorded = self.recorder.as_ref().map_or(0, Recorder::bytes);
        self.store.bytes() + self.costs.bytes() + self.frontier.bytes() + recorded
    }

    /// What happens when so many bytes are more than the limit on memory. Bits take a
    /// quarter of it in addition, and what waits to be expanded may take the rest of the
    /// same again.
    pub(super) fn run_short_of_memory(&self, bytes: u64) {
        let limit = self.options.limits.memory.unwrap_or(1 << 26);
        let is_hopeless = bytes > limit.saturating_mul(2);
        if self.options.on_memory_limit == OnMemoryLimit::Stop || is_hopeless {
            self.stop(Stop::Memory);
        } else if !self.has_overflowed.swap(true, Ordering::Relaxed) {
            let bits = (limit / 4 * 8).max(1 << 16).ilog2();
            if !self.store.overflow_into(BitField::new(bits)) {
                self.stop(Stop::Memory);
            }
        }
    }
}
