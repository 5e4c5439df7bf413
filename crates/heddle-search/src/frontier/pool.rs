//! Sharing the frontier among workers.
//!
//! # Why nothing is lost
//! A state is in exactly one queue, or in the hands of one worker, until it is
//! expanded. Only a worker with a state in hand adds others. Workers become idle, and
//! leave off, under a lock: whoever finds all of them idle there knows that nobody has
//! a state in hand or is looking for one, until the lock is given back. If the queues
//! are dry then, nothing is left in this round; it begins the next round, or says that
//! the search is done.

use std::io;
use std::sync::atomic::{AtomicBool, AtomicIsize, AtomicUsize, Ordering};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use crossbeam_utils::CachePadded;

use super::{Open, Queue, RunTail, Visit, queue};
use crate::Options;

/// The longest sleep of an idle worker before it looks around.
const NAP: Duration = Duration::from_millis(5);

/// The next task of a worker.
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
    /// Workers that have no state in hand and are not looking for one; changed under the
    /// lock `idlers`.
    idle: AtomicUsize,
    idlers: Mutex<()>,
    wake: Condvar,
    is_done: AtomicBool,
}

/// Records if a worker is counted as idle.
#[derive(Default)]
pub(crate) struct IdleFlag {
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

    /// True if everything is explored.
    pub(crate) fn is_done(&self) -> bool {
        self.is_done.load(Ordering::SeqCst)
    }

    /// The next task of `worker`, which has no state in hand.
    pub(crate) fn next(&self, worker: usize, flag: &mut IdleFlag) -> Next {
        // It counts as busy before it looks, so that no one ends the round while it
        // holds what it finds; and not while someone does.
        if std::mem::take(&mut flag.is_idle) {
            let _guard = self.lock_idlers();
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
        self.rest(flag)
    }

    /// Has a worker that has no state in hand take none for a moment. What is in its queue,
    /// others take.
    pub(crate) fn rest(&self, flag: &mut IdleFlag) -> Next {
        let guard = self.lock_idlers();
        if self.is_done.load(Ordering::SeqCst) {
            return Next::Done;
        }
        let was_idle = std::mem::replace(&mut flag.is_idle, true);
        if !was_idle && self.idle.fetch_add(1, Ordering::SeqCst) + 1 == self.lanes.len() {
            if !self.begin_next_round() {
                self.is_done.store(true, Ordering::SeqCst);
            }
            // A call of the system, which a single worker spares itself.
            if self.lanes.len() > 1 {
                self.wake.notify_all();
            }
            return if self.is_done.load(Ordering::SeqCst) { Next::Done } else { Next::Wait };
        }
        drop(self.wake.wait_timeout(guard, NAP).unwrap_or_else(PoisonError::into_inner));
        Next::Wait
    }

    fn lock_idlers(&self) -> MutexGuard<'_, ()> {
        self.idlers.lock().unwrap_or_else(PoisonError::into_inner)
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

    /// All workers are idle and stay so. Returns whether there is something left to do.
    fn begin_next_round(&self) -> bool {
        let count = self.lanes.len();
        // Someone may have begun a round since the last to come found the queues dry.
        if (0..count).any(|worker| !self.queue(worker).is_dry()) {
            return true;
        }
        let round = (0..count).filter_map(|worker| self.queue(worker).next_round()).min();
        if let Some(round) = round {
            (0..count).for_each(|worker| self.queue(worker).begin_round(round));
        }
        round.is_some()
    }

    /// States known but not explored.
    pub(crate) fn len(&self) -> usize {
        let balances = self.lanes.iter().map(|lane| lane.balance.load(Ordering::SeqCst));
        // Between two of the loads a state may have been taken that was added after them.
        balances.sum::<isize>().max(0) as usize
    }

    /// The counter of runs.
    pub(crate) fn runs(&self) -> &Arc<AtomicUsize> {
        &self.runs
    }

    /// Bytes allocated, roughly.
    pub(crate) fn bytes(&self) -> u64 {
        let runs = self.runs.load(Ordering::Relaxed) * size_of::<RunTail>();
        let carried = self.carried.load(Ordering::Relaxed);
        (self.len() * size_of::<Open>() + carried + runs) as u64
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::frontier::Held;
    use crate::{Order, StateId};

    /// A state of a tree in which each has one successor or two, down to a depth.
    fn state(depth: u32) -> Open {
        let held = Held::Stored(StateId(depth));
        Open { held, depth, preemptions: 0, last: None, metric: 0, in_a_row: 0, is_new: true }
    }

    /// Explores a tree; returns the depths of what was expanded, in order.
    fn explore(order: Order, workers: usize, depth: u32, branches: &[u32]) -> Vec<u32> {
        let frontier = Frontier::new(&Options { order, ..Options::default() }, workers);
        frontier.push(0, state(0));
        let expanded = Mutex::new(Vec::new());
        let work = |worker: usize| {
            let mut flag = IdleFlag::default();
            loop {
                match frontier.next(worker, &mut flag) {
                    Next::Expand(open) => {
                        expanded.lock().unwrap().push(open.depth);
                        let count = if branches.contains(&open.depth) { 2 } else { 1 };
                        if open.depth < depth {
                            (0..count).for_each(|_| frontier.push(worker, state(open.depth + 1)));
                        }
                    }
                    Next::Wait => {}
                    Next::Done => break,
                }
            }
        };
        std::thread::scope(|scope| {
            let work = &work;
            for worker in 1..workers {
                scope.spawn(move || work(worker));
            }
            work(0);
        });
        assert_eq!(frontier.len(), 0);
        expanded.into_inner().unwrap()
    }

    #[test]
    fn the_end_is_the_end() {
        // So little to do at a time that workers are mostly idle, and meet at the end of
        // each round.
        for attempt in 0..2_000 {
            for order in [Order::BreadthFirst, Order::DepthFirst] {
                let workers = 2 + attempt % 3;
                let expanded = explore(order, workers, 20, &[3, 9]);
                assert_eq!(expanded.len(), 4 + 2 * 6 + 4 * 11, "{order}, {workers} workers");
                if order == Order::BreadthFirst {
                    assert!(expanded.is_sorted(), "rank by rank: {expanded:?}");
                }
            }
        }
    }
}
