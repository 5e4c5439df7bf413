//! Counts of results.

use std::collections::BTreeMap;
use std::fmt;

use super::Outcome;

/// Counts of results.
#[derive(Default)]
pub(crate) struct Tally {
    answers: BTreeMap<String, u64>,
    in_all_ways: u64,
    in_coarse_ways: u64,
    too_large: u64,
    /// Reasons why an engine did not know.
    open: BTreeMap<String, u64>,
    differ: u64,
}

impl Tally {
    /// Counts a comparison.
    pub(crate) fn add(&mut self, outcome: &Result<Outcome, String>) {
        match outcome {
            Ok(Outcome::Agreed(answer)) => {
                self.in_all_ways += 1;
                *self.answers.entry(answer.clone()).or_default() += 1;
            }
            Ok(Outcome::AgreedInPart(answer)) => {
                self.in_coarse_ways += 1;
                *self.answers.entry(answer.clone()).or_default() += 1;
            }
            Ok(Outcome::TooLarge) => self.too_large += 1,
            Ok(Outcome::Open(why)) => *self.open.entry(why.clone()).or_default() += 1,
            Err(_) => self.differ += 1,
        }
    }

    /// Adds what another has counted.
    pub(crate) fn merge(&mut self, other: Tally) {
        let Tally { answers, in_all_ways, in_coarse_ways, too_large, open, differ } = other;
        for (answer, count) in answers {
            *self.answers.entry(answer).or_default() += count;
        }
        for (why, count) in open {
            *self.open.entry(why).or_default() += count;
        }
        self.in_all_ways += in_all_ways;
        self.in_coarse_ways += in_coarse_ways;
        self.too_large += too_large;
        self.differ += differ;
    }

    /// All that were compared, or tried to.
    pub(crate) fn total(&self) -> u64 {
        self.in_all_ways + self.in_coarse_ways + self.too_large + self.left_open() + self.differ
    }

    fn left_open(&self) -> u64 {
        self.open.values().sum()
    }

    /// Those on which two ways differ.
    pub(crate) fn differences(&self) -> u64 {
        self.differ
    }

    /// True if so much was compared that agreement means something.
    pub(crate) fn is_telling(&self) -> bool {
        self.in_all_ways > 0 && (self.too_large + self.left_open()) * 6 <= self.total()
    }
}

impl fmt::Display for Tally {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Tally { answers, in_all_ways, in_coarse_ways, too_large, open, differ } = self;
        write!(f, "{} programs: {in_all_ways} agree in all ways, ", self.total())?;
        write!(f, "{in_coarse_ways} in some ways, {too_large} are too large, ")?;
        write!(f, "{} are left open, {differ} differ", self.left_open())?;
        for counts in [answers, open].into_iter().filter(|counts| !counts.is_empty()) {
            let counts = counts.iter().map(|(what, count)| format!("{count} {what}"));
            write!(f, "\n    {}", counts.collect::<Vec<_>>().join(", "))?;
        }
        Ok(())
    }
}
