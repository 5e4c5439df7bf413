//! The machine as a transition system, and steps instruction by instruction.

use std::io::{self, Read, Write};
use std::sync::Arc;

use heddle_model::{
    Actor, ActorKind, Choice, Footprint, Guided, InternalId, Matchable, Persistent, Property,
    Reducible, SpinDeadlock, StepOutcome, Temporal, ThreadId, TransitionSystem, Unknown,
    UnknownKind, Violation,
};

use crate::exec::{Control, Stop};
use crate::fault::{Fault, Judgement};
use crate::observe::{ChangesAt, Proposition};
use crate::races::SectionAccess;
use crate::reduction::stretch::Tidying;
use crate::spin;
use crate::state::thread::{Status, owner_of};
use crate::{ALWAYS_HELD, Granularity, Machine, Symmetry};

/// A step under way, made instruction by instruction.
#[derive(Clone, Copy, Debug)]
pub struct StepCursor {
    thread: ThreadId,
    pub(crate) control: Control,
    /// The state before it was one of a thread alone ([`crate::reduction::stretch`]).
    was_untidy: bool,
}

impl StepCursor {
    /// Instructions that the step has made so far.
    pub fn instructions(&self) -> u64 {
        self.control.instructions()
    }
}

/// Outcome of one instruction of a step.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Advance {
    /// It was made; the step goes on.
    Instruction,
    /// The step is over.
    Done(StepOutcome),
}

