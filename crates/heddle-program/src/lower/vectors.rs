//! Vectors and aggregates: rows of slots.

use heddle_bitcode::{Type, TypeId, Value};

use crate::context::{LowerError, Lowered};
use crate::layout::Scalar;
use crate::lower::{Lowerer, constants};
use crate::{Op, Slot};

impl Lowerer<'_, '_> {
    /// Calls `f` with the slots of each element.
    pub(crate) fn each_lane<const N: usize>(
        &mut self,
        stride: u32,
        lanes: u32,
        slots: [Slot; N],
        mut f: impl FnMut(&mut Self, [Slot; N]) -> Lowered<()>,
    ) -> Lowered<()> {
        for lane in 0..lanes {
            f(self, slots.map(|slot| slot.plus(lane * stride)))?;
        }
        Ok(())
    }

    /// Calls `f` with the slots of each element; the result's take one each.
    pub(crate) fn compare_lanes(
        &mut self,
        scalar: Scalar,
        lanes: u32,
        [dst, a, b]: [Slot; 3],
        mut f: impl FnMut(&mut Self, [Slot; 3]) -> Lowered<()>,
    ) -> Lowered<()> {
        for lane in 0..lanes {
            let offset = lane * scalar.slots();
            f(self, [dst.plus(lane), a.plus(offset), b.plus(offset)])?;
        }
        Ok(())
    }

    /// Emits a select.
    pub(crate) fn select(
        &mut self,
        condition: Value,
        a: Value,
        b: Value,
        dst: Slot,
    ) -> Lowered<()> {
        let ty = self.type_of(a);
        let count = self.slots(ty)?;
        if self.slots(self.type_of(b))? != count {
            return LowerError::malformed("operands of different types");
        }
        let (_, lanes) = self.lanes(self.type_of(condition))?;
        let vector = matches!(self.layout.ty(self.type_of(condition)), Type::Vector { .. });
        let condition = self.value(condition)?;
        let a = self.value(a)?;
        let b = self.value(b)?;
        if !vector {
            self.emit(Op::Select { count: count as u16, dst, condition, a, b });
            return Ok(());
        }
        if lanes == 0 || count % lanes != 0 {
            return LowerError::malformed("a select between vectors of another length");
        }
        let stride = count / lanes;
        for lane in 0..lanes {
            let offset = lane * stride;
            self.emit(Op::Select {
                count: stride as u16,
                dst: dst.plus(offset),
                condition: condition.plus(lane),
                a: a.plus(offset),
                b: b.plus(offset),
            });
        }
        Ok(())
    }

    /// Type and first slot of the element at `path`.
    fn path(&self, ty: TypeId, path: &[u32]) -> Lowered<(TypeId, u32)> {
        let mut current = ty;
        let mut slot = 0;
        for index in path {
            let Some((element, _, offset)) = self.layout.element(current, u64::from(*index)) else {
                return LowerError::malformed("an element that is not there");
            };
            current = element;
            slot += offset;
        }
        Ok((current, slot))
    }

    /// Emits an `extractvalue`.
    pub(crate) fn extract_value(
        &mut self,
        aggregate: Value,
        path: &[u32],
        dst: Slot,
    ) -> Lowered<()> {
        let ty = self.type_of(aggregate);
        self.slots(ty)?;
        let (element, offset) = self.path(ty, path)?;
        let count = self.slots(element)?;
        let src = self.value(aggregate)?.plus(offset);
        self.copy(dst, src, count);
        Ok(())
    }

    /// Emits an `insertvalue`.
    pub(crate) fn insert_value(
        &mut self,
        aggregate: Value,
        element: Value,
        path: &[u32],
        dst: Slot,
    ) -> Lowered<()> {
        let ty = self.type_of(aggregate);
        let count = self.slots(ty)?;
        let (element_ty, offset) = self.path(ty, path)?;
        let element_count = self.slots(element_ty)?;
        if self.slots(self.type_of(element))? != element_count {
            return LowerError::malformed("an element of another type");
        }
        let whole = self.value(aggregate)?;
        let part = self.value(element)?;
        let after = offset + element_count;
        self.copy(dst, whole, offset);
        self.copy(dst.plus(offset), part, element_count);
        self.copy(dst.plus(after), whole.plus(after), count - after);
        Ok(())
    }

