//! A readable text form of a program, the same for the same program.

mod op;

use std::fmt::{self, Write};

use crate::{
    Const, FuncId, Function, Global, Initializer, LocationId, Program, Slot, Variable,
    VariablePlace,
};

pub(crate) use op::OpText;

/// Writes the text form of `program`.
pub fn dump(program: &Program, out: &mut impl Write) -> fmt::Result {
    writeln!(out, "pointers: {} bytes", program.target.pointer_bytes)?;
    for (id, global) in &program.globals {
        dump_global(program, id, global, out)?;
    }
    for (id, external) in &program.externs {
        let params: Vec<_> = external.params.iter().map(u32::to_string).collect();
        let params = params.join(", ");
        writeln!(out, "extern {id} {}({params}) -> {}", external.name, external.result_slots)?;
    }
    for id in program.functions.keys() {
        writeln!(out)?;
        dump_function(program, id, out)?;
    }
    Ok(())
}

/// Writes the text form of one function.
pub fn dump_function(program: &Program, id: FuncId, out: &mut impl Write) -> fmt::Result {
    let function = &program.functions[id];
    write!(out, "function {id} {}(", function.name)?;
    for (index, param) in function.params.iter().enumerate() {
        write!(out, "{}{}", if index == 0 { "" } else { ", " }, Row(param.slot, param.slots))?;
    }
    write!(out, ")")?;
    if let Some(slot) = function.varargs {
        write!(out, " varargs %{}", slot.0)?;
    }
    if function.atomic {
        write!(out, " atomic")?;
    }
    let constants = function.constants.len();
    writeln!(out, ", {} slots, {constants} of them constants", function.slots)?;
    for variable in &function.variables {
        dump_variable(program, variable, out)?;
    }
    for (id, alloca) in &function.allocas {
        let name = alloca.name.as_deref().unwrap_or("-");
        writeln!(out, "  {id} {name}: {} bytes, aligned to {}", alloca.size, alloca.align)?;
    }
    for (pc, op) in function.code.iter().enumerate() {
        let text = OpText { program, function, op }.to_string();
        let location = function.locations[pc];
        let live = function.live_sets.slots(function.live[pc]);
        let live: Vec<_> = live.iter().map(|slot| format!("%{}", slot.0)).collect();
        let place = location.map_or_else(String::new, |id| place(program, id));
        let line = format!("  {pc:4}: {text:<44} ; {place} live [{}]", live.join(" "));
        writeln!(out, "{}", line.trim_end())?;
    }
    Ok(())
}

fn dump_global(
    program: &Program,
    id: crate::GlobalId,
    global: &Global,
    out: &mut impl Write,
) -> fmt::Result {
    let thread_local = if global.thread_local { "thread_local " } else { "" };
    let constant = if global.constant { "constant " } else { "" };
    write!(out, "global {id} {thread_local}{constant}{}: ", global.name)?;
    write!(out, "{} bytes, aligned to {}", global.size, global.align)?;
    match &global.init {
        Some(init) => dump_initializer(program, init, out)?,
        None => write!(out, ", undefined")?,
    }
    writeln!(out)
}

fn dump_initializer(program: &Program, init: &Initializer, out: &mut impl Write) -> fmt::Result {
    if let Some(what) = &init.unsupported {
        return write!(out, ", unsupported: {what}");
    }
    let used = init.bytes.iter().rposition(|byte| *byte != 0).map_or(0, |last| last + 1);
    if used > 0 {
        write!(out, ", ")?;
        for byte in &init.bytes[..used] {
            write!(out, "{byte:02x}")?;
        }
    }
    for (offset, length) in &init.undefined {
        write!(out, ", undefined {offset}+{length}")?;
    }
    for (offset, content) in &init.relocations {
        write!(out, ", at {offset}: {}", constant(program, *content))?;
    }
    Ok(())
}

fn dump_variable(program: &Program, variable: &Variable, out: &mut impl Write) -> fmt::Result {
    write!(out, "  variable {}", variable.name)?;
    if let Some(id) = variable.inlined_at {
        write!(out, " inlined at {}", place(program, id))?;
    }
    for range in &variable.ranges {
        let (from, to) = (range.from, range.to);
        match range.place {
            VariablePlace::Memory(slot, 0) => write!(out, " {from}..{to} [%{}]", slot.0)?,
            VariablePlace::Memory(slot, offset) => {
                write!(out, " {from}..{to} [%{} + {offset}]", slot.0)?;
            }
            VariablePlace::Slots(slot) => write!(out, " {from}..{to} %{}", slot.0)?,
            VariablePlace::Constant(bits) => write!(out, " {from}..{to} = {bits}")?,
        }
    }
    writeln!(out)
}

/// A location as line and column; with the calls that were inlined.
fn place(program: &Program, id: LocationId) -> String {
    let location = &program.source.locations[id];
    let mut text = format!("{}:{}", location.line, location.column);
    if let Some(at) = location.inlined_at {
        text.push('@');
        text.push_str(&place(program, at));
    }
    text
}

/// The content of a constant slot.
fn constant(program: &Program, content: Const) -> String {
    match content {
        Const::Bits(bits) => bits.to_string(),
        Const::Global(id, offset) => {
            let name = &program.globals[id].name;
            match offset {
                0 => format!("&{name}"),
                _ => format!("&{name}{offset:+}"),
            }
        }
        Const::Function(id) => match program.functions.get(id) {
            Some(function) => format!("&{}", function.name),
            None => format!("&{id}"),
        },
        Const::BesideFunction(id, offset) => {
            format!("&{}{offset:+}", program.functions[id].name)
        }
        Const::Extern(id) => format!("&{}", program.externs[id].name),
        Const::Label(id, label) => format!("&&{}.{label}", program.functions[id].name),
        Const::Undef => "undef".to_owned(),
    }
}

/// An operand: a slot, or the constant in it.
fn operand(program: &Program, function: &Function, slot: Slot) -> String {
    let first = function.slots as usize - function.constants.len();
    match slot.index().checked_sub(first).and_then(|index| function.constants.get(index)) {
        Some(content) => constant(program, *content),
        None => format!("%{}", slot.0),
    }
}

/// A row of slots.
struct Row(Slot, u32);

impl fmt::Display for Row {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.1 {
            0 => write!(f, "-"),
            1 => write!(f, "%{}", self.0.0),
            count => write!(f, "%{}..{}", self.0.0, self.0.0 + count),
        }
    }
}
