//! Blocks of constants.
//!
//! Constants may refer to later ones of the same block, so that numbers and types
//! are given out first and contents are read second.

use cranelift_entity::EntityRef;
use llvm_bitcode::schema::blocks::ConstantsCodes;

use super::reader::Reader;
use super::values::Typed;
use crate::error::Result;
use crate::stream::{Block, Fields, Record, signed, text};
use crate::{ConstId, Constant, FloatKind, InlineAsm, Type, TypeId, Value};

impl Reader<'_> {
    /// Reads a block, adding a value for each constant.
    pub(crate) fn constants(&mut self, block: &Block<'_>, values: &mut Vec<Typed>) -> Result<()> {
        let first = self.module.constants.len();
        let mut ty = None;
        let mut work: Vec<(&Record<'_>, TypeId)> = Vec::new();
        for record in &block.records {
            if record.code == ConstantsCodes::Settype as u64 {
                let id = self.types.next(&mut record.fields())?;
                if matches!(
                    self.types.get(id),
                    Type::Void | Type::Label | Type::Metadata | Type::Function { .. }
                ) {
                    return Err(record.malformed("constants of a type that has none"));
                }
                ty = Some(id);
                continue;
            }
            let Some(ty) = ty else {
                return Err(record.malformed("a constant without a type"));
            };
            values.push(Typed { value: Value::Const(ConstId::new(first + work.len())), ty });
            work.push((record, ty));
        }
        for (record, ty) in work {
            let constant = self.constant(record, ty, values)?;
            self.add_constant(constant, ty);
        }
        Ok(())
    }

    fn constant(&mut self, record: &Record<'_>, ty: TypeId, values: &[Typed]) -> Result<Constant> {
        let code: ConstantsCodes = record.code("the constants")?;
        let mut fields = record.fields();
        match code {
            ConstantsCodes::Null => Ok(Constant::Zero),
            ConstantsCodes::Undef => Ok(Constant::Undef),
            ConstantsCodes::Poison => Ok(Constant::Poison),
            ConstantsCodes::Integer => match *self.types.get(ty) {
                Type::Int(bits) if bits <= 64 => {
                    let value = signed(fields.next()?) as u64;
                    Ok(Constant::Int(value & (u64::MAX >> (64 - bits))))
                }
                _ => Err(record.malformed("an integer of another type")),
            },
            ConstantsCodes::WideInteger => self.wide_integer(&fields, ty),
            ConstantsCodes::Float => self.float(&mut fields, ty),
            ConstantsCodes::Aggregate => self.aggregate(&fields, ty, values),
            ConstantsCodes::String => self.bytes(record, ty, false),
            ConstantsCodes::CString => self.bytes(record, ty, true),
            ConstantsCodes::Data => self.data(record, ty),
            ConstantsCodes::InlineAsm => {
                let function_type = self.types.next(&mut fields)?;
                if !matches!(self.types.get(function_type), Type::Function { .. }) {
                    return Err(record.malformed("assembly that is not of function type"));
                }
                inline_asm(&mut fields, function_type)
            }
            _ => self.constant_expression(code, &mut fields, ty, values),
        }
    }

    fn wide_integer(&mut self, fields: &Fields<'_>, ty: TypeId) -> Result<Constant> {
        let Type::Int(bits) = *self.types.get(ty) else {
            return Err(fields.malformed("an integer of another type"));
        };
        // Words that are zero are left out at the end.
        let count = bits.div_ceil(64) as usize;
        if bits <= 64 || fields.len() > count {
            return Err(fields.malformed("an integer of another width"));
        }
        self.budget.charge::<u64>(count, fields.offset)?;
        let mut words = vec![0; count];
        for (word, &op) in words.iter_mut().zip(fields.rest()) {
            *word = signed(op) as u64;
        }
        if bits % 64 != 0
            && let Some(last) = words.last_mut()
        {
            *last &= u64::MAX >> (64 - bits % 64);
        }
        Ok(Constant::WideInt(words))
    }

    fn float(&self, fields: &mut Fields<'_>, ty: TypeId) -> Result<Constant> {
        let Type::Float(kind) = *self.types.get(ty) else {
            return Err(fields.malformed("a float of another type"));
        };
        Ok(Constant::Float(match kind {
            FloatKind::Half | FloatKind::BFloat => vec![fields.next()? & 0xffff],
            FloatKind::Single => vec![fields.next()? & 0xffff_ffff],
            FloatKind::Double => vec![fields.next()?],
            FloatKind::X86Fp80 => {
                // The file has the upper 64 bits first, then the lower 16.
                let (upper, lower) = (fields.next()?, fields.next()?);
                vec![upper << 16 | lower & 0xffff, upper >> 48]
            }
            FloatKind::Quad | FloatKind::PpcDouble => vec![fields.next()?, fields.next()?],
        }))
    }

    fn aggregate(&self, fields: &Fields<'_>, ty: TypeId, values: &[Typed]) -> Result<Constant> {
        let count = fields.len() as u64;
        let fits = match self.types.get(ty) {
            Type::Struct { fields: members, opaque: false, .. } => members.len() as u64 == count,
            Type::Array(len, _) => *len == count,
            Type::Vector { len, scalable, .. } => u64::from(*len) == count && !scalable,
            _ => false,
        };
        if !fits {
            return Err(fields.malformed(format!("an aggregate of {count} elements")));
        }
        let mut elements = Vec::with_capacity(fields.len());
        for (index, &number) in fields.rest().iter().enumerate() {
            let (id, element) = operand(number, values, fields)?;
            let expected = match self.types.get(ty) {
                Type::Vector { element, .. } => Some(*element),
                _ => self.types.member(ty, index as u64),
            };
            if expected != Some(element) {
                return Err(fields.malformed(format!("element {index} is of another type")));
            }
            elements.push(id);
        }
        Ok(Constant::Aggregate(elements))
    }

    fn bytes(&self, record: &Record<'_>, ty: TypeId, terminated: bool) -> Result<Constant> {
        let len = record.ops.len() as u64 + u64::from(terminated);
        let fits = match *self.types.get(ty) {
            Type::Array(count, element) => count == len && *self.types.get(element) == Type::Int(8),
            _ => false,
        };
        if !fits {
            return Err(record.malformed("a string of another type"));
        }
        let mut bytes: Vec<u8> = record.ops.iter().map(|&op| op as u8).collect();
        if terminated {
            bytes.push(0);
        }
        Ok(Constant::Bytes(bytes))
    }

    fn data(&self, record: &Record<'_>, ty: TypeId) -> Result<Constant> {
        let (len, element) = match *self.types.get(ty) {
            Type::Array(len, element) => (len, element),
            Type::Vector { len, element, scalable: false } => (u64::from(len), element),
            _ => return Err(record.malformed("data of a type that has no elements")),
        };
        let bits = match self.types.get(element) {
            Type::Int(bits @ (8 | 16 | 32 | 64)) => *bits,
            Type::Float(kind) if kind.bits() <= 64 => kind.bits(),
            _ => return Err(record.malformed("data of elements that are not simple")),
        };
        if len != record.ops.len() as u64 {
            return Err(record.malformed("data of another length than its type"));
        }
        let mask = u64::MAX >> (64 - bits);
        Ok(Constant::Data(record.ops.iter().map(|op| op & mask).collect()))
    }
}

/// The constant that a number stands for, and its type.
pub(crate) fn operand(
    number: u64,
    values: &[Typed],
    fields: &Fields<'_>,
) -> Result<(ConstId, TypeId)> {
    let entry = usize::try_from(number).ok().and_then(|number| values.get(number));
    match entry {
        Some(&Typed { value: Value::Const(id), ty }) => Ok((id, ty)),
        Some(_) => Err(fields.malformed(format!("value {number} is not a constant"))),
        None => Err(fields.malformed(format!("value {number} of {}", values.len()))),
    }
}

fn inline_asm(fields: &mut Fields<'_>, ty: TypeId) -> Result<Constant> {
    let flags = fields.next()?;
    let length = fields.next()?;
    let assembly = text(fields.take(length)?);
    let length = fields.next()?;
    let constraints = text(fields.take(length)?);
    Ok(Constant::InlineAsm(Box::new(InlineAsm {
        assembly,
        constraints,
        side_effects: flags & 1 != 0,
        ty,
    })))
}
