//! Reads and writes of bytes, the one way to memory.
//!
//! An [`Access`] says who asks for what. [`Memory::check`] holds it against the object's bounds
//! and lifetime, and makes a [`Checked`] access of it, through which bytes are read, written,
//! copied and filled.

use super::request::{Access, Checked};
use super::{Address, Flags, Memory, ObjectIndex, ObjectKind, Owner};
use crate::value::Word;

/// Reason why an access is refused.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum MemoryFault {
    /// The null pointer, or close to it.
    Null,
    /// An address that names no object.
    Wild,
    /// Outside the object.
    OutOfBounds(ObjectIndex, i64),
    /// The object's life is over.
    Dead(ObjectIndex),
    /// A write to a constant.
    ReadOnly(ObjectIndex),
    /// A function is not data.
    Code(ObjectIndex),
    /// The variable is declared but defined nowhere.
    Missing(ObjectIndex),
    /// A write by a function that must change nothing.
    Watched(ObjectIndex),
}

/// Addresses below this are the null pointer with an offset.
const NULL_PAGE: u64 = 0x10000;

impl Memory {
    /// Checks that an access may be made. Inlined, so that an access is never made in memory: the
    /// inner loop checks one for each load and store.
    #[inline(always)]
    pub(crate) fn check(&self, access: Access) -> Result<Checked, MemoryFault> {
        let Access { address, bytes, .. } = access;
        let Some((index, offset)) = self.resolve(address) else {
            return Err(if address < NULL_PAGE { MemoryFault::Null } else { MemoryFault::Wild });
        };
        let object = self.object(index);
        let forbidden = Flags::DEAD | Flags::DORMANT | Flags::MISSING;
        let forbidden = if access.writes() { forbidden | Flags::CONSTANT } else { forbidden };
        let size = u64::from(object.size);
        let in_bounds = offset >= 0 && offset as u64 <= size && bytes <= size - offset as u64;
        if !in_bounds || object.flags.any(forbidden) {
            return Err(self.refuse(index, offset, in_bounds));
        }
        let start = object.start as usize + offset as usize;
        let visible = object.is_visible();
        let (block, end) = (object.block, start + bytes as usize);
        let checked = Checked { object: index, block, start, end, visible };
        match &self.watch {
            None => Ok(checked),
            Some(watch) => self.watched(watch, checked, address, access.writes()),
        }
    }

    /// A look at `len` bytes of a static object, if it has them and they may be read. Nobody
    /// watches.
    #[inline]
    pub(crate) fn static_range(
        &self,
        index: ObjectIndex,
        offset: u64,
        len: usize,
    ) -> Option<(Access, Checked)> {
        let object = self.object(index);
        let size = u64::from(object.size);
        if offset > size || len as u64 > size - offset || object.flags.any(Flags::MISSING) {
            return None;
        }
        let start = object.start as usize + offset as usize;
        let visible = object.is_visible();
        let access = Access::inspection(object.base + offset, len as u64);
        let (block, end) = (object.block, start + len);
        Some((access, Checked { object: index, block, start, end, visible }))
    }

    #[cold]
    fn refuse(&self, index: ObjectIndex, offset: i64, in_bounds: bool) -> MemoryFault {
        let object = self.object(index);
        if matches!(object.kind, ObjectKind::Function(_) | ObjectKind::Extern(_)) {
            MemoryFault::Code(index)
        } else if object.flags.any(Flags::MISSING) {
            MemoryFault::Missing(index)
        } else if object.is_dead() {
            MemoryFault::Dead(index)
        } else if !in_bounds {
            MemoryFault::OutOfBounds(index, offset)
        } else {
            MemoryFault::ReadOnly(index)
        }
    }

    /// Reads up to 8 bytes, of an access that was checked.
    #[inline]
    pub(crate) fn read(&self, access: Access, range: &Checked) -> Word {
        debug_assert!(access.covers(range), "what is read should have been checked");
        let block = self.block(range.block);
        let bits = little_endian(&block.data[range.start..range.end]);
        if block.undef.is_empty() {
            return Word::new(bits);
        }
        Word { bits, undef: little_endian(&block.undef[range.start..range.end]) }
    }

    /// Bytes of an access that was checked, and their undefined bits, if any byte of the object
    /// has some.
    pub(crate) fn read_bytes(&self, access: Access, range: &Checked) -> (&[u8], Option<&[u8]>) {
        debug_assert!(access.covers(range), "what is read should have been checked");
        let block = self.block(range.block);
        let undef = match block.undef.is_empty() {
            true => None,
            false => Some(&block.undef[range.start..range.end]),
        };
        (&block.data[range.start..range.end], undef)
    }

    /// Writes bytes and their undefined bits, none of them part of a pointer.
    pub(crate) fn write_bytes(
        &mut self,
        access: Access,
        range: &Checked,
        data: &[u8],
        undef: &[u8],
    ) {
        for (i, (&byte, &undef)) in data.iter().zip(undef).enumerate() {
            let word = Word { bits: byte.into(), undef: undef.into() };
            self.write(access, &range.part(i, i + 1), word, false);
        }
    }

