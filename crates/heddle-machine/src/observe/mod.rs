//! Functions of the program that heddle evaluates in a state: invariants, abstractions,
//! hash functions; and expressions over its variables ([`expression`]), which nobody runs.
//!
//! An observer runs on a thread of its own that exists only meanwhile ([`evaluate`]). It
//! may read everything; it may write only what it allocates on its own stack and, if it is
//! an abstraction, the buffer `heddle_abs`. Whatever else changes a state (writes,
//! allocation, synchronization, threads, choices, output) is refused, and leaves the
//! verdict unknown, with the function and the place named. So the loaded state is the same
//! before and after: nothing is dirty, no object number is used up, and saving it gives
//! the same words.
//!
//! What an observer says depends on nothing but the bytes that it reads. They are kept
//! with the answer ([`memo`]); as long as they are the same, the answer is not computed
//! again. The same ranges tell a reduction which writes the observer could notice
//! ([`Machine::is_observed`]).
//!
//! A state in the middle of an atomic section is nobody's to look at: the section is one
//! step, and finer granularities must not tell more than coarse ones.
//!
//! Which observers there are is part of the state ([`registry`]): the program registers
//! them while it runs, and those named from outside are registered from the start.
//!
//! # What abstraction means
//! Memory that is not matched is in every state that is saved and loaded, as it is. Only
//! [`save_matched`](heddle_model::Matchable::save_matched), by which a search
//! decides whether a state is new, leaves it out ([`matched`]), and has what the hash
//! functions say in place of what they hash. The buffer `heddle_abs` is a variable like
//! any other, which the abstraction writes at the end of a step.

mod buffer;
mod evaluate;
mod expression;
mod matched;
mod memo;
mod propositions;
mod registry;

use std::io::{self, Read, Write};
use std::ops::Range;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

use heddle_model::{Finding, Property, Unknown, Violation};
use heddle_program::GlobalId;
use heddle_table::stream::{get64, put64};

use crate::Machine;
use crate::codec::interner::ComponentId;
use crate::state::memory::Address;
use crate::state::thread::Thread;
pub use expression::{EvaluationError, EvaluationFailure};
use memo::{EvaluationOutcome, Memo};
use propositions::Held;
pub use propositions::{ChangesAt, MOST_OBSERVED_THREADS, MOST_PROPOSITIONS, Proposition, is_file};
use registry::Registry;

/// The name of the buffer into which an abstraction writes.
const BUFFER: &str = "heddle_abs";

/// Bytes that the program hides from the comparison of states, as far as it was seen.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Abstraction {
    /// Bytes that are not compared at all.
    pub unmatched: u64,
    /// Bytes of which a hash function's result is compared.
    pub hashed: u64,
}

/// The observers of a machine.
pub(crate) struct Observers {
    /// Observers of the loaded state.
    registry: Registry,
    /// Component of the registry.
    pub(crate) id: ComponentId,
    /// The bytes that propositions depend on.
    watched: Vec<Range<Address>>,
    /// Answers, by observer, whether or not it is registered in the loaded state.
    memos: Vec<Memo>,
    /// The buffer of the abstraction, if the program has one.
    buffer: Option<GlobalId>,
    /// The thread on which observers run.
    thread: Thread,
    /// The valuation and the waiting threads before the step under way.
    before_step: Held,
    /// Reason why the step under way cannot be made.
    refusal: Option<Box<Unknown>>,
    /// The most that any state hid; one for all machines that share their components.
    hidden: Arc<Hidden>,
}

/// Bytes that were hidden: see [`Abstraction`].
#[derive(Default)]
struct Hidden {
    unmatched: AtomicU64,
    hashed: AtomicU64,
}

impl Observers {
    /// No observers yet.
    pub(crate) fn new(program: &heddle_program::Program) -> Observers {
        let buffer = program.globals.iter().find(|(_, global)| global.name == BUFFER);
        Observers {
            registry: Registry::default(),
            id: ComponentId::DIRTY,
            watched: Vec::new(),
            memos: Vec::new(),
            buffer: buffer.map(|(id, _)| id),
            thread: Thread::new(),
            before_step: Held::default(),
            refusal: None,
            hidden: Arc::default(),
        }
    }

    /// True if something holds in the loaded state alone.
    pub(crate) fn has_pulses(&self) -> bool {
        self.registry.named.pulses != 0
    }

    /// True if there is nothing to evaluate.
    #[inline]
    pub(crate) fn is_idle(&self) -> bool {
        self.registry.is_idle()
    }

    /// Takes note of what is hidden together with another machine.
    pub(crate) fn share_with(&mut self, other: &Observers) {
        self.hidden = Arc::clone(&other.hidden);
    }

    /// Writes what was hidden so far, of which the verdict speaks.
    pub(crate) fn write_hidden(&self, out: &mut dyn Write) -> io::Result<()> {
        put64(out, self.hidden.unmatched.load(Ordering::Relaxed))?;
        put64(out, self.hidden.hashed.load(Ordering::Relaxed))
    }

    /// Reads what was hidden before.
    pub(crate) fn read_hidden(&self, input: &mut dyn Read) -> io::Result<()> {
        self.hidden.unmatched.fetch_max(get64(input)?, Ordering::Relaxed);
        self.hidden.hashed.fetch_max(get64(input)?, Ordering::Relaxed);
        Ok(())
    }

    /// Notes what the loaded state hides.
    fn note_abstraction(&self) {
        if let Some(Abstraction { unmatched, hashed }) = self.registry.abstraction() {
            self.hidden.unmatched.fetch_max(unmatched, Ordering::Relaxed);
            self.hidden.hashed.fetch_max(hashed, Ordering::Relaxed);
        }
    }
}

