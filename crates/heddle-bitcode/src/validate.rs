//! Checks of a whole module that are not made while it is read.

use crate::Module;
use crate::error::Result;

/// Checks a module; `offset` is where its block starts in the file.
pub(crate) fn module(_module: &Module, _offset: usize) -> Result<()> {
    Ok(())
}
