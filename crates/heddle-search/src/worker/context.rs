//! The context of an expansion: the state in hand, and what is done with its successors.

use std::ops::ControlFlow;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

use heddle_model::{
    Actor, Choice, Guided, Matchable, Property, StepOutcome, Temporal, ThreadId, Unknown, Violation,
};

use super::{Shared, WorkerResult};
use crate::findings::Found;
use crate::frontier::{Carried, Held, Open, Origin, RunTail};
use crate::measure::{RunCost, preemptible};
use crate::report::{Statistics, StopReason};
use crate::runs::{Draft, Edge};
use crate::store::{Insertion, Row, StateStore};
use crate::superstep::Visitor;
use crate::{Order, StateId};

/// Transitions after which a worker adds to the shared counters.
pub(super) const TELL_EVERY: u64 = 256;

/// The part of a worker that visits successors: the state that is expanded, and the worker's
/// results so far.
pub(super) struct ExpansionContext<'a, V: StateStore> {
    shared: &'a Shared<'a, V>,
    index: usize,
    pub(super) buffers: V::Buffers,
    stats: Statistics,
    /// States and transitions that are included in the shared counters.
    told: (u64, u64),
    /// States of which choices were left out, and their costs then.
    cut: Vec<(Option<StateId>, u32)>,
    /// States that are in the store, although the limit did not allow for them.
    beyond: Vec<Open>,
    /// The figures before the expansion, and whether a limit has cut it short.
    before: Statistics,
    is_cut_short: bool,
    pub(super) open: Open,
    /// The last thread, if it can go on: a step of another preempts it.
    preemptible: Option<ThreadId>,
    /// The state that is expanded has one choice.
    is_only_choice: bool,
    pub(super) is_cut: bool,
    /// The words of the state that is expanded.
    pub(super) expanded: Vec<u32>,
    /// Nothing new was found from it, and nothing that threads share has changed.
    pub(super) may_spin: bool,
    /// The transitions so far, if they are recorded.
    pub(super) draft: Draft,
    words: Vec<u32>,
    matched: Vec<u32>,
}

