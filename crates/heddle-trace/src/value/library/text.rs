//! Strings.

use super::super::Printer;
use super::super::aggregate::shorten;
use super::super::bits::Chunk;
use super::super::scalar::quoted;
use super::Value;

/// Characters that are read of a string.
const MOST_READ: u64 = 1 << 12;

impl Printer<'_, '_> {
    /// Text of so many bytes, in quotes.
    fn text_of(&mut self, address: u64, bytes: u64) -> Option<String> {
        self.budget = self.budget.saturating_sub(1);
        if bytes == 0 {
            return Some(quoted(""));
        }
        let read = self.read(address, bytes.min(MOST_READ))?;
        text_in(read.at(None))
    }
}

fn text_in(chunk: Chunk<'_>) -> Option<String> {
    let text = String::from_utf8_lossy(chunk.data);
    chunk.is_defined().then(|| quoted(&shorten(&text)))
}

pub(super) fn string(printer: &mut Printer<'_, '_>, value: &Value<'_>) -> Option<String> {
    if value.argument(0) != Some("char") {
        return None;
    }
    if let Some((address, _)) = printer.pointer_member(value, &["_M_p"]) {
        let bytes = printer.number(value, &["_M_string_length"])?;
        return printer.text_of(address, bytes);
    }
    // Here, the lowest bit says that the text is elsewhere; the rest of the byte is its length.
    printer.member_named(value.ty, &["__r_", "__rep_"])?;
    let first = value.chunk.part(0, 1).filter(|byte| byte.is_defined())?.unsigned();
    if first & 1 == 0 {
        return text_in(value.chunk.part(1, first as u64 >> 1)?);
    }
    let word = |at| value.chunk.part(at, 8).filter(|word| word.is_defined()).map(Chunk::unsigned);
    let (bytes, address) = (word(8)?, word(16)?);
    printer.text_of(address as u64, bytes as u64)
}

pub(super) fn string_view(printer: &mut Printer<'_, '_>, value: &Value<'_>) -> Option<String> {
    if value.argument(0) != Some("char") {
        return None;
    }
    let (address, _) = printer.pointer_member(value, &["_M_str", "__data_", "__data"])?;
    let bytes = printer.number(value, &["_M_len", "__size_", "__size"])?;
    printer.text_of(address, bytes)
}
