//! Temporaries that live within a block take turns in a few slots.

use std::cmp::Reverse;
use std::collections::BinaryHeap;

use crate::body::{Body, RowKind, is_const};
use crate::operands::{PartsCount, Use, visit};
use crate::peephole::{Uses, coalesce};
use crate::{Slot, VariablePlace};

/// The life of a temporary: instructions of a block, from its first to its last use.
#[derive(Clone, Copy)]
struct Life {
    block: usize,
    first: usize,
    last: usize,
    /// The slot that it was given.
    slot: Slot,
}

/// Gives temporaries shared slots.
pub(super) fn share(body: &mut Body, parts: &impl PartsCount) {
    let uses = Uses::new(body, parts);
    let pinned = coalesce::pinned(body);
    let mut lives: Vec<Option<Life>> = vec![None; body.slots()];
    let mut by_block: Vec<Vec<Slot>> = vec![Vec::new(); body.blocks.len()];
    for number in 0..body.slots() {
        if uses.kinds[number] != RowKind::Value
            || uses.in_row[number]
            || pinned[number]
            || uses.writes[number].len() != 1
        {
            continue;
        }
        let (block, first) = uses.writes[number][0];
        let sites = &uses.sites[number];
        if sites.iter().any(|(other, index)| *other != block || *index < first) {
            continue;
        }
        let last = sites.iter().map(|(_, index)| *index).max().unwrap_or(first);
        let slot = Slot(number as u32);
        lives[number] = Some(Life { block, first, last, slot });
        by_block[block].push(slot);
    }
    let mut pools: [Vec<Slot>; 2] = [Vec::new(), Vec::new()];
    for temps in &mut by_block {
        assign(body, &mut lives, temps, &mut pools);
    }
    for inst in body.blocks.iter_mut().flatten().filter(|inst| !inst.dead) {
        visit(&mut inst.op, &mut body.tables, parts, &mut |slot, count, _: Use| {
            if count == 1
                && !is_const(*slot)
                && let Some(Some(life)) = lives.get(slot.index())
            {
                *slot = life.slot;
            }
        });
    }
    rename_events(body, &lives);
}

/// Gives the temporaries of one block slots of the pools, one for pointers and one
/// for others. An instruction may write where it reads for the last time.
fn assign(
    body: &mut Body,
    lives: &mut [Option<Life>],
    temps: &mut [Slot],
    pools: &mut [Vec<Slot>; 2],
) {
    let first = |lives: &[Option<Life>], slot: Slot| {
        lives[slot.index()].map_or((0, 0), |life| (life.first, life.last))
    };
    temps.sort_by_key(|slot| first(lives, *slot));
    let mut places = [Places::default(), Places::default()];
    for temp in temps {
        let Some(life) = &mut lives[temp.index()] else { continue };
        let pointer = body.pointers[temp.index()];
        let kind = usize::from(pointer);
        // A result that is not used still has its slot for one instruction.
        let place = places[kind].take(life.first, life.last.max(life.first + 1));
        if place == pools[kind].len() {
            let slot = body.row(1, RowKind::Local);
            body.pointers[slot.index()] = pointer;
            pools[kind].push(slot);
        }
        life.slot = pools[kind][place];
    }
}

/// The places of a pool that a block uses.
#[derive(Default)]
struct Places {
    /// Number of those that were used so far: the first ones.
    used: usize,
    /// Those that were used and are free.
    free: BinaryHeap<Reverse<usize>>,
    /// The others, with when they become free.
    busy: BinaryHeap<Reverse<(usize, usize)>>,
}

impl Places {
    /// The first place that is free at `now`, which is not before any earlier call's. It is
    /// taken until `until`.
    fn take(&mut self, now: usize, until: usize) -> usize {
        while let Some(Reverse((end, place))) = self.busy.peek().copied()
            && end <= now
        {
            self.busy.pop();
            self.free.push(Reverse(place));
        }
        let place = match self.free.pop() {
            Some(Reverse(place)) => place,
            None => {
                self.used += 1;
                self.used - 1
            }
        };
        self.busy.push(Reverse((until, place)));
        place
    }
}

/// Debug information about a temporary holds while its slot is its own.
fn rename_events(body: &mut Body, lives: &[Option<Life>]) {
    for event in &mut body.events {
        let Some(VariablePlace::Memory(slot, _) | VariablePlace::Slots(slot)) = &mut event.place
        else {
            continue;
        };
        let Some(Some(life)) = lives.get(slot.index()) else { continue };
        *slot = life.slot;
        if event.block != life.block || event.index <= life.first || event.index > life.last {
            event.place = None;
        }
    }
}
