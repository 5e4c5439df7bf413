//! Numbers, characters, truth values and enumerators.

use heddle_program::float::soft;
use heddle_program::{Encoding, FloatKind};

use super::bits::sign_extend;

/// A value of a basic type; `bits` are those that count.
pub(crate) fn basic(encoding: Encoding, bits: u32, value: u128) -> String {
    match encoding {
        Encoding::Signed => sign_extend(value, bits).to_string(),
        Encoding::Unsigned => value.to_string(),
        Encoding::SignedChar => character(sign_extend(value, bits)),
        Encoding::UnsignedChar => character(value as i128),
        Encoding::Utf => match u32::try_from(value).ok().and_then(char::from_u32) {
            Some(c) if !c.is_control() => format!("'{c}' ({value})"),
            _ => value.to_string(),
        },
        Encoding::Bool => match value {
            0 => "false".to_owned(),
            1 => "true".to_owned(),
            other => format!("<invalid bool {other}>"),
        },
        Encoding::Float => float(bits, value),
        Encoding::ComplexFloat => {
            let half = bits / 2;
            let mask = u128::MAX.checked_shr(128 - half.min(128)).unwrap_or(0);
            let imaginary = value.checked_shr(half).unwrap_or(0);
            format!("{} + {}i", float(half, value & mask), float(half, imaginary & mask))
        }
        Encoding::Other => format!("{value:#x}"),
    }
}

fn character(value: i128) -> String {
    match u8::try_from(value) {
        Ok(byte) if byte == b' ' || byte.is_ascii_graphic() => {
            format!("'{}' ({value})", escape_char(char::from(byte), '\''))
        }
        Ok(byte @ (b'\n' | b'\t' | b'\r')) => {
            format!("'{}' ({value})", escape_char(char::from(byte), '\''))
        }
        _ => value.to_string(),
    }
}

/// A number with as many digits as tell it from its neighbours; of x86's 80 bits, the nearest
/// `double`.
fn float(bits: u32, value: u128) -> String {
    match bits {
        16 => {
            let single = soft::convert(FloatKind::Half, FloatKind::Single, value & 0xffff);
            single.map_or_else(|_| format!("{value:#x}"), |single| float(32, single))
        }
        32 => format!("{:?}", f32::from_bits(value as u32)),
        64 => format!("{:?}", f64::from_bits(value as u64)),
        80 | 96 | 128 => {
            let extended = value & (u128::MAX >> 48);
            let double = soft::convert(FloatKind::X86Fp80, FloatKind::Double, extended);
            double.map_or_else(|_| format!("{value:#x}"), |double| float(64, double))
        }
        _ => format!("{value:#x}"),
    }
}

/// An enumerator by name; several, if the value is a combination of them.
pub(crate) fn enumerator(name: &str, enumerators: &[(String, i128)], value: i128) -> String {
    if let Some((name, _)) = enumerators.iter().find(|(_, known)| *known == value) {
        return name.clone();
    }
    let flags: Vec<&(String, i128)> = enumerators
        .iter()
        .filter(|(_, flag)| *flag > 0 && flag.count_ones() == 1 && value & flag == *flag)
        .collect();
    if value > 0 && flags.iter().fold(0, |sum, (_, flag)| sum | flag) == value {
        let names: Vec<&str> = flags.iter().map(|(name, _)| name.as_str()).collect();
        return names.join(" | ");
    }
    match name {
        "" => value.to_string(),
        _ if value == 0 => "0".to_owned(),
        name => format!("(enum {name}) {value}"),
    }
}

/// Text in quotes, with escapes.
pub(crate) fn quoted(text: &str) -> String {
    let escaped: String = text.chars().map(|c| escape_char(c, '"')).collect();
    format!("\"{escaped}\"")
}

fn escape_char(c: char, quote: char) -> String {
    match c {
        '\n' => "\\n".to_owned(),
        '\t' => "\\t".to_owned(),
        '\r' => "\\r".to_owned(),
        '\0' => "\\0".to_owned(),
        '\\' => "\\\\".to_owned(),
        c if c == quote => format!("\\{c}"),
        c if c.is_control() => format!("\\x{:02x}", u32::from(c)),
        c => c.to_string(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn integers_by_their_sign() {
        assert_eq!(basic(Encoding::Signed, 32, 0xffff_ffff), "-1");
        assert_eq!(basic(Encoding::Unsigned, 32, 0xffff_ffff), "4294967295");
        assert_eq!(basic(Encoding::Signed, 128, u128::MAX - 1), "-2");
        assert_eq!(basic(Encoding::Signed, 3, 0b100), "-4");
    }

    #[test]
    fn characters_with_their_numbers() {
        assert_eq!(basic(Encoding::SignedChar, 8, 97), "'a' (97)");
        assert_eq!(basic(Encoding::SignedChar, 8, 10), "'\\n' (10)");
        assert_eq!(basic(Encoding::SignedChar, 8, 0xff), "-1");
        assert_eq!(basic(Encoding::UnsignedChar, 8, 0xff), "255");
        assert_eq!(basic(Encoding::Utf, 32, 0x20ac), "'€' (8364)");
    }

    #[test]
    fn truth_values() {
        assert_eq!(basic(Encoding::Bool, 8, 1), "true");
        assert_eq!(basic(Encoding::Bool, 8, 7), "<invalid bool 7>");
    }

    #[test]
    fn floats_in_their_shortest_form() {
        let single = |value: f32| basic(Encoding::Float, 32, value.to_bits().into());
        let double = |value: f64| basic(Encoding::Float, 64, value.to_bits().into());
        assert_eq!(single(0.1), "0.1");
        assert_eq!(double(0.1), "0.1");
        assert_eq!(double(1e300), "1e300");
        assert_eq!(double(f64::NAN), "NaN");
        assert_eq!(basic(Encoding::Float, 16, 0x3e00), "1.5");
        assert_eq!(basic(Encoding::Float, 128, 0x4000_c000_0000_0000_0000), "3.0");
        let complex = u128::from(2f64.to_bits()) << 64 | u128::from(1f64.to_bits());
        assert_eq!(basic(Encoding::ComplexFloat, 128, complex), "1.0 + 2.0i");
    }

    #[test]
    fn enumerators_by_name() {
        let names: Vec<(String, i128)> = [("OFF", 0), ("READ", 1), ("WRITE", 2), ("LOST", -1)]
            .map(|(n, v)| (n.into(), v))
            .into();
        assert_eq!(enumerator("mode", &names, 0), "OFF");
        assert_eq!(enumerator("mode", &names, -1), "LOST");
        assert_eq!(enumerator("mode", &names, 3), "READ | WRITE");
        assert_eq!(enumerator("mode", &names, 9), "(enum mode) 9");
        assert_eq!(enumerator("", &names, 9), "9");
    }

    #[test]
    fn quotes_escape_what_would_break_a_line() {
        assert_eq!(quoted("a\"b\\\n\x1b"), "\"a\\\"b\\\\\\n\\x1b\"");
    }
}
