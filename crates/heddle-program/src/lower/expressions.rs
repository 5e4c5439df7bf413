//! Constants as operands: slots of constants, or code that computes them.

use heddle_bitcode::{ConstId, Constant, Value};

use crate::context::{Address, LowerError, Lowered};
use crate::lower::{Lowerer, constants};
use crate::{Op, Slot, Wrap};

impl Lowerer<'_, '_> {
    /// The slots of a constant.
    pub(crate) fn constant(&mut self, id: ConstId) -> Lowered<Slot> {
        if let Some(row) = constants::eval(self.cx, self.m, id, 0)? {
            return Ok(self.body.constant_row(row));
        }
        if self.depth > constants::MAX_DEPTH {
            return LowerError::malformed("constants nest too deeply");
        }
        self.depth += 1;
        let done = self.expression(id);
        self.depth -= 1;
        done
    }

    /// Computes a constant.
    fn expression(&mut self, id: ConstId) -> Lowered<Slot> {
        let ty = self.module.constant_types[id];
        let dst = self.temp(ty)?;
        match &self.module.constants[id] {
            Constant::Global(global) => match self.cx.global(self.m, *global)? {
                Address::Global(global, 0) => self.emit(Op::TlsAddress { dst, global }),
                _ => return LowerError::unsupported("an alias of a thread-local variable"),
            },
            Constant::Aggregate(elements) => {
                let mut next = dst;
                for element in elements {
                    let count = self.slots(self.module.constant_types[*element])?;
                    let src = self.constant(*element)?;
                    self.copy(next, src, count);
                    next = next.plus(count);
                }
                if next != dst.plus(self.slots(ty)?) {
                    return LowerError::malformed("a constant does not fit its type");
                }
            }
            Constant::Binary(op, a, b) => {
                let (a, b, scalar, lanes) = self.same_typed(Value::Const(*a), Value::Const(*b))?;
                self.each_lane(scalar.slots(), lanes, [dst, a, b], |this, slots| {
                    this.binary(*op, scalar, Wrap(0), slots)
                })?;
            }
            Constant::Cast(op, a) => self.cast(*op, Value::Const(*a), ty, dst)?,
            Constant::GetElementPtr { source, operands, .. } => {
                let Some((base, indices)) = operands.split_first() else {
                    return LowerError::malformed("an address without a base");
                };
                let indices: Vec<_> = indices.iter().map(|index| Value::Const(*index)).collect();
                self.gep(ty, *source, Value::Const(*base), &indices, dst)?;
            }
            Constant::Select(condition, a, b) => {
                self.select(Value::Const(*condition), Value::Const(*a), Value::Const(*b), dst)?;
            }
            Constant::IntCompare(predicate, a, b) => {
                let (a, b, scalar, lanes) = self.same_typed(Value::Const(*a), Value::Const(*b))?;
                self.compare_lanes(scalar, lanes, [dst, a, b], |this, slots| {
                    this.icmp(*predicate, scalar, slots)
                })?;
            }
            Constant::FloatCompare(predicate, a, b) => {
                let (a, b, scalar, lanes) = self.same_typed(Value::Const(*a), Value::Const(*b))?;
                self.compare_lanes(scalar, lanes, [dst, a, b], |this, slots| {
                    this.fcmp(*predicate, scalar, slots)
                })?;
            }
            Constant::ExtractElement(vector, index) => {
                self.extract_element(Value::Const(*vector), Value::Const(*index), dst)?;
            }
            Constant::InsertElement(vector, element, index) => {
                let [vector, element, index] = [*vector, *element, *index].map(Value::Const);
                self.insert_element(vector, element, index, dst)?;
            }
            Constant::ShuffleVector(..) => {
                return LowerError::unsupported("a constant shufflevector");
            }
            Constant::InlineAsm(_) => {
                return LowerError::unsupported("the address of inline assembly");
            }
            Constant::Alias(_) => {
                return LowerError::unsupported("an alias of a thread-local variable");
            }
            _ => return LowerError::unsupported("a constant that is not constant"),
        }
        Ok(dst)
    }
}