impl Machine<'_> {
    /// Begins a step of a thread. The alternative must be enabled.
    pub fn begin_step(&mut self, thread: ThreadId, alternative: u32) -> StepCursor {
        self.materialize_all();
        let unknown = self.begin_valuation(thread);
        let cursor = self.start_step(thread, alternative);
        self.refuse(unknown);
        cursor
    }

    /// Begins a step of a thread that is materialized.
    pub(crate) fn start_step(&mut self, thread: ThreadId, alternative: u32) -> StepCursor {
        let control = Control::new(0, alternative);
        self.recorder.section.clear();
        self.name_heap_now();
        let was_untidy = self.may_be_untidy();
        if !was_untidy {
            self.note_roots();
        }
        self.reductions.renaming.has_renamed = false;
        self.state.memory.begin_step(owner_of(thread.index()));
        self.look_before_step();
        StepCursor { thread, control, was_untidy }
    }

    /// Makes the next instruction of a step. After the last, the loaded state is
    /// the one that [`step`](TransitionSystem::step) would have led to.
    pub fn advance(&mut self, cursor: &mut StepCursor, violations: &mut Vec<Violation>) -> Advance {
        let before = cursor.control.executed;
        let limit = self.image.options.granularity.step_limit();
        cursor.control.limit = before + 1;
        let stop = self.run_part(cursor);
        if stop == Stop::Limit && cursor.control.executed < limit {
            return Advance::Instruction;
        }
        Advance::Done(self.finish_step(cursor, stop, violations))
    }

    /// Makes the rest of a step at once, with the same outcome as all of its instructions.
    pub fn complete_step(
        &mut self,
        cursor: &mut StepCursor,
        violations: &mut Vec<Violation>,
    ) -> StepOutcome {
        cursor.control.limit = self.image.options.granularity.step_limit();
        let stop = self.run_part(cursor);
        self.finish_step(cursor, stop, violations)
    }

    /// The most instructions that a step makes.
    pub fn longest_step(&self) -> u64 {
        u64::from(self.image.options.granularity.step_limit())
    }

    /// Runs a step up to its limit.
    pub(crate) fn run_part(&mut self, cursor: &mut StepCursor) -> Stop {
        let t = cursor.thread.index();
        if let Status::Waiting(wait) = self.state.threads[t].book.status {
            if let Err(fault) = self.continue_wait(t, wait, cursor.control.alternative) {
                return Stop::Fault(fault);
            }
            cursor.control.executed += 1;
            if self.state.threads[t].book.status != Status::Ready {
                return Stop::Inactive;
            }
            if cursor.control.executed >= cursor.control.limit {
                return Stop::Limit;
            }
        }
        self.run(cursor.thread, &mut cursor.control)
    }

    pub(crate) fn finish_step(
        &mut self,
        cursor: &StepCursor,
        stop: Stop,
        violations: &mut Vec<Violation>,
    ) -> StepOutcome {
        let thread = cursor.thread;
        if let Some(refusal) = self.take_refusal() {
            return StepOutcome::Unknown(refusal);
        }
        if !self.recorder.section.is_empty() {
            self.materialize_all();
        }
        for SectionAccess { access, .. } in &self.recorder.section {
            self.record_data_use(access.address, access.bytes);
        }
        if self.checks_races() && !self.recorder.section.is_empty() {
            let from = violations.len();
            self.find_section_races(thread, violations);
            self.note_races(from, violations);
        }
        if let Stop::Fault(fault) = stop {
            self.materialize_all();
            let abandoned = fault == Fault::Abandon;
            if abandoned {
                self.recorder.unmet.note(self.user_location(thread));
            }
            let limit = matches!(fault, Fault::Limit(_));
            let judgement = self.judge(thread, fault);
            // The end of a run would take from others what they may do before it.
            let may_wait = self.others_may_move(thread) || self.shows_end(thread);
            let waits = !limit && !cursor.control.is_fresh() && may_wait;
            if !waits {
                return match judgement {
                    Judgement::Violation(violation) => {
                        violations.push(*violation);
                        self.fail()
                    }
                    Judgement::Unknown(unknown) => StepOutcome::Unknown(unknown),
                    Judgement::Ignored if abandoned => StepOutcome::Abandoned,
                    Judgement::Ignored => self.fail(),
                };
            }
        }
        let atomic = self.state.threads[thread.index()].book.atomic != 0;
        // Whoever else is in a section is blocked, and others may go first when it is not.
        let owner = atomic.then_some(thread);
        self.state.process.set_atomic_owner(owner);
        if self.image.options.granularity != Granularity::Run {
            self.tidy_up(cursor.was_untidy);
        }
        match self.look_after_step().or_else(|| self.end_valuation()) {
            Some(refusal) => StepOutcome::Unknown(refusal),
            None => StepOutcome::Continues,
        }
    }

    /// Removes tombstones and names heap objects, as far as that is due.
    fn tidy_up(&mut self, was_untidy: bool) {
        if self.image.options.symmetry == Symmetry::Unique && self.state.threads.len() > 1 {
            return;
        }
        let tidying = self.tidying(was_untidy);
        let memory = &self.state.memory;
        let collects = match tidying {
            Tidying::Nothing => memory.tombstones_doubled,
            Tidying::Everything | Tidying::Changes => memory.tombstones() != 0,
        };
        if collects {
            self.materialize_all();
            self.state.collect_tombstones(&self.image);
        }
        self.name_heap(tidying);
    }

    /// The run is over, since something went wrong: what holds then, holds for ever.
    fn fail(&mut self) -> StepOutcome {
        self.state.has_failed = true;
        self.valuate().map_or_else(StepOutcome::Unknown, |_| StepOutcome::Failed)
    }

    /// True if propositions tell when the process ends, apart from what a thread did before.
    fn shows_end(&self, thread: ThreadId) -> bool {
        let is_about_end = |proposition: &Proposition| proposition.changes_at() == ChangesAt::Exits;
        self.image.options.granularity != Granularity::Run
            && self.state.threads[thread.index()].book.atomic == 0
            && self.image.options.propositions.iter().any(is_about_end)
    }

    /// True if steps of other threads may come before a thread's next instruction, or could have if
    /// they had come later: a step must not go further only because others have exited, since that
    /// is not in its [lasting footprint](crate::reduction::lasting).
    fn others_may_move(&self, thread: ThreadId) -> bool {
        let is_unique = self.image.options.symmetry == Symmetry::Unique;
        let others = || {
            let others =
                self.state.threads.books().enumerate().filter(|&(t, _)| t != thread.index());
            others.map(|(_, other)| other).any(|other| is_unique || other.status != Status::Exited)
        };
        self.image.options.granularity != Granularity::Run
            && self.state.threads[thread.index()].book.atomic == 0
            && others()
    }

    fn push_choices(&mut self, thread: ThreadId, choices: &mut Vec<Choice>) -> bool {
        let alternatives = self.cached_alternatives(thread.index());
        choices.extend((0..alternatives).map(|alternative| Choice::new(thread, alternative)));
        alternatives != 0
    }

    /// Number of alternatives of a thread's next step, now that others may keep it out.
    pub(crate) fn alternatives_of_thread(&mut self, thread: ThreadId) -> u32 {
        if self.state.process.ended().is_some() {
            return 0;
        }
        // As long as the owner of an atomic section can move, nobody else does.
        let owner = self.state.process.atomic_owner().filter(|&owner| owner != thread);
        let is_kept_out = owner.is_some_and(|owner| self.cached_alternatives(owner.index()) != 0);
        if is_kept_out { 0 } else { self.cached_alternatives(thread.index()) }
    }
}

