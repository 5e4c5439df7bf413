//! Smaller automata that accept the same words.
//!
//! States that cannot be reached or from which nothing is accepted go; sets are numbered anew
//! ([`labels`](super::labels)); and simulation merges states and takes away edges. Simulation
//! compares marks, and the same automaton has more than one choice of them: it is done once with
//! as many marks as possible and once with as few, as long as something gets smaller. Automata that
//! are too large for simulation go without.

use super::components::{Kind, kinds};
use super::draft::{Draft, Marks};
use super::labels;
use super::simulation::Simulation;

/// Makes an automaton smaller.
pub(super) fn simplify(draft: Draft) -> Draft {
    simplify_with(draft, |draft, many| {
        labels::saturate(draft);
        labels::renumber(draft);
        if many {
            let all = draft.all_marks();
            labels::label_free_edges(draft, all);
        } else {
            labels::thin(draft);
        }
    })
}

/// The same, with a choice of what may be done to marks: `relabel` is told whether there should
/// be many or few, and is asked for few last.
pub(super) fn simplify_with(mut draft: Draft, relabel: impl Fn(&mut Draft, bool)) -> Draft {
    trim(&mut draft);
    let mut rounds = 0;
    loop {
        let before = draft.clone();
        for many in [true, false] {
            relabel(&mut draft, many);
            draft.merge_edges();
            if let Some(simulation) = Simulation::of(&draft) {
                simulation.prune_edges(&mut draft);
                simulation.merge_states(&mut draft);
            }
            draft.merge_edges();
            trim(&mut draft);
        }
        relabel(&mut draft, false);
        draft.merge_edges();
        if draft.size() >= before.size() && rounds > 0 {
            return if draft.size() > before.size() { before } else { draft };
        }
        rounds += 1;
    }
}

/// Leaves out what is not on the way of an accepted run.
pub(super) fn trim(draft: &mut Draft) {
    draft.restrict(&vec![true; draft.states.len()]);
    let partition = draft.partition();
    let kinds = kinds(draft, &partition);
    // Components come after all that they lead to.
    let mut useful: Vec<bool> = kinds.iter().map(|kind| *kind == Kind::Accepting).collect();
    let mut members: Vec<Vec<usize>> = vec![Vec::new(); partition.count];
    for (state, component) in partition.of.iter().enumerate() {
        members[*component].push(state);
    }
    for component in 0..partition.count {
        let leads_on = members[component]
            .iter()
            .flat_map(|state| &draft.states[*state])
            .any(|edge| useful[partition.of[edge.target]]);
        useful[component] |= leads_on;
    }
    let keep: Vec<bool> = partition.of.iter().map(|component| useful[*component]).collect();
    draft.restrict(&keep);
}

/// The marks of an edge in the only set.
pub(super) const MARK: Marks = 1;

/// Gives an automaton without sets one that all edges are in.
pub(super) fn with_one_set(draft: &mut Draft) {
    if draft.sets == 0 {
        draft.sets = 1;
        for edge in draft.states.iter_mut().flatten() {
            edge.marks = MARK;
        }
    }
}
