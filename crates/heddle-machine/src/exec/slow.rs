//! The rarer instructions.

use heddle_model::{Crash, Finding, MemoryError, ThreadId};
use heddle_program::float::{FloatOp, native};
use heddle_program::{AccessMode, FuncId, IntBinary, Op, Slot};

use super::dispatch::{open_value, undefined_address};
use super::undefined::Partial;
use super::{Control, Done, float, int};
use crate::Machine;
use crate::fault::Fault;
use crate::state::memory::{Access, Block, Flags, ObjectKind};
use crate::state::thread::owner_of;
use crate::value::{Word, mask};

impl Machine<'_> {
    /// Makes an instruction that the inner loop does not do.
    pub(super) fn slow(&mut self, t: usize, op: Op, control: &Control) -> Result<Done, Fault> {
        match op {
            Op::LoadParts { .. } => return self.load_parts(t, control, op),
            Op::StoreParts { .. } => return self.store_parts(t, control, op),
            Op::AtomicRmw { .. } => return self.atomic_rmw(t, control, op),
            Op::CmpXchg { .. } => return self.compare_exchange(t, control, op),
            Op::MemCopy { .. } => return self.copy_memory(t, control, op),
            Op::MemSet { .. } => return self.fill_memory(t, control, op),
            Op::Repack { id } => self.repack(t, id),
            Op::Wide { id } => self.wide(t, id)?,
            Op::TlsAddress { dst, global } => {
                let address = self.thread_local(t, global)?;
                self.set_slot(t, dst, Word::new(address));
            }
            Op::LifetimeStart { ptr } | Op::LifetimeEnd { ptr }
                if self.pauses(
                    t,
                    self.is_visible_address(self.state.threads[t].slot(ptr).bits),
                    control,
                ) =>
            {
                return Ok(Done::Pause);
            }
            Op::StackRestore { src }
                if self.pauses(
                    t,
                    self.has_shared_variables(t, self.state.threads[t].slot(src).bits as usize),
                    control,
                ) =>
            {
                return Ok(Done::Pause);
            }
            Op::VaStart { .. } | Op::VaCopy { .. }
                if {
                    let accesses = self.pending_accesses(ThreadId(t as u32));
                    let is_visible = |access: &Access| self.is_visible_address(access.address);
                    self.pauses(t, accesses.iter().any(is_visible), control)
                } =>
            {
                return Ok(Done::Pause);
            }
            Op::Alloca { .. }
            | Op::AllocaMany { .. }
            | Op::StackSave { .. }
            | Op::StackRestore { .. }
            | Op::LifetimeStart { .. }
            | Op::LifetimeEnd { .. }
            | Op::VaStart { .. }
            | Op::VaCopy { .. } => self.stack_op(t, op)?,
            Op::JumpTo { address, id } => return self.jump_to(t, address, id),
            Op::Unreachable => return Err(Fault::bug(Finding::Unreachable)),
            Op::Trap => return Err(Fault::bug(Finding::Crash(Crash::Trap))),
            Op::Unsupported { id } => {
                return Err(Fault::Unsupported(self.image.program.unsupported[id].clone()));
            }
            op => self.scalar(t, op)?,
        }
        Ok(Done::Next)
    }

    /// Instructions on slots alone.
    fn scalar(&mut self, t: usize, op: Op) -> Result<(), Fault> {
        let thread = &mut self.state.threads[t];
        let base = thread.frames.last().map_or(0, |frame| frame.base as usize);
        let slots = &mut thread.stack[base..];
        match op {
            Op::MoveMany { dst, src, count } => {
                let src = src.index();
                slots.copy_within(src..src + count as usize, dst.index());
            }
            Op::Undef { width, dst, count } => {
                let undefined = Word::uninitialized(width.into());
                slots[dst.index()..dst.index() + count as usize].fill(undefined);
            }
            Op::Freeze { dst, src } => slots[dst.index()] = slots[src.index()],
            Op::PtrToInt { dst, src } | Op::PunToInt { dst, src } => {
                let word = slots[src.index()];
                slots[dst.index()] = word;
                if let Some((object, _)) = self.state.memory.resolve(word.bits) {
                    match op {
                        Op::PtrToInt { .. } => self.state.memory.pin(object),
                        _ => self.state.memory.expose(object),
                    }
                }
            }
            Op::IntUnary { op, width, dst, a } => {
                let x = slots[a.index()];
                slots[dst.index()] = match x.is_defined() {
                    true => Word::new(int::unary(op, width.into(), x.bits) & mask(width.into())),
                    false => Partial::new(width.into(), &[x]).unary(op).word(),
                };
            }
            Op::IntBinary { op, width, dst, a, b } => {
                let (x, y) = (slots[a.index()], slots[b.index()]);
                slots[dst.index()] = int_function(op, width.into(), x, y);
            }
            Op::Overflowing { op, width, dst, a, b } => {
                let (x, y) = (slots[a.index()], slots[b.index()]);
                let w = u32::from(width);
                let (value, flag) = match x.undef | y.undef {
                    0 => {
                        let (value, overflows) = int::overflowing(op, w, x.bits, y.bits);
                        (Word::new(value), Word::new(overflows.into()))
                    }
                    _ => {
                        let (p, q) = (Partial::new(w, &[x]), Partial::new(w, &[y]));
                        (p.wrapped(op, q).word(), Word::tainted(1, &[x, y]))
                    }
                };
                slots[dst.index()] = value;
                slots[dst.plus(1).index()] = flag;
            }
            Op::FunnelShift { left, width, dst, a, b, by } => {
                let words = [a, b, by].map(|slot| slots[slot.index()]);
                slots[dst.index()] = funnel_shift(left, width.into(), words);
            }
            Op::FRem { kind, dst, a, b } => float::binary(slots, FloatOp::Rem, kind, dst, a, b),
            Op::FNeg { kind, dst, a } => {
                unary(slots, kind.bits(), dst, a, |x| native::negate(kind, x));
            }
            Op::FConvert { from, dst, src } => {
                let to = from.other();
                unary(slots, to.bits(), dst, src, |x| native::convert(from, to, x));
            }
            Op::FToInt { kind, signed, width, dst, src } => {
                let width = width.into();
                float_to_int(slots, dst, src, width, |x| {
                    let number = native::to_int(kind, signed, width, x);
                    number.map_or_else(|| Word::uninitialized(width), Word::new)
                });
            }
            Op::FToIntSat { kind, signed, width, dst, src } => {
                let width = width.into();
                unary(slots, width, dst, src, |x| {
                    native::to_int_saturating(kind, signed, width, x)
                });
            }
            Op::IntToF { kind, signed, width, dst, src } => {
                let convert = |x| native::from_int(kind, signed, width.into(), x);
                unary(slots, kind.bits(), dst, src, convert);
            }
            Op::Math { f, kind, dst, a, b, c } => {
                let words = [a, b, c].map(|slot| slots[slot.index()]);
                slots[dst.index()] = match words.iter().all(|word| word.is_defined()) {
                    true => Word::new(native::math(f, kind, words.map(|word| word.bits))),
                    false => Word::tainted(kind.bits(), &words),
                };
            }
            Op::IsFpClass { kind, mask, dst, a } => {
                unary(slots, 1, dst, a, |x| native::is_class(kind, x, mask).into());
            }
            Op::GetElement { count, dst, base, index } => {
                let at = slots[index.index()];
                slots[dst.index()] = match element(at, count) {
                    Some(i) => slots[base.index() + i],
                    None => Word::tainted(64, &[at]),
                };
            }
            Op::SetElement { count, base, index, src } => {
                let at = slots[index.index()];
                match element(at, count) {
                    Some(i) => slots[base.index() + i] = slots[src.index()],
                    None => {
                        let row = base.index()..base.index() + usize::from(count);
                        slots[row].fill(Word::tainted(64, &[at]));
                    }
                }
            }
            other => return Err(Fault::Unsupported(format!("the instruction {other:?}"))),
        }
        Ok(())
    }

    /// Instructions on stack objects.
    fn stack_op(&mut self, t: usize, op: Op) -> Result<(), Fault> {
        let func = self.top_function(t);
        match op {
            Op::Alloca { dst, id } => {
                let address = self.alloca(t, func, id, 1)?;
                self.set_slot(t, dst, Word::new(address));
            }
            Op::AllocaMany { width, dst, id, count } => {
                let count = self.state.threads[t].slot(count);
                if !count.is_defined() {
                    return Err(open_value(count, "the size of an array"));
                }
                let address = self.alloca(t, func, id, count.bits & mask(width.into()))?;
                self.set_slot(t, dst, Word::new(address));
            }
            Op::StackSave { dst } => {
                let mark = self.state.threads[t].stack_objects.len() as u64;
                self.set_slot(t, dst, Word::new(mark));
            }
            Op::StackRestore { src } => {
                let mark = self.state.threads[t].slot(src).bits as usize;
                self.end_stack_objects(t, mark, None);
            }
            Op::LifetimeStart { ptr } => self.set_alive(t, ptr, true),
            Op::LifetimeEnd { ptr } => self.set_alive(t, ptr, false),
            Op::VaStart { list } => {
                let list = self.state.threads[t].slot(list);
                if !list.is_defined() {
                    return Err(undefined_address(list));
                }
                self.watch_pending(t);
                self.start_varargs(t, list.bits)?;
            }
            Op::VaCopy { dst, src } => {
                self.watch_pending(t);
                let [dst, src] = [dst, src].map(|slot| self.state.threads[t].slot(slot));
                let bytes = self.state.memory.addressing.va_list_bytes();
                let read = Access::read(t, src.bits, bytes, AccessMode::PLAIN);
                let write = Access::write(t, dst.bits, bytes, AccessMode::PLAIN);
                let (from, to) = (self.check(src, read)?, self.check(dst, write)?);
                self.state.memory.copy((write, &to), (read, &from));
            }
            other => return Err(Fault::Unsupported(format!("the instruction {other:?}"))),
        }
        Ok(())
    }

    /// Begins or ends the lifetime of a stack object.
    fn set_alive(&mut self, t: usize, ptr: Slot, alive: bool) {
        let pointer = self.state.threads[t].slot(ptr);
        let Some((index, 0)) = self.state.memory.resolve(pointer.bits) else { return };
        let object = *self.state.memory.object(index);
        if !matches!(object.kind, ObjectKind::Stack(..)) || object.flags.any(Flags::DEAD) {
            return;
        }
        let block = Block::undefined(object.size as usize, object.owner);
        self.state.memory.replace_block(index, block);
        match alive {
            true => self.state.memory.set_flags(index, 0, Flags::DORMANT),
            false => {
                self.state.memory.set_flags(index, Flags::DORMANT, 0);
                self.end_registrations_about(&(object.base..object.base + u64::from(object.size)));
            }
        }
        self.state.memory.touch(object.block, 0, (object.size as usize).max(1));
    }

    fn top_function(&self, t: usize) -> FuncId {
        self.state.threads[t].frames.last().map_or(self.image.program.entry, |frame| frame.func)
    }

    /// Address of a thread's instance of a thread-local variable, which is made
    /// when it is first asked for.
    fn thread_local(&mut self, t: usize, global: heddle_program::GlobalId) -> Result<u64, Fault> {
        let owner = owner_of(t);
        let known = self.state.threads[t].book.locals.iter().find(|(id, _)| *id == global);
        if let Some(&(_, key)) = known {
            return Ok(self.state.memory.addressing.base(owner, key));
        }
        let variable = &self.image.program.globals[global];
        let Some(init) = &variable.init else {
            let name = &variable.source_name;
            let reason = format!("thread-local variable '{name}' is defined nowhere");
            return Err(Fault::Missing(reason));
        };
        if let Some(reason) = &init.unsupported {
            return Err(Fault::Unsupported(reason.clone()));
        }
        let block = self.image.initial_bytes(init, owner);
        let object = self
            .state
            .memory
            .allocate(owner, ObjectKind::ThreadLocal(global), variable.align, block)
            .map_err(|_| {
                Fault::Limit("a thread has more objects than the machine can name".into())
            })?;
        let object = self.state.memory.object(object);
        let (key, base) = (object.key, object.base);
        self.state.threads[t].book.locals.push((global, key));
        self.state.threads[t].touch();
        Ok(base)
    }

    /// Computed goto.
    fn jump_to(
        &mut self,
        t: usize,
        address: Slot,
        id: heddle_program::JumpTableId,
    ) -> Result<Done, Fault> {
        let address = self.state.threads[t].slot(address);
        if !address.is_defined() {
            return Err(open_value(address, "a computed goto"));
        }
        let func = self.top_function(t);
        let table = &self.image.program.functions[func].jump_tables[id];
        let label = address.bits.wrapping_sub(self.image.function_bases[func]).wrapping_sub(1);
        let found = table.targets.iter().find(|&&(number, _)| u64::from(number) == label);
        let Some(&(_, target)) = found else {
            return Err(Fault::bug(Finding::Memory(MemoryError::UnknownLabel)));
        };
        if let Some(frame) = self.state.threads[t].frames.last_mut() {
            // The caller goes on behind this instruction.
            frame.pc = target.wrapping_sub(1);
        }
        Ok(Done::Next)
    }
}

