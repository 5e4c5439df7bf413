//! Footprints: all that the next step of a thread touches.
//!
//! A step is one visible instruction and what comes after it up to the next: what
//! comes after is the thread's alone. So the instruction at which a thread is tells
//! all that others could notice:
//! - an access to memory touches its bytes;
//! - the end of an object (`free`, a return from the function that has it) writes all
//!   of it, and all around it, since what an access beyond its bounds is told of
//!   depends on it, too;
//! - an operation on a synchronization object writes that object; a thread that waits
//!   in the middle of one has the footprint of what it waits for;
//! - threads are touched like memory, at addresses where there is none: when they are created,
//!   end, are joined, detached or cancelled; where numbers of threads are used again, a creation
//!   looks at all memory;
//! - an atomic section is one step of which nothing is known beforehand.
//!
//! Where object numbers and so addresses depend on the order of steps (`malloc` takes the
//! lowest free number of its thread), states differ in names only, and nothing that a
//! program does depends on names: an object whose address is computed with keeps its
//! number, and a freed one keeps it as long as something points there.
//!
//! What invariants see is touched in one place, whatever it is: the order of two writes
//! that an invariant can notice shows in the states between them, although nothing else
//! depends on it, and such a write ends its superstep. The buffer of an abstraction is
//! written by whoever changes what the abstraction reads.
//!
//! The end of the process touches nothing: what other threads could have done before
//! it, they also do when they go first, and after it nothing is checked any more.
//! Leaks are: if they are looked for, it touches everything.

use heddle_model::{Footprint, Property, SyncKind, ThreadId, Touch};
use heddle_program::operation::{ByteCount, Effect, OpSet, sync_bytes};
use heddle_program::{CallSite, Op, Operation};

use crate::exec::Target;
use crate::state::memory::{Access, Address, Addressing, ObjectIndex};
use crate::state::thread::{Status, Wait, owner_of};
use crate::value::Word;
use crate::{ChangesAt, Machine};

/// First of the addresses at which threads are touched: no object ever has such an address.
const THREADS: Address = 0xfff8_0000_0000_0000;
/// Address of all that decides which thread is the last, and what number a new one gets.
pub(super) const LIFE: Address = THREADS - 1;
/// Address of all that invariants see.
pub(super) const OBSERVED: Address = THREADS - 2;
/// Address of what number a new thread gets, where that does not depend on which have ended.
pub(super) const NUMBERS: Address = THREADS - 3;

/// Bytes beside a 32-bit object that are still taken for it.
const MARGIN: u64 = 512;

