//! The bytes of one object.
//!
//! Bytes are held as they were written: a value of four bytes is one cell of four, which a load
//! of these four gives back without a term being made. Loads and stores that do not fit the
//! cells take them apart, little end first. What is the same byte everywhere or known from
//! the start takes one run, however long.

use std::rc::Rc;

use heddle_program::limits::LARGEST_OBJECT;

use super::byte_run::{Bits, ByteRun, CELL_BYTES, RunBytes};
use super::merge::merge_runs;
use crate::term::{Term, Terms};

/// The bytes of an object.
///
/// # Invariants
/// The runs are in order, none is empty, and each begins where the one before ends; the first at
/// 0, the last ending at the object's size (`splice` is the only place that moves them). If there
/// is a `last_store`, what it wrote is there, or was out of bounds (`store` and `splice` forget
/// it).
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Content {
    size: u32,
    pub(super) runs: Vec<ByteRun>,
    /// The last thing that was written, if that was at an offset that is not known.
    pub(super) last_store: Option<LastStore>,
}

/// A store at an offset that is not known: a load from there, should it come next, is what was
/// written, which could not be seen from what it did to all places.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct LastStore {
    /// Offset of the store.
    pub(super) offset: Term,
    /// The bits that were written.
    pub(super) bits: Bits,
}

impl Content {
    /// Content that is one byte everywhere.
    pub(crate) fn filled(size: u32, byte: Bits) -> Content {
        Content::of(size, RunBytes::Fill(byte))
    }

    /// Content that nobody wrote.
    pub(crate) fn uninitialized(terms: &mut Terms, size: u32) -> Content {
        let byte = Bits::uninitialized(terms, 1);
        Content::filled(size, byte)
    }

    /// Zeros.
    pub(crate) fn zeroed(terms: &mut Terms, size: u32) -> Content {
        let zero = terms.constant(8, 0);
        Content::filled(size, Bits { value: zero, undef: zero })
    }

    /// Content that is known. Zeros, if there is nothing else, are held as such.
    pub(crate) fn known(terms: &mut Terms, bytes: Rc<[u8]>) -> Content {
        let size = u32::try_from(bytes.len()).unwrap_or(u32::MAX);
        if bytes.iter().all(|&byte| byte == 0) {
            return Content::zeroed(terms, size);
        }
        Content::of(size, RunBytes::Constant(bytes, 0))
    }

    fn of(size: u32, bytes: RunBytes) -> Content {
        assert!(size <= LARGEST_OBJECT, "objects should be of at most {LARGEST_OBJECT} bytes");
        let runs =
            if size == 0 { Vec::new() } else { vec![ByteRun { start: 0, end: size, bytes }] };
        Content { size, runs, last_store: None }
    }

    /// Content made of these runs.
    pub(super) fn from_runs(size: u32, runs: Vec<ByteRun>) -> Content {
        Content { size, runs, last_store: None }
    }

    /// Number of bytes.
    pub(crate) fn size(&self) -> u32 {
        self.size
    }

    /// Offsets at which values of so many bytes begin that were written as a whole.
    pub(crate) fn values_of(&self, bytes: u32) -> impl Iterator<Item = u32> {
        let is_value = move |run: &&ByteRun| {
            run.end - run.start == bytes && matches!(run.bytes, RunBytes::Cell(_))
        };
        self.runs.iter().filter(is_value).map(|run| run.start)
    }

    /// Number of runs: the cost of copying or merging the content.
    #[cfg(test)]
    pub(crate) fn run_count(&self) -> usize {
        self.runs.len()
    }

    /// True if an access of so many bytes at `offset` is within the object.
    pub(crate) fn has(&self, offset: u64, bytes: u64) -> bool {
        let size = u64::from(self.size);
        offset <= size && bytes <= size - offset
    }

    /// The index of the run that has this byte.
    pub(super) fn find(&self, offset: u32) -> usize {
        self.runs.partition_point(|run| run.end <= offset)
    }

    /// From 1 to 16 bytes, all within the object.
    pub(crate) fn load(&self, terms: &mut Terms, offset: u32, bytes: u32) -> Bits {
        self.check_access(offset, bytes);
        let end = offset + bytes;
        let mut index = self.find(offset);
        let first = self.runs[index].end.min(end);
        let mut result = self.runs[index].bits(terms, offset, first);
        let mut at = first;
        while at < end {
            index += 1;
            let next = self.runs[index].end.min(end);
            result = self.runs[index].bits(terms, at, next).above(terms, result);
            at = next;
        }
        result
    }

