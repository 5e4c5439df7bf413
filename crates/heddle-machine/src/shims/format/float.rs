//! Floating-point numbers as text: `%f`, `%e`, `%g` and `%a`.

use super::decimal::Decimal;
use super::number::Padding;
use super::parse::Style;

/// A floating-point number of either format.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Real {
    negative: bool,
    value: Value,
    /// Bits of the mantissa behind the digit that `%a` writes first: glibc takes
    /// the leading bit of a `double`, but four bits of a `long double`.
    fraction_bits: u32,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Value {
    Nan,
    Infinite,
    /// `mantissa * 2^exponent`.
    Finite(u64, i32),
}

impl Real {
    /// A `double` from its bits.
    pub(super) fn double(bits: u64) -> Real {
        let fraction = bits & ((1 << 52) - 1);
        let value = match ((bits >> 52 & 0x7ff) as i32, fraction) {
            (0x7ff, 0) => Value::Infinite,
            (0x7ff, _) => Value::Nan,
            (0, fraction) => Value::Finite(fraction, -1074),
            (exponent, fraction) => Value::Finite(fraction | 1 << 52, exponent - 1075),
        };
        Real { negative: bits >> 63 != 0, value, fraction_bits: 52 }
    }

    /// A `long double` of the x87 from its mantissa and its sign and exponent.
    pub(super) fn extended(mantissa: u64, high: u16) -> Real {
        let value = match (i32::from(high & 0x7fff), mantissa << 1) {
            (0x7fff, 0) => Value::Infinite,
            (0x7fff, _) => Value::Nan,
            (exponent, _) => Value::Finite(mantissa, exponent.max(1) - 16383 - 63),
        };
        Real { negative: high >> 15 != 0, value, fraction_bits: 60 }
    }

    /// As text.
    pub(super) fn format(self, layout: &Padding, style: Style, upper: bool) -> Vec<u8> {
        let sign = layout.sign(self.negative);
        let cased = |text: &str| match upper {
            true => text.to_ascii_uppercase().into_bytes(),
            false => text.as_bytes().to_vec(),
        };
        let (mantissa, exponent) = match self.value {
            Value::Nan => return layout.number(sign, &cased("nan"), false),
            Value::Infinite => return layout.number(sign, &cased("inf"), false),
            Value::Finite(mantissa, exponent) => (mantissa, exponent),
        };
        let point = layout.flags.alternate;
        if style == Style::Hex {
            let digits = hex(mantissa, exponent, self.fraction_bits, layout.precision, point);
            return layout.number(&[sign, &cased("0x")].concat(), &cased(&digits), true);
        }
        let decimal = Decimal::exact(mantissa, exponent);
        let precision = layout.precision.unwrap_or(6);
        let digits = match style {
            Style::Fixed => fixed(decimal, precision, point),
            Style::Exponent => exponential(decimal, precision, point),
            Style::General | Style::Hex => general(decimal, precision, point),
        };
        layout.number(sign, &cased(&digits), true)
    }
}

/// Whole digits, a point unless nothing follows it, and `precision` more digits.
fn fixed(mut decimal: Decimal, precision: usize, point: bool) -> String {
    decimal.round(decimal.point.saturating_add(precision as i64));
    let whole = decimal.point.max(1);
    // Of a number below one, the digit before the point is to the left of its first.
    let first = decimal.point - whole;
    let mut text = String::new();
    digits(&mut text, &decimal, first, whole);
    if precision > 0 || point {
        text.push('.');
    }
    digits(&mut text, &decimal, decimal.point, precision as i64);
    text
}

/// One digit, the point, `precision` digits, and the power of ten.
fn exponential(mut decimal: Decimal, precision: usize, point: bool) -> String {
    decimal.round((precision as i64).saturating_add(1));
    let power = if decimal.is_zero() { 0 } else { decimal.point - 1 };
    let mut text = String::new();
    digits(&mut text, &decimal, 0, 1);
    if precision > 0 || point {
        text.push('.');
    }
    digits(&mut text, &decimal, 1, precision as i64);
    let sign = if power < 0 { '-' } else { '+' };
    text + &format!("e{sign}{:02}", power.abs())
}

/// `precision` significant digits, in the shorter of the two styles; zeros at the end
/// are left out unless `#` asks for them.
fn general(mut decimal: Decimal, precision: usize, point: bool) -> String {
    let precision = precision.max(1);
    decimal.round(precision as i64);
    let power = if decimal.is_zero() { 0 } else { decimal.point - 1 };
    let text = match usize::try_from(power) {
        Ok(power) if power >= precision => exponential(decimal, precision - 1, point),
        Err(_) if power < -4 => exponential(decimal, precision - 1, point),
        _ => fixed(decimal, (precision as i64 - 1 - power) as usize, point),
    };
    if point || !text.contains('.') {
        return text;
    }
    let (number, exponent) = match text.find('e') {
        Some(at) => text.split_at(at),
        None => (text.as_str(), ""),
    };
    number.trim_end_matches('0').trim_end_matches('.').to_owned() + exponent
}

/// Appends `count` digits from the `first` on.
fn digits(text: &mut String, decimal: &Decimal, first: i64, count: i64) {
    text.extend((first..first.saturating_add(count)).map(|i| decimal.digit(i) as char));
}

/// The digits and power of two of `%a`.
fn hex(
    mantissa: u64,
    exponent: i32,
    fraction_bits: u32,
    precision: Option<usize>,
    point: bool,
) -> String {
    let mut power = exponent + fraction_bits as i32;
    let mut leading = mantissa >> fraction_bits;
    let mut fraction = mantissa & ((1 << fraction_bits) - 1);
    let available = fraction_bits as usize / 4;
    if mantissa == 0 {
        power = 0;
    }
    if let Some(precision) = precision.filter(|&precision| precision < available) {
        let dropped = fraction_bits - 4 * precision as u32;
        let rest = mantissa & ((1 << dropped) - 1);
        let (half, kept) = (1 << (dropped - 1), mantissa >> dropped);
        let up = rest > half || rest == half && kept & 1 == 1;
        // Four bits before the point can become five.
        let rounded = u128::from(kept + u64::from(up)) << dropped;
        leading = (rounded >> fraction_bits) as u64;
        fraction = rounded as u64 & ((1 << fraction_bits) - 1);
        if leading == 16 {
            (leading, power) = (1, power + 4);
        }
    }
    let mut digits = format!("{fraction:0available$x}");
    match precision {
        None => digits.truncate(digits.trim_end_matches('0').len()),
        Some(precision) if precision < available => digits.truncate(precision),
        Some(precision) => digits += &"0".repeat(precision - available),
    }
    let dot = if !digits.is_empty() || point { "." } else { "" };
    let sign = if power < 0 { '-' } else { '+' };
    format!("{leading:x}{dot}{digits}p{sign}{}", power.abs())
}
