//! Pointers: what they point to, by name.

use heddle_machine::ObjectView;
use heddle_program::{DebugType, DebugTypeId};

use super::Printer;
use super::aggregate::c_string;
use super::bits::Bytes;
use super::scalar::quoted;
use crate::path::Want;
use crate::types::{char_kind, size, strip};

/// Bytes by which a pointer may be outside of its object and still be named after it.
const NEAR: i64 = 1 << 20;
/// Below this there are no objects: it is a small number in disguise.
const SMALL: u64 = 0xffff;
/// Bytes of an object that are read to show it.
const MOST_SHOWN_BYTES: u32 = 1 << 16;

impl Printer<'_, '_> {
    /// A pointer to a `to`.
    pub(super) fn pointer(&mut self, to: Option<DebugTypeId>, bits: u64, nesting: u32) -> String {
        if bits == 0 {
            return "NULL".to_owned();
        }
        let near = |view: &ObjectView| (-NEAR..=i64::from(view.size) + NEAR).contains(&view.offset);
        let view = self.machine.object_at(bits).filter(near);
        let Some(view) = view.filter(|_| bits > SMALL) else { return format!("{bits:#x}") };
        if let Some(function) = &view.function {
            return format!("&{function}");
        }
        if let Some(to) = to {
            self.names.learn(self.machine, &view, to);
            if let Some(text) = self.string(to, &view, bits) {
                return text;
            }
        }
        let name = self.target_name(to, &view);
        if view.dead {
            let why = if view.heap { "freed" } else { "out of scope" };
            return format!("{name} ({why})");
        }
        match to.and_then(|to| self.followed(to, &view, bits, nesting)) {
            Some(value) => format!("{name} -> {value}"),
            None => name,
        }
    }

    fn target_name(&mut self, to: Option<DebugTypeId>, view: &ObjectView) -> String {
        let here = self.here.clone();
        if view.heap && view.offset == 0 {
            return self.names.object(view, &here);
        }
        let void = |ty: &DebugTypeId| {
            let source = &self.machine.program().source;
            let (ty, _) = strip(source, *ty);
            !matches!(source.types[ty], DebugType::Void)
        };
        let want = match to.filter(void) {
            Some(ty) => Want::Type(ty),
            None => Want::Start,
        };
        if view.name.is_none() && !view.heap {
            return match view.offset {
                0 => view.description.clone(),
                offset => format!("{} + {offset} bytes", view.description),
            };
        }
        let (name, _) = self.names.part(self.machine, view, want, &here);
        format!("&{name}")
    }

    /// A pointer to characters, as the text that they are.
    fn string(&mut self, to: DebugTypeId, view: &ObjectView, bits: u64) -> Option<String> {
        let kind = char_kind(&self.machine.program().source, to)?;
        if view.dead {
            return None;
        }
        let len = u32::try_from(i64::from(view.size) - view.offset).ok()?;
        if view.offset < 0 || len == 0 {
            return None;
        }
        let memory = self.read(bits, u64::from(len.min(MOST_SHOWN_BYTES)))?;
        let text = quoted(&c_string(kind, memory.at(None))?);
        // Literals have no name of their own.
        let name = view.name.as_deref().unwrap_or_default();
        let nameless = !view.heap && (name.is_empty() || view.constant && name.starts_with('.'));
        if nameless {
            return Some(text);
        }
        let name = self.target_name(Some(to), view);
        Some(format!("{name} {text}"))
    }

    /// The target of a pointer, if it is to be shown here.
    fn followed(
        &mut self,
        to: DebugTypeId,
        view: &ObjectView,
        bits: u64,
        nesting: u32,
    ) -> Option<String> {
        if self.follow == 0 || self.budget == 0 || view.runtime || !self.shown.insert(view.base) {
            return None;
        }
        let typed = match view.offset {
            0 => self.names.type_of(self.machine, view),
            _ => None,
        };
        let (ty, count, address) = match typed {
            Some((ty, count)) => (ty, count, view.base),
            None => (to, 1, bits),
        };
        let bytes = size(self.machine, ty).checked_mul(count)?;
        let memory =
            self.read(address, bytes.min(MOST_SHOWN_BYTES.into())).filter(|_| bytes != 0)?;
        self.follow -= 1;
        let chunk = memory.at(Some(address));
        let value = match count {
            1 => self.nested(ty, chunk, nesting + 1),
            _ => self.array(ty, count, chunk, nesting + 1),
        };
        self.follow += 1;
        Some(value)
    }

    /// Memory, if it may be read.
    pub(crate) fn read(&self, address: u64, bytes: u64) -> Option<Bytes> {
        let (data, undef) = self.machine.memory_at(address, usize::try_from(bytes).ok()?)?;
        Some(Bytes { data, undef })
    }
}
