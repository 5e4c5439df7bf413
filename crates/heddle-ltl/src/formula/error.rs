//! Errors in the text of a formula, with their place.

use std::ops::Range;

/// A text that is no formula.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("{message}{}", hint.as_deref().map(|hint| format!(" ({hint})")).unwrap_or_default())]
pub struct SyntaxError {
    message: String,
    range: Range<usize>,
    hint: Option<String>,
}

impl SyntaxError {
    pub(super) fn new(range: Range<usize>, message: impl Into<String>) -> Self {
        Self { message: message.into(), range, hint: None }
    }

    pub(super) fn with_hint(mut self, hint: impl Into<String>) -> Self {
        self.hint = Some(hint.into());
        self
    }

    /// The message: the expectation, and the text that stands there instead.
    pub fn message(&self) -> &str {
        &self.message
    }

    /// The bytes of the text that it is about. Empty only at the end of the text.
    pub fn range(&self) -> Range<usize> {
        self.range.clone()
    }

    /// A guess at the intention.
    pub fn hint(&self) -> Option<&str> {
        self.hint.as_deref()
    }
}
