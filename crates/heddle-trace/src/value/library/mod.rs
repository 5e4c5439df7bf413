//! Values of the C++ library, as programmers think of them.
//!
//! A vector is its elements, a smart pointer what it points to, an optional its value or nothing.
//! [`PRINTERS`] has a row for each template: to add one, write a function that makes text of its
//! members, by the names that libstdc++ and libc++ give to them, and add its row. A function that
//! does not find what it expects gives nothing, and the members are shown as those of any class.

mod containers;
mod handles;
mod nodes;
mod sums;
mod text;

use heddle_program::cpp_names::{library_template, template_arguments};
use heddle_program::{DebugType, DebugTypeId, SourceMap};

use super::Printer;
use super::bits::Chunk;
use crate::types::{MAX_NESTING, size, strip};

/// Makes text of a value; nothing if it does not look as expected.
type Show = fn(&mut Printer<'_, '_>, &Value<'_>) -> Option<String>;

/// The templates and classes of the library that have a form of their own, without `std::`.
const PRINTERS: [(&str, Show); 47] = [
    ("array", containers::array),
    ("vector", containers::vector),
    ("deque", containers::deque),
    ("queue", handles::underlying),
    ("stack", handles::underlying),
    ("priority_queue", handles::underlying),
    ("initializer_list", containers::span),
    ("span", containers::span),
    ("list", nodes::list),
    ("forward_list", nodes::forward_list),
    ("map", nodes::map),
    ("multimap", nodes::map),
    ("set", nodes::set),
    ("multiset", nodes::set),
    ("unordered_map", nodes::unordered_map),
    ("unordered_multimap", nodes::unordered_map),
    ("unordered_set", nodes::unordered_set),
    ("unordered_multiset", nodes::unordered_set),
    ("basic_string", text::string),
    ("basic_string_view", text::string_view),
    ("optional", sums::optional),
    ("variant", sums::variant),
    ("pair", sums::pair),
    ("tuple", sums::tuple),
    ("unique_ptr", handles::unique_ptr),
    ("shared_ptr", handles::shared_ptr),
    ("weak_ptr", handles::weak_ptr),
    ("reference_wrapper", handles::reference),
    ("function", handles::function),
    ("future", handles::future),
    ("shared_future", handles::future),
    ("promise", handles::future),
    ("atomic", handles::atomic),
    ("atomic_flag", handles::atomic),
    ("__atomic_base", handles::atomic),
    ("mutex", handles::lock),
    ("recursive_mutex", handles::lock),
    ("timed_mutex", handles::lock),
    ("shared_mutex", handles::lock),
    ("shared_timed_mutex", handles::lock),
    ("condition_variable", handles::condition),
    ("lock_guard", handles::guard),
    ("unique_lock", handles::guard),
    ("shared_lock", handles::guard),
    ("scoped_lock", handles::guard),
    ("thread", handles::thread),
    ("jthread", handles::thread),
];

/// A value that a printer is asked for.
pub(super) struct Value<'v> {
    ty: DebugTypeId,
    /// The name of its type, with all arguments.
    name: &'v str,
    chunk: Chunk<'v>,
    nesting: u32,
}

/// A member somewhere in a value.
#[derive(Clone, Copy)]
struct Place {
    ty: DebugTypeId,
    /// Bytes from the beginning of the value.
    at: u64,
}

impl Value<'_> {
    /// The text of an argument of its template.
    fn argument(&self, number: usize) -> Option<&str> {
        template_arguments(self.name).get(number).copied()
    }
}

