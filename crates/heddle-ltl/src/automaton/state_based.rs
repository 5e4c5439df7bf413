//! Marks on states instead of edges, as never claims have them.
//!
//! There are two ways, and the smaller result is taken. One goes round the sets like
//! [`degeneralize`](super::degeneralize()), with one more level on which a round is complete:
//! it accepts, and its edges begin a new round without counting their own marks, as SPIN does
//! it. The other begins with one set on edges: where all edges of a state are marked, the state
//! accepts; a state reached by a marked edge from another state gets a copy that accepts, and
//! whose own marked edges do not count. Not counting the marks of one edge each time loses no
//! run: of infinitely many marks, infinitely many still count.

use super::components::{Kind, Partition, kinds};
use super::degeneralize::{Copies, degeneralized};
use super::draft::{Draft, DraftEdge};
use super::simplify::{MARK, simplify, simplify_with, with_one_set};
use super::{Automaton, labels};

/// The automaton with one acceptance set, in which either all edges out of a state are or none,
/// that accepts the same words.
pub fn state_based(automaton: &Automaton) -> Automaton {
    let mut draft = simplify(Draft::of(automaton));
    with_one_set(&mut draft);
    let by_levels = simplify_states(rounds_and_completion(draft));
    let by_marks = simplify_states(copies_of_targets(degeneralized(automaton)));
    let smaller = if by_levels.size() < by_marks.size() { by_levels } else { by_marks };
    smaller.finish(automaton.propositions().to_vec()).expect("one set should not be too many")
}

/// Levels for the sets, and one more.
fn rounds_and_completion(mut draft: Draft) -> Draft {
    labels::saturate(&mut draft);
    let partition = draft.partition();
    let kinds = kinds(&draft, &partition);
    let all = draft.all_marks();
    // In components where every edge has every mark, rounds are complete all the time.
    let mut complete: Vec<bool> = kinds.iter().map(|kind| *kind == Kind::Accepting).collect();
    for (state, edges) in draft.states.iter().enumerate() {
        let mut inner = edges.iter().filter(|edge| partition.is_inner(state, edge.target));
        complete[partition.of[state]] &= inner.all(|edge| edge.marks == all);
    }
    let first_level = |state: usize| if complete[partition.of[state]] { draft.sets } else { 0 };
    let mut copies = Copies::beginning_at(draft.initial, first_level(draft.initial));
    while let Some((state, level)) = copies.next() {
        let marks = if level == draft.sets { MARK } else { 0 };
        let edges = draft.states[state].iter().map(|edge| {
            let inner = partition.is_inner(state, edge.target);
            let mut reached = first_level(edge.target);
            if inner && level < draft.sets {
                reached = level;
                while reached < draft.sets && edge.marks >> reached & 1 == 1 {
                    reached += 1;
                }
            }
            let target = copies.number(edge.target, reached);
            DraftEdge { target, marks, guard: edge.guard.clone() }
        });
        let edges = edges.collect();
        copies.states.push(edges);
    }
    Draft { sets: 1, initial: 0, states: copies.states }
}

/// A copy that accepts of each state that a marked edge leads to.
fn copies_of_targets(mut draft: Draft) -> Draft {
    with_one_set(&mut draft);
    labels::saturate(&mut draft);
    let partition = draft.partition();
    let kinds = kinds(&draft, &partition);
    let accepts: Vec<bool> = (0..draft.states.len())
        .map(|state| {
            let mut inner =
                draft.states[state].iter().filter(|edge| partition.is_inner(state, edge.target));
            kinds[partition.of[state]] == Kind::Accepting && inner.all(|edge| edge.marks == MARK)
        })
        .collect();
    let mut copies = Copies::beginning_at(draft.initial, 0);
    while let Some((state, copy)) = copies.next() {
        let marks = if copy == 1 || accepts[state] { MARK } else { 0 };
        let edges = draft.states[state].iter().map(|edge| {
            let counts = marks == 0
                && edge.marks == MARK
                && !accepts[edge.target]
                && partition.is_inner(state, edge.target);
            let target = copies.number(edge.target, u32::from(counts));
            DraftEdge { target, marks, guard: edge.guard.clone() }
        });
        let edges = edges.collect();
        copies.states.push(edges);
    }
    Draft { sets: 1, initial: 0, states: copies.states }
}

/// Makes an automaton smaller whose marks are on states.
fn simplify_states(draft: Draft) -> Draft {
    simplify_with(draft, |draft, many| {
        let partition = draft.partition();
        let kinds = kinds(draft, &partition);
        let mut accepts = accepting_states(draft, &partition, &kinds);
        if many {
            saturate(draft, &partition, &kinds, &mut accepts);
        } else {
            thin(draft, &partition, &kinds, &mut accepts);
        }
        for (state, edges) in draft.states.iter_mut().enumerate() {
            for edge in edges {
                edge.marks = if accepts[state] { MARK } else { 0 };
            }
        }
    })
}

/// The states that accept and on which it matters.
fn accepting_states(draft: &Draft, partition: &Partition, kinds: &[Kind]) -> Vec<bool> {
    let accepts = |(state, edges): (usize, &Vec<DraftEdge>)| {
        kinds[partition.of[state]] == Kind::Accepting && edges.iter().any(|edge| edge.marks == MARK)
    };
    draft.states.iter().enumerate().map(accepts).collect()
}

/// The components of the states that do not accept.
fn unmarked(draft: &Draft, partition: &Partition, accepts: &[bool]) -> Partition {
    draft.partition_where(|state, edge| {
        partition.is_inner(state, edge.target) && !accepts[state] && !accepts[edge.target]
    })
}

/// True if a cycle within the components of `rest` goes through the state.
fn has_cycle(draft: &Draft, rest: &Partition, accepts: &[bool], state: usize) -> bool {
    !accepts[state]
        && draft.states[state]
            .iter()
            .any(|edge| !accepts[edge.target] && rest.is_inner(state, edge.target))
}

/// Lets states accept if all cycles through them do anyway, or if there are none.
fn saturate(draft: &Draft, partition: &Partition, kinds: &[Kind], accepts: &mut [bool]) {
    let rest = unmarked(draft, partition, accepts);
    let added: Vec<bool> = (0..accepts.len())
        .map(|state| match kinds[partition.of[state]] {
            Kind::Transient => true,
            Kind::Rejecting => false,
            Kind::Accepting => !has_cycle(draft, &rest, accepts, state),
        })
        .collect();
    accepts.iter_mut().zip(added).for_each(|(accepts, added)| *accepts |= added);
}

/// Lets states no longer accept if all cycles through them do still, except in components in
/// which all cycles do: there all states accept.
fn thin(draft: &Draft, partition: &Partition, kinds: &[Kind], accepts: &mut [bool]) {
    let rest = unmarked(draft, partition, accepts);
    let mut weak: Vec<bool> = kinds.iter().map(|kind| *kind == Kind::Accepting).collect();
    for state in 0..accepts.len() {
        weak[partition.of[state]] &= !has_cycle(draft, &rest, accepts, state);
    }
    for state in 0..accepts.len() {
        if weak[partition.of[state]] {
            accepts[state] = true;
        } else if accepts[state] {
            accepts[state] = false;
            let rest = unmarked(draft, partition, accepts);
            accepts[state] = has_cycle(draft, &rest, accepts, state);
        }
    }
}
