//! Reading what a call prints or parses, without any effect yet.

use heddle_program::AccessMode;

use super::parse::ArgumentKind;
use crate::Machine;
use crate::fault::Fault;
use crate::state::memory::{Access, Address, Addressing};
use crate::value::Word;

/// Reads memory and remembers what it read.
pub(in crate::shims) struct Reader<'m, 'p> {
    pub(in crate::shims) machine: &'m Machine<'p>,
    /// The thread that makes the call.
    thread: usize,
    pub(in crate::shims) seen: Seen,
}

/// A record of what was read.
#[derive(Debug, Default)]
pub(in crate::shims) struct Seen {
    /// True if some of it can be changed by other threads.
    pub(in crate::shims) visible: bool,
    /// Strings, as address and length.
    pub(in crate::shims) strings: Vec<(Address, usize)>,
    /// Bytes that can be changed by other threads, as address and length.
    reads: Vec<(Address, u64)>,
}

impl Seen {
    /// The reads that others may notice, as accesses of a thread.
    pub(in crate::shims) fn accesses(&self, t: usize) -> impl Iterator<Item = Access> + '_ {
        let access = move |&(address, bytes): &(Address, u64)| {
            Access::read(t, address, bytes, AccessMode::PLAIN)
        };
        self.reads.iter().map(access)
    }

    /// Notes a read; one right behind the last is part of it.
    fn note(&mut self, address: Address, bytes: u64) {
        match self.reads.last_mut() {
            Some((start, length)) if start.checked_add(*length) == Some(address) => {
                *length += bytes;
            }
            _ => self.reads.push((address, bytes)),
        }
    }
}

impl<'m, 'p> Reader<'m, 'p> {
    pub(in crate::shims) fn new(machine: &'m Machine<'p>, thread: usize) -> Reader<'m, 'p> {
        Reader { machine, thread, seen: Seen::default() }
    }

    /// Up to 8 bytes at an address, as they are.
    pub(in crate::shims) fn read(&mut self, address: Address, bytes: usize) -> Result<Word, Fault> {
        let memory = &self.machine.state.memory;
        let access = Access::read(self.thread, address, bytes as u64, AccessMode::PLAIN);
        let range = memory.check(access).map_err(|fault| access.refused(fault))?;
        if range.visible {
            self.seen.visible = true;
            self.seen.note(address, bytes as u64);
        }
        Ok(memory.read(access, &range))
    }

    /// A string of characters of `unit` bytes, at most `limit` of them, without its end.
    pub(super) fn string(
        &mut self,
        address: Address,
        unit: usize,
        limit: Option<usize>,
    ) -> Result<Vec<Word>, Fault> {
        let mut characters = Vec::new();
        let mut ended = false;
        while !ended && limit.is_none_or(|limit| characters.len() < limit) {
            let offset = (characters.len() * unit) as u64;
            let character = self.read(self.machine.pointer_add(address, offset), unit)?;
            // A bit that is set says that this is not the end.
            let certain = character.bits & !character.undef;
            if certain == 0 && !character.is_defined() {
                let input = character.is_input();
                return Err(Fault::OpenValue { input, what: "the length of a string" });
            }
            ended = certain == 0;
            if !ended {
                characters.push(character);
            }
        }
        let bytes = (characters.len() + usize::from(ended)) * unit;
        self.seen.strings.push((address, bytes));
        Ok(characters)
    }
}

/// The arguments of a `va_list`, in the order in which they were passed.
pub(super) struct Arguments {
    /// Address of the list's field that points to the next argument.
    pub(super) field: Address,
    /// Address of the next argument.
    pub(super) next: Address,
}

impl Arguments {
    /// The arguments that a list has left.
    pub(super) fn of(list: Address, reader: &mut Reader) -> Result<Arguments, Fault> {
        let machine = reader.machine;
        let word = machine.state.memory.addressing.pointer_bytes();
        let field = match machine.state.memory.addressing {
            Addressing::Numbered => {
                // Both counters of registers say that all are used, as `va_start` made
                // them: every argument is in memory.
                let registers = defined(reader.read(list, 8)?)?;
                if registers & 0xffff_ffff < 48 || registers >> 32 < 176 {
                    let reason = "a va_list with arguments in registers";
                    return Err(Fault::Unsupported(reason.to_owned()));
                }
                machine.pointer_add(list, 8)
            }
            Addressing::Flat => list,
        };
        let next = defined(reader.read(field, word)?)?;
        Ok(Arguments { field, next })
    }

    /// Takes the next argument. A `long double` has its upper bits in the second word.
    pub(super) fn take(
        &mut self,
        kind: ArgumentKind,
        reader: &mut Reader,
    ) -> Result<[Word; 2], Fault> {
        let addressing = reader.machine.state.memory.addressing;
        let word = addressing.pointer_bytes();
        let bytes = match kind {
            ArgumentKind::Int => 4,
            ArgumentKind::Long | ArgumentKind::Pointer => word,
            ArgumentKind::LongLong | ArgumentKind::Double => 8,
            ArgumentKind::LongDouble => 10,
        };
        if kind == ArgumentKind::LongDouble && addressing == Addressing::Numbered {
            self.next = addressing.add(self.next, 15) & !15;
        }
        let low = reader.read(self.next, bytes.min(8))?;
        let high = match bytes {
            10 => reader.read(addressing.add(self.next, 8), 2)?,
            _ => Word::new(0),
        };
        self.next = addressing.add(self.next, bytes.next_multiple_of(word) as u64);
        Ok([low, high])
    }
}

/// The bits of an argument on which the rest depends.
pub(super) fn defined(word: Word) -> Result<u64, Fault> {
    match word.is_defined() {
        true => Ok(word.bits),
        false => {
            let input = word.is_input();
            Err(Fault::OpenValue { input, what: "an argument of a library call" })
        }
    }
}
