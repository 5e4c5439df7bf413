//! Errors in a file that should hold an automaton, with their place.

/// A file that holds no automaton that can be used.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("line {line}, column {column}: {message}")]
pub struct ReadError {
    /// The line, from 1 on.
    pub line: usize,
    /// The character in the line, from 1 on.
    pub column: usize,
    /// The error, and what would be right.
    pub message: String,
}

impl ReadError {
    /// An error at a byte of a text.
    pub(crate) fn at(text: &str, byte: usize, message: impl Into<String>) -> Self {
        let before = &text[..byte.min(text.len())];
        let line_start = before.rfind('\n').map_or(0, |newline| newline + 1);
        Self {
            line: before.matches('\n').count() + 1,
            column: before[line_start..].chars().count() + 1,
            message: message.into(),
        }
    }
}
