//! Checks of the table of types: what is used exists, may stand where it stands,
//! does not contain itself, and has a size that can be computed.

use cranelift_entity::{EntityRef, SecondaryMap};

use crate::error::{ReadError, Result};
use crate::{FloatKind, Type, TypeId, Types};

/// How deep types may nest. Consumers walk them by recursion.
const MAX_DEPTH: u32 = 256;

/// The largest type, in bytes. LLVM measures types in bits in 64 bits.
const MAX_BYTES: u128 = 1 << 60;

/// What is known of a type once it was visited.
#[derive(Clone, Copy, Default)]
enum Mark {
    #[default]
    New,
    Open,
    Done {
        depth: u32,
        bytes: u128,
    },
}

/// Checks the table; `offset` is where it starts in the file.
pub(crate) fn check(types: &Types, offset: usize) -> Result<()> {
    let mut marks: SecondaryMap<TypeId, Mark> = SecondaryMap::new();
    for (id, ty) in types {
        let fault = |what: &str| ReadError::malformed(offset, format!("{what} in type {id}"));
        let mut fault_of_parts = Ok(());
        for_each_part(ty, |part| {
            if part.index() >= types.len() {
                fault_of_parts = Err(fault("an unknown type"));
            }
        });
        fault_of_parts?;
        check_parts(types, ty).map_err(fault)?;
    }
    for id in types.keys() {
        visit(types, id, &mut marks, offset)?;
    }
    Ok(())
}

fn for_each_part(ty: &Type, mut act: impl FnMut(TypeId)) {
    match ty {
        Type::Array(_, element) | Type::Vector { element, .. } => act(*element),
        Type::Struct { fields, .. } => fields.iter().copied().for_each(act),
        Type::Function { result, params, .. } => {
            act(*result);
            params.iter().copied().for_each(act);
        }
        Type::Void
        | Type::Int(_)
        | Type::Float(_)
        | Type::Pointer(_)
        | Type::Label
        | Type::Metadata
        | Type::Token
        | Type::X86Mmx
        | Type::X86Amx
        | Type::Target(_) => {}
    }
}

/// Whether each part may be a part of this.
fn check_parts(types: &Types, ty: &Type) -> std::result::Result<(), &'static str> {
    let storable = |part: &TypeId| {
        !matches!(
            types[*part],
            Type::Void | Type::Label | Type::Metadata | Type::Function { .. } | Type::Token
        )
    };
    match ty {
        Type::Array(_, element) if !storable(element) => Err("elements without a size"),
        Type::Struct { fields, .. } if !fields.iter().all(storable) => {
            Err("a field without a size")
        }
        Type::Vector { len, element, .. } => match types[*element] {
            _ if *len == 0 => Err("a vector of no elements"),
            Type::Int(_) | Type::Float(_) | Type::Pointer(_) => Ok(()),
            _ => Err("a vector of what is not a number or pointer"),
        },
        Type::Function { result, params, .. } => {
            if matches!(types[*result], Type::Function { .. } | Type::Label | Type::Metadata) {
                Err("a result that is no value")
            } else if params.iter().any(|p| matches!(types[*p], Type::Function { .. } | Type::Void))
            {
                Err("a parameter that is no value")
            } else {
                Ok(())
            }
        }
        _ => Ok(()),
    }
}

/// Visits a type and what it is made of, without recursion of its own.
fn visit(
    types: &Types,
    root: TypeId,
    marks: &mut SecondaryMap<TypeId, Mark>,
    offset: usize,
) -> Result<()> {
    let mut stack = vec![root];
    while let Some(&id) = stack.last() {
        match marks[id] {
            Mark::Done { .. } => {
                stack.pop();
            }
            Mark::New => {
                marks[id] = Mark::Open;
                let mut cyclic = false;
                for_each_part(&types[id], |part| match marks[part] {
                    Mark::New => stack.push(part),
                    Mark::Open => cyclic = true,
                    Mark::Done { .. } => {}
                });
                if cyclic {
                    return Err(ReadError::malformed(offset, format!("type {id} contains itself")));
                }
            }
            Mark::Open => {
                let mut depth = 0;
                for_each_part(&types[id], |part| {
                    if let Mark::Done { depth: inner, .. } = marks[part] {
                        depth = depth.max(inner + 1);
                    }
                });
                let bytes = least_bytes(&types[id], marks);
                if depth > MAX_DEPTH || bytes > MAX_BYTES {
                    return Err(ReadError::malformed(offset, format!("type {id} is too large")));
                }
                marks[id] = Mark::Done { depth, bytes };
                stack.pop();
            }
        }
    }
    Ok(())
}

/// Size without padding, rounded up to bytes. Padding at most multiplies it by a
/// small factor, for which the limit leaves room.
fn least_bytes(ty: &Type, marks: &SecondaryMap<TypeId, Mark>) -> u128 {
    let of = |id: TypeId| match marks[id] {
        Mark::Done { bytes, .. } => bytes,
        Mark::New | Mark::Open => 0,
    };
    match ty {
        Type::Int(bits) => u128::from(bits.div_ceil(8)),
        Type::Float(kind) => match kind {
            FloatKind::Half | FloatKind::BFloat => 2,
            FloatKind::Single => 4,
            FloatKind::Double => 8,
            FloatKind::X86Fp80 | FloatKind::Quad | FloatKind::PpcDouble => 16,
        },
        Type::Pointer(_) | Type::X86Mmx => 8,
        Type::X86Amx => 1024,
        Type::Array(len, element) => u128::from(*len) * of(*element),
        Type::Vector { len, element, .. } => u128::from(*len) * of(*element),
        Type::Struct { fields, .. } => fields.iter().map(|&field| of(field)).sum(),
        Type::Void
        | Type::Function { .. }
        | Type::Label
        | Type::Metadata
        | Type::Token
        | Type::Target(_) => 0,
    }
}
