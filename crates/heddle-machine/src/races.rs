//! Data races, as a property of a state.
//!
//! Two threads race if the next accesses of both, which both can make, touch the same
//! bytes, one of them writes, and not both are atomic. No clocks are needed: a search
//! visits every state, and so the one in which both are next. An access inside an atomic
//! section is never next, since the section is one step; it is kept when the step is
//! made, and compared with what the others were about to do.
//!
//! What a call of `vsnprintf`, `strtod` or an output function reads and writes is one step, and
//! so all of it is next at once.

use heddle_model::{
    AccessKind, Choice, Finding, Place, Property, RacingAccess, Related, Role, ThreadId, Violation,
};
use heddle_program::operation::Effect;
use heddle_program::{AccessMode, CallSite, LocationId, Op, Operation, Pc};
use smallvec::{SmallVec, smallvec};

use crate::Machine;
use crate::exec::Target;
use crate::state::memory::{Access, Address};
use crate::state::thread::Status;

/// The accesses of one instruction: mostly one.
pub(crate) type Accesses = SmallVec<[Access; 2]>;

/// An access that was made inside an atomic section.
#[derive(Clone, Copy, Debug)]
pub(crate) struct SectionAccess {
    pub(crate) access: Access,
    /// The instruction of the innermost frame.
    pub(crate) pc: Pc,
    /// Its place for the user, once it is known.
    pub(crate) location: Option<LocationId>,
}

/// One of the two that race.
struct Side {
    thread: ThreadId,
    write: bool,
    place: Option<Place>,
}

