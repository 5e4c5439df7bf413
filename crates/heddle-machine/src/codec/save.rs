//! Saving the loaded state.
//!
//! # Layout
//! A state is a short row of component ids:
//!
//! ```text
//! process | static memory | thread 1 | thread 3 | ... | heap | thread 0 | thread 2 | ...
//! ```
//!
//! Stores keep the halves of a row apart and share each of them among states, so threads
//! are dealt to both: there are far fewer states of half of the threads than of all.
//!
//! The process component has the exit code, the owner of the atomic section, the number
//! of threads, and the id of a component that says who observes the state. The heap's
//! component is itself a row of ids, of the pages of the objects that belong to no
//! thread, and a thread's component is one, too:
//!
//! ```text
//! bookkeeping | number of frames | of pages | frames that call ...
//!     | pages of its variables ... | of its heap ... | innermost frame
//! ```
//!
//! with the innermost frame itself, which nearly every step changes, at the end. Static memory
//! is a tree of such rows, see [`crate::codec::statics`]. An object's first page begins with its
//! header, which tells its size and so how many pages follow. Only what a step made dirty is
//! made anew, so the cost is in proportion to the difference.
//!
//! A frame's component has only the slots that are live at its instruction, so that
//! states that differ in garbage are one.

use heddle_program::Slot;

use crate::Machine;
use crate::codec::Codec;
use crate::codec::interner::ComponentId;
use crate::image::Image;
use crate::state::State;
use crate::state::memory::{Address, Block, Memory, Object, ObjectIndex, ObjectKind, Owner};
use crate::state::process::ExitCode;
use crate::state::thread::{Bookkeeping, Frame, Status, Thread, Wait, heap_owner_of, owner_of};
use crate::value::Word;

/// Bits of a thread's flags in its bookkeeping; above them is how many locks it owns.
pub(crate) const FLAG_BITS: u32 = 6;

/// The flag of a thread that has taken inputs: how many is part of its bookkeeping.
pub(crate) const TAKES_INPUTS: u32 = 1 << 4;

/// The flag of a thread that remembers how it was started, which is part of its bookkeeping.
pub(crate) const HAS_START: u32 = 1 << 5;

/// Position of static memory in a state's row.
pub(crate) const STATICS: usize = 1;

/// Number in the place of an exit code while there is none.
pub(crate) const NOT_ENDED: u64 = u64::MAX;

/// Number in the place of an exit code that is an input.
pub(crate) const ENDED_WITH_INPUT: u64 = u64::MAX - 1;

/// Positions in a state's row, for a number of threads.
#[derive(Clone, Copy)]
pub(crate) struct RowLayout {
    threads: usize,
}

impl RowLayout {
    /// The layout for so many threads.
    pub(crate) fn new(threads: usize) -> RowLayout {
        RowLayout { threads }
    }

    /// Number of words.
    pub(crate) fn len(self) -> usize {
        self.threads + 3
    }

    /// Position of the heap that belongs to no thread.
    pub(crate) fn heap(self) -> usize {
        STATICS + 1 + self.threads / 2
    }

    /// Position of a thread.
    pub(crate) fn thread(self, t: usize) -> usize {
        match t % 2 {
            0 => self.heap() + 1 + t / 2,
            _ => STATICS + 1 + t / 2,
        }
    }
}

/// Appends numbers to a component.
pub(crate) trait Put {
    /// Appends 32 bits.
    fn put32(&mut self, number: u32);
    /// Appends 64 bits.
    fn put64(&mut self, number: u64);
}

impl Put for Vec<u8> {
    fn put32(&mut self, number: u32) {
        self.extend_from_slice(&number.to_le_bytes());
    }

    fn put64(&mut self, number: u64) {
        self.extend_from_slice(&number.to_le_bytes());
    }
}

impl Machine<'_> {
    /// Writes the ids of the loaded state's components.
    pub(crate) fn save_state(&mut self, words: &mut Vec<u32>) {
        if self.state.process.id() == ComponentId::DIRTY {
            let registry = self.save_registry();
            self.codec.save_process(&mut self.state, registry);
        }
        self.codec.save(&self.image, &mut self.state, words);
    }
}

impl Codec {
    /// Makes the component of the process, with that of its observers.
    fn save_process(&mut self, state: &mut State, registry: ComponentId) {
        let State { memory: _, threads, process, has_failed: _ } = state;
        let scratch = &mut self.scratch;
        scratch.clear();
        scratch.put64(match process.ended() {
            None => NOT_ENDED,
            Some(ExitCode::Input) => ENDED_WITH_INPUT,
            Some(ExitCode::Known(code)) => u64::from(code as u32),
        });
        scratch.put32(process.atomic_owner().map_or(u32::MAX, |thread| thread.0));
        scratch.put32(threads.len() as u32);
        scratch.put32(registry.0);
        process.set_id(self.interner.intern(scratch));
    }

