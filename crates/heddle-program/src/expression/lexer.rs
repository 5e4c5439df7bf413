//! The words of an expression.

use std::ops::Range;

use super::error::ExpressionError;
use super::{Kind, arithmetic};

/// Longer texts are refused.
const MAX_TEXT: usize = 1 << 16;

/// Punctuators, the longer of two with the same beginning first.
const PUNCTUATORS: [&str; 47] = [
    "<<=", ">>=", "...", "<=>", "->", "++", "--", "<<", ">>", "<=", ">=", "==", "!=", "&&", "||",
    "+=", "-=", "*=", "/=", "%=", "&=", "|=", "^=", "::", "##", "(", ")", "[", "]", ".", "+", "-",
    "*", "/", "%", "&", "|", "^", "~", "!", "<", ">", "=", "?", ":", ",", ";",
];

/// A word.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(super) enum Word<'t> {
    /// A number or character, with its value.
    Constant(Kind, u64),
    Name(&'t str),
    /// Text in single quotes before `::`: a file, or a scope that is no name.
    Quoted(&'t str),
    Punctuator(&'static str),
    End,
}

/// A word and where it stands.
#[derive(Clone, Debug)]
pub(super) struct Token<'t> {
    pub(super) word: Word<'t>,
    pub(super) range: Range<usize>,
}

/// Properties of the target that constants depend on.
#[derive(Clone, Copy, Debug)]
pub(super) struct Target {
    /// Bits of a `long`.
    pub(super) long_bits: u32,
    /// True if a `char` is signed.
    pub(super) signed_char: bool,
}

type Result<T> = std::result::Result<T, ExpressionError>;

/// Cuts a text into words; the last is [`Word::End`].
pub(super) fn tokens(text: &str, target: Target) -> Result<Vec<Token<'_>>> {
    if text.len() > MAX_TEXT {
        let message = format!("an expression of more than {MAX_TEXT} characters");
        return Err(ExpressionError::new(0..text.len(), message));
    }
    let mut tokens = Vec::new();
    let mut at = 0;
    while let Some(&first) = text.as_bytes().get(at) {
        if first.is_ascii_whitespace() {
            at += 1;
            continue;
        }
        let (word, end) = word(text, at, target)?;
        tokens.push(Token { word, range: at..end });
        at = end;
    }
    tokens.push(Token { word: Word::End, range: at..at });
    Ok(tokens)
}

/// The word at `at`, and where it ends.
fn word(text: &str, at: usize, target: Target) -> Result<(Word<'_>, usize)> {
    let rest = &text[at..];
    let bytes = rest.as_bytes();
    let is_digit = |i: usize| bytes.get(i).is_some_and(u8::is_ascii_digit);
    match bytes[0] {
        b'0'..=b'9' => number(text, at, target),
        b'.' if is_digit(1) => number(text, at, target),
        first if first.is_ascii_alphabetic() || first == b'_' || first == b'$' => {
            let len = name_len(bytes);
            Ok((Word::Name(&rest[..len]), at + len))
        }
        b'\'' => quoted(text, at, target),
        b'"' => {
            let message = "strings are not supported in propositions";
            Err(ExpressionError::new(at..text.len(), message))
        }
        b'/' if matches!(bytes.get(1), Some(b'/' | b'*')) => {
            let message = "comments are not supported in propositions";
            Err(ExpressionError::new(at..text.len(), message))
        }
        _ => match PUNCTUATORS.iter().find(|punctuator| rest.starts_with(**punctuator)) {
            Some(punctuator) => Ok((Word::Punctuator(punctuator), at + punctuator.len())),
            None => {
                let len = rest.chars().next().map_or(1, char::len_utf8);
                let message = format!("unexpected character '{}'", rest[..len].escape_default());
                Err(ExpressionError::new(at..at + len, message))
            }
        },
    }
}

fn name_len(bytes: &[u8]) -> usize {
    let is_part = |byte: &u8| byte.is_ascii_alphanumeric() || matches!(byte, b'_' | b'$');
    bytes.iter().position(|byte| !is_part(byte)).unwrap_or(bytes.len())
}

