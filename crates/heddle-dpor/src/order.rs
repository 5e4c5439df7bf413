//! The order in which actors move where any of them may: those that race follow each other.
//!
//! The search goes back to the last race of an execution first, and makes all steps after it again.
//! If the two actors of a race have moved far from each other, that is mostly steps of others,
//! which have nothing to do with it. Who races is known after one execution. So if the order of the first
//! was a bad one, it is given up, and the search begins again with a better one. Any order is as good
//! for what is explored.
//!
//! Actors that race, with each other or by way of others, are a *group*. Groups come one after the other,
//! and of two of them that with fewer steps is the later one, whose steps are made more often.
//! Actors that race with nobody come first.

use std::cmp::Reverse;

use heddle_model::{Reducible, Temporal};

use crate::explorer::Explorer;

impl<S: Reducible + Temporal> Explorer<'_, S> {
    /// Begins again if this was the first execution and other orders promise to be better;
    /// returns true if so.
    pub(crate) fn begins_in_another_order(&mut self) -> bool {
        if self.worker != 0 || self.crew.order.get().is_some() {
            return false;
        }
        let order = self.order_by_races();
        let is_other = !order.is_sorted();
        self.crew.order.get_or_init(|| order);
        if is_other {
            while self.path.top() != 0 && self.go_back() {}
            self.path.sleep_with(0, &[]);
            self.path.nodes[0].begun = 0;
            self.gaps.clear();
        }
        is_other
    }

    /// All slots, ordered by the races of the path.
    fn order_by_races(&self) -> Vec<u32> {
        let count = self.slots.count() as u32;
        let mut group: Vec<u32> = (0..count).collect();
        let mut size = vec![1; count as usize];
        for race in &self.path.races {
            let slot = |event: u32| self.path.events[event as usize].slot as usize;
            let (one, other) = (group[slot(race.first)], group[slot(race.second)]);
            let (kept, joined) = (one.min(other), one.max(other));
            if kept != joined {
                group.iter_mut().filter(|it| **it == joined).for_each(|it| *it = kept);
                size[kept as usize] += std::mem::take(&mut size[joined as usize]);
            }
        }
        let top = self.path.top();
        let mut steps = vec![0; count as usize];
        for slot in 0..count {
            steps[group[slot as usize] as usize] += self.path.slot(top, slot).events;
        }
        let mut order: Vec<u32> = (0..count).collect();
        order.sort_by_key(|&slot| {
            let group = group[slot as usize];
            let is_shared = size[group as usize] > 1;
            let steps = if is_shared { steps[group as usize] } else { 0 };
            (is_shared, Reverse(steps), group)
        });
        order
    }
}
