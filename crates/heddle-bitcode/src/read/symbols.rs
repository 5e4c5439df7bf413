//! The module's own records: target, symbols, groups, sections.

use llvm_bitcode::schema::blocks::ModuleCode;
use llvm_bitcode::schema::values::{Linkage as LinkageCode, ThreadLocalMode};

use super::layout;
use super::operators::alignment;
use super::reader::Reader;
use super::values::Typed;
use crate::error::{ReadError, Result};
use crate::stream::{Block, Fields, Record};
use crate::{
    Alias, AliasId, Comdat, ConstId, Constant, Function, FunctionId, GlobalId, GlobalVariable,
    Linkage, ParamAttributes, Symbol, ThreadLocal, Type, TypeId, Value,
};

/// The version since which names are in a string table and value numbers are
/// relative.
const VERSION: u64 = 2;

/// References of symbols to constants that are not read yet: number of the value and offset of the
/// record.
#[derive(Default)]
pub(crate) struct Pending {
    inits: Vec<(GlobalId, u64, usize)>,
    personalities: Vec<(FunctionId, u64, usize)>,
    targets: Vec<(AliasId, u64, usize)>,
    /// Section names, by number from one.
    sections: Vec<String>,
}

impl Reader<'_> {
    /// Reads the records of the module block.
    pub(crate) fn module_records(
        &mut self,
        block: &Block<'_>,
        pending: &mut Pending,
    ) -> Result<()> {
        self.module.layout = layout::parse("", block.offset)?;
        for record in &block.records {
            match record.code("the module")? {
                ModuleCode::Version => self.version(record)?,
                ModuleCode::Triple => self.module.triple = record.text(),
                ModuleCode::Datalayout => {
                    self.module.layout = layout::parse(&record.text(), record.offset)?;
                }
                ModuleCode::Asm => self.module.assembly = record.text(),
                ModuleCode::SectionName => pending.sections.push(record.text()),
                ModuleCode::SourceFilename => self.module.source_filename = record.text(),
                ModuleCode::Comdat => {
                    let name = self.name(&mut record.fields())?;
                    self.module.comdats.push(Comdat { name });
                }
                ModuleCode::GlobalVar => self.global(record, pending)?,
                ModuleCode::Function => self.function(record, pending)?,
                ModuleCode::Alias => self.alias(record, false, pending)?,
                ModuleCode::Ifunc => self.alias(record, true, pending)?,
                // Where to find things in the file, a checksum, and names of
                // garbage collectors.
                ModuleCode::VstOffset | ModuleCode::Hash | ModuleCode::GCName => {}
                other => return Err(record.unsupported(format!("module record {other:?}"))),
            }
        }
        Ok(())
    }

    fn version(&self, record: &Record<'_>) -> Result<()> {
        match record.fields().next()? {
            VERSION => Ok(()),
            older if older < VERSION => Err(ReadError::TooOld {
                offset: record.offset,
                producer: self.module.producer.clone(),
            }),
            newer => Err(record.unsupported(format!("module version {newer}"))),
        }
    }

    /// A name in the string table: offset and size.
    fn name(&mut self, fields: &mut Fields<'_>) -> Result<String> {
        let (start, size) = (fields.next()?, fields.next()?);
        let bytes = start
            .checked_add(size)
            .and_then(|end| {
                let range = usize::try_from(start).ok()?..usize::try_from(end).ok()?;
                self.strtab.get(range)
            })
            .ok_or_else(|| fields.malformed("a name is not in the string table"))?;
        self.budget.charge::<u8>(bytes.len(), fields.offset)?;
        Ok(String::from_utf8_lossy(bytes).into_owned())
    }

    fn global(&mut self, record: &Record<'_>, pending: &mut Pending) -> Result<()> {
        let mut fields = record.fields();
        let name = self.name(&mut fields)?;
        let ty = self.types.next(&mut fields)?;
        let flags = fields.next()?;
        let init = fields.next()?;
        let linkage = linkage(&mut fields)?;
        let align = fields.next()?;
        let align = alignment(align, &fields)?;
        let section = self.section(pending, &mut fields)?;
        fields.skip(1); // visibility
        let thread_local = thread_local(&mut fields)?;
        fields.skip(3); // unnamed_addr, externally_initialized, storage class
        let comdat = self.comdat(&mut fields)?;
        if flags & 2 == 0 {
            return Err(ReadError::TooOld {
                offset: record.offset,
                producer: self.module.producer.clone(),
            });
        }
        // A declaration may be of a structure that is not known here.
        let unknown = matches!(self.types.get(ty), Type::Struct { opaque: true, .. });
        let declared_only = unknown && init == 0;
        if !self.types.is_sized(ty) && !declared_only {
            return Err(record.malformed(format!("{name} has no size")));
        }
        let address_space = u32::try_from(flags >> 2)
            .map_err(|_| record.malformed("an address space of more than 32 bits"))?;
        let id = self.module.globals.push(GlobalVariable {
            symbol: Symbol { name, linkage, section, comdat },
            ty,
            constant: flags & 1 != 0,
            init: None,
            align,
            thread_local,
            address_space,
            debug: Vec::new(),
        });
        if init != 0 {
            pending.inits.push((id, init - 1, record.offset));
        }
        self.symbol_value(Constant::Global(id), address_space);
        Ok(())
    }

    fn function(&mut self, record: &Record<'_>, pending: &mut Pending) -> Result<()> {
        let mut fields = record.fields();
        let name = self.name(&mut fields)?;
        let ty = self.types.next(&mut fields)?;
        let Type::Function { params, .. } = self.types.get(ty) else {
            return Err(record.malformed(format!("{name} is not of function type")));
        };
        let params = params.clone();
        self.budget.charge::<(TypeId, ParamAttributes)>(params.len(), record.offset)?;
        fields.skip(1); // calling convention
        let declaration = fields.next()? != 0;
        let linkage = linkage(&mut fields)?;
        let attributes = self.attributes.next(&mut fields)?;
        fields.skip(1); // alignment
        let section = self.section(pending, &mut fields)?;
        fields.skip(3); // visibility, garbage collector, unnamed_addr
        let prologue = fields.next_or_zero();
        fields.skip(1); // storage class
        let comdat = self.comdat(&mut fields)?;
        let prefix = fields.next_or_zero();
        let personality = fields.next_or_zero();
        fields.skip(1); // preemption
        let address_space = fields.next_or_zero();
        if prologue != 0 || prefix != 0 {
            return Err(record.unsupported(format!("prefix or prologue data of {name}")));
        }
        let address_space = u32::try_from(address_space)
            .map_err(|_| record.malformed("an address space of more than 32 bits"))?;
        let id = self.module.functions.push(Function {
            symbol: Symbol { name, linkage, section, comdat },
            ty: Some(ty),
            param_attributes: attributes.params(params.len()),
            params,
            result_attributes: attributes.result.clone(),
            noreturn: attributes.noreturn,
            declaration,
            ..Function::default()
        });
        if personality != 0 {
            pending.personalities.push((id, personality - 1, record.offset));
        }
        if !declaration {
            self.bodies.push(id);
        }
        self.symbol_value(Constant::Function(id), address_space);
        Ok(())
    }

    fn alias(&mut self, record: &Record<'_>, ifunc: bool, pending: &mut Pending) -> Result<()> {
        let mut fields = record.fields();
        let name = self.name(&mut fields)?;
        let ty = self.types.next(&mut fields)?;
        let address_space = fields.next_u32()?;
        let target = fields.next()?;
        let linkage = linkage(&mut fields)?;
        let id = self.module.aliases.push(Alias {
            symbol: Symbol { name, linkage, section: None, comdat: None },
            // Replaced once the constants are read.
            target: ConstId::from_u32(0),
            ifunc,
            ty,
        });
        pending.targets.push((id, target, record.offset));
        self.symbol_value(Constant::Alias(id), address_space);
        Ok(())
    }

    /// Gives the next value number to the address of a symbol.
    fn symbol_value(&mut self, constant: Constant, address_space: u32) {
        let ty = self.types.intern(Type::Pointer(address_space));
        let id = self.add_constant(constant, ty);
        self.values.push(Typed { value: Value::Const(id), ty });
    }

    /// Adds a constant to the module.
    pub(crate) fn add_constant(&mut self, constant: Constant, ty: TypeId) -> ConstId {
        self.module.constant_types.push(ty);
        self.module.constants.push(constant)
    }

    fn section(&mut self, pending: &Pending, fields: &mut Fields<'_>) -> Result<Option<String>> {
        let number = fields.next_or_zero();
        let Some(index) = number.checked_sub(1) else {
            return Ok(None);
        };
        let name = usize::try_from(index)
            .ok()
            .and_then(|index| pending.sections.get(index))
            .ok_or_else(|| fields.malformed(format!("section {number}")))?;
        self.budget.charge::<u8>(name.len(), fields.offset)?;
        Ok(Some(name.clone()))
    }

    fn comdat(&self, fields: &mut Fields<'_>) -> Result<Option<u32>> {
        let number = fields.next_or_zero();
        if number == 0 {
            return Ok(None);
        }
        if number > self.module.comdats.len() as u64 {
            return Err(fields.malformed(format!("COMDAT group {number}")));
        }
        Ok(Some(number as u32 - 1))
    }

    /// Fills in what symbols refer to, now that the constants are known.
    pub(crate) fn resolve(&mut self, pending: Pending) -> Result<()> {
        for (id, number, offset) in pending.inits {
            let init = self.module_constant(number, offset)?;
            let global = &mut self.module.globals[id];
            if self.module.constant_types[init] != global.ty {
                return Err(ReadError::malformed(
                    offset,
                    format!("{} has an initializer of another type", global.symbol.name),
                ));
            }
            global.init = Some(init);
        }
        for (id, number, offset) in pending.personalities {
            let personality = self.module_constant(number, offset)?;
            self.module.functions[id].personality = Some(personality);
        }
        for (id, number, offset) in pending.targets {
            let target = self.module_constant(number, offset)?;
            if !self.types.is_pointer(self.module.constant_types[target]) {
                return Err(ReadError::malformed(offset, "an alias of what is no address"));
            }
            self.module.aliases[id].target = target;
        }
        Ok(())
    }
}

