//! Memory instructions of more than one word, and atomic ones.

use heddle_program::float::{FloatOp, native};
use heddle_program::{FloatWidth, IntBinary, MathFn, Op, Part, Parts, Rmw, Slot};

use heddle_model::{Finding, MemoryError, ThreadId};

use super::dispatch::{open_value, undefined_address};
use super::undefined::Partial;
use super::{Control, Done, int};
use crate::Machine;
use crate::fault::Fault;
use crate::record::event::Event;
use crate::state::memory::{Access, Checked};
use crate::state::thread::Status;
use crate::value::{Word, mask, signed};

impl Machine<'_> {
    /// Checks an access through a pointer, whose bits are its address.
    pub(super) fn check(&self, pointer: Word, access: Access) -> Result<Checked, Fault> {
        if !pointer.is_defined() {
            return Err(undefined_address(pointer));
        }
        self.state.memory.check(access).map_err(|fault| access.refused(fault))
    }

    pub(super) fn load_parts(
        &mut self,
        t: usize,
        control: &Control,
        op: Op,
    ) -> Result<Done, Fault> {
        let Op::LoadParts { dst, ptr, parts, access } = op else { return Ok(Done::Next) };
        let parts = &self.image.program.parts[parts];
        let pointer = self.state.threads[t].slot(ptr);
        let access = Access::read(t, pointer.bits, parts.bytes.into(), access);
        let range = self.check(pointer, access)?;
        let visible = range.visible;
        if self.pauses(t, visible, control) {
            return Ok(Done::Pause);
        }
        for part in parts.parts.iter().filter(|part| !part.pointer) {
            let start = part.bit_offset as usize / 8;
            let end = (part.bit_offset + u32::from(part.width)).div_ceil(8) as usize;
            self.state.memory.expose_pointers(&range.part(start, end));
        }
        let (data, undef) = self.state.memory.read_bytes(access, &range);
        let words: Vec<Word> = parts.parts.iter().map(|part| unpack(part, data, undef)).collect();
        self.recorder.note_access(|| Event::Read {
            address: pointer.bits,
            bytes: parts.bytes,
            value: None,
            shared: visible,
        });
        self.watch(access);
        for (i, word) in words.into_iter().enumerate() {
            self.set_slot(t, dst.plus(i as u32), word);
        }
        Ok(Done::Next)
    }

    pub(super) fn store_parts(
        &mut self,
        t: usize,
        control: &Control,
        op: Op,
    ) -> Result<Done, Fault> {
        let Op::StoreParts { src, ptr, parts, access } = op else { return Ok(Done::Next) };
        let parts = &self.image.program.parts[parts];
        let pointer = self.state.threads[t].slot(ptr);
        let access = Access::write(t, pointer.bits, parts.bytes.into(), access);
        let range = self.check(pointer, access)?;
        let visible = range.visible;
        if self.pauses(t, visible, control) {
            return Ok(Done::Pause);
        }
        let slots = |i| self.state.threads[t].slot(src.plus(i));
        let words: Vec<Word> = (0..parts.parts.len() as u32).map(slots).collect();
        // Padding between the parts keeps what it has.
        let (data, undef) = self.state.memory.read_bytes(access, &range);
        let mut data = data.to_vec();
        let mut undef = undef.map_or_else(|| vec![0; data.len()], <[u8]>::to_vec);
        pack(parts, &words, &mut data, &mut undef);
        self.state.memory.write_bytes(access, &range, &data, &undef);
        for (part, word) in parts.parts.iter().zip(&words) {
            if part.pointer && word.is_defined() {
                let start = part.bit_offset as usize / 8;
                let end = start + part.width as usize / 8;
                self.state.memory.note_pointer(&range.part(start, end), word.bits);
            }
        }
        self.watch(access);
        self.recorder.note_access(|| Event::Write {
            address: pointer.bits,
            bytes: parts.bytes,
            value: None,
            shared: visible,
        });
        Ok(Done::Next)
    }

    /// A reinterpretation: as a store to memory and a load back.
    pub(super) fn repack(&mut self, t: usize, id: heddle_program::RepackId) {
        let Some(frame) = self.state.threads[t].frames.last() else { return };
        let (dst, dst_parts, src, src_parts) = self.image.program.functions[frame.func].repacks[id];
        let (from, to) =
            (&self.image.program.parts[src_parts], &self.image.program.parts[dst_parts]);
        let slots = |i| self.state.threads[t].slot(src.plus(i));
        let words: Vec<Word> = (0..from.parts.len() as u32).map(slots).collect();
        let bytes = from.bytes.max(to.bytes) as usize;
        let (mut data, mut undef) = (vec![0; bytes], vec![0xff; bytes]);
        pack(from, &words, &mut data, &mut undef);
        for (i, part) in to.parts.iter().enumerate() {
            let word = unpack(part, &data, Some(&undef));
            self.set_slot(t, dst.plus(i as u32), word);
        }
    }

    pub(super) fn atomic_rmw(
        &mut self,
        t: usize,
        control: &Control,
        op: Op,
    ) -> Result<Done, Fault> {
        let Op::AtomicRmw { op, width, access: mode, dst, ptr, value } = op else {
            return Ok(Done::Next);
        };
        let pointer = self.state.threads[t].slot(ptr);
        let bytes = usize::from(width).div_ceil(8);
        let access = Access::update(t, pointer.bits, bytes as u64, mode);
        let range = self.check(pointer, access)?;
        let visible = range.visible;
        if self.pauses(t, visible, control) {
            return Ok(Done::Pause);
        }
        if !mode.is_pointer() {
            self.state.memory.expose_pointers(&range);
        }
        let old = self.read_wide(access, &range);
        let operand = self.wide_operand(t, value, width);
        let new = if width > 64 {
            rmw_wide(op, old, operand)?
        } else {
            [rmw(op, width, old[0], operand[0])?, Word::new(0)]
        };
        self.write_wide(access, &range, new);
        self.set_wide(t, dst, width, old);
        self.watch(access);
        self.note_exchange(pointer.bits, bytes, old[0], Some(new[0]), visible);
        Ok(Done::Next)
    }

    pub(super) fn compare_exchange(
        &mut self,
        t: usize,
        control: &Control,
        op: Op,
    ) -> Result<Done, Fault> {
        let Op::CmpXchg { width, access: mode, failure, dst, ptr, expected, new } = op else {
            return Ok(Done::Next);
        };
        let pointer = self.state.threads[t].slot(ptr);
        let bytes = usize::from(width).div_ceil(8);
        let access = Access::compare_exchange(t, pointer.bits, bytes as u64, mode, failure);
        let range = self.check(pointer, access)?;
        let visible = range.visible;
        if self.pauses(t, visible, control) {
            return Ok(Done::Pause);
        }
        if !mode.is_pointer() {
            self.state.memory.expose_pointers(&range);
        }
        let old = self.read_wide(access, &range);
        let expected = self.wide_operand(t, expected, width);
        let equal = compared(width.into(), old, expected)?;
        let new = self.wide_operand(t, new, width);
        if equal {
            self.write_wide(access, &range, new);
        }
        self.set_wide(t, dst, width, old);
        let flag = dst.plus(u32::from(width).div_ceil(64));
        self.set_slot(t, flag, Word::new(equal.into()));
        self.watch(access);
        self.note_exchange(pointer.bits, bytes, old[0], equal.then_some(new[0]), visible);
        Ok(Done::Next)
    }

    /// True if the next step of a thread is an atomic update that would leave the bytes as they
    /// are: a compare-exchange that fails, or a new value that is the old one.
    pub(crate) fn leaves_memory_alone(&mut self, thread: ThreadId) -> bool {
        let t = thread.index();
        self.materialize(t);
        let state = &self.state.threads[t];
        let (Status::Ready, Some(frame)) = (state.book.status, state.frames.last()) else {
            return false;
        };
        let read = |ptr: Slot, access: Access| {
            let range = self.check(state.slot(ptr), access).ok()?;
            Some(self.read_wide(access, &range))
        };
        let size = |width: u8| u64::from(width).div_ceil(8);
        match self.image.program.functions[frame.func].code[frame.pc as usize] {
            Op::CmpXchg { width, access: mode, failure, dst: _, ptr, expected, new } => {
                let address = state.slot(ptr).bits;
                let access = Access::compare_exchange(t, address, size(width), mode, failure);
                let Some(old) = read(ptr, access) else { return false };
                let equal = compared(width.into(), old, self.wide_operand(t, expected, width));
                equal.is_ok_and(|equal| !equal || self.wide_operand(t, new, width) == old)
            }
            Op::AtomicRmw { op, width, access: mode, dst: _, ptr, value } if width <= 64 => {
                let access = Access::update(t, state.slot(ptr).bits, size(width), mode);
                let Some(old) = read(ptr, access) else { return false };
                let operand = self.wide_operand(t, value, width);
                rmw(op, width, old[0], operand[0]).is_ok_and(|new| new == old[0])
            }
            _ => false,
        }
    }

    fn note_exchange(
        &mut self,
        address: u64,
        bytes: usize,
        old: Word,
        new: Option<Word>,
        shared: bool,
    ) {
        let bytes = bytes as u32;
        self.recorder.note_access(|| Event::Read { address, bytes, value: Some(old), shared });
        if let Some(new) = new {
            self.recorder.note_access(|| Event::Write { address, bytes, value: Some(new), shared });
        }
    }

    /// Reads up to 16 bytes as two words.
    fn read_wide(&self, access: Access, range: &Checked) -> [Word; 2] {
        let middle = range.len().min(8);
        let low = self.state.memory.read(access, &range.part(0, middle));
        let high = match middle < range.len() {
            true => self.state.memory.read(access, &range.part(middle, range.len())),
            false => Word::new(0),
        };
        [low, high]
    }

    fn write_wide(&mut self, access: Access, range: &Checked, words: [Word; 2]) {
        let is_pointer = access.mode.is_pointer();
        let middle = range.len().min(8);
        self.state.memory.write(access, &range.part(0, middle), words[0], is_pointer);
        if middle < range.len() {
            self.state.memory.write(access, &range.part(middle, range.len()), words[1], false);
        }
    }

    fn wide_operand(&self, t: usize, slot: Slot, width: u8) -> [Word; 2] {
        let thread = &self.state.threads[t];
        let high = if width > 64 { thread.slot(slot.plus(1)) } else { Word::new(0) };
        [thread.slot(slot), high]
    }

    fn set_wide(&mut self, t: usize, slot: Slot, width: u8, words: [Word; 2]) {
        self.set_slot(t, slot, words[0]);
        if width > 64 {
            self.set_slot(t, slot.plus(1), words[1]);
        }
    }

    pub(super) fn copy_memory(
        &mut self,
        t: usize,
        control: &Control,
        op: Op,
    ) -> Result<Done, Fault> {
        let Op::MemCopy { disjoint, dst, src, len, access } = op else { return Ok(Done::Next) };
        let [to, from, len] = [dst, src, len].map(|slot| self.state.threads[t].slot(slot));
        if !len.is_defined() {
            return Err(open_value(len, "a length"));
        }
        if len.bits == 0 {
            return Ok(Done::Next);
        }
        let bytes = len.bits as usize;
        let read = Access::read(t, from.bits, len.bits, access);
        let write = Access::write(t, to.bits, len.bits, access);
        let source = self.check(from, read)?;
        let target = self.check(to, write)?;
        let (reads, writes) = (source.visible, target.visible);
        if self.pauses(t, reads || writes, control) {
            return Ok(Done::Pause);
        }
        let same = source.block == target.block && source.start == target.start;
        let overlap =
            source.block == target.block && source.start < target.end && target.start < source.end;
        if disjoint && overlap && !same {
            let error = MemoryError::OverlappingCopy { bytes: bytes as u64 };
            let finding = Box::new(Finding::Memory(error));
            return Err(Fault::Bug { finding, object: Some(target.object) });
        }
        self.state.memory.copy((write, &target), (read, &source));
        self.watch(read);
        self.watch(write);
        let bytes = bytes as u32;
        self.recorder.note_access(|| Event::Read {
            address: from.bits,
            bytes,
            value: None,
            shared: reads,
        });
        self.recorder.note_access(|| Event::Write {
            address: to.bits,
            bytes,
            value: None,
            shared: writes,
        });
        Ok(Done::Next)
    }

    pub(super) fn fill_memory(
        &mut self,
        t: usize,
        control: &Control,
        op: Op,
    ) -> Result<Done, Fault> {
        let Op::MemSet { dst, value, len, access } = op else { return Ok(Done::Next) };
        let [to, value, len] = [dst, value, len].map(|slot| self.state.threads[t].slot(slot));
        if !len.is_defined() {
            return Err(open_value(len, "a length"));
        }
        if len.bits == 0 {
            return Ok(Done::Next);
        }
        let write = Access::write(t, to.bits, len.bits, access);
        let target = self.check(to, write)?;
        let visible = target.visible;
        if self.pauses(t, visible, control) {
            return Ok(Done::Pause);
        }
        self.state.memory.fill(write, &target, value.bits as u8, value.undef as u8);
        self.watch(write);
        let bytes = len.bits as u32;
        self.recorder.note_access(|| Event::Write {
            address: to.bits,
            bytes,
            value: None,
            shared: visible,
        });
        Ok(Done::Next)
    }
}

