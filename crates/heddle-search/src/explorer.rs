//! The expansion loop: one for all systems, stores and orders.
//!
//! # What holds
//! - Every state within the bound is checked when a step arrives there, and
//!   expanded later: each of its choices is made. Every violation that the
//!   system reports is recorded, whatever the outcome of the step.
//! - What shows after `n` steps, on the last of them or in the state it leads
//!   to, is found while states at depth `n - 1` are expanded. So the first
//!   violation of a breadth-first search has a shortest schedule.
//! - Where exploration is cut short, by a limit or by a step that heddle cannot
//!   make, the verdict says so; `Verified` remains only if nothing was left out.
//! - A violation is reported only if [`replay()`](crate::replay()) of its schedule reproduces it.
//!
//! # Cost
//! A step costs one `step`, one `save` and one lookup. A state is loaded before
//! each of its choices, unless it is what the last step left loaded: in
//! depth-first order, a new state is expanded where the step arrived, with the
//! choices that its check has asked for. Nothing is allocated in the loop but
//! what store and order keep.

use std::ops::ControlFlow;

use heddle_model::{Choice, Property, StepOutcome, TransitionSystem, Violation};

use crate::budget::{Budget, Position};
use crate::depth::{Arrival, DepthBound};
use crate::findings::Findings;
use crate::order::{BreadthFirst, DepthFirst, Discovery, Expansion, SearchOrder, Step, Then};
use crate::replay::gate;
use crate::report::{Progress, Report, Statistics, Stop, verdict};
use crate::{ExactStore, Options, Order, StateIndex, UnknownRun, VisitedStore};

/// Explores all states of `system`, in an [`ExactStore`]. `progress` is called
/// at most ten times a second.
pub fn explore<S: TransitionSystem>(
    system: &mut S,
    options: &Options,
    progress: &mut dyn FnMut(&Progress),
) -> Report {
    explore_in(system, &mut ExactStore::new(), options, progress)
}

/// Explores all states of `system`, and leaves them in `store`.
///
/// # Panics
/// If `store` is not empty: what it holds would count as explored.
pub fn explore_in<S: TransitionSystem, V: VisitedStore>(
    system: &mut S,
    store: &mut V,
    options: &Options,
    progress: &mut dyn FnMut(&Progress),
) -> Report {
    assert!(store.is_empty(), "a search should start with an empty store");
    let budget = Budget::new(options, progress);
    match options.order {
        Order::BreadthFirst => {
            Explorer::<_, _, BreadthFirst>::new(system, store, options, budget).run()
        }
        Order::DepthFirst => {
            Explorer::<_, _, DepthFirst>::new(system, store, options, budget).run()
        }
    }
}

/// A search under way.
///
/// # Invariants
/// - `loaded` is the state that the system has loaded; none if it is unknown or
///   not in the store (`load`, `make` and `arrive` alone change what is loaded).
/// - `choices` are those of the state in hand, from when `expand` gets them
///   until it returns.
/// - `arrived`, if any, is the state whose choices `next_choices` holds.
/// - `violations` is empty but for the time between a call of the system and
///   `record`.
struct Explorer<'a, S, V, O> {
    system: &'a mut S,
    store: &'a mut V,
    order: O,
    options: &'a Options,
    budget: Budget<'a>,
    bound: DepthBound,
    findings: Findings,
    stats: Statistics,
    loaded: Option<StateIndex>,
    arrived: Option<StateIndex>,
    words: Vec<u32>,
    choices: Vec<Choice>,
    next_choices: Vec<Choice>,
    violations: Vec<Violation>,
}

