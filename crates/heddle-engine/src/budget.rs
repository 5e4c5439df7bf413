//! Time and memory that a check may spend, from its first moment on: loading counts, too.
//!
//! Memory is what the process holds, as the system tells. The search through states has a count
//! of its own, of what it keeps; everything else asks a [`Budget`].

use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, OnceLock};
use std::time::{Duration, Instant};

use heddle_model::{Limit, Limits, Supervisor};

/// Bytes that the process may always hold while a program is loaded: heddle itself, the library
/// code, and programs that are not large. A lower limit on memory is meant for what comes after.
const ALWAYS_LOADED: u64 = 64 << 20;

/// The least time between two looks at the memory of the process, each of which reads a file.
const LOOK_EVERY: Duration = Duration::from_millis(5);

/// The moment and the size at which a check gives up, and the user's wish that it does. Once a
/// limit is reached, it stays reached. Any number of threads may ask.
#[derive(Debug)]
pub struct Budget {
    started: Instant,
    time: Option<Duration>,
    memory: Option<u64>,
    supervisor: Arc<dyn Supervisor>,
    /// Nanoseconds after the start at which memory is looked at next.
    next_look: AtomicU64,
    reached: OnceLock<Limit>,
}

impl Budget {
    /// The time and memory of these limits. Time counts from now on, unless the limits say since
    /// when.
    pub fn new(limits: &Limits, supervisor: Arc<dyn Supervisor>) -> Budget {
        let Limits { time, since, memory, states: _ } = *limits;
        Budget {
            started: since.unwrap_or_else(Instant::now),
            time,
            memory,
            supervisor,
            next_look: AtomicU64::new(0),
            reached: OnceLock::new(),
        }
    }

    /// The same, for loading a program: small ones load under any limit on memory.
    pub fn of_loading(limits: &Limits, supervisor: Arc<dyn Supervisor>) -> Budget {
        let memory = limits.memory.map(|most| most.max(ALWAYS_LOADED));
        Budget::new(&Limits { memory, ..*limits }, supervisor)
    }

    /// The moment from which time counts.
    pub fn started(&self) -> Instant {
        self.started
    }

    /// Returns the limit that was reached, if one was.
    pub fn reached(&self) -> Option<Limit> {
        self.reached_after(0)
    }

    /// Returns the limit that was reached, if one was, after so much work since the last time
    /// ([`Supervisor::is_cancelled_after`]).
    pub fn reached_after(&self, work: u64) -> Option<Limit> {
        if let Some(limit) = self.reached.get() {
            return Some(*limit);
        }
        let limit = if self.supervisor.is_cancelled_after(work) {
            Limit::Cancelled
        } else if self.time.is_some_and(|time| self.started.elapsed() >= time) {
            Limit::Time
        } else if self.memory.is_some_and(|most| self.holds_more_than(most)) {
            Limit::Memory
        } else {
            return None;
        };
        Some(*self.reached.get_or_init(|| limit))
    }

    /// True if the process holds more bytes than these, as far as was looked.
    fn holds_more_than(&self, most: u64) -> bool {
        let now = self.started.elapsed();
        let nanoseconds = |time: Duration| u64::try_from(time.as_nanos()).unwrap_or(u64::MAX);
        if nanoseconds(now) < self.next_look.load(Ordering::Relaxed) {
            return false;
        }
        self.next_look.store(nanoseconds(now + LOOK_EVERY), Ordering::Relaxed);
        resident_bytes().is_some_and(|bytes| bytes > most)
    }
}

/// Bytes of memory that the process holds, where the system tells.
fn resident_bytes() -> Option<u64> {
    let text = std::fs::read_to_string("/proc/self/status").ok()?;
    let line = text.lines().find_map(|line| line.strip_prefix("VmRSS:"))?;
    let kilobytes: u64 = line.trim().strip_suffix(" kB")?.parse().ok()?;
    Some(kilobytes << 10)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::CancelToken;

    fn budget(limits: Limits) -> Budget {
        Budget::new(&limits, Arc::new(CancelToken::default()))
    }

    #[test]
    fn it_is_spent_when_time_is_up_or_the_user_says_so() {
        let within = |time| budget(Limits { time, ..Limits::default() });
        assert_eq!(within(None).reached(), None);
        assert_eq!(within(Some(Duration::MAX)).reached(), None);
        assert_eq!(within(Some(Duration::ZERO)).reached(), Some(Limit::Time));
        let cancel = CancelToken::default();
        let budget = Budget::new(&Limits::default(), Arc::new(cancel.clone()));
        assert_eq!(budget.reached(), None);
        cancel.cancel();
        assert_eq!(budget.reached(), Some(Limit::Cancelled));
    }

    #[cfg(target_os = "linux")]
    #[test]
    fn it_is_spent_when_the_process_is_too_large_and_stays_so() {
        let limits = |memory| Limits { memory: Some(memory), ..Limits::default() };
        let small = budget(limits(1));
        assert_eq!(small.reached(), Some(Limit::Memory));
        assert_eq!(small.reached(), Some(Limit::Memory));
        assert_eq!(budget(limits(u64::MAX)).reached(), None);
    }

    #[cfg(target_os = "linux")]
    #[test]
    fn a_program_may_be_loaded_under_any_limit_unless_it_is_large() {
        let limits = Limits { memory: Some(1), ..Limits::default() };
        let loading = || Budget::of_loading(&limits, Arc::new(CancelToken::default()));
        assert_eq!(loading().reached(), None);
        let program = std::hint::black_box(vec![1u8; 2 * ALWAYS_LOADED as usize]);
        assert_eq!(loading().reached(), Some(Limit::Memory));
        drop(program);
    }
}
