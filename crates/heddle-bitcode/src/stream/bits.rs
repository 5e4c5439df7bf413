//! Numbers from a stream of bits, with the position in the file.

use llvm_bitcode::Cursor;

use crate::error::{ReadError, Result};

/// Reads numbers and knows where it is.
pub(crate) struct Bits<'a> {
    cursor: Cursor<'a>,
    total: usize,
    base: usize,
}

impl<'a> Bits<'a> {
    /// Reads `bytes`, which start at byte `base` of the file.
    pub(crate) fn new(bytes: &'a [u8], base: usize) -> Bits<'a> {
        let cursor = Cursor::new(bytes);
        let total = cursor.unconsumed_bit_len();
        Bits { cursor, total, base }
    }

    /// Number of bits in the whole stream.
    pub(crate) fn len(&self) -> usize {
        self.total
    }

    /// Bits that were read so far.
    pub(crate) fn position(&self) -> usize {
        self.total - self.cursor.unconsumed_bit_len()
    }

    /// Bits that are left.
    pub(crate) fn left(&self) -> usize {
        self.cursor.unconsumed_bit_len()
    }

    /// The byte of the file at which reading goes on.
    pub(crate) fn offset(&self) -> usize {
        self.base + self.position() / 8
    }

    pub(crate) fn malformed(&self, message: impl Into<String>) -> ReadError {
        ReadError::malformed(self.offset(), message)
    }

    fn truncated(&self) -> ReadError {
        self.malformed("the file ends in the middle of a record or block")
    }

    /// A number of `width` bits, at most 64. No bits give zero.
    pub(crate) fn fixed(&mut self, width: u8) -> Result<u64> {
        if width == 0 {
            return Ok(0);
        }
        self.cursor.read(width).map_err(|_| self.truncated())
    }

    /// A number in pieces of `width` bits, each with a bit that says whether more
    /// follow. The cursor's own method overflows its shift on overlong numbers.
    pub(crate) fn vbr(&mut self, width: u8) -> Result<u64> {
        if !(2..=32).contains(&width) {
            return Err(self.malformed(format!("numbers in pieces of {width} bits")));
        }
        let more = 1u64 << (width - 1);
        let mut value = 0u64;
        let mut shift = 0u32;
        loop {
            let piece = self.fixed(width)?;
            let bits = piece & (more - 1);
            if bits != 0 {
                if shift >= 64 || (bits << shift) >> shift != bits {
                    return Err(self.malformed("a number of more than 64 bits"));
                }
                value |= bits << shift;
            }
            if piece & more == 0 {
                return Ok(value);
            }
            shift = (shift + u32::from(width) - 1).min(64);
        }
    }

    /// Skips to the next multiple of 32 bits.
    pub(crate) fn align(&mut self) -> Result<()> {
        self.cursor.align32().map_err(|_| self.truncated())
    }

    /// So many bytes as they stand, from an aligned position.
    pub(crate) fn bytes(&mut self, count: u64) -> Result<&'a [u8]> {
        let count = usize::try_from(count)
            .ok()
            .filter(|&count| count <= self.left() / 8)
            .ok_or_else(|| self.truncated())?;
        self.cursor.read_bytes(count).map_err(|_| self.truncated())
    }
}
