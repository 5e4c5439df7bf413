//! The uses and lives of slots, while slots are being merged.
//!
//! The next use of a slot in a block tells if it is live at an instruction: it is if that use
//! reads it, and is not if it only writes it. Without a next use, a slot is live that is so at
//! the end of the block. Uses are ordered, so that this is a lookup, and two slots are merged by moving the
//! fewer uses to the more.

use std::collections::{BTreeMap, BTreeSet};

use crate::body::{Body, RowKind, is_const};
use crate::operands::{PartsCount, Use, visit};
use crate::slots::SparseSet;
use crate::{Op, Slot};

/// A position: block and instruction.
pub(super) type Site = (u32, u32);

/// The life of a slot.
#[derive(Default)]
struct Life {
    /// Instructions that use it, each with whether it reads it.
    uses: BTreeMap<Site, bool>,
    /// Those that write it.
    writes: BTreeSet<Site>,
    /// Blocks at whose end it is live.
    outs: SparseSet,
}

/// The lives of the slots of a body, and what those that were merged are called now.
pub(super) struct Lives {
    lives: Vec<Life>,
    kinds: Vec<RowKind>,
    in_row: Vec<bool>,
    /// True for a parameter whose slot has become that of a variable.
    is_taken: Vec<bool>,
    names: Vec<Slot>,
}

impl Lives {
    /// Looks through `body`. `outs` are the slots that are live at the end of each block.
    pub(super) fn new(body: &mut Body, parts: &impl PartsCount, outs: &[SparseSet]) -> Lives {
        let slots = body.slots();
        let mut lives: Vec<Life> = Vec::new();
        lives.resize_with(slots, Life::default);
        let mut in_row = vec![false; slots];
        let rows = body.rows.iter();
        let kinds = rows.flat_map(|row| std::iter::repeat_n(row.kind, row.count as usize));
        let kinds = kinds.collect();
        for (block, out) in outs.iter().enumerate() {
            for (index, inst) in body.blocks[block].iter_mut().enumerate() {
                if inst.dead {
                    continue;
                }
                visit(&mut inst.op, &mut body.tables, parts, &mut |first, count, how| {
                    if is_const(*first) {
                        return;
                    }
                    let site = (block as u32, index as u32);
                    for slot in first.index()..first.index() + count as usize {
                        in_row[slot] |= count > 1;
                        let life = &mut lives[slot];
                        *life.uses.entry(site).or_default() |= how != Use::Write;
                        if how != Use::Read {
                            life.writes.insert(site);
                        }
                    }
                });
            }
            for slot in out.iter() {
                lives[slot as usize].outs.push(block as u32);
            }
        }
        let is_taken = vec![false; slots];
        Lives { lives, kinds, in_row, is_taken, names: (0..slots as u32).map(Slot).collect() }
    }

    /// The slot that has the value of `slot` now.
    pub(super) fn find(&mut self, slot: Slot) -> Slot {
        let mut slot = slot;
        while !is_const(slot) && self.names[slot.index()] != slot {
            let next = self.names[slot.index()];
            self.names[slot.index()] = self.names[next.index()];
            slot = next;
        }
        slot
    }

    /// The owner of a slot.
    pub(super) fn kind(&self, slot: Slot) -> RowKind {
        self.kinds[slot.index()]
    }

    /// True if a slot is that of a parameter which no variable has taken over.
    pub(super) fn is_free_param(&self, slot: Slot) -> bool {
        self.kind(slot) == RowKind::Param && !self.is_taken[slot.index()]
    }

    /// True if some instruction uses a slot as part of a row of several.
    pub(super) fn in_row(&self, slot: Slot) -> bool {
        self.in_row[slot.index()]
    }

    /// Number of instructions that write a slot.
    pub(super) fn writes(&self, slot: Slot) -> usize {
        self.lives[slot.index()].writes.len()
    }

    /// True if a slot is live before an instruction, or at the end of its block.
    pub(super) fn is_live(&self, slot: Slot, before: Site) -> bool {
        let (block, _) = before;
        let life = &self.lives[slot.index()];
        match life.uses.range(before..=(block, u32::MAX)).next() {
            Some((_, reads)) => *reads,
            None => life.outs.contains(block),
        }
    }

