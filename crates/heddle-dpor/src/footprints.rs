//! Footprints by number, and which of them conflict.
//!
//! A search comes to the same few footprints over and over, and asks of pairs of them whether
//! they conflict, for each event and each event before it. So each footprint is kept once, and
//! the answers are kept in a table, a row for each of the first [`TABLED`] footprints.
//!
//! Workers hand steps to each other, so a footprint has the same number for all of them. Each has
//! all that it has met in tables of its own, and asks the others only for what is new to it.

use std::hash::BuildHasher;
use std::sync::{Arc, Mutex, PoisonError};

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
    /// Its number.
    #[inline]
    pub(crate) fn index(self) -> usize {
        self.0 as usize
    }

    /// The footprint that touches nothing.
    pub(crate) const EMPTY: FootprintId = FootprintId(0);
    /// The footprint that may touch anything.
    pub(crate) const UNKNOWN: FootprintId = FootprintId(1);
}

/// All that others may notice of a step.
#[derive(Debug)]
pub(crate) struct Content {
    touches: Box<[Touch]>,
    unknown: bool,
}

impl Content {
    fn conflicts(&self, other: &Content) -> bool {
        let meet = |ours: &Touch| other.touches.iter().any(|theirs| ours.conflicts(theirs));
        self.unknown || other.unknown || self.touches.iter().any(meet)
    }

    fn is(&self, touches: &[Touch], unknown: bool) -> bool {
        self.unknown == unknown && *self.touches == *touches
    }
}

/// A footprint, and what a worker knows of it.
struct Entry {
    content: Arc<Content>,
    /// Those of the first [`Entry::compared`] footprints that conflict with it.
    rivals: Vec<FootprintId>,
    compared: usize,
}

/// The footprints that all workers have met, by number.
pub(crate) type Common = Arc<Mutex<Vec<Arc<Content>>>>;

/// The footprints that a worker has met.
pub(crate) struct Footprints {
    common: Common,
    /// The first of the common ones.
    entries: Vec<Entry>,
    index: HashTable<u32>,
    rows: Vec<Vec<u8>>,
}

impl Footprints {
    /// The footprints of a worker, with numbers in common with all that are made of the same.
    pub(crate) fn new(common: &Common) -> Footprints {
        let mut all = Footprints {
            common: Arc::clone(common),
            entries: Vec::new(),
            index: HashTable::new(),
            rows: Vec::new(),
        };
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
        let hash = hash(touches, unknown);
        if let Some(known) = self.find(hash, touches, unknown) {
            return known;
        }
        let common = Arc::clone(&self.common);
        let mut common = common.lock().unwrap_or_else(PoisonError::into_inner);
        self.take_over(&common);
        self.find(hash, touches, unknown).unwrap_or_else(|| {
            let touches = touches.into();
            common.push(Arc::new(Content { touches, unknown }));
            self.take_over(&common);
            FootprintId(common.len() as u32 - 1)
        })
    }

    fn find(&self, hash: u64, touches: &[Touch], unknown: bool) -> Option<FootprintId> {
        let is_same = |&at: &u32| self.entries[at as usize].content.is(touches, unknown);
        self.index.find(hash, is_same).map(|&at| FootprintId(at))
    }

    /// Learns the footprints that other workers have met.
    pub(crate) fn update(&mut self) {
        let common = Arc::clone(&self.common);
        self.take_over(&common.lock().unwrap_or_else(PoisonError::into_inner));
    }

    fn take_over(&mut self, common: &[Arc<Content>]) {
        let Footprints { common: _, entries, index, rows } = self;
        for content in &common[entries.len()..] {
            let number = entries.len() as u32;
            let content = Arc::clone(content);
            entries.push(Entry { content, rivals: Vec::new(), compared: 0 });
            if rows.len() < TABLED {
                rows.push(Vec::new());
            }
            let hash_of = |&at: &u32| {
                let content = &entries[at as usize].content;
                hash(&content.touches, content.unknown)
            };
            index.insert_unique(hash_of(&number), number, hash_of);
        }
    }

