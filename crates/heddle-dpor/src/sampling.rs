//! Samples of executions, for systems that have too many.
//!
//! Runs are made one after the other, each from the start, by one of these schedulers:
//! - *Random walks*: in each state any actor that can move does, each as likely as the others.
//! - *PCT* (Burckhardt, Kothari, Musuvathi, Nagarakatte, "A randomized scheduler with probabilistic
//!   guarantees of finding bugs", ASPLOS 2010): actors have priorities, in a random order, and of those that
//!   can move the first does. At `d - 1` random moments of a run the actor whose turn it is gets one of `d - 1`
//!   priorities below all of these, and each moment has its own: so whoever was interrupted first may
//!   go on before the others that were, or after them. A bug of *depth* `d`, which takes `d` pairs of steps
//!   to come in the right order, shows in a run with a chance of at least `1 / (n (k+d-1)^(d-1))`, if no run
//!   has more than `n` actors and `k` steps. (The paper has `k^(d-1)`, and does not say what happens if two
//!   moments are one. Here a change is a moment of its own, like a step.)
//! - *POS* (Yuan, Yang, Gu, "Partial order aware concurrency sampling", CAV 2018): each next step has a random
//!   priority, and the first is made. Then its actor's next step, and all that conflict with it, are
//!   given new ones. Executions are more evenly likely than with random walks; there is no number.
//!
//! Where a step has several alternatives, each is as likely as the others.
//!
//! Nobody knows `n` and `k` beforehand: they are measured, `k` with an eighth to spare. When a run has more,
//! runs made so far do not count for the guarantee any more ([`Sampled::counted`]). It is still one of *if*: nobody knows
//! whether runs that were not made are longer.
//!
//! An actor that comes back to a state, after steps of its own only, waits until somebody touches what it
//! looked at, as in the exploration of all executions; else one with a high priority would spin
//! for ever. A run in which everybody waits is over.

use std::hash::BuildHasher;

use fastrand::Rng;
use foldhash::fast::FixedState;
use heddle_model::{Choice, InternalId, Limit, Reducible, StepOutcome, Temporal, ThreadId};

use crate::explorer::Explorer;
use crate::footprints::FootprintId;

/// Most steps of a run, if no other bound is given.
const MOST_STEPS: u64 = 100_000;

/// A sample to make.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Sampling {
    /// The scheduler.
    pub scheduler: Scheduler,
    /// The number of runs.
    pub runs: u64,
    /// The seed of all that is random. With the same one, the same runs are made.
    pub seed: u64,
}

/// A way to choose who moves.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Scheduler {
    /// Anybody.
    Random,
    /// The actor with the highest priority, with few changes of these.
    Pct {
        /// The depth of the bugs for which it has a guarantee, from one.
        depth: u32,
    },
    /// The step with the highest priority, with new ones for all that conflict with it.
    Pos,
}

/// The sample that was made.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Sampled {
    /// Runs that were made.
    pub runs: u64,
    /// Runs that were cut off where they were too long.
    pub cut: u64,
    /// The most actors of a run.
    pub actors: u64,
    /// Steps that no run was longer than, those before there is anything to choose not counted.
    pub steps: u64,
    /// Runs that were made since `actors` and `steps` are what they are.
    pub counted: u64,
    /// Some step had several alternatives: nothing is guaranteed of bugs that depend on these.
    pub has_alternatives: bool,
}

impl Sampled {
    /// Takes note of a run.
    fn add(&mut self, actors: u64, steps: u64, is_cut: bool) {
        self.runs += 1;
        self.cut += u64::from(is_cut);
        if actors > self.actors || steps > self.steps {
            self.actors = self.actors.max(actors);
            self.steps = self.steps.max(steps + steps / 8);
            self.counted = 0;
        } else {
            self.counted += 1;
        }
    }
}

/// Knowledge about an actor in a run.
#[derive(Clone, Default)]
struct Mover {
    /// It is there in this run.
    exists: bool,
    /// The priority of its next step, for POS.
    priority: u64,
    /// The footprint of its next step, if it is known.
    pending: Option<FootprintId>,
    /// All that it touched in a round that it made in vain, since when it waits.
    waits_for: Option<Vec<FootprintId>>,
}

/// A run under way.
#[derive(Default)]
struct Run {
    choices: Vec<Choice>,
    movers: Vec<Mover>,
    /// Slots by priority, the first first, for PCT: those that actors have from the first, and then one
    /// for each change.
    order: Vec<Option<u32>>,
    /// The moments at which the actor whose turn it is gets the priorities behind.
    changes: Vec<u64>,
    /// Moments so far.
    moments: u64,
    /// The steps of the last actor since another has moved: the state before each, and what it touched.
    stretch: Vec<(u64, FootprintId)>,
    last: Option<u32>,
}

