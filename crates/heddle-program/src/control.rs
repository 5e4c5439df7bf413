//! Control flow: which instructions end a block, and where they go. Said here for all who
//! follow code: liveness, the passes over bodies, the check of programs, and engines.

use cranelift_entity::PrimaryMap;

use crate::body::Tables;
use crate::{CallSiteId, Function, JumpTable, JumpTableId, Op, Pc, SwitchId, SwitchTable};

/// Ways in which control leaves an instruction, with the targets that it names itself: blocks
/// while a function is lowered, instructions afterwards.
enum Control<'a> {
    /// To the next instruction.
    Next,
    /// To one target.
    Jump(&'a mut Pc),
    /// To one of two.
    Branch(&'a mut Pc, &'a mut Pc),
    /// To a target of a switch.
    Switch(SwitchId),
    /// To a target of a computed goto.
    Table(JumpTableId),
    /// Out of the function, or nowhere.
    Leave,
}

/// The control flow of an instruction. A trap counts as if it went on: compilers put code
/// behind it. No engine executes that, and for all who only follow code it is one way more.
fn control(op: &mut Op) -> Control<'_> {
    match op {
        Op::Jump { target } => Control::Jump(target),
        Op::Branch { condition: _, then, otherwise } => Control::Branch(then, otherwise),
        Op::Invoke { id: _, normal, unwind } => Control::Branch(normal, unwind),
        Op::Switch { value: _, id } => Control::Switch(*id),
        Op::JumpTo { address: _, id } => Control::Table(*id),
        Op::Return { src: _, count: _ } | Op::Unreachable | Op::Unsupported { id: _ } => {
            Control::Leave
        }
        Op::Move { .. }
        | Op::MoveMany { .. }
        | Op::Undef { .. }
        | Op::Freeze { .. }
        | Op::Add { .. }
        | Op::Sub { .. }
        | Op::Mul { .. }
        | Op::UDiv { .. }
        | Op::SDiv { .. }
        | Op::URem { .. }
        | Op::SRem { .. }
        | Op::Shl { .. }
        | Op::LShr { .. }
        | Op::AShr { .. }
        | Op::And { .. }
        | Op::Or { .. }
        | Op::Xor { .. }
        | Op::Eq { .. }
        | Op::Ne { .. }
        | Op::Ult { .. }
        | Op::Ule { .. }
        | Op::Slt { .. }
        | Op::Sle { .. }
        | Op::Trunc { .. }
        | Op::SExt { .. }
        | Op::IntUnary { .. }
        | Op::IntBinary { .. }
        | Op::Overflowing { .. }
        | Op::FunnelShift { .. }
        | Op::Wide { .. }
        | Op::FAdd { .. }
        | Op::FSub { .. }
        | Op::FMul { .. }
        | Op::FDiv { .. }
        | Op::FRem { .. }
        | Op::FNeg { .. }
        | Op::FCmp { .. }
        | Op::FConvert { .. }
        | Op::FToInt { .. }
        | Op::FToIntSat { .. }
        | Op::IntToF { .. }
        | Op::Math { .. }
        | Op::IsFpClass { .. }
        | Op::Select { .. }
        | Op::GetElement { .. }
        | Op::SetElement { .. }
        | Op::PtrAdd { .. }
        | Op::PtrIndex { .. }
        | Op::PtrOffset { .. }
        | Op::PtrToInt { .. }
        | Op::PunToInt { .. }
        | Op::TlsAddress { .. }
        | Op::Load { .. }
        | Op::Store { .. }
        | Op::LoadParts { .. }
        | Op::StoreParts { .. }
        | Op::Repack { .. }
        | Op::AtomicRmw { .. }
        | Op::CmpXchg { .. }
        | Op::Fence { .. }
        | Op::MemCopy { .. }
        | Op::MemSet { .. }
        | Op::Alloca { .. }
        | Op::AllocaMany { .. }
        | Op::StackSave { .. }
        | Op::StackRestore { .. }
        | Op::LifetimeStart { .. }
        | Op::LifetimeEnd { .. }
        | Op::VaStart { .. }
        | Op::VaEnd { .. }
        | Op::VaCopy { .. }
        | Op::Call { .. }
        | Op::Trap => Control::Next,
    }
}

/// The targets of an instruction, a switch's default last. One that several cases lead to
/// comes several times.
fn targets<'a>(
    mut op: Op,
    switches: &'a PrimaryMap<SwitchId, SwitchTable>,
    jump_tables: &'a PrimaryMap<JumpTableId, JumpTable>,
) -> impl Iterator<Item = Pc> + 'a {
    let (cases, labels, named): (&[_], &[_], _) = match control(&mut op) {
        Control::Next | Control::Leave => (&[], &[], [None, None]),
        Control::Jump(target) => (&[], &[], [Some(*target), None]),
        Control::Branch(then, otherwise) => (&[], &[], [Some(*then), Some(*otherwise)]),
        Control::Switch(id) => (&switches[id].cases, &[], [Some(switches[id].default), None]),
        Control::Table(id) => (&[], &jump_tables[id].targets, [None, None]),
    };
    let cases = cases.iter().map(|&(_, target): &(u64, Pc)| target);
    let labels = labels.iter().map(|&(_, target): &(u32, Pc)| target);
    cases.chain(labels).chain(named.into_iter().flatten())
}

/// Calls `f` with every target of an instruction, which it may change.
pub(crate) fn visit_targets(op: &mut Op, tables: &mut Tables, f: &mut impl FnMut(&mut Pc)) {
    match control(op) {
        Control::Next | Control::Leave => {}
        Control::Jump(target) => f(target),
        Control::Branch(then, otherwise) => {
            f(then);
            f(otherwise);
        }
        Control::Switch(id) => {
            let table = &mut tables.switches[id];
            table.cases.iter_mut().for_each(|(_, target)| f(target));
            f(&mut table.default);
        }
        Control::Table(id) => {
            tables.jump_tables[id].targets.iter_mut().for_each(|(_, target)| f(target));
        }
    }
}

impl Op {
    /// The call site of an instruction that calls.
    pub fn call_site(self) -> Option<CallSiteId> {
        match self {
            Op::Call { id } | Op::Invoke { id, normal: _, unwind: _ } => Some(id),
            _ => None,
        }
    }

    /// True if control does not go on to the next instruction.
    pub fn is_terminator(mut self) -> bool {
        !matches!(control(&mut self), Control::Next)
    }
}

impl Tables {
    /// The blocks that an instruction jumps to.
    pub(crate) fn targets(&self, op: Op) -> impl Iterator<Item = Pc> + '_ {
        targets(op, &self.switches, &self.jump_tables)
    }
}

impl Function {
    /// The instructions that the one at `pc` jumps to; none if control just goes on.
    pub fn targets(&self, pc: Pc) -> impl Iterator<Item = Pc> + '_ {
        targets(self.code[pc as usize], &self.switches, &self.jump_tables)
    }

    /// The instructions that may come after the one at `pc`, within the function.
    pub fn successors(&self, pc: Pc) -> impl Iterator<Item = Pc> + '_ {
        let next = (!self.code[pc as usize].is_terminator()).then_some(pc + 1);
        self.targets(pc).chain(next)
    }
}