    fn content(&self, footprint: FootprintId) -> &Content {
        &self.entries[footprint.0 as usize].content
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
        let conflict = self.entries[first].content.conflicts(&self.entries[second].content);
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

    /// All footprints that conflict with one. None are listed if that would be nearly all, or if
    /// there are too many to compare with.
    #[inline]
    pub(crate) fn rivals(&mut self, footprint: FootprintId) -> Option<&[FootprintId]> {
        let (at, count) = (footprint.0 as usize, self.entries.len());
        if count > TABLED || self.entries[at].content.unknown {
            return None;
        }
        if self.entries[at].compared < count {
            self.find_rivals(at);
        }
        Some(&self.entries[at].rivals)
    }

    #[cold]
    fn find_rivals(&mut self, at: usize) {
        let entry = &self.entries[at];
        let new = entry.compared..self.entries.len();
        let new = new.filter(|&other| entry.content.conflicts(&self.entries[other].content));
        let new: Vec<FootprintId> = new.map(|other| FootprintId(other as u32)).collect();
        self.entries[at].rivals.extend(new);
        self.entries[at].compared = self.entries.len();
    }

    /// True if a step with this footprint changes nothing that others may notice.
    pub(crate) fn is_pure(&self, footprint: FootprintId) -> bool {
        let content = self.content(footprint);
        !content.unknown && content.touches.iter().all(|touch| !touch.writes)
    }

    /// True if a step may touch anything.
    pub(crate) fn is_unknown(&self, footprint: FootprintId) -> bool {
        self.content(footprint).unknown
    }

    /// True if a step touches something that it is not made to meet others at.
    pub(crate) fn has_plain_touches(&self, footprint: FootprintId) -> bool {
        self.content(footprint).touches.iter().any(|touch| !touch.synchronizes)
    }

    /// True if two steps with these footprints must not be possible at the same time.
    pub(crate) fn race(&self, a: FootprintId, b: FootprintId) -> bool {
        let (a, b) = (self.content(a), self.content(b));
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
        let (first, second) = (self.content(a), self.content(b));
        let mut touches = first.touches.to_vec();
        touches
            .extend(second.touches.iter().filter(|touch| !first.touches.contains(touch)).cloned());
        let unknown = first.unknown || second.unknown;
        self.intern(&touches, unknown)
    }

    /// Bytes held, about.
    pub(crate) fn bytes(&self) -> usize {
        let rows: usize = self.rows.iter().map(Vec::capacity).sum();
        let rivals: usize = self.entries.iter().map(|entry| entry.rivals.capacity()).sum();
        rows + rivals * size_of::<FootprintId>()
            + self.entries.len() * (size_of::<Entry>() + size_of::<Touch>() + size_of::<u64>())
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
        let mut all = Footprints::new(&Common::default());
        let one = all.number(&footprint(&[(1, true)]));
        assert_eq!(all.number(&footprint(&[(1, true)])), one);
        assert_ne!(all.number(&footprint(&[(1, false)])), one);
        assert_eq!(all.number(&footprint(&[])), FootprintId::EMPTY);
    }

    #[test]
    fn workers_agree_on_numbers() {
        let common = Common::default();
        let [mut first, mut second] = [&common, &common].map(Footprints::new);
        let one = first.number(&footprint(&[(1, true)]));
        let two = second.number(&footprint(&[(2, true)]));
        assert_eq!(second.number(&footprint(&[(1, true)])), one);
        first.update();
        assert!(!first.conflict(one, two) && first.conflict(two, two));
    }

    #[test]
    fn conflicts_are_those_of_the_footprints() {
        let mut all = Footprints::new(&Common::default());
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
        let unknown = FootprintId::UNKNOWN;
        assert_eq!(all.rivals(write), Some(&[unknown, read, write, both][..]));
        let late = all.number(&footprint(&[(1, true), (3, true)]));
        assert_eq!(all.rivals(write), Some(&[unknown, read, write, both, late][..]));
        assert_eq!(all.rivals(unknown), None);
    }
}
