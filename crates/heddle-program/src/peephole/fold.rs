//! Instructions whose result is one of their operands, or can be had cheaper.

use crate::body::{Body, Inst, is_const};
use crate::operands::{PartsCount, Use, visit};
use crate::peephole::Uses;
use crate::{Const, Op, Slot};

/// Folds instructions; whether there were any.
pub(super) fn fold(body: &mut Body, parts: &impl PartsCount) -> bool {
    let uses = Uses::new(body, parts);
    let widths = widths(body, parts);
    let mut changed = false;
    for block in 0..body.blocks.len() {
        for place in 0..body.blocks[block].len() {
            let inst = body.blocks[block][place];
            if inst.dead {
                continue;
            }
            let new = simpler(body, &widths, inst.op)
                .or_else(|| not_branch(body, &uses, inst.op))
                .or_else(|| access(body, &uses, inst.op))
                .or_else(|| index(body, &uses, inst.op))
                .or_else(|| offset(body, &uses, inst.op));
            if let Some(op) = new {
                body.blocks[block][place] = Inst { op, ..inst };
                changed = true;
            }
        }
    }
    changed
}

/// For each slot, a number of bits within which all its values lie, and all that is undefined.
fn widths(body: &mut Body, parts: &impl PartsCount) -> Vec<u8> {
    let mut widths = vec![0u8; body.slots()];
    for row in &body.rows {
        if row.kind == crate::body::RowKind::Param {
            let first = row.first.index();
            widths[first..first + row.count as usize].fill(64);
        }
    }
    let all: Vec<InstIndex> = places(body).collect();
    let mut widened = Vec::new();
    // Blocks mostly come after those that compute what they use: the second sweep finds nothing.
    for _ in 0..2 {
        widened.clear();
        for place in &all {
            widen(body, &mut widths, *place, parts, &mut widened);
        }
    }
    if widened.is_empty() {
        return widths;
    }
    // Else only what reads a wider slot is looked at again, however blocks are arranged.
    let mut readers: Vec<(Slot, InstIndex)> = Vec::new();
    for place in all {
        let mut op = body.blocks[place.0][place.1].op;
        visit(&mut op, &mut body.tables, parts, &mut |first, count, how| {
            if how != Use::Write && !is_const(*first) {
                readers.extend((0..count).map(|slot| (first.plus(slot), place)));
            }
        });
    }
    readers.sort_unstable();
    while let Some(slot) = widened.pop() {
        let first = readers.partition_point(|(read, _)| *read < slot);
        for (_, place) in readers[first..].iter().take_while(|(read, _)| *read == slot) {
            widen(body, &mut widths, *place, parts, &mut widened);
        }
    }
    widths
}

/// A block, and the index of an instruction there.
type InstIndex = (usize, usize);

/// The places of all instructions, in the order of blocks.
fn places(body: &Body) -> impl Iterator<Item = InstIndex> {
    body.blocks.iter().enumerate().flat_map(|(block, insts)| {
        let alive = insts.iter().enumerate().filter(|(_, inst)| !inst.dead);
        alive.map(move |(index, _)| (block, index))
    })
}

/// Widens the slots that an instruction writes to what it writes, and takes note of them.
fn widen(
    body: &mut Body,
    widths: &mut [u8],
    (block, index): InstIndex,
    parts: &impl PartsCount,
    widened: &mut Vec<Slot>,
) {
    let mut op = body.blocks[block][index].op;
    let width = result_width(&body.constants, widths, &op);
    visit(&mut op, &mut body.tables, parts, &mut |first, count, how| {
        if how == Use::Read || is_const(*first) {
            return;
        }
        let width = if how == Use::Write { width } else { 64 };
        for slot in (0..count).map(|slot| first.plus(slot)) {
            if widths[slot.index()] < width {
                widths[slot.index()] = width;
                widened.push(slot);
            }
        }
    });
}

fn slot_width(constants: &[Const], widths: &[u8], slot: Slot) -> u8 {
    match slot.0.checked_sub(crate::body::CONST_BASE) {
        Some(index) => match constants.get(index as usize) {
            Some(Const::Bits(bits)) => 64 - bits.leading_zeros() as u8,
            _ => 64,
        },
        None => widths[slot.index()],
    }
}

/// Bits within which the result of an instruction of one slot lies.
fn result_width(constants: &[Const], widths: &[u8], op: &Op) -> u8 {
    let of = |slot| slot_width(constants, widths, slot);
    match *op {
        Op::Move { src, .. } | Op::Freeze { src, .. } => of(src),
        Op::Undef { width, .. } => width,
        Op::Eq { .. }
        | Op::Ne { .. }
        | Op::Ult { .. }
        | Op::Ule { .. }
        | Op::Slt { .. }
        | Op::Sle { .. }
        | Op::FCmp { .. }
        | Op::IsFpClass { .. } => 1,
        Op::And { a, b, .. } => of(a).min(of(b)),
        Op::Or { a, b, .. } | Op::Xor { a, b, .. } => of(a).max(of(b)),
        Op::LShr { a, width, .. } => of(a).min(width),
        Op::Trunc { width, src, .. } => of(src).min(width),
        Op::Load { width, .. } => width,
        Op::Select { count: 1, a, b, .. } => of(a).max(of(b)),
        Op::Add { width, .. }
        | Op::Sub { width, .. }
        | Op::Mul { width, .. }
        | Op::UDiv { width, .. }
        | Op::SDiv { width, .. }
        | Op::URem { width, .. }
        | Op::SRem { width, .. }
        | Op::Shl { width, .. }
        | Op::AShr { width, .. } => width,
        _ => 64,
    }
}