    /// Writes a value of 1 to 16 bytes, all within the object, if `guard` holds.
    pub(crate) fn store(&mut self, terms: &mut Terms, guard: Term, offset: u32, bits: Bits) {
        let bytes = bits.bytes(terms);
        self.check_access(offset, bytes);
        debug_assert_eq!(8 * bytes, terms.width(bits.undef), "as many bits as tell of them");
        if guard == Term::FALSE {
            return;
        }
        self.last_store = None;
        let index = self.find(offset);
        let run = &mut self.runs[index];
        if run.start == offset
            && run.end == offset + bytes
            && let RunBytes::Cell(old) = run.bytes
        {
            run.bytes = RunBytes::Cell(Bits::choose(terms, guard, bits, old));
            return;
        }
        let new = vec![ByteRun::cell(terms, offset, bits)];
        self.put(terms, guard, new);
    }

    /// Makes `len` bytes at `offset` one byte, if `guard` holds.
    pub(crate) fn fill(
        &mut self,
        terms: &mut Terms,
        guard: Term,
        offset: u32,
        len: u32,
        byte: Bits,
    ) {
        if len > 0 {
            let new = ByteRun { start: offset, end: offset + len, bytes: RunBytes::Fill(byte) };
            self.put(terms, guard, vec![new]);
        }
    }

    /// The runs of `len` bytes at `offset`, as they are at `target` of another object.
    pub(super) fn runs_of(
        &self,
        terms: &mut Terms,
        offset: u32,
        len: u32,
        target: u32,
    ) -> Vec<ByteRun> {
        let mut runs = self.cut(terms, offset, offset + len);
        for run in &mut runs {
            let bytes = run.end - run.start;
            run.start = run.start - offset + target;
            run.end = run.start + bytes;
        }
        runs
    }

    /// Puts runs next to each other in the place of what is there, if `guard` holds.
    pub(super) fn put(&mut self, terms: &mut Terms, guard: Term, new: Vec<ByteRun>) {
        let (Some(first), Some(last)) = (new.first(), new.last()) else { return };
        let (start, end) = (first.start, last.end);
        match terms.value(guard) {
            Some(0) => {}
            Some(_) => self.splice(terms, start, end, new),
            None => {
                let old = self.cut(terms, start, end);
                let merged = merge_runs(terms, guard, &new, &old);
                self.splice(terms, start, end, merged);
            }
        }
    }

    /// The runs from `start` to `end`.
    fn cut(&self, terms: &mut Terms, start: u32, end: u32) -> Vec<ByteRun> {
        debug_assert!(end <= self.size);
        let runs = self.runs[self.find(start)..].iter().take_while(|run| run.start < end);
        runs.map(|run| run.cut(terms, run.start.max(start), run.end.min(end))).collect()
    }

    /// Replaces what is held from `start` to `end`.
    fn splice(&mut self, terms: &mut Terms, start: u32, end: u32, new: Vec<ByteRun>) {
        let (first, last) = (self.find(start), self.find(end - 1));
        let (head, tail) = (&self.runs[first], &self.runs[last]);
        let left = (head.start < start).then(|| head.cut(terms, head.start, start));
        let right = (tail.end > end).then(|| tail.cut(terms, end, tail.end));
        let new = left.into_iter().chain(new).chain(right);
        self.last_store = None;
        self.runs.splice(first..=last, new);
    }

    fn check_access(&self, offset: u32, bytes: u32) {
        assert!(
            (1..=CELL_BYTES).contains(&bytes) && self.has(u64::from(offset), u64::from(bytes)),
            "an access of {bytes} bytes at {offset} should be within {} bytes",
            self.size,
        );
    }

    /// Asserts the invariants.
    #[cfg(test)]
    pub(super) fn check(&self, terms: &Terms) {
        let mut at = 0;
        for run in &self.runs {
            assert_eq!(run.start, at);
            assert!(run.end > run.start);
            at = run.end;
            let bits = match &run.bytes {
                RunBytes::Cell(bits) => {
                    assert_eq!(terms.width(bits.value), 8 * (run.end - run.start));
                    bits
                }
                RunBytes::Fill(bits) => {
                    assert_eq!(terms.width(bits.value), 8);
                    bits
                }
                RunBytes::Constant(bytes, first) => {
                    assert!((first + run.end - run.start) as usize <= bytes.len());
                    continue;
                }
            };
            assert_eq!(terms.width(bits.value), terms.width(bits.undef));
        }
        assert_eq!(at, self.size);
    }
}
