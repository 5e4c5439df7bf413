//! Writing never claims.

use std::fmt::Write as _;

use crate::automaton::{Automaton, Guard, StateId, state_based};

/// The automaton as a never claim.
pub fn write(automaton: &Automaton) -> String {
    // Marks go to states first, even if they are there: it makes the automaton small as well.
    let claim = &state_based(automaton);
    let mut text = String::from("never {\n");
    // The first state of a claim is where it begins.
    let mut states: Vec<StateId> = claim.states().collect();
    // What ends the claim comes last.
    states.sort_by_key(|state| (*state != claim.initial(), ends_claim(claim, *state)));
    for state in states {
        let _ = writeln!(text, "{}:", label(claim, state));
        if ends_claim(claim, state) && state != claim.initial() {
            text.push_str("\tskip;\n");
            continue;
        }
        if claim.edges(state).is_empty() {
            text.push_str("\tfalse;\n");
            continue;
        }
        text.push_str("\tdo\n");
        for edge in claim.edges(state) {
            let target = label(claim, edge.target);
            let _ = writeln!(text, "\t:: ({}) -> goto {target}", condition(claim, &edge.guard));
        }
        text.push_str("\tod;\n");
    }
    text.push_str("}\n");
    text
}

/// True if all words are accepted from a state, and no other state comes after it. There is one
/// such state at most.
fn ends_claim(claim: &Automaton, state: StateId) -> bool {
    let [edge] = claim.edges(state) else { return false };
    edge.target == state && edge.marks != 0 && edge.guard.is_always()
}

fn label(claim: &Automaton, state: StateId) -> String {
    let accepts = claim.edges(state).iter().any(|edge| edge.marks != 0);
    let kind = if accepts { "accept" } else { "T0" };
    if ends_claim(claim, state) && state != claim.initial() {
        "accept_all".to_owned()
    } else if state == claim.initial() {
        format!("{kind}_init")
    } else {
        format!("{kind}_S{state}")
    }
}

fn condition(claim: &Automaton, guard: &Guard) -> String {
    if guard.is_always() {
        return "1".to_owned();
    }
    guard.display(claim.propositions()).to_string()
}
