//! Shared by the tests of all crates: clang, C compiled to bitcode, and small programs linked with
//! the runtime.
//!
//! A dependency of tests only. What cannot be done here fails the test: with a panic.

pub mod clang;
pub mod program;
