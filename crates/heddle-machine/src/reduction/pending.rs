//! A cache of what is known of a thread's next step from the thread alone.
//!
//! What the next step touches, and whether it can be made in any state, follows from the
//! thread's component in nearly all cases; and a search comes to the same components over
//! and over, in different states. So it is kept by thread and component, in a table in
//! which newer entries replace older ones. What is in the table need not be looked up in the
//! thread itself, which may be [stale](crate::state::thread).

use heddle_model::{Choice, Footprint, ThreadId, Touch};
use heddle_program::operation::{Alternatives, Blocking, OpSet};
use heddle_program::{Op, Operation};
use smallvec::SmallVec;

use crate::Machine;
use crate::codec::interner::ComponentId;
use crate::exec::Target;
use crate::reduction::heap_symmetry::waits_for;
use crate::reduction::movers::MoverClass;
use crate::shims::Invocation;
use crate::state::memory::{Address, Addressing, Flags};
use crate::state::thread::{Status, Wait, heap_owner_of, owner_of};
use crate::value::Words;

/// Entries of the table; a power of two.
const ENTRIES: usize = 1 << 13;

/// All that is known of a thread's next step.
#[derive(Clone)]
pub(crate) struct Pending {
    segment: ComponentId,
    thread: u32,
    /// It was made while there was no other thread, so that nothing was noted of what the
    /// step uses ([`crate::reduction::lock_assumptions`]): it does not count once there is.
    was_alone: bool,
    /// The thread's bookkeeping.
    pub(crate) meta: ComponentId,
    /// Others cannot reach its variables, and nothing of it is on the heap: nobody needs
    /// them but the thread itself.
    pub(crate) is_secluded: bool,
    /// It can be made in any state, in just one way.
    is_free: bool,
    /// It may have to wait for a lock.
    takes_lock: bool,
    /// The kind of mover that it is.
    pub(crate) mover_class: MoverClass,
    /// The operations that the thread may still reach.
    reachable: OpSet,
    /// The operation that it calls, with its arguments.
    pub(crate) call: Option<(Operation, Words)>,
    /// True if an argument of that call, or an address that the thread waits at, is that of one of
    /// its own variables, which have to be materialized when they are looked at.
    looks_at_own: bool,
    /// Its footprint is that of any state; it is here then.
    has_footprint: bool,
    touches: SmallVec<[Touch; 2]>,
    unknown: bool,
    ends_superstep: bool,
    site: u64,
    in_hand: u64,
}

/// A cache of what is known of next steps.
pub(crate) struct PendingTable {
    entries: Box<[Pending]>,
}

impl Default for PendingTable {
    fn default() -> PendingTable {
        let nothing = Pending {
            segment: ComponentId::DIRTY,
            thread: 0,
            was_alone: false,
            meta: ComponentId::DIRTY,
            is_secluded: false,
            is_free: false,
            takes_lock: false,
            mover_class: MoverClass::NonMover,
            reachable: OpSet::NONE,
            call: None,
            looks_at_own: false,
            has_footprint: false,
            touches: SmallVec::new(),
            unknown: false,
            ends_superstep: false,
            site: 0,
            in_hand: 0,
        };
        PendingTable { entries: vec![nothing; ENTRIES].into() }
    }
}

impl PendingTable {
    fn place(segment: ComponentId, t: usize) -> usize {
        (segment.0 as usize).wrapping_mul(31).wrapping_add(t) % ENTRIES
    }

    /// Returns what is known of the next step of a thread that is this component.
    #[inline]
    pub(crate) fn get(&self, t: usize, segment: ComponentId) -> Option<&Pending> {
        let entry = &self.entries[PendingTable::place(segment, t)];
        (entry.segment == segment && entry.thread == t as u32).then_some(entry)
    }
}

