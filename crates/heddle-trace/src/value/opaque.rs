//! Synchronization objects, by their state.

use heddle_model::SyncKind;
use heddle_model::ThreadId;

use super::Printer;
use super::bits::Chunk;
use crate::types::Opaque;

impl Printer<'_, '_> {
    /// A description of an object of the threads library.
    pub(super) fn opaque(&mut self, what: Opaque, chunk: Chunk) -> String {
        self.budget = self.budget.saturating_sub(1);
        let held = |lock: SyncKind| {
            let holder = chunk.address.and_then(|at| self.machine.lock_holder(lock, at));
            match holder {
                Some(thread) => format!("<locked by {thread}>"),
                None => "<unlocked>".to_owned(),
            }
        };
        let field = |at: u64| match chunk.part(at, 4) {
            Some(word) if word.is_defined() => Some(word.unsigned() as u32),
            _ => None,
        };
        let known = match what {
            Opaque::Mutex => Some(held(SyncKind::Mutex)),
            Opaque::SpinLock => Some(held(SyncKind::Spinlock)),
            Opaque::ReadWriteLock => match field(0) {
                Some(0) | None => Some(held(SyncKind::Rwlock)),
                Some(1) => Some("<locked by 1 reader>".to_owned()),
                Some(readers) => Some(format!("<locked by {readers} readers>")),
            },
            Opaque::Semaphore => field(0).map(|value| format!("<value {value}>")),
            Opaque::Barrier => match (field(4), field(0)) {
                (Some(come), Some(all)) => Some(format!("<{come} of {all} waiting>")),
                _ => None,
            },
            Opaque::Thread => Some(thread(chunk.unsigned() as u64)),
            Opaque::Condition | Opaque::Other => None,
        };
        known.unwrap_or_else(|| "<...>".to_owned())
    }
}

/// The runtime's `pthread_t` is a thread's number plus one.
fn thread(value: u64) -> String {
    match value.checked_sub(1).and_then(|number| u32::try_from(number).ok()) {
        Some(number) => ThreadId(number).to_string(),
        None => value.to_string(),
    }
}
