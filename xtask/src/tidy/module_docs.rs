//! Every Rust file begins by saying what it is for.

use super::{Finding, Tree};

/// Finds Rust files that do not begin with a module doc.
pub(super) fn check(tree: &Tree) -> Vec<Finding> {
    tree.with_suffix("rs")
        .filter(|file| {
            // A doc of `//!` alone says nothing.
            let mut header = file.text.lines().map_while(|line| line.strip_prefix("//!"));
            header.all(|line| line.trim().is_empty())
        })
        .map(|file| Finding::new(file, 1, "has no module doc (//!) in its first line"))
        .collect()
}

#[cfg(test)]
mod tests {
    use crate::tidy::found;

    #[test]
    fn a_doc_must_come_first_and_say_something() {
        assert_eq!(found(super::check, &[("a.rs", "//! What it is.\nfn f() {}\n")]), [""; 0]);
        assert_eq!(found(super::check, &[("a.c", "int i;\n")]), [""; 0]);
        for bad in ["fn f() {}\n", "// Comment.\n", "use std::io;\n//! Late.\n", "//!\n//!\n", ""] {
            assert_eq!(found(super::check, &[("a.rs", bad)]).len(), 1, "{bad}");
        }
    }
}
