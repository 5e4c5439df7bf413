//! Thread symmetry: states that differ only in which of several threads is where are one.
//!
//! Threads are not renamed: the search stores and expands states as they are, so
//! schedules name the threads that there are, and replay knows nothing of this. But states
//! are *matched* by another row ([`Machine::save_symmetric`]), in which
//!
//! - the components of threads that may change places, the *anonymous* ones, are replaced by
//!   what they hold with all references to themselves made neutral ([`content`]), in the
//!   order of their ids, so that only how many there are of each counts;
//! - owners of locks that are anonymous are nobody ([`locks`]): the content of a thread tells
//!   which locks it owns;
//! - a thread that is about to join a number of others, one after the other with nothing
//!   visible in between, stands where it will be then ([`joins`]), and those it waits for
//!   are marked; of those that have ended it does not matter whether they were joined;
//! - the first word tells which threads are anonymous, whose joins were taken for made, how
//!   many of those can be made now, and all that the first word of a state tells.
//!
//! # Who is anonymous
//! A thread is, unless one of these could tell it from one with the same content:
//!
//! - Its number. Programs in which a thread asks for its own number, or cancels another,
//!   have no anonymous threads at all ([`Machine::tells_threads_apart`]). Beyond that,
//!   numbers are looked at by joining and detaching. Numbers in the program's memory are
//!   as good as any other numbers as long as no thread may come to such an operation
//!   ([`crate::image::reachable`]). If one thread may, those it is about to join are anonymous, and
//!   after that, if it then may no more, all others. Threads that were joined answer all
//!   such operations in the same way wherever they stand. (So do those that are detached, but
//!   in another way.) A thread that may come to such an operation is itself never
//!   anonymous, and neither is `main`.
//! - Its objects. Nobody else knows the address of any of them: none is shared or has a
//!   number that was noticed, and no garbage of the heap points to one.
//! - The locks that it owns are static variables. The atomic section is not its own.
//!
//! # Why nothing is lost
//! Let two states be related if there is a permutation of anonymous threads that makes one
//! of the other, up to joins that the joining thread could make. States with the same row
//! are related. Related states can do the same:
//!
//! - A step of a thread can be made by the thread that has its place in the other state, in
//!   the same ways, with the same faults, and leads to related states. (Ways may be
//!   listed in another order: whom a signal wakes.)
//! - A join that was taken for made changes nothing that anyone could notice but the number
//!   of joins that can be made now, which becomes less. It leads to a related state with
//!   another row.
//! - When the joining thread is at its next visible step, all it waits for have ended. So
//!   they have in a related state, where it can make the joins that are missing, each of
//!   which leads to a state with another row, so that none is lost; then it makes that step.
//!
//! Hence for every run from a state there is one from each related state that differs only in
//! numbers of threads and in joins. By induction on the visible steps up to what
//! goes wrong, and then on the joins that can be made, the search comes to all that can go
//! wrong, if what it expands comes to all that can go wrong from what it expands: reductions
//! need not know of this. A deadlock is one in related states, after the joins. Races are
//! about what threads are about to do, and circles of locks about who owns what, which is
//! the same up to numbers. Invariants read memory, in which only the owners of locks may
//! differ: reading those is using a lock as data, see below.
//!
//! Numbers of ended threads are used again (`state/numbers.rs`), and a thread that is created may
//! get a used one in one state and another one in a related state, as memory there has it: a
//! number is a name like any other.
//!
//! What is not preserved: what a formula says of threads by number, and what a run costs.
//! Joins are steps, too, and a preemption depends on who ran last; so a search that
//! counts either has the threads apart ([`Matchable::tell_threads_apart`]). How many
//! states there are depends on which of several related ones is met first, since supersteps
//! and joins are not the same in all of them; with several workers it may vary.
//!
//! # Assumed
//! A program looks at a lock's own bytes with the lock's own operations: should that turn
//! out false, the search begins again without this ([`crate::reduction::lock_assumptions`]). Nor does
//! anything depend on what the address of a thread's variable is as a number, or on the owner of a
//! lock that was copied while it was locked: if that turns out false, the search begins again with
//! the threads told apart ([`assumption`]).
//!
//! # Cost
//! Under [`Symmetry::Auto`], states are matched in this way only where it may pay ([`starts`]).
//!
//! [`Matchable::tell_threads_apart`]: heddle_model::Matchable::tell_threads_apart

pub(crate) mod assumption;
mod content;
mod joins;
mod locks;
pub(crate) mod starts;

use heddle_program::operation::OpSet;

use crate::codec::interner::ComponentId;
use crate::codec::save::{Put, RowLayout, STATICS};
use crate::reduction::heap_symmetry::POINTER;
use crate::state::memory::Owner;
use crate::state::memory::access::little_endian;
use crate::state::thread::Status;
use crate::{Machine, Symmetry};
use content::Contents;
use joins::{JoinTable, Joins};
use locks::MaskTable;

/// Most threads among which some are anonymous: spaces of objects above theirs stand for
/// their own.
const MOST_SYMMETRIC_THREADS: usize = 1000;

/// Tables and buffers of thread symmetry.
#[derive(Default)]
pub(crate) struct ThreadSymmetry {
    /// States are told apart for now.
    pub(crate) is_off: bool,
    contents: Contents,
    joins: JoinTable,
    masks: MaskTable,
    /// Threads that the common heap points to, and the heap that was looked at.
    pointed: (Option<ComponentId>, Vec<usize>),
    /// The threads of the loaded state that may still join or detach others.
    joining: Vec<usize>,
    /// Its anonymous threads, and what they hold.
    anonymous: Vec<usize>,
    held: Vec<u32>,
    /// Positions in static memory at which their numbers stand as owners.
    owned: Vec<usize>,
    bytes: Vec<u8>,
}

