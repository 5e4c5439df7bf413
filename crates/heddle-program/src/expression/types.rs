//! Types of the debug information, as expressions see them.
//!
//! Other names and qualifiers are looked through, `_Atomic` among them, and so is
//! `std::atomic`, whose only member is the value. Debug information is input: whatever
//! follows chains of types here gives up after a while.

use crate::cpp_names::library_template;
use crate::{DebugType, DebugTypeId, Encoding, Program, SourceMap};

/// Most types that are looked at on the way to an answer.
const MOST_LOOKED_AT: u32 = 4096;

/// A type whose values are read at once.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Scalar {
    Integer { bits: u32, signed: bool },
    Bool,
    Float { bits: u32 },
    Pointer,
}

/// A type without its other names.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Shape {
    /// A scalar, so many bits from the start of the type.
    Scalar(Scalar, u64),
    Array {
        element: DebugTypeId,
        count: Option<u64>,
    },
    Record(DebugTypeId),
    /// Reason why it cannot be used.
    Unsupported(&'static str),
}

/// A member that was found in a record, or in what the record contains without a name.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct FoundMember {
    pub(super) ty: DebugTypeId,
    pub(super) bit_offset: u64,
    pub(super) bit_field: Option<u32>,
}

/// A type without other names and qualifiers.
pub(super) fn strip(source: &SourceMap, mut ty: DebugTypeId) -> DebugTypeId {
    for _ in 0..MOST_LOOKED_AT {
        match source.types[ty] {
            DebugType::Typedef { of, .. } | DebugType::Qualified { of, .. } => ty = of,
            _ => break,
        }
    }
    ty
}

/// The shape of a type.
pub(super) fn shape(source: &SourceMap, ty: DebugTypeId) -> Shape {
    let mut ty = strip(source, ty);
    let mut bit_offset = 0;
    for _ in 0..MOST_LOOKED_AT {
        match &source.types[ty] {
            DebugType::Record { name, members, .. } if is_atomic(name) => {
                let [only] = &members[..] else { return Shape::Record(ty) };
                bit_offset += only.bit_offset;
                ty = strip(source, only.ty);
            }
            DebugType::Record { .. } => return Shape::Record(ty),
            DebugType::Array { element, count } => {
                return Shape::Array { element: *element, count: *count };
            }
            other => {
                return match scalar(other) {
                    Ok(scalar) => Shape::Scalar(scalar, bit_offset),
                    Err(why) => Shape::Unsupported(why),
                };
            }
        }
    }
    Shape::Unsupported("a type that contains itself")
}

/// True if the library's class of this name is nothing but a value.
fn is_atomic(name: &str) -> bool {
    let name = library_template(name).unwrap_or(name);
    name == "atomic"
        || name.starts_with("atomic<")
        || ["__atomic_", "__cxx_atomic_"].iter().any(|inner| name.starts_with(inner))
        || name == "atomic_flag"
}

fn scalar(ty: &DebugType) -> Result<Scalar, &'static str> {
    match ty {
        DebugType::Basic { name, .. } if name.contains("_BitInt") => {
            Err("_BitInt is not supported in propositions")
        }
        DebugType::Basic { bits, encoding, .. } => match (encoding, *bits) {
            (Encoding::Bool, 8) => Ok(Scalar::Bool),
            (Encoding::Signed | Encoding::SignedChar, bits @ (8 | 16 | 32 | 64)) => {
                Ok(Scalar::Integer { bits: bits as u32, signed: true })
            }
            (
                Encoding::Unsigned | Encoding::UnsignedChar | Encoding::Utf,
                bits @ (8 | 16 | 32 | 64),
            ) => Ok(Scalar::Integer { bits: bits as u32, signed: false }),
            (Encoding::Float, bits @ (32 | 64)) => Ok(Scalar::Float { bits: bits as u32 }),
            (Encoding::Float, 128 | 96) => Err("'long double' is not supported in propositions"),
            (Encoding::ComplexFloat, _) => Err("complex numbers are not supported in propositions"),
            (Encoding::Signed | Encoding::Unsigned, 128) => {
                Err("integers of 128 bits are not supported in propositions")
            }
            _ => Err("a type that is not supported in propositions"),
        },
        DebugType::Enum { bits: bits @ (8 | 16 | 32 | 64), signed, .. } => {
            Ok(Scalar::Integer { bits: *bits as u32, signed: *signed })
        }
        DebugType::Enum { .. } => Err("an enumeration without a definition"),
        DebugType::Pointer { reference: false, .. } => Ok(Scalar::Pointer),
        DebugType::Pointer { reference: true, .. } => {
            Err("following references is not supported in propositions")
        }
        DebugType::Function => Err("functions are not supported in propositions"),
        _ => Err("a type that the debug information does not describe"),
    }
}

