//! Modules of an archive, of which those are linked that somebody needs.
//!
//! The C++ library is a set of modules. As with a static library, one of them becomes a part of
//! the program if it defines a name that the program, or another part, uses and nobody defines.
//! A weak reference asks for nothing: it finds what others have asked for, so that code may do
//! more where a part is there (`std::cout` is initialized only if the program writes to it).

use std::collections::{BTreeSet, HashMap};

use heddle_bitcode::{Linkage, Module, Symbol};

use crate::symbols::{is_local, plain_name};
use crate::{Input, Origin};

/// The names that the user's modules use and nobody defines; operations and intrinsics among them.
pub fn undefined_symbols(inputs: &[Input]) -> BTreeSet<String> {
    let users = inputs.iter().filter(|input| input.origin == Origin::User);
    let mut names: BTreeSet<&str> = users.flat_map(|input| references(&input.module)).collect();
    for name in inputs.iter().flat_map(|input| definitions(&input.module)) {
        names.remove(name);
    }
    names.into_iter().map(str::to_owned).collect()
}

/// Those of the modules of an archive that `inputs` need, in their order.
pub fn needed(inputs: &[Input], archive: Vec<Input>) -> Vec<Input> {
    let mut definers: HashMap<&str, usize> = HashMap::new();
    for (index, member) in archive.iter().enumerate() {
        for name in definitions(&member.module) {
            definers.entry(name).or_insert(index);
        }
    }
    let defined: BTreeSet<&str> =
        inputs.iter().flat_map(|input| definitions(&input.module)).collect();
    let mut is_needed = vec![false; archive.len()];
    let mut open: Vec<&str> = inputs.iter().flat_map(|input| references(&input.module)).collect();
    while let Some(name) = open.pop() {
        let Some(&index) = definers.get(name) else { continue };
        if !is_needed[index] && !defined.contains(name) {
            is_needed[index] = true;
            open.extend(references(&archive[index].module));
        }
    }
    let mut is_needed = is_needed.into_iter();
    let mut archive = archive;
    archive.retain(|_| is_needed.next() == Some(true));
    archive
}

/// The names that a module defines for others.
fn definitions(module: &Module) -> impl Iterator<Item = &str> {
    let functions = module.functions.values().filter(|function| !function.declaration);
    let globals = module.globals.values().filter(|global| global.init.is_some());
    let symbols = functions
        .map(|function| &function.symbol)
        .chain(globals.map(|global| &global.symbol))
        .chain(module.aliases.values().map(|alias| &alias.symbol));
    symbols.filter(|symbol| is_definition(symbol)).map(|symbol| plain_name(&symbol.name))
}

/// The names that a module leaves to others to define.
fn references(module: &Module) -> impl Iterator<Item = &str> {
    let is_left = |symbol: &Symbol| symbol.linkage == Linkage::AvailableExternally;
    let functions = module
        .functions
        .values()
        .filter(move |function| function.declaration || is_left(&function.symbol));
    let globals = module
        .globals
        .values()
        .filter(move |global| global.init.is_none() || is_left(&global.symbol));
    let symbols =
        functions.map(|function| &function.symbol).chain(globals.map(|global| &global.symbol));
    symbols
        .filter(|symbol| symbol.linkage != Linkage::ExternalWeak)
        .map(|symbol| plain_name(&symbol.name))
}

fn is_definition(symbol: &Symbol) -> bool {
    !is_local(symbol.linkage)
        && !matches!(
            symbol.linkage,
            Linkage::AvailableExternally | Linkage::Appending | Linkage::ExternalWeak
        )
}
