//! `vsnprintf`, byte for byte as glibc's in the C locale.
//!
//! A call has two halves. First everything is read and the text put together, without
//! any effect, so that a call that touches memory of other threads can still be put
//! off to a step of its own. Then the text is written.
//!
//! # Undefined values
//! Printing is no decision, so numbers that are undefined are printed: their
//! digits are undefined bytes, and the length of the text is undefined unless it is
//! the same for all numbers. What decides where to read or write (the format string,
//! pointers, `*`) must be defined.
//!
//! # Deviations
//! - Wide characters are written as UTF-8, where the C locale has only ASCII.
//! - `%m` is unsupported, since the machine does not know `errno`.
//! - `%#g` keeps its zeros when rounding adds a digit, as C says; glibc 2.36 loses them.
//! - Conversions that C does not define end the run; glibc prints some of them.

mod convert;
mod decimal;
mod float;
mod number;
mod parse;
pub(super) mod reader;
#[cfg(test)]
mod tests;
mod text;

use heddle_program::AccessMode;
use heddle_program::limits::Bytes;

use self::number::Padding;
use self::parse::{Conversion, Count, Piece, Refusal, Spec};
use self::reader::{Arguments, Reader, Seen, defined};
use self::text::Text;

use super::{Invocation, ShimResult};
use crate::Machine;
use crate::fault::Fault;
use crate::races::Accesses;
use crate::record::event::Event;
use crate::state::memory::{Access, Address, Checked};
use crate::value::{Word, mask};

/// The longest text that is made, in bytes.
const LONGEST_TEXT: usize = 1 << 24;

/// A call of `vsnprintf` before it has any effect.
#[derive(Default)]
struct Printed {
    text: Text,
    /// True if a wide character could not be encoded: the call then fails.
    failed: bool,
    /// Stores of `%n`: address, size in bytes, value.
    lengths: Vec<(Address, usize, Word)>,
    /// The list's field that points to the next argument, and what it becomes.
    advance: Option<(Address, Address)>,
}

impl Printed {
    /// The result of the call: the length, or -1 if it failed.
    fn result(&self) -> ShimResult {
        match self.failed {
            true => ShimResult::int(-1),
            false => ShimResult::value(self.text.length(32)),
        }
    }
}

/// A call of `vsnprintf` that can be made: all that it reads is read.
struct Plan {
    printed: Printed,
    seen: Seen,
    /// A buffer, the text for it, and which bits of that are undefined.
    output: Option<(Address, Vec<u8>, Vec<u8>)>,
}

impl Plan {
    /// The accesses of the call that others may notice.
    fn accesses(&self, machine: &Machine<'_>, t: usize) -> Accesses {
        let output = self.output.iter().map(|(buffer, data, _)| (*buffer, data.len()));
        let lengths = self.printed.lengths.iter().map(|&(address, bytes, _)| (address, bytes));
        let written = output.chain(lengths);
        let written = written.filter(|&(address, _)| machine.is_visible_address(address));
        let writes = written
            .map(|(address, bytes)| Access::write(t, address, bytes as u64, AccessMode::PLAIN));
        self.seen.accesses(t).chain(writes).collect()
    }
}

