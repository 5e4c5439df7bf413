//! Sharing the frontier among workers.
//!
//! # Why nothing is lost
//! A state is in exactly one queue, or in the hands of one worker, until it is
//! expanded. Only a worker with a state in hand adds others. So when every
//! worker found all queues empty and waits, nothing is left in this round; the
//! last one to come begins the next round, or says that the search is done.

use std::io;
use std::sync::atomic::{AtomicBool, AtomicIsize, AtomicUsize, Ordering};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use crossbeam_utils::CachePadded;

use super::{Open, Queue, Run, Visit, queue};
use crate::Options;

/// How long an idle worker sleeps at most before it looks around.
const NAP: Duration = Duration::from_millis(5);

/// What a worker is to do.
pub(crate) enum Next {
    /// Expand this state.
    Expand(Open),
    /// Nothing for the moment; ask again.
    Wait,
    /// Everything is explored.
    Done,
}

/// One worker's part of the frontier.
struct Lane {
    queue: Mutex<Box<dyn Queue>>,
    /// States that the worker has added to queues, less those that it has taken.
    balance: AtomicIsize,
}

impl Lane {
    fn new(options: &Options, index: usize) -> Lane {
        Lane { queue: Mutex::new(queue(options, index)), balance: AtomicIsize::new(0) }
    }
}

/// The frontier of all workers.
pub(crate) struct Frontier {
    /// So far from each other that workers do not wait for each other's memory.
    lanes: Box<[CachePadded<Lane>]>,
    /// Bytes that states in the queues carry.
    carried: AtomicUsize,
    /// Runs that states which the store does not number have come from.
    runs: Arc<AtomicUsize>,
    /// Workers without a state in hand.
    idle: AtomicUsize,
    idlers: Mutex<()>,
    wake: Condvar,
    is_done: AtomicBool,
}

/// Whether a worker counts as idle.
#[derive(Default)]
pub(crate) struct Attendance {
    is_idle: bool,
}

impl Frontier {
    /// An empty frontier for so many workers.
    pub(crate) fn new(options: &Options, workers: usize) -> Frontier {
        Frontier {
            lanes: (0..workers).map(|index| CachePadded::new(Lane::new(options, index))).collect(),
            carried: AtomicUsize::new(0),
            runs: Arc::default(),
            idle: AtomicUsize::new(0),
            idlers: Mutex::new(()),
            wake: Condvar::new(),
            is_done: AtomicBool::new(false),
        }
    }

    fn queue(&self, worker: usize) -> MutexGuard<'_, Box<dyn Queue>> {
        // A worker that panics takes the search with it.
        self.lanes[worker].queue.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Adds a state to the queue of a worker.
    pub(crate) fn push(&self, worker: usize, open: Open) {
        self.lanes[worker].balance.fetch_add(1, Ordering::Relaxed);
        let carried = open.carried_bytes();
        if carried != 0 {
            self.carried.fetch_add(carried, Ordering::Relaxed);
        }
        self.queue(worker).push(open);
        if self.idle.load(Ordering::Relaxed) != 0 {
            self.wake.notify_one();
        }
    }

    /// Adds a state to the queue of some worker.
    pub(crate) fn push_anywhere(&self, nth: u64, open: Open) {
        self.push((nth % self.lanes.len() as u64) as usize, open);
    }

    /// Calls `visit` with every state in the queues. No worker may have one in hand.
    pub(crate) fn for_each(&self, visit: &mut Visit<'_>) -> io::Result<()> {
        (0..self.lanes.len()).try_for_each(|worker| self.queue(worker).for_each(visit))
    }

    /// Whether everything is explored.
    pub(crate) fn is_done(&self) -> bool {
        self.is_done.load(Ordering::SeqCst)
    }

    /// What `worker`, which has no state in hand, is to do.
    pub(crate) fn next(&self, worker: usize, attendance: &mut Attendance) -> Next {
        // It counts as busy before it looks, so that no one ends the round while it
        // holds what it finds.
        if std::mem::take(&mut attendance.is_idle) {
            self.idle.fetch_sub(1, Ordering::SeqCst);
        }
        if let Some(open) = self.take(worker) {
            self.lanes[worker].balance.fetch_sub(1, Ordering::Relaxed);
            let carried = open.carried_bytes();
            if carried != 0 {
                self.carried.fetch_sub(carried, Ordering::Relaxed);
            }
            return Next::Expand(open);
        }
        let guard = self.idlers.lock().unwrap_or_else(PoisonError::into_inner);
        if self.is_done.load(Ordering::SeqCst) {
            return Next::Done;
        }
        attendance.is_idle = true;
        if self.idle.fetch_add(1, Ordering::SeqCst) + 1 == self.lanes.len() {
            if !self.begin_next_round() {
                self.is_done.store(true, Ordering::SeqCst);
            }
            self.wake.notify_all();
            return if self.is_done.load(Ordering::SeqCst) { Next::Done } else { Next::Wait };
        }
        drop(self.wake.wait_timeout(guard, NAP).unwrap_or_else(PoisonError::into_inner));
        Next::Wait
    }

    /// The next state of a worker's own queue, or half of another's.
    fn take(&self, worker: usize) -> Option<Open> {
        if let Some(open) = self.queue(worker).pop() {
            return Some(open);
        }
        let count = self.lanes.len();
        (1..count).map(|distance| (worker + distance) % count).find_map(|victim| {
            let mut taken = self.queue(victim).split();
            let first = taken.pop();
            if !taken.is_empty() {
                let mut own = self.queue(worker);
                taken.into_iter().for_each(|open| own.push(open));
            }
            first
        })
    }

    /// All workers are idle. Returns whether there is something left to do.
    fn begin_next_round(&self) -> bool {
        let count = self.lanes.len();
        // Someone may have taken states and be about to put them into its own queue.
        if self.len() == 0 {
            return false;
        }
        if let Some(round) = (0..count).filter_map(|w| self.queue(w).next_round()).min() {
            (0..count).for_each(|worker| self.queue(worker).begin_round(round));
        }
        true
    }

    /// States known but not explored.
    pub(crate) fn len(&self) -> usize {
        let balances = self.lanes.iter().map(|lane| lane.balance.load(Ordering::SeqCst));
        // Between two of the loads a state may have been taken that was added after them.
        balances.sum::<isize>().max(0) as usize
    }

    /// Where runs are counted.
    pub(crate) fn runs(&self) -> &Arc<AtomicUsize> {
        &self.runs
    }

    /// Bytes allocated, roughly.
    pub(crate) fn bytes(&self) -> u64 {
        let runs = self.runs.load(Ordering::Relaxed) * size_of::<Run>();
        let carried = self.carried.load(Ordering::Relaxed);
        (self.len() * size_of::<Open>() + carried + runs) as u64
    }
}