/// Lays slots out in memory.
pub(crate) fn pack(parts: &Parts, words: &[Word], data: &mut [u8], undef: &mut [u8]) {
    for (part, word) in parts.parts.iter().zip(words) {
        for bit in 0..u32::from(part.width) {
            let at = part.bit_offset + bit;
            let (byte, shift) = ((at / 8) as usize, at % 8);
            let set = |target: &mut u8, value: u64| {
                *target = *target & !(1 << shift) | ((value >> bit & 1) as u8) << shift;
            };
            set(&mut data[byte], word.bits);
            set(&mut undef[byte], word.undef);
        }
    }
}

/// Takes a slot out of memory.
pub(crate) fn unpack(part: &Part, data: &[u8], undef: Option<&[u8]>) -> Word {
    let take = |bytes: &[u8]| -> u64 {
        (0..u32::from(part.width)).fold(0, |value, bit| {
            let at = part.bit_offset + bit;
            value | u64::from(bytes[(at / 8) as usize] >> (at % 8) & 1) << bit
        })
    };
    Word { bits: take(data), undef: undef.map_or(0, take) }
}

fn rmw(op: Rmw, width: u8, old: Word, operand: Word) -> Result<Word, Fault> {
    if op == Rmw::Xchg {
        return Ok(operand);
    }
    let w = u32::from(width);
    if old.undef | operand.undef != 0 {
        return Ok(open_rmw(op, w, &[old], &[operand]).first().copied().unwrap_or_default());
    }
    let (a, b) = (old.bits, operand.bits);
    let (sa, sb) = (signed(a, w), signed(b, w));
    let float = || {
        let unsupported = || Fault::Unsupported(format!("an atomic {op:?} of {width} bits"));
        FloatWidth::of_bits(w).ok_or_else(unsupported)
    };
    let result = match op {
        Rmw::Xchg => b,
        Rmw::Add => a.wrapping_add(b),
        Rmw::Sub => a.wrapping_sub(b),
        Rmw::And => a & b,
        Rmw::Nand => !(a & b),
        Rmw::Or => a | b,
        Rmw::Xor => a ^ b,
        Rmw::Max => {
            if sa >= sb {
                a
            } else {
                b
            }
        }
        Rmw::Min => {
            if sa <= sb {
                a
            } else {
                b
            }
        }
        Rmw::UMax => a.max(b),
        Rmw::UMin => a.min(b),
        Rmw::FAdd => native::binary(FloatOp::Add, float()?, a, b),
        Rmw::FSub => native::binary(FloatOp::Sub, float()?, a, b),
        Rmw::FMax => native::math(MathFn::MaxNum, float()?, [a, b, 0]),
        Rmw::FMin => native::math(MathFn::MinNum, float()?, [a, b, 0]),
        Rmw::UIncWrap => {
            if a >= b {
                0
            } else {
                a + 1
            }
        }
        Rmw::UDecWrap => {
            if a == 0 || a > b {
                b
            } else {
                a - 1
            }
        }
        Rmw::USubCond => {
            if a >= b {
                a - b
            } else {
                a
            }
        }
        Rmw::USubSat => a.saturating_sub(b),
    };
    Ok(Word::new(result & mask(w)))
}

