//! Facts that one pass over a program finds out for the next.
//!
//! Which objects threads share, in which pieces they access them, and what the pointers in them
//! point to is not known beforehand. A pass begins with what earlier passes have found, and
//! nothing at first; when it finds nothing new, all that it did is right. Each pass only adds to
//! what is known, so there is a last one.

use std::collections::{BTreeSet, HashMap};

use foldhash::fast::FixedState;

use super::memory::ObjectId;
use crate::term::Term;

/// Most constants of a points-to set that a read tells apart.
const MOST_CONSTANTS: usize = 48;

/// A points-to set: the values that a cell may hold, seen as pointers.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub(crate) struct PointsTo {
    /// Numbers that are known.
    pub(crate) constants: BTreeSet<u64>,
    /// Objects, at offsets that are not known.
    pub(crate) objects: BTreeSet<ObjectId>,
    /// True if it may hold other numbers that point to no object.
    pub(crate) numbers: bool,
    /// True if it may hold anything.
    pub(crate) anything: bool,
}

impl PointsTo {
    /// True if all values are known constants, and they are few.
    pub(crate) fn are_known(&self) -> bool {
        !self.anything
            && !self.numbers
            && self.objects.is_empty()
            && self.constants.len() <= MOST_CONSTANTS
    }

    /// Adds others; returns true if there is anything new.
    pub(crate) fn add(&mut self, other: &PointsTo) -> bool {
        let before = (self.constants.len(), self.objects.len(), self.numbers, self.anything);
        self.constants.extend(&other.constants);
        self.objects.extend(&other.objects);
        self.numbers |= other.numbers;
        self.anything |= other.anything;
        before != (self.constants.len(), self.objects.len(), self.numbers, self.anything)
    }
}

/// The largest object of which each byte is known to be shared or not; larger ones are shared as
/// a whole.
const LARGEST_SPLIT_OBJECT: u32 = 1 << 14;

/// Accesses to a byte.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
struct ByteUse {
    /// The thread that accesses it, when there are others.
    thread: Option<u16>,
    /// True if several threads do.
    several: bool,
    /// True if it is written when there are several threads.
    written: bool,
    /// True if threads share it.
    shared: bool,
}

/// Accesses to an object, and its content.
#[derive(Clone, Debug, Default)]
struct ObjectUse {
    /// Its bytes, as far as they are accessed.
    bytes: Vec<ByteUse>,
    /// True if it has too many bytes to tell them apart.
    is_large: bool,
    /// The thread that made it, when there were others.
    maker: Option<u32>,
    /// The thread that accesses it, when there are others.
    thread: Option<u32>,
    /// True if several threads do.
    several: bool,
    /// Offsets at which pieces of it begin or end.
    cuts: BTreeSet<u32>,
    /// The kinds of bits that nobody may have written, by the number of their byte.
    kinds: HashMap<u32, [u8; 8], FixedState>,
    /// True if its life may end.
    mortal: bool,
    /// Points-to sets of its pieces, by the offsets at which these begin.
    points_to: HashMap<u32, PointsTo, FixedState>,
}

impl ObjectUse {
    fn is_shared(&self) -> bool {
        self.bytes.iter().any(|byte| byte.shared)
    }

    fn range(&self, start: u32, end: u32) -> std::ops::Range<usize> {
        match self.is_large {
            true => 0..1,
            false => start as usize..end as usize,
        }
    }
}

/// True if two lists of kinds partition the bits in the same way.
fn is_same_partition(a: &[u8], b: &[u8]) -> bool {
    let mut pairs: Vec<(u8, u8)> = a.iter().copied().zip(b.iter().copied()).collect();
    pairs.push((0, 0));
    pairs.sort_unstable();
    pairs.dedup();
    let mut seconds: Vec<u8> = pairs.iter().map(|&(_, second)| second).collect();
    seconds.sort_unstable();
    seconds.dedup();
    let mut firsts: Vec<u8> = pairs.iter().map(|&(first, _)| first).collect();
    firsts.dedup();
    pairs.len() == firsts.len() && pairs.len() == seconds.len()
}

/// All that passes have learned.
#[derive(Clone, Debug)]
pub(crate) struct Learned {
    /// Most bytes of a piece: those of a pointer, so that each that is stored is a piece.
    word: u32,
    objects: HashMap<ObjectId, ObjectUse, FixedState>,
    numbers_vary: bool,
    has_news: bool,
}

impl Learned {
    /// Nothing yet, of a program whose pointers have so many bytes.
    pub(crate) fn new(pointer_bytes: u32) -> Learned {
        let objects = HashMap::default();
        Learned { word: pointer_bytes, objects, numbers_vary: false, has_news: false }
    }

    /// True if something was learned since the last call.
    pub(crate) fn take_news(&mut self) -> bool {
        std::mem::take(&mut self.has_news)
    }

    /// True if the numbers of threads depend on the run.
    pub(crate) fn do_numbers_vary(&self) -> bool {
        self.numbers_vary
    }

