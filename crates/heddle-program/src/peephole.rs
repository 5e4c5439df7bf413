//! Removes instructions that do nothing.

use crate::body::Body;
use crate::operands::PartsCount;

/// Makes the code shorter.
pub(crate) fn optimize(_body: &mut Body, _parts: &impl PartsCount) {}
