//! One acceptance set instead of several.
//!
//! The automaton is copied once for each set; a copy waits for the mark of its set and then
//! hands over to the next, over several at once if an edge carries their marks, too (Gastin and
//! Oddoux, *Fast LTL to Büchi automata translation*, CAV 2001). The last one accepts. What was
//! waited for is forgotten between components, since only the marks of a cycle matter (Babiak,
//! Badie, Duret-Lutz, Křetínský and Strejček, *Compositional approach to suspension and other
//! improvements to LTL translation*, SPIN 2013). After a round, waiting begins with the next
//! edge: this makes fewer edges than to let the last edge of a round count for the next one.

use std::collections::HashMap;

use foldhash::fast::FixedState;

use super::draft::{Draft, DraftEdge};
use super::simplify::{MARK, simplify, with_one_set};
use super::{Automaton, labels};

/// The automaton with exactly one acceptance set that accepts the same words.
pub fn degeneralize(automaton: &Automaton) -> Automaton {
    let draft = degeneralized(automaton);
    draft.finish(automaton.propositions().to_vec()).expect("one set should not be too many")
}

/// The same, as a draft.
pub(super) fn degeneralized(automaton: &Automaton) -> Draft {
    let mut draft = simplify(Draft::of(automaton));
    if draft.sets > 1 {
        labels::saturate(&mut draft);
        draft = simplify(rounds(&draft));
    }
    with_one_set(&mut draft);
    draft
}

/// A copy for each set.
fn rounds(draft: &Draft) -> Draft {
    let partition = draft.partition();
    let mut copies = Copies::beginning_at(draft.initial, 0);
    while let Some((state, level)) = copies.next() {
        let edges = draft.states[state].iter().map(|edge| {
            let inner = partition.is_inner(state, edge.target);
            let mut reached = if inner { level } else { 0 };
            while inner && reached < draft.sets && edge.marks >> reached & 1 == 1 {
                reached += 1;
            }
            let accepts = reached == draft.sets;
            let target = copies.number(edge.target, if accepts { 0 } else { reached });
            let marks = if accepts { MARK } else { 0 };
            DraftEdge { target, marks, guard: edge.guard.clone() }
        });
        let edges = edges.collect();
        copies.states.push(edges);
    }
    Draft { sets: 1, initial: 0, states: copies.states }
}

/// Pairs of a state and a level, numbered as they are met.
pub(super) struct Copies {
    pairs: Vec<(usize, u32)>,
    numbers: HashMap<(usize, u32), usize, FixedState>,
    /// The edges of those pairs that were worked on.
    pub(super) states: Vec<Vec<DraftEdge>>,
}

impl Copies {
    /// Begins with a state on a level, which get the number 0.
    pub(super) fn beginning_at(state: usize, level: u32) -> Self {
        let mut copies =
            Self { pairs: Vec::new(), numbers: HashMap::default(), states: Vec::new() };
        copies.number(state, level);
        copies
    }

    /// The number of a pair.
    pub(super) fn number(&mut self, state: usize, level: u32) -> usize {
        let next = self.pairs.len();
        let number = *self.numbers.entry((state, level)).or_insert(next);
        if number == next {
            self.pairs.push((state, level));
        }
        number
    }

    /// The first pair that has no edges yet.
    pub(super) fn next(&self) -> Option<(usize, u32)> {
        self.pairs.get(self.states.len()).copied()
    }
}
