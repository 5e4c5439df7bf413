//! Metadata: the debug information that [`DebugInfo`] keeps, and the numbering
//! through which everything else refers to it.

mod attachments;
mod nodes;
mod table;

use std::collections::HashMap;

use crate::error::Result;
use crate::stream::Fields;
use crate::{DebugInfo, DebugLoc, DiId, DiNode, LocId, TypeId};

/// One numbered piece of metadata.
pub(crate) enum Item {
    /// A string.
    Text(Box<str>),
    /// A value by its number, which may be one of an instruction that is still to
    /// come, and its type.
    Value(u64, TypeId),
    /// Several values, by the numbers of their metadata.
    ArgList(Vec<u64>),
    /// A node.
    Node(DiId),
    /// A location, which other locations name as the place of inlining.
    Location(LocId),
}

/// All metadata that was read.
#[derive(Default)]
pub(crate) struct Metadata {
    pub(crate) debug: DebugInfo,
    /// By number; a function's own come after the module's and go with it.
    items: Vec<Item>,
    locations: HashMap<DebugLoc, LocId>,
    /// The number of the attachment kind `dbg`.
    dbg_kind: u64,
}

impl Metadata {
    /// Number of entries that were given a number.
    pub(crate) fn len(&self) -> usize {
        self.items.len()
    }

    /// Forgets the numbers of a function.
    pub(crate) fn truncate(&mut self, len: usize) {
        self.items.truncate(len);
    }

    /// The item with a number.
    pub(crate) fn item(&self, number: u64, fields: &Fields<'_>) -> Result<&Item> {
        usize::try_from(number)
            .ok()
            .and_then(|number| self.items.get(number))
            .ok_or_else(|| fields.malformed(format!("metadata {number} of {}", self.items.len())))
    }

    /// The item with a number, counted from one; zero is nothing.
    pub(crate) fn item_or_none(&self, number: u64, fields: &Fields<'_>) -> Result<Option<&Item>> {
        match number.checked_sub(1) {
            Some(number) => self.item(number, fields).map(Some),
            None => Ok(None),
        }
    }

    /// The location, once for all instructions that have it.
    pub(crate) fn location(&mut self, loc: DebugLoc) -> LocId {
        let locations = &mut self.debug.locations;
        *self.locations.entry(loc).or_insert_with(|| locations.push(loc))
    }

    pub(crate) fn node(&self, id: DiId) -> &DiNode {
        &self.debug.nodes[id]
    }

    /// The debug information, when all is read.
    pub(crate) fn finish(&mut self) -> DebugInfo {
        std::mem::take(&mut self.debug)
    }
}

/// The scope and place of inlining of a location, from its two numbers, both
/// counted from one.
pub(crate) fn scope_and_inlining(
    metadata: &Metadata,
    scope: u64,
    inlined_at: u64,
    fields: &Fields<'_>,
) -> Result<(Option<DiId>, Option<LocId>)> {
    let scope = match metadata.item_or_none(scope, fields)? {
        None => None,
        Some(Item::Node(id)) => Some(*id),
        Some(_) => return Err(fields.malformed("a scope that is not a node")),
    };
    let inlined_at = match metadata.item_or_none(inlined_at, fields)? {
        None => None,
        Some(Item::Location(id)) => Some(*id),
        Some(_) => return Err(fields.malformed("inlined at what is not a location")),
    };
    Ok((scope, inlined_at))
}
