//! The lock-free hash index under every table: from a hash and a test of candidates
//! to an id.
//!
//! The index is cut into [`SHARDS`] shards by the lowest bits of the hash. A shard is an
//! array of slots, searched from a place that the highest bits of the hash give, slot by
//! slot, until the entry or an empty slot is met. A slot is 0 if it is empty, or
//! [`MOVED`], or else a *tag* (six further bits of the hash) beside the entry's local
//! number plus one. An entry is looked at only if its tag agrees.
//!
//! An id is made of the bits of the shard and of the local number. The lowest bits of the
//! local number stay lowest: [`RUN`] consecutive entries of a shard have consecutive ids,
//! and are close together in memory when a growing shard asks for their hashes.
//!
//! A shard that is eleven sixteenths full grows by half, alone: its entries are copied to a
//! new array under the shard's mutex, while lookups go on in the old one, and so does
//! everything in other shards. Sizes of shards are staggered from the start, so that
//! shards grow one after another and the slots of all of them together are never much more
//! than the entries need. The old array is freed when its last reader leaves it.
//!
//! # Why no two equal entries are published
//!
//! *Publishing* an entry means to change a slot from empty to the entry by
//! compare-and-swap, after the entry was written to its arena.
//!
//! 1. A slot changes at most once: from empty to an entry, or from empty to `MOVED`.
//!    There is no other write to the slots of an array that others can see.
//! 2. In one array, equal entries have one hash and so one sequence of slots, and each is
//!    published in a slot of which all predecessors in the sequence were seen occupied.
//!    Of two, let the one in the earlier slot be A and the other B. (One slot does not
//!    hold both, by 1.) Whoever published B saw every slot before B's occupied, by 1 with
//!    what it still holds: among them A's slot with A, whose tag agrees, so it compared
//!    A with B, found them equal, and took A's id instead.
//! 3. Growing first makes every empty slot of the old array `MOVED`. From then on the old
//!    array never changes, by 1. Then all its entries are copied, then the new array
//!    becomes the shard's. So what was ever published in the old array is in the new one
//!    before anyone can look there; and who meets `MOVED` on the way to a free slot
//!    publishes nothing in the old array, but waits for the mutex and starts anew in the
//!    array that is the shard's then. Growing is done under the mutex, from the array that
//!    is the shard's under that mutex, so arrays follow each other in one line.
//!
//! Hence the entries of the shard's array always contain all that were published, and no
//! two of them are equal.
//!
//! Who loses a race (it has written its entry, but an equal one was published first) uses
//! the winner's id. Its own number is never used again, which costs the room of one entry.
//!
//! # Views
//!
//! To take up a shard's array safely costs two atomic exchanges, more than the search
//! itself. So a worker has a [`View`]: the arrays that it took up last, kept. An array that
//! was replaced meanwhile does no harm: what is found there is good, and a search for
//! anything else ends at `MOVED`, upon which the shard's new array is taken up. A worker
//! holds on to a replaced array until then.
//!
//! # What a reader may see
//!
//! An entry is written before the release that publishes it, and read after an acquire of
//! the slot; a copied slot is published with its array in the same way. A lookup that
//! meets `MOVED` may answer that there is no such entry: it took up the old array when
//! that was the shard's, and at that moment the entry was not there.

mod saved;

use std::sync::atomic::{AtomicU32, AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, PoisonError};

use arc_swap::ArcSwap;
use crossbeam_utils::CachePadded;

/// Never an id, in any table.
pub const NO_ID: u32 = u32::MAX;

