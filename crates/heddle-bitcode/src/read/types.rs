//! The table of types.

use std::collections::HashMap;

use cranelift_entity::EntityRef;
use llvm_bitcode::schema::blocks::TypeCode;

use crate::error::{ReadError, Result};
use crate::stream::{Block, Fields};
use crate::{FloatKind, Type, TypeId, Types};

/// The widest integer of LLVM.
const MAX_INT_BITS: u64 = 1 << 23;

/// The types that were read, and those that results of instructions need beyond.
#[derive(Default)]
pub(crate) struct TypeTable {
    types: Types,
    interned: HashMap<Type, TypeId>,
}

impl TypeTable {
    /// Reads the block.
    pub(crate) fn read(block: &Block<'_>, producer: &str) -> Result<TypeTable> {
        let mut table = TypeTable::default();
        let mut name = None;
        for record in &block.records {
            let code: TypeCode = record.code("the type table")?;
            let mut fields = record.fields();
            let ty = match code {
                TypeCode::NumEntry => continue,
                TypeCode::StructName => {
                    name = Some(record.text());
                    continue;
                }
                TypeCode::Void => Type::Void,
                TypeCode::Half => Type::Float(FloatKind::Half),
                TypeCode::BFloat => Type::Float(FloatKind::BFloat),
                TypeCode::Float => Type::Float(FloatKind::Single),
                TypeCode::Double => Type::Float(FloatKind::Double),
                TypeCode::X86Fp80 => Type::Float(FloatKind::X86Fp80),
                TypeCode::Fp128 => Type::Float(FloatKind::Quad),
                TypeCode::PpcFp128 => Type::Float(FloatKind::PpcDouble),
                TypeCode::Label => Type::Label,
                TypeCode::Metadata => Type::Metadata,
                TypeCode::Token => Type::Token,
                TypeCode::X86Mmx => Type::X86Mmx,
                TypeCode::X86Amx => Type::X86Amx,
                TypeCode::Integer => integer(&mut fields)?,
                TypeCode::OpaquePointer => Type::Pointer(fields.next_u32()?),
                TypeCode::Array => {
                    let len = fields.next()?;
                    Type::Array(len, unchecked(&mut fields)?)
                }
                TypeCode::Vector => Type::Vector {
                    len: fields.next_u32()?,
                    element: unchecked(&mut fields)?,
                    scalable: fields.next_or_zero() != 0,
                },
                TypeCode::Function => Type::Function {
                    variadic: fields.next()? != 0,
                    result: unchecked(&mut fields)?,
                    params: unchecked_list(&mut fields)?,
                },
                TypeCode::StructAnon => Type::Struct {
                    name: None,
                    packed: fields.next()? != 0,
                    fields: unchecked_list(&mut fields)?,
                    opaque: false,
                },
                TypeCode::StructNamed => Type::Struct {
                    name: Some(name.take().unwrap_or_default()),
                    packed: fields.next()? != 0,
                    fields: unchecked_list(&mut fields)?,
                    opaque: false,
                },
                TypeCode::Opaque => Type::Struct {
                    name: Some(name.take().unwrap_or_default()),
                    packed: false,
                    fields: Vec::new(),
                    opaque: true,
                },
                TypeCode::TargetType => Type::Target(name.take().unwrap_or_default()),
                #[expect(deprecated, reason = "typed pointers are what makes a file too old")]
                TypeCode::Pointer | TypeCode::FunctionOld => {
                    return Err(ReadError::TooOld {
                        offset: record.offset,
                        producer: producer.to_owned(),
                    });
                }
                other => return Err(record.unsupported(format!("type {other:?}"))),
            };
            table.push(ty);
        }
        Ok(table)
    }

    fn push(&mut self, ty: Type) -> TypeId {
        // A named structure is a type of its own whatever its fields are.
        if matches!(ty, Type::Struct { name: Some(_), .. }) {
            return self.types.push(ty);
        }
        let id = self.types.push(ty.clone());
        *self.interned.entry(ty).or_insert(id)
    }

