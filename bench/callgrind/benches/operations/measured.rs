//! The functions between whose entry and return instructions are counted. They are never
//! inlined, so that valgrind finds them by their names.

use heddle_machine::Machine;
use heddle_model::{Choice, StepOutcome, TransitionSystem, Violation};
use heddle_table::{ByteTable, TreeCursor, TreeTable, View};

/// Loads a state.
#[inline(never)]
pub(crate) fn load_state(machine: &mut Machine<'_>, words: &[u32]) {
    machine.load(words);
}

/// Makes a step.
#[inline(never)]
pub(crate) fn step(
    machine: &mut Machine<'_>,
    choice: Choice,
    violations: &mut Vec<Violation>,
) -> StepOutcome {
    machine.step(choice, violations)
}

/// Saves the loaded state.
#[inline(never)]
pub(crate) fn save_state(machine: &mut Machine<'_>, words: &mut Vec<u32>) {
    machine.save(words);
}

/// Looks a row up, and adds it if it is new.
#[inline(never)]
pub(crate) fn insert_row(table: &TreeTable, words: &[u32], cursor: &mut TreeCursor) -> (u32, bool) {
    table.insert(words, 0, cursor)
}

/// Looks a string up.
#[inline(never)]
pub(crate) fn intern_bytes(table: &ByteTable, view: &mut View, bytes: &[u8]) -> u32 {
    table.intern_by(view, bytes)
}
