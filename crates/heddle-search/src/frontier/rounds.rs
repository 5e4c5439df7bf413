//! Rounds: everything of one rank before anything of the next.

use std::collections::BTreeMap;
use std::io;

use super::{Open, Queue, Visit};
use crate::Order;

/// States by rank. A state is never pushed with a rank below that of the round
/// under way.
pub(crate) struct Rounds {
    order: Order,
    round: u64,
    /// This round's, the next one last.
    current: Vec<Open>,
    later: BTreeMap<u64, Vec<Open>>,
}

impl Rounds {
    /// An empty queue with the ranks of this order.
    pub(crate) fn new(order: Order) -> Rounds {
        Rounds { order, round: 0, current: Vec::new(), later: BTreeMap::new() }
    }
}

impl Queue for Rounds {
    fn push(&mut self, open: Open) {
        let rank = self.order.rank(open.depth, open.preemptions);
        if rank <= self.round {
            self.current.push(open);
        } else {
            self.later.entry(rank).or_default().push(open);
        }
    }

    fn pop(&mut self) -> Option<Open> {
        self.current.pop()
    }

    fn is_dry(&self) -> bool {
        self.current.is_empty()
    }

    fn split(&mut self) -> Vec<Open> {
        self.current.drain(..self.current.len().div_ceil(2)).collect()
    }

    /// This round's come first: pushed to an empty queue, they are a round of their own.
    fn for_each(&self, visit: &mut Visit<'_>) -> io::Result<()> {
        let later = self.later.values().flatten();
        self.current.iter().rev().chain(later).try_for_each(visit)
    }

    fn next_round(&self) -> Option<u64> {
        self.later.keys().next().copied()
    }

    fn begin_round(&mut self, round: u64) {
        self.round = round;
        if let Some(mut open) = self.later.remove(&round) {
            // First in, first out: what is found first is told first.
            open.reverse();
            self.current.append(&mut open);
        }
    }
}
