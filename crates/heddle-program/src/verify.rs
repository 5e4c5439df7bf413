//! Checks that a program keeps the promises of its types: for tests, and for those
//! who change the lowering.

use std::collections::BTreeSet;

use cranelift_entity::{EntityRef, PrimaryMap};

use crate::body::Tables;
use crate::operands::{PartsCount, Use, visit};
use crate::{
    Callee, Const, Function, Global, LocationId, Op, Parts, Program, Slot, VariablePlace, WideOp,
};

/// Checks `program`; the error says what is wrong and where.
pub fn verify(program: &Program) -> Result<(), String> {
    check(program.functions.get(program.entry).is_some(), || "there is no entry".into())?;
    for id in program.thread_main.iter() {
        check(program.functions.get(*id).is_some(), || format!("{id} is not there"))?;
    }
    for global in program.globals.values() {
        verify_global(program, global).map_err(|what| format!("global {}: {what}", global.name))?;
    }
    for function in program.functions.values() {
        verify_function(program, function)
            .map_err(|what| format!("function {}: {what}", function.name))?;
    }
    Ok(())
}

fn check(holds: bool, what: impl FnOnce() -> String) -> Result<(), String> {
    if holds { Ok(()) } else { Err(what()) }
}

fn verify_const(program: &Program, content: Const) -> Result<(), String> {
    let there = match content {
        Const::Bits(_) | Const::Undef => true,
        Const::Global(id, _) => program.globals.get(id).is_some_and(|global| !global.thread_local),
        Const::Function(id) | Const::BesideFunction(id, _) | Const::Label(id, _) => {
            program.functions.get(id).is_some()
        }
        Const::Extern(id) => program.externs.get(id).is_some(),
    };
    check(there, || format!("{content:?} is not there or thread-local"))
}

fn verify_global(program: &Program, global: &Global) -> Result<(), String> {
    check(global.align.is_power_of_two(), || format!("alignment {}", global.align))?;
    let Some(init) = &global.init else { return Ok(()) };
    if init.unsupported.is_some() {
        return Ok(());
    }
    check(init.bytes.len() as u64 == global.size, || "bytes do not fit the size".into())?;
    for (offset, length) in &init.undefined {
        check(offset + length <= global.size, || format!("undefined bytes at {offset}"))?;
    }
    for (offset, content) in &init.relocations {
        verify_const(program, *content)?;
        let end = offset + u64::from(program.target.pointer_bytes);
        check(end <= global.size, || format!("an address at {offset}"))?;
    }
    Ok(())
}

/// The side tables of a function.
fn tables(function: &Function) -> Tables {
    Tables {
        calls: function.calls.clone(),
        allocas: function.allocas.clone(),
        switches: function.switches.clone(),
        jump_tables: function.jump_tables.clone(),
        repacks: function.repacks.clone(),
        wide: function.wide.clone(),
        varargs: function.varargs,
    }
}

fn verify_function(program: &Program, function: &Function) -> Result<(), String> {
    let code = &function.code;
    let locals = function.slots.checked_sub(function.constants.len() as u32);
    let Some(locals) = locals else { return Err("more constants than slots".into()) };
    check(code.last().is_some_and(|op| op.is_terminator()), || {
        "the code runs out of its end".into()
    })?;
    check(function.locations.len() == code.len(), || "locations do not fit the code".into())?;
    check(function.live.len() == code.len(), || "live sets do not fit the code".into())?;
    check(function.pointer_slots.len() == locals as usize, || "pointer slots do not fit".into())?;
    for location in function.locations.iter().chain([&function.location]).flatten() {
        verify_location(program, *location)?;
    }
    for content in &function.constants {
        verify_const(program, *content)?;
    }
    let mut next = 0;
    for param in &function.params {
        check(param.slot == Slot(next), || "parameters are not in a row".into())?;
        next += param.slots;
    }
    if let Some(slot) = function.varargs {
        check(slot == Slot(next), || "variable arguments are out of place".into())?;
        next += 1;
    }
    check(next <= locals, || "parameters have no slots".into())?;
    for set in function.live_sets.all() {
        let ascending = set.iter().is_sorted_by(|a, b| a < b);
        check(ascending && set.iter().all(|slot| slot.0 < locals), || "a bad live set".into())?;
    }
    let mut tables = tables(function);
    for pc in 0..code.len() {
        verify_op(program, function, &mut tables, pc, locals)
            .map_err(|what| format!("instruction {pc}: {what}"))?;
    }
    let at_start = function.live_sets.slots(function.live[0]);
    check(at_start.iter().all(|slot| slot.0 < next), || {
        "a slot is read before it is written".into()
    })?;
    for variable in &function.variables {
        for range in &variable.ranges {
            let slot = match range.place {
                VariablePlace::Memory(slot, _) | VariablePlace::Slots(slot) => slot,
                VariablePlace::Constant(_) => Slot(0),
            };
            let fits = range.from <= range.to && range.to as usize <= code.len();
            check(fits && slot.0 <= function.slots, || format!("variable {}", variable.name))?;
        }
    }
    Ok(())
}