#[expect(deprecated, reason = "old numbers stand for the same linkage")]
fn linkage(fields: &mut Fields<'_>) -> Result<Linkage> {
    let number = fields.next()?;
    let code = u8::try_from(number).ok().and_then(|code| LinkageCode::try_from(code).ok());
    Ok(match code {
        Some(
            LinkageCode::External
            | LinkageCode::DllImport
            | LinkageCode::DllExport
            | LinkageCode::LinkOnceOdrAutoHide,
        ) => Linkage::External,
        Some(LinkageCode::WeakAny | LinkageCode::WeakAnyOld) => Linkage::WeakAny,
        Some(LinkageCode::WeakOdr | LinkageCode::WeakOdrOld) => Linkage::WeakOdr,
        Some(LinkageCode::LinkOnceAny | LinkageCode::LinkOnceAnyOld) => Linkage::LinkOnceAny,
        Some(LinkageCode::LinkOnceOdr | LinkageCode::LinkOnceOdrOld) => Linkage::LinkOnceOdr,
        Some(LinkageCode::Appending) => Linkage::Appending,
        Some(LinkageCode::Internal) => Linkage::Internal,
        Some(
            LinkageCode::Private | LinkageCode::LinkerPrivate | LinkageCode::LinkerPrivateWeak,
        ) => Linkage::Private,
        Some(LinkageCode::ExternWeak) => Linkage::ExternalWeak,
        Some(LinkageCode::Common) => Linkage::Common,
        Some(LinkageCode::AvailableExternally) => Linkage::AvailableExternally,
        Some(_) | None => return Err(fields.unsupported(format!("linkage {number}"))),
    })
}

fn thread_local(fields: &mut Fields<'_>) -> Result<ThreadLocal> {
    let number = fields.next_or_zero();
    let code = u8::try_from(number).ok().and_then(|code| ThreadLocalMode::try_from(code).ok());
    Ok(match code {
        Some(ThreadLocalMode::NotThreadLocal) => ThreadLocal::No,
        Some(ThreadLocalMode::GeneralDynamic) => ThreadLocal::GeneralDynamic,
        Some(ThreadLocalMode::LocalDynamic) => ThreadLocal::LocalDynamic,
        Some(ThreadLocalMode::InitialExec) => ThreadLocal::InitialExec,
        Some(ThreadLocalMode::LocalExec) => ThreadLocal::LocalExec,
        None => return Err(fields.unsupported(format!("thread-local mode {number}"))),
    })
}
