//! Threads and frames.
//!
//! Most steps need one thread, and many of them are in the step cache
//! ([`crate::reduction::step_cache`]). So a thread's frames and variables are materialized only when they
//! are needed: until then the thread is *stale*. Its bookkeeping never is.

use std::ops::{Index, IndexMut};

use heddle_program::{FuncId, GlobalId, Pc};

use crate::codec::interner::ComponentId;
use crate::state::memory::{Address, Owner};
use crate::value::Word;

/// What a thread waits for although its next instruction is under way.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Wait {
    /// For a condition variable to be signalled; the mutex is given up meanwhile.
    Condition {
        /// Address of the condition variable.
        condition: Address,
        /// Address of the mutex.
        mutex: Address,
        /// Whether the wait may time out.
        timed: bool,
    },
    /// For the mutex, after it was woken.
    Reacquire {
        /// Address of the mutex.
        mutex: Address,
        /// What the wait will return.
        result: i32,
    },
    /// For the others to come to a barrier.
    Barrier {
        /// Address of the barrier.
        barrier: Address,
    },
    /// All came to the barrier; the thread goes on.
    BarrierOpen,
}

/// Whether a thread can move.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Status {
    /// At an instruction, which may block.
    Ready,
    /// In the middle of an operation that waits.
    Waiting(Wait),
    /// It has ended.
    Exited,
}

/// A function that is being executed.
///
/// A caller's `pc` is that of the call until the callee returns.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Frame {
    /// The function.
    pub func: FuncId,
    /// The next instruction, or the call under way.
    pub pc: Pc,
    /// Its first slot in the thread's stack.
    pub(crate) base: u32,
    /// Its first entry in the thread's list of stack objects.
    pub(crate) objects: u32,
    /// What it was interned as.
    pub(crate) id: ComponentId,
}

/// A thread.
#[derive(Clone, Debug)]
pub struct Thread {
    /// Whether it can move.
    pub status: Status,
    /// Its frames, the innermost last.
    pub frames: Vec<Frame>,
    /// The slots of all frames.
    pub(crate) stack: Vec<Word>,
    /// Keys of the stack objects of all frames.
    pub(crate) stack_objects: Vec<u32>,
    /// Instances of thread-local variables, by key.
    pub(crate) locals: Vec<(GlobalId, u32)>,
    /// How many atomic sections it is in.
    pub(crate) atomic: u32,
    /// Whether someone asked it to end.
    pub(crate) cancel_requested: bool,
    /// Whether it does not listen to that.
    pub(crate) cancel_disabled: bool,
    /// Whether nobody will join it.
    pub(crate) detached: bool,
    /// Whether someone joined it.
    pub(crate) joined: bool,
    /// What it ended with.
    pub(crate) value: Word,
    /// How many of the inputs that it is given it has taken.
    pub(crate) inputs_taken: u32,
    /// Where its number stands as that of a lock's owner, if that is kept
    /// ([`crate::reduction::thread_symmetry`]): addresses in static memory, and zero for any other.
    pub(crate) owned: Vec<Address>,
    /// What its bookkeeping was interned as.
    pub(crate) meta: ComponentId,
    /// What all of it was interned as.
    pub(crate) segment: ComponentId,
    /// What its frames and variables are those of, unless it has changed since. If that is
    /// another segment, it is stale.
    pub(crate) content: ComponentId,
}

impl Thread {
    /// A thread without frames.
    pub(crate) fn new() -> Thread {
        Thread {
            status: Status::Ready,
            frames: Vec::new(),
            stack: Vec::new(),
            stack_objects: Vec::new(),
            locals: Vec::new(),
            atomic: 0,
            cancel_requested: false,
            cancel_disabled: false,
            detached: false,
            joined: false,
            value: Word::new(0),
            inputs_taken: 0,
            owned: Vec::new(),
            meta: ComponentId::DIRTY,
            segment: ComponentId::DIRTY,
            content: ComponentId::DIRTY,
        }
    }

    /// True if its frames and variables are not those of the loaded state.
    #[inline]
    pub(crate) fn is_stale(&self) -> bool {
        self.segment != self.content && self.segment != ComponentId::DIRTY
    }

    /// Its innermost frame.
    pub fn top(&self) -> Option<&Frame> {
        self.frames.last()
    }

    /// The bookkeeping changed.
    pub(crate) fn touch(&mut self) {
        assert!(!self.is_stale(), "a thread that changes should be materialized");
        self.meta = ComponentId::DIRTY;
        self.segment = ComponentId::DIRTY;
    }

    /// The innermost frame changed.
    #[inline]
    pub(crate) fn touch_top(&mut self) {
        if let Some(frame) = self.frames.last_mut() {
            frame.id = ComponentId::DIRTY;
        }
        self.segment = ComponentId::DIRTY;
    }

    /// A slot of the innermost frame.
    pub(crate) fn slot(&self, slot: heddle_program::Slot) -> Word {
        let base = self.frames.last().map_or(0, |frame| frame.base);
        self.stack[base as usize + slot.index()]
    }
}

/// The threads of the loaded state. Indexing gives all of a thread, which must have been
/// materialized.
#[derive(Clone, Debug, Default)]
pub(crate) struct Threads(Vec<Thread>);

impl Threads {
    /// How many there are.
    #[inline]
    pub(crate) fn len(&self) -> usize {
        self.0.len()
    }

    /// Adds one.
    pub(crate) fn push(&mut self, thread: Thread) {
        self.0.push(thread);
    }

    /// Takes the last one away.
    pub(crate) fn pop(&mut self) -> Option<Thread> {
        self.0.pop()
    }

    /// A thread's bookkeeping: nothing else of it may be looked at.
    #[inline]
    pub(crate) fn book(&self, t: usize) -> &Thread {
        &self.0[t]
    }

    /// A thread's bookkeeping, and what it was saved as.
    #[inline]
    pub(crate) fn book_mut(&mut self, t: usize) -> &mut Thread {
        &mut self.0[t]
    }

    /// The bookkeeping of all threads.
    pub(crate) fn books(&self) -> impl Iterator<Item = &Thread> {
        self.0.iter()
    }

    /// All threads, all of them materialized.
    pub(crate) fn iter(&self) -> impl Iterator<Item = &Thread> {
        (0..self.len()).map(|t| &self[t])
    }
}

impl Index<usize> for Threads {
    type Output = Thread;

    #[inline]
    fn index(&self, t: usize) -> &Thread {
        assert!(!self.0[t].is_stale(), "T{t} should be materialized");
        &self.0[t]
    }
}

impl IndexMut<usize> for Threads {
    #[inline]
    fn index_mut(&mut self, t: usize) -> &mut Thread {
        assert!(!self.0[t].is_stale(), "T{t} should be materialized");
        &mut self.0[t]
    }
}

/// In whose space a thread's variables are.
pub(crate) fn owner_of(thread: usize) -> Owner {
    Owner(thread as u32 * 2 + 2)
}

/// In whose space the heap objects are that a thread allocates.
pub(crate) fn heap_owner_of(thread: usize) -> Owner {
    Owner(thread as u32 * 2 + 3)
}
