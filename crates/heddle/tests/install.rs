//! The files that are installed beside the binary.

use std::path::Path;
use std::process::Command;

#[test]
fn header_man_pages_and_completions_are_written() {
    let folder = tempfile::tempdir().unwrap();
    let heddle = |words: &[&str]| {
        let output = Command::new(env!("CARGO_BIN_EXE_heddle")).args(words).output().unwrap();
        assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
        String::from_utf8(output.stdout).unwrap()
    };
    heddle(&["install-files", folder.path().to_str().unwrap()]);
    let read = |name: &str| std::fs::read_to_string(folder.path().join(name)).unwrap();
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    let header = std::fs::read_to_string(root.join("runtime/heddle.h")).unwrap();
    assert_eq!(read("include/heddle.h"), header);
    for (page, expected) in [
        ("heddle.1", r"heddle\-check(1)"),
        ("heddle-check.1", r"\-\-all\-violations"),
        ("heddle-run.1", r"\-\-seed"),
        ("heddle-replay.1", r"\-\-quiet"),
        ("heddle-dump.1", "heddle"),
        ("heddle-ltl.1", r"\-\-negate"),
    ] {
        let text = read(&format!("share/man/man1/{page}"));
        assert!(text.contains(".TH heddle") && text.contains(expected), "{page}: {text}");
    }
    for completions in [
        "share/bash-completion/completions/heddle",
        "share/zsh/site-functions/_heddle",
        "share/fish/vendor_completions.d/heddle.fish",
    ] {
        let text = read(completions);
        assert!(text.contains("all-violations"), "{completions}");
        assert!(!text.contains("install-files"), "{completions}");
    }
    let bash = folder.path().join("share/bash-completion/completions/heddle");
    assert!(Command::new("bash").arg("-n").arg(bash).status().unwrap().success());
    assert!(!heddle(&["--help"]).contains("install-files"));
}
