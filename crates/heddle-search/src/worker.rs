//! The expansion loop: one for all systems, stores, orders and workers.
//!
//! # What holds
//! - Every state within the bounds is checked and expanded: each of its choices is
//!   made, in steps or supersteps. Every violation that the system reports is
//!   recorded, whatever the outcome of the step.
//! - What an expansion leads to depends on the state alone, not on who makes it or
//!   when. So the states found are the same in every order and for every number
//!   of workers, unless states are matched by less than all of their words.
//! - Where exploration is cut short, by a limit or by a step that heddle cannot
//!   make, that is known in the end.
//!
//! # Cost
//! A transition costs its steps, one `save` and one insertion. A state is loaded
//! before each of its transitions, at a cost in proportion to what the one before
//! has changed. Nothing is allocated in the loop but what store and frontier keep.

use std::ops::ControlFlow;
use std::sync::atomic::{AtomicBool, AtomicU8, AtomicU64, AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use heddle_model::{Choice, Property, StepOutcome, ThreadId, TransitionSystem, Unknown, Violation};

use crate::budget::{Budget, Position};
use crate::checkpoint;
use crate::findings::{Findings, Found};
use crate::frontier::{Attendance, Carried, Frontier, Held, Next, Open, Origin, Run};
use crate::measure::{self, Costs, Measures};
use crate::report::{Statistics, Stop};
use crate::rest::Rest;
use crate::runs::{Audits, Draft, Edge, Recorder};
use crate::store::{BitField, Row, StateStore};
use crate::superstep::{Expander, Rules, Visitor};
use crate::{OnMemoryLimit, Options, Order, StateId};

/// Transitions after which a worker tells the others how many it has made.
const TELL_EVERY: u64 = 256;

/// Which violations count.
pub(crate) type Interest<'a> = dyn Fn(&Violation) -> bool + Sync + 'a;

/// What all workers of a search share.
pub(crate) struct Shared<'a, V> {
    pub(crate) options: &'a Options,
    pub(crate) store: &'a V,
    pub(crate) measures: Measures,
    pub(crate) costs: Costs,
    pub(crate) frontier: Frontier,
    interest: &'a Interest<'a>,
    findings: Mutex<Findings>,
    /// The least rank of a violation, where ranks are explored one after the other.
    least_violation: AtomicU64,
    /// Why the search ends early: a [`Stop`] as a number, zero for none.
    stop: AtomicU8,
    states: AtomicU64,
    transitions: AtomicU64,
    has_overflowed: AtomicBool,
    /// Where workers are when a checkpoint is written, or someone looks at runs.
    rest: Rest<Harvest>,
    /// What was explored, if someone looks at runs.
    recorder: Option<Recorder>,
}

/// What is counted by all workers together.
pub(crate) struct Counters {
    /// The least rank of a violation, where ranks are explored one after the other.
    pub(crate) least_violation: u64,
    /// Whether the limit on memory was reached, and the search goes on with less.
    pub(crate) has_overflowed: bool,
}

