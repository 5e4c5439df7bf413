//! Integers in slots: up to 64 bits in one, up to 128 in two.

use heddle_program::Slot;

use super::{Refusal, Work};
use crate::symbolic::value::Value;
use crate::term::{MAX_WIDTH, Term};

/// An integer as arithmetic takes it.
#[derive(Clone, Copy)]
pub(super) struct Integer {
    /// As many bits as it has.
    pub(super) bits: Term,
    /// Condition under which some bit of its slots is undefined, beyond its width too.
    pub(super) undefined: Term,
}

/// Bits of each slot of an integer, the least significant first.
pub(super) fn slot_widths(width: u32) -> impl Iterator<Item = u32> {
    (0..width).step_by(64).map(move |start| (width - start).min(64))
}

impl Work<'_, '_> {
    /// Refuses integers that are wider than any term.
    pub(super) fn admit(&self, width: u32) -> Result<(), Refusal> {
        if width <= MAX_WIDTH {
            return Ok(());
        }
        Err(Refusal { what: format!("integers of {width} bits, more than {MAX_WIDTH}") })
    }

    /// The values in a row of slots.
    fn row(&self, first: Slot, width: u32) -> &[Value] {
        &self.slots[first.index()..][..width.div_ceil(64) as usize]
    }

    /// An integer operand.
    pub(super) fn integer(&mut self, first: Slot, width: u32) -> Integer {
        let undefined: Vec<_> = self.row(first, width).to_vec();
        let undefined: Vec<_> =
            undefined.into_iter().map(|value| value.has_undefined(self.terms)).collect();
        let undefined = self.terms.any(&undefined);
        Integer { bits: self.gather(first, width, |value| value.bits), undefined }
    }

    /// The bits of an operand, or its mask of undefined bits.
    pub(super) fn gather(&mut self, first: Slot, width: u32, part: fn(Value) -> Term) -> Term {
        let words = self.row(first, width);
        let (low, high) = (part(words[0]), words.get(1).copied().map(part));
        match high {
            None => self.terms.extract(low, 0, width),
            Some(high) => {
                let high = self.terms.extract(high, 0, width - 64);
                self.terms.concat(high, low)
            }
        }
    }

    /// Writes a result that is undefined as a whole or not at all; `make` makes it.
    pub(super) fn put(
        &mut self,
        dst: Slot,
        width: u32,
        undefined: Term,
        make: impl FnOnce(&mut Self) -> Term,
    ) {
        let bits = match undefined {
            Term::TRUE => self.terms.constant(width, 0),
            _ => make(self),
        };
        let undef = match undefined {
            Term::FALSE => self.terms.constant(width, 0),
            _ => self.terms.sext(undefined, width),
        };
        self.put_masked(dst, width, bits, undef);
    }

    /// Writes a result with a mask of undefined bits.
    pub(super) fn put_masked(&mut self, dst: Slot, width: u32, bits: Term, undef: Term) {
        for (i, part) in (0..).zip(slot_widths(width)) {
            let [bits, undef] = [bits, undef].map(|term| {
                let piece = self.terms.extract(term, 64 * i, part);
                self.terms.zext(piece, 64)
            });
            self.slots[dst.plus(i).index()] = Value { bits, undef };
        }
    }

    /// Condition under which one of two is undefined.
    pub(super) fn either(&mut self, a: Integer, b: Integer) -> Term {
        self.terms.or(a.undefined, b.undefined)
    }
}
