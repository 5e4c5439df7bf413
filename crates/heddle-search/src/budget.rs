//! Limits on resources, cancellation and progress: all that needs a clock.
//!
//! An expansion costs less than looking at the clock and adding up memory, so one
//! worker looks for all, every [`LOOK_EVERY`] expansions and while it has
//! nothing to do: many times a second, unless single expansions take milliseconds.

use std::sync::atomic::{AtomicU64, Ordering};
use std::time::{Duration, Instant};

use crate::Options;
use crate::checkpoint::Checkpoints;
use crate::estimate::Estimator;
use crate::report::{Progress, StopReason};

/// Expansions between two looks at the clock.
const LOOK_EVERY: u32 = 64;
/// Microseconds that an expansion takes on a usual machine, and each step of it.
const EXPANSION: u64 = 1;
const STEP: u64 = 1;
/// The least time between two reports of progress.
const PROGRESS_EVERY: Duration = Duration::from_millis(100);

/// Figures of a search under way, for limits and progress.
#[derive(Clone, Copy)]
pub(crate) struct Position {
    pub(crate) states: u64,
    pub(crate) transitions: u64,
    pub(crate) frontier: u64,
    pub(crate) depth: u64,
    pub(crate) bytes: u64,
    /// Steps that the worker has made which looks at the limits.
    pub(crate) steps: u64,
}

/// Time and memory that a search has spent, those included that it goes on from.
#[derive(Clone, Copy, Default)]
pub(crate) struct Spent {
    pub(crate) time: Duration,
    pub(crate) peak_bytes: u64,
}

/// The part of a budget that a liveness checker may spend; several threads may ask.
pub(crate) struct Allowance<'a> {
    options: &'a Options,
    started: Instant,
    time: Option<Duration>,
    /// Bytes that the search holds, and the most that were held beside them.
    bytes: u64,
    most_extra: AtomicU64,
    /// Work since the last look, in microseconds on a usual machine.
    work: u64,
}

/// Work of one worker between two looks that has made so many steps since, in microseconds on a
/// usual machine. A step is as good a measure of time as there is without a clock: an expansion
/// takes few of them or a thousand. Those of stretches do not count: other engines, which would get
/// the turn, could only go the same way, and more slowly.
fn work_of(steps: u64) -> u64 {
    EXPANSION * u64::from(LOOK_EVERY) + STEP * steps
}

impl Allowance<'_> {
    /// A tenth more time, for the last thing to be done.
    pub(crate) fn with_grace(self) -> Self {
        let time = self.time.map(|time| time + time / 10);
        Allowance { time, ..self }
    }

    /// The limit that is exceeded with so many bytes beside those of the search, if one is.
    pub(crate) fn exceeded(&self, extra: u64) -> Option<StopReason> {
        self.most_extra.fetch_max(extra, Ordering::Relaxed);
        let Options { limits, supervisor, .. } = self.options;
        let supervisor = supervisor.as_ref();
        let share = |limit| supervisor.map_or(limit, |all| all.share_of_memory(limit));
        if supervisor.is_some_and(|supervisor| supervisor.is_cancelled_after(self.work)) {
            Some(StopReason::Interrupted)
        } else if self.time.is_some_and(|limit| self.started.elapsed() >= limit) {
            Some(StopReason::Time)
        } else if limits.memory.is_some_and(|limit| self.bytes + extra > share(limit)) {
            Some(StopReason::Memory)
        } else {
            None
        }
    }
}

/// Time and memory that a search may still spend.
pub(crate) struct Budget<'a> {
    options: &'a Options,
    progress: &'a mut dyn FnMut(&Progress),
    started: Instant,
    /// Expansions until the next look.
    until_look: u32,
    /// Time of the last report of progress, and the number of states then.
    reported: (Duration, u64),
    peak_bytes: u64,
    /// Time that was spent before this run.
    before: Duration,
    estimator: Estimator,
    /// The number of steps at the last look.
    steps: u64,
    /// Time of the last checkpoint of this run, and its result.
    checkpointed: Duration,
    checkpoint: Option<Result<(), String>>,
}

