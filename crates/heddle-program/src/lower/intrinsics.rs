//! Functions that LLVM knows by name.

use heddle_bitcode::{InstId, TypeId, Value};

use crate::context::{LowerError, Lowered};
use crate::layout::Scalar;
use crate::lower::{Lowerer, constants};
use crate::{AccessMode, Const, IntBinary, IntUnary, Op, Origin, Overflowing, Slot, WideOp};

/// The name without `llvm.`, and without the types at its end.
fn stem<'n>(name: &'n str, known: &str) -> Option<&'n str> {
    let rest = name.strip_prefix("llvm.")?;
    let rest = rest.strip_prefix(known)?;
    (rest.is_empty() || rest.starts_with('.')).then_some(rest)
}

/// Intrinsics that do nothing here.
const IGNORED: &[&str] = &[
    "assume",
    "dbg.declare",
    "dbg.value",
    "dbg.assign",
    "dbg.label",
    "dbg.addr",
    "donothing",
    "sideeffect",
    "pseudoprobe",
    "prefetch",
    "experimental.noalias.scope.decl",
    "invariant.end",
    "var.annotation",
    "codeview.annotation",
    "instrprof.increment",
    "eh.recoverfp",
    "x86.sse2.pause",
    "aarch64.hint",
];

/// Intrinsics whose result is their first argument.
const IDENTITIES: &[&str] = &[
    "expect.with.probability",
    "expect",
    "launder.invariant.group",
    "strip.invariant.group",
    "annotation",
    "ptr.annotation",
    "ssa.copy",
    "arithmetic.fence",
    "canonicalize",
    "preserve.array.access.index",
];

impl Lowerer<'_, '_> {
    /// Lowers a call of the intrinsic `name`.
    pub(crate) fn intrinsic(
        &mut self,
        inst: InstId,
        name: &str,
        args: &[Value],
        dst: Slot,
    ) -> Lowered<()> {
        let ty = self.function.insts[inst].ty;
        let is = |known: &str| stem(name, known).is_some();
        if IGNORED.iter().any(|known| is(known)) {
            return Ok(());
        }
        if IDENTITIES.iter().any(|known| is(known)) {
            let src = self.arg(args, 0)?;
            let count = self.slots(ty)?;
            self.copy(dst, src, count);
            return Ok(());
        }
        if is("eh.typeid.for") {
            return self.type_selector(args, dst);
        }
        if self.memory_intrinsic(name, args, dst)?
            || self.stack_intrinsic(name, args, dst)?
            || self.integer_intrinsic(name, args, ty, dst)?
            || self.known_answer(name, args, ty, dst)?
            || self.float_intrinsic(name, args, ty, dst)?
            || self.reduction(name, args, ty, dst)?
        {
            return Ok(());
        }
        LowerError::unsupported(format!("the intrinsic `{name}`"))
    }

    /// The slots of an argument.
    pub(crate) fn arg(&mut self, args: &[Value], index: usize) -> Lowered<Slot> {
        match args.get(index) {
            Some(value) => self.value(*value),
            None => LowerError::malformed("an intrinsic with too few arguments"),
        }
    }

    /// The value of an argument that is a constant integer.
    pub(crate) fn const_arg(&mut self, args: &[Value], index: usize) -> Lowered<u64> {
        if let Some(Value::Const(id)) = args.get(index)
            && let Some(value) = constants::int(self.cx, self.m, *id, 0)?
        {
            return Ok(value.cast_unsigned());
        }
        LowerError::malformed("an intrinsic whose argument should be a constant")
    }

    /// True of the function of the runtime through which library calls access atomic objects.
    fn copies_atomically(&self) -> bool {
        self.function.symbol.name == "__heddle_copy_atomically"
            && self.cx.origin(self.m) == Origin::Runtime
    }

    fn memory_intrinsic(&mut self, name: &str, args: &[Value], dst: Slot) -> Lowered<bool> {
        let is = |known: &str| stem(name, known).is_some();
        let volatile = |this: &mut Self| -> Lowered<AccessMode> {
            Ok(AccessMode::PLAIN.volatile(this.const_arg(args, 3)? & 1 != 0))
        };
        let element_wise = name.contains(".element.unordered.atomic");
        if element_wise {
            return Ok(false);
        }
        if is("memcpy.inline") || is("memcpy") || is("memmove") {
            let access = match self.copies_atomically() {
                true => AccessMode::SEQ_CST,
                false => volatile(self)?,
            };
            let [to, src, len] = [self.arg(args, 0)?, self.arg(args, 1)?, self.arg(args, 2)?];
            // Equal addresses are allowed to `llvm.memcpy`, unlike other overlaps.
            self.emit(Op::MemCopy { disjoint: !is("memmove"), access, dst: to, src, len });
        } else if is("memset.inline") || is("memset") {
            let access = volatile(self)?;
            let [to, value, len] = [self.arg(args, 0)?, self.arg(args, 1)?, self.arg(args, 2)?];
            self.emit(Op::MemSet { access, dst: to, value, len });
        } else if is("threadlocal.address") {
            let src = self.arg(args, 0)?;
            self.emit(Op::Move { dst, src });
        } else if is("invariant.start") {
            self.emit(Op::Undef { width: 64, dst, count: 1 });
        } else if is("ptrmask") {
            let width = self.layout.pointer_bits() as u8;
            let [a, b] = [self.arg(args, 0)?, self.arg(args, 1)?];
            self.emit(Op::And { width, dst, a, b });
        } else if is("x86.sse2.mfence") || is("x86.sse2.lfence") || is("x86.sse.sfence") {
            self.emit(Op::Fence { access: AccessMode::SEQ_CST });
        } else {
            return Ok(false);
        }
        Ok(true)
    }

