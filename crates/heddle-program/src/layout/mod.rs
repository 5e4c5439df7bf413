//! Sizes, alignments and offsets of types, by LLVM's rules and the module's data
//! layout; and how values of a type take slots.

use heddle_bitcode::{DataLayout, FloatKind, Module, Type, TypeId};

use crate::{LinkError, Part, float};

/// No value of more slots than this is lowered.
pub(crate) const MAX_SLOTS: u32 = 1 << 14;

/// Types of real programs nest far less than this.
const MAX_DEPTH: u32 = 200;

/// A value that is neither vector nor aggregate.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Scalar {
    /// An integer of so many bits.
    Int(u32),
    /// A float.
    Float(FloatKind),
    /// A pointer.
    Ptr,
}

impl Scalar {
    /// Slots that one takes.
    pub(crate) fn slots(self) -> u32 {
        match self {
            Scalar::Int(width) => width.div_ceil(64).max(1),
            Scalar::Float(kind) => float_slots(kind),
            Scalar::Ptr => 1,
        }
    }
}

/// Slots that a float takes.
pub(crate) fn float_slots(kind: FloatKind) -> u32 {
    float::slot_widths(kind).len() as u32
}

/// Layout of one type.
#[derive(Clone, Debug, Default)]
pub(crate) struct TypeInfo {
    /// Bits of the value.
    pub(crate) bits: u64,
    /// Bytes from one element of an array to the next.
    pub(crate) size: u64,
    /// ABI alignment in bytes.
    pub(crate) align: u32,
    /// Slots of a value; above [`MAX_SLOTS`] if there are too many.
    pub(crate) slots: u32,
    /// Offsets of a structure's fields in bytes.
    pub(crate) offsets: Vec<u64>,
    /// First slot of each of a structure's fields.
    pub(crate) field_slots: Vec<u32>,
}

impl TypeInfo {
    /// Bytes that an access touches.
    pub(crate) fn store_size(&self) -> u64 {
        self.bits.div_ceil(8)
    }
}

/// The layouts of all types of a module.
#[derive(Debug)]
pub(crate) struct Layout<'m> {
    module: &'m Module,
    infos: Vec<TypeInfo>,
}

impl<'m> Layout<'m> {
    /// Lays out the types of `module`.
    pub(crate) fn new(module: &'m Module) -> Result<Layout<'m>, LinkError> {
        let mut work = Work { module, infos: vec![None; module.types.len()] };
        for ty in module.types.keys() {
            work.info(ty, 0)?;
        }
        let infos = work.infos.into_iter().map(Option::unwrap_or_default).collect();
        Ok(Layout { module, infos })
    }

    /// Layout of `ty`.
    pub(crate) fn of(&self, ty: TypeId) -> &TypeInfo {
        &self.infos[ty.as_u32() as usize]
    }

    /// The type itself.
    pub(crate) fn ty(&self, ty: TypeId) -> &'m Type {
        &self.module.types[ty]
    }

    /// Bits of a pointer.
    pub(crate) fn pointer_bits(&self) -> u32 {
        self.module.layout.pointer_bytes * 8
    }

    /// The scalar that `ty` is, if it is one.
    pub(crate) fn scalar(&self, ty: TypeId) -> Option<Scalar> {
        match *self.ty(ty) {
            Type::Int(width) => Some(Scalar::Int(width)),
            Type::Float(kind) => Some(Scalar::Float(kind)),
            Type::Pointer(_) => Some(Scalar::Ptr),
            Type::X86Mmx => Some(Scalar::Int(64)),
            _ => None,
        }
    }

    /// Bits of a scalar.
    pub(crate) fn scalar_bits(&self, scalar: Scalar) -> u32 {
        match scalar {
            Scalar::Int(width) => width,
            Scalar::Float(kind) => float::width(kind),
            Scalar::Ptr => self.pointer_bits(),
        }
    }

