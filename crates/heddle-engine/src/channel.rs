//! The channel between a running engine, the one who started it, and other engines.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use heddle_model::Supervisor;

use crate::{Lessons, Metric};

/// A request to stop, shared by the one who makes it and the engine that obeys it.
#[derive(Clone, Debug, Default)]
pub struct CancelToken(Arc<AtomicBool>);

impl CancelToken {
    /// Asks the engine to stop.
    pub fn cancel(&self) {
        self.0.store(true, Ordering::SeqCst);
    }

    /// True if the engine should stop.
    pub fn is_cancelled(&self) -> bool {
        self.0.load(Ordering::SeqCst)
    }
}

impl Supervisor for CancelToken {
    fn is_cancelled(&self) -> bool {
        CancelToken::is_cancelled(self)
    }
}

impl From<Arc<AtomicBool>> for CancelToken {
    fn from(flag: Arc<AtomicBool>) -> CancelToken {
        CancelToken(flag)
    }
}

/// A guess of how far a check is.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Estimate {
    /// The part that is done, from 0 to 1.
    pub done: f64,
    /// Seconds that the rest may take.
    pub seconds_left: f64,
}

/// The state of a check that is under way.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Progress<'a> {
    /// Figures so far, in the order in which they are shown.
    pub figures: &'a [(Metric, u64)],
    /// Wall-clock time since the beginning.
    pub seconds: f64,
    /// A guess of how far that is, if one can be made.
    pub estimate: Option<Estimate>,
}

/// The engine's end: it tells its progress, is told to stop, and shares what it learns. Each engine has
/// one of its own.
pub struct Channel<'a> {
    supervisor: Arc<dyn Supervisor>,
    lessons: Arc<Lessons>,
    progress: &'a mut (dyn FnMut(&Progress<'_>) + Send),
}

impl<'a> Channel<'a> {
    /// A channel that ends at `progress`, and is cancelled by `supervisor`.
    pub fn new(
        supervisor: Arc<dyn Supervisor>,
        progress: &'a mut (dyn FnMut(&Progress<'_>) + Send),
    ) -> Channel<'a> {
        Channel { supervisor, lessons: Arc::default(), progress }
    }

    /// The same channel, with lessons that other engines see, too.
    pub fn sharing(self, lessons: Arc<Lessons>) -> Channel<'a> {
        Channel { lessons, ..self }
    }

    /// The lessons that were learned of the program.
    pub fn lessons(&self) -> &Arc<Lessons> {
        &self.lessons
    }

    /// Tells progress.
    pub fn tell(&mut self, progress: &Progress<'_>) {
        (self.progress)(progress);
    }

    /// The one who may stop this engine.
    pub fn supervisor(&self) -> &Arc<dyn Supervisor> {
        &self.supervisor
    }
}