    /// Numbers of threads depend on the run.
    pub(crate) fn vary_numbers(&mut self) {
        self.has_news |= !std::mem::replace(&mut self.numbers_vary, true);
    }

    /// True if threads share some of the bytes from `start` to `end`.
    pub(crate) fn is_shared(&self, object: ObjectId, start: u32, end: u32) -> bool {
        let Some(usage) = self.objects.get(&object) else { return false };
        let bytes = usage.bytes.get(usage.range(start, end));
        match bytes {
            Some(bytes) => bytes.iter().any(|byte| byte.shared),
            // Some of them are beyond all that are accessed.
            None => usage.bytes.iter().skip(start as usize).any(|byte| byte.shared),
        }
    }

    /// The objects of which threads share something, if only whether they are dead, in order.
    pub(crate) fn shared(&self) -> Vec<ObjectId> {
        let is_shared = |usage: &ObjectUse| usage.mortal && usage.several || usage.is_shared();
        let shared = self.objects.iter().filter(|(_, usage)| is_shared(usage));
        let mut shared: Vec<ObjectId> = shared.map(|(&object, _)| object).collect();
        shared.sort_unstable();
        shared
    }

    /// Notes that a thread makes an object while there are others.
    pub(crate) fn make(&mut self, object: ObjectId, thread: u32) {
        let usage = self.objects.entry(object).or_default();
        usage.maker = Some(thread);
        if usage.thread.is_some_and(|other| other != thread) && !usage.several {
            usage.several = true;
            self.has_news |= usage.mortal;
        }
        usage.thread = Some(thread);
    }

    /// Notes that a thread accesses bytes of an object, which has `size` of them, while there are
    /// others.
    pub(crate) fn touch(
        &mut self,
        object: ObjectId,
        size: u32,
        (start, end): (u32, u32),
        thread: u32,
        writes: bool,
    ) {
        let usage = self.objects.entry(object).or_default();
        usage.is_large = size > LARGEST_SPLIT_OBJECT;
        if usage.thread.is_some_and(|other| other != thread) && !usage.several {
            usage.several = true;
            self.has_news |= usage.mortal;
        }
        usage.thread = Some(thread);
        let range = usage.range(start, end);
        if usage.bytes.len() < range.end {
            usage.bytes.resize(range.end, ByteUse::default());
        }
        // Who did not make it has never seen it as it is.
        let is_foreign = usage.maker.is_some_and(|maker| maker != thread);
        let bytes = &mut usage.bytes[range];
        let mut is_shared = false;
        for byte in bytes.iter_mut() {
            byte.several |= byte.thread.is_some_and(|other| u32::from(other) != thread);
            byte.thread = Some(thread as u16);
            byte.written |= writes;
            is_shared |= byte.shared || byte.several && byte.written || is_foreign;
        }
        if is_shared {
            // What is accessed together is shared together.
            self.has_news |= bytes.iter().any(|byte| !byte.shared);
            bytes.iter_mut().for_each(|byte| byte.shared = true);
        }
    }

    /// True if the death of an object matters to several threads.
    pub(crate) fn shares_death(&self, object: ObjectId) -> bool {
        self.objects.get(&object).is_some_and(|usage| usage.mortal && usage.several)
    }

    /// True if an object was made by a thread other than this.
    pub(crate) fn is_foreign(&self, object: ObjectId, thread: u32) -> bool {
        let usage = self.objects.get(&object);
        usage.and_then(|usage| usage.maker).is_some_and(|maker| maker != thread)
    }

