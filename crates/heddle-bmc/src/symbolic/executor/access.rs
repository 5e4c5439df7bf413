//! Loads and stores.
//!
//! An access goes to every object that its address may point to. What an access finds where it
//! goes wrong does not matter.

use std::rc::Rc;

use heddle_model::{Property, UnknownKind};
use heddle_program::float::{FloatOp, native};
use heddle_program::{FloatWidth, IntBinary, MathFn, Op, Part, Rmw, Slot};

use super::activation::truth_value;
use super::{Executor, Frame, Racing};
use crate::symbolic::memory::{Addressing, Bits, ObjectId, ObjectKind, Resolved, Target};
use crate::symbolic::operation::address;
use crate::symbolic::operation::undefined::Partial;
use crate::symbolic::path::{Path, World};
use crate::symbolic::value::Value;
use crate::term::{Term, Terms};

/// Most bytes of an object in which a place is looked for that is not known.
const MOST_SEARCHED: u32 = 1 << 22;

/// Kind of an access: its effect, and the accesses that it can race with.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct AccessKind {
    /// True if memory is written.
    pub(super) writes: bool,
    /// The accesses that it can race with.
    pub(super) racing: Racing,
    /// True if a read stands for a write that is made later, if at all.
    pub(super) stores_later: bool,
}

impl AccessKind {
    /// A plain write.
    pub(super) const WRITE: AccessKind =
        AccessKind { writes: true, racing: Racing::Plain, stores_later: false };
    /// A read that is no business of other threads.
    pub(super) const SILENT_READ: AccessKind =
        AccessKind { writes: false, racing: Racing::Never, stores_later: false };
    /// A write that is no business of other threads.
    pub(super) const SILENT_WRITE: AccessKind =
        AccessKind { writes: true, racing: Racing::Never, stores_later: false };
    /// A read in the place of a write that may be made.
    pub(super) const WRITE_TO_COME: AccessKind =
        AccessKind { writes: false, racing: Racing::Plain, stores_later: true };
}

