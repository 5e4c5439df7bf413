//! Loading a saved state.
//!
//! Everything that is loaded knows the component it was made from, so loading
//! compares ids and makes anew only what differs. See [`crate::codec::save`] for the layout. The
//! frames and variables of a thread that nobody else can reach are loaded when someone
//! needs them.

use heddle_model::Allocator;
use heddle_model::ThreadId;
use heddle_program::{AllocaId, FuncId, GlobalId, Op};

use crate::Machine;
use crate::codec::Codec;
use crate::codec::interner::ComponentId;
use crate::codec::save::{
    ENDED_WITH_INPUT, FLAG_BITS, HAS_START, NOT_ENDED, RowLayout, STATICS, TAKES_INPUTS,
};
use crate::image::Image;
use crate::state::State;
use crate::state::memory::{Block, Flags, Memory, ObjectKind, Owner, PAGE};
use crate::state::process::{ExitCode, Process};
use crate::state::thread::{Bookkeeping, Frame, Status, Thread, Wait, heap_owner_of, owner_of};
use crate::value::Word;

/// Reads numbers off a component, which was made by [`crate::codec::save`] and so has them.
pub(crate) struct Get<'a>(pub(crate) &'a [u8]);

impl Get<'_> {
    pub(crate) fn get32(&mut self) -> u32 {
        let (head, tail) = self.0.split_at(4);
        self.0 = tail;
        u32::from_le_bytes(head.try_into().unwrap_or_default())
    }

    pub(crate) fn get64(&mut self) -> u64 {
        let (head, tail) = self.0.split_at(8);
        self.0 = tail;
        u64::from_le_bytes(head.try_into().unwrap_or_default())
    }
}

impl Machine<'_> {
    /// Loads the state with these component ids.
    pub(crate) fn load_state(&mut self, words: &[u32]) {
        let (threads, registry) = self.codec.load_process(&mut self.state, words);
        self.load_registry(registry);
        let may_be_stale = self.may_cache_steps();
        let pending = &self.reductions.pending;
        let secluded = |t, segment| {
            let entry = pending.get(t, segment).filter(|entry| may_be_stale && entry.is_secluded);
            entry.map(|entry| entry.meta)
        };
        self.codec.load(&self.image, &mut self.state, words, threads, secluded);
        self.reductions.renaming.forget();
    }

    /// Materializes a thread: loads its frames and variables if they are stale.
    #[inline]
    pub(crate) fn materialize(&mut self, t: usize) {
        self.codec.materialize(&self.image, &mut self.state, t);
    }

    /// Materializes all threads. While no events are recorded, they may be stale after a
    /// state was loaded or a step was made, and must not be looked at.
    pub fn materialize_all(&mut self) {
        (0..self.state.threads.len()).for_each(|t| self.materialize(t));
    }
}

impl Codec {
    /// Loads the process; returns the number of threads, and the component of the observers.
    fn load_process(&self, state: &mut State, words: &[u32]) -> (usize, ComponentId) {
        let process = ComponentId(words[0]);
        let mut bytes = Get(self.interner.get(process));
        let ended = bytes.get64();
        let atomic_owner = bytes.get32();
        let threads = bytes.get32() as usize;
        let registry = ComponentId(bytes.get32());
        let ended = match ended {
            NOT_ENDED => None,
            ENDED_WITH_INPUT => Some(ExitCode::Input),
            code => Some(ExitCode::Known(code as u32 as i32)),
        };
        let atomic_owner = (atomic_owner != u32::MAX).then_some(ThreadId(atomic_owner));
        state.process = Process::loaded(ended, atomic_owner, process);
        state.has_failed = false;
        (threads, registry)
    }

