//! Putting the effects of a line together: what a loop on one line does a hundred
//! times is told once.

use heddle_machine::{Machine, ObjectView, Renames};

use super::accesses::{Range, describe};
use crate::model::Effect;
use crate::names::Names;

/// A row of bytes that library functions accessed.
#[derive(Debug)]
pub(super) struct LibraryRange {
    base: u64,
    from: u64,
    to: u64,
    write: bool,
    shared: bool,
}

impl LibraryRange {
    /// Objects have other addresses now.
    pub(super) fn rename(&mut self, renames: &Renames) {
        for address in [&mut self.base, &mut self.from, &mut self.to] {
            *address = renames.address(*address);
        }
    }
}

/// Adds what a library function accessed to what it did before: a copied string
/// is one access, however the copy was made.
pub(super) fn note_library_range(
    ranges: &mut Vec<LibraryRange>,
    view: &ObjectView,
    range: &Range,
    write: bool,
    shared: bool,
) {
    let (from, to) = (range.address, range.address.wrapping_add(range.bytes));
    let known = ranges.iter_mut().find(|known| {
        known.base == view.base && known.write == write && from <= known.to && known.from <= to
    });
    match known {
        Some(known) => {
            known.from = known.from.min(from);
            known.to = known.to.max(to);
            known.shared |= shared;
        }
        None => ranges.push(LibraryRange { base: view.base, from, to, write, shared }),
    }
}

/// Tells what library functions accessed.
pub(super) fn tell_library_range(
    machine: &Machine,
    names: &mut Names,
    here: &str,
    range: &LibraryRange,
    effects: &mut Vec<Effect>,
) {
    let bytes = range.to.wrapping_sub(range.from);
    let pointer = machine.pointer_bytes() as u64;
    let scalar = bytes <= pointer;
    let access = Range { address: range.from, bytes, old: None, scalar };
    let Some(view) = machine.object_at(range.from) else { return };
    let Some(told) = describe(machine, names, here, &view, &access) else { return };
    let (name, new) = (told.name, told.new);
    let effect = match (range.write, range.shared) {
        (true, true) => Effect::Write { name, old: None, new },
        (true, false) => Effect::Local { name, value: new },
        (false, _) => Effect::Read { name, value: new },
    };
    add(effects, effect);
}

/// Most effects back that another one is merged with: a line can have as many as a run has steps.
const WINDOW: usize = 256;

/// Adds an effect, or merges it with what is there.
pub(super) fn add(effects: &mut Vec<Effect>, effect: Effect) {
    let first = effects.len().saturating_sub(WINDOW);
    let recent = &mut effects[first..];
    match &effect {
        Effect::Read { name, value } => {
            let is_written = |known: &Effect| match known {
                Effect::Write { name: known, .. } => known == name,
                _ => false,
            };
            let written = recent.iter().rposition(is_written);
            // It goes without saying that a line knows what it has written.
            let is_own = written.is_some_and(|at| match &recent[at] {
                Effect::Write { new, .. } => new == value,
                _ => false,
            });
            let since = written.map_or(0, |at| at + 1);
            let is_changed = recent[since..].iter().any(|known| match known {
                Effect::Read { name: known, .. } => known == name,
                _ => false,
            });
            if recent[since..].contains(&effect) || is_own && !is_changed {
                return;
            }
        }
        Effect::Write { name, old, new } => {
            let last = recent.iter().rposition(|known| match known {
                Effect::Read { name: known, .. } | Effect::Write { name: known, .. } => {
                    known == name
                }
                _ => false,
            });
            let is_written = last.is_some_and(|at| writes(&recent[..at], name));
            match last.map(|at| (at, &mut recent[at])) {
                Some((_, Effect::Write { new: earlier, .. })) => {
                    earlier.clone_from(new);
                    return;
                }
                // The same holds for what it knew before.
                Some((at, Effect::Read { value, .. }))
                    if !is_written && Some(&*value) == old.as_ref() =>
                {
                    effects.remove(first + at);
                }
                _ => {}
            }
        }
        Effect::Local { name, value } => {
            let earlier = recent.iter_mut().find_map(|known| match known {
                Effect::Local { name: known, value } if known == name => Some(value),
                _ => None,
            });
            if let Some(earlier) = earlier {
                earlier.clone_from(value);
                return;
            }
        }
        Effect::Output { stream, text } => {
            if let Some(Effect::Output { stream: known, text: before }) = effects.last_mut()
                && known == stream
            {
                before.push_str(text);
                return;
            }
        }
        _ => {}
    }
    effects.push(effect);
}

/// True if one of several effects is a write of a variable.
fn writes(effects: &[Effect], name: &str) -> bool {
    effects.iter().any(|effect| match effect {
        Effect::Write { name: known, .. } => known == name,
        _ => false,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(name: &str, value: &str) -> Effect {
        Effect::Read { name: name.into(), value: value.into() }
    }

    fn write(name: &str, old: &str, new: &str) -> Effect {
        Effect::Write { name: name.into(), old: Some(old.into()), new: new.into() }
    }

    fn all(effects: &[Effect]) -> Vec<Effect> {
        let mut found = Vec::new();
        effects.iter().cloned().for_each(|effect| add(&mut found, effect));
        found
    }

    #[test]
    fn an_increment_is_one_effect() {
        assert_eq!(all(&[read("x", "0"), write("x", "0", "1")]), [write("x", "0", "1")]);
    }

    #[test]
    fn a_read_of_another_value_stays() {
        let effects = [read("x", "0"), write("x", "5", "1")];
        assert_eq!(all(&effects), effects);
    }

    #[test]
    fn loops_on_one_line_are_told_once() {
        let effects = [read("f", "0"), read("f", "0"), write("x", "0", "1"), write("x", "1", "2")];
        assert_eq!(all(&effects), [read("f", "0"), write("x", "0", "2")]);
    }

    #[test]
    fn what_another_thread_writes_in_between_is_told() {
        let effects = [write("x", "0", "1"), read("x", "1"), read("x", "2"), write("x", "2", "0")];
        let told = [write("x", "0", "1"), read("x", "2"), write("x", "2", "0")];
        assert_eq!(all(&effects), told);
        let back = [write("x", "0", "1"), read("x", "2"), read("x", "1"), read("x", "2")];
        assert_eq!(all(&back), back[..3]);
    }

    #[test]
    fn output_of_one_line_is_one_text() {
        let output = |text: &str| Effect::Output { stream: 1, text: text.into() };
        assert_eq!(all(&[output("a"), output("b\n")]), [output("ab\n")]);
    }
}
