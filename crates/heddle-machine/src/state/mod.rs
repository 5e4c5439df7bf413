//! The loaded state: memory, threads, and the process they belong to.
//!
//! Observers ([`crate::observe`]) that the program has registered are part of a state, too;
//! they stand with their answers.

pub(crate) mod memory;
mod numbers;
pub(crate) mod process;
pub(crate) mod thread;

use crate::codec::interner::ComponentId;
use crate::image::Image;
use memory::{Memory, ObjectIndex};
use process::Process;
use thread::{Thread, Threads, heap_owner_of, owner_of};

/// One state of a program.
pub(crate) struct State {
    pub(crate) memory: Memory,
    pub(crate) threads: Threads,
    pub(crate) process: Process,
    /// True if the last step has ended the run with a failure. Such a state is never saved.
    pub(crate) has_failed: bool,
}

impl State {
    /// A state without threads.
    pub(crate) fn new(memory: Memory) -> State {
        State { memory, threads: Threads::default(), process: Process::new(), has_failed: false }
    }

    /// Adds a thread without frames.
    pub(crate) fn add_thread(&mut self) -> &mut Thread {
        let t = self.threads.len();
        self.resize_threads(t + 1);
        self.process.touch();
        &mut self.threads[t]
    }

    /// Adds threads without frames, or removes the last ones with their objects, until there
    /// are so many.
    #[inline]
    pub(crate) fn set_thread_count(&mut self, threads: usize) {
        if self.threads.len() != threads {
            self.resize_threads(threads);
        }
    }

    #[cold]
    fn resize_threads(&mut self, threads: usize) {
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

    /// Removes the tombstones that nothing names any more. All threads are materialized.
    ///
    /// That belongs to the end of a step, and not to saving: new objects are named
    /// after the lowest free number, and a replay, which saves nothing, must give them
    /// the same names.
    pub(crate) fn collect_tombstones(&mut self, image: &Image<'_>) {
        let State { memory, threads, .. } = self;
        let mut unreferenced = memory.collectable();
        for thread in threads.iter() {
            if unreferenced.is_empty() {
                return;
            }
            memory.keep(thread.book.value.bits, &mut unreferenced);
            for (depth, frame) in thread.frames.iter().enumerate() {
                for slot in image.live_slots(thread, depth).iter() {
                    let word = thread.stack[frame.base as usize + slot.index()];
                    memory.keep(word.bits, &mut unreferenced);
                }
            }
        }
        memory.collect(unreferenced);
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
