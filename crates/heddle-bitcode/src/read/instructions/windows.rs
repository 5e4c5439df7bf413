//! Windows exception handling, of which only the shape is kept.

use llvm_bitcode::schema::blocks::FunctionCode;

use crate::error::Result;
use crate::read::function::Body;
use crate::stream::Fields;
use crate::{Opcode, Type};

impl Body<'_, '_> {
    pub(super) fn windows(&mut self, code: FunctionCode, fields: &mut Fields<'_>) -> Result<()> {
        let token = self.reader.types.intern(Type::Token);
        // All begin with the pad that they belong to.
        self.value(fields, token)?;
        let mut targets = Vec::new();
        let name = match code {
            FunctionCode::CatchPad | FunctionCode::CleanupPad => {
                let count = fields.next()?;
                for _ in 0..count {
                    self.typed(fields)?;
                }
                if code == FunctionCode::CatchPad { "catchpad" } else { "cleanuppad" }
            }
            FunctionCode::CatchSwitch => {
                let count = fields.next()?;
                for &number in fields.take(count)? {
                    targets.push(self.block(number, fields)?);
                }
                "catchswitch"
            }
            FunctionCode::CatchRet => "catchret",
            _ => "cleanupret",
        };
        // What is left is where an exception or the return goes on.
        while !fields.is_empty() {
            targets.push(self.next_block(fields)?);
        }
        let op = Opcode::WindowsEh { name, targets };
        match code {
            FunctionCode::CatchRet | FunctionCode::CleanupRet => self.push_void(op, fields),
            _ => self.push(op, token, fields),
        }
    }
}
