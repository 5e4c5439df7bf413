//! Accesses at offsets that are not known.
//!
//! A load is a tree of choices by the bits of the offset, the highest first, with the places where
//! the access can be as leaves. For an array that is a tree by the bits of the index, as deep as
//! the index has bits. Bits that all places have in common are not asked for: the tree is right
//! for offsets where the access can be, and any value otherwise. A store is the same tree the
//! other way round: the guard of each place is made of the one above.

use super::byte_run::{Bits, RunBytes};
use super::content::{Content, LastStore};
use super::value_set::ValueSet;
use crate::term::{Term, Terms};

/// Result of a load.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Loaded {
    /// The bits, if it was; anything otherwise.
    pub(crate) bits: Bits,
    /// Condition under which all bytes are within the object.
    pub(crate) in_bounds: Term,
}

/// An access of `bytes` bytes somewhere in an object.
struct Access<'a> {
    offset: Term,
    bytes: u32,
    numbers: &'a ValueSet,
    /// The last place at which it is within the object.
    last: u64,
}

impl Access<'_> {
    /// The first and the last place among the `2^bits` offsets from `low` on.
    fn places(&self, low: u64, bits: u32) -> Option<(u32, u32)> {
        let end = (low + (1 << bits)).min(self.last + 1);
        let (first, last) = self.numbers.within(low..end)?;
        Some((first as u32, last as u32))
    }

    /// Number of bits of the offset that tell places apart.
    fn bits(&self) -> u32 {
        u64::BITS - self.last.leading_zeros()
    }
}

impl Content {
    /// Condition under which an access of so many bytes at `offset`, a term of 64 bits, is within
    /// the object.
    pub(crate) fn in_bounds(&self, terms: &mut Terms, offset: Term, bytes: u32) -> Term {
        let Some(last) = self.size().checked_sub(bytes) else { return Term::FALSE };
        if ValueSet::of_term(terms, offset).are_at_most(last) {
            return Term::TRUE;
        }
        let last = terms.constant(64, u128::from(last));
        terms.ule(offset, last)
    }

    /// From 1 to 16 bytes at `offset`, a term of 64 bits.
    pub(crate) fn load_at(&self, terms: &mut Terms, offset: Term, bytes: u32) -> Loaded {
        if let Some(known) = terms.value(offset)
            && let Ok(known) = u64::try_from(known)
            && self.has(known, u64::from(bytes))
        {
            let bits = self.load(terms, known as u32, bytes);
            return Loaded { bits, in_bounds: Term::TRUE };
        }
        let nothing = |terms: &mut Terms| {
            let bits = Bits::uninitialized(terms, bytes);
            Loaded { bits, in_bounds: Term::FALSE }
        };
        let Some(last) = self.size().checked_sub(bytes) else { return nothing(terms) };
        let numbers = ValueSet::of_term(terms, offset);
        let access = Access { offset, bytes, numbers: &numbers, last: u64::from(last) };
        let bits = match self.last_store {
            // As many bytes: one is within the object if and only if the other was.
            Some(last_store)
                if last_store.offset == offset && last_store.bits.bytes(terms) == bytes =>
            {
                Some(last_store.bits)
            }
            _ => self.chosen(terms, &access, 0, access.bits()),
        };
        match bits {
            None => nothing(terms),
            Some(bits) => Loaded { bits, in_bounds: self.in_bounds(terms, offset, bytes) },
        }
    }

    /// The bits at the offset, if it is among the `2^bits` from `low` on.
    fn chosen(&self, terms: &mut Terms, access: &Access<'_>, low: u64, bits: u32) -> Option<Bits> {
        let (first, last) = access.places(low, bits)?;
        if first == last || self.is_filled(first, last + access.bytes) {
            return Some(self.load(terms, first, access.bytes));
        }
        let bit = bits - 1;
        let lower = self.chosen(terms, access, low, bit);
        let upper = self.chosen(terms, access, low + (1 << bit), bit);
        match (lower, upper) {
            (Some(lower), Some(upper)) => {
                let bit = terms.extract(access.offset, bit, 1);
                Some(Bits::choose(terms, bit, upper, lower))
            }
            (one, other) => one.or(other),
        }
    }

    /// True if the bytes from `start` to `end` are all the same.
    fn is_filled(&self, start: u32, end: u32) -> bool {
        let run = &self.runs[self.find(start)];
        run.end >= end && matches!(run.bytes, RunBytes::Fill(_))
    }

    /// Writes a value of 1 to 16 bytes at `offset`, a term of 64 bits, if `guard` holds and
    /// it is within the object, which is returned.
    pub(crate) fn store_at(
        &mut self,
        terms: &mut Terms,
        guard: Term,
        offset: Term,
        bits: Bits,
    ) -> Term {
        let bytes = bits.bytes(terms);
        if let Some(known) = terms.value(offset)
            && let Ok(known) = u64::try_from(known)
            && self.has(known, u64::from(bytes))
        {
            self.store(terms, guard, known as u32, bits);
            return Term::TRUE;
        }
        let Some(last) = self.size().checked_sub(bytes) else { return Term::FALSE };
        let numbers = ValueSet::of_term(terms, offset);
        let access = Access { offset, bytes, numbers: &numbers, last: u64::from(last) };
        if access.places(0, access.bits()).is_none() {
            return Term::FALSE;
        }
        let in_bounds = self.in_bounds(terms, offset, bytes);
        let anywhere = terms.and(guard, in_bounds);
        let mut places = Vec::new();
        guards(terms, &access, anywhere, 0, access.bits(), &mut places);
        for (guard, place) in places {
            self.store(terms, guard, place, bits);
        }
        if guard == Term::TRUE {
            self.last_store = Some(LastStore { offset, bits });
        }
        in_bounds
    }
}

/// All places of an access of so many bytes at `offset`, a term of 64 bits, in an object of `size`
/// bytes, each with the condition that the access is there.
pub(crate) fn places(terms: &mut Terms, size: u32, offset: Term, bytes: u32) -> Vec<(Term, u32)> {
    let Some(last) = size.checked_sub(bytes) else { return Vec::new() };
    if let Some(known) = terms.value(offset) {
        return match u32::try_from(known) {
            Ok(known) if known <= last => vec![(Term::TRUE, known)],
            _ => Vec::new(),
        };
    }
    let numbers = ValueSet::of_term(terms, offset);
    let access = Access { offset, bytes, numbers: &numbers, last: u64::from(last) };
    if access.places(0, access.bits()).is_none() {
        return Vec::new();
    }
    let last = terms.constant(64, u128::from(last));
    let in_bounds = terms.ule(offset, last);
    let mut places = Vec::new();
    guards(terms, &access, in_bounds, 0, access.bits(), &mut places);
    places
}

/// The places where an access is, among the `2^bits` from `low` on, each with its guard.
fn guards(
    terms: &mut Terms,
    access: &Access<'_>,
    guard: Term,
    low: u64,
    bits: u32,
    places: &mut Vec<(Term, u32)>,
) {
    let Some((first, last)) = access.places(low, bits) else { return };
    if first == last {
        places.push((guard, first));
        return;
    }
    let bit = bits - 1;
    let middle = low + (1 << bit);
    let (mut lower, mut upper) = (guard, guard);
    if u64::from(first) < middle && u64::from(last) >= middle {
        let bit = terms.extract(access.offset, bit, 1);
        let not_bit = terms.not(bit);
        lower = terms.and(guard, not_bit);
        upper = terms.and(guard, bit);
    }
    guards(terms, access, lower, low, bit, places);
    guards(terms, access, upper, middle, bit, places);
}
