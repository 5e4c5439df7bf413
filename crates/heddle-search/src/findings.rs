//! Findings of a search: each bug once, and the first step that could not be made.

use std::hash::BuildHasher;

use foldhash::quality::FixedState;
use hashbrown::HashTable;
use heddle_model::{Choice, Schedule, Unknown, UnknownKind, Violation};

use crate::frontier::Origin;

/// A step that heddle could not make, and how to get there.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct UnknownRun {
    /// The reason.
    pub unknown: Unknown,
    /// The choices that lead there; the last one is the step itself.
    pub schedule: Schedule,
}

/// A violation, and how to get there.
#[derive(Clone, Debug)]
pub(crate) struct Found<T> {
    /// The violation, or the reason for which a step was not made.
    pub(crate) what: T,
    /// The state from which the last choices were made.
    pub(crate) origin: Origin,
    /// The last choices.
    pub(crate) tail: Vec<Choice>,
    /// The lower, the simpler the run.
    pub(crate) rank: u64,
}

/// All that a search found.
///
/// # Invariants
/// - No two violations are the same bug: `index` has the position and hash of
///   each, and `violation` looks before it adds.
/// - Each has the shortest run on which it was seen.
#[derive(Default)]
pub(crate) struct Findings {
    violations: Vec<Found<Violation>>,
    index: HashTable<(usize, u64)>,
    unknown: Option<Found<Unknown>>,
}

fn hash(violation: &Violation) -> u64 {
    FixedState::default().hash_one(violation.identity())
}

impl Findings {
    /// Records a violation, if it is a new one or has a shorter run than before.
    pub(crate) fn violation(&mut self, found: Found<Violation>) {
        let hash = hash(&found.what);
        if let Some(position) = self.position(&found.what, hash) {
            let known = &mut self.violations[position];
            if found.rank < known.rank {
                *known = found;
            }
            return;
        }
        self.index.insert_unique(hash, (self.violations.len(), hash), |&(_, hash)| hash);
        self.violations.push(found);
    }

    /// Index of the same bug among the violations, if it is there.
    fn position(&self, violation: &Violation, hash: u64) -> Option<usize> {
        let identity = violation.identity();
        let is_same =
            |&(position, _): &(usize, u64)| self.violations[position].what.identity() == identity;
        self.index.find(hash, is_same).map(|&(position, _)| position)
    }

    /// Records a step that heddle cannot make. The first is kept; one
    /// that is a limit gives way to one that is not, which no limit would mend.
    pub(crate) fn unknown(&mut self, found: Found<Unknown>) {
        let is_limit = |found: &Found<Unknown>| found.what.kind == UnknownKind::Limit;
        let is_kept = match &self.unknown {
            None => true,
            Some(first) => is_limit(first) && !is_limit(&found),
        };
        if is_kept {
            self.unknown = Some(found);
        }
    }

    /// Violations, in the order in which they were found.
    pub(crate) fn violations(&self) -> &[Found<Violation>] {
        &self.violations
    }

    /// The step that was not made.
    pub(crate) fn first_unknown(&self) -> Option<&Found<Unknown>> {
        self.unknown.as_ref()
    }

    /// Violations, those with the shortest run first, and the first step not made.
    pub(crate) fn into_parts(mut self) -> (Vec<Found<Violation>>, Option<Found<Unknown>>) {
        self.violations.sort_by_key(|found| found.rank);
        (self.violations, self.unknown)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use heddle_testkit::violation::race;

    #[test]
    fn keeps_one_of_each_with_its_shortest_run() {
        let mut findings = Findings::default();
        for (what, rank) in
            [(race(1, 1, 2), 5), (race(1, 3, 4), 4), (race(2, 2, 1), 3), (race(1, 1, 2), 7)]
        {
            findings.violation(Found { what, origin: Origin::Start, tail: Vec::new(), rank });
        }
        let (found, _) = findings.into_parts();
        let found: Vec<_> = found.into_iter().map(|found| (found.what, found.rank)).collect();
        assert_eq!(found, [(race(2, 2, 1), 3), (race(1, 3, 4), 4)]);
    }
}
