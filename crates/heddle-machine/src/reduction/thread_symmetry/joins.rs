//! Joins that a thread is about to make, one after the other.
//!
//! A thread that joins others without doing anything visible in between, and
//! without looking at what they ended with, will be in a certain place when all of them have
//! ended, whatever else happens. Where that is, and whom it waits for, follows from the
//! thread alone: it is found by running it as if the joins could be made, and remembered
//! by the thread's component.

use heddle_model::ThreadId;
use heddle_program::Operation;
use heddle_program::operation::{OpSet, ThreadOp};

use crate::Machine;
use crate::codec::interner::ComponentId;
use crate::exec::{Control, Stop, Target};
use crate::options::Granularity;
use crate::state::thread::Status;
use crate::value::Word;

/// Entries of the table; a power of two.
const ENTRIES: usize = 1 << 10;

/// Joins that are taken for made.
#[derive(Clone)]
pub(super) struct Joins {
    /// The thread that makes them.
    pub(super) thread: usize,
    /// The threads that it joins, in this order.
    pub(super) targets: Vec<usize>,
    /// Its component after them.
    pub(super) end: ComponentId,
    /// True if it may come to other operations on threads after them.
    pub(super) joins_later: bool,
}

/// Joins of threads, by their components.
pub(super) struct JoinTable {
    entries: Box<[Entry]>,
}

#[derive(Clone)]
struct Entry {
    segment: ComponentId,
    thread: usize,
    joins: Option<Joins>,
}

impl Default for JoinTable {
    fn default() -> JoinTable {
        let nothing = Entry { segment: ComponentId::DIRTY, thread: 0, joins: None };
        JoinTable { entries: vec![nothing; ENTRIES].into() }
    }
}

impl Machine<'_> {
    /// The joins that a thread is about to make, if they can be made once their targets have
    /// ended. `words` are those of the state, which is saved.
    pub(super) fn joins_of(
        &mut self,
        t: usize,
        table: &mut JoinTable,
        words: &[u32],
    ) -> Option<Joins> {
        // Elsewhere what a thread does between two joins are steps of their own.
        if self.image.options.granularity != Granularity::Global {
            return None;
        }
        self.materialize(t);
        self.next_join(t)?;
        let segment = self.state.threads[t].book.segment;
        let mix = (segment.0 as usize).wrapping_mul(31).wrapping_add(t);
        let entry = &mut table.entries[mix % ENTRIES];
        if (entry.segment, entry.thread) != (segment, t) {
            let joins = self.foresee_joins(t);
            self.load_state(words);
            *entry = Entry { segment, thread: t, joins };
        }
        let joins = entry.joins.as_ref()?;
        let can_be_joined = |&target: &usize| {
            let books = &self.state.threads;
            target < books.len() && !books.book(target).joined && !books.book(target).detached
        };
        joins.targets.iter().all(can_be_joined).then(|| joins.clone())
    }

    /// Number of the joins that can be made now.
    pub(super) fn enabled_joins(&self, joins: &Joins) -> u32 {
        let has_ended =
            |&&target: &&usize| self.state.threads.book(target).status == Status::Exited;
        joins.targets.iter().take_while(has_ended).count() as u32
    }

    /// The thread that a thread is about to join, if it waits for nothing else and does
    /// not ask for the result.
    fn next_join(&self, t: usize) -> Option<usize> {
        let thread = &self.state.threads[t];
        if thread.book.status != Status::Ready || thread.book.atomic != 0 {
            return None;
        }
        let site = self.pending_call(t)?;
        let Ok(Target::Operation(Operation::Thread(ThreadOp::Join))) = self.call_target(t, site)
        else {
            return None;
        };
        let arguments = self.arguments(t, &site.args);
        let [target, result] = arguments[..] else { return None };
        let is_plain = target.is_defined() && result.is_defined() && result.bits == 0;
        let target = usize::try_from(target.bits as u32 as i32).ok()?;
        (is_plain && target != t).then_some(target)
    }

    /// Runs a thread as if its joins could be made. The loaded state is another then.
    fn foresee_joins(&mut self, t: usize) -> Option<Joins> {
        let mut targets = Vec::new();
        while let Some(target) = self.next_join(t)
            && !targets.contains(&target)
        {
            targets.push(target);
            self.finish_call(t, &[Word::new(0)]);
            let limit = Granularity::Global.step_limit();
            let mut control = Control { executed: 1, ..Control::new(limit, 0) };
            if self.run(ThreadId(t as u32), &mut control) != Stop::Visible {
                return None;
            }
        }
        self.codec.save_thread(&self.image, &mut self.state, t);
        let joins_later = self.reachable_ops(t).meet(OpSet::JOIN);
        Some(Joins { thread: t, targets, end: self.state.threads[t].book.segment, joins_later })
    }
}
