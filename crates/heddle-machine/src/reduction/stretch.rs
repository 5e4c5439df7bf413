//! Stretches: many steps of a thread that alone can move, without a stop in between.
//!
//! A thread is *alone* in a state that has one choice only: others have exited or wait, and its
//! own step can go one way. From such a state on there is nothing to choose, and so nothing to
//! save, until another thread can move or the thread itself has several ways to go. A stretch
//! makes such steps at the speed of a plain run: where a step would end before an access to shared
//! memory, the next one begins at once, inside the inner loop.
//!
//! # Why nothing is lost
//! A stretch makes the same steps as [`step`](heddle_model::TransitionSystem::step), each of up
//! to as many instructions, so that a schedule names them one by one and a replay goes through
//! the same states. What is done between two steps is done, or known to be nothing:
//! - Who can move is looked at anew after each step that began with anything but a load or
//!   store of a thread that waits for nothing in those bytes. Other threads wait for locks, for
//!   signals or for the end of threads. Loads and stores change none of these, but for the bytes
//!   of a lock: what others wait for is known by block and bytes (`awaited`), and a step that touches
//!   these is made by itself.
//! - Uses of static memory are recorded ([`crate::reduction::lock_assumptions`]).
//! - Tombstones are removed and heap objects are named where that is
//!   [due](Tidying): there the inner loop is left. Where names depend on pointers that threads
//!   hold, it goes on as long as the innermost frame holds the same ones (`roots`); that of other
//!   frames, and of variables, nothing changes but what counts as a move of the heap.
//! - Nothing can be wrong with the states in between: there is no deadlock, since the thread can
//!   move; no race, since no other can. A thread that is woken may wait for a lock from then on, and
//!   so close a circle: that is looked at after each step but loads and stores. Where states are
//!   looked at for more than that (observers, propositions), or in an atomic section, there are
//!   no stretches, and one that comes to register an observer ends there.
//!
//! # Tidying
//! Names of heap objects and tombstones are tidied up so that states of different runs that are
//! alike are the same. Where one thread is alone there is one run, and to go through the whole heap
//! after each of its steps is in vain. So a thread that is alone leaves things as they are, from
//! step to step, while it is the only thread that there ever was, and where there are many heap
//! objects: names stay, and tombstones are removed when there are many, and twice as many, and so
//! on. That lets a loop that allocates and frees come back to a state. Other states with
//! one choice are tidied up as all are, so that the runs of several threads that lead to the same
//! one meet there.
//!
//! Which states [need not be tidy](Machine::may_be_untidy) follows from the state, so that a
//! replay does the same. When a thread is alone no longer, everything is tidied up.

use std::ops::Range;

use heddle_model::{Choice, Footprint, StepOutcome, ThreadId, Violation};
use heddle_program::{Function, Op, Pc};
use smallvec::SmallVec;

use crate::Machine;
use crate::options::Granularity;
use crate::record::event::Recording;
use crate::reduction::lock_assumptions::LockAssumptions;
use crate::state::memory::request::Checked;
use crate::state::memory::table::DATA_BLOCK;
use crate::state::memory::{Addressing, Memory, ObjectIndex};
use crate::state::thread::Status;
use crate::value::Word;

/// Most heap objects that are named after each step of a thread that is alone, if there are or
/// were others.
const FEW_OBJECTS: usize = 256;

/// The part of tidying up that is due after a step.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Tidying {
    /// Names may be anything: they are given anew.
    Everything,
    /// Names follow from memory and from what threads hold, and either may have changed.
    Changes,
    /// Names stay, and so do tombstones until there are twice as many.
    Nothing,
}

/// Knowledge about other threads, for the inner loop in a stretch.
#[derive(Debug, Default)]
pub(crate) struct Stretch {
    /// There are other threads, or were.
    is_concurrent: bool,
    /// There are heap objects whose names depend on what threads hold.
    has_private_objects: bool,
    /// The bytes of a block that other threads wait to use.
    awaited: SmallVec<[(u32, Range<usize>); 4]>,
    /// Heap objects to which the innermost frame points in the state in which the stretch began,
    /// each once.
    roots: SmallVec<[ObjectIndex; 8]>,
    footprint: Footprint,
}

impl Stretch {
    /// True if a step that is over needs nothing more, and the next may begin with this access.
    /// Records that.
    #[inline]
    pub(crate) fn goes_on(&self, memory: &Memory, range: &Checked, uses: &LockAssumptions) -> bool {
        !memory.tombstones_doubled
            && (!self.is_concurrent || self.goes_on_beside(memory, range, uses))
    }