    /// The type's id; a type that is not in the table is added.
    pub(crate) fn intern(&mut self, ty: Type) -> TypeId {
        match self.interned.get(&ty) {
            Some(&id) => id,
            None => self.push(ty),
        }
    }

    /// The type at an index of the file.
    pub(crate) fn id(&self, index: u64, fields: &Fields<'_>) -> Result<TypeId> {
        usize::try_from(index)
            .ok()
            .filter(|&index| index < self.types.len())
            .map(TypeId::new)
            .ok_or_else(|| fields.malformed(format!("type {index} of {}", self.types.len())))
    }

    /// The type whose index is the next field.
    pub(crate) fn next(&self, fields: &mut Fields<'_>) -> Result<TypeId> {
        let index = fields.next()?;
        self.id(index, fields)
    }

    pub(crate) fn get(&self, id: TypeId) -> &Type {
        &self.types[id]
    }

    pub(crate) fn all(&self) -> &Types {
        &self.types
    }

    pub(crate) fn into_types(self) -> Types {
        self.types
    }

    /// The element type of a vector, any other type itself.
    pub(crate) fn scalar(&self, id: TypeId) -> TypeId {
        match self.types[id] {
            Type::Vector { element, .. } => element,
            _ => id,
        }
    }

    /// The type that has `scalar` wherever `shape`, if it is a vector, has elements.
    pub(crate) fn shaped(&mut self, shape: TypeId, scalar: Type) -> TypeId {
        let element = self.intern(scalar);
        match self.types[shape] {
            Type::Vector { len, scalable, .. } => {
                self.intern(Type::Vector { len, element, scalable })
            }
            _ => element,
        }
    }

    pub(crate) fn is_integer(&self, id: TypeId) -> bool {
        matches!(self.types[id], Type::Int(_))
    }

    pub(crate) fn is_float(&self, id: TypeId) -> bool {
        matches!(self.types[id], Type::Float(_))
    }

    pub(crate) fn is_pointer(&self, id: TypeId) -> bool {
        matches!(self.types[id], Type::Pointer(_))
    }

    pub(crate) fn is_bool(&self, id: TypeId) -> bool {
        matches!(self.types[id], Type::Int(1))
    }

    /// True if memory can hold it. Opaque structures have no size, and what is no value has none
    /// either.
    pub(crate) fn is_sized(&self, id: TypeId) -> bool {
        !matches!(
            self.types[id],
            Type::Void
                | Type::Function { .. }
                | Type::Label
                | Type::Metadata
                | Type::Token
                | Type::Struct { opaque: true, .. }
        )
    }

    /// The type inside an aggregate at an index.
    pub(crate) fn member(&self, aggregate: TypeId, index: u64) -> Option<TypeId> {
        match &self.types[aggregate] {
            Type::Struct { fields, .. } => fields.get(usize::try_from(index).ok()?).copied(),
            Type::Array(len, element) => (index < *len).then_some(*element),
            _ => None,
        }
    }
}

fn integer(fields: &mut Fields<'_>) -> Result<Type> {
    let bits = fields.next()?;
    if (1..=MAX_INT_BITS).contains(&bits) {
        Ok(Type::Int(bits as u32))
    } else {
        Err(fields.malformed(format!("an integer type of {bits} bits")))
    }
}

/// A type index that is checked once the table is complete, since structures may
/// refer forward.
fn unchecked(fields: &mut Fields<'_>) -> Result<TypeId> {
    let index = fields.next()?;
    unchecked_id(index, fields)
}

fn unchecked_list(fields: &mut Fields<'_>) -> Result<Vec<TypeId>> {
    let list: Result<_> = fields.rest().iter().map(|&index| unchecked_id(index, fields)).collect();
    list
}

fn unchecked_id(index: u64, fields: &Fields<'_>) -> Result<TypeId> {
    match u32::try_from(index) {
        Ok(index) if index < u32::MAX => Ok(TypeId::from_u32(index)),
        _ => Err(fields.malformed(format!("type {index}"))),
    }
}