    /// Writes the ids of a state's components; that of the process has been made.
    fn save(&mut self, image: &Image<'_>, state: &mut State, words: &mut Vec<u32>) {
        let layout = RowLayout::new(state.threads.len());
        words.clear();
        words.push(state.process.id().0);
        words.resize(layout.len(), 0);
        words[STATICS] = self.save_statics(&mut state.memory).0;
        if self.heap == ComponentId::DIRTY || state.memory.has_changed(Owner::HEAP) {
            self.save_heap(&mut state.memory);
        }
        words[layout.heap()] = self.heap.0;
        for t in 0..state.threads.len() {
            let dirty = state.threads.book(t).segment == ComponentId::DIRTY;
            let owners = [owner_of(t), heap_owner_of(t)];
            if dirty || owners.iter().any(|&owner| state.memory.has_changed(owner)) {
                self.save_thread(image, state, t);
            }
            words[layout.thread(t)] = state.threads.book(t).segment.0;
        }
    }

    fn save_heap(&mut self, memory: &mut Memory) {
        let mut objects = std::mem::take(&mut self.scratch_objects);
        objects.clear();
        objects.extend(memory.objects_of(Owner::HEAP));
        for &index in &objects {
            self.save_object(memory, index);
        }
        let scratch = &mut self.scratch;
        scratch.clear();
        for &index in &objects {
            for page in &memory.block_of(index).pages {
                scratch.put32(page.id.0);
            }
        }
        self.scratch_objects = objects;
        self.heap = self.interner.intern(scratch);
        memory.clear_changed(Owner::HEAP);
    }

    /// Makes the component of a thread.
    pub(crate) fn save_thread(&mut self, image: &Image<'_>, state: &mut State, t: usize) {
        let State { memory, threads, .. } = state;
        let thread = &mut threads[t];
        let owners = [owner_of(t), heap_owner_of(t)];
        if thread.book.meta == ComponentId::DIRTY {
            self.scratch.clear();
            put_bookkeeping(&thread.book, |address| address, &mut self.scratch);
            thread.book.meta = self.interner.intern(&self.scratch);
        }
        let callers = thread.frames.len().saturating_sub(1);
        for depth in 0..callers {
            if thread.frames[depth].id == ComponentId::DIRTY {
                self.scratch.clear();
                put_frame(image, thread, depth, &mut self.scratch);
                thread.frames[depth].id = self.interner.intern(&self.scratch);
            }
        }
        let mut objects = std::mem::take(&mut self.scratch_objects);
        objects.clear();
        for owner in owners {
            let first = objects.len();
            objects.extend(memory.objects_of(owner));
            if memory.has_changed(owner) {
                for &index in &objects[first..] {
                    self.save_object(memory, index);
                }
            }
        }
        let scratch = &mut self.scratch;
        scratch.clear();
        let pages = objects.iter().flat_map(|&index| &memory.block_of(index).pages);
        scratch.put32(thread.book.meta.0);
        scratch.put32(thread.frames.len() as u32);
        scratch.put32(pages.clone().count() as u32);
        for frame in &thread.frames[..callers] {
            scratch.put32(frame.id.0);
        }
        for page in pages {
            scratch.put32(page.id.0);
        }
        if !thread.frames.is_empty() {
            put_frame(image, thread, callers, scratch);
        }
        self.scratch_objects = objects;
        let segment = self.interner.intern(scratch);
        thread.book.segment = segment;
        thread.content = segment;
        owners.iter().for_each(|&owner| memory.clear_changed(owner));
    }

    fn save_object(&mut self, memory: &mut Memory, index: ObjectIndex) {
        let Codec { interner, scratch, .. } = self;
        let object = *memory.object(index);
        for page in 0..memory.block(object.block).pages.len() {
            if memory.block(object.block).pages[page].id != ComponentId::DIRTY {
                continue;
            }
            scratch.clear();
            if page == 0 {
                put_header(&object, scratch);
            }
            put_page(memory.block(object.block), page, scratch);
            let id = interner.intern(scratch);
            memory.block_mut(object.block).pages[page].id = id;
        }
    }
}

/// Writes a frame.
pub(crate) fn put_frame(image: &Image<'_>, thread: &Thread, depth: usize, out: &mut Vec<u8>) {
    put_frame_with(image, thread, depth, |_, word| word, out);
}

