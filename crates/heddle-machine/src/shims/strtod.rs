//! `strtod` of the C locale.

mod parse;

use heddle_program::AccessMode;

use self::parse::parse;

use super::format::reader::{Reader, Seen};
use super::{Invocation, ShimResult};
use crate::Machine;
use crate::fault::Fault;
use crate::races::Accesses;
use crate::record::event::Event;
use crate::state::memory::{Access, Address};
use crate::value::Word;

impl Machine<'_> {
    /// `double __heddle_strtod(const char *s, char **end)`
    pub(super) fn strtod(&mut self, call: &Invocation) -> Result<ShimResult, Fault> {
        let (text, end) = (call.argument(0)?, call.argument(1)?);
        let (value, used, mut seen) = self.parse_number(call.thread, text)?;
        let access = self.write_of_end(call.thread, end);
        let target = match access {
            None => None,
            Some(access) => {
                Some(self.state.memory.check(access).map_err(|fault| access.refused(fault))?)
            }
        };
        seen.visible |= target.is_some() && self.is_visible_address(end);
        if !call.fresh && self.needs_step(call.thread, seen.visible) {
            return Ok(ShimResult::Pause);
        }
        self.note_strings(&seen);
        if let (Some(range), Some(access)) = (target, access) {
            let value = Word::new(self.pointer_add(text, used as u64));
            self.state.memory.write(access, &range, value, true);
            self.record_data_use(end, access.bytes);
            let (bytes, shared) = (access.bytes as u32, self.is_visible_address(end));
            self.recorder.note(|| Event::Write { address: end, bytes, value: Some(value), shared });
        }
        Ok(ShimResult::word(value.to_bits()))
    }

    /// The accesses of a call that others may notice.
    pub(super) fn strtod_accesses(&self, call: &Invocation) -> Result<Accesses, Fault> {
        let (text, end) = (call.argument(0)?, call.argument(1)?);
        let (_, _, seen) = self.parse_number(call.thread, text)?;
        let write = self.write_of_end(call.thread, end);
        let write = write.filter(|_| self.is_visible_address(end));
        Ok(seen.accesses(call.thread).chain(write).collect())
    }

    /// The number at an address, the length of its text, and what was read.
    fn parse_number(&self, t: usize, text: Address) -> Result<(f64, usize, Seen), Fault> {
        let mut reader = Reader::new(self, t);
        let mut read = 0;
        let (value, used) = parse(|index| {
            let at = reader.machine.pointer_add(text, index as u64);
            let byte = reader.read(at, 1)?;
            if !byte.is_defined() {
                return Err(Fault::OpenValue { input: byte.is_input(), what: "a parsed number" });
            }
            read = read.max(index + 1);
            Ok(byte.bits as u8)
        })?;
        let mut seen = reader.seen;
        seen.strings.push((text, read));
        Ok((value, used, seen))
    }

    /// The write of the address behind the number, where that is asked for.
    fn write_of_end(&self, t: usize, end: Address) -> Option<Access> {
        let bytes = self.state.memory.addressing.pointer_bytes() as u64;
        (end != 0).then(|| Access::write(t, end, bytes, AccessMode::PLAIN))
    }
}
