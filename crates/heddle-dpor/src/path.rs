//! The execution under way: its states, its events, and what happens before what.
//!
//! A path is a stack of *nodes* (states) with an event between each and the next. All that is of
//! varying length lies in arenas that grow and shrink with the stack: the words of states, slots,
//! sleeping steps, clocks, races. So the memory of a search is that of its longest path.
//!
//! # Slots
//! Each actor has a *slot*, a number that it keeps for the whole search. A node has what is known
//! of each slot there: the step that its actor is about to make, in how many ways it can be made,
//! and the event with which its past ends.
//!
//! # Happens-before
//! An event comes after the one before it of the same actor, after the event that created its
//! actor, and after all that it conflicts with, and after what these come after. The clock of an
//! event says how many events of each slot that are, itself included.

use std::ops::Range;

use heddle_model::Choice;

use crate::footprints::FootprintId;
use crate::wakeup::{NONE, Step, Trees};

/// Knowledge about an actor in a state.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Slot {
    /// The lasting footprint of its next step.
    pub(crate) pending: FootprintId,
    /// All that it has touched in the round that it made in vain, if it waits or did.
    pub(crate) wait: FootprintId,
    /// The number of ways in which its next step can be made.
    pub(crate) ways: u32,
    /// The number of the event with which its past ends: its last, or the one that created it,
    /// plus one. There is none if it is zero.
    pub(crate) past: u32,
    /// The number of its events.
    pub(crate) events: u32,
    /// The place in the program of its next step.
    pub(crate) site: u64,
    /// It is there.
    pub(crate) exists: bool,
    /// Its next step can be made in one way in any state.
    pub(crate) is_free: bool,
    /// Its run has ended.
    pub(crate) is_dead: bool,
    /// It has made a round in vain, and nobody has touched what matters for it since.
    pub(crate) is_waiting: bool,
}

impl Slot {
    /// The slot of an actor that is not there.
    pub(crate) const ABSENT: Slot = Slot {
        pending: FootprintId::EMPTY,
        wait: FootprintId::EMPTY,
        ways: 0,
        past: 0,
        events: 0,
        site: 0,
        exists: false,
        is_free: false,
        is_dead: false,
        is_waiting: false,
    };

    /// True if its step can be made, and is worth it.
    pub(crate) fn can_move(&self) -> bool {
        self.ways != 0 && !self.is_dead && !self.is_waiting
    }
}

/// A state on the path.
#[derive(Clone, Debug)]
pub(crate) struct Node {
    /// Its words. A node after a step that ended the run has those of the node before.
    pub(crate) words: Range<u32>,
    /// The number of words in the arena, its own included.
    words_end: u32,
    pub(crate) slots: Range<u32>,
    /// The first of its sleeping steps; the others follow up to those of the next node.
    pub(crate) sleep: u32,
    /// The list of branches that are still to be explored from here.
    pub(crate) tree: u32,
    /// The number of branches that were begun.
    pub(crate) begun: u32,
    /// The first node of the stretch up to here in which one actor has moved, and could each time
    /// go one way only.
    pub(crate) own_stretch: u32,
    /// The first node of the stretch up to here in which nobody has changed anything.
    pub(crate) pure_stretch: u32,
    /// The first node of the stretch up to here in which no run has ended.
    pub(crate) live_stretch: u32,
    /// A hash of the words, if they are in the index.
    pub(crate) hash: Option<u64>,
}

/// A step on the path.
#[derive(Clone, Debug)]
pub(crate) struct Event {
    pub(crate) choice: Choice,
    pub(crate) slot: u32,
    /// Its number among the events of its slot, from one.
    pub(crate) number: u32,
    /// The footprint by which it conflicts with others.
    pub(crate) footprint: FootprintId,
    /// All that it has touched.
    pub(crate) exact: FootprintId,
    /// The run ended with it, so it was taken back: the next node is the same state.
    pub(crate) is_end: bool,
    pub(crate) clock: Range<u32>,
    /// The first of its races.
    pub(crate) races: u32,
    /// The place in the program.
    pub(crate) site: u64,
}

/// Two events that could have come in the other order.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Race {
    /// The first.
    pub(crate) first: u32,
    /// The second. If it is the first itself, the event could have gone another way.
    pub(crate) second: u32,
    /// The number of ways in which the second can be made before the first.
    pub(crate) ways: u32,
    /// Events that have to stay away for that, if it takes that: a part of the list of cuts.
    pub(crate) cuts: (u32, u32),
    /// All that begins with the other order is explored.
    pub(crate) is_done: bool,
}