impl<'p> Executor<'p, '_> {
    /// The sum of an address and an offset that is known.
    pub(super) fn offset(&mut self, pointer: Value, offset: i64) -> Value {
        if offset == 0 {
            return pointer;
        }
        let pointer_bytes = self.program.target.pointer_bytes;
        let terms = &mut self.out.terms;
        let by = terms.constant(64, u128::from(offset as u64));
        Value { bits: address::add(terms, pointer_bytes, pointer.bits, by), undef: pointer.undef }
    }

    /// Returns the objects that an address can point to.
    pub(super) fn resolve(&mut self, address: Term) -> Rc<Resolved> {
        let (symbols, directory) = (&self.symbols, self.names.directory());
        // Values decide in a 32-bit program: there it matters only that objects are not missed.
        let is_flat = directory.addressing() == Addressing::Flat;
        let sets = |variable| {
            let points_to =
                symbols.get(&variable).filter(|points_to| is_flat || !points_to.anything)?;
            let named = points_to.constants.iter().filter_map(|&number| directory.at(number));
            Some(points_to.objects.iter().copied().chain(named).collect())
        };
        self.resolver.resolve(&mut self.out.terms, directory, address, &sets)
    }

    /// Looks what is wrong with an access of some bytes, and where it can go.
    pub(super) fn locate(
        &mut self,
        world: &mut World,
        pointer: Value,
        bytes: u32,
        kind: AccessKind,
    ) -> Rc<Resolved> {
        let undefined = pointer.has_undefined(&mut self.out.terms);
        self.fault(world, Property::Memory, undefined);
        let mut resolved = self.resolve(pointer.bits);
        let reason = match self.addressing() {
            Addressing::Numbered => "an address that is computed from numbers, not from pointers",
            Addressing::Flat => {
                "an address that is computed from numbers, or far from what it was made to point to"
            }
        };
        let reason = reason.to_owned();
        let unfollowed = resolved.unfollowed(&mut self.out.terms);
        self.refuse_if(world, unfollowed, UnknownKind::Unsupported, reason);
        if resolved.targets.iter().any(|target| self.is_too_wide(target)) {
            let (wide, rest): (Vec<Target>, Vec<Target>) =
                resolved.targets.iter().partition(|target| self.is_too_wide(target));
            for target in wide {
                let reason = format!("an unknown place in an object of over {MOST_SEARCHED} bytes");
                self.refuse_if(world, target.condition, UnknownKind::Limit, reason);
            }
            resolved = Rc::new(Resolved { targets: rest, ..(*resolved).clone() });
        }
        let mut wrong = vec![resolved.null, resolved.wild];
        for target in &resolved.targets {
            let trouble = self.trouble(world, target, bytes, kind);
            let trouble = self.out.terms.and(target.condition, trouble);
            wrong.push(trouble);
        }
        let wrong = self.out.terms.any(&wrong);
        self.fault(world, Property::Memory, wrong);
        resolved
    }

    /// True if there are too many places where an access could be.
    fn is_too_wide(&self, target: &Target) -> bool {
        self.names.directory().info(target.object).size > MOST_SEARCHED
            && self.out.terms.value(target.offset).is_none()
    }

    /// Condition under which an access to an object goes wrong.
    fn trouble(
        &mut self,
        world: &mut World,
        target: &Target,
        bytes: u32,
        kind: AccessKind,
    ) -> Term {
        let info = *self.names.directory().info(target.object);
        if info.kind == ObjectKind::Function || kind.writes && info.constant {
            return Term::TRUE;
        }
        if let Some((kind, reason)) = self.missing(target.object) {
            self.refuse_if(world, target.condition, kind, reason);
        }
        let terms = &mut self.out.terms;
        let Some(last) = info.size.checked_sub(bytes) else { return Term::TRUE };
        let last = terms.constant(64, u128::from(last));
        let is_outside = terms.ult(last, target.offset);
        self.touch(world, target, bytes, kind.writes);
        let is_dead = self.is_dead(world, target, kind);
        self.out.terms.or(is_outside, is_dead)
    }

    /// Loads from 1 to 16 bytes.
    pub(super) fn load(
        &mut self,
        world: &mut World,
        pointer: Value,
        bytes: u32,
        kind: AccessKind,
    ) -> Bits {
        let resolved = self.locate(world, pointer, bytes, kind);
        self.fetch(world, &resolved, bytes, kind)
    }

    /// Loads 4 bytes, of which only the undefined bits count: there is no event where there can
    /// be none.
    pub(super) fn look_for_undefined(
        &mut self,
        world: &mut World,
        pointer: Value,
        kind: AccessKind,
    ) -> Bits {
        let resolved = self.locate(world, pointer, 4, kind);
        let is_defined = |executor: &mut Self, target: &Target| {
            executor.is_event_at(world, target, 4)
                && !executor.learned.may_be_undefined(target.object)
        };
        if resolved.targets.iter().all(|target| is_defined(self, target)) {
            let value = self.out.terms.constant(32, 0);
            return Bits { value, undef: value };
        }
        self.fetch(world, &resolved, 4, kind)
    }

    /// Loads from wherever an address points.
    fn fetch(
        &mut self,
        world: &mut World,
        resolved: &Resolved,
        bytes: u32,
        kind: AccessKind,
    ) -> Bits {
        let mut found: Option<Bits> = None;
        for target in resolved.targets.iter().rev() {
            if !self.is_accessible(target.object) {
                continue;
            }
            let bits = match self.is_event_at(world, target, bytes) {
                true => self.read_shared(world, target, bytes, kind),
                false => match world.memory.content(target.object) {
                    Some(content) => {
                        content.load_at(&mut self.out.terms, target.offset, bytes).bits
                    }
                    None => Bits::uninitialized(&mut self.out.terms, bytes),
                },
            };
            found = Some(match found {
                None => bits,
                Some(other) => Bits::choose(&mut self.out.terms, target.condition, bits, other),
            });
        }
        found.unwrap_or_else(|| {
            let value = self.out.terms.constant(8 * bytes, 0);
            Bits { value, undef: value }
        })
    }

    /// Stores from 1 to 16 bytes.
    pub(super) fn store(
        &mut self,
        world: &mut World,
        pointer: Value,
        bits: Bits,
        kind: AccessKind,
    ) {
        let bytes = bits.bytes(&self.out.terms);
        let resolved = self.locate(world, pointer, bytes, kind);
        for target in &resolved.targets {
            self.store_to(world, target, bits, kind);
        }
    }

    /// Stores to an object that an address may point to.
    pub(super) fn store_to(
        &mut self,
        world: &mut World,
        target: &Target,
        bits: Bits,
        kind: AccessKind,
    ) {
        if !self.is_accessible(target.object) || self.names.directory().info(target.object).constant
        {
            return;
        }
        if self.is_event_at(world, target, bits.bytes(&self.out.terms)) {
            self.write_shared(world, target, bits, kind);
        } else {
            if let Some(content) = world.memory.content_mut(target.object) {
                let terms = &mut self.out.terms;
                content.store_at(terms, target.condition, target.offset, bits);
            }
        }
    }

    /// True if an object has bytes.
    pub(super) fn is_accessible(&self, object: ObjectId) -> bool {
        self.names.directory().info(object).kind != ObjectKind::Function
    }

    /// Executes an instruction that accesses memory once.
    pub(super) fn memory_op(&mut self, path: &mut Path, frame: &Frame<'p>, op: Op) {
        match op {
            Op::Load { bytes, width, access, dst, ptr, offset } => {
                let pointer = self.offset(path.slots[ptr.index()], offset.into());
                let kind = self.access_kind(false, access.is_atomic());
                let bits = self.load(&mut path.world, pointer, bytes.into(), kind);
                self.close_access(&mut path.world);
                path.slots[dst.index()] = to_slot(&mut self.out.terms, bits, width.into());
            }
            Op::Store { bytes, access, src, ptr, offset, width: _ } => {
                let pointer = self.offset(path.slots[ptr.index()], offset.into());
                let bits = to_bytes(&mut self.out.terms, path.slots[src.index()], bytes.into());
                let kind = self.access_kind(true, access.is_atomic());
                self.store(&mut path.world, pointer, bits, kind);
                self.close_access(&mut path.world);
            }
            Op::LoadParts { access, dst, ptr, parts } => {
                let parts = &self.program.parts[parts];
                let pointer = path.slots[ptr.index()];
                let kind = self.access_kind(false, access.is_atomic());
                for (i, part) in (0..).zip(&parts.parts) {
                    let value = self.load_part(&mut path.world, pointer, part, kind);
                    path.slots[dst.plus(i).index()] = value;
                }
                self.close_access(&mut path.world);
            }
            Op::StoreParts { access, src, ptr, parts } => {
                let parts = &self.program.parts[parts];
                let pointer = path.slots[ptr.index()];
                let kind = self.access_kind(true, access.is_atomic());
                for (i, part) in (0..).zip(&parts.parts) {
                    let value = path.slots[src.plus(i).index()];
                    self.store_part(&mut path.world, pointer, part, value, kind);
                }
                self.close_access(&mut path.world);
            }
            Op::AtomicRmw { op, width, dst, ptr, value, access: _ } => {
                self.read_modify_write(path, op, width.into(), [dst, ptr, value]);
            }
            Op::CmpXchg { width, dst, ptr, expected, new, access: _, failure: _ } => {
                self.compare_exchange(path, width.into(), [dst, ptr, expected, new]);
            }
            Op::Repack { id } => {
                let (dst, to, src, from) = frame.function.repacks[id];
                self.repack(path, dst, to, src, from);
            }
            // Memory is sequentially consistent as it is.
            Op::Fence { .. } => {}
            _ => self.lose(&mut path.world, "an instruction that is no access"),
        }
    }

    /// The kind of an access of an instruction. The accesses of a C model belong to a step
    /// of the machine.
    pub(super) fn access_kind(&self, writes: bool, is_atomic: bool) -> AccessKind {
        AccessKind { writes, racing: self.racing(is_atomic), stores_later: false }
    }

    /// The accesses that an access can race with.
    fn racing(&self, is_atomic: bool) -> Racing {
        match (self.model_frames, is_atomic) {
            (0, false) => Racing::Plain,
            (0, true) => Racing::Atomic,
            _ => Racing::Never,
        }
    }

    /// Loads the bytes that a part of a value touches.
    fn load_part(
        &mut self,
        world: &mut World,
        pointer: Value,
        part: &Part,
        kind: AccessKind,
    ) -> Value {
        let (first, bytes, shift) = extent(part);
        let pointer = self.offset(pointer, first.into());
        let bits = self.load(world, pointer, bytes, kind);
        cut_out(&mut self.out.terms, bits, shift, part.width.into())
    }

    /// Stores a part of a value; the bits around it stay as they are.
    pub(super) fn store_part(
        &mut self,
        world: &mut World,
        pointer: Value,
        part: &Part,
        value: Value,
        kind: AccessKind,
    ) {
        let (first, bytes, shift) = extent(part);
        let width = u32::from(part.width);
        let pointer = self.offset(pointer, first.into());
        if width == 8 * bytes {
            let bits = to_bytes(&mut self.out.terms, value, bytes);
            return self.store(world, pointer, bits, kind);
        }
        let old = self.load(world, pointer, bytes, AccessKind { writes: false, ..kind });
        let bits = splice(&mut self.out.terms, old, value, shift, width);
        self.store(world, pointer, bits, kind);
    }

    /// Reinterprets slots, as a store to memory and a load back.
    fn repack(
        &mut self,
        path: &mut Path,
        dst: Slot,
        to: heddle_program::PartsId,
        src: Slot,
        from: heddle_program::PartsId,
    ) {
        use crate::symbolic::memory::Content;
        let (from, to) = (&self.program.parts[from], &self.program.parts[to]);
        let terms = &mut self.out.terms;
        let mut content = Content::uninitialized(terms, from.bytes.max(to.bytes));
        for (i, part) in (0..).zip(&from.parts) {
            let (first, bytes, shift) = extent(part);
            let old = content.load(terms, first, bytes);
            let value = path.slots[src.plus(i).index()];
            let bits = splice(terms, old, value, shift, part.width.into());
            content.store(terms, Term::TRUE, first, bits);
        }
        for (i, part) in (0..).zip(&to.parts) {
            let (first, bytes, shift) = extent(part);
            let bits = content.load(terms, first, bytes);
            let value = cut_out(terms, bits, shift, part.width.into());
            path.slots[dst.plus(i).index()] = value;
        }
    }

    /// The bits of an operand of up to 128 bits.
    fn wide_operand(&mut self, path: &Path, first: Slot, width: u32) -> Bits {
        let low = path.slots[first.index()];
        let terms = &mut self.out.terms;
        if width <= 64 {
            return to_bytes(terms, low, width.div_ceil(8));
        }
        let high = path.slots[first.plus(1).index()];
        Bits {
            value: terms.concat(high.bits, low.bits),
            undef: terms.concat(high.undef, low.undef),
        }
    }

    /// Writes a result of up to 128 bits.
    fn set_wide(&mut self, path: &mut Path, dst: Slot, width: u32, bits: Bits) {
        let terms = &mut self.out.terms;
        if width <= 64 {
            path.slots[dst.index()] = to_slot(terms, bits, width);
            return;
        }
        for (i, low) in [(0, 0), (1, 64)] {
            let [bits, undef] = [bits.value, bits.undef].map(|term| terms.extract(term, low, 64));
            path.slots[dst.plus(i).index()] = Value { bits, undef };
        }
    }

    fn read_modify_write(&mut self, path: &mut Path, op: Rmw, width: u32, slots: [Slot; 3]) {
        let [dst, ptr, value] = slots;
        let pointer = path.slots[ptr.index()];
        let bytes = width.div_ceil(8);
        let kind = AccessKind { writes: true, racing: self.racing(true), stores_later: false };
        let resolved = self.locate(&mut path.world, pointer, bytes, kind);
        let old = self.fetch(&mut path.world, &resolved, bytes, kind);
        let operand = self.wide_operand(path, value, width);
        let Some(new) = modified(&mut self.out.terms, op, old, operand) else {
            let reason = format!("atomic {op:?} with symbols");
            return self.refuse(&mut path.world, reason);
        };
        for target in &resolved.targets {
            self.store_to(&mut path.world, target, new, kind);
        }
        self.close_access(&mut path.world);
        self.set_wide(path, dst, width, old);
    }

    fn compare_exchange(&mut self, path: &mut Path, width: u32, slots: [Slot; 4]) {
        let [dst, ptr, expected, new] = slots;
        let pointer = path.slots[ptr.index()];
        let bytes = width.div_ceil(8);
        let kind = AccessKind { writes: true, racing: self.racing(true), stores_later: false };
        let resolved = self.locate(&mut path.world, pointer, bytes, kind);
        let old = self.fetch(&mut path.world, &resolved, bytes, kind);
        let expected = self.wide_operand(path, expected, width);
        let new = self.wide_operand(path, new, width);
        let terms = &mut self.out.terms;
        let [found, wanted] =
            [old, expected].map(|bits| Partial::new(terms, bits.value, bits.undef));
        let undecided = found.equals(terms, wanted).open(terms);
        self.fault(&mut path.world, Property::Uninitialized, undecided);
        let is_equal = self.out.terms.eq(old.value, expected.value);
        // What is not exchanged is not written.
        for target in &resolved.targets {
            let condition = self.out.terms.and(target.condition, is_equal);
            let target = Target { condition, ..*target };
            self.store_to(&mut path.world, &target, new, kind);
        }
        self.close_access(&mut path.world);
        self.set_wide(path, dst, width, old);
        let flag = dst.plus(width.div_ceil(64));
        path.slots[flag.index()] = truth_value(&mut self.out.terms, is_equal);
    }
}

