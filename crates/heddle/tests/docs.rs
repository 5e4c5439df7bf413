//! The documents' own examples: every command behind a `$` in them is run by a shell, and must
//! print what stands there. `[..]` in a document stands for anything within a line.

use std::path::{Path, PathBuf};
use std::process::Command;

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

/// The documents with examples.
const DOCUMENTS: [&str; 11] = [
    "README.md",
    "docs/search.md",
    "docs/temporal.md",
    "docs/bmc.md",
    "docs/stateless.md",
    "docs/json.md",
    "docs/ci.md",
    "docs/course.md",
    "docs/embedded.md",
    "docs/sv-comp.md",
    "docs/vivo.md",
];

/// Commands and what they are said to print.
fn examples(text: &str) -> Vec<(String, String)> {
    let mut found = Vec::new();
    for block in text.split("```console\n").skip(1) {
        let block = block.split("```").next().unwrap_or_default();
        // A command is at the beginning of a line.
        for example in format!("\n{block}").split("\n$ ").skip(1) {
            let (command, output) = example.split_once('\n').unwrap_or((example, ""));
            found.push((command.to_owned(), output.trim_end().to_owned()));
        }
    }
    found
}

fn line_matches(pattern: &str, line: &str) -> bool {
    let mut parts = pattern.split("[..]");
    let Some(mut rest) = parts.next().and_then(|first| line.strip_prefix(first)) else {
        return false;
    };
    let parts: Vec<&str> = parts.collect();
    let Some((last, middle)) = parts.split_last() else { return rest.is_empty() };
    for part in middle {
        let Some(at) = rest.find(part) else { return false };
        rest = &rest[at + part.len()..];
    }
    rest.ends_with(last)
}

#[test]
fn documents_show_what_heddle_prints() {
    let mut checked = 0;
    // What a run that failed may have left.
    let _ = std::fs::remove_file(root().join("search.ck"));
    let heddle = Path::new(env!("CARGO_BIN_EXE_heddle")).parent().unwrap();
    let path = std::env::var_os("PATH").unwrap_or_default();
    let folders = std::iter::once(heddle.to_owned()).chain(std::env::split_paths(&path));
    let path = std::env::join_paths(folders).unwrap();
    for document in DOCUMENTS {
        let text = std::fs::read_to_string(root().join(document)).unwrap();
        for (command, expected) in examples(&text) {
            let output = Command::new("sh")
                .args(["-c", &command])
                .env("PATH", &path)
                .current_dir(root())
                .output()
                .unwrap();
            let printed = String::from_utf8_lossy(&output.stdout);
            let printed: Vec<&str> = printed.trim_end().lines().map(str::trim_end).collect();
            let expected: Vec<&str> = expected.lines().map(str::trim_end).collect();
            let same = printed.len() == expected.len()
                && expected.iter().zip(&printed).all(|(want, got)| line_matches(want, got));
            assert!(
                same,
                "{document}: `{command}` prints\n{}\nand not\n{}\n{}",
                printed.join("\n"),
                expected.join("\n"),
                String::from_utf8_lossy(&output.stderr),
            );
            checked += 1;
        }
    }
    assert!(checked >= 3, "the documents should have examples, but only {checked} were found");
}

#[test]
fn patterns_match_within_a_line() {
    assert!(line_matches("a [..] c", "a bbb c"));
    assert!(line_matches("[..] s, [..] MB", "0.01 s, 3.2 MB"));
    assert!(!line_matches("a [..] c", "a bbb d"));
    assert!(!line_matches("a", "ab"));
}
