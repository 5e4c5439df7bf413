//! Checks of the table of types: what is used exists, may stand where it stands,
//! does not contain itself, and has a size that can be computed.

use cranelift_entity::SecondaryMap;

use crate::error::{ReadError, Result};
use crate::validate::walk;
use crate::{FloatKind, Type, TypeId, Types};

/// Deepest nesting of types. Consumers walk them by recursion.
const MAX_DEPTH: u32 = 256;

/// The largest type, in bytes. LLVM measures types in bits in 64 bits.
const MAX_BYTES: u128 = 1 << 60;

/// Checks the table; `offset` is where it starts in the file.
pub(crate) fn check(types: &Types, offset: usize) -> Result<()> {
    for (id, ty) in types {
        let fault = |what: &str| ReadError::malformed(offset, format!("{what} in {id}"));
        let mut known = true;
        for_each_part(ty, &mut |part| known &= types.is_valid(part));
        if !known {
            return Err(fault("an unknown type"));
        }
        check_parts(types, ty).map_err(fault)?;
    }
    let walk = walk(types, for_each_part)
        .map_err(|id| ReadError::malformed(offset, format!("{id} contains itself")))?;
    let mut bytes: SecondaryMap<TypeId, u128> = SecondaryMap::new();
    for &id in &walk.order {
        bytes[id] = least_bytes(&types[id], &bytes);
        if walk.depths[id] > MAX_DEPTH || bytes[id] > MAX_BYTES {
            return Err(ReadError::malformed(offset, format!("{id} is too large")));
        }
    }
    Ok(())
}

fn for_each_part(ty: &Type, act: &mut dyn FnMut(TypeId)) {
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

/// Checks that each part may be a part of this.
fn check_parts(types: &Types, ty: &Type) -> std::result::Result<(), &'static str> {
    let storable = |part: &TypeId| {
        !matches!(
            types[*part],
            Type::Void
                | Type::Label
                | Type::Metadata
                | Type::Function { .. }
                | Type::Token
                | Type::Struct { opaque: true, .. }
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

/// Size without padding, rounded up to bytes. Padding at most multiplies it by a
/// small factor, for which the limit leaves room.
fn least_bytes(ty: &Type, bytes: &SecondaryMap<TypeId, u128>) -> u128 {
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
        Type::Array(len, element) => u128::from(*len) * bytes[*element],
        Type::Vector { len, element, .. } => u128::from(*len) * bytes[*element],
        Type::Struct { fields, .. } => fields.iter().map(|&field| bytes[field]).sum(),
        Type::Void
        | Type::Function { .. }
        | Type::Label
        | Type::Metadata
        | Type::Token
        | Type::Target(_) => 0,
    }
}
