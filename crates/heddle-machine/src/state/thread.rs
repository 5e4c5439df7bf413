//! Threads and frames.
//!
//! Most steps need one thread, and many of them are in the step cache
//! ([`crate::reduction::step_cache`]). So a thread's frames and variables are materialized only
//! when they are needed: until then the thread is *stale*. Its [`Bookkeeping`] never is, and
//! nothing else can be reached of a thread without a check that it is not stale ([`Threads`]).

use std::ops::{Index, IndexMut};

use heddle_program::{FuncId, GlobalId, Pc};

use crate::codec::interner::ComponentId;
use crate::image::Image;
use crate::state::memory::{Address, Owner};
use crate::value::Word;

/// Condition that a thread waits for in the middle of an operation.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Wait {
    /// For a condition variable to be signalled; the mutex is given up meanwhile.
    Condition {
        /// Address of the condition variable.
        condition: Address,
        /// Address of the mutex.
        mutex: Address,
        /// True if the wait may time out.
        timed: bool,
    },
    /// For the mutex, after it was woken.
    Reacquire {
        /// Address of the mutex.
        mutex: Address,
        /// Result of the wait.
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

/// Condition of a thread.
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
    /// Its component.
    pub(crate) id: ComponentId,
}

/// Bookkeeping of a thread: all of it but its frames and variables. It is never stale.
#[derive(Clone, Debug)]
pub(crate) struct Bookkeeping {
    /// Its condition.
    pub(crate) status: Status,
    /// Instances of thread-local variables, by key.
    pub(crate) locals: Vec<(GlobalId, u32)>,
    /// Number of atomic sections that it is in.
    pub(crate) atomic: u32,
    /// True if someone asked it to end.
    pub(crate) cancel_requested: bool,
    /// True if it does not listen to that.
    pub(crate) cancel_disabled: bool,
    /// True if nobody will join it.
    pub(crate) detached: bool,
    /// True if someone joined it.
    pub(crate) joined: bool,
    /// The value it ended with.
    pub(crate) value: Word,
    /// Number of the inputs given to it that it has taken.
    pub(crate) inputs_taken: u32,
    /// Addresses at which its number stands as that of a lock's owner, if that is kept
    /// ([`crate::reduction::thread_symmetry`]): addresses in static memory, and zero for any
    /// other.
    pub(crate) owned: Vec<Address>,
    /// A number for how it was started, if that is kept ([`crate::reduction::thread_symmetry::starts`]) and it
    /// has not ended; else zero.
    pub(crate) start: u32,
    /// Component of the bookkeeping.
    pub(crate) meta: ComponentId,
    /// Component of the whole thread.
    pub(crate) segment: ComponentId,
}

/// A thread.
#[derive(Clone, Debug)]
pub struct Thread {
    /// Its bookkeeping.
    pub(crate) book: Bookkeeping,
    /// Its frames, the innermost last.
    pub frames: Vec<Frame>,
    /// The slots of all frames.
    pub(crate) stack: Vec<Word>,
    /// Keys of the stack objects of all frames.
    pub(crate) stack_objects: Vec<u32>,
    /// Component that its frames and variables were loaded from or saved as, unless they have
    /// changed since. If the thread is another component, it is stale.
    pub(crate) content: ComponentId,
}

impl Thread {
    /// A thread without frames.
    pub(crate) fn new() -> Thread {
        Thread {
            book: Bookkeeping {
                status: Status::Ready,
                locals: Vec::new(),
                atomic: 0,
                cancel_requested: false,
                cancel_disabled: false,
                detached: false,
                joined: false,
                value: Word::new(0),
                inputs_taken: 0,
                owned: Vec::new(),
                start: 0,
                meta: ComponentId::DIRTY,
                segment: ComponentId::DIRTY,
            },
            frames: Vec::new(),
            stack: Vec::new(),
            stack_objects: Vec::new(),
            content: ComponentId::DIRTY,
        }
    }

    /// True if its frames and variables are not those of the loaded state.
    #[inline]
    pub(crate) fn is_stale(&self) -> bool {
        self.book.segment != self.content && self.book.segment != ComponentId::DIRTY
    }

    /// Its condition.
    pub fn status(&self) -> Status {
        self.book.status
    }

    /// Its innermost frame.
    pub fn top(&self) -> Option<&Frame> {
        self.frames.last()
    }

    /// Puts a frame for `func` onto the stack. Missing arguments are undefined, superfluous
    /// ones dropped, as on hardware.
    pub(crate) fn push_frame(&mut self, image: &Image<'_>, func: FuncId, arguments: &[Word]) {
        let function = &image.program.functions[func];
        let base = match self.frames.last() {
            Some(frame) => frame.base + image.program.functions[frame.func].slots,
            None => 0,
        };
        let objects = self.stack_objects.len() as u32;
        self.frames.push(Frame { func, pc: 0, base, objects, id: ComponentId::DIRTY });
        let end = base as usize + function.slots as usize;
        if self.stack.len() < end {
            self.stack.resize(end, Word::default());
        }
        let slots = &mut self.stack[base as usize..end];
        let constants = &image.constants[func];
        let first_constant = slots.len() - constants.len();
        slots[first_constant..].copy_from_slice(constants);
        let params: usize = function.params.iter().map(|param| param.slots as usize).sum();
        let given = arguments.len().min(params);
        slots[..given].copy_from_slice(&arguments[..given]);
        slots[given..params].fill(Word::uninitialized(64));
        self.book.segment = ComponentId::DIRTY;
        if function.atomic {
            self.book.atomic += 1;
            self.touch();
        }
    }

    /// The bookkeeping changed.
    pub(crate) fn touch(&mut self) {
        assert!(!self.is_stale(), "a thread that changes should be materialized");
        self.book.meta = ComponentId::DIRTY;
        self.book.segment = ComponentId::DIRTY;
    }

    /// The innermost frame changed.
    #[inline]
    pub(crate) fn touch_top(&mut self) {
        if let Some(frame) = self.frames.last_mut() {
            frame.id = ComponentId::DIRTY;
        }
        self.book.segment = ComponentId::DIRTY;
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
    /// Number of threads.
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

    /// The bookkeeping of a thread, which may be stale.
    #[inline]
    pub(crate) fn book(&self, t: usize) -> &Bookkeeping {
        &self.0[t].book
    }

    /// The bookkeeping of all threads.
    pub(crate) fn books(&self) -> impl Iterator<Item = &Bookkeeping> {
        self.0.iter().map(|thread| &thread.book)
    }

    /// True if a thread has to be materialized before it is looked at.
    #[inline]
    pub(crate) fn is_stale(&self, t: usize) -> bool {
        self.0[t].is_stale()
    }

    /// A thread that may be stale, for loading it.
    #[inline]
    pub(crate) fn raw_mut(&mut self, t: usize) -> &mut Thread {
        &mut self.0[t]
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

/// Owner of a thread's variables.
pub(crate) fn owner_of(thread: usize) -> Owner {
    Owner(thread as u32 * 2 + 2)
}

/// Owner of the heap objects that a thread allocates.
pub(crate) fn heap_owner_of(thread: usize) -> Owner {
    Owner(thread as u32 * 2 + 3)
}
