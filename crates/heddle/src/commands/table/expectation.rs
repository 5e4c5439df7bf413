//! Answers of checks, and what was expected of them.
//!
//! There are two vocabularies: the competition's (`true`, `false(no-data-race)`), in which tasks
//! are answered, and heddle's own (`verified`, `violation(data-race)`), for lists of checks.

use std::fmt;
use std::str::FromStr;

use heddle_svcomp::{Rating, Score, TaskVerdict};
use heddle_trace::result::VerdictName;

/// An answer.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) enum Answer {
    /// A verdict of the competition.
    Task(TaskVerdict),
    /// A verdict of heddle's, and of a violation its kind and detail.
    Own(VerdictName, Vec<String>),
    /// None: the check ended with this message.
    Error(String),
}

/// An expected answer.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) enum Expected {
    /// A verdict of the competition.
    Task(TaskVerdict),
    /// A verdict of heddle's, and of a violation its kind or its detail.
    Own(VerdictName, Option<String>),
    /// An error.
    Error,
}

/// The rating of an answer, and the points for it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Mark {
    pub(super) rating: Rating,
    pub(super) score: Score,
}

impl fmt::Display for Answer {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Answer::Task(verdict) => verdict.fmt(f),
            Answer::Own(verdict, kinds) => match kinds.last() {
                Some(kind) => write!(f, "{}({kind})", verdict.name()),
                None => f.write_str(verdict.name()),
            },
            Answer::Error(_) => f.write_str("error"),
        }
    }
}

impl fmt::Display for Expected {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Expected::Task(verdict) => verdict.fmt(f),
            Expected::Own(verdict, None) => f.write_str(verdict.name()),
            Expected::Own(verdict, Some(kind)) => write!(f, "{}({kind})", verdict.name()),
            Expected::Error => f.write_str("error"),
        }
    }
}

impl FromStr for Expected {
    type Err = String;

    /// Parses the first field of a line of a list.
    fn from_str(text: &str) -> Result<Expected, String> {
        let kind = text.strip_prefix("violation(").and_then(|rest| rest.strip_suffix(')'));
        match (text, kind) {
            ("verified", _) => Ok(Expected::Own(VerdictName::Verified, None)),
            ("bounded", _) => Ok(Expected::Own(VerdictName::Bounded, None)),
            ("unknown", _) => Ok(Expected::Own(VerdictName::Unknown, None)),
            ("violation", _) => Ok(Expected::Own(VerdictName::Violation, None)),
            ("error", _) => Ok(Expected::Error),
            (_, Some(kind)) if !kind.is_empty() => {
                Ok(Expected::Own(VerdictName::Violation, Some(kind.to_owned())))
            }
            _ => text.parse().map(Expected::Task).map_err(|_| {
                format!(
                    "'{text}' is no answer; give verified, bounded, violation, violation(KIND), \
                     unknown or error, or with a property file true, false or false(PROPERTY)"
                )
            }),
        }
    }
}

impl Mark {
    /// The mark of an answer.
    pub(super) fn of(expected: Option<&Expected>, answer: &Answer) -> Mark {
        let rating = rating(expected, answer);
        let verdict = match answer {
            Answer::Task(verdict) => verdict.clone(),
            Answer::Own(VerdictName::Verified, _) => TaskVerdict::True,
            Answer::Own(VerdictName::Violation, _) => TaskVerdict::False(None),
            Answer::Own(VerdictName::Bounded | VerdictName::Unknown, _) | Answer::Error(_) => {
                TaskVerdict::Unknown
            }
        };
        Mark { rating, score: Score::of(rating, &verdict) }
    }
}

fn rating(expected: Option<&Expected>, answer: &Answer) -> Rating {
    let is_open =
        |verdict: &VerdictName| matches!(verdict, VerdictName::Bounded | VerdictName::Unknown);
    match (expected, answer) {
        (None, Answer::Error(_)) => Rating::Open,
        (None, _) => Rating::Unrated,
        (Some(Expected::Error), Answer::Error(_)) => Rating::Correct,
        (Some(_), Answer::Error(_)) => Rating::Open,
        (Some(Expected::Error), _) => Rating::Wrong,
        (Some(Expected::Task(expected)), Answer::Task(actual)) => {
            Rating::of(Some(expected), actual)
        }
        (Some(Expected::Own(wanted, kind)), Answer::Own(actual, kinds)) => {
            let is_fitting = kind.as_ref().is_none_or(|kind| kinds.contains(kind));
            match (wanted == actual, is_fitting) {
                (true, true) => Rating::Correct,
                // Another bug than the expected says nothing about that.
                (true, false) => Rating::Open,
                (false, _) if is_open(actual) && !is_open(wanted) => Rating::Open,
                (false, _) => Rating::Wrong,
            }
        }
        // A check is asked in the words in which its answer is expected.
        (Some(Expected::Task(_)), Answer::Own(..)) | (Some(Expected::Own(..)), Answer::Task(_)) => {
            Rating::Open
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn own(verdict: VerdictName, kinds: &[&str]) -> Answer {
        Answer::Own(verdict, kinds.iter().map(|&kind| kind.to_owned()).collect())
    }

    #[test]
    fn expectations_round_trip() {
        let all = ["verified", "bounded", "violation", "violation(leak)", "unknown", "error"];
        for text in all.into_iter().chain(["true", "false", "false(valid-free)"]) {
            assert_eq!(text.parse::<Expected>().unwrap().to_string(), text);
        }
        assert!("violated".parse::<Expected>().unwrap_err().contains("'violated'"));
        assert!("violation()".parse::<Expected>().is_err());
    }

    #[test]
    fn answers_are_rated() {
        let rated = |expected: &str, answer: &Answer| {
            let mark = Mark::of(Some(&expected.parse().unwrap()), answer);
            (mark.rating, mark.score.0)
        };
        let leak = own(VerdictName::Violation, &["memory", "leak"]);
        assert_eq!(rated("violation", &leak), (Rating::Correct, 1));
        assert_eq!(rated("violation(memory)", &leak), (Rating::Correct, 1));
        assert_eq!(rated("violation(leak)", &leak), (Rating::Correct, 1));
        assert_eq!(rated("violation(deadlock)", &leak), (Rating::Open, 0));
        assert_eq!(rated("verified", &leak), (Rating::Wrong, -16));
        let verified = own(VerdictName::Verified, &[]);
        assert_eq!(rated("verified", &verified), (Rating::Correct, 2));
        assert_eq!(rated("violation", &verified), (Rating::Wrong, -32));
        assert_eq!(rated("unknown", &verified), (Rating::Wrong, -32));
        let bounded = own(VerdictName::Bounded, &[]);
        assert_eq!(rated("verified", &bounded), (Rating::Open, 0));
        assert_eq!(rated("bounded", &bounded), (Rating::Correct, 0));
        let error = Answer::Error("no such file".to_owned());
        assert_eq!(rated("error", &error), (Rating::Correct, 0));
        assert_eq!(rated("verified", &error), (Rating::Open, 0));
        assert_eq!(Mark::of(None, &error).rating, Rating::Open);
        assert_eq!(Mark::of(None, &verified).rating, Rating::Unrated);
    }
}
