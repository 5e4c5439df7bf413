//! The step cache.
//!
//! A step is an instruction that others may notice, and what its thread does on its own
//! after it. Its effect follows from the thread and from the few bytes that the instruction
//! touches (its *window*: a variable, a lock), and a search makes the same step over and
//! over, in states that differ elsewhere. So the effect of a step on a thread and a window is
//! cached, with the ids of the thread before and after, in a table in which newer entries
//! replace older ones. A hit takes no more than writing the window; the thread itself is
//! [stale](crate::state::thread) then.
//!
//! # Steps that are cached
//! Only those that leave everything else alone:
//! - the window is in static memory, all of its bytes are defined, and no word that
//!   meets it holds a pointer, before and after;
//! - nothing goes wrong, the process, the heap and other threads stay as they are, and the
//!   thread's own variables are out of reach for others;
//! - nothing is done to objects of others, or learnt of them, beside their bytes: what
//!   would become of a flag that is set, say, depends on the object;
//! - nobody observes states or records events, and the step is no part of an atomic section;
//! - addresses are numbers of objects: a 32-bit address that is wild may be anyone's;
//! - it wakes nobody: a signal is cached if no one waits for it, and made if someone does.
//!
//! At the end of a step, objects that nothing names any more go, and heap objects are
//! named. So while there are tombstones, or heap objects whose names depend on what threads
//! hold, every step is made; and so it is where names [may be anything](crate::reduction::stretch)
//! before it.

use std::ops::Range;

use heddle_model::{SyncKind, ThreadId};
use heddle_program::Op;
use heddle_program::operation::{Caching, Effect, sync_bytes};
use smallvec::SmallVec;

use crate::Machine;
use crate::codec::interner::ComponentId;
use crate::options::Granularity;
use crate::record::event::Recording;
use crate::state::memory::access::{little_endian, write_little_endian};
use crate::state::memory::table::{CONSTANT_BLOCK, DATA_BLOCK};
use crate::state::memory::{Address, Addressing, Owner};
use crate::state::thread::{Bookkeeping, Status, Wait, heap_owner_of, owner_of};

/// Entries of a table; a power of two.
const ENTRIES: usize = 1 << 14;
/// Most bytes of an object: a read-write lock.
const WIDEST: u64 = 56;
/// Bytes of a word.
const WORD: u32 = 8;

/// Some bytes of static memory: those of one or two objects.
#[derive(Clone, Copy, Default)]
struct Window {
    parts: [Span; 2],
}

/// Bytes that follow each other.
#[derive(Clone, Copy, Default)]
struct Span {
    start: u32,
    len: u32,
}

impl Span {
    #[inline]
    fn range(self) -> Range<usize> {
        self.start as usize..(self.start + self.len) as usize
    }
}

impl Window {
    /// Its bytes, if it is no larger than a word.
    #[inline]
    fn word(self) -> Option<Range<usize>> {
        let [first, second] = self.parts;
        (first.len <= WORD && second.len == 0).then(|| first.range())
    }
}

/// The effect of a step on a thread and a window. The bytes of a window are a number: those
/// of a word as they are, others as the id of a component.
#[derive(Clone, Copy)]
struct CachedStep {
    thread: u32,
    before: ComponentId,
    after: ComponentId,
    /// The thread's bookkeeping after it.
    meta_after: ComponentId,
    bytes_before: u64,
    bytes_after: u64,
    instructions: u32,
}

/// The bytes on which the next step of a thread depends that is this component.
#[derive(Clone, Copy)]
struct Inputs {
    thread: u32,
    segment: ComponentId,
    window: Window,
    /// The condition variable for which nobody may wait, or null.
    unwaited: Address,
}

/// Effects of steps, by thread and window.
pub(crate) struct StepCache {
    steps: Box<[CachedStep]>,
    inputs: Box<[Inputs]>,
    hits: u64,
}

