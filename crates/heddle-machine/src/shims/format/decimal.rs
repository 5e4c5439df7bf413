//! Exact decimal expansions of binary floating-point numbers.
//!
//! Every finite one has an expansion that ends: `m / 2^k` is `m * 5^k / 10^k`. So
//! digits are counted out in a plain big integer, and rounding looks at all of them.

/// The number `0.d1d2d3... * 10^point`. Its first digit is not zero; zero has no digits.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Decimal {
    digits: Vec<u8>,
    /// Position of the decimal point, in digits from the first.
    pub(super) point: i64,
}

/// The base of the big integer: its limbs are below it.
const LIMB: u64 = 1_000_000_000;

impl Decimal {
    /// `mantissa * 2^exponent`.
    pub(super) fn exact(mantissa: u64, exponent: i32) -> Decimal {
        if mantissa == 0 {
            return Decimal { digits: Vec::new(), point: 0 };
        }
        let shift = mantissa.trailing_zeros();
        let (mantissa, exponent) = (mantissa >> shift, exponent + shift as i32);
        let mut limbs = vec![mantissa % LIMB, mantissa / LIMB % LIMB, mantissa / LIMB / LIMB];
        let factor = if exponent >= 0 { 2 } else { 5 };
        multiply(&mut limbs, factor, exponent.unsigned_abs());
        while limbs.last() == Some(&0) {
            limbs.pop();
        }
        let mut text = String::new();
        for (i, limb) in limbs.iter().rev().enumerate() {
            text += &if i == 0 { format!("{limb}") } else { format!("{limb:09}") };
        }
        let digits: Vec<u8> = text.bytes().map(|digit| digit - b'0').collect();
        let point = digits.len() as i64 + i64::from(exponent.min(0));
        Decimal { digits, point }
    }

    /// True if it is zero.
    pub(super) fn is_zero(&self) -> bool {
        self.digits.is_empty()
    }

    /// The `i`-th digit, as a character; there are zeros on both sides.
    pub(super) fn digit(&self, i: i64) -> u8 {
        let digit = usize::try_from(i).ok().and_then(|i| self.digits.get(i));
        b'0' + digit.copied().unwrap_or(0)
    }

    /// Keeps `count` digits, rounding to nearest, halves to even.
    pub(super) fn round(&mut self, count: i64) {
        if count >= self.digits.len() as i64 {
            return;
        }
        let Ok(count) = usize::try_from(count) else {
            // Less than a tenth of the last digit that is kept.
            *self = Decimal { digits: Vec::new(), point: 0 };
            return;
        };
        let more = self.digits[count + 1..].iter().any(|&digit| digit != 0);
        let odd = count > 0 && self.digits[count - 1] % 2 == 1;
        let up = match self.digits[count] {
            5 => more || odd,
            digit => digit > 5,
        };
        self.digits.truncate(count);
        if up {
            self.increment();
        }
        if self.digits.is_empty() {
            self.point = 0;
        }
    }

    /// Adds one to the last digit.
    fn increment(&mut self) {
        for digit in self.digits.iter_mut().rev() {
            *digit += 1;
            if *digit < 10 {
                return;
            }
            *digit = 0;
        }
        self.digits.insert(0, 1);
        self.point += 1;
    }
}

/// Multiplies by a power of two or five, as many factors at once as fit a limb.
fn multiply(limbs: &mut Vec<u64>, factor: u64, mut count: u32) {
    while count > 0 {
        let step = count.min(12);
        let by = factor.pow(step);
        let mut carry = 0;
        for limb in limbs.iter_mut() {
            let product = *limb * by + carry;
            *limb = product % LIMB;
            carry = product / LIMB;
        }
        if carry != 0 {
            limbs.push(carry);
        }
        count -= step;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn text(decimal: &Decimal) -> (String, i64) {
        let digits = decimal.digits.iter().map(|digit| (b'0' + digit) as char).collect();
        (digits, decimal.point)
    }

    #[test]
    fn expansions_are_exact() {
        assert_eq!(text(&Decimal::exact(5, 0)), ("5".into(), 1));
        assert_eq!(text(&Decimal::exact(5, -1)), ("25".into(), 1));
        assert_eq!(text(&Decimal::exact(1, -4)), ("625".into(), -1));
        assert_eq!(text(&Decimal::exact(1, 64)), ("18446744073709551616".into(), 20));
        assert_eq!(text(&Decimal::exact(u64::MAX, 0)), ("18446744073709551615".into(), 20));
    }

    #[test]
    fn rounding_carries_and_prefers_even_digits() {
        let rounded = |mantissa, exponent, count| {
            let mut decimal = Decimal::exact(mantissa, exponent);
            decimal.round(count);
            text(&decimal)
        };
        assert_eq!(rounded(5, -1, 1), ("2".into(), 1));
        assert_eq!(rounded(7, -1, 1), ("4".into(), 1));
        assert_eq!(rounded(999, 0, 2), ("100".into(), 4));
        assert_eq!(rounded(1, -1, 0), (String::new(), 0));
        assert_eq!(rounded(3, -2, 0), ("1".into(), 1));
    }

    #[test]
    fn expansions_agree_with_the_standard_library() {
        let mut random = fastrand::Rng::with_seed(1);
        for _ in 0..2000 {
            let value = f64::from_bits(random.u64(..) >> 1);
            if !value.is_finite() {
                continue;
            }
            let bits = value.to_bits();
            let (fraction, field) = (bits & ((1 << 52) - 1), (bits >> 52) as i32);
            let (mantissa, exponent) = match field {
                0 => (fraction, -1074),
                _ => (fraction | 1 << 52, field - 1075),
            };
            for digits in [1, 5, 17, 40] {
                let mut decimal = Decimal::exact(mantissa, exponent);
                decimal.round(digits);
                let ours: String = (0..digits).map(|i| decimal.digit(i) as char).collect();
                let theirs = format!("{value:.*e}", digits as usize - 1);
                let (theirs, power) = theirs.split_once('e').unwrap();
                assert_eq!(ours, theirs.replace('.', ""), "{value:e} to {digits} digits");
                assert_eq!(decimal.point - 1, power.parse::<i64>().unwrap(), "{value:e}");
            }
        }
    }
}
