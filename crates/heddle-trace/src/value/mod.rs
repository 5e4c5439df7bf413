//! Values as their type says.
//!
//! Structures and arrays are laid out, enumerators and what pointers point to are
//! called by name. In a dump of the whole state pointers are also followed, and
//! each object is laid out once: where it comes again it is only named.

mod aggregate;
pub(crate) mod bits;
pub(crate) mod library;
mod opaque;
mod pointer;
pub(crate) mod scalar;

use std::collections::BTreeSet;

use heddle_machine::Machine;
use heddle_program::{DebugType, DebugTypeId, Encoding};

use crate::names::Names;
use crate::types::{CharKind, MAX_NESTING, char_kind, size, strip};
use bits::{Chunk, sign_extend};

/// Scalars of one value that are shown.
const MAX_SCALARS: u32 = 100;

/// Prints values of the loaded state.
#[derive(Debug)]
pub(crate) struct Printer<'a, 'p> {
    pub(crate) machine: &'a Machine<'p>,
    pub(crate) names: &'a mut Names,
    /// The function that the reader looks at: its variables need no further name.
    pub(crate) here: String,
    /// Number of pointers in a row that are followed.
    follow: u32,
    /// Base addresses of objects that are laid out elsewhere.
    shown: BTreeSet<u64>,
    /// Scalars that may still be shown.
    budget: u32,
}

impl<'a, 'p> Printer<'a, 'p> {
    /// A printer that names what pointers point to.
    pub(crate) fn new(machine: &'a Machine<'p>, names: &'a mut Names, here: &str) -> Self {
        let here = here.to_owned();
        Printer { machine, names, here, follow: 0, shown: BTreeSet::new(), budget: 0 }
    }

    /// One that also follows them.
    pub(crate) fn following(machine: &'a Machine<'p>, names: &'a mut Names, levels: u32) -> Self {
        Printer { follow: levels, ..Printer::new(machine, names, "") }
    }

    /// From now on an object is only named.
    pub(crate) fn mark_shown(&mut self, base: u64) {
        self.shown.insert(base);
    }

    /// The value that a chunk has as a `ty`.
    pub(crate) fn value(&mut self, ty: DebugTypeId, chunk: Chunk) -> String {
        self.budget = MAX_SCALARS;
        self.nested(ty, chunk, 0)
    }

    /// The value of a chunk whose type is not known.
    pub(crate) fn untyped(&mut self, chunk: Chunk) -> String {
        match chunk.data.len() {
            0 => String::new(),
            _ if !chunk.is_defined() => chunk.undefined_text().to_owned(),
            len if len == self.machine.pointer_bytes() && self.is_address(chunk) => {
                self.pointer(None, chunk.unsigned() as u64, 0)
            }
            len @ 1..=16 => sign_extend(chunk.unsigned(), len as u32 * 8).to_string(),
            len => format!("<{len} bytes>"),
        }
    }

    fn is_address(&self, chunk: Chunk) -> bool {
        let address = chunk.unsigned() as u64;
        let inside =
            |view: heddle_machine::ObjectView| (0..=i64::from(view.size)).contains(&view.offset);
        address > 0xffff && self.machine.object_at(address).is_some_and(inside)
    }

    fn nested(&mut self, ty: DebugTypeId, chunk: Chunk, nesting: u32) -> String {
        let source = &self.machine.program().source;
        let (ty, opaque) = strip(source, ty);
        let bytes = size(self.machine, ty);
        let Some(chunk) = chunk.part(0, bytes) else { return "<unreadable>".to_owned() };
        if chunk.is_undefined() {
            return chunk.undefined_text().to_owned();
        }
        if let Some(opaque) = opaque {
            return self.opaque(opaque, chunk);
        }
        match &source.types[ty] {
            DebugType::Void | DebugType::Function => "?".to_owned(),
            DebugType::Array { element, count } => {
                self.array(*element, count.unwrap_or(0), chunk, nesting)
            }
            DebugType::Record { members, .. } => match self.of_library(ty, chunk, nesting) {
                Some(text) => text,
                None => self.record(members, chunk, nesting),
            },
            DebugType::Typedef { .. } | DebugType::Qualified { .. } => "?".to_owned(),
            _ => self.scalar(ty, bytes as u32 * 8, chunk, nesting),
        }
    }

    /// A scalar of so many bits, of a type without other names.
    fn scalar(&mut self, ty: DebugTypeId, width: u32, chunk: Chunk, nesting: u32) -> String {
        self.budget = self.budget.saturating_sub(1);
        let value = chunk.unsigned();
        let complex = matches!(
            self.machine.program().source.types[ty],
            DebugType::Basic { encoding: Encoding::ComplexFloat, .. }
        );
        match &self.machine.program().source.types[ty] {
            // The padding of long doubles is never written.
            DebugType::Basic { encoding: Encoding::Float, bits, .. }
                if *bits > 64 && chunk.part(0, 10).is_some_and(Chunk::is_defined) =>
            {
                let low = chunk.part(0, 10).map_or(0, Chunk::unsigned);
                scalar::basic(Encoding::Float, 80, low)
            }
            _ if !chunk.is_defined() => chunk.undefined_text().to_owned(),
            _ if complex && width > 128 => format!("<{} bytes>", chunk.data.len()),
            DebugType::Basic { encoding, .. } => {
                let source = &self.machine.program().source;
                let encoding = match (char_kind(source, ty), *encoding) {
                    (Some(CharKind::Byte), Encoding::SignedChar) => Encoding::Signed,
                    (Some(CharKind::Byte), _) => Encoding::Unsigned,
                    (Some(CharKind::Character) | None, encoding) => encoding,
                };
                scalar::basic(encoding, width, value)
            }
            DebugType::Enum { name, signed, enumerators, .. } => {
                let value = if *signed { sign_extend(value, width) } else { value as i128 };
                scalar::enumerator(name, enumerators, value)
            }
            DebugType::Pointer { to, .. } if nesting < MAX_NESTING => {
                self.pointer(Some(*to), value as u64, nesting)
            }
            _ => format!("{value:#x}"),
        }
    }
}