impl Run {
    /// Begins another run, of a sample that was made so far.
    fn begin(&mut self, scheduler: Scheduler, sampled: &Sampled, rng: &mut Rng) {
        let Run { choices, movers, order, changes, moments, stretch, last } = self;
        choices.clear();
        movers.clear();
        order.clear();
        stretch.clear();
        *last = None;
        *moments = 0;
        changes.clear();
        if let Scheduler::Pct { depth } = scheduler {
            let most = sampled.steps + u64::from(depth) - 1;
            changes.extend((1..depth).map(|_| rng.u64(1..=most)));
            order.resize(changes.len(), None);
        }
    }

    /// The number of actors that were met.
    fn actors(&self) -> usize {
        self.order.len() - self.changes.len()
    }

    /// Meets an actor, if it was not there before.
    fn meet(&mut self, slot: u32, rng: &mut Rng) {
        let at = slot as usize;
        if self.movers.len() <= at {
            self.movers.resize(at + 1, Mover::default());
        }
        if !std::mem::replace(&mut self.movers[at].exists, true) {
            self.movers[at].priority = rng.u64(..);
            let place = rng.usize(0..=self.actors());
            self.order.insert(place, Some(slot));
        }
    }

    /// The slot of those that can move which does.
    fn choose(&mut self, scheduler: Scheduler, able: &[u32], rng: &mut Rng) -> u32 {
        match scheduler {
            Scheduler::Random => able[rng.usize(0..able.len())],
            Scheduler::Pos => {
                let priority = |slot: &&u32| self.movers[**slot as usize].priority;
                *able.iter().max_by_key(priority).expect("somebody should be able to move")
            }
            Scheduler::Pct { .. } => self.choose_first(able),
        }
    }

    /// The first slot of those that can move, after the changes that are due before it does.
    fn choose_first(&mut self, able: &[u32]) -> u32 {
        loop {
            self.moments += 1;
            let is_able = |slot: &Option<u32>| slot.is_some_and(|slot| able.contains(&slot));
            let first = self.order.iter().position(is_able);
            let first = first.expect("an actor that can move should have a priority");
            let slot = self.order[first].expect("the place was found by its slot");
            let Some(change) = self.changes.iter().position(|&at| at == self.moments) else {
                return slot;
            };
            let lowered = self.actors() + change;
            self.order[first] = None;
            self.order[lowered] = Some(slot);
        }
    }
}

