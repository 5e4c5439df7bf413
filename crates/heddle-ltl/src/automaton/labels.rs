//! Other marks on the same edges, with which the same runs are accepted.
//!
//! Only the marks that the edges of a cycle carry together matter. So marks between components,
//! and in components that accept nothing, are free; and a mark that a cycle meets anyway may be
//! added to its other edges, or left out. Acceptance sets matter only within one component: each
//! component may number its sets as it likes, and do without those that others imply.

use super::components::{Kind, Partition, all_cycles_meet, kinds};
use super::draft::{Draft, Marks};

/// Number of edges from which on it would take too long to find out which marks can be left out.
const MOST_THINNED: usize = 2_000;

/// Adds a mark wherever all cycles through the edge carry it anyway.
pub(super) fn saturate(draft: &mut Draft) {
    let partition = draft.partition();
    for set in 0..draft.sets {
        let mark: Marks = 1 << set;
        let rest = draft.partition_where(|state, edge| {
            partition.is_inner(state, edge.target) && edge.marks & mark == 0
        });
        for (state, edges) in draft.states.iter_mut().enumerate() {
            for edge in edges.iter_mut().filter(|edge| partition.is_inner(state, edge.target)) {
                if !rest.is_inner(state, edge.target) {
                    edge.marks |= mark;
                }
            }
        }
    }
}

/// Takes marks away as long as all cycles through the edge carry them still, except where all
/// cycles of a component carry the mark: there all edges do. Large automata stay as they are.
pub(super) fn thin(draft: &mut Draft) {
    if draft.states.iter().map(Vec::len).sum::<usize>() > MOST_THINNED {
        return;
    }
    let partition = draft.partition();
    let kinds = kinds(draft, &partition);
    for set in 0..draft.sets {
        let mark: Marks = 1 << set;
        let weak = all_cycles_meet(draft, &partition, |edge| edge.marks & mark != 0);
        for state in 0..draft.states.len() {
            let component = partition.of[state];
            if kinds[component] != Kind::Accepting {
                continue;
            }
            for index in 0..draft.states[state].len() {
                let edge = &draft.states[state][index];
                if !partition.is_inner(state, edge.target) {
                    continue;
                }
                if weak[component] {
                    draft.states[state][index].marks |= mark;
                } else if edge.marks & mark != 0
                    && !closes_unmarked_cycle(draft, &partition, mark, (state, edge.target))
                {
                    draft.states[state][index].marks &= !mark;
                }
            }
        }
    }
}

/// True if a path without the mark leads back from the target of an edge to its source.
fn closes_unmarked_cycle(
    draft: &Draft,
    partition: &Partition,
    mark: Marks,
    (source, target): (usize, usize),
) -> bool {
    let mut seen = vec![false; draft.states.len()];
    let mut waiting = vec![target];
    seen[target] = true;
    while let Some(state) = waiting.pop() {
        if state == source {
            return true;
        }
        for edge in &draft.states[state] {
            let inner = partition.is_inner(state, edge.target);
            if inner && edge.marks & mark == 0 && !seen[edge.target] {
                seen[edge.target] = true;
                waiting.push(edge.target);
            }
        }
    }
    false
}

/// Gives edges between components the marks `between`, and edges of components that accept
/// nothing no marks at all.
pub(super) fn label_free_edges(draft: &mut Draft, between: Marks) {
    let partition = draft.partition();
    let kinds = kinds(draft, &partition);
    for (state, edges) in draft.states.iter_mut().enumerate() {
        for edge in edges {
            if !partition.is_inner(state, edge.target) {
                edge.marks = between;
            } else if kinds[partition.of[state]] == Kind::Rejecting {
                edge.marks = 0;
            }
        }
    }
}

/// Numbers the sets anew, in each component from 0 on those that are needed there.
///
/// Afterwards edges between components carry no marks, and neither do those of components that
/// accept nothing; a set that a component does not need is on all of its edges.
pub(super) fn renumber(draft: &mut Draft) {
    let partition = draft.partition();
    let kinds = kinds(draft, &partition);
    let needed = needed_sets(draft, &partition, &kinds);
    let most = needed.iter().map(Vec::len).max().unwrap_or(0) as u32;
    // With no set at all, nothing would tell accepting components from others.
    let has_rejecting = kinds.contains(&Kind::Rejecting);
    draft.sets = if has_rejecting { most.max(1) } else { most };
    let all = draft.all_marks();
    for (state, edges) in draft.states.iter_mut().enumerate() {
        let component = partition.of[state];
        for edge in edges {
            let inner = partition.is_inner(state, edge.target);
            edge.marks = if inner && kinds[component] == Kind::Accepting {
                let missing = needed[component].iter().enumerate();
                let missing = missing.filter(|(_, set)| edge.marks >> **set & 1 == 0);
                missing.fold(all, |marks, (number, _)| marks & !(1 << number))
            } else {
                0
            };
        }
    }
}

/// For each component that accepts, a choice of sets that imply the others there.
fn needed_sets(draft: &Draft, partition: &Partition, kinds: &[Kind]) -> Vec<Vec<u32>> {
    let mut needed: Vec<Vec<u32>> = vec![Vec::new(); partition.count];
    for set in 0..draft.sets {
        let meet = all_cycles_meet(draft, partition, |edge| edge.marks >> set & 1 == 1);
        for component in 0..partition.count {
            if kinds[component] == Kind::Accepting && !meet[component] {
                needed[component].push(set);
            }
        }
    }
    // `implied[component]` has a pair if all edges with the first mark carry the second.
    let mut breaks = vec![vec![0 as Marks; draft.sets as usize]; partition.count];
    for (state, edges) in draft.states.iter().enumerate() {
        for edge in edges.iter().filter(|edge| partition.is_inner(state, edge.target)) {
            for (set, broken) in breaks[partition.of[state]].iter_mut().enumerate() {
                if edge.marks >> set & 1 == 1 {
                    *broken |= !edge.marks;
                }
            }
        }
    }
    for (component, sets) in needed.iter_mut().enumerate() {
        let implies = |from: u32, to: u32| breaks[component][from as usize] >> to & 1 == 0;
        let mut index = 0;
        while index < sets.len() {
            let set = sets[index];
            if sets.iter().any(|other| *other != set && implies(*other, set)) {
                sets.remove(index);
            } else {
                index += 1;
            }
        }
    }
    needed
}