/// Number of shards.
const SHARDS: usize = 1 << SHARD_BITS;
const SHARD_BITS: u32 = 6;
const TAG_BITS: u32 = 6;
const NUMBER_BITS: u32 = 32 - TAG_BITS;
const NUMBER_MASK: u32 = (1 << NUMBER_BITS) - 1;
const EMPTY: u32 = 0;
/// Marks a slot of an array that has been replaced. No entry looks like this, since local
/// numbers stay below [`MAX_ENTRIES`].
const MOVED: u32 = u32::MAX;
/// Entries of a shard: as many local numbers as a slot can hold beside the two marks.
const MAX_ENTRIES: u32 = NUMBER_MASK - 1;
/// Entries of a shard that have consecutive ids.
const RUN: u32 = 1 << RUN_BITS;
const RUN_BITS: u32 = 4;
/// Slots of the smallest shard at the start.
const FIRST_SLOTS: usize = 16;

/// Finds ids by hash; gives out new ids. See the module for how.
pub struct Index {
    shards: Box<[CachePadded<Shard>]>,
    bytes: AtomicUsize,
}

struct Shard {
    slots: ArcSwap<Slots>,
    /// The next local number.
    next: AtomicU32,
    /// Number of local numbers that were given out in vain.
    lost: AtomicU32,
    growing: Mutex<()>,
}

struct Slots(Box<[AtomicU32]>);

/// A worker's copy of the references to an index's slots, to find things faster. It belongs to the
/// index that it was first used with.
#[derive(Clone)]
pub struct View(Box<[Option<Arc<Slots>>]>);

impl View {
    /// A view of nothing yet.
    pub fn new() -> View {
        View(vec![None; SHARDS].into())
    }
}

impl Default for View {
    fn default() -> View {
        View::new()
    }
}

impl std::fmt::Debug for View {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("View").finish_non_exhaustive()
    }
}

/// Result of the search for an entry.
enum Probe {
    /// An id.
    Found(u32),
    /// A place that was empty when it was looked at.
    Empty(usize),
    /// The array has been replaced, or has no empty slot.
    Full,
}

impl Index {
    /// An empty index.
    pub fn new() -> Index {
        let mut bytes = SHARDS * size_of::<CachePadded<Shard>>();
        let shards = (0..SHARDS).map(|shard| {
            // From one to one and a half times the smallest: see the module on staggering.
            let slots = Slots::new(FIRST_SLOTS + shard * FIRST_SLOTS / 2 / SHARDS);
            bytes += slots.bytes();
            CachePadded::new(Shard {
                slots: ArcSwap::from_pointee(slots),
                next: AtomicU32::new(0),
                lost: AtomicU32::new(0),
                growing: Mutex::new(()),
            })
        });
        Index { shards: shards.collect(), bytes: AtomicUsize::new(bytes) }
    }

    /// The id of the entry with this hash that is the `same`, if there is one.
    #[inline]
    pub fn find(&self, hash: u64, same: impl Fn(u32) -> bool) -> Option<u32> {
        let (shard, tag) = (shard_of(hash), tag_of(hash));
        let slots = self.shards[shard].slots.load();
        match slots.probe(slots.start(hash), shard, tag, &same) {
            Probe::Found(id) => Some(id),
            Probe::Empty(_) | Probe::Full => None,
        }
    }

    /// The id of the entry with this hash that is the `same`; else that of a new one,
    /// and that it is new.
    ///
    /// A new entry is written by `write` under the id that it is given, perhaps in vain.
    /// `hash_of` is the hash of an entry, which is asked for when the index grows. Equal
    /// entries must have equal hashes.
    ///
    /// # Panics
    /// If a shard would hold 2^26 entries: with a fair hash, at about four billion.
    #[inline]
    pub fn find_or_insert(
        &self,
        hash: u64,
        same: impl Fn(u32) -> bool,
        write: impl FnOnce(u32),
        hash_of: impl Fn(u32) -> u64,
    ) -> (u32, bool) {
        let (shard, tag) = (shard_of(hash), tag_of(hash));
        let slots = self.shards[shard].slots.load();
        match slots.probe(slots.start(hash), shard, tag, &same) {
            Probe::Found(id) => (id, false),
            Probe::Empty(_) | Probe::Full => {
                drop(slots);
                self.insert(hash, same, write, hash_of)
            }
        }
    }

