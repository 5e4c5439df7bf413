//! Accesses to memory, in words.

use heddle_machine::{Machine, ObjectView, Word};
use heddle_model::ThreadId;
use heddle_program::{DebugType, DebugTypeId};

use crate::frames::{Holder, holder};
use crate::names::Names;
use crate::path::Want;
use crate::types::{size, strip};
use crate::value::Printer;
use crate::value::bits::Bytes;

/// Parts of variables that are larger are not shown whole.
const LARGEST_SHOWN_PART: u64 = 1 << 16;

/// An access, told.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Told {
    /// Name of what was accessed.
    pub(super) name: String,
    /// Its value before the instruction.
    pub(super) old: String,
    /// Its value now.
    pub(super) new: String,
}

/// A range of memory that was accessed, and its bytes before that.
#[derive(Clone, Debug)]
pub(super) struct Range {
    pub(super) address: u64,
    pub(super) bytes: u64,
    pub(super) old: Option<Bytes>,
    /// True if it is one scalar.
    pub(super) scalar: bool,
}

/// The bytes of a word.
pub(super) fn bytes_of_word(word: Word, bytes: u32) -> Bytes {
    let len = bytes.min(8) as usize;
    Bytes {
        data: word.bits.to_le_bytes()[..len].to_vec(),
        undef: word.undef.to_le_bytes()[..len].to_vec(),
    }
}

/// Tells of an access, unless it is to something that has no name in the source.
pub(super) fn describe(
    machine: &Machine,
    names: &mut Names,
    here: &str,
    view: &ObjectView,
    range: &Range,
) -> Option<Told> {
    if view.runtime || view.function.is_some() || view.name.is_none() && !view.heap {
        return None;
    }
    let want = match range.scalar {
        true => Want::Scalar(range.bytes),
        false => Want::Cover(range.bytes),
    };
    let (name, part) = names.part(machine, view, want, here);
    // Pointers to tables of virtual functions are the compiler's.
    if name.contains("._vptr") {
        return None;
    }
    let mut printer = Printer::new(machine, names, here);
    let typed = part.map(|part| (part.ty, size(machine, part.ty), part.rest));
    let typed = typed.filter(|&(_, bytes, rest)| {
        bytes != 0 && bytes <= LARGEST_SHOWN_PART && rest.saturating_add(range.bytes) <= bytes
    });
    let (ty, len, before) = match typed {
        Some((ty, bytes, rest)) => (Some(ty), bytes, rest),
        None => (None, range.bytes.min(LARGEST_SHOWN_PART), 0),
    };
    let start = range.address.wrapping_sub(before);
    let now = printer.read(start, len).unwrap_or_else(|| Bytes::undefined(len as usize));
    let mut then = now.clone();
    if let Some(old) = &range.old {
        then.overlay(before as usize, old);
    }
    let mut show = |bytes: &Bytes| match ty {
        Some(ty) => printer.value(ty, bytes.at(Some(start))),
        None => printer.untyped(bytes.at(Some(start))),
    };
    let (old, new) = (show(&then), show(&now));
    Some(Told { name, old, new })
}

/// Finds out the type of a heap object from the variables that point to it: those
/// of a frame, and global ones.
pub(super) fn learn_type(
    machine: &Machine,
    names: &mut Names,
    view: &ObjectView,
    thread: ThreadId,
    depth: usize,
) {
    let start = ObjectView { offset: 0, ..view.clone() };
    let program = machine.program();
    if let Some(frame) = machine.thread(thread).frames.get(depth) {
        for variable in &program.functions[frame.func].variables {
            let Some(to) = variable.ty.and_then(|ty| target(machine, ty)) else { continue };
            let value = match holder(machine, thread, depth, variable) {
                Some(Holder::Words(words)) => words.first().map(|word| word.bits),
                Some(Holder::Memory(address)) => pointer_at(machine, address),
                None => None,
            };
            if value == Some(view.base) {
                names.learn(machine, &start, to);
            }
        }
    }
    for (id, global) in &program.globals {
        let Some(to) = global.ty.and_then(|ty| target(machine, ty)) else { continue };
        if !global.thread_local
            && pointer_at(machine, machine.global_address(id)) == Some(view.base)
        {
            names.learn(machine, &start, to);
        }
    }
}

/// The type that a pointer type points to.
fn target(machine: &Machine, ty: DebugTypeId) -> Option<DebugTypeId> {
    let source = &machine.program().source;
    match source.types[strip(source, ty).0] {
        DebugType::Pointer { to, .. } => Some(to),
        _ => None,
    }
}

fn pointer_at(machine: &Machine, address: u64) -> Option<u64> {
    let (data, undef) = machine.memory_at(address, machine.pointer_bytes())?;
    let bytes = Bytes { data, undef };
    let chunk = bytes.at(None);
    chunk.is_defined().then(|| chunk.unsigned() as u64)
}