    fn stack_intrinsic(&mut self, name: &str, args: &[Value], dst: Slot) -> Lowered<bool> {
        let is = |known: &str| stem(name, known).is_some();
        if is("lifetime.start") || is("lifetime.end") {
            let start = is("lifetime.start");
            let Some(ptr) = args.last() else {
                return LowerError::malformed("an intrinsic with too few arguments");
            };
            match self.local(*ptr)? {
                Some(dst) => {
                    let Value::Inst(alloca) = *ptr else { return Ok(true) };
                    if let (true, Some(ty)) = (start, self.locals.ty(alloca)) {
                        self.undefine(dst, ty)?;
                    }
                }
                None => {
                    let ptr = self.pointer(*ptr)?;
                    self.emit(if start {
                        Op::LifetimeStart { ptr }
                    } else {
                        Op::LifetimeEnd { ptr }
                    });
                }
            }
        } else if is("stacksave") {
            self.emit(Op::StackSave { dst });
        } else if is("stackrestore") {
            let src = self.arg(args, 0)?;
            self.emit(Op::StackRestore { src });
        } else if is("va_start") {
            let list = self.arg(args, 0)?;
            self.emit(Op::VaStart { list });
        } else if is("va_copy") {
            let [dst, src] = [self.arg(args, 0)?, self.arg(args, 1)?];
            self.emit(Op::VaCopy { dst, src });
        } else if is("va_end") {
            let list = self.arg(args, 0)?;
            self.emit(Op::VaEnd { list });
        } else if is("trap") || is("debugtrap") || is("ubsantrap") {
            self.emit(Op::Trap);
        } else {
            return Ok(false);
        }
        Ok(true)
    }

    /// Intrinsics that ask what only an optimizer could know.
    fn known_answer(&mut self, name: &str, args: &[Value], ty: TypeId, dst: Slot) -> Lowered<bool> {
        let is = |known: &str| stem(name, known).is_some();
        let bits = if is("is.constant") {
            0
        } else if is("objectsize") {
            // The second argument asks for the least answer where the size is unknown.
            match self.const_arg(args, 1)? & 1 {
                0 => u64::MAX,
                _ => 0,
            }
        } else if is("type.test") || is("public.type.test") || is("allow.runtime.check") {
            1
        } else {
            return Ok(false);
        };
        let Some(scalar @ Scalar::Int(_)) = self.layout.scalar(ty) else {
            return LowerError::malformed("an intrinsic of a strange type");
        };
        let bits = constants::cut(bits, self.layout.scalar_bits(scalar));
        let src = self.body.constant(Const::Bits(bits));
        self.emit(Op::Move { dst, src });
        Ok(true)
    }

