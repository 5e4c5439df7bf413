//! The syntax of floating-point numbers, and their values, rounded correctly.

/// The number that a text begins with, and how many bytes it takes; zero and none if
/// there is no number. `byte` gives the byte at an index and is asked for none
/// beyond the first that does not belong to the number.
pub(super) fn parse<E>(byte: impl FnMut(usize) -> Result<u8, E>) -> Result<(f64, usize), E> {
    let mut text = Text { byte, at: 0 };
    while matches!(text.peek()?, b' ' | b'\t'..=b'\r') {
        text.at += 1;
    }
    let negative = text.peek()? == b'-';
    if matches!(text.peek()?, b'+' | b'-') {
        text.at += 1;
    }
    let magnitude = match text.peek()?.to_ascii_lowercase() {
        b'i' => text.infinity()?,
        b'n' => text.not_a_number()?,
        _ => text.number()?,
    };
    Ok(match magnitude {
        Some(value) if negative => (-value, text.at),
        Some(value) => (value, text.at),
        None => (0.0, 0),
    })
}

struct Text<F> {
    byte: F,
    at: usize,
}

impl<E, F: FnMut(usize) -> Result<u8, E>> Text<F> {
    fn peek(&mut self) -> Result<u8, E> {
        (self.byte)(self.at)
    }

    /// Takes a word in either case, or nothing.
    fn word(&mut self, word: &[u8]) -> Result<bool, E> {
        for (i, &letter) in word.iter().enumerate() {
            if (self.byte)(self.at + i)?.to_ascii_lowercase() != letter {
                return Ok(false);
            }
        }
        self.at += word.len();
        Ok(true)
    }

    fn infinity(&mut self) -> Result<Option<f64>, E> {
        if !self.word(b"inf")? {
            return Ok(None);
        }
        self.word(b"inity")?;
        Ok(Some(f64::INFINITY))
    }

    /// `nan`, with a number in parentheses that becomes its low bits.
    fn not_a_number(&mut self) -> Result<Option<f64>, E> {
        if !self.word(b"nan")? {
            return Ok(None);
        }
        let mut payload = 0;
        if self.peek()? == b'(' {
            let mut sequence = String::new();
            let mut at = self.at + 1;
            loop {
                match (self.byte)(at)? {
                    letter @ (b'0'..=b'9' | b'a'..=b'z' | b'A'..=b'Z' | b'_') => {
                        sequence.push(letter as char);
                    }
                    b')' => {
                        self.at = at + 1;
                        payload = integer(&sequence).unwrap_or(0);
                        break;
                    }
                    _ => break,
                }
                at += 1;
            }
        }
        let quiet = 0x7ff8_0000_0000_0000;
        Ok(Some(f64::from_bits(quiet | payload & ((1 << 51) - 1))))
    }

    fn number(&mut self) -> Result<Option<f64>, E> {
        if self.peek()? == b'0' && (self.byte)(self.at + 1)?.eq_ignore_ascii_case(&b'x') {
            let start = self.at;
            self.at += 2;
            if let Some(value) = self.hex()? {
                return Ok(Some(value));
            }
            // Without digits behind it, the `x` is not part of the number.
            self.at = start + 1;
            return Ok(Some(0.0));
        }
        let mut digits = String::new();
        let any = self.digits(10, |digit| digits.push((b'0' + digit) as char))?;
        let mut scale = 0i64;
        let fraction = self.fraction(10, any, |digit| {
            digits.push((b'0' + digit) as char);
            scale -= 1;
        })?;
        if !any && !fraction {
            return Ok(None);
        }
        let exponent = self.exponent(b'e')?.saturating_add(scale);
        // Text of this form always has a value, which is the nearest one.
        Ok(Some(format!("{digits}e{exponent}").parse().unwrap_or(0.0)))
    }