impl<'a, S: TransitionSystem, V: VisitedStore, O: SearchOrder> Explorer<'a, S, V, O> {
    fn new(
        system: &'a mut S,
        store: &'a mut V,
        options: &'a Options,
        budget: Budget<'a>,
    ) -> Explorer<'a, S, V, O> {
        Explorer {
            system,
            store,
            order: O::default(),
            options,
            budget,
            bound: DepthBound::new(options.limits.depth, O::SHORTEST_FIRST),
            findings: Findings::default(),
            stats: Statistics::default(),
            loaded: None,
            arrived: None,
            words: Vec::new(),
            choices: Vec::new(),
            next_choices: Vec::new(),
            violations: Vec::new(),
        }
    }

    fn run(mut self) -> Report {
        let stop = self.search().break_value();
        self.stats.frontier = if stop.is_some() { self.order.frontier() as u64 } else { 0 };
        self.report(stop)
    }

    /// Explores everything, or breaks off.
    fn search(&mut self) -> ControlFlow<Stop> {
        self.system.reset();
        if self.arrive(None)?.is_none() {
            return ControlFlow::Continue(());
        }
        while let Some(expansion) = self.order.next() {
            self.expand(expansion)?;
        }
        ControlFlow::Continue(())
    }

    /// Begins or goes on to expand a state, as far as the order wants.
    fn expand(&mut self, in_hand: Expansion) -> ControlFlow<Stop> {
        self.spend(in_hand)?;
        if self.arrived.take() == Some(in_hand.state) {
            std::mem::swap(&mut self.choices, &mut self.next_choices);
        } else {
            self.load(in_hand.state);
            self.system.choices(&mut self.choices);
        }
        for position in in_hand.made as usize..self.choices.len() {
            self.spend(in_hand)?;
            self.load(in_hand.state);
            let choice = self.choices[position];
            let step = Step { from: in_hand, choice };
            if let Some(state) = self.make(step)? {
                let is_last = position + 1 == self.choices.len();
                let discovery = Discovery { step, position: position as u32, is_last, state };
                if self.order.discovered(discovery) == Then::Leave {
                    return ControlFlow::Continue(());
                }
            }
        }
        self.order.finished();
        ControlFlow::Continue(())
    }

    /// Looks at the limits now and then.
    #[inline]
    fn spend(&mut self, in_hand: Expansion) -> ControlFlow<Stop> {
        if !self.budget.is_look_due() {
            return ControlFlow::Continue(());
        }
        let position = Position {
            states: self.stats.states,
            transitions: self.stats.transitions,
            frontier: self.order.frontier() as u64,
            depth: u64::from(in_hand.depth),
            bytes: self.bytes(),
        };
        match self.budget.look(position) {
            Some(stop) => ControlFlow::Break(stop),
            None => ControlFlow::Continue(()),
        }
    }

    fn bytes(&self) -> u64 {
        let own = self.store.bytes() + self.order.bytes() + self.bound.bytes();
        (own + self.system.memory_used()) as u64
    }

    fn load(&mut self, state: StateIndex) {
        if self.loaded != Some(state) {
            self.system.load(self.store.get(state));
            self.loaded = Some(state);
        }
    }

    /// Makes a choice of the loaded state; returns the successor if it is to be
    /// expanded.
    fn make(&mut self, step: Step) -> ControlFlow<Stop, Option<StateIndex>> {
        self.stats.transitions += 1;
        let outcome = self.system.step(step.choice, &mut self.violations);
        self.loaded = None;
        self.record(Some(step))?;
        match outcome {
            StepOutcome::Continues => return self.arrive(Some(step)),
            StepOutcome::Failed => self.stats.failed_runs += 1,
            StepOutcome::Abandoned => self.stats.abandoned_runs += 1,
            StepOutcome::Unknown(unknown) => {
                self.stats.unknown_steps += 1;
                let order = &self.order;
                self.findings.unknown(*unknown, || Step::schedule(Some(step), order));
            }
        }
        ControlFlow::Continue(None)
    }

    /// Stores and checks the loaded state, to which `step` has led; returns it
    /// if it is to be expanded.
    fn arrive(&mut self, step: Option<Step>) -> ControlFlow<Stop, Option<StateIndex>> {
        self.system.save(&mut self.words);
        let (state, is_new) = self.store.insert(&self.words);
        self.loaded = Some(state);
        if is_new {
            if !self.budget.allows_state(self.stats.states) {
                return ControlFlow::Break(Stop::States);
            }
            self.stats.states += 1;
        }
        let depth = Step::depth(step);
        if self.bound.arrive(state, is_new, depth) == Arrival::Known {
            return ControlFlow::Continue(None);
        }
        self.stats.max_depth = self.stats.max_depth.max(u64::from(depth));
        self.check_state(state, is_new);
        self.record(step)?;
        if !self.bound.allows_step(depth) {
            if !self.next_choices.is_empty() {
                self.bound.cut(state);
            }
            return ControlFlow::Continue(None);
        }
        ControlFlow::Continue(Some(state))
    }

    /// Asks for the choices of the loaded state and checks it.
    fn check_state(&mut self, state: StateIndex, is_new: bool) {
        self.system.choices(&mut self.next_choices);
        self.arrived = Some(state);
        self.system.check_state(&self.next_choices, &mut self.violations);
        if is_new {
            let is_deadlock =
                self.violations.iter().any(|violation| violation.kind == Property::Deadlock);
            self.stats.final_states += u64::from(self.next_choices.is_empty());
            self.stats.deadlocks += u64::from(is_deadlock);
        }
    }

    /// Takes note of the violations that the system reported, on the step or in
    /// the state it has led to.
    #[inline]
    fn record(&mut self, step: Option<Step>) -> ControlFlow<Stop> {
        if self.violations.is_empty() {
            return ControlFlow::Continue(());
        }
        let depth = Step::depth(step) as usize;
        for violation in self.violations.drain(..) {
            let order = &self.order;
            self.findings.violation(violation, depth, || Step::schedule(step, order));
            if self.options.stop_at_first {
                return ControlFlow::Break(Stop::FirstViolation);
            }
        }
        ControlFlow::Continue(())
    }

    /// Puts the answer together, from what passes the replay gate.
    fn report(mut self, stop: Option<Stop>) -> Report {
        let bytes = self.bytes();
        self.stats.peak_bytes = self.budget.peak_bytes().max(bytes);
        let (found, mut unknown) = std::mem::take(&mut self.findings).into_parts();
        let mut counterexamples = Vec::new();
        for counterexample in found {
            match gate(self.system, &counterexample) {
                Ok(()) => counterexamples.push(counterexample),
                Err(failure) => {
                    let schedule = counterexample.schedule;
                    unknown = Some(UnknownRun { unknown: failure, schedule });
                }
            }
        }
        self.stats.seconds = self.budget.elapsed().as_secs_f64();
        let verdict = verdict(
            counterexamples,
            unknown.as_ref().map(|run| &run.unknown),
            stop,
            self.bound.cut_states(),
            &self.options.limits,
            &self.stats,
        );
        Report { verdict, stats: self.stats, stop, unknown }
    }
}
