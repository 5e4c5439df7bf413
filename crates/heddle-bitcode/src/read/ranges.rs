//! Ranges of integers, which attributes and constant expressions carry. They are
//! promises for optimizers, so that it is enough to know where they end.

use crate::error::Result;
use crate::stream::Fields;

/// Leaves out a range that starts with its width in bits.
pub(crate) fn skip_with_width(fields: &mut Fields<'_>) -> Result<()> {
    let bits = fields.next()?;
    skip(fields, bits)
}

/// Leaves out a range of integers of so many bits.
pub(crate) fn skip(fields: &mut Fields<'_>, bits: u64) -> Result<()> {
    let words = if bits > 64 {
        let counts = fields.next()?;
        (counts & 0xffff_ffff) + (counts >> 32)
    } else {
        2
    };
    fields.take(words).map(|_| ())
}
