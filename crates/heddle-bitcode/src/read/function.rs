//! The body of a function: values by number, blocks, locations.
//!
//! An operand may name an instruction that is still to come. It is then read as a
//! stand-in, which is an instruction id above all real ones, and replaced when
//! the body is complete.

use std::collections::HashMap;

use cranelift_entity::EntityRef;
use llvm_bitcode::schema::blocks::{BlockId as BlockKind, FunctionCode, ValueSymtabCode};

use super::metadata::scope_and_inlining;
use super::reader::Reader;
use super::values::Typed;
use crate::error::{ReadError, Result};
use crate::stream::{self, Block as StreamBlock, Fields, Record};
use crate::{
    Block, BlockId, DebugLoc, DebugValue, Function, FunctionId, InstId, Instruction, LocId, Opcode,
    OperandBundle, Terminates, Type, TypeId, Value, validate,
};

/// Instruction ids from here on are stand-ins for value numbers.
const STAND_IN: u32 = 1 << 31;

/// The entity that a debug location which follows belongs to.
pub(crate) enum Last {
    Nothing,
    Inst(InstId),
    /// A debug record that was a call, by index.
    DebugRecord(usize),
    /// A call that was left out.
    Dropped,
}

/// A body that is being read.
pub(crate) struct Body<'r, 'a> {
    pub(crate) reader: &'r mut Reader<'a>,
    pub(crate) function: Function,
    /// Values by number: the module's, then parameters, constants, instructions.
    pub(crate) values: Vec<Typed>,
    /// Types of the values that were named before they are defined.
    forward: HashMap<usize, TypeId>,
    /// One more than the largest value number that the body can define.
    value_limit: usize,
    pub(crate) block_count: usize,
    block_start: InstId,
    /// Bundles for the call that follows.
    pub(crate) bundles: Vec<OperandBundle>,
    pub(crate) last: Last,
    last_loc: Option<LocId>,
}

/// Reads the body of a function of the module.
pub(crate) fn read<'a>(
    reader: &mut Reader<'a>,
    id: FunctionId,
    block: &StreamBlock<'a>,
) -> Result<()> {
    let function = std::mem::take(&mut reader.module.functions[id]);
    let mut values = std::mem::take(&mut reader.values);
    let module_values = values.len();
    let module_metadata = reader.metadata.len();
    for (index, &ty) in function.params.iter().enumerate() {
        values.push(Typed { value: Value::Param(index as u32), ty });
    }
    reader.budget.charge::<Typed>(function.params.len(), block.offset)?;
    check_blocks(block)?;
    for constants in block.blocks_of(BlockKind::Constants as u64) {
        reader.constants(constants, &mut values)?;
    }
    for metadata in block.blocks_of(BlockKind::Metadata as u64) {
        reader.metadata_block(metadata, &values)?;
    }
    let value_limit = values.len() + block.records.len();
    if value_limit >= STAND_IN as usize {
        return Err(ReadError::malformed(block.offset, "too many values"));
    }
    let mut body = Body {
        reader,
        function,
        values,
        forward: HashMap::new(),
        value_limit,
        block_count: 0,
        block_start: InstId::new(0),
        bundles: Vec::new(),
        last: Last::Nothing,
        last_loc: None,
    };
    for (done, record) in block.records.iter().enumerate() {
        body.reader.go_on(done, record.offset)?;
        body.record(record)?;
    }
    body.finish(block)?;
    let Body { function, mut values, .. } = body;
    values.truncate(module_values);
    reader.values = values;
    reader.metadata.truncate(module_metadata);
    reader.module.functions[id] = function;
    Ok(())
}

/// Refuses blocks that this reader does not know. Use lists are an order that
/// nothing depends on.
fn check_blocks(block: &StreamBlock<'_>) -> Result<()> {
    for inner in &block.blocks {
        match u8::try_from(inner.id).ok().and_then(|id| id.try_into().ok()) {
            Some(
                BlockKind::Constants
                | BlockKind::Metadata
                | BlockKind::MetadataAttachment
                | BlockKind::ValueSymtab
                | BlockKind::Uselist,
            ) => {}
            _ => {
                return Err(ReadError::unsupported(
                    inner.offset,
                    format!("block {} in a function", inner.id),
                ));
            }
        }
    }
    Ok(())
}