fn verify_location(program: &Program, id: LocationId) -> Result<(), String> {
    let source = &program.source;
    let Some(location) = source.locations.get(id) else { return Err(format!("{id} is not there")) };
    let there = source.files.get(location.file).is_some()
        && source.scopes.get(location.scope).is_some()
        && location.inlined_at.is_none_or(|at| source.locations.get(at).is_some());
    check(there, || format!("{id} refers to what is not there"))
}

fn verify_op(
    program: &Program,
    function: &Function,
    tables: &mut Tables,
    pc: usize,
    locals: u32,
) -> Result<(), String> {
    verify_ids(program, function, &function.code[pc])?;
    let mut op = function.code[pc];
    let parts: &PrimaryMap<_, Parts> = &program.parts;
    let mut bad = None;
    let mut before = BTreeSet::new();
    let mut written = BTreeSet::new();
    visit(&mut op, tables, parts, &mut |first, count, how| {
        let limit = if how == Use::Read { function.slots } else { locals };
        if first.0 + count > limit {
            bad = Some(format!("{how:?} of {count} slots at {}", first.0));
        }
        for slot in (first.0..first.0 + count).filter(|slot| *slot < locals).map(Slot) {
            if how == Use::Write {
                written.insert(slot);
            } else {
                before.insert(slot);
            }
        }
    });
    let successors = || function.successors(pc as u32);
    if let Some(target) = successors().find(|target| *target as usize >= function.code.len()) {
        bad = Some(format!("a jump to {target}"));
    }
    if let Some(bad) = bad {
        return Err(bad);
    }
    let after: BTreeSet<Slot> = successors()
        .flat_map(|target| function.live_sets.slots(function.live[target as usize]).iter())
        .collect();
    let across: Vec<Slot> = after.difference(&written).copied().collect();
    before.extend(&across);
    let said: Vec<Slot> = function.live_sets.slots(function.live[pc]).iter().collect();
    check(before.iter().eq(said.iter()), || format!("live are {before:?}, not {said:?}"))?;
    if let Some(id) = op.call_site() {
        let live_across = function.live_sets.slots(function.calls[id].live_across);
        let said: Vec<Slot> = live_across.iter().collect();
        check(across[..] == said[..], || format!("live across are {across:?}, not {said:?}"))?;
    }
    Ok(())
}

/// Checks what an instruction refers to by id.
fn verify_ids(program: &Program, function: &Function, op: &Op) -> Result<(), String> {
    let there = match op {
        Op::Wide { id } => function.wide.get(*id).is_some_and(|op| match op {
            WideOp::Int { width, .. } => *width > 64,
            _ => true,
        }),
        Op::TlsAddress { global, .. } => {
            program.globals.get(*global).is_some_and(|global| global.thread_local)
        }
        Op::LoadParts { parts, .. } | Op::StoreParts { parts, .. } => {
            program.parts.get(*parts).is_some()
        }
        Op::Repack { id } => match function.repacks.get(*id) {
            Some((_, dst, _, src)) => {
                let bytes = |parts| program.parts.get(parts).map(|parts| parts.bytes);
                bytes(*dst).is_some() && bytes(*dst) == bytes(*src)
            }
            None => false,
        },
        Op::Alloca { id, .. } | Op::AllocaMany { id, .. } => function.allocas.get(*id).is_some(),
        Op::Switch { id, .. } => match function.switches.get(*id) {
            Some(table) => table.cases.windows(2).all(|pair| pair[0].0 < pair[1].0),
            None => false,
        },
        Op::JumpTo { id, .. } => function.jump_tables.get(*id).is_some(),
        Op::Unsupported { id } => program.unsupported.get(*id).is_some(),
        Op::Call { id } => return verify_call(program, function, id.index(), false),
        Op::Invoke { id, .. } => return verify_call(program, function, id.index(), true),
        _ => true,
    };
    check(there, || "it refers to what is not there".into())
}

fn verify_call(
    program: &Program,
    function: &Function,
    index: usize,
    unwinds: bool,
) -> Result<(), String> {
    let Some(site) = function.calls.values().nth(index) else {
        return Err("a call site that is not there".into());
    };
    check(site.pad.is_some() == unwinds, || "a landing pad that does not fit the call".into())?;
    let there = match site.callee {
        Callee::Function(id) => program.functions.get(id).is_some(),
        Callee::Extern(id) => program.externs.get(id).is_some(),
        Callee::Indirect(_) => true,
    };
    check(there, || "a callee that is not there".into())?;
    check(site.fixed as usize <= site.args.len(), || "too few arguments".into())?;
    for argument in &site.args {
        let slots = program.parts.get(argument.parts).map(|_| program.parts.slots(argument.parts));
        check(slots == Some(argument.slots), || "an argument does not fit its layout".into())?;
    }
    Ok(())
}
