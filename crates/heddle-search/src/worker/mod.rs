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

mod context;
mod shared;
pub(crate) mod stretch;

use std::sync::atomic::Ordering;

use heddle_model::{Choice, SpinDeadlock, Violation};

use crate::budget::{Budget, Position};
use crate::checkpoint;
use crate::frontier::{Held, IdleFlag, Next, Open};
use crate::measure::RunCost;
use crate::report::{Statistics, StopReason};
use crate::runs::{Edge, LivenessChecks};
use crate::store::StateStore;
use crate::superstep::{Expander, Rules};
use crate::{Explorable, StateId};
use context::{ExpansionContext, TELL_EVERY};
pub(crate) use shared::{Counters, Interest, Shared};

/// A worker: expands states, with a system of its own.
pub(crate) struct Worker<'a, S, V: StateStore> {
    shared: &'a Shared<'a, V>,
    system: &'a mut S,
    index: usize,
    rules: Rules,
    expander: Expander,
    context: ExpansionContext<'a, V>,
    choices: Vec<Choice>,
    violations: Vec<Violation>,
    words: Vec<u32>,
}

/// Results of one worker.
#[derive(Clone, Default)]
pub(crate) struct WorkerResult {
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
        let rules = Rules::of(shared.options);
        Worker {
            shared,
            system,
            index,
            rules,
            expander: Expander::new(rules),
            context: ExpansionContext::new(shared, index),
            choices: Vec::new(),
            violations: Vec::new(),
            words: Vec::new(),
        }
    }

    /// Stores the initial state.
    pub(crate) fn begin(&mut self) {
        self.system.reset();
        let cost = RunCost::START;
        let state = self.context.arrive(self.system, None, &[], cost);
        if let (Some(recorder), Some(state)) = (&self.shared.recorder, state) {
            recorder.begin(state);
        }
    }

    /// Begins where another search ended, of which this worker takes over the figures.
    pub(crate) fn go_on_from(&mut self, result: WorkerResult) {
        // The system is to know its initial state before it loads another.
        self.system.reset();
        let WorkerResult { stats: _, lasting, cut, beyond } = result;
        self.context.go_on_from(lasting, cut, beyond);
    }

    /// Expands states until everything is explored or the search is stopped. The
    /// worker with the budget keeps the limits, and calls the liveness checkers.
    pub(crate) fn work(
        mut self,
        mut budget: Option<(&mut Budget, &mut LivenessChecks)>,
    ) -> WorkerResult {
        let _alarm = Alarm(self.shared);
        let mut flag = IdleFlag::default();
        loop {
            if let Some((budget, liveness)) = &mut budget
                && budget.is_look_due()
            {
                self.look(budget, liveness);
            }
            if self.shared.is_stopped() {
                break;
            }
            if self.shared.pause.is_wanted() {
                let has_ended = || self.shared.is_stopped();
                self.shared.pause.take(self.index, self.context.result(), has_ended);
            }
            match self.next(&mut flag) {
                Next::Expand(open) => {
                    self.expand(open, budget.as_mut().map(|(budget, _)| &mut **budget));
                    self.context.tell(TELL_EVERY);
                }
                Next::Wait => {
                    self.context.tell(1);
                    if let Some((budget, liveness)) = &mut budget {
                        self.look(budget, liveness);
                    }
                }
                Next::Done => break,
            }
        }
        self.context.tell(1);
        self.context.result()
    }

    /// The next task, which is none while fewer workers are to be at work.
    fn next(&self, flag: &mut IdleFlag) -> Next {
        let Shared { options, frontier, .. } = self.shared;
        let most = options.supervisor.as_ref().map_or(usize::MAX, |most| most.workers());
        match self.index < most.max(1) {
            true => frontier.next(self.index, flag),
            false => frontier.rest(flag),
        }
    }

    /// Looks at the limits; returns where the search is.
    fn look_at_limits(&mut self, budget: &mut Budget) -> Position {
        let shared = self.shared;
        if shared.options.relies_on_what_is_wrong(self.system) {
            shared.stop(StopReason::Refuted);
        }
        let system_bytes = self.system.memory_used() + self.system.loaded_bytes();
        let position = Position {
            states: shared.states(),
            transitions: shared.transitions.load(Ordering::Relaxed),
            frontier: shared.frontier.len() as u64,
            depth: u64::from(self.context.open.depth),
            bytes: shared.bytes() + system_bytes as u64,
            steps: self.expander.steps,
        };
        match budget.look(position) {
            None => {}
            Some(StopReason::Memory) => shared.run_short_of_memory(position.bytes),
            Some(stop) => shared.stop(stop),
        }
        position
    }

    fn look(&mut self, budget: &mut Budget, liveness: &mut LivenessChecks) {
        let shared = self.shared;
        let position = self.look_at_limits(budget);
        if let Some(checkpoints) = budget.due_checkpoint() {
            let has_ended = || shared.is_stopped() || shared.frontier.is_done();
            let written = shared.pause.ask(self.index, self.context.result(), has_ended, |all| {
                checkpoint::write(checkpoints, shared, self.system, all, budget.spent())
            });
            written.into_iter().for_each(|result| budget.note_checkpoint(result));
        }
        if liveness.is_due(position.states) {
            let has_ended = || shared.is_stopped() || shared.frontier.is_done();
            let result = self.context.result();
            let allowance = budget.allowance(position.bytes);
            shared.pause.ask(self.index, result, has_ended, |_| {
                shared.check_liveness(liveness, &allowance)
            });
            budget.note_spent(&allowance);
        }
    }

    /// Checks a state and makes its choices. Whoever keeps the limits has a budget.
    fn expand(&mut self, open: Open, budget: Option<&mut Budget>) {
        let shared = self.shared;
        let Worker { system, context, words, choices, violations, .. } = self;
        let rank = shared.options.order.rank(open.depth, open.preemptions);
        if rank >= shared.least_violation.load(Ordering::Relaxed) {
            return shared.stop(StopReason::FirstViolation);
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
                shared.store.load(*state, words, &mut context.buffers);
            }
        }
        words.truncate(words.len() - shared.measures.words());
        system.load(words);
        system.choices(choices);
        system.check_state(choices, violations);
        context.begin(open, words, choices, violations);
        if let ([choice], true) = (&choices[..], violations.is_empty()) {
            let choice = *choice;
            if self.stretch(choice, budget) {
                return self.context.finish();
            }
        }
        let Worker { system, context, words, choices, violations, .. } = self;
        if !violations.is_empty() {
            context.record(&[], violations);
        }
        if shared.recorder.is_some() {
            context.draft.valuation = system.valuation();
            context.draft.edges.clear();
            context
                .draft
                .edges
                .extend(choices.is_empty().then(|| Edge::end(context.draft.valuation)));
        }
        if choices.is_empty() {
            return context.finish();
        }
        let most = shared.options.bounds.depth.unwrap_or(u64::MAX);
        if u64::from(context.open.depth) >= most {
            context.is_cut = true;
        } else {
            self.expander.expand(*system, words, choices, context);
            if context.may_spin && !shared.is_stopped() {
                system.load(words);
                self.check_spinning(Vec::new);
            }
        }
        match shared.is_stopped() && shared.stopped().is_some_and(StopReason::is_limit) {
            true => self.context.put_back(),
            false => self.context.finish(),
        }
    }

    /// Records the spin deadlock to which the loaded state leads, if it does. These choices have led
    /// there from the state that is expanded.
    fn check_spinning(&mut self, choices: impl FnOnce() -> Vec<Choice>) {
        let Worker { system, context, violations, .. } = self;
        if let Some(SpinDeadlock { violation, .. }) = system.spin_deadlock() {
            violations.push(violation);
            context.record(&choices(), violations);
        }
    }
}

/// Ends the search when a worker panics: the others would wait for it.
struct Alarm<'a, V: StateStore>(&'a Shared<'a, V>);

impl<V: StateStore> Drop for Alarm<'_, V> {
    fn drop(&mut self) {
        if std::thread::panicking() {
            self.0.stop(StopReason::Interrupted);
        }
    }
}