    /// The same as [`find_or_insert`](Self::find_or_insert), with a worker's view.
    #[inline]
    pub fn find_or_insert_by(
        &self,
        view: &mut View,
        hash: u64,
        same: impl Fn(u32) -> bool,
        write: impl FnOnce(u32),
        hash_of: impl Fn(u32) -> u64,
    ) -> (u32, bool) {
        let (shard, tag) = (shard_of(hash), tag_of(hash));
        if let Some(slots) = &view.0[shard] {
            match slots.probe(slots.start(hash), shard, tag, &same) {
                Probe::Found(id) => return (id, false),
                Probe::Empty(_) => return self.insert(hash, same, write, hash_of),
                Probe::Full => {}
            }
        }
        view.0[shard] = Some(self.shards[shard].slots.load_full());
        self.find_or_insert(hash, same, write, hash_of)
    }

    /// Writes and publishes an entry that was not found.
    fn insert(
        &self,
        hash: u64,
        same: impl Fn(u32) -> bool,
        write: impl FnOnce(u32),
        hash_of: impl Fn(u32) -> u64,
    ) -> (u32, bool) {
        let shard = shard_of(hash);
        let number = self.new_number(shard);
        write(id_of(shard, number));
        self.publish(hash, number, same, hash_of)
    }

    /// Publishes an entry that was written, unless an equal one was published before. The
    /// place is searched for again, which is cheap: it is in the cache by now.
    fn publish(
        &self,
        hash: u64,
        number: u32,
        same: impl Fn(u32) -> bool,
        hash_of: impl Fn(u32) -> u64,
    ) -> (u32, bool) {
        let (shard, tag) = (shard_of(hash), tag_of(hash));
        let state = &self.shards[shard];
        loop {
            let slots = state.slots.load();
            let mut place = slots.start(hash);
            loop {
                match slots.probe(place, shard, tag, &same) {
                    Probe::Found(id) => {
                        state.lost.fetch_add(1, Ordering::Relaxed);
                        return (id, false);
                    }
                    Probe::Full => break,
                    Probe::Empty(empty) => {
                        let entry = slot_of(tag, number);
                        let (success, failure) = (Ordering::Release, Ordering::Relaxed);
                        let slot = &slots.0[empty];
                        if slot.compare_exchange(EMPTY, entry, success, failure).is_ok() {
                            let entries = state.next.load(Ordering::Relaxed) as usize;
                            if entries >= slots.limit() {
                                self.grow(shard, &slots, hash_of);
                            }
                            return (id_of(shard, number), true);
                        }
                        // Somebody else was first: what is there now is to be looked at.
                        place = empty;
                    }
                }
            }
            self.grow(shard, &slots, &hash_of);
        }
    }

    /// A local number that nobody else has.
    fn new_number(&self, shard: usize) -> u32 {
        let number = self.shards[shard].next.fetch_add(1, Ordering::Relaxed);
        assert!(number < MAX_ENTRIES, "a table should have fewer than four billion entries");
        number
    }

    /// Replaces a shard's array by a larger one, unless somebody did so meanwhile.
    #[cold]
    #[inline(never)]
    fn grow(&self, shard: usize, old: &Arc<Slots>, hash_of: impl Fn(u32) -> u64) {
        let state = &self.shards[shard];
        // The mutex guards nothing that could be left half done: an array is replaced whole.
        let _growing = state.growing.lock().unwrap_or_else(PoisonError::into_inner);
        if !Arc::ptr_eq(&state.slots.load(), old) {
            return;
        }
        let new = Slots::new(old.0.len() + old.0.len() / 2);
        self.bytes.fetch_add(new.bytes(), Ordering::Relaxed);
        for slot in &old.0 {
            let (success, failure) = (Ordering::Relaxed, Ordering::Relaxed);
            // A failure means that there is an entry.
            let _ = slot.compare_exchange(EMPTY, MOVED, success, failure);
        }
        // Entries are all over memory: asking for many before using any lets the processor
        // fetch them at the same time.
        let mut batch = [(0, 0); 32];
        for slots in old.0.chunks(batch.len()) {
            let entries = slots.iter().map(|slot| slot.load(Ordering::Acquire));
            let mut count = 0;
            for entry in entries.filter(|&entry| entry != MOVED) {
                batch[count] = (entry, hash_of(id_of(shard, number_in(entry))));
                count += 1;
            }
            for &(entry, hash) in &batch[..count] {
                new.copy(entry, hash);
            }
        }
        state.slots.store(Arc::new(new));
        self.bytes.fetch_sub(old.bytes(), Ordering::Relaxed);
    }

