//! Stretches of bytes: what content is made of.

use std::rc::Rc;

use crate::term::{Term, Terms};

/// A value of some whole number of bytes, and which of its bits are undefined.
///
/// # Invariants
/// Both terms have the same width. Bits of `value` at which `undef` is set tell where the
/// undefined bit comes from, as in the machine; nothing else may depend on them.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Bits {
    /// The bits.
    pub(crate) value: Term,
    /// Mask of the undefined bits.
    pub(crate) undef: Term,
}

impl Bits {
    /// A defined value.
    pub(crate) fn defined(terms: &mut Terms, value: Term) -> Bits {
        let width = terms.width(value);
        Bits { value, undef: terms.constant(width, 0) }
    }

    /// Bytes that nobody wrote.
    pub(crate) fn uninitialized(terms: &mut Terms, bytes: u32) -> Bits {
        let undef = terms.constant(8 * bytes, u128::MAX);
        Bits { value: terms.constant(8 * bytes, 0), undef }
    }

    /// Number of bytes.
    pub(crate) fn bytes(self, terms: &Terms) -> u32 {
        terms.width(self.value) / 8
    }

    /// One or the other.
    pub(crate) fn choose(terms: &mut Terms, condition: Term, then: Bits, other: Bits) -> Bits {
        Bits {
            value: terms.ite(condition, then.value, other.value),
            undef: terms.ite(condition, then.undef, other.undef),
        }
    }

    /// Bytes of it.
    pub(super) fn part(self, terms: &mut Terms, first: u32, bytes: u32) -> Bits {
        Bits {
            value: terms.extract(self.value, 8 * first, 8 * bytes),
            undef: terms.extract(self.undef, 8 * first, 8 * bytes),
        }
    }

    /// Bytes above others.
    pub(crate) fn above(self, terms: &mut Terms, low: Bits) -> Bits {
        Bits {
            value: terms.concat(self.value, low.value),
            undef: terms.concat(self.undef, low.undef),
        }
    }

    /// A byte, so many times.
    fn repeated(self, terms: &mut Terms, bytes: u32) -> Bits {
        let mut result = self;
        for _ in 1..bytes {
            result = self.above(terms, result);
        }
        result
    }
}

/// Bytes of a run.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) enum RunBytes {
    /// A value as wide as the run, at most [`CELL_BYTES`] bytes.
    Cell(Bits),
    /// The same byte everywhere.
    Fill(Bits),
    /// Known bytes, from this one on.
    Constant(Rc<[u8]>, u32),
}

/// The most bytes of a cell.
pub(super) const CELL_BYTES: u32 = 16;

/// Bytes of an object, next to each other.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct ByteRun {
    /// The first byte.
    pub(super) start: u32,
    /// One past the last.
    pub(super) end: u32,
    /// The bytes.
    pub(super) bytes: RunBytes,
}

impl ByteRun {
    /// A value.
    pub(super) fn cell(terms: &Terms, start: u32, bits: Bits) -> ByteRun {
        ByteRun { start, end: start + bits.bytes(terms), bytes: RunBytes::Cell(bits) }
    }

    /// The bytes from `start` to `end`, of at most [`CELL_BYTES`] bytes.
    pub(super) fn bits(&self, terms: &mut Terms, start: u32, end: u32) -> Bits {
        debug_assert!(self.start <= start && start < end && end <= self.end);
        match &self.bytes {
            RunBytes::Cell(bits) if start == self.start && end == self.end => *bits,
            RunBytes::Cell(bits) => bits.part(terms, start - self.start, end - start),
            RunBytes::Fill(byte) => byte.repeated(terms, end - start),
            RunBytes::Constant(bytes, first) => {
                let at = |offset: u32| (first + offset - self.start) as usize;
                let bytes = &bytes[at(start)..at(end)];
                let number = bytes.iter().rev().fold(0, |n, &byte| n << 8 | u128::from(byte));
                let value = terms.constant(8 * (end - start), number);
                Bits::defined(terms, value)
            }
        }
    }

    /// The bytes from `start` to `end` as a run of their own.
    pub(super) fn cut(&self, terms: &mut Terms, start: u32, end: u32) -> ByteRun {
        let bytes = match &self.bytes {
            RunBytes::Cell(_) => RunBytes::Cell(self.bits(terms, start, end)),
            RunBytes::Fill(byte) => RunBytes::Fill(*byte),
            RunBytes::Constant(bytes, first) => {
                RunBytes::Constant(Rc::clone(bytes), first + start - self.start)
            }
        };
        ByteRun { start, end, bytes }
    }

    /// True if the next run continues the bytes of this one.
    pub(super) fn continues_in(&self, next: &ByteRun) -> bool {
        self.end == next.start
            && match (&self.bytes, &next.bytes) {
                (RunBytes::Fill(this), RunBytes::Fill(that)) => this == that,
                (RunBytes::Constant(this, first), RunBytes::Constant(that, then)) => {
                    Rc::ptr_eq(this, that) && first + (self.end - self.start) == *then
                }
                _ => false,
            }
    }
}
