//! Records: a code and numbers, and a cursor over the numbers.

use crate::error::{ReadError, Result};

/// A record.
#[derive(Debug)]
pub(crate) struct Record<'a> {
    /// Its kind, by the numbering of its block.
    pub(crate) code: u64,
    /// Its numbers.
    pub(crate) ops: Vec<u64>,
    /// Bytes that follow the numbers.
    pub(crate) blob: Option<&'a [u8]>,
    /// Offset of its start in the file.
    pub(crate) offset: usize,
}

impl Record<'_> {
    /// A cursor over the numbers.
    pub(crate) fn fields(&self) -> Fields<'_> {
        Fields { ops: &self.ops, offset: self.offset }
    }

    /// The numbers as characters.
    pub(crate) fn text(&self) -> String {
        text(&self.ops)
    }

    pub(crate) fn malformed(&self, message: impl Into<String>) -> ReadError {
        ReadError::malformed(self.offset, message)
    }

    pub(crate) fn unsupported(&self, what: impl Into<String>) -> ReadError {
        ReadError::unsupported(self.offset, what)
    }

    /// The code as a number of one of the tables of codes, refusing others as
    /// unknown to `block`.
    pub(crate) fn code<T: TryFrom<u8>>(&self, block: &str) -> Result<T> {
        u8::try_from(self.code)
            .ok()
            .and_then(|code| T::try_from(code).ok())
            .ok_or_else(|| self.unsupported(format!("record {} of {block}", self.code)))
    }
}

/// Numbers as characters. Names are bytes to LLVM; what is not UTF-8 is replaced.
pub(crate) fn text(ops: &[u64]) -> String {
    let bytes: Vec<u8> = ops.iter().map(|&op| op as u8).collect();
    String::from_utf8_lossy(&bytes).into_owned()
}

/// A cursor over the numbers of a record.
#[derive(Clone)]
pub(crate) struct Fields<'r> {
    ops: &'r [u64],
    /// Offset of the record's start in the file.
    pub(crate) offset: usize,
}

impl<'r> Fields<'r> {
    pub(crate) fn malformed(&self, message: impl Into<String>) -> ReadError {
        ReadError::malformed(self.offset, message)
    }

    pub(crate) fn unsupported(&self, what: impl Into<String>) -> ReadError {
        ReadError::unsupported(self.offset, what)
    }

    /// The next number.
    pub(crate) fn next(&mut self) -> Result<u64> {
        self.next_or_none().ok_or_else(|| self.malformed("a record is too short"))
    }

    /// The next number, unless the record ends here.
    pub(crate) fn next_or_none(&mut self) -> Option<u64> {
        let (&first, rest) = self.ops.split_first()?;
        self.ops = rest;
        Some(first)
    }

    /// The next number, or zero: trailing fields that are zero may be left out.
    pub(crate) fn next_or_zero(&mut self) -> u64 {
        self.next_or_none().unwrap_or(0)
    }

    /// The next number, which must fit in 32 bits.
    pub(crate) fn next_u32(&mut self) -> Result<u32> {
        let value = self.next()?;
        u32::try_from(value)
            .map_err(|_| self.malformed(format!("{value} where 32 bits are enough")))
    }

    /// Leaves out so many numbers, or all that there are.
    pub(crate) fn skip(&mut self, count: usize) {
        self.ops = self.ops.get(count..).unwrap_or_default();
    }

    /// The next `count` numbers.
    pub(crate) fn take(&mut self, count: u64) -> Result<&'r [u64]> {
        let (taken, rest) = usize::try_from(count)
            .ok()
            .and_then(|count| self.ops.split_at_checked(count))
            .ok_or_else(|| self.malformed("a record is too short"))?;
        self.ops = rest;
        Ok(taken)
    }

    /// The numbers that are left.
    pub(crate) fn rest(&self) -> &'r [u64] {
        self.ops
    }

    /// Number of numbers that are left.
    pub(crate) fn len(&self) -> usize {
        self.ops.len()
    }

    pub(crate) fn is_empty(&self) -> bool {
        self.ops.is_empty()
    }
}

/// Undoes the encoding of signed numbers, which has the sign in the lowest bit.
pub(crate) fn signed(value: u64) -> i64 {
    if value & 1 == 0 {
        (value >> 1) as i64
    } else if value == 1 {
        // Minus zero stands for the least number, which has no positive twin.
        i64::MIN
    } else {
        ((value >> 1) as i64).wrapping_neg()
    }
}
