//! The explored states and transitions, as a graph of numbers.
//!
//! Workers write down the transitions of each state that they have expanded, each worker
//! in a list of its own. Whoever looks at runs as a whole does so while all of them rest,
//! and needs neither the system nor the store: a system's step is made once, however often
//! a run is followed through it.
//!
//! A state costs 12 bytes and a transition 8, and 16 bytes a state more while someone looks.

use std::collections::BTreeSet;
use std::sync::{Mutex, MutexGuard, OnceLock, PoisonError};

use crossbeam_utils::CachePadded;

use crate::StateId;

/// A transition, from a state that is known where it is kept.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Edge {
    /// The state that it leads to; [`END`] if the run ends with it.
    pub(crate) target: StateId,
    /// The threads that could move all along, and did not: a bit for each; and [`ALONE`]. If
    /// the run ends: what holds from there on.
    pub(crate) starving: u32,
}

/// The target of transitions with which a run ends: a number that no state has.
const END: StateId = StateId(u32::MAX);

/// Set if one thread kept all others out all along: they could not have moved.
pub(crate) const ALONE: u32 = 1 << 31;

/// The target of a transition.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Onward {
    /// A state.
    To(StateId),
    /// The end of the run; this valuation of the propositions is the last.
    End(u32),
}

impl Edge {
    /// A run ends; this is what holds then.
    pub(crate) fn end(valuation: u32) -> Edge {
        Edge { target: END, starving: valuation }
    }

    /// The target.
    #[inline]
    pub fn onward(self) -> Onward {
        match self.target {
            END => Onward::End(self.starving),
            state => Onward::To(state),
        }
    }

    /// The threads that could move all along, and did not, unless they were kept out: a bit
    /// for each.
    #[inline]
    pub fn starving(self) -> u32 {
        self.starving & !ALONE
    }

    /// True if one thread kept all others out all along. If that is so for ever, they
    /// cannot move, and the run is fair.
    #[inline]
    pub fn is_alone(self) -> bool {
        self.starving & ALONE != 0
    }
}

/// A state that was expanded.
#[derive(Clone, Copy)]
struct Head {
    state: StateId,
    valuation: u32,
    /// Number of its transitions.
    count: u32,
}

/// States and transitions that one worker has recorded.
#[derive(Default)]
struct Lane {
    heads: Vec<Head>,
    /// The transitions of all states, in the order of the heads.
    edges: Vec<Edge>,
}

/// States and transitions that all workers have recorded.
pub(crate) struct Recorder {
    lanes: Box<[CachePadded<Mutex<Lane>>]>,
    initial: OnceLock<StateId>,
}

/// The transitions of the state that a worker has in hand.
#[derive(Default)]
pub(crate) struct Draft {
    pub(crate) valuation: u32,
    pub(crate) edges: Vec<Edge>,
}

impl Recorder {
    /// For so many workers.
    pub(crate) fn new(workers: usize) -> Recorder {
        let lanes = (0..workers).map(|_| CachePadded::default()).collect();
        Recorder { lanes, initial: OnceLock::new() }
    }

    /// Runs begin in this state.
    pub(crate) fn begin(&self, initial: StateId) {
        let _ = self.initial.set(initial);
    }

    fn lane(&self, worker: usize) -> MutexGuard<'_, Lane> {
        // A worker that panics ends the search.
        self.lanes[worker].lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Writes down a state that was expanded as a whole.
    pub(crate) fn write(&self, worker: usize, state: StateId, draft: &Draft) {
        let mut lane = self.lane(worker);
        let count = draft.edges.len() as u32;
        lane.heads.push(Head { state, valuation: draft.valuation, count });
        lane.edges.extend_from_slice(&draft.edges);
    }

    /// Bytes held.
    pub(crate) fn bytes(&self) -> u64 {
        let bytes = |lane: usize| {
            let lane = self.lane(lane);
            lane.heads.capacity() * size_of::<Head>() + lane.edges.capacity() * size_of::<Edge>()
        };
        (0..self.lanes.len()).map(bytes).sum::<usize>() as u64
    }

    /// All that was written down; nothing if runs have not begun. Nobody can write until it
    /// is dropped.
    pub(crate) fn graph(&self) -> Option<Graph<'_>> {
        let initial = *self.initial.get()?;
        let lanes: Vec<_> = (0..self.lanes.len()).map(|lane| self.lane(lane)).collect();
        let states = lanes.iter().flat_map(|lane| &lane.heads).map(|head| head.state.index());
        let (mut endings, mut starving) = (BTreeSet::new(), 0);
        let targets =
            lanes.iter().flat_map(|lane| &lane.edges).filter_map(|edge| match edge.onward() {
                Onward::To(target) => {
                    starving |= edge.starving();
                    Some(target.index())
                }
                Onward::End(valuation) => {
                    endings.insert(valuation);
                    None
                }
            });
        let most = states.chain(targets).max().unwrap_or(0).max(initial.index());
        let mut rows = vec![UNEXPLORED; most + 1];
        for (number, lane) in lanes.iter().enumerate() {
            let mut first = 0;
            for head in &lane.heads {
                let count = head.count;
                let row = &mut rows[head.state.index()];
                // Under a bound a state is expanded again when it is reached at less cost,
                // and has more transitions then.
                if row.lane == UNEXPLORED.lane || row.count < count {
                    *row = Row { first, lane: number as u32, valuation: head.valuation, count };
                }
                first =
                    first.checked_add(count).expect("a worker should see fewer than 2^32 steps");
            }
        }
        let endings = endings.into_iter().collect();
        Some(Graph { lanes, rows, endings, starving, initial })
    }
}

/// The position of a state's transitions.
#[derive(Clone, Copy)]
struct Row {
    first: u32,
    lane: u32,
    valuation: u32,
    count: u32,
}

const UNEXPLORED: Row = Row { first: 0, lane: u32::MAX, valuation: 0, count: 0 };

/// The states and transitions that a search has explored so far.
///
/// Every run through it is a run of the system, and once the search is over, every run of
/// the system is a run through it, up to what the reduction leaves out.
pub struct Graph<'a> {
    lanes: Vec<MutexGuard<'a, Lane>>,
    rows: Vec<Row>,
    endings: Vec<u32>,
    starving: u32,
    initial: StateId,
}

impl Graph<'_> {
    /// The initial state.
    pub fn initial(&self) -> StateId {
        self.initial
    }

    /// Bytes held for it, beside what workers have written down.
    pub(crate) fn bytes(&self) -> u64 {
        (self.rows.capacity() * size_of::<Row>()) as u64
    }

    /// A number above those of all states.
    pub fn states(&self) -> usize {
        self.rows.len()
    }

    /// The state of a number.
    #[inline]
    pub fn state(&self, number: usize) -> StateId {
        StateId(number as u32)
    }

    /// The valuation of the propositions in a state that was explored: a bit for each. Zero
    /// in others, which have no transitions.
    #[inline]
    pub fn valuation(&self, state: StateId) -> u32 {
        self.rows[state.index()].valuation
    }

    /// The transitions of a state.
    #[inline]
    pub fn edges(&self, state: StateId) -> &[Edge] {
        let Row { first, lane, count, .. } = self.rows[state.index()];
        match count {
            0 => &[],
            _ => &self.lanes[lane as usize].edges[first as usize..][..count as usize],
        }
    }

    /// The threads that could move along some transition, and did not.
    pub fn starving(&self) -> u32 {
        self.starving
    }

    /// The valuations with which runs end, sorted: what holds then, holds for ever.
    pub fn endings(&self) -> &[u32] {
        &self.endings
    }
}
