//! Runs clang and llvm-dis.

use std::path::{Path, PathBuf};
use std::process::Command;

/// The compilers whose bitcode must be read.
pub(crate) const VERSIONS: [u32; 3] = [15, 16, 19];

/// The sources of the tests in some languages, sorted by name.
pub(crate) fn sources(extensions: &[&str]) -> Vec<PathBuf> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/sources");
    let mut sources: Vec<PathBuf> = std::fs::read_dir(folder)
        .expect("the sources should be there")
        .map(|entry| entry.expect("the folder should be readable").path())
        .filter(|path| extensions.iter().any(|ext| path.extension().is_some_and(|own| own == *ext)))
        .collect();
    sources.sort();
    sources
}

/// Compiles a source and gives the bitcode.
pub(crate) fn bitcode(version: u32, source: &Path, options: &[&str]) -> Vec<u8> {
    let (driver, standard) = if source.extension().is_some_and(|ext| ext == "cpp") {
        (format!("clang++-{version}"), "-std=c++17")
    } else {
        (format!("clang-{version}"), "-std=gnu17")
    };
    let output = Command::new(&driver)
        .args(["-c", "-emit-llvm", "-w", "-o", "-", standard])
        .args(options)
        .arg(source)
        .output()
        .unwrap_or_else(|error| panic!("{driver} should be installed: {error}"));
    assert!(
        output.status.success(),
        "{driver} {options:?} {}: {}",
        source.display(),
        String::from_utf8_lossy(&output.stderr)
    );
    output.stdout
}

/// Assembles text and gives the bitcode.
pub(crate) fn assemble(version: u32, source: &Path) -> Vec<u8> {
    let tool = format!("llvm-as-{version}");
    let output = Command::new(&tool)
        .args(["-o", "-"])
        .arg(source)
        .output()
        .unwrap_or_else(|error| panic!("{tool} should be installed: {error}"));
    assert!(
        output.status.success(),
        "{tool} {}: {}",
        source.display(),
        String::from_utf8_lossy(&output.stderr)
    );
    output.stdout
}

/// The text of bitcode.
pub(crate) fn disassemble(version: u32, bitcode: &[u8]) -> String {
    use std::io::Write;
    use std::process::Stdio;
    let tool = format!("llvm-dis-{version}");
    let mut child = Command::new(&tool)
        .args(["-o", "-"])
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .unwrap_or_else(|error| panic!("{tool} should be installed: {error}"));
    let mut stdin = child.stdin.take().expect("standard input is a pipe");
    let bitcode = bitcode.to_vec();
    let writer = std::thread::spawn(move || stdin.write_all(&bitcode));
    let output = child.wait_with_output().expect("llvm-dis should end");
    writer.join().expect("the writer should not panic").expect("llvm-dis should read all");
    assert!(output.status.success(), "{tool} failed");
    String::from_utf8(output.stdout).expect("llvm-dis should write UTF-8")
}