impl<'a, V: StateStore> Shared<'a, V> {
    /// The beginning of a search.
    pub(crate) fn new(
        options: &'a Options,
        store: &'a V,
        interest: &'a Interest<'a>,
        workers: usize,
    ) -> Shared<'a, V> {
        let measures = Measures::new(options);
        Shared {
            options,
            store,
            measures,
            costs: Costs::new(measures),
            frontier: Frontier::new(options, workers),
            interest,
            findings: Mutex::new(Findings::default()),
            least_violation: AtomicU64::new(u64::MAX),
            stop: AtomicU8::new(0),
            states: AtomicU64::new(0),
            transitions: AtomicU64::new(0),
            has_overflowed: AtomicBool::new(false),
            rest: Rest::new(workers),
            recorder: options.runs.map(|_| Recorder::new(workers)),
        }
    }

    /// Lets auditors look at the runs through what was explored. Nobody may be exploring.
    pub(crate) fn audit(&self, audits: &mut Audits) {
        let Some(graph) = self.recorder.as_ref().and_then(Recorder::graph) else { return };
        if audits.look(&graph) && self.options.stop_at_first {
            self.stop(Stop::FirstViolation);
        }
    }

    /// What was counted, for a checkpoint.
    pub(crate) fn counters(&self) -> Counters {
        Counters {
            least_violation: self.least_violation.load(Ordering::Relaxed),
            has_overflowed: self.has_overflowed.load(Ordering::Relaxed),
        }
    }

    /// Goes on from what was counted before.
    pub(crate) fn go_on_from(&self, counters: Counters, stats: &Statistics) {
        self.least_violation.store(counters.least_violation, Ordering::Relaxed);
        self.has_overflowed.store(counters.has_overflowed, Ordering::Relaxed);
        self.states.store(stats.states, Ordering::Relaxed);
        self.transitions.store(stats.transitions, Ordering::Relaxed);
    }

    /// Ends the search, unless it is ending already.
    fn stop(&self, stop: Stop) {
        let _ = self.stop.compare_exchange(0, stop.number(), Ordering::Relaxed, Ordering::Relaxed);
    }

    /// Why the search ends early.
    pub(crate) fn stopped(&self) -> Option<Stop> {
        Stop::from_number(self.stop.load(Ordering::Relaxed))
    }

    fn is_stopped(&self) -> bool {
        self.stop.load(Ordering::Relaxed) != 0
    }

    pub(crate) fn findings(&self) -> MutexGuard<'_, Findings> {
        self.findings.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Distinct states found.
    pub(crate) fn states(&self) -> u64 {
        self.states.load(Ordering::Relaxed)
    }

    /// Counts new states; false if there are too many.
    fn admit_states(&self, count: u64) -> bool {
        let most = self.options.limits.states.unwrap_or(u64::MAX).min(StateId::CAPACITY);
        if self.states.fetch_add(count, Ordering::Relaxed) + count <= most {
            return true;
        }
        self.stop(Stop::States);
        false
    }

    /// Bytes held by the search, without the system's.
    pub(crate) fn bytes(&self) -> u64 {
        let recorded = self.recorder.as_ref().map_or(0, Recorder::bytes);
        self.store.bytes() + self.costs.bytes() + self.frontier.bytes() + recorded
    }

    /// What happens when so many bytes are more than the limit on memory. Bits take a
    /// quarter of it in addition, and what waits to be expanded may take the rest of the
    /// same again.
    fn run_short_of_memory(&self, bytes: u64) {
        let limit = self.options.limits.memory.unwrap_or(1 << 26);
        let is_hopeless = bytes > limit.saturating_mul(2);
        if self.options.on_memory_limit == OnMemoryLimit::Stop || is_hopeless {
            self.stop(Stop::Memory);
        } else if !self.has_overflowed.swap(true, Ordering::Relaxed) {
            let bits = (limit / 4 * 8).max(1 << 16).ilog2();
            if !self.store.overflow_into(BitField::new(bits)) {
                self.stop(Stop::Memory);
            }
        }
    }
}

/// One worker.
pub(crate) struct Worker<'a, S, V: StateStore> {
    shared: &'a Shared<'a, V>,
    system: &'a mut S,
    index: usize,
    expander: Expander,
    scene: Scene<'a, V>,
    choices: Vec<Choice>,
    violations: Vec<Violation>,
    words: Vec<u32>,
}

/// The part of a worker that hears of an expansion: the state that is expanded,
/// and what is done with its successors.
struct Scene<'a, V: StateStore> {
    shared: &'a Shared<'a, V>,
    index: usize,
    desk: V::Desk,
    stats: Statistics,
    /// States and transitions that the others were told of.
    told: (u64, u64),
    /// States of which choices were left out, and their costs then.
    cut: Vec<(Option<StateId>, u32)>,
    /// States that are in the store, although the limit did not allow for them.
    beyond: Vec<Open>,
    /// The figures before the expansion, and whether a limit has cut it short.
    before: Statistics,
    is_cut_short: bool,
    open: Open,
    /// The last thread, if it can go on.
    running: Option<ThreadId>,
    is_cut: bool,
    /// The transitions so far, if they are recorded.
    draft: Draft,
    words: Vec<u32>,
    matched: Vec<u32>,
}

/// What a worker brings home.
#[derive(Clone, Default)]
pub(crate) struct Harvest {
    /// Its part of the figures.
    pub(crate) stats: Statistics,
    /// The same without an expansion that a limit has cut short, which is to be made again.
    pub(crate) lasting: Statistics,
    /// States of which choices were left out, and their costs then.
    pub(crate) cut: Vec<(Option<StateId>, u32)>,
    /// States that are in the store, although the limit did not allow for them. They are
    /// not counted, and wait in case that the search goes on.
    pub(crate) beyond: Vec<Open>,
}

