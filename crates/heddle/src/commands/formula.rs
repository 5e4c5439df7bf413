//! Errors in formulas, with the part of the text they are about.

use anyhow::{Error, anyhow};
use heddle_explicit::FormulaError;
use heddle_trace::render;

/// Most characters of an option that are repeated when something is wrong with it.
const MOST_SHOWN: usize = 120;

/// An error in a formula, pointed at.
pub(crate) fn formula_error(error: &FormulaError) -> Error {
    match error {
        FormulaError { origin: Some(origin), part: Some((text, part)), message } => {
            let origin = match origin.char_indices().nth(MOST_SHOWN) {
                Some((end, _)) => format!("{} ...", &origin[..end]),
                None => origin.clone(),
            };
            anyhow!("{origin}: {message}\n{}", render::marked(text, part))
        }
        error => anyhow!("{error}"),
    }
}
