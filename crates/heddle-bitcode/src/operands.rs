//! The values that an instruction uses, whatever it is.

use crate::{BlockId, Opcode, Value};

/// The body of both visitors, which differ only in how they borrow.
macro_rules! visit_operands {
    ($op:expr, $act:expr, $iter:ident) => {
        match $op {
            Opcode::Binary { a, b, .. }
            | Opcode::IntCompare { a, b, .. }
            | Opcode::FloatCompare { a, b, .. }
            | Opcode::ShuffleVector { a, b, .. } => {
                $act(a);
                $act(b);
            }
            Opcode::FNeg { a } | Opcode::Cast { a, .. } | Opcode::Freeze { a } => $act(a),
            Opcode::Select { condition, a, b } => {
                $act(condition);
                $act(a);
                $act(b);
            }
            Opcode::ExtractValue { aggregate, .. } => $act(aggregate),
            Opcode::InsertValue { aggregate, element, .. } => {
                $act(aggregate);
                $act(element);
            }
            Opcode::ExtractElement { vector, index } => {
                $act(vector);
                $act(index);
            }
            Opcode::InsertElement { vector, element, index } => {
                $act(vector);
                $act(element);
                $act(index);
            }
            Opcode::Phi { incoming } => {
                for (value, _) in incoming.$iter() {
                    $act(value);
                }
            }
            Opcode::GetElementPtr { base, indices, .. } => {
                $act(base);
                for index in indices.$iter() {
                    $act(index);
                }
            }
            Opcode::Alloca { count, .. } => $act(count),
            Opcode::Load { ptr, .. } => $act(ptr),
            Opcode::Store { ptr, value, .. } => {
                $act(value);
                $act(ptr);
            }
            Opcode::CmpXchg { ptr, expected, new, .. } => {
                $act(ptr);
                $act(expected);
                $act(new);
            }
            Opcode::AtomicRmw { ptr, value, .. } => {
                $act(ptr);
                $act(value);
            }
            Opcode::Call { callee, args, bundles, .. }
            | Opcode::Invoke { callee, args, bundles, .. } => {
                $act(callee);
                for arg in args.$iter() {
                    $act(arg);
                }
                for bundle in bundles.$iter() {
                    for value in bundle.values.$iter() {
                        $act(value);
                    }
                }
            }
            Opcode::CallBr { callee, args, .. } => {
                $act(callee);
                for arg in args.$iter() {
                    $act(arg);
                }
            }
            Opcode::VaArg { list } => $act(list),
            Opcode::LandingPad { clauses, .. } => {
                for (_, value) in clauses.$iter() {
                    $act(value);
                }
            }
            Opcode::Return { value } => {
                if let Some(value) = value {
                    $act(value);
                }
            }
            Opcode::CondBranch { condition, .. } => $act(condition),
            Opcode::Switch { value, .. } | Opcode::Resume { value } => $act(value),
            Opcode::IndirectBranch { address, .. } => $act(address),
            Opcode::Fence { .. }
            | Opcode::Branch { .. }
            | Opcode::Unreachable
            | Opcode::WindowsEh { .. } => {}
        }
    };
}

impl Opcode {
    /// Acts on each value that the instruction uses, in the order of its text, the
    /// callee of a call first. Constants of `switch` cases and the tokens of Windows
    /// exception handling are not among them.
    pub fn for_each_operand(&self, mut act: impl FnMut(&Value)) {
        visit_operands!(self, act, iter);
    }

    pub(crate) fn for_each_operand_mut(&mut self, mut act: impl FnMut(&mut Value)) {
        visit_operands!(self, act, iter_mut);
    }

    /// The blocks that may follow, in the order of the instruction's text.
    pub fn successors(&self) -> Vec<BlockId> {
        match self {
            Opcode::Branch { target } => vec![*target],
            Opcode::CondBranch { then, otherwise, .. } => vec![*then, *otherwise],
            Opcode::Switch { default, cases, .. } => {
                let mut blocks = vec![*default];
                blocks.extend(cases.iter().map(|(_, block)| *block));
                blocks
            }
            Opcode::IndirectBranch { targets, .. } | Opcode::WindowsEh { targets, .. } => {
                targets.clone()
            }
            Opcode::Invoke { normal, unwind, .. } => vec![*normal, *unwind],
            Opcode::CallBr { default, indirect, .. } => {
                let mut blocks = vec![*default];
                blocks.extend(indirect);
                blocks
            }
            _ => Vec::new(),
        }
    }
}
