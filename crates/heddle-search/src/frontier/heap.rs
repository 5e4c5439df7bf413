//! Best first: the state with the greatest metric next.

use std::cmp::Reverse;
use std::collections::BinaryHeap;
use std::io;

use super::{Open, Queue, Visit};

/// A heap; of states with the same metric, the one that was found first.
#[derive(Default)]
pub(crate) struct Heap {
    open: BinaryHeap<Ranked>,
    pushed: u64,
}

struct Ranked {
    rank: (i64, Reverse<u64>),
    open: Open,
}

impl PartialEq for Ranked {
    fn eq(&self, other: &Ranked) -> bool {
        self.rank == other.rank
    }
}

impl Eq for Ranked {}

impl PartialOrd for Ranked {
    fn partial_cmp(&self, other: &Ranked) -> Option<std::cmp::Ordering> {
        Some(self.cmp(other))
    }
}

impl Ord for Ranked {
    fn cmp(&self, other: &Ranked) -> std::cmp::Ordering {
        self.rank.cmp(&other.rank)
    }
}

impl Queue for Heap {
    fn push(&mut self, open: Open) {
        self.pushed += 1;
        self.open.push(Ranked { rank: (open.metric, Reverse(self.pushed)), open });
    }

    fn pop(&mut self) -> Option<Open> {
        self.open.pop().map(|ranked| ranked.open)
    }

    /// The best first: of equals, the one pushed first stays first.
    fn for_each(&self, visit: &mut Visit<'_>) -> io::Result<()> {
        let mut ranked: Vec<&Ranked> = self.open.iter().collect();
        ranked.sort_by_key(|ranked| Reverse(ranked.rank));
        ranked.into_iter().try_for_each(|ranked| visit(&ranked.open))
    }

    fn is_dry(&self) -> bool {
        self.open.is_empty()
    }

    /// Every other one of the best half, so that both go on with good ones.
    fn split(&mut self) -> Vec<Open> {
        let mut given = Vec::new();
        let mut kept = Vec::new();
        for i in 0..self.open.len().div_ceil(2) {
            let Some(ranked) = self.open.pop() else { break };
            if i % 2 == 0 { given.push(ranked.open) } else { kept.push(ranked) }
        }
        self.open.extend(kept);
        given
    }
}
