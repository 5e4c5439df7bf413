//! Compiles C for tests.
#![allow(dead_code, reason = "each test uses its own part of it")]
#![allow(unreachable_pub, reason = "it is also a module of the crate's own tests")]

use std::process::Command;

use heddle_bitcode::Module;

/// The versions of clang that are installed, newest first.
pub fn clangs() -> Vec<String> {
    let installed = |name: &String| {
        Command::new(name).arg("--version").output().is_ok_and(|output| output.status.success())
    };
    let found: Vec<_> = ["clang-19", "clang-16", "clang-15"]
        .map(String::from)
        .into_iter()
        .filter(installed)
        .collect();
    assert!(!found.is_empty(), "tests need clang-19, clang-16 or clang-15");
    found
}

/// Compiles `source` (C, or C++ if `flags` say so) to a module.
pub fn compile_with(clang: &str, source: &str, flags: &[&str]) -> Module {
    heddle_bitcode::read(&bytes_with(clang, source, flags)).expect("bitcode is read")
}

/// Compiles `source` with the newest clang to bitcode.
pub fn compile_bytes(source: &str, flags: &[&str]) -> Vec<u8> {
    bytes_with(&clangs()[0], source, flags)
}

fn bytes_with(clang: &str, source: &str, flags: &[&str]) -> Vec<u8> {
    let directory = tempfile::tempdir().expect("a temporary directory");
    let language = if flags.iter().any(|flag| flag.starts_with("-std=c++")) { "cpp" } else { "c" };
    std::fs::write(directory.path().join(format!("test.{language}")), source).expect("written");
    let output = Command::new(clang)
        .current_dir(directory.path())
        .args(flags)
        .args(["-w", "-c", "-emit-llvm", "-o", "test.bc", &format!("test.{language}")])
        .output()
        .expect("clang runs");
    let said = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "clang refuses the source:\n{said}");
    std::fs::read(directory.path().join("test.bc")).expect("bitcode is written")
}

/// Compiles `source` with the newest clang.
pub fn compile(source: &str, flags: &[&str]) -> Module {
    compile_with(&clangs()[0], source, flags)
}