/// A number: all that looks like a part of it must be one.
fn number(text: &str, at: usize, target: Target) -> Result<(Word<'_>, usize)> {
    let bytes = &text.as_bytes()[at..];
    let is_hexadecimal = matches!(bytes, [b'0', b'x' | b'X', ..]);
    let is_exponent = |byte: u8| match is_hexadecimal {
        true => matches!(byte, b'p' | b'P'),
        false => matches!(byte, b'e' | b'E'),
    };
    let mut len = 0;
    while let Some(&byte) = bytes.get(len) {
        let is_sign = matches!(byte, b'+' | b'-') && len > 0 && is_exponent(bytes[len - 1]);
        if !byte.is_ascii_alphanumeric() && !matches!(byte, b'_' | b'.') && !is_sign {
            break;
        }
        len += 1;
    }
    let range = at..at + len;
    if bytes.get(len) == Some(&b'\'') {
        let message = "digit separators are not supported in propositions";
        return Err(ExpressionError::new(at..at + len + 1, message));
    }
    let digits = &text[range.clone()];
    let is_float = digits.contains('.')
        || is_hexadecimal && digits.contains(['p', 'P'])
        || !is_hexadecimal && !digits.starts_with("0b") && digits.contains(['e', 'E']);
    let found = if is_float { float(digits) } else { integer(digits, target) };
    match found {
        Ok((kind, value)) => Ok((Word::Constant(kind, value), range.end)),
        Err(message) => Err(ExpressionError::new(range, message)),
    }
}

fn float(text: &str) -> std::result::Result<(Kind, u64), String> {
    if text.starts_with("0x") || text.starts_with("0X") {
        return Err("hexadecimal floating constants are not supported in propositions".to_owned());
    }
    let (digits, kind) = match text.strip_suffix(['f', 'F']) {
        Some(digits) => (digits, Kind::F32),
        None => (text, Kind::F64),
    };
    if digits.ends_with(['l', 'L']) {
        return Err("'long double' is not supported in propositions".to_owned());
    }
    let bits = match kind {
        Kind::F32 => digits.parse::<f32>().map(|number| number.to_bits().into()),
        _ => digits.parse::<f64>().map(f64::to_bits),
    };
    bits.map(|bits| (kind, bits)).map_err(|_| format!("'{text}' is not a number"))
}

fn integer(text: &str, target: Target) -> std::result::Result<(Kind, u64), String> {
    let (radix, digits) = match text.as_bytes() {
        [b'0', b'x' | b'X', ..] => (16, &text[2..]),
        [b'0', b'b' | b'B', ..] => (2, &text[2..]),
        [b'0', _, ..] => (8, &text[1..]),
        _ => (10, text),
    };
    let is_digit = |c: char| c.is_digit(radix);
    let suffix = digits.trim_start_matches(is_digit);
    let digits = &digits[..digits.len() - suffix.len()];
    let (unsigned, at_least) = match suffix {
        "" => (false, 32),
        "u" | "U" => (true, 32),
        "l" | "L" => (false, target.long_bits),
        "ul" | "uL" | "Ul" | "UL" | "lu" | "lU" | "Lu" | "LU" => (true, target.long_bits),
        "ll" | "LL" => (false, 64),
        "ull" | "uLL" | "Ull" | "ULL" | "llu" | "llU" | "LLu" | "LLU" => (true, 64),
        _ => return Err(format!("'{text}' is not a number")),
    };
    // The zero of an octal number that has no other digits is one.
    let digits = if digits.is_empty() && radix == 8 { "0" } else { digits };
    if digits.is_empty() {
        return Err(format!("'{text}' is not a number"));
    }
    let too_large = || format!("'{text}' is too large for an integer");
    let value = u64::from_str_radix(digits, radix).map_err(|_| too_large())?;
    // A decimal constant is never unsigned unless it says so.
    let kinds = [(Kind::I32, 31), (Kind::U32, 32), (Kind::I64, 63), (Kind::U64, 64)];
    let kind = kinds.into_iter().find(|&(kind, bits)| {
        let is_allowed = if kind.is_signed() { !unsigned } else { unsigned || radix != 10 };
        is_allowed && bits + 1 >= at_least && (bits == 64 || value >> bits == 0)
    });
    kind.map(|(kind, _)| (kind, value)).ok_or_else(too_large)
}

/// A character, or a quoted scope if `::` follows.
fn quoted(text: &str, at: usize, target: Target) -> Result<(Word<'_>, usize)> {
    let inside = &text[at + 1..];
    let mut end = None;
    let mut escaped = false;
    for (i, byte) in inside.bytes().enumerate() {
        match byte {
            b'\'' if !escaped => {
                end = Some(i);
                break;
            }
            _ => escaped = byte == b'\\' && !escaped,
        }
    }
    let Some(len) = end else {
        return Err(ExpressionError::new(at..text.len(), "a quote that is not closed"));
    };
    let (inside, end) = (&inside[..len], at + len + 2);
    if text[end..].trim_start().starts_with("::") {
        return Ok((Word::Quoted(inside), end));
    }
    match character(inside) {
        Some(byte) => {
            let value = arithmetic::narrow(byte.into(), 8, target.signed_char);
            Ok((Word::Constant(Kind::I32, value), end))
        }
        None => Err(ExpressionError::new(at..end, "not a character constant of one byte")),
    }
}

