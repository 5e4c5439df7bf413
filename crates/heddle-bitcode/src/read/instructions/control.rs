//! Control flow: branches, switches, returns and their kin.

use crate::error::Result;
use crate::read::function::Body;
use crate::stream::{Fields, signed};
use crate::{Constant, Opcode, Type, TypeId, Value};

impl Body<'_, '_> {
    pub(super) fn phi(&mut self, fields: &mut Fields<'_>) -> Result<()> {
        let ty = self.reader.types.next(fields)?;
        let mut incoming = Vec::with_capacity(fields.len() / 2);
        // An odd field at the end has flags of float arithmetic.
        while fields.len() >= 2 {
            let distance = signed(fields.next()?);
            let number = self.relative(distance as u64);
            let value = self.numbered(number, ty, fields)?;
            incoming.push((value, self.next_block(fields)?));
        }
        self.push(Opcode::Phi { incoming }, ty, fields)
    }

    pub(super) fn ret(&mut self, fields: &mut Fields<'_>) -> Result<()> {
        let result = self.result_type();
        let value = if fields.is_empty() { None } else { Some(self.typed(fields)?) };
        let fits = match (value, result) {
            (Some(value), Some(ty)) => value.ty == ty,
            (value, ty) => value.is_none() && ty.is_none(),
        };
        if !fits {
            return Err(fields.malformed("a return of another type than the function's"));
        }
        let value = value.map(|typed| typed.value);
        self.push_void(Opcode::Return { value }, fields)
    }

    /// Result type of the function, unless it is void.
    fn result_type(&self) -> Option<TypeId> {
        let types = &self.reader.types;
        match types.get(self.function.ty?) {
            Type::Function { result, .. } if *types.get(*result) != Type::Void => Some(*result),
            _ => None,
        }
    }

    pub(super) fn branch(&mut self, fields: &mut Fields<'_>) -> Result<()> {
        let target = self.next_block(fields)?;
        if fields.is_empty() {
            return self.push_void(Opcode::Branch { target }, fields);
        }
        let otherwise = self.next_block(fields)?;
        let truth = self.reader.types.intern(Type::Int(1));
        let condition = self.value(fields, truth)?;
        let op = Opcode::CondBranch { condition, then: target, otherwise };
        self.push_void(op, fields)
    }

    pub(super) fn switch(&mut self, fields: &mut Fields<'_>) -> Result<()> {
        let ty = self.reader.types.next(fields)?;
        if !self.reader.types.is_integer(ty) {
            return Err(fields.malformed("a switch over what is no integer"));
        }
        let value = self.value(fields, ty)?;
        let default = self.next_block(fields)?;
        let mut cases = Vec::with_capacity(fields.len() / 2);
        while !fields.is_empty() {
            let number = fields.next()?;
            // Unlike elsewhere, the number is not relative.
            let case = match self.numbered(number, ty, fields)? {
                Value::Const(id) => id,
                _ => return Err(fields.malformed("a case that is no constant")),
            };
            if !matches!(
                self.reader.module.constants[case],
                Constant::Zero | Constant::Int(_) | Constant::WideInt(_)
            ) {
                return Err(fields.malformed("a case that is no integer"));
            }
            cases.push((case, self.next_block(fields)?));
        }
        let op = Opcode::Switch { value, default, cases };
        self.push_void(op, fields)
    }

    pub(super) fn indirect_branch(&mut self, fields: &mut Fields<'_>) -> Result<()> {
        let ty = self.reader.types.next(fields)?;
        if !self.reader.types.is_pointer(ty) {
            return Err(fields.malformed("a jump to what is no address"));
        }
        let address = self.value(fields, ty)?;
        let mut targets = Vec::with_capacity(fields.len());
        while !fields.is_empty() {
            targets.push(self.next_block(fields)?);
        }
        self.push_void(Opcode::IndirectBranch { address, targets }, fields)
    }

    pub(super) fn unreachable(&mut self, fields: &mut Fields<'_>) -> Result<()> {
        self.push_void(Opcode::Unreachable, fields)
    }

    pub(super) fn landing_pad(&mut self, fields: &mut Fields<'_>) -> Result<()> {
        const CATCH: u64 = 0;
        const FILTER: u64 = 1;
        let ty = self.reader.types.next(fields)?;
        let cleanup = fields.next()? != 0;
        let count = fields.next()?;
        let mut clauses = Vec::new();
        for _ in 0..count {
            let kind = fields.next()?;
            let value = self.typed(fields)?.value;
            match kind {
                CATCH => clauses.push((true, value)),
                FILTER => clauses.push((false, value)),
                _ => return Err(fields.unsupported(format!("landingpad clause {kind}"))),
            }
        }
        self.push(Opcode::LandingPad { cleanup, clauses }, ty, fields)
    }

    pub(super) fn resume(&mut self, fields: &mut Fields<'_>) -> Result<()> {
        let value = self.typed(fields)?.value;
        self.push_void(Opcode::Resume { value }, fields)
    }
}
