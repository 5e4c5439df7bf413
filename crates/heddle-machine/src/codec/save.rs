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

use heddle_program::{Op, Slot};

use crate::Machine;
use crate::codec::interner::ComponentId;
use crate::state::memory::{Address, Block, Object, ObjectIndex, ObjectKind, Owner};
use crate::state::thread::{Frame, Status, Thread, Wait, heap_owner_of, owner_of};
use crate::value::Word;

/// Bits of a thread's flags in its bookkeeping; above them is how many locks it owns.
pub(crate) const FLAG_BITS: u32 = 5;

/// The flag of a thread that has taken inputs: how many is part of its bookkeeping.
pub(crate) const TAKES_INPUTS: u32 = 1 << 4;

/// Where static memory is in a state's row.
pub(crate) const STATICS: usize = 1;

/// Where things are in a state's row, for a number of threads.
#[derive(Clone, Copy)]
pub(crate) struct Layout {
    threads: usize,
}

impl Layout {
    /// The layout for so many threads.
    pub(crate) fn new(threads: usize) -> Layout {
        Layout { threads }
    }

    /// How many words there are.
    pub(crate) fn len(self) -> usize {
        self.threads + 3
    }

    /// Where the heap is that belongs to no thread.
    pub(crate) fn heap(self) -> usize {
        STATICS + 1 + self.threads / 2
    }