/// The same where bits are undefined.
fn open_rmw(op: Rmw, width: u32, old: &[Word], operand: &[Word]) -> Vec<Word> {
    let (x, y) = (Partial::new(width, old), Partial::new(width, operand));
    let bitwise = |f: fn(Word, Word) -> Word| -> Vec<Word> {
        old.iter().zip(operand).map(|(&x, &y)| f(x, y)).collect()
    };
    match op {
        Rmw::Xchg => operand.to_vec(),
        Rmw::Add => x.add(y).words(),
        Rmw::Sub => x.sub(y).words(),
        Rmw::And => bitwise(int::and),
        Rmw::Nand => bitwise(|x, y| int::xor(int::and(x, y), Word::new(u64::MAX))),
        Rmw::Or => bitwise(int::or),
        Rmw::Xor => bitwise(int::xor),
        Rmw::Max => x.function(IntBinary::SMax, y).words(),
        Rmw::Min => x.function(IntBinary::SMin, y).words(),
        Rmw::UMax => x.function(IntBinary::UMax, y).words(),
        Rmw::UMin => x.function(IntBinary::UMin, y).words(),
        Rmw::USubSat => x.function(IntBinary::USubSat, y).words(),
        Rmw::FAdd
        | Rmw::FSub
        | Rmw::FMax
        | Rmw::FMin
        | Rmw::UIncWrap
        | Rmw::UDecWrap
        | Rmw::USubCond => x.lost(y).words(),
    }
}

