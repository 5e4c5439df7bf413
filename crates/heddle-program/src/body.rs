//! A function while it is lowered: blocks of instructions over virtual slots.
//!
//! # Virtual slots
//! Parameters have the slots from zero on. Values get *rows* of further slots, each
//! row of one owner; constants have their own space above [`CONST_BASE`]. The
//! passes may leave rows without a use; [`crate::finish`] numbers the rest anew.
//!
//! Until then the targets of jumps are numbers of blocks, not of instructions.

use std::collections::HashMap;

use cranelift_entity::{EntityRef, PrimaryMap};

use crate::debug::Event;
use crate::{
    Alloca, AllocaId, CallSite, CallSiteId, Const, JumpTable, JumpTableId, LiveSetId, LocationId,
    Op, RepackId, Slot, SwitchId, SwitchTable, WideId, WideOp,
};

/// Virtual slots from here on are constants.
pub(crate) const CONST_BASE: u32 = 1 << 31;

/// True if a virtual slot is a constant's.
pub(crate) fn is_const(slot: Slot) -> bool {
    slot.0 >= CONST_BASE
}

/// An instruction on its way.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Inst {
    pub(crate) op: Op,
    pub(crate) location: Option<LocationId>,
    /// True if a pass removed it. It stays in place so that positions stay valid.
    pub(crate) dead: bool,
}

/// Owner of a row of slots.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum RowKind {
    /// A parameter or the address of variable arguments: written by the caller.
    Param,
    /// A value that one place in the code computes, before all its uses.
    Value,
    /// A variable, or a value that several places compute.
    Local,
}

/// A row of slots.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Row {
    pub(crate) first: Slot,
    pub(crate) count: u32,
    pub(crate) kind: RowKind,
}

/// Tables that instructions refer to by id.
#[derive(Debug, Default)]
pub(crate) struct Tables {
    pub(crate) calls: PrimaryMap<CallSiteId, CallSite>,
    pub(crate) allocas: PrimaryMap<AllocaId, Alloca>,
    pub(crate) switches: PrimaryMap<SwitchId, SwitchTable>,
    pub(crate) jump_tables: PrimaryMap<JumpTableId, JumpTable>,
    pub(crate) repacks: PrimaryMap<RepackId, (Slot, crate::PartsId, Slot, crate::PartsId)>,
    pub(crate) wide: PrimaryMap<WideId, WideOp>,
    /// Slot of the address of the variable arguments.
    pub(crate) varargs: Option<Slot>,
}

/// A function on its way.
#[derive(Debug, Default)]
pub(crate) struct Body {
    /// The blocks, in the order in which they will be laid out.
    pub(crate) blocks: Vec<Vec<Inst>>,
    /// Rows, ascending and without gaps.
    pub(crate) rows: Vec<Row>,
    /// For each slot, true if it holds a pointer.
    pub(crate) pointers: Vec<bool>,
    /// Constants, in the order of their slots.
    pub(crate) constants: Vec<Const>,
    /// Rows of constants that exist.
    known: HashMap<Vec<Const>, Slot>,
    pub(crate) tables: Tables,
    /// Debug events, in the order of the code.
    pub(crate) events: Vec<Event>,
}

/// Stands for the set of live slots of a call until it is known.
pub(crate) fn no_live_set() -> LiveSetId {
    LiveSetId::new(0)
}

impl Body {
    /// A new row.
    pub(crate) fn row(&mut self, count: u32, kind: RowKind) -> Slot {
        let first = Slot(self.pointers.len() as u32);
        self.pointers.resize(self.pointers.len() + count as usize, false);
        self.rows.push(Row { first, count, kind });
        first
    }

    /// Number of virtual slots that are not constants.
    pub(crate) fn slots(&self) -> usize {
        self.pointers.len()
    }

    /// A row of constants.
    pub(crate) fn constant_row(&mut self, row: Vec<Const>) -> Slot {
        if let Some(slot) = self.known.get(&row) {
            return *slot;
        }
        let slot = Slot(CONST_BASE + self.constants.len() as u32);
        self.constants.extend_from_slice(&row);
        self.known.insert(row, slot);
        slot
    }

    /// A constant.
    pub(crate) fn constant(&mut self, constant: Const) -> Slot {
        self.constant_row(vec![constant])
    }

    /// The bits of a constant slot, if it is one.
    pub(crate) fn bits(&self, slot: Slot) -> Option<u64> {
        match self.constants.get(slot.0.checked_sub(CONST_BASE)? as usize)? {
            Const::Bits(bits) => Some(*bits),
            _ => None,
        }
    }
}