    /// Element and number of elements of a scalar (one) or vector.
    pub(crate) fn lanes(&self, ty: TypeId) -> Option<(Scalar, u32)> {
        match *self.ty(ty) {
            Type::Vector { len, element, scalable: false } => {
                self.scalar(element).map(|scalar| (scalar, len))
            }
            _ => self.scalar(ty).map(|scalar| (scalar, 1)),
        }
    }

    /// Type, offset in bytes and first slot of element `index` of an aggregate.
    pub(crate) fn element(&self, ty: TypeId, index: u64) -> Option<(TypeId, u64, u32)> {
        match self.ty(ty) {
            Type::Struct { fields, .. } => {
                let index = usize::try_from(index).ok()?;
                let info = self.of(ty);
                Some((
                    *fields.get(index)?,
                    *info.offsets.get(index)?,
                    *info.field_slots.get(index)?,
                ))
            }
            Type::Array(len, element) if index < *len => {
                let info = self.of(*element);
                let slot = u32::try_from(index).ok()?.checked_mul(info.slots)?;
                Some((*element, info.size.checked_mul(index)?, slot))
            }
            Type::Vector { len, element, .. } if index < u64::from(*len) => {
                let info = self.of(*element);
                let slot = u32::try_from(index).ok()?.checked_mul(info.slots)?;
                Some((*element, info.store_size() * index, slot))
            }
            _ => None,
        }
    }

    /// Appends where each slot of a value of `ty` lies, `bit_offset` bits on.
    pub(crate) fn parts(&self, ty: TypeId, bit_offset: u32, out: &mut Vec<Part>) {
        let bytes =
            |offset: u64| bit_offset.saturating_add(u32::try_from(offset * 8).unwrap_or(u32::MAX));
        match self.ty(ty) {
            Type::Struct { fields, .. } => {
                for (field, offset) in fields.iter().zip(&self.of(ty).offsets) {
                    self.parts(*field, bytes(*offset), out);
                }
            }
            Type::Array(len, element) => {
                for index in 0..*len {
                    self.parts(*element, bytes(self.of(*element).size * index), out);
                }
            }
            Type::Vector { len, element, .. } => {
                // The elements of a vector have no padding between them.
                let bits = u32::try_from(self.of(*element).bits).unwrap_or(u32::MAX);
                for index in 0..*len {
                    let offset = bit_offset.saturating_add(bits.saturating_mul(index));
                    self.parts(*element, offset, out);
                }
            }
            _ => {
                let Some(scalar) = self.scalar(ty) else { return };
                let mut left = self.scalar_bits(scalar);
                let mut bit_offset = bit_offset;
                for _ in 0..scalar.slots() {
                    let width = left.min(64);
                    let pointer = scalar == Scalar::Ptr;
                    out.push(Part { bit_offset, width: width as u8, pointer });
                    left -= width;
                    bit_offset = bit_offset.saturating_add(width);
                }
            }
        }
    }
}

/// Layouts while they are made; `None` is not made yet.
struct Work<'m> {
    module: &'m Module,
    infos: Vec<Option<TypeInfo>>,
}

