//! Modules are what `llvm-dis` says they are: the same globals with the same
//! initializers, the same functions, blocks, instructions and operands, the same
//! locations and debug records, for each compiler and level.

use std::path::Path;

use crate::support::compare::{Counts, compare};
use crate::support::compile::{VERSIONS, bitcode, disassemble, sources};

fn check(version: u32, source: &Path, options: &[&str], counts: &mut Counts) {
    let bytes = bitcode(version, source, options);
    let module = heddle_bitcode::read(&bytes)
        .unwrap_or_else(|error| panic!("clang {version} {options:?} {source:?}: {error}"));
    let text = crate::support::text::parse(&disassemble(version, &bytes));
    compare(&module, &text, counts);
    counts.modules += 1;
}

/// Headers of the C++ library are slow to compile: not every combination is tried.
fn is_slow(source: &Path) -> bool {
    let name = source.file_stem().unwrap_or_default();
    name.to_string_lossy().starts_with("library_")
}

fn check_version(version: u32) {
    let mut counts = Counts::default();
    for source in sources() {
        for level in ["-O0", "-O1", "-O2", "-O3"] {
            for debug in [&["-g"][..], &[]] {
                if is_slow(&source) && (debug.is_empty() || !["-O0", "-O2"].contains(&level)) {
                    continue;
                }
                let mut options = vec![level];
                options.extend(debug);
                check(version, &source, &options, &mut counts);
            }
        }
    }
    assert!(counts.instructions > 10_000, "too little was compared");
    assert!(counts.locations > 5_000, "too little was compared");
    assert!(counts.records > 1_000, "too little was compared");
    report(version, &counts);
}

#[expect(clippy::print_stdout, reason = "cargo shows it with --nocapture only")]
fn report(version: u32, counts: &Counts) {
    println!(
        "clang {version}: {} modules, {} globals, {} functions, {} instructions, {} locations, \
         {} debug records",
        counts.modules,
        counts.globals,
        counts.functions,
        counts.instructions,
        counts.locations,
        counts.records
    );
}

#[test]
fn clang_15_says_the_same_as_its_disassembler() {
    check_version(VERSIONS[0]);
}

#[test]
fn clang_16_says_the_same_as_its_disassembler() {
    check_version(VERSIONS[1]);
}

#[test]
fn clang_19_says_the_same_as_its_disassembler() {
    check_version(VERSIONS[2]);
}
