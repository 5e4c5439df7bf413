//! The assumption of thread symmetry: that no thread is known by what it is not matched by.
//!
//! Two things tell threads apart that are not in the words by which states are matched, and both are
//! rare: the number that an address of a thread's own variable is (whoever compares the order of two
//! such addresses, or computes with one, notices the number of its thread), and the owner of a
//! lock that was copied while it was locked, which names the thread although the thread does not know.
//! So it is assumed that neither is looked at, and recorded for a whole search if one is.
//!
//! *Why that is enough.* Take a run in which one of the two is looked at, and the part of it before
//! the first such step. In that part nothing depends on either, so the search has visited a state that
//! is [related](super) to the one after it, in which a thread in the same place makes that step,
//! and has recorded it. If states were matched in which threads could have changed places, the search
//! [begins again](heddle_model::Matchable::symmetry_holds) with the threads told apart.

use std::io::{self, Read, Write};
use std::sync::atomic::{AtomicU32, Ordering};

use heddle_table::stream::{get32, put32};

/// States were matched in which several threads may change places.
const MATCHED: u32 = 1;
/// Something was looked at that tells threads apart.
const LOOKED_AT: u32 = 2;

/// The assumption, for all machines that share components.
#[derive(Debug, Default)]
pub(crate) struct SymmetryAssumption {
    marks: AtomicU32,
}

impl SymmetryAssumption {
    /// States are matched in which threads may change places.
    pub(crate) fn note_match(&self) {
        self.mark(MATCHED);
    }

    /// Something is looked at that tells threads apart.
    pub(crate) fn note_look(&self) {
        self.mark(LOOKED_AT);
    }

    /// True if states were matched in which threads may change places.
    pub(crate) fn has_matched(&self) -> bool {
        self.marks.load(Ordering::Relaxed) & MATCHED != 0
    }

    /// True unless threads were matched that something tells apart.
    pub(crate) fn holds(&self) -> bool {
        self.marks.load(Ordering::Relaxed) != MATCHED | LOOKED_AT
    }

    fn mark(&self, mark: u32) {
        // Nearly always it is there.
        if self.marks.load(Ordering::Relaxed) & mark == 0 {
            self.marks.fetch_or(mark, Ordering::Relaxed);
        }
    }

    /// Writes what is known.
    pub(crate) fn write_to(&self, out: &mut dyn Write) -> io::Result<()> {
        put32(out, self.marks.load(Ordering::Relaxed))
    }

    /// Reads what was written of the same program.
    pub(crate) fn read_from(&self, input: &mut dyn Read) -> io::Result<()> {
        self.marks.fetch_or(get32(input)? & (MATCHED | LOOKED_AT), Ordering::Relaxed);
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn it_is_wrong_if_threads_were_matched_that_are_told_apart_and_comes_back() {
        let assumption = SymmetryAssumption::default();
        assumption.note_look();
        assert!(assumption.holds() && !assumption.has_matched());
        assumption.note_match();
        assert!(!assumption.holds() && assumption.has_matched());
        let mut written = Vec::new();
        assumption.write_to(&mut written).unwrap();
        let copy = SymmetryAssumption::default();
        copy.note_match();
        assert!(copy.holds());
        copy.read_from(&mut &written[..]).unwrap();
        assert!(!copy.holds());
    }
}
