//! A worker: one execution after the other, each from where it parts from the last.
//!
//! At a node, the next branch of its tree is followed; if it never had one, any step is, by the
//! actor of the last event if it can go on. When there is none, the execution is over: its races
//! are planned in the trees of the nodes before, and the search goes back to the last node that
//! has a branch left. A step that was explored from a node sleeps there, as long as only
//! independent steps are made, since what it begins is known.
//!
//! With several workers, the first nodes of a path may be [laid open](crate::frontier).

use std::collections::BTreeSet;

use hashbrown::HashTable;
use heddle_model::{
    Choice, Counterexample, Footprint, Limit, Reducible, StepOutcome, Temporal, Violation,
};

use crate::budget::Budget;
use crate::crew::{Crew, may_work};
use crate::footprints::{FootprintId, Footprints};
use crate::frontier::{NodeId, ROOT};
use crate::path::{Event, Path, Race, Slot};
use crate::probes::PROBE_AFTER;
use crate::prologue::Prologue;
use crate::races::Mover;
use crate::report::{Gap, Report, Statistics, UnknownRun};
use crate::sampling::Sampled;
use crate::slots::Slots;
use crate::wakeup::{NONE, Step, Taken, Trees};
use crate::{Options, Promise};

/// A worker of a search under way.
pub(crate) struct Explorer<'a, S> {
    pub(crate) system: &'a mut S,
    pub(crate) crew: &'a Crew,
    /// Its number.
    pub(crate) worker: usize,
    pub(crate) options: &'a Options,
    pub(crate) budget: Budget<'a>,
    pub(crate) looks_for_races: bool,
    pub(crate) slots: Slots,
    pub(crate) footprints: Footprints,
    pub(crate) path: Path,
    /// The job that is under way: the node of the frontier which is that of the path after those
    /// [above](Self::above).
    pub(crate) job: NodeId,
    /// Those first nodes of the path that are nodes of the frontier, and how many steps slept there
    /// before its branches.
    pub(crate) above: Vec<NodeId>,
    pub(crate) asleep: Vec<usize>,
    pub(crate) trees: Trees,
    /// Nodes by the words of their states.
    pub(crate) index: HashTable<u32>,
    /// Choices before the first node.
    pub(crate) prologue: Vec<Choice>,
    /// The state of the last node is loaded.
    pub(crate) is_loaded: bool,
    /// The last node is not to be gone on from.
    pub(crate) is_cut: bool,
    pub(crate) violated: Vec<Counterexample>,
    pub(crate) unknown: Option<UnknownRun>,
    pub(crate) gaps: BTreeSet<Gap>,
    pub(crate) statistics: Statistics,
    pub(crate) sampled: Option<Sampled>,
    /// Pairs of places at which a data race was found.
    pub(crate) raced: Vec<(u64, u64)>,
    // Buffers.
    pub(crate) violations: Vec<Violation>,
    pub(crate) choices: Vec<Choice>,
    pub(crate) clock: Vec<u32>,
    pub(crate) covered: Vec<u32>,
    pub(crate) around: Vec<Step>,
    pub(crate) sequence: Vec<Step>,
    pub(crate) run: Vec<Choice>,
    pub(crate) rivals: Vec<u32>,
    pub(crate) footprint: Footprint,
    pub(crate) words: Vec<u32>,
}