    /// A hexadecimal number behind its `0x`.
    fn hex(&mut self) -> Result<Option<f64>, E> {
        // The first digits exactly; of the others, only whether one is not zero.
        let (mut mantissa, mut sticky, mut scale) = (0u64, false, 0i64);
        let mut push = |digit: u8, below_point: bool| {
            if mantissa >> 60 == 0 {
                mantissa = mantissa << 4 | u64::from(digit);
                scale -= 4 * i64::from(below_point);
            } else {
                sticky |= digit != 0;
                scale += 4 * i64::from(!below_point);
            }
        };
        let any = self.digits(16, |digit| push(digit, false))?;
        let fraction = self.fraction(16, any, |digit| push(digit, true))?;
        if !any && !fraction {
            return Ok(None);
        }
        let exponent = self.exponent(b'p')?.saturating_add(scale);
        Ok(Some(round(mantissa, sticky, exponent)))
    }

    /// Takes digits, and tells whether there were any.
    fn digits(&mut self, radix: u32, mut push: impl FnMut(u8)) -> Result<bool, E> {
        let start = self.at;
        while let Some(digit) = char::from(self.peek()?).to_digit(radix) {
            push(digit as u8);
            self.at += 1;
        }
        Ok(self.at > start)
    }

    /// Takes a point and the digits behind it; a point alone must follow a digit.
    fn fraction(&mut self, radix: u32, any: bool, push: impl FnMut(u8)) -> Result<bool, E> {
        if self.peek()? != b'.' {
            return Ok(false);
        }
        self.at += 1;
        let digits = self.digits(radix, push)?;
        if !any && !digits {
            self.at -= 1;
        }
        Ok(digits)
    }

    /// Takes an exponent, if it is there with its digits.
    fn exponent(&mut self, letter: u8) -> Result<i64, E> {
        let start = self.at;
        if self.peek()?.to_ascii_lowercase() != letter {
            return Ok(0);
        }
        self.at += 1;
        let negative = self.peek()? == b'-';
        if matches!(self.peek()?, b'+' | b'-') {
            self.at += 1;
        }
        // Half the range leaves room for the digits of the longest mantissa.
        let mut exponent = 0i64;
        let digits = self.digits(10, |digit| {
            exponent = (exponent * 10 + i64::from(digit)).min(i64::MAX / 100);
        })?;
        if !digits {
            self.at = start;
            return Ok(0);
        }
        Ok(if negative { -exponent } else { exponent })
    }
}

/// An integer as `strtoull` reads it, if all of the text is one.
fn integer(text: &str) -> Option<u64> {
    let (digits, radix) = if let Some(hex) = text.strip_prefix("0x").or(text.strip_prefix("0X")) {
        (hex, 16)
    } else if text.starts_with('0') {
        (text, 8)
    } else {
        (text, 10)
    };
    let value = digits.chars().try_fold(0u64, |value, digit| {
        let digit = digit.to_digit(radix)?;
        Some(value.saturating_mul(radix.into()).saturating_add(digit.into()))
    });
    value.filter(|_| !digits.is_empty())
}