impl Machine<'_> {
    /// Takes races that are no violations out of what was found from there on, and notes them.
    pub(crate) fn note_races(&self, from: usize, violations: &mut Vec<Violation>) {
        if !self.image.options.properties.contains(Property::DataRace) {
            violations.drain(from..).for_each(|race| self.recorder.race.note(race));
        }
    }

    /// Pairs of threads that are about to touch the same bytes.
    pub(crate) fn find_races(&self, choices: &[Choice], violations: &mut Vec<Violation>) {
        let mut pending: SmallVec<[(ThreadId, Accesses); 8]> = SmallVec::new();
        let mut last = None;
        for thread in choices.iter().filter_map(|choice| choice.thread()) {
            // The choices of one thread follow each other.
            if last.replace(thread) != Some(thread) {
                let accesses = self.pending_accesses(thread);
                if !accesses.is_empty() {
                    pending.push((thread, accesses));
                }
            }
        }
        for (i, (first, accesses)) in pending.iter().enumerate() {
            for (second, others) in &pending[i + 1..] {
                if let Some((a, b)) = first_conflict(accesses, others) {
                    let side = |thread: ThreadId, access: &Access| Side {
                        thread,
                        write: access.writes(),
                        place: self.user_place(thread),
                    };
                    let address = a.address.max(b.address);
                    violations.push(self.race(side(*first, a), side(*second, b), address));
                }
            }
        }
    }

    /// Races between a thread's accesses inside an atomic section and the others' next ones:
    /// a section excludes other sections, not plain accesses.
    pub(crate) fn find_section_races(&self, thread: ThreadId, violations: &mut Vec<Violation>) {
        for other in (0..self.state.threads.len()).filter(|&other| other != thread.index()) {
            if self.alternatives(other) == 0 {
                continue;
            }
            let other = ThreadId(other as u32);
            let pending = self.pending_accesses(other);
            let mut told = Vec::new();
            for SectionAccess { access, location, pc: _ } in &self.recorder.section {
                let Some((mine, theirs)) = first_conflict(std::slice::from_ref(access), &pending)
                else {
                    continue;
                };
                if told.contains(location) {
                    continue;
                }
                told.push(*location);
                let place = location.map(|id| self.place(id));
                let mine = Side { thread, write: mine.writes(), place };
                let place = self.user_place(other);
                let theirs = Side { thread: other, write: theirs.writes(), place };
                violations.push(self.race(mine, theirs, access.address));
            }
        }
    }

    /// True if accesses of a thread are kept until its step is over.
    pub(crate) fn watches(&self, t: usize) -> bool {
        self.state.threads[t].book.atomic != 0 && !self.state.memory.is_watched()
    }

    /// Keeps an access that a thread makes, if it does so inside an atomic section.
    pub(crate) fn watch(&mut self, access: Access) {
        if let Some(thread) = access.thread()
            && self.watches(thread.index())
        {
            let location = self.user_location(thread);
            self.recorder.section.push(SectionAccess { access, pc: 0, location });
        }
    }

    /// Keeps what a thread is about to access, if it does so inside an atomic section.
    pub(crate) fn watch_pending(&mut self, t: usize) {
        for access in self.pending_accesses(ThreadId(t as u32)) {
            self.watch(access);
        }
    }

    /// Says where the accesses were made that the inner loop has kept: all of them in
    /// the innermost frame, at the instruction they name.
    pub(crate) fn locate_section(&mut self, t: usize, from: usize) {
        for i in from..self.recorder.section.len() {
            let Some(frame) = self.state.threads[t].frames.last_mut() else { return };
            let now = std::mem::replace(&mut frame.pc, self.recorder.section[i].pc);
            self.recorder.section[i].location = self.user_location(ThreadId(t as u32));
            if let Some(frame) = self.state.threads[t].frames.last_mut() {
                frame.pc = now;
            }
        }
    }

    fn race(&self, a: Side, b: Side, address: Address) -> Violation {
        // The one that writes is told first.
        let (first, second) = if a.write { (a, b) } else { (b, a) };
        let access = |side: &Side| RacingAccess {
            thread: side.thread,
            access: AccessKind::of(side.write),
            line: side.place.as_ref().map(|place| place.line),
        };
        let finding = Finding::DataRace {
            first: access(&first),
            second: access(&second),
            object: self.describe_address(address),
        };
        let role = Role::OtherAccess { access: AccessKind::of(second.write) };
        let thread = second.thread;
        let related = second.place.map(|place| Related { role, thread, place });
        Violation {
            finding,
            place: first.place,
            thread: Some(first.thread),
            related: related.into_iter().collect(),
        }
    }

    /// The accesses of a thread's next instruction.
    pub(crate) fn pending_accesses(&self, thread: ThreadId) -> Accesses {
        let state = &self.state.threads[thread.index()];
        let (Some(frame), Status::Ready) = (state.frames.last(), state.book.status) else {
            return Accesses::new();
        };
        let function = &self.image.program.functions[frame.func];
        let value = |slot| state.slot(slot).bits;
        let size = |parts| u64::from(self.image.program.parts[parts].bytes);
        let t = thread.index();
        let plain = AccessMode::PLAIN;
        let va_list = self.state.memory.addressing.va_list_bytes();
        match function.code[frame.pc as usize] {
            Op::Load { bytes, access: how, ptr, offset, width: _, dst: _ } => {
                let address = self.pointer_add(value(ptr), i64::from(offset) as u64);
                smallvec![Access::read(t, address, bytes.into(), how)]
            }
            Op::Store { bytes, access: how, ptr, offset, width: _, src: _ } => {
                let address = self.pointer_add(value(ptr), i64::from(offset) as u64);
                smallvec![Access::write(t, address, bytes.into(), how)]
            }
            Op::LoadParts { access: how, ptr, parts, dst: _ } => {
                smallvec![Access::read(t, value(ptr), size(parts), how)]
            }
            Op::StoreParts { access: how, ptr, parts, src: _ } => {
                smallvec![Access::write(t, value(ptr), size(parts), how)]
            }
            Op::AtomicRmw { width, access: how, ptr, .. } => {
                smallvec![Access::update(t, value(ptr), u64::from(width).div_ceil(8), how)]
            }
            Op::CmpXchg { width, access: how, failure, ptr, .. } => {
                let bytes = u64::from(width).div_ceil(8);
                smallvec![Access::compare_exchange(t, value(ptr), bytes, how, failure)]
            }
            Op::MemCopy { dst, src, len, access: how, disjoint: _ } => smallvec![
                Access::read(t, value(src), value(len), how),
                Access::write(t, value(dst), value(len), how),
            ],
            Op::MemSet { dst, len, .. } => {
                smallvec![Access::write(t, value(dst), value(len), plain)]
            }
            Op::VaStart { list } => smallvec![Access::write(t, value(list), va_list, plain)],
            Op::VaCopy { dst, src } => smallvec![
                Access::read(t, value(src), va_list, plain),
                Access::write(t, value(dst), va_list, plain),
            ],
            Op::Call { id } | Op::Invoke { id, .. } => {
                self.pending_of_call(thread, &function.calls[id])
            }
            _ => Accesses::new(),
        }
    }

    /// Accesses of a call: to structures that it copies, or those of an operation.
    fn pending_of_call(&self, thread: ThreadId, site: &CallSite) -> Accesses {
        let t = thread.index();
        match self.call_target(t, site) {
            Ok(Target::Operation(op)) => self.pending_of_operation(t, op, site),
            Ok(Target::Function(_)) => {
                let copied = site.args.iter().filter_map(|arg| {
                    let bytes = arg.by_value?.size.into();
                    let address = self.state.threads[t].slot(arg.src).bits;
                    Some(Access::read(t, address, bytes, AccessMode::PLAIN))
                });
                copied.collect()
            }
            Err(_) => Accesses::new(),
        }
    }

    /// The accesses that an operation is about to make, by its row: writes of results, reads of
    /// what is printed, and a write of the whole of an object that it frees. Others, and reads of
    /// operations on synchronization objects, synchronize.
    fn pending_of_operation(&self, t: usize, op: Operation, site: &CallSite) -> Accesses {
        let row = op.row();
        if row.footprint.is_empty() {
            return Accesses::new();
        }
        let arguments = self.arguments(t, &site.args);
        let argument = |i: usize| arguments.get(i).map_or(0, |word| word.bits);
        let plain = AccessMode::PLAIN;
        let mut accesses = Accesses::new();
        for &effect in row.footprint {
            match effect {
                Effect::Write { argument: at, bytes } if argument(at) != 0 => {
                    let bytes = self.byte_count(bytes, &arguments);
                    accesses.push(Access::write(t, argument(at), bytes, plain));
                }
                Effect::Read { argument: at, bytes } if argument(at) != 0 => {
                    if row.object.is_none() {
                        let bytes = self.byte_count(bytes, &arguments);
                        accesses.push(Access::read(t, argument(at), bytes, plain));
                    }
                }
                Effect::WholeObject { argument: at, writes: true } => {
                    if let Some((object, 0)) = self.state.memory.resolve(argument(at)) {
                        let object = self.state.memory.object(object);
                        accesses.push(Access::write(t, object.base, object.size.into(), plain));
                    }
                }
                // One that goes wrong is a violation of another kind.
                Effect::FoundOut => {
                    accesses.extend(self.found_out(t, op, &arguments).unwrap_or_default());
                }
                Effect::Read { .. }
                | Effect::Write { .. }
                | Effect::WholeObject { writes: false, .. }
                | Effect::Synchronize { .. }
                | Effect::ThreadCount
                | Effect::NewThread
                | Effect::Thread { .. }
                | Effect::OwnThread
                | Effect::RequestCancellation { .. }
                | Effect::LookForCancellation
                | Effect::EndOwnVariables
                | Effect::EndCalls
                | Effect::Observers
                | Effect::Everything
                | Effect::EverythingForLeaks => {}
            }
        }
        accesses
    }
}

/// The first pair of accesses that must not happen at the same time.
fn first_conflict<'a>(
    ours: &'a [Access],
    theirs: &'a [Access],
) -> Option<(&'a Access, &'a Access)> {
    ours.iter().find_map(|a| theirs.iter().find(|b| conflicts(a, b)).map(|b| (a, b)))
}

fn conflicts(a: &Access, b: &Access) -> bool {
    let overlap = a.address < b.address.saturating_add(b.bytes)
        && b.address < a.address.saturating_add(a.bytes);
    overlap && (a.writes() || b.writes()) && !(a.mode.is_atomic() && b.mode.is_atomic())
}
