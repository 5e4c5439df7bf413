//! Numbers from a stream of bits, with the position in the file.
//!
//! Every run reads the C library's bitcode, millions of bits in numbers of a few: so a number
//! is one load of 8 bytes wherever there are so many.

use crate::error::{ReadError, Result};

/// Reads numbers and knows where it is.
pub(crate) struct Bits<'a> {
    bytes: &'a [u8],
    /// Bits that were read so far.
    position: usize,
    base: usize,
}

impl<'a> Bits<'a> {
    /// Reads `bytes`, which start at byte `base` of the file.
    pub(crate) fn new(bytes: &'a [u8], base: usize) -> Bits<'a> {
        Bits { bytes, position: 0, base }
    }

    /// Number of bits in the whole stream.
    pub(crate) fn len(&self) -> usize {
        self.bytes.len() * 8
    }

    /// Bits that were read so far.
    pub(crate) fn position(&self) -> usize {
        self.position
    }

    /// Bits that are left.
    pub(crate) fn left(&self) -> usize {
        self.len() - self.position
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
    #[inline]
    pub(crate) fn fixed(&mut self, width: u8) -> Result<u64> {
        self.take(width.into()).ok_or_else(|| self.truncated())
    }

    /// A number of `width` bits, if there are so many. Without an error to make, it is returned
    /// in registers.
    #[inline(always)]
    fn take(&mut self, width: usize) -> Option<u64> {
        let (byte, bit) = (self.position / 8, self.position % 8);
        match self.bytes.get(byte..).and_then(<[u8]>::first_chunk::<8>) {
            Some(chunk) if bit + width < 64 => {
                self.position += width;
                Some(u64::from_le_bytes(*chunk) >> bit & ((1 << width) - 1))
            }
            _ if width <= self.left() => {
                self.position += width;
                Some(self.across(byte, bit, width))
            }
            _ => None,
        }
    }

    /// A number that takes part in more than 8 bytes, is 64 bits wide, or is near the end.
    fn across(&self, byte: usize, bit: usize, width: usize) -> u64 {
        let end = (byte * 8 + bit + width).div_ceil(8);
        let mut value = 0u128;
        for (i, &byte) in self.bytes[byte..end].iter().enumerate() {
            value |= u128::from(byte) << (8 * i);
        }
        let mask = (1u128 << width) - 1;
        (value >> bit & mask) as u64
    }

    /// A number in pieces of `width` bits, each with a bit that says whether more
    /// follow.
    pub(crate) fn vbr(&mut self, width: u8) -> Result<u64> {
        if !(2..=32).contains(&width) {
            return Err(self.malformed(format!("numbers in pieces of {width} bits")));
        }
        let more = 1u64 << (width - 1);
        let mut value = 0u64;
        let mut shift = 0u32;
        loop {
            let piece = self.take(width.into()).ok_or_else(|| self.truncated())?;
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
        let aligned = self.position.next_multiple_of(32);
        if aligned > self.len() {
            return Err(self.truncated());
        }
        self.position = aligned;
        Ok(())
    }

    /// So many bytes as they stand, from an aligned position.
    pub(crate) fn bytes(&mut self, count: u64) -> Result<&'a [u8]> {
        if !self.position.is_multiple_of(8) {
            return Err(self.malformed("bytes that begin within a byte"));
        }
        let count = usize::try_from(count)
            .ok()
            .filter(|&count| count <= self.left() / 8)
            .ok_or_else(|| self.truncated())?;
        let start = self.position / 8;
        self.position += count * 8;
        Ok(&self.bytes[start..start + count])
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::Bits;

    proptest! {
        #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::default() })]

        #[test]
        fn numbers_are_their_bits_from_the_lowest(
            bytes in prop::collection::vec(any::<u8>(), 0..40),
            widths in prop::collection::vec(0..=64u8, 0..40),
        ) {
            let mut bits = Bits::new(&bytes, 0);
            let mut at = 0;
            for width in widths {
                let end = at + usize::from(width);
                let expected = (end <= bytes.len() * 8).then(|| {
                    let bit = |i: usize| u64::from(bytes[i / 8] >> (i % 8) & 1);
                    (at..end).rev().fold(0, |number, i| number << 1 | bit(i))
                });
                prop_assert_eq!(bits.fixed(width).ok(), expected);
                if expected.is_some() {
                    at = end;
                }
                prop_assert_eq!(bits.position(), at);
            }
        }
    }

    #[test]
    fn a_stream_that_ends_between_two_multiples_of_32_cannot_be_aligned() {
        let mut bits = Bits::new(&[1, 2, 3, 4, 5], 0);
        assert_eq!(bits.fixed(8).ok(), Some(1));
        assert!(bits.align().is_ok());
        assert_eq!((bits.position(), bits.fixed(4).ok()), (32, Some(5)));
        assert!(bits.align().is_err());
    }
}