impl Machine<'_> {
    /// True if an invariant that is checked in the loaded state reads any of these bytes,
    /// so that a write to them is visible to it.
    ///
    /// That is what the invariants read in the state in which the last step began, or that
    /// was checked last: until one of these bytes is written, it stays the same.
    #[inline]
    pub fn is_observed(&self, range: Range<Address>) -> bool {
        let invariants = &self.observers.registry.invariants;
        !invariants.is_empty()
            && self.checks_invariants()
            && invariants.iter().any(|observer| self.observers.memos[observer.memo].reads(&range))
    }

    /// The ranges of memory that invariants read, as of the last time they were evaluated.
    pub fn observed(&self) -> impl Iterator<Item = Range<Address>> + '_ {
        let memos = &self.observers.memos;
        let invariants = self.observers.registry.invariants.iter();
        invariants.flat_map(|observer| memos[observer.memo].ranges())
    }

    /// True if any state so far was matched by less than all of it.
    pub fn uses_abstraction(&self) -> bool {
        self.abstraction().is_some()
    }

    /// Bytes that the program has hidden from the comparison of states so far, in this machine
    /// and those that share its components.
    pub fn abstraction(&self) -> Option<Abstraction> {
        let Hidden { unmatched, hashed } = &*self.observers.hidden;
        let unmatched = unmatched.load(Ordering::Relaxed);
        let hashed = hashed.load(Ordering::Relaxed);
        (unmatched != 0 || hashed != 0).then_some(Abstraction { unmatched, hashed })
    }

    /// Adds the invariants that do not hold in the loaded state to `violations`, and
    /// whatever else goes wrong when the program's observers are evaluated.
    pub fn check_invariants(&mut self, violations: &mut Vec<Violation>) {
        if !self.is_looked_at() {
            return;
        }
        self.evaluate_all();
        for memo in self.observers.registry.memos() {
            match self.observers.memos[memo].outcome() {
                Some(EvaluationOutcome::Value(0)) if self.observers.memos[memo].is_invariant() => {
                    violations.push(self.broken_invariant(memo));
                }
                Some(EvaluationOutcome::Violation(violation)) => {
                    violations.push((**violation).clone())
                }
                _ => {}
            }
        }
    }

    /// Before a step: what the invariants read here is what the step must not hide.
    #[inline]
    pub(crate) fn look_before_step(&mut self) {
        if self.is_looked_at() {
            self.evaluate_invariants();
            let invariants = self.observers.registry.invariant_memos();
            self.observers.refusal = self.find_refusal(invariants);
        }
    }

    /// After a step: the abstract state is computed, and it shows whether an observer is
    /// refused.
    #[inline]
    pub(crate) fn look_after_step(&mut self) -> Option<Box<Unknown>> {
        if !self.is_looked_at() {
            return None;
        }
        self.evaluate_all();
        self.find_refusal(self.observers.registry.memos())
    }

    /// Before a footprint is told: evaluates what observers read in the loaded state. True if
    /// there are observers of it.
    #[inline]
    pub(crate) fn look_at_footprint(&mut self) -> bool {
        let looked_at = self.is_looked_at();
        if looked_at {
            self.evaluate_all();
        }
        looked_at
    }

    /// The abstraction's buffer, if a write to these bytes makes it be computed anew.
    pub(crate) fn buffer_written_after(&self, range: &Range<Address>) -> Option<Range<Address>> {
        let memo = self.observers.registry.abstraction_memo()?;
        let (_, object) = self.buffer_object()?;
        let buffer = object.base..object.base + u64::from(object.size);
        self.observers.memos[memo].reads(range).then_some(buffer)
    }

    /// The step under way cannot be made, if there is a reason.
    pub(crate) fn refuse(&mut self, reason: Option<Box<Unknown>>) {
        if reason.is_some() {
            self.observers.refusal = reason;
        }
    }

    /// Takes the reason why a step from the loaded state cannot be made.
    pub(crate) fn take_refusal(&mut self) -> Option<Box<Unknown>> {
        self.observers.refusal.take()
    }

    /// True if anyone observes the loaded state: nobody does in the middle of an atomic
    /// section, unless its thread is blocked there.
    #[inline]
    fn is_looked_at(&self) -> bool {
        !self.observers.registry.is_idle()
            && self
                .state
                .process
                .atomic_owner()
                .is_none_or(|owner| self.alternatives(owner.index()) == 0)
    }

    fn checks_invariants(&self) -> bool {
        self.image.options.properties.contains(Property::Invariant)
    }

    /// Evaluates all observers in the loaded state. The abstract state comes
    /// first, since others may read it.
    fn evaluate_all(&mut self) {
        if let Some(memo) = self.observers.registry.abstraction_memo() {
            self.update_buffer(memo);
        }
        for i in 0..self.observers.registry.hashes.len() {
            self.evaluate_observer(self.observers.registry.hashes[i].memo);
        }
        self.evaluate_invariants();
    }

    fn evaluate_invariants(&mut self) {
        if !self.checks_invariants() {
            return;
        }
        for i in 0..self.observers.registry.invariants.len() {
            self.evaluate_observer(self.observers.registry.invariants[i].memo);
        }
    }

    fn find_refusal(&self, mut memos: impl Iterator<Item = usize>) -> Option<Box<Unknown>> {
        memos.find_map(|memo| match self.observers.memos[memo].outcome() {
            Some(EvaluationOutcome::Unknown(unknown)) => Some(unknown.clone()),
            _ => None,
        })
    }

    fn broken_invariant(&self, memo: usize) -> Violation {
        let function = &self.image.program.functions[self.observers.memos[memo].function()];
        let finding = Finding::BrokenInvariant { name: function.source_name.clone() };
        let place = function.location.map(|id| self.place(id));
        Violation { place, ..Violation::of_run(finding) }
    }
}