    fn integer_intrinsic(
        &mut self,
        name: &str,
        args: &[Value],
        ty: TypeId,
        dst: Slot,
    ) -> Lowered<bool> {
        let is = |known: &str| stem(name, known).is_some();
        let unary = [
            ("ctpop", IntUnary::Ctpop),
            ("ctlz", IntUnary::Ctlz),
            ("cttz", IntUnary::Cttz),
            ("bswap", IntUnary::Bswap),
            ("bitreverse", IntUnary::BitReverse),
            ("abs", IntUnary::Abs),
        ];
        if let Some((_, op)) = unary.into_iter().find(|(known, _)| is(known)) {
            let (scalar, lanes) = self.lanes(ty)?;
            let a = self.arg(args, 0)?;
            let width = self.int_width(scalar)?;
            self.each_lane(scalar.slots(), lanes, [dst, a], |this, [dst, a]| {
                if width <= 64 {
                    this.emit(Op::IntUnary { op, width: width as u8, dst, a });
                } else {
                    this.wide(WideOp::Unary { op, width, dst, a });
                }
                Ok(())
            })?;
            return Ok(true);
        }
        let binary = [
            ("smax", IntBinary::SMax),
            ("smin", IntBinary::SMin),
            ("umax", IntBinary::UMax),
            ("umin", IntBinary::UMin),
            ("sadd.sat", IntBinary::SAddSat),
            ("uadd.sat", IntBinary::UAddSat),
            ("ssub.sat", IntBinary::SSubSat),
            ("usub.sat", IntBinary::USubSat),
            ("sshl.sat", IntBinary::SShlSat),
            ("ushl.sat", IntBinary::UShlSat),
        ];
        if let Some((_, op)) = binary.into_iter().find(|(known, _)| is(known)) {
            let (scalar, lanes) = self.lanes(ty)?;
            let [a, b] = [self.arg(args, 0)?, self.arg(args, 1)?];
            self.each_lane(scalar.slots(), lanes, [dst, a, b], |this, slots| {
                this.int_binary(op, scalar, slots)
            })?;
            return Ok(true);
        }
        if is("scmp") || is("ucmp") {
            return self.three_way(is("scmp"), args, ty, dst);
        }
        if is("fshl") || is("fshr") {
            let left = is("fshl");
            let (scalar, lanes) = self.lanes(ty)?;
            let width = self.int_width(scalar)?;
            let [a, b, by] = [self.arg(args, 0)?, self.arg(args, 1)?, self.arg(args, 2)?];
            self.each_lane(scalar.slots(), lanes, [dst, a, b, by], |this, [dst, a, b, by]| {
                if width <= 64 {
                    this.emit(Op::FunnelShift { left, width: width as u8, dst, a, b, by });
                } else {
                    this.wide(WideOp::FunnelShift { left, width, dst, a, b, by });
                }
                Ok(())
            })?;
            return Ok(true);
        }
        self.overflow_intrinsic(name, args, dst)
    }

    fn overflow_intrinsic(&mut self, name: &str, args: &[Value], dst: Slot) -> Lowered<bool> {
        let known = [
            ("sadd.with.overflow", Overflowing::SAdd),
            ("uadd.with.overflow", Overflowing::UAdd),
            ("ssub.with.overflow", Overflowing::SSub),
            ("usub.with.overflow", Overflowing::USub),
            ("smul.with.overflow", Overflowing::SMul),
            ("umul.with.overflow", Overflowing::UMul),
        ];
        let Some((_, op)) = known.into_iter().find(|(known, _)| stem(name, known).is_some()) else {
            return Ok(false);
        };
        let [Some(first), Some(_)] = [args.first(), args.get(1)] else {
            return LowerError::malformed("an intrinsic with too few arguments");
        };
        let (scalar, lanes) = self.lanes(self.type_of(*first))?;
        if lanes != 1 {
            return LowerError::unsupported(format!("the intrinsic `{name}`"));
        }
        let width = self.int_width(scalar)?;
        let [a, b] = [self.arg(args, 0)?, self.arg(args, 1)?];
        if width <= 64 {
            self.emit(Op::Overflowing { op, width: width as u8, dst, a, b });
        } else {
            self.wide(WideOp::Overflowing { op, width, dst, a, b });
        }
        Ok(true)
    }

    /// `llvm.scmp` and `llvm.ucmp`: the width of the operands is not the result's.
    fn three_way(&mut self, signed: bool, args: &[Value], ty: TypeId, dst: Slot) -> Lowered<bool> {
        let op = if signed { IntBinary::SCmp } else { IntBinary::UCmp };
        let Some(first) = args.first() else {
            return LowerError::malformed("an intrinsic with too few arguments");
        };
        let (scalar, lanes) = self.lanes(self.type_of(*first))?;
        let (to, to_lanes) = self.lanes(ty)?;
        let (width, to) = (self.int_width(scalar)?, self.int_width(to)?);
        if lanes != to_lanes || width > 64 || to > 64 {
            return LowerError::unsupported("a three-way comparison of wide integers");
        }
        let [a, b] = [self.arg(args, 0)?, self.arg(args, 1)?];
        self.each_lane(1, lanes, [dst, a, b], |this, [dst, a, b]| {
            let outcome = this.body.row(1, crate::body::RowKind::Value);
            this.emit(Op::IntBinary { op, width: width as u8, dst: outcome, a, b });
            this.resize(true, width, to, dst, outcome);
            Ok(())
        })?;
        Ok(true)
    }

    /// The width of an integer.
    pub(crate) fn int_width(&self, scalar: Scalar) -> Lowered<u32> {
        match scalar {
            Scalar::Int(width) => Ok(width),
            _ => LowerError::malformed("an integer operation on something else"),
        }
    }

    /// Emits an integer function of two operands for one element.
    pub(crate) fn int_binary(
        &mut self,
        op: IntBinary,
        scalar: Scalar,
        [dst, a, b]: [Slot; 3],
    ) -> Lowered<()> {
        let width = self.int_width(scalar)?;
        if width <= 64 {
            self.emit(Op::IntBinary { op, width: width as u8, dst, a, b });
        } else {
            self.wide(WideOp::Binary { op, width, dst, a, b });
        }
        Ok(())
    }
}
