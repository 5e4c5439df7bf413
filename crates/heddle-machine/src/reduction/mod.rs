//! The tables of all that makes a search smaller or a step cheaper.
//!
//! Nothing here is part of a state: a machine with empty tables goes through the same states.

pub(crate) mod footprint;
pub(crate) mod hand_over;
pub(crate) mod heap_symmetry;
pub(crate) mod lasting;
pub(crate) mod lock_assumptions;
pub(crate) mod movers;
pub(crate) mod pending;
pub(crate) mod step_cache;
pub(crate) mod stretch;
pub(crate) mod thread_symmetry;

use std::sync::Arc;

use heap_symmetry::Renaming;
use lasting::MainStays;
use lock_assumptions::LockAssumptions;
use pending::PendingTable;
use step_cache::StepCache;
use stretch::Stretch;
use thread_symmetry::ThreadSymmetry;

/// Tables of reductions.
pub(crate) struct Reductions {
    /// Next steps of threads, as far as the thread alone determines them.
    pub(crate) pending: PendingTable,
    /// The step cache.
    pub(crate) step_cache: StepCache,
    /// Buffers for naming heap objects.
    pub(crate) renaming: Renaming,
    /// Assumptions about locks in static memory, of all that share components.
    pub(crate) lock_assumptions: Arc<LockAssumptions>,
    /// Other threads, as far as the inner loop has to know them in a stretch.
    pub(crate) stretch: Stretch,
    /// The assumption of lasting footprints that `main` does not end before others, of all that
    /// share components.
    pub(crate) main_stays: Arc<MainStays>,
    /// Tables of thread symmetry, if threads may change places.
    pub(crate) thread_symmetry: Option<Box<ThreadSymmetry>>,
}

impl Reductions {
    /// Empty tables.
    pub(crate) fn new(
        lock_assumptions: Arc<LockAssumptions>,
        has_thread_symmetry: bool,
    ) -> Reductions {
        Reductions {
            pending: PendingTable::default(),
            step_cache: StepCache::default(),
            renaming: Renaming::default(),
            lock_assumptions,
            stretch: Stretch::default(),
            main_stays: Arc::default(),
            thread_symmetry: has_thread_symmetry.then(Box::default),
        }
    }
}
