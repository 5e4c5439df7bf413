//! A rest of all workers, in which one of them looks at everything.
//!
//! A worker rests where it has no state in hand. It leaves what it has, so that the one
//! who asked for the rest sees it, and waits until the rest is over.

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Condvar, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

/// How long a worker sleeps at most before it looks whether the search has ended.
const NAP: Duration = Duration::from_millis(5);

/// Where workers rest, and what each of them leaves there meanwhile.
pub(crate) struct Rest<T> {
    is_wanted: AtomicBool,
    left: Mutex<Vec<Option<T>>>,
    changed: Condvar,
}

impl<T> Rest<T> {
    /// For so many workers.
    pub(crate) fn new(workers: usize) -> Rest<T> {
        Rest {
            is_wanted: AtomicBool::new(false),
            left: Mutex::new((0..workers).map(|_| None).collect()),
            changed: Condvar::new(),
        }
    }

    /// Whether someone asks for a rest.
    #[inline]
    pub(crate) fn is_wanted(&self) -> bool {
        self.is_wanted.load(Ordering::Relaxed)
    }

    fn lock(&self) -> MutexGuard<'_, Vec<Option<T>>> {
        // A worker that panics ends the search.
        self.left.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn nap<'a>(&self, left: MutexGuard<'a, Vec<Option<T>>>) -> MutexGuard<'a, Vec<Option<T>>> {
        self.changed.wait_timeout(left, NAP).unwrap_or_else(PoisonError::into_inner).0
    }

    /// Rests as long as it is wanted and the search has not ended.
    pub(crate) fn take(&self, worker: usize, what: T, has_ended: impl Fn() -> bool) {
        let mut left = self.lock();
        left[worker] = Some(what);
        self.changed.notify_all();
        while self.is_wanted() && !has_ended() {
            left = self.nap(left);
        }
        left[worker] = None;
    }

    /// Asks all others for a rest, waits for them, and does something with what all have;
    /// not if the search ends meanwhile, and then there may be none to wait for.
    pub(crate) fn ask<R>(
        &self,
        worker: usize,
        what: T,
        has_ended: impl Fn() -> bool,
        act: impl FnOnce(&[&T]) -> R,
    ) -> Option<R> {
        let mut left = self.lock();
        left[worker] = Some(what);
        self.is_wanted.store(true, Ordering::Relaxed);
        while left.iter().any(Option::is_none) && !has_ended() {
            left = self.nap(left);
        }
        let all: Vec<&T> = left.iter().flatten().collect();
        let result = (all.len() == left.len()).then(|| act(&all));
        self.is_wanted.store(false, Ordering::Relaxed);
        left[worker] = None;
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
        let rest: Rest<u64> = Rest::new(3);
        let sum = AtomicU64::new(0);
        let has_ended = AtomicBool::new(false);
        let ended = || has_ended.load(Ordering::SeqCst);
        let work = |worker: usize| {
            let mut own = 0;
            while !ended() {
                if rest.is_wanted() {
                    rest.take(worker, own, ended);
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
                    rest.ask(0, 0, ended, |all| {
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
        assert_eq!(rest.ask(0, 0, ended, |_| ()), None);
    }
}
