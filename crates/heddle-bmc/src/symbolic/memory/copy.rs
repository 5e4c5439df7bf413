//! Copies and fills, of lengths that are known or not.
//!
//! Of a length that is not known, each number that it can be ends a piece: the bytes from one
//! such number to the next are written if the length is at least the latter.

use super::byte_run::{Bits, ByteRun};
use super::content::Content;
use super::value_set::ValueSet;
use crate::term::{Term, Terms};

/// Bytes that were taken from an object.
#[derive(Clone, Debug)]
pub(crate) struct Bytes {
    /// As they are in an object of their own.
    content: Content,
}

impl Content {
    /// Takes `len` bytes from `offset` on, which are within the object.
    pub(crate) fn take(&self, terms: &mut Terms, offset: u32, len: u32) -> Bytes {
        assert!(self.has(u64::from(offset), u64::from(len)), "bytes to copy should be there");
        let runs = if len == 0 { Vec::new() } else { self.runs_of(terms, offset, len, 0) };
        Bytes { content: Content::from_runs(len, runs) }
    }

    /// Writes bytes at `offset`, all within the object, if `guard` holds.
    pub(crate) fn give(&mut self, terms: &mut Terms, guard: Term, offset: u32, bytes: &Bytes) {
        let size = bytes.content.size();
        assert!(self.has(u64::from(offset), u64::from(size)), "a copy should be in the object");
        self.give_part(terms, guard, offset, bytes, 0, size);
    }

    fn give_part(
        &mut self,
        terms: &mut Terms,
        guard: Term,
        offset: u32,
        bytes: &Bytes,
        start: u32,
        end: u32,
    ) {
        if start < end {
            let runs: Vec<ByteRun> =
                bytes.content.runs_of(terms, start, end - start, offset + start);
            self.put(terms, guard, runs);
        }
    }

    /// Writes the first `len` of some bytes at `offset` if `guard` holds; `len` is a term of 64
    /// bits. Whether there are as many bytes, here and there, is returned; if not, some number of
    /// them that fit is written.
    pub(crate) fn give_up_to(
        &mut self,
        terms: &mut Terms,
        guard: Term,
        offset: u32,
        bytes: &Bytes,
        len: Term,
    ) -> Term {
        let most = bytes.content.size().min(self.size().saturating_sub(offset));
        for piece in pieces(terms, len, most) {
            let guard = terms.and(guard, piece.guard);
            self.give_part(terms, guard, offset, bytes, piece.start, piece.end);
        }
        at_most(terms, len, most)
    }

    /// Makes the first `len` bytes at `offset` one byte if `guard` holds; `len` is a term of
    /// 64 bits. Whether they are within the object is returned.
    pub(crate) fn fill_up_to(
        &mut self,
        terms: &mut Terms,
        guard: Term,
        offset: u32,
        len: Term,
        byte: Bits,
    ) -> Term {
        let most = self.size().saturating_sub(offset);
        for piece in pieces(terms, len, most) {
            let guard = terms.and(guard, piece.guard);
            self.fill(terms, guard, offset + piece.start, piece.end - piece.start, byte);
        }
        at_most(terms, len, most)
    }
}

/// Bytes that are written if a guard holds.
struct Piece {
    guard: Term,
    start: u32,
    end: u32,
}

/// The pieces of at most `most` bytes of which there are `len`.
fn pieces(terms: &mut Terms, len: Term, most: u32) -> Vec<Piece> {
    let numbers = ValueSet::of_term(terms, len);
    let end = u64::from(most) + 1;
    let mut pieces = Vec::new();
    let mut start = 0;
    while let Some((next, _)) = numbers.within(u64::from(start) + 1..end) {
        let bound = terms.constant(64, u128::from(next));
        let guard = terms.uge(len, bound);
        pieces.push(Piece { guard, start, end: next as u32 });
        start = next as u32;
    }
    pieces
}

fn at_most(terms: &mut Terms, len: Term, most: u32) -> Term {
    if ValueSet::of_term(terms, len).are_at_most(most) {
        return Term::TRUE;
    }
    let most = terms.constant(64, u128::from(most));
    terms.ule(len, most)
}
