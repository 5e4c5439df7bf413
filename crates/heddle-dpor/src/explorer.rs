//! The search itself: one execution after the other, each from where it parts from the last.
//!
//! At a node, the next branch of its tree is followed; if it never had one, any step is, by the
//! actor of the last event if it can go on. When there is none, the execution is over: its races
//! are planned in the trees of the nodes before, and the search goes back to the last node that
//! has a branch left. A step that was explored from a node sleeps there, as long as only
//! independent steps are made, since what it begins is known.

use std::collections::BTreeSet;
use std::hash::BuildHasher;

use foldhash::fast::FixedState;
use hashbrown::HashTable;
use heddle_model::{
    Actor, Choice, Counterexample, Footprint, InternalId, Limit, Reducible, Schedule, SpinDeadlock,
    StepOutcome, Temporal, ThreadId, Unknown, UnknownKind, Violation,
};

use crate::Options;
use crate::budget::Budget;
use crate::footprints::{FootprintId, Footprints};
use crate::path::{Event, Path, Race, Slot};
use crate::probes::PROBE_AFTER;
use crate::races::Mover;
use crate::report::{Gap, Progress, Report, Statistics, UnknownRun};
use crate::slots::Slots;
use crate::wakeup::{Step, Taken, Trees};

/// Steps that are made at once while there is one thread only, without a look at the clock.
const PROLOGUE: u64 = 10_000;
/// Steps after that which are compared with the state before them: a loop of at most as many is
/// recognized.
const LONGEST_ROUND: u64 = 64;

/// A search under way.
pub(crate) struct Explorer<'a, S> {
    pub(crate) system: &'a mut S,
    budget: Budget<'a>,
    depth: Option<u64>,
    executions: Option<u64>,
    stop_at_first: bool,
    pub(crate) looks_for_races: bool,
    pub(crate) slots: Slots,
    pub(crate) footprints: Footprints,
    pub(crate) path: Path,
    pub(crate) trees: Trees,
    /// Nodes by the words of their states.
    index: HashTable<u32>,
    /// Choices before the first node.
    prologue: Vec<Choice>,
    /// The state of the last node is loaded.
    pub(crate) is_loaded: bool,
    /// The last node is not to be gone on from.
    is_cut: bool,
    violated: Vec<Counterexample>,
    unknown: Option<UnknownRun>,
    pub(crate) gaps: BTreeSet<Gap>,
    pub(crate) statistics: Statistics,
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
    footprint: Footprint,
    words: Vec<u32>,
}

/// Explores all executions of a system, up to the order of independent steps.
pub fn explore<S: Reducible + Temporal>(
    system: &mut S,
    options: &Options,
    progress: &mut dyn FnMut(&Progress),
) -> Report {
    let Options { limits, executions, depth, stop_at_first, supervisor } = options;
    let mut explorer = Explorer {
        looks_for_races: system.looks_for_races(),
        system,
        budget: Budget::new(*limits, supervisor.as_deref(), progress),
        depth: *depth,
        executions: *executions,
        stop_at_first: *stop_at_first,
        slots: Slots::default(),
        footprints: Footprints::new(),
        path: Path::default(),
        trees: Trees::default(),
        index: HashTable::new(),
        prologue: Vec::new(),
        is_loaded: true,
        is_cut: false,
        violated: Vec::new(),
        unknown: None,
        gaps: BTreeSet::new(),
        statistics: Statistics::default(),
        raced: Vec::new(),
        violations: Vec::new(),
        choices: Vec::new(),
        clock: Vec::new(),
        covered: Vec::new(),
        around: Vec::new(),
        sequence: Vec::new(),
        run: Vec::new(),
        footprint: Footprint::default(),
        words: Vec::new(),
    };
    let limit = explorer.explore();
    let Explorer { violated, unknown, gaps, mut statistics, budget, .. } = explorer;
    (statistics.peak_bytes, statistics.seconds) = budget.spent();
    Report {
        is_ended_by_violation: *stop_at_first && !violated.is_empty(),
        violations: violated,
        unknown,
        limit,
        gaps,
        statistics,
    }
}

