//! Doc comments open with the thing they describe: a noun or a verb.
//!
//! "Statistics of one worker", "Returns the least cost" and "True if it is open" tell a reader at
//! once what an item is; a question word makes him read to the end of the sentence to find out.
//! Only the first words of a doc comment are looked at.

use super::{Finding, SourceFile, Tree};

/// Words that open no doc comment.
const WORDS: [&str; 16] = [
    "How", "Of", "That", "What", "Whatever", "When", "Whenever", "Where", "Wherever", "Whether",
    "Which", "Who", "Whoever", "Whom", "Whose", "Why",
];

/// Words that open none after a preposition: "In which", "With what", "After how many".
const AFTER_PREPOSITIONS: [&str; 6] = ["how", "what", "where", "which", "whom", "whose"];
const PREPOSITIONS: [&str; 11] =
    ["After", "At", "By", "For", "From", "In", "Into", "On", "To", "Under", "With"];

/// Finds doc comments that open with a question word.
pub(super) fn check(tree: &Tree) -> Vec<Finding> {
    tree.with_suffix("rs").flat_map(openings).collect()
}

/// The findings in one file.
fn openings(file: &SourceFile) -> Vec<Finding> {
    let mut findings = Vec::new();
    let mut before = None;
    for (number, line) in file.lines() {
        let marker =
            ["///", "//!"].into_iter().find(|marker| line.trim_start().starts_with(marker));
        if let Some(marker) = marker
            && before != Some(marker)
            && let Some(words) = bad_opening(line.trim_start().trim_start_matches(marker))
        {
            let message = format!("the doc comment opens with \"{words}\": name the thing first");
            findings.push(Finding::new(file, number, message));
        }
        before = marker;
    }
    findings
}

/// The words with which a doc comment should not open, if it does.
fn bad_opening(text: &str) -> Option<String> {
    let mut words = text.split_whitespace().map(|word| word.trim_end_matches([',', '.', ':', '?']));
    let first = words.next()?;
    if WORDS.contains(&first) {
        return Some(first.to_owned());
    }
    let second = words.next()?;
    let is_question = PREPOSITIONS.contains(&first) && AFTER_PREPOSITIONS.contains(&second);
    is_question.then(|| format!("{first} {second}"))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tidy::found;

    #[test]
    fn question_words_do_not_open_doc_comments() {
        for word in WORDS {
            for line in [format!("//! {word} it is."), format!("fn f();\n    /// {word}.")] {
                let findings = found(check, &[("xtask/a.rs", &line)]);
                assert_eq!(findings.len(), 1, "{line}");
                assert!(findings[0].contains(&format!("\"{word}\"")), "{findings:?}");
            }
        }
        let findings = found(check, &[("xtask/a.rs", "/// In which order they come.\n")]);
        assert_eq!(
            findings,
            ["xtask/a.rs:1: the doc comment opens with \"In which\": name the thing first"]
        );
        assert_eq!(found(check, &[("xtask/a.rs", "/// With what.\n")]).len(), 1);
    }

    #[test]
    fn a_module_doc_ends_where_a_doc_of_an_item_begins() {
        let text = "//! A module.\n/// What an item is.\n";
        assert_eq!(found(check, &[("xtask/a.rs", text)]).len(), 1);
    }

    #[test]
    fn other_words_and_later_lines_are_fine() {
        for good in [
            "/// The order of events.\n/// Which comes first is open.\n",
            "/// True if it holds.\n",
            "/// Whetstones, in order.\n",
            "/// In order.\n",
            "// What is written here is no doc comment.\n",
            "///\n",
        ] {
            assert_eq!(found(check, &[("xtask/a.rs", good)]), [""; 0], "{good}");
        }
    }
}