impl Machine<'_> {
    /// `int __heddle_format(char *buf, unsigned long size, const char *format, va_list *ap)`
    pub(super) fn format(&mut self, call: &Invocation) -> Result<ShimResult, Fault> {
        let plan = self.plan_format(call)?;
        let formatted = self.carry_out(call, plan)?;
        Ok(formatted.map_or(ShimResult::Pause, |printed| printed.result()))
    }

    /// `int __heddle_print(int stream, const char *format, va_list *ap)`
    pub(super) fn print(&mut self, call: &Invocation) -> Result<ShimResult, Fault> {
        let stream = call.int(0)?;
        let plan = self.plan_print(call)?;
        let Some(printed) = self.carry_out(call, plan)? else {
            return Ok(ShimResult::Pause);
        };
        if !printed.failed {
            let (mut bytes, _, _) = printed.text.clone().terminated(LONGEST_TEXT + 1);
            bytes.pop();
            self.recorder.note(|| Event::Output { stream, bytes });
        }
        Ok(printed.result())
    }

    /// The accesses of a call of `__heddle_format` that others may notice.
    pub(super) fn format_accesses(&self, call: &Invocation) -> Result<Accesses, Fault> {
        Ok(self.plan_format(call)?.accesses(self, call.thread))
    }

    /// The accesses of a call of `__heddle_print` that others may notice.
    pub(super) fn print_accesses(&self, call: &Invocation) -> Result<Accesses, Fault> {
        Ok(self.plan_print(call)?.accesses(self, call.thread))
    }

    fn plan_format(&self, call: &Invocation) -> Result<Plan, Fault> {
        let buffer = (call.argument(0)?, call.argument(1)? as usize);
        self.plan(call, Some(buffer), [2, 3])
    }

    fn plan_print(&self, call: &Invocation) -> Result<Plan, Fault> {
        self.plan(call, None, [1, 2])
    }

    /// Reads what is formatted by the arguments with these numbers, a format string and a list,
    /// for a buffer if there is one.
    fn plan(
        &self,
        call: &Invocation,
        buffer: Option<(Address, usize)>,
        [format, list]: [usize; 2],
    ) -> Result<Plan, Fault> {
        let mut reader = Reader::new(self, call.thread);
        let printed = print(&mut reader, call.argument(format)?, call.argument(list)?)?;
        let mut seen = reader.seen;
        let mut output = None;
        if let Some((buffer, size)) = buffer
            && size != 0
        {
            let (bytes, undef, sure) = printed.text.clone().terminated(size);
            self.check_write(call.thread, buffer, sure)?;
            if self.check_write(call.thread, buffer, bytes.len()).is_err() {
                let input = printed.text.length(32).is_input();
                return Err(Fault::OpenValue { input, what: "the length of printed text" });
            }
            seen.visible |= self.is_visible_address(buffer);
            output = Some((buffer, bytes, undef));
        }
        for &(address, bytes, _) in &printed.lengths {
            self.check_write(call.thread, address, bytes)?;
            seen.visible |= self.is_visible_address(address);
        }
        Ok(Plan { printed, seen, output })
    }

    /// Makes a call as planned. `None` if that needs a step of its own.
    fn carry_out(&mut self, call: &Invocation, plan: Plan) -> Result<Option<Printed>, Fault> {
        let Plan { printed, seen, output } = plan;
        if !call.fresh && self.needs_step(call.thread, seen.visible) {
            return Ok(None);
        }
        self.note_strings(&seen);
        if let Some((field, next)) = printed.advance {
            let bytes = self.state.memory.addressing.pointer_bytes();
            let (access, range) = self.check_write(call.thread, field, bytes)?;
            self.state.memory.write(access, &range, Word::new(next), true);
        }
        for &(address, bytes, value) in &printed.lengths {
            let (access, range) = self.check_write(call.thread, address, bytes)?;
            self.state.memory.write(access, &range, value, false);
            self.note_write(address, bytes, Some(value));
        }
        if let Some((buffer, data, undef)) = output {
            let (access, range) = self.check_write(call.thread, buffer, data.len())?;
            self.state.memory.write_bytes(access, &range, &data, &undef);
            self.note_write(buffer, data.len(), None);
        }
        Ok(Some(printed))
    }

    /// Checks that a thread may write bytes; the write, and the bytes that it is about.
    fn check_write(
        &self,
        t: usize,
        address: Address,
        bytes: usize,
    ) -> Result<(Access, Checked), Fault> {
        let access = Access::write(t, address, bytes as u64, AccessMode::PLAIN);
        let range = self.state.memory.check(access).map_err(|fault| access.refused(fault))?;
        Ok((access, range))
    }

    fn note_write(&mut self, address: Address, bytes: usize, value: Option<Word>) {
        self.record_data_use(address, bytes as u64);
        let (bytes, shared) = (bytes as u32, self.is_visible_address(address));
        self.recorder.note(|| Event::Write { address, bytes, value, shared });
    }

    /// Strings have been read: pointers among their bytes are no longer the machine's
    /// secret, and the trace shows the reads.
    pub(super) fn note_strings(&mut self, seen: &Seen) {
        for &(address, bytes) in &seen.strings {
            if let Ok(range) = self.state.memory.check(Access::inspection(address, bytes as u64)) {
                self.state.memory.expose_pointers(&range);
            }
            let shared = self.is_visible_address(address);
            let bytes = bytes as u32;
            self.recorder.note(|| Event::Read { address, bytes, value: None, shared });
        }
    }
}

/// Reads the arguments and puts the text together.
fn print(reader: &mut Reader, format: Address, list: Address) -> Result<Printed, Fault> {
    let mut printed = Printed::default();
    let bytes = format_string(reader, format)?;
    let format = match parse::parse(&bytes) {
        Ok(format) => format,
        Err(Refusal::Undefined(reason)) => return Err(Fault::Undefined(reason)),
        Err(Refusal::Unsupported(what)) => return Err(Fault::Unsupported(what.to_owned())),
        Err(Refusal::Overflow) => {
            printed.failed = true;
            return Ok(printed);
        }
    };
    let mut values = Vec::new();
    if !format.arguments.is_empty() {
        let mut arguments = Arguments::of(list, reader)?;
        for &kind in &format.arguments {
            values.push(arguments.take(kind, reader)?);
        }
        printed.advance = Some((arguments.field, arguments.next));
    }
    for piece in format.pieces {
        match piece {
            Piece::Text(range) => printed.text.push_all(&bytes[range]),
            Piece::Spec(spec) => printed.convert(reader, &spec, &values)?,
        }
        if printed.failed {
            break;
        }
        if printed.text.most() > LONGEST_TEXT {
            return Err(too_long());
        }
    }
    Ok(printed)
}

fn too_long() -> Fault {
    Fault::Limit(format!("printf makes a text of more than {}", Bytes(LONGEST_TEXT as u64)))
}

