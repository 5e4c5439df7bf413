//! Acceptance of words that repeat.

use super::components::Partition;
use super::{Automaton, StateId};
use crate::lasso::LassoWord;

/// True if some run on the word is accepted.
pub fn accepts(automaton: &Automaton, word: &LassoWord) -> bool {
    let length = word.letters().len();
    let successors = |pair: usize| {
        let (state, position) = (StateId::new(pair / length), pair % length);
        let letter = word.letters()[position];
        let after = word.after(position);
        let edges = automaton.edges(state).iter().filter(move |edge| edge.guard.allows(letter));
        edges.map(move |edge| (edge.target.index() * length + after, edge.marks))
    };
    let count = automaton.state_count() * length;
    let partition =
        Partition::of(count, |pair| successors(pair).map(|(target, _)| target).collect());
    // The marks that the edges of each component carry together, if there are any edges.
    let mut met: Vec<Option<u32>> = vec![None; partition.count];
    let mut reached = vec![false; count];
    let first = automaton.initial().index() * length;
    let mut waiting = vec![first];
    reached[first] = true;
    while let Some(pair) = waiting.pop() {
        for (target, marks) in successors(pair) {
            if partition.is_inner(pair, target) {
                *met[partition.of[pair]].get_or_insert(0) |= marks;
            }
            if !reached[target] {
                reached[target] = true;
                waiting.push(target);
            }
        }
    }
    met.contains(&Some(automaton.all_marks()))
}
