//! Addresses that a step touches: the knowledge on which reductions rest.

use std::ops::Range;

/// One range of addresses that a step reads or writes.
///
/// Addresses are the system's own: nothing is known of them but that two
/// steps which touch no common address do not notice each other.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Touch {
    /// The addresses.
    pub range: Range<u64>,
    /// True if they are changed, false if they are only read.
    pub writes: bool,
    /// True if the step is made to meet others there (an atomic access, an
    /// operation on a lock): two such steps depend on each other, but do not race.
    pub synchronizes: bool,
}

impl Touch {
    /// True if the order of two steps with these touches can be noticed.
    #[inline]
    pub fn conflicts(&self, other: &Touch) -> bool {
        (self.writes || other.writes)
            && self.range.start < other.range.end
            && other.range.start < self.range.end
    }

    /// True if two steps with these touches must not be possible at the same time.
    #[inline]
    pub fn races(&self, other: &Touch) -> bool {
        self.conflicts(other) && !(self.synchronizes && other.synchronizes)
    }
}

/// The addresses that one step touches, known before it is made.
///
/// # Contract
/// If two actors' footprints in a state do not [conflict](Self::conflicts),
/// their steps are independent there: neither enables or disables the other,
/// makes it go wrong or changes its alternatives, and in either order they lead to
/// the same state. A blocked thread or disabled internal action has the footprint of the
/// step it waits to make, and whatever enables that step conflicts with it.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Footprint {
    /// Everything it touches, unless that is [unknown](Self::unknown).
    pub touches: Vec<Touch>,
    /// It may touch anything.
    pub unknown: bool,
    /// No other step may be made together with it: what comes after it is not
    /// foreseen by the other footprints of the state (a thread is created).
    pub ends_superstep: bool,
    /// The instruction of the program, as a number.
    pub site: u64,
    /// A fingerprint of what the thread has in hand. A thread that comes to the same
    /// instruction with the same things in hand, and changed nothing meanwhile, is
    /// probably waiting in a loop.
    pub in_hand: u64,
}

impl Footprint {
    /// Forgets everything.
    pub fn clear(&mut self) {
        let Footprint { touches, unknown, ends_superstep, site, in_hand } = self;
        touches.clear();
        *unknown = false;
        *ends_superstep = false;
        *site = 0;
        *in_hand = 0;
    }

    /// True if the order of two steps with these footprints can be noticed.
    #[inline]
    pub fn conflicts(&self, other: &Footprint) -> bool {
        self.unknown || other.unknown || self.any(other, Touch::conflicts)
    }

    /// True if two steps with these footprints must not be possible at the same time.
    #[inline]
    pub fn races(&self, other: &Footprint) -> bool {
        self.any(other, Touch::races)
    }

    #[inline]
    fn any(&self, other: &Footprint, meets: impl Fn(&Touch, &Touch) -> bool) -> bool {
        self.touches.iter().any(|ours| other.touches.iter().any(|theirs| meets(ours, theirs)))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn touch(range: Range<u64>, writes: bool, synchronizes: bool) -> Touch {
        Touch { range, writes, synchronizes }
    }

    #[test]
    fn steps_conflict_where_one_writes_what_the_other_touches() {
        let read = touch(4..8, false, false);
        assert!(!read.conflicts(&read));
        assert!(read.conflicts(&touch(7..9, true, false)));
        assert!(touch(0..5, true, true).conflicts(&read));
        assert!(!touch(8..12, true, false).conflicts(&read));
    }

    #[test]
    fn synchronizing_steps_do_not_race() {
        let (plain, atomic) = (touch(0..4, true, false), touch(0..4, true, true));
        assert!(plain.races(&plain) && plain.races(&atomic) && !atomic.races(&atomic));
    }

    #[test]
    fn the_unknown_conflicts_with_everything() {
        let unknown = Footprint { unknown: true, ..Footprint::default() };
        assert!(unknown.conflicts(&Footprint::default()));
        assert!(!unknown.races(&unknown));
    }
}
