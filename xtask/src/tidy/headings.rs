//! A heading in a document has something to say below it.

use super::{Finding, SourceFile, Tree};

/// Finds headings that nothing follows but a heading of the same or a higher
/// level, or the end.
pub(super) fn check(tree: &Tree) -> Vec<Finding> {
    tree.with_suffix("md").flat_map(hollow).collect()
}

fn hollow(file: &SourceFile) -> Vec<Finding> {
    let mut findings = Vec::new();
    // The last heading, as long as nothing has followed it.
    let mut open: Option<(usize, usize, &str)> = None;
    let mut in_code = false;
    for (number, line) in file.lines() {
        let text = line.trim();
        if text.starts_with("```") || text.starts_with("~~~") {
            in_code = !in_code;
        }
        let level = if in_code { None } else { heading(text) };
        if let Some(level) = level {
            // A deeper heading is content, and so never leaves one above it hollow.
            if let Some((line, above, title)) = open
                && level <= above
            {
                findings.push(finding(file, line, title));
            }
            open = Some((number, level, text));
        } else if !text.is_empty() && !is_comment(text) {
            open = None;
        }
    }
    if let Some((line, _, title)) = open {
        findings.push(finding(file, line, title));
    }
    findings
}

fn finding(file: &SourceFile, line: usize, title: &str) -> Finding {
    Finding::new(file, line, format!("nothing stands below the heading '{title}'"))
}

/// The level of a heading.
fn heading(text: &str) -> Option<usize> {
    let level = text.bytes().take_while(|&byte| byte == b'#').count();
    let is_heading = (1..=6).contains(&level) && text[level..].starts_with([' ', '\t']);
    is_heading.then_some(level)
}

/// True if a line is a comment only, such as the markers of a table.
fn is_comment(text: &str) -> bool {
    text.starts_with("<!--") && text.ends_with("-->")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tidy::found;

    fn lines(text: &str) -> Vec<usize> {
        check(&Tree::of(&[("a.md", text)])).iter().map(|finding| finding.line).collect()
    }

    #[test]
    fn text_a_list_code_or_a_deeper_heading_is_enough() {
        assert_eq!(lines("# A\n\ntext\n\n## B\n- item\n"), [0; 0]);
        assert_eq!(lines("# A\n## B\ntext\n"), [0; 0]);
        assert_eq!(lines("# A\n```\n# a comment in a shell\n```\n"), [0; 0]);
    }

    #[test]
    fn hollow_headings_are_found() {
        assert_eq!(lines("# A\n\n# B\ntext\n"), [1]);
        assert_eq!(lines("# A\ntext\n## B\n\n"), [3]);
        assert_eq!(lines("# A\n## B\n## C\ntext\n# D"), [2, 5]);
        assert_eq!(lines("# A\n<!-- marker -->\n"), [1]);
        assert_eq!(
            found(check, &[("a.md", "# A\n")]),
            ["a.md:1: nothing stands below the heading '# A'"]
        );
        assert_eq!(found(check, &[("a.rs", "# A\n")]), [""; 0]);
    }
}