/// The same result from a simpler instruction.
fn simpler(body: &mut Body, widths: &[u8], op: Op) -> Option<Op> {
    let width_of = |slot| slot_width(&body.constants, widths, slot);
    let truth = |slot| width_of(slot) <= 1;
    match op {
        Op::Ne { dst, a, b, .. } | Op::Eq { dst, a, b, .. }
            if truth(a) && body.bits(b).is_some() =>
        {
            let equal = matches!(op, Op::Eq { .. });
            let keeps = match body.bits(b) {
                Some(0) => !equal,
                Some(1) => equal,
                _ => return None,
            };
            if keeps {
                return Some(Op::Move { dst, src: a });
            }
            let one = body.constant(Const::Bits(1));
            Some(Op::Xor { width: 1, dst, a, b: one })
        }
        Op::Trunc { width, dst, src } if width_of(src) <= width => Some(Op::Move { dst, src }),
        Op::SExt { from, to: _, dst, src } if width_of(src) < from => Some(Op::Move { dst, src }),
        Op::And { dst, a, b, .. } => {
            let mask = body.bits(b)?;
            let ones = mask.trailing_ones() as u8;
            (width_of(a) <= ones).then_some(Op::Move { dst, src: a })
        }
        _ => None,
    }
}

/// The one instruction that writes `slot`.
fn definition(body: &Body, uses: &Uses, slot: Slot) -> Option<Op> {
    if is_const(slot) || !uses.is_single(slot) {
        return None;
    }
    let (block, index) = *uses.writes[slot.index()].first()?;
    Some(body.blocks[block][index].op)
}

/// A branch on the negation of something that has one value.
fn not_branch(body: &Body, uses: &Uses, op: Op) -> Option<Op> {
    let Op::Branch { condition, then, otherwise } = op else { return None };
    let Op::Xor { width: 1, a, b, .. } = definition(body, uses, condition)? else { return None };
    if body.bits(b) != Some(1) || !uses.is_single(a) {
        return None;
    }
    Some(Op::Branch { condition: a, then: otherwise, otherwise: then })
}

/// An access through `base + offset`, where base has one value.
fn access(body: &Body, uses: &Uses, op: Op) -> Option<Op> {
    let (Op::Load { ptr, offset, .. } | Op::Store { ptr, offset, .. }) = op else { return None };
    let Op::PtrOffset { base, offset: more, .. } = definition(body, uses, ptr)? else {
        return None;
    };
    if !uses.is_single(base) {
        return None;
    }
    let sum = offset.checked_add(more)?;
    Some(match op {
        Op::Load { bytes, width, access, dst, .. } => {
            Op::Load { bytes, width, access, dst, ptr: base, offset: sum }
        }
        Op::Store { bytes, width, access, src, .. } => {
            Op::Store { bytes, width, access, src, ptr: base, offset: sum }
        }
        _ => return None,
    })
}

/// An index that was sign-extended, as addresses do themselves.
fn index(body: &Body, uses: &Uses, op: Op) -> Option<Op> {
    let Op::PtrIndex { width, dst, base, index, scale } = op else { return None };
    let Op::SExt { from, to, src, .. } = definition(body, uses, index)? else { return None };
    (to == width && uses.is_single(src)).then_some(Op::PtrIndex {
        width: from,
        dst,
        base,
        index: src,
        scale,
    })
}

/// An offset to an offset.
fn offset(body: &Body, uses: &Uses, op: Op) -> Option<Op> {
    let Op::PtrOffset { dst, base, offset } = op else { return None };
    let Op::PtrOffset { base, offset: more, .. } = definition(body, uses, base)? else {
        return None;
    };
    let offset = offset.checked_add(more)?;
    uses.is_single(base).then_some(Op::PtrOffset { dst, base, offset })
}

/// Accesses of the form `(base + offset) + index * scale` take over the offset;
/// whether there were any.
pub(super) fn indexed(body: &mut Body, parts: &impl PartsCount) -> bool {
    let uses = Uses::new(body, parts);
    let mut changed = false;
    for block in 0..body.blocks.len() {
        for place in 0..body.blocks[block].len() {
            let inst = body.blocks[block][place];
            let Op::PtrIndex { width, dst, base, index, scale } = inst.op else { continue };
            let Some(Op::PtrOffset { base: start, offset, .. }) = definition(body, &uses, base)
            else {
                continue;
            };
            let sites: Vec<_> = match uses.is_single(dst) && uses.is_single(start) {
                true => {
                    uses.sites[dst.index()].iter().filter(|at| **at != (block, place)).collect()
                }
                false => continue,
            };
            let moved: Option<Vec<Op>> = sites
                .iter()
                .map(|(block, place)| with_offset(body.blocks[*block][*place].op, dst, offset))
                .collect();
            let Some(moved) = moved else { continue };
            if inst.dead || moved.is_empty() {
                continue;
            }
            for ((block, place), op) in sites.into_iter().zip(moved) {
                body.blocks[*block][*place].op = op;
            }
            body.blocks[block][place].op = Op::PtrIndex { width, dst, base: start, index, scale };
            changed = true;
        }
    }
    changed
}

/// An access through `ptr`, and nothing else, so many bytes on.
fn with_offset(op: Op, through: Slot, more: i32) -> Option<Op> {
    match op {
        Op::Load { bytes, width, access, dst, ptr, offset } if ptr == through => {
            let offset = offset.checked_add(more)?;
            Some(Op::Load { bytes, width, access, dst, ptr, offset })
        }
        Op::Store { bytes, width, access, src, ptr, offset }
            if ptr == through && src != through =>
        {
            let offset = offset.checked_add(more)?;
            Some(Op::Store { bytes, width, access, src, ptr, offset })
        }
        _ => None,
    }
}
