//! From the instructions of a module to those of the machine, function by function.

pub(crate) mod address;
mod arithmetic;
mod asm;
mod calls;
mod casts;
pub(crate) mod constants;
mod exceptions;
mod expressions;
mod instructions;
mod intrinsics;
mod math;
pub(crate) mod memory;
mod phis;
mod unevaluated;
mod vectors;

use std::collections::HashMap;

use cranelift_entity::{EntityRef, SecondaryMap};
use heddle_bitcode::{
    BlockId, Function as Source, FunctionId, InstId, Module, Opcode, TypeId, Value,
};

use crate::body::{Body, Inst, RowKind};
use crate::context::{Context, LowerError, Lowered};
use crate::debug::Event;
use crate::finish::{Header, finish};
use crate::layout::Layout;
use crate::locals::Locals;
use crate::{AllocaId, Function, LinkError, LocationId, Op, Origin, Param, Signature, Slot};

/// A function that is being lowered.
pub(crate) struct Lowerer<'a, 'm> {
    pub(crate) cx: &'a mut Context<'m>,
    /// Number of the module.
    pub(crate) m: usize,
    pub(crate) module: &'m Module,
    pub(crate) layout: &'m Layout<'m>,
    pub(crate) function: &'m Source,
    pub(crate) body: Body,
    /// The block that is being filled.
    block: usize,
    /// Location of the instruction that is being lowered.
    location: Option<LocationId>,
    params: Vec<Slot>,
    values: SecondaryMap<InstId, Option<Slot>>,
    locals: Locals,
    /// Stack objects of allocas that are in memory.
    pub(crate) alloca_ids: HashMap<InstId, AllocaId>,
    /// Blocks that do the moves for an edge to a block with phis.
    edges: HashMap<(BlockId, BlockId), u32>,
    /// Places of blocks among the edges of phis that have many.
    incoming: HashMap<InstId, HashMap<BlockId, usize>>,
    /// The block of the module that is being lowered.
    current: BlockId,
    /// Nesting depth of the constant that is being computed.
    depth: u32,
}

/// Lowers a function.
pub(crate) fn function(
    cx: &mut Context<'_>,
    m: usize,
    id: FunctionId,
) -> Result<Function, LinkError> {
    let module = cx.module(m);
    let function = &module.functions[id];
    let layout = cx.layout(m);
    let mut locals = Locals::find(module, layout, function);
    if cx.options.keep_variables && cx.origin(m) == Origin::User {
        locals.leave_in_memory(layout);
    }
    let mut lowerer = Lowerer {
        m,
        module,
        layout,
        function,
        body: Body::default(),
        block: 0,
        location: None,
        params: Vec::new(),
        values: SecondaryMap::new(),
        locals,
        alloca_ids: HashMap::new(),
        edges: HashMap::new(),
        incoming: HashMap::new(),
        current: BlockId::new(0),
        depth: 0,
        cx,
    };
    let params = lowerer.parameters();
    lowerer.blocks().map_err(|stop| match stop {
        LowerError::Malformed(what) => {
            LinkError::Malformed(format!("{what} (in function `{}`)", function.symbol.name))
        }
        LowerError::Unsupported(what) => LinkError::Malformed(what),
    })?;
    let Lowerer { cx, body, .. } = lowerer;
    let subprogram = cx.debug.subprogram(module, m, function.debug);
    let name = crate::symbols::plain_name(&function.symbol.name).to_owned();
    let (location, source_name) = match subprogram {
        Some((location, source_name)) => (Some(location), source_name),
        None => (None, name.clone()),
    };
    let is_library = |id| cx.debug.source.is_in_library(id);
    let origin = match cx.origin(m) {
        Origin::User if location.is_some_and(is_library) => Origin::Library,
        origin => origin,
    };
    let signature = Signature::of(layout, function);
    let header = Header { name, source_name, origin, signature, params, location };
    finish(cx, m, header, body)
}

impl Lowerer<'_, '_> {
    fn parameters(&mut self) -> Vec<Param> {
        let mut params = Vec::new();
        for ty in &self.function.params {
            let slots = constants::value_slots(self.cx, self.m, *ty).unwrap_or(0);
            let slot = self.typed_row(*ty, slots, RowKind::Param);
            self.params.push(slot);
            params.push(Param { slot, slots });
        }
        if self.is_variadic() {
            let slot = self.body.row(1, RowKind::Param);
            self.body.pointers[slot.index()] = true;
            self.body.tables.varargs = Some(slot);
        }
        params
    }

    fn is_variadic(&self) -> bool {
        self.function.ty.is_some_and(|ty| {
            matches!(self.layout.ty(ty), heddle_bitcode::Type::Function { variadic: true, .. })
        })
    }

