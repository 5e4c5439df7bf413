//! The nodes of the path: what is known of each state, and whether it was met before.

use std::hash::BuildHasher;

use foldhash::fast::FixedState;
use heddle_model::{Actor, Choice, InternalId, Reducible, Temporal, ThreadId};

use crate::explorer::Explorer;
use crate::footprints::FootprintId;
use crate::path::Slot;
use crate::report::Gap;
use crate::wakeup::Step;

impl<S: Reducible + Temporal> Explorer<'_, S> {
    /// Checks the loaded state, and finds its choices; returns true if nothing more is asked for.
    pub(crate) fn check_state(&mut self) -> bool {
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
    pub(crate) fn made(&self) -> Vec<Choice> {
        self.path.choices_before(self.path.events.len()).collect()
    }

    /// Adds the first node, whose state is loaded.
    pub(crate) fn push_root(&mut self) {
        self.system.save(&mut self.words);
        let hash = hash(&self.words);
        self.meet_actors();
        let slots = vec![Slot::ABSENT; self.slots.count()];
        self.path.push_root(&self.words, &slots, hash);
        self.index_nodes();
        self.fill_slots(None);
    }

    /// Fills the index with the nodes of the path.
    pub(crate) fn index_nodes(&mut self) {
        self.index.clear();
        let nodes = &self.path.nodes;
        let hash_of = |&node: &u32| nodes[node as usize].hash.unwrap_or_default();
        for (number, node) in (0..).zip(nodes) {
            if let Some(hash) = node.hash {
                self.index.insert_unique(hash, number, hash_of);
            }
        }
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

    /// Adds the node after a step that ended the run of its actor: the state before it, which
    /// others go on from.
    pub(crate) fn push_end(&mut self, slot: u32, footprint: FootprintId, below: u32) {
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
    pub(crate) fn push_state(
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
}

fn hash(words: &[u32]) -> u64 {
    FixedState::default().hash_one(words)
}
