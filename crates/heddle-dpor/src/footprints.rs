//! Footprints by number, and which of them conflict.
//!
//! A search comes to the same few footprints over and over, and asks of pairs of them whether
//! they conflict, for each event and each event before it. So each footprint is kept once, and
//! the answers are kept in a table, a row for each of the first [`TABLED`] footprints.

use std::hash::BuildHasher;

use foldhash::fast::FixedState;
use hashbrown::HashTable;
use heddle_model::{Footprint, Touch};

/// Most footprints whose conflicts are kept: the table takes the square of it in bytes.
const TABLED: usize = 4096;

/// The answers in the table.
const NOT_ASKED: u8 = 0;
const INDEPENDENT: u8 = 1;
const CONFLICTING: u8 = 2;

/// A footprint that is kept.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct FootprintId(u32);

impl FootprintId {
    /// The footprint that touches nothing.
    pub(crate) const EMPTY: FootprintId = FootprintId(0);
    /// The footprint that may touch anything.
    pub(crate) const UNKNOWN: FootprintId = FootprintId(1);
}

/// All that others may notice of a step.
struct Entry {
    touches: Box<[Touch]>,
    unknown: bool,
}

impl Entry {
    fn conflicts(&self, other: &Entry) -> bool {
        let meet = |ours: &Touch| other.touches.iter().any(|theirs| ours.conflicts(theirs));
        self.unknown || other.unknown || self.touches.iter().any(meet)
    }
}

/// The footprints that a search has met.
pub(crate) struct Footprints {
    entries: Vec<Entry>,
    index: HashTable<u32>,
    rows: Vec<Vec<u8>>,
}

impl Footprints {
    pub(crate) fn new() -> Footprints {
        let mut all = Footprints { entries: Vec::new(), index: HashTable::new(), rows: Vec::new() };
        let empty = all.intern(&[], false);
        let unknown = all.intern(&[], true);
        assert!(
            empty == FootprintId::EMPTY && unknown == FootprintId::UNKNOWN,
            "the first footprints should have the numbers of their names"
        );
        all
    }

    /// The number of a footprint.
    pub(crate) fn number(&mut self, footprint: &Footprint) -> FootprintId {
        match footprint.unknown && footprint.touches.is_empty() {
            true => FootprintId::UNKNOWN,
            false => self.intern(&footprint.touches, footprint.unknown),
        }
    }

    fn intern(&mut self, touches: &[Touch], unknown: bool) -> FootprintId {
        let Footprints { entries, index, rows } = self;
        let hash = hash(touches, unknown);
        let is_same = |&at: &u32| {
            let entry = &entries[at as usize];
            entry.unknown == unknown && *entry.touches == *touches
        };
        if let Some(&at) = index.find(hash, is_same) {
            return FootprintId(at);
        }
        let number = entries.len() as u32;
        entries.push(Entry { touches: touches.into(), unknown });
        if rows.len() < TABLED {
            rows.push(Vec::new());
        }
        index.insert_unique(hash, number, |&at| {
            let entry = &entries[at as usize];
            self::hash(&entry.touches, entry.unknown)
        });
        FootprintId(number)
    }

    /// True if the order of two steps with these footprints can be noticed.
    #[inline]
    pub(crate) fn conflict(&mut self, a: FootprintId, b: FootprintId) -> bool {
        let (first, second) = (a.0 as usize, b.0 as usize);
        match self.rows.get(first).and_then(|row| row.get(second)) {
            Some(&CONFLICTING) => true,
            Some(&INDEPENDENT) => false,
            _ => self.find_out(first, second),
        }
    }

    #[cold]
    fn find_out(&mut self, first: usize, second: usize) -> bool {
        let conflict = self.entries[first].conflicts(&self.entries[second]);
        if second < TABLED
            && let Some(row) = self.rows.get_mut(first)
        {
            if row.len() <= second {
                row.resize((second + 1).next_multiple_of(64), NOT_ASKED);
            }
            row[second] = if conflict { CONFLICTING } else { INDEPENDENT };
        }
        conflict
    }

