//! Modules are what `llvm-dis` says they are: the same globals with the same
//! initializers, the same functions, blocks, instructions and operands, the same
//! locations and debug records, for each compiler and level.

use std::path::Path;

use heddle_testkit::clang::TESTED;

use crate::support::compare::{Counts, compare};
use crate::support::compile::{assemble, bitcode, disassemble, sources};

fn check(version: u32, what: &str, bytes: &[u8], counts: &mut Counts) {
    let module = heddle_bitcode::read(bytes).unwrap_or_else(|error| panic!("{what}: {error}"));
    let text = crate::support::text::parse(&disassemble(version, bytes));
    compare(&module, &text, counts);
    counts.modules += 1;
}

/// The options to compile a source with. Headers of the C++ library are slow to
/// compile, so that not every combination is tried, and those of the C library are
/// not there for 32 bits.
fn variants(source: &Path) -> Vec<Vec<&'static str>> {
    let stem = source.file_stem().unwrap_or_default().to_string_lossy();
    if stem.starts_with("library_") {
        return vec![vec!["-O0", "-g"], vec!["-O2", "-g"]];
    }
    let mut variants = Vec::new();
    for level in ["-O0", "-O1", "-O2", "-O3"] {
        variants.push(vec![level, "-g"]);
        variants.push(vec![level]);
    }
    if ["control", "memory", "passing", "varargs"].contains(&&*stem) {
        variants.push(vec!["-O0", "-g", "-m32"]);
        variants.push(vec!["-O2", "-m32"]);
    }
    variants
}

fn check_version(version: u32) {
    let mut counts = Counts::default();
    for source in sources(&["c", "cpp"]) {
        for options in variants(&source) {
            let what = format!("clang-{version} {options:?} {}", source.display());
            let bytes = bitcode(version, &source, &options);
            check(version, &what, &bytes, &mut counts);
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
    check_version(TESTED[0]);
}

#[test]
fn clang_16_says_the_same_as_its_disassembler() {
    check_version(TESTED[1]);
}

#[test]
fn clang_19_says_the_same_as_its_disassembler() {
    check_version(TESTED[2]);
}

#[test]
fn what_clang_rarely_writes_is_the_same_too() {
    for source in sources(&["ll"]) {
        let name = source.display().to_string();
        for version in TESTED {
            if version <= 16 || !name.contains("until_16_") {
                let bytes = assemble(version, &source);
                check(version, &name, &bytes, &mut Counts::default());
            }
        }
    }
}