/// The first byte, the number of bytes, and where in them a part begins.
fn extent(part: &Part) -> (u32, u32, u32) {
    let first = part.bit_offset / 8;
    let end = (part.bit_offset + u32::from(part.width)).div_ceil(8);
    (first, end - first, part.bit_offset % 8)
}

/// Some bits of bytes, as a slot.
fn cut_out(terms: &mut Terms, bits: Bits, shift: u32, width: u32) -> Value {
    let [bits, undef] = [bits.value, bits.undef].map(|term| {
        let cut = terms.extract(term, shift, width);
        terms.zext(cut, 64)
    });
    Value { bits, undef }
}

/// Bytes, of which some bits are those of a slot and the others as they were.
fn splice(terms: &mut Terms, old: Bits, value: Value, shift: u32, width: u32) -> Bits {
    let all = terms.width(old.value);
    let [value, undef] = [(value.bits, old.value), (value.undef, old.undef)].map(|(new, old)| {
        let mut whole = terms.extract(new, 0, width);
        if shift > 0 {
            let low = terms.extract(old, 0, shift);
            whole = terms.concat(whole, low);
        }
        if shift + width < all {
            let high = terms.extract(old, shift + width, all - shift - width);
            whole = terms.concat(high, whole);
        }
        whole
    });
    Bits { value, undef }
}

