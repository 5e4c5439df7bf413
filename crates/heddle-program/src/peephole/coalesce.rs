//! A temporary and a variable that are copied into each other share a slot.
//!
//! Two slots need not be two if no instruction writes one while the other's value is
//! still needed; a copy between the two does no harm. This is how register
//! allocators coalesce copies (Chaitin 1982), with live ranges looked up where the
//! slots are written ([`Lives`]) instead of a graph. Deviations: one of the two is always a
//! temporary that one instruction writes, or a parameter and the other the first variable
//! that it is copied to, so that no two variables of the source ever share a slot and
//! a debugger does not show one as the other.

use crate::body::{Body, RowKind, is_const};
use crate::liveness::live_out;
use crate::operands::{PartsCount, visit};
use crate::peephole::lives::Lives;
use crate::{Op, Slot, VariablePlace};

/// Merges slots and removes the copies between them.
pub(super) fn coalesce(body: &mut Body, parts: &impl PartsCount) {
    let outs = live_out(body, parts);
    let mut lives = Lives::new(body, parts, &outs);
    forget_dead(body, &lives);
    let pinned = pinned(body);
    for block in 0..body.blocks.len() {
        for index in 0..body.blocks[block].len() {
            let inst = body.blocks[block][index];
            let Op::Move { dst, src } = inst.op else { continue };
            let (dst, src) = (lives.find(dst), lives.find(src));
            if inst.dead || is_const(src) || dst == src {
                continue;
            }
            let Some((temp, other)) = pair(body, &lives, dst, src) else { continue };
            if pinned[temp.index()]
                || lives.is_written_during(body, parts, temp, other)
                || lives.is_written_during(body, parts, other, temp)
            {
                continue;
            }
            lives.merge(body, temp, other);
        }
    }
    rename(body, parts, &mut lives);
}

/// Gives all instructions and debug information the slots that were merged.
fn rename(body: &mut Body, parts: &impl PartsCount, lives: &mut Lives) {
    for inst in body.blocks.iter_mut().flatten().filter(|inst| !inst.dead) {
        // Slots that are used as parts of rows keep their names.
        visit(&mut inst.op, &mut body.tables, parts, &mut |slot, count, _| {
            if count == 1 {
                *slot = lives.find(*slot);
            }
        });
    }
    for event in &mut body.events {
        if let Some(VariablePlace::Memory(slot, _) | VariablePlace::Slots(slot)) = &mut event.place
        {
            *slot = lives.find(*slot);
        }
    }
}

/// Drops debug information about values that are no longer needed: their slots will be
/// others'.
fn forget_dead(body: &mut Body, lives: &Lives) {
    for event in body.events.iter_mut().filter(|event| !event.declare) {
        let Some(VariablePlace::Memory(slot, _) | VariablePlace::Slots(slot)) = event.place else {
            continue;
        };
        if !is_const(slot) && !lives.is_live(slot, (event.block as u32, event.index as u32)) {
            event.place = None;
        }
    }
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

/// The temporary of the two that may be renamed, and the other.
fn pair(body: &Body, lives: &Lives, dst: Slot, src: Slot) -> Option<(Slot, Slot)> {
    let is_temp = |slot: Slot| {
        lives.kind(slot) == RowKind::Value && lives.writes(slot) == 1 && !lives.in_row(slot)
    };
    let is_variable = lives.kind(dst) == RowKind::Local && !lives.in_row(dst);
    let pair = if is_temp(src) {
        (src, dst)
    } else if is_temp(dst) || (is_variable && lives.is_free_param(src)) {
        (dst, src)
    } else {
        return None;
    };
    // A slot holds pointers or it does not.
    (body.pointers[pair.0.index()] == body.pointers[pair.1.index()]).then_some(pair)
}
