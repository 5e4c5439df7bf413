//! The tokens of never claims.

use crate::formula::{Proposition, proposition_prefix};
use crate::text_error::ReadError;

/// A piece of a never claim.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Token {
    /// A keyword, or a symbol.
    Fixed(&'static str),
    Proposition(Proposition),
}

/// Longer ones come before those that they begin with.
const SYMBOLS: [&str; 13] = ["::", "->", "&&", "||", ":", ";", "{", "}", "(", ")", "!", "1", "0"];

const KEYWORDS: [&str; 13] = [
    "never", "if", "fi", "do", "od", "goto", "break", "skip", "else", "atomic", "assert", "true",
    "false",
];

/// Tokens with the bytes where they begin.
pub(super) fn tokens(text: &str) -> Result<Vec<(Token, usize)>, ReadError> {
    let mut tokens = Vec::new();
    let mut at = 0;
    loop {
        at = after_blanks(text, at)?;
        let rest = &text[at..];
        let Some(first) = rest.chars().next() else { return Ok(tokens) };
        let word_length =
            rest.find(|c: char| !c.is_ascii_alphanumeric() && c != '_').unwrap_or(rest.len());
        let word = &rest[..word_length];
        if let Some(keyword) = KEYWORDS.into_iter().find(|keyword| *keyword == word) {
            tokens.push((Token::Fixed(keyword), at));
            at += keyword.len();
        } else if let Some((proposition, length)) = proposition_prefix(rest) {
            tokens.push((Token::Proposition(proposition), at));
            at += length;
        } else if let Some(symbol) = SYMBOLS
            .into_iter()
            .find(|symbol| rest.starts_with(symbol) && (word.is_empty() || *symbol == word))
        {
            tokens.push((Token::Fixed(symbol), at));
            at += symbol.len();
        } else {
            let found = if word.is_empty() { first.to_string() } else { word.to_owned() };
            let message = format!(
                "'{}' cannot be read in a never claim; conditions are made of propositions, \
                 true, false, 1, 0, !, &&, || and parentheses",
                found.escape_debug()
            );
            return Err(ReadError::at(text, at, message));
        }
    }
}

/// The first byte from `at` on that is neither blank nor in a comment.
fn after_blanks(text: &str, mut at: usize) -> Result<usize, ReadError> {
    loop {
        let rest = &text[at..];
        at += rest.len() - rest.trim_start().len();
        let rest = &text[at..];
        if rest.starts_with("/*") {
            let Some(end) = rest.find("*/") else {
                return Err(ReadError::at(text, at, "the comment is never closed"));
            };
            at += end + 2;
        } else if rest.starts_with("//") {
            at += rest.find('\n').unwrap_or(rest.len());
        } else {
            return Ok(at);
        }
    }
}
