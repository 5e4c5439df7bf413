//! Random code does the same before and after, slots are live exactly when some path reads
//! them, and slots are coalesced and results removed as by references that look at all
//! instructions each time.

use cranelift_entity::PrimaryMap;
use proptest::prelude::*;

use super::coalesce::coalesce;
use super::dead::{eliminate, is_pure};
use super::optimize;
use crate::body::{Body, CONST_BASE, Inst, RowKind, no_live_set};
use crate::liveness::{each, live_out, step, successors};
use crate::operands::{Use, visit};
use crate::slots::SlotSet;
use crate::{
    Argument, CallSite, Callee, Const, ExternId, Op, Overflowing, Parts, PartsId, Slot, Wrap,
};

const VARIABLES: usize = 4;

/// A statement of a random program. Numbers are taken modulo what there is.
#[derive(Clone, Debug)]
enum Statement {
    /// A temporary gets a variable's value.
    Read(usize),
    /// A temporary gets a constant.
    Constant(u64),
    /// A temporary gets the result of an operation on two temporaries.
    Compute(u8, usize, usize),
    /// A row of two temporaries gets the result of an operation on two temporaries.
    ComputeRow(usize, usize),
    /// A variable gets a temporary's value.
    Write(usize, usize),
    /// A temporary is shown to the world.
    Show(usize),
}

#[derive(Clone, Debug)]
enum End {
    Return(usize),
    Jump(usize),
    Branch(usize, usize, usize),
}

type Program = Vec<(Vec<Statement>, End)>;

fn statement() -> impl Strategy<Value = Statement> {
    prop_oneof![
        4 => (0..VARIABLES).prop_map(Statement::Read),
        1 => (0..3u64).prop_map(Statement::Constant),
        4 => (0..9u8, 0..99usize, 0..99usize).prop_map(|(op, a, b)| Statement::Compute(op, a, b)),
        1 => (0..99usize, 0..99usize).prop_map(|(a, b)| Statement::ComputeRow(a, b)),
        4 => (0..VARIABLES, 0..99usize).prop_map(|(to, from)| Statement::Write(to, from)),
        2 => (0..99usize).prop_map(Statement::Show),
    ]
}

fn end() -> impl Strategy<Value = End> {
    prop_oneof![
        1 => (0..99usize).prop_map(End::Return),
        2 => (0..99usize).prop_map(End::Jump),
        4 => (0..99usize, 0..99usize, 0..99usize).prop_map(|(c, a, b)| End::Branch(c, a, b)),
    ]
}

fn programs() -> impl Strategy<Value = Program> {
    prop::collection::vec((prop::collection::vec(statement(), 0..12), end()), 1..7)
}

