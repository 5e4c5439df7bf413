//! Containers whose elements stand side by side.

use heddle_program::{DebugType, DebugTypeId};

use super::super::Printer;
use super::super::aggregate::MAX_ELEMENTS;
use super::Value;
use crate::types::{size, strip};

/// Bytes of a block of a deque of libstdc++.
const DEQUE_BLOCK: u64 = 512;
/// The same of libc++, which has at least so many elements in one.
const WIDE_DEQUE_BLOCK: u64 = 4096;
const FEWEST_IN_BLOCK: u64 = 16;
/// More elements than this are none: the container is being made, or is gone.
const MOST_ELEMENTS: u64 = 1 << 32;

impl Printer<'_, '_> {
    /// Elements in braces, `address` telling where each is.
    pub(super) fn elements(
        &mut self,
        count: u64,
        nesting: u32,
        mut text: impl FnMut(&mut Self, u64) -> Option<String>,
    ) -> Option<String> {
        let shown = if count <= MAX_ELEMENTS + 1 { count } else { MAX_ELEMENTS };
        if nesting >= super::super::aggregate::MAX_DEPTH {
            return Some("{...}".to_owned());
        }
        let mut parts = Vec::new();
        for i in 0..shown {
            if self.budget == 0 {
                break;
            }
            parts.push(text(self, i)?);
        }
        let left = count - parts.len() as u64;
        if left != 0 {
            parts.push(format!("... ({left} more)"));
        }
        Some(format!("{{{}}}", parts.join(", ")))
    }

    /// Elements from an address up to another.
    fn range(
        &mut self,
        element: DebugTypeId,
        (from, to): (u64, u64),
        nesting: u32,
    ) -> Option<String> {
        let each = size(self.machine, element);
        let count =
            to.checked_sub(from)?.checked_div(each).filter(|&count| count < MOST_ELEMENTS)?;
        if let Some(view) = self.machine.object_at(from).filter(|_| count != 0) {
            self.names.learn_elements(self.machine, &view, element);
        }
        self.elements(count, nesting, |printer, i| {
            printer.text_at(element, from + i * each, nesting)
        })
    }
}

pub(super) fn array(printer: &mut Printer<'_, '_>, value: &Value<'_>) -> Option<String> {
    printer.member_text(value, &["_M_elems", "__elems_"])
}

pub(super) fn vector(printer: &mut Printer<'_, '_>, value: &Value<'_>) -> Option<String> {
    if value.argument(0) == Some("bool") {
        return bits(printer, value);
    }
    let (from, element) = printer.pointer_member(value, &["_M_start", "__begin_"])?;
    let (to, _) = printer.pointer_member(value, &["_M_finish", "__end_"])?;
    printer.range(element, (from, to), value.nesting)
}

/// A vector of bits: words, from the lowest bit of the first on.
fn bits(printer: &mut Printer<'_, '_>, value: &Value<'_>) -> Option<String> {
    let (from, _) = printer.pointer_member(value, &["_M_p", "__begin_"])?;
    let count = match printer.member_named(value.ty, &["_M_finish"]) {
        Some(finish) => {
            let chunk = printer.part(value.chunk, finish)?;
            let end = Value { ty: finish.ty, name: "", chunk, nesting: value.nesting };
            let (to, _) = printer.pointer_member(&end, &["_M_p"])?;
            to.checked_sub(from)? * 8 + printer.number(&end, &["_M_offset"])?
        }
        None => printer.number(value, &["__size_"])?,
    };
    let count = (count < MOST_ELEMENTS).then_some(count)?;
    printer.elements(count, value.nesting, |printer, i| {
        let byte = printer.read(from + i / 8, 1)?;
        printer.budget = printer.budget.saturating_sub(1);
        let is_set = |bits: &[u8]| bits.first().is_some_and(|byte| byte >> (i % 8) & 1 != 0);
        Some(match is_set(&byte.undef) {
            true => "<uninitialized>".to_owned(),
            false => is_set(&byte.data).to_string(),
        })
    })
}

pub(super) fn span(printer: &mut Printer<'_, '_>, value: &Value<'_>) -> Option<String> {
    let (from, element) =
        printer.pointer_member(value, &["_M_ptr", "_M_array", "__data_", "__begin_"])?;
    let count = printer.number(value, &["_M_extent_value", "_M_len", "__size_"])?;
    let bytes = size(printer.machine, element).checked_mul(count)?;
    printer.range(element, (from, from.checked_add(bytes)?), value.nesting)
}

pub(super) fn deque(printer: &mut Printer<'_, '_>, value: &Value<'_>) -> Option<String> {
    if printer.member_named(value.ty, &["__start_"]).is_some() {
        return wide_deque(printer, value);
    }
    let (start, finish) = (
        printer.member_named(value.ty, &["_M_start"])?,
        printer.member_named(value.ty, &["_M_finish"])?,
    );
    let iterator = |place: super::Place| {
        let chunk = printer.part(value.chunk, place)?;
        let iterator = Value { ty: place.ty, name: "", chunk, nesting: 0 };
        let (current, element) = printer.pointer_member(&iterator, &["_M_cur"])?;
        let (first, _) = printer.pointer_member(&iterator, &["_M_first"])?;
        let (node, _) = printer.pointer_member(&iterator, &["_M_node"])?;
        Some((current, element, first, node))
    };
    let (from, element, first, node) = iterator(start)?;
    let (to, _, last, last_node) = iterator(finish)?;
    let each = size(printer.machine, element).max(1);
    let in_block = (DEQUE_BLOCK / each).max(1);
    let blocks = last_node.checked_sub(node)? / 8;
    let before = from.checked_sub(first)? / each;
    let count = (blocks * in_block + to.checked_sub(last)? / each).checked_sub(before)?;
    let count = (count < MOST_ELEMENTS).then_some(count)?;
    printer.elements(count, value.nesting, |printer, i| {
        let at = before + i;
        let block = printer.word_at(node + at / in_block * 8)?;
        printer.text_at(element, block + at % in_block * each, value.nesting)
    })
}

/// A deque of libc++.
fn wide_deque(printer: &mut Printer<'_, '_>, value: &Value<'_>) -> Option<String> {
    let (map, row) = printer.pointer_member(value, &["__begin_"])?;
    let source = &printer.machine.program().source;
    let DebugType::Pointer { to: element, .. } = source.types[strip(source, row).0] else {
        return None;
    };
    let start = printer.number(value, &["__start_"])?;
    // Some versions have a pair of it and an allocator, which has no members.
    let count = printer.number(value, &["__size_"])?;
    let each = size(printer.machine, element).max(1);
    let in_block = (WIDE_DEQUE_BLOCK / each).max(FEWEST_IN_BLOCK);
    printer.elements(count, value.nesting, |printer, i| {
        let at = start + i;
        let block = printer.word_at(map + at / in_block * 8)?;
        printer.text_at(element, block + at % in_block * each, value.nesting)
    })
}
