//! Options of a search.

use std::sync::Arc;

use heddle_model::{Limits, Supervisor};

use crate::Sampling;

/// Options of a search.
#[derive(Clone, Debug, Default)]
pub struct Options {
    /// Limits at which it gives up. States are not counted.
    pub limits: Limits,
    /// Most executions, those included that were begun in vain or cut off.
    pub executions: Option<u64>,
    /// Most steps of an execution, not counting those while there is one thread only.
    pub depth: Option<u64>,
    /// Most switches of an execution to a thread from another that could have gone on. With this
    /// bound, one worker makes all that is to be done.
    pub preemptions: Option<u32>,
    /// The sample to make, if not all executions are to be explored; by one worker. The bound on
    /// preemptions does nothing then.
    pub sampling: Option<Sampling>,
    /// True if the first violation ends the search.
    pub stop_at_first: bool,
    /// The least that it has to promise, or it gives up.
    pub promise: Option<Promise>,
    /// The one who may stop the search.
    pub supervisor: Option<Arc<dyn Supervisor>>,
}

/// A search that is worth its time, where others may answer the same question.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Promise {
    /// Fewest actors that it has met when the first execution is over.
    pub actors: usize,
    /// Executions after which the number of all is estimated for the first time.
    pub sample: u64,
    /// Most executions that there may be by such an estimate.
    pub executions: u64,
}
