//! Checks of what was read as a whole. What concerns one record is checked where
//! that record is read.

mod body;
mod constants;
mod debug;
mod graph;

pub(crate) use body::body;
pub(crate) use graph::walk;

use crate::Module;
use crate::error::Result;

/// Checks a module; `offset` is where its block starts in the file.
pub(crate) fn module(module: &Module, offset: usize) -> Result<()> {
    constants::check(module, offset)?;
    debug::check(&module.debug, offset)
}
