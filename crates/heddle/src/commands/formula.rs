//! Errors in formulas, with the part of the text they are about.

use std::ops::Range;

use anyhow::{Error, anyhow};
use heddle_explicit::FormulaError;

/// Most characters of a formula that are shown when something is wrong with it.
const MOST_SHOWN: usize = 120;

/// An error in a formula, pointed at.
pub(crate) fn formula_error(error: &FormulaError) -> Error {
    match error {
        FormulaError { origin: Some(origin), part: Some((text, part)), message } => {
            pointed(origin, text, part.clone(), message)
        }
        error => anyhow!("{error}"),
    }
}

/// A message with the text it is about, and the place in it.
fn pointed(origin: &str, text: &str, place: Range<usize>, message: &str) -> Error {
    let before = text.get(..place.start).unwrap_or(text).chars().count();
    let marked = text.get(place).unwrap_or_default().chars().count().max(1);
    // Of a long text, what is around the place.
    let characters: Vec<char> = text.chars().collect();
    let is_long = characters.len() > MOST_SHOWN;
    let start = if is_long { before.saturating_sub(MOST_SHOWN / 2) } else { 0 };
    let end = (start + MOST_SHOWN).min(characters.len());
    let excerpt: String = characters[start..end].iter().collect();
    let left = if start > 0 { "… " } else { "" };
    let right = if end < characters.len() { " …" } else { "" };
    let blanks = " ".repeat(before - start + left.chars().count());
    let marks = "^".repeat(marked.min(end.saturating_sub(before).max(1)));
    let origin = match is_long {
        true => origin.chars().take(MOST_SHOWN / 2).chain(" …".chars()).collect(),
        false => origin.to_owned(),
    };
    anyhow!("{origin}: {message}\n    {left}{excerpt}{right}\n    {blanks}{marks}")
}
