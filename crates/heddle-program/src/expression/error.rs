//! Errors in the text of an expression.

use std::collections::HashSet;
use std::ops::Range;

/// Most names that a message lists.
const MOST_NAMED: usize = 8;

/// Most names that are proposed in place of one.
const MOST_PROPOSED: usize = 3;

/// An expression that has no meaning, and where that shows.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("{message}{}", help.as_ref().map(|help| format!("; {help}")).unwrap_or_default())]
pub struct ExpressionError {
    /// The bytes of the text that are at fault.
    pub range: Range<usize>,
    /// The error.
    pub message: String,
    /// Text that is allowed there, or meant.
    pub help: Option<String>,
}

impl ExpressionError {
    pub(super) fn new(range: Range<usize>, message: impl Into<String>) -> ExpressionError {
        ExpressionError { range, message: message.into(), help: None }
    }

    pub(super) fn help(self, help: impl Into<String>) -> ExpressionError {
        ExpressionError { help: Some(help.into()), ..self }
    }
}

/// Names that are almost the one that was given, as a question; if there are none, the names
/// there are, in their order. A name may be left unqualified.
pub(super) fn proposal<'a>(name: &str, names: impl Iterator<Item = &'a str>) -> Option<String> {
    let far = name.chars().count().div_ceil(3).max(2);
    let distance = |other: &str| {
        let last = other.rsplit("::").next().unwrap_or(other);
        let by = |other: &str| strsim::damerau_levenshtein(name, other);
        if name.eq_ignore_ascii_case(last) { 1 } else { by(other).min(by(last)) }
    };
    let mut seen = HashSet::new();
    let all: Vec<&str> = names.filter(|name| !name.is_empty() && seen.insert(*name)).collect();
    let mut near: Vec<(usize, &str)> = all
        .iter()
        .map(|other| (distance(other), *other))
        // A name with nothing in common is no near miss, however short both are.
        .filter(|(by, _)| *by <= far && *by < name.chars().count())
        .collect();
    near.sort_unstable();
    let near: Vec<String> =
        near.iter().take(MOST_PROPOSED).map(|(_, other)| format!("'{other}'")).collect();
    match near.split_last() {
        Some((last, [])) => Some(format!("did you mean {last}?")),
        Some((last, others)) => Some(format!("did you mean {} or {last}?", others.join(", "))),
        None if all.is_empty() => None,
        None => Some(format!("there are {}", listed(&all))),
    }
}

/// The first few of some names.
pub(super) fn listed(names: &[&str]) -> String {
    let mut text: Vec<String> =
        names.iter().take(MOST_NAMED).map(|name| format!("'{name}'")).collect();
    if names.len() > MOST_NAMED {
        text.push(format!("and {} more", names.len() - MOST_NAMED));
    }
    text.join(", ")
}

#[cfg(test)]
mod tests {
    use super::proposal;

    #[test]
    fn near_names_are_proposed_or_else_all_are_listed() {
        let propose = |name, names: &[&str]| proposal(name, names.iter().copied());
        let near = propose("cuont", &["count", "main", "ns::count"]);
        assert_eq!(near.as_deref(), Some("did you mean 'count' or 'ns::count'?"));
        assert_eq!(propose("i", &["j", "k"]).as_deref(), Some("there are 'j', 'k'"));
        assert_eq!(propose("i", &[]), None);
    }
}
