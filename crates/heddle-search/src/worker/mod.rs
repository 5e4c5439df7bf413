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

mod scene;
mod shared;

use std::sync::atomic::Ordering;

use heddle_model::{Choice, Violation};

use crate::budget::{Budget, Position};
use crate::checkpoint;
use crate::frontier::{Attendance, Held, Next, Open};
use crate::measure::RunCost;
use crate::report::{Statistics, Stop};
use crate::runs::{Audits, Edge};
use crate::store::StateStore;
use crate::superstep::{Expander, Rules};
use crate::{Explorable, StateId};
use scene::{Scene, TELL_EVERY};
pub(crate) use shared::{Counters, Interest, Shared};

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

impl<'a, S: Explorable, V: StateStore> Worker<'a, S, V> {
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
            scene: Scene::new(shared, index),
            choices: Vec::new(),
            violations: Vec::new(),
            words: Vec::new(),
        }
    }

    /// Stores the initial state.
    pub(crate) fn begin(&mut self) {
        self.system.reset();
        let cost = RunCost::START;
        let state = self.scene.arrive(self.system, None, &[], cost);
        if let (Some(recorder), Some(state)) = (&self.shared.recorder, state) {
            recorder.begin(state);
        }
    }

    /// Begins where another search ended, of which this worker takes over the figures.
    pub(crate) fn go_on_from(&mut self, harvest: Harvest) {
        // The system is to know its initial state before it loads another.
        self.system.reset();
        let Harvest { stats: _, lasting, cut, beyond } = harvest;
        self.scene.go_on_from(lasting, cut, beyond);
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
            let allowance = budget.allowance(position.bytes);
            shared.rest.ask(self.index, harvest, has_ended, |_| shared.audit(audits, &allowance));
            budget.note_spent(&allowance);
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
            scene.draft.edges.extend(choices.is_empty().then(|| Edge::end(scene.draft.valuation)));
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
