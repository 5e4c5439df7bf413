//! One conversion of a number, and how long its text can be.

use super::float::Real;
use super::number::Padding;
use super::parse::{Base, Conversion, IntSize, Style};
use crate::value::{mask, signed};

/// Bits of an integer type.
pub(super) fn width(size: IntSize, pointer_bytes: usize) -> u32 {
    match size {
        IntSize::Char => 8,
        IntSize::Short => 16,
        IntSize::Int => 32,
        IntSize::Long => 8 * pointer_bytes as u32,
        IntSize::LongLong => 64,
    }
}

/// The text of a number, a character or a pointer with these bits (a `long
/// double` has its upper 16 in the second word). Conversions that read memory
/// have no text of their own.
pub(super) fn convert(
    conversion: Conversion,
    layout: &Padding,
    bits: [u64; 2],
    pointer_bytes: usize,
) -> Vec<u8> {
    match conversion {
        Conversion::Signed(size) => {
            let value = signed(bits[0], width(size, pointer_bytes));
            layout.integer(layout.sign(value < 0), value.unsigned_abs(), Base::Decimal)
        }
        Conversion::Unsigned(size, base) => {
            layout.integer(b"", bits[0] & mask(width(size, pointer_bytes)), base)
        }
        Conversion::Float { style, upper, long } => {
            let real = match long {
                true => Real::extended(bits[0], bits[1] as u16),
                false => Real::double(bits[0]),
            };
            real.format(layout, style, upper)
        }
        Conversion::Char => layout.text(&[bits[0] as u8]),
        Conversion::Pointer if bits[0] == 0 => layout.text(b"(nil)"),
        Conversion::Pointer => {
            let mut layout = *layout;
            layout.flags.alternate = true;
            layout.integer(layout.sign(false), bits[0], Base::Hex { upper: false })
        }
        Conversion::WideChar
        | Conversion::String
        | Conversion::WideString
        | Conversion::Length(_) => Vec::new(),
    }
}

/// Bounds of the length of the text, whatever the number is.
///
/// The lengths of integers grow with their magnitude, so those of the outermost
/// ones bound them all. Floats are longest with their largest magnitude or the
/// longest exponent; `#` keeps the zeros at the end of `%g`.
pub(super) fn bounds(
    conversion: Conversion,
    layout: &Padding,
    pointer_bytes: usize,
) -> (usize, usize) {
    const DOUBLES: [[u64; 2]; 7] = [
        [0, 0],
        [0x8000_0000_0000_0000, 0],
        [0xbff0_0000_0000_0000, 0],
        [0x7ff0_0000_0000_0000, 0],
        [0xfff8_0000_0000_0000, 0],
        [0xffef_ffff_ffff_ffff, 0],
        [0x8000_0000_0000_0001, 0],
    ];
    const LONG_DOUBLES: [[u64; 2]; 7] = [
        [0, 0],
        [0, 0x8000],
        [1 << 63, 0xbfff],
        [1 << 63, 0x7fff],
        [3 << 62, 0xffff],
        [u64::MAX, 0xfffe],
        [1, 0x8000],
    ];
    let integers = |width: u32| vec![0, 1, mask(width), 1 << (width - 1), mask(width) >> 1];
    let words = |numbers: Vec<u64>| numbers.into_iter().map(|number| [number, 0]).collect();
    let samples: Vec<[u64; 2]> = match conversion {
        Conversion::Signed(size) | Conversion::Unsigned(size, _) => {
            words(integers(width(size, pointer_bytes)))
        }
        Conversion::Float { long: false, .. } => DOUBLES.to_vec(),
        Conversion::Float { long: true, .. } => LONG_DOUBLES.to_vec(),
        _ => words(integers(8 * pointer_bytes as u32)),
    };
    let mut longest = *layout;
    longest.flags.alternate |=
        matches!(conversion, Conversion::Float { style: Style::General, .. });
    let lengths = |layout: &Padding| -> Vec<usize> {
        let length = |&bits| convert(conversion, layout, bits, pointer_bytes).len();
        samples.iter().map(length).collect()
    };
    let least = lengths(layout).into_iter().min().unwrap_or(0);
    let most = lengths(&longest).into_iter().max().unwrap_or(0);
    (least, most)
}

#[cfg(test)]
mod tests {
    use super::super::parse::{Count, Piece, parse};
    use super::*;

    /// Padding and conversion of a format string that is one specification.
    fn specification(format: &str) -> (Conversion, Padding) {
        let format = parse(format.as_bytes()).unwrap();
        let [Piece::Spec(spec)] = format.pieces[..] else { panic!("there is one specification") };
        let number = |count| match count {
            Count::Number(number) => number as usize,
            Count::Argument(_) => panic!("numbers are written out"),
        };
        let width = spec.width.map_or(0, number);
        (
            spec.conversion,
            Padding { flags: spec.flags, width, precision: spec.precision.map(number) },
        )
    }

    #[test]
    fn a_wide_enough_field_has_a_fixed_length() {
        let bounds = |format| {
            let (conversion, layout) = specification(format);
            bounds(conversion, &layout, 8)
        };
        assert_eq!(bounds("%d"), (1, 11));
        assert_eq!(bounds("%08x"), (8, 8));
        assert_eq!(bounds("%hhu"), (1, 3));
        assert_eq!(bounds("%c"), (1, 1));
        assert_eq!(bounds("%.0d"), (0, 11));
        assert_eq!(bounds("%e"), (3, 14));
    }

    #[test]
    fn no_number_is_outside_the_bounds() {
        let formats = ["%d", "%#o", "%+.3i", "%e", "%g", "%.3g", "%#g", "%a", "%f", "%20.1f", "%p"];
        let mut random = fastrand::Rng::with_seed(7);
        for format in formats {
            let (conversion, layout) = specification(format);
            let (least, most) = bounds(conversion, &layout, 8);
            for _ in 0..300 {
                let any = random.u64(..);
                for bits in [any, any >> 30, any >> 52] {
                    let length = convert(conversion, &layout, [bits, 0], 8).len();
                    assert!((least..=most).contains(&length), "{format} of {bits:#x}");
                }
            }
        }
    }
}