impl Body<'_, '_> {
    fn record(&mut self, record: &Record<'_>) -> Result<()> {
        let code: FunctionCode = record.code("a function")?;
        let mut fields = record.fields();
        match code {
            FunctionCode::DeclareBlocks => {
                let count = fields.next()?;
                if self.block_count != 0 {
                    return Err(record.malformed("the number of blocks is given twice"));
                }
                // Each block has an instruction, and each of those a record.
                if count == 0 || count > self.value_limit as u64 {
                    return Err(record.malformed(format!("{count} blocks")));
                }
                self.block_count = count as usize;
                Ok(())
            }
            FunctionCode::DebugLoc => {
                let (line, column) = (fields.next_u32()?, fields.next_u32()?);
                let (scope, inlined_at) = (fields.next()?, fields.next()?);
                let metadata = &mut self.reader.metadata;
                let (scope, inlined_at) = scope_and_inlining(metadata, scope, inlined_at, &fields)?;
                let loc = metadata.location(DebugLoc { line, column, scope, inlined_at });
                self.last_loc = Some(loc);
                self.set_loc(&fields)
            }
            FunctionCode::DebugLocAgain => self.set_loc(&fields),
            // Says which functions take addresses of this one's blocks: for
            // readers that read functions out of order.
            FunctionCode::BlockaddrUsers => Ok(()),
            _ => self.instruction(code, &mut fields),
        }
    }

    /// Gives the latest location to the latest instruction.
    fn set_loc(&mut self, fields: &Fields<'_>) -> Result<()> {
        let Some(loc) = self.last_loc else {
            return Err(fields.malformed("the same location as before, but there was none"));
        };
        match self.last {
            Last::Inst(id) => self.function.insts[id].loc = Some(loc),
            Last::DebugRecord(index) => self.function.debug_records[index].loc = Some(loc),
            Last::Dropped => {}
            Last::Nothing => return Err(fields.malformed("a location of no instruction")),
        }
        Ok(())
    }

    /// Adds an instruction, and a value if it has a result.
    pub(crate) fn push(&mut self, op: Opcode, ty: TypeId, fields: &Fields<'_>) -> Result<()> {
        if self.function.blocks.len() >= self.block_count {
            return Err(fields.malformed("an instruction after the last block"));
        }
        let terminates = op.terminates();
        let id = self.function.insts.push(Instruction { op, ty, loc: None });
        self.last = Last::Inst(id);
        match self.reader.types.get(ty) {
            Type::Void => {}
            Type::Label | Type::Metadata | Type::Function { .. } => {
                return Err(fields.malformed("an instruction whose result is no value"));
            }
            _ => {
                let number = self.values.len();
                if self.forward.remove(&number).is_some_and(|named| named != ty) {
                    return Err(fields.malformed("a value was named with another type"));
                }
                self.values.push(Typed { value: Value::Inst(id), ty });
            }
        }
        if terminates == Terminates::Yes {
            let end = self.function.insts.next_key();
            self.function.blocks.push(Block { first: self.block_start, end, name: None });
            self.block_start = end;
        }
        Ok(())
    }

    /// Adds an instruction that has no result.
    pub(crate) fn push_void(&mut self, op: Opcode, fields: &Fields<'_>) -> Result<()> {
        let void = self.reader.types.intern(Type::Void);
        self.push(op, void, fields)
    }

    /// The value with a number, of which the type is known if it is named before
    /// it is defined.
    pub(crate) fn numbered(
        &mut self,
        number: u64,
        ty: TypeId,
        fields: &Fields<'_>,
    ) -> Result<Value> {
        let number = usize::try_from(number).unwrap_or(usize::MAX);
        if let Some(typed) = self.values.get(number) {
            return if typed.ty == ty {
                Ok(typed.value)
            } else {
                Err(fields.malformed(format!("value {number} is of another type")))
            };
        }
        if number >= self.value_limit {
            return Err(fields.malformed(format!("value {number} is never defined")));
        }
        if *self.forward.entry(number).or_insert(ty) != ty {
            return Err(fields.malformed(format!("value {number} is named with two types")));
        }
        Ok(Value::Inst(InstId::from_u32(STAND_IN + number as u32)))
    }

