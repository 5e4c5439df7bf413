//! Shared by the tests of all crates: clang, C compiled to bitcode, small programs linked with the
//! runtime, and violations to compare.
//!
//! A dependency of tests and benchmarks only. What cannot be done here fails the test: with a panic.

pub mod clang;
pub mod program;
pub mod violation;