/// The execution under way.
#[derive(Default)]
pub(crate) struct Path {
    pub(crate) nodes: Vec<Node>,
    pub(crate) events: Vec<Event>,
    pub(crate) races: Vec<Race>,
    /// Events that stay away in some races.
    pub(crate) cuts: Vec<u32>,
    words: Vec<u32>,
    slots: Vec<Slot>,
    sleep: Vec<Step>,
    clocks: Vec<u32>,
    /// The events with each footprint, in order.
    alike: Vec<Vec<u32>>,
}

impl Path {
    /// Writes the events whose footprints are among some to `found`, the last first.
    pub(crate) fn find_events(&self, footprints: &[FootprintId], found: &mut Vec<u32>) {
        found.clear();
        for footprint in footprints {
            if let Some(events) = self.alike.get(footprint.index()) {
                found.extend_from_slice(events);
            }
        }
        found.sort_unstable_by(|a, b| b.cmp(a));
    }

    /// The number of the last node.
    pub(crate) fn top(&self) -> usize {
        self.nodes.len() - 1
    }

    /// The words of a node.
    pub(crate) fn words(&self, node: usize) -> &[u32] {
        let Range { start, end } = self.nodes[node].words;
        &self.words[start as usize..end as usize]
    }

    /// The slots of a node.
    pub(crate) fn slots(&self, node: usize) -> &[Slot] {
        let Range { start, end } = self.nodes[node].slots;
        &self.slots[start as usize..end as usize]
    }

    /// A slot of a node.
    pub(crate) fn slot(&self, node: usize, slot: u32) -> Slot {
        self.slots(node).get(slot as usize).copied().unwrap_or(Slot::ABSENT)
    }

    /// The slots of the last node.
    pub(crate) fn top_slots_mut(&mut self) -> &mut [Slot] {
        let Range { start, end } = self.nodes[self.top()].slots;
        &mut self.slots[start as usize..end as usize]
    }

    /// The sleeping steps of a node.
    pub(crate) fn sleep(&self, node: usize) -> &[Step] {
        let end = self.nodes.get(node + 1).map_or(self.sleep.len(), |next| next.sleep as usize);
        &self.sleep[self.nodes[node].sleep as usize..end]
    }

    /// Adds a sleeping step to the last node.
    pub(crate) fn put_to_sleep(&mut self, step: Step) {
        self.sleep.push(step);
    }

    /// The clock of an event.
    pub(crate) fn clock(&self, event: usize) -> &[u32] {
        let Range { start, end } = self.events[event].clock;
        &self.clocks[start as usize..end as usize]
    }

    /// True if an event comes before another, or is it.
    #[inline]
    pub(crate) fn happens_before(&self, first: usize, second: usize) -> bool {
        let Event { slot, number, .. } = self.events[first];
        self.clock(second).get(slot as usize).is_some_and(|&count| count >= number)
    }

    /// Adds the first node.
    pub(crate) fn push_root(&mut self, words: &[u32], slots: &[Slot], hash: u64) {
        self.words.extend_from_slice(words);
        self.slots.extend_from_slice(slots);
        self.nodes.push(Node {
            words: 0..words.len() as u32,
            words_end: words.len() as u32,
            slots: 0..slots.len() as u32,
            sleep: 0,
            tree: NONE,
            begun: 0,
            own_stretch: 0,
            pure_stretch: 0,
            live_stretch: 0,
            hash: Some(hash),
        });
    }

    /// Adds an event with its clock.
    pub(crate) fn push_event(&mut self, event: Event, clock: &[u32]) {
        let start = self.clocks.len() as u32;
        self.clocks.extend_from_slice(clock);
        let footprint = event.footprint.index();
        if self.alike.len() <= footprint {
            self.alike.resize(footprint + 1, Vec::new());
        }
        self.alike[footprint].push(self.events.len() as u32);
        self.events.push(Event { clock: start..self.clocks.len() as u32, ..event });
    }

    /// Adds the node after the last event, with the slots of the one before it and the steps
    /// that still sleep. Without words of its own, it has those of the one before.
    pub(crate) fn push_node(
        &mut self,
        words: Option<(&[u32], u64)>,
        slot_count: usize,
        tree: u32,
        mut sleeps: impl FnMut(&Step) -> bool,
    ) {
        let top = self.top();
        let words_range = match words {
            Some((words, _)) => {
                let start = self.words.len() as u32;
                self.words.extend_from_slice(words);
                start..self.words.len() as u32
            }
            None => self.nodes[top].words.clone(),
        };
        let old = self.nodes[top].slots.clone();
        let start = self.slots.len();
        self.slots.extend_from_within(old.start as usize..old.end as usize);
        let missing = slot_count.saturating_sub(old.len());
        self.slots.extend(std::iter::repeat_n(Slot::ABSENT, missing));
        let (first, last) = (self.nodes[top].sleep as usize, self.sleep.len());
        for at in first..last {
            let step = self.sleep[at];
            if sleeps(&step) {
                self.sleep.push(step);
            }
        }
        let number = top as u32 + 1;
        self.nodes.push(Node {
            words: words_range,
            words_end: self.words.len() as u32,
            slots: start as u32..self.slots.len() as u32,
            sleep: last as u32,
            tree,
            begun: 0,
            own_stretch: number,
            pure_stretch: number,
            live_stretch: number,
            hash: words.map(|(_, hash)| hash),
        });
    }

