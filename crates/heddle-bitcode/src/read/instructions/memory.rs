//! Memory: addresses, accesses, atomics.

use llvm_bitcode::schema::values::{AtomicOrdering, RmwOperation};

use crate::error::Result;
use crate::read::function::Body;
use crate::read::operators::{alignment, gep_flags};
use crate::stream::Fields;
use crate::{Constant, Opcode, Ordering, RmwOp, Type, TypeId, Value};

impl Body<'_, '_> {
    pub(super) fn get_element_ptr(&mut self, fields: &mut Fields<'_>) -> Result<()> {
        let flags = gep_flags(fields.next()?);
        let source = self.reader.types.next(fields)?;
        let base = self.typed(fields)?;
        let mut indices = Vec::new();
        let mut shape = base.ty;
        while !fields.is_empty() {
            let index = self.typed(fields)?;
            let types = &self.reader.types;
            if !types.is_integer(types.scalar(index.ty)) {
                return Err(fields.malformed("an index that is no integer"));
            }
            if matches!(types.get(index.ty), Type::Vector { .. }) {
                shape = index.ty;
            }
            indices.push(index.value);
        }
        self.walk(source, &indices, fields)?;
        // Any vector among the operands makes the result a vector of addresses.
        let space = match self.reader.types.get(self.reader.types.scalar(base.ty)) {
            Type::Pointer(space) => *space,
            _ => return Err(fields.malformed("an operand that is no address")),
        };
        let ty = self.reader.types.shaped(shape, Type::Pointer(space));
        let op = Opcode::GetElementPtr { source, base: base.value, indices, flags };
        self.push(op, ty, fields)
    }

    /// Checks that the indices lead somewhere: the first steps over whole objects,
    /// the others into them.
    fn walk(&self, source: TypeId, indices: &[Value], fields: &Fields<'_>) -> Result<()> {
        let types = &self.reader.types;
        if !types.is_sized(source) {
            return Err(fields.malformed("address arithmetic over a type without a size"));
        }
        let mut ty = source;
        for &index in indices.iter().skip(1) {
            ty = match types.get(ty) {
                Type::Array(_, element) | Type::Vector { element, .. } => *element,
                Type::Struct { .. } => self
                    .constant_index(index)
                    .and_then(|index| types.member(ty, index))
                    .ok_or_else(|| fields.malformed("an index of a field that there is not"))?,
                _ => return Err(fields.malformed("an index into what has no parts")),
            };
        }
        Ok(())
    }

    /// The number of a field. A vector of addresses has it once for each.
    fn constant_index(&self, index: Value) -> Option<u64> {
        let constants = &self.reader.module.constants;
        let Value::Const(mut id) = index else {
            return None;
        };
        if let Constant::Aggregate(elements) = &constants[id] {
            id = *elements.first()?;
        }
        match &constants[id] {
            Constant::Zero => Some(0),
            Constant::Int(index) => Some(*index),
            Constant::Data(elements) => elements.first().copied(),
            _ => None,
        }
    }

    pub(super) fn alloca(&mut self, fields: &mut Fields<'_>) -> Result<()> {
        const INALLOCA: u64 = 1 << 5;
        const EXPLICIT_TYPE: u64 = 1 << 6;
        let element = self.reader.types.next(fields)?;
        let count_type = self.reader.types.next(fields)?;
        let number = fields.next()?;
        // Unlike elsewhere, the number is not relative.
        let count = self.numbered(number, count_type, fields)?;
        let flags = fields.next()?;
        let space = if fields.is_empty() { 0 } else { fields.next_u32()? };
        if flags & EXPLICIT_TYPE == 0 {
            return Err(fields.unsupported("alloca that names its pointer type"));
        }
        if !self.reader.types.is_sized(element) || !self.reader.types.is_integer(count_type) {
            return Err(fields.malformed("a variable without a size"));
        }
        // Five bits below the flags, three above.
        let align = alignment(flags & 31 | (flags >> 8 & 7) << 5, fields)?;
        let ty = self.reader.types.intern(Type::Pointer(space));
        let op = Opcode::Alloca { element, count, align, inalloca: flags & INALLOCA != 0 };
        self.push(op, ty, fields)
    }

    pub(super) fn load(&mut self, fields: &mut Fields<'_>, atomic: bool) -> Result<()> {
        let ptr = self.pointer(fields)?;
        let ty = self.reader.types.next(fields)?;
        let align = fields.next()?;
        let align = alignment(align, fields)?;
        let volatile = fields.next()? != 0;
        let ordering = self.ordering_if(atomic, fields)?;
        if !self.reader.types.is_sized(ty) {
            return Err(fields.malformed("a load of a type without a size"));
        }
        let op = Opcode::Load { ptr: ptr.value, align, volatile, ordering };
        self.push(op, ty, fields)
    }

    pub(super) fn store(&mut self, fields: &mut Fields<'_>, atomic: bool) -> Result<()> {
        let ptr = self.pointer(fields)?;
        let value = self.typed(fields)?;
        let align = fields.next()?;
        let align = alignment(align, fields)?;
        let volatile = fields.next()? != 0;
        let ordering = self.ordering_if(atomic, fields)?;
        if !self.reader.types.is_sized(value.ty) {
            return Err(fields.malformed("a store of a type without a size"));
        }
        let op = Opcode::Store { ptr: ptr.value, value: value.value, align, volatile, ordering };
        self.push_void(op, fields)
    }