    /// Number of entries; exact when nobody is inserting.
    pub fn len(&self) -> usize {
        let count = |shard: &Shard| {
            // Read in this order, what was lost was given out.
            let lost = shard.lost.load(Ordering::Acquire);
            shard.next.load(Ordering::Acquire).saturating_sub(lost) as usize
        };
        self.shards.iter().map(|shard| count(shard)).sum()
    }

    /// True if there are no entries.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// Memory held.
    pub fn bytes(&self) -> usize {
        self.bytes.load(Ordering::Relaxed)
    }
}

impl Default for Index {
    fn default() -> Index {
        Index::new()
    }
}

impl std::fmt::Debug for Index {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Index").field("len", &self.len()).finish_non_exhaustive()
    }
}

impl Slots {
    fn new(count: usize) -> Slots {
        Slots((0..count).map(|_| AtomicU32::new(EMPTY)).collect())
    }

    /// Number of entries that makes a larger array due.
    #[inline]
    fn limit(&self) -> usize {
        self.0.len() - self.0.len() * 5 / 16
    }

    /// The slot at which the search for an entry begins.
    #[inline]
    fn start(&self, hash: u64) -> usize {
        (((hash >> 32) * self.0.len() as u64) >> 32) as usize
    }

    /// Searches for an entry from a place on.
    #[inline]
    fn probe(&self, from: usize, shard: usize, tag: u32, same: impl Fn(u32) -> bool) -> Probe {
        let mut place = from;
        for _ in 0..self.0.len() {
            let entry = self.0[place].load(Ordering::Acquire);
            if entry == EMPTY {
                return Probe::Empty(place);
            }
            if entry == MOVED {
                return Probe::Full;
            }
            if entry >> NUMBER_BITS == tag {
                let id = id_of(shard, number_in(entry));
                if same(id) {
                    return Probe::Found(id);
                }
            }
            place = if place + 1 == self.0.len() { 0 } else { place + 1 };
        }
        Probe::Full
    }

    /// Adds an entry to an array that nobody else has yet.
    fn copy(&self, entry: u32, hash: u64) {
        let (before, after) = self.0.split_at(self.start(hash));
        let mut places = after.iter().chain(before);
        let free = places.find(|slot| slot.load(Ordering::Relaxed) == EMPTY);
        free.expect("a larger array should have room").store(entry, Ordering::Relaxed);
    }

    fn bytes(&self) -> usize {
        size_of::<Slots>() + size_of_val(&*self.0)
    }
}

#[inline]
fn shard_of(hash: u64) -> usize {
    hash as usize % SHARDS
}

#[inline]
fn tag_of(hash: u64) -> u32 {
    (hash >> SHARD_BITS) as u32 & ((1 << TAG_BITS) - 1)
}

#[inline]
fn slot_of(tag: u32, number: u32) -> u32 {
    tag << NUMBER_BITS | (number + 1)
}

#[inline]
fn number_in(slot: u32) -> u32 {
    (slot & NUMBER_MASK) - 1
}

