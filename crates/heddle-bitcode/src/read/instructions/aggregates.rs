//! Parts of structures, arrays and vectors.

use crate::error::Result;
use crate::read::function::Body;
use crate::stream::Fields;
use crate::{Constant, Opcode, Type, TypeId, Value};

impl Body<'_, '_> {
    /// Reads indices to the end of the record and walks them from a type.
    fn path(&self, fields: &mut Fields<'_>, aggregate: TypeId) -> Result<(Vec<u32>, TypeId)> {
        let mut path = Vec::with_capacity(fields.len());
        let mut ty = aggregate;
        while !fields.is_empty() {
            let index = fields.next_u32()?;
            ty = self
                .reader
                .types
                .member(ty, u64::from(index))
                .ok_or_else(|| fields.malformed(format!("there is no element {index}")))?;
            path.push(index);
        }
        if path.is_empty() {
            return Err(fields.malformed("an element without an index"));
        }
        Ok((path, ty))
    }

    pub(super) fn extract_value(&mut self, fields: &mut Fields<'_>) -> Result<()> {
        let aggregate = self.typed(fields)?;
        let (path, ty) = self.path(fields, aggregate.ty)?;
        let op = Opcode::ExtractValue { aggregate: aggregate.value, path };
        self.push(op, ty, fields)
    }

    pub(super) fn insert_value(&mut self, fields: &mut Fields<'_>) -> Result<()> {
        let aggregate = self.typed(fields)?;
        let element = self.typed(fields)?;
        let (path, ty) = self.path(fields, aggregate.ty)?;
        if element.ty != ty {
            return Err(fields.malformed("an element of another type"));
        }
        let op = Opcode::InsertValue { aggregate: aggregate.value, element: element.value, path };
        self.push(op, aggregate.ty, fields)
    }

    /// The type of a vector's elements.
    fn element(&self, ty: TypeId, fields: &Fields<'_>) -> Result<TypeId> {
        match *self.reader.types.get(ty) {
            Type::Vector { element, .. } => Ok(element),
            _ => Err(fields.malformed("an operand that is no vector")),
        }
    }

    fn index(&mut self, fields: &mut Fields<'_>) -> Result<Value> {
        let index = self.typed(fields)?;
        if self.reader.types.is_integer(index.ty) {
            Ok(index.value)
        } else {
            Err(fields.malformed("an index that is no integer"))
        }
    }

    pub(super) fn extract_element(&mut self, fields: &mut Fields<'_>) -> Result<()> {
        let vector = self.typed(fields)?;
        let ty = self.element(vector.ty, fields)?;
        let index = self.index(fields)?;
        let op = Opcode::ExtractElement { vector: vector.value, index };
        self.push(op, ty, fields)
    }

    pub(super) fn insert_element(&mut self, fields: &mut Fields<'_>) -> Result<()> {
        let vector = self.typed(fields)?;
        let ty = self.element(vector.ty, fields)?;
        let element = self.value(fields, ty)?;
        let index = self.index(fields)?;
        let op = Opcode::InsertElement { vector: vector.value, element, index };
        self.push(op, vector.ty, fields)
    }

    pub(super) fn shuffle_vector(&mut self, fields: &mut Fields<'_>) -> Result<()> {
        let a = self.typed(fields)?;
        let element = self.element(a.ty, fields)?;
        let b = self.value(fields, a.ty)?;
        let mask = self.typed(fields)?;
        let (len, scalable) = match *self.reader.types.get(mask.ty) {
            Type::Vector { len, scalable, .. } => (len, scalable),
            _ => return Err(fields.malformed("a mask that is no vector")),
        };
        self.reader.budget.charge::<Option<u32>>(len as usize, fields.offset)?;
        let mask = self
            .mask(mask.value, len as usize)
            .ok_or_else(|| fields.malformed("a mask that is not a constant"))?;
        let ty = self.reader.types.intern(Type::Vector { len, element, scalable });
        let op = Opcode::ShuffleVector { a: a.value, b, mask };
        self.push(op, ty, fields)
    }

    /// The entries of a mask, which the file has as a constant.
    fn mask(&self, mask: Value, len: usize) -> Option<Vec<Option<u32>>> {
        let constants = &self.reader.module.constants;
        let Value::Const(id) = mask else {
            return None;
        };
        match &constants[id] {
            Constant::Zero => Some(vec![Some(0); len]),
            Constant::Undef | Constant::Poison => Some(vec![None; len]),
            Constant::Data(data) => {
                data.iter().map(|&entry| Some(Some(u32::try_from(entry).ok()?))).collect()
            }
            Constant::Aggregate(entries) => entries
                .iter()
                .map(|&entry| match constants[entry] {
                    Constant::Zero => Some(Some(0)),
                    Constant::Undef | Constant::Poison => Some(None),
                    Constant::Int(entry) => Some(Some(u32::try_from(entry).ok()?)),
                    _ => None,
                })
                .collect(),
            _ => None,
        }
    }
}
