//! A pause of all workers, in which one of them sees everything at rest.
//!
//! A worker pauses between two expansions. It deposits its results, so that the worker
//! which asked for the pause sees them, and waits until the pause is over.

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Condvar, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

/// The longest sleep of a worker before it checks if the search has ended.
const NAP: Duration = Duration::from_millis(5);

/// A barrier for all workers, with what each of them has deposited.
pub(crate) struct Pause<T> {
    is_wanted: AtomicBool,
    deposits: Mutex<Vec<Option<T>>>,
    changed: Condvar,
}

impl<T> Pause<T> {
    /// For so many workers.
    pub(crate) fn new(workers: usize) -> Pause<T> {
        Pause {
            is_wanted: AtomicBool::new(false),
            deposits: Mutex::new((0..workers).map(|_| None).collect()),
            changed: Condvar::new(),
        }
    }

    /// True if a worker asks for a pause.
    #[inline]
    pub(crate) fn is_wanted(&self) -> bool {
        self.is_wanted.load(Ordering::Relaxed)
    }

    fn lock(&self) -> MutexGuard<'_, Vec<Option<T>>> {
        // A worker that panics ends the search.
        self.deposits.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn nap<'a>(&self, deposits: MutexGuard<'a, Vec<Option<T>>>) -> MutexGuard<'a, Vec<Option<T>>> {
        self.changed.wait_timeout(deposits, NAP).unwrap_or_else(PoisonError::into_inner).0
    }

    /// Pauses as long as that is wanted and the search has not ended.
    pub(crate) fn take(&self, worker: usize, what: T, has_ended: impl Fn() -> bool) {
        let mut deposits = self.lock();
        deposits[worker] = Some(what);
        self.changed.notify_all();
        while self.is_wanted() && !has_ended() {
            deposits = self.nap(deposits);
        }
        deposits[worker] = None;
    }

    /// Asks all others for a pause, waits for them, and calls `act` with the deposits of all.
    /// Returns nothing if the search ends meanwhile: then others may never come.
    pub(crate) fn ask<R>(
        &self,
        worker: usize,
        what: T,
        has_ended: impl Fn() -> bool,
        act: impl FnOnce(&[&T]) -> R,
    ) -> Option<R> {
        let mut deposits = self.lock();
        deposits[worker] = Some(what);
        self.is_wanted.store(true, Ordering::Relaxed);
        while deposits.iter().any(Option::is_none) && !has_ended() {
            deposits = self.nap(deposits);
        }
        let all: Vec<&T> = deposits.iter().flatten().collect();
        let result = (all.len() == deposits.len()).then(|| act(&all));
        self.is_wanted.store(false, Ordering::Relaxed);
        deposits[worker] = None;
        self.changed.notify_all();
        result
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::sync::atomic::AtomicU64;

    #[test]
    fn nobody_moves_while_one_looks() {
        let pause: Pause<u64> = Pause::new(3);
        let sum = AtomicU64::new(0);
        let has_ended = AtomicBool::new(false);
        let ended = || has_ended.load(Ordering::SeqCst);
        let work = |worker: usize| {
            let mut own = 0;
            while !ended() {
                if pause.is_wanted() {
                    pause.take(worker, own, ended);
                }
                sum.fetch_add(1, Ordering::SeqCst);
                own += 1;
            }
        };
        std::thread::scope(|scope| {
            scope.spawn(|| work(1));
            scope.spawn(|| work(2));
            let seen: Vec<_> = (0..200)
                .map(|_| {
                    pause.ask(0, 0, ended, |all| {
                        let before = sum.load(Ordering::SeqCst);
                        std::thread::yield_now();
                        let left: u64 = all.iter().copied().sum();
                        (left, before) == (sum.load(Ordering::SeqCst), left)
                    })
                })
                .collect();
            has_ended.store(true, Ordering::SeqCst);
            assert!(seen.iter().all(|&seen| seen == Some(true)), "{seen:?}");
        });
        assert_eq!(pause.ask(0, 0, ended, |_| ()), None);
    }
}
