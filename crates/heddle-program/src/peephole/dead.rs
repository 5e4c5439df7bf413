//! Results that nobody uses.

use heddle_bitcode::BinaryOp;

use crate::body::{Body, Tables};
use crate::liveness::{each, live_out, postorder, step, successors};
use crate::operands::{PartsCount, Use};
use crate::slots::{SlotSet, SparseSet};
use crate::{Op, WideOp};

/// Removes instructions whose only effect is a result that nobody uses.
pub(super) fn eliminate(body: &mut Body, parts: &impl PartsCount) {
    // A removed instruction may have been the last use of another's result.
    while sweep(body, parts) {}
}

/// Goes once through all blocks, those that others lead to first; true if something was
/// removed. Blocks that lead forward only find what removals further on have left alive; where
/// a loop goes round, slots count as live that were so before.
fn sweep(body: &mut Body, parts: &impl PartsCount) -> bool {
    let outs = live_out(body, parts);
    let mut ins: Vec<Option<SparseSet>> = vec![None; body.blocks.len()];
    let mut live = SlotSet::new(body.slots());
    let mut changed = false;
    for block in postorder(body) {
        let block = block as usize;
        let mut out = Some(SparseSet::default());
        for target in successors(body, block) {
            out = out.zip(ins[target as usize].as_ref()).map(|(mut out, live)| {
                out.union(live);
                out
            });
        }
        live.fill(out.as_ref().unwrap_or(&outs[block]));
        for index in (0..body.blocks[block].len()).rev() {
            let inst = &mut body.blocks[block][index];
            if inst.dead {
                continue;
            }
            if let Op::Move { dst, src } = inst.op
                && dst == src
            {
                inst.dead = true;
                continue;
            }
            if is_pure(&inst.op, &body.tables) {
                let mut used = false;
                each(&mut inst.op, &mut body.tables, parts, |slot, how| {
                    used |= how != Use::Read && live.contains(slot);
                });
                if !used {
                    inst.dead = true;
                    changed = true;
                    continue;
                }
            }
            step(body, block, index, parts, &mut live);
        }
        ins[block] = Some(live.sparse_content());
    }
    changed
}

/// True if an instruction does nothing but compute. Arithmetic that promises not to
/// overflow does more: it may be a fault.
pub(super) fn is_pure(op: &Op, tables: &Tables) -> bool {
    match op {
        Op::Add { wrap, .. }
        | Op::Sub { wrap, .. }
        | Op::Mul { wrap, .. }
        | Op::Shl { wrap, .. }
        | Op::LShr { wrap, .. }
        | Op::AShr { wrap, .. } => wrap.0 == 0,
        Op::Move { .. }
        | Op::MoveMany { .. }
        | Op::Undef { .. }
        | Op::Freeze { .. }
        | Op::And { .. }
        | Op::Or { .. }
        | Op::Xor { .. }
        | Op::Eq { .. }
        | Op::Ne { .. }
        | Op::Ult { .. }
        | Op::Ule { .. }
        | Op::Slt { .. }
        | Op::Sle { .. }
        | Op::Trunc { .. }
        | Op::SExt { .. }
        | Op::IntUnary { .. }
        | Op::IntBinary { .. }
        | Op::Overflowing { .. }
        | Op::FunnelShift { .. }
        | Op::FAdd { .. }
        | Op::FSub { .. }
        | Op::FMul { .. }
        | Op::FDiv { .. }
        | Op::FRem { .. }
        | Op::FNeg { .. }
        | Op::FCmp { .. }
        | Op::FConvert { .. }
        | Op::FToInt { .. }
        | Op::FToIntSat { .. }
        | Op::IntToF { .. }
        | Op::Math { .. }
        | Op::IsFpClass { .. }
        | Op::Select { .. }
        | Op::GetElement { .. }
        | Op::SetElement { .. }
        | Op::PtrAdd { .. }
        | Op::PtrIndex { .. }
        | Op::PtrOffset { .. }
        | Op::TlsAddress { .. }
        | Op::Repack { .. }
        | Op::StackSave { .. }
        | Op::Alloca { .. } => true,
        Op::Wide { id } => match &tables.wide[*id] {
            WideOp::Int { op, wrap, .. } => {
                let divides =
                    matches!(op, BinaryOp::UDiv | BinaryOp::SDiv | BinaryOp::URem | BinaryOp::SRem);
                wrap.0 == 0 && !divides
            }
            _ => true,
        },
        _ => false,
    }
}
