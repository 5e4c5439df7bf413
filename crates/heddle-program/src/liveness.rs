//! The slots that are live before each instruction: exact backward data flow.
//!
//! A slot is live if some path from here reads it before writing it. Uses by debug
//! information do not count.
//!
//! The flow is solved block by block (Kam and Ullman, "Global data flow analysis and
//! iterative algorithms", 1976): each block is summed up by the slots that it reads before it
//! writes them and by those that it writes, and blocks are visited in postorder until nothing
//! changes. Only slots that some block reads before it writes them take part; temporaries,
//! which are most, live and die within a block. Whoever needs the slots at an instruction
//! goes back from the end of its block with [`step`].

use crate::body::{Body, Tables, is_const};
use crate::operands::{PartsCount, Use, visit};
use crate::slots::{SlotSet, SparseSet};
use crate::{Op, Slot};

/// A block, summed up.
#[derive(Debug, Default)]
struct Summary {
    /// Slots that it reads before it writes them.
    reads: SparseSet,
    /// Slots that it writes, of those that some block reads first.
    writes: SparseSet,
}

/// Slots that are live at the end of each block.
pub(crate) fn live_out(body: &mut Body, parts: &impl PartsCount) -> Vec<SparseSet> {
    let count = body.blocks.len();
    let mut predecessors = vec![Vec::new(); count];
    for block in 0..count {
        for target in successors(body, block) {
            predecessors[target as usize].push(block as u32);
        }
    }
    let summaries = summaries(body, parts);
    let mut outs = vec![SparseSet::default(); count];
    let order = postorder(body);
    let mut waiting = vec![true; count];
    let mut rest = count;
    while rest > 0 {
        for &block in &order {
            if !std::mem::take(&mut waiting[block as usize]) {
                continue;
            }
            rest -= 1;
            let Summary { reads, writes } = &summaries[block as usize];
            let mut live = outs[block as usize].without(writes);
            live.union(reads);
            for &predecessor in &predecessors[block as usize] {
                if outs[predecessor as usize].union(&live)
                    && !std::mem::replace(&mut waiting[predecessor as usize], true)
                {
                    rest += 1;
                }
            }
        }
    }
    outs
}

fn summaries(body: &mut Body, parts: &impl PartsCount) -> Vec<Summary> {
    let mut live = SlotSet::new(body.slots());
    let mut read_first = SlotSet::new(body.slots());
    let mut summaries = Vec::with_capacity(body.blocks.len());
    for block in 0..body.blocks.len() {
        live.fill(&SparseSet::default());
        for index in (0..body.blocks[block].len()).rev() {
            step(body, block, index, parts, &mut live);
        }
        let reads = live.sparse_content();
        reads.iter().for_each(|slot| read_first.insert(Slot(slot)));
        summaries.push(Summary { reads, writes: SparseSet::default() });
    }
    for (block, summary) in summaries.iter_mut().enumerate() {
        let mut writes = Vec::new();
        for inst in body.blocks[block].iter_mut().filter(|inst| !inst.dead) {
            each(&mut inst.op, &mut body.tables, parts, |slot, how| {
                if how == Use::Write && read_first.contains(slot) {
                    writes.push(slot.0);
                }
            });
        }
        summary.writes = SparseSet::of(writes);
    }
    summaries
}

/// All blocks, each after those that it leads to, but for cycles.
pub(crate) fn postorder(body: &Body) -> Vec<u32> {
    let mut order = Vec::with_capacity(body.blocks.len());
    let mut seen = vec![false; body.blocks.len()];
    // Blocks on the way, each with the targets that are still to be looked at.
    let mut way: Vec<(u32, Vec<u32>)> = Vec::new();
    for first in 0..body.blocks.len() as u32 {
        if std::mem::replace(&mut seen[first as usize], true) {
            continue;
        }
        way.push((first, successors(body, first as usize).collect()));
        while let Some((block, targets)) = way.last_mut() {
            match targets.pop() {
                Some(target) => {
                    if !std::mem::replace(&mut seen[target as usize], true) {
                        way.push((target, successors(body, target as usize).collect()));
                    }
                }
                None => {
                    order.push(*block);
                    way.pop();
                }
            }
        }
    }
    order
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
    tables: &mut Tables,
    parts: &impl PartsCount,
    mut f: impl FnMut(Slot, Use),
) {
    visit(op, tables, parts, &mut |first, count, how| {
        if !is_const(*first) {
            (0..count).for_each(|index| f(first.plus(index), how));
        }
    });
}