impl<'a, V: StateStore> ExpansionContext<'a, V> {
    /// A context in which nothing was expanded yet.
    pub(super) fn new(shared: &'a Shared<'a, V>, index: usize) -> ExpansionContext<'a, V> {
        ExpansionContext {
            shared,
            index,
            buffers: V::Buffers::default(),
            stats: Statistics::default(),
            told: (0, 0),
            cut: Vec::new(),
            beyond: Vec::new(),
            before: Statistics::default(),
            is_cut_short: false,
            open: nowhere(),
            preemptible: None,
            is_only_choice: false,
            is_cut: false,
            expanded: Vec::new(),
            may_spin: false,
            draft: Draft::default(),
            words: Vec::new(),
            matched: Vec::new(),
        }
    }

    /// Takes over the figures of another search.
    pub(super) fn go_on_from(
        &mut self,
        stats: Statistics,
        cut: Vec<(Option<StateId>, u32)>,
        beyond: Vec<Open>,
    ) {
        self.told = (stats.states, stats.transitions);
        self.stats = stats;
        self.cut = cut;
        self.beyond = beyond;
    }

    /// Begins the expansion of a state with these words, choices and violations.
    pub(super) fn begin(
        &mut self,
        open: Open,
        words: &[u32],
        choices: &[Choice],
        violations: &[Violation],
    ) {
        self.before = self.stats;
        self.stats.max_depth = self.stats.max_depth.max(u64::from(open.depth));
        if open.is_new {
            let is_deadlock = violations.iter().any(|found| found.property() == Property::Deadlock);
            self.stats.final_states += u64::from(choices.is_empty());
            self.stats.deadlocks += u64::from(is_deadlock);
        }
        self.preemptible = preemptible(open.last, choices);
        self.is_only_choice = choices.len() == 1;
        self.is_cut = false;
        self.expanded.clear();
        self.expanded.extend_from_slice(words);
        self.may_spin = !choices.is_empty();
        self.open = open;
    }

    /// Adds to the shared counters, once there is enough to add.
    pub(super) fn tell(&mut self, enough: u64) {
        let (states, transitions) = self.told;
        if self.stats.transitions - transitions >= enough {
            self.shared
                .transitions
                .fetch_add(self.stats.transitions - transitions, Ordering::Relaxed);
            self.told.1 = self.stats.transitions;
        }
        let found = self.stats.states - states;
        if found >= enough.min(TELL_EVERY) {
            self.told.0 = self.stats.states;
            self.shared.admit_states(found);
        }
    }

    /// Counts a new state; false if there are too many.
    fn admit_state(&mut self) -> bool {
        if self.shared.options.limits.states.is_none() {
            self.stats.states += 1;
            return true;
        }
        // A limit is kept to the last state.
        let is_admitted = self.shared.admit_states(1);
        self.stats.states += u64::from(is_admitted);
        self.told.0 = self.stats.states;
        is_admitted
    }

    /// The results of the worker so far.
    pub(super) fn result(&self) -> WorkerResult {
        let Statistics { states, max_depth, .. } = self.stats;
        let lasting = match self.is_cut_short {
            true => Statistics { states, max_depth, ..self.before },
            false => self.stats,
        };
        let (cut, beyond) = (self.cut.clone(), self.beyond.clone());
        WorkerResult { stats: self.stats, lasting, cut, beyond }
    }

    /// A limit has cut the expansion short: the state waits again.
    pub(super) fn put_back(&mut self) {
        self.is_cut_short = true;
        let open = std::mem::replace(&mut self.open, nowhere());
        self.shared.frontier.push(self.index, open);
    }

    /// The expansion is over.
    pub(super) fn finish(&mut self) {
        if self.is_cut {
            let Open { depth, preemptions, .. } = self.open;
            let cost = self.shared.measures.cost(depth, preemptions);
            self.cut.push((self.open.state(), cost));
        }
        if let (Some(recorder), Some(state)) = (&self.shared.recorder, self.open.state()) {
            recorder.write(self.index, state, &self.draft);
        }
    }

    /// The cost of the run that goes on with `actor`.
    fn cost_with(&self, actor: Actor) -> RunCost {
        let Open { last, depth, preemptions, .. } = self.open;
        RunCost { last, depth, preemptions }.with_step(actor, self.preemptible)
    }

    /// Records what is wrong after `choices`.
    pub(super) fn record(&mut self, choices: &[Choice], violations: &mut Vec<Violation>) {
        violations.retain(|violation| (self.shared.interest)(violation));
        if violations.is_empty() {
            return;
        }
        let mut findings = self.shared.findings();
        for what in violations.drain(..) {
            findings.violation(self.found(what, choices));
        }
        if !self.shared.options.stop_at_first {
            return;
        }
        match self.shared.options.order.ranks_runs() {
            // What has a lesser rank may have it, too, and is still to come.
            true => {
                let rank = self.rank_after(choices);
                self.shared.least_violation.fetch_min(rank, Ordering::Relaxed);
            }
            false => self.shared.stop(StopReason::FirstViolation),
        }
    }

    fn found<T>(&self, what: T, choices: &[Choice]) -> Found<T> {
        let rank = self.rank_after(choices);
        Found { what, origin: self.open.origin(), tail: choices.to_vec(), rank }
    }

    /// The rank of the run to the state in hand, or to one of its successors.
    fn rank_after(&self, choices: &[Choice]) -> u64 {
        let order = self.shared.options.order;
        match choices.first() {
            None => order.rank(self.open.depth, self.open.preemptions),
            Some(choice) => {
                let RunCost { last: _, depth, preemptions } = self.cost_with(choice.actor());
                order.rank(depth, preemptions)
            }
        }
    }

    /// Stores the loaded state, to which these choices have led from the state that
    /// is expanded, and puts it on the frontier if it is to be expanded. Returns its
    /// number, if it has one.
    pub(super) fn arrive<S: Matchable + Guided + Temporal>(
        &mut self,
        system: &mut S,
        parent: Option<&Open>,
        choices: &[Choice],
        cost: RunCost,
    ) -> Option<StateId> {
        let Shared { store, costs, frontier, .. } = self.shared;
        let before = parent.and_then(Open::state);
        let (insertion, is_beyond) = self.insert(system, before, &cost);
        let Insertion { is_new, state } = insertion;
        let improves = state.is_some_and(|state| costs.improves(state, &cost));
        self.may_spin = self.may_spin && !is_new && !improves && {
            let words = self.words.len() - self.shared.measures.words();
            system.may_spin(&self.expanded, &self.words[..words])
        };
        if !is_new && !improves {
            return state;
        }
        if let (Some(state), false) = (state, is_new) {
            store.set_parent(state, before);
        }
        let origin = match state {
            Some(state) => Origin::Stored(state),
            None => continued(parent, choices, frontier.runs()),
        };
        let in_a_row = match parent {
            Some(parent) if self.is_only_choice => parent.in_a_row.saturating_add(1),
            _ => 0,
        };
        let open = self.opened(system, origin, cost, in_a_row);
        self.leave(Open { is_new, ..open }, is_beyond);
        state
    }

    /// Stores the loaded state after another. Returns true with it if it is one too many.
    fn insert<S: Matchable>(
        &mut self,
        system: &mut S,
        before: Option<StateId>,
        cost: &RunCost,
    ) -> (Insertion, bool) {
        let is_matched_by_less = self.save(system, cost);
        let matched = is_matched_by_less.then_some(&self.matched[..]);
        let row = Row { full: &self.words, matched };
        let insertion = self.shared.store.insert(row, before, &mut self.buffers);
        let is_beyond = insertion.is_new && !self.admit_state();
        (insertion, is_beyond)
    }

    /// Saves the loaded state; returns true if it is matched by less than all of its words.
    fn save<S: Matchable>(&mut self, system: &mut S, cost: &RunCost) -> bool {
        let Shared { measures, .. } = self.shared;
        system.save(&mut self.words);
        let is_matched_by_less = system.save_matched(&mut self.matched);
        measures.add_words(&mut self.words, cost);
        if is_matched_by_less {
            measures.add_words(&mut self.matched, cost);
        }
        is_matched_by_less
    }

    /// The loaded state, which was just saved, as one that waits.
    fn opened<S: Guided>(
        &self,
        system: &mut S,
        origin: Origin,
        cost: RunCost,
        in_a_row: u32,
    ) -> Open {
        let Shared { store, options, .. } = self.shared;
        let held = match origin {
            Origin::Stored(state) if store.keeps_words() => Held::Stored(state),
            origin => {
                Held::Carried(Box::new(Carried { words: self.words.as_slice().into(), origin }))
            }
        };
        let metric = if options.order == Order::BestFirst { system.metric() } else { 0 };
        let RunCost { last, depth, preemptions } = cost;
        Open { held, depth, preemptions, last, metric, in_a_row, is_new: true }
    }

    /// Lets a state wait to be expanded: if there was one too many, until the search goes on.
    fn leave(&mut self, open: Open, is_beyond: bool) {
        match is_beyond {
            true => self.beyond.push(open),
            false => self.shared.frontier.push(self.index, open),
        }
    }

    /// Stores the loaded state, to which a stretch of `actor` has led from a state that is
    /// stored, after so many states with one choice in a row. It waits to be expanded if it is to be
    /// left open. Returns its number; none if it was known, or there are too many.
    pub(super) fn keep<S: Matchable + Guided>(
        &mut self,
        system: &mut S,
        actor: Actor,
        before: Option<StateId>,
        in_a_row: u32,
        is_open: bool,
    ) -> Option<StateId> {
        self.stats.transitions += 1;
        let cost = self.cost_with(actor);
        let (insertion, is_beyond) = self.insert(system, before, &cost);
        let state = insertion.state.filter(|_| insertion.is_new)?;
        if is_beyond || is_open {
            let open = self.opened(system, Origin::Stored(state), cost, in_a_row);
            self.leave(open, is_beyond);
        }
        Some(state).filter(|_| !is_beyond)
    }

    /// Lets the loaded state wait to be expanded, to which a stretch of `actor` has led and which
    /// was kept as one that need not.
    pub(super) fn reopen<S: Matchable + Guided>(
        &mut self,
        system: &mut S,
        actor: Actor,
        state: StateId,
    ) {
        let cost = self.cost_with(actor);
        self.save(system, &cost);
        let open = self.opened(system, Origin::Stored(state), cost, 0);
        self.leave(open, false);
    }

    /// True if the loaded state, to which a stretch of `actor` has led, is stored.
    pub(super) fn is_known<S: Matchable>(&mut self, system: &mut S, actor: Actor) -> bool {
        let cost = self.cost_with(actor);
        let is_matched_by_less = self.save(system, &cost);
        let matched = is_matched_by_less.then_some(&self.matched[..]);
        let row = Row { full: &self.words, matched };
        self.shared.store.find(row, &mut self.buffers).is_some()
    }
}

