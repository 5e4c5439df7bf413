//! Inline functions of C that have no external definition.
//!
//! In C, `inline int f(void) { ... }` is a definition for the optimizer only: whoever does not
//! inline a call calls an `f` that another file should define. Many programs have no such file
//! and get by since their calls are inlined, so the inline definition is what they mean. clang
//! emits it when it is told to, as `available_externally`, in a second module of the same source;
//! of that module nothing else is wanted.
//!
//! A variable of the source that both modules have would be there twice. It has no content in
//! the second, so that runs which use it there are not followed.

use std::collections::BTreeSet;

use cranelift_entity::PrimaryMap;
use heddle_bitcode::{Linkage, Module};

use crate::symbols::{is_local, plain_name};

/// Leaves of a module the inline definitions with these names, and what only it can have;
/// `first` is the module of the same source that is linked already. Returns true if there are any.
pub fn take_inline_definitions(
    module: &mut Module,
    wanted: &BTreeSet<String>,
    first: &Module,
) -> bool {
    let mut found = false;
    for function in module.functions.values_mut().filter(|function| !function.declaration) {
        let linkage = function.symbol.linkage;
        if linkage == Linkage::AvailableExternally
            && wanted.contains(plain_name(&function.symbol.name))
        {
            // Each source that has it may bring one.
            function.symbol.linkage = Linkage::LinkOnceOdr;
            found = true;
        } else if !is_local(linkage) {
            function.symbol.linkage = Linkage::External;
            function.declaration = true;
            function.insts = PrimaryMap::new();
            function.blocks = PrimaryMap::new();
            function.debug_records = Vec::new();
            function.debug = None;
        }
    }
    let defined = first.globals.values().filter(|global| global.init.is_some());
    let defined: BTreeSet<&str> = defined.map(|global| global.symbol.name.as_str()).collect();
    for global in module.globals.values_mut() {
        let is_shared = !global.constant && defined.contains(global.symbol.name.as_str());
        if !is_local(global.symbol.linkage) || is_shared {
            global.init = None;
            global.debug = Vec::new();
        }
    }
    for alias in module.aliases.values_mut() {
        // Their names are those of the first module.
        alias.symbol.linkage = Linkage::Private;
    }
    found
}