/// A slot as bytes.
pub(super) fn to_bytes(terms: &mut Terms, value: Value, bytes: u32) -> Bits {
    Bits {
        value: terms.extract(value.bits, 0, 8 * bytes),
        undef: terms.extract(value.undef, 0, 8 * bytes),
    }
}

/// Bytes as a slot, of which so many bits count.
pub(super) fn to_slot(terms: &mut Terms, bits: Bits, width: u32) -> Value {
    let width = width.min(terms.width(bits.value));
    let [bits, undef] = [bits.value, bits.undef].map(|term| {
        let cut = terms.extract(term, 0, width);
        terms.zext(cut, 64)
    });
    Value { bits, undef }
}

/// The value that an atomic operation writes, if there is a term for it.
fn modified(terms: &mut Terms, op: Rmw, old: Bits, operand: Bits) -> Option<Bits> {
    if op == Rmw::Xchg {
        return Some(operand);
    }
    let (a, b) = (old.value, operand.value);
    let width = terms.width(a);
    let value = match op {
        Rmw::Xchg => b,
        Rmw::Add => terms.add(a, b),
        Rmw::Sub => terms.sub(a, b),
        Rmw::And => terms.and(a, b),
        Rmw::Nand => {
            let both = terms.and(a, b);
            terms.not(both)
        }
        Rmw::Or => terms.or(a, b),
        Rmw::Xor => terms.xor(a, b),
        Rmw::Max | Rmw::Min | Rmw::UMax | Rmw::UMin => {
            let is_less = match op {
                Rmw::Max | Rmw::Min => terms.slt(a, b),
                _ => terms.ult(a, b),
            };
            match op {
                Rmw::Max | Rmw::UMax => terms.ite(is_less, b, a),
                _ => terms.ite(is_less, a, b),
            }
        }
        Rmw::UIncWrap => {
            let (one, zero) = (terms.constant(width, 1), terms.constant(width, 0));
            let (is_less, next) = (terms.ult(a, b), terms.add(a, one));
            terms.ite(is_less, next, zero)
        }
        Rmw::UDecWrap => {
            let (one, zero) = (terms.constant(width, 1), terms.constant(width, 0));
            let (is_zero, is_more, next) = (terms.eq(a, zero), terms.ult(b, a), terms.sub(a, one));
            let wraps = terms.or(is_zero, is_more);
            terms.ite(wraps, b, next)
        }
        Rmw::USubCond | Rmw::USubSat => {
            let (is_less, rest) = (terms.ult(a, b), terms.sub(a, b));
            let other = if op == Rmw::USubCond { a } else { terms.constant(width, 0) };
            terms.ite(is_less, other, rest)
        }
        Rmw::FAdd | Rmw::FSub | Rmw::FMax | Rmw::FMin => {
            let (Some(x), Some(y)) = (terms.value(a), terms.value(b)) else { return None };
            let result = float_result(op, width, x as u64, y as u64)?;
            terms.constant(width, result.into())
        }
    };
    Some(Bits { value, undef: modified_undef(terms, op, old, operand) })
}

