//! Limits hold while a program is loaded, whichever engine is to check it.

use std::path::Path;
use std::process::{Command, Output};

/// Checks a program with options; exit code, and what heddle says to both streams.
fn check(options: &[&str], clang: Option<&Path>) -> (Option<i32>, String) {
    let folder = tempfile::tempdir().unwrap();
    std::fs::write(folder.path().join("a.c"), "int main(void) { return 0; }").unwrap();
    let mut command = Command::new(env!("CARGO_BIN_EXE_heddle"));
    command.current_dir(folder.path()).env_remove("HEDDLE_CLANG");
    command.env("XDG_CACHE_HOME", folder.path().join("cache"));
    if let Some(clang) = clang {
        command.env("HEDDLE_CLANG", clang);
    }
    let Output { status, stdout, stderr } =
        command.args(["check", "--quiet", "a.c"]).args(options).output().unwrap();
    (status.code(), String::from_utf8_lossy(&[stdout, stderr].concat()).into_owned())
}

#[test]
fn time_is_up_before_the_program_is_loaded() {
    for engine in [&[][..], &["--engine", "bmc"]] {
        let (code, said) = check(&[&["--time", "0s"], engine].concat(), None);
        assert_eq!(code, Some(3), "{said}");
        assert!(said.contains("the time limit was reached (raise --time)"), "{said}");
    }
}

#[test]
fn a_clang_that_does_not_end_is_killed() {
    let clang = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/fake/endless/clang");
    let (code, said) = check(&["--time", "100ms"], Some(&clang));
    assert_eq!(code, Some(3), "{said}");
    assert!(said.contains("the time limit was reached (raise --time)"), "{said}");
}
