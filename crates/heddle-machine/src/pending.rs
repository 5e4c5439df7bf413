//! What is known of a thread's next step from the thread alone, remembered.
//!
//! What the next step touches, and whether it can be made in any state, follows from the
//! thread's component in nearly all cases; and a search comes to the same components over
//! and over, in different states. So it is kept by thread and component, in a table in
//! which newer entries replace older ones.

use heddle_model::{Footprint, ThreadId, Touch};
use heddle_program::Op;
use smallvec::SmallVec;

use crate::Machine;
use crate::exec::Target;
use crate::interner::ComponentId;
use crate::memory::Addressing;
use crate::shims::{Shim, SyncOp};
use crate::thread::{Status, Wait};

/// Entries of the table; a power of two.
const ENTRIES: usize = 1 << 10;

/// What is known of a thread's next step.
#[derive(Clone)]
struct Pending {
    segment: ComponentId,
    thread: u32,
    /// It can be made in any state, in just one way.
    is_free: bool,
    /// It may have to wait for a lock.
    takes_lock: bool,
    /// Its footprint is that of any state; it is here then.
    has_footprint: bool,
    touches: SmallVec<[Touch; 2]>,
    unknown: bool,
    ends_superstep: bool,
    site: u64,
    in_hand: u64,
}

/// What is known of next steps.
pub(crate) struct PendingTable {
    entries: Box<[Pending]>,
}

impl Default for PendingTable {
    fn default() -> PendingTable {
        let nothing = Pending {
            segment: ComponentId::DIRTY,
            thread: 0,
            is_free: false,
            takes_lock: false,
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
}

impl Machine<'_> {
    /// The entry of a thread, made if it is not there; none for a thread that has changed
    /// since it was last saved or loaded.
    #[inline]
    fn pending_entry(&mut self, t: usize) -> Option<usize> {
        let segment = self.threads[t].segment;
        if segment == ComponentId::DIRTY {
            return None;
        }
        let place = PendingTable::place(segment, t);
        let entry = &self.pending.entries[place];
        if entry.segment != segment || entry.thread != t as u32 {
            self.make_pending_entry(t, segment, place);
        }
        Some(place)
    }

    fn make_pending_entry(&mut self, t: usize, segment: ComponentId, place: usize) {
        let mut footprint = Footprint::default();
        self.find_footprint(ThreadId(t as u32), &mut footprint);
        let (is_free, has_footprint) = self.is_known_alone(t);
        let Footprint { touches, unknown, ends_superstep, site, in_hand } = footprint;
        self.pending.entries[place] = Pending {
            segment,
            thread: t as u32,
            is_free,
            takes_lock: self.takes_lock(t),
            has_footprint,
            touches: SmallVec::from_vec(touches),
            unknown,
            ends_superstep,
            site,
            in_hand,
        };
    }

    /// Whether a thread's next step can be made in any state in just one way, and
    /// whether its footprint is the same in any state.
    fn is_known_alone(&self, t: usize) -> (bool, bool) {
        let state = &self.threads[t];
        // A single thread's is not noted for what it uses.
        let is_lasting = self.memory.addressing == Addressing::Numbered && self.threads.len() > 1;
        let (Status::Ready, Some(frame)) = (state.status, state.frames.last()) else {
            return (false, is_lasting);
        };
        let function = &self.program.functions[frame.func];
        match function.code[frame.pc as usize] {
            Op::LifetimeStart { .. } | Op::LifetimeEnd { .. } => (true, false),
            Op::Call { id } => match self.call_target(t, &function.calls[id]) {
                Ok(Target::Shim(Shim::Free | Shim::ObjectSize)) => (true, false),
                Ok(Target::Shim(shim)) => (shim.is_deterministic(), is_lasting),
                Ok(Target::Function(_)) | Err(_) => (true, is_lasting),
            },
            _ => (true, is_lasting),
        }
    }

    fn takes_lock(&self, t: usize) -> bool {
        match self.threads[t].status {
            Status::Waiting(wait) => matches!(wait, Wait::Reacquire { .. }),
            Status::Exited => false,
            Status::Ready => self.pending_call(t).is_some_and(|site| {
                let target = self.call_target(t, site);
                matches!(
                    target,
                    Ok(Target::Shim(Shim::Sync(
                        SyncOp::MutexLock
                            | SyncOp::SpinLock
                            | SyncOp::RwlockRead
                            | SyncOp::RwlockWrite
                    )))
                )
            }),
        }
    }

    /// Whether a thread's next step may have to wait for a lock.
    #[inline]
    pub(crate) fn may_wait_for_lock(&mut self, t: usize) -> bool {
        match self.pending_entry(t) {
            Some(place) => self.pending.entries[place].takes_lock,
            None => self.takes_lock(t),
        }
    }

    /// Whether a thread's next step can be made in any state, in just one way.
    #[inline]
    pub(crate) fn is_free_to_move(&mut self, t: usize) -> bool {
        self.pending_entry(t).is_some_and(|place| self.pending.entries[place].is_free)
    }

    /// What a thread's next step touches.
    #[inline]
    pub(crate) fn recall_footprint(&mut self, thread: ThreadId, footprint: &mut Footprint) {
        if self.ended.is_none()
            && let Some(place) = self.pending_entry(thread.index())
            && self.pending.entries[place].has_footprint
        {
            let entry = &self.pending.entries[place];
            footprint.touches.clear();
            footprint.touches.extend_from_slice(&entry.touches);
            footprint.unknown = entry.unknown;
            footprint.ends_superstep = entry.ends_superstep;
            footprint.site = entry.site;
            footprint.in_hand = entry.in_hand;
            return;
        }
        self.find_footprint(thread, footprint);
    }
}