    /// Loads memory and so many threads. `secluded` gives the bookkeeping of a thread's
    /// component, if nobody else can reach the thread's variables: it need not be
    /// materialized.
    fn load(
        &mut self,
        image: &Image<'_>,
        state: &mut State,
        words: &[u32],
        threads: usize,
        secluded: impl Fn(usize, ComponentId) -> Option<ComponentId>,
    ) {
        let layout = RowLayout::new(threads);
        self.load_statics(&mut state.memory, ComponentId(words[STATICS]));
        self.load_heap(&mut state.memory, ComponentId(words[layout.heap()]));
        state.set_thread_count(threads);
        for t in 0..threads {
            let segment = ComponentId(words[layout.thread(t)]);
            let owners = [owner_of(t), heap_owner_of(t)];
            let thread = state.threads.raw_mut(t);
            let is_changed = thread.book.segment == ComponentId::DIRTY
                || owners.iter().any(|&owner| state.memory.has_changed(owner));
            if is_changed {
                thread.content = ComponentId::DIRTY;
            } else if thread.book.segment == segment && thread.content == segment {
                // Neither the thread nor its objects changed since they were materialized from
                // this component, so nothing of them is stale either.
                continue;
            }
            if let Some(meta) = secluded(t, segment) {
                if thread.book.meta != meta {
                    self.load_bookkeeping(&mut thread.book, meta);
                }
                state.adopt(t, segment);
                owners.iter().for_each(|&owner| state.memory.clear_changed(owner));
            } else if thread.content == segment {
                let meta = self.meta_of(segment);
                if thread.book.meta != meta {
                    self.load_bookkeeping(&mut thread.book, meta);
                }
                state.adopt(t, segment);
            } else {
                self.load_thread(image, state, t, segment);
            }
        }
        // States are saved with the names that their heap objects shall have.
        state.memory.heap_moved = false;
    }

    /// Writes the ids that a component consists of to `ids`, which is cleared first.
    fn read_ids(&self, component: ComponentId, ids: &mut Vec<ComponentId>) {
        ids.clear();
        let mut bytes = Get(self.interner.get(component));
        while !bytes.0.is_empty() {
            ids.push(ComponentId(bytes.get32()));
        }
    }

    fn load_heap(&mut self, memory: &mut Memory, heap: ComponentId) {
        if self.heap != heap || memory.has_changed(Owner::HEAP) {
            let mut ids = std::mem::take(&mut self.scratch_ids);
            self.read_ids(heap, &mut ids);
            self.load_objects(memory, Owner::HEAP, &ids);
            self.scratch_ids = ids;
            self.heap = heap;
            memory.clear_changed(Owner::HEAP);
        }
    }

    /// Materializes a thread: loads its frames and variables if they are stale.
    #[inline]
    pub(crate) fn materialize(&mut self, image: &Image<'_>, state: &mut State, t: usize) {
        if state.threads.is_stale(t) {
            let heap_moved = state.memory.heap_moved;
            self.load_thread(image, state, t, state.threads.book(t).segment);
            state.memory.heap_moved = heap_moved;
        }
    }

    /// The bookkeeping of a thread's component.
    fn meta_of(&self, segment: ComponentId) -> ComponentId {
        ComponentId(Get(self.interner.get(segment)).get32())
    }

    fn load_thread(
        &mut self,
        image: &Image<'_>,
        state: &mut State,
        t: usize,
        segment: ComponentId,
    ) {
        let mut ids = std::mem::take(&mut self.scratch_ids);
        ids.clear();
        let mut bytes = Get(self.interner.get(segment));
        let meta = ComponentId(bytes.get32());
        let frames = bytes.get32() as usize;
        let pages = bytes.get32() as usize;
        let callers = frames.saturating_sub(1);
        for _ in 0..callers + pages {
            ids.push(ComponentId(bytes.get32()));
        }
        let innermost = 4 * (3 + callers + pages);
        let objects = &ids[callers..];
        let variables = self.load_objects(&mut state.memory, owner_of(t), objects);
        self.load_objects(&mut state.memory, heap_owner_of(t), &objects[variables..]);
        let thread = state.threads.raw_mut(t);
        if thread.book.meta != meta {
            self.load_bookkeeping(&mut thread.book, meta);
        }
        let innermost = (frames > 0).then_some((segment, innermost));
        self.load_frames(image, thread, &ids[..callers], innermost);
        thread.content = segment;
        self.scratch_ids = ids;
        state.adopt(t, segment);
        state.memory.clear_changed(owner_of(t));
        state.memory.clear_changed(heap_owner_of(t));
    }

