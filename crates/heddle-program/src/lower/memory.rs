//! Loads, stores, atomics and stack objects.

use heddle_bitcode::{InstId, Ordering, RmwOp, TypeId, Value};

use crate::body::RowKind;
use crate::context::{LowerError, Lowered};
use crate::layout::Scalar;
use crate::lower::{Lowerer, constants};
use crate::{AccessMode, Alloca, MemoryOrder, Op, Rmw, Slot};

/// Ordering and volatility of an access.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Mode {
    pub(crate) volatile: bool,
    pub(crate) ordering: Ordering,
}

impl Mode {
    /// As the machine has it.
    pub(crate) fn access(self) -> AccessMode {
        AccessMode::new(order(self.ordering)).volatile(self.volatile)
    }
}

/// An order as the machine has it.
fn order(ordering: Ordering) -> MemoryOrder {
    match ordering {
        Ordering::NotAtomic => MemoryOrder::NotAtomic,
        Ordering::Unordered => MemoryOrder::Unordered,
        Ordering::Monotonic => MemoryOrder::Relaxed,
        Ordering::Acquire => MemoryOrder::Acquire,
        Ordering::Release => MemoryOrder::Release,
        Ordering::AcqRel => MemoryOrder::AcquireRelease,
        Ordering::SeqCst => MemoryOrder::SequentiallyConsistent,
    }
}

/// The alignment that is asked for, else the type's.
pub(crate) fn alignment(explicit: u64, of_type: u32) -> u32 {
    match u32::try_from(explicit) {
        Ok(0) => of_type.max(1),
        Ok(align) => align,
        Err(_) => 1 << 31,
    }
}

fn rmw(op: RmwOp) -> Rmw {
    match op {
        RmwOp::Xchg => Rmw::Xchg,
        RmwOp::Add => Rmw::Add,
        RmwOp::Sub => Rmw::Sub,
        RmwOp::And => Rmw::And,
        RmwOp::Nand => Rmw::Nand,
        RmwOp::Or => Rmw::Or,
        RmwOp::Xor => Rmw::Xor,
        RmwOp::Max => Rmw::Max,
        RmwOp::Min => Rmw::Min,
        RmwOp::UMax => Rmw::UMax,
        RmwOp::UMin => Rmw::UMin,
        RmwOp::FAdd => Rmw::FAdd,
        RmwOp::FSub => Rmw::FSub,
        RmwOp::FMax => Rmw::FMax,
        RmwOp::FMin => Rmw::FMin,
        RmwOp::UIncWrap => Rmw::UIncWrap,
        RmwOp::UDecWrap => Rmw::UDecWrap,
        RmwOp::USubCond => Rmw::USubCond,
        RmwOp::USubSat => Rmw::USubSat,
    }
}

impl Lowerer<'_, '_> {
    /// The slot of a variable that has no address, if `ptr` is one.
    pub(crate) fn local(&mut self, ptr: Value) -> Lowered<Option<Slot>> {
        let Value::Inst(inst) = ptr else { return Ok(None) };
        if let Some(slot) = self.locals.slot(inst) {
            return Ok(Some(slot));
        }
        let Some(ty) = self.locals.ty(inst) else { return Ok(None) };
        let slots = self.slots(ty)?;
        let slot = self.typed_row(ty, slots, RowKind::Local);
        self.locals.set_slot(inst, slot);
        Ok(Some(slot))
    }

    /// True if an access as `ty` to a variable that lives in a slot makes an integer of a pointer:
    /// a load reads from a pointer, or a store writes one to an integer.
    fn is_pun(&self, ptr: Value, ty: TypeId, load: bool) -> bool {
        let Value::Inst(inst) = ptr else { return false };
        let is_pointer = |ty| self.layout.scalar(ty) == Some(Scalar::Ptr);
        let variable = self.locals.ty(inst).is_some_and(is_pointer);
        let access = is_pointer(ty);
        if load { variable && !access } else { access && !variable }
    }

    /// Copies a variable that lives in slots.
    fn copy_local(&mut self, dst: Slot, src: Slot, slots: u32, pun: bool) {
        if pun {
            self.emit(Op::PunToInt { dst, src });
        } else {
            self.copy(dst, src, slots);
        }
    }

    /// A pointer.
    pub(crate) fn pointer(&mut self, ptr: Value) -> Lowered<Slot> {
        match self.layout.scalar(self.type_of(ptr)) {
            Some(Scalar::Ptr) => self.value(ptr),
            _ => LowerError::malformed("an access through what is not a pointer"),
        }
    }

    /// Emits a load of `ty` into `dst`.
    pub(crate) fn load(&mut self, ty: TypeId, ptr: Value, mode: Mode, dst: Slot) -> Lowered<()> {
        let slots = self.slots(ty)?;
        if let Some(local) = self.local(ptr)? {
            self.copy_local(dst, local, slots, self.is_pun(ptr, ty, true));
            return Ok(());
        }
        let ptr = self.pointer(ptr)?;
        if slots == 0 {
            return Ok(());
        }
        match self.access_of(ty, mode) {
            Ok((bytes, width, access)) => {
                self.emit(Op::Load { bytes, width, access, dst, ptr, offset: 0 });
            }
            Err(access) => {
                let parts = self.cx.parts(self.m, ty);
                self.emit(Op::LoadParts { access, dst, ptr, parts });
            }
        }
        Ok(())
    }

