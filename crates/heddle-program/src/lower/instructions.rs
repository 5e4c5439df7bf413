//! One instruction after the other.

use cranelift_entity::EntityRef;
use heddle_bitcode::{BlockId, ConstId, InstId, Opcode, Value};

use crate::context::{LowerError, Lowered};
use crate::layout::Scalar;
use crate::lower::calls::{Calling, Exits};
use crate::lower::memory::Mode;
use crate::lower::{Lowerer, constants};
use crate::{Const, JumpTable, Op, SwitchTable, Wrap};

impl Lowerer<'_, '_> {
    /// Lowers an instruction into the current block.
    pub(crate) fn instruction(&mut self, inst: InstId) -> Lowered<()> {
        let instruction = &self.function.insts[inst];
        let ty = instruction.ty;
        match &instruction.op {
            Opcode::Binary { op, a, b, nuw, nsw, exact } => {
                let wrap = Wrap(
                    if *nsw { Wrap::NSW } else { 0 }
                        | if *nuw { Wrap::NUW } else { 0 }
                        | if *exact { Wrap::EXACT } else { 0 },
                );
                let (a, b, scalar, lanes) = self.same_typed(*a, *b)?;
                let dst = self.result(inst)?;
                self.each_lane(scalar.slots(), lanes, [dst, a, b], |this, slots| {
                    this.binary(*op, scalar, wrap, slots)
                })
            }
            Opcode::FNeg { a } => {
                let (scalar, lanes) = self.lanes(ty)?;
                let a = self.value(*a)?;
                let dst = self.result(inst)?;
                self.each_lane(scalar.slots(), lanes, [dst, a], |this, [dst, a]| {
                    this.fneg(scalar, dst, a)
                })
            }
            Opcode::Cast { op, a, .. } => {
                let dst = self.result(inst)?;
                self.cast(*op, *a, ty, dst)
            }
            Opcode::IntCompare { predicate, a, b } => {
                let (a, b, scalar, lanes) = self.same_typed(*a, *b)?;
                let dst = self.result(inst)?;
                self.compare_lanes(scalar, lanes, [dst, a, b], |this, slots| {
                    this.icmp(*predicate, scalar, slots)
                })
            }
            Opcode::FloatCompare { predicate, a, b } => {
                let (a, b, scalar, lanes) = self.same_typed(*a, *b)?;
                let dst = self.result(inst)?;
                self.compare_lanes(scalar, lanes, [dst, a, b], |this, slots| {
                    this.fcmp(*predicate, scalar, slots)
                })
            }
            Opcode::Select { condition, a, b } => {
                let dst = self.result(inst)?;
                self.select(*condition, *a, *b, dst)
            }
            Opcode::Freeze { a } => {
                let count = self.slots(ty)?;
                let src = self.value(*a)?;
                let dst = self.result(inst)?;
                for slot in 0..count {
                    self.emit(Op::Freeze { dst: dst.plus(slot), src: src.plus(slot) });
                }
                Ok(())
            }
            Opcode::ExtractValue { aggregate, path } => {
                let dst = self.result(inst)?;
                self.extract_value(*aggregate, path, dst)
            }
            Opcode::InsertValue { aggregate, element, path } => {
                let dst = self.result(inst)?;
                self.insert_value(*aggregate, *element, path, dst)
            }
            Opcode::ExtractElement { vector, index } => {
                let dst = self.result(inst)?;
                self.extract_element(*vector, *index, dst)
            }
            Opcode::InsertElement { vector, element, index } => {
                let dst = self.result(inst)?;
                self.insert_element(*vector, *element, *index, dst)
            }
            Opcode::ShuffleVector { a, b, mask } => {
                let dst = self.result(inst)?;
                self.shuffle(*a, *b, mask, dst)
            }
            Opcode::Phi { .. } => Ok(()),
            Opcode::GetElementPtr { source, base, indices, .. } => {
                let dst = self.result(inst)?;
                self.gep(ty, *source, *base, indices, dst)
            }
            Opcode::Alloca { element, count, align, inalloca } => {
                if *inalloca {
                    return LowerError::unsupported("inalloca");
                }
                self.alloca(inst, *element, *count, *align)
            }
            Opcode::Load { ptr, volatile, ordering, .. } => {
                let mode = Mode { volatile: *volatile, ordering: *ordering };
                let dst = self.result(inst)?;
                self.load(ty, *ptr, mode, dst)
            }
            Opcode::Store { ptr, value, volatile, ordering, .. } => {
                let mode = Mode { volatile: *volatile, ordering: *ordering };
                self.store(*value, *ptr, mode)
            }
            Opcode::Fence { ordering, single_thread } => {
                // A fence against signal handlers of the same thread does nothing here.
                if !*single_thread {
                    let access = Mode { volatile: false, ordering: *ordering }.access();
                    self.emit(Op::Fence { access });
                }
                Ok(())
            }
            Opcode::CmpXchg { ptr, expected, new, volatile, weak, success, failure, .. } => {
                let dst = self.result(inst)?;
                self.cmpxchg([*ptr, *expected, *new], (*success, *failure), *volatile, *weak, dst)
            }
            Opcode::AtomicRmw { op, ptr, value, volatile, ordering, .. } => {
                let mode = Mode { volatile: *volatile, ordering: *ordering };
                let dst = self.result(inst)?;
                self.atomic_rmw(*op, *ptr, *value, mode, dst)
            }
            Opcode::Call { callee, function_type, args, attributes, .. } => {
                let called = Calling { callee: *callee, function_type: *function_type, args };
                self.call(inst, called, attributes, None)
            }
            Opcode::Invoke { callee, function_type, args, normal, unwind, attributes, .. } => {
                let called = Calling { callee: *callee, function_type: *function_type, args };
                let exits = Exits { normal: *normal, unwind: *unwind };
                self.call(inst, called, attributes, Some(exits))
            }
            Opcode::CallBr { .. } => LowerError::unsupported("asm goto"),
            Opcode::VaArg { .. } => LowerError::unsupported("the instruction va_arg"),
            Opcode::LandingPad { .. } => self.landing_pad(inst),
            Opcode::Resume { value } => self.resume(*value),
            Opcode::WindowsEh { name, .. } => {
                LowerError::unsupported(format!("C++ exceptions: {name}"))
            }
            Opcode::Return { value } => self.ret(*value),
            Opcode::Branch { target } => self.jump(*target),
            Opcode::CondBranch { condition, then, otherwise } => {
                if self.layout.scalar(self.type_of(*condition)) != Some(Scalar::Int(1)) {
                    return LowerError::malformed("a branch on what is not a truth value");
                }
                let condition = self.value(*condition)?;
                let then = self.edge(*then)?;
                let otherwise = self.edge(*otherwise)?;
                self.emit(Op::Branch { condition, then, otherwise });
                Ok(())
            }
            Opcode::Switch { value, default, cases } => self.switch(*value, *default, cases),
            Opcode::IndirectBranch { address, targets } => {
                let address = self.pointer(*address)?;
                let mut table = Vec::new();
                for target in targets {
                    table.push((target.as_u32(), self.edge(*target)?));
                }
                table.sort_unstable();
                table.dedup();
                let id = self.body.tables.jump_tables.push(JumpTable { targets: table });
                self.emit(Op::JumpTo { address, id });
                Ok(())
            }
            Opcode::Unreachable => {
                self.emit(Op::Unreachable);
                Ok(())
            }
        }
    }