#[inline]
fn id_of(shard: usize, number: u32) -> u32 {
    (number >> RUN_BITS) << (SHARD_BITS + RUN_BITS)
        | (shard as u32) << RUN_BITS
        | number & (RUN - 1)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Interns numbers that are their own entries; `hash_of` makes collisions at will.
    struct Numbers {
        index: Index,
        entries: Mutex<std::collections::HashMap<u32, u64>>,
        hash_of: fn(u64) -> u64,
    }

    impl Numbers {
        fn new(hash_of: fn(u64) -> u64) -> Numbers {
            Numbers { index: Index::new(), entries: Mutex::default(), hash_of }
        }

        fn get(&self, id: u32) -> u64 {
            self.entries.lock().unwrap()[&id]
        }

        fn intern(&self, number: u64) -> (u32, bool) {
            self.index.find_or_insert(
                (self.hash_of)(number),
                |id| self.get(id) == number,
                |id| assert_eq!(self.entries.lock().unwrap().insert(id, number), None),
                |id| (self.hash_of)(self.get(id)),
            )
        }

        fn intern_by(&self, view: &mut View, number: u64) -> (u32, bool) {
            self.index.find_or_insert_by(
                view,
                (self.hash_of)(number),
                |id| self.get(id) == number,
                |id| assert_eq!(self.entries.lock().unwrap().insert(id, number), None),
                |id| (self.hash_of)(self.get(id)),
            )
        }

        fn find(&self, number: u64) -> Option<u32> {
            self.index.find((self.hash_of)(number), |id| self.get(id) == number)
        }
    }

    fn mixed(number: u64) -> u64 {
        number.wrapping_mul(0x9e37_79b9_7f4a_7c15).rotate_right(29).wrapping_mul(0xbf58_476d)
    }

    fn keeps_numbers_apart(hash_of: fn(u64) -> u64, count: u64) {
        let numbers = Numbers::new(hash_of);
        let ids: Vec<_> = (0..count).map(|number| numbers.intern(number)).collect();
        assert!(ids.iter().all(|&(id, new)| new && id != NO_ID));
        for (number, &(id, _)) in (0..).zip(&ids) {
            assert_eq!(numbers.intern(number), (id, false));
            assert_eq!(numbers.find(number), Some(id));
            assert_eq!(numbers.get(id), number);
        }
        assert_eq!(numbers.find(count), None);
        assert_eq!(numbers.index.len() as u64, count);
    }

    #[test]
    fn numbers_are_kept_apart_over_many_growths() {
        keeps_numbers_apart(mixed, 100_000);
    }

    #[test]
    fn a_hash_that_tells_nothing_costs_time_only() {
        keeps_numbers_apart(|_| u64::MAX, 300);
        keeps_numbers_apart(|number| number % 3, 300);
    }

    #[test]
    fn a_view_does_however_old_it_is() {
        let numbers = Numbers::new(mixed);
        let mut views = [View::new(), View::new()];
        for number in 0..20_000 {
            let (id, new) = numbers.intern_by(&mut views[0], number);
            assert!(new);
            // The second view sees every growth late.
            if number % 1000 == 999 {
                assert_eq!(numbers.intern_by(&mut views[1], number), (id, false));
                let old = numbers.find(number / 2).unwrap();
                assert_eq!(numbers.intern_by(&mut views[1], number / 2), (old, false));
            }
        }
        assert_eq!(numbers.index.len(), 20_000);
    }

    #[test]
    fn slots_stay_few() {
        let numbers = Numbers::new(mixed);
        let empty = numbers.index.bytes();
        assert!(empty < 32_000, "{empty}");
        for number in 0..200_000 {
            numbers.intern(number);
            let slots = numbers.index.bytes() - SHARDS * size_of::<CachePadded<Shard>>();
            assert!(number < 10_000 || slots as u64 <= (number + 1) * 8, "{number}: {slots}");
        }
    }

    #[test]
    fn threads_agree_on_ids_whatever_collides() {
        for hash_of in [mixed as fn(u64) -> u64, |number| number & 0x3f, |number| number << 32] {
            let numbers = Numbers::new(hash_of);
            crate::stress::agree(3_000, 900, |number| numbers.intern(number));
            assert_eq!(numbers.index.len(), 900);
        }
    }
}
