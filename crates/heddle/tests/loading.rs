//! Limits hold while a program is loaded, whichever engine is to check it.

use std::path::Path;
use std::process::{Command, Output};

/// Checks an empty program with options; exit code, and what heddle says to both streams.
fn check(options: &[&str], clang: Option<&Path>) -> (Option<i32>, String) {
    load("check", "int main(void) { return 0; }", options, clang)
}

/// Does the same with a program and a command.
fn load(
    command: &str,
    program: &str,
    options: &[&str],
    clang: Option<&Path>,
) -> (Option<i32>, String) {
    let folder = tempfile::tempdir().unwrap();
    std::fs::write(folder.path().join("a.c"), program).unwrap();
    let words = [command, "--quiet", "a.c"];
    let mut command = Command::new(env!("CARGO_BIN_EXE_heddle"));
    command.current_dir(folder.path()).env_remove("HEDDLE_CLANG");
    command.env("XDG_CACHE_HOME", folder.path().join("cache"));
    if let Some(clang) = clang {
        command.env("HEDDLE_CLANG", clang);
    }
    let Output { status, stdout, stderr } = command.args(words).args(options).output().unwrap();
    (status.code(), String::from_utf8_lossy(&[stdout, stderr].concat()).into_owned())
}

#[test]
fn time_is_up_before_the_program_is_loaded() {
    for engine in [&[][..], &["--engine", "bmc"]] {
        let (code, said) = check(&[&["--time", "0s"], engine].concat(), None);
        assert_eq!(code, Some(3), "{said}");
        assert!(said.contains("the time limit of 0ms was reached (raise --time)"), "{said}");
    }
}

#[test]
fn a_clang_that_does_not_end_is_killed() {
    let clang = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/fake/endless/clang");
    let (code, said) = check(&["--time", "100ms"], Some(&clang));
    assert_eq!(code, Some(3), "{said}");
    assert!(said.contains("the time limit of 100ms was reached (raise --time)"), "{said}");
}

#[cfg(target_os = "linux")]
#[test]
fn a_program_that_is_too_large_is_not_loaded() {
    let text = "a".repeat(16 << 20);
    let large = format!("char text[] = \"{text}\"; int main(void) {{ return 0; }}");
    let reason = "the memory limit of 64M was reached (raise --memory)";
    for command in ["check", "run"] {
        let (code, said) = load(command, &large, &["--memory", "64M"], None);
        assert_eq!(code, Some(3), "{said}");
        assert!(said.contains(reason), "{said}");
    }
}

#[test]
fn a_small_program_is_loaded_under_any_limit_on_memory() {
    let (code, said) = check(&["--memory", "1K"], None);
    assert_eq!(code, Some(3), "{said}");
    assert!(said.contains("states were found"), "{said}");
}

#[test]
fn the_memory_of_the_program_itself_counts() {
    let program = |bytes: u32| {
        format!(
            "#include <stdlib.h>\n#include <string.h>\n\
             int main(void)\n{{\n    char *p = malloc({bytes});\n    memset(p, 1, {bytes});\n    \
             free(p);\n    return 0;\n}}\n"
        )
    };
    let explicit = ["--engine", "explicit", "--memory", "50M"];
    for (command, words) in [("check", &explicit[..]), ("run", &explicit[2..])] {
        let (code, said) = load(command, &program(1 << 29), words, None);
        assert_eq!(code, Some(3), "{command}: {said}");
        assert!(said.contains("the program's own memory exceeds the limit"), "{command}: {said}");
        let (code, said) = load(command, &program(1 << 20), words, None);
        assert_eq!(code, Some(0), "{command}: {said}");
    }
}

#[test]
fn the_oldest_clang_compiles_the_cpp_library() {
    let text = "#include <memory_resource>\n#include <mutex>\n#include <thread>\n#include <vector>\n\
                std::mutex lock;\nint main() {\n    std::pmr::vector<int> all;\n\
                std::thread one([&] { std::lock_guard<std::mutex> hold(lock); all.push_back(1); });\n\
                one.join();\n    return all.size() != 1;\n}\n";
    let folder = tempfile::tempdir().unwrap();
    std::fs::write(folder.path().join("a.cpp"), text).unwrap();
    let mut command = Command::new(env!("CARGO_BIN_EXE_heddle"));
    command.current_dir(folder.path()).env("HEDDLE_CLANG", "clang-15");
    let Output { status, stdout, stderr } =
        command.args(["check", "--quiet", "a.cpp", "--", "-std=c++17"]).output().unwrap();
    let said = String::from_utf8_lossy(&[stdout, stderr].concat()).into_owned();
    assert_eq!(status.code(), Some(0), "{said}");
    assert!(said.starts_with("verified"), "{said}");
}