    /// Writes up to 8 bytes, of an access that was checked. `pointer` says that the value is a
    /// pointer.
    #[inline]
    pub(crate) fn write(&mut self, access: Access, range: &Checked, value: Word, pointer: bool) {
        debug_assert!(
            access.writes() && access.covers(range),
            "what is written should have been checked"
        );
        let word = self.addressing.pointer_bytes();
        let Checked { block, start, end, .. } = *range;
        if self.block(block).has_pointers(start, end) {
            self.break_pointers(range, word);
        }
        self.touch(block, start, end);
        let target = self.block_mut(block);
        write_little_endian(&mut target.data[start..end], value.bits);
        if !target.undef.is_empty() {
            write_little_endian(&mut target.undef[start..end], value.undef);
        } else if value.undef != 0 {
            target.undef = vec![0; target.data.len()];
            write_little_endian(&mut target.undef[start..end], value.undef);
        }
        if pointer && value.undef == 0 {
            self.note_pointer(range, value.bits);
        }
    }

    /// A pointer is now stored in `range`: it is marked, and what it points to is no
    /// longer private if the object it is stored in is not.
    pub(crate) fn note_pointer(&mut self, range: &Checked, address: Address) {
        let word = self.addressing.pointer_bytes();
        let Some((target, _)) = self.resolve(address) else { return };
        if self.object(target).owner == Owner::STATIC {
            // Static objects are neither private nor ever renumbered.
            return;
        }
        if !range.start.is_multiple_of(word) || range.end - range.start != word {
            self.pin(target);
            return;
        }
        self.block_mut(range.block).set_pointer(range.start, word, true);
        self.heap_moved |= self.object(target).kind.is_heap();
        let shared = self.object(range.object).flags.0 & Flags::SHARED;
        self.set_flags(target, Flags::STORED, 0);
        if shared != 0 {
            self.share(target);
        }
    }

    /// Pointers that `range` overwrites only in part are known as integers from now on.
    #[cold]
    fn break_pointers(&mut self, range: &Checked, word: usize) {
        let block = self.block(range.block);
        let mut overwritten = block.pointers_in(range.start, range.end, word).peekable();
        let moved = overwritten.peek().is_some();
        let broken: Vec<usize> =
            overwritten.filter(|&at| at < range.start || at + word > range.end).collect();
        self.heap_moved |= moved;
        for at in broken {
            let address = little_endian(&self.block(range.block).data[at..at + word]);
            if let Some((target, _)) = self.resolve(address) {
                self.pin(target);
            }
        }
        self.block_mut(range.block).clear_pointers(range.start, range.end, word);
    }

    /// Something other than a whole pointer is read from `range`: the pointers it
    /// meets are known as integers from now on.
    #[inline]
    pub(crate) fn expose_pointers(&mut self, range: &Checked) {
        if self.block(range.block).has_pointers(range.start, range.end) {
            self.expose_words(range);
        }
    }

    #[cold]
    fn expose_words(&mut self, range: &Checked) {
        let word = self.addressing.pointer_bytes();
        let block = self.block(range.block);
        let words: Vec<usize> = block.pointers_in(range.start, range.end, word).collect();
        for at in words {
            let address = little_endian(&self.block(range.block).data[at..at + word]);
            let whole = at >= range.start && at + word <= range.end;
            if let Some((target, _)) = self.resolve(address) {
                if whole { self.expose(target) } else { self.pin(target) }
            }
        }
    }

    /// The object's address is held as an integer of the same bits: it can end up
    /// with any thread.
    pub(crate) fn expose(&mut self, index: ObjectIndex) {
        if self.object(index).owner != Owner::STATIC {
            self.set_flags(index, Flags::STORED, 0);
            self.share(index);
            self.fix(index);
        }
    }

    /// The object's number can be noticed: a heap object keeps it.
    pub(crate) fn fix(&mut self, index: ObjectIndex) {
        self.meddle_with(index);
        if self.object(index).owner.is_of_started_thread() {
            self.symmetry.note_look();
        }
        if self.renames && self.object(index).kind.is_heap() {
            self.set_flags(index, Flags::FIXED, 0);
        }
    }

    /// The order of two addresses of different numbers is asked for, and must be the
    /// same ever after.
    #[cold]
    pub(crate) fn note_order(&mut self, a: Address, b: Address) {
        for (this, other) in [(a, b), (b, a)] {
            let Some((index, _)) = self.resolve(this) else { continue };
            // Static objects come before all others, and null before them.
            let small = other >> 32 == 0 || (other as i64) < 0;
            let fixed = |(index, _)| self.object(index).owner == Owner::STATIC;
            if !small && !self.resolve(other).is_some_and(fixed) {
                self.fix(index);
            }
        }
    }

    /// The object's address is computed with, or taken apart: it can end up with any
    /// thread, and in a form in which it is not recognized.
    pub(crate) fn pin(&mut self, index: ObjectIndex) {
        if self.object(index).owner != Owner::STATIC {
            self.set_flags(index, Flags::PINNED, 0);
            self.expose(index);
        }
    }