/// A choice that no state of a machine offers was made.
fn no_internal_action(action: InternalId) -> Box<Unknown> {
    let reason = format!("the machine has no {action}");
    Box::new(Unknown { kind: UnknownKind::Internal, reason, place: None })
}

impl TransitionSystem for Machine<'_> {
    fn reset(&mut self) {
        if self.codec.initial.is_empty() {
            let mut initial = Vec::new();
            self.save_state(&mut initial);
            self.codec.initial = initial;
        }
        let initial = std::mem::take(&mut self.codec.initial);
        self.load_state(&initial);
        self.codec.initial = initial;
        self.recorder.clear();
        // A run that is made again is looked at as if it were the first.
        self.walks.clear();
    }

    fn save(&mut self, words: &mut Vec<u32>) {
        self.save_state(words);
    }

    fn load(&mut self, words: &[u32]) {
        self.load_state(words);
    }

    fn choices(&mut self, choices: &mut Vec<Choice>) {
        choices.clear();
        if self.state.process.ended().is_some() {
            return;
        }
        if let Some(owner) = self.state.process.atomic_owner()
            && self.push_choices(owner, choices)
        {
            return;
        }
        for t in 0..self.state.threads.len() {
            self.push_choices(ThreadId(t as u32), choices);
        }
    }

    fn check_state(&mut self, choices: &[Choice], violations: &mut Vec<Violation>) {
        if self.state.process.ended().is_none()
            && self.image.options.properties.contains(Property::Deadlock)
        {
            // A circle is told as such whether or not others can still move, so that it
            // is one bug wherever the others are.
            let circle = self.find_circular_wait(choices);
            if circle.is_none() && choices.is_empty() {
                self.materialize_all();
                violations.push(self.describe_deadlock());
            }
            violations.extend(circle);
        }
        if self.checks_races() && !self.is_known_to_be_free_of_races(choices) {
            self.materialize_all();
            let from = violations.len();
            self.find_races(choices, violations);
            self.note_races(from, violations);
        }
        self.check_invariants(violations);
    }

    fn step(&mut self, choice: Choice, violations: &mut Vec<Violation>) -> StepOutcome {
        let thread = match choice.actor().kind() {
            ActorKind::Thread(thread) => thread,
            ActorKind::Internal(action) => return StepOutcome::Unknown(no_internal_action(action)),
        };
        if let Some(unknown) = self.begin_valuation(thread) {
            return StepOutcome::Unknown(unknown);
        }
        if self.make_cached_step(thread, choice.alternative) {
            self.reductions.renaming.has_renamed = false;
            return self.end_valuation().map_or(StepOutcome::Continues, StepOutcome::Unknown);
        }
        self.materialize(thread.index());
        let miss = self.begin_caching(thread, choice.alternative);
        let mut cursor = self.start_step(thread, choice.alternative);
        cursor.control.limit = self.image.options.granularity.step_limit();
        let stop = self.run_part(&mut cursor);
        self.recorder.instructions += cursor.control.instructions();
        let is_fine = !matches!(stop, Stop::Fault(_));
        let before = violations.len();
        let outcome = self.finish_step(&cursor, stop, violations);
        if let Some(miss) = miss
            && is_fine
            && outcome == StepOutcome::Continues
            && violations.len() == before
        {
            self.cache_step(miss, cursor.control.executed);
        }
        outcome
    }

    fn memory_used(&self) -> usize {
        self.codec.interner.memory_used()
    }

    fn loaded_bytes(&self) -> usize {
        // Each sibling has the program's memory in a state of its own, and has followed threads; all
        // of them of about this size.
        let own = self.bytes_taken(0).saturating_sub(ALWAYS_HELD) as usize + self.walks.bytes();
        Arc::strong_count(&self.image) * own
    }
}