    /// Loads a thread's bookkeeping.
    pub(crate) fn load_bookkeeping(&self, book: &mut Bookkeeping, id: ComponentId) {
        let mut bytes = Get(self.interner.get(id));
        let (tag, a, b, c) = (bytes.get32(), bytes.get64(), bytes.get64(), bytes.get32());
        book.status = match tag {
            0 => Status::Ready,
            1 => Status::Exited,
            2 => Status::Waiting(Wait::Condition { condition: a, mutex: b, timed: c != 0 }),
            3 => Status::Waiting(Wait::Reacquire { mutex: a, result: c as i32 }),
            4 => Status::Waiting(Wait::Barrier { barrier: a }),
            5 => Status::Waiting(Wait::BarrierOpen),
            tag => unreachable!("no thread is saved with the status {tag}"),
        };
        book.atomic = bytes.get32();
        let flags = bytes.get32();
        book.cancel_requested = flags & 1 != 0;
        book.cancel_disabled = flags & 2 != 0;
        book.detached = flags & 4 != 0;
        book.joined = flags & 8 != 0;
        book.value = Word { bits: bytes.get64(), undef: bytes.get64() };
        book.inputs_taken = if flags & TAKES_INPUTS != 0 { bytes.get32() } else { 0 };
        book.start = if flags & HAS_START != 0 { bytes.get32() } else { 0 };
        book.owned.clear();
        for _ in 0..flags >> FLAG_BITS {
            book.owned.push(bytes.get64());
        }
        book.locals.clear();
        while !bytes.0.is_empty() {
            book.locals.push((GlobalId::from_u32(bytes.get32()), bytes.get32()));
        }
        book.meta = id;
    }

    /// Loads the frames that call, and the innermost one, which is in a component at an
    /// offset.
    fn load_frames(
        &self,
        image: &Image<'_>,
        thread: &mut Thread,
        callers: &[ComponentId],
        innermost: Option<(ComponentId, usize)>,
    ) {
        let same = |(frame, id): &(&Frame, &ComponentId)| frame.id == **id;
        let kept = thread.frames.iter().zip(callers).take_while(same).count();
        // Stack objects of the frames that stay are in the list already.
        let objects = match thread.frames.get(kept) {
            Some(frame) => frame.objects as usize,
            None => thread.stack_objects.len(),
        };
        thread.stack_objects.truncate(objects);
        for (depth, &id) in callers.iter().enumerate().skip(kept) {
            self.load_frame(image, thread, (id, 0), depth);
        }
        if let Some(innermost) = innermost {
            self.load_frame(image, thread, innermost, callers.len());
            thread.frames.truncate(callers.len() + 1);
        } else {
            thread.frames.clear();
        }
    }

    /// Puts a saved frame onto a thread's stack, in place of the one at that depth. One
    /// that is at an offset of a component, and so not one of its own, has no id.
    fn load_frame(
        &self,
        image: &Image<'_>,
        thread: &mut Thread,
        (component, offset): (ComponentId, usize),
        depth: usize,
    ) {
        let mut bytes = Get(&self.interner.get(component)[offset..]);
        let id = if offset == 0 { component } else { ComponentId::DIRTY };
        let func = FuncId::from_u32(bytes.get32());
        let pc = bytes.get32();
        let own = bytes.get32();
        let flags = bytes.get32();
        let function = &image.program.functions[func];
        let base = match depth.checked_sub(1).map(|caller| thread.frames[caller]) {
            Some(caller) => caller.base + image.program.functions[caller.func].slots,
            None => 0,
        };
        let objects = thread.stack_objects.len() as u32;
        for _ in 0..own {
            thread.stack_objects.push(bytes.get32());
        }
        let end = base as usize + function.slots as usize;
        if thread.stack.len() < end {
            thread.stack.resize(end, Word::default());
        }
        let slots = &mut thread.stack[base as usize..end];
        let old = thread.frames.get(depth);
        if !old.is_some_and(|old| old.func == func && old.base == base) {
            let constants = &image.constants[func];
            let first = slots.len() - constants.len();
            slots[first..].copy_from_slice(constants);
        }
        let live = match function.code[pc as usize] {
            Op::Call { id } | Op::Invoke { id, .. } if flags & 2 == 0 => {
                function.calls[id].live_across
            }
            _ => function.live[pc as usize],
        };
        for piece in function.live_sets.slots(live).pieces() {
            for slot in piece {
                let bits = bytes.get64();
                let undef = if flags & 1 != 0 { bytes.get64() } else { 0 };
                slots[slot.index()] = Word { bits, undef };
            }
        }
        let frame = Frame { func, pc, base, objects, id };
        match thread.frames.get_mut(depth) {
            Some(old) => *old = frame,
            None => thread.frames.push(frame),
        }
    }