/// Size of a type in bytes, if it is known.
pub(super) fn size(program: &Program, mut ty: DebugTypeId) -> Option<u64> {
    let mut count = 1u64;
    for _ in 0..MOST_LOOKED_AT {
        let bits = match &program.source.types[ty] {
            DebugType::Typedef { of, .. } | DebugType::Qualified { of, .. } => {
                ty = *of;
                continue;
            }
            DebugType::Array { element, count: elements } => {
                count = count.checked_mul((*elements)?)?;
                ty = *element;
                continue;
            }
            DebugType::Basic { bits, .. }
            | DebugType::Record { bits, .. }
            | DebugType::Enum { bits, .. } => *bits,
            DebugType::Pointer { .. } => u64::from(program.target.pointer_bytes) * 8,
            DebugType::Void | DebugType::Function => return None,
        };
        return count.checked_mul(bits / 8);
    }
    None
}

/// The member of a record that a name means. What the record contains without a name, and
/// its base classes, are searched after its own members.
pub(super) fn member(source: &SourceMap, record: DebugTypeId, name: &str) -> Option<FoundMember> {
    let mut waiting = vec![(record, 0u64)];
    let mut next = 0;
    while let Some(&(ty, base)) = waiting.get(next) {
        next += 1;
        let DebugType::Record { members, .. } = &source.types[ty] else { continue };
        for member in members {
            let bit_offset = base.checked_add(member.bit_offset)?;
            if member.name == name {
                return Some(FoundMember {
                    ty: member.ty,
                    bit_offset,
                    bit_field: member.bit_field,
                });
            }
            if is_transparent(&member.name) && waiting.len() < MOST_LOOKED_AT as usize {
                waiting.push((strip(source, member.ty), bit_offset));
            }
        }
    }
    None
}

/// The names of a record's members, as far as an expression can say them.
pub(super) fn member_names(source: &SourceMap, record: DebugTypeId) -> Vec<&str> {
    let mut names = Vec::new();
    let mut waiting = vec![record];
    let mut next = 0;
    while let Some(&ty) = waiting.get(next) {
        next += 1;
        let DebugType::Record { members, .. } = &source.types[ty] else { continue };
        for member in members {
            if !is_transparent(&member.name) {
                names.push(member.name.as_str());
            } else if waiting.len() < MOST_LOOKED_AT as usize {
                waiting.push(strip(source, member.ty));
            }
        }
    }
    names
}

/// True if the members of a member are found without its name.
fn is_transparent(name: &str) -> bool {
    name.is_empty() || name == "<base>"
}

/// The shape that a cast to a named type gives a value.
pub(super) fn named(program: &Program, name: &str) -> Option<Shape> {
    let types = &program.source.types;
    let last = name.rsplit("::").next().unwrap_or(name);
    let found = types.iter().find_map(|(id, ty)| match ty {
        DebugType::Typedef { name, .. } | DebugType::Enum { name, .. } if name == last => Some(id),
        _ => None,
    });
    match found {
        Some(id) => Some(shape(&program.source, id)),
        None => library_type(name, u32::from(program.target.pointer_bytes) * 8),
    }
}

/// A type by its tag.
pub(super) fn tagged(program: &Program, word: &str, tag: &str) -> Option<Shape> {
    let last = tag.rsplit("::").next().unwrap_or(tag);
    let is_meant = |ty: &DebugType| match ty {
        DebugType::Enum { name, .. } => word == "enum" && name == last,
        DebugType::Record { keyword, name, .. } => {
            word == *keyword && name.strip_prefix("std::").unwrap_or(name) == last
        }
        _ => false,
    };
    let (id, _) = program.source.types.iter().find(|(_, ty)| is_meant(ty))?;
    Some(shape(&program.source, id))
}

/// Names from `<stdint.h>` and `<stddef.h>`, which the program need not use itself.
fn library_type(name: &str, pointer_bits: u32) -> Option<Shape> {
    let name = name.strip_prefix("std::").unwrap_or(name);
    let (bits, signed) = match name {
        "size_t" | "uintptr_t" => (pointer_bits, false),
        "ssize_t" | "ptrdiff_t" | "intptr_t" => (pointer_bits, true),
        "int8_t" => (8, true),
        "int16_t" => (16, true),
        "int32_t" => (32, true),
        "int64_t" | "intmax_t" => (64, true),
        "uint8_t" => (8, false),
        "uint16_t" => (16, false),
        "uint32_t" => (32, false),
        "uint64_t" | "uintmax_t" => (64, false),
        _ => return None,
    };
    Some(Shape::Scalar(Scalar::Integer { bits, signed }, 0))
}

/// True if a `char` of the program is signed.
pub(super) fn signed_char(program: &Program) -> bool {
    program.source.types.values().all(|ty| match ty {
        DebugType::Basic { name, encoding, .. } if name == "char" => {
            *encoding != Encoding::UnsignedChar
        }
        _ => true,
    })
}