    /// Element type, number of elements, slots of an element, and the index if constant.
    fn element_access(&mut self, vector: Value, index: Value) -> Lowered<(u32, u32, Option<u64>)> {
        let ty = self.type_of(vector);
        self.slots(ty)?;
        let Type::Vector { len, element, .. } = *self.layout.ty(ty) else {
            return LowerError::malformed("an element of what is not a vector");
        };
        let stride = self.slots(element)?;
        let index = match index {
            Value::Const(id) => constants::int(self.cx, self.m, id, 0)?.map(i64::cast_unsigned),
            _ => None,
        };
        Ok((len, stride, index))
    }

    /// Emits an `extractelement`.
    pub(crate) fn extract_element(
        &mut self,
        vector: Value,
        index: Value,
        dst: Slot,
    ) -> Lowered<()> {
        let (len, stride, constant) = self.element_access(vector, index)?;
        let base = self.value(vector)?;
        match constant {
            Some(index) if index < u64::from(len) => {
                self.copy(dst, base.plus(index as u32 * stride), stride);
            }
            Some(_) => self.emit(Op::Undef { width: 64, dst, count: stride }),
            None if stride == 1 => {
                let index = self.value(index)?;
                self.emit(Op::GetElement { count: len as u16, dst, base, index });
            }
            None => {
                return LowerError::unsupported("a variable index into a vector of wide elements");
            }
        }
        Ok(())
    }

    /// Emits an `insertelement`.
    pub(crate) fn insert_element(
        &mut self,
        vector: Value,
        element: Value,
        index: Value,
        dst: Slot,
    ) -> Lowered<()> {
        let (len, stride, constant) = self.element_access(vector, index)?;
        if self.slots(self.type_of(element))? != stride {
            return LowerError::malformed("an element of another type");
        }
        let count = len * stride;
        let base = self.value(vector)?;
        let src = self.value(element)?;
        match constant {
            Some(index) if index < u64::from(len) => {
                let offset = index as u32 * stride;
                let after = offset + stride;
                self.copy(dst, base, offset);
                self.copy(dst.plus(offset), src, stride);
                self.copy(dst.plus(after), base.plus(after), count - after);
            }
            Some(_) => self.emit(Op::Undef { width: 64, dst, count }),
            None if stride == 1 => {
                let index = self.value(index)?;
                self.copy(dst, base, count);
                self.emit(Op::SetElement { count: len as u16, base: dst, index, src });
            }
            None => {
                return LowerError::unsupported("a variable index into a vector of wide elements");
            }
        }
        Ok(())
    }

    /// Emits a `shufflevector`.
    pub(crate) fn shuffle(
        &mut self,
        a: Value,
        b: Value,
        mask: &[Option<u32>],
        dst: Slot,
    ) -> Lowered<()> {
        let (scalar, len) = self.lanes(self.type_of(a))?;
        if self.lanes(self.type_of(b))? != (scalar, len) {
            return LowerError::malformed("operands of different types");
        }
        let stride = scalar.slots();
        let a = self.value(a)?;
        let b = self.value(b)?;
        for (lane, source) in (0u32..).zip(mask) {
            let dst = dst.plus(lane * stride);
            match source {
                Some(index) if *index < len => self.copy(dst, a.plus(index * stride), stride),
                Some(index) if *index < 2 * len => {
                    self.copy(dst, b.plus((index - len) * stride), stride);
                }
                Some(_) => return LowerError::malformed("a shuffle beyond its operands"),
                None => self.emit(Op::Undef { width: 64, dst, count: stride }),
            }
        }
        Ok(())
    }
}
