//! Synchronization objects: mutexes, condition variables, read-write locks,
//! semaphores, barriers, spin locks, once.
//!
//! An operation that has to wait is simply not enabled until it can be made; only
//! condition variables and barriers have threads in the middle of an
//! operation ([`Wait`]). A timed operation that would have to wait gives up instead:
//! since it may be made at any later time as well, all its behaviours are explored.

mod barrier;
mod condition;
mod mutex;
mod once;
mod rwlock;
mod semaphore;
mod spin;

use heddle_model::{Finding, Misuse, MisuseReason, SyncAction};

use crate::Machine;
use crate::fault::Fault;
use crate::state::memory::Address;
use crate::state::thread::Wait;

impl Machine<'_> {
    /// The number of alternatives of a waiting thread.
    pub(crate) fn wait_alternatives(&self, t: usize, wait: Wait) -> u32 {
        match wait {
            Wait::Condition { timed, .. } => self.condition_results(t, timed).count() as u32,
            Wait::Reacquire { mutex, .. } => self.can_reacquire(t, mutex).into(),
            Wait::Barrier { .. } => 0,
            Wait::BarrierOpen => 1,
        }
    }

    /// The fault of an operation on an object that is in no state for it.
    #[cold]
    fn misuse<T>(
        &self,
        action: SyncAction,
        object: Address,
        reason: MisuseReason,
    ) -> Result<T, Fault> {
        let object = self.describe_address(object);
        Err(Fault::bug(Finding::LockMisuse(Misuse::Operation { action, object, reason })))
    }

    /// A synchronization object in words: the variable it is, or is part of.
    pub(crate) fn describe_address(&self, address: Address) -> String {
        let Some((object, offset)) = self.state.memory.resolve(address) else {
            return format!("{address:#x}");
        };
        self.describe_part(object, offset)
    }
}
