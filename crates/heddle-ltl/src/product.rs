//! The runs of a system that an automaton accepts.
//!
//! A node is a state of the system and one of the automaton, which reads what holds in the
//! former and moves along with it. A run that ends leads to a node of its own kind, where the
//! automaton goes on reading what held at the end.
//!
//! Fairness is one more mark for each thread that may starve: it moved, or had to wait at some
//! point. Where one thread keeps all others out for ever, they cannot move: a run may go over,
//! at any point, to copies of nodes in which only such transitions lead on, and these have all
//! those marks.

use heddle_search::{Edge, Graph, LassoRun, Onward, Transition};

use crate::automaton::{Automaton, StateId};
use crate::emptiness::{AcceptingRun, Arc, MarkedGraph};

/// First bit of the marks of threads.
const THREADS: u32 = 32;

/// A system and an automaton.
pub(crate) struct Product<'a> {
    pub(crate) graph: &'a Graph<'a>,
    pub(crate) automaton: &'a Automaton,
    /// For each proposition of the automaton, its bit among those of the system.
    pub(crate) bits: &'a [u8],
    /// True if only fair runs count.
    pub(crate) is_fair: bool,
    /// For each state of the automaton, true if its component accepts; none unless each component
    /// accepts all cycles in it or none.
    pub(crate) good: Option<&'a [bool]>,
}

/// The system's part of a node.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum SystemNode {
    /// In a state of the system.
    Going(usize),
    /// In a state of the system, and one thread keeps all others out from here on.
    Alone(usize),
    /// At its end, with one of the valuations with which runs end.
    Ended(usize),
}

impl Product<'_> {
    /// The number of a node. Those of going runs come first; there are [`SystemNode::Alone`]s only
    /// where fairness asks for them.
    fn number(&self, system: SystemNode, control: usize) -> usize {
        let states = self.graph.states();
        let system = match system {
            SystemNode::Going(state) => state,
            SystemNode::Ended(ending) => states + ending,
            SystemNode::Alone(state) => states + self.graph.endings().len() + state,
        };
        system * self.automaton.state_count() + control
    }

    /// A node, and what the automaton has read.
    fn node(&self, number: usize) -> (SystemNode, usize) {
        let (states, endings) = (self.graph.states(), self.graph.endings().len());
        let (system, control) =
            (number / self.automaton.state_count(), number % self.automaton.state_count());
        let system = match system {
            state if state < states => SystemNode::Going(state),
            ending if ending < states + endings => SystemNode::Ended(ending - states),
            state => SystemNode::Alone(state - states - endings),
        };
        (system, control)
    }

    /// Successors along a transition, each with the threads that starve on it.
    fn along(&self, from: SystemNode, edge: Edge) -> impl Iterator<Item = (SystemNode, u32)> {
        let going = matches!(from, SystemNode::Going(_));
        let (plain, alone) = match edge.onward() {
            Onward::End(valuation) => {
                let ending = self.graph.endings().binary_search(&valuation).ok();
                (ending.filter(|_| going).map(|ending| (SystemNode::Ended(ending), 0)), None)
            }
            Onward::To(target) => {
                let to = (SystemNode::Going(target.index()), edge.starving());
                let alone = (SystemNode::Alone(target.index()), 0);
                (going.then_some(to), (self.is_fair && edge.is_alone()).then_some(alone))
            }
        };
        plain.into_iter().chain(alone)
    }

    fn threads(&self, starving: u32) -> u64 {
        match self.is_fair {
            true => u64::from(self.graph.starving() & !starving) << THREADS,
            false => 0,
        }
    }

    /// A run of the system. What comes after its end is left out.
    pub(crate) fn lasso(&self, run: &AcceptingRun) -> Option<LassoRun> {
        let transition = |&(from, arc): &(usize, Arc)| {
            let ((from, _), (to, _)) = (self.node(from), self.node(arc.target));
            let (SystemNode::Going(state) | SystemNode::Alone(state)) = from else { return None };
            let source = self.graph.state(state);
            let leads_there = |edge: &&Edge| {
                self.along(from, **edge).any(|(system, starving)| {
                    system == to && self.threads(starving) == arc.marks >> THREADS << THREADS
                })
            };
            let edge = *self.graph.edges(source).iter().find(leads_there)?;
            Some(Transition { source, edge })
        };
        let goes_on =
            |&&(from, _): &&(usize, Arc)| !matches!(self.node(from).0, SystemNode::Ended(_));
        let along = |path: &[(usize, Arc)]| -> Option<Vec<Transition>> {
            path.iter().take_while(goes_on).map(transition).collect()
        };
        Some(LassoRun { stem: along(&run.stem)?, cycle: along(&run.cycle)? })
    }
}

/// The valuation of an automaton's propositions, from that of a system's.
pub(crate) fn translated(valuation: u32, bits: &[u8]) -> u64 {
    let bit = |(number, &bit): (usize, &u8)| u64::from(valuation >> bit & 1) << number;
    bits.iter().enumerate().map(bit).sum()
}

impl MarkedGraph for Product<'_> {
    fn nodes(&self) -> usize {
        let (states, endings) = (self.graph.states(), self.graph.endings().len());
        let copies = if self.is_fair { 2 } else { 1 };
        (copies * states + endings) * self.automaton.state_count()
    }

    fn initial(&self) -> usize {
        self.number(
            SystemNode::Going(self.graph.initial().index()),
            self.automaton.initial().index(),
        )
    }

    fn arcs(&self, node: usize, arcs: &mut Vec<Arc>) {
        let (system, control) = self.node(node);
        let (edges, valuation) = match system {
            SystemNode::Going(state) | SystemNode::Alone(state) => {
                let id = self.graph.state(state);
                (self.graph.edges(id), self.graph.valuation(id))
            }
            SystemNode::Ended(ending) => (&[][..], self.graph.endings()[ending]),
        };
        let valuation = translated(valuation, self.bits);
        let moves = self.automaton.edges(StateId::new(control));
        for step in moves.iter().filter(|step| step.guard.allows(valuation)) {
            let mut add = |(to, starving): (SystemNode, u32)| {
                let target = self.number(to, step.target.index());
                arcs.push(Arc { target, marks: u64::from(step.marks) | self.threads(starving) });
            };
            edges.iter().flat_map(|edge| self.along(system, *edge)).for_each(&mut add);
            if let SystemNode::Ended(_) = system {
                add((system, 0));
            }
        }
    }

    fn goal(&self) -> u64 {
        u64::from(self.automaton.all_marks()) | self.threads(0)
    }

    fn is_weak(&self) -> bool {
        self.good.is_some() && self.threads(0) == 0
    }

    fn is_good(&self, node: usize) -> bool {
        self.good.is_some_and(|good| good[self.node(node).1])
    }
}
