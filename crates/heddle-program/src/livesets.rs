//! The sets of live slots of a function, each stored once.
//!
//! Liveness is followed backward through the final slots, and the set at an instruction mostly
//! differs from that at the next one in a slot or two. So the slots are divided into windows;
//! the content of a window gets a number, anew only if it has changed, and a set is found by
//! the numbers of its windows.

use std::collections::HashMap;

use cranelift_entity::PrimaryMap;

use crate::{LiveSetId, Slot};

/// Words of a window, of 64 slots each.
const WORDS: usize = 4;

/// Slots of a window.
const WINDOW: usize = WORDS * 64;

/// A set of slots that is being followed, and all sets that were asked for.
pub(crate) struct LiveSets {
    windows: Vec<Window>,
    /// Windows whose numbers are out of date.
    stale: Vec<u32>,
    /// Numbers of what windows contain. An empty one has the number zero in all places.
    contents: HashMap<(u32, [u64; WORDS]), u32>,
    /// Sets, by the numbers of their windows.
    known: HashMap<Box<[u32]>, LiveSetId>,
    numbers: Box<[u32]>,
    current: Option<LiveSetId>,
    /// The sets.
    pub(crate) sets: PrimaryMap<LiveSetId, Box<[Slot]>>,
}

#[derive(Clone, Default)]
struct Window {
    words: [u64; WORDS],
    is_stale: bool,
}

impl LiveSets {
    /// The empty set of slots below `slots`.
    pub(crate) fn new(slots: u32) -> LiveSets {
        let count = (slots as usize).div_ceil(WINDOW);
        LiveSets {
            windows: vec![Window::default(); count],
            stale: Vec::new(),
            contents: HashMap::new(),
            known: HashMap::new(),
            numbers: vec![0; count].into(),
            current: None,
            sets: PrimaryMap::new(),
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
            let window = &mut self.windows[number as usize];
            window.is_stale = false;
            self.numbers[number as usize] = if window.words == [0; WORDS] {
                0
            } else {
                let next = self.contents.len() as u32 + 1;
                *self.contents.entry((number, window.words)).or_insert(next)
            };
        }
        let id = match self.known.get(&self.numbers) {
            Some(known) => *known,
            None => {
                let id = self.sets.push(slots(&self.windows));
                self.known.insert(self.numbers.clone(), id);
                id
            }
        };
        self.current = Some(id);
        id
    }
}

fn slots(windows: &[Window]) -> Box<[Slot]> {
    let words = windows.iter().flat_map(|window| window.words);
    let mut slots = Vec::new();
    for (index, mut word) in (0..).zip(words) {
        while word != 0 {
            slots.push(Slot(index * 64 + word.trailing_zeros()));
            word &= word - 1;
        }
    }
    slots.into()
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
            let mut sets = LiveSets::new(800);
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
                prop_assert!(sets.sets[id].iter().eq(expected.iter()));
                prop_assert_eq!(*seen.entry(expected.clone()).or_insert(id), id);
            }
            prop_assert_eq!(seen.len(), sets.sets.len());
        }
    }
}
