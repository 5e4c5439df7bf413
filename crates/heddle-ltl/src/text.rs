//! Automata for people: one line an edge.

use std::fmt;

use crate::automaton::{Automaton, Strength, strength};

/// Acceptance sets in braces, after a blank; nothing if there are none.
pub(crate) fn marks(marks: u32) -> String {
    if marks == 0 {
        return String::new();
    }
    let numbers: Vec<String> =
        (0..u32::BITS).filter(|set| marks >> set & 1 == 1).map(|set| set.to_string()).collect();
    format!(" {{{}}}", numbers.join(" "))
}

fn counted(count: usize, what: &str) -> String {
    format!("{count} {what}{}", if count == 1 { "" } else { "s" })
}

impl fmt::Display for Automaton {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let strength = match strength(self) {
            Strength::Terminal => "terminal",
            Strength::Weak => "weak",
            Strength::General => "general",
        };
        writeln!(
            f,
            "{}, {}, {}, {strength}",
            counted(self.state_count(), "state"),
            counted(self.edge_count(), "edge"),
            counted(self.sets() as usize, "acceptance set"),
        )?;
        for state in self.states() {
            let initial = if state == self.initial() { " (initial)" } else { "" };
            writeln!(f, "{state}{initial}")?;
            for edge in self.edges(state) {
                let guard = edge.guard.display(self.propositions());
                writeln!(f, "    {guard} -> {}{}", edge.target, marks(edge.marks))?;
            }
        }
        Ok(())
    }
}