/// Code as the lowering makes it: variables that are written before they are read,
/// temporaries that one instruction writes before all uses.
fn build(program: &Program) -> Body {
    let mut body = Body::default();
    let params = [body.row(1, RowKind::Param), body.row(1, RowKind::Param)];
    let variables: Vec<Slot> = (0..VARIABLES).map(|_| body.row(1, RowKind::Local)).collect();
    let mut entry: Vec<Op> = Vec::new();
    for (index, dst) in variables.iter().enumerate() {
        entry.push(Op::Move { dst: *dst, src: params[index % 2] });
    }
    let early = body.row(1, RowKind::Value);
    entry.push(Op::Add { width: 8, wrap: Wrap(0), dst: early, a: params[0], b: params[1] });
    entry.push(Op::Jump { target: 1 });
    let mut blocks = vec![entry];
    for (statements, end) in program {
        let mut ops = Vec::new();
        let mut temps = vec![early, params[1]];
        for statement in statements {
            let pick = |index: &usize| temps[temps.len() - 1 - index % temps.len()];
            match statement {
                Statement::Read(variable) => {
                    let dst = body.row(1, RowKind::Value);
                    ops.push(Op::Move { dst, src: variables[*variable] });
                    temps.push(dst);
                }
                Statement::Constant(bits) => {
                    let src = body.constant(Const::Bits(*bits));
                    let dst = body.row(1, RowKind::Value);
                    ops.push(Op::Move { dst, src });
                    temps.push(dst);
                }
                Statement::Compute(op, a, b) => {
                    let (a, b) = (pick(a), pick(b));
                    let zero = body.constant(Const::Bits(0));
                    let dst = body.row(1, RowKind::Value);
                    let (width, wrap) = (8, Wrap(0));
                    ops.push(match op {
                        0 => Op::Add { width, wrap, dst, a, b },
                        1 => Op::Xor { width, dst, a, b },
                        2 => Op::Ult { width, dst, a, b },
                        3 => Op::Ne { width, dst, a, b: zero },
                        4 => Op::Eq { width, dst, a, b: zero },
                        5 => Op::Trunc { width: 1, dst, src: a },
                        6 => Op::And { width, dst, a, b },
                        7 => Op::Move { dst, src: a },
                        _ => Op::Select { count: 1, dst, condition: a, a: b, b: a },
                    });
                    temps.push(dst);
                }
                Statement::ComputeRow(a, b) => {
                    let (a, b) = (pick(a), pick(b));
                    let dst = body.row(2, RowKind::Value);
                    ops.push(Op::Overflowing { op: Overflowing::UAdd, width: 8, dst, a, b });
                    temps.extend([dst, dst.plus(1)]);
                }
                Statement::Write(variable, temp) => {
                    ops.push(Op::Move { dst: variables[*variable], src: pick(temp) });
                }
                Statement::Show(temp) => {
                    let argument = Argument {
                        src: pick(temp),
                        slots: 1,
                        by_value: None,
                        parts: PartsId::from_u32(0),
                    };
                    let dst = body.row(1, RowKind::Value);
                    let id = body.tables.calls.push(CallSite {
                        callee: Callee::Extern(ExternId::from_u32(0)),
                        args: vec![argument],
                        fixed: 1,
                        dst,
                        dst_slots: 1,
                        live_across: no_live_set(),
                        pad: None,
                    });
                    ops.push(Op::Call { id });
                    temps.push(dst);
                }
            }
        }
        let pick = |index: &usize| temps[temps.len() - 1 - index % temps.len()];
        let target = |index: &usize| 1 + (index % program.len()) as u32;
        let last = match end {
            End::Return(temp) => Op::Return { src: pick(temp), count: 1 },
            End::Jump(to) => Op::Jump { target: target(to) },
            End::Branch(temp, a, b) => {
                let condition = body.row(1, RowKind::Value);
                ops.push(Op::Trunc { width: 1, dst: condition, src: pick(temp) });
                Op::Branch { condition, then: target(a), otherwise: target(b) }
            }
        };
        ops.push(last);
        blocks.push(ops);
    }
    let inst = |op| Inst { op, location: None, dead: false };
    body.blocks = blocks.into_iter().map(|ops| ops.into_iter().map(inst).collect()).collect();
    body
}

/// Runs a body for a while; what it shows, and what it returns if it does.
fn run(body: &Body, params: [u64; 2]) -> (Vec<u64>, Option<u64>) {
    let mut slots = vec![0xdead_beef; body.slots()];
    slots[..2].copy_from_slice(&params);
    let mut shown = Vec::new();
    let mut block = 0;
    for _ in 0..3000 {
        let mut next = None;
        for inst in body.blocks[block].iter().filter(|inst| !inst.dead) {
            let get = |slot: Slot| match slot.0.checked_sub(CONST_BASE) {
                Some(index) => match body.constants[index as usize] {
                    Const::Bits(bits) => bits,
                    other => panic!("{other:?} should not be here"),
                },
                None => slots[slot.index()],
            };
            let (dst, value) = match inst.op {
                Op::Move { dst, src } => (dst, get(src)),
                Op::Add { dst, a, b, .. } => (dst, (get(a) + get(b)) & 0xff),
                Op::Xor { width: 1, dst, a, b } => (dst, (get(a) ^ get(b)) & 1),
                Op::Xor { dst, a, b, .. } => (dst, get(a) ^ get(b)),
                Op::Ult { dst, a, b, .. } => (dst, u64::from(get(a) < get(b))),
                Op::Ne { dst, a, b, .. } => (dst, u64::from(get(a) != get(b))),
                Op::Eq { dst, a, b, .. } => (dst, u64::from(get(a) == get(b))),
                Op::Trunc { dst, src, .. } => (dst, get(src) & 1),
                Op::And { dst, a, b, .. } => (dst, get(a) & get(b)),
                Op::Select { dst, condition, a, b, .. } => {
                    (dst, if get(condition) & 1 != 0 { get(a) } else { get(b) })
                }
                Op::Overflowing { dst, a, b, .. } => {
                    let sum = get(a) + get(b);
                    slots[dst.index()] = sum & 0xff;
                    (dst.plus(1), u64::from(sum > 0xff))
                }
                Op::Call { id } => {
                    let site = &body.tables.calls[id];
                    shown.push(get(site.args[0].src));
                    if shown.len() == 50 {
                        return (shown, None);
                    }
                    (site.dst, shown.len() as u64)
                }
                Op::Jump { target } => {
                    next = Some(target);
                    break;
                }
                Op::Branch { condition, then, otherwise } => {
                    next = Some(if get(condition) & 1 != 0 { then } else { otherwise });
                    break;
                }
                Op::Return { src, .. } => {
                    let result = get(src);
                    return (shown, Some(result));
                }
                other => panic!("{other:?} should not be here"),
            };
            slots[dst.index()] = value;
        }
        block = next.expect("a block ends in a jump") as usize;
    }
    (shown, None)
}

