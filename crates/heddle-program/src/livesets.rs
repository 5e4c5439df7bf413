//! The sets of live slots of a function.
//!
//! The set at an instruction mostly differs from that at the next one in a slot or two, and
//! functions may have very many slots, so what sets have in common is stored once: slots are
//! divided into windows, the content of a window is a *piece*, and a set is a list of pieces.
//! A frame of few slots, as nearly all are, has sets of one piece.

use std::collections::HashMap;

use cranelift_entity::{PrimaryMap, entity_impl};

use crate::{LiveSetId, Slot};

/// Words of a window, of 64 slots each.
const WORDS: usize = 4;

/// Slots of a window.
const WINDOW: usize = WORDS * 64;

/// Names a piece.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
struct PieceId(u32);
entity_impl!(PieceId, "piece");

/// The sets of live slots of a function.
#[derive(Clone, Debug, Default)]
pub struct LiveSets {
    /// The pieces of each set, ascending; none is empty.
    sets: PrimaryMap<LiveSetId, Box<[PieceId]>>,
    /// The slots of each piece, ascending.
    pieces: PrimaryMap<PieceId, Box<[Slot]>>,
}

impl LiveSets {
    /// Adds the empty set.
    pub fn push_empty(&mut self) -> LiveSetId {
        self.sets.push(Box::default())
    }

    /// The slots of a set.
    #[inline]
    pub fn slots(&self, set: LiveSetId) -> LiveSlots<'_> {
        LiveSlots { list: &self.sets[set], pieces: &self.pieces }
    }

    /// All sets.
    pub(crate) fn all(&self) -> impl Iterator<Item = LiveSlots<'_>> {
        self.sets.keys().map(|set| self.slots(set))
    }
}

/// A set of live slots.
#[derive(Clone, Copy, Debug)]
pub struct LiveSlots<'a> {
    list: &'a [PieceId],
    pieces: &'a PrimaryMap<PieceId, Box<[Slot]>>,
}

impl<'a> LiveSlots<'a> {
    /// The slots, ascending.
    #[inline]
    pub fn iter(self) -> impl Iterator<Item = Slot> + 'a {
        self.pieces().flatten().copied()
    }

    /// The slots in pieces, ascending: the quickest way through them.
    #[inline]
    pub fn pieces(self) -> impl Iterator<Item = &'a [Slot]> + 'a {
        self.list.iter().map(move |&piece| &*self.pieces[piece])
    }

    /// True if `slot` is in it.
    pub fn contains(self, slot: Slot) -> bool {
        self.iter().any(|live| live == slot)
    }
}

/// A set of slots that is followed backward through the code, and all sets that were asked for.
/// A window gets a new piece only if it has changed.
pub(crate) struct Follower {
    windows: Vec<Window>,
    /// Windows whose pieces are out of date.
    stale: Vec<u32>,
    contents: HashMap<(u32, [u64; WORDS]), PieceId>,
    known: HashMap<Box<[PieceId]>, LiveSetId>,
    current: Option<LiveSetId>,
    sets: LiveSets,
}

#[derive(Clone, Default)]
struct Window {
    words: [u64; WORDS],
    /// The piece that it contains, unless it is stale; none if it is empty.
    piece: Option<PieceId>,
    is_stale: bool,
}

impl Follower {
    /// The empty set of slots below `slots`.
    pub(crate) fn new(slots: u32) -> Follower {
        let count = (slots as usize).div_ceil(WINDOW);
        Follower {
            windows: vec![Window::default(); count],
            stale: Vec::new(),
            contents: HashMap::new(),
            known: HashMap::new(),
            current: None,
            sets: LiveSets::default(),
        }
    }

    /// Adds a slot, or removes it.
    pub(crate) fn set(&mut self, slot: Slot, live: bool) {
        let number = slot.index() / WINDOW;
        let window = &mut self.windows[number];
        let word = &mut window.words[slot.index() % WINDOW / 64];
        let bit = 1 << (slot.index() % 64);
        if (*word & bit != 0) == live {
            return;
        }
        *word ^= bit;
        self.current = None;
        if !std::mem::replace(&mut window.is_stale, true) {
            self.stale.push(number as u32);
        }
    }

    /// Removes all slots.
    pub(crate) fn clear(&mut self) {
        for (number, window) in (0..).zip(&mut self.windows) {
            if window.words != [0; WORDS] {
                window.words = [0; WORDS];
                self.current = None;
                if !std::mem::replace(&mut window.is_stale, true) {
                    self.stale.push(number);
                }
            }
        }
    }

    /// The number of the set as it is now.
    pub(crate) fn intern(&mut self) -> LiveSetId {
        if let Some(current) = self.current {
            return current;
        }
        for number in self.stale.drain(..) {
            let Window { words, piece, is_stale } = &mut self.windows[number as usize];
            *is_stale = false;
            let pieces = &mut self.sets.pieces;
            *piece = (*words != [0; WORDS]).then(|| {
                let new = || pieces.push(slots(number, words));
                *self.contents.entry((number, *words)).or_insert_with(new)
            });
        }
        let list: Box<[PieceId]> = self.windows.iter().filter_map(|window| window.piece).collect();
        let sets = &mut self.sets.sets;
        let id = *self.known.entry(list).or_insert_with_key(|list| sets.push(list.clone()));
        self.current = Some(id);
        id
    }

    /// All sets that were asked for.
    pub(crate) fn finish(self) -> LiveSets {
        self.sets
    }
}

/// The slots of a window.
fn slots(number: u32, words: &[u64; WORDS]) -> Box<[Slot]> {
    let first = number * WINDOW as u32;
    let bits = (0..WINDOW).filter(|bit| words[bit / 64] & (1 << (bit % 64)) != 0);
    bits.map(|bit| Slot(first + bit as u32)).collect()
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use proptest::prelude::*;

    use super::*;

    proptest! {
        #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::default() })]

        #[test]
        fn equal_sets_have_one_number(
            changes in prop::collection::vec((0..9u8, 0..8u32, 0..8u32, any::<bool>()), 0..200),
        ) {
            let mut sets = Follower::new(800);
            let mut expected = BTreeSet::new();
            let mut seen: HashMap<BTreeSet<Slot>, LiveSetId> = HashMap::new();
            for (kind, high, low, live) in changes {
                let slot = Slot(high * 100 + low);
                match kind {
                    0 => {
                        sets.clear();
                        expected.clear();
                    }
                    _ => {
                        sets.set(slot, live);
                        if live { expected.insert(slot) } else { expected.remove(&slot) };
                    }
                }
                let id = sets.intern();
                prop_assert!(sets.sets.slots(id).iter().eq(expected.iter().copied()));
                prop_assert_eq!(*seen.entry(expected.clone()).or_insert(id), id);
            }
            prop_assert_eq!(seen.len(), sets.finish().all().count());
        }
    }
}
