//! From an offset in an object to the part that is there: `[2].lock`.

use heddle_machine::Machine;
use heddle_program::{DebugType, DebugTypeId};

use crate::types::{MAX_NESTING, is_same, size, strip};
use crate::value::library::has_form;

/// The part at an offset that is meant: a structure, its first member and that one's
/// first element are all at the same place.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Want {
    /// One of this type; the largest, if there is none.
    Type(DebugTypeId),
    /// The largest that begins there.
    Start,
    /// A scalar of so many bytes.
    Scalar(u64),
    /// The smallest that has all of so many bytes.
    Cover(u64),
}

/// A part of an object.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Part {
    /// The way there from the object.
    pub(crate) path: String,
    /// Its type.
    pub(crate) ty: DebugTypeId,
    /// The rest of the offset.
    pub(crate) rest: u64,
}

/// The part at `offset` of something of type `ty`.
pub(crate) fn find(machine: &Machine, ty: DebugTypeId, offset: u64, want: Want) -> Part {
    let mut part = Part { path: String::new(), ty, rest: offset };
    for _ in 0..MAX_NESTING {
        if is_wanted(machine, &part, want) {
            break;
        }
        let Some(inner) = enter(machine, &part, want) else { break };
        part = inner;
    }
    part
}

fn is_wanted(machine: &Machine, part: &Part, want: Want) -> bool {
    match want {
        Want::Type(ty) => part.rest == 0 && is_same(&machine.program().source, part.ty, ty),
        Want::Cover(bytes) => part.rest == 0 && size(machine, part.ty) == bytes,
        Want::Start => part.rest == 0,
        Want::Scalar(_) => false,
    }
}

/// One step inwards.
fn enter(machine: &Machine, part: &Part, want: Want) -> Option<Part> {
    let source = &machine.program().source;
    let (ty, opaque) = strip(source, part.ty);
    if opaque.is_some() || has_form(source, ty) {
        return None;
    }
    let (ty, path, start) = match &source.types[ty] {
        DebugType::Array { element, .. } => {
            let each = size(machine, *element);
            let index = part.rest.checked_div(each)?;
            (*element, format!("[{index}]"), index * each)
        }
        // Which member of a union is meant, nobody knows.
        DebugType::Record { keyword: "union", .. } => return None,
        DebugType::Record { members, .. } => {
            let at = part.rest * 8;
            let member = members.iter().rev().find(|member| {
                let bits = machine.type_bits(member.ty);
                member.bit_offset <= at && at < member.bit_offset + bits.max(1)
            })?;
            if member.bit_field.is_some() {
                return None;
            }
            let path = match member.name.as_str() {
                "" | "<base>" => String::new(),
                name => format!(".{name}"),
            };
            (member.ty, path, member.bit_offset / 8)
        }
        _ => return None,
    };
    let inner = Part { path: format!("{}{path}", part.path), ty, rest: part.rest - start };
    let fits = match want {
        // Nothing of that type is here: the largest is named.
        Want::Type(ty) => part.rest != 0 || has_at_start(machine, inner.ty, ty),
        Want::Start => true,
        Want::Scalar(bytes) | Want::Cover(bytes) => {
            inner.rest.saturating_add(bytes) <= size(machine, inner.ty)
        }
    };
    fits.then_some(inner)
}

/// True if something of type `want` is at the start of a `ty`.
fn has_at_start(machine: &Machine, ty: DebugTypeId, want: DebugTypeId) -> bool {
    let source = &machine.program().source;
    let mut ty = ty;
    for _ in 0..MAX_NESTING {
        if is_same(source, ty, want) {
            return true;
        }
        ty = match &source.types[strip(source, ty).0] {
            DebugType::Array { element, .. } => *element,
            DebugType::Record { keyword, members, .. } if *keyword != "union" => {
                match members.iter().find(|member| member.bit_offset == 0) {
                    Some(member) => member.ty,
                    None => return false,
                }
            }
            _ => return false,
        };
    }
    false
}
