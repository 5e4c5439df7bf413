//! Arithmetic of pointers.
//!
//! In a 64-bit program a pointer is an object's number above and an offset below. A sum that
//! would get another number above names no object at all. In a 32-bit program, addresses are
//! plain numbers.

use heddle_program::Slot;

use super::Work;
use crate::term::{Node, Term, Terms};

/// The upper bits of pointers that name no object.
const NOWHERE: u128 = 0xfff0_0000_0000_0000;
/// Bits of a pointer below the object's number.
const OFFSET_BITS: u32 = 32;
/// Most levels of a choice of constant pointers that stays a choice of constants.
const DEPTH: u32 = 6;

impl Work<'_, '_> {
    /// `base + offset`.
    pub(super) fn pointer_add(&mut self, dst: Slot, base: Slot, offset: Slot) {
        let (x, y) = (self.integer(base, 64), self.integer(offset, 64));
        let undefined = self.either(x, y);
        self.put_pointer(dst, undefined, x.bits, |_| y.bits);
    }

    /// `base + index * scale`, with the index sign-extended.
    pub(super) fn pointer_index(
        &mut self,
        width: u32,
        dst: Slot,
        base: Slot,
        index: Slot,
        scale: u32,
    ) {
        let (x, i) = (self.integer(base, 64), self.integer(index, width));
        let undefined = self.either(x, i);
        self.put_pointer(dst, undefined, x.bits, |terms| {
            let wide = terms.sext(i.bits, 64);
            let scale = terms.constant(64, scale.into());
            terms.mul(wide, scale)
        });
    }

    /// `base + offset` with an offset that is known.
    pub(super) fn pointer_offset(&mut self, dst: Slot, base: Slot, offset: i32) {
        let x = self.integer(base, 64);
        let offset = |terms: &mut Terms| terms.constant(64, offset as u128);
        self.put_pointer(dst, x.undefined, x.bits, offset);
    }

    fn put_pointer(
        &mut self,
        dst: Slot,
        undefined: Term,
        base: Term,
        offset: impl FnOnce(&mut Terms) -> Term,
    ) {
        self.put(dst, 64, undefined, |work| {
            let offset = offset(work.terms);
            add(work.terms, work.environment.pointer_bytes, base, offset)
        });
    }
}

/// The sum of an address and an offset, both of 64 bits.
pub(crate) fn add(terms: &mut Terms, pointer_bytes: u8, base: Term, offset: Term) -> Term {
    let is_choice = terms.value(offset).is_some() && is_choice_of_constants(terms, base, DEPTH);
    let add_one = if pointer_bytes == 4 { add_flat } else { add_numbered };
    match is_choice {
        true => add_to_each(terms, base, offset, add_one),
        false => add_one(terms, base, offset),
    }
}

fn is_choice_of_constants(terms: &Terms, term: Term, depth: u32) -> bool {
    match terms.node(term) {
        Node::Constant(_) => true,
        Node::Ite(_, then, otherwise) if depth > 0 => {
            [then, otherwise].into_iter().all(|arm| is_choice_of_constants(terms, arm, depth - 1))
        }
        _ => false,
    }
}

/// Adds to every constant that may be chosen, so that the sum is a choice of constants, too.
fn add_to_each(
    terms: &mut Terms,
    base: Term,
    offset: Term,
    add_one: fn(&mut Terms, Term, Term) -> Term,
) -> Term {
    match terms.node(base) {
        Node::Ite(condition, then, otherwise) => {
            let then = add_to_each(terms, then, offset, add_one);
            let otherwise = add_to_each(terms, otherwise, offset, add_one);
            terms.ite(condition, then, otherwise)
        }
        _ => add_one(terms, base, offset),
    }
}

fn add_flat(terms: &mut Terms, base: Term, offset: Term) -> Term {
    let [base, offset] = [base, offset].map(|term| terms.extract(term, 0, 32));
    let sum = terms.add(base, offset);
    terms.zext(sum, 64)
}

fn add_numbered(terms: &mut Terms, base: Term, offset: Term) -> Term {
    let sum = terms.add(base, offset);
    let [before, after] =
        [base, sum].map(|term| terms.extract(term, OFFSET_BITS, 64 - OFFSET_BITS));
    let no_number = terms.constant(64 - OFFSET_BITS, 0);
    let has_number = terms.ne(before, no_number);
    let changes = terms.ne(before, after);
    let leaves = terms.and(has_number, changes);
    let nowhere = terms.constant(64, NOWHERE);
    let outside = terms.or(sum, nowhere);
    terms.ite(leaves, outside, sum)
}
