//! A temporary and a variable that are copied into each other share a slot.
//!
//! Two slots need not be two if no instruction writes one while the other's value is
//! still needed; a copy between the two does no harm. This is how register
//! allocators coalesce copies (Chaitin 1982), with live ranges looked up where the
//! slots are written instead of a graph. Deviations: one of the two is always a
//! temporary that one instruction writes, or a parameter and the other the variable
//! that it is copied to, so that no two variables of the source ever share a slot and
//! a debugger does not show one as the other.

use crate::body::{Body, RowKind, is_const};
use crate::liveness::{SlotSet, live_out, step};
use crate::operands::{PartsCount, Use, visit};
use crate::peephole::Uses;
use crate::{Op, Slot, VariablePlace};

/// Merges slots and removes the copies between them.
pub(super) fn coalesce(body: &mut Body, parts: &impl PartsCount) {
    let mut uses = Uses::new(body, parts);
    let mut outs = live_out(body, parts);
    forget_dead(body, &outs, parts);
    let pinned = pinned(body);
    let mut names = Names((0..body.slots() as u32).map(Slot).collect());
    for block in 0..body.blocks.len() {
        for index in 0..body.blocks[block].len() {
            let inst = body.blocks[block][index];
            let Op::Move { dst, src } = inst.op else { continue };
            if inst.dead || is_const(src) || dst == src {
                continue;
            }
            let Some((temp, other)) = pair(body, &uses, dst, src) else { continue };
            if pinned[temp.index()] {
                continue;
            }
            if interfere(body, &uses, &outs, parts, temp, other)
                || interfere(body, &uses, &outs, parts, other, temp)
            {
                continue;
            }
            merge(body, &mut uses, &mut outs, &mut names, parts, temp, other);
        }
    }
    for event in &mut body.events {
        if let Some(VariablePlace::Memory(slot, _) | VariablePlace::Slots(slot)) = &mut event.place
        {
            *slot = names.find(*slot);
        }
    }
}

/// Drops what debug information says of values that are no longer needed: their
/// slots will be others'.
fn forget_dead(body: &mut Body, outs: &[SlotSet], parts: &impl PartsCount) {
    let mut events = std::mem::take(&mut body.events);
    for event in events.iter_mut().filter(|event| !event.declare) {
        let Some(VariablePlace::Memory(slot, _) | VariablePlace::Slots(slot)) = event.place else {
            continue;
        };
        let mut live = outs[event.block].clone();
        for index in (event.index..body.blocks[event.block].len()).rev() {
            step(body, event.block, index, parts, &mut live);
        }
        if !is_const(slot) && !live.contains(slot) {
            event.place = None;
        }
    }
    body.events = events;
}

/// Slots with the addresses of variables, which must not become others'.
pub(super) fn pinned(body: &Body) -> Vec<bool> {
    let mut pinned = vec![false; body.slots()];
    for event in body.events.iter().filter(|event| event.declare) {
        if let Some(VariablePlace::Memory(slot, _)) = event.place
            && !is_const(slot)
        {
            pinned[slot.index()] = true;
        }
    }
    pinned
}

/// What each slot that was merged is called now.
struct Names(Vec<Slot>);

impl Names {
    fn find(&self, slot: Slot) -> Slot {
        let mut slot = slot;
        while !is_const(slot) && self.0[slot.index()] != slot {
            slot = self.0[slot.index()];
        }
        slot
    }
}

/// The temporary of the two that may be renamed, and the other.
fn pair(body: &Body, uses: &Uses, dst: Slot, src: Slot) -> Option<(Slot, Slot)> {
    let kind = |slot: Slot| uses.kinds[slot.index()];
    let is_temp = |slot: Slot| {
        kind(slot) == RowKind::Value
            && uses.writes[slot.index()].len() == 1
            && !uses.in_row[slot.index()]
    };
    let is_variable = kind(dst) == RowKind::Local && !uses.in_row[dst.index()];
    let pair = if is_temp(src) {
        (src, dst)
    } else if is_temp(dst) || (is_variable && kind(src) == RowKind::Param) {
        (dst, src)
    } else {
        return None;
    };
    // A slot holds pointers or it does not.
    (body.pointers[pair.0.index()] == body.pointers[pair.1.index()]).then_some(pair)
}

/// Whether `a` is written while `b` is needed, other than by a copy between them.
fn interfere(
    body: &mut Body,
    uses: &Uses,
    outs: &[SlotSet],
    parts: &impl PartsCount,
    a: Slot,
    b: Slot,
) -> bool {
    uses.writes[a.index()].iter().any(|(block, index)| {
        let inst = body.blocks[*block][*index];
        if let Op::Move { dst, src } = inst.op
            && [dst, src].contains(&a)
            && [dst, src].contains(&b)
        {
            return false;
        }
        let mut live = outs[*block].clone();
        for later in (index + 1..body.blocks[*block].len()).rev() {
            step(body, *block, later, parts, &mut live);
        }
        live.contains(b) || reads_while_writing_row(body, *block, *index, parts, a, b)
    })
}

/// Whether an instruction writes a row with `a` in it and reads `b`: it may read
/// after it has begun to write.
fn reads_while_writing_row(
    body: &mut Body,
    block: usize,
    index: usize,
    parts: &impl PartsCount,
    a: Slot,
    b: Slot,
) -> bool {
    let (mut writes_row, mut reads) = (false, false);
    let within =
        |first: Slot, count: u32, slot: Slot| first.0 <= slot.0 && slot.0 < first.0 + count;
    let inst = &mut body.blocks[block][index];
    visit(&mut inst.op, &mut body.tables, parts, &mut |first, count, how| {
        if is_const(*first) {
            return;
        }
        writes_row |= how != Use::Read && count > 1 && within(*first, count, a);
        reads |= how != Use::Write && within(*first, count, b);
    });
    writes_row && reads
}

/// Gives `temp` the slot of `other`.
fn merge(
    body: &mut Body,
    uses: &mut Uses,
    outs: &mut [SlotSet],
    names: &mut Names,
    parts: &impl PartsCount,
    temp: Slot,
    other: Slot,
) {
    let sites = std::mem::take(&mut uses.sites[temp.index()]);
    for (block, index) in &sites {
        let inst = &mut body.blocks[*block][*index];
        visit(&mut inst.op, &mut body.tables, parts, &mut |slot, count, _| {
            if count == 1 && *slot == temp {
                *slot = other;
            }
        });
        if let Op::Move { dst, src } = inst.op
            && dst == src
        {
            inst.dead = true;
        }
    }
    uses.sites[other.index()].extend(sites);
    for live in outs {
        if live.contains(temp) {
            live.remove(temp);
            live.insert(other);
        }
    }
    let writes = std::mem::take(&mut uses.writes[temp.index()]);
    uses.writes[other.index()].extend(writes);
    uses.writes[other.index()].retain(|(block, index)| !body.blocks[*block][*index].dead);
    uses.kinds[other.index()] = match uses.kinds[other.index()] {
        RowKind::Value if uses.writes[other.index()].len() == 1 => RowKind::Value,
        RowKind::Param => RowKind::Param,
        _ => RowKind::Local,
    };
    names.0[temp.index()] = other;
}
