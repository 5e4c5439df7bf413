//! The last steps of lowering: blocks are put in a row, slots numbered anew, live
//! sets computed.

use std::collections::BTreeSet;

use crate::body::{Body, CONST_BASE, RowKind, Tables, is_const};
use crate::context::Context;
use crate::control::visit_targets;
use crate::debug::variables;
use crate::liveness::{each, live_out, successors};
use crate::livesets::Follower;
use crate::operands::{PartsCount, Use, visit};
use crate::{
    Const, Function, LinkError, LiveSetId, LocationId, Op, Origin, Param, Pc, Signature, Slot,
    Variable, VariablePlace,
};

/// Final positions of the instructions of blocks.
#[derive(Debug)]
pub(crate) struct Placement {
    /// For each block, the positions of its instructions and of its end; none if
    /// the block cannot be reached.
    pcs: Vec<Vec<Pc>>,
    end: Pc,
}

impl Placement {
    /// Position of an instruction of a block, or of the next that was not removed.
    pub(crate) fn pc(&self, block: usize, index: usize) -> Option<Pc> {
        self.pcs[block].get(index).copied()
    }

    /// One past the last position.
    pub(crate) fn end(&self) -> Pc {
        self.end
    }

    fn new(body: &Body, order: &[usize], removed: &BTreeSet<(usize, usize)>) -> Placement {
        let mut pcs = vec![Vec::new(); body.blocks.len()];
        let mut pc = 0;
        for block in order {
            for (index, inst) in body.blocks[*block].iter().enumerate() {
                pcs[*block].push(pc);
                pc += Pc::from(!inst.dead && !removed.contains(&(*block, index)));
            }
            pcs[*block].push(pc);
        }
        Placement { pcs, end: pc }
    }
}

/// Parts of a function besides its code.
pub(crate) struct Header {
    pub(crate) name: String,
    pub(crate) source_name: String,
    pub(crate) origin: Origin,
    pub(crate) signature: Signature,
    pub(crate) params: Vec<Param>,
    pub(crate) location: Option<LocationId>,
}

/// True if a call of the function is one step.
fn is_atomic(name: &str) -> bool {
    name.starts_with("__VERIFIER_atomic_")
        && !matches!(name, "__VERIFIER_atomic_begin" | "__VERIFIER_atomic_end")
}

/// Makes a function of a lowered one of module `m`.
pub(crate) fn finish(
    cx: &mut Context<'_>,
    m: usize,
    header: Header,
    mut body: Body,
) -> Result<Function, LinkError> {
    let parts = cx.all_parts();
    crate::peephole::optimize(&mut body, parts, || cx.go_on())?;
    let order = order(&mut body);
    let outs = live_out(&mut body, parts);
    let jumps = needless_jumps(&body, &order);
    let placement = Placement::new(&body, &order, &jumps);
    let found = variables(&mut body, &order, &placement, parts);
    // From here on the blocks no longer name all their successors.
    for (block, index) in &jumps {
        body.blocks[*block][*index].dead = true;
    }
    cx.go_on()?;
    let numbers = Numbers::new(&mut body, &order, parts);
    let mut live_sets = Follower::new(numbers.locals);
    let mut live = vec![LiveSetId::from_u32(0); placement.end as usize];
    for block in &order {
        live_sets.clear();
        for slot in outs[*block].iter() {
            numbers.set(&mut live_sets, Slot(slot), true);
        }
        for (index, inst) in body.blocks[*block].iter_mut().enumerate().rev() {
            if inst.dead {
                continue;
            }
            each(&mut inst.op, &mut body.tables, parts, |slot, how| {
                if how == Use::Write {
                    numbers.set(&mut live_sets, slot, false);
                }
            });
            if let Some(id) = inst.op.call_site() {
                body.tables.calls[id].live_across = live_sets.intern();
            }
            each(&mut inst.op, &mut body.tables, parts, |slot, how| {
                if how != Use::Write {
                    numbers.set(&mut live_sets, slot, true);
                }
            });
            live[placement.pcs[*block][index] as usize] = live_sets.intern();
        }
    }
    let (code, locations, tables) = flatten(&mut body, &order, &placement, &numbers, parts);
    let module = cx.module(m);
    let mut variables = Vec::new();
    for ((id, inlined_at), ranges) in found {
        if let Some(variable) = cx.debug.variable(module, m, id, inlined_at) {
            let ranges = ranges.into_iter().filter_map(|range| {
                Some(crate::VariableRange { place: numbers.place(range.place)?, ..range })
            });
            variables.push(Variable { ranges: ranges.collect(), ..variable });
        }
    }
    let pointer_slots = numbers.pointers(&body);
    Ok(Function {
        atomic: is_atomic(&header.name),
        name: header.name,
        source_name: header.source_name,
        origin: header.origin,
        signature: header.signature,
        params: header.params,
        varargs: tables.varargs,
        slots: numbers.locals + numbers.constants.len() as u32,
        constants: numbers.constants,
        pointer_slots,
        code,
        locations,
        live,
        live_sets: live_sets.finish(),
        calls: tables.calls,
        allocas: tables.allocas,
        switches: tables.switches,
        jump_tables: tables.jump_tables,
        repacks: tables.repacks,
        wide: tables.wide,
        variables,
        location: header.location,
    })
}

