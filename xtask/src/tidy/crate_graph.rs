//! heddle's crates use each other only as `ARCHITECTURE.md` says.
//!
//! The table there is the design; the manifests are the fact. Dependencies for
//! tests do not count: a test may look at anything.

use std::collections::{BTreeMap, BTreeSet};

use toml::de::{DeTable, DeValue};

use super::{Finding, SourceFile, Tree};

const DOCUMENT: &str = "ARCHITECTURE.md";
const BEGIN: &str = "<!-- crate graph -->";
const END: &str = "<!-- /crate graph -->";

/// A crate's row in the table.
struct Row {
    line: usize,
    may_use: BTreeSet<String>,
    may_use_all: bool,
}

/// A crate as it is.
struct Crate<'a> {
    manifest: &'a SourceFile,
    /// Our crates that it uses, each with the line that says so.
    uses: Vec<(String, usize)>,
}

/// Finds differences between the table and the manifests.
pub(super) fn check(tree: &Tree) -> Vec<Finding> {
    let Some(document) = tree.files.iter().find(|file| file.path == DOCUMENT) else {
        return vec![Finding {
            file: DOCUMENT.to_owned(),
            line: 1,
            message: format!("is missing; it holds the table of crates between {BEGIN} and {END}"),
        }];
    };
    let mut findings = Vec::new();
    let table = read_table(document, &mut findings);
    let crates = read_manifests(tree, &mut findings);

    for (name, row) in &table {
        if !crates.contains_key(name) {
            findings.push(Finding::new(document, row.line, format!("there is no crate {name}")));
        }
        for used in row.may_use.iter().filter(|used| !crates.contains_key(*used)) {
            let message = format!("{name} may use {used}, which is no crate");
            findings.push(Finding::new(document, row.line, message));
        }
    }
    for (name, Crate { manifest, uses }) in &crates {
        let Some(row) = table.get(name) else {
            let message = format!("crate {name} is not in the table of {DOCUMENT}");
            findings.push(Finding::new(manifest, 1, message));
            continue;
        };
        for (used, line) in uses {
            if !row.may_use_all && !row.may_use.contains(used) {
                let message =
                    format!("{name} uses {used}, which {DOCUMENT}:{} does not allow", row.line);
                findings.push(Finding::new(manifest, *line, message));
            }
        }
    }
    findings
}

/// Reads the rows `| crate | room | may use |` between the markers.
fn read_table(document: &SourceFile, findings: &mut Vec<Finding>) -> BTreeMap<String, Row> {
    let mut table = BTreeMap::new();
    let mut inside = false;
    for (line, text) in document.lines() {
        match text.trim() {
            BEGIN => inside = true,
            END => inside = false,
            text if inside && text.starts_with('|') => {
                let cells: Vec<&str> = text.trim_matches('|').split('|').map(str::trim).collect();
                let [name, _, may_use] = cells[..] else {
                    findings.push(Finding::new(document, line, "a row has three cells"));
                    continue;
                };
                if name == "crate" || name.chars().all(|c| "-: ".contains(c)) {
                    continue;
                }
                let name = full_name(name);
                let words = || may_use.split(',').map(str::trim).filter(|word| !word.is_empty());
                let row = Row {
                    line,
                    may_use_all: words().any(|word| word == "all"),
                    may_use: words()
                        .filter(|word| !matches!(*word, "all" | "-"))
                        .map(full_name)
                        .collect(),
                };
                if table.insert(name.clone(), row).is_some() {
                    findings.push(Finding::new(document, line, format!("{name} has two rows")));
                }
            }
            _ => {}
        }
    }
    if table.is_empty() {
        let message = format!("holds no table of crates between {BEGIN} and {END}");
        findings.push(Finding::new(document, 1, message));
    }
    table
}

/// The crate that a cell calls `` `heddle-model` `` or `model`.
fn full_name(cell: &str) -> String {
    let name = cell.trim_matches('`');
    if is_ours(name) { name.to_owned() } else { format!("heddle-{name}") }
}

fn is_ours(name: &str) -> bool {
    name == "heddle" || name.starts_with("heddle-")
}

/// Reads the manifests of our crates.
fn read_manifests<'a>(tree: &'a Tree, findings: &mut Vec<Finding>) -> BTreeMap<String, Crate<'a>> {
    let is_manifest =
        |file: &&SourceFile| file.path.starts_with("crates/") && file.path.ends_with("/Cargo.toml");
    let mut crates = BTreeMap::new();
    for manifest in tree.files.iter().filter(is_manifest) {
        let table = match DeTable::parse(&manifest.text) {
            Ok(table) => table.into_inner(),
            Err(error) => {
                let line = error.span().map_or(1, |span| manifest.line_at(span.start));
                findings.push(Finding::new(manifest, line, error.message()));
                continue;
            }
        };
        let package = table.get("package").and_then(|package| package.get_ref().as_table());
        let name = package.and_then(|package| package.get("name")?.get_ref().as_str());
        let Some(name) = name else {
            findings.push(Finding::new(manifest, 1, "names no package"));
            continue;
        };
        let mut uses = Vec::new();
        add_uses(manifest, &table, &mut uses);
        crates.insert(name.to_owned(), Crate { manifest, uses });
    }
    crates
}

