//! Data that all workers of a search share.

use std::sync::atomic::{AtomicBool, AtomicU8, AtomicU64, Ordering};
use std::sync::{Mutex, MutexGuard, PoisonError};

use heddle_model::Violation;

use super::WorkerResult;
use crate::budget::Allowance;
use crate::findings::Findings;
use crate::frontier::Frontier;
use crate::measure::{Costs, Measures};
use crate::pause::Pause;
use crate::report::{Statistics, StopReason};
use crate::runs::{LivenessChecks, Recorder};
use crate::store::{BitField, StateStore};
use crate::{OnMemoryLimit, Options, StateId};

/// A predicate that is true of the violations that count.
pub(crate) type Interest<'a> = dyn Fn(&Violation) -> bool + Sync + 'a;

/// Data that all workers of a search share.
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
    /// The reason for an early end: a [`StopReason`] as a number, zero for none.
    stop: AtomicU8,
    states: AtomicU64,
    pub(super) transitions: AtomicU64,
    has_overflowed: AtomicBool,
    /// Pauses all workers while a checkpoint is written or runs are checked.
    pub(super) pause: Pause<WorkerResult>,
    /// The graph of what was explored, if infinite runs are checked.
    pub(super) recorder: Option<Recorder>,
}

/// Counters of all workers together.
pub(crate) struct Counters {
    /// The least rank of a violation, where ranks are explored one after the other.
    pub(crate) least_violation: u64,
    /// True if the limit on memory was reached, and the search goes on with less.
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
            pause: Pause::new(workers),
            recorder: options.runs.map(|_| Recorder::new(workers)),
        }
    }

    /// Checks the runs through what was explored. No worker may be exploring.
    pub(crate) fn check_liveness(&self, liveness: &mut LivenessChecks, allowance: &Allowance<'_>) {
        let Some(graph) = self.recorder.as_ref().and_then(Recorder::graph) else { return };
        if let Some(stop) = liveness.look(&graph, self.options.stop_at_first, allowance) {
            self.stop(stop);
        }
    }

    /// The counters, for a checkpoint.
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
    pub(super) fn stop(&self, stop: StopReason) {
        let _ = self.stop.compare_exchange(0, stop.number(), Ordering::Relaxed, Ordering::Relaxed);
    }

    /// The reason for an early end, if there is one.
    pub(crate) fn stopped(&self) -> Option<StopReason> {
        StopReason::from_number(self.stop.load(Ordering::Relaxed))
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
        self.stop(StopReason::States);
        false
    }

    /// Bytes held by the search, without the system's.
    pub(crate) fn bytes(&self) -> u64 {
        let recorded = self.recorder.as_ref().map_or(0, Recorder::bytes);
        self.store.bytes() + self.costs.bytes() + self.frontier.bytes() + recorded
    }

    /// Handles that the limit on memory is exceeded by holding so many bytes: stops, or goes
    /// on with bits. They take a quarter of the limit in addition, and open states may take
    /// three quarters more.
    pub(super) fn run_short_of_memory(&self, bytes: u64) {
        let limit = self.options.limits.memory.unwrap_or(1 << 26);
        let is_hopeless = bytes > limit.saturating_mul(2);
        if self.options.on_memory_limit == OnMemoryLimit::Stop || is_hopeless {
            self.stop(StopReason::Memory);
        } else if !self.has_overflowed.swap(true, Ordering::Relaxed) {
            let bits = (limit / 4 * 8).max(1 << 16).ilog2();
            if !self.store.overflow_into(BitField::new(bits)) {
                self.stop(StopReason::Memory);
            }
        }
    }
}
