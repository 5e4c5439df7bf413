//! Writing automata in the HOA format.

use std::fmt::Write as _;

use crate::automaton::{Automaton, Cube, Guard, Strength, strength};
use crate::text::marks as sets;

/// The automaton as a HOA file.
pub fn write(automaton: &Automaton) -> String {
    let mut text = String::new();
    let on_states = automaton.sets() > 0 && automaton.is_state_based();
    header(&mut text, automaton, on_states);
    text.push_str("--BODY--\n");
    for state in automaton.states() {
        let edges = automaton.edges(state);
        let marks = edges.first().map_or(0, |edge| edge.marks);
        let _ =
            writeln!(text, "State: {state}{}", if on_states { sets(marks) } else { String::new() });
        for edge in edges {
            let marks = if on_states { String::new() } else { sets(edge.marks) };
            let _ = writeln!(text, "[{}] {}{marks}", label(&edge.guard), edge.target);
        }
    }
    text.push_str("--END--\n");
    text
}

fn header(text: &mut String, automaton: &Automaton, on_states: bool) {
    let _ = writeln!(text, "HOA: v1");
    let _ = writeln!(text, "States: {}", automaton.state_count());
    let _ = writeln!(text, "Start: {}", automaton.initial());
    let _ = write!(text, "AP: {}", automaton.propositions().len());
    for proposition in automaton.propositions() {
        let escaped = proposition.text().replace('\\', "\\\\").replace('"', "\\\"");
        let _ = write!(text, " \"{escaped}\"");
    }
    let count = automaton.sets();
    let name = match count {
        0 => "all".to_owned(),
        1 => "Buchi".to_owned(),
        _ => format!("generalized-Buchi {count}"),
    };
    let condition = match count {
        0 => "t".to_owned(),
        _ => (0..count).map(|set| format!("Inf({set})")).collect::<Vec<_>>().join("&"),
    };
    let _ = writeln!(text, "\nacc-name: {name}\nAcceptance: {count} {condition}");
    let acceptance = if on_states { "state-acc" } else { "trans-acc" };
    let _ = write!(text, "properties: trans-labels explicit-labels {acceptance}");
    text.push_str(match strength(automaton) {
        Strength::Terminal => " terminal\n",
        Strength::Weak => " weak\n",
        Strength::General => "\n",
    });
}

fn label(guard: &Guard) -> String {
    let cube = |cube: &Cube| {
        let literals = (0..64).filter(|bit| cube.care() >> bit & 1 == 1).map(|bit| {
            if cube.value() >> bit & 1 == 1 { bit.to_string() } else { format!("!{bit}") }
        });
        let literals: Vec<String> = literals.collect();
        if literals.is_empty() { "t".to_owned() } else { literals.join("&") }
    };
    let cubes: Vec<String> = guard.cubes().iter().map(cube).collect();
    if cubes.is_empty() { "f".to_owned() } else { cubes.join(" | ") }
}