/// Adds those of our crates that a manifest's sections name, the sections of
/// targets included.
fn add_uses(manifest: &SourceFile, table: &DeTable<'_>, uses: &mut Vec<(String, usize)>) {
    let section = |name: &str| table.get(name).and_then(|section| section.get_ref().as_table());
    for dependencies in ["dependencies", "build-dependencies"].into_iter().filter_map(section) {
        for (key, value) in dependencies {
            let name = renamed(value.get_ref()).unwrap_or(key.get_ref());
            if is_ours(name) {
                uses.push((name.to_owned(), manifest.line_at(key.span().start)));
            }
        }
    }
    for target in section("target").into_iter().flat_map(DeTable::values) {
        if let Some(target) = target.get_ref().as_table() {
            add_uses(manifest, target, uses);
        }
    }
}

/// The package that a dependency of another name stands for.
fn renamed<'a>(value: &'a DeValue<'_>) -> Option<&'a str> {
    value.as_table()?.get("package")?.get_ref().as_str()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tidy::found;

    const TABLE: &str = "# Crates\n\n<!-- crate graph -->\n| crate | room | may use |\n\
        | --- | --- | --- |\n| `heddle-model` | words | - |\n\
        | `heddle-search` | a search | `model` |\n| `heddle` | commands | all |\n\
        <!-- /crate graph -->\n| `heddle-other` | no row | |\n";

    fn manifest(name: &str, rest: &str) -> String {
        format!("[package]\nname = \"{name}\"\n{rest}")
    }

    /// Checks a workspace of three crates, with these manifests' ends.
    fn check_graph(table: &str, model: &str, search: &str) -> Vec<String> {
        let all = "[dependencies]\nheddle-model.workspace = true\nheddle-search.workspace = true\n";
        found(
            check,
            &[
                (DOCUMENT, table),
                ("crates/model/Cargo.toml", &manifest("heddle-model", model)),
                ("crates/search/Cargo.toml", &manifest("heddle-search", search)),
                ("crates/heddle/Cargo.toml", &manifest("heddle", all)),
            ],
        )
    }

    #[test]
    fn the_allowed_graph_passes() {
        let search = "[dependencies]\nheddle-model.workspace = true\nserde = \"1\"\n";
        let model = "[dev-dependencies]\nheddle-search.workspace = true\n";
        assert_eq!(check_graph(TABLE, model, search), [""; 0]);
        // What may be used need not be.
        assert_eq!(check_graph(TABLE, "", ""), [""; 0]);
    }

    #[test]
    fn a_use_that_no_row_names_is_found_with_its_line() {
        let expected = "heddle-model uses heddle-search, which ARCHITECTURE.md:6 does not allow";
        for (section, line) in [
            ("[dependencies]\nserde = \"1\"\nheddle-search.workspace = true\n", 5),
            ("[dependencies.heddle-search]\nworkspace = true\n", 3),
            ("[build-dependencies]\nheddle-search = { path = \"x\" }\n", 4),
            ("[target.'cfg(unix)'.dependencies]\nheddle-search.workspace = true\n", 4),
            ("[dependencies]\ns = { package = \"heddle-search\", path = \"x\" }\n", 4),
        ] {
            assert_eq!(
                check_graph(TABLE, section, ""),
                [format!("crates/model/Cargo.toml:{line}: {expected}")],
                "{section}"
            );
        }
    }

    #[test]
    fn rows_and_crates_must_match() {
        let without = TABLE.replace("| `heddle-model` | words | - |\n", "");
        let findings = check_graph(&without, "", "");
        assert_eq!(
            findings,
            [
                "crates/model/Cargo.toml:1: crate heddle-model is not in the table of ARCHITECTURE.md"
            ]
        );
        let findings = check_graph(&TABLE.replace("| words | - |", "| words | mdel |"), "", "");
        assert_eq!(
            findings,
            ["ARCHITECTURE.md:6: heddle-model may use heddle-mdel, which is no crate"]
        );
        let row = "| `heddle-model` | words | - |\n";
        let findings = check_graph(&TABLE.replace(row, &row.repeat(2)), "", "");
        assert_eq!(findings, ["ARCHITECTURE.md:7: heddle-model has two rows"]);
        let findings = check_graph(&TABLE.replace("`heddle-model`", "`heddle-modal`"), "", "");
        assert!(findings.contains(&"ARCHITECTURE.md:6: there is no crate heddle-modal".to_owned()));
        let findings = check_graph(&TABLE.replace("| words | - |", "| words |"), "", "");
        assert!(findings.contains(&"ARCHITECTURE.md:6: a row has three cells".to_owned()));
    }

    #[test]
    fn a_missing_document_table_or_package_is_found() {
        assert!(found(check, &[])[0].starts_with("ARCHITECTURE.md:1: is missing"));
        let findings = check_graph(&TABLE.replace(BEGIN, ""), "", "");
        assert!(findings[0].starts_with("ARCHITECTURE.md:1: holds no table"), "{findings:?}");
        assert!(!check_graph(TABLE, "[dependencies\n", "").is_empty());
        let findings = found(check, &[(DOCUMENT, TABLE), ("crates/a/Cargo.toml", "")]);
        assert!(findings.contains(&"crates/a/Cargo.toml:1: names no package".to_owned()));
    }
}
