//! Instructions, by family.

mod aggregates;
mod arithmetic;
mod calls;
mod control;
mod debug_records;
mod memory;
mod windows;

use llvm_bitcode::schema::blocks::FunctionCode;

use super::function::Body;
use crate::error::Result;
use crate::stream::Fields;

impl Body<'_, '_> {
    /// Reads an instruction or debug record.
    pub(crate) fn instruction(
        &mut self,
        code: FunctionCode,
        fields: &mut Fields<'_>,
    ) -> Result<()> {
        #[expect(deprecated, reason = "the older form of comparisons means the same")]
        match code {
            FunctionCode::BinOp => self.binary(fields),
            FunctionCode::UnOp => self.unary(fields),
            FunctionCode::Cast => self.cast(fields),
            FunctionCode::Cmp | FunctionCode::Cmp2 => self.compare(fields),
            FunctionCode::Vselect => self.select(fields),
            FunctionCode::Freeze => self.freeze(fields),
            FunctionCode::ExtractVal => self.extract_value(fields),
            FunctionCode::InsertVal => self.insert_value(fields),
            FunctionCode::ExtractElt => self.extract_element(fields),
            FunctionCode::InsertElt => self.insert_element(fields),
            FunctionCode::ShuffleVec => self.shuffle_vector(fields),
            FunctionCode::Gep => self.get_element_ptr(fields),
            FunctionCode::Alloca => self.alloca(fields),
            FunctionCode::Load => self.load(fields, false),
            FunctionCode::LoadAtomic => self.load(fields, true),
            FunctionCode::Store => self.store(fields, false),
            FunctionCode::StoreAtomic => self.store(fields, true),
            FunctionCode::Fence => self.fence(fields),
            FunctionCode::AtomicCmpXchg => self.compare_exchange(fields),
            FunctionCode::AtomicRmw => self.read_modify_write(fields),
            FunctionCode::VaArg => self.va_arg(fields),
            FunctionCode::OperandBundle => self.operand_bundle(fields),
            FunctionCode::Call => self.call(fields),
            FunctionCode::Invoke => self.invoke(fields),
            FunctionCode::CallBr => self.call_branch(fields),
            FunctionCode::Phi => self.phi(fields),
            FunctionCode::Ret => self.ret(fields),
            FunctionCode::Br => self.branch(fields),
            FunctionCode::Switch => self.switch(fields),
            FunctionCode::IndirectBr => self.indirect_branch(fields),
            FunctionCode::Unreachable => self.unreachable(fields),
            FunctionCode::LandingPad => self.landing_pad(fields),
            FunctionCode::Resume => self.resume(fields),
            FunctionCode::CleanupRet
            | FunctionCode::CatchRet
            | FunctionCode::CatchPad
            | FunctionCode::CleanupPad
            | FunctionCode::CatchSwitch => self.windows(code, fields),
            FunctionCode::DebugRecordValue
            | FunctionCode::DebugRecordDeclare
            | FunctionCode::DebugRecordAssign
            | FunctionCode::DebugRecordValueSimple
            | FunctionCode::DebugRecordLabel => self.debug_record(code, fields),
            other => Err(fields.unsupported(format!("instruction record {other:?}"))),
        }
    }
}
