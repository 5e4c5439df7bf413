//! Symbol resolution: the definition that a name stands for.
//!
//! A user's definition wins over that of a model, and that over the runtime's; among
//! those of one origin a strong one wins over a tentative (`common`) one, that over a
//! weak one, and the first over later ones.
//!
//! The functions whose call is an error ([`error_function`]) are the exception: the runtime's
//! definition wins, since a program that brings its own says nothing with its body.

use std::collections::HashMap;

use heddle_bitcode::{AliasId, FunctionId, GlobalId, Linkage};

use crate::{Input, LinkError, Origin};

/// The entity that a definition defines.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Item {
    /// A function.
    Function(FunctionId),
    /// A variable.
    Global(GlobalId),
    /// An alias.
    Alias(AliasId),
}

/// Strength of a definition's claim to its name.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
enum Strength {
    Weak,
    Common,
    Strong,
}

/// A definition of a name that modules share.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Definition {
    /// Index of the module.
    pub(crate) module: usize,
    /// The entity that it defines.
    pub(crate) item: Item,
    strength: Strength,
    origin: Origin,
}

/// The definitions that won, by name.
#[derive(Debug, Default)]
pub(crate) struct Symbols {
    definitions: HashMap<String, Definition>,
}

/// A name without the mark that keeps compilers from decorating it.
pub(crate) fn plain_name(name: &str) -> &str {
    name.strip_prefix('\u{1}').unwrap_or(name)
}

/// True if other modules do not see the symbol.
pub(crate) fn is_local(linkage: Linkage) -> bool {
    matches!(linkage, Linkage::Internal | Linkage::Private)
}

/// Functions whose call is a violation, whatever the program makes of them: the name in C, and
/// those that C++ has for it.
pub const ERROR_FUNCTIONS: [[&str; 3]; 2] = [
    ["reach_error", "_Z11reach_errorv", "_ZL11reach_errorv"],
    ["__VERIFIER_error", "_Z16__VERIFIER_errorv", "_ZL16__VERIFIER_errorv"],
];

/// The name in C of a function whose call is a violation.
pub(crate) fn error_function(name: &str) -> Option<&'static str> {
    let names = ERROR_FUNCTIONS.iter().find(|names| names.contains(&plain_name(name)));
    names.map(|[name, ..]| *name)
}

fn strength(linkage: Linkage) -> Option<Strength> {
    match linkage {
        Linkage::External => Some(Strength::Strong),
        Linkage::Common => Some(Strength::Common),
        Linkage::LinkOnceAny | Linkage::LinkOnceOdr | Linkage::WeakAny | Linkage::WeakOdr => {
            Some(Strength::Weak)
        }
        Linkage::AvailableExternally
        | Linkage::Appending
        | Linkage::Internal
        | Linkage::Private
        | Linkage::ExternalWeak => None,
    }
}

impl Symbols {
    /// Collects the definitions of all inputs.
    pub(crate) fn collect(inputs: &[&Input]) -> Result<Symbols, LinkError> {
        let mut symbols = Symbols::default();
        for (module, input) in inputs.iter().enumerate() {
            for (id, function) in &input.module.functions {
                if !function.declaration {
                    symbols.add(inputs, module, &function.symbol, Item::Function(id))?;
                }
            }
            for (id, global) in &input.module.globals {
                if global.init.is_some() {
                    symbols.add(inputs, module, &global.symbol, Item::Global(id))?;
                }
            }
            for (id, alias) in &input.module.aliases {
                symbols.add(inputs, module, &alias.symbol, Item::Alias(id))?;
            }
        }
        Ok(symbols)
    }

    fn add(
        &mut self,
        inputs: &[&Input],
        module: usize,
        symbol: &heddle_bitcode::Symbol,
        item: Item,
    ) -> Result<(), LinkError> {
        let name = plain_name(&symbol.name);
        let Some(strength) = strength(symbol.linkage) else { return Ok(()) };
        if name.starts_with("llvm.") {
            return Ok(());
        }
        let new = Definition { module, item, strength, origin: inputs[module].origin };
        let Some(old) = self.definitions.get_mut(name) else {
            self.definitions.insert(name.to_owned(), new);
            return Ok(());
        };
        let rank = |definition: &Definition| {
            let claim = match definition.origin {
                Origin::Runtime if error_function(name).is_some() => 3,
                Origin::User | Origin::Library => 2,
                Origin::Model => 1,
                Origin::Runtime => 0,
            };
            (claim, definition.strength)
        };
        if rank(&new) == rank(old) && strength == Strength::Strong {
            return Err(LinkError::Duplicate {
                name: name.to_owned(),
                first: inputs[old.module].name.clone(),
                second: inputs[module].name.clone(),
            });
        }
        if rank(&new) > rank(old) {
            *old = new;
        }
        Ok(())
    }

    /// The definition of `name`.
    pub(crate) fn get(&self, name: &str) -> Option<Definition> {
        self.definitions.get(plain_name(name)).copied()
    }

    /// True if this definition is the one that its name stands for.
    pub(crate) fn wins(&self, name: &str, module: usize, item: Item) -> bool {
        self.get(name).is_some_and(|found| found.module == module && found.item == item)
    }
}
