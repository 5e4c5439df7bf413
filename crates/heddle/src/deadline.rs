//! The deadline of a command, counted from the first moment on: loading takes time, too.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use heddle_model::Limit;

/// The moment at which a command gives up, and the user's wish that it does.
#[derive(Clone, Debug)]
pub(crate) struct Deadline {
    started: Instant,
    time: Option<Duration>,
    interrupted: Option<Arc<AtomicBool>>,
}

impl Deadline {
    /// So much time from now on, if that is limited.
    pub(crate) fn new(time: Option<Duration>) -> Deadline {
        Deadline { started: Instant::now(), time, interrupted: None }
    }

    /// The same, but it is over as soon as `flag` is set.
    pub(crate) fn or_flag(self, flag: Arc<AtomicBool>) -> Deadline {
        Deadline { interrupted: Some(flag), ..self }
    }

    /// The moment from which time counts.
    pub(crate) fn started(&self) -> Instant {
        self.started
    }

    /// Returns the limit that was reached, if one was.
    #[inline]
    pub(crate) fn reached(&self) -> Option<Limit> {
        if self.interrupted.as_ref().is_some_and(|flag| flag.load(Ordering::Relaxed)) {
            return Some(Limit::Cancelled);
        }
        self.time.filter(|time| self.started.elapsed() >= *time).map(|_| Limit::Time)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn it_is_over_when_time_is_up_or_the_user_says_so() {
        assert_eq!(Deadline::new(None).reached(), None);
        assert_eq!(Deadline::new(Some(Duration::MAX)).reached(), None);
        assert_eq!(Deadline::new(Some(Duration::ZERO)).reached(), Some(Limit::Time));
        let flag = Arc::new(AtomicBool::new(false));
        let deadline = Deadline::new(None).or_flag(flag.clone());
        assert_eq!(deadline.reached(), None);
        flag.store(true, Ordering::Relaxed);
        assert_eq!(deadline.reached(), Some(Limit::Cancelled));
    }
}
