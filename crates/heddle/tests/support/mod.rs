//! What the tests of whole programs share: running heddle, reading its answer,
//! finding clang.

pub(crate) mod clang;
pub(crate) mod heddle;

use std::path::PathBuf;

/// The repository. Commands run there, so that they can be repeated there.
pub(crate) fn root() -> PathBuf {
    PathBuf::from(concat!(env!("CARGO_MANIFEST_DIR"), "/../.."))
}
