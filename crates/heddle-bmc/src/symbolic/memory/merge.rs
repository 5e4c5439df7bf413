//! Merging the content of objects where two paths meet.
//!
//! Content that was cut differently is cut at the ends of both: so a word that was written as
//! such on both paths stays one, and what nobody touched stays as it is.

use std::rc::Rc;

use super::byte_run::{Bits, ByteRun, RunBytes};
use super::content::Content;
use crate::term::{Term, Terms};

/// Into pieces of how many bytes stretches are cut that differ byte by byte.
const WORD: u32 = 8;

/// The content that is `then` if `condition` holds, and `other` otherwise.
pub(super) fn merge_contents(
    terms: &mut Terms,
    condition: Term,
    then: &Content,
    other: &Content,
) -> Content {
    let runs = merge_runs(terms, condition, &then.runs, &other.runs);
    Content::from_runs(other.size(), runs)
}

/// Merges runs over the same bytes.
pub(super) fn merge_runs(
    terms: &mut Terms,
    condition: Term,
    then: &[ByteRun],
    other: &[ByteRun],
) -> Vec<ByteRun> {
    let mut merged: Vec<ByteRun> = Vec::with_capacity(other.len());
    let (mut i, mut j) = (0, 0);
    let mut at = other.first().map_or(0, |run| run.start);
    debug_assert_eq!(then.first().map_or(0, |run| run.start), at);
    debug_assert_eq!(then.last().map(|run| run.end), other.last().map(|run| run.end));
    while let (Some(a), Some(b)) = (then.get(i), other.get(j)) {
        let end = a.end.min(b.end);
        merge_stretch(terms, condition, (a, b), at, end, &mut merged);
        i += usize::from(a.end == end);
        j += usize::from(b.end == end);
        at = end;
    }
    merged
}

/// Merges what two runs both have: the bytes from `start` to `end`.
fn merge_stretch(
    terms: &mut Terms,
    condition: Term,
    (then, other): (&ByteRun, &ByteRun),
    start: u32,
    end: u32,
    merged: &mut Vec<ByteRun>,
) {
    let bytes = match (&then.bytes, &other.bytes) {
        (RunBytes::Fill(a), RunBytes::Fill(b)) => {
            RunBytes::Fill(Bits::choose(terms, condition, *a, *b))
        }
        (RunBytes::Constant(a, i), RunBytes::Constant(b, j))
            if (Rc::ptr_eq(a, b) && i + start - then.start == j + start - other.start) =>
        {
            RunBytes::Constant(Rc::clone(a), i + start - then.start)
        }
        _ => {
            // A cell is never longer than what a piece may be; stretches may be.
            let is_cell = |run: &ByteRun| matches!(run.bytes, RunBytes::Cell(_));
            let any_cell = is_cell(then) || is_cell(other);
            let mut at = start;
            while at < end {
                let next = if any_cell { end } else { end.min((at / WORD + 1) * WORD) };
                let a = then.bits(terms, at, next);
                let b = other.bits(terms, at, next);
                let bits = Bits::choose(terms, condition, a, b);
                merged.push(ByteRun { start: at, end: next, bytes: RunBytes::Cell(bits) });
                at = next;
            }
            return;
        }
    };
    push(merged, ByteRun { start, end, bytes });
}

/// Adds a stretch, to the one before if it goes on with that.
fn push(runs: &mut Vec<ByteRun>, run: ByteRun) {
    match runs.last_mut() {
        Some(last) if last.continues_in(&run) => last.end = run.end,
        _ => runs.push(run),
    }
}