/// The `double` nearest to `mantissa * 2^exponent`, and a little more if `sticky`.
fn round(mantissa: u64, sticky: bool, exponent: i64) -> f64 {
    if mantissa == 0 {
        return 0.0;
    }
    let shift = mantissa.leading_zeros();
    let mantissa = mantissa << shift;
    // The power of two of the leading bit.
    let power = exponent.saturating_sub(i64::from(shift)).saturating_add(63);
    if power > 1023 {
        return f64::INFINITY;
    }
    let kept = (power + 1075).min(53);
    if kept < 0 {
        return 0.0;
    }
    // Two words, so that all bits can be dropped.
    let both = u128::from(mantissa) << 64 | u128::from(sticky);
    let dropped = 128 - kept as u32;
    let whole = if dropped == 128 { 0 } else { both >> dropped };
    let half = 1u128 << (dropped - 1);
    let rest = both & (half | (half - 1));
    let up = rest > half || rest == half && whole & 1 == 1;
    let rounded = whole as u64 + u64::from(up);
    // A carry into the exponent gives the next power, or infinity, all by itself.
    f64::from_bits(
        match power {
            -1022.. => ((power + 1022) as u64) << 52,
            _ => 0,
        } + rounded,
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Parses a string that ends with a NUL; reading beyond it would panic.
    fn number(text: &str) -> (f64, usize) {
        let bytes: Vec<u8> = text.bytes().chain([0]).collect();
        let Ok(result) = parse(|index| Ok::<u8, std::convert::Infallible>(bytes[index]));
        result
    }

    #[test]
    fn decimal_numbers() {
        for (text, value, used) in [
            ("0", 0.0, 1),
            (" \t\n12.5abc", 12.5, 7),
            ("+.5e1", 5.0, 5),
            ("5.", 5.0, 2),
            ("1e", 1.0, 1),
            ("1e+", 1.0, 1),
            ("1e+x", 1.0, 1),
            ("-1E-2", -0.01, 5),
            ("1e999999999999999999999", f64::INFINITY, 23),
            ("1e-999999999999999999999", 0.0, 24),
            ("0e999999999999999999999", 0.0, 23),
            (".", 0.0, 0),
            ("-.e5", 0.0, 0),
            ("", 0.0, 0),
            ("  +", 0.0, 0),
            ("abc", 0.0, 0),
            ("2.2250738585072011e-308", 2.225073858507201e-308, 23),
            ("179769313486231580793e289", f64::INFINITY, 25),
        ] {
            assert_eq!(number(text), (value, used), "{text:?}");
        }
        assert!(number("-0").0.is_sign_negative());
    }

    #[test]
    fn hexadecimal_numbers() {
        for (text, value, used) in [
            ("0x1p4", 16.0, 5),
            ("0X.8", 0.5, 4),
            ("0x1.8p+1z", 3.0, 8),
            ("0x", 0.0, 1),
            ("0xg", 0.0, 1),
            ("0x.p1", 0.0, 1),
            ("0x1p", 1.0, 3),
            ("0x1.fffffffffffff8p0", 2.0, 20),
            ("0x1.fffffffffffff7p0", 1.9999999999999998, 20),
            ("0x10000000000000800p0", 18446744073709551616.0, 21),
            ("0x1000000000000080000001p0", 1.934281311383407e25, 26),
            ("0x1p-1074", 5e-324, 9),
            ("0x1p-1075", 0.0, 9),
            ("0x1.8p-1075", 5e-324, 11),
            ("0x1.00000000000000000001p-1075", 5e-324, 30),
            ("0x1.fffffffffffffp1023", f64::MAX, 22),
            ("0x1.fffffffffffff8p1023", f64::INFINITY, 23),
            ("0x0.fffffffffffff8p-1022", f64::MIN_POSITIVE, 24),
            ("0x1p999999999999999999999", f64::INFINITY, 25),
        ] {
            assert_eq!(number(text), (value, used), "{text:?}");
        }
    }

    #[test]
    fn infinities_and_what_is_no_number() {
        for (text, used) in [("inf", 3), ("INFINITY", 8), ("infinit", 3), ("Infx", 3)] {
            assert_eq!(number(text), (f64::INFINITY, used), "{text}");
        }
        assert_eq!(number("-inf"), (f64::NEG_INFINITY, 4));
        assert_eq!(number("in"), (0.0, 0));
        for (text, bits, used) in [
            ("nan", 0x7ff8_0000_0000_0000, 3),
            ("-NaN", 0xfff8_0000_0000_0000, 4),
            ("nan(0x12)", 0x7ff8_0000_0000_0012, 9),
            ("nan(012)", 0x7ff8_0000_0000_000a, 8),
            ("nan(x_1)", 0x7ff8_0000_0000_0000, 8),
            ("nan(1", 0x7ff8_0000_0000_0001 - 1, 3),
            ("nan()", 0x7ff8_0000_0000_0000, 5),
        ] {
            let (value, taken) = number(text);
            assert_eq!((value.to_bits(), taken), (bits, used), "{text}");
        }
    }
}
