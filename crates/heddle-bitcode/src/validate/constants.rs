//! Constants do not contain themselves, directly or through aliases, and block
//! addresses are of blocks that exist.

use super::graph::walk;
use crate::error::{ReadError, Result};
use crate::{ConstId, Constant, Module};

/// Deepest nesting of constants. Consumers walk them by recursion.
const MAX_DEPTH: u32 = 512;

pub(super) fn check(module: &Module, offset: usize) -> Result<()> {
    let walk = walk(&module.constants, |constant, act| {
        for_each_part(module, constant, act);
    })
    .map_err(|id| ReadError::malformed(offset, format!("constant {id} contains itself")))?;
    for (id, constant) in &module.constants {
        if walk.depths[id] > MAX_DEPTH {
            return Err(ReadError::malformed(offset, format!("constant {id} nests too deeply")));
        }
        if let Constant::BlockAddress(function, block) = *constant
            && !module.functions[function].blocks.is_valid(block)
        {
            let name = &module.functions[function].symbol.name;
            return Err(ReadError::malformed(
                offset,
                format!("{name} has no {block}, whose address is taken"),
            ));
        }
    }
    Ok(())
}

fn for_each_part(module: &Module, constant: &Constant, act: &mut dyn FnMut(ConstId)) {
    match constant {
        Constant::Aggregate(parts) | Constant::GetElementPtr { operands: parts, .. } => {
            parts.iter().copied().for_each(act)
        }
        Constant::Alias(alias) => act(module.aliases[*alias].target),
        Constant::Cast(_, a) => act(*a),
        Constant::Binary(_, a, b)
        | Constant::IntCompare(_, a, b)
        | Constant::FloatCompare(_, a, b)
        | Constant::ExtractElement(a, b) => [*a, *b].into_iter().for_each(act),
        Constant::Select(a, b, c)
        | Constant::InsertElement(a, b, c)
        | Constant::ShuffleVector(a, b, c) => [*a, *b, *c].into_iter().for_each(act),
        // What the address of a variable or function points to is no part of it.
        Constant::Global(_)
        | Constant::Function(_)
        | Constant::BlockAddress(..)
        | Constant::FunctionEquivalent(_)
        | Constant::Zero
        | Constant::Int(_)
        | Constant::WideInt(_)
        | Constant::Float(_)
        | Constant::Bytes(_)
        | Constant::Data(_)
        | Constant::Undef
        | Constant::Poison
        | Constant::InlineAsm(_) => {}
    }
}
