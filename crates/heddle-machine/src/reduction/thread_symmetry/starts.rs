//! Starts of threads, which tell where looking for threads that are alike may pay.
//!
//! Matching by [thread symmetry](super) costs time for each state, and two threads that are
//! something else throughout never change places. So under [`Symmetry::Auto`](crate::Symmetry::Auto)
//! a state is matched in that way only if at least two of its threads that have not ended were
//! started alike: with the same function, and the same argument. Of an argument on the heap, which is
//! another object for each thread, the first word stands for it: that is the virtual table of what a
//! `std::thread` was given, or the first member of a structure.
//!
//! This is about cost alone. Threads that were started alike need not be alike, and what decides
//! whether they change places is what they hold. The converse loses some states that could have been
//! one. How a thread was started is a part of its bookkeeping, so that whether a state is matched in
//! this way follows from the state.

use smallvec::SmallVec;

use crate::Machine;
use crate::state::memory::Address;
use crate::state::memory::access::little_endian;

impl Machine<'_> {
    /// A number for how a thread is about to be started: zero, if that is not kept.
    pub(crate) fn start_of(&self, function: Address, argument: u64) -> u32 {
        if !self.image.keeps_starts() {
            return 0;
        }
        let given = self.first_word_on_heap(argument).unwrap_or(argument);
        let mix = (function ^ given.rotate_left(32)).wrapping_mul(0x9e37_79b9_7f4a_7c15);
        (mix >> 32) as u32 | 1
    }

    /// The first word of the heap object that an address is of; a name of a heap object is none.
    fn first_word_on_heap(&self, address: Address) -> Option<u64> {
        let memory = &self.state.memory;
        let is_heap = |address: Address| {
            let found = memory.resolve(address);
            found.filter(|&(index, _)| memory.object(index).kind.is_heap())
        };
        let (index, _) = is_heap(address)?;
        let object = memory.object(index);
        let data = &memory.block(object.block).data;
        let start = (object.start as usize).min(data.len());
        let word = data[start..].get(..memory.addressing.pointer_bytes());
        let word = word.map_or(0, little_endian);
        Some(if is_heap(word).is_some() { 0 } else { word })
    }

    /// True if at least two threads that have not ended were started alike.
    pub(super) fn has_threads_started_alike(&self) -> bool {
        let starts = self.state.threads.books().map(|book| book.start);
        let mut starts: SmallVec<[u32; 16]> = starts.filter(|&start| start != 0).collect();
        starts.sort_unstable();
        starts.windows(2).any(|pair| pair[0] == pair[1])
    }
}
