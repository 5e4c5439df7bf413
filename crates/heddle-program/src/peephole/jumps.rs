//! Jumps to jumps, and branches that always go one way.

use crate::Op;
use crate::body::Body;
use crate::control::visit_targets;

/// Where each block leads if all it does is jump.
fn through(body: &Body, block: u32) -> u32 {
    let mut current = block;
    // A circle of empty blocks is an endless loop of the program.
    for _ in 0..body.blocks.len() {
        let mut insts = body.blocks[current as usize].iter().filter(|inst| !inst.dead);
        match (insts.next().map(|inst| inst.op), insts.next()) {
            (Some(Op::Jump { target }), None) if target != current => current = target,
            _ => break,
        }
    }
    current
}

/// Simplifies jumps.
pub(super) fn simplify(body: &mut Body) {
    for block in 0..body.blocks.len() {
        let Some(last) = body.blocks[block].iter().rposition(|inst| !inst.dead) else { continue };
        let mut op = body.blocks[block][last].op;
        if let Op::Branch { condition, then, otherwise } = op {
            match body.bits(condition) {
                Some(bits) => {
                    let target = if bits & 1 != 0 { then } else { otherwise };
                    op = Op::Jump { target };
                }
                None if then == otherwise => op = Op::Jump { target: then },
                None => {}
            }
        }
        let mut tables = std::mem::take(&mut body.tables);
        visit_targets(&mut op, &mut tables, &mut |target| *target = through(body, *target));
        body.tables = tables;
        body.blocks[block][last].op = op;
    }
}
