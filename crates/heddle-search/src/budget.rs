//! Limits on resources, cancellation and progress: all that needs a clock.
//!
//! An expansion costs less than looking at the clock and adding up memory, so one
//! worker looks for all, every [`LOOK_EVERY`] expansions and while it has
//! nothing to do: many times a second, unless single expansions take milliseconds.

use std::sync::atomic::Ordering;
use std::time::{Duration, Instant};

use crate::Options;
use crate::report::{Progress, Stop};

/// Expansions between two looks at the clock.
const LOOK_EVERY: u32 = 64;
/// The least time between two reports of progress.
const PROGRESS_EVERY: Duration = Duration::from_millis(100);

/// Where the search is, as far as limits and progress are concerned.
#[derive(Clone, Copy)]
pub(crate) struct Position {
    pub(crate) states: u64,
    pub(crate) transitions: u64,
    pub(crate) frontier: u64,
    pub(crate) depth: u64,
    pub(crate) bytes: u64,
}

/// What the search may still spend.
pub(crate) struct Budget<'a> {
    options: &'a Options,
    progress: &'a mut dyn FnMut(&Progress),
    started: Instant,
    /// Expansions until the next look.
    until_look: u32,
    /// When progress was reported last, and how many states there were.
    reported: (Duration, u64),
    peak_bytes: u64,
}

impl<'a> Budget<'a> {
    /// What is left of a search that has begun then. The first look is due at once.
    pub(crate) fn since(
        started: Instant,
        options: &'a Options,
        progress: &'a mut dyn FnMut(&Progress),
    ) -> Budget<'a> {
        Budget {
            options,
            progress,
            started,
            until_look: 0,
            reported: (Duration::ZERO, 0),
            peak_bytes: 0,
        }
    }

    /// To be called on each expansion; says whether to [`look`](Self::look).
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
    pub(crate) fn look(&mut self, position: Position) -> Option<Stop> {
        let Position { states, transitions, frontier, depth, bytes } = position;
        self.peak_bytes = self.peak_bytes.max(bytes);
        let elapsed = self.started.elapsed();
        let since_report = elapsed - self.reported.0;
        if since_report >= PROGRESS_EVERY {
            let found = states.saturating_sub(self.reported.1);
            let states_per_second = found as f64 / since_report.as_secs_f64();
            self.reported = (elapsed, states);
            let seconds = elapsed.as_secs_f64();
            (self.progress)(&Progress {
                states,
                transitions,
                frontier,
                depth,
                states_per_second,
                seconds,
            });
        }
        let limits = &self.options.limits;
        let is_cancelled =
            self.options.cancel.as_ref().is_some_and(|cancel| cancel.load(Ordering::Relaxed));
        if is_cancelled {
            Some(Stop::Interrupted)
        } else if limits.time.is_some_and(|limit| elapsed >= limit) {
            Some(Stop::Time)
        } else if limits.memory.is_some_and(|limit| bytes > limit) {
            Some(Stop::Memory)
        } else {
            None
        }
    }

    /// The most bytes seen.
    pub(crate) fn peak_bytes(&self) -> u64 {
        self.peak_bytes
    }

    /// Time since the start.
    pub(crate) fn elapsed(&self) -> Duration {
        self.started.elapsed()
    }
}
