//! Nothing half done stays behind.

use super::{Finding, Tree};

/// Macros and words of unfinished work. Written in two halves, so that this file passes.
const MACROS: [&str; 3] =
    [concat!("to", "do!"), concat!("unimple", "mented!"), concat!("db", "g!")];
const WORDS: [&str; 2] = [concat!("FIX", "ME"), concat!("XX", "X")];

/// Finds macros and notes of unfinished work.
pub(super) fn check(tree: &Tree) -> Vec<Finding> {
    let mut findings = Vec::new();
    for file in tree.files.iter().filter(|file| file.suffix() != "lock") {
        for (number, line) in file.lines() {
            for word in MACROS.into_iter().chain(WORDS).filter(|word| contains_word(line, word)) {
                let message = format!("{word} does not stay: finish it or write an issue");
                findings.push(Finding::new(file, number, message));
            }
        }
    }
    findings
}

/// True if `word` stands in `line` and is not part of a longer one.
fn contains_word(line: &str, word: &str) -> bool {
    let is_part = |c: char| c.is_alphanumeric() || c == '_';
    line.match_indices(word).any(|(start, _)| {
        let end = start + word.len();
        !line[..start].ends_with(is_part)
            && (word.ends_with('!') || !line[end..].starts_with(is_part))
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tidy::found;

    #[test]
    fn every_leftover_is_found_in_every_kind_of_file() {
        for word in MACROS.into_iter().chain(WORDS) {
            for path in ["a.rs", "a.c", "a.md", "x"] {
                let text = format!("fine\n  {word}(later)\n");
                let findings = found(check, &[(path, &text)]);
                assert_eq!(findings.len(), 1, "{word} in {path}");
                assert!(findings[0].starts_with(&format!("{path}:2: {word}")), "{findings:?}");
            }
        }
    }

    #[test]
    fn parts_of_longer_words_are_fine() {
        let template = format!("mkstemp(\"a{}\"); my_{}()", "X".repeat(6), MACROS[0]);
        assert_eq!(found(check, &[("a.c", &template)]), [""; 0]);
        assert_eq!(found(check, &[("Cargo.lock", WORDS[1])]), [""; 0]);
    }
}
