//! Frames and variables of the loaded state, as the source has them.
//!
//! A call that the compiler inlined is one frame to the machine and several to a
//! programmer: each [`SourceFrame`] is one function of the source.

use heddle_machine::{Frame, Machine, Word};
use heddle_model::{Place, ThreadId};
use heddle_program::{
    DebugType, DebugTypeId, Function, LocationId, Origin, ScopeId, SourceMap, Variable,
    VariablePlace,
};

use crate::types::{MAX_NESTING, size, strip};
use crate::value::bits::Bytes;

/// A function of the source that a thread executes.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct SourceFrame {
    /// Number of the machine's frame that it is in, from the outermost.
    pub(crate) depth: usize,
    /// Its location, if that is known.
    pub(crate) location: Option<LocationId>,
}

/// The index of the innermost frame that the user wrote.
pub(crate) fn user_depth(machine: &Machine, thread: ThreadId) -> Option<usize> {
    let frames = &machine.thread(thread).frames;
    frames.iter().rposition(|frame| is_users(machine, frame))
}

fn is_users(machine: &Machine, frame: &Frame) -> bool {
    match machine.program().functions[frame.func].origin {
        Origin::User => true,
        Origin::Library => machine.shows_library(),
        Origin::Runtime | Origin::Model => false,
    }
}

/// Number of functions of the user that a thread executes, up to a frame.
pub(crate) fn call_depth(machine: &Machine, thread: ThreadId, depth: usize) -> u32 {
    let frames = machine.thread(thread).frames.iter().take(depth + 1);
    frames.filter(|frame| is_users(machine, frame)).count() as u32
}

/// All functions of the user that a thread executes, the innermost first.
pub(crate) fn source_frames(machine: &Machine, thread: ThreadId) -> Vec<SourceFrame> {
    let mut found = Vec::new();
    for (depth, frame) in machine.thread(thread).frames.iter().enumerate().rev() {
        if !is_users(machine, frame) {
            continue;
        }
        let source = &machine.program().source;
        let mut location = machine.location_at(frame);
        found.push(SourceFrame { depth, location });
        for _ in 0..MAX_NESTING {
            let outer = location.and_then(|id| source.locations[id].inlined_at);
            let Some(outer) = outer else { break };
            location = Some(match machine.shows_library() {
                true => outer,
                false => source.outside_library(outer),
            });
            found.push(SourceFrame { depth, location });
        }
    }
    found
}

/// The place of a frame; without a location, only its function is known.
pub(crate) fn place_of(
    machine: &Machine,
    function: &Function,
    location: Option<LocationId>,
) -> Place {
    match location {
        Some(id) => machine.place(id),
        None => Place {
            file: String::new(),
            line: 0,
            column: 0,
            function: function.source_name.clone(),
        },
    }
}

/// The holder of a variable's value in the loaded state.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) enum Holder {
    /// In memory, at this address.
    Memory(u64),
    /// In these slots (or it is a constant).
    Words(Vec<Word>),
}

/// The holder of a variable's value while a frame is at its instruction.
pub(crate) fn holder(
    machine: &Machine,
    thread: ThreadId,
    depth: usize,
    variable: &Variable,
) -> Option<Holder> {
    let frame = machine.thread(thread).frames.get(depth)?;
    let range = variable.ranges.iter().find(|r| r.from <= frame.pc && frame.pc < r.to)?;
    Some(match range.place {
        VariablePlace::Constant(bits) => Holder::Words(vec![Word::new(bits)]),
        VariablePlace::Memory(slot, offset) => {
            let word = machine.slot_at(thread, depth, slot).filter(|word| word.is_defined())?;
            Holder::Memory(word.bits.wrapping_add(offset as u64))
        }
        VariablePlace::Slots(slot) => {
            let count = variable.ty.map_or(1, |ty| scalars(machine, ty).len().max(1));
            let words = (0..count as u32).map(|n| machine.slot_at(thread, depth, slot.plus(n)));
            Holder::Words(words.collect::<Option<_>>()?)
        }
    })
}

/// Variables of a source frame that are in scope, innermost scope first, each name
/// once.
pub(crate) fn variables_in_scope<'p>(
    machine: &Machine<'p>,
    thread: ThreadId,
    frame: &SourceFrame,
) -> Vec<&'p Variable> {
    let program = machine.program();
    let (Some(location), Some(on_stack)) =
        (frame.location, machine.thread(thread).frames.get(frame.depth))
    else {
        return Vec::new();
    };
    let location = program.source.locations[location];
    let mut found: Vec<&Variable> = Vec::new();
    let mut scope = Some(location.scope);
    while let Some(current) = scope {
        for variable in &program.functions[on_stack.func].variables {
            let here = variable.scope == current && variable.inlined_at == location.inlined_at;
            if here && !found.iter().any(|inner| inner.name == variable.name) {
                found.push(variable);
            }
        }
        scope = parent(&program.source, current);
    }
    found
}

fn parent(source: &SourceMap, scope: ScopeId) -> Option<ScopeId> {
    source.scopes[scope].parent
}

/// Scalars of a type, in order, each as `(bit offset, bits)`.
pub(crate) fn scalars(machine: &Machine, ty: DebugTypeId) -> Vec<(u64, u32)> {
    let mut found = Vec::new();
    collect_scalars(machine, ty, 0, 0, &mut found);
    found
}

/// Values in slots have few scalars; larger ones are in memory.
const MAX_SCALARS: usize = 64;

fn collect_scalars(
    machine: &Machine,
    ty: DebugTypeId,
    at: u64,
    nesting: u32,
    found: &mut Vec<(u64, u32)>,
) {
    let source = &machine.program().source;
    let (ty, _) = strip(source, ty);
    if nesting > MAX_NESTING || found.len() >= MAX_SCALARS {
        return;
    }
    match &source.types[ty] {
        DebugType::Array { element, count } => {
            let each = machine.type_bits(*element);
            for i in 0..count.unwrap_or(0).min(MAX_SCALARS as u64) {
                collect_scalars(machine, *element, at + i * each, nesting + 1, found);
            }
        }
        DebugType::Record { members, .. } => {
            for member in members.iter().filter(|member| member.bit_field.is_none()) {
                let at = at + member.bit_offset;
                collect_scalars(machine, member.ty, at, nesting + 1, found);
            }
        }
        _ => {
            // What is wider than a slot takes several.
            let bits = machine.type_bits(ty);
            let mut start = 0;
            while start < bits && found.len() < MAX_SCALARS {
                found.push((at + start, (bits - start).min(64) as u32));
                start += 64;
            }
        }
    }
}

/// The bytes of a value that is in slots.
pub(crate) fn bytes_of_words(machine: &Machine, ty: DebugTypeId, words: &[Word]) -> Bytes {
    let mut bytes = Bytes::undefined(size(machine, ty).min(1 << 16) as usize);
    for ((bit, width), word) in scalars(machine, ty).into_iter().zip(words) {
        bytes.set_bits(bit, width, word.bits, word.undef);
    }
    bytes
}
