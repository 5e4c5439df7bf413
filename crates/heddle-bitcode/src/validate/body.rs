//! The blocks of a function fit together: nothing jumps to the entry, and `phi`
//! has a value for every block that may come before it, and for no other.

use std::collections::BTreeSet;

use cranelift_entity::SecondaryMap;

use crate::error::{ReadError, Result};
use crate::{BlockId, Function, Opcode, Terminates};

/// Checks a body; `offset` is where its block starts in the file.
pub(crate) fn body(function: &Function, offset: usize) -> Result<()> {
    let fault = |message: String| Err(ReadError::malformed(offset, message));
    let mut predecessors: SecondaryMap<BlockId, BTreeSet<BlockId>> = SecondaryMap::new();
    for (id, block) in &function.blocks {
        let Some(last) = block.terminator() else {
            return fault(format!("{id} is empty"));
        };
        for successor in function.insts[last].op.successors() {
            predecessors[successor].insert(id);
        }
    }
    for (id, block) in &function.blocks {
        if block.first.as_u32() == 0 && !predecessors[id].is_empty() {
            return fault("a jump to the entry of a function".to_owned());
        }
        let mut phis = true;
        for inst in block.insts() {
            match &function.insts[inst].op {
                Opcode::Phi { incoming } => {
                    if !phis {
                        return fault(format!("{inst} is a phi that is not at the start"));
                    }
                    let from: BTreeSet<BlockId> = incoming.iter().map(|(_, b)| *b).collect();
                    if from != predecessors[id] {
                        return fault(format!("{inst} does not fit the blocks before it"));
                    }
                }
                op => {
                    phis = false;
                    let last = inst.as_u32() + 1 == block.end.as_u32();
                    if (op.terminates() == Terminates::Yes) != last {
                        return fault(format!("{id} does not end where it should"));
                    }
                }
            }
        }
    }
    Ok(())
}
