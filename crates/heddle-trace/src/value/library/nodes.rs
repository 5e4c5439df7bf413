//! Containers whose elements are in nodes.
//!
//! Where the element is in its node follows from what comes before it and from its alignment.
//! Its type is not among the members: it is found by its name, which the container's has in it.

use heddle_program::DebugTypeId;
use heddle_program::cpp_names::template_arguments;

use super::super::Printer;
use super::super::aggregate::MAX_ELEMENTS;
use super::Value;

/// Links that are followed: enough for what is shown, and for trees of what is shown.
const MOST_LINKS: usize = 4 * MAX_ELEMENTS as usize;

/// The way in which an element is written.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Entry {
    /// As a value.
    Plain,
    /// As a key and what is found by it.
    Keyed,
}

impl Printer<'_, '_> {
    /// The elements in some nodes, of which there are `count` in all.
    fn in_nodes(
        &mut self,
        value: &Value<'_>,
        element: DebugTypeId,
        nodes: &[u64],
        (count, head, entry): (u64, u64, Entry),
    ) -> Option<String> {
        let offset = head.next_multiple_of(self.alignment(element));
        let fits = nodes.len() as u64 >= count.min(MAX_ELEMENTS);
        if !fits {
            return None;
        }
        self.elements(count, value.nesting, |printer, i| {
            let address = nodes.get(usize::try_from(i).ok()?)? + offset;
            match entry {
                Entry::Plain => printer.text_at(element, address, value.nesting),
                Entry::Keyed => {
                    let at = |name| printer.member_named(element, &[name]);
                    let (first, second) = (at("first")?, at("second")?);
                    let key = printer.text_at(first.ty, address + first.at, value.nesting)?;
                    let found = printer.text_at(second.ty, address + second.at, value.nesting)?;
                    Some(format!("[{key}] = {found}"))
                }
            }
        })
    }

    /// The addresses that follow each other by a word at an offset, up to `end`.
    fn chain(&self, first: u64, next: u64, end: u64) -> Option<Vec<u64>> {
        let mut nodes = Vec::new();
        let mut node = first;
        while node != end && node != 0 && nodes.len() < MOST_LINKS {
            nodes.push(node);
            node = self.word_at(node + next)?;
        }
        Some(nodes)
    }

    /// The first nodes of a tree, in order.
    fn in_order(&self, root: u64, left: u64, right: u64) -> Option<Vec<u64>> {
        let (mut nodes, mut path, mut node) = (Vec::new(), Vec::new(), root);
        while (node != 0 || !path.is_empty()) && nodes.len() < MOST_LINKS {
            while node != 0 {
                path.push(node);
                node = self.word_at(node + left)?;
                if path.len() > 64 {
                    return None;
                }
            }
            let top = path.pop()?;
            nodes.push(top);
            node = self.word_at(top + right)?;
        }
        Some(nodes)
    }

    /// The type of elements that an argument of a container's template names.
    fn element_of(&mut self, value: &Value<'_>, argument: usize) -> Option<DebugTypeId> {
        let name = value.argument(argument)?;
        self.names.type_named(self.machine, name)
    }

    /// The type of pairs, which the allocator of a map has as an argument.
    fn pairs_of(&mut self, value: &Value<'_>) -> Option<DebugTypeId> {
        let allocator = template_arguments(value.name).last().copied()?;
        let pair = template_arguments(allocator).first().copied()?;
        self.names.type_named(self.machine, pair)
    }
}

pub(super) fn list(printer: &mut Printer<'_, '_>, value: &Value<'_>) -> Option<String> {
    let element = printer.element_of(value, 0)?;
    let end = printer.member_named(value.ty, &["_M_node", "__end_"])?;
    let address = value.chunk.address.map_or(0, |address| address + end.at);
    let chunk = printer.part(value.chunk, end)?;
    let header = Value { ty: end.ty, name: "", chunk, nesting: 0 };
    let (first, _) = printer.pointer_member(&header, &["_M_next", "__next_"])?;
    let is_ours = printer.member_named(value.ty, &["_M_next"]).is_some();
    // Here, the link to the next comes first; in libc++ after the one to the previous.
    let nodes = printer.chain(first, if is_ours { 0 } else { 8 }, address)?;
    let count = printer.number(value, &["_M_size"]).unwrap_or(nodes.len() as u64);
    printer.in_nodes(value, element, &nodes, (count, 16, Entry::Plain))
}

pub(super) fn forward_list(printer: &mut Printer<'_, '_>, value: &Value<'_>) -> Option<String> {
    let element = printer.element_of(value, 0)?;
    let (first, _) = printer.pointer_member(value, &["_M_next", "__next_"])?;
    let nodes = printer.chain(first, 0, 0)?;
    printer.in_nodes(value, element, &nodes, (nodes.len() as u64, 8, Entry::Plain))
}

pub(super) fn map(printer: &mut Printer<'_, '_>, value: &Value<'_>) -> Option<String> {
    let element = printer.pairs_of(value)?;
    tree(printer, value, element, Entry::Keyed)
}

pub(super) fn set(printer: &mut Printer<'_, '_>, value: &Value<'_>) -> Option<String> {
    let element = printer.element_of(value, 0)?;
    tree(printer, value, element, Entry::Plain)
}

fn tree(
    printer: &mut Printer<'_, '_>,
    value: &Value<'_>,
    element: DebugTypeId,
    entry: Entry,
) -> Option<String> {
    if let Some(count) = printer.number(value, &["_M_node_count"]) {
        let (root, _) = printer.pointer_member(value, &["_M_parent"])?;
        let nodes = printer.in_order(root, 16, 24)?;
        return printer.in_nodes(value, element, &nodes, (count, 32, entry));
    }
    let (root, _) = printer.pointer_member(value, &["__left_"])?;
    let nodes = printer.in_order(root, 0, 8)?;
    // Three links and a colour, whose padding is used.
    printer.in_nodes(value, element, &nodes, (nodes.len() as u64, 25, entry))
}

pub(super) fn unordered_map(printer: &mut Printer<'_, '_>, value: &Value<'_>) -> Option<String> {
    let element = printer.pairs_of(value)?;
    hash_table(printer, value, element, Entry::Keyed)
}

pub(super) fn unordered_set(printer: &mut Printer<'_, '_>, value: &Value<'_>) -> Option<String> {
    let element = printer.element_of(value, 0)?;
    hash_table(printer, value, element, Entry::Plain)
}

fn hash_table(
    printer: &mut Printer<'_, '_>,
    value: &Value<'_>,
    element: DebugTypeId,
    entry: Entry,
) -> Option<String> {
    let (first, _) = printer.pointer_member(value, &["_M_nxt", "__next_"])?;
    let nodes = printer.chain(first, 0, 0)?;
    match printer.number(value, &["_M_element_count"]) {
        Some(count) => printer.in_nodes(value, element, &nodes, (count, 8, entry)),
        None => printer.in_nodes(value, element, &nodes, (nodes.len() as u64, 16, entry)),
    }
}