impl<'p> Printer<'_, 'p> {
    /// A value of a type that has a form of its own.
    pub(super) fn of_library(
        &mut self,
        ty: DebugTypeId,
        chunk: Chunk<'_>,
        nesting: u32,
    ) -> Option<String> {
        let show = printer_of(self.type_name_of(ty)?)?;
        let name = self.type_name_of(ty)?;
        show(self, &Value { ty, name, chunk, nesting })
    }

    fn type_name_of(&self, ty: DebugTypeId) -> Option<&'p str> {
        match &self.machine.program().source.types[ty] {
            DebugType::Record { name, .. } => Some(name),
            _ => None,
        }
    }

    /// The member with one of these names that is nearest to the surface, be it of a base class or
    /// of another member.
    fn member_named(&self, ty: DebugTypeId, names: &[&str]) -> Option<Place> {
        self.nearest(ty, |name, _| names.contains(&name))
    }

    /// The member, by its name and type, that is nearest to the surface.
    fn nearest(
        &self,
        ty: DebugTypeId,
        is_meant: impl Fn(&str, &DebugType) -> bool,
    ) -> Option<Place> {
        let source = &self.machine.program().source;
        let mut level = vec![Place { ty, at: 0 }];
        for _ in 0..MAX_NESTING.min(12) {
            let mut next = Vec::new();
            for place in level {
                let DebugType::Record { members, .. } = &source.types[strip(source, place.ty).0]
                else {
                    continue;
                };
                for member in members.iter().filter(|member| member.bit_field.is_none()) {
                    let inner = Place { ty: member.ty, at: place.at + member.bit_offset / 8 };
                    if is_meant(&member.name, &source.types[strip(source, member.ty).0]) {
                        return Some(inner);
                    }
                    next.push(inner);
                }
            }
            level = next;
        }
        None
    }

    /// The bytes of a member.
    fn part<'c>(&self, chunk: Chunk<'c>, place: Place) -> Option<Chunk<'c>> {
        chunk.part(place.at, size(self.machine, place.ty))
    }

    /// A member as a number, if all of it is defined.
    fn number(&self, value: &Value<'_>, names: &[&str]) -> Option<u64> {
        let place = self.member_named(value.ty, names)?;
        let chunk = self.part(value.chunk, place)?;
        (chunk.is_defined() && chunk.data.len() <= 8).then(|| chunk.unsigned() as u64)
    }

    /// A member that is a pointer, and the type that it points to.
    fn pointer_member(&self, value: &Value<'_>, names: &[&str]) -> Option<(u64, DebugTypeId)> {
        let is_pointer = |ty: &DebugType| matches!(ty, DebugType::Pointer { .. });
        let place = self.nearest(value.ty, |name, ty| names.contains(&name) && is_pointer(ty))?;
        let source = &self.machine.program().source;
        let DebugType::Pointer { to, .. } = source.types[strip(source, place.ty).0] else {
            return None;
        };
        let chunk = self.part(value.chunk, place).filter(|chunk| chunk.is_defined())?;
        Some((chunk.unsigned() as u64, to))
    }

    /// A member as text.
    fn member_text(&mut self, value: &Value<'_>, names: &[&str]) -> Option<String> {
        let place = self.member_named(value.ty, names)?;
        let chunk = self.part(value.chunk, place)?;
        Some(self.nested(place.ty, chunk, value.nesting + 1))
    }

    /// The value at an address, as text.
    fn text_at(&mut self, ty: DebugTypeId, address: u64, nesting: u32) -> Option<String> {
        let bytes = self.read(address, size(self.machine, ty).max(1))?;
        Some(self.nested(ty, bytes.at(Some(address)), nesting + 1))
    }

    /// A word of memory.
    fn word_at(&self, address: u64) -> Option<u64> {
        let bytes = self.read(address, self.machine.pointer_bytes() as u64)?;
        let chunk = bytes.at(None);
        chunk.is_defined().then(|| chunk.unsigned() as u64)
    }

    /// The alignment of a type.
    fn alignment(&self, ty: DebugTypeId) -> u64 {
        self.alignment_within(ty, 0)
    }

    fn alignment_within(&self, ty: DebugTypeId, nesting: u32) -> u64 {
        let source = &self.machine.program().source;
        let ty = strip(source, ty).0;
        let widest = size(self.machine, ty).clamp(1, 16);
        match &source.types[ty] {
            _ if nesting > MAX_NESTING => 1,
            DebugType::Record { members, .. } => {
                let all = members.iter().map(|m| self.alignment_within(m.ty, nesting + 1));
                all.max().unwrap_or(1)
            }
            DebugType::Array { element, .. } => self.alignment_within(*element, nesting + 1),
            _ => widest,
        }
    }
}

/// The printer of a type, if it has one.
fn printer_of(name: &str) -> Option<Show> {
    let template = library_template(name)?;
    PRINTERS.iter().find(|(known, _)| *known == template).map(|(_, show)| *show)
}

/// True of a type whose values are accessed as scalars are.
pub(crate) fn is_atomic(source: &SourceMap, ty: DebugTypeId) -> bool {
    let (ty, _) = strip(source, ty);
    matches!(&source.types[ty], DebugType::Record { name, .. }
        if library_template(name).is_some_and(|template| template.contains("atomic")))
}

/// True if values of a type are shown in a form of their own, not by their members.
pub(crate) fn has_form(source: &SourceMap, ty: DebugTypeId) -> bool {
    let (ty, _) = strip(source, ty);
    matches!(&source.types[ty], DebugType::Record { name, .. } if printer_of(name).is_some())
}
