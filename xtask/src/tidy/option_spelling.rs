//! Only the command line knows how its options are spelled.
//!
//! Other crates name options as data, and `crates/heddle` writes the words, where a test compares
//! them with its definition of the options. Comments may mention options.

use super::{Finding, SourceFile, Tree};

/// The crate of the command line.
const COMMAND_LINE: &str = "crates/heddle/";
/// The crate that runs clang for tests.
const RUNS_CLANG: &str = "crates/heddle-testkit/";

/// Finds options in the code of crates that should not know them.
pub(super) fn check(tree: &Tree) -> Vec<Finding> {
    tree.with_suffix("rs")
        .filter(|file| file.path.starts_with("crates/") && file.path.contains("/src/"))
        .filter(|file| ![COMMAND_LINE, RUNS_CLANG].iter().any(|own| file.path.starts_with(own)))
        .flat_map(spellings)
        .collect()
}

/// The findings in one file.
fn spellings(file: &SourceFile) -> Vec<Finding> {
    let code = file.lines().filter(|(_, line)| !line.trim_start().starts_with("//"));
    let message = "an option is spelled outside of the command line: name it as data";
    code.filter(|(_, line)| has_option(line))
        .map(|(number, _)| Finding::new(file, number, message))
        .collect()
}

/// True if there are two hyphens before a letter.
fn has_option(line: &str) -> bool {
    line.match_indices("--").any(|(at, hyphens)| {
        line[at + hyphens.len()..].starts_with(|next: char| next.is_ascii_lowercase())
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tidy::found;

    #[test]
    fn options_are_spelled_by_the_command_line_only() {
        let spelled = "/// As `--order` says.\nadd(\"--order\");\n";
        let message = "an option is spelled outside of the command line: name it as data";
        let findings = found(check, &[("crates/heddle-search/src/a.rs", spelled)]);
        assert_eq!(findings, [format!("crates/heddle-search/src/a.rs:2: {message}")]);
        for free in ["crates/heddle/src/a.rs", "crates/heddle-search/tests/a.rs", "bench/a.rs"] {
            assert_eq!(found(check, &[(free, spelled)]), [""; 0], "{free}");
        }
    }

    #[test]
    fn other_hyphens_are_fine() {
        for good in ["let x = a - --2;\n", "\"a -- b\"\n", "\"----\"\n", "\"-->\"\n"] {
            assert_eq!(found(check, &[("crates/heddle-ltl/src/a.rs", good)]), [""; 0], "{good}");
        }
    }
}
