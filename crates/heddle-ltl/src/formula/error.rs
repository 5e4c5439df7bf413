//! What is wrong with the text of a formula, and where.

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

    /// What was expected and what stands there instead.
    pub fn message(&self) -> &str {
        &self.message
    }

    /// Which bytes of the text it is about. Empty only at the end of the text.
    pub fn range(&self) -> Range<usize> {
        self.range.clone()
    }

    /// What may have been meant.
    pub fn hint(&self) -> Option<&str> {
        self.hint.as_deref()
    }
}
