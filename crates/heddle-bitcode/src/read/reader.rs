//! Reads a module block: its parts in the order in which they depend on each other.

use llvm_bitcode::schema::blocks::{BlockId, OperandBundleTagCode, SyncScopeNameCode};

use super::attributes::AttributeTable;
use super::budget::Budget;
use super::function;
use super::metadata::Metadata;
use super::symbols::Pending;
use super::type_checks;
use super::types::TypeTable;
use super::values::Typed;
use crate::error::{ReadError, Result};
use crate::stream::Block;
use crate::{Cancel, FunctionId, Module, Type, Value, validate};

/// State of reading a module. The module's types are in `types` until the end.
pub(crate) struct Reader<'a> {
    pub(crate) module: Module,
    pub(crate) types: TypeTable,
    pub(crate) attributes: AttributeTable,
    pub(crate) strtab: &'a [u8],
    /// Values of the module: symbols, then constants. All are constants.
    pub(crate) values: Vec<Typed>,
    pub(crate) metadata: Metadata,
    pub(crate) bundle_tags: Vec<String>,
    /// Names of synchronization scopes, by number.
    pub(crate) sync_scopes: Vec<String>,
    pub(crate) budget: Budget,
    /// Functions whose bodies follow, in the order of the bodies.
    pub(crate) bodies: Vec<FunctionId>,
    cancel: Cancel<'a>,
}

impl<'a> Reader<'a> {
    /// Reads the module.
    pub(crate) fn read(
        block: &Block<'a>,
        producer: String,
        strtab: &'a [u8],
        file_bytes: usize,
        cancel: Cancel<'a>,
    ) -> Result<Module> {
        check_blocks(block)?;
        let mut reader = Reader {
            types: types(block, &producer)?,
            module: Module { producer, ..Module::default() },
            attributes: AttributeTable::default(),
            strtab,
            values: Vec::new(),
            metadata: Metadata::default(),
            bundle_tags: Vec::new(),
            sync_scopes: Vec::new(),
            budget: Budget::new(file_bytes),
            bodies: Vec::new(),
            cancel,
        };
        // `Module::value_type` finds these two in any module.
        reader.types.intern(Type::Pointer(0));
        reader.types.intern(Type::Metadata);
        reader.attributes = AttributeTable::read(
            the_block(block, BlockId::ParamAttrGroup)?,
            the_block(block, BlockId::ParamAttr)?,
            &reader.types,
        )?;
        reader.bundle_tags = names(block, BlockId::OperandBundleTags, |record| {
            record.code("the operand bundle tags").map(|_: OperandBundleTagCode| ())
        })?;
        reader.sync_scopes = names(block, BlockId::SyncScopeNames, |record| {
            record.code("the synchronization scopes").map(|_: SyncScopeNameCode| ())
        })?;
        let mut pending = Pending::default();
        reader.module_records(block, &mut pending)?;
        for constants in block.blocks_of(BlockId::Constants as u64) {
            let mut values = std::mem::take(&mut reader.values);
            reader.constants(constants, &mut values)?;
            reader.values = values;
        }
        reader.resolve(pending)?;
        reader.metadata_kinds(block)?;
        for metadata in block.blocks_of(BlockId::Metadata as u64) {
            let values = std::mem::take(&mut reader.values);
            reader.metadata_block(metadata, &values)?;
            reader.values = values;
        }
        reader.function_bodies(block)?;
        reader.module.debug = reader.metadata.finish();
        reader.module.types = reader.types.into_types();
        validate::module(&reader.module, block.offset)?;
        Ok(reader.module)
    }

    fn function_bodies(&mut self, block: &Block<'a>) -> Result<()> {
        let bodies = std::mem::take(&mut self.bodies);
        let mut blocks = block.blocks_of(BlockId::Function as u64);
        for id in bodies {
            let Some(body) = blocks.next() else {
                return Err(ReadError::malformed(
                    block.offset,
                    format!("{} has no body", self.module.functions[id].symbol.name),
                ));
            };
            function::read(self, id, body)?;
        }
        match blocks.next() {
            Some(body) => {
                Err(ReadError::malformed(body.offset, "a body of a function that was not declared"))
            }
            None => Ok(()),
        }
    }

    /// Gives up if it is told to; asked before the `done`-th record of a block.
    pub(crate) fn go_on(&self, done: usize, offset: usize) -> Result<()> {
        match self.cancel.is_cancelled_at(done) {
            true => Err(ReadError::Cancelled { offset }),
            false => Ok(()),
        }
    }

    /// The constant that a module's value number stands for.
    pub(crate) fn module_constant(&self, number: u64, offset: usize) -> Result<crate::ConstId> {
        let entry = usize::try_from(number).ok().and_then(|number| self.values.get(number));
        match entry.map(|typed| typed.value) {
            Some(Value::Const(id)) => Ok(id),
            _ => Err(ReadError::malformed(
                offset,
                format!("constant {number} of {}", self.values.len()),
            )),
        }
    }
}

/// Reads and checks the table of types.
fn types(block: &Block<'_>, producer: &str) -> Result<TypeTable> {
    let Some(block) = the_block(block, BlockId::Type)? else {
        return Ok(TypeTable::default());
    };
    let types = TypeTable::read(block, producer)?;
    type_checks::check(types.all(), block.offset)?;
    Ok(types)
}

/// The block of a kind of which there is at most one.
fn the_block<'t, 'a>(parent: &'t Block<'a>, id: BlockId) -> Result<Option<&'t Block<'a>>> {
    let mut blocks = parent.blocks_of(id as u64);
    let first = blocks.next();
    match blocks.next() {
        Some(second) => Err(ReadError::malformed(second.offset, format!("a second {id:?} block"))),
        None => Ok(first),
    }
}

/// The names in a block that holds nothing else.
fn names(
    parent: &Block<'_>,
    id: BlockId,
    check: impl Fn(&crate::stream::Record<'_>) -> Result<()>,
) -> Result<Vec<String>> {
    let mut names = Vec::new();
    for record in the_block(parent, id)?.iter().flat_map(|b| &b.records) {
        check(record)?;
        names.push(record.text());
    }
    Ok(names)
}

/// Refuses blocks that this reader does not know. Symbol tables repeat what
/// records say, use lists are an order that nothing depends on, and summaries are
/// for link-time optimization.
fn check_blocks(module: &Block<'_>) -> Result<()> {
    for block in &module.blocks {
        let id: Option<BlockId> = u8::try_from(block.id).ok().and_then(|id| id.try_into().ok());
        match id {
            Some(
                BlockId::ParamAttr
                | BlockId::ParamAttrGroup
                | BlockId::Constants
                | BlockId::Function
                | BlockId::ValueSymtab
                | BlockId::Metadata
                | BlockId::MetadataKind
                | BlockId::Type
                | BlockId::Uselist
                | BlockId::OperandBundleTags
                | BlockId::FullLtoGlobalvalSummary
                | BlockId::SyncScopeNames,
            ) => {}
            #[expect(deprecated, reason = "the crate's word for per-module summaries")]
            Some(BlockId::GlobalvalSummary) => {}
            Some(other) => {
                return Err(ReadError::unsupported(
                    block.offset,
                    format!("block {other:?} in a module"),
                ));
            }
            None => {
                return Err(ReadError::unsupported(
                    block.offset,
                    format!("block {} in a module", block.id),
                ));
            }
        }
    }
    Ok(())
}
