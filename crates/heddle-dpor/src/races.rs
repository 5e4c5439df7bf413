//! Races: pairs of events that could have come in the other order, and the sequences of steps
//! that begin executions in which they do.
//!
//! For an event `e'` of an actor `q`, and an event `e` before it of another actor that conflicts
//! with it, and that `q` has not come after by an earlier event of its own, the other order begins
//! with `v.q`, where `v` are the events after `e` that do not come after `e`. Where nothing
//! blocks, only the latest such events matter, those that `e'` comes after through no other event:
//! the others are met in executions in which these are reversed.
//!
//! # Blocking
//! The step of `q` may be impossible after `v`: `e` has given back the lock that `q` takes. Then
//! the pair is no race, and the events before `e` are looked at, as if `e` were not there: the
//! race is with the event that took the lock. Likewise, an actor that is blocked when the
//! execution ends races with what keeps it from moving, although its step is no event. Whether
//! `q` can move after `v` is known from the state before `e`, if it stood there already, or else
//! found out by making the steps of `v` there.
//!
//! *Why that suffices.* Compare the proof of the paper (see the crate's documentation): an
//! execution `w` that no branch `p` of a state begins, has a longest part `u` that is independent
//! of some branch `p`, the first that was explored among those with the longest, and then a step of
//! `q` that conflicts with `p`. By induction, what is explored
//! after `p` has every execution that begins with `p.u`; take one in which others enable `q` in as
//! few steps as possible, and then `q` moves, or one in which it never can. No event in between
//! can be reversed with the step of `q`, since then fewer would do; so `p` is looked at, and
//! the sequence begins with something that is independent of `u` and `q`. What
//! is explored for it goes further with `w` than `p` did.
//!
//! *Cuts.* If `v` itself holds events that conflict with a step which may block, these could be
//! what makes it impossible, or possible. So `v` is tried with and without each of
//! them, and without what comes after them. That is rare: they conflict with neither `e` nor what
//! `q` did before, so that the step has to be about several things at once. More than
//! [`MOST_CUTS`] of them are not taken apart, and the search says so.
//!
//! # Alternatives
//! An event that could have gone another way is treated as in a race with itself: the sequence is
//! that of all later events that do not come after it, and then the other way.

use heddle_model::{Choice, Reducible, StepOutcome, Temporal};

use crate::explorer::Explorer;
use crate::footprints::FootprintId;
use crate::path::{Race, Slot};
use crate::report::Gap;
use crate::wakeup::{Step, is_initial};

/// Most events before a step that are left out of its sequence in turn.
const MOST_CUTS: usize = 4;

/// A step that is about to be made, or that cannot be.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Mover {
    pub(crate) slot: u32,
    /// Knowledge about its actor in the last state.
    pub(crate) known: Slot,
    pub(crate) footprint: FootprintId,
    pub(crate) site: u64,
}