impl<'a, S: Reducible + Temporal> Explorer<'a, S> {
    /// A worker of this number that has not begun.
    pub(crate) fn new(
        worker: usize,
        system: &'a mut S,
        options: &'a Options,
        crew: &'a Crew,
        budget: Budget<'a>,
    ) -> Explorer<'a, S> {
        Explorer {
            looks_for_races: system.looks_for_races(),
            system,
            crew,
            worker,
            options,
            budget,
            slots: Slots::new(&crew.slots),
            footprints: Footprints::new(&crew.footprints),
            path: Path::default(),
            job: ROOT,
            above: Vec::new(),
            asleep: Vec::new(),
            trees: Trees::default(),
            index: HashTable::new(),
            prologue: Vec::new(),
            is_loaded: true,
            is_cut: false,
            violated: Vec::new(),
            unknown: None,
            gaps: BTreeSet::new(),
            statistics: Statistics::default(),
            sampled: None,
            raced: Vec::new(),
            violations: Vec::new(),
            choices: Vec::new(),
            clock: Vec::new(),
            covered: Vec::new(),
            around: Vec::new(),
            sequence: Vec::new(),
            run: Vec::new(),
            rivals: Vec::new(),
            footprint: Footprint::default(),
            words: Vec::new(),
        }
    }

    /// True if nothing more is asked for.
    pub(crate) fn is_satisfied(&self) -> bool {
        self.options.stop_at_first && !self.violated.is_empty()
    }

    /// Works until there is nothing more to do.
    pub(crate) fn work(mut self) -> Report {
        self.system.reset();
        let limit = match self.worker {
            0 => self.begin(),
            _ => self.take_jobs(),
        };
        if limit.is_some() || self.is_satisfied() {
            self.crew.stop();
        }
        let Explorer { violated, unknown, gaps, mut statistics, sampled, budget, options, .. } =
            self;
        (statistics.peak_bytes, statistics.seconds) = budget.spent();
        Report {
            is_ended_by_violation: options.stop_at_first && !violated.is_empty(),
            violations: violated,
            unknown,
            limit,
            gaps,
            statistics,
            sampled,
        }
    }

    /// Explores from the initial state on; returns the limit at which it stopped, if one was
    /// reached.
    fn begin(&mut self) -> Option<Limit> {
        if let Prologue::Ended(limit) = self.make_prologue() {
            self.crew.finish(ROOT);
            return limit;
        }
        let limit = match (self.options.sampling, self.options.preemptions) {
            (Some(sampling), _) => Some(self.sample(sampling)),
            (None, Some(most)) => Some(self.explore_within(most)),
            (None, None) => None,
        };
        if let Some(limit) = limit {
            self.crew.finish(ROOT);
            return limit;
        }
        self.crew.prologue.get_or_init(|| self.prologue.clone());
        self.push_root();
        self.explore().or_else(|| self.take_jobs())
    }

    /// Explores what is laid open.
    fn take_jobs(&mut self) -> Option<Limit> {
        let supervisor = self.options.supervisor.clone();
        while !self.is_satisfied()
            && let Some(job) = self.crew.await_job(self.worker, supervisor.as_deref())
        {
            let limit = match self.go_to(job) {
                true => self.explore(),
                false => {
                    self.crew.finish(self.job);
                    None
                }
            };
            if limit.is_some() {
                return limit;
            }
        }
        None
    }

    /// Explores all below the job that nobody else does.
    fn explore(&mut self) -> Option<Limit> {
        let limit = self.explore_job();
        self.crew.finish(self.job);
        limit
    }

    fn explore_job(&mut self) -> Option<Limit> {
        while !self.is_satisfied() && !self.crew.is_stopped() {
            if self.budget.is_look_due()
                && let Some(limit) = self.look()
            {
                return Some(limit);
            }
            match self.next_branch() {
                Some(taken) => self.advance(taken),
                None => {
                    if self.path.nodes[self.path.top()].begun == 0 {
                        if self.begins_in_another_order() {
                            continue;
                        }
                        if self.is_last_execution() {
                            return None;
                        }
                    }
                    let may_work = self.share_work();
                    if !may_work || self.path.top() == self.above.len() {
                        return None;
                    }
                    self.go_back();
                }
            }
        }
        None
    }

    /// Ends an execution; returns true if no other is to be explored.
    fn is_last_execution(&mut self) -> bool {
        self.end_execution();
        if self.worker == 0 && self.statistics.executions == PROBE_AFTER {
            self.make_probes();
        }
        // Once one was noted, nobody may look for more.
        self.looks_for_races = self.system.looks_for_races();
        if self.system.widen_lasting_footprints() {
            self.crew.begin_again();
            return true;
        }
        let is_enough = self.options.executions.is_some_and(|most| self.crew.begun() >= most);
        if is_enough {
            self.gaps.insert(Gap::Executions);
        }
        let is_hopeless = !self.keeps_promise();
        if is_hopeless {
            self.gaps.insert(Gap::Promise);
        }
        if is_enough || is_hopeless {
            self.crew.stop();
        }
        is_enough || is_hopeless
    }

    /// True unless it turns out that others may be better at this: there are few actors, there is a
    /// step that cannot be made, or there are too many executions. The latter is looked at after
    /// a sample of them, and each time that the number has doubled since.
    fn keeps_promise(&self) -> bool {
        let Some(Promise { actors, sample, executions }) = self.options.promise else {
            return true;
        };
        let own = self.statistics.executions + self.statistics.blocked;
        if self.worker != 0 {
            return true;
        }
        if self.unknown.is_some() || self.slots.count() < actors {
            return false;
        }
        let is_look_due = own.is_multiple_of(sample) && (own / sample).is_power_of_two();
        let expected = || self.path.expected_executions(&self.trees, self.crew.begun());
        !is_look_due || expected() <= executions as f64
    }

    /// Lays open the part of the path that has branches for others, if some are without work, or all
    /// of it, if the worker may not work any more; returns true if it may.
    fn share_work(&mut self) -> bool {
        let is_last = !may_work(self.worker, self.options.supervisor.as_deref());
        if is_last || self.crew.is_hungry() {
            let mut open = (self.above.len()..self.path.top())
                .filter(|&node| self.path.nodes[node].tree != NONE);
            let last = if is_last { open.next_back() } else { open.next() };
            if let Some(last) = last {
                self.lay_open(last);
            }
        }
        !is_last
    }

    /// Compares with the limits, and reports progress.
    pub(crate) fn look(&mut self) -> Option<Limit> {
        let own = self.path.bytes() + self.trees.bytes() + self.footprints.bytes();
        let own = self.crew.note_bytes(self.worker, own);
        let bytes = own + self.system.memory_used() + self.system.loaded_bytes();
        let depth = self.path.events.len() as u64;
        let executions = self.crew.executions();
        let (path, trees) = (&self.path, &self.trees);
        let limit = self
            .budget
            .look(bytes as u64, executions, depth, || path.expected_executions(trees, executions));
        limit.or_else(|| self.path.is_full().then_some(Limit::Memory))
    }

    /// The next branch to follow from the last node.
    fn next_branch(&mut self) -> Option<Taken> {
        if std::mem::take(&mut self.is_cut) {
            return None;
        }
        let top = self.path.top();
        loop {
            let mut list = self.path.nodes[top].tree;
            let taken = self.trees.take_first(&mut list);
            self.path.nodes[top].tree = list;
            let Some(taken) = taken else { break };
            let Step { choice, slot, .. } = taken.step;
            if self.is_asleep(top, choice) {
                // All that begins with it is known.
                self.trees.drop_list(taken.below);
                self.count(false);
                continue;
            }
            let known = self.path.slot(top, slot);
            if choice.alternative < known.ways && !known.is_dead {
                return Some(taken);
            }
            // The step cannot be made after all; what was to come after it could do without.
            let mut list = self.path.nodes[top].tree;
            self.trees.prepend(taken.below, &mut list);
            self.path.nodes[top].tree = list;
        }
        (self.path.nodes[top].begun == 0).then(|| self.any_branch(top)).flatten()
    }

    pub(crate) fn is_asleep(&self, node: usize, choice: Choice) -> bool {
        self.path.sleep(node).iter().any(|step| step.choice == choice)
    }

    /// A step to make where nothing is planned: of the actor that moved last, if it can.
    fn any_branch(&self, top: usize) -> Option<Taken> {
        let slots = self.path.slots(top);
        let last = self.path.events.last().map(|event| event.slot);
        let order = self.crew.order.get().map_or(&[][..], Vec::as_slice);
        let rest = order.len() as u32..slots.len() as u32;
        let order = last.into_iter().chain(order.iter().copied()).chain(rest);
        let mut movers = order.filter(|&slot| slots.get(slot as usize).is_some_and(Slot::can_move));
        movers.find_map(|slot| {
            let known = slots[slot as usize];
            let actor = self.slots.actor(slot);
            let mut choices = (0..known.ways).map(|way| Choice::new(actor, way));
            let choice = choices.find(|&choice| !self.is_asleep(top, choice))?;
            let step = Step { choice, slot, footprint: known.pending };
            Some(Taken { step, below: NONE })
        })
    }

    /// Makes a step from the last node.
    pub(crate) fn advance(&mut self, taken: Taken) {
        let Taken { step: Step { choice, slot, .. }, below } = taken;
        let top = self.path.top();
        self.load_top();
        self.path.nodes[top].begun += 1;
        let known = self.about_to_move(top, slot);
        let mover = self.mover(slot, known);
        let races = self.path.races.len() as u32;
        self.find_races(&mover);
        if known.ways > 1 {
            let (first, cuts) = (self.path.events.len() as u32, self.path.cuts.len() as u32);
            let cuts = (cuts, cuts);
            let race = Race { first, second: first, ways: known.ways, cuts, is_done: false };
            self.path.races.push(race);
        }
        let number = known.events + 1;
        self.clock[slot as usize] = number;
        self.load_top();
        self.system.exact_footprint(choice.actor(), &mut self.footprint);
        let exact = self.footprints.number(&self.footprint);
        let outcome = self.system.step(choice, &mut self.violations);
        self.statistics.steps += 1;
        let is_end = outcome != StepOutcome::Continues || self.system.is_over();
        self.note_ending(outcome == StepOutcome::Continues && is_end);
        if !self.violations.is_empty() || matches!(outcome, StepOutcome::Unknown(_)) {
            let mut run = self.made();
            run.push(choice);
            self.note_violations(&run);
            if let StepOutcome::Unknown(unknown) = outcome {
                self.note_unknown(*unknown, &run);
            }
        }
        let Mover { footprint, site, .. } = mover;
        let clock = 0..0;
        let event = Event { choice, slot, number, footprint, exact, is_end, clock, races, site };
        self.path.push_event(event, &self.clock);
        if is_end {
            self.push_end(slot, footprint, below);
        } else {
            self.push_state(slot, (footprint, exact), below);
        }
        let depth = (self.prologue.len() + self.path.events.len()) as u64;
        self.statistics.depth = self.statistics.depth.max(depth);
        if self.options.depth.is_some_and(|most| self.path.events.len() as u64 >= most)
            && self.path.slots(self.path.top()).iter().any(Slot::can_move)
        {
            self.gaps.insert(Gap::Depth);
            self.cut();
        }
    }

    /// Knowledge about an actor that is about to move from a node.
    pub(crate) fn about_to_move(&self, node: usize, slot: u32) -> Slot {
        let mut known = self.path.slot(node, slot);
        if known.is_waiting {
            // It goes round once more, since that was planned from where it did not wait.
            known.wait = FootprintId::EMPTY;
        }
        known
    }

    /// Ends the execution at the last node.
    pub(crate) fn cut(&mut self) {
        self.is_cut = true;
        let top = self.path.top();
        let tree = std::mem::replace(&mut self.path.nodes[top].tree, NONE);
        self.trees.drop_list(tree);
    }

    /// The next step of an actor in the last state.
    pub(crate) fn mover(&mut self, slot: u32, known: Slot) -> Mover {
        let footprint = self.footprints.union(known.pending, known.wait);
        let mut site = known.site;
        if self.looks_for_races {
            self.system.footprint(self.slots.actor(slot), &mut self.footprint);
            site = self.footprint.site;
        }
        Mover { slot, known, footprint, site }
    }

    /// Ends an execution: all that it tells about others is planned.
    fn end_execution(&mut self) {
        let top = self.path.top();
        let is_cut = self.path.slots(top).iter().any(Slot::can_move);
        self.count(!is_cut);
        let is_dead = |slot: &Slot| slot.is_dead || slot.is_waiting;
        self.note_ending(!is_cut && !self.path.slots(top).iter().any(is_dead));
        if !is_cut && self.path.slots(top).iter().any(|slot| slot.is_waiting) {
            self.load_top();
            let run = self.made();
            self.look_for_spinning(&run);
            self.is_loaded = false;
        }
        for slot in 0..self.path.slots(top).len() as u32 {
            let known = self.path.slot(top, slot);
            if known.exists && known.ways == 0 && !known.is_dead {
                self.load_top();
                let mover = self.mover(slot, known);
                self.plan_blocked(&mover);
            }
        }
        self.plan_races();
    }

    /// Takes note of a run that has ended, if it has.
    pub(crate) fn note_ending(&mut self, has_ended: bool) {
        self.statistics.ended += u64::from(has_ended);
    }

    /// Counts an execution that was followed to its end, or one that was not.
    pub(crate) fn count(&mut self, is_whole: bool) {
        match is_whole {
            true => self.statistics.executions += 1,
            false => self.statistics.blocked += 1,
        }
        self.crew.count(is_whole);
    }

    /// Goes back from the last node to the one before it; returns false if there is none.
    pub(crate) fn go_back(&mut self) -> bool {
        let top = self.path.top();
        self.is_loaded = false;
        if let Some(hash) = self.path.nodes[top].hash
            && let Ok(entry) = self.index.find_entry(hash, |&node| node == top as u32)
        {
            entry.remove();
        }
        let Some(Event { choice, slot, footprint, .. }) = self.path.pop() else { return false };
        self.path.put_to_sleep(Step { choice, slot, footprint });
        true
    }

    /// Loads the state of the last node, if it is not.
    fn load_top(&mut self) {
        if !std::mem::replace(&mut self.is_loaded, true) {
            self.system.load(self.path.words(self.path.top()));
        }
    }

    /// Loads the state after a run.
    pub(crate) fn load_after(&mut self, run: &[Choice], ignored: &mut Vec<Violation>) {
        self.is_loaded = false;
        self.system.load(self.path.words(0));
        for &choice in run {
            self.system.step(choice, ignored);
        }
    }
}