    /// Where a thread is.
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
        words.clear();
        let mut scratch = std::mem::take(&mut self.codec.scratch);
        if self.codec.process == ComponentId::DIRTY {
            scratch.clear();
            scratch.put64(self.state.ended.map_or(u64::MAX, |code| u64::from(code as u32)));
            scratch.put32(self.state.atomic_owner.map_or(u32::MAX, |thread| thread.0));
            scratch.put32(self.state.threads.len() as u32);
            scratch.put32(self.save_registry().0);
            self.codec.process = self.codec.interner.intern(&scratch);
        }
        words.push(self.codec.process.0);
        let layout = Layout::new(self.state.threads.len());
        words.resize(layout.len(), 0);
        words[STATICS] = self.save_statics(&mut scratch).0;
        if self.codec.heap == ComponentId::DIRTY || self.state.memory.has_changed(Owner::HEAP) {
            self.save_heap(&mut scratch);
        }
        words[layout.heap()] = self.codec.heap.0;
        for t in 0..self.state.threads.len() {
            let dirty = self.state.threads.book(t).segment == ComponentId::DIRTY;
            let owners = [owner_of(t), heap_owner_of(t)];
            if dirty || owners.iter().any(|&owner| self.state.memory.has_changed(owner)) {
                self.save_thread(t, &mut scratch);
            }
            words[layout.thread(t)] = self.state.threads.book(t).segment.0;
        }
        self.codec.scratch = scratch;
    }

    fn save_heap(&mut self, scratch: &mut Vec<u8>) {
        let mut objects = std::mem::take(&mut self.codec.scratch_objects);
        objects.clear();
        objects.extend(self.state.memory.objects_of(Owner::HEAP));
        for &index in &objects {
            self.save_object(index, scratch);
        }
        scratch.clear();
        for &index in &objects {
            for page in &self.state.memory.block_of(index).pages {
                scratch.put32(page.id.0);
            }
        }
        self.codec.scratch_objects = objects;
        self.codec.heap = self.codec.interner.intern(scratch);
        self.state.memory.clear_changed(Owner::HEAP);
    }

    /// Makes the component of a thread.
    pub(crate) fn save_thread(&mut self, t: usize, scratch: &mut Vec<u8>) {
        let owners = [owner_of(t), heap_owner_of(t)];
        if self.state.threads[t].meta == ComponentId::DIRTY {
            scratch.clear();
            put_bookkeeping(&self.state.threads[t], |address| address, scratch);
            self.state.threads[t].meta = self.codec.interner.intern(scratch);
        }
        let callers = self.state.threads[t].frames.len().saturating_sub(1);
        for depth in 0..callers {
            if self.state.threads[t].frames[depth].id == ComponentId::DIRTY {
                scratch.clear();
                self.put_frame(t, depth, scratch);
                self.state.threads[t].frames[depth].id = self.codec.interner.intern(scratch);
            }
        }
        let mut objects = std::mem::take(&mut self.codec.scratch_objects);
        objects.clear();
        for owner in owners {
            let first = objects.len();
            objects.extend(self.state.memory.objects_of(owner));
            if self.state.memory.has_changed(owner) {
                for &index in &objects[first..] {
                    self.save_object(index, scratch);
                }
            }
        }
        scratch.clear();
        let thread = &self.state.threads[t];
        let pages = objects.iter().flat_map(|&index| &self.state.memory.block_of(index).pages);
        scratch.put32(thread.meta.0);
        scratch.put32(thread.frames.len() as u32);
        scratch.put32(pages.clone().count() as u32);
        for frame in &thread.frames[..callers] {
            scratch.put32(frame.id.0);
        }
        for page in pages {
            scratch.put32(page.id.0);
        }
        if !thread.frames.is_empty() {
            self.put_frame(t, callers, scratch);
        }
        self.codec.scratch_objects = objects;
        let segment = self.codec.interner.intern(scratch);
        let thread = self.state.threads.book_mut(t);
        thread.segment = segment;
        thread.content = segment;
        owners.iter().for_each(|&owner| self.state.memory.clear_changed(owner));
    }

    fn save_object(&mut self, index: ObjectIndex, scratch: &mut Vec<u8>) {
        let object = *self.state.memory.object(index);
        for page in 0..self.state.memory.block(object.block).pages.len() {
            if self.state.memory.block(object.block).pages[page].id != ComponentId::DIRTY {
                continue;
            }
            scratch.clear();
            if page == 0 {
                put_header(&object, scratch);
            }
            put_page(self.state.memory.block(object.block), page, scratch);
            let id = self.codec.interner.intern(scratch);
            self.state.memory.block_mut(object.block).pages[page].id = id;
        }
    }

    /// The slots of a frame that are live.
    pub(crate) fn live_slots(&self, t: usize, depth: usize) -> &[Slot] {
        let thread = &self.state.threads[t];
        let frame = &thread.frames[depth];
        let function = &self.image.program.functions[frame.func];
        let set = match function.code[frame.pc as usize] {
            Op::Call { id } if depth + 1 < thread.frames.len() => function.calls[id].live_across,
            _ => function.live[frame.pc as usize],
        };
        &function.live_sets[set]
    }

    fn put_frame(&self, t: usize, depth: usize, out: &mut Vec<u8>) {
        self.put_frame_with(t, depth, |_, word| word, out);
    }

    /// Writes a frame as `word` makes its slots.
    pub(crate) fn put_frame_with(
        &self,
        t: usize,
        depth: usize,
        word: impl Fn(Slot, Word) -> Word,
        out: &mut Vec<u8>,
    ) {
        let thread = &self.state.threads[t];
        let Frame { func, pc, base, objects, id: _ } = thread.frames[depth];
        let live = self.live_slots(t, depth);
        let slot = |slot: &Slot| word(*slot, thread.stack[base as usize + slot.index()]);
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
        for s in live {
            let Word { bits, undef } = slot(s);
            out.put64(bits);
            if undefined {
                out.put64(undef);
            }
        }
    }

    /// Removes the tombstones that nothing names any more.
    ///
    /// That belongs to the end of a step, and not to saving: new objects are named
    /// after the lowest free number, and a replay, which saves nothing, must give them
    /// the same names.
    pub(crate) fn collect_tombstones(&mut self) {
        self.materialize_all();
        let mut unreferenced = self.state.memory.collectable();
        for (t, thread) in self.state.threads.iter().enumerate() {
            if unreferenced.is_empty() {
                return;
            }
            self.state.memory.keep(thread.value.bits, &mut unreferenced);
            for (depth, frame) in thread.frames.iter().enumerate() {
                for slot in self.live_slots(t, depth) {
                    let word = thread.stack[frame.base as usize + slot.index()];
                    self.state.memory.keep(word.bits, &mut unreferenced);
                }
            }
        }
        self.state.memory.collect(unreferenced);
    }
}

/// Writes a thread's bookkeeping, with its addresses as `renamed` makes them.
pub(crate) fn put_bookkeeping(
    thread: &Thread,
    renamed: impl Fn(Address) -> Address,
    out: &mut Vec<u8>,
) {
    let Thread {
        status,
        frames: _,
        stack: _,
        stack_objects: _,
        locals,
        atomic,
        cancel_requested,
        cancel_disabled,
        detached,
        joined,
        value,
        inputs_taken,
        owned,
        meta: _,
        segment: _,
        content: _,
    } = thread;
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
    let flags = [*cancel_requested, *cancel_disabled, *detached, *joined, *inputs_taken != 0];
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
        ObjectKind::Heap => (0, 0, 0),
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
