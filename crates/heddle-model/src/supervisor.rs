//! The one who has started an engine, as the engine sees it while it works.

use std::fmt::Debug;

use crate::Unknown;

/// Someone who may stop an engine, have it rest for a while, or let it use fewer workers.
///
/// An engine asks [`is_cancelled`](Self::is_cancelled) many times a second, at moments that
/// follow from its work and not from a clock. Whoever answers may take some time, during which
/// the engine rests.
pub trait Supervisor: Debug + Send + Sync {
    /// True if the engine should stop.
    fn is_cancelled(&self) -> bool;

    /// The same, after so much work since the last time: the microseconds that it takes on a usual
    /// machine, as far as that can be said without a clock. Where engines take turns, their turns
    /// are as long as this says.
    fn is_cancelled_after(&self, work: u64) -> bool {
        let _ = work;
        self.is_cancelled()
    }

    /// The part of a limit on memory that the engine may use at the moment, for itself.
    fn share_of_memory(&self, limit: u64) -> u64 {
        limit
    }

    /// The most workers that may be at work at the moment. One always may.
    fn workers(&self) -> usize {
        usize::MAX
    }

    /// Takes note that the engine has met something that it cannot follow: whatever it finds
    /// from now on, it will not prove the program right.
    fn give_up_proof(&self, obstacle: &Unknown) {
        let _ = obstacle;
    }
}
