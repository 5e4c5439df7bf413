//! Where variables live, range by range.
//!
//! A declared variable lives at its place throughout. Of the others, a record says
//! where the value is from then on; it is believed until the next record of the
//! same variable, until the slot is written again, and at most to the end of the
//! block. Better no value than a wrong one.

use heddle_bitcode::{DebugRecord, DebugRecordKind, DebugValue, DiId, Opcode, Value};

use crate::body::{Body, is_const};
use crate::finish::Placement;
use crate::lower::{Lowerer, constants};
use crate::operands::{PartsCount, Use};
use crate::{Const, LocationId, Slot, Variable, VariablePlace, VariableRange};

/// A debug record at its place in the code.
#[derive(Clone, Debug)]
pub(crate) struct Event {
    /// Block of the code.
    pub(crate) block: usize,
    /// It stands before this instruction of the block.
    pub(crate) index: usize,
    /// The variable, and where its scope was inlined.
    pub(crate) variable: (DiId, Option<LocationId>),
    /// Whether it holds throughout.
    pub(crate) declare: bool,
    /// Where the variable is, if that can be said.
    pub(crate) place: Option<VariablePlace>,
}

const DEREF: u64 = 0x06;
const PLUS_CONST: u64 = 0x23;
const STACK_VALUE: u64 = 0x9f;

impl Lowerer<'_, '_> {
    /// Where a record says that its variable is.
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

/// The ranges of all variables, in terms of virtual slots and final positions.
pub(crate) fn variables(
    body: &mut Body,
    placement: &Placement,
    parts: &impl PartsCount,
) -> Vec<((DiId, Option<LocationId>), Vec<VariableRange>)> {
    let events = std::mem::take(&mut body.events);
    let mut found: Vec<((DiId, Option<LocationId>), Vec<VariableRange>)> = Vec::new();
    for (number, event) in events.iter().enumerate() {
        let range = range(body, placement, parts, &events, number);
        let ranges = match found.iter_mut().find(|(variable, _)| *variable == event.variable) {
            Some((_, ranges)) => ranges,
            None => {
                found.push((event.variable, Vec::new()));
                let Some((_, ranges)) = found.last_mut() else { continue };
                ranges
            }
        };
        ranges.extend(range);
    }
    for (_, ranges) in &mut found {
        ranges.sort_by_key(|range| range.from);
    }
    found
}

/// Where the event with this number holds.
fn range(
    body: &mut Body,
    placement: &Placement,
    parts: &impl PartsCount,
    events: &[Event],
    number: usize,
) -> Option<VariableRange> {
    let event = &events[number];
    let place = event.place?;
    let from = placement.pc(event.block, event.index)?;
    if event.declare {
        return Some(match place {
            VariablePlace::Slots(_) | VariablePlace::Constant(_) => {
                VariableRange { from: 0, to: placement.end(), place }
            }
            VariablePlace::Memory(..) => VariableRange { from, to: placement.end(), place },
        });
    }
    let next = events[number + 1..]
        .iter()
        .find(|later| later.block == event.block && later.variable == event.variable);
    let end = next.map_or(body.blocks[event.block].len(), |next| next.index);
    let slot = match place {
        VariablePlace::Memory(slot, _) | VariablePlace::Slots(slot) => Some(slot),
        VariablePlace::Constant(_) => None,
    };
    let end = (event.index..end)
        .find(|index| slot.is_some_and(|slot| writes(body, event.block, *index, parts, slot)))
        .map_or(end, |index| index + 1);
    let to = placement.pc(event.block, end)?;
    (from < to).then_some(VariableRange { from, to, place })
}

fn writes(
    body: &mut Body,
    block: usize,
    index: usize,
    parts: &impl PartsCount,
    slot: Slot,
) -> bool {
    let inst = &mut body.blocks[block][index];
    let mut found = false;
    if !inst.dead {
        crate::operands::visit(&mut inst.op, &mut body.tables, parts, &mut |first, count, how| {
            let hit = !is_const(*first) && first.0 <= slot.0 && slot.0 < first.0 + count;
            found |= hit && how != Use::Read;
        });
    }
    found
}
