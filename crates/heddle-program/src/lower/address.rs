//! `getelementptr`: constant parts become one offset, the rest `index * scale`.

use heddle_bitcode::{Type, TypeId, Value};

use crate::body::RowKind;
use crate::context::{LowerError, Lowered};
use crate::layout::{Layout, Scalar};
use crate::lower::Lowerer;
use crate::{Const, Op, Slot, Wrap};

/// A step of an address computation.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Step {
    /// So many bytes on.
    Offset(i64),
    /// So many bytes times the index with this number.
    Index {
        /// Number of the index.
        index: usize,
        /// Bytes.
        scale: u64,
    },
}

/// The steps of walking `ty` by `indices` (`None` if not constant).
pub(crate) fn steps(
    layout: &Layout<'_>,
    ty: TypeId,
    indices: &[Option<i64>],
) -> Lowered<Vec<Step>> {
    let mut steps = Vec::with_capacity(indices.len());
    let mut current = ty;
    for (number, index) in indices.iter().enumerate() {
        if number > 0
            && let Type::Struct { .. } = layout.ty(current)
        {
            let field = index.and_then(|index| u64::try_from(index).ok());
            let Some((field, offset, _)) = field.and_then(|field| layout.element(current, field))
            else {
                return LowerError::malformed("an address of a field that is not there");
            };
            steps.push(Step::Offset(offset.cast_signed()));
            current = field;
            continue;
        }
        if number > 0 {
            current = match layout.ty(current) {
                Type::Array(_, element) | Type::Vector { element, .. } => *element,
                _ => return LowerError::malformed("an address inside of a scalar"),
            };
        }
        let scale = layout.of(current).size;
        steps.push(match index {
            Some(index) => Step::Offset(index.wrapping_mul(scale.cast_signed())),
            None => Step::Index { index: number, scale },
        });
    }
    Ok(steps)
}

impl Lowerer<'_, '_> {
    /// Emits a `getelementptr` of result type `ty` into `dst`.
    pub(crate) fn gep(
        &mut self,
        ty: TypeId,
        walked: TypeId,
        base: Value,
        indices: &[Value],
        dst: Slot,
    ) -> Lowered<()> {
        let Some((Scalar::Ptr, lanes)) = self.layout.lanes(ty) else {
            return LowerError::malformed("an address that is not a pointer");
        };
        let constants: Vec<_> =
            indices.iter().map(|index| self.const_index(*index)).collect::<Lowered<_>>()?;
        let steps = steps(self.layout, walked, &constants)?;
        // Operands first: what they need must not come between the steps.
        let (base, base_lanes) = self.address_operand(base)?;
        let mut operands = Vec::with_capacity(indices.len());
        for (index, constant) in indices.iter().zip(&constants) {
            operands.push(match constant {
                Some(_) => None,
                None => {
                    let index_ty = self.type_of(*index);
                    let Some((Scalar::Int(width), lanes)) = self.layout.lanes(index_ty) else {
                        return LowerError::malformed("an index that is not an integer");
                    };
                    if width > 64 {
                        return LowerError::unsupported(format!("an index of {width} bits"));
                    }
                    Some((self.value(*index)?, width, lanes))
                }
            });
        }
        for lane in 0..lanes {
            let base = if base_lanes == lanes { base.plus(lane) } else { base };
            let offset = steps.iter().fold(0i64, |sum, step| match step {
                Step::Offset(more) => sum.wrapping_add(*more),
                Step::Index { .. } => sum,
            });
            let mut left = operands.iter().flatten().count();
            let dst = dst.plus(lane);
            let mut current = base;
            for step in &steps {
                let Step::Index { index, scale } = *step else { continue };
                let Some(Some((slot, width, index_lanes))) = operands.get(index) else { continue };
                let slot = if *index_lanes == lanes { slot.plus(lane) } else { *slot };
                left -= 1;
                // The offset comes last, so that accesses can take it over.
                let last = left == 0 && offset == 0;
                let to = if last { dst } else { self.pointer_temp() };
                self.index_step(to, current, slot, *width, scale);
                current = to;
            }
            self.offset_step(dst, current, offset);
        }
        Ok(())
    }

    /// `dst = base + offset`.
    pub(crate) fn offset_step(&mut self, dst: Slot, base: Slot, offset: i64) {
        match i32::try_from(offset) {
            Ok(0) if dst == base => {}
            Ok(0) => self.emit(Op::Move { dst, src: base }),
            Ok(offset) => self.emit(Op::PtrOffset { dst, base, offset }),
            Err(_) => {
                let bits =
                    super::constants::cut(offset.cast_unsigned(), self.layout.pointer_bits());
                let offset = self.body.constant(Const::Bits(bits));
                self.emit(Op::PtrAdd { dst, base, offset });
            }
        }
    }

    fn index_step(&mut self, dst: Slot, base: Slot, index: Slot, width: u32, scale: u64) {
        match u32::try_from(scale) {
            Ok(scale) => {
                self.emit(Op::PtrIndex { width: width as u8, dst, base, index, scale });
            }
            Err(_) => {
                let pointer = self.layout.pointer_bits() as u8;
                let wide = self.body.row(2, RowKind::Value);
                let scale = self.body.constant(Const::Bits(scale));
                self.emit(Op::SExt { from: width as u8, to: pointer, dst: wide, src: index });
                let product = wide.plus(1);
                self.emit(Op::Mul {
                    width: pointer,
                    wrap: Wrap(0),
                    dst: product,
                    a: wide,
                    b: scale,
                });
                self.emit(Op::PtrAdd { dst, base, offset: product });
            }
        }
    }

    fn pointer_temp(&mut self) -> Slot {
        let slot = self.body.row(1, RowKind::Value);
        self.body.pointers[slot.index()] = true;
        slot
    }

    /// A pointer or vector of pointers, and its number of lanes.
    fn address_operand(&mut self, value: Value) -> Lowered<(Slot, u32)> {
        match self.layout.lanes(self.type_of(value)) {
            Some((Scalar::Ptr, lanes)) => Ok((self.value(value)?, lanes)),
            _ => LowerError::malformed("an address based on what is not a pointer"),
        }
    }

    /// The value of an index that is the same constant in all lanes.
    fn const_index(&mut self, index: Value) -> Lowered<Option<i64>> {
        let Value::Const(id) = index else { return Ok(None) };
        let ty = self.module.constant_types[id];
        if self.layout.lanes(ty).is_some_and(|(_, lanes)| lanes == 1)
            || super::constants::is_splat(self.cx, self.m, id)?
        {
            return super::constants::int(self.cx, self.m, id, 0);
        }
        Ok(None)
    }
}
