//! Places of variables: calls of `llvm.dbg.*` and, since LLVM 19, records.
//!
//! Both become [`DebugRecord`]s of the function. `llvm.dbg.label`, which tells
//! where a label of the source is, is left out, and so are the calls themselves:
//! a function has the same instructions with and without them.

use llvm_bitcode::schema::blocks::FunctionCode;

use crate::error::Result;
use crate::read::function::{Body, Last};
use crate::read::metadata::Item;
use crate::stream::Fields;
use crate::{
    Constant, DebugRecord, DebugRecordKind, DebugValue, DiExpression, DiId, DiNode, InstId, Type,
    TypeId, Value,
};

impl Body<'_, '_> {
    /// A call of a debug intrinsic, which speaks of what follows it.
    pub(super) fn debug_call(
        &mut self,
        name: &str,
        function_type: TypeId,
        fields: &mut Fields<'_>,
    ) -> Result<()> {
        let kind = match name {
            "llvm.dbg.declare" => DebugRecordKind::Declare,
            "llvm.dbg.value" => DebugRecordKind::Value,
            "llvm.dbg.assign" => DebugRecordKind::Assign,
            "llvm.dbg.label" => {
                self.drop_call();
                return Ok(());
            }
            _ => return Err(fields.unsupported(format!("intrinsic {name}"))),
        };
        let takes_metadata = match self.reader.types.get(function_type) {
            Type::Function { params, .. } => {
                params.iter().all(|&param| *self.reader.types.get(param) == Type::Metadata)
            }
            _ => false,
        };
        if !takes_metadata {
            return Err(fields.malformed(format!("{name} does not take metadata")));
        }
        // It speaks of an instruction, so there must be one to come.
        if self.function.blocks.len() >= self.block_count {
            return Err(fields.malformed(format!("{name} after the last block")));
        }
        let number = |body: &Self, fields: &mut Fields<'_>| {
            fields.next().map(|distance| body.relative(distance))
        };
        let values = number(self, fields)?;
        let variable = number(self, fields)?;
        let expression = number(self, fields)?;
        let values = self.debug_values(values, fields)?;
        let record = DebugRecord {
            before: self.function.insts.next_key(),
            kind,
            values,
            variable: self.variable(variable, fields)?,
            expression: self.expression(expression, fields)?,
            loc: None,
        };
        self.drop_call();
        self.last = Last::DebugRecord(self.function.debug_records.len());
        self.function.debug_records.push(record);
        Ok(())
    }

    /// A debug record, which stands after the instruction that it precedes.
    pub(super) fn debug_record(
        &mut self,
        code: FunctionCode,
        fields: &mut Fields<'_>,
    ) -> Result<()> {
        let before = self.latest(fields)?;
        let kind = match code {
            FunctionCode::DebugRecordDeclare => DebugRecordKind::Declare,
            FunctionCode::DebugRecordAssign => DebugRecordKind::Assign,
            FunctionCode::DebugRecordLabel => return Ok(()),
            _ => DebugRecordKind::Value,
        };
        let number = fields.next()?;
        let loc = match self.reader.metadata.item(number, fields)? {
            Item::Location(id) => Some(*id),
            _ => return Err(fields.malformed("a debug record without a location")),
        };
        let (variable, expression) = (fields.next()?, fields.next()?);
        let values = if code == FunctionCode::DebugRecordValueSimple {
            let value = self.typed(fields)?.value;
            vec![self.debug_value(value)]
        } else {
            let number = fields.next()?;
            self.debug_values(number, fields)?
        };
        let record = DebugRecord {
            before,
            kind,
            values,
            variable: self.variable(variable, fields)?,
            expression: self.expression(expression, fields)?,
            loc,
        };
        self.function.debug_records.push(record);
        Ok(())
    }

    fn latest(&self, fields: &Fields<'_>) -> Result<InstId> {
        match self.function.insts.last() {
            Some((id, _)) => Ok(id),
            None => Err(fields.malformed("a debug record before all instructions")),
        }
    }

    /// The values that metadata names: one, several, or none any more.
    fn debug_values(&mut self, number: u64, fields: &Fields<'_>) -> Result<Vec<DebugValue>> {
        match self.reader.metadata.item(number, fields)? {
            Item::Value(..) => Ok(vec![self.metadata_value(number, fields)?]),
            Item::ArgList(list) => {
                let list = list.clone();
                self.reader.budget.charge::<DebugValue>(list.len(), fields.offset)?;
                list.into_iter().map(|number| self.metadata_value(number, fields)).collect()
            }
            Item::Node(_) => Ok(vec![DebugValue::Gone]),
            Item::Text(_) | Item::Location(_) => {
                Err(fields.malformed("a debug record of what is no value"))
            }
        }
    }

    fn metadata_value(&mut self, number: u64, fields: &Fields<'_>) -> Result<DebugValue> {
        let (number, ty) = match self.reader.metadata.item(number, fields)? {
            Item::Value(number, ty) => (*number, *ty),
            _ => return Err(fields.malformed("a debug record of what is no value")),
        };
        let value = self.numbered(number, ty, fields)?;
        Ok(self.debug_value(value))
    }

    fn debug_value(&self, value: Value) -> DebugValue {
        match value {
            Value::Const(id)
                if matches!(
                    self.reader.module.constants[id],
                    Constant::Undef | Constant::Poison
                ) =>
            {
                DebugValue::Gone
            }
            value => DebugValue::Value(value),
        }
    }

    fn variable(&self, number: u64, fields: &Fields<'_>) -> Result<DiId> {
        match self.reader.metadata.item(number, fields)? {
            Item::Node(id)
                if matches!(self.reader.metadata.node(*id), DiNode::LocalVariable(_)) =>
            {
                Ok(*id)
            }
            _ => Err(fields.malformed("a debug record of what is no variable")),
        }
    }

    fn expression(&mut self, number: u64, fields: &Fields<'_>) -> Result<DiExpression> {
        let expression = match self.reader.metadata.item(number, fields)? {
            Item::Node(id) => match self.reader.metadata.node(*id) {
                DiNode::Expression(expression) => Some(expression.clone()),
                _ => None,
            },
            _ => None,
        };
        let Some(expression) = expression else {
            return Err(fields.malformed("a debug record without an expression"));
        };
        self.reader.budget.charge::<u64>(expression.0.len(), fields.offset)?;
        Ok(expression)
    }
}