impl Work<'_> {
    fn info(&mut self, ty: TypeId, depth: u32) -> Result<TypeInfo, LinkError> {
        if let Some(info) = &self.infos[ty.as_u32() as usize] {
            return Ok(info.clone());
        }
        if depth > MAX_DEPTH {
            return Err(LinkError::Malformed("types nest too deeply".into()));
        }
        let info = self.make(ty, depth)?;
        self.infos[ty.as_u32() as usize] = Some(info.clone());
        Ok(info)
    }

    fn make(&mut self, ty: TypeId, depth: u32) -> Result<TypeInfo, LinkError> {
        let layout = &self.module.layout;
        let info = match &self.module.types[ty] {
            Type::Int(width) => scalar_info(
                u64::from(*width),
                int_align(layout, *width),
                Scalar::Int(*width).slots(),
            ),
            Type::Float(kind) => {
                let bits = float::width(*kind);
                scalar_info(u64::from(bits), float_align(layout, bits), float_slots(*kind))
            }
            Type::Pointer(_) => {
                scalar_info(u64::from(layout.pointer_bytes) * 8, layout.pointer_align.max(1), 1)
            }
            Type::X86Mmx => scalar_info(64, 8, 1),
            Type::Array(len, element) => {
                let element = self.info(*element, depth + 1)?;
                let size = element.size.saturating_mul(*len).min(1 << 60);
                TypeInfo {
                    bits: size * 8,
                    size,
                    align: element.align,
                    slots: count(u64::from(element.slots).saturating_mul(*len)),
                    ..TypeInfo::default()
                }
            }
            Type::Vector { len, element, scalable } => {
                let element = self.info(*element, depth + 1)?;
                let bits = (element.bits * u64::from(*len)).min(1 << 60);
                let align = vector_align(layout, bits, element.size * u64::from(*len));
                let slots = count(u64::from(element.slots) * u64::from(*len));
                let slots = if *scalable { u32::MAX } else { slots };
                scalar_info(bits, align, slots)
            }
            Type::Struct { fields, packed, .. } => self.structure(fields, *packed, depth)?,
            Type::Target(_) | Type::X86Amx => {
                TypeInfo { align: 1, slots: u32::MAX, ..TypeInfo::default() }
            }
            Type::Void | Type::Function { .. } | Type::Label | Type::Metadata | Type::Token => {
                TypeInfo { align: 1, ..TypeInfo::default() }
            }
        };
        Ok(info)
    }

    fn structure(
        &mut self,
        fields: &[TypeId],
        packed: bool,
        depth: u32,
    ) -> Result<TypeInfo, LinkError> {
        let mut info = TypeInfo { align: 1, ..TypeInfo::default() };
        let mut slots = 0u64;
        for field in fields {
            let field = self.info(*field, depth + 1)?;
            let align = if packed { 1 } else { field.align.max(1) };
            info.align = info.align.max(align);
            let offset = info.size.next_multiple_of(u64::from(align));
            info.offsets.push(offset);
            info.field_slots.push(count(slots));
            info.size = offset.saturating_add(field.size).min(1 << 60);
            slots = slots.saturating_add(u64::from(field.slots));
        }
        if !packed {
            info.align = info.align.max(self.module.layout.aggregate_align.max(1));
        }
        info.size = info.size.next_multiple_of(u64::from(info.align));
        info.bits = info.size * 8;
        info.slots = count(slots);
        Ok(info)
    }
}

fn count(slots: u64) -> u32 {
    u32::try_from(slots).unwrap_or(u32::MAX)
}

fn scalar_info(bits: u64, align: u32, slots: u32) -> TypeInfo {
    let size = bits.div_ceil(8).next_multiple_of(u64::from(align));
    TypeInfo { bits, size, align, slots, ..TypeInfo::default() }
}

/// The entry for exactly so many bits, else the next larger one, else the largest.
fn int_align(layout: &DataLayout, bits: u32) -> u32 {
    let aligns = &layout.int_aligns;
    let at_least = aligns.iter().find(|(entry, _)| *entry >= bits);
    at_least.or(aligns.last()).map_or(1, |(_, align)| (*align).max(1))
}

/// The entry for exactly so many bits, else the next power of two of the size.
fn float_align(layout: &DataLayout, bits: u32) -> u32 {
    let exact = layout.float_aligns.iter().find(|(entry, _)| *entry == bits);
    exact.map_or((bits / 8).next_power_of_two(), |(_, align)| (*align).max(1))
}

/// The entry for exactly so many bits, else the next power of two of the size.
fn vector_align(layout: &DataLayout, bits: u64, size: u64) -> u32 {
    let exact = layout.vector_aligns.iter().find(|(entry, _)| u64::from(*entry) == bits);
    let natural = || u32::try_from(size.max(1).next_power_of_two()).unwrap_or(1 << 20).min(1 << 20);
    exact.map_or_else(natural, |(_, align)| (*align).max(1))
}

#[cfg(test)]
mod tests;
