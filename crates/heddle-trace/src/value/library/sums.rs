//! Values that are one of several, or several in one.

use heddle_program::cpp_names::template_arguments;
use heddle_program::{DebugType, DebugTypeId};

use super::super::Printer;
use super::{Place, Value};

pub(super) fn optional(printer: &mut Printer<'_, '_>, value: &Value<'_>) -> Option<String> {
    match printer.number(value, &["_M_engaged", "__engaged_"])? {
        0 => Some("nullopt".to_owned()),
        _ => printer.member_text(value, &["_M_value", "__val_"]),
    }
}

pub(super) fn variant(printer: &mut Printer<'_, '_>, value: &Value<'_>) -> Option<String> {
    let index = printer.number(value, &["_M_index", "__index"])?;
    let mut place = printer.member_named(value.ty, &["_M_u", "__data"])?;
    if index >= template_arguments(value.name).len() as u64 {
        return Some("valueless".to_owned());
    }
    for _ in 0..index {
        place = within(printer, place, &["_M_rest", "__tail"])?;
    }
    place = within(printer, place, &["_M_first", "__head"])?;
    place = within(printer, place, &["_M_storage", "__value"])?;
    // What has a destructor may be in bytes that are aligned for it.
    if is_buffer(printer, place.ty) {
        let name = value.argument(usize::try_from(index).ok()?)?;
        place.ty = printer.names.type_named(printer.machine, name)?;
    }
    let chunk = printer.part(value.chunk, place)?;
    Some(printer.nested(place.ty, chunk, value.nesting + 1))
}

/// True if a type is bytes in which something is kept.
fn is_buffer(printer: &Printer<'_, '_>, ty: DebugTypeId) -> bool {
    let name = printer.type_name_of(ty).unwrap_or_default();
    name.contains("__aligned_membuf<") || name.contains("__aligned_buffer<")
}

/// A member of a member.
fn within(printer: &Printer<'_, '_>, place: Place, names: &[&str]) -> Option<Place> {
    let inner = printer.member_named(place.ty, names)?;
    Some(Place { ty: inner.ty, at: place.at + inner.at })
}

pub(super) fn pair(printer: &mut Printer<'_, '_>, value: &Value<'_>) -> Option<String> {
    let first = printer.member_text(value, &["first"])?;
    let second = printer.member_text(value, &["second"])?;
    Some(format!("{{{first}, {second}}}"))
}

pub(super) fn tuple(printer: &mut Printer<'_, '_>, value: &Value<'_>) -> Option<String> {
    let mut parts = Vec::new();
    for i in 0..template_arguments(value.name).len() {
        let head = [format!("_Head_base<{i}"), format!("__tuple_leaf<{i}")];
        let is_head = |name: &str| {
            let rest = |head: &String| name.split_once(head.as_str()).map(|(_, rest)| rest);
            let rest = head.iter().find_map(rest);
            rest.is_some_and(|rest| rest.starts_with([',', 'U', 'u', '>']))
        };
        let place = printer.nearest(value.ty, |_, ty| match ty {
            DebugType::Record { name, .. } => is_head(name),
            _ => false,
        })?;
        let text = match within(printer, place, &["_M_head_impl", "__value_"]) {
            Some(place) => {
                let chunk = printer.part(value.chunk, place)?;
                printer.nested(place.ty, chunk, value.nesting + 1)
            }
            // What has no members is a base.
            None => "{}".to_owned(),
        };
        parts.push(text);
    }
    Some(format!("{{{}}}", parts.join(", ")))
}
