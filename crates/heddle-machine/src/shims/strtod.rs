//! `strtod` of the C locale.

mod parse;

use heddle_program::AccessMode;

use self::parse::parse;

use super::format::reader::Reader;
use super::{Invocation, ShimResult};
use crate::Machine;
use crate::fault::Fault;
use crate::record::event::Event;
use crate::state::memory::Access;
use crate::value::Word;

impl Machine<'_> {
    /// `double __heddle_strtod(const char *s, char **end)`
    pub(super) fn strtod(&mut self, call: &Invocation) -> Result<ShimResult, Fault> {
        let (text, end) = (call.argument(0)?, call.argument(1)?);
        let mut reader = Reader::new(self, call.thread);
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
        let bytes = self.state.memory.addressing.pointer_bytes();
        let access = Access::write(call.thread, end, bytes as u64, AccessMode::PLAIN);
        let target = match end {
            0 => None,
            _ => Some(self.state.memory.check(access).map_err(|fault| access.refused(fault))?),
        };
        seen.visible |= target.is_some() && self.is_visible_address(end);
        if !call.fresh && self.needs_step(call.thread, seen.visible) {
            return Ok(ShimResult::Pause);
        }
        self.note_strings(&seen);
        if let Some(range) = target {
            let value = Word::new(self.pointer_add(text, used as u64));
            self.state.memory.write(access, &range, value, true);
            self.record_data_use(end, bytes as u64);
            let (bytes, shared) = (bytes as u32, self.is_visible_address(end));
            self.recorder.note(|| Event::Write { address: end, bytes, value: Some(value), shared });
        }
        Ok(ShimResult::word(value.to_bits()))
    }
}