impl<'a> Budget<'a> {
    /// The budget of a search that has begun then and goes on from one that had spent so
    /// much. The first look is due at once.
    pub(crate) fn since(
        started: Instant,
        before: Spent,
        options: &'a Options,
        progress: &'a mut dyn FnMut(&Progress),
    ) -> Budget<'a> {
        Budget {
            options,
            progress,
            started,
            until_look: 0,
            reported: (Duration::ZERO, 0),
            peak_bytes: before.peak_bytes,
            before: before.time,
            estimator: Estimator::new(options.order),
            steps: 0,
            checkpointed: Duration::ZERO,
            checkpoint: None,
        }
    }

    /// So many states are known from the start.
    pub(crate) fn begin_with(&mut self, states: u64) {
        self.reported.1 = states;
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

    /// The next look is due at once.
    pub(crate) fn hurry(&mut self) {
        self.until_look = 0;
    }

    /// Compares with the limits, and reports progress when it is time.
    pub(crate) fn look(&mut self, position: Position) -> Option<StopReason> {
        let Position { states, transitions, frontier, depth, bytes, steps } = position;
        self.peak_bytes = self.peak_bytes.max(bytes);
        let elapsed = self.started.elapsed();
        let since_report = elapsed - self.reported.0;
        if since_report >= PROGRESS_EVERY {
            let found = states.saturating_sub(self.reported.1);
            let states_per_second = found as f64 / since_report.as_secs_f64();
            self.reported = (elapsed, states);
            let seconds = (self.before + elapsed).as_secs_f64();
            let explored = states.saturating_sub(frontier);
            let estimate = self.estimator.look(explored, frontier, seconds);
            (self.progress)(&Progress {
                states,
                transitions,
                frontier,
                depth,
                states_per_second,
                seconds,
                estimate,
            });
        }
        let work = work_of(steps - std::mem::replace(&mut self.steps, steps));
        Allowance { work, ..self.allowance(bytes) }.exceeded(0)
    }

    /// The part that a liveness checker may spend while the search holds so many bytes.
    pub(crate) fn allowance(&self, bytes: u64) -> Allowance<'a> {
        let Budget { options, .. } = *self;
        let started = options.limits.since.unwrap_or(self.started);
        let (time, most_extra) = (options.limits.time, AtomicU64::new(0));
        Allowance { options, started, time, bytes, most_extra, work: work_of(0) }
    }

    /// Takes note of what was spent of an allowance.
    pub(crate) fn note_spent(&mut self, allowance: &Allowance<'_>) {
        let bytes = allowance.bytes + allowance.most_extra.load(Ordering::Relaxed);
        self.peak_bytes = self.peak_bytes.max(bytes);
    }

    /// The checkpoint to write, if it is time.
    pub(crate) fn due_checkpoint(&self) -> Option<&'a Checkpoints> {
        let checkpoints = self.options.checkpoints.as_ref()?;
        (self.elapsed().saturating_sub(self.checkpointed) >= checkpoints.every)
            .then_some(checkpoints)
    }

    /// Takes note of how writing a checkpoint went.
    pub(crate) fn note_checkpoint(&mut self, result: std::io::Result<()>) {
        self.checkpoint = Some(result.map_err(|error| error.to_string()));
        self.checkpointed = self.elapsed();
    }

    /// The result of the last checkpoint, if one was written.
    pub(crate) fn take_checkpoint(&mut self) -> Option<Result<(), String>> {
        self.checkpoint.take()
    }

    /// Time and memory spent, by this run and those that it goes on from.
    pub(crate) fn spent(&self) -> Spent {
        Spent { time: self.before + self.elapsed(), peak_bytes: self.peak_bytes }
    }

    /// Time since the start of this run.
    pub(crate) fn elapsed(&self) -> Duration {
        self.started.elapsed()
    }
}

#[cfg(test)]
mod tests {
    use std::sync::{Arc, Mutex};

    use heddle_model::Supervisor;

    use super::*;

    /// A supervisor who writes down how much work there was.
    #[derive(Debug, Default)]
    struct Notebook(Mutex<Vec<u64>>);

    impl Supervisor for Notebook {
        fn is_cancelled(&self) -> bool {
            false
        }

        fn is_cancelled_after(&self, work: u64) -> bool {
            self.0.lock().unwrap().push(work);
            false
        }
    }

    #[test]
    fn work_grows_with_the_steps_since_the_last_look() {
        let notebook = Arc::new(Notebook::default());
        let options =
            Options { supervisor: Some(Arc::clone(&notebook) as _), ..Options::default() };
        let mut tell = |_: &Progress| {};
        let mut budget = Budget::since(Instant::now(), Spent::default(), &options, &mut tell);
        let position =
            Position { states: 1, transitions: 1, frontier: 1, depth: 1, bytes: 1, steps: 0 };
        for steps in [0, 64, 64, 100_064] {
            assert_eq!(budget.look(Position { steps, ..position }), None);
        }
        let work = notebook.0.lock().unwrap().clone();
        assert_eq!(work[0], u64::from(LOOK_EVERY) * EXPANSION);
        assert_eq!(work, [work[0], work[0] + 64 * STEP, work[0], work[0] + 100_000 * STEP]);
    }
}
