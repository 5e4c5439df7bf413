//! Widths, padding, and integers.

use super::parse::{Base, Flags};

/// Flags with the width and precision that are in force.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(super) struct Padding {
    pub(super) flags: Flags,
    pub(super) width: usize,
    pub(super) precision: Option<usize>,
}

impl Padding {
    /// Text, with spaces up to the width.
    pub(super) fn text(&self, body: &[u8]) -> Vec<u8> {
        let padding = vec![b' '; self.width.saturating_sub(body.len())];
        match self.flags.left {
            true => [body, &padding].concat(),
            false => [&padding, body].concat(),
        }
    }

    /// A number: what stands before it (sign, `0x`) and its digits, with spaces or
    /// zeros up to the width.
    pub(super) fn number(&self, before: &[u8], digits: &[u8], may_zero: bool) -> Vec<u8> {
        if !(may_zero && self.flags.zero) || self.flags.left {
            return self.text(&[before, digits].concat());
        }
        let zeros = vec![b'0'; self.width.saturating_sub(before.len() + digits.len())];
        [before, &zeros, digits].concat()
    }

    /// The sign of a number of a signed type.
    pub(super) fn sign(&self, negative: bool) -> &'static [u8] {
        match (negative, self.flags.plus, self.flags.space) {
            (true, _, _) => b"-",
            (false, true, _) => b"+",
            (false, false, true) => b" ",
            (false, false, false) => b"",
        }
    }

    /// An integer, of which `sign` is written already.
    pub(super) fn integer(&self, sign: &[u8], magnitude: u64, base: Base) -> Vec<u8> {
        let precision = self.precision.unwrap_or(1);
        let mut digits = match (precision, magnitude) {
            (0, 0) => String::new(),
            _ => match base {
                Base::Binary { .. } => format!("{magnitude:b}"),
                Base::Octal => format!("{magnitude:o}"),
                Base::Decimal => format!("{magnitude}"),
                Base::Hex { upper: false } => format!("{magnitude:x}"),
                Base::Hex { upper: true } => format!("{magnitude:X}"),
            },
        };
        let alternate = self.flags.alternate;
        // `#` makes the first digit of an octal number a zero, whatever it takes.
        if alternate && base == Base::Octal && !digits.starts_with('0') && precision <= digits.len()
        {
            digits.insert(0, '0');
        }
        let zeros = "0".repeat(precision.saturating_sub(digits.len()));
        let prefix = match base {
            Base::Hex { upper: false } if alternate && magnitude != 0 => "0x",
            Base::Hex { upper: true } if alternate && magnitude != 0 => "0X",
            Base::Binary { upper: false } if alternate && magnitude != 0 => "0b",
            Base::Binary { upper: true } if alternate && magnitude != 0 => "0B",
            _ => "",
        };
        let before = [sign, prefix.as_bytes()].concat();
        // A precision says how many digits there are, so the flag `0` says nothing.
        self.number(&before, (zeros + &digits).as_bytes(), self.precision.is_none())
    }
}
