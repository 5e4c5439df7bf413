//! Verdicts as the competition spells them.

use std::fmt;
use std::str::FromStr;

/// A verdict on a task.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum TaskVerdict {
    /// The property holds.
    True,
    /// It does not; with the requirement that is broken, if that is said.
    False(Option<String>),
    /// There is no answer.
    Unknown,
}

impl fmt::Display for TaskVerdict {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            TaskVerdict::True => f.write_str("true"),
            TaskVerdict::False(None) => f.write_str("false"),
            TaskVerdict::False(Some(requirement)) => write!(f, "false({requirement})"),
            TaskVerdict::Unknown => f.write_str("unknown"),
        }
    }
}

/// A text that is no verdict.
#[derive(Debug, thiserror::Error, PartialEq, Eq)]
#[error("'{0}' is no verdict; give true, false, false(REQUIREMENT) or unknown")]
pub struct ParseVerdictError(String);

impl FromStr for TaskVerdict {
    type Err = ParseVerdictError;

    fn from_str(text: &str) -> Result<TaskVerdict, ParseVerdictError> {
        let requirement = text.strip_prefix("false(").and_then(|rest| rest.strip_suffix(')'));
        match (text, requirement) {
            ("true", _) => Ok(TaskVerdict::True),
            ("false", _) => Ok(TaskVerdict::False(None)),
            ("unknown", _) => Ok(TaskVerdict::Unknown),
            (_, Some(requirement)) if !requirement.is_empty() => {
                Ok(TaskVerdict::False(Some(requirement.to_owned())))
            }
            _ => Err(ParseVerdictError(text.to_owned())),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn verdicts_round_trip() {
        for text in ["true", "false", "false(unreach-call)", "unknown"] {
            assert_eq!(text.parse::<TaskVerdict>().unwrap().to_string(), text);
        }
    }

    #[test]
    fn other_words_are_refused() {
        for text in ["", "TRUE", "false()", "false(x", "verified"] {
            let error = text.parse::<TaskVerdict>().unwrap_err();
            assert!(error.to_string().contains(&format!("'{text}'")), "{error}");
        }
    }
}
