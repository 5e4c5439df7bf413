//! Jumps to jumps, and branches that always go one way.

use crate::body::Body;
use crate::control::visit_targets;
use crate::{Op, Pc};

/// Blocks that do nothing but jump.
struct Empty {
    /// For each block that does nothing but jump, its target.
    targets: Vec<Option<Pc>>,
    /// For each block from which a way through such blocks is known: how far, and to where.
    ways: Vec<Option<(usize, Pc)>>,
}

impl Empty {
    fn new(body: &Body) -> Empty {
        let count = body.blocks.len();
        let targets = (0..count).map(|block| lone_jump(body, block)).collect();
        Empty { targets, ways: vec![None; count] }
    }

    /// The block that control comes to from `block` through those that only jump.
    fn through(&mut self, block: Pc) -> Pc {
        // A circle of empty blocks is an endless loop of the program.
        let most = self.targets.len();
        let mut current = block;
        let mut steps = 0;
        let mut passed = Vec::new();
        while steps < most {
            let index = current as usize;
            let (more, next) = match (self.ways[index], self.targets[index]) {
                (Some((more, next)), _) if steps + more <= most => (more, next),
                (_, Some(target)) if target != current => (1, target),
                _ => break,
            };
            passed.push((steps, index));
            steps += more;
            current = next;
        }
        if steps < most {
            for (before, index) in passed {
                self.ways[index] = Some((steps - before, current));
            }
        }
        current
    }
}

/// The target of a block that does nothing but jump.
fn lone_jump(body: &Body, block: usize) -> Option<Pc> {
    let mut insts = body.blocks[block].iter().filter(|inst| !inst.dead);
    match (insts.next().map(|inst| inst.op), insts.next()) {
        (Some(Op::Jump { target }), None) => Some(target),
        _ => None,
    }
}

/// Simplifies jumps.
pub(super) fn simplify(body: &mut Body) {
    let mut empty = Empty::new(body);
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
        visit_targets(&mut op, &mut body.tables, &mut |target| *target = empty.through(*target));
        body.blocks[block][last].op = op;
        empty.targets[block] = lone_jump(body, block);
    }
}