fn no_parts() -> PrimaryMap<PartsId, Parts> {
    PrimaryMap::new()
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 2000, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn optimized_code_does_the_same(program in programs(), a in 0..4u64, b in 0..256u64) {
        let mut body = build(&program);
        let before = run(&body, [a, b]);
        optimize(&mut body, &no_parts(), || Ok::<(), ()>(())).expect("nobody ends it");
        let after = run(&body, [a, b]);
        match before {
            (shown, Some(_)) => prop_assert_eq!((shown, before.1), after),
            // There is less code to run: it may come further.
            (shown, None) => prop_assert!(after.0.starts_with(&shown)),
        }
    }

    #[test]
    fn slots_are_coalesced_as_by_the_reference(program in programs()) {
        let (mut body, mut expected) = (build(&program), build(&program));
        coalesce(&mut body, &no_parts());
        reference(&mut expected);
        let code = |body: &Body| -> Vec<Vec<Option<Op>>> {
            let ops = |block: &Vec<Inst>| {
                block.iter().map(|inst| (!inst.dead).then_some(inst.op)).collect()
            };
            body.blocks.iter().map(ops).collect()
        };
        prop_assert_eq!(code(&body), code(&expected));
        let calls = |body: &Body| format!("{:?}", body.tables.calls);
        prop_assert_eq!(calls(&body), calls(&expected));
    }

    #[test]
    fn what_nobody_uses_is_removed_and_nothing_else(program in programs()) {
        let (mut body, mut expected) = (build(&program), build(&program));
        eliminate(&mut body, &no_parts());
        while remove_one(&mut expected) {}
        let dead = |body: &Body| -> Vec<bool> {
            body.blocks.iter().flatten().map(|inst| inst.dead).collect()
        };
        prop_assert_eq!(dead(&body), dead(&expected));
    }

    #[test]
    fn slots_are_live_if_a_path_reads_them(program in programs()) {
        let mut body = build(&program);
        let parts = no_parts();
        let outs = live_out(&mut body, &parts);
        let mut live = SlotSet::new(body.slots());
        for (block, out) in outs.iter().enumerate() {
            live.fill(out);
            for index in (0..body.blocks[block].len()).rev() {
                step(&mut body, block, index, &parts, &mut live);
                for slot in (0..body.slots() as u32).map(Slot) {
                    let reached = read_on_a_path(&mut body, block, index, slot);
                    prop_assert_eq!(live.contains(slot), reached, "{:?} at {}.{}", slot, block, index);
                }
            }
        }
    }
}

/// True for each of reading and writing that an instruction does to a slot.
fn uses(body: &mut Body, block: usize, index: usize, slot: Slot) -> (bool, bool) {
    let (mut reads, mut writes) = (false, false);
    let inst = &mut body.blocks[block][index];
    if !inst.dead {
        each(&mut inst.op, &mut body.tables, &no_parts(), |used, how| {
            reads |= used == slot && how != Use::Write;
            writes |= used == slot && how != Use::Read;
        });
    }
    (reads, writes)
}

/// True if some path from an instruction reads a slot before writing it, by search.
fn read_on_a_path(body: &mut Body, block: usize, index: usize, slot: Slot) -> bool {
    let mut seen = vec![false; body.blocks.len()];
    let mut waiting = vec![(block, index)];
    while let Some((block, start)) = waiting.pop() {
        let mut written = false;
        for index in start..body.blocks[block].len() {
            let (reads, writes) = uses(body, block, index, slot);
            if reads {
                return true;
            }
            if writes {
                written = true;
                break;
            }
        }
        if !written {
            for next in successors(body, block) {
                if !std::mem::replace(&mut seen[next as usize], true) {
                    waiting.push((next as usize, 0));
                }
            }
        }
    }
    false
}

