//! `getelementptr`: constant parts become one offset, the rest `index * scale`.
//!
//! One that may leave the object, and on which another is based, is a number on the way to an address:
//! the optimizer computes `q`, for a `p` into the same object, as `(p + q) - p`. A pointer has
//! no room for what lies in between, so such offsets are added to each other first, and then to
//! the pointer where they begin. Its value is there: what comes between it and the second
//! `getelementptr` on any path is the first one, which it dominates.

use heddle_bitcode::{GepFlags, Opcode, Type, TypeId, Value};

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

/// Steps, and the values of the indices that are not constant: slot, width and lanes.
#[derive(Clone)]
struct Walk {
    steps: Vec<Step>,
    operands: Vec<Option<(Slot, u32, u32)>>,
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
        let walk = self.walk(walked, indices)?;
        if lanes == 1
            && let Some((root, ways)) = self.root(base, &walk)?
        {
            return self.long_way(dst, root, &ways);
        }
        let Walk { steps, operands } = walk;
        let (base, base_lanes) = self.address_operand(base)?;
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

    /// The steps of walking `walked` by `indices`, and the values of those that are not constant.
    fn walk(&mut self, walked: TypeId, indices: &[Value]) -> Lowered<Walk> {
        let constants: Vec<_> =
            indices.iter().map(|index| self.const_index(*index)).collect::<Lowered<_>>()?;
        let steps = steps(self.layout, walked, &constants)?;
        // Operands first: what they need must not come between the steps.
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
        Ok(Walk { steps, operands })
    }

    /// The pointer where `base` begins that may lie outside of its object, and all the ways from
    /// there, the one from `base` on being `last`; `None` if `base` stays in its object.
    fn root(&mut self, base: Value, last: &Walk) -> Lowered<Option<(Slot, Vec<Walk>)>> {
        let mut ways = vec![last.clone()];
        let mut root = base;
        let function = self.function;
        while let Value::Inst(inst) = root
            && let Opcode::GetElementPtr { source, base, indices, flags } = &function.insts[inst].op
            && !matches!(flags, GepFlags { inbounds: true, .. } | GepFlags { nusw: true, .. })
            && self.may_go_far(indices)?
        {
            ways.push(self.walk(*source, indices)?);
            root = *base;
        }
        if ways.len() == 1 {
            return Ok(None);
        }
        Ok(Some((self.address_operand(root)?.0, ways)))
    }

    /// True unless all indices are small constants.
    fn may_go_far(&mut self, indices: &[Value]) -> Lowered<bool> {
        for index in indices {
            match self.const_index(*index)? {
                Some(index) if i32::try_from(index).is_ok() => {}
                _ => return Ok(true),
            }
        }
        Ok(false)
    }

    /// `dst = root`, and all of `ways` from there.
    fn long_way(&mut self, dst: Slot, root: Slot, ways: &[Walk]) -> Lowered<()> {
        let width = self.layout.pointer_bits() as u8;
        let mut sum = self.body.constant(Const::Bits(0));
        for Walk { steps, operands } in ways {
            for step in steps {
                let (term, scale) = match *step {
                    Step::Offset(offset) => {
                        let bits = super::constants::cut(offset.cast_unsigned(), u32::from(width));
                        (self.body.constant(Const::Bits(bits)), 1)
                    }
                    Step::Index { index, scale } => {
                        let Some(Some((slot, from, _))) = operands.get(index) else { continue };
                        (self.integer(*slot, *from), scale)
                    }
                };
                let term = self.scaled(term, scale);
                let next = self.body.row(1, RowKind::Value);
                self.emit(Op::Add { width, wrap: Wrap(0), dst: next, a: sum, b: term });
                sum = next;
            }
        }
        self.emit(Op::PtrAdd { dst, base: root, offset: sum });
        Ok(())
    }

    /// An index of `from` bits in the width of pointers.
    fn integer(&mut self, index: Slot, from: u32) -> Slot {
        let to = self.layout.pointer_bits();
        if from == to {
            return index;
        }
        let dst = self.body.row(1, RowKind::Value);
        self.emit(match from < to {
            true => Op::SExt { from: from as u8, to: to as u8, dst, src: index },
            false => Op::Trunc { width: to as u8, dst, src: index },
        });
        dst
    }

    /// `index * scale`, in the width of pointers.
    fn scaled(&mut self, index: Slot, scale: u64) -> Slot {
        if scale == 1 {
            return index;
        }
        let width = self.layout.pointer_bits() as u8;
        let scale = self.body.constant(Const::Bits(scale));
        let dst = self.body.row(1, RowKind::Value);
        self.emit(Op::Mul { width, wrap: Wrap(0), dst, a: index, b: scale });
        dst
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
                let wide = self.integer(index, width);
                let offset = self.scaled(wide, scale);
                self.emit(Op::PtrAdd { dst, base, offset });
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
