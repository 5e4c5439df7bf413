//! Verdicts against what was expected, and the points for them.

use std::iter::Sum;

use crate::TaskVerdict;

/// The relation of a verdict to the one that was expected.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Rating {
    /// It is the expected one.
    Correct,
    /// It is another one.
    Wrong,
    /// There is no answer, or one that speaks of another requirement than the expected.
    Open,
    /// Nothing was expected.
    Unrated,
}

impl Rating {
    /// The rating of a verdict.
    ///
    /// Who expects that a certain requirement is broken is not answered by another one; that
    /// says nothing about the first.
    pub fn of(expected: Option<&TaskVerdict>, actual: &TaskVerdict) -> Rating {
        match (expected, actual) {
            (None, _) => Rating::Unrated,
            (Some(TaskVerdict::Unknown), TaskVerdict::Unknown) => Rating::Correct,
            (Some(_), TaskVerdict::Unknown) => Rating::Open,
            (Some(TaskVerdict::Unknown), TaskVerdict::True | TaskVerdict::False(_)) => {
                Rating::Wrong
            }
            (Some(TaskVerdict::True), TaskVerdict::True)
            | (Some(TaskVerdict::False(None)), TaskVerdict::False(_)) => Rating::Correct,
            (Some(TaskVerdict::False(Some(expected))), TaskVerdict::False(actual)) => {
                match actual.as_ref() == Some(expected) {
                    true => Rating::Correct,
                    false => Rating::Open,
                }
            }
            (Some(TaskVerdict::True), TaskVerdict::False(_))
            | (Some(TaskVerdict::False(_)), TaskVerdict::True) => Rating::Wrong,
        }
    }
}

/// Points of the competition.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Default)]
pub struct Score(pub i64);

impl Score {
    /// The points for a verdict with this rating, as since 2016: two for a proof, one for a bug,
    /// and much more is lost by a mistake.
    pub fn of(rating: Rating, actual: &TaskVerdict) -> Score {
        Score(match (rating, actual) {
            (Rating::Correct, TaskVerdict::True) => 2,
            (Rating::Correct, TaskVerdict::False(_)) => 1,
            (Rating::Wrong, TaskVerdict::True) => -32,
            (Rating::Wrong, TaskVerdict::False(_)) => -16,
            (Rating::Correct | Rating::Wrong, TaskVerdict::Unknown)
            | (Rating::Open | Rating::Unrated, _) => 0,
        })
    }
}

impl Sum for Score {
    fn sum<I: Iterator<Item = Score>>(scores: I) -> Score {
        Score(scores.map(|Score(points)| points).sum())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn verdicts_are_rated_and_scored() {
        let rated = |expected: &str, actual: &str| {
            let actual = actual.parse().unwrap();
            let rating = Rating::of(Some(&expected.parse().unwrap()), &actual);
            (rating, Score::of(rating, &actual).0)
        };
        assert_eq!(rated("true", "true"), (Rating::Correct, 2));
        assert_eq!(rated("true", "false(no-data-race)"), (Rating::Wrong, -16));
        assert_eq!(rated("false", "true"), (Rating::Wrong, -32));
        assert_eq!(rated("false", "false(unreach-call)"), (Rating::Correct, 1));
        assert_eq!(rated("false(valid-free)", "false(valid-free)"), (Rating::Correct, 1));
        assert_eq!(rated("false(valid-free)", "false(valid-deref)"), (Rating::Open, 0));
        assert_eq!(rated("false(valid-free)", "true"), (Rating::Wrong, -32));
        assert_eq!(rated("true", "unknown"), (Rating::Open, 0));
        assert_eq!(rated("unknown", "unknown"), (Rating::Correct, 0));
        assert_eq!(rated("unknown", "true"), (Rating::Wrong, -32));
        assert_eq!(Rating::of(None, &TaskVerdict::True), Rating::Unrated);
    }
}
