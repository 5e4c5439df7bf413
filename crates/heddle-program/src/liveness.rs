//! Which slots are live before each instruction: exact backward data flow.
//!
//! A slot is live if some path from here reads it before writing it. Uses by debug
//! information do not count.

use crate::body::{Body, is_const};
use crate::operands::{PartsCount, Use, visit};
use crate::{Op, Slot};

/// A set of slots.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Default)]
pub(crate) struct SlotSet {
    words: Vec<u64>,
}

impl SlotSet {
    /// An empty set of slots below `slots`.
    pub(crate) fn new(slots: usize) -> SlotSet {
        SlotSet { words: vec![0; slots.div_ceil(64)] }
    }

    /// Whether `slot` is in it.
    pub(crate) fn contains(&self, slot: Slot) -> bool {
        self.words[slot.index() / 64] & (1 << (slot.index() % 64)) != 0
    }

    /// Adds a slot.
    pub(crate) fn insert(&mut self, slot: Slot) {
        self.words[slot.index() / 64] |= 1 << (slot.index() % 64);
    }

    /// Removes a slot.
    pub(crate) fn remove(&mut self, slot: Slot) {
        self.words[slot.index() / 64] &= !(1 << (slot.index() % 64));
    }

    /// Adds all of `other`; whether that changed anything.
    pub(crate) fn union(&mut self, other: &SlotSet) -> bool {
        let mut changed = false;
        for (word, more) in self.words.iter_mut().zip(&other.words) {
            changed |= *more & !*word != 0;
            *word |= more;
        }
        changed
    }

    /// The slots, ascending.
    pub(crate) fn slots(&self) -> Vec<Slot> {
        let mut slots = Vec::new();
        for (index, word) in self.words.iter().enumerate() {
            let mut word = *word;
            while word != 0 {
                slots.push(Slot(index as u32 * 64 + word.trailing_zeros()));
                word &= word - 1;
            }
        }
        slots
    }
}

/// Slots that are live at the end of each block.
pub(crate) fn live_out(body: &mut Body, parts: &impl PartsCount) -> Vec<SlotSet> {
    let count = body.blocks.len();
    let mut predecessors = vec![Vec::new(); count];
    for block in 0..count {
        for target in successors(body, block) {
            predecessors[target as usize].push(block);
        }
    }
    let mut outs = vec![SlotSet::new(body.slots()); count];
    let mut waiting: Vec<usize> = (0..count).collect();
    let mut is_waiting = vec![true; count];
    while let Some(block) = waiting.pop() {
        is_waiting[block] = false;
        let mut live = outs[block].clone();
        for index in (0..body.blocks[block].len()).rev() {
            step(body, block, index, parts, &mut live);
        }
        for predecessor in &predecessors[block] {
            if outs[*predecessor].union(&live) && !is_waiting[*predecessor] {
                is_waiting[*predecessor] = true;
                waiting.push(*predecessor);
            }
        }
    }
    outs
}

/// The blocks that follow `block`.
pub(crate) fn successors(body: &Body, block: usize) -> impl Iterator<Item = u32> + '_ {
    let insts = body.blocks[block].iter().filter(|inst| !inst.dead);
    insts.flat_map(|inst| body.tables.targets(inst.op))
}

/// From the slots that are live after an instruction to those live before it.
pub(crate) fn step(
    body: &mut Body,
    block: usize,
    index: usize,
    parts: &impl PartsCount,
    live: &mut SlotSet,
) {
    let inst = &mut body.blocks[block][index];
    if inst.dead {
        return;
    }
    let tables = &mut body.tables;
    let op = &mut inst.op;
    each(op, tables, parts, |slot, how| {
        if how == Use::Write {
            live.remove(slot);
        }
    });
    each(op, tables, parts, |slot, how| {
        if how != Use::Write {
            live.insert(slot);
        }
    });
}

/// Calls `f` with every single slot that `op` uses, constants excluded.
pub(crate) fn each(
    op: &mut Op,
    tables: &mut crate::body::Tables,
    parts: &impl PartsCount,
    mut f: impl FnMut(Slot, Use),
) {
    visit(op, tables, parts, &mut |first, count, how| {
        if !is_const(*first) {
            (0..count).for_each(|index| f(first.plus(index), how));
        }
    });
}