/// Writes a frame as `word` makes its slots.
pub(crate) fn put_frame_with(
    image: &Image<'_>,
    thread: &Thread,
    depth: usize,
    word: impl Fn(Slot, Word) -> Word,
    out: &mut Vec<u8>,
) {
    let Frame { func, pc, base, objects, id: _ } = thread.frames[depth];
    let live = image.live_slots(thread, depth);
    let slot = |slot: Slot| word(slot, thread.stack[base as usize + slot.index()]);
    let undefined = live.iter().any(|s| slot(s).undef != 0);
    let end = thread
        .frames
        .get(depth + 1)
        .map_or(thread.stack_objects.len(), |next| next.objects as usize);
    let own = &thread.stack_objects[objects as usize..end];
    let innermost = depth + 1 == thread.frames.len();
    out.put32(func.as_u32());
    out.put32(pc);
    out.put32(own.len() as u32);
    out.put32(u32::from(undefined) | u32::from(innermost) << 1);
    for &key in own {
        out.put32(key);
    }
    for s in live.iter() {
        let Word { bits, undef } = slot(s);
        out.put64(bits);
        if undefined {
            out.put64(undef);
        }
    }
}

/// Writes a thread's bookkeeping, with its addresses as `renamed` makes them.
pub(crate) fn put_bookkeeping(
    book: &Bookkeeping,
    renamed: impl Fn(Address) -> Address,
    out: &mut Vec<u8>,
) {
    let Bookkeeping {
        status,
        locals,
        atomic,
        cancel_requested,
        cancel_disabled,
        detached,
        joined,
        value,
        inputs_taken,
        owned,
        start,
        meta: _,
        segment: _,
    } = book;
    let (tag, a, b, c) = match *status {
        Status::Ready => (0, 0, 0, 0),
        Status::Exited => (1, 0, 0, 0),
        Status::Waiting(Wait::Condition { condition, mutex, timed }) => {
            (2, renamed(condition), renamed(mutex), u32::from(timed))
        }
        Status::Waiting(Wait::Reacquire { mutex, result }) => (3, renamed(mutex), 0, result as u32),
        Status::Waiting(Wait::Barrier { barrier }) => (4, renamed(barrier), 0, 0),
        Status::Waiting(Wait::BarrierOpen) => (5, 0, 0, 0),
    };
    let has = [*inputs_taken != 0, *start != 0];
    let flags = [*cancel_requested, *cancel_disabled, *detached, *joined, has[0], has[1]];
    let flags = flags.iter().enumerate().fold(0, |bits, (i, &flag)| bits | u32::from(flag) << i);
    out.put32(tag);
    out.put64(a);
    out.put64(b);
    out.put32(c);
    out.put32(*atomic);
    out.put32(flags | (owned.len() as u32) << FLAG_BITS);
    out.put64(value.bits);
    out.put64(value.undef);
    if *inputs_taken != 0 {
        out.put32(*inputs_taken);
    }
    if *start != 0 {
        out.put32(*start);
    }
    for &address in owned {
        out.put64(address);
    }
    for (global, key) in locals {
        out.put32(global.as_u32());
        out.put32(*key);
    }
}

pub(crate) fn put_header(object: &Object, out: &mut Vec<u8>) {
    // Block, start and base follow from the owner and key, and the owner from where
    // the component stands and whether it is of the heap.
    let Object { owner: _, key, size, kind, flags, block: _, start: _, base: _ } = *object;
    let (tag, a, b) = match kind {
        ObjectKind::Heap(allocator) => (0, allocator as u32, 0),
        ObjectKind::Stack(func, alloca) => (1, func.as_u32(), alloca.as_u32()),
        ObjectKind::ThreadLocal(global) => (2, global.as_u32(), 0),
        ObjectKind::VarArgs => (3, 0, 0),
        ObjectKind::ByValue => (4, 0, 0),
        ObjectKind::Global(_)
        | ObjectKind::Function(_)
        | ObjectKind::Extern(_)
        | ObjectKind::Arguments => (5, 0, 0),
    };
    out.put32(key);
    out.put32(size);
    out.put32(tag | u32::from(flags.0) << 8);
    out.put32(a);
    out.put32(b);
}

/// Bytes that come before those of a page: which words hold pointers, and whether bytes
/// are undefined.
pub(crate) const PAGE_HEADER: usize = 9;

pub(crate) fn put_page(block: &Block, page: usize, out: &mut Vec<u8>) {
    let range = block.page_range(page);
    let undefined = !block.undef.is_empty() && block.undef[range.clone()].iter().any(|&b| b != 0);
    out.put64(block.pages[page].pointers);
    out.push(undefined.into());
    out.extend_from_slice(&block.data[range.clone()]);
    if undefined {
        out.extend_from_slice(&block.undef[range]);
    }
}
