//! Uses of a copy use the original, where both have one value only.

use crate::body::{Body, is_const};
use crate::operands::{PartsCount, Use, visit};
use crate::peephole::Uses;
use crate::{Op, Slot, VariablePlace};

/// Propagates copies.
pub(super) fn propagate(body: &mut Body, parts: &impl PartsCount) {
    let uses = Uses::new(body, parts);
    let mut original: Vec<Option<Slot>> = vec![None; body.slots()];
    let mut found = false;
    for inst in body.blocks.iter().flatten().filter(|inst| !inst.dead) {
        if let Op::Move { dst, src } = inst.op
            && dst != src
            && uses.is_single(dst)
            && uses.is_single(src)
        {
            original[dst.index()] = Some(src);
            found = true;
        }
    }
    if !found {
        return;
    }
    let resolve = |slot: Slot| {
        let mut slot = slot;
        // Copies in code that cannot be reached may go in circles.
        for _ in 0..original.len() {
            match original.get(slot.index()) {
                Some(Some(source)) if !is_const(slot) => slot = *source,
                _ => break,
            }
        }
        slot
    };
    for inst in body.blocks.iter_mut().flatten().filter(|inst| !inst.dead) {
        visit(&mut inst.op, &mut body.tables, parts, &mut |slot, count, how| {
            if how == Use::Read && count == 1 {
                *slot = resolve(*slot);
            }
        });
    }
    for event in &mut body.events {
        match &mut event.place {
            Some(VariablePlace::Memory(slot, _) | VariablePlace::Slots(slot)) => {
                let to = resolve(*slot);
                let in_row = uses.in_row.get(slot.index()).copied().unwrap_or(false);
                if !in_row && !is_const(to) {
                    *slot = to;
                }
            }
            Some(VariablePlace::Constant(_)) | None => {}
        }
    }
}