impl Reducible for Machine<'_> {
    fn thread_count(&self) -> usize {
        self.state.threads.len()
    }

    fn alternatives(&mut self, actor: Actor) -> u32 {
        match actor.kind() {
            ActorKind::Thread(thread) => self.alternatives_of_thread(thread),
            ActorKind::Internal(_) => 0,
        }
    }

    fn footprint(&mut self, actor: Actor, footprint: &mut Footprint) {
        let Some(thread) = actor.thread() else { return footprint.clear() };
        self.cached_footprint(thread, footprint);
        if self.look_at_footprint() {
            self.add_observed(footprint);
        }
        self.add_propositions(thread, footprint);
    }

    fn exact_footprint(&mut self, actor: Actor, footprint: &mut Footprint) {
        self.footprint(actor, footprint);
        if let Some(thread) = actor.thread()
            && self.leaves_memory_alone(thread)
        {
            footprint.touches.iter_mut().for_each(|touch| touch.writes = false);
        }
    }

    fn lasting_footprint(&mut self, actor: Actor, footprint: &mut Footprint) -> bool {
        match actor.thread() {
            Some(thread) => self.find_lasting_footprint(thread, footprint),
            None => {
                footprint.clear();
                false
            }
        }
    }

    fn widen_lasting_footprints(&mut self) -> bool {
        self.reductions.main_stays.give_up()
    }

    fn alternatives_elsewhere(
        &mut self,
        actor: Actor,
        on_the_way: [&[u32]; 2],
        there: &[u32],
    ) -> Option<u32> {
        let ActorKind::Thread(thread) = actor.kind() else { return None };
        self.alternatives_as_in(thread, on_the_way, there)
    }

    fn is_over(&self) -> bool {
        self.state.process.ended().is_some()
    }

    fn looks_for_races(&self) -> bool {
        self.checks_races()
    }

    fn is_left_mover(&mut self, actor: Actor) -> bool {
        let Some(thread) = actor.thread() else { return false };
        self.alternatives_of_thread(thread) != 0
            && self.moves_left(thread)
            && !self.is_step_observed(thread)
            && !self.changes_propositions(thread)
    }

    fn assumptions_hold(&self) -> bool {
        !self.reductions.lock_assumptions.are_violated()
    }

    fn has_renamed(&self) -> bool {
        self.reductions.renaming.has_renamed
    }

    fn run_alone(
        &mut self,
        actor: Actor,
        most: u64,
        violations: &mut Vec<Violation>,
    ) -> (u64, StepOutcome) {
        match actor.thread() {
            Some(thread) => self.run_stretch(thread, most, violations),
            None => (0, StepOutcome::Continues),
        }
    }

    fn has_news(&mut self) -> bool {
        self.has_unknown_component()
    }
}

impl Matchable for Machine<'_> {
    fn save_matched(&mut self, words: &mut Vec<u32>) -> bool {
        self.save_matched_state(words) || self.save_symmetric(words)
    }

    fn tell_threads_apart(&mut self, apart: bool) {
        if let Some(symmetry) = &mut self.reductions.thread_symmetry {
            symmetry.is_off = apart;
        }
    }

    fn symmetry_holds(&self) -> bool {
        self.state.memory.symmetry.holds()
    }
}

impl Temporal for Machine<'_> {
    fn valuation(&mut self) -> u32 {
        // What cannot be valuated ended the step that led there.
        self.valuate().unwrap_or(0)
    }

    fn waiting(&mut self) -> u32 {
        self.waiting_threads()
    }

    fn is_alone(&mut self) -> bool {
        self.is_in_section()
    }

    fn may_spin(&self, before: &[u32], after: &[u32]) -> bool {
        self.image.options.properties.contains(Property::SpinDeadlock)
            && spin::may_spin(before, after)
    }

    fn spin_deadlock(&mut self) -> Option<SpinDeadlock> {
        self.find_spin_deadlock()
    }
}

impl Guided for Machine<'_> {
    fn metric(&mut self) -> i64 {
        self.metric_value()
    }
}

impl Persistent for Machine<'_> {
    fn write_components(&self, out: &mut dyn Write) -> io::Result<()> {
        self.codec.interner.write_to(out)?;
        self.observers.write_hidden(out)?;
        self.recorder.open_branches.write_to(out)?;
        self.recorder.unmet.write_to(out)?;
        self.recorder.unfollowed.write_to(out)?;
        self.recorder.race.write_to(out)?;
        self.reductions.lock_assumptions.write_to(out)?;
        self.state.memory.symmetry.write_to(out)
    }

    fn read_components(&mut self, input: &mut dyn Read) -> io::Result<()> {
        self.codec.interner.read_from(input)?;
        self.observers.read_hidden(input)?;
        self.recorder.open_branches.read_from(input)?;
        self.recorder.unmet.read_from(input)?;
        self.recorder.unfollowed.read_from(input)?;
        self.recorder.race.read_from(input)?;
        self.reductions.lock_assumptions.read_from(input)?;
        self.state.memory.symmetry.read_from(input)
    }
}