impl<S: Reducible + Temporal> Explorer<'_, S> {
    /// True if nothing more is asked for.
    pub(crate) fn is_satisfied(&self) -> bool {
        self.stop_at_first && !self.violated.is_empty()
    }

    /// Explores; returns the limit at which it stopped, if one was reached.
    fn explore(&mut self) -> Option<Limit> {
        loop {
            match self.explore_as_assumed() {
                Exploration::Ended(limit) => return limit,
                Exploration::MustBeginAgain => self.forget(),
            }
        }
    }

    /// Forgets all but what was found, which stays true.
    fn forget(&mut self) {
        self.slots = Slots::default();
        self.footprints = Footprints::new();
        self.path = Path::default();
        self.trees = Trees::default();
        self.index.clear();
        self.prologue.clear();
        self.is_loaded = true;
        self.is_cut = false;
        self.gaps.clear();
        self.raced.clear();
        self.statistics.executions = 0;
        self.statistics.blocked = 0;
    }

    /// Explores, as long as footprints are not known to be too small.
    fn explore_as_assumed(&mut self) -> Exploration {
        self.system.reset();
        if let Prologue::Ended(limit) = self.make_prologue() {
            return Exploration::Ended(limit);
        }
        self.push_root();
        while !self.is_satisfied() {
            if self.budget.is_look_due()
                && let Some(limit) = self.look()
            {
                return Exploration::Ended(Some(limit));
            }
            match self.next_branch() {
                Some(taken) => self.advance(taken),
                None => {
                    if self.path.nodes[self.path.top()].begun == 0 {
                        self.end_execution();
                        if self.statistics.executions == PROBE_AFTER {
                            self.make_probes();
                        }
                        if self.system.widen_lasting_footprints() {
                            return Exploration::MustBeginAgain;
                        }
                        let begun = self.statistics.executions + self.statistics.blocked;
                        if self.executions.is_some_and(|most| begun >= most) {
                            self.gaps.insert(Gap::Executions);
                            return Exploration::Ended(None);
                        }
                    }
                    if !self.go_back() {
                        return Exploration::Ended(None);
                    }
                }
            }
        }
        Exploration::Ended(None)
    }

    /// Compares with the limits, and reports progress.
    pub(crate) fn look(&mut self) -> Option<Limit> {
        let own = self.path.bytes() + self.trees.bytes() + self.footprints.bytes();
        let bytes = own + self.system.memory_used() + self.system.loaded_bytes();
        let depth = self.path.events.len() as u64;
        let (statistics, path, trees) = (&self.statistics, &self.path, &self.trees);
        let limit = self.budget.look(bytes as u64, statistics.executions, depth, || {
            expected(path, trees, statistics.executions)
        });
        limit.or_else(|| self.path.is_full().then_some(Limit::Memory))
    }

    /// Makes steps as long as there is one thread only, which can go one way: no other order of
    /// them is possible.
    fn make_prologue(&mut self) -> Prologue {
        let mut anchor = Vec::new();
        loop {
            if self.check_state() {
                return Prologue::Ended(None);
            }
            if self.system.thread_count() != 1
                || self.system.internal_count() != 0
                || self.choices.len() != 1
            {
                return Prologue::Done;
            }
            if self.budget.is_look_due()
                && let Some(limit) = self.look()
            {
                return Prologue::Ended(Some(limit));
            }
            let choice = self.choices[0];
            let rounds = self.prologue.len() as u64 % PROLOGUE;
            let most = if rounds < LONGEST_ROUND { 1 } else { PROLOGUE - rounds };
            if rounds == 0 {
                self.system.save(&mut anchor);
            }
            let (mut made, mut outcome) =
                self.system.run_alone(choice.actor(), most, &mut self.violations);
            if made == 0 {
                (made, outcome) = (1, self.system.step(choice, &mut self.violations));
            }
            self.statistics.steps += made;
            self.prologue.extend(std::iter::repeat_n(choice, made as usize));
            self.statistics.depth = self.prologue.len() as u64;
            self.note_violations(&[]);
            let is_end = outcome != StepOutcome::Continues || self.system.is_over();
            if let StepOutcome::Unknown(unknown) = outcome {
                self.note_unknown(*unknown, &[]);
            }
            if rounds < LONGEST_ROUND && !is_end {
                self.system.save(&mut self.words);
            }
            // A thread that is alone and comes back to a state goes round for ever.
            if is_end || rounds < LONGEST_ROUND && self.words == anchor {
                self.statistics.executions += 1;
                if !is_end {
                    self.look_for_spinning(&[]);
                }
                return Prologue::Ended(None);
            }
        }
    }

    /// Checks the loaded state, and finds its choices; returns true if nothing more is asked for.
    fn check_state(&mut self) -> bool {
        self.system.choices(&mut self.choices);
        self.system.check_state(&self.choices, &mut self.violations);
        if self.violations.is_empty() {
            return false;
        }
        let run = self.made();
        self.note_violations(&run);
        self.is_satisfied()
    }

    /// The choices of the path.
    fn made(&self) -> Vec<Choice> {
        self.path.choices_before(self.path.events.len()).collect()
    }

    fn push_root(&mut self) {
        self.system.save(&mut self.words);
        let hash = hash(&self.words);
        self.meet_actors();
        let slots = vec![Slot::ABSENT; self.slots.count()];
        self.path.push_root(&self.words, &slots, hash);
        self.index.insert_unique(hash, 0, |_| hash);
        self.fill_slots(None);
    }

    /// Gives slots to the actors of the loaded state.
    fn meet_actors(&mut self) {
        for number in 0..self.system.thread_count() {
            self.slots.of(ThreadId(number as u32).into());
        }
        for number in 0..self.system.internal_count() {
            self.slots.of(InternalId(number as u32).into());
        }
    }

    /// Fills in the slots of the last node, whose state is loaded and was asked for its choices,
    /// after a step of an actor that touched so much.
    fn fill_slots(&mut self, moved: Option<(u32, FootprintId)>) {
        let event = self.path.events.len() as u32;
        let (threads, internals) = (self.system.thread_count(), self.system.internal_count());
        let threads = (0..threads).map(|number| Actor::from(ThreadId(number as u32)));
        let internals = (0..internals).map(|number| Actor::from(InternalId(number as u32)));
        for slot in self.path.top_slots_mut() {
            slot.ways = 0;
        }
        for choice in &self.choices {
            let slot = self.slots.of(choice.actor());
            self.path.top_slots_mut()[slot as usize].ways = choice.alternative + 1;
        }
        for actor in threads.chain(internals) {
            let number = self.slots.of(actor);
            let slot = &mut self.path.top_slots_mut()[number as usize];
            if slot.is_waiting
                && moved.is_some_and(|(_, exact)| self.footprints.conflict(exact, slot.wait))
            {
                slot.is_waiting = false;
            }
            let is_new = !slot.exists;
            if is_new {
                slot.exists = true;
                slot.past = event;
            }
            if is_new || moved.is_some_and(|(mover, _)| mover == number) {
                let is_free = self.system.lasting_footprint(actor, &mut self.footprint);
                slot.pending = self.footprints.number(&self.footprint);
                slot.is_free = is_free;
                slot.site = self.footprint.site;
            }
        }
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
                self.statistics.blocked += 1;
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

    fn is_asleep(&self, node: usize, choice: Choice) -> bool {
        self.path.sleep(node).iter().any(|step| step.choice == choice)
    }

    /// A step to make where nothing is planned: of the actor that moved last, if it can.
    fn any_branch(&self, top: usize) -> Option<Taken> {
        let slots = self.path.slots(top);
        let last = self.path.events.last().map(|event| event.slot);
        let order = last.into_iter().chain(0..slots.len() as u32);
        let mut movers = order.filter(|&slot| slots[slot as usize].can_move());
        movers.find_map(|slot| {
            let known = slots[slot as usize];
            let actor = self.slots.actor(slot);
            let mut choices = (0..known.ways).map(|way| Choice::new(actor, way));
            let choice = choices.find(|&choice| !self.is_asleep(top, choice))?;
            let step = Step { choice, slot, footprint: known.pending };
            Some(Taken { step, below: crate::wakeup::NONE })
        })
    }

    /// Makes a step from the last node.
    fn advance(&mut self, taken: Taken) {
        let Taken { step: Step { choice, slot, .. }, below } = taken;
        let top = self.path.top();
        self.load_top();
        self.path.nodes[top].begun += 1;
        let mut known = self.path.slot(top, slot);
        if known.is_waiting {
            // It goes round once more, since that was planned from where it did not wait.
            known.wait = FootprintId::EMPTY;
        }
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
        if self.depth.is_some_and(|most| self.path.events.len() as u64 >= most)
            && self.path.slots(self.path.top()).iter().any(Slot::can_move)
        {
            self.gaps.insert(Gap::Depth);
            self.cut();
        }
    }

    /// Ends the execution at the last node.
    fn cut(&mut self) {
        self.is_cut = true;
        let top = self.path.top();
        let tree = std::mem::replace(&mut self.path.nodes[top].tree, crate::wakeup::NONE);
        self.trees.drop_list(tree);
    }

    /// The next step of an actor in the last state.
    fn mover(&mut self, slot: u32, known: Slot) -> Mover {
        let footprint = self.footprints.union(known.pending, known.wait);
        let mut site = known.site;
        if self.looks_for_races {
            self.system.footprint(self.slots.actor(slot), &mut self.footprint);
            site = self.footprint.site;
        }
        Mover { slot, known, footprint, site }
    }

    /// Adds the node after a step that ended the run of its actor: the state before it, which
    /// others go on from.
    fn push_end(&mut self, slot: u32, footprint: FootprintId, below: u32) {
        let footprints = &mut self.footprints;
        let sleeps =
            |step: &Step| step.slot != slot && !footprints.conflict(step.footprint, footprint);
        self.path.push_node(None, 0, below, sleeps);
        let event = self.path.events.len() as u32;
        let moved = &mut self.path.top_slots_mut()[slot as usize];
        moved.past = event;
        moved.events += 1;
        moved.is_dead = true;
        self.is_loaded = false;
    }

    /// Adds the node after a step, whose state is loaded.
    fn push_state(
        &mut self,
        slot: u32,
        (footprint, exact): (FootprintId, FootprintId),
        below: u32,
    ) {
        self.system.save(&mut self.words);
        let hash = hash(&self.words);
        self.meet_actors();
        let footprints = &mut self.footprints;
        let sleeps =
            |step: &Step| step.slot != slot && !footprints.conflict(step.footprint, footprint);
        let words = std::mem::take(&mut self.words);
        self.path.push_node(Some((&words, hash)), self.slots.count(), below, sleeps);
        self.words = words;
        if self.check_state() {
            return;
        }
        let (top, event) = (self.path.top(), self.path.events.len() as u32);
        let moved = &mut self.path.top_slots_mut()[slot as usize];
        let ways = moved.ways;
        moved.past = event;
        moved.events += 1;
        moved.wait = FootprintId::EMPTY;
        moved.is_waiting = false;
        self.fill_slots(Some((slot, exact)));
        self.follow_stretches(top, slot, exact, ways);
        self.look_back(top, slot);
        let path = &self.path;
        let hash_of = |&node: &u32| path.nodes[node as usize].hash.unwrap_or_default();
        self.index.insert_unique(hash, top as u32, hash_of);
    }

    /// Finds the stretches that a new node is the end of.
    fn follow_stretches(&mut self, top: usize, slot: u32, exact: FootprintId, ways: u32) {
        let before = &self.path.nodes[top - 1];
        let (own, pure, live) = (before.own_stretch, before.pure_stretch, before.live_stretch);
        let is_pure = ways == 1 && self.footprints.is_pure(exact);
        let follows = top >= 2 && self.path.events[top - 2].slot == slot;
        let node = &mut self.path.nodes[top];
        node.live_stretch = live;
        if is_pure {
            node.pure_stretch = pure;
        }
        if ways == 1 {
            node.own_stretch = if follows { own } else { top as u32 - 1 };
        }
    }

    /// Looks whether the path has come back to a state. An actor that alone has moved since waits
    /// from now on. If several have, and something was changed, the path ends.
    fn look_back(&mut self, top: usize, slot: u32) {
        let path = &self.path;
        let node = &path.nodes[top];
        let hash = node.hash.unwrap_or_default();
        let words = path.words(top);
        let same = self
            .index
            .iter_hash(hash)
            .copied()
            .filter(|&other| other >= node.live_stretch && path.words(other as usize) == words);
        let Some(found) = same.max() else { return };
        if found >= node.own_stretch {
            let mut wait = FootprintId::EMPTY;
            for event in &path.events[found as usize..] {
                wait = self.footprints.union(wait, event.exact);
            }
            let moved = &mut self.path.top_slots_mut()[slot as usize];
            moved.wait = wait;
            moved.is_waiting = true;
        } else if found < node.pure_stretch {
            self.gaps.insert(Gap::Cycle);
            self.cut();
            let run = self.made();
            self.look_for_spinning(&run);
        }
    }

    /// Ends an execution: all that it tells about others is planned.
    fn end_execution(&mut self) {
        let top = self.path.top();
        let is_cut = self.path.slots(top).iter().any(Slot::can_move);
        match is_cut {
            true => self.statistics.blocked += 1,
            false => self.statistics.executions += 1,
        }
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

    /// Goes back from the last node to the one before it; returns false if there is none.
    fn go_back(&mut self) -> bool {
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

    /// Takes note of the spin deadlock to which the loaded state leads, at the end of a run in which
    /// others have nothing more to do, if it does.
    fn look_for_spinning(&mut self, run: &[Choice]) {
        let Some(SpinDeadlock { violation, run: onward, cycle }) = self.system.spin_deadlock()
        else {
            return;
        };
        let is_same = |known: &Counterexample| known.violation.identity() == violation.identity();
        if !self.violated.iter().any(is_same) {
            let before = self.prologue.len() + run.len();
            let schedule = self.prologue.iter().chain(run).chain(&onward).copied().collect();
            let cycle = Some(before + cycle);
            self.violated.push(Counterexample { violation, schedule: Schedule(schedule), cycle });
        }
    }

    /// Takes note of violations at the end of a run.
    pub(crate) fn note_violations(&mut self, run: &[Choice]) {
        for violation in self.violations.drain(..) {
            let schedule = || Schedule(self.prologue.iter().chain(run).copied().collect());
            let length = self.prologue.len() + run.len();
            let is_same =
                |known: &&mut Counterexample| known.violation.identity() == violation.identity();
            match self.violated.iter_mut().find(is_same) {
                Some(known) if known.schedule.0.len() <= length => {}
                Some(known) => {
                    *known = Counterexample { violation, schedule: schedule(), cycle: None }
                }
                None => self.violated.push(Counterexample {
                    violation,
                    schedule: schedule(),
                    cycle: None,
                }),
            }
        }
    }

    /// Takes note of a step that could not be made, if it is the first, or shows a failure.
    fn note_unknown(&mut self, unknown: Unknown, run: &[Choice]) {
        self.budget.give_up_proof(&unknown);
        let is_worse = |known: &UnknownRun| {
            unknown.kind == UnknownKind::Internal && known.unknown.kind != UnknownKind::Internal
        };
        if self.unknown.as_ref().is_none_or(is_worse) {
            let schedule = Schedule(self.prologue.iter().chain(run).copied().collect());
            self.unknown = Some(UnknownRun { unknown, schedule });
        }
    }
}

/// The end of an exploration.
enum Exploration {
    /// All was explored, or a limit was reached.
    Ended(Option<Limit>),
    /// Footprints were too small.
    MustBeginAgain,
}

/// The end of the steps before there is anything to choose.
enum Prologue {
    /// There is something to choose now.
    Done,
    /// The run has ended, or a limit was reached.
    Ended(Option<Limit>),
}

fn hash(words: &[u32]) -> u64 {
    FixedState::default().hash_one(words)
}

/// The number of executions, as the part tells that was explored: if each branch of a node is
/// followed by as many executions as the others (Knuth, "Estimating the efficiency of backtrack
/// programs", 1975).
fn expected(path: &Path, trees: &Trees, executions: u64) -> f64 {
    let (mut part, mut done) = (1.0, 0.0);
    for node in &path.nodes {
        let all = f64::from(node.begun) + trees.len(node.tree) as f64;
        if all > 0.0 {
            done += part * f64::from(node.begun.saturating_sub(1)) / all;
            part /= all;
        }
    }
    if done > 0.0 { executions as f64 / done } else { 1.0 / part }
}