impl<'a, S: TransitionSystem, V: StateStore> Worker<'a, S, V> {
    /// Worker `index`.
    pub(crate) fn new(
        shared: &'a Shared<'a, V>,
        system: &'a mut S,
        index: usize,
    ) -> Worker<'a, S, V> {
        system.tell_threads_apart(shared.options.tells_threads_apart());
        Worker {
            shared,
            system,
            index,
            expander: Expander::new(Rules::of(shared.options)),
            scene: Scene {
                shared,
                index,
                desk: V::Desk::default(),
                stats: Statistics::default(),
                told: (0, 0),
                cut: Vec::new(),
                beyond: Vec::new(),
                before: Statistics::default(),
                is_cut_short: false,
                open: nowhere(),
                running: None,
                is_cut: false,
                draft: Draft::default(),
                words: Vec::new(),
                matched: Vec::new(),
            },
            choices: Vec::new(),
            violations: Vec::new(),
            words: Vec::new(),
        }
    }

    /// Stores the initial state.
    pub(crate) fn begin(&mut self) {
        self.system.reset();
        let run = measure::Run { last: None, depth: 0, preemptions: 0 };
        let state = self.scene.arrive(self.system, None, &[], run);
        if let (Some(recorder), Some(state)) = (&self.shared.recorder, state) {
            recorder.begin(state);
        }
    }

    /// Begins where another search ended, of which this worker takes over the figures.
    pub(crate) fn go_on_from(&mut self, harvest: Harvest) {
        // The system is to know its initial state before it loads another.
        self.system.reset();
        let Harvest { stats: _, lasting, cut, beyond } = harvest;
        self.scene.told = (lasting.states, lasting.transitions);
        self.scene.stats = lasting;
        self.scene.cut = cut;
        self.scene.beyond = beyond;
    }

    /// Expands states until everything is explored or the search is stopped. The
    /// worker with the budget looks after the limits, and asks auditors.
    pub(crate) fn work(mut self, mut budget: Option<(&mut Budget, &mut Audits)>) -> Harvest {
        let _alarm = Alarm(self.shared);
        let mut attendance = Attendance::default();
        loop {
            if let Some((budget, audits)) = &mut budget
                && budget.is_look_due()
            {
                self.look(budget, audits);
            }
            if self.shared.is_stopped() {
                break;
            }
            if self.shared.rest.is_wanted() {
                let has_ended = || self.shared.is_stopped();
                self.shared.rest.take(self.index, self.scene.harvest(), has_ended);
            }
            match self.shared.frontier.next(self.index, &mut attendance) {
                Next::Expand(open) => {
                    self.expand(open);
                    self.scene.tell(TELL_EVERY);
                }
                Next::Wait => {
                    self.scene.tell(1);
                    if let Some((budget, audits)) = &mut budget {
                        self.look(budget, audits);
                    }
                }
                Next::Done => break,
            }
        }
        self.scene.tell(1);
        self.scene.harvest()
    }

    fn look(&mut self, budget: &mut Budget, audits: &mut Audits) {
        let shared = self.shared;
        if shared.options.assumes && !self.system.assumptions_hold() {
            shared.stop(Stop::Refuted);
        }
        let position = Position {
            states: shared.states(),
            transitions: shared.transitions.load(Ordering::Relaxed),
            frontier: shared.frontier.len() as u64,
            depth: u64::from(self.scene.open.depth),
            bytes: shared.bytes() + self.system.memory_used() as u64,
        };
        match budget.look(position) {
            None => {}
            Some(Stop::Memory) => shared.run_short_of_memory(position.bytes),
            Some(stop) => shared.stop(stop),
        }
        if let Some(checkpoints) = budget.due_checkpoint() {
            let has_ended = || shared.is_stopped() || shared.frontier.is_done();
            let written = shared.rest.ask(self.index, self.scene.harvest(), has_ended, |all| {
                checkpoint::write(checkpoints, shared, self.system, all, budget.spent())
            });
            written.into_iter().for_each(|result| budget.note_checkpoint(result));
        }
        if audits.is_due(position.states) {
            let has_ended = || shared.is_stopped() || shared.frontier.is_done();
            let harvest = self.scene.harvest();
            shared.rest.ask(self.index, harvest, has_ended, |_| shared.audit(audits));
        }
    }

    /// Checks a state and makes its choices.
    fn expand(&mut self, open: Open) {
        let Worker { shared, system, scene, words, choices, violations, .. } = self;
        let rank = shared.options.order.rank(open.depth, open.preemptions);
        if rank >= shared.least_violation.load(Ordering::Relaxed) {
            return shared.stop(Stop::FirstViolation);
        }
        if !open.is_new && shared.costs.is_outdated(&open) {
            return;
        }
        match &open.held {
            Held::Carried(carried) => {
                words.clear();
                words.extend_from_slice(&carried.words);
            }
            Held::Stored(state) => {
                shared.store.load(*state, words, &mut scene.desk);
            }
        }
        words.truncate(words.len() - shared.measures.words());
        system.load(words);
        system.choices(choices);
        system.check_state(choices, violations);
        scene.begin(open, choices, violations);
        if !violations.is_empty() {
            scene.record(&[], violations);
        }
        if shared.recorder.is_some() {
            scene.draft.valuation = system.valuation();
            scene.draft.edges.clear();
            scene.draft.ends = choices.is_empty();
        }
        if choices.is_empty() {
            return scene.finish();
        }
        let most = shared.options.bounds.depth.unwrap_or(u64::MAX);
        if u64::from(scene.open.depth) >= most {
            scene.is_cut = true;
        } else {
            self.expander.expand(*system, words, choices, scene);
        }
        match shared.is_stopped() && shared.stopped().is_some_and(Stop::is_limit) {
            true => self.scene.put_back(),
            false => self.scene.finish(),
        }
    }
}

