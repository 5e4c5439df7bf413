//! The workers of a search: who has nothing to do, and when all is over.

use std::sync::atomic::{AtomicBool, AtomicU64, AtomicUsize, Ordering};
use std::sync::{Condvar, Mutex, MutexGuard, OnceLock, PoisonError};
use std::time::Duration;

use heddle_model::{Choice, Supervisor};

use crate::footprints::Footprints;
use crate::frontier::{Branch, Frontier, Job, NodeId, OpenPath};
use crate::wakeup::{Step, Trees};
use crate::{footprints, slots};

/// The longest wait before a worker looks again at whether it may work.
const NAP: Duration = Duration::from_millis(20);

/// All that workers of a search have in common.
#[derive(Default)]
pub(crate) struct Crew {
    frontier: Mutex<Frontier>,
    changed: Condvar,
    /// Workers that wait for jobs, and jobs that nobody has begun.
    hungry: AtomicUsize,
    open_jobs: AtomicUsize,
    is_stopped: AtomicBool,
    must_begin_again: AtomicBool,
    /// Bytes held by each worker alone.
    bytes: Vec<AtomicUsize>,
    executions: AtomicU64,
    begun: AtomicU64,
    /// Choices before the first node.
    pub(crate) prologue: OnceLock<Vec<Choice>>,
    /// The order in which actors move where any may, once it is known; see `order`.
    pub(crate) order: OnceLock<Vec<u32>>,
    pub(crate) footprints: footprints::Common,
    pub(crate) slots: slots::Common,
}

impl Crew {
    /// A crew of so many workers, of which one has begun.
    pub(crate) fn new(workers: usize) -> Crew {
        let frontier = Mutex::new(Frontier::new());
        let bytes = (0..workers).map(|_| AtomicUsize::new(0)).collect();
        Crew { frontier, bytes, ..Crew::default() }
    }

    /// Takes note of the bytes that a worker holds; returns the sum of all.
    pub(crate) fn note_bytes(&self, worker: usize, bytes: usize) -> usize {
        self.bytes[worker].store(bytes, Ordering::Relaxed);
        let workers: usize = self.bytes.iter().map(|bytes| bytes.load(Ordering::Relaxed)).sum();
        workers + self.frontier().bytes()
    }

    fn frontier(&self) -> MutexGuard<'_, Frontier> {
        self.frontier.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// True if somebody waits for work for whom there is none.
    pub(crate) fn is_hungry(&self) -> bool {
        self.hungry.load(Ordering::Relaxed) > self.open_jobs.load(Ordering::Relaxed)
    }

    /// Tells those who wait that there may be more jobs, or none any more.
    fn tell(&self, frontier: &Frontier) {
        self.open_jobs.store(frontier.open_jobs(), Ordering::Relaxed);
        self.changed.notify_all();
    }

    /// Lays open a path; see [`Frontier::lay_open`].
    pub(crate) fn lay_open(
        &self,
        job: NodeId,
        path: OpenPath,
        steps: &[(Step, u32)],
        trees: &mut Trees,
    ) -> Vec<NodeId> {
        let mut frontier = self.frontier();
        let nodes = frontier.lay_open(job, path, steps, trees);
        self.tell(&frontier);
        nodes
    }

    /// Adds a sequence to a node; see [`Frontier::insert`].
    pub(crate) fn insert(
        &self,
        node: NodeId,
        sequence: &mut Vec<Step>,
        footprints: &mut Footprints,
    ) -> Option<Step> {
        let mut frontier = self.frontier();
        let asleep = frontier.insert(node, sequence, footprints);
        if frontier.open_jobs() != self.open_jobs.load(Ordering::Relaxed) {
            self.tell(&frontier);
        }
        asleep
    }

    /// The branch that leads to a node.
    pub(crate) fn branch_to(&self, node: NodeId) -> Option<Branch> {
        self.frontier().branch_to(node)
    }

    /// Removes a node whose step cannot be made.
    pub(crate) fn skip(&self, node: NodeId) {
        self.frontier().skip(node);
    }

    /// Takes note that a job is done.
    pub(crate) fn finish(&self, job: NodeId) {
        let mut frontier = self.frontier();
        frontier.finish(job);
        self.tell(&frontier);
    }

    /// Waits for a job. There is none if all is over.
    pub(crate) fn await_job(
        &self,
        worker: usize,
        supervisor: Option<&dyn Supervisor>,
    ) -> Option<Job> {
        let mut frontier = self.frontier();
        let mut is_hungry = false;
        let found = loop {
            if frontier.is_done() || self.is_stopped() {
                break None;
            }
            let may_work = may_work(worker, supervisor);
            if let Some(job) = may_work.then(|| frontier.take()).flatten() {
                self.open_jobs.store(frontier.open_jobs(), Ordering::Relaxed);
                break Some(job);
            }
            match (is_hungry, may_work) {
                (true, false) => self.hungry.fetch_sub(1, Ordering::Relaxed),
                (false, true) => self.hungry.fetch_add(1, Ordering::Relaxed),
                (true, true) | (false, false) => 0,
            };
            is_hungry = may_work;
            let waited = self.changed.wait_timeout(frontier, NAP);
            frontier = waited.unwrap_or_else(PoisonError::into_inner).0;
        };
        self.hungry.fetch_sub(usize::from(is_hungry), Ordering::Relaxed);
        found
    }

    /// Has all workers stop.
    pub(crate) fn stop(&self) {
        self.is_stopped.store(true, Ordering::Relaxed);
        self.changed.notify_all();
    }

    /// True if all workers are to stop.
    #[inline]
    pub(crate) fn is_stopped(&self) -> bool {
        self.is_stopped.load(Ordering::Relaxed)
    }

    /// Has all workers stop, since footprints were too small.
    pub(crate) fn begin_again(&self) {
        self.must_begin_again.store(true, Ordering::Relaxed);
        self.stop();
    }

    /// True if footprints were too small.
    pub(crate) fn must_begin_again(&self) -> bool {
        self.must_begin_again.load(Ordering::Relaxed)
    }

    /// Counts an execution that was followed to its end, or one that was not.
    pub(crate) fn count(&self, is_whole: bool) {
        self.executions.fetch_add(u64::from(is_whole), Ordering::Relaxed);
        self.begun.fetch_add(1, Ordering::Relaxed);
    }

    /// The number of executions that were followed to their end.
    pub(crate) fn executions(&self) -> u64 {
        self.executions.load(Ordering::Relaxed)
    }

    /// The number of executions that were begun.
    pub(crate) fn begun(&self) -> u64 {
        self.begun.load(Ordering::Relaxed)
    }
}

/// True if the supervisor lets a worker work. The first always may.
pub(crate) fn may_work(worker: usize, supervisor: Option<&dyn Supervisor>) -> bool {
    worker == 0 || supervisor.is_none_or(|supervisor| worker < supervisor.workers())
}

/// Stops all workers when one panics: nobody should wait for it then.
pub(crate) struct PanicGuard<'a>(pub(crate) &'a Crew);

impl Drop for PanicGuard<'_> {
    fn drop(&mut self) {
        if std::thread::panicking() {
            self.0.stop();
        }
    }
}