impl Default for StepCache {
    fn default() -> StepCache {
        let no_component = ComponentId::DIRTY;
        let step = CachedStep {
            thread: 0,
            before: no_component,
            after: no_component,
            meta_after: no_component,
            bytes_before: 0,
            bytes_after: 0,
            instructions: 0,
        };
        let inputs =
            Inputs { thread: 0, segment: no_component, window: Window::default(), unwaited: 0 };
        StepCache {
            steps: vec![step; ENTRIES].into(),
            inputs: vec![inputs; ENTRIES].into(),
            hits: 0,
        }
    }
}

impl StepCache {
    #[inline]
    fn inputs(&self, t: usize, segment: ComponentId) -> Option<&Inputs> {
        let inputs = &self.inputs[index_of(t, segment, 0)];
        (inputs.segment == segment && inputs.thread == t as u32).then_some(inputs)
    }

    #[inline]
    fn step(&self, t: usize, segment: ComponentId, bytes_before: u64) -> Option<&CachedStep> {
        let step = &self.steps[index_of(t, segment, bytes_before)];
        (step.before == segment && step.thread == t as u32 && step.bytes_before == bytes_before)
            .then_some(step)
    }
}

/// Index of an entry in a table.
#[inline]
fn index_of(t: usize, segment: ComponentId, bytes_before: u64) -> usize {
    let mix = |hash: u64| hash.wrapping_mul(0x9e37_79b9_7f4a_7c15);
    let hash = mix(mix(u64::from(segment.0) << 8 | t as u64).rotate_left(23) ^ bytes_before);
    (hash >> 40) as usize % ENTRIES
}

/// A step that was not in the cache, before it is made.
pub(crate) struct CacheMiss {
    inputs: Inputs,
    bytes_before: u64,
    /// The components of all threads.
    threads: SmallVec<[ComponentId; 8]>,
}