    /// The number of a value that is named by its distance back. Distances forward
    /// wrap around in 32 bits.
    pub(crate) fn relative(&self, distance: u64) -> u64 {
        u64::from((self.values.len() as u32).wrapping_sub(distance as u32))
    }

    /// The next operand, whose type is known.
    pub(crate) fn value(&mut self, fields: &mut Fields<'_>, ty: TypeId) -> Result<Value> {
        let number = self.relative(fields.next()?);
        self.numbered(number, ty, fields)
    }

    /// The next operand; the type follows if it is not defined yet.
    pub(crate) fn typed(&mut self, fields: &mut Fields<'_>) -> Result<Typed> {
        let number = self.relative(fields.next()?);
        if let Some(typed) = self.values.get(number as usize) {
            return Ok(*typed);
        }
        let ty = self.reader.types.next(fields)?;
        let value = self.numbered(number, ty, fields)?;
        Ok(Typed { value, ty })
    }

    /// The next operand, which must be an address.
    pub(crate) fn pointer(&mut self, fields: &mut Fields<'_>) -> Result<Typed> {
        let typed = self.typed(fields)?;
        if self.reader.types.is_pointer(typed.ty) {
            Ok(typed)
        } else {
            Err(fields.malformed("an operand that is no address"))
        }
    }

    /// A block by its number.
    pub(crate) fn block(&self, number: u64, fields: &Fields<'_>) -> Result<BlockId> {
        if number < self.block_count as u64 {
            Ok(BlockId::new(number as usize))
        } else {
            Err(fields.malformed(format!("block {number} of {}", self.block_count)))
        }
    }

    /// The block that the next field names.
    pub(crate) fn next_block(&self, fields: &mut Fields<'_>) -> Result<BlockId> {
        let number = fields.next()?;
        self.block(number, fields)
    }

    fn finish(&mut self, block: &StreamBlock<'_>) -> Result<()> {
        let fault = |message: &str| Err(ReadError::malformed(block.offset, message));
        if self.function.blocks.len() != self.block_count || self.block_count == 0 {
            return fault("a function has fewer blocks than it says");
        }
        if self.block_start != self.function.insts.next_key() {
            return fault("the last block of a function does not end");
        }
        if !self.bundles.is_empty() {
            return fault("operand bundles without a call");
        }
        if !self.forward.is_empty() {
            return fault("a value is used that is never defined");
        }
        self.replace_stand_ins(block.offset)?;
        validate::body(&self.function, block.offset)?;
        for attachment in block.blocks_of(BlockKind::MetadataAttachment as u64) {
            self.function.debug =
                self.reader.function_attachment(attachment)?.or(self.function.debug);
        }
        for symbols in block.blocks_of(BlockKind::ValueSymtab as u64) {
            self.block_names(symbols)?;
        }
        Ok(())
    }

    fn replace_stand_ins(&mut self, offset: usize) -> Result<()> {
        let values = &self.values;
        let mut missing = false;
        let mut replace = |value: &mut Value| {
            if let Value::Inst(id) = value
                && let Some(number) = id.as_u32().checked_sub(STAND_IN)
            {
                match values.get(number as usize) {
                    Some(typed) => *value = typed.value,
                    None => missing = true,
                }
            }
        };
        for instruction in self.function.insts.values_mut() {
            instruction.op.for_each_operand_mut(&mut replace);
        }
        for record in &mut self.function.debug_records {
            for value in &mut record.values {
                if let DebugValue::Value(value) = value {
                    replace(value);
                }
            }
        }
        if missing {
            return Err(ReadError::malformed(offset, "a value is used that is never defined"));
        }
        Ok(())
    }

    fn block_names(&mut self, symbols: &StreamBlock<'_>) -> Result<()> {
        for record in &symbols.records {
            match record.code("the symbol table")? {
                ValueSymtabCode::BbEntry => {
                    let mut fields = record.fields();
                    let block = self.next_block(&mut fields)?;
                    self.function.blocks[block].name = Some(stream::text(fields.rest()));
                }
                // Names of values, which the module does not keep.
                ValueSymtabCode::Entry => {}
                other => return Err(record.unsupported(format!("symbol table {other:?}"))),
            }
        }
        Ok(())
    }
}
