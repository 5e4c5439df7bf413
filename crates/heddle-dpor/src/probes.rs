//! Probes: a few executions far from the last one, before all are explored in order.
//!
//! The search goes back from the end of an execution, so what takes one change near its
//! beginning comes last; with many threads, that is never. So if the search has not ended after some
//! executions, for each pair of places in the program whose steps conflict in the last of them, one
//! more is made: from the first step at the one place, the actor of the other moves before it, as far as it can. That is one
//! change of context for each pair of places, however many threads come by there.
//!
//! Probes only look for violations. They prove nothing, and the search explores all that they do.

use std::collections::BTreeMap;

use heddle_model::{Choice, Reducible, StepOutcome, Temporal};

use crate::explorer::Explorer;

/// Executions after which probes are made.
pub(crate) const PROBE_AFTER: u64 = 64;
/// Most events of an execution of which pairs are looked at.
const MOST_EVENTS: usize = 4_000;
/// Most probes.
const MOST_PROBES: usize = 200;

impl<S: Reducible + Temporal> Explorer<'_, S> {
    /// Makes probes around the path.
    pub(crate) fn make_probes(&mut self) {
        let events = self.path.events.len().min(MOST_EVENTS);
        // The first event at a place, and the slot that is to come before it, by both places.
        let mut pairs: BTreeMap<(u64, u64), (usize, u32)> = BTreeMap::new();
        for second in 0..events {
            for first in 0..second {
                let (a, b) = (&self.path.events[first], &self.path.events[second]);
                let (sites, slots, footprints) =
                    ((a.site, b.site), (a.slot, b.slot), (a.footprint, b.footprint));
                if slots.0 != slots.1
                    && pairs.get(&sites).is_none_or(|&(known, _)| known > first)
                    && self.footprints.conflict(footprints.0, footprints.1)
                    && self.path.slot(first, slots.1).can_move()
                {
                    pairs.insert(sites, (first, slots.1));
                }
            }
        }
        for &(first, slot) in pairs.values().take(MOST_PROBES) {
            if self.is_satisfied() || self.look().is_some() {
                return;
            }
            self.probe(first, slot, 2 * events);
        }
    }

    /// Makes an execution in which an actor moves before an event as far as it can; so do the others
    /// after it.
    fn probe(&mut self, first: usize, slot: u32, most: usize) {
        self.is_loaded = false;
        self.system.load(self.path.words(first));
        let mut run: Vec<Choice> = self.path.choices_before(first).collect();
        let mut choices = Vec::new();
        let mut last = self.slots.actor(slot);
        for _ in 0..most {
            self.system.choices(&mut choices);
            self.system.check_state(&choices, &mut self.violations);
            self.note_violations(&run);
            let Some(&any) = choices.first() else { return };
            let next = choices.iter().copied().find(|choice| choice.actor() == last);
            let choice = next.unwrap_or(any);
            last = choice.actor();
            let outcome = self.system.step(choice, &mut self.violations);
            self.statistics.replayed_steps += 1;
            run.push(choice);
            self.note_violations(&run);
            // What cannot be followed is noted where the search comes to it.
            if outcome != StepOutcome::Continues || self.system.is_over() || self.is_satisfied() {
                return;
            }
        }
    }
}