    /// Emits a store of `value`.
    pub(crate) fn store(&mut self, value: Value, ptr: Value, mode: Mode) -> Lowered<()> {
        let ty = self.type_of(value);
        let slots = self.slots(ty)?;
        let src = self.value(value)?;
        if let Some(local) = self.local(ptr)? {
            self.copy_local(local, src, slots, self.is_pun(ptr, ty, false));
            return Ok(());
        }
        let ptr = self.pointer(ptr)?;
        if slots == 0 {
            return Ok(());
        }
        match self.access_of(ty, mode) {
            Ok((bytes, width, access)) => {
                self.emit(Op::Store { bytes, width, access, src, ptr, offset: 0 });
            }
            Err(access) => {
                let parts = self.cx.parts(self.m, ty);
                self.emit(Op::StoreParts { access, src, ptr, parts });
            }
        }
        Ok(())
    }

    /// Bytes, width and access of a scalar of one slot; for others, the access only.
    fn access_of(&mut self, ty: TypeId, mode: Mode) -> Result<(u8, u8, AccessMode), AccessMode> {
        let mut access = mode.access();
        let parts = self.cx.parts(self.m, ty);
        if self.cx.all_parts()[parts].parts.iter().any(|part| part.pointer) {
            access = access.pointer();
        }
        match self.layout.scalar(ty) {
            Some(scalar) if scalar.slots() == 1 => {
                let width = self.layout.scalar_bits(scalar) as u8;
                Ok((width.div_ceil(8), width, access))
            }
            _ => Err(access),
        }
    }

    /// Width and access of an atomic operation on `ty`.
    fn atomic(&mut self, ty: TypeId, mode: Mode) -> Lowered<(u8, AccessMode)> {
        let Some(scalar) = self.layout.scalar(ty) else {
            return LowerError::malformed("an atomic operation on an aggregate");
        };
        let width = self.layout.scalar_bits(scalar);
        if !matches!(width, 8 | 16 | 32 | 64 | 128) {
            return LowerError::unsupported(format!("an atomic operation on {width} bits"));
        }
        let mut access = mode.access();
        if scalar == Scalar::Ptr {
            access = access.pointer();
        }
        Ok((width as u8, access))
    }

    /// Emits an atomic read-modify-write.
    pub(crate) fn atomic_rmw(
        &mut self,
        op: RmwOp,
        ptr: Value,
        value: Value,
        mode: Mode,
        dst: Slot,
    ) -> Lowered<()> {
        let (width, access) = self.atomic(self.type_of(value), mode)?;
        let ptr = self.pointer(ptr)?;
        let value = self.value(value)?;
        self.emit(Op::AtomicRmw { op: rmw(op), width, access, dst, ptr, value });
        Ok(())
    }

    /// Emits a compare-exchange.
    pub(crate) fn cmpxchg(
        &mut self,
        [ptr, expected, new]: [Value; 3],
        (success, failure): (Ordering, Ordering),
        volatile: bool,
        weak: bool,
        dst: Slot,
    ) -> Lowered<()> {
        let ty = self.type_of(expected);
        if self.layout.scalar(ty) != self.layout.scalar(self.type_of(new)) {
            return LowerError::malformed("operands of different types");
        }
        let (width, mut access) = self.atomic(ty, Mode { volatile, ordering: success })?;
        let failure = order(failure);
        if weak {
            access = access.weak();
        }
        let ptr = self.pointer(ptr)?;
        let expected = self.value(expected)?;
        let new = self.value(new)?;
        self.emit(Op::CmpXchg { width, access, failure, dst, ptr, expected, new });
        Ok(())
    }

    /// Makes a variable of this type that lives in slots undefined. One of a single slot has the
    /// bits of its bytes; those above are defined, as in every value of its width.
    pub(crate) fn undefine(&mut self, dst: Slot, ty: TypeId) -> Lowered<()> {
        let count = self.slots(ty)?;
        let width = match (count, self.layout.of(ty).size) {
            (1, bytes @ 1..8) => bytes as u8 * 8,
            _ => 64,
        };
        self.emit(Op::Undef { width, dst, count });
        Ok(())
    }

    /// Emits a stack object, or makes the slots of a variable undefined.
    pub(crate) fn alloca(
        &mut self,
        inst: InstId,
        element: TypeId,
        count: Value,
        align: u64,
    ) -> Lowered<()> {
        if let Some(dst) = self.local(Value::Inst(inst))? {
            return self.undefine(dst, element);
        }
        let dst = self.result(inst)?;
        let info = self.layout.of(element);
        let align = alignment(align, info.align);
        let mut alloca = Alloca { size: info.size, align, name: None, ty: None };
        let constant = match count {
            Value::Const(id) => constants::int(self.cx, self.m, id, 0)?,
            _ => None,
        };
        if let Some(count) = constant {
            alloca.size = info.size.saturating_mul(count.cast_unsigned()).min(1 << 60);
            let id = self.body.tables.allocas.push(alloca);
            self.alloca_ids.insert(inst, id);
            self.emit(Op::Alloca { dst, id });
            return Ok(());
        }
        let Some(Scalar::Int(width @ 1..=64)) = self.layout.scalar(self.type_of(count)) else {
            return LowerError::unsupported("a variable-length array with a strange length");
        };
        let count = self.value(count)?;
        let id = self.body.tables.allocas.push(alloca);
        self.alloca_ids.insert(inst, id);
        self.emit(Op::AllocaMany { width: width as u8, dst, id, count });
        Ok(())
    }
}