    /// More than one thread may know the object, and so all that it points to.
    pub(crate) fn share(&mut self, index: ObjectIndex) {
        if self.is_watched() {
            return;
        }
        let mut work = vec![index];
        let word = self.addressing.pointer_bytes();
        while let Some(index) = work.pop() {
            if self.object(index).flags.any(Flags::SHARED) {
                continue;
            }
            self.set_flags(index, Flags::SHARED, 0);
            let object = *self.object(index);
            let block = self.block(object.block);
            let (start, end) = (object.start as usize, (object.start + object.size) as usize);
            for at in block.pointers_in(start, end, word) {
                let address = little_endian(&block.data[at..at + word]);
                if let Some((target, _)) = self.resolve(address)
                    && !self.object(target).flags.any(Flags::SHARED)
                {
                    work.push(target);
                }
            }
        }
    }

    /// Copies bytes with all that is known of them, by two accesses that were checked; the ranges
    /// have the same length and may overlap.
    pub(crate) fn copy(
        &mut self,
        (write, to): (Access, &Checked),
        (read, from): (Access, &Checked),
    ) {
        debug_assert!(read.covers(from), "what is read should have been checked");
        debug_assert!(
            write.writes() && write.covers(to),
            "what is written should have been checked"
        );
        let len = from.end - from.start;
        if len == 0 {
            return;
        }
        let word = self.addressing.pointer_bytes();
        let source = self.block(from.block);
        let data = source.data[from.start..from.end].to_vec();
        let undef = match source.undef.is_empty() {
            true => Vec::new(),
            false => source.undef[from.start..from.end].to_vec(),
        };
        let pointers: Vec<usize> = source.pointers_in(from.start, from.end, word).collect();
        let aligned = from.start % word == to.start % word;
        for &at in &pointers {
            let whole = at >= from.start && at + word <= from.end;
            if !(aligned && whole) {
                let address = little_endian(&self.block(from.block).data[at..at + word]);
                if let Some((target, _)) = self.resolve(address) {
                    self.pin(target);
                }
            }
        }
        if self.block(to.block).has_pointers(to.start, to.end) {
            self.break_pointers(to, word);
        }
        self.touch(to.block, to.start, to.end);
        let target = self.block_mut(to.block);
        target.data[to.start..to.end].copy_from_slice(&data);
        match (target.undef.is_empty(), undef.is_empty()) {
            (true, true) => {}
            (false, true) => target.undef[to.start..to.end].fill(0),
            (is_empty, false) => {
                if is_empty {
                    target.undef = vec![0; target.data.len()];
                }
                target.undef[to.start..to.end].copy_from_slice(&undef);
            }
        }
        if aligned {
            for at in pointers {
                if at < from.start || at + word > from.end {
                    continue;
                }
                let offset = at - from.start;
                let address = little_endian(&data[offset..offset + word]);
                self.note_pointer(&to.part(offset, offset + word), address);
            }
        }
    }

    /// Fills the bytes of an access that was checked with one value.
    pub(crate) fn fill(&mut self, access: Access, to: &Checked, byte: u8, undef: u8) {
        debug_assert!(
            access.writes() && access.covers(to),
            "what is written should have been checked"
        );
        if to.start == to.end {
            return;
        }
        let word = self.addressing.pointer_bytes();
        if self.block(to.block).has_pointers(to.start, to.end) {
            self.break_pointers(to, word);
        }
        self.touch(to.block, to.start, to.end);
        let target = self.block_mut(to.block);
        target.data[to.start..to.end].fill(byte);
        if !target.undef.is_empty() {
            target.undef[to.start..to.end].fill(undef);
        } else if undef != 0 {
            target.undef = vec![0; target.data.len()];
            target.undef[to.start..to.end].fill(undef);
        }
    }
}

/// Up to 8 bytes as a number.
#[inline]
pub(crate) fn little_endian(bytes: &[u8]) -> u64 {
    match bytes.len() {
        8 => u64::from_le_bytes(bytes.try_into().unwrap_or_default()),
        4 => u64::from(u32::from_le_bytes(bytes.try_into().unwrap_or_default())),
        1 => u64::from(bytes[0]),
        2 => u64::from(u16::from_le_bytes(bytes.try_into().unwrap_or_default())),
        _ => bytes.iter().rev().fold(0, |number, &byte| number << 8 | u64::from(byte)),
    }
}

/// The low bytes of a number.
#[inline]
pub(crate) fn write_little_endian(bytes: &mut [u8], number: u64) {
    match bytes.len() {
        8 => bytes.copy_from_slice(&number.to_le_bytes()),
        4 => bytes.copy_from_slice(&(number as u32).to_le_bytes()),
        1 => bytes[0] = number as u8,
        2 => bytes.copy_from_slice(&(number as u16).to_le_bytes()),
        len => bytes.copy_from_slice(&number.to_le_bytes()[..len]),
    }
}
