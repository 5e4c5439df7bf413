//! A limit on how much larger than the file the module may become.
//!
//! A few records are short and stand for much: an integer of a million bits that
//! is one, a function whose type has a thousand parameters, a shuffle whose mask
//! is all zeros. What they spell out is charged here, so that a corrupt file
//! cannot ask for more memory than a fixed multiple of its size.

use crate::error::{ReadError, Result};

/// Elements a byte of the file, many times what any compiler writes.
const PER_BYTE: usize = 16;

/// What even the smallest file may spend.
const LEAST: usize = 1 << 16;

/// Elements that may still be spelled out.
pub(crate) struct Budget {
    left: usize,
}

impl Budget {
    /// The budget for a file of so many bytes.
    pub(crate) fn new(bytes: usize) -> Budget {
        Budget { left: bytes.saturating_mul(PER_BYTE).saturating_add(LEAST) }
    }

    /// Spends so many elements.
    pub(crate) fn charge(&mut self, elements: usize, offset: usize) -> Result<()> {
        match self.left.checked_sub(elements) {
            Some(left) => {
                self.left = left;
                Ok(())
            }
            None => Err(ReadError::malformed(offset, "the module is far larger than its file")),
        }
    }
}