    fn blocks(&mut self) -> Lowered<()> {
        let unevaluated = unevaluated::find(self.module, self.function);
        self.body.blocks.resize_with(self.function.blocks.len(), Vec::new);
        let mut records = self.function.debug_records.iter().peekable();
        for (id, block) in &self.function.blocks {
            self.block = id.index();
            self.current = id;
            for inst in block.first.as_u32()..block.end.as_u32() {
                let inst = InstId::from_u32(inst);
                self.location =
                    self.cx.debug.location(self.module, self.m, self.function.insts[inst].loc);
                while let Some(record) = records.next_if(|record| record.before <= inst) {
                    self.debug_record(record);
                }
                if unevaluated.contains(&inst) {
                    continue;
                }
                match self.instruction(inst) {
                    Ok(()) => {}
                    Err(LowerError::Unsupported(what)) => {
                        // Nothing behind it runs.
                        self.give_up(what);
                        break;
                    }
                    Err(malformed) => return Err(malformed),
                }
            }
        }
        Ok(())
    }

    /// Ends the block with something that heddle lacks.
    fn give_up(&mut self, what: String) {
        let id = self.cx.unsupported(what);
        self.emit(Op::Unsupported { id });
    }

    fn debug_record(&mut self, record: &heddle_bitcode::DebugRecord) {
        let place = self.debug_place(record);
        let location = self.cx.debug.location(self.module, self.m, record.loc);
        let inlined_at = self.cx.debug.inlined_at(location);
        let id = record.variable;
        let Some(variable) = self.cx.debug.variable(self.module, self.m, id, inlined_at) else {
            return;
        };
        self.name_alloca(record, &variable);
        self.body.events.push(Event {
            block: self.block,
            index: self.body.blocks[self.block].len(),
            variable: (id, inlined_at),
            declare: record.kind == heddle_bitcode::DebugRecordKind::Declare,
            place,
        });
    }

    /// Appends an instruction to the current block.
    pub(crate) fn emit(&mut self, op: Op) {
        let inst = Inst { op, location: self.location, dead: false };
        self.body.blocks[self.block].push(inst);
    }

    /// The type of a value.
    pub(crate) fn type_of(&self, value: Value) -> TypeId {
        match value {
            Value::Inst(inst) => self.function.insts[inst].ty,
            Value::Param(param) => self.function.params[param as usize],
            Value::Const(id) => self.module.constant_types[id],
            Value::Metadata => self.metadata_type(),
        }
    }

    /// A type without slots, for operands that are no values.
    fn metadata_type(&self) -> TypeId {
        let is_metadata = |ty: &heddle_bitcode::Type| *ty == heddle_bitcode::Type::Metadata;
        let found = self.module.types.iter().find(|(_, ty)| is_metadata(ty));
        found.map_or(TypeId::from_u32(0), |(id, _)| id)
    }

    /// The slots of a value of type `ty`.
    pub(crate) fn slots(&self, ty: TypeId) -> Lowered<u32> {
        constants::value_slots(self.cx, self.m, ty)
    }

    /// A new row for a value of type `ty`.
    pub(crate) fn typed_row(&mut self, ty: TypeId, slots: u32, kind: RowKind) -> Slot {
        let first = self.body.row(slots, kind);
        let parts = self.cx.parts(self.m, ty);
        let parts = &self.cx.all_parts()[parts].parts;
        for (index, part) in parts.iter().enumerate().take(slots as usize) {
            self.body.pointers[first.index() + index] = part.pointer;
        }
        first
    }

    /// A new row for a temporary value of type `ty`.
    pub(crate) fn temp(&mut self, ty: TypeId) -> Lowered<Slot> {
        let slots = self.slots(ty)?;
        Ok(self.typed_row(ty, slots, RowKind::Value))
    }

    /// The slots of an instruction's result.
    pub(crate) fn result(&mut self, inst: InstId) -> Lowered<Slot> {
        if let Some(slot) = self.values[inst] {
            return Ok(slot);
        }
        let ty = self.function.insts[inst].ty;
        let slots = self.slots(ty)?;
        let kind = match self.function.insts[inst].op {
            Opcode::Phi { .. } | Opcode::InsertElement { .. } | Opcode::InsertValue { .. } => {
                RowKind::Local
            }
            _ => RowKind::Value,
        };
        let slot = self.typed_row(ty, slots, kind);
        self.values[inst] = Some(slot);
        Ok(slot)
    }

    /// The slots of a value.
    pub(crate) fn value(&mut self, value: Value) -> Lowered<Slot> {
        match value {
            Value::Inst(inst) => self.result(inst),
            Value::Param(param) => match self.params.get(param as usize) {
                Some(slot) => Ok(*slot),
                None => LowerError::malformed("a parameter that is not there"),
            },
            Value::Const(id) => self.constant(id),
            Value::Metadata => LowerError::unsupported("metadata as a value"),
        }
    }
}
