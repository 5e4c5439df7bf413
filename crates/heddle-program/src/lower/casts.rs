//! Conversions.

use heddle_bitcode::{CastOp, TypeId, Value};

use crate::body::RowKind;
use crate::context::{LowerError, Lowered};
use crate::layout::Scalar;
use crate::lower::Lowerer;
use crate::lower::arithmetic::float_width;
use crate::{FloatWidth, Op, Slot, WideOp};

impl Lowerer<'_, '_> {
    /// Emits a conversion of `a` to `ty` into `dst`.
    pub(crate) fn cast(&mut self, op: CastOp, a: Value, ty: TypeId, dst: Slot) -> Lowered<()> {
        let from_ty = self.type_of(a);
        if op == CastOp::Bitcast {
            let src = self.value(a)?;
            return self.bitcast(from_ty, ty, dst, src);
        }
        let (from, lanes) = self.lanes(from_ty)?;
        let (to, to_lanes) = self.lanes(ty)?;
        if lanes != to_lanes {
            return LowerError::malformed("a conversion to another number of elements");
        }
        let src = self.value(a)?;
        for lane in 0..lanes {
            let dst = dst.plus(lane * to.slots());
            let src = src.plus(lane * from.slots());
            self.cast_scalar(op, from, to, dst, src)?;
        }
        Ok(())
    }

    fn cast_scalar(
        &mut self,
        op: CastOp,
        from: Scalar,
        to: Scalar,
        dst: Slot,
        src: Slot,
    ) -> Lowered<()> {
        match (op, from, to) {
            (CastOp::Trunc | CastOp::ZExt, Scalar::Int(from), Scalar::Int(to)) => {
                self.resize(false, from, to, dst, src);
            }
            (CastOp::SExt, Scalar::Int(from), Scalar::Int(to)) => {
                self.resize(true, from, to, dst, src);
            }
            (CastOp::FpToUi | CastOp::FpToSi, Scalar::Float(kind), Scalar::Int(width)) => {
                let signed = op == CastOp::FpToSi;
                match float_width(kind) {
                    Some(kind) if width <= 64 => {
                        self.emit(Op::FToInt { kind, signed, width: width as u8, dst, src });
                    }
                    _ => self.wide(WideOp::FToInt { kind, signed, width, dst, src }),
                }
            }
            (CastOp::UiToFp | CastOp::SiToFp, Scalar::Int(width), Scalar::Float(kind)) => {
                let signed = op == CastOp::SiToFp;
                match float_width(kind) {
                    Some(kind) if width <= 64 => {
                        self.emit(Op::IntToF { kind, signed, width: width as u8, dst, src });
                    }
                    _ => self.wide(WideOp::IntToF { kind, signed, width, dst, src }),
                }
            }
            (CastOp::FpTrunc | CastOp::FpExt, Scalar::Float(from), Scalar::Float(to)) => {
                match (float_width(from), float_width(to)) {
                    (Some(from), Some(to)) if from == to => self.emit(Op::Move { dst, src }),
                    (Some(from @ (FloatWidth::F32 | FloatWidth::F64)), Some(_)) => {
                        self.emit(Op::FConvert { from, dst, src });
                    }
                    _ => self.wide(WideOp::FConvert { from, to, dst, src }),
                }
            }
            (CastOp::PtrToInt, Scalar::Ptr, Scalar::Int(to)) => {
                let pointer = self.layout.pointer_bits();
                if to == pointer || (to > pointer && to <= 64) {
                    self.emit(Op::PtrToInt { dst, src });
                } else {
                    let address = self.body.row(1, RowKind::Value);
                    self.emit(Op::PtrToInt { dst: address, src });
                    self.resize(false, pointer, to, dst, address);
                }
            }
            (CastOp::IntToPtr, Scalar::Int(from), Scalar::Ptr) => {
                self.resize(false, from, self.layout.pointer_bits(), dst, src);
            }
            (CastOp::AddrSpaceCast, Scalar::Ptr, Scalar::Ptr) => self.emit(Op::Move { dst, src }),
            _ => return LowerError::malformed("a conversion between types that do not have it"),
        }
        Ok(())
    }

    /// An integer of another width.
    pub(crate) fn resize(&mut self, signed: bool, from: u32, to: u32, dst: Slot, src: Slot) {
        if from > 64 || to > 64 {
            self.wide(WideOp::Resize { signed, from, to, dst, src });
        } else if to < from {
            self.emit(Op::Trunc { width: to as u8, dst, src });
        } else if to > from && signed {
            self.emit(Op::SExt { from: from as u8, to: to as u8, dst, src });
        } else {
            self.emit(Op::Move { dst, src });
        }
    }

    /// The same bits as another type.
    pub(crate) fn bitcast(
        &mut self,
        from: TypeId,
        to: TypeId,
        dst: Slot,
        src: Slot,
    ) -> Lowered<()> {
        let (from_parts, to_parts) = (self.cx.parts(self.m, from), self.cx.parts(self.m, to));
        let all = self.cx.all_parts();
        let (a, b) = (&all[from_parts], &all[to_parts]);
        if a.bytes != b.bytes {
            return LowerError::malformed("a bit cast to another size");
        }
        let place = |part: &crate::Part| (part.bit_offset, part.width);
        if a.parts.iter().map(place).eq(b.parts.iter().map(place)) {
            let count = self.slots(to)?;
            self.copy(dst, src, count);
        } else {
            let id = self.body.tables.repacks.push((dst, to_parts, src, from_parts));
            self.emit(Op::Repack { id });
        }
        Ok(())
    }

    /// Copies slots.
    pub(crate) fn copy(&mut self, dst: Slot, src: Slot, count: u32) {
        match count {
            0 => {}
            1 => self.emit(Op::Move { dst, src }),
            _ => self.emit(Op::MoveMany { dst, src, count }),
        }
    }
}