impl Machine<'_> {
    /// Writes down what the next step of a thread touches.
    pub(crate) fn find_footprint(&self, thread: ThreadId, footprint: &mut Footprint) {
        footprint.clear();
        let t = thread.index();
        let state = &self.state.threads[t];
        if state.book.status == Status::Exited || self.state.process.ended().is_some() {
            return;
        }
        footprint.site = self.site(t);
        footprint.in_hand = self.in_hand(t);
        if state.book.atomic != 0 {
            footprint.unknown = true;
            return;
        }
        match state.book.status {
            Status::Waiting(Wait::Condition { condition, .. }) => {
                self.synchronize_at(condition, SyncKind::Condition, true, footprint);
                self.look_for_cancellation(t, footprint);
            }
            Status::Waiting(Wait::Reacquire { mutex, .. }) => {
                self.synchronize_at(mutex, SyncKind::Mutex, true, footprint);
            }
            Status::Waiting(Wait::Barrier { barrier }) => {
                self.synchronize_at(barrier, SyncKind::Barrier, true, footprint);
            }
            Status::Waiting(Wait::BarrierOpen) | Status::Exited => {}
            Status::Ready => self.find_pending(t, footprint),
        }
    }

    /// A fingerprint of the innermost frame.
    fn in_hand(&self, t: usize) -> u64 {
        let thread = &self.state.threads[t];
        let Some(depth) = thread.frames.len().checked_sub(1) else { return 0 };
        let base = thread.frames[depth].base as usize;
        self.image.live_slots(&self.state.threads[t], depth).iter().fold(0, |sum: u64, slot| {
            let word = thread.stack[base + slot.index()];
            (sum.rotate_left(5) ^ word.bits).wrapping_mul(0x9e37_79b9_7f4a_7c15)
        })
    }

    /// The place in the code where a thread is, up to the user's own function: what the runtime
    /// does is told apart by who asked for it.
    fn site(&self, t: usize) -> u64 {
        let mut site = 0u64;
        for frame in self.state.threads[t].frames.iter().rev() {
            let here = u64::from(frame.func.as_u32()) << 32 | u64::from(frame.pc);
            site = site.wrapping_mul(0x9e37_79b9_7f4a_7c15) ^ here;
            if self.image.program.functions[frame.func].origin.is_programs() {
                break;
            }
        }
        site
    }

    fn find_pending(&self, t: usize, footprint: &mut Footprint) {
        let state = &self.state.threads[t];
        let Some(frame) = state.frames.last() else { return };
        let function = &self.image.program.functions[frame.func];
        match function.code[frame.pc as usize] {
            Op::Call { id } | Op::Invoke { id, .. } => {
                self.find_call(t, &function.calls[id], footprint);
            }
            Op::Return { .. } => self.end_variables(t, frame.objects as usize, footprint),
            Op::StackRestore { src } => {
                self.end_variables(t, state.slot(src).bits as usize, footprint);
            }
            Op::LifetimeStart { ptr } | Op::LifetimeEnd { ptr } => {
                if let Some((object, _)) = self.state.memory.resolve(state.slot(ptr).bits) {
                    footprint.touches.push(self.whole(object));
                }
            }
            _ => {
                for access in self.pending_accesses(ThreadId(t as u32)) {
                    self.record_data_use(access.address, access.bytes);
                    footprint.touches.push(touch_of(&access));
                }
            }
        }
    }

    fn find_call(&self, t: usize, site: &CallSite, footprint: &mut Footprint) {
        self.find_call_touches(t, site, footprint);
        for touch in footprint.touches.iter().filter(|touch| !touch.synchronizes) {
            self.record_data_use(touch.range.start, touch.range.end - touch.range.start);
        }
    }

    fn find_call_touches(&self, t: usize, site: &CallSite, footprint: &mut Footprint) {
        let Ok(target) = self.call_target(t, site) else { return };
        let op = match target {
            Target::Operation(op) => op,
            Target::Function(func) if self.image.program.functions[func].atomic => {
                footprint.unknown = true;
                return;
            }
            Target::Function(_) => {
                let copies = self.copies(t, site);
                footprint.touches.extend(copies.map(|(address, bytes)| reads(address, bytes)));
                return;
            }
        };
        self.find_effects(t, op, &self.arguments(t, &site.args), footprint);
    }

    /// The footprint of an operation, by its row.
    fn find_effects(&self, t: usize, op: Operation, arguments: &[Word], footprint: &mut Footprint) {
        let row = op.row();
        let argument = |i: usize| arguments.get(i).map_or(0, |word| word.bits);
        footprint.ends_superstep |= row.ends_superstep;
        for &effect in row.footprint {
            match effect {
                Effect::Synchronize { argument: at, object, writes } => {
                    self.synchronize_at(argument(at), object, writes, footprint);
                }
                Effect::Read { argument: at, bytes } if argument(at) != 0 => {
                    footprint.touches.push(reads(argument(at), self.byte_count(bytes, arguments)));
                }
                Effect::Write { argument: at, bytes } if argument(at) != 0 => {
                    footprint.touches.push(writes(argument(at), self.byte_count(bytes, arguments)));
                }
                Effect::Read { .. } | Effect::Write { .. } => {}
                Effect::WholeObject { argument: at, writes } => {
                    if let Some((object, _)) = self.state.memory.resolve(argument(at)) {
                        footprint.touches.push(Touch { writes, ..self.whole(object) });
                    }
                }
                Effect::ThreadCount => footprint.touches.push(meets(LIFE)),
                Effect::NewThread => {
                    footprint.touches.push(meets(LIFE));
                    footprint.unknown |= self.state.may_reuse_numbers(&self.image);
                }
                Effect::Thread { argument: at } => {
                    footprint.touches.push(meets(thread_address(argument(at))));
                }
                Effect::OwnThread => footprint.touches.push(meets(thread_address(t as u64))),
                Effect::RequestCancellation { argument: at } => {
                    footprint.touches.push(meets(cancellation_address(argument(at))));
                }
                Effect::LookForCancellation => self.look_for_cancellation(t, footprint),
                Effect::EndOwnVariables => {
                    self.end_variables(t, 0, footprint);
                    for (_, key) in &self.state.threads[t].book.locals {
                        self.end_variable(t, *key, footprint);
                    }
                }
                Effect::EndCalls => {
                    let frames = &self.state.threads[t].frames;
                    let ended = self.first_ended_frame(t, argument(0));
                    if let Some(frame) = ended.and_then(|first| frames.get(first)) {
                        self.end_variables(t, frame.objects as usize, footprint);
                    }
                }
                Effect::Observers => footprint.touches.push(meets(OBSERVED)),
                Effect::FoundOut => match self.found_out(t, op, arguments) {
                    Ok(accesses) => footprint.touches.extend(accesses.iter().map(touch_of)),
                    // It goes wrong, and nothing is known of how.
                    Err(_) => footprint.unknown = true,
                },
                Effect::Everything => footprint.unknown = true,
                Effect::EverythingForLeaks => {
                    footprint.unknown |= self.image.options.properties.contains(Property::Leak);
                }
            }
        }
    }

    /// A number of bytes, for these arguments.
    pub(crate) fn byte_count(&self, bytes: ByteCount, arguments: &[Word]) -> u64 {
        match bytes {
            ByteCount::Fixed(bytes) => bytes,
            ByteCount::Pointer => self.pointer_bytes() as u64,
            ByteCount::Argument(i) => arguments.get(i).map_or(0, |word| word.bits),
        }
    }

    /// Adds what the program's observers make of a step.
    pub(crate) fn add_observed(&self, footprint: &mut Footprint) {
        let writes = |range: &std::ops::Range<u64>| self.is_observed(range.clone());
        let follows = footprint.touches.iter().find_map(|touch| {
            let range = touch.writes.then(|| self.buffer_written_after(&touch.range))??;
            Some(Touch { range, writes: true, synchronizes: true })
        });
        footprint.touches.extend(follows);
        if footprint.touches.iter().any(|touch| touch.writes && writes(&touch.range)) {
            footprint.touches.push(meets(OBSERVED));
            footprint.ends_superstep = true;
        }
    }

    /// Adds that a step may change what propositions hold.
    #[inline]
    pub(crate) fn add_propositions(&mut self, thread: ThreadId, footprint: &mut Footprint) {
        if !self.image.options.propositions.is_empty() && self.shows(thread, footprint) {
            footprint.touches.push(meets(OBSERVED));
            footprint.ends_superstep = true;
        }
    }

    /// True if the next step of a thread may change what propositions hold.
    pub(crate) fn changes_propositions(&mut self, thread: ThreadId) -> bool {
        if self.image.options.propositions.is_empty() {
            return false;
        }
        if self.observers.has_pulses() {
            return true;
        }
        let mut footprint = Footprint::default();
        self.materialize(thread.index());
        self.find_footprint(thread, &mut footprint);
        self.shows(thread, &footprint)
    }

    /// True if a step with this footprint may change what propositions hold.
    fn shows(&mut self, thread: ThreadId, footprint: &Footprint) -> bool {
        let is_seen = |touch: &Touch| touch.writes && self.may_change_propositions(&touch.range);
        let exits = |touch: &Touch| touch.range.start == thread_address(u64::from(thread.0));
        footprint.unknown
            || footprint.touches.iter().any(is_seen)
            || self.ends_registrations(thread.index())
            || self.image.options.propositions.iter().any(|proposition| {
                match proposition.changes_at() {
                    ChangesAt::Exits => footprint.touches.iter().any(exits),
                    // Those were seen above, or every instruction is a step of its own.
                    ChangesAt::Writes | ChangesAt::AnyStep => false,
                }
            })
    }

    /// True if the next step of a thread begins with the end of something it has said about
    /// variables. Ends of variables themselves are writes.
    fn ends_registrations(&mut self, t: usize) -> bool {
        if !self.has_registrations_since(t, 0) {
            return false;
        }
        self.materialize(t);
        let frames = &self.state.threads[t].frames;
        let Some(frame) = frames.last() else { return false };
        let function = &self.image.program.functions[frame.func];
        match function.code[frame.pc as usize] {
            Op::Return { .. } => self.has_registrations_since(t, frames.len() - 1),
            Op::Call { id } | Op::Invoke { id, .. } => {
                let ends = OpSet::THREAD_EXIT.with(OpSet::UNWIND);
                let target = self.call_target(t, &function.calls[id]);
                matches!(target, Ok(Target::Operation(op)) if op.row().family.meet(ends))
            }
            _ => false,
        }
    }

    /// True if an observer could notice the next step of a thread.
    pub(crate) fn is_step_observed(&mut self, thread: ThreadId) -> bool {
        if !self.look_at_footprint() {
            return false;
        }
        let mut footprint = Footprint::default();
        self.materialize(thread.index());
        self.find_footprint(thread, &mut footprint);
        self.add_observed(&mut footprint);
        footprint.touches.iter().any(|touch| touch.range.start == OBSERVED)
    }

    /// An operation on a synchronization object.
    fn synchronize_at(
        &self,
        address: Address,
        object: SyncKind,
        writes: bool,
        footprint: &mut Footprint,
    ) {
        self.record_sync_use(address, object);
        let range = address..address.saturating_add(sync_bytes(object, self.pointer_bytes()));
        footprint.touches.push(Touch { range, writes, synchronizes: true });
    }

    /// A mutex is touched.
    pub(super) fn touch_mutex(&self, address: Address, footprint: &mut Footprint) {
        self.synchronize_at(address, SyncKind::Mutex, true, footprint);
    }

    /// A thread looks whether it was cancelled.
    fn look_for_cancellation(&self, t: usize, footprint: &mut Footprint) {
        if self.image.reachable.cancels() {
            let touch = meets(cancellation_address(t as u64));
            footprint.touches.push(Touch { writes: false, ..touch });
        }
    }

    /// Variables of a thread end that others can reach.
    fn end_variables(&self, t: usize, first: usize, footprint: &mut Footprint) {
        for &key in self.state.threads[t].stack_objects.get(first..).unwrap_or_default() {
            self.end_variable(t, key, footprint);
        }
    }

    fn end_variable(&self, t: usize, key: u32, footprint: &mut Footprint) {
        let base = self.state.memory.addressing.base(owner_of(t), key);
        if let Some((object, _)) = self.state.memory.resolve(base)
            && self.state.memory.object(object).is_visible()
        {
            footprint.touches.push(self.whole(object));
        }
    }

    /// All addresses that name an object.
    fn whole(&self, object: ObjectIndex) -> Touch {
        let object = self.state.memory.object(object);
        let range = match self.state.memory.addressing {
            Addressing::Numbered => {
                let start = object.base >> 32 << 32;
                start..start + (1 << 32)
            }
            Addressing::Flat => {
                let end = object.base + u64::from(object.size);
                object.base.saturating_sub(MARGIN)..end + MARGIN
            }
        };
        Touch { range, writes: true, synchronizes: false }
    }

    /// True if races are looked for, as violations or to be noted.
    pub(crate) fn checks_races(&self) -> bool {
        let options = &self.image.options;
        options.properties.contains(Property::DataRace)
            || options.notes_races && !self.recorder.race.is_noted()
    }
}

/// The address at which a thread is touched.
fn thread_address(number: u64) -> Address {
    THREADS + 2 * u64::from(number as u32)
}

/// The address at which the request to cancel a thread is touched.
fn cancellation_address(number: u64) -> Address {
    thread_address(number) + 1
}

/// A change at a place where threads meet.
pub(super) fn meets(address: Address) -> Touch {
    Touch { range: address..address + 1, writes: true, synchronizes: true }
}

/// An access, as others notice it.
fn touch_of(access: &Access) -> Touch {
    Touch {
        range: access.address..access.address.saturating_add(access.bytes),
        writes: access.writes(),
        synchronizes: access.mode.is_atomic(),
    }
}

fn reads(address: Address, bytes: u64) -> Touch {
    Touch { range: address..address.saturating_add(bytes), writes: false, synchronizes: false }
}

fn writes(address: Address, bytes: u64) -> Touch {
    Touch { writes: true, ..reads(address, bytes) }
}
