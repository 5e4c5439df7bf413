//! Formatting against what glibc prints.
//!
//! `tests/glibc.txt` was written by `tests/glibc.c`, which says what is in it.

use super::convert::convert;
use super::number::Padding;
use super::parse::{Conversion, Count, Piece, Spec, parse};

/// An argument of a case.
enum Value {
    Bits([u64; 2]),
    Text(Option<String>),
}

fn argument(text: &str) -> Value {
    let (kind, value) = text.split_once(':').expect("an argument has a kind");
    let bits = |value| u64::from_str_radix(value, 16).expect("a number is hexadecimal");
    match kind {
        "s" => Value::Text((value != "!").then(|| value.to_owned())),
        "D" => {
            let (low, high) = value.split_once(':').expect("a long double has two parts");
            Value::Bits([bits(low), bits(high)])
        }
        _ => Value::Bits([bits(value), 0]),
    }
}

fn print(format: &[u8], values: &[Value]) -> Vec<u8> {
    let parsed = parse(format).expect("formats of cases are fine");
    let mut text = Vec::new();
    for piece in parsed.pieces {
        match piece {
            Piece::Text(range) => text.extend(&format[range]),
            Piece::Spec(spec) => text.extend(one(&spec, values)),
        }
    }
    text
}

fn one(spec: &Spec, values: &[Value]) -> Vec<u8> {
    let number = |count| match count {
        Count::Number(number) => i64::from(number),
        Count::Argument(index) => match values[index] {
            Value::Bits([bits, _]) => i64::from(bits as u32 as i32),
            Value::Text(_) => panic!("a width is a number"),
        },
    };
    let width = spec.width.map_or(0, number);
    let mut flags = spec.flags;
    flags.left |= width < 0;
    let precision = spec.precision.and_then(|count| usize::try_from(number(count)).ok());
    let layout = Padding { flags, width: width.unsigned_abs() as usize, precision };
    match &values[spec.argument] {
        Value::Bits([character, _]) if spec.conversion == Conversion::WideChar => {
            layout.text(&[*character as u8])
        }
        Value::Bits(bits) => convert(spec.conversion, &layout, *bits, 8),
        Value::Text(text) => {
            let text = text.as_deref().unwrap_or(match precision {
                Some(..6) => "",
                _ => "(null)",
            });
            let clipped = text.len().min(precision.unwrap_or(usize::MAX));
            layout.text(&text.as_bytes()[..clipped])
        }
    }
}

#[test]
fn prints_what_glibc_prints() {
    let mut cases = 0;
    let mut wrong = Vec::new();
    for line in include_str!("tests/glibc.txt").lines() {
        let [format, arguments, expected] = line.split('\t').collect::<Vec<_>>()[..] else {
            panic!("a case has three parts: {line}");
        };
        let values: Vec<Value> = arguments.split(' ').map(argument).collect();
        let printed = String::from_utf8(print(format.as_bytes(), &values)).expect("it is ASCII");
        if printed != expected {
            wrong.push(format!("{format} of {arguments}: {printed:?}, glibc: {expected:?}"));
        }
        cases += 1;
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
    assert!(cases > 1500, "only {cases} cases were read");
}

#[test]
fn the_zeros_of_general_style_survive_a_carry() {
    let value = Value::Bits([999999.5f64.to_bits(), 0]);
    assert_eq!(print(b"%#g", &[value]), b"1.00000e+06");
}
