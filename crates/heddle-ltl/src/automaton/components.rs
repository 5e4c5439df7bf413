//! Strongly connected components, and what they say about acceptance.
//!
//! A component *accepts* if a run can stay in it and be accepted: if its edges carry all marks
//! together. It is *weak* if either all runs that stay in it are accepted or none is, and
//! *terminal* if it accepts, is weak, and no word leaves it or gets stuck. These are the kinds of
//! Bloem, Ravi and Somenzi (*Efficient decision procedures for model checking of linear time
//! logic properties*, CAV 1999), made for edges instead of states.

use super::draft::{Draft, DraftEdge};
use super::guard::{Cube, Guard};
use super::{Automaton, StateId};

/// The strongly connected components of a graph.
#[derive(Debug)]
pub(super) struct Partition {
    /// The component of each state. Edges never lead to a component with a greater number.
    pub(super) of: Vec<usize>,
    pub(super) count: usize,
}

impl Partition {
    /// The components of a graph, after Tarjan (1972), without recursion.
    pub(super) fn of(count: usize, successors: impl Fn(usize) -> Vec<usize>) -> Self {
        const NONE: usize = usize::MAX;
        let mut index = vec![NONE; count];
        let mut low = vec![0; count];
        let mut of = vec![NONE; count];
        let mut open = Vec::new();
        let mut path: Vec<(usize, std::vec::IntoIter<usize>)> = Vec::new();
        let (mut met, mut components) = (0, 0);
        for root in 0..count {
            if index[root] != NONE {
                continue;
            }
            let mut entered = Some(root);
            loop {
                if let Some(state) = entered.take() {
                    index[state] = met;
                    low[state] = met;
                    met += 1;
                    open.push(state);
                    path.push((state, successors(state).into_iter()));
                }
                let Some((state, rest)) = path.last_mut() else { break };
                let state = *state;
                if let Some(target) = rest.next() {
                    if index[target] == NONE {
                        entered = Some(target);
                    } else if of[target] == NONE {
                        low[state] = low[state].min(index[target]);
                    }
                    continue;
                }
                path.pop();
                if let Some((parent, _)) = path.last() {
                    low[*parent] = low[*parent].min(low[state]);
                }
                if low[state] == index[state] {
                    while let Some(member) = open.pop() {
                        of[member] = components;
                        if member == state {
                            break;
                        }
                    }
                    components += 1;
                }
            }
        }
        Self { of, count: components }
    }

    /// True if an edge stays in its component.
    pub(super) fn is_inner(&self, state: usize, target: usize) -> bool {
        self.of[state] == self.of[target]
    }
}

/// Acceptance of the runs that stay in a component.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Kind {
    /// One state, without an edge to itself.
    Transient,
    /// Runs can stay, but are not accepted.
    Rejecting,
    /// Some run that stays is accepted.
    Accepting,
}

/// The kinds of all components.
pub(super) fn kinds(draft: &Draft, partition: &Partition) -> Vec<Kind> {
    let mut seen = vec![None; partition.count];
    for (state, edges) in draft.states.iter().enumerate() {
        for edge in edges.iter().filter(|edge| partition.is_inner(state, edge.target)) {
            *seen[partition.of[state]].get_or_insert(0) |= edge.marks;
        }
    }
    let kind = |marks| match marks {
        None => Kind::Transient,
        Some(marks) if marks == draft.all_marks() => Kind::Accepting,
        Some(_) => Kind::Rejecting,
    };
    seen.into_iter().map(kind).collect()
}

/// For each component, whether every cycle in it has an edge that `is_met` holds of.
pub(super) fn all_cycles_meet(
    draft: &Draft,
    partition: &Partition,
    is_met: impl Fn(&DraftEdge) -> bool,
) -> Vec<bool> {
    let rest = draft
        .partition_where(|state, edge| partition.is_inner(state, edge.target) && !is_met(edge));
    let mut meet = vec![true; partition.count];
    for (state, edges) in draft.states.iter().enumerate() {
        for edge in edges {
            let inner = partition.is_inner(state, edge.target) && !is_met(edge);
            if inner && rest.is_inner(state, edge.target) {
                meet[partition.of[state]] = false;
            }
        }
    }
    meet
}

/// Strength of an automaton: the simplicity of its acceptance, and so of the search for an
/// accepting run.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Strength {
    /// A run that reaches an accepting component is accepted whatever follows: it is enough to
    /// look for one.
    Terminal,
    /// A cycle is accepting or not as a whole: it is enough to look for a cycle in an accepting
    /// component.
    Weak,
    /// Cycles through the same states can differ.
    General,
}

/// The strongly connected components of an automaton. Edges never lead to a component with a
/// greater number.
#[derive(Debug)]
pub struct Components {
    of: Vec<usize>,
    accepting: Vec<bool>,
    weak: Vec<bool>,
    terminal: Vec<bool>,
}

impl Components {
    /// Finds them.
    pub fn of(automaton: &Automaton) -> Self {
        let draft = Draft::of(automaton);
        let partition = draft.partition();
        let kinds = kinds(&draft, &partition);
        let accepting: Vec<bool> = kinds.iter().map(|kind| *kind == Kind::Accepting).collect();
        let mut weak = vec![true; partition.count];
        for set in 0..draft.sets {
            let meet = all_cycles_meet(&draft, &partition, |edge| edge.marks >> set & 1 == 1);
            for (component, meets) in meet.into_iter().enumerate() {
                weak[component] &= meets;
            }
        }
        for (component, accepts) in accepting.iter().enumerate() {
            weak[component] |= !accepts;
        }
        let mut terminal: Vec<bool> =
            accepting.iter().zip(&weak).map(|(accepts, is_weak)| *accepts && *is_weak).collect();
        for (state, edges) in draft.states.iter().enumerate() {
            let inner = edges.iter().filter(|edge| partition.is_inner(state, edge.target));
            let cubes: Vec<Cube> =
                inner.flat_map(|edge| edge.guard.cubes().iter().copied()).collect();
            terminal[partition.of[state]] &= Guard::any_of(cubes).is_always();
        }
        Self { of: partition.of, accepting, weak, terminal }
    }

    /// The number of a state's component.
    pub fn component(&self, state: StateId) -> usize {
        self.of[state.index()]
    }

    /// True if some run that stays in the component is accepted.
    pub fn is_accepting(&self, component: usize) -> bool {
        self.accepting[component]
    }

    /// True if all runs that stay in the component are accepted, or none is.
    pub fn is_weak(&self, component: usize) -> bool {
        self.weak[component]
    }

    /// True if every word is accepted from each state of the component, without leaving it.
    pub fn is_terminal(&self, component: usize) -> bool {
        self.terminal[component]
    }

    /// Strength of the whole automaton.
    pub fn strength(&self) -> Strength {
        let all_accepting =
            |is: &[bool]| self.accepting.iter().zip(is).all(|(accepts, is)| !accepts || *is);
        if all_accepting(&self.terminal) {
            Strength::Terminal
        } else if all_accepting(&self.weak) {
            Strength::Weak
        } else {
            Strength::General
        }
    }
}

/// Strength of an automaton.
pub fn strength(automaton: &Automaton) -> Strength {
    Components::of(automaton).strength()
}
