//! From a state back to the choices that led there.
//!
//! A store keeps the parent of each state, not the choices: they are found again by
//! expanding the parent as the search did, and taking the transition that leads to the
//! child. That costs an expansion for each step of a run that is told, and nothing
//! for all the others. Where the search has made a [stretch](crate::worker::stretch), so is the
//! child looked for: all of its steps are made again, and few of its states are looked up.

use std::ops::ControlFlow;

use heddle_model::{
    Actor, Choice, Matchable, Reducible, StepOutcome, Temporal, ThreadId, Violation,
};
use heddle_replay::{Replay, Unobserved};

use crate::StateId;
use crate::frontier::Origin;
use crate::measure::{Measures, RunCost, preemptible};
use crate::runs::{Edge, Transition};
use crate::store::{Row, StateStore};
use crate::superstep::{Expander, Rules, Visitor};
use crate::worker::stretch::{FIRST_STRIDE, LONGEST_PART};

/// Finds runs again.
pub(crate) struct Pathfinder<'a, V> {
    pub(crate) store: &'a V,
    pub(crate) measures: Measures,
    pub(crate) rules: Rules,
}

impl<V: StateStore> Pathfinder<'_, V> {
    /// The choices of the run that led to a state; none if they cannot be found
    /// again, which means that the system is not deterministic.
    pub(crate) fn run_to<S: Reducible + Matchable + Temporal>(
        &self,
        system: &mut S,
        origin: &Origin,
    ) -> Option<Vec<Choice>> {
        let mut tails = Vec::new();
        let mut origin = origin;
        let state = loop {
            match origin {
                Origin::Start => break None,
                Origin::Stored(state) => break Some(*state),
                Origin::Run(run) => {
                    tails.push(run.choices());
                    origin = run.before();
                }
            }
        };
        let mut choices = match state {
            Some(state) => self.run_to_stored(system, state)?,
            None => Vec::new(),
        };
        choices.extend(tails.into_iter().rev().flatten().copied());
        Some(choices)
    }

    fn run_to_stored<S: Reducible + Matchable + Temporal>(
        &self,
        system: &mut S,
        state: StateId,
    ) -> Option<Vec<Choice>> {
        let mut states = vec![state];
        let mut last = state;
        while let Some(parent) = self.store.parent(last) {
            states.push(parent);
            last = parent;
        }
        // All but the initial state, from the start on.
        states.pop();
        let mut expander = Expander::new(self.rules);
        let mut run = Vec::new();
        let mut finder = TransitionFinder::new(self.store, self.measures);
        system.reset();
        let mut words = Vec::new();
        let mut choices = Vec::new();
        for &target in states.iter().rev() {
            system.save(&mut words);
            system.choices(&mut choices);
            finder.begin(Sought::State(target), &choices);
            expander.expand(system, &words, &choices, &mut finder);
            system.load(&words);
            match finder.found.take() {
                Some((tail, cost)) => {
                    Replay::from_loaded(system, Unobserved).run(&tail).ok()?;
                    finder.cost = cost;
                    run.extend(tail);
                }
                None => {
                    let [choice] = choices[..] else { return None };
                    let steps = self.stretch_to(system, target, choice, &mut finder)?;
                    run.extend(std::iter::repeat_n(choice, steps));
                }
            }
        }
        Some(run)
    }

    /// Makes a stretch that leads from the loaded state to another; returns its number of steps.
    /// It is one step, or as many as a stride has and so on, or it ends there by itself.
    fn stretch_to<S: Reducible + Matchable + Temporal>(
        &self,
        system: &mut S,
        target: StateId,
        choice: Choice,
        finder: &mut TransitionFinder<'_, V>,
    ) -> Option<usize> {
        if !self.rules.makes_stretches {
            return None;
        }
        let mut made = 0;
        let mut goal = 1;
        let mut violations = Vec::new();
        loop {
            let (steps, outcome) = system.run_alone(choice.actor(), goal - made, &mut violations);
            made += steps;
            if outcome != StepOutcome::Continues {
                return None;
            }
            if !system.has_news() {
                finder.begin(Sought::State(target), &[choice]);
                finder.arrived(system, &[choice], 0);
                if let Some((_, cost)) = finder.found.take() {
                    finder.cost = cost;
                    return usize::try_from(made).ok();
                }
            }
            if made < goal || made > LONGEST_PART {
                return None;
            }
            goal = (made / FIRST_STRIDE + 1) * FIRST_STRIDE;
        }
    }

    /// The choices of a run through what was explored; none if they cannot be found again.
    /// States must not be told apart by what runs to them cost.
    pub(crate) fn run_along<S: Reducible + Matchable + Temporal>(
        &self,
        system: &mut S,
        transitions: &[Transition],
    ) -> Option<Vec<Choice>> {
        let mut expander = Expander::new(self.rules);
        let mut finder = TransitionFinder::new(self.store, self.measures);
        let (mut words, mut choices, mut run) = (Vec::new(), Vec::new(), Vec::new());
        for transition in transitions {
            self.store.load(transition.source, &mut words, &mut finder.buffers);
            system.load(&words);
            system.choices(&mut choices);
            if choices.is_empty() {
                // The run ends here, if this is what comes next.
                return (transition.edge == Edge::end(system.valuation())).then_some(run);
            }
            finder.begin(Sought::Edge(transition.edge), &choices);
            expander.expand(system, &words, &choices, &mut finder);
            let (tail, _) = finder.found.take()?;
            run.extend(tail);
        }
        Some(run)
    }
}