    fn goes_on_beside(&self, memory: &Memory, range: &Checked, uses: &LockAssumptions) -> bool {
        let is_untidy = memory.heap_moved || memory.tombstones() != 0;
        if is_untidy && memory.has_few_objects() || self.awaits(range.block, range.start..range.end)
        {
            return false;
        }
        if range.block == DATA_BLOCK {
            uses.record_data(range.start..range.end);
        }
        true
    }

    /// True if names are to be given anew if the thread holds other pointers than before.
    #[inline]
    pub(crate) fn depends_on_roots(&self, memory: &Memory) -> bool {
        self.is_concurrent && self.has_private_objects && memory.has_few_objects()
    }

    /// True if the innermost frame, with these slots at this instruction, holds pointers to the same
    /// heap objects, in the same order, as when the stretch began.
    pub(crate) fn has_same_roots(
        &self,
        memory: &Memory,
        function: &Function,
        slots: &[Word],
        pc: Pc,
    ) -> bool {
        let mut met = 0;
        let is_known = roots_of(memory, function, slots, pc, |index| {
            if self.roots.get(met) == Some(&index) {
                met += 1;
                return true;
            }
            self.roots[..met].contains(&index)
        });
        is_known && met == self.roots.len()
    }

    /// True if another thread waits to use some of these bytes.
    fn awaits(&self, block: u32, bytes: Range<usize>) -> bool {
        let meets = |(other, range): &(u32, Range<usize>)| {
            *other == block && range.start < bytes.end && bytes.start < range.end
        };
        self.awaited.iter().any(meets)
    }
}

/// Goes through the heap objects that live slots of an innermost frame point to, as long as `meet`
/// says so; returns true if that is to the end.
#[inline]
fn roots_of(
    memory: &Memory,
    function: &Function,
    slots: &[Word],
    pc: Pc,
    mut meet: impl FnMut(ObjectIndex) -> bool,
) -> bool {
    for piece in function.live_sets.slots(function.live[pc as usize]).pieces() {
        for slot in piece {
            let word = slots[slot.index()];
            if !function.pointer_slots[slot.index()] || !word.is_defined() {
                continue;
            }
            if let Some((index, _)) = memory.resolve(word.bits)
                && memory.object(index).kind.is_heap()
                && !meet(index)
            {
                return false;
            }
        }
    }
    true
}

impl Memory {
    /// True if there are so few heap objects that naming them costs next to nothing.
    #[inline]
    pub(super) fn has_few_objects(&self) -> bool {
        self.heap_objects() <= FEW_OBJECTS
    }
}