    fn ordering_if(&self, atomic: bool, fields: &mut Fields<'_>) -> Result<Ordering> {
        if atomic { ordering(fields) } else { Ok(Ordering::NotAtomic) }
    }

    pub(super) fn fence(&mut self, fields: &mut Fields<'_>) -> Result<()> {
        let ordering = ordering(fields)?;
        let scope = fields.next()?;
        let name = usize::try_from(scope).ok().and_then(|scope| self.reader.sync_scopes.get(scope));
        let single_thread = match name {
            Some(name) => name == "singlethread",
            // Files without a table of scopes have the two that always existed.
            None if self.reader.sync_scopes.is_empty() && scope <= 1 => scope == 0,
            None => return Err(fields.malformed(format!("synchronization scope {scope}"))),
        };
        let op = Opcode::Fence { ordering, single_thread };
        self.push_void(op, fields)
    }

    pub(super) fn compare_exchange(&mut self, fields: &mut Fields<'_>) -> Result<()> {
        let ptr = self.pointer(fields)?;
        let expected = self.typed(fields)?;
        let new = self.value(fields, expected.ty)?;
        let volatile = fields.next()? != 0;
        let success = ordering(fields)?;
        fields.skip(1); // synchronization scope
        let failure = ordering(fields)?;
        let weak = fields.next()? != 0;
        let align = fields.next_or_zero();
        let align = alignment(align, fields)?;
        let types = &mut self.reader.types;
        if !types.is_integer(expected.ty) && !types.is_pointer(expected.ty) {
            return Err(fields.malformed("an exchange of what is neither integer nor address"));
        }
        let success_flag = types.intern(Type::Int(1));
        let ty = types.intern(Type::Struct {
            name: None,
            fields: vec![expected.ty, success_flag],
            packed: false,
            opaque: false,
        });
        let op = Opcode::CmpXchg {
            ptr: ptr.value,
            expected: expected.value,
            new,
            align,
            volatile,
            weak,
            success,
            failure,
        };
        self.push(op, ty, fields)
    }

    pub(super) fn read_modify_write(&mut self, fields: &mut Fields<'_>) -> Result<()> {
        let ptr = self.pointer(fields)?;
        let value = self.typed(fields)?;
        let op = rmw(fields)?;
        let volatile = fields.next()? != 0;
        let ordering = ordering(fields)?;
        fields.skip(1); // synchronization scope
        let align = fields.next_or_zero();
        let align = alignment(align, fields)?;
        let op =
            Opcode::AtomicRmw { op, ptr: ptr.value, value: value.value, align, volatile, ordering };
        self.push(op, value.ty, fields)
    }

    pub(super) fn va_arg(&mut self, fields: &mut Fields<'_>) -> Result<()> {
        let list_type = self.reader.types.next(fields)?;
        let list = self.value(fields, list_type)?;
        let ty = self.reader.types.next(fields)?;
        self.push(Opcode::VaArg { list }, ty, fields)
    }
}

fn ordering(fields: &mut Fields<'_>) -> Result<Ordering> {
    let number = fields.next()?;
    let code = u8::try_from(number).ok().and_then(|code| AtomicOrdering::try_from(code).ok());
    Ok(match code {
        Some(AtomicOrdering::NotAtomic) => Ordering::NotAtomic,
        Some(AtomicOrdering::Unordered) => Ordering::Unordered,
        Some(AtomicOrdering::Monotonic) => Ordering::Monotonic,
        Some(AtomicOrdering::Acquire) => Ordering::Acquire,
        Some(AtomicOrdering::Release) => Ordering::Release,
        Some(AtomicOrdering::AcqRel) => Ordering::AcqRel,
        Some(AtomicOrdering::SeqCst) => Ordering::SeqCst,
        None => return Err(fields.unsupported(format!("atomic ordering {number}"))),
    })
}

fn rmw(fields: &mut Fields<'_>) -> Result<RmwOp> {
    let number = fields.next()?;
    let code = u8::try_from(number).ok().and_then(|code| RmwOperation::try_from(code).ok());
    Ok(match code {
        Some(RmwOperation::Xchg) => RmwOp::Xchg,
        Some(RmwOperation::Add) => RmwOp::Add,
        Some(RmwOperation::Sub) => RmwOp::Sub,
        Some(RmwOperation::And) => RmwOp::And,
        Some(RmwOperation::Nand) => RmwOp::Nand,
        Some(RmwOperation::Or) => RmwOp::Or,
        Some(RmwOperation::Xor) => RmwOp::Xor,
        Some(RmwOperation::Max) => RmwOp::Max,
        Some(RmwOperation::Min) => RmwOp::Min,
        Some(RmwOperation::UMax) => RmwOp::UMax,
        Some(RmwOperation::UMin) => RmwOp::UMin,
        Some(RmwOperation::FAdd) => RmwOp::FAdd,
        Some(RmwOperation::FSub) => RmwOp::FSub,
        Some(RmwOperation::FMax) => RmwOp::FMax,
        Some(RmwOperation::FMin) => RmwOp::FMin,
        Some(RmwOperation::UIncWrap) => RmwOp::UIncWrap,
        Some(RmwOperation::UDecWrap) => RmwOp::UDecWrap,
        Some(RmwOperation::USubCond) => RmwOp::USubCond,
        Some(RmwOperation::USubSat) => RmwOp::USubSat,
        Some(_) | None => return Err(fields.unsupported(format!("atomicrmw operation {number}"))),
    })
}