    /// Cuts an object into pieces at the ends of an access, which is cut into words if it is longer
    /// than a word.
    pub(crate) fn cut(&mut self, object: ObjectId, start: u32, end: u32) {
        let usage = self.objects.entry(object).or_default();
        let mut is_new = usage.cuts.insert(start);
        is_new |= usage.cuts.insert(end);
        if end - start > self.word {
            let first = start.next_multiple_of(self.word);
            for word in (first..end).step_by(self.word as usize) {
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
        let pairs = pairs.filter(|(start, end)| end - start <= self.word);
        pairs.filter(|&(start, end)| self.is_shared(object, start, end)).collect()
    }

    /// True if an object may hold bits that nobody wrote.
    pub(crate) fn may_be_undefined(&self, object: ObjectId) -> bool {
        self.objects.get(&object).is_some_and(|usage| !usage.kinds.is_empty())
    }

    /// The kinds of the bits from `start` to `end`, the lowest first: zero if someone has surely
    /// written it. Bits of a piece that are of one kind are all undefined, or none of them is.
    pub(crate) fn kinds(&self, object: ObjectId, start: u32, end: u32) -> Vec<u8> {
        let Some(usage) = self.objects.get(&object) else {
            return vec![0; 8 * (end - start) as usize];
        };
        let kinds = |byte: u32| usage.kinds.get(&byte).copied().unwrap_or_default();
        (start..end).flat_map(kinds).collect()
    }

    /// A piece that begins at an offset may hold bits of which each is undefined under its
    /// condition. Those that are told apart are of different kinds from now on.
    pub(crate) fn undefine(&mut self, object: ObjectId, start: u32, undefined: &[Term]) {
        let end = start + undefined.len() as u32 / 8;
        let before = self.kinds(object, start, end);
        let mut met: Vec<(u8, Term)> = Vec::new();
        let mut kind = |(&kind, &condition): (&u8, &Term)| {
            if (kind, condition) == (0, Term::FALSE) {
                return 0;
            }
            let known = met.iter().position(|&other| other == (kind, condition));
            let known = known.unwrap_or_else(|| {
                met.push((kind, condition));
                met.len() - 1
            });
            known as u8 + 1
        };
        let after: Vec<u8> = before.iter().zip(undefined).map(&mut kind).collect();
        let usage = self.objects.entry(object).or_default();
        let is_told = |kinds: &[u8]| kinds.iter().any(|&kind| kind != 0);
        for (byte, kinds) in (start..end).zip(after.chunks_exact(8)) {
            if is_told(kinds) {
                usage.kinds.insert(byte, std::array::from_fn(|bit| kinds[bit]));
            }
        }
        self.has_news |= !is_same_partition(&before, &after) && usage.is_shared();
    }

    /// Notes that a thread ends the life of an object, while there are others if `thread` is given.
    pub(crate) fn end(&mut self, object: ObjectId, thread: Option<u32>) {
        let usage = self.objects.entry(object).or_default();
        let before = usage.mortal && usage.several;
        usage.mortal = true;
        if let Some(thread) = thread {
            usage.several |= usage.thread.is_some_and(|other| other != thread);
            usage.thread = Some(thread);
        }
        self.has_news |= before != (usage.mortal && usage.several);
    }

    /// The points-to set of the piece that begins at an offset.
    pub(crate) fn points_to(&self, object: ObjectId, start: u32) -> PointsTo {
        let usage = self.objects.get(&object);
        usage.and_then(|usage| usage.points_to.get(&start)).cloned().unwrap_or_default()
    }

    /// Adds to the points-to set of the piece that begins at an offset.
    pub(crate) fn point(&mut self, object: ObjectId, start: u32, points_to: &PointsTo) {
        let usage = self.objects.entry(object).or_default();
        let is_new = usage.points_to.entry(start).or_default().add(points_to);
        self.has_news |= is_new && usage.is_shared();
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::term::Terms;

    const OBJECT: ObjectId = ObjectId(0);

    /// Makes threads share some bytes of an object.
    fn share(learned: &mut Learned, bytes: u32) {
        for thread in 0..2 {
            learned.touch(OBJECT, bytes, (0, bytes), thread, true);
        }
        assert!(learned.take_news());
    }

    #[test]
    fn bits_are_of_one_kind_until_they_are_told_apart() {
        let mut terms = Terms::new();
        let (x, y) = (terms.variable(1), terms.variable(1));
        let mut learned = Learned::new(8);
        share(&mut learned, 2);
        assert_eq!(learned.kinds(OBJECT, 0, 2), [0; 16]);
        learned.undefine(OBJECT, 0, &[Term::FALSE; 16]);
        assert!(!learned.take_news() && !learned.may_be_undefined(OBJECT));

        // Padding: one byte is defined, the other is not.
        let padded = |condition| [[Term::FALSE; 8], [condition; 8]].concat();
        learned.undefine(OBJECT, 0, &padded(Term::TRUE));
        assert!(learned.take_news() && learned.may_be_undefined(OBJECT));
        assert_eq!(learned.kinds(OBJECT, 0, 2), [[0; 8], [1; 8]].concat());
        learned.undefine(OBJECT, 0, &padded(x));
        assert!(!learned.take_news());

        // A field of some bits.
        learned.undefine(OBJECT, 1, &[x, x, x, y, y, y, y, y]);
        assert!(learned.take_news());
        assert_eq!(learned.kinds(OBJECT, 1, 2), [1, 1, 1, 2, 2, 2, 2, 2]);
        learned.undefine(OBJECT, 0, &padded(y));
        assert!(!learned.take_news());
        assert_eq!(learned.kinds(OBJECT, 1, 2), [1, 1, 1, 2, 2, 2, 2, 2]);

        // What was always written may be undefined after all.
        learned.undefine(OBJECT, 0, &[x; 16]);
        assert!(learned.take_news());
        assert_eq!(learned.kinds(OBJECT, 0, 2)[7..12], [1, 2, 2, 2, 3]);
    }

    #[test]
    fn what_one_thread_accesses_is_shared_when_another_writes_it() {
        let mut learned = Learned::new(8);
        learned.touch(OBJECT, 8, (0, 4), 0, false);
        learned.touch(OBJECT, 8, (0, 4), 1, false);
        learned.touch(OBJECT, 8, (4, 8), 1, true);
        assert!(!learned.take_news() && !learned.is_shared(OBJECT, 0, 8));
        learned.touch(OBJECT, 8, (2, 3), 0, true);
        assert!(learned.take_news() && learned.is_shared(OBJECT, 0, 4));
        assert!(!learned.is_shared(OBJECT, 3, 8));
    }
}