/// The blocks that can be reached, each before the one it jumps to if that can be.
fn order(body: &mut Body) -> Vec<usize> {
    let mut reached = vec![false; body.blocks.len()];
    let mut waiting = vec![0];
    reached[0] = true;
    while let Some(block) = waiting.pop() {
        for target in successors(body, block) {
            if !std::mem::replace(&mut reached[target as usize], true) {
                waiting.push(target as usize);
            }
        }
    }
    let mut order = Vec::new();
    let mut placed = vec![false; body.blocks.len()];
    for first in 0..body.blocks.len() {
        let mut next = Some(first);
        while let Some(block) = next.take() {
            if !reached[block] || std::mem::replace(&mut placed[block], true) {
                break;
            }
            order.push(block);
            if let Some(inst) = body.blocks[block].iter().rev().find(|inst| !inst.dead)
                && let Op::Jump { target } = inst.op
            {
                next = Some(target as usize);
            }
        }
    }
    order
}

/// Jumps to what comes next.
fn needless_jumps(body: &Body, order: &[usize]) -> BTreeSet<(usize, usize)> {
    let mut jumps = BTreeSet::new();
    for pair in order.windows(2) {
        let block = &body.blocks[pair[0]];
        if let Some(last) = block.iter().rposition(|inst| !inst.dead)
            && let Op::Jump { target } = block[last].op
            && target as usize == pair[1]
        {
            jumps.insert((pair[0], last));
        }
    }
    jumps
}

/// The final numbers of slots.
struct Numbers {
    /// By virtual slot; `None` if it is not used.
    slots: Vec<Option<Slot>>,
    constant_slots: Vec<Option<Slot>>,
    /// Slots that are not constants.
    locals: u32,
    constants: Vec<Const>,
}

impl Numbers {
    fn new(body: &mut Body, order: &[usize], parts: &impl PartsCount) -> Numbers {
        let mut used = vec![false; body.slots()];
        let mut used_constants = vec![false; body.constants.len()];
        for block in order {
            for inst in body.blocks[*block].iter_mut().filter(|inst| !inst.dead) {
                visit(&mut inst.op, &mut body.tables, parts, &mut |first, count, _| {
                    let used = if is_const(*first) { &mut used_constants } else { &mut used };
                    let first = (first.0 & !CONST_BASE) as usize;
                    used[first..first + count as usize].fill(true);
                });
            }
        }
        let mut next = 0;
        let mut slots = vec![None; body.slots()];
        for row in &body.rows {
            let range = row.first.index()..row.first.index() + row.count as usize;
            if row.kind == RowKind::Param || used[range.clone()].contains(&true) {
                for slot in range {
                    slots[slot] = Some(Slot(next));
                    next += 1;
                }
            }
        }
        // A row of constants that is used is used from its first to its last slot.
        let mut constant_slots = vec![None; body.constants.len()];
        let mut constants = Vec::new();
        for (index, used) in used_constants.into_iter().enumerate() {
            if used {
                constant_slots[index] = Some(Slot(next + constants.len() as u32));
                constants.push(body.constants[index]);
            }
        }
        Numbers { slots, constant_slots, locals: next, constants }
    }

