//! Shortens code before it is laid out. What the interpreter does not do costs
//! nothing: most of what is removed are copies between variables and temporaries.
//!
//! The passes, each in its file:
//! - `jumps`: jumps to jumps, branches on constants;
//! - `copies`: uses of a copied value use the original;
//! - `fold`: comparisons of truth values with zero, conversions that change nothing,
//!   constant offsets of accesses;
//! - `coalesce`: a temporary and a variable it is copied to or from share a slot, if
//!   they do not need two;
//! - `dead`: results that nobody uses;
//! - `share`: temporaries that are needed one after the other share a slot, so that
//!   frames are small.
//!
//! # Invariants
//! - A slot of a [`RowKind::Value`] row that one instruction writes has been written
//!   whenever it is read, and no read sees it older than its operands: such slots are in
//!   static single assignment form.
//! - Rows stay rows: only slots that no instruction uses as part of a longer row are
//!   renamed.
//! - Instructions are marked dead, not removed, so that positions stay valid.

mod coalesce;
mod copies;
mod dead;
mod fold;
mod jumps;
mod lives;
mod share;

#[cfg(test)]
mod tests;

use crate::Slot;
use crate::body::{Body, RowKind, is_const};
use crate::operands::{PartsCount, Use, visit};

/// Makes the code shorter. `go_on` is asked between passes; if it fails, they end.
pub(crate) fn optimize<E>(
    body: &mut Body,
    parts: &impl PartsCount,
    go_on: impl Fn() -> Result<(), E>,
) -> Result<(), E> {
    jumps::simplify(body);
    // Variables begin undefined: that counts only where it is read.
    dead::eliminate(body, parts);
    for _ in 0..3 {
        go_on()?;
        copies::propagate(body, parts);
        if !fold::fold(body, parts) && !fold::indexed(body, parts) {
            break;
        }
    }
    go_on()?;
    dead::eliminate(body, parts);
    go_on()?;
    coalesce::coalesce(body, parts);
    go_on()?;
    dead::eliminate(body, parts);
    jumps::simplify(body);
    share::share(body, parts);
    go_on()
}

/// Uses of the slots of a body.
pub(crate) struct Uses {
    /// Places where each slot is written, as block and index in it.
    pub(crate) writes: Vec<Vec<(usize, usize)>>,
    /// Places where it is used in any way.
    pub(crate) sites: Vec<Vec<(usize, usize)>>,
    /// True if some instruction uses it as part of a row of several slots.
    pub(crate) in_row: Vec<bool>,
    /// The kind of the row that it belongs to.
    pub(crate) kinds: Vec<RowKind>,
}

impl Uses {
    /// Looks through `body`.
    pub(crate) fn new(body: &mut Body, parts: &impl PartsCount) -> Uses {
        let slots = body.slots();
        let mut uses = Uses {
            writes: vec![Vec::new(); slots],
            sites: vec![Vec::new(); slots],
            in_row: vec![false; slots],
            kinds: Vec::with_capacity(slots),
        };
        for row in &body.rows {
            uses.kinds.extend(std::iter::repeat_n(row.kind, row.count as usize));
        }
        for block in 0..body.blocks.len() {
            for (index, inst) in body.blocks[block].iter_mut().enumerate() {
                if inst.dead {
                    continue;
                }
                visit(&mut inst.op, &mut body.tables, parts, &mut |first, count, how| {
                    if is_const(*first) {
                        return;
                    }
                    for slot in first.index()..first.index() + count as usize {
                        if how != Use::Read {
                            uses.writes[slot].push((block, index));
                        }
                        uses.sites[slot].push((block, index));
                        uses.in_row[slot] |= count > 1;
                    }
                });
            }
        }
        uses
    }

    /// True if a slot has one value, from before its first use on.
    pub(crate) fn is_single(&self, slot: Slot) -> bool {
        if is_const(slot) {
            return true;
        }
        let writes = self.writes[slot.index()].len();
        match self.kinds[slot.index()] {
            RowKind::Value => writes == 1,
            RowKind::Param => writes == 0,
            RowKind::Local => false,
        }
    }
}