impl Machine<'_> {
    /// The thread that alone can move, in one way and outside of an atomic section.
    pub(crate) fn only_mover(&mut self) -> Option<ThreadId> {
        if self.state.process.ended().is_some() || self.state.process.atomic_owner().is_some() {
            return None;
        }
        let mut only = None;
        for t in 0..self.state.threads.len() {
            match self.cached_alternatives(t) {
                0 => {}
                1 if only.is_none() => only = Some(ThreadId(t as u32)),
                _ => return None,
            }
        }
        only
    }

    /// True of a state that need not be tidy: a thread is alone, and there was never another or
    /// there are many heap objects. Where there is nothing to tidy up, it is true, too.
    #[inline]
    pub(crate) fn may_be_untidy(&mut self) -> bool {
        !self.has_much_to_tidy() || self.is_untidy()
    }

    /// True of a state that need not be tidy, and in which there is something to tidy up.
    #[inline]
    pub(crate) fn is_untidy(&mut self) -> bool {
        self.has_much_to_tidy()
            && (self.state.threads.len() == 1 || !self.state.memory.has_few_objects())
            && self.only_mover().is_some()
    }

    #[inline]
    fn has_much_to_tidy(&self) -> bool {
        self.state.memory.heap_objects() != 0 || self.state.memory.tombstones() != 0
    }

    /// The tidying that is due after a step, by whether the state before it
    /// [may have been untidy](Self::may_be_untidy).
    pub(crate) fn tidying(&mut self, was_untidy: bool) -> Tidying {
        if !self.has_much_to_tidy() {
            Tidying::Nothing
        } else if !was_untidy {
            Tidying::Changes
        } else if self.is_untidy() {
            Tidying::Nothing
        } else {
            Tidying::Everything
        }
    }

    /// Makes steps of a thread as [`Reducible::run_alone`](heddle_model::Reducible::run_alone)
    /// says.
    pub(crate) fn run_stretch(
        &mut self,
        thread: ThreadId,
        most: u64,
        violations: &mut Vec<Violation>,
    ) -> (u64, StepOutcome) {
        let mut made = 0;
        while made < most && self.may_stretch() && self.only_mover() == Some(thread) {
            if let Some(circle) = self.find_circular_wait(&[Choice::new(thread, 0)]) {
                violations.push(circle);
                break;
            }
            self.materialize(thread.index());
            let left = match self.begin_stretch(thread) {
                true => most - made - 1,
                false => 0,
            };
            let mut cursor = self.start_step(thread, 0);
            cursor.control.limit = self.image.options.granularity.step_limit();
            cursor.control.steps_left = left;
            let stop = self.run_part(&mut cursor);
            made += left - cursor.control.steps_left + 1;
            self.recorder.instructions += cursor.control.instructions();
            let outcome = self.finish_step(&cursor, stop, violations);
            if outcome != StepOutcome::Continues || !violations.is_empty() {
                return (made, outcome);
            }
        }
        (made, StepOutcome::Continues)
    }

    /// True if states are looked at for nothing but what is asked of every state.
    fn may_stretch(&self) -> bool {
        self.recorder.recording == Recording::Off
            && self.image.options.granularity == Granularity::Global
            && self.image.options.propositions.is_empty()
            && self.observers.is_idle()
    }

    /// Learns what other threads wait for, and records what the next step of a thread uses. Returns
    /// true if that step may be followed by others without a look at who can move.
    fn begin_stretch(&mut self, thread: ThreadId) -> bool {
        let mut stretch = std::mem::take(&mut self.reductions.stretch);
        stretch.awaited.clear();
        stretch.is_concurrent = self.state.threads.len() > 1;
        stretch.has_private_objects = self.has_private_objects();
        if stretch.depends_on_roots(&self.state.memory) {
            self.find_top_roots(thread, &mut stretch.roots);
        }
        let is_known = !stretch.is_concurrent || self.find_awaited(thread, &mut stretch);
        let is_fit = is_known && self.is_at_access(thread, &stretch);
        self.reductions.stretch = stretch;
        is_fit
    }

    /// Finds the heap objects to which the innermost frame of a thread points.
    fn find_top_roots(&self, thread: ThreadId, roots: &mut SmallVec<[ObjectIndex; 8]>) {
        roots.clear();
        let state = &self.state.threads[thread.index()];
        let Some(frame) = state.frames.last() else { return };
        let function = &self.image.program.functions[frame.func];
        let slots = &state.stack[frame.base as usize..];
        roots_of(&self.state.memory, function, slots, frame.pc, |index| {
            if !roots.contains(&index) {
                roots.push(index);
            }
            true
        });
    }

    /// Finds the bytes that other threads wait to use; returns false if they are not known.
    fn find_awaited(&mut self, thread: ThreadId, stretch: &mut Stretch) -> bool {
        let Stretch { awaited, footprint, .. } = stretch;
        self.find_footprint(thread, footprint);
        for t in (0..self.state.threads.len()).filter(|&t| t != thread.index()) {
            if self.state.threads.book(t).status == Status::Exited {
                continue;
            }
            self.cached_footprint(ThreadId(t as u32), footprint);
            if footprint.unknown || self.state.memory.addressing != Addressing::Numbered {
                return false;
            }
            self.materialize(t);
            for touch in &footprint.touches {
                let Some((index, offset)) = self.state.memory.resolve(touch.range.start) else {
                    continue;
                };
                let object = self.state.memory.object(index);
                let Ok(offset) = usize::try_from(offset) else { return false };
                let start = object.start as usize + offset;
                let bytes = (touch.range.end - touch.range.start) as usize;
                awaited.push((object.block, start..start + bytes));
            }
        }
        true
    }

    /// True if the next instruction of a thread is a load or store of bytes that no other waits to
    /// use.
    fn is_at_access(&self, thread: ThreadId, stretch: &Stretch) -> bool {
        let state = &self.state.threads[thread.index()];
        let (Status::Ready, Some(frame)) = (state.book.status, state.frames.last()) else {
            return false;
        };
        let op = &self.image.program.functions[frame.func].code[frame.pc as usize];
        let is_awaited = || {
            self.pending_accesses(thread).iter().any(|access| {
                let found = self.state.memory.resolve(access.address);
                found.is_none_or(|(index, offset)| {
                    let object = self.state.memory.object(index);
                    let start = i64::from(object.start) + offset;
                    let Ok(start) = usize::try_from(start) else { return true };
                    stretch.awaits(object.block, start..start + access.bytes as usize)
                })
            })
        };
        matches!(op, Op::Load { .. } | Op::Store { .. })
            && (stretch.awaited.is_empty() || !is_awaited())
    }
}