    /// True if `a` is written while `b` is needed, other than by a copy between them.
    pub(super) fn is_written_during(
        &mut self,
        body: &mut Body,
        parts: &impl PartsCount,
        a: Slot,
        b: Slot,
    ) -> bool {
        let writes = &self.lives[a.index()].writes;
        // Few writes are looked at one by one, many only where `b` is live.
        let sites: Vec<Site> = if writes.len() <= self.lives[b.index()].uses.len() {
            writes.iter().copied().collect()
        } else {
            self.stretches(b).flat_map(|(from, to)| writes.range(from..=to).copied()).collect()
        };
        sites.into_iter().any(|site| {
            let (block, index) = site;
            if let Op::Move { dst, src } = body.blocks[block as usize][index as usize].op {
                let ends = [self.find(dst), self.find(src)];
                if ends.contains(&a) && ends.contains(&b) {
                    return false;
                }
            }
            self.is_live(b, (block, index + 1))
                || self.reads_while_writing_row(body, site, parts, a, b)
        })
    }

    /// Ranges of instructions that have all those in them that use a slot or before or after
    /// which it is live.
    fn stretches(&self, slot: Slot) -> impl Iterator<Item = (Site, Site)> + '_ {
        let life = &self.lives[slot.index()];
        let mut blocks: Vec<u32> = life.uses.keys().map(|(block, _)| *block).collect();
        blocks.dedup();
        let through = life
            .outs
            .iter()
            .filter(|block| life.uses.range((*block, 0)..=(*block, u32::MAX)).next().is_none());
        let through = through.map(|block| ((block, 0), (block, u32::MAX)));
        let used = blocks.into_iter().filter_map(|block| {
            let mut uses = life.uses.range((block, 0)..=(block, u32::MAX));
            let (first, reads) = uses.next()?;
            let from = if *reads { (block, 0) } else { *first };
            let last = uses.next_back().map_or(*first, |(site, _)| *site);
            let to = if life.outs.contains(block) { (block, u32::MAX) } else { last };
            Some((from, to))
        });
        used.chain(through)
    }

    /// True if an instruction writes a row with `a` in it and reads `b`: it may read after it
    /// has begun to write.
    fn reads_while_writing_row(
        &mut self,
        body: &mut Body,
        (block, index): Site,
        parts: &impl PartsCount,
        a: Slot,
        b: Slot,
    ) -> bool {
        let (mut writes_row, mut reads) = (false, false);
        let mut uses = |first: Slot, count: u32, slot: Slot| match count {
            1 => self.find(first) == slot,
            _ => first.0 <= slot.0 && slot.0 < first.0 + count,
        };
        let inst = &mut body.blocks[block as usize][index as usize];
        visit(&mut inst.op, &mut body.tables, parts, &mut |first, count, how| {
            if is_const(*first) {
                return;
            }
            writes_row |= how != Use::Read && count > 1 && uses(*first, count, a);
            reads |= how != Use::Write && uses(*first, count, b);
        });
        writes_row && reads
    }

    /// Gives `temp` the slot of `other`. Copies between the two become dead.
    pub(super) fn merge(&mut self, body: &mut Body, temp: Slot, other: Slot) {
        self.names[temp.index()] = other;
        let Life { uses: mut few, writes: mut few_writes, outs } =
            std::mem::take(&mut self.lives[temp.index()]);
        let mut life = std::mem::take(&mut self.lives[other.index()]);
        if few.len() > life.uses.len() {
            std::mem::swap(&mut few, &mut life.uses);
        }
        if few_writes.len() > life.writes.len() {
            std::mem::swap(&mut few_writes, &mut life.writes);
        }
        life.writes.extend(few_writes);
        for (site, reads) in few {
            let inst = &mut body.blocks[site.0 as usize][site.1 as usize];
            if let Op::Move { dst, src } = inst.op
                && self.find(dst) == self.find(src)
            {
                inst.dead = true;
                life.uses.remove(&site);
                life.writes.remove(&site);
            } else {
                *life.uses.entry(site).or_default() |= reads;
            }
        }
        life.outs.union(&outs);
        let single = life.writes.len() == 1;
        self.lives[other.index()] = life;
        self.is_taken[other.index()] |= self.kinds[temp.index()] == RowKind::Local;
        let kind = &mut self.kinds[other.index()];
        *kind = match *kind {
            RowKind::Value if single => RowKind::Value,
            RowKind::Param => RowKind::Param,
            RowKind::Value | RowKind::Local => RowKind::Local,
        };
    }
}
