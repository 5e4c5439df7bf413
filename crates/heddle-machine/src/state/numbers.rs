//! Numbers of threads that ended, given to new ones.
//!
//! A program may create thread after thread. As long as there are few, each has a number of its
//! own ([`OWN_NUMBERS`]); from then on a new thread gets the lowest number whose thread has
//! ended and was joined or detached, if nothing holds that number any more: no word of memory, at
//! any offset, and no live slot, whether as a `pthread_t`, as what `gettid` returns, as the owner of
//! a lock, or as a number that just happens to be the same. So a `pthread_t` that is used too late,
//! and a lock that was never given back, never mean a later thread. A program that keeps numbers
//! narrowed or encoded may take one thread for another, as it may anywhere.
//!
//! That the number depends on all that others have written makes the creation a step that touches
//! everything, and no left mover where such a thread is there or may come to be
//! ([`heddle_program::operation::Condition::FreshNumber`]). The runs are the same up to the numbers
//! of threads. A formula that names a thread by its number would notice; so beside one, each thread
//! has a number of its own.

use heddle_program::limits::OWN_NUMBERS;

use super::State;
use super::memory::Flags;
use super::memory::access::little_endian;
use super::thread::{Bookkeeping, Status, Thread};
use crate::Symmetry;
use crate::image::Image;
use crate::observe::{MOST_OBSERVED_THREADS, Proposition};

/// Number of the process, to which `gettid` adds that of a thread: `PROCESS` in `runtime/unistd.c`.
const PROCESS: u32 = 1000;

impl State {
    /// True if the number of a new thread may depend on memory.
    pub(crate) fn may_reuse_numbers(&self, image: &Image<'_>) -> bool {
        let propositions = &image.options.propositions;
        if image.options.symmetry == Symmetry::Unique {
            return false;
        }
        // Formulas are about fewer threads.
        let own = if propositions.is_empty() { OWN_NUMBERS } else { MOST_OBSERVED_THREADS };
        self.threads.len() >= own && !propositions.iter().any(Proposition::names_thread)
    }

    /// True if a thread that `t` creates gets a number that no thread had, whatever other threads do
    /// before: none has come to an end for good, and none can without being joined or detached.
    pub(crate) fn has_fresh_number(&self, image: &Image<'_>, t: usize) -> bool {
        !self.may_reuse_numbers(image)
            || self
                .threads
                .books()
                .enumerate()
                .all(|(other, book)| !has_ended(book) && (other == t || !book.detached))
    }

    /// The number of the next thread. All threads are materialized.
    pub(crate) fn next_number(&self, image: &Image<'_>) -> usize {
        let next = self.threads.len();
        if !self.may_reuse_numbers(image) {
            return next;
        }
        // `main` is another kind of thread.
        let books = self.threads.books().enumerate();
        let mut free: Vec<bool> =
            books.map(|(t, book)| t != 0 && has_ended(book) && book.owned.is_empty()).collect();
        if free.iter().any(|&is_free| is_free) {
            self.keep_numbers(image, &mut free);
        }
        free.iter().position(|&is_free| is_free).unwrap_or(next)
    }

    /// Takes the numbers that something holds off those that are free.
    fn keep_numbers(&self, image: &Image<'_>, free: &mut [bool]) {
        let mut keep = |word: u32| {
            // A `pthread_t` and the owner of a lock are the number plus one.
            for number in [word, word.wrapping_sub(1), word.wrapping_sub(PROCESS)] {
                if let Some(is_free) = free.get_mut(number as usize) {
                    *is_free = false;
                }
            }
        };
        let halves = |bits: u64| [bits as u32, (bits >> 32) as u32];
        for thread in self.threads.iter() {
            halves(thread.book.value.bits).into_iter().for_each(&mut keep);
            for (depth, frame) in thread.frames.iter().enumerate() {
                for slot in image.live_slots(thread, depth).iter() {
                    let word = thread.stack[frame.base as usize + slot.index()];
                    halves(word.bits).into_iter().for_each(&mut keep);
                }
            }
        }
        for owner in self.memory.owners() {
            for index in self.memory.objects_of(owner) {
                let object = self.memory.object(index);
                if object.flags.any(Flags::DEAD | Flags::CONSTANT | Flags::MISSING) {
                    continue;
                }
                let (start, end) = (object.start as usize, (object.start + object.size) as usize);
                let data = &self.memory.block(object.block).data[start..end];
                for bytes in data.windows(size_of::<u32>()) {
                    keep(little_endian(bytes) as u32);
                }
            }
        }
    }

    /// Adds a thread with this number, without frames.
    pub(crate) fn add_thread_as(&mut self, number: usize) -> &mut Thread {
        if number == self.threads.len() {
            return self.add_thread();
        }
        let thread = &mut self.threads[number];
        let inputs_taken = thread.book.inputs_taken;
        *thread = Thread::new();
        // Inputs are given by number.
        thread.book.inputs_taken = inputs_taken;
        thread
    }
}

/// True if nobody can ask for anything of a thread any more.
fn has_ended(book: &Bookkeeping) -> bool {
    book.status == Status::Exited && (book.joined || book.detached)
}

#[cfg(test)]
mod tests {
    use super::PROCESS;

    #[test]
    fn the_runtime_has_the_same_process() {
        let runtime = include_str!("../../../../runtime/unistd.c");
        assert!(runtime.contains(&format!("PROCESS = {PROCESS}")));
    }
}
