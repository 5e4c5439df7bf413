//! Local variables that live in slots rather than in memory.
//!
//! An alloca of the entry block becomes a slot if its address is used for nothing
//! but plain loads and stores of the whole variable (volatile ones too: nobody else
//! can see it), lifetime markers and debug records. The variable may be read as
//! another type of the same size if both take one slot.
//!
//! A slot is forgotten once nothing reads it any more. Where that matters, because the memory it
//! points to would count as lost, variables that can hold an address stay in memory.

use std::collections::HashMap;

use heddle_bitcode::{Constant, Function, InstId, Module, Opcode, Ordering, TypeId, Value};

use crate::Slot;
use crate::layout::Layout;

/// The variables of a function that live in slots.
#[derive(Debug, Default)]
pub(crate) struct Locals {
    types: HashMap<InstId, TypeId>,
    slots: HashMap<InstId, Slot>,
}

impl Locals {
    /// Finds the allocas of `function` that can live in slots.
    pub(crate) fn find(module: &Module, layout: &Layout<'_>, function: &Function) -> Locals {
        let mut locals = Locals::default();
        let Some((_, entry)) = function.blocks.iter().next() else { return locals };
        for inst in entry.first.as_u32()..entry.end.as_u32() {
            let inst = InstId::from_u32(inst);
            if let Opcode::Alloca { element, count, inalloca: false, .. } = &function.insts[inst].op
                && layout.scalar(*element).is_some()
                && is_one(module, *count)
            {
                locals.types.insert(inst, *element);
            }
        }
        if locals.types.is_empty() {
            return locals;
        }
        for instruction in function.insts.values() {
            locals.check(module, layout, function, instruction);
        }
        locals
    }

    /// Drops the candidates of which `instruction` makes more use than allowed.
    fn check(
        &mut self,
        module: &Module,
        layout: &Layout<'_>,
        function: &Function,
        instruction: &heddle_bitcode::Instruction,
    ) {
        match &instruction.op {
            Opcode::Load { ptr, ordering, .. } => {
                self.access(layout, *ptr, instruction.ty, *ordering);
            }
            Opcode::Store { ptr, value, ordering, .. } => {
                self.forbid(*value);
                let ty = match value {
                    Value::Inst(inst) => Some(function.insts[*inst].ty),
                    Value::Param(param) => function.params.get(*param as usize).copied(),
                    Value::Const(id) => Some(module.constant_types[*id]),
                    Value::Metadata => None,
                };
                match ty {
                    Some(ty) => self.access(layout, *ptr, ty, *ordering),
                    None => self.forbid(*ptr),
                }
            }
            Opcode::Call { callee, .. } if is_marker(module, *callee) => {}
            other => other.for_each_operand(|value| self.forbid(*value)),
        }
    }

    fn access(&mut self, layout: &Layout<'_>, ptr: Value, ty: TypeId, ordering: Ordering) {
        let Value::Inst(inst) = ptr else { return };
        let Some(variable) = self.types.get(&inst) else { return };
        let (a, b) = (layout.of(*variable), layout.of(ty));
        let alike = *variable == ty || layout.ty(*variable) == layout.ty(ty);
        let reinterpreted =
            a.bits == b.bits && a.slots == 1 && b.slots == 1 && layout.scalar(ty).is_some();
        if ordering != Ordering::NotAtomic || !(alike || reinterpreted) {
            self.types.remove(&inst);
        }
    }

    fn forbid(&mut self, value: Value) {
        if let Value::Inst(inst) = value {
            self.types.remove(&inst);
        }
    }

    /// Leaves those in memory that can hold an address.
    pub(crate) fn leave_in_memory(&mut self, layout: &Layout<'_>) {
        let bits = u64::from(layout.pointer_bits());
        self.types.retain(|_, ty| layout.of(*ty).bits < bits);
    }

    /// The type of a variable that lives in a slot.
    pub(crate) fn ty(&self, alloca: InstId) -> Option<TypeId> {
        self.types.get(&alloca).copied()
    }

    /// Its slot, if it has one yet.
    pub(crate) fn slot(&self, alloca: InstId) -> Option<Slot> {
        self.slots.get(&alloca).copied()
    }

    /// Says which slot it has.
    pub(crate) fn set_slot(&mut self, alloca: InstId, slot: Slot) {
        self.slots.insert(alloca, slot);
    }
}

fn is_one(module: &Module, count: Value) -> bool {
    matches!(count, Value::Const(id) if module.constants[id] == Constant::Int(1))
}

/// True if `callee` only marks the lifetime of a variable.
fn is_marker(module: &Module, callee: Value) -> bool {
    let Value::Const(id) = callee else { return false };
    let Constant::Function(id) = module.constants[id] else { return false };
    let name = &module.functions[id].symbol.name;
    name.starts_with("llvm.lifetime.start") || name.starts_with("llvm.lifetime.end")
}