/// Ends the search when a worker panics: the others would wait for it.
struct Alarm<'a, V: StateStore>(&'a Shared<'a, V>);

impl<V: StateStore> Drop for Alarm<'_, V> {
    fn drop(&mut self) {
        if std::thread::panicking() {
            self.0.stop(Stop::Interrupted);
        }
    }
}

/// Where a worker is before it has expanded anything.
fn nowhere() -> Open {
    Open {
        held: Held::Stored(StateId(0)),
        depth: 0,
        preemptions: 0,
        last: None,
        metric: 0,
        is_new: false,
    }
}

impl<V: StateStore> Scene<'_, V> {
    /// Begins the expansion of a state with these choices and violations.
    fn begin(&mut self, open: Open, choices: &[Choice], violations: &[Violation]) {
        self.before = self.stats;
        self.stats.max_depth = self.stats.max_depth.max(u64::from(open.depth));
        if open.is_new {
            let is_deadlock = violations.iter().any(|found| found.kind == Property::Deadlock);
            self.stats.final_states += u64::from(choices.is_empty());
            self.stats.deadlocks += u64::from(is_deadlock);
        }
        self.running = open.last.filter(|&last| choices.iter().any(|c| c.thread == last));
        self.is_cut = false;
        self.open = open;
    }

    /// Tells the others of what was done, once there is enough to tell.
    fn tell(&mut self, enough: u64) {
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

    /// What the worker has now.
    fn harvest(&self) -> Harvest {
        let Statistics { states, max_depth, .. } = self.stats;
        let lasting = match self.is_cut_short {
            true => Statistics { states, max_depth, ..self.before },
            false => self.stats,
        };
        let (cut, beyond) = (self.cut.clone(), self.beyond.clone());
        Harvest { stats: self.stats, lasting, cut, beyond }
    }

    /// A limit has cut the expansion short: the state waits again.
    fn put_back(&mut self) {
        self.is_cut_short = true;
        let open = std::mem::replace(&mut self.open, nowhere());
        self.shared.frontier.push(self.index, open);
    }

    /// The expansion is over.
    fn finish(&mut self) {
        if self.is_cut {
            let Open { depth, preemptions, .. } = self.open;
            let cost = self.shared.measures.cost(depth, preemptions);
            self.cut.push((self.open.state(), cost));
        }
        if let (Some(recorder), Some(state)) = (&self.shared.recorder, self.open.state()) {
            recorder.write(self.index, state, &self.draft);
        }
    }

    /// Preemptions of a run that goes on with `thread`.
    fn preemptions_with(&self, thread: ThreadId) -> u32 {
        let is_preempted = self.running.is_some_and(|running| running != thread);
        self.open.preemptions + u32::from(is_preempted)
    }

    /// Takes note of what is wrong after `choices`.
    fn record(&mut self, choices: &[Choice], violations: &mut Vec<Violation>) {
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
            false => self.shared.stop(Stop::FirstViolation),
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
                order.rank(self.open.depth.saturating_add(1), self.preemptions_with(choice.thread))
            }
        }
    }

    /// Stores the loaded state, to which these choices have led from the state that
    /// is expanded, and puts it on the frontier if it is to be expanded. Returns its
    /// number, if it has one.
    fn arrive<S: TransitionSystem>(
        &mut self,
        system: &mut S,
        parent: Option<&Open>,
        choices: &[Choice],
        run: measure::Run,
    ) -> Option<StateId> {
        let shared = self.shared;
        let Shared { store, measures, costs, options, .. } = shared;
        system.save(&mut self.words);
        let is_matched_by_less = system.save_matched(&mut self.matched);
        measures.add_words(&mut self.words, &run);
        if is_matched_by_less {
            measures.add_words(&mut self.matched, &run);
        }
        let matched = is_matched_by_less.then_some(&self.matched[..]);
        let row = Row { full: &self.words, matched };
        let before = parent.and_then(Open::state);
        let insertion = store.insert(row, before, &mut self.desk);
        let is_beyond = insertion.is_new && !self.admit_state();
        let improves = insertion.state.is_some_and(|state| costs.improves(state, &run));
        if !insertion.is_new && !improves {
            return insertion.state;
        }
        if let (Some(state), false) = (insertion.state, insertion.is_new) {
            store.set_parent(state, before);
        }
        let held = match insertion.state {
            Some(state) if store.keeps_words() => Held::Stored(state),
            state => {
                let origin = match state {
                    Some(state) => Origin::Stored(state),
                    None => continued(parent, choices, shared.frontier.runs()),
                };
                Held::Carried(Box::new(Carried { words: self.words.as_slice().into(), origin }))
            }
        };
        let metric = if options.order == Order::BestFirst { system.metric() } else { 0 };
        let measure::Run { last, depth, preemptions } = run;
        let open = Open { held, depth, preemptions, last, metric, is_new: insertion.is_new };
        match is_beyond {
            true => self.beyond.push(open),
            false => self.shared.frontier.push(self.index, open),
        }
        insertion.state
    }
}