/// The successor or transition that an expansion is to lead to.
enum Sought {
    State(StateId),
    Edge(Edge),
}

/// Looks for the transition that leads to a state.
struct TransitionFinder<'a, V: StateStore> {
    store: &'a V,
    measures: Measures,
    buffers: V::Buffers,
    sought: Sought,
    cost: RunCost,
    preemptible: Option<ThreadId>,
    found: Option<(Vec<Choice>, RunCost)>,
    words: Vec<u32>,
    matched: Vec<u32>,
}

impl<V: StateStore> TransitionFinder<'_, V> {
    fn new(store: &V, measures: Measures) -> TransitionFinder<'_, V> {
        TransitionFinder {
            store,
            measures,
            buffers: V::Buffers::default(),
            sought: Sought::Edge(Edge::end(0)),
            cost: RunCost::START,
            preemptible: None,
            found: None,
            words: Vec::new(),
            matched: Vec::new(),
        }
    }

    fn begin(&mut self, sought: Sought, choices: &[Choice]) {
        self.sought = sought;
        self.preemptible = preemptible(self.cost.last, choices);
    }
}

impl<S: Matchable + Temporal, V: StateStore> Visitor<S> for TransitionFinder<'_, V> {
    fn allows(&mut self, _actor: Actor) -> bool {
        true
    }

    fn violated(&mut self, _choices: &[Choice], violations: &mut Vec<Violation>) {
        violations.clear();
    }

    fn ended(&mut self, system: &mut S, choices: &[Choice], outcome: StepOutcome) {
        if let Sought::Edge(edge) = self.sought
            && outcome == StepOutcome::Failed
            && edge == Edge::end(system.valuation())
        {
            self.found = Some((choices.to_vec(), self.cost));
        }
    }

    fn arrived(&mut self, system: &mut S, choices: &[Choice], starving: u32) {
        let Some(first) = choices.first() else { return };
        let cost = self.cost.with_step(first.actor(), self.preemptible);
        system.save(&mut self.words);
        self.measures.add_words(&mut self.words, &cost);
        let is_matched_by_less = system.save_matched(&mut self.matched);
        if is_matched_by_less {
            self.measures.add_words(&mut self.matched, &cost);
        }
        let matched = is_matched_by_less.then_some(&self.matched[..]);
        let row = Row { full: &self.words, matched };
        let target = match self.sought {
            Sought::State(state) => Some(state),
            Sought::Edge(edge) if edge.starving == starving => Some(edge.target),
            Sought::Edge(_) => None,
        };
        if target.is_some() && self.store.find(row, &mut self.buffers) == target {
            self.found = Some((choices.to_vec(), cost));
        }
    }

    fn goes_on(&self) -> ControlFlow<()> {
        match self.found {
            Some(_) => ControlFlow::Break(()),
            None => ControlFlow::Continue(()),
        }
    }
}