impl Machine<'_> {
    /// Returns what is known of a thread's next step; nothing of a thread that has changed
    /// since it was last saved or loaded.
    #[inline]
    pub(crate) fn pending(&mut self, t: usize) -> Option<&Pending> {
        let segment = self.state.threads.book(t).segment;
        if segment == ComponentId::DIRTY {
            return None;
        }
        let place = PendingTable::place(segment, t);
        let entry = &self.reductions.pending.entries[place];
        let is_good = entry.segment == segment
            && entry.thread == t as u32
            && !(entry.was_alone && self.state.threads.len() > 1);
        if !is_good {
            self.make_pending_entry(t, segment, place);
        }
        Some(&self.reductions.pending.entries[place])
    }

    #[cold]
    fn make_pending_entry(&mut self, t: usize, segment: ComponentId, place: usize) {
        self.materialize(t);
        let mut footprint = Footprint::default();
        self.find_footprint(ThreadId(t as u32), &mut footprint);
        let (is_free, has_footprint) = self.is_known_alone(t);
        let Footprint { touches, unknown, ends_superstep, site, in_hand } = footprint;
        self.reductions.pending.entries[place] = Pending {
            segment,
            thread: t as u32,
            was_alone: self.state.threads.len() == 1,
            meta: self.state.threads[t].book.meta,
            is_secluded: self.is_secluded(t),
            is_free,
            takes_lock: self.takes_lock(t),
            mover_class: self.mover_class(t),
            reachable: self.reachable_ops(t),
            call: self.called(t),
            looks_at_own: self.looks_at_own(t),
            has_footprint,
            touches: SmallVec::from_vec(touches),
            unknown,
            ends_superstep,
            site,
            in_hand,
        };
    }

    /// True if nobody but a thread itself needs its frames and variables.
    pub(crate) fn is_secluded(&self, t: usize) -> bool {
        let is_own =
            |index| !self.state.memory.object(index).flags.any(Flags::SHARED | Flags::DEAD);
        self.state.memory.objects_of(owner_of(t)).all(is_own)
            && self.state.memory.is_empty(heap_owner_of(t))
    }

    /// True if an address that a thread waits at, or calls the machine with, is that of one
    /// of its own variables.
    fn looks_at_own(&self, t: usize) -> bool {
        let is_own = |address: Address| {
            let found = self.state.memory.resolve(address);
            found.is_some_and(|(index, _)| self.state.memory.object(index).owner == owner_of(t))
        };
        let call = self.called(t);
        let arguments = call.iter().flat_map(|(_, arguments)| arguments.iter());
        let mut addresses = waits_for(self.state.threads[t].book.status)
            .into_iter()
            .chain(arguments.map(|word| word.bits));
        addresses.any(is_own)
    }

    /// Materializes a thread if its next step has to do with its own variables.
    fn materialize_own(&mut self, t: usize) {
        if self.pending(t).is_some_and(|entry| entry.looks_at_own) {
            self.materialize(t);
        }
    }

    /// The operation that a thread is about to call, with its arguments.
    pub(crate) fn called(&self, t: usize) -> Option<(Operation, Words)> {
        if self.state.threads[t].book.status != Status::Ready {
            return None;
        }
        let site = self.pending_call(t)?;
        match self.call_target(t, site) {
            Ok(Target::Operation(op)) => Some((op, self.arguments(t, &site.args))),
            Ok(Target::Function(_)) | Err(_) => None,
        }
    }

    /// Returns whether a thread's next step can be made in any state in just one way, and
    /// whether its footprint is the same in any state.
    fn is_known_alone(&self, t: usize) -> (bool, bool) {
        let state = &self.state.threads[t];
        let is_lasting = self.state.memory.addressing == Addressing::Numbered;
        let (Status::Ready, Some(frame)) = (state.book.status, state.frames.last()) else {
            return (false, is_lasting);
        };
        let function = &self.image.program.functions[frame.func];
        match function.code[frame.pc as usize] {
            Op::LifetimeStart { .. } | Op::LifetimeEnd { .. } => (true, false),
            Op::Call { id } | Op::Invoke { id, .. } => {
                match self.call_target(t, &function.calls[id]) {
                    Ok(Target::Operation(op)) => {
                        let row = op.row();
                        let is_free = row.alternatives == Alternatives::One;
                        (is_free, is_lasting && !row.has_changing_footprint())
                    }
                    Ok(Target::Function(_)) | Err(_) => (true, is_lasting),
                }
            }
            Op::Branch { .. } | Op::Switch { .. } => (self.branch_alternatives(t) == 1, is_lasting),
            _ => (true, is_lasting),
        }
    }

    fn takes_lock(&self, t: usize) -> bool {
        match self.state.threads.book(t).status {
            Status::Waiting(wait) => matches!(wait, Wait::Reacquire { .. }),
            Status::Exited => false,
            Status::Ready => {
                self.called(t).is_some_and(|(op, _)| op.row().blocking == Blocking::Lock)
            }
        }
    }

    /// True if a thread's next step may have to wait for a lock.
    #[inline]
    pub(crate) fn may_wait_for_lock(&mut self, t: usize) -> bool {
        match self.pending(t) {
            Some(entry) => entry.takes_lock,
            None => self.takes_lock(t),
        }
    }

    /// The operations that a thread may still reach.
    #[inline]
    pub(crate) fn cached_reachable_ops(&mut self, t: usize) -> OpSet {
        match self.pending(t) {
            Some(entry) => entry.reachable,
            None => self.reachable_ops(t),
        }
    }

    /// Number of alternatives of a thread's next step.
    #[inline]
    pub(crate) fn cached_alternatives(&mut self, t: usize) -> u32 {
        match self.pending(t) {
            Some(entry) if entry.is_free => 1,
            Some(_) => self.other_alternatives(t),
            None => self.alternatives(t),
        }
    }

    /// True if a thread's next step can be made in any state, in just one way.
    pub(crate) fn cached_freedom(&mut self, t: usize) -> bool {
        match self.pending(t) {
            Some(entry) => entry.is_free,
            None => self.is_known_alone(t).0,
        }
    }

    fn other_alternatives(&mut self, t: usize) -> u32 {
        self.materialize_own(t);
        let book = self.state.threads.book(t);
        match book.status {
            Status::Exited => 0,
            Status::Waiting(wait) => self.wait_alternatives(t, wait),
            Status::Ready => {
                let entry = self.reductions.pending.get(t, book.segment);
                let Some((op, arguments)) = entry.and_then(|entry| entry.call.as_ref()) else {
                    self.materialize(t);
                    return self.branch_alternatives(t);
                };
                let call = Invocation { thread: t, arguments, fresh: true };
                self.call_alternatives(*op, &call)
            }
        }
    }

    /// The lock that a thread, which cannot move, waits for: who has it.
    pub(crate) fn cached_lock_owner(&mut self, t: usize) -> Option<usize> {
        if self.pending(t).is_none() {
            return self.lock_owner(t);
        }
        self.materialize_own(t);
        let book = self.state.threads.book(t);
        let call =
            self.reductions.pending.get(t, book.segment).and_then(|entry| entry.call.as_ref());
        self.lock_owner_by(book.status, call)
    }

    /// Writes down what a thread's next step touches, from the cache if it is there.
    #[inline]
    pub(crate) fn cached_footprint(&mut self, thread: ThreadId, footprint: &mut Footprint) {
        if self.state.process.ended().is_none()
            && let Some(entry) = self.pending(thread.index())
            && entry.has_footprint
        {
            footprint.touches.clear();
            footprint.touches.extend_from_slice(&entry.touches);
            footprint.unknown = entry.unknown;
            footprint.ends_superstep = entry.ends_superstep;
            footprint.site = entry.site;
            footprint.in_hand = entry.in_hand;
            return;
        }
        self.materialize(thread.index());
        self.find_footprint(thread, footprint);
    }

    /// True if it is known that no two threads which can move are about to race.
    pub(crate) fn is_known_to_be_free_of_races(&mut self, choices: &[Choice]) -> bool {
        let mut last = None;
        let mut movers: SmallVec<[(usize, ComponentId); 8]> = SmallVec::new();
        for thread in choices.iter().filter_map(|choice| choice.thread()) {
            // The choices of one thread follow each other.
            if last.replace(thread) == Some(thread) {
                continue;
            }
            let t = thread.index();
            // The footprint of a section that was interrupted says nothing of its next access.
            let is_in_section = self.state.threads.book(t).atomic != 0;
            if is_in_section || !self.pending(t).is_some_and(|entry| entry.has_footprint) {
                return false;
            }
            movers.push((t, self.state.threads.book(t).segment));
        }
        let entry = |&(t, segment): &(usize, ComponentId)| self.reductions.pending.get(t, segment);
        movers.iter().enumerate().all(|(i, first)| {
            movers[i + 1..].iter().all(|second| {
                // One entry can have taken the place of the other.
                let (Some(first), Some(second)) = (entry(first), entry(second)) else {
                    return false;
                };
                let races = |touch: &Touch| second.touches.iter().any(|other| touch.races(other));
                !first.touches.iter().any(races)
            })
        })
    }
}
