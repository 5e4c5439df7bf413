//! Debug records, translated as the code is lowered.

use heddle_bitcode::{DebugRecord, DebugRecordKind, DebugValue, Opcode, Value};

use crate::debug::InlinedVariable;
use crate::lower::{Lowerer, constants};
use crate::{Const, Slot, Variable, VariablePlace};

/// A debug record at its place in the code.
#[derive(Clone, Debug)]
pub(crate) struct Event {
    /// Block of the code.
    pub(crate) block: usize,
    /// It stands before this instruction of the block.
    pub(crate) index: usize,
    /// The variable, and where its scope was inlined.
    pub(crate) variable: InlinedVariable,
    /// True if it holds throughout.
    pub(crate) declare: bool,
    /// Place of the variable, if that can be said.
    pub(crate) place: Option<VariablePlace>,
}

const DEREF: u64 = 0x06;
const PLUS_CONST: u64 = 0x23;
const STACK_VALUE: u64 = 0x9f;

impl Lowerer<'_, '_> {
    /// Place that a record gives its variable.
    pub(crate) fn debug_place(&mut self, record: &DebugRecord) -> Option<VariablePlace> {
        let [DebugValue::Value(value)] = record.values[..] else { return None };
        let expression = &record.expression.0[..];
        let local = self.local(value).ok()?;
        match (record.kind, local) {
            (DebugRecordKind::Declare, Some(slot)) => match expression {
                [] => Some(VariablePlace::Slots(slot)),
                [DEREF] => Some(VariablePlace::Memory(slot, 0)),
                _ => None,
            },
            (DebugRecordKind::Value, Some(slot)) => match expression {
                [DEREF] => Some(VariablePlace::Slots(slot)),
                _ => None,
            },
            (DebugRecordKind::Declare, None) => {
                let slot = self.debug_slot(value)?;
                match expression {
                    [] => Some(VariablePlace::Memory(slot, 0)),
                    [PLUS_CONST, offset] => {
                        Some(VariablePlace::Memory(slot, i64::try_from(*offset).ok()?))
                    }
                    _ => None,
                }
            }
            (DebugRecordKind::Value, None) => match (value, expression) {
                (Value::Const(id), [] | [STACK_VALUE]) => {
                    match constants::eval(self.cx, self.m, id, 0).ok()?.as_deref() {
                        Some([Const::Bits(bits)]) => Some(VariablePlace::Constant(*bits)),
                        _ => None,
                    }
                }
                (_, [] | [STACK_VALUE]) => Some(VariablePlace::Slots(self.debug_slot(value)?)),
                (_, [DEREF]) => Some(VariablePlace::Memory(self.debug_slot(value)?, 0)),
                (_, [PLUS_CONST, offset, DEREF]) => {
                    let offset = i64::try_from(*offset).ok()?;
                    Some(VariablePlace::Memory(self.debug_slot(value)?, offset))
                }
                _ => None,
            },
            // The variable is in memory, at an address that is not read.
            (DebugRecordKind::Assign, _) => None,
        }
    }

    fn debug_slot(&mut self, value: Value) -> Option<Slot> {
        match value {
            Value::Inst(inst) => self.result(inst).ok(),
            Value::Param(_) => self.value(value).ok(),
            Value::Const(_) | Value::Metadata => None,
        }
    }

    /// Gives a stack object the name and type of the variable declared to be in it.
    pub(crate) fn name_alloca(&mut self, record: &DebugRecord, variable: &Variable) {
        let [DebugValue::Value(Value::Inst(inst))] = record.values[..] else { return };
        let declared = record.kind == DebugRecordKind::Declare && record.expression.0.is_empty();
        if declared
            && let Opcode::Alloca { .. } = self.function.insts[inst].op
            && let Some(id) = self.alloca_ids.get(&inst)
        {
            let alloca = &mut self.body.tables.allocas[*id];
            alloca.name = Some(variable.name.clone());
            alloca.ty = variable.ty;
        }
    }
}
