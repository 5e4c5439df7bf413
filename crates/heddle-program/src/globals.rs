//! Global variables and their initial contents.

use heddle_bitcode::{ConstId, Constant, ThreadLocal, Type, TypeId};

use crate::context::{Context, Data, LowerError, Lowered};
use crate::debug::StaticVariable;
use crate::lower::constants;
use crate::lower::memory::alignment;
use crate::symbols::plain_name;
use crate::{Const, Global, GlobalId, Initializer, LinkError, Origin};

/// No variable may be larger than this.
const MAX_SIZE: u64 = 1 << 32;

/// Makes the global variable with this id.
pub(crate) fn global(cx: &mut Context<'_>, id: GlobalId) -> Result<Global, LinkError> {
    let (module, source) = match &cx.globals[id] {
        Data::Declared(source) => *source,
        Data::Pad(words) => return Ok(pad(cx, words)),
    };
    let global = &cx.module(module).globals[source];
    let info = cx.layout(module).of(global.ty);
    let init = match global.init {
        Some(_) if info.size > MAX_SIZE => Some(Initializer {
            unsupported: Some(format!("a variable of {} bytes", info.size)),
            ..Initializer::default()
        }),
        Some(init) => Some(initializer(cx, module, global.ty, init)?),
        None => None,
    };
    let input = &cx.inputs[module].module;
    let StaticVariable { name: source_name, ty, location } =
        cx.debug.global(input, module, &global.debug);
    let name = plain_name(&global.symbol.name);
    Ok(Global {
        name: name.to_owned(),
        source_name: source_name.unwrap_or_else(|| name.to_owned()),
        size: info.size,
        align: alignment(global.align, info.align),
        constant: global.constant,
        thread_local: global.thread_local != ThreadLocal::No,
        origin: cx.origin(module),
        init,
        ty,
        location,
    })
}

/// The table of a landing pad.
fn pad(cx: &Context<'_>, words: &[Const]) -> Global {
    let word = cx.inputs[0].module.layout.pointer_bytes as usize;
    let mut init = Initializer { bytes: vec![0; words.len() * word], ..Initializer::default() };
    for (index, content) in words.iter().enumerate() {
        let at = index * word;
        match content {
            Const::Bits(bits) => {
                init.bytes[at..at + word].copy_from_slice(&bits.to_le_bytes()[..word]);
            }
            address => init.relocations.push((at as u64, *address)),
        }
    }
    Global {
        name: "landing pad".to_owned(),
        source_name: "landing pad".to_owned(),
        size: init.bytes.len() as u64,
        align: word as u32,
        constant: true,
        thread_local: false,
        origin: Origin::Runtime,
        init: Some(init),
        ty: None,
        location: None,
    }
}

fn initializer(
    cx: &mut Context<'_>,
    module: usize,
    ty: TypeId,
    init: ConstId,
) -> Result<Initializer, LinkError> {
    let size = cx.layout(module).of(ty).size;
    let mut initializer = Initializer {
        bytes: vec![0; usize::try_from(size).unwrap_or(0)],
        ..Initializer::default()
    };
    match write(cx, module, init, ty, 0, &mut initializer) {
        Ok(()) => {}
        Err(LowerError::Unsupported(what)) => initializer.unsupported = Some(what),
        Err(LowerError::Malformed(what)) => return Err(LinkError::Malformed(what)),
    }
    initializer.relocations.sort_by_key(|(offset, _)| *offset);
    Ok(initializer)
}

/// Writes a constant at `offset`.
fn write(
    cx: &mut Context<'_>,
    module: usize,
    id: ConstId,
    ty: TypeId,
    offset: u64,
    out: &mut Initializer,
) -> Lowered<()> {
    let source = cx.module(module);
    let layout = cx.layout(module);
    if layout.of(source.constant_types[id]).size != layout.of(ty).size {
        return LowerError::malformed("a constant does not fit its type");
    }
    match &source.constants[id] {
        Constant::Zero => Ok(()),
        Constant::Undef | Constant::Poison => {
            out.undefined.push((offset, layout.of(ty).size));
            Ok(())
        }
        Constant::Bytes(bytes) => put(out, offset, bytes),
        Constant::Data(elements) => {
            let (Type::Array(_, element) | Type::Vector { element, .. }) = layout.ty(ty) else {
                return LowerError::malformed("a constant does not fit its type");
            };
            let info = layout.of(*element);
            let store = usize::try_from(info.store_size()).unwrap_or(8).min(8);
            for (index, bits) in (0u64..).zip(elements) {
                put(out, offset + index * info.size, &bits.to_le_bytes()[..store])?;
            }
            Ok(())
        }
        Constant::Aggregate(elements) if !matches!(layout.ty(ty), Type::Vector { .. }) => {
            for (index, element) in (0u64..).zip(elements) {
                let Some((element_ty, at, _)) = layout.element(ty, index) else {
                    return LowerError::malformed("a constant does not fit its type");
                };
                write(cx, module, *element, element_ty, offset + at, out)?;
            }
            Ok(())
        }
        _ => scalar(cx, module, id, ty, offset, out),
    }
}

/// Writes what fits in slots.
fn scalar(
    cx: &mut Context<'_>,
    module: usize,
    id: ConstId,
    ty: TypeId,
    offset: u64,
    out: &mut Initializer,
) -> Lowered<()> {
    let Some(row) = constants::eval(cx, module, id, 0)? else {
        return LowerError::unsupported("an initializer that is not a constant or an address");
    };
    let mut parts = Vec::new();
    cx.layout(module).parts(ty, 0, &mut parts);
    let pointer_bits = cx.layout(module).pointer_bits();
    if parts.len() != row.len() {
        return LowerError::malformed("a constant does not fit its type");
    }
    for (part, content) in parts.iter().zip(row) {
        let at = offset + u64::from(part.bit_offset / 8);
        let bytes = usize::from(part.width).div_ceil(8);
        match content {
            // Elements of a vector may share a byte.
            Const::Bits(bits) if part.bit_offset % 8 != 0 || part.width % 8 != 0 => {
                for bit in 0..u32::from(part.width) {
                    let position = part.bit_offset + bit;
                    let at = usize::try_from(offset)
                        .unwrap_or(usize::MAX)
                        .saturating_add(position as usize / 8);
                    let Some(byte) = out.bytes.get_mut(at) else {
                        return LowerError::malformed("a constant does not fit its type");
                    };
                    *byte |= u8::from(bits >> bit & 1 != 0) << (position % 8);
                }
            }
            Const::Bits(bits) => put(out, at, &bits.to_le_bytes()[..bytes])?,
            Const::Undef => out.undefined.push((at, bytes as u64)),
            address if u32::from(part.width) == pointer_bits && part.bit_offset % 8 == 0 => {
                out.relocations.push((at, address));
            }
            _ => return LowerError::unsupported("an initializer with a part of an address"),
        }
    }
    Ok(())
}

fn put(out: &mut Initializer, offset: u64, bytes: &[u8]) -> Lowered<()> {
    let start = usize::try_from(offset).unwrap_or(usize::MAX);
    match out.bytes.get_mut(start..start.saturating_add(bytes.len())) {
        Some(range) => {
            range.copy_from_slice(bytes);
            Ok(())
        }
        None => LowerError::malformed("a constant does not fit its type"),
    }
}
