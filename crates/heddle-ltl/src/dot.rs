//! Drawings of automata for GraphViz.

use std::fmt::Write as _;

use crate::automaton::Automaton;

/// The automaton as a graph in the DOT language. Marks stand in braces behind the guards; if
/// marks are on states and there is one set, accepting states have a double line instead.
pub fn write(automaton: &Automaton) -> String {
    let on_states = automaton.sets() == 1 && automaton.is_state_based();
    let mut text = String::from(
        "digraph automaton {\n    rankdir=LR;\n    node [shape=circle];\n    start [shape=point];\n",
    );
    let _ = writeln!(text, "    start -> {};", automaton.initial());
    for state in automaton.states() {
        let accepts = automaton.edges(state).iter().any(|edge| edge.marks != 0);
        let shape = if on_states && accepts { " [shape=doublecircle]" } else { "" };
        let _ = writeln!(text, "    {state}{shape};");
        for edge in automaton.edges(state) {
            let mut label = edge.guard.display(automaton.propositions()).to_string();
            if !on_states {
                label.push_str(&crate::text::marks(edge.marks));
            }
            let label = label.replace('\\', "\\\\").replace('"', "\\\"");
            let _ = writeln!(text, "    {state} -> {} [label=\"{label}\"];", edge.target);
        }
    }
    text.push_str("}\n");
    text
}
