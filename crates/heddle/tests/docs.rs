//! The documents' own examples: every `$ heddle` command in them is run, and must print
//! what stands there. `[..]` in a document stands for anything within a line.

use std::path::{Path, PathBuf};
use std::process::Command;

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

/// Commands and what they are said to print.
fn examples(text: &str) -> Vec<(String, String)> {
    let mut found = Vec::new();
    for block in text.split("```console\n").skip(1) {
        let block = block.split("```").next().unwrap_or_default();
        for example in block.split("$ heddle ").skip(1) {
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
    for document in ["README.md", "docs/search.md", "docs/temporal.md", "docs/bmc.md"] {
        let text = std::fs::read_to_string(root().join(document)).unwrap();
        for (command, expected) in examples(&text) {
            let words = shlex::split(&command).unwrap();
            let output = Command::new(env!("CARGO_BIN_EXE_heddle"))
                .args(&words)
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
                "{document}: `heddle {command}` prints\n{}\nand not\n{}\n{}",
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