impl Machine<'_> {
    /// True if steps of the loaded state may be cached.
    #[inline]
    pub(crate) fn may_cache_steps(&self) -> bool {
        self.recorder.recording == Recording::Off
            && self.image.options.granularity == Granularity::Global
            && self.state.memory.addressing == Addressing::Numbered
            && self.state.process.atomic_owner().is_none()
            && self.observers.is_idle()
    }

    /// Number of steps that were found in the cache so far.
    pub fn step_cache_hits(&self) -> u64 {
        self.reductions.step_cache.hits
    }

    /// Makes a step that is in the cache; returns false if it is not.
    #[inline]
    pub(crate) fn make_cached_step(&mut self, thread: ThreadId, alternative: u32) -> bool {
        let t = thread.index();
        let segment = self.state.threads.book(t).segment;
        if segment == ComponentId::DIRTY || alternative != 0 || !self.may_cache_steps() {
            return false;
        }
        if self.is_untidy() {
            return false;
        }
        let Some(inputs) = self.reductions.step_cache.inputs(t, segment).copied() else {
            return false;
        };
        if !self.is_cacheable(&inputs)
            || self.state.memory.tombstones() != 0
            || self.has_private_objects()
        {
            return false;
        }
        let bytes_before = self.read_window(inputs.window);
        let Some(&step) = self.reductions.step_cache.step(t, segment, bytes_before) else {
            return false;
        };
        self.recorder.instructions += u64::from(step.instructions);
        self.reductions.step_cache.hits += 1;
        self.state.adopt(t, step.after);
        if self.state.threads.book(t).meta != step.meta_after {
            let book = &mut self.state.threads.raw_mut(t).book;
            self.codec.load_bookkeeping(book, step.meta_after);
        }
        if step.bytes_after != bytes_before {
            self.write_window(inputs.window, step.bytes_after);
        }
        true
    }

    /// True if a window has nothing but defined bytes that are no part of a pointer, and
    /// nobody waits for the condition variable that it names.
    fn is_cacheable(&self, inputs: &Inputs) -> bool {
        let block = self.state.memory.block(DATA_BLOCK);
        let word = self.state.memory.addressing.pointer_bytes();
        let has_pointers = |part: &Span| {
            let Range { start, end } = part.range();
            block.pointers_in(start, end, word).next().is_some()
        };
        block.undef.is_empty()
            && !inputs.window.parts.iter().any(has_pointers)
            && (inputs.unwaited == 0 || !self.is_waited_for(inputs.unwaited))
    }

    /// The bytes of a window, as a number.
    #[inline]
    fn read_window(&mut self, window: Window) -> u64 {
        let data = &self.state.memory.block(DATA_BLOCK).data;
        if let Some(word) = window.word() {
            return little_endian(&data[word]);
        }
        self.codec.scratch.clear();
        for part in window.parts {
            self.codec.scratch.extend_from_slice(&data[part.range()]);
        }
        u64::from(self.codec.interner.intern(&self.codec.scratch).0)
    }

    /// Writes a window.
    fn write_window(&mut self, window: Window, bytes: u64) {
        if let Some(word) = window.word() {
            self.state.memory.touch(DATA_BLOCK, word.start, word.end);
            write_little_endian(&mut self.state.memory.block_mut(DATA_BLOCK).data[word], bytes);
            return;
        }
        let mut rest = self.codec.interner.get(ComponentId(bytes as u32));
        for part in window.parts {
            let (bytes, others) = rest.split_at(part.len as usize);
            let range = part.range();
            if self.state.memory.block(DATA_BLOCK).data[range.clone()] != *bytes {
                self.state.memory.touch(DATA_BLOCK, range.start, range.end);
                self.state.memory.block_mut(DATA_BLOCK).data[range].copy_from_slice(bytes);
            }
            rest = others;
        }
    }

    /// Before a step is made: returns the key under which it can be cached, if it can.
    pub(crate) fn begin_caching(
        &mut self,
        thread: ThreadId,
        alternative: u32,
    ) -> Option<CacheMiss> {
        let t = thread.index();
        let segment = self.state.threads[t].book.segment;
        if segment == ComponentId::DIRTY || alternative != 0 || !self.may_cache_steps() {
            return None;
        }
        let (window, unwaited) = self.find_inputs(t)?;
        let inputs = Inputs { thread: t as u32, segment, window, unwaited };
        if !self.is_cacheable(&inputs) {
            return None;
        }
        let bytes_before = self.read_window(window);
        let threads = self.state.threads.books().map(|thread| thread.segment).collect();
        Some(CacheMiss { inputs, bytes_before, threads })
    }

    /// After a step on which nothing went wrong: caches it, if it left everything else alone.
    pub(crate) fn cache_step(&mut self, miss: CacheMiss, instructions: u32) {
        let CacheMiss { inputs, bytes_before, threads } = miss;
        let Inputs { thread, segment: before, window, .. } = inputs;
        let t = thread as usize;
        let has_changed = |u: usize| {
            let spaces = [owner_of(u), heap_owner_of(u)];
            u != t
                && (self.state.threads.book(u).segment != threads[u]
                    || spaces.into_iter().any(|space| self.state.memory.has_changed(space)))
        };
        let is_alone = self.may_cache_steps()
            && self.state.threads.len() == threads.len()
            && !(0..threads.len()).any(has_changed)
            && self.is_cacheable(&inputs)
            && self.state.process.id() != ComponentId::DIRTY
            && !self.state.memory.has_meddled()
            && self.state.memory.tombstones() == 0
            && !self.has_private_objects()
            && !self.state.memory.has_changed(Owner::HEAP)
            && !self.reductions.renaming.has_renamed
            && self.is_secluded(t);
        if !is_alone {
            return;
        }
        self.codec.save_thread(&self.image, &mut self.state, t);
        let bytes_after = self.read_window(window);
        let Bookkeeping { segment: after, meta: meta_after, .. } = *self.state.threads.book(t);
        let step = CachedStep {
            thread,
            before,
            after,
            meta_after,
            bytes_before,
            bytes_after,
            instructions,
        };
        self.reductions.step_cache.inputs[index_of(t, before, 0)] = inputs;
        self.reductions.step_cache.steps[index_of(t, before, bytes_before)] = step;
    }

    /// The window of a thread's next step, if that touches nothing else but the thread's
    /// own, provided that nobody waits for a condition variable.
    fn find_inputs(&self, t: usize) -> Option<(Window, Address)> {
        let state = &self.state.threads[t];
        match state.book.status {
            _ if state.book.atomic != 0 => return None,
            Status::Ready => {}
            Status::Waiting(Wait::Reacquire { mutex, .. }) => {
                return Some((self.window_of(t, &[(mutex, SyncKind::Mutex)])?, 0));
            }
            Status::Waiting(_) | Status::Exited => return None,
        }
        let frame = state.frames.last()?;
        let function = &self.image.program.functions[frame.func];
        match function.code[frame.pc as usize] {
            Op::Load { .. } | Op::Store { .. } | Op::AtomicRmw { .. } | Op::CmpXchg { .. } => {
                let [access] = self.pending_accesses(ThreadId(t as u32))[..] else { return None };
                let part = self.part_at(t, access.address, access.bytes)?;
                Some((Window { parts: [part, Span::default()] }, 0))
            }
            Op::Call { .. } | Op::Invoke { .. } => {
                let (op, arguments) = self.called(t)?;
                let row = op.row();
                if row.caching == Caching::Never {
                    return None;
                }
                let mut objects: SmallVec<[(Address, SyncKind); 2]> = SmallVec::new();
                for effect in row.footprint {
                    match *effect {
                        Effect::Synchronize { argument, object, writes: _ } => {
                            objects.push((arguments.get(argument)?.bits, object));
                        }
                        // It is asked of the thread alone.
                        Effect::LookForCancellation => {}
                        Effect::Read { .. }
                        | Effect::Write { .. }
                        | Effect::WholeObject { .. }
                        | Effect::ThreadCount
                        | Effect::NewThread
                        | Effect::Thread { .. }
                        | Effect::OwnThread
                        | Effect::RequestCancellation { .. }
                        | Effect::EndOwnVariables
                        | Effect::EndCalls
                        | Effect::Observers
                        | Effect::FoundOut
                        | Effect::Everything
                        | Effect::EverythingForLeaks => return None,
                    }
                }
                let unwaited = match row.caching {
                    Caching::ObjectsUnlessAwaited => arguments.first()?.bits,
                    Caching::Objects | Caching::Never => 0,
                };
                Some((self.window_of(t, &objects)?, unwaited))
            }
            _ => None,
        }
    }

    /// The window of synchronization objects; none if there are more than it has parts.
    fn window_of(&self, t: usize, objects: &[(Address, SyncKind)]) -> Option<Window> {
        // Then the locks that others own matter, too.
        if self.image.keeps_owners {
            return None;
        }
        let mut window = Window::default();
        if objects.len() > window.parts.len() {
            return None;
        }
        for (part, &(address, object)) in window.parts.iter_mut().zip(objects) {
            *part = self.part_at(t, address, sync_bytes(object, self.pointer_bytes()))?;
        }
        Some(window)
    }

    /// The bytes at an address, of which there need be none if nobody else has them.
    fn part_at(&self, t: usize, address: Address, bytes: u64) -> Option<Span> {
        let (index, offset) = self.state.memory.resolve(address)?;
        let object = self.state.memory.object(index);
        let offset = u32::try_from(offset).ok()?;
        let len = u32::try_from(bytes).ok().filter(|_| bytes <= WIDEST)?;
        if offset.checked_add(len)? > object.size {
            return None;
        }
        match object.block {
            DATA_BLOCK => Some(Span { start: object.start + offset, len }),
            CONSTANT_BLOCK => Some(Span::default()),
            _ if object.owner == owner_of(t) => Some(Span::default()),
            _ => None,
        }
    }
}
