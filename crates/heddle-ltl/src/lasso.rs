//! Words that repeat.

/// An infinite word that begins with a stem and then goes round a cycle: for each position, the
/// propositions that hold there as bits.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct LassoWord {
    letters: Vec<u64>,
    stem: usize,
}

impl LassoWord {
    /// The word of a stem and a cycle; without a cycle there is no infinite word.
    pub fn new(stem: Vec<u64>, cycle: Vec<u64>) -> Option<Self> {
        let length = stem.len();
        let has_cycle = !cycle.is_empty();
        let mut letters = stem;
        letters.extend(cycle);
        has_cycle.then_some(Self { letters, stem: length })
    }

    /// The letters of stem and cycle, each position once.
    pub fn letters(&self) -> &[u64] {
        &self.letters
    }

    /// The first position of the cycle.
    pub fn cycle_start(&self) -> usize {
        self.stem
    }

    /// The position after `position`.
    pub fn after(&self, position: usize) -> usize {
        if position + 1 == self.letters.len() { self.stem } else { position + 1 }
    }
}