/// True if a compare-exchange finds what it expects.
fn compared(width: u32, old: [Word; 2], expected: [Word; 2]) -> Result<bool, Fault> {
    let open = old.iter().chain(&expected).find(|word| !word.is_defined());
    let Some(&open) = open else { return Ok(old == expected) };
    let equal = Partial::new(width, &old).equals(Partial::new(width, &expected));
    equal.ok_or_else(|| open_value(open, "a compare-exchange"))
}

fn rmw_wide(op: Rmw, old: [Word; 2], operand: [Word; 2]) -> Result<[Word; 2], Fault> {
    if op == Rmw::Xchg {
        return Ok(operand);
    }
    if old.iter().chain(&operand).any(|word| !word.is_defined()) {
        let words = open_rmw(op, 128, &old, &operand);
        return Ok([0, 1].map(|i| words.get(i).copied().unwrap_or_default()));
    }
    let number = |words: [Word; 2]| u128::from(words[1].bits) << 64 | u128::from(words[0].bits);
    let (a, b) = (number(old), number(operand));
    let result = match op {
        Rmw::Add => a.wrapping_add(b),
        Rmw::Sub => a.wrapping_sub(b),
        Rmw::And => a & b,
        Rmw::Nand => !(a & b),
        Rmw::Or => a | b,
        Rmw::Xor => a ^ b,
        Rmw::Max => (a as i128).max(b as i128) as u128,
        Rmw::Min => (a as i128).min(b as i128) as u128,
        Rmw::UMax => a.max(b),
        Rmw::UMin => a.min(b),
        other => return Err(Fault::Unsupported(format!("atomic {other:?} of 128 bits"))),
    };
    Ok([Word::new(result as u64), Word::new((result >> 64) as u64)])
}
