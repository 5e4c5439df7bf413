//! What passes over a program find out for the next one.
//!
//! Which objects threads share, in which pieces they access them, and what the pointers in them
//! point to is not known beforehand. A pass begins with what earlier passes have found, and
//! nothing at first; when it finds nothing new, all that it did is right. Each pass only adds to
//! what is known, so there is a last one.

use std::collections::{BTreeSet, HashMap};

use foldhash::fast::FixedState;

use super::memory::ObjectId;

/// How many numbers a pointer can be that are kept one by one.
const MOST_CONSTANTS: usize = 48;

/// Most bytes of a piece.
const WORD: u32 = 8;

/// What a cell may hold, seen as a pointer.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub(crate) struct Pointees {
    /// Numbers that are known.
    pub(crate) constants: BTreeSet<u64>,
    /// Objects, at offsets that are not known.
    pub(crate) objects: BTreeSet<ObjectId>,
    /// Whether it may hold other numbers that point to no object.
    pub(crate) numbers: bool,
    /// Whether it may be anything.
    pub(crate) anything: bool,
}

impl Pointees {
    /// Whether all numbers are known, one by one, and they are few.
    pub(crate) fn are_known(&self) -> bool {
        !self.anything
            && !self.numbers
            && self.objects.is_empty()
            && self.constants.len() <= MOST_CONSTANTS
    }

    /// Adds others; whether there is anything new.
    fn add(&mut self, other: &Pointees) -> bool {
        let before = (self.constants.len(), self.objects.len(), self.numbers, self.anything);
        // Too many to be of use are not kept one by one.
        if self.constants.len() <= MOST_CONSTANTS {
            self.constants.extend(&other.constants);
        }
        self.objects.extend(&other.objects);
        self.numbers |= other.numbers;
        self.anything |= other.anything;
        before != (self.constants.len(), self.objects.len(), self.numbers, self.anything)
    }
}

/// What is known of the use of an object.
#[derive(Clone, Debug, Default)]
struct Use {
    /// The thread that accesses it, when there are others.
    thread: Option<u32>,
    /// Whether several do.
    several: bool,
    /// Whether it is written then.
    written: bool,
    /// Where pieces of it begin or end.
    cuts: BTreeSet<u32>,
    /// Whether it may hold bits that nobody wrote.
    undefined: bool,
    /// Whether its life may end while there are other threads.
    mortal: bool,
    /// What pieces may hold, by where they begin.
    pointees: HashMap<u32, Pointees, FixedState>,
}

impl Use {
    fn is_shared(&self) -> bool {
        self.several && self.written
    }
}

/// What is known.
#[derive(Clone, Debug, Default)]
pub(crate) struct Learned {
    objects: HashMap<ObjectId, Use, FixedState>,
    has_news: bool,
}

impl Learned {
    /// Whether something was learned since the last call.
    pub(crate) fn take_news(&mut self) -> bool {
        std::mem::take(&mut self.has_news)
    }

    /// Whether threads share an object.
    pub(crate) fn is_shared(&self, object: ObjectId) -> bool {
        self.objects.get(&object).is_some_and(Use::is_shared)
    }

    /// The objects that threads share, in order.
    pub(crate) fn shared(&self) -> Vec<ObjectId> {
        let shared = self.objects.iter().filter(|(_, usage)| usage.is_shared());
        let mut shared: Vec<ObjectId> = shared.map(|(&object, _)| object).collect();
        shared.sort_unstable();
        shared
    }

    /// A thread accesses an object while there are others.
    pub(crate) fn touch(&mut self, object: ObjectId, thread: u32, writes: bool) {
        let usage = self.objects.entry(object).or_default();
        let before = usage.is_shared();
        usage.several |= usage.thread.is_some_and(|other| other != thread);
        usage.thread = Some(thread);
        usage.written |= writes;
        self.has_news |= before != usage.is_shared();
    }

    /// An access is from `start` to `end`. What is longer than a word is cut into words.
    pub(crate) fn cut(&mut self, object: ObjectId, start: u32, end: u32) {
        let usage = self.objects.entry(object).or_default();
        let mut is_new = usage.cuts.insert(start);
        is_new |= usage.cuts.insert(end);
        if end - start > WORD {
            for word in (start.next_multiple_of(WORD)..end).step_by(WORD as usize) {
                is_new |= usage.cuts.insert(word);
            }
        }
        self.has_news |= is_new && usage.is_shared();
    }

    /// The pieces from `start` to `end`, which are cuts.
    pub(crate) fn pieces(&self, object: ObjectId, start: u32, end: u32) -> Vec<(u32, u32)> {
        let Some(usage) = self.objects.get(&object) else { return vec![(start, end)] };
        let mut pieces = Vec::new();
        let mut at = start;
        for &cut in usage.cuts.range(start + 1..end) {
            pieces.push((at, cut));
            at = cut;
        }
        pieces.push((at, end));
        pieces
    }

    /// All pieces that are accessed, and some that are not.
    pub(crate) fn all_pieces(&self, object: ObjectId) -> Vec<(u32, u32)> {
        let Some(usage) = self.objects.get(&object) else { return Vec::new() };
        let pairs = usage.cuts.iter().copied().zip(usage.cuts.iter().copied().skip(1));
        // What is longer than a word nobody accesses.
        pairs.filter(|(start, end)| end - start <= WORD).collect()
    }

    /// Whether an object may hold bits that nobody wrote.
    pub(crate) fn may_be_undefined(&self, object: ObjectId) -> bool {
        self.objects.get(&object).is_some_and(|usage| usage.undefined)
    }

    /// An object may hold bits that nobody wrote.
    pub(crate) fn undefine(&mut self, object: ObjectId) {
        let usage = self.objects.entry(object).or_default();
        let before = std::mem::replace(&mut usage.undefined, true);
        self.has_news |= !before && usage.is_shared();
    }

    /// Whether the life of an object may end.
    pub(crate) fn is_mortal(&self, object: ObjectId) -> bool {
        self.objects.get(&object).is_some_and(|usage| usage.mortal)
    }

    /// The life of an object may end.
    pub(crate) fn end(&mut self, object: ObjectId) {
        let usage = self.objects.entry(object).or_default();
        let before = std::mem::replace(&mut usage.mortal, true);
        self.has_news |= !before && usage.is_shared();
    }

    /// What the piece that begins at an offset may hold.
    pub(crate) fn pointees(&self, object: ObjectId, start: u32) -> Pointees {
        let usage = self.objects.get(&object);
        usage.and_then(|usage| usage.pointees.get(&start)).cloned().unwrap_or_default()
    }

    /// The piece that begins at an offset may hold these.
    pub(crate) fn point(&mut self, object: ObjectId, start: u32, pointees: &Pointees) {
        let usage = self.objects.entry(object).or_default();
        let is_new = usage.pointees.entry(start).or_default().add(pointees);
        self.has_news |= is_new && usage.is_shared();
    }
}
