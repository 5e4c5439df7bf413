//! Calls.

use std::rc::Rc;

use crate::error::Result;
use crate::read::attributes::AttributeList;
use crate::read::function::{Body, Last};
use crate::read::values::Typed;
use crate::stream::Fields;
use crate::{CallAttributes, Constant, Opcode, OperandBundle, Type, TypeId, Value};

/// Flags of a call. The calling convention is in between, and means nothing here.
const MUST_TAIL: u64 = 1 << 14;
const EXPLICIT_TYPE: u64 = 1 << 15;
const FAST_MATH: u64 = 1 << 17;

/// The explicit type of an `invoke` is announced elsewhere.
const INVOKE_EXPLICIT_TYPE: u64 = 1 << 13;

/// The parts that all calls have.
struct Callee {
    result: TypeId,
    callee: Typed,
    args: Vec<Value>,
}

impl Body<'_, '_> {
    /// Values that the next call has beside its arguments.
    pub(super) fn operand_bundle(&mut self, fields: &mut Fields<'_>) -> Result<()> {
        let number = fields.next()?;
        let tag = usize::try_from(number)
            .ok()
            .and_then(|number| self.reader.bundle_tags.get(number))
            .cloned()
            .ok_or_else(|| fields.malformed(format!("operand bundle tag {number}")))?;
        self.reader.budget.charge::<u8>(tag.len(), fields.offset)?;
        let mut values = Vec::new();
        while !fields.is_empty() {
            values.push(self.typed(fields)?.value);
        }
        self.bundles.push(OperandBundle { tag, values });
        Ok(())
    }

    pub(super) fn call(&mut self, fields: &mut Fields<'_>) -> Result<()> {
        let list = self.reader.attributes.next(fields)?;
        let flags = fields.next()?;
        if flags & FAST_MATH != 0 {
            fields.skip(1);
        }
        if flags & EXPLICIT_TYPE == 0 {
            return Err(fields.unsupported("call that does not name its type"));
        }
        let function_type = self.reader.types.next(fields)?;
        let callee = self.typed(fields)?;
        if let Some(name) = self.debug_intrinsic(callee.value) {
            return self.debug_call(&name, function_type, fields);
        }
        let callee = self.callee(function_type, callee, fields)?;
        let mut attributes = call_attributes(&list, callee.args.len());
        attributes.must_tail = flags & MUST_TAIL != 0;
        let op = Opcode::Call {
            callee: callee.callee.value,
            function_type,
            args: callee.args,
            attributes: Box::new(attributes),
            bundles: std::mem::take(&mut self.bundles),
        };
        self.push(op, callee.result, fields)
    }

    pub(super) fn invoke(&mut self, fields: &mut Fields<'_>) -> Result<()> {
        let list = self.reader.attributes.next(fields)?;
        let flags = fields.next()?;
        let normal = self.next_block(fields)?;
        let unwind = self.next_block(fields)?;
        if flags & INVOKE_EXPLICIT_TYPE == 0 {
            return Err(fields.unsupported("invoke that does not name its type"));
        }
        let function_type = self.reader.types.next(fields)?;
        let callee = self.typed(fields)?;
        let callee = self.callee(function_type, callee, fields)?;
        let op = Opcode::Invoke {
            callee: callee.callee.value,
            function_type,
            attributes: Box::new(call_attributes(&list, callee.args.len())),
            args: callee.args,
            normal,
            unwind,
            bundles: std::mem::take(&mut self.bundles),
        };
        self.push(op, callee.result, fields)
    }

    pub(super) fn call_branch(&mut self, fields: &mut Fields<'_>) -> Result<()> {
        let list = self.reader.attributes.next(fields)?;
        let flags = fields.next()?;
        let default = self.next_block(fields)?;
        let count = fields.next()?;
        let mut indirect = Vec::new();
        for &number in fields.take(count)? {
            indirect.push(self.block(number, fields)?);
        }
        if flags & EXPLICIT_TYPE == 0 {
            return Err(fields.unsupported("callbr that does not name its type"));
        }
        let function_type = self.reader.types.next(fields)?;
        let callee = self.typed(fields)?;
        let callee = self.callee(function_type, callee, fields)?;
        if !self.bundles.is_empty() {
            return Err(fields.unsupported("operand bundle of callbr"));
        }
        let op = Opcode::CallBr {
            callee: callee.callee.value,
            function_type,
            attributes: Box::new(call_attributes(&list, callee.args.len())),
            args: callee.args,
            default,
            indirect,
        };
        self.push(op, callee.result, fields)
    }

    /// Reads the arguments: those of fixed parameters by number, further ones with
    /// their types.
    fn callee(
        &mut self,
        function_type: TypeId,
        callee: Typed,
        fields: &mut Fields<'_>,
    ) -> Result<Callee> {
        if !self.reader.types.is_pointer(callee.ty) {
            return Err(fields.malformed("a call of what is no address"));
        }
        let Type::Function { result, params, variadic } = self.reader.types.get(function_type)
        else {
            return Err(fields.malformed("a call that is not of function type"));
        };
        let (result, variadic) = (*result, *variadic);
        // The list is copied only when the record is long enough to name them all.
        if params.len() > fields.len() {
            return Err(fields.malformed("a call with too few arguments"));
        }
        let mut args = Vec::with_capacity(fields.len());
        for ty in params.clone() {
            args.push(self.argument(ty, fields)?);
        }
        if !variadic && !fields.is_empty() {
            return Err(fields.malformed("a call with too many arguments"));
        }
        while !fields.is_empty() {
            args.push(self.typed(fields)?.value);
        }
        Ok(Callee { result, callee, args })
    }

    fn argument(&mut self, ty: TypeId, fields: &mut Fields<'_>) -> Result<Value> {
        match self.reader.types.get(ty) {
            Type::Metadata => {
                let number = self.relative(fields.next()?);
                self.reader.metadata.item(number, fields)?;
                Ok(Value::Metadata)
            }
            Type::Label => Err(fields.unsupported("a block as an argument")),
            _ => self.value(fields, ty),
        }
    }

    /// The name of the callee, if it is one of the intrinsics that say where
    /// variables are.
    fn debug_intrinsic(&self, callee: Value) -> Option<String> {
        let Value::Const(id) = callee else {
            return None;
        };
        let Constant::Function(function) = self.reader.module.constants[id] else {
            return None;
        };
        let name = &self.reader.module.functions[function].symbol.name;
        name.starts_with("llvm.dbg.").then(|| name.clone())
    }

    /// Leaves a call out.
    pub(super) fn drop_call(&mut self) {
        self.bundles.clear();
        self.last = Last::Dropped;
    }
}

fn call_attributes(list: &Rc<AttributeList>, args: usize) -> CallAttributes {
    CallAttributes {
        params: list.params(args),
        result: list.result.clone(),
        noreturn: list.noreturn,
        returns_twice: list.returns_twice,
        must_tail: false,
    }
}
