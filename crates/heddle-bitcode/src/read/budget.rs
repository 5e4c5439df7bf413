//! A limit on how much larger than the file the module may become.
//!
//! A few records are short and stand for much: an integer of a million bits that
//! is one, a function whose type has a thousand parameters, a name that is the whole
//! string table. What they spell out is charged here, so that a corrupt file
//! cannot ask for more memory than a fixed multiple of its size.

use crate::error::{ReadError, Result};

/// Bytes for each byte of the file: a multiple of what any compiler needs.
const FACTOR: usize = 64;

/// Budget of even the smallest file.
const LEAST: usize = 1 << 20;

/// Bytes that may still be spelled out.
pub(crate) struct Budget {
    left: usize,
}

impl Budget {
    /// The budget for a file of so many bytes.
    pub(crate) fn new(file_bytes: usize) -> Budget {
        Budget { left: file_bytes.saturating_mul(FACTOR).saturating_add(LEAST) }
    }

    /// Spends the memory of `count` things of type `T`.
    pub(crate) fn charge<T>(&mut self, count: usize, offset: usize) -> Result<()> {
        let bytes = count.saturating_mul(size_of::<T>());
        match self.left.checked_sub(bytes) {
            Some(left) => {
                self.left = left;
                Ok(())
            }
            None => Err(ReadError::malformed(offset, "the module is far larger than its file")),
        }
    }
}