/// The state in hand before anything was expanded.
fn nowhere() -> Open {
    Open {
        held: Held::Stored(StateId(0)),
        depth: 0,
        preemptions: 0,
        last: None,
        metric: 0,
        in_a_row: 0,
        is_new: false,
    }
}

/// The run to a state that the store does not number.
fn continued(parent: Option<&Open>, choices: &[Choice], runs: &Arc<AtomicUsize>) -> Origin {
    match parent {
        None => Origin::Start,
        Some(parent) => Origin::Run(Arc::new(RunTail::new(parent.origin(), choices, runs))),
    }
}

impl<S: Matchable + Guided + Temporal, V: StateStore> Visitor<S> for ExpansionContext<'_, V> {
    fn allows(&mut self, actor: Actor) -> bool {
        let most = self.shared.options.bounds.preemptions.unwrap_or(u32::MAX);
        let is_allowed = self.cost_with(actor).preemptions <= most;
        self.is_cut |= !is_allowed;
        is_allowed
    }

    fn violated(&mut self, choices: &[Choice], violations: &mut Vec<Violation>) {
        self.record(choices, violations);
    }

    fn ended(&mut self, system: &mut S, choices: &[Choice], outcome: StepOutcome) {
        self.stats.transitions += 1;
        self.may_spin = false;
        match outcome {
            StepOutcome::Continues => {}
            StepOutcome::Failed => {
                self.stats.failed_runs += 1;
                if self.shared.recorder.is_some() {
                    self.draft.edges.push(Edge::end(system.valuation()));
                }
            }
            StepOutcome::Abandoned => self.stats.abandoned_runs += 1,
            StepOutcome::Unknown(unknown) => {
                self.stats.unknown_steps += 1;
                if let Some(supervisor) = &self.shared.options.supervisor {
                    supervisor.give_up_proof(&unknown);
                }
                let found: Found<Unknown> = self.found(*unknown, choices);
                self.shared.findings().unknown(found);
            }
        }
    }

    fn arrived(&mut self, system: &mut S, choices: &[Choice], starving: u32) {
        self.stats.transitions += 1;
        let Some(first) = choices.first() else { return };
        let cost = self.cost_with(first.actor());
        let open = std::mem::replace(&mut self.open, nowhere());
        let arrived = self.arrive(system, Some(&open), choices, cost);
        self.open = open;
        if let Some(target) = arrived.filter(|_| self.shared.recorder.is_some()) {
            self.draft.edges.push(Edge { target, starving });
        }
    }

    fn goes_on(&self) -> ControlFlow<()> {
        match self.shared.is_stopped() {
            true => ControlFlow::Break(()),
            false => ControlFlow::Continue(()),
        }
    }
}
