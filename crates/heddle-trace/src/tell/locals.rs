//! Local variables that a step changed.
//!
//! Only variables in slots are compared: what is in memory is written by
//! instructions that the machine reports.

use heddle_machine::{Machine, Renames, Word};
use heddle_model::ThreadId;
use heddle_program::{FuncId, LocationId};

use crate::frames::{Holder, bytes_of_words, holder};
use crate::model::Effect;
use crate::names::Names;
use crate::value::Printer;

/// The local variables of a frame at some moment.
#[derive(Clone, Debug)]
pub(super) struct Snapshot {
    thread: ThreadId,
    depth: usize,
    func: FuncId,
    /// The call of which function was inlined, of which these are the variables.
    inlined_at: Option<LocationId>,
    /// The words of each of the function's variables that are in slots.
    words: Vec<Option<Vec<Word>>>,
}

impl Snapshot {
    /// The variables of the frame with this depth, if there is one.
    pub(super) fn take(
        machine: &Machine,
        thread: ThreadId,
        depth: usize,
        inlined_at: Option<LocationId>,
    ) -> Option<Snapshot> {
        let func = machine.thread(thread).frames.get(depth)?.func;
        let variables = &machine.program().functions[func].variables;
        let words = variables
            .iter()
            .map(|variable| match holder(machine, thread, depth, variable) {
                Some(Holder::Words(words)) if variable.inlined_at == inlined_at => Some(words),
                _ => None,
            })
            .collect();
        Some(Snapshot { thread, depth, func, inlined_at, words })
    }

    /// Objects have other addresses now: a pointer to one did not change for that.
    pub(super) fn rename(&mut self, renames: &Renames) {
        for word in self.words.iter_mut().flatten().flatten() {
            word.bits = renames.address(word.bits);
        }
    }

    /// The changes since, as far as the frame is still there.
    pub(super) fn changes(&self, machine: &Machine, names: &mut Names, here: &str) -> Vec<Effect> {
        let Some(now) = Snapshot::take(machine, self.thread, self.depth, self.inlined_at) else {
            return Vec::new();
        };
        if now.func != self.func {
            return Vec::new();
        }
        let mut printer = Printer::new(machine, names, here);
        let variables = &machine.program().functions[self.func].variables;
        let pairs = self.words.iter().zip(&now.words);
        variables
            .iter()
            .zip(pairs)
            .filter_map(|(variable, (old, new))| {
                let new = new.as_ref().filter(|new| old.as_ref() != Some(new))?;
                if new.iter().all(|word| !word.is_defined() && !word.is_input()) {
                    return None;
                }
                let ty = variable.ty?;
                let bytes = bytes_of_words(machine, ty, new);
                let value = printer.value(ty, bytes.at(None));
                Some(Effect::Local { name: variable.name.clone(), value })
            })
            .collect()
    }
}