/// The byte that a character constant stands for.
fn character(text: &str) -> Option<u8> {
    let Some(escape) = text.strip_prefix('\\') else {
        return match text.as_bytes() {
            &[byte] => Some(byte),
            _ => None,
        };
    };
    Some(match escape {
        "n" => b'\n',
        "t" => b'\t',
        "r" => b'\r',
        "a" => 7,
        "b" => 8,
        "f" => 12,
        "v" => 11,
        "\\" | "'" | "\"" | "?" => escape.as_bytes()[0],
        _ if escape.starts_with('+') => return None,
        _ => match escape.strip_prefix('x') {
            Some(digits) if digits.starts_with('+') => return None,
            Some(digits) => u8::from_str_radix(digits, 16).ok()?,
            None if escape.len() <= 3 => u8::from_str_radix(escape, 8).ok()?,
            None => return None,
        },
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    const LP64: Target = Target { long_bits: 64, signed_char: true };
    const ILP32: Target = Target { long_bits: 32, signed_char: true };

    fn constant(text: &str, target: Target) -> Option<(Kind, u64)> {
        match tokens(text, target).ok()?.as_slice() {
            [Token { word: Word::Constant(kind, value), .. }, _] => Some((*kind, *value)),
            _ => None,
        }
    }

    #[test]
    fn constants_have_the_first_type_that_they_fit_in() {
        for (text, lp64, ilp32, value) in [
            ("0", Kind::I32, Kind::I32, 0),
            ("00", Kind::I32, Kind::I32, 0),
            ("2147483647", Kind::I32, Kind::I32, 2147483647),
            ("2147483648", Kind::I64, Kind::I64, 2147483648),
            ("0x80000000", Kind::U32, Kind::U32, 0x8000_0000),
            ("0xfFfFfFfFf", Kind::I64, Kind::I64, 0xf_ffff_ffff),
            ("0xffffffffffffffff", Kind::U64, Kind::U64, u64::MAX),
            ("017", Kind::I32, Kind::I32, 15),
            ("0b101", Kind::I32, Kind::I32, 5),
            ("5u", Kind::U32, Kind::U32, 5),
            ("5l", Kind::I64, Kind::I32, 5),
            ("5UL", Kind::U64, Kind::U32, 5),
            ("5LL", Kind::I64, Kind::I64, 5),
            ("5llu", Kind::U64, Kind::U64, 5),
            ("0xb", Kind::I32, Kind::I32, 11),
            ("0xe", Kind::I32, Kind::I32, 14),
            ("'a'", Kind::I32, Kind::I32, 97),
            ("'\\n'", Kind::I32, Kind::I32, 10),
            ("'\\''", Kind::I32, Kind::I32, 39),
            ("'\\0'", Kind::I32, Kind::I32, 0),
            ("'\\101'", Kind::I32, Kind::I32, 65),
            ("'\\xff'", Kind::I32, Kind::I32, u64::MAX),
            ("1.5", Kind::F64, Kind::F64, 1.5f64.to_bits()),
            (".5e1", Kind::F64, Kind::F64, 5f64.to_bits()),
            ("1e-1f", Kind::F32, Kind::F32, u64::from(0.1f32.to_bits())),
        ] {
            assert_eq!(constant(text, LP64), Some((lp64, value)), "{text}");
            assert_eq!(constant(text, ILP32), Some((ilp32, value)), "{text}");
        }
    }

    #[test]
    fn what_is_no_constant_is_refused() {
        for (text, message) in [
            ("18446744073709551616", "'18446744073709551616' is too large for an integer"),
            ("9223372036854775808", "'9223372036854775808' is too large for an integer"),
            ("1x", "'1x' is not a number"),
            ("0b12", "'0b12' is not a number"),
            ("08", "'08' is not a number"),
            ("0x", "'0x' is not a number"),
            ("1.2.3", "'1.2.3' is not a number"),
            ("1'000", "digit separators are not supported in propositions"),
            ("1.0L", "'long double' is not supported in propositions"),
            ("'ab'", "not a character constant of one byte"),
            ("'", "a quote that is not closed"),
            ("''", "not a character constant of one byte"),
            ("'\\x+1'", "not a character constant of one byte"),
            ("\"a\"", "strings are not supported in propositions"),
            ("\u{e9}", "unexpected character '\\u{e9}'"),
            ("@", "unexpected character '@'"),
        ] {
            let error = tokens(text, LP64).expect_err(text);
            assert_eq!(error.message, message, "{text}");
            assert_eq!(error.range.start, 0, "{text}");
        }
    }

    #[test]
    fn a_quoted_file_is_no_character() {
        let words: Vec<Word<'_>> =
            tokens("'a.c'::x", LP64).expect("words").into_iter().map(|token| token.word).collect();
        let expected = [Word::Quoted("a.c"), Word::Punctuator("::"), Word::Name("x"), Word::End];
        assert_eq!(words, expected);
    }
}
