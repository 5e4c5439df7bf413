//! Long files need a reason.

use super::{Finding, SourceFile, Tree};

/// Most lines without a reason.
const LIMIT: usize = 800;
/// Beginning of the reason, somewhere in the header.
const REASON: &str = "Length:";

/// Finds sources over the limit whose header does not say why.
pub(super) fn check(tree: &Tree) -> Vec<Finding> {
    let sources = ["rs", "c", "h", "cpp"].into_iter().flat_map(|suffix| tree.with_suffix(suffix));
    let mut findings = Vec::new();
    for file in sources {
        let lines = file.text.lines().count();
        if lines > LIMIT && !has_reason(file) {
            let message = format!(
                "has {lines} lines; over {LIMIT}, the header says why in a line with \"{REASON}\""
            );
            findings.push(Finding::new(file, 1, message));
        }
    }
    findings
}

/// True if the comment at the top gives a reason.
fn has_reason(file: &SourceFile) -> bool {
    file.text
        .lines()
        .take_while(|line| ["//", "/*", " *"].iter().any(|start| line.starts_with(start)))
        .filter_map(|line| line.split_once(REASON))
        .any(|(_, reason)| reason.chars().any(char::is_alphanumeric))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tidy::found;

    fn findings(header: &str, lines: usize) -> usize {
        found(check, &[("a.rs", &format!("{header}\n{}", "f();\n".repeat(lines - 1)))]).len()
    }

    #[test]
    fn long_files_need_a_reason_in_their_header() {
        assert_eq!(findings("//! Short.", LIMIT), 0);
        assert_eq!(findings("//! Long.", LIMIT + 1), 1);
        assert_eq!(findings("//! Long.\n//!\n//! Length: one flat list.", LIMIT + 1), 0);
        assert_eq!(findings("//! Long.\n//! Length: ", LIMIT + 1), 1);
        assert_eq!(findings("//! Long.\nfn f() {}\n// Length: too late.", LIMIT + 1), 1);
        let c = format!("/* A table.\n * Length: one flat list. */\n{}", "f();\n".repeat(LIMIT));
        assert_eq!(found(check, &[("a.c", &c)]), [""; 0]);
    }
}
