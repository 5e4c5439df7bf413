//! Accesses to values of the C++ library that have a form of their own.
//!
//! What `v.push_back(1)` does to the members of a vector is the library's business; that the
//! vector has one more element afterwards is what the line does. So the value is looked at before
//! the first access of a step and after the last.

use heddle_machine::{Machine, ObjectView, Renames};
use heddle_program::DebugTypeId;

use super::accesses::Range;
use crate::model::Effect;
use crate::names::Names;
use crate::path::Want;
use crate::types::size;
use crate::value::Printer;
use crate::value::bits::Bytes;
use crate::value::library::{has_form, is_atomic};

/// A value that a step has accessed.
#[derive(Debug)]
pub(super) struct FormAccess {
    address: u64,
    ty: DebugTypeId,
    name: String,
    /// The value before.
    old: String,
    write: bool,
    shared: bool,
}

impl FormAccess {
    /// Objects have other addresses now.
    pub(super) fn rename(&mut self, renames: &Renames) {
        self.address = renames.address(self.address);
    }

    /// The effect of the step on the value, if there is one.
    pub(super) fn effect(self, machine: &Machine, names: &mut Names, here: &str) -> Option<Effect> {
        let FormAccess { address, ty, name, old, write, shared } = self;
        let new = text(machine, names, here, (ty, address), None)?;
        match (write, shared) {
            (false, false) => None,
            // What the library does on the way is of no interest.
            (true, _) if old == new && !is_atomic(&machine.program().source, ty) => None,
            (true, true) => Some(Effect::Write { name, old: Some(old), new }),
            (true, false) => Some(Effect::Local { name, value: new }),
            (false, _) => Some(Effect::Read { name, value: new }),
        }
    }
}

/// Notes an access, if it is to a value with a form of its own; returns true then.
pub(super) fn note(
    forms: &mut Vec<FormAccess>,
    (machine, names, here): (&Machine, &mut Names, &str),
    view: &ObjectView,
    range: &Range,
    (write, shared): (bool, bool),
) -> bool {
    if names.is_untyped(view) {
        return false;
    }
    let want = Want::Scalar(range.bytes);
    let (name, part) = names.part(machine, view, want, here);
    let source = &machine.program().source;
    let Some(part) = part.filter(|part| has_form(source, part.ty)) else { return false };
    let address = range.address.wrapping_sub(part.rest);
    if let Some(known) = forms.iter_mut().find(|known| known.address == address) {
        known.write |= write;
        known.shared |= shared;
        return true;
    }
    let before = range.old.as_ref().map(|old| (part.rest as usize, old));
    if let Some(old) = text(machine, names, here, (part.ty, address), before) {
        forms.push(FormAccess { address, ty: part.ty, name, old, write, shared });
    }
    true
}

/// The value at an address, with some of its bytes as they were.
fn text(
    machine: &Machine,
    names: &mut Names,
    here: &str,
    (ty, address): (DebugTypeId, u64),
    before: Option<(usize, &Bytes)>,
) -> Option<String> {
    let mut printer = Printer::new(machine, names, here);
    let mut bytes = printer.read(address, size(machine, ty))?;
    if let Some((at, old)) = before {
        bytes.overlay(at, old);
    }
    Some(printer.value(ty, bytes.at(Some(address))))
}