/// Coalesces copies one by one, and looks through all code for each. At the ends of blocks
/// those slots are live that were so before: copies that go only read what they write.
fn reference(body: &mut Body) {
    let mut outs: Vec<Vec<bool>> = Vec::new();
    for block in 0..body.blocks.len() {
        let end = body.blocks[block].len();
        let slots = (0..body.slots() as u32).map(Slot);
        outs.push(slots.map(|slot| read_on_a_path(body, block, end, slot)).collect());
    }
    let mut kinds: Vec<RowKind> = Vec::new();
    for row in &body.rows {
        kinds.extend(std::iter::repeat_n(row.kind, row.count as usize));
    }
    let mut is_taken = vec![false; kinds.len()];
    for block in 0..body.blocks.len() {
        for index in 0..body.blocks[block].len() {
            let Inst { op: Op::Move { dst, src }, dead: false, .. } = body.blocks[block][index]
            else {
                continue;
            };
            if src.0 >= CONST_BASE || dst == src {
                continue;
            }
            let is_temp = |body: &mut Body, slot: Slot| {
                kinds[slot.index()] == RowKind::Value
                    && writes(body, slot).len() == 1
                    && !in_row(body, slot)
            };
            let is_copied_parameter = kinds[dst.index()] == RowKind::Local
                && kinds[src.index()] == RowKind::Param
                && !is_taken[src.index()];
            let (temp, other) = if is_temp(body, src) {
                (src, dst)
            } else if is_temp(body, dst) || is_copied_parameter {
                (dst, src)
            } else {
                continue;
            };
            if !interfere(body, &outs, temp, other) && !interfere(body, &outs, other, temp) {
                rename(body, temp, other);
                is_taken[other.index()] |= kinds[temp.index()] == RowKind::Local;
                for live in &mut outs {
                    live[other.index()] |= live[temp.index()];
                }
                let one = writes(body, other).len() == 1;
                let kind = &mut kinds[other.index()];
                if *kind == RowKind::Value && !one {
                    *kind = RowKind::Local;
                }
            }
        }
    }
}

/// The instructions that write a slot.
fn writes(body: &mut Body, slot: Slot) -> Vec<(usize, usize)> {
    let all: Vec<_> = (0..body.blocks.len())
        .flat_map(|block| (0..body.blocks[block].len()).map(move |index| (block, index)))
        .collect();
    all.into_iter().filter(|(block, index)| uses(body, *block, *index, slot).1).collect()
}

fn in_row(body: &Body, slot: Slot) -> bool {
    body.rows
        .iter()
        .any(|row| row.count > 1 && (row.first.0..row.first.0 + row.count).contains(&slot.0))
}

/// True if `a` is written while `b` is needed.
fn interfere(body: &mut Body, outs: &[Vec<bool>], a: Slot, b: Slot) -> bool {
    writes(body, a).into_iter().any(|(block, index)| {
        let op = body.blocks[block][index].op;
        if matches!(op, Op::Move { dst, src } if [(a, b), (b, a)].contains(&(dst, src))) {
            return false;
        }
        let writes_row = matches!(op, Op::Overflowing { .. });
        let reads = uses(body, block, index, b).0;
        let mut later = (index + 1..body.blocks[block].len()).map(|at| uses(body, block, at, b));
        let live = later.find(|(reads, writes)| *reads || *writes);
        live.map_or(outs[block][b.index()], |(reads, _)| reads) || writes_row && reads
    })
}

fn rename(body: &mut Body, from: Slot, to: Slot) {
    for inst in body.blocks.iter_mut().flatten().filter(|inst| !inst.dead) {
        visit(&mut inst.op, &mut body.tables, &no_parts(), &mut |slot, _, _| {
            if *slot == from {
                *slot = to;
            }
        });
        if matches!(inst.op, Op::Move { dst, src } if dst == src) {
            inst.dead = true;
        }
    }
}

/// Removes one instruction whose result no path reads; true if there was one.
fn remove_one(body: &mut Body) -> bool {
    for block in 0..body.blocks.len() {
        for index in 0..body.blocks[block].len() {
            let inst = body.blocks[block][index];
            if inst.dead || !is_pure(&inst.op, &body.tables) {
                continue;
            }
            let slots = (0..body.slots() as u32).map(Slot);
            let written: Vec<Slot> =
                slots.filter(|slot| uses(body, block, index, *slot).1).collect();
            if !written.iter().any(|slot| read_on_a_path(body, block, index + 1, *slot)) {
                body.blocks[block][index].dead = true;
                return true;
            }
        }
    }
    false
}
