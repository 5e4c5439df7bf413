//! The sum of a table.

use heddle_svcomp::{Rating, Score, TaskVerdict};
use heddle_trace::result::VerdictName;
use serde::Serialize;

use super::Row;
use super::expectation::Answer;

/// Numbers of rows, and the points for all of them.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize)]
pub(super) struct Summary {
    /// Rows.
    pub(super) checks: usize,
    /// Properties that hold, as expected.
    pub(super) correct_true: usize,
    /// Violations, as expected.
    pub(super) correct_false: usize,
    /// Other answers that are as expected: bounds, open questions, errors.
    pub(super) correct_other: usize,
    /// Answers that are not as expected.
    pub(super) wrong: usize,
    /// Checks without an answer, where one was expected.
    pub(super) unknown: usize,
    /// Checks that ended with an error, which was not expected.
    pub(super) errors: usize,
    /// Checks of which nothing was expected.
    pub(super) unrated: usize,
    /// Checks that were not made, since the table was stopped.
    pub(super) skipped: usize,
    /// The points.
    pub(super) score: i64,
}

impl Summary {
    /// The sum of rows, when so many others were skipped.
    pub(super) fn of(rows: &[Row], skipped: usize) -> Summary {
        let Score(score) = rows.iter().map(|row| row.mark.score).sum();
        let mut sum = Summary { checks: rows.len(), skipped, score, ..Summary::default() };
        for row in rows {
            let answer = &row.outcome.answer;
            let count = match (row.mark.rating, answer) {
                (Rating::Correct, Answer::Task(TaskVerdict::True))
                | (Rating::Correct, Answer::Own(VerdictName::Verified, _)) => &mut sum.correct_true,
                (Rating::Correct, Answer::Task(TaskVerdict::False(_)))
                | (Rating::Correct, Answer::Own(VerdictName::Violation, _)) => {
                    &mut sum.correct_false
                }
                (Rating::Correct, _) => &mut sum.correct_other,
                (Rating::Wrong, _) => &mut sum.wrong,
                (Rating::Open, Answer::Error(_)) => &mut sum.errors,
                (Rating::Open, _) => &mut sum.unknown,
                (Rating::Unrated, _) => &mut sum.unrated,
            };
            *count += 1;
        }
        sum
    }

    /// True if every answer is the expected one.
    pub(super) fn is_as_expected(&self) -> bool {
        self.wrong + self.unknown + self.errors + self.skipped == 0
    }
}