    fn slot(&self, slot: Slot) -> Option<Slot> {
        match slot.0.checked_sub(CONST_BASE) {
            Some(index) => self.constant_slots.get(index as usize).copied().flatten(),
            None => self.slots.get(slot.index()).copied().flatten(),
        }
    }

    /// Adds a virtual slot to the set that is being followed, or removes it.
    fn set(&self, sets: &mut Follower, slot: Slot, live: bool) {
        if let Some(slot) = self.slot(slot) {
            sets.set(slot, live);
        }
    }

    fn place(&self, place: VariablePlace) -> Option<VariablePlace> {
        Some(match place {
            VariablePlace::Memory(slot, offset) => VariablePlace::Memory(self.slot(slot)?, offset),
            VariablePlace::Slots(slot) => VariablePlace::Slots(self.slot(slot)?),
            VariablePlace::Constant(bits) => VariablePlace::Constant(bits),
        })
    }

    fn pointers(&self, body: &Body) -> Vec<bool> {
        let mut pointers = vec![false; self.locals as usize];
        for (slot, pointer) in self.slots.iter().zip(&body.pointers) {
            if let Some(slot) = slot {
                pointers[slot.index()] = *pointer;
            }
        }
        pointers
    }
}

/// The code in a row, with its final slots and targets, and the tables without what
/// nothing refers to.
fn flatten(
    body: &mut Body,
    order: &[usize],
    placement: &Placement,
    numbers: &Numbers,
    parts: &impl PartsCount,
) -> (Vec<Op>, Vec<Option<LocationId>>, Tables) {
    let mut tables = Tables { varargs: body.tables.varargs, ..Tables::default() };
    let mut code = Vec::new();
    let mut locations = Vec::new();
    for block in order {
        for inst in body.blocks[*block].iter_mut().filter(|inst| !inst.dead) {
            visit(&mut inst.op, &mut body.tables, parts, &mut |slot, count, _| {
                *slot = match numbers.slot(*slot) {
                    Some(number) if count > 0 => number,
                    _ => Slot(0),
                };
            });
            visit_targets(&mut inst.op, &mut body.tables, &mut |target| {
                *target = placement.pcs[*target as usize].first().copied().unwrap_or(0);
            });
            code.push(take_along(inst.op, &body.tables, &mut tables));
            locations.push(inst.location);
        }
    }
    (code, locations, tables)
}

/// Copies what an instruction refers to from one set of tables to another.
fn take_along(op: Op, from: &Tables, to: &mut Tables) -> Op {
    match op {
        Op::Call { id } => Op::Call { id: to.calls.push(from.calls[id].clone()) },
        Op::Invoke { id, normal, unwind } => {
            Op::Invoke { id: to.calls.push(from.calls[id].clone()), normal, unwind }
        }
        Op::Alloca { dst, id } => Op::Alloca { dst, id: to.allocas.push(from.allocas[id].clone()) },
        Op::AllocaMany { width, dst, id, count } => {
            let id = to.allocas.push(from.allocas[id].clone());
            Op::AllocaMany { width, dst, id, count }
        }
        Op::Switch { value, id } => {
            Op::Switch { value, id: to.switches.push(from.switches[id].clone()) }
        }
        Op::JumpTo { address, id } => {
            Op::JumpTo { address, id: to.jump_tables.push(from.jump_tables[id].clone()) }
        }
        Op::Repack { id } => Op::Repack { id: to.repacks.push(from.repacks[id]) },
        Op::Wide { id } => Op::Wide { id: to.wide.push(from.wide[id]) },
        other => other,
    }
}
