//! The house rules, one a file. A rule looks at the tree and says what it finds.

mod crate_graph;
mod doc_openings;
mod headings;
mod leftovers;
mod length;
mod machine_paths;
mod module_docs;
mod option_spelling;
mod tree;

use std::fmt;

pub(crate) use tree::{SourceFile, Tree};

/// Something that breaks a rule.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(crate) struct Finding {
    file: String,
    line: usize,
    message: String,
}

impl Finding {
    /// A finding at a line of a file; lines count from one.
    fn new(file: &SourceFile, line: usize, message: impl Into<String>) -> Finding {
        Finding { file: file.path.clone(), line, message: message.into() }
    }
}

impl fmt::Display for Finding {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}:{}: {}", self.file, self.line, self.message)
    }
}

/// Applies every rule, and sorts what they find by place.
pub(crate) fn check(tree: &Tree) -> Vec<Finding> {
    const RULES: [fn(&Tree) -> Vec<Finding>; 8] = [
        crate_graph::check,
        doc_openings::check,
        headings::check,
        leftovers::check,
        length::check,
        machine_paths::check,
        module_docs::check,
        option_spelling::check,
    ];
    let mut findings: Vec<Finding> = RULES.iter().flat_map(|rule| rule(tree)).collect();
    findings.sort();
    findings
}

/// Findings of `rule` in a tree of these files, as text.
#[cfg(test)]
fn found(rule: fn(&Tree) -> Vec<Finding>, files: &[(&str, &str)]) -> Vec<String> {
    rule(&Tree::of(files)).iter().map(Finding::to_string).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_rule_is_applied_and_findings_are_in_order() {
        let long = "x();\n".repeat(801);
        let fixme = concat!("FIX", "ME");
        let findings = check(&Tree::of(&[
            ("ARCHITECTURE.md", "<!-- crate graph -->\n| `heddle` | x | |\n<!-- /crate graph -->"),
            ("b.rs", &long),
            ("a.md", &format!("# Empty\n\n# Next\n{fixme}\n{}x\n", concat!("/wo", "rk/"))),
        ]));
        let places: Vec<_> = findings.iter().map(|f| (f.file.as_str(), f.line)).collect();
        assert_eq!(
            places,
            [
                ("ARCHITECTURE.md", 2),
                ("a.md", 1),
                ("a.md", 4),
                ("a.md", 5),
                ("b.rs", 1),
                ("b.rs", 1)
            ]
        );
    }
}