    /// True if a step with this footprint changes nothing that others may notice.
    pub(crate) fn is_pure(&self, footprint: FootprintId) -> bool {
        let entry = &self.entries[footprint.0 as usize];
        !entry.unknown && entry.touches.iter().all(|touch| !touch.writes)
    }

    /// True if a step may touch anything.
    pub(crate) fn is_unknown(&self, footprint: FootprintId) -> bool {
        self.entries[footprint.0 as usize].unknown
    }

    /// True if a step touches something that it is not made to meet others at.
    pub(crate) fn has_plain_touches(&self, footprint: FootprintId) -> bool {
        self.entries[footprint.0 as usize].touches.iter().any(|touch| !touch.synchronizes)
    }

    /// True if two steps with these footprints must not be possible at the same time.
    pub(crate) fn race(&self, a: FootprintId, b: FootprintId) -> bool {
        let (a, b) = (&self.entries[a.0 as usize], &self.entries[b.0 as usize]);
        a.touches.iter().any(|ours| b.touches.iter().any(|theirs| ours.races(theirs)))
    }

    /// The footprint that touches all that two do.
    pub(crate) fn union(&mut self, a: FootprintId, b: FootprintId) -> FootprintId {
        if a == b || b == FootprintId::EMPTY {
            return a;
        }
        if a == FootprintId::EMPTY {
            return b;
        }
        let (first, second) = (&self.entries[a.0 as usize], &self.entries[b.0 as usize]);
        let mut touches = first.touches.to_vec();
        touches
            .extend(second.touches.iter().filter(|touch| !first.touches.contains(touch)).cloned());
        let unknown = first.unknown || second.unknown;
        self.intern(&touches, unknown)
    }

    /// Bytes held, about.
    pub(crate) fn bytes(&self) -> usize {
        let rows: usize = self.rows.iter().map(Vec::capacity).sum();
        rows + self.entries.len() * (size_of::<Entry>() + size_of::<Touch>() + size_of::<u64>())
    }
}

fn hash(touches: &[Touch], unknown: bool) -> u64 {
    let mix =
        |sum: u64, word: u64| (sum ^ word).wrapping_mul(0x9e37_79b9_7f4a_7c15).rotate_left(29);
    let sum = touches.iter().fold(u64::from(unknown), |sum, touch| {
        let kind = u64::from(touch.writes) << 1 | u64::from(touch.synchronizes);
        mix(mix(sum, touch.range.start), touch.range.end << 2 ^ kind)
    });
    FixedState::default().hash_one(sum)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn footprint(touches: &[(u64, bool)]) -> Footprint {
        let touch =
            |&(at, writes): &(u64, bool)| Touch { range: at..at + 1, writes, synchronizes: true };
        Footprint { touches: touches.iter().map(touch).collect(), ..Footprint::default() }
    }

    #[test]
    fn equal_footprints_have_one_number() {
        let mut all = Footprints::new();
        let one = all.number(&footprint(&[(1, true)]));
        assert_eq!(all.number(&footprint(&[(1, true)])), one);
        assert_ne!(all.number(&footprint(&[(1, false)])), one);
        assert_eq!(all.number(&footprint(&[])), FootprintId::EMPTY);
    }

    #[test]
    fn conflicts_are_those_of_the_footprints() {
        let mut all = Footprints::new();
        let [read, write, other] =
            [&[(1, false)][..], &[(1, true)], &[(2, true)]].map(|it| all.number(&footprint(it)));
        for _ in 0..2 {
            assert!(all.conflict(read, write) && all.conflict(write, write));
            assert!(!all.conflict(read, read) && !all.conflict(write, other));
            assert!(all.conflict(FootprintId::UNKNOWN, FootprintId::EMPTY));
        }
        let both = all.union(read, other);
        assert!(
            all.conflict(both, write) && all.conflict(both, other) && !all.conflict(both, read)
        );
    }
}
