//! Runs clang and llvm-dis.

use std::path::{Path, PathBuf};
use std::process::Command;

use heddle_testkit::clang;

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
    clang::file_bitcode(&driver, source, &[&[standard], options].concat())
}

/// Assembles text and gives the bitcode.
pub(crate) fn assemble(version: u32, source: &Path) -> Vec<u8> {
    let mut command = Command::new(format!("llvm-as-{version}"));
    clang::output_of(command.args(["-o", "-"]).arg(source), &[])
}

/// The text of bitcode.
pub(crate) fn disassemble(version: u32, bitcode: &[u8]) -> String {
    let mut command = Command::new(format!("llvm-dis-{version}"));
    let text = clang::output_of(command.args(["-o", "-"]), bitcode);
    String::from_utf8(text).expect("llvm-dis should write UTF-8")
}