impl<S: Reducible + Temporal> Explorer<'_, S> {
    /// Makes a sample of runs from the loaded state on.
    pub(crate) fn sample(&mut self, sampling: Sampling) -> Option<Limit> {
        let Sampling { scheduler, runs, seed } = sampling;
        let mut rng = Rng::with_seed(seed);
        let mut start = Vec::new();
        self.system.save(&mut start);
        let mut run = Run::default();
        let mut sampled = Sampled::default();
        let mut limit = None;
        while sampled.runs < runs && limit.is_none() && !self.is_satisfied() {
            run.begin(scheduler, &sampled, &mut rng);
            self.system.load(&start);
            match self.make_run(scheduler, &mut run, &mut sampled, runs, &mut rng) {
                Ok(is_cut) => {
                    let (actors, steps) = (run.actors() as u64, run.choices.len() as u64);
                    sampled.add(actors, steps, is_cut);
                    self.count(!is_cut);
                    self.statistics.depth =
                        self.statistics.depth.max(self.prologue.len() as u64 + steps);
                }
                Err(reached) => limit = Some(reached),
            }
        }
        self.sampled = Some(sampled);
        limit
    }

    /// Makes one run; returns true if it was cut off.
    fn make_run(
        &mut self,
        scheduler: Scheduler,
        run: &mut Run,
        sampled: &mut Sampled,
        runs: u64,
        rng: &mut Rng,
    ) -> Result<bool, Limit> {
        let most = self.options.depth.unwrap_or(MOST_STEPS);
        let mut able = Vec::new();
        loop {
            if self.budget.is_look_due()
                && let Some(limit) = self.look_at_sample(runs)
            {
                return Err(limit);
            }
            self.system.choices(&mut self.choices);
            self.system.check_state(&self.choices, &mut self.violations);
            self.note_violations(&run.choices);
            if self.is_satisfied() {
                return Ok(false);
            }
            if self.choices.is_empty() {
                self.note_ending(true);
                return Ok(false);
            }
            if run.choices.len() as u64 >= most {
                return Ok(true);
            }
            for number in 0..self.system.thread_count() {
                run.meet(self.slots.of(ThreadId(number as u32).into()), rng);
            }
            for number in 0..self.system.internal_count() {
                run.meet(self.slots.of(InternalId(number as u32).into()), rng);
            }
            able.clear();
            for at in 0..self.choices.len() {
                let slot = self.slots.of(self.choices[at].actor());
                if able.last() != Some(&slot) && run.movers[slot as usize].waits_for.is_none() {
                    able.push(slot);
                }
            }
            if able.is_empty() {
                let made = run.choices.clone();
                self.look_for_spinning(&made);
                return Ok(false);
            }
            let slot = run.choose(scheduler, &able, rng);
            let actor = self.slots.actor(slot);
            let ways = self.choices.iter().filter(|choice| choice.actor() == actor).count();
            sampled.has_alternatives |= ways > 1;
            let way = if ways > 1 { rng.usize(0..ways) } else { 0 };
            if self.is_over_after(scheduler, run, slot, Choice::new(actor, way as u32), ways, rng) {
                return Ok(false);
            }
        }
    }

    /// Makes a step; returns true if the run has ended with it.
    fn is_over_after(
        &mut self,
        scheduler: Scheduler,
        run: &mut Run,
        slot: u32,
        choice: Choice,
        ways: usize,
        rng: &mut Rng,
    ) -> bool {
        if scheduler == Scheduler::Pos {
            self.find_pending(run);
        }
        self.system.save(&mut self.words);
        let before = FixedState::default().hash_one(&self.words);
        self.system.exact_footprint(choice.actor(), &mut self.footprint);
        let exact = self.footprints.number(&self.footprint);
        let outcome = self.system.step(choice, &mut self.violations);
        self.statistics.steps += 1;
        run.choices.push(choice);
        self.note_violations(&run.choices);
        let has_ended = outcome == StepOutcome::Continues && self.system.is_over();
        self.note_ending(has_ended);
        if let StepOutcome::Unknown(unknown) = outcome {
            self.note_unknown(*unknown, &run.choices);
            return true;
        }
        if outcome != StepOutcome::Continues || has_ended {
            return true;
        }
        let pending = run.movers[slot as usize].pending.take();
        run.movers[slot as usize].priority = rng.u64(..);
        for (other, mover) in (0..).zip(&mut run.movers) {
            if other == slot {
                continue;
            }
            let wakes = |waits: &Vec<FootprintId>,
                         footprints: &mut crate::footprints::Footprints| {
                waits.iter().any(|&touched| footprints.conflict(touched, exact))
            };
            if mover.waits_for.as_ref().is_some_and(|waits| wakes(waits, &mut self.footprints)) {
                mover.waits_for = None;
            }
            if let (Some(ours), Some(theirs)) = (pending, mover.pending)
                && self.footprints.conflict(ours, theirs)
            {
                mover.priority = rng.u64(..);
            }
        }
        if run.last.replace(slot) != Some(slot) || ways > 1 {
            run.stretch.clear();
        }
        if ways == 1 {
            run.stretch.push((before, exact));
            self.system.save(&mut self.words);
            let after = FixedState::default().hash_one(&self.words);
            if let Some(from) = run.stretch.iter().position(|&(state, _)| state == after) {
                let mut touched: Vec<_> = run.stretch[from..].iter().map(|step| step.1).collect();
                touched.sort_unstable_by_key(|footprint| footprint.index());
                touched.dedup();
                run.movers[slot as usize].waits_for = Some(touched);
                run.stretch.clear();
            }
        }
        false
    }

    /// Finds the footprints of next steps that are not known.
    fn find_pending(&mut self, run: &mut Run) {
        for (slot, mover) in (0..).zip(&mut run.movers) {
            if mover.exists && mover.pending.is_none() {
                self.system.lasting_footprint(self.slots.actor(slot), &mut self.footprint);
                mover.pending = Some(self.footprints.number(&self.footprint));
            }
        }
    }

    fn look_at_sample(&mut self, runs: u64) -> Option<Limit> {
        let own = self.crew.note_bytes(self.worker, self.footprints.bytes());
        let bytes = own + self.system.memory_used() + self.system.loaded_bytes();
        self.budget.look(bytes as u64, self.crew.begun(), self.statistics.depth, || runs as f64)
    }
}