impl Machine<'_> {
    /// Writes the words by which the loaded state is compared, if threads of it may change
    /// places.
    pub(crate) fn save_symmetric(&mut self, words: &mut Vec<u32>) -> bool {
        let is_small = (3..=MOST_SYMMETRIC_THREADS).contains(&self.state.threads.len());
        let Some(mut symmetry) = self.reductions.thread_symmetry.take() else { return false };
        let may_pay = is_small && !symmetry.is_off && {
            self.image.options.symmetry != Symmetry::Auto || self.has_threads_started_alike()
        };
        let is_changed = may_pay && self.match_symmetric(&mut symmetry, words);
        self.reductions.thread_symmetry = Some(symmetry);
        is_changed
    }

    fn match_symmetric(&mut self, symmetry: &mut ThreadSymmetry, words: &mut Vec<u32>) -> bool {
        self.save_state(words);
        symmetry.joining.clear();
        let threads = 0..self.state.threads.len();
        symmetry.joining.extend(threads.filter(|&t| self.may_join(t)));
        let (joins, joins_later) = match symmetry.joining[..] {
            [] => (None, false),
            [t] => {
                let joins = self.joins_of(t, &mut symmetry.joins, words);
                let later = joins.as_ref().is_none_or(|joins| joins.joins_later);
                (joins, later)
            }
            _ => (None, true),
        };
        self.find_anonymous(symmetry, joins.as_ref(), joins_later);
        if symmetry.anonymous.is_empty() && joins.is_none() {
            return false;
        }
        if symmetry.anonymous.len() > 1 {
            self.state.memory.symmetry.note_match();
        }
        let layout = RowLayout::new(self.state.threads.len());
        symmetry.held.sort_unstable();
        for (&t, &content) in symmetry.anonymous.iter().zip(&symmetry.held) {
            words[layout.thread(t)] = content;
        }
        if !symmetry.owned.is_empty() {
            symmetry.owned.sort_unstable();
            words[STATICS] = self.disowned_statics(&symmetry.owned, &mut symmetry.masks).0;
        }
        let first = &mut symmetry.bytes;
        first.clear();
        first.put32(words[0]);
        first.put32(symmetry.anonymous.len() as u32);
        symmetry.anonymous.iter().for_each(|&t| first.put32(t as u32));
        if let Some(joins) = joins {
            words[layout.thread(joins.thread)] = joins.end.0;
            first.put32(joins.thread as u32);
            first.put32(self.enabled_joins(&joins));
            let named = joins.targets.iter().filter(|&&t| !symmetry.anonymous.contains(&t));
            named.for_each(|&t| first.put32(t as u32));
        }
        words[0] = self.codec.interner.intern(first).0;
        true
    }

    /// True if a thread may still join or detach another.
    fn may_join(&mut self, t: usize) -> bool {
        self.state.threads.book(t).status != Status::Exited
            && self.cached_reachable_ops(t).meet(OpSet::JOIN)
    }

    /// Finds the anonymous threads, what they hold, and the locks they own.
    fn find_anonymous(
        &mut self,
        symmetry: &mut ThreadSymmetry,
        joins: Option<&Joins>,
        joins_later: bool,
    ) {
        symmetry.anonymous.clear();
        symmetry.held.clear();
        symmetry.owned.clear();
        self.find_pointed(symmetry);
        for t in 1..self.state.threads.len() {
            let thread = self.state.threads.book(t);
            let awaited = joins.is_some_and(|joins| joins.targets.contains(&t));
            let numbered = joins_later && !awaited && !thread.joined;
            let owner = self.state.process.atomic_owner().is_some_and(|owner| owner.index() == t);
            let is_known = symmetry.joining.contains(&t) || symmetry.pointed.1.contains(&t);
            if numbered || owner || is_known {
                continue;
            }
            let owned = symmetry.owned.len();
            if !self.find_owned(t, &mut symmetry.owned) {
                symmetry.owned.truncate(owned);
                continue;
            }
            match self.content(t, awaited, symmetry) {
                Some(content) => {
                    symmetry.anonymous.push(t);
                    symmetry.held.push(content.0);
                }
                None => symmetry.owned.truncate(owned),
            }
        }
    }

    /// Finds the threads to whose objects the common heap points: nothing that can be
    /// reached does unless the object is shared, but garbage may.
    fn find_pointed(&self, symmetry: &mut ThreadSymmetry) {
        if symmetry.pointed.0 == Some(self.codec.heap) {
            return;
        }
        let pointed = &mut symmetry.pointed.1;
        pointed.clear();
        for index in self.state.memory.objects_of(Owner::HEAP) {
            let block = self.state.memory.block_of(index);
            for at in block.pointer_words(POINTER) {
                let address = little_endian(&block.data[at..at + POINTER]);
                let (owner, ..) = self.state.memory.addressing.split(address);
                if let Some(space) = owner.0.checked_sub(2) {
                    pointed.push(space as usize / 2);
                }
            }
        }
        pointed.sort_unstable();
        pointed.dedup();
        symmetry.pointed.0 = Some(self.codec.heap);
    }
}