    /// Loads the objects of an owner, up to those that can only be another's; returns
    /// how many pages were theirs.
    fn load_objects(&mut self, memory: &mut Memory, owner: Owner, ids: &[ComponentId]) -> usize {
        let mut objects = std::mem::take(&mut self.scratch_objects);
        objects.clear();
        objects.extend(memory.objects_of(owner));
        let mut old = objects.iter().copied().peekable();
        let mut at = 0;
        while at < ids.len() {
            let mut header = Get(self.interner.get(ids[at]));
            let (key, size) = (header.get32(), header.get32());
            let (tag, a, b) = (header.get32(), header.get32(), header.get32());
            let flags = Flags((tag >> 8) as u8);
            let kind = match tag & 0xff {
                0 => ObjectKind::Heap(allocator(a)),
                1 => ObjectKind::Stack(FuncId::from_u32(a), AllocaId::from_u32(b)),
                2 => ObjectKind::ThreadLocal(GlobalId::from_u32(a)),
                3 => ObjectKind::VarArgs,
                _ => ObjectKind::ByValue,
            };
            if owner.is_heap() != kind.is_heap() {
                break;
            }
            while let Some(index) = old.next_if(|&index| memory.object(index).key < key) {
                memory.remove(index);
            }
            let bytes = if flags.any(Flags::DEAD) { 0 } else { size as usize };
            let pages = bytes.div_ceil(PAGE).max(1);
            let index = match old.next_if(|&index| memory.object(index).key == key) {
                Some(index) if memory.is_shaped(index, size, kind, bytes) => {
                    memory.load_flags(index, flags);
                    index
                }
                other => {
                    if let Some(index) = other {
                        memory.remove(index);
                    }
                    let block = Block::zeroed(bytes, owner);
                    memory.revive(owner, key, kind, flags, size, block)
                }
            };
            let block = memory.object(index).block;
            for page in 0..pages {
                let header = if page == 0 { 20 } else { 0 };
                self.load_page(memory, block, page, ids[at + page], header);
            }
            at += pages;
        }
        for index in old {
            memory.remove(index);
        }
        self.scratch_objects = objects;
        at
    }

    /// Loads a page whose component begins with `header` other bytes.
    pub(crate) fn load_page(
        &self,
        memory: &mut Memory,
        block: u32,
        page: usize,
        id: ComponentId,
        header: usize,
    ) {
        let target = memory.block_mut(block);
        if target.pages[page].id == id {
            return;
        }
        let mut bytes = Get(&self.interner.get(id)[header..]);
        let pointers = bytes.get64();
        let (undefined, bytes) = (bytes.0[0] != 0, &bytes.0[1..]);
        let range = target.page_range(page);
        let (data, undef) = bytes.split_at(range.len());
        target.data[range.clone()].copy_from_slice(data);
        if undefined {
            if target.undef.is_empty() {
                target.undef = vec![0; target.data.len()];
            }
            target.undef[range].copy_from_slice(undef);
        } else if !target.undef.is_empty() {
            target.undef[range].fill(0);
        }
        target.pages[page].pointers = pointers;
        target.had_pointers |= pointers != 0;
        target.pages[page].id = id;
    }
}

/// An allocator by its number.
fn allocator(number: u32) -> Allocator {
    match number {
        0 => Allocator::Malloc,
        1 => Allocator::New,
        _ => Allocator::NewArray,
    }
}
