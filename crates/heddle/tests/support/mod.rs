//! Shared by the tests of whole programs: running heddle and reading its answer.

pub(crate) mod compiler;
pub(crate) mod heddle;
pub(crate) mod schema;

use std::path::PathBuf;

/// The repository. Commands run there, so that they can be repeated there.
pub(crate) fn root() -> PathBuf {
    PathBuf::from(concat!(env!("CARGO_MANIFEST_DIR"), "/../.."))
}