/// A format string, of which every bit must be defined. Reading it is not told in the
/// trace.
fn format_string(reader: &mut Reader, address: Address) -> Result<Vec<u8>, Fault> {
    let mut bytes = Vec::new();
    loop {
        let at = reader.machine.pointer_add(address, bytes.len() as u64);
        match defined(reader.read(at, 1)?)? as u8 {
            0 => return Ok(bytes),
            byte => bytes.push(byte),
        }
    }
}

impl Printed {
    /// Appends one conversion.
    fn convert(
        &mut self,
        reader: &mut Reader,
        spec: &Spec,
        values: &[[Word; 2]],
    ) -> Result<(), Fault> {
        let layout = layout(spec, values)?;
        let pointer_bytes = reader.machine.state.memory.addressing.pointer_bytes();
        let [mut low, high] = values[spec.argument];
        match spec.conversion {
            Conversion::String | Conversion::WideString => {
                return self.string(reader, spec.conversion, &layout, defined(low)?);
            }
            Conversion::WideChar => {
                self.wide(&layout, encode(defined(low)? as u32));
                return Ok(());
            }
            Conversion::Length(size) => {
                let width = convert::width(size, pointer_bytes);
                let length = self.text.length(width);
                self.lengths.push((defined(low)?, width as usize / 8, length));
                return Ok(());
            }
            Conversion::Signed(size) | Conversion::Unsigned(size, _) => {
                // Only the bits of the type that the conversion names count.
                let mask = mask(convert::width(size, pointer_bytes));
                low = Word { bits: low.bits & mask, undef: low.undef & mask };
            }
            Conversion::Char => low = Word { bits: low.bits & 0xff, undef: low.undef & 0xff },
            Conversion::Float { .. } | Conversion::Pointer => {}
        }
        if low.is_defined() && high.is_defined() {
            let bits = [low.bits, high.bits];
            let text = convert::convert(spec.conversion, &layout, bits, pointer_bytes);
            self.text.push_all(&text);
        } else {
            let bounds = convert::bounds(spec.conversion, &layout, pointer_bytes);
            self.text.push_open(bounds, Word::tainted(8, &[low, high]));
        }
        Ok(())
    }

    /// Appends a string, or what glibc prints for a null pointer.
    fn string(
        &mut self,
        reader: &mut Reader,
        conversion: Conversion,
        layout: &Padding,
        address: Address,
    ) -> Result<(), Fault> {
        if address == 0 {
            let fits = layout.precision.is_none_or(|precision| precision >= 6);
            self.text.push_all(&layout.text(if fits { b"(null)" } else { b"" }));
            return Ok(());
        }
        if conversion == Conversion::WideString {
            // The precision counts bytes, of which every character has at least one.
            let characters = reader.string(address, 4, layout.precision)?;
            let mut text = Some(Vec::new());
            for character in characters {
                let encoded = encode(defined(character)? as u32);
                let room = layout.precision.unwrap_or(usize::MAX);
                match (&mut text, encoded) {
                    (Some(text), Some(encoded)) if text.len() + encoded.len() <= room => {
                        text.extend(encoded);
                    }
                    (_, Some(_)) => break,
                    (_, None) => text = None,
                }
            }
            self.wide(layout, text);
            return Ok(());
        }
        let characters = reader.string(address, 1, layout.precision)?;
        let padding = vec![b' '; layout.width.saturating_sub(characters.len())];
        if !layout.flags.left {
            self.text.push_all(&padding);
        }
        for character in characters {
            self.text.push(character);
        }
        if layout.flags.left {
            self.text.push_all(&padding);
        }
        Ok(())
    }

    /// Appends wide characters that were encoded, or fails.
    fn wide(&mut self, layout: &Padding, encoded: Option<Vec<u8>>) {
        match encoded {
            Some(bytes) => self.text.push_all(&layout.text(&bytes)),
            None => self.failed = true,
        }
    }
}

/// A wide character in UTF-8.
fn encode(character: u32) -> Option<Vec<u8>> {
    char::from_u32(character).map(|character| character.to_string().into_bytes())
}

/// The width and precision of a specification, from the arguments where it says so.
fn layout(spec: &Spec, values: &[[Word; 2]]) -> Result<Padding, Fault> {
    let number = |count| match count {
        Count::Number(number) => Ok(i64::from(number)),
        Count::Argument(index) => {
            let [word, _] = values[index];
            defined(word).map(|bits| i64::from(bits as u32 as i32))
        }
    };
    let mut flags = spec.flags;
    let width = spec.width.map_or(Ok(0), number)?;
    // A negative width is the flag `-` and a width; a negative precision is none.
    flags.left |= width < 0;
    let width = width.unsigned_abs() as usize;
    let precision = spec.precision.map_or(Ok(-1), number)?;
    let precision = usize::try_from(precision).ok();
    if width > LONGEST_TEXT || precision.is_some_and(|precision| precision > LONGEST_TEXT) {
        let is_text = matches!(spec.conversion, Conversion::String | Conversion::WideString);
        if width > LONGEST_TEXT || !is_text {
            return Err(too_long());
        }
    }
    Ok(Padding { flags, width, precision })
}