fn unary(slots: &mut [Word], width: u32, dst: Slot, a: Slot, f: impl Fn(u64) -> u64) {
    let x = slots[a.index()];
    slots[dst.index()] = match x.is_defined() {
        true => Word::new(f(x.bits) & mask(width)),
        false => Word::tainted(width, &[x]),
    };
}

fn float_to_int(slots: &mut [Word], dst: Slot, src: Slot, width: u32, f: impl Fn(u64) -> Word) {
    let x = slots[src.index()];
    slots[dst.index()] = if x.is_defined() { f(x.bits) } else { Word::tainted(width, &[x]) };
}

/// The number of an element, if it is defined and there is one.
fn element(at: Word, count: u16) -> Option<usize> {
    (at.is_defined() && at.bits < u64::from(count)).then_some(at.bits as usize)
}

/// LLVM's functions of two operands.
fn int_function(op: IntBinary, width: u32, x: Word, y: Word) -> Word {
    match x.undef | y.undef {
        0 => Word::new(int::binary_fn(op, width, x.bits, y.bits) & mask(width)),
        _ => Partial::new(width, &[x]).function(op, Partial::new(width, &[y])).word(),
    }
}

/// The upper (or lower) half of two numbers side by side, shifted.
fn funnel_shift(left: bool, width: u32, [a, b, by]: [Word; 3]) -> Word {
    if !by.is_defined() {
        return Word::tainted(width, &[a, b, by]);
    }
    let by = (by.bits % u64::from(width)) as u32;
    if !(a.is_defined() && b.is_defined()) {
        let [x, y] = [a, b].map(|word| Partial::new(width, &[word]));
        return x.funnel_shift(left, y, by).word();
    }
    let both = u128::from(a.bits) << width | u128::from(b.bits);
    let shifted = match left {
        true => both << by >> width,
        false => both >> by,
    };
    Word::new(shifted as u64 & mask(width))
}
