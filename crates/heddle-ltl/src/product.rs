//! The runs of a system that an automaton accepts.
//!
//! A node is a state of the system and one of the automaton, which reads what holds in the
//! former and moves along with it. A run that ends stays where it is, and the automaton goes
//! on reading what holds there: that part of a run is marked, since there is no way back from
//! it even if the state has other transitions.
//!
//! Fairness is one more mark for each thread: it moved, or had to wait at some point. Where one
//! thread keeps all others out for ever, they cannot move: a run may go over, at any point, to
//! copies of nodes in which only such transitions lead on, and these have all those marks.

use heddle_search::{Graph, Lasso, Transition};

use crate::automaton::{Automaton, StateId};
use crate::emptiness::{Arc, Run, Space};

/// Where the marks of threads are.
const THREADS: u32 = 32;

/// A system and an automaton.
pub(crate) struct Product<'a> {
    pub(crate) graph: &'a Graph<'a>,
    pub(crate) automaton: &'a Automaton,
    /// For each proposition of the automaton, its bit among those of the system.
    pub(crate) bits: &'a [u8],
    /// Whether only fair runs count.
    pub(crate) is_fair: bool,
}

/// A node, taken apart.
struct Node {
    state: usize,
    control: usize,
    phase: Phase,
}

/// What has become of a run.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Phase {
    /// It goes on.
    Going,
    /// It has ended.
    Ended,
    /// It goes on, and one thread keeps all others out from here on.
    Alone,
}

impl Phase {
    const ALL: [Phase; 3] = [Phase::Going, Phase::Ended, Phase::Alone];
}

impl Product<'_> {
    fn node(&self, number: usize) -> Node {
        let (phases, controls) = (Phase::ALL.len(), self.automaton.state_count());
        let (pair, phase) = (number / phases, Phase::ALL[number % phases]);
        Node { state: pair / controls, control: pair % controls, phase }
    }

    fn number(&self, node: &Node) -> usize {
        let pair = node.state * self.automaton.state_count() + node.control;
        pair * Phase::ALL.len() + node.phase as usize
    }

    fn threads(&self, starving: u32) -> u64 {
        if self.is_fair { u64::from(!starving) << THREADS } else { 0 }
    }

    /// A run of the system. What comes after its end is left out.
    pub(crate) fn lasso(&self, run: &Run) -> Option<Lasso> {
        let transition = |&(from, arc): &(usize, Arc)| {
            let (from, to) = (self.node(from), self.node(arc.target));
            let state = self.graph.state(from.state);
            let is_it = |edge: &&heddle_search::Edge| {
                let is_same = match to.phase {
                    Phase::Alone => edge.is_alone(),
                    _ => self.threads(edge.starving()) == arc.marks >> THREADS << THREADS,
                };
                edge.target.index() == to.state && (!self.is_fair || is_same)
            };
            let edge = *self.graph.edges(state).iter().find(is_it)?;
            Some(Transition { source: state, edge })
        };
        let goes_on = |&&(_, arc): &&(usize, Arc)| self.node(arc.target).phase != Phase::Ended;
        let along = |path: &[(usize, Arc)]| -> Option<Vec<Transition>> {
            path.iter().take_while(goes_on).map(transition).collect()
        };
        Some(Lasso { stem: along(&run.stem)?, cycle: along(&run.cycle)? })
    }
}

/// The valuation of an automaton's propositions, from that of a system's.
pub(crate) fn translated(valuation: u32, bits: &[u8]) -> u64 {
    let bit = |(number, &bit): (usize, &u8)| u64::from(valuation >> bit & 1) << number;
    bits.iter().enumerate().map(bit).sum()
}

impl Space for Product<'_> {
    fn nodes(&self) -> usize {
        Phase::ALL.len() * self.graph.states() * self.automaton.state_count()
    }

    fn initial(&self) -> usize {
        let (state, control) = (self.graph.initial().index(), self.automaton.initial().index());
        self.number(&Node { state, control, phase: Phase::Going })
    }

    fn arcs(&self, node: usize, arcs: &mut Vec<Arc>) {
        let Node { state, control, phase } = self.node(node);
        let id = self.graph.state(state);
        let valuation = translated(self.graph.valuation(id), self.bits);
        let moves = self.automaton.edges(StateId::new(control));
        for step in moves.iter().filter(|step| step.guard.allows(valuation)) {
            let control = step.target.index();
            let mut add = |state: usize, phase: Phase, starving: u32| {
                let target = self.number(&Node { state, control, phase });
                arcs.push(Arc { target, marks: u64::from(step.marks) | self.threads(starving) });
            };
            for edge in self.graph.edges(id) {
                let next = edge.target.index();
                if phase == Phase::Going {
                    add(next, Phase::Going, edge.starving());
                }
                if phase != Phase::Ended && self.is_fair && edge.is_alone() {
                    add(next, Phase::Alone, 0);
                }
            }
            if phase == Phase::Ended || phase == Phase::Going && self.graph.ends(id) {
                add(state, Phase::Ended, 0);
            }
        }
    }

    fn goal(&self) -> u64 {
        u64::from(self.automaton.all_marks()) | self.threads(0)
    }
}
