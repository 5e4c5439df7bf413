//! Structures, unions and arrays.

use heddle_program::{DebugType, DebugTypeId, Member};

use super::Printer;
use super::bits::{Bytes, Chunk};
use super::scalar::quoted;
use crate::types::{CharKind, char_kind, size, strip};

/// Elements of an array that are shown.
pub(super) const MAX_ELEMENTS: u64 = 8;
/// Structures within structures that are shown.
pub(super) const MAX_DEPTH: u32 = 6;

impl Printer<'_, '_> {
    pub(super) fn array(
        &mut self,
        element: DebugTypeId,
        count: u64,
        chunk: Chunk,
        nesting: u32,
    ) -> String {
        if nesting >= MAX_DEPTH {
            return "{...}".to_owned();
        }
        if let Some(kind) = char_kind(&self.machine.program().source, element)
            && let Some(text) = c_string(kind, chunk)
            && !(text.is_empty() && has_set_bits(chunk))
        {
            return quoted(&text);
        }
        let each = size(self.machine, element);
        let shown = if count <= MAX_ELEMENTS + 1 { count } else { MAX_ELEMENTS };
        let mut parts = Vec::new();
        let mut left = count;
        for i in 0..shown {
            if self.budget == 0 {
                break;
            }
            let Some(part) = i.checked_mul(each).and_then(|at| chunk.part(at, each)) else { break };
            parts.push(self.nested(element, part, nesting + 1));
            left -= 1;
        }
        if left != 0 {
            parts.push(format!("... ({left} more)"));
        }
        format!("{{{}}}", parts.join(", "))
    }

    pub(super) fn record(&mut self, members: &[Member], chunk: Chunk, nesting: u32) -> String {
        if nesting >= MAX_DEPTH {
            return "{...}".to_owned();
        }
        let mut parts = Vec::new();
        for member in members {
            if self.budget == 0 {
                parts.push("...".to_owned());
                break;
            }
            // Tables of virtual functions are the compiler's.
            if member.name.starts_with("_vptr") {
                continue;
            }
            let value = self.member(member, chunk, nesting);
            parts.push(match member.name.as_str() {
                "" => value,
                "<base>" => format!("<base> = {value}"),
                name => format!(".{name} = {value}"),
            });
        }
        format!("{{{}}}", parts.join(", "))
    }

    fn member(&mut self, member: &Member, chunk: Chunk, nesting: u32) -> String {
        let source = &self.machine.program().source;
        if let Some(width) = member.bit_field {
            let bits = Bytes::extract(chunk, member.bit_offset, width);
            let (ty, _) = strip(source, member.ty);
            return match source.types[ty] {
                DebugType::Basic { .. } | DebugType::Enum { .. } => {
                    self.scalar(ty, width, bits.at(None), nesting)
                }
                _ => "?".to_owned(),
            };
        }
        match chunk.part(member.bit_offset / 8, size(self.machine, member.ty)) {
            Some(part) => self.nested(member.ty, part, nesting + 1),
            None => "<unreadable>".to_owned(),
        }
    }
}

/// Fewest bytes that are taken for text where they may as well be numbers.
const SHORTEST_TEXT: usize = 3;

/// The text up to the first zero, if there is one and everything before it can be
/// printed. Bytes that may as well be numbers are text if most of them are letters.
pub(super) fn c_string(kind: CharKind, chunk: Chunk) -> Option<String> {
    let end = chunk.data.iter().position(|&byte| byte == 0)?;
    if chunk.undef[..=end].iter().any(|&byte| byte != 0) {
        return None;
    }
    let text = std::str::from_utf8(&chunk.data[..end]).ok()?;
    let letters = text.bytes().filter(|byte| byte.is_ascii_alphabetic() || *byte == b' ').count();
    if kind == CharKind::Byte && (text.len() < SHORTEST_TEXT || letters * 2 <= text.len()) {
        return None;
    }
    let printable = |c: char| !c.is_control() || matches!(c, '\n' | '\t' | '\r');
    text.chars().all(printable).then(|| shorten(text))
}

/// True if a bit is known to be set: behind an empty text, that would go untold.
fn has_set_bits(chunk: Chunk) -> bool {
    chunk.data.iter().zip(chunk.undef).any(|(byte, undef)| byte & !undef != 0)
}

/// Characters of a string that are shown.
const MAX_TEXT: usize = 120;

pub(super) fn shorten(text: &str) -> String {
    match text.char_indices().nth(MAX_TEXT) {
        Some((at, _)) => format!("{}...", &text[..at]),
        None => text.to_owned(),
    }
}