    /// Removes the last node and the event that leads to it.
    pub(crate) fn pop(&mut self) -> Option<Event> {
        let node = self.nodes.pop()?;
        self.sleep.truncate(node.sleep as usize);
        self.slots.truncate(node.slots.start as usize);
        self.words.truncate(self.nodes.last().map_or(0, |last| last.words_end as usize));
        let event = self.events.pop()?;
        self.alike[event.footprint.index()].pop();
        self.clocks.truncate(event.clock.start as usize);
        let first_cut = self.races[event.races as usize..].iter().map(|race| race.cuts.0).min();
        self.cuts.truncate(first_cut.map_or(self.cuts.len(), |first| first as usize));
        self.races.truncate(event.races as usize);
        Some(event)
    }

    /// A copy of the path up to a node, none of which has branches.
    pub(crate) fn up_to(&self, node: usize) -> Path {
        let Node { words_end, ref slots, .. } = self.nodes[node];
        let races = self.events.get(node).map_or(self.races.len(), |event| event.races as usize);
        let later = self.races[races..].iter().map(|race| race.cuts.0).min();
        let cuts = later.map_or(self.cuts.len(), |first| first as usize);
        let clocks = self.events.get(node).map_or(self.clocks.len(), |it| it.clock.start as usize);
        let sleep = self.nodes.get(node + 1).map_or(self.sleep.len(), |next| next.sleep as usize);
        let alike = self.alike.iter().map(|events| {
            let count = events.partition_point(|&event| (event as usize) < node);
            events[..count].to_vec()
        });
        let mut path = Path {
            nodes: self.nodes[..=node].to_vec(),
            events: self.events[..node].to_vec(),
            races: self.races[..races].to_vec(),
            cuts: self.cuts[..cuts].to_vec(),
            words: self.words[..words_end as usize].to_vec(),
            slots: self.slots[..slots.end as usize].to_vec(),
            sleep: self.sleep[..sleep].to_vec(),
            clocks: self.clocks[..clocks].to_vec(),
            alike: alike.collect(),
        };
        path.nodes.iter_mut().for_each(|node| node.tree = NONE);
        path
    }

    /// Has so many of the sleeping steps of the last node sleep there, and some more.
    pub(crate) fn sleep_with(&mut self, count: usize, more: &[Step]) {
        let first = self.nodes[self.top()].sleep as usize;
        self.sleep.truncate(first + count);
        self.sleep.extend_from_slice(more);
    }

    /// The choices that lead to a node, without those that were taken back.
    pub(crate) fn choices_before(&self, node: usize) -> impl Iterator<Item = Choice> {
        self.events[..node].iter().filter(|event| !event.is_end).map(|event| event.choice)
    }

    /// The number of executions, as the part tells that was explored: if each branch of a node is
    /// followed by as many executions as the others (Knuth, "Estimating the efficiency of backtrack
    /// programs", 1975). Of nodes that are shared, the branches count of which the path has told.
    pub(crate) fn expected_executions(&self, trees: &Trees, executions: u64) -> f64 {
        let (mut part, mut done) = (1.0, 0.0);
        for node in &self.nodes {
            let all = f64::from(node.begun) + trees.len(node.tree) as f64;
            if all > 0.0 {
                done += part * f64::from(node.begun.saturating_sub(1)) / all;
                part /= all;
            }
        }
        if done > 0.0 { executions as f64 / done } else { 1.0 / part }
    }

    /// True if it has no room for more.
    pub(crate) fn is_full(&self) -> bool {
        let longest = self.words.len().max(self.slots.len()).max(self.clocks.len());
        longest.max(self.sleep.len()) > 1 << 31
    }

    /// Bytes held, about.
    pub(crate) fn bytes(&self) -> usize {
        let words = self.words.capacity() + self.clocks.capacity() + self.cuts.capacity();
        words * size_of::<u32>()
            + self.nodes.capacity() * size_of::<Node>()
            + self.events.capacity() * size_of::<Event>()
            + self.races.capacity() * size_of::<Race>()
            + self.slots.capacity() * size_of::<Slot>()
            + self.sleep.capacity() * size_of::<Step>()
            + self.alike.capacity() * size_of::<Vec<u32>>()
    }
}
