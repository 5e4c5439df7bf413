//! Limits on resources, cancellation and progress: all that needs a clock.

use std::time::{Duration, Instant};

use heddle_model::{Limit, Limits, Supervisor, Unknown};

use crate::report::Progress;

/// Steps between two looks at the clock.
const LOOK_EVERY: u32 = 64;
/// Microseconds that these usually take, with all that is to be done about them.
const LOOK_WORK: u64 = 128;
/// The least time between two reports of progress.
const PROGRESS_EVERY: Duration = Duration::from_millis(100);

/// Time and memory that a search may spend.
pub(crate) struct Budget<'a> {
    limits: Limits,
    supervisor: Option<&'a dyn Supervisor>,
    progress: Option<&'a mut dyn FnMut(&Progress)>,
    started: Instant,
    until_look: u32,
    /// The time of the last report of progress, and the number of executions then.
    reported: (Duration, u64),
    peak_bytes: u64,
}

impl<'a> Budget<'a> {
    pub(crate) fn new(
        limits: Limits,
        supervisor: Option<&'a dyn Supervisor>,
        progress: Option<&'a mut dyn FnMut(&Progress)>,
        started: Instant,
    ) -> Budget<'a> {
        Budget {
            limits,
            supervisor,
            progress,
            started,
            until_look: 0,
            reported: (Duration::ZERO, 0),
            peak_bytes: 0,
        }
    }

    /// To be called on each step; says whether to [`look`](Self::look).
    #[inline]
    pub(crate) fn is_look_due(&mut self) -> bool {
        if self.until_look == 0 {
            self.until_look = LOOK_EVERY;
            return true;
        }
        self.until_look -= 1;
        false
    }

    /// Compares with the limits, and reports progress when it is time.
    pub(crate) fn look(
        &mut self,
        bytes: u64,
        executions: u64,
        depth: u64,
        expected: impl FnOnce() -> f64,
    ) -> Option<Limit> {
        self.peak_bytes = self.peak_bytes.max(bytes);
        let elapsed = self.started.elapsed();
        let since_report = elapsed - self.reported.0;
        if since_report >= PROGRESS_EVERY
            && let Some(progress) = &mut self.progress
        {
            let made = executions - self.reported.1;
            self.reported = (elapsed, executions);
            progress(&Progress {
                executions,
                expected: expected(),
                depth,
                executions_per_second: made as f64 / since_report.as_secs_f64(),
                seconds: elapsed.as_secs_f64(),
            });
        }
        let spent = self.limits.since.unwrap_or(self.started).elapsed();
        if self.supervisor.is_some_and(|supervisor| supervisor.is_cancelled_after(LOOK_WORK)) {
            Some(Limit::Cancelled)
        } else if self.limits.time.is_some_and(|most| spent >= most) {
            Some(Limit::Time)
        } else if self.limits.memory.is_some_and(|most| bytes > most) {
            Some(Limit::Memory)
        } else {
            None
        }
    }

    /// Tells that the search will prove nothing.
    pub(crate) fn give_up_proof(&self, unknown: &Unknown) {
        if let Some(supervisor) = self.supervisor {
            supervisor.give_up_proof(unknown);
        }
    }

    /// The most bytes that were held, and the seconds since the start.
    pub(crate) fn spent(&self) -> (u64, f64) {
        (self.peak_bytes, self.started.elapsed().as_secs_f64())
    }
}
