//! Compares a module with its text.

use heddle_bitcode::{
    DebugInfo, DebugRecord, DebugRecordKind, DebugValue, DiNode, Function, LocId, Module,
};

use super::print::{Slots, alias, global, header};
use super::print_instruction::Printer;
use super::text::{Text, TextFunction};
use super::words::{normalize, words};

/// Numbers of things that were compared.
#[derive(Default)]
pub(crate) struct Counts {
    pub(crate) modules: usize,
    pub(crate) globals: usize,
    pub(crate) functions: usize,
    pub(crate) instructions: usize,
    pub(crate) locations: usize,
    pub(crate) records: usize,
}

/// Compares; panics where they differ.
pub(crate) fn compare(module: &Module, text: &Text, counts: &mut Counts) {
    let mut symbols: Vec<Vec<String>> = Vec::new();
    for item in module.globals.values() {
        symbols.push(normalize(&words(&global(module, item))));
    }
    for item in module.aliases.values() {
        symbols.push(normalize(&words(&alias(module, item))));
    }
    assert_eq!(symbols.len(), text.globals.len(), "number of globals");
    for (ours, theirs) in symbols.iter().zip(&text.globals) {
        same(ours, theirs);
        counts.globals += 1;
    }
    assert_eq!(module.functions.len(), text.functions.len());
    // Text has definitions and declarations in the order of the module, too, but
    // it is not promised: names are.
    for theirs in &text.functions {
        let ours = module
            .functions
            .values()
            .find(|function| function.symbol.name == theirs.name)
            .unwrap_or_else(|| panic!("{} is missing", theirs.name));
        compare_function(module, ours, theirs, counts);
        counts.functions += 1;
    }
}

fn same(ours: &[String], theirs: &[String]) {
    assert_eq!(ours.join(" "), theirs.join(" "));
}

fn compare_function(module: &Module, ours: &Function, theirs: &TextFunction, counts: &mut Counts) {
    same(&normalize(&words(&header(module, ours))), &theirs.header);
    assert_eq!(ours.noreturn, theirs.noreturn, "noreturn of {}", theirs.name);
    if let Some(name) = &theirs.subprogram {
        match ours.debug.map(|id| &module.debug.nodes[id]) {
            Some(DiNode::Subprogram { name: own, .. }) => assert_eq!(own, name),
            other => panic!("{} has debug node {other:?}", theirs.name),
        }
    }
    if ours.declaration {
        assert!(theirs.blocks.is_empty());
        return;
    }
    let printer = Printer { module, function: ours, slots: Slots::new(module, ours) };
    assert_eq!(ours.blocks.len(), theirs.blocks.len(), "blocks of {}", theirs.name);
    for (block, lines) in ours.blocks.values().zip(&theirs.blocks) {
        assert_eq!(block.insts().count(), lines.len(), "{}", theirs.name);
        for (id, line) in block.insts().zip(lines) {
            let inst = &ours.insts[id];
            let own = printer.instruction(inst, &printer.slots.inst(id));
            same(&normalize(&words(&own)), &line.words);
            let loc = inst.loc.map(|loc| location(&module.debug, loc));
            assert_eq!(loc, line.loc, "location of {own}");
            counts.instructions += 1;
            counts.locations += usize::from(loc.is_some());
        }
    }
    let records: Vec<(usize, String)> = ours
        .debug_records
        .iter()
        .map(|record| {
            let text = debug_record(module, &printer, record);
            (record.before.as_u32() as usize, text)
        })
        .collect();
    assert_eq!(records, theirs.records, "debug records of {}", theirs.name);
    counts.records += records.len();
}

fn location(debug: &DebugInfo, loc: LocId) -> String {
    let mut text = String::new();
    let mut next = Some(loc);
    while let Some(loc) = next {
        let loc = &debug.locations[loc];
        text.push_str(&format!("{}:{};", loc.line, loc.column));
        next = loc.inlined_at;
    }
    text
}

fn debug_record(module: &Module, printer: &Printer<'_>, record: &DebugRecord) -> String {
    let kind = match record.kind {
        DebugRecordKind::Declare => "declare",
        DebugRecordKind::Value => "value",
        DebugRecordKind::Assign => "assign",
    };
    let name = match &module.debug.nodes[record.variable] {
        DiNode::LocalVariable(variable) => variable.name.as_str(),
        other => panic!("a variable should be one: {other:?}"),
    };
    let values: String = record
        .values
        .iter()
        .map(|value| match value {
            DebugValue::Gone => "gone;".to_owned(),
            DebugValue::Value(heddle_bitcode::Value::Const(_)) => "constant;".to_owned(),
            DebugValue::Value(value) => format!("{};", printer.bare(*value)),
        })
        .collect();
    let expression = usize::from(!record.expression.0.is_empty());
    let loc = record.loc.map_or(String::new(), |loc| location(&module.debug, loc));
    format!("{kind} {name} = {values} {expression} at {loc}")
}