impl<S: Reducible + Temporal> Explorer<'_, S> {
    /// Finds the clock of a step after all events, itself not included, in `clock`, and adds its
    /// races.
    pub(crate) fn find_races(&mut self, mover: &Mover) {
        let count = self.slots.count();
        let past = mover.known.past as usize;
        self.clock.clear();
        if past != 0 {
            self.clock.extend_from_slice(self.path.clock(past - 1));
        }
        self.clock.resize(count, 0);
        self.covered.clone_from(&self.clock);
        let mut rivals = std::mem::take(&mut self.rivals);
        match self.footprints.rivals(mover.footprint) {
            Some(footprints) => {
                self.path.find_events(footprints, &mut rivals);
                rivals.iter().for_each(|&first| self.compare(first as usize, mover));
            }
            None => {
                for first in (0..self.path.events.len()).rev() {
                    if self.footprints.conflict(mover.footprint, self.path.events[first].footprint)
                    {
                        self.compare(first, mover);
                    }
                }
            }
        }
        self.rivals = rivals;
    }

    /// Takes note that a step comes after an event that it conflicts with, and adds their races.
    /// Those after that event were compared before.
    fn compare(&mut self, first: usize, mover: &Mover) {
        let event = &self.path.events[first];
        let (slot, number) = (event.slot as usize, event.number);
        if self.covered[slot] >= number || event.slot == mover.slot {
            return;
        }
        if self.clock[slot] < number {
            join(&mut self.clock, self.path.clock(first));
        }
        if self.add_races(first, mover) {
            join(&mut self.covered, self.path.clock(first));
            if self.looks_for_races {
                self.look_for_data_race(first, mover);
            }
        }
    }

    /// Adds the ways in which a step can come before an event; returns true if there are any.
    fn add_races(&mut self, first: usize, mover: &Mover) -> bool {
        let start = self.path.cuts.len() as u32;
        let second = self.path.events.len() as u32;
        let add = |this: &mut Self, ways: u32, cuts: (u32, u32)| {
            let race = Race { first: first as u32, second, ways, cuts, is_done: false };
            this.path.races.push(race);
        };
        let events = if mover.known.is_free { Vec::new() } else { self.cut_points(first, mover) };
        if events.is_empty() {
            let ways = self.ways_before(first, mover, &[], true);
            if ways != 0 {
                add(self, ways, (start, start));
            }
            return ways != 0;
        }
        let mut is_any = false;
        let is_all = events.len() <= MOST_CUTS;
        if !is_all {
            self.gaps.insert(Gap::Orders);
        }
        let masks = if is_all { 1u64 << events.len() } else { 1 };
        for mask in 0..masks {
            let cut = |(i, &event): (usize, &u32)| (mask >> i & 1 != 0).then_some(event);
            let cuts: Vec<u32> = events.iter().enumerate().filter_map(cut).collect();
            let is_after = |&a: &u32| {
                let before = |&b: &u32| a != b && self.path.happens_before(b as usize, a as usize);
                cuts.iter().any(before)
            };
            if cuts.iter().any(is_after) {
                continue;
            }
            let ways = self.ways_before(first, mover, &cuts, false);
            if ways != 0 {
                let from = self.path.cuts.len() as u32;
                self.path.cuts.extend_from_slice(&cuts);
                add(self, ways, (from, self.path.cuts.len() as u32));
                is_any = true;
            }
        }
        is_any
    }

    /// The events after one that do not come after it, nor before what the actor did, and
    /// conflict with its step.
    fn cut_points(&mut self, first: usize, mover: &Mover) -> Vec<u32> {
        let past = mover.known.past as usize;
        let mut found = Vec::new();
        for at in first + 1..self.path.events.len() {
            let event = &self.path.events[at];
            if event.slot != mover.slot
                && self.footprints.conflict(mover.footprint, event.footprint)
                && !self.path.happens_before(first, at)
                && !(past != 0 && self.path.happens_before(at, past - 1))
            {
                found.push(at as u32);
            }
        }
        found
    }

    /// The number of ways in which a step can be made before an event, after those that do not
    /// come after it or after a cut. `is_plain` if none of these conflicts with it.
    fn ways_before(&mut self, first: usize, mover: &Mover, cuts: &[u32], is_plain: bool) -> u32 {
        let past = mover.known.past as usize;
        if mover.known.wait != FootprintId::EMPTY && !self.is_woken_before(first, mover, cuts) {
            return 0;
        }
        if past <= first && (is_plain || mover.known.is_free) {
            return self.path.slot(first, mover.slot).ways;
        }
        if mover.known.is_free {
            return 1;
        }
        if let Some(ways) = self.ways_without_replay(first, mover, cuts) {
            return ways;
        }
        if self.run_around(first, cuts) {
            self.system.alternatives(self.slots.actor(mover.slot))
        } else {
            0
        }
    }

    /// The number of ways in which a step can be made before an event, if none of the steps around it
    /// matters for that.
    fn ways_without_replay(&mut self, first: usize, mover: &Mover, cuts: &[u32]) -> Option<u32> {
        for at in first + 1..self.path.events.len() {
            let conflicts =
                self.footprints.conflict(mover.footprint, self.path.events[at].footprint);
            if conflicts && self.is_around(first, at, cuts) {
                return None;
            }
        }
        let (actor, top) = (self.slots.actor(mover.slot), self.path.top());
        let since = self.path.words(mover.known.past as usize);
        self.is_loaded = false;
        let on_the_way = [since, self.path.words(top)];
        self.system.alternatives_elsewhere(actor, on_the_way, self.path.words(first))
    }

    /// True if something that an actor has read in vain is changed before an event, or after it by
    /// one that does not come after it or after a cut.
    fn is_woken_before(&mut self, first: usize, mover: &Mover, cuts: &[u32]) -> bool {
        let past = mover.known.past as usize;
        (past..self.path.events.len()).any(|at| {
            let footprint = self.path.events[at].exact;
            (at < first || self.is_around(first, at, cuts))
                && self.footprints.conflict(mover.known.wait, footprint)
        })
    }

    /// True if an event that is after another does not come after it, or after a cut.
    #[inline]
    fn is_around(&self, first: usize, at: usize, cuts: &[u32]) -> bool {
        !self.path.happens_before(first, at)
            && !cuts.iter().any(|&cut| self.path.happens_before(cut as usize, at))
    }

    /// Loads the state before an event, and makes the steps that do not come after it or after a
    /// cut. Returns true if all of them could be made.
    fn run_around(&mut self, first: usize, cuts: &[u32]) -> bool {
        self.is_loaded = false;
        self.system.load(self.path.words(first));
        self.run.clear();
        let mut ignored = Vec::new();
        for at in first + 1..self.path.events.len() {
            let event = &self.path.events[at];
            if event.is_end || !self.is_around(first, at, cuts) {
                continue;
            }
            let choice = event.choice;
            self.statistics.replayed_steps += 1;
            self.run.push(choice);
            // What goes wrong on the way is found where it is made.
            if self.system.step(choice, &mut ignored) != StepOutcome::Continues {
                return false;
            }
        }
        true
    }

    /// Plans the executions that the races of the path ask for, if they are not yet.
    pub(crate) fn plan_races(&mut self) {
        for at in 0..self.path.races.len() {
            if self.path.races[at].is_done {
                continue;
            }
            let race = self.path.races[at];
            let second = &self.path.events[race.second as usize];
            let (slot, footprint) = (second.slot, second.footprint);
            let taken = (race.first == race.second).then_some(second.choice.alternative);
            self.path.races[at].is_done = self.plan_race(&race, slot, footprint, taken);
        }
    }

    /// Plans the executions of a race with a step that was not made.
    pub(crate) fn plan_blocked(&mut self, mover: &Mover) {
        let (races, cuts) = (self.path.races.len(), self.path.cuts.len());
        self.find_races(mover);
        for at in races..self.path.races.len() {
            let race = self.path.races[at];
            self.plan_race(&race, mover.slot, mover.footprint, None);
        }
        self.path.races.truncate(races);
        self.path.cuts.truncate(cuts);
    }

    /// Plans a race; returns true if all that begins like that is explored, and false if only a
    /// part is: that which a sleeping step can begin.
    fn plan_race(
        &mut self,
        race: &Race,
        slot: u32,
        footprint: FootprintId,
        taken: Option<u32>,
    ) -> bool {
        let first = race.first as usize;
        let (from, to) = race.cuts;
        let cuts = self.path.cuts[from as usize..to as usize].to_vec();
        self.around.clear();
        let mut before_second = 0;
        for at in first + 1..self.path.events.len() {
            if self.is_around(first, at, &cuts) {
                let event = &self.path.events[at];
                let step =
                    Step { choice: event.choice, slot: event.slot, footprint: event.footprint };
                self.around.push(step);
                before_second += usize::from(at < race.second as usize);
            }
        }
        let mut is_done = true;
        for way in (0..race.ways).filter(|&way| Some(way) != taken) {
            let choice = Choice::new(self.slots.actor(slot), way);
            let last = Step { choice, slot, footprint };
            // As short as it can be, it stands for all executions that have the same events up to
            // the second of the race; with what came after, for this one.
            let is_planned = self.plan(first, before_second, last);
            if !is_planned && before_second < self.around.len() {
                self.plan(first, self.around.len(), last);
            }
            is_done &= is_planned;
        }
        is_done
    }

    /// Plans to explore what begins with so many of the steps around a race and a last one from a
    /// node, unless a sleeping step can begin it. Returns false if what goes on from it may have to
    /// be planned later: if it is not planned, now or before, and does without the sleeping step.
    fn plan(&mut self, node: usize, count: usize, last: Step) -> bool {
        self.sequence.clear();
        self.sequence.extend_from_slice(&self.around[..count]);
        self.sequence.push(last);
        let (sequence, footprints) = (&mut self.sequence, &mut self.footprints);
        let mut asleep = self.path.sleep(node).iter();
        if let Some(asleep) = asleep.find(|&&step| is_initial(step, sequence, footprints)) {
            // A step of the sequence itself begins all that goes on from it.
            return sequence.iter().any(|step| step.slot == asleep.slot);
        }
        if let Some(&shared) = self.above.get(node) {
            let slots: Vec<u32> = sequence.iter().map(|step| step.slot).collect();
            let asleep = self.crew.insert(shared, sequence, footprints);
            return asleep.is_none_or(|asleep| slots.contains(&asleep.slot));
        }
        let mut list = self.path.nodes[node].tree;
        self.trees.insert(&mut list, sequence, footprints);
        self.path.nodes[node].tree = list;
        true
    }

    /// Brings two actors to where their steps, which conflict, are next, and checks that state for
    /// data races.
    fn look_for_data_race(&mut self, first: usize, mover: &Mover) {
        let event = &self.path.events[first];
        let (footprint, site, other) = (event.footprint, event.site, event.choice);
        let footprints = &self.footprints;
        let sections = [
            (footprints.is_unknown(footprint) && footprints.has_plain_touches(mover.footprint))
                .then(|| other.actor()),
            (footprints.is_unknown(mover.footprint) && footprints.has_plain_touches(footprint))
                .then(|| self.slots.actor(mover.slot)),
        ];
        let races = footprints.race(footprint, mover.footprint);
        let sites = (site.min(mover.site), site.max(mover.site));
        let is_known = races && self.raced.contains(&sites);
        if is_known || !races && sections == [None, None] || !self.run_around(first, &[]) {
            return;
        }
        let actor = self.slots.actor(mover.slot);
        if self.system.alternatives(actor) == 0 || self.system.alternatives(other.actor()) == 0 {
            return;
        }
        let mut run: Vec<Choice> = self.path.choices_before(first).collect();
        run.extend_from_slice(&self.run);
        if races {
            let mut choices = std::mem::take(&mut self.choices);
            self.system.choices(&mut choices);
            self.system.check_state(&choices, &mut self.violations);
            self.choices = choices;
            if !self.violations.is_empty() {
                self.raced.push(sites);
                self.note_violations(&run);
            }
        }
        // What a section does is known when it is made.
        for section in sections.into_iter().flatten() {
            self.make_section(&run, section);
        }
    }

    /// Makes the next step of an actor after a run, in each way, and if that is a section with
    /// several ways to go inside, what follows of it.
    fn make_section(&mut self, run: &[Choice], actor: heddle_model::Actor) {
        let mut ignored = Vec::new();
        let mut words = Vec::new();
        let mut footprint = heddle_model::Footprint::default();
        let mut open: Vec<Vec<Choice>> = vec![Vec::new()];
        self.load_after(run, &mut ignored);
        self.system.save(&mut words);
        while let Some(made) = open.pop() {
            self.system.load(&words);
            for &choice in &made {
                self.system.step(choice, &mut ignored);
            }
            let mut here = Vec::new();
            self.system.save(&mut here);
            for way in 0..self.system.alternatives(actor) {
                self.system.load(&here);
                let choice = Choice::new(actor, way);
                let outcome = self.system.step(choice, &mut self.violations);
                let made: Vec<Choice> = made.iter().copied().chain([choice]).collect();
                if !self.violations.is_empty() {
                    let whole: Vec<Choice> = run.iter().chain(&made).copied().collect();
                    self.note_violations(&whole);
                }
                if outcome != StepOutcome::Continues {
                    continue;
                }
                self.system.footprint(actor, &mut footprint);
                if footprint.unknown && self.system.alternatives(actor) > 1 {
                    open.push(made);
                }
            }
        }
    }
}

/// Makes a clock count all that another does.
#[inline]
fn join(clock: &mut [u32], other: &[u32]) {
    for (ours, theirs) in clock.iter_mut().zip(other) {
        *ours = (*ours).max(*theirs);
    }
}