/// The run to a state that the store does not number.
fn continued(parent: Option<&Open>, choices: &[Choice], runs: &Arc<AtomicUsize>) -> Origin {
    match parent {
        None => Origin::Start,
        Some(parent) => Origin::Run(Arc::new(Run::new(parent.origin(), choices, runs))),
    }
}

impl<S: TransitionSystem, V: StateStore> Visitor<S> for Scene<'_, V> {
    fn allows(&mut self, thread: ThreadId) -> bool {
        let most = self.shared.options.bounds.preemptions.unwrap_or(u32::MAX);
        let is_allowed = self.preemptions_with(thread) <= most;
        self.is_cut |= !is_allowed;
        is_allowed
    }

    fn violated(&mut self, choices: &[Choice], violations: &mut Vec<Violation>) {
        self.record(choices, violations);
    }

    fn ended(&mut self, choices: &[Choice], outcome: StepOutcome) {
        self.stats.transitions += 1;
        match outcome {
            StepOutcome::Continues => {}
            StepOutcome::Failed => {
                self.stats.failed_runs += 1;
                self.draft.ends = true;
            }
            StepOutcome::Abandoned => self.stats.abandoned_runs += 1,
            StepOutcome::Unknown(unknown) => {
                self.stats.unknown_steps += 1;
                let found: Found<Unknown> = self.found(*unknown, choices);
                self.shared.findings().unknown(found);
            }
        }
    }

    fn arrived(&mut self, system: &mut S, choices: &[Choice], starving: u32) {
        self.stats.transitions += 1;
        let Some(thread) = choices.first().map(|choice| choice.thread) else { return };
        let run = measure::Run {
            last: Some(thread),
            depth: self.open.depth.saturating_add(1),
            preemptions: self.preemptions_with(thread),
        };
        let open = std::mem::replace(&mut self.open, nowhere());
        let arrived = self.arrive(system, Some(&open), choices, run);
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
