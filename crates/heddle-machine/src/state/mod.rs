//! The loaded state: memory, threads, and the process they belong to.
//!
//! Observers ([`crate::observe`]) that the program has registered are part of a state, too;
//! they stand with their answers.

pub(crate) mod memory;
pub(crate) mod thread;

use heddle_model::ThreadId;

use crate::codec::interner::ComponentId;
use memory::{Memory, ObjectIndex};
use thread::{Thread, Threads, heap_owner_of, owner_of};

/// One state of a program.
pub(crate) struct State {
    pub(crate) memory: Memory,
    pub(crate) threads: Threads,
    /// The exit code, once the process has ended.
    pub(crate) ended: Option<i32>,
    /// The thread that alone is allowed to move, for as long as it can.
    pub(crate) atomic_owner: Option<ThreadId>,
    /// True if the last step has ended the run with a failure. Such a state is never saved.
    pub(crate) has_failed: bool,
}

impl State {
    /// A state without threads.
    pub(crate) fn new(memory: Memory) -> State {
        State {
            memory,
            threads: Threads::default(),
            ended: None,
            atomic_owner: None,
            has_failed: false,
        }
    }

    /// Adds threads without frames, or removes the last ones with their objects, until there
    /// are so many.
    pub(crate) fn resize_threads(&mut self, threads: usize) {
        let State { memory, threads: all, .. } = self;
        while all.len() > threads {
            let t = all.len() - 1;
            for owner in [owner_of(t), heap_owner_of(t)] {
                let objects: Vec<ObjectIndex> = memory.objects_of(owner).collect();
                for index in objects {
                    memory.remove(index);
                }
                memory.clear_changed(owner);
                memory.set_stale(owner, false);
            }
            all.pop();
        }
        while all.len() < threads {
            memory.ensure_owner(heap_owner_of(all.len()));
            all.push(Thread::new());
        }
    }

    /// A thread is this component from now on. It is stale if its frames and variables are
    /// those of another.
    #[inline]
    pub(crate) fn adopt(&mut self, t: usize, segment: ComponentId) {
        let thread = self.threads.raw_mut(t);
        thread.book.segment = segment;
        let is_stale = thread.is_stale();
        self.memory.set_stale(owner_of(t), is_stale);
        self.memory.set_stale(heap_owner_of(t), is_stale);
    }
}
