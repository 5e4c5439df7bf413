//! Operands that are not evaluated.
//!
//! `__builtin_constant_p(*p)` asks whether its operand is a constant, and does not compute it. clang
//! emits the loads and computations of the operand all the same, and relies on its back end to
//! drop them together with the question (`llvm.is.constant`), which has an answer without them. So
//! they are left out here: instructions whose only use, directly or not, is that
//! question. An access that the program itself makes and does not use is none of them.

use std::collections::{HashMap, HashSet};

use heddle_bitcode::{Constant, Function, InstId, Module, Opcode, Ordering, Value};

/// Name of the question, without the type that it is about.
const IS_CONSTANT: &str = "llvm.is.constant.";

/// The instructions of a function that are not evaluated.
pub(super) fn find(module: &Module, function: &Function) -> HashSet<InstId> {
    let mut open: Vec<InstId> = function
        .insts
        .iter()
        .filter(|(_, inst)| is_question(module, &inst.op))
        .map(|(id, _)| id)
        .collect();
    let mut found = HashSet::new();
    if open.is_empty() {
        return found;
    }
    let mut uses: HashMap<InstId, u32> = HashMap::new();
    for inst in function.insts.values() {
        for operand in operands(&inst.op) {
            *uses.entry(operand).or_default() += 1;
        }
    }
    while let Some(user) = open.pop() {
        for operand in operands(&function.insts[user].op) {
            let left = uses.entry(operand).or_default();
            *left = left.saturating_sub(1);
            if *left == 0 && can_be_left_out(&function.insts[operand].op) && found.insert(operand) {
                open.push(operand);
            }
        }
    }
    found
}

fn is_question(module: &Module, op: &Opcode) -> bool {
    let Opcode::Call { callee: Value::Const(id), .. } = op else { return false };
    match &module.constants[*id] {
        Constant::Function(function) => {
            module.functions[*function].symbol.name.starts_with(IS_CONSTANT)
        }
        _ => false,
    }
}

/// The instructions that an instruction uses, once for each use.
fn operands(op: &Opcode) -> Vec<InstId> {
    let mut found = Vec::new();
    op.for_each_operand(|operand| {
        if let Value::Inst(inst) = operand {
            found.push(*inst);
        }
    });
    found
}

/// True if nothing but its result comes of an instruction.
fn can_be_left_out(op: &Opcode) -> bool {
    match op {
        Opcode::Load { volatile, ordering, .. } => !volatile && *ordering == Ordering::NotAtomic,
        Opcode::Binary { .. }
        | Opcode::FNeg { .. }
        | Opcode::Cast { .. }
        | Opcode::IntCompare { .. }
        | Opcode::FloatCompare { .. }
        | Opcode::Select { .. }
        | Opcode::Freeze { .. }
        | Opcode::ExtractValue { .. }
        | Opcode::InsertValue { .. }
        | Opcode::ExtractElement { .. }
        | Opcode::InsertElement { .. }
        | Opcode::ShuffleVector { .. }
        | Opcode::GetElementPtr { .. } => true,
        Opcode::Phi { .. }
        | Opcode::Alloca { .. }
        | Opcode::Store { .. }
        | Opcode::Fence { .. }
        | Opcode::CmpXchg { .. }
        | Opcode::AtomicRmw { .. }
        | Opcode::Call { .. }
        | Opcode::Invoke { .. }
        | Opcode::CallBr { .. }
        | Opcode::VaArg { .. }
        | Opcode::LandingPad { .. }
        | Opcode::Return { .. }
        | Opcode::Branch { .. }
        | Opcode::CondBranch { .. }
        | Opcode::Switch { .. }
        | Opcode::IndirectBranch { .. }
        | Opcode::Resume { .. }
        | Opcode::Unreachable
        | Opcode::WindowsEh { .. } => false,
    }
}