/// Mask of the undefined bits of what an atomic operation writes.
fn modified_undef(terms: &mut Terms, op: Rmw, old: Bits, operand: Bits) -> Term {
    let width = terms.width(old.value);
    let either = terms.or(old.undef, operand.undef);
    if terms.value(either) == Some(0) {
        return either;
    }
    let [x, y] = [old, operand].map(|bits| Partial::new(terms, bits.value, bits.undef));
    let function = |terms: &mut Terms, op| x.function(terms, op, y).map(|result| result.undef);
    let told_apart = match op {
        Rmw::Xchg => Some(operand.undef),
        Rmw::Add | Rmw::Sub => Some(x.carried(terms, y)),
        Rmw::And | Rmw::Nand => Some(x.conjoined(terms, y)),
        Rmw::Or => {
            let [x, y] = [x, y].map(|partial| partial.complement(terms));
            Some(x.conjoined(terms, y))
        }
        Rmw::Xor => Some(either),
        Rmw::Max => function(terms, IntBinary::SMax),
        Rmw::Min => function(terms, IntBinary::SMin),
        Rmw::UMax => function(terms, IntBinary::UMax),
        Rmw::UMin => function(terms, IntBinary::UMin),
        Rmw::USubSat => function(terms, IntBinary::USubSat),
        Rmw::UIncWrap
        | Rmw::UDecWrap
        | Rmw::USubCond
        | Rmw::FAdd
        | Rmw::FSub
        | Rmw::FMax
        | Rmw::FMin => None,
    };
    told_apart.unwrap_or_else(|| {
        let none = terms.constant(width, 0);
        let undefined = terms.ne(either, none);
        terms.sext(undefined, width)
    })
}

fn float_result(op: Rmw, width: u32, x: u64, y: u64) -> Option<u64> {
    let width = FloatWidth::of_bits(width)?;
    match op {
        Rmw::FAdd => Some(native::binary(FloatOp::Add, width, x, y)),
        Rmw::FSub => Some(native::binary(FloatOp::Sub, width, x, y)),
        Rmw::FMax => Some(native::math(MathFn::MaxNum, width, [x, y, 0])),
        Rmw::FMin => Some(native::math(MathFn::MinNum, width, [x, y, 0])),
        _ => None,
    }
}
