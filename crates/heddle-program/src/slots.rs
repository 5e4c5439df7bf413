//! Sets of numbers of slots or blocks.
//!
//! Functions may have very many of both, and most slots live for a few instructions. So what
//! is kept for each block is sparse ([`SparseSet`]), and there is one dense set
//! ([`SlotSet`]) that is filled for a block, followed through its instructions, and emptied
//! in time proportional to what was done with it.

use crate::Slot;

/// Numbers in a word.
const WORD: u32 = u64::BITS;

fn word_of(number: u32) -> u32 {
    number / WORD
}

fn bit_of(number: u32) -> u64 {
    1 << (number % WORD)
}

/// The numbers in a word of a set, ascending.
fn numbers(index: u32, word: u64) -> impl Iterator<Item = u32> {
    let next = |rest: &u64| Some(*rest & (*rest - 1)).filter(|rest| *rest != 0);
    let words = std::iter::successors((word != 0).then_some(word), next);
    words.map(move |rest| index * WORD + rest.trailing_zeros())
}

/// A set of numbers: its words that are not zero.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub(crate) struct SparseSet {
    /// Index and content, ascending by index; no content is zero.
    words: Vec<(u32, u64)>,
}

impl SparseSet {
    /// The set of some numbers.
    pub(crate) fn of(mut all: Vec<u32>) -> SparseSet {
        all.sort_unstable();
        let mut set = SparseSet::default();
        for number in all {
            match set.words.last_mut() {
                Some((index, word)) if *index == word_of(number) => *word |= bit_of(number),
                _ => set.words.push((word_of(number), bit_of(number))),
            }
        }
        set
    }

    /// True if `number` is in it.
    pub(crate) fn contains(&self, number: u32) -> bool {
        let found = self.words.binary_search_by_key(&word_of(number), |(index, _)| *index);
        found.is_ok_and(|at| self.words[at].1 & bit_of(number) != 0)
    }

    /// Adds a number that is not below any in it.
    pub(crate) fn push(&mut self, number: u32) {
        match self.words.last_mut() {
            Some((index, word)) if *index == word_of(number) => *word |= bit_of(number),
            _ => self.words.push((word_of(number), bit_of(number))),
        }
    }

    /// Adds all of `other`; returns true if that changed anything.
    pub(crate) fn union(&mut self, other: &SparseSet) -> bool {
        let mut changed = false;
        let mut missing = Vec::new();
        let mut at = 0;
        for &(index, word) in &other.words {
            at += self.words[at..].partition_point(|(own, _)| *own < index);
            match self.words.get_mut(at) {
                Some((own, into)) if *own == index => {
                    changed |= word & !*into != 0;
                    *into |= word;
                }
                _ => missing.push((index, word)),
            }
        }
        if !missing.is_empty() {
            changed = true;
            self.words.extend(missing);
            // Two ascending runs: a stable sort merges them.
            self.words.sort_by_key(|(index, _)| *index);
        }
        changed
    }

    /// Its numbers that are not in `other`.
    pub(crate) fn without(&self, other: &SparseSet) -> SparseSet {
        let mut theirs = other.words.iter().peekable();
        let left = self.words.iter().filter_map(|&(index, word)| {
            while theirs.next_if(|(their, _)| *their < index).is_some() {}
            let removed = theirs.peek().filter(|(their, _)| *their == index).map_or(0, |w| w.1);
            Some((index, word & !removed)).filter(|(_, word)| *word != 0)
        });
        SparseSet { words: left.collect() }
    }

    /// Its numbers, ascending.
    pub(crate) fn iter(&self) -> impl Iterator<Item = u32> + '_ {
        self.words.iter().flat_map(|(index, word)| numbers(*index, *word))
    }
}

/// A set of slots that is filled and emptied again and again.
#[derive(Debug)]
pub(crate) struct SlotSet {
    words: Vec<u64>,
    /// Words that may not be zero; some more than once.
    touched: Vec<u32>,
}

impl SlotSet {
    /// An empty set of slots below `slots`.
    pub(crate) fn new(slots: usize) -> SlotSet {
        SlotSet { words: vec![0; slots.div_ceil(WORD as usize)], touched: Vec::new() }
    }

    /// True if `slot` is in it.
    pub(crate) fn contains(&self, slot: Slot) -> bool {
        self.words[word_of(slot.0) as usize] & bit_of(slot.0) != 0
    }

    /// Adds a slot.
    pub(crate) fn insert(&mut self, slot: Slot) {
        let word = &mut self.words[word_of(slot.0) as usize];
        if *word == 0 {
            self.touched.push(word_of(slot.0));
        }
        *word |= bit_of(slot.0);
    }

    /// Removes a slot.
    pub(crate) fn remove(&mut self, slot: Slot) {
        self.words[word_of(slot.0) as usize] &= !bit_of(slot.0);
    }

    /// Makes it equal to `content`.
    pub(crate) fn fill(&mut self, content: &SparseSet) {
        for word in self.touched.drain(..) {
            self.words[word as usize] = 0;
        }
        for &(index, word) in &content.words {
            self.words[index as usize] = word;
            self.touched.push(index);
        }
    }

    /// Its content.
    pub(crate) fn sparse_content(&mut self) -> SparseSet {
        self.touched.sort_unstable();
        self.touched.dedup();
        let words = self.touched.iter().map(|&index| (index, self.words[index as usize]));
        SparseSet { words: words.filter(|(_, word)| *word != 0).collect() }
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use proptest::prelude::*;

    use super::*;

    fn set() -> impl Strategy<Value = BTreeSet<u32>> {
        prop::collection::btree_set(0..400u32, 0..40)
    }

    fn sparse(set: &BTreeSet<u32>) -> SparseSet {
        SparseSet::of(set.iter().rev().copied().collect())
    }

    fn plain(set: &SparseSet) -> BTreeSet<u32> {
        set.iter().collect()
    }

    proptest! {
        #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::default() })]

        #[test]
        fn sparse_sets_are_sets(a in set(), b in set(), probe in 0..400u32) {
            let mut union = sparse(&a);
            prop_assert_eq!(union.union(&sparse(&b)), !b.is_subset(&a));
            prop_assert_eq!(plain(&union), &a | &b);
            prop_assert_eq!(&union, &sparse(&(&a | &b)));
            prop_assert_eq!(plain(&sparse(&a).without(&sparse(&b))), &a - &b);
            prop_assert_eq!(sparse(&a).contains(probe), a.contains(&probe));
            let mut pushed = SparseSet::default();
            a.iter().for_each(|number| pushed.push(*number));
            prop_assert_eq!(pushed, sparse(&a));
        }

        #[test]
        fn a_slot_set_is_a_set_each_time_it_is_filled(
            rounds in prop::collection::vec((set(), set(), set()), 1..4),
        ) {
            let mut dense = SlotSet::new(400);
            for (content, added, removed) in rounds {
                dense.fill(&sparse(&content));
                added.iter().for_each(|slot| dense.insert(Slot(*slot)));
                removed.iter().for_each(|slot| dense.remove(Slot(*slot)));
                let expected = &(&content | &added) - &removed;
                prop_assert_eq!(plain(&dense.sparse_content()), expected.clone());
                for slot in 0..400 {
                    prop_assert_eq!(dense.contains(Slot(slot)), expected.contains(&slot));
                }
            }
        }
    }
}
