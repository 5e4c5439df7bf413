//! Constant expressions, and constants that name a function or block.

use cranelift_entity::EntityRef;
use llvm_bitcode::schema::blocks::ConstantsCodes;

use super::constants::operand;
use super::operators::{self, Predicate};
use super::ranges;
use super::reader::Reader;
use super::values::Typed;
use crate::error::{ReadError, Result};
use crate::stream::Fields;
use crate::{BlockId, Constant, FunctionId, TypeId};

impl Reader<'_> {
    /// Reads a constant that is made of others.
    #[expect(deprecated, reason = "LLVM 15 to 18 still write the older forms")]
    pub(crate) fn constant_expression(
        &mut self,
        code: ConstantsCodes,
        fields: &mut Fields<'_>,
        ty: TypeId,
        values: &[Typed],
    ) -> Result<Constant> {
        let next = |fields: &mut Fields<'_>| {
            let number = fields.next()?;
            operand(number, values, fields)
        };
        Ok(match code {
            ConstantsCodes::BinOp => {
                let opcode = fields.next()?;
                let ((a, a_ty), (b, b_ty)) = (next(fields)?, next(fields)?);
                let op = operators::binary(opcode, a_ty, &self.types, fields)?;
                same(fields, &[a_ty, b_ty, ty])?;
                Constant::Binary(op, a, b)
            }
            ConstantsCodes::Cast => {
                let opcode = fields.next()?;
                let from = self.types.next(fields)?;
                let (a, a_ty) = next(fields)?;
                same(fields, &[a_ty, from])?;
                Constant::Cast(operators::cast(opcode, from, ty, &self.types, fields)?, a)
            }
            ConstantsCodes::Gep
            | ConstantsCodes::GepOld
            | ConstantsCodes::InboundsGep
            | ConstantsCodes::GepWithInrange
            | ConstantsCodes::GepWithInrangeIndexOld => {
                self.constant_gep(code, fields, ty, values)?
            }
            ConstantsCodes::Select => {
                let ((condition, _), (a, a_ty), (b, b_ty)) =
                    (next(fields)?, next(fields)?, next(fields)?);
                same(fields, &[a_ty, b_ty, ty])?;
                Constant::Select(condition, a, b)
            }
            ConstantsCodes::ExtractElt => {
                fields.skip(1); // type of the vector
                let (vector, vector_ty) = next(fields)?;
                fields.skip(1); // type of the index
                let (index, _) = next(fields)?;
                same(fields, &[self.types.scalar(vector_ty), ty])?;
                Constant::ExtractElement(vector, index)
            }
            ConstantsCodes::InsertElt => {
                let ((vector, vector_ty), (element, element_ty)) = (next(fields)?, next(fields)?);
                fields.skip(1); // type of the index
                let (index, _) = next(fields)?;
                same(fields, &[vector_ty, ty])?;
                same(fields, &[self.types.scalar(vector_ty), element_ty])?;
                Constant::InsertElement(vector, element, index)
            }
            ConstantsCodes::ShuffleVec | ConstantsCodes::ShufVecEx => {
                if code == ConstantsCodes::ShufVecEx {
                    fields.skip(1); // type of the operands
                }
                let ((a, a_ty), (b, b_ty), (mask, _)) =
                    (next(fields)?, next(fields)?, next(fields)?);
                same(fields, &[a_ty, b_ty])?;
                Constant::ShuffleVector(a, b, mask)
            }
            ConstantsCodes::Cmp => {
                let of = self.types.next(fields)?;
                let ((a, a_ty), (b, b_ty)) = (next(fields)?, next(fields)?);
                same(fields, &[of, a_ty, b_ty])?;
                let predicate = fields.next()?;
                match operators::predicate(predicate, of, &self.types, fields)? {
                    Predicate::Int(predicate) => Constant::IntCompare(predicate, a, b),
                    Predicate::Float(predicate) => Constant::FloatCompare(predicate, a, b),
                }
            }
            ConstantsCodes::BlockAddress => {
                fields.skip(1); // type of the function
                let function = self.function_operand(fields, values)?;
                let block = fields.next_u32()?;
                // Checked once all bodies are read.
                if block == u32::MAX {
                    return Err(fields.malformed(format!("address of block {block}")));
                }
                Constant::BlockAddress(function, BlockId::new(block as usize))
            }
            ConstantsCodes::DsoLocalEquivalent | ConstantsCodes::NoCfiValue => {
                fields.skip(1); // type of the function
                Constant::FunctionEquivalent(self.function_operand(fields, values)?)
            }
            ConstantsCodes::InlineasmOld
            | ConstantsCodes::InlineAsmOld2
            | ConstantsCodes::InlineAsmOld3 => {
                return Err(ReadError::TooOld {
                    offset: fields.offset,
                    producer: self.module.producer.clone(),
                });
            }
            other => return Err(fields.unsupported(format!("constant {other:?}"))),
        })
    }

    /// LLVM 15 to 18 write `inbounds` into the code, LLVM 19 has a field of flags.
    #[expect(deprecated, reason = "LLVM 15 to 18 still write the older forms")]
    fn constant_gep(
        &mut self,
        code: ConstantsCodes,
        fields: &mut Fields<'_>,
        ty: TypeId,
        values: &[Typed],
    ) -> Result<Constant> {
        let source = self.types.next(fields)?;
        let flags = match code {
            ConstantsCodes::Gep => fields.next()?,
            ConstantsCodes::GepWithInrange => {
                let flags = fields.next()?;
                ranges::skip_with_width(fields)?;
                flags
            }
            // The index whose range is promised is above the flag.
            ConstantsCodes::GepWithInrangeIndexOld => fields.next()? & 1,
            ConstantsCodes::InboundsGep => 1,
            _ => 0,
        };
        let mut operands = Vec::with_capacity(fields.len() / 2);
        let mut base = None;
        while !fields.is_empty() {
            let declared = self.types.next(fields)?;
            let number = fields.next()?;
            let (id, id_ty) = operand(number, values, fields)?;
            same(fields, &[declared, id_ty])?;
            base.get_or_insert(id_ty);
            operands.push(id);
        }
        if !base.is_some_and(|base| self.types.is_pointer(self.types.scalar(base)))
            || !self.types.is_pointer(self.types.scalar(ty))
            || !self.types.is_sized(source)
        {
            return Err(fields.malformed("address arithmetic on what is no address"));
        }
        Ok(Constant::GetElementPtr { source, operands, flags: operators::gep_flags(flags) })
    }

    fn function_operand(&self, fields: &mut Fields<'_>, values: &[Typed]) -> Result<FunctionId> {
        let number = fields.next()?;
        let (id, _) = operand(number, values, fields)?;
        match self.module.constants.get(id) {
            Some(Constant::Function(function)) => Ok(*function),
            _ => Err(fields.malformed(format!("value {number} is not a function"))),
        }
    }
}

/// Refuses types that differ where they must not.
fn same(fields: &Fields<'_>, types: &[TypeId]) -> Result<()> {
    if types.windows(2).all(|pair| pair[0] == pair[1]) {
        Ok(())
    } else {
        Err(fields.malformed("operands of a constant expression differ in type"))
    }
}
