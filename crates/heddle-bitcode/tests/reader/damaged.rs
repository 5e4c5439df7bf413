//! Damaged files give an error with a place in the file, and never a panic.

use std::path::PathBuf;

use heddle_testkit::clang::TESTED;

use crate::support::compile::{bitcode, sources};
use crate::support::mutate::mutate;
use crate::support::rebuild::{damaged, tree};
use crate::support::walk::walk;
use crate::support::writer::write;
use heddle_bitcode::{ReadError, read};

/// Damaged files of each kind, of each file.
const SEEDS: u64 = 150;

fn source(name: &str) -> PathBuf {
    sources(&["c", "cpp"])
        .into_iter()
        .find(|source| source.ends_with(name))
        .unwrap_or_else(|| panic!("{name} should be among the sources"))
}

/// Reads a damaged file: if it is accepted all the same, it must be usable.
fn try_read(bytes: &[u8]) -> bool {
    match read(bytes) {
        Ok(module) => {
            walk(&module);
            true
        }
        Err(error) => {
            assert!(error.offset() <= bytes.len(), "{error}");
            assert!(error.to_string().contains("at byte"), "{error}");
            false
        }
    }
}

#[test]
fn a_file_cut_off_anywhere_is_refused() {
    for version in TESTED {
        let bytes = bitcode(version, &source("control.c"), &["-O1", "-g"]);
        for length in 0..bytes.len() {
            let error = read(&bytes[..length]).expect_err("a part is missing");
            assert!(error.offset() <= length, "{error} in {length} bytes");
        }
    }
}

#[test]
fn flipped_bits_do_no_harm() {
    for (index, name) in ["atomics.c", "debug_types.c", "exceptions.cpp"].iter().enumerate() {
        let bytes = bitcode(TESTED[index], &source(name), &["-O1", "-g"]);
        for seed in 0..SEEDS {
            try_read(&mutate(&bytes, seed));
        }
    }
}

#[test]
fn changed_records_do_no_harm() {
    for (index, name) in ["linkage.c", "constants.c", "vectors.c"].iter().enumerate() {
        let tree = tree(&bitcode(TESTED[index], &source(name), &["-O2", "-g"]));
        assert!(try_read(&write(&tree)), "what was not damaged is read");
        let accepted = (0..SEEDS).filter(|&seed| try_read(&damaged(&tree, seed)));
        let accepted = accepted.count() as u64;
        // Both happen, or the test tests nothing.
        assert!(accepted > 0 && accepted < SEEDS, "{accepted} of {SEEDS}");
    }
}

#[test]
fn what_is_not_bitcode_is_said_to_be_something_else() {
    for bytes in [&b""[..], b"BC", b"int main() {}\n", &[0; 64], b"\x7fELF\x02\x01\x01\0"] {
        let error = read(bytes).expect_err("this is not bitcode");
        assert!(matches!(error, ReadError::NotBitcode { .. }), "{error}");
    }
}