    fn ret(&mut self, value: Option<Value>) -> Lowered<()> {
        let (src, count) = match value {
            Some(value) => {
                let count = self.slots(self.type_of(value))?;
                (self.value(value)?, count)
            }
            None => (crate::Slot(0), 0),
        };
        self.emit(Op::Return { src, count });
        Ok(())
    }

    fn switch(
        &mut self,
        value: Value,
        default: BlockId,
        cases: &[(ConstId, BlockId)],
    ) -> Lowered<()> {
        let Some(Scalar::Int(width)) = self.layout.scalar(self.type_of(value)) else {
            return LowerError::malformed("a switch on what is not an integer");
        };
        if width > 64 {
            return LowerError::unsupported(format!("a switch on {width} bits"));
        }
        let value = self.value(value)?;
        let mut table = Vec::with_capacity(cases.len());
        for (case, target) in cases {
            let row = constants::eval(self.cx, self.m, *case, 0)?;
            let Some([Const::Bits(bits)]) = row.as_deref() else {
                return LowerError::malformed("a case that is not a constant");
            };
            table.push((*bits, self.edge(*target)?));
        }
        table.sort_by_key(|(bits, _)| *bits);
        table.dedup_by_key(|(bits, _)| *bits);
        let default = self.edge(default)?;
        let id = self.body.tables.switches.push(SwitchTable { cases: table, default });
        self.emit(Op::Switch { value, id });
        Ok(())
    }

    /// Number of the code block of a block of the module.
    pub(crate) fn block_number(block: BlockId) -> u32 {
        block.index() as u32
    }
}
