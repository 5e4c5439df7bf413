//! The syntax of a format string: C's, with POSIX's numbered arguments and glibc's
//! extra letters.

use std::ops::Range;

/// A format string, taken apart.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Format {
    /// Its pieces, in order.
    pub(super) pieces: Vec<Piece>,
    /// The arguments it takes, in the order in which they were passed.
    pub(super) arguments: Vec<ArgumentKind>,
}

/// A part of a format string.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) enum Piece {
    /// Bytes of the format string that are copied.
    Text(Range<usize>),
    /// A conversion.
    Spec(Spec),
}

/// A conversion specification.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Spec {
    pub(super) flags: Flags,
    pub(super) width: Option<Count>,
    pub(super) precision: Option<Count>,
    pub(super) conversion: Conversion,
    /// Index of the argument that is converted.
    pub(super) argument: usize,
}

/// The flags of a conversion. `'` groups digits, which the C locale does not do.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(super) struct Flags {
    pub(super) left: bool,
    pub(super) plus: bool,
    pub(super) space: bool,
    pub(super) alternate: bool,
    pub(super) zero: bool,
}

/// A width or precision.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Count {
    Number(u32),
    /// `*`: what this argument, an `int`, says.
    Argument(usize),
}

/// The kind of a conversion: what it makes of its argument.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Conversion {
    Signed(IntSize),
    Unsigned(IntSize, Base),
    Float {
        style: Style,
        upper: bool,
        long: bool,
    },
    Char,
    WideChar,
    String,
    WideString,
    Pointer,
    /// `%n`: nothing is printed, the length so far is stored.
    Length(IntSize),
}

/// The type of an integer argument.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum IntSize {
    Char,
    Short,
    Int,
    /// As wide as a pointer.
    Long,
    LongLong,
}

/// The digits in which an unsigned number is written.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Base {
    Binary { upper: bool },
    Octal,
    Decimal,
    Hex { upper: bool },
}

/// The notation in which a floating-point number is written.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Style {
    /// `%f`
    Fixed,
    /// `%e`
    Exponent,
    /// `%g`
    General,
    /// `%a`
    Hex,
}

/// The type as which an argument was passed.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum ArgumentKind {
    Int,
    Long,
    LongLong,
    Pointer,
    Double,
    LongDouble,
}

/// The reason for which a format string is not taken.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) enum Refusal {
    /// C does not say what this means.
    Undefined(String),
    /// heddle lacks it.
    Unsupported(&'static str),
    /// A width or precision is beyond an `int`: printing fails.
    Overflow,
}

/// Takes a format string apart.
pub(super) fn parse(format: &[u8]) -> Result<Format, Refusal> {
    let mut parser = Parser { format, at: 0, arguments: Vec::new(), numbered: None };
    let mut pieces = Vec::new();
    while parser.at < format.len() {
        let rest = &format[parser.at..];
        let text = rest.iter().position(|&byte| byte == b'%').unwrap_or(rest.len());
        if text > 0 {
            pieces.push(Piece::Text(parser.at..parser.at + text));
        }
        parser.at += text;
        if parser.at < format.len() {
            pieces.push(parser.specification()?);
        }
    }
    // An argument that no conversion names is passed over as an `int`, as glibc does.
    let arguments = parser.arguments.iter().map(|kind| kind.unwrap_or(ArgumentKind::Int));
    Ok(Format { pieces, arguments: arguments.collect() })
}

/// A modifier of the length.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Modifier {
    None,
    Char,
    Short,
    Long,
    LongLong,
    /// `L`, which makes integers `long long`.
    LongDouble,
}

struct Parser<'a> {
    format: &'a [u8],
    at: usize,
    arguments: Vec<Option<ArgumentKind>>,
    /// True if arguments are named by number; none until that is known.
    numbered: Option<bool>,
}

impl Parser<'_> {
    fn peek(&self) -> Option<u8> {
        self.format.get(self.at).copied()
    }

    /// Takes the next byte if it is this one.
    fn take(&mut self, byte: u8) -> bool {
        let is = self.peek() == Some(byte);
        self.at += usize::from(is);
        is
    }

    /// One specification, from its `%` on.
    fn specification(&mut self) -> Result<Piece, Refusal> {
        let start = self.at;
        self.at += 1;
        let position = self.position()?;
        let flags = self.flags();
        let width = self.count()?;
        let precision = match self.take(b'.') {
            true => Some(self.count()?.unwrap_or(Count::Number(0))),
            false => None,
        };
        let modifier = self.modifier();
        let letter = self.peek();
        self.at += 1;
        if letter == Some(b'%') {
            return Ok(Piece::Text(self.at - 1..self.at));
        }
        if letter == Some(b'm') {
            return Err(Refusal::Unsupported("the conversion %m of printf"));
        }
        let Some(conversion) = letter.and_then(|letter| conversion(letter, modifier)) else {
            let end = self.at.min(self.format.len());
            let text = String::from_utf8_lossy(&self.format[start..end]).into_owned();
            return Err(Refusal::Undefined(format!("printf with the conversion '{text}'")));
        };
        let argument = self.argument(position, kind_of(conversion))?;
        Ok(Piece::Spec(Spec { flags, width, precision, conversion, argument }))
    }

    fn flags(&mut self) -> Flags {
        let mut flags = Flags::default();
        loop {
            match self.peek() {
                Some(b'-') => flags.left = true,
                Some(b'+') => flags.plus = true,
                Some(b' ') => flags.space = true,
                Some(b'#') => flags.alternate = true,
                Some(b'0') => flags.zero = true,
                Some(b'\'' | b'I') => {}
                _ => return flags,
            }
            self.at += 1;
        }
    }

    /// `n$`, if it is there.
    fn position(&mut self) -> Result<Option<u32>, Refusal> {
        let start = self.at;
        match self.number()? {
            Some(number) if number > 0 && self.take(b'$') => Ok(Some(number)),
            _ => {
                self.at = start;
                Ok(None)
            }
        }
    }

    /// A width or precision, if it is there.
    fn count(&mut self) -> Result<Option<Count>, Refusal> {
        if !self.take(b'*') {
            return Ok(self.number()?.map(Count::Number));
        }
        let position = self.position()?;
        self.argument(position, ArgumentKind::Int).map(|index| Some(Count::Argument(index)))
    }

    fn number(&mut self) -> Result<Option<u32>, Refusal> {
        let mut number = None;
        while let Some(digit @ b'0'..=b'9') = self.peek() {
            self.at += 1;
            let next = number.unwrap_or(0u32).checked_mul(10);
            let next = next.and_then(|next| next.checked_add(u32::from(digit - b'0')));
            // The last value of an `int` is taken up by the end of the string.
            number = Some(next.filter(|&n| n < i32::MAX as u32).ok_or(Refusal::Overflow)?);
        }
        Ok(number)
    }

    fn modifier(&mut self) -> Modifier {
        let Some(letter) = self.peek() else { return Modifier::None };
        let modifier = match letter {
            b'h' => Modifier::Short,
            b'l' | b'z' | b'Z' | b't' => Modifier::Long,
            b'j' | b'q' => Modifier::LongLong,
            b'L' => Modifier::LongDouble,
            _ => return Modifier::None,
        };
        self.at += 1;
        match letter {
            b'h' if self.take(b'h') => Modifier::Char,
            b'l' if self.take(b'l') => Modifier::LongLong,
            _ => modifier,
        }
    }

    /// The index of an argument: the next one, or the one of that number.
    fn argument(&mut self, position: Option<u32>, kind: ArgumentKind) -> Result<usize, Refusal> {
        if *self.numbered.get_or_insert(position.is_some()) != position.is_some() {
            let reason = "printf with arguments of which only some are numbered";
            return Err(Refusal::Undefined(reason.to_owned()));
        }
        let index = match position {
            Some(number) => number as usize - 1,
            None => self.arguments.len(),
        };
        if index >= MOST_ARGUMENTS {
            return Err(Refusal::Unsupported("a printf with thousands of arguments"));
        }
        if self.arguments.len() <= index {
            self.arguments.resize(index + 1, None);
        }
        match self.arguments[index].replace(kind) {
            Some(other) if other != kind => {
                let reason = "printf with an argument that is used as two types";
                Err(Refusal::Undefined(reason.to_owned()))
            }
            _ => Ok(index),
        }
    }
}

/// More arguments than any call has; a number beyond it is a mistake.
const MOST_ARGUMENTS: usize = 4096;

fn conversion(letter: u8, modifier: Modifier) -> Option<Conversion> {
    let size = match modifier {
        Modifier::None => IntSize::Int,
        Modifier::Char => IntSize::Char,
        Modifier::Short => IntSize::Short,
        Modifier::Long => IntSize::Long,
        Modifier::LongLong | Modifier::LongDouble => IntSize::LongLong,
    };
    let wide = modifier == Modifier::Long;
    // glibc takes `ll` before a float for `L`.
    let long = matches!(modifier, Modifier::LongLong | Modifier::LongDouble);
    let upper = letter.is_ascii_uppercase();
    let float = |style| Conversion::Float { style, upper, long };
    Some(match letter {
        b'd' | b'i' => Conversion::Signed(size),
        b'u' => Conversion::Unsigned(size, Base::Decimal),
        b'o' => Conversion::Unsigned(size, Base::Octal),
        b'x' | b'X' => Conversion::Unsigned(size, Base::Hex { upper }),
        b'b' | b'B' => Conversion::Unsigned(size, Base::Binary { upper }),
        b'f' | b'F' => float(Style::Fixed),
        b'e' | b'E' => float(Style::Exponent),
        b'g' | b'G' => float(Style::General),
        b'a' | b'A' => float(Style::Hex),
        b'c' if wide => Conversion::WideChar,
        b'c' => Conversion::Char,
        b'C' => Conversion::WideChar,
        b's' if wide => Conversion::WideString,
        b's' => Conversion::String,
        b'S' => Conversion::WideString,
        b'p' => Conversion::Pointer,
        b'n' => Conversion::Length(size),
        _ => return None,
    })
}

/// The type as which the argument of a conversion is passed.
fn kind_of(conversion: Conversion) -> ArgumentKind {
    match conversion {
        Conversion::Signed(size) | Conversion::Unsigned(size, _) => match size {
            IntSize::Char | IntSize::Short | IntSize::Int => ArgumentKind::Int,
            IntSize::Long => ArgumentKind::Long,
            IntSize::LongLong => ArgumentKind::LongLong,
        },
        Conversion::Float { long: true, .. } => ArgumentKind::LongDouble,
        Conversion::Float { long: false, .. } => ArgumentKind::Double,
        Conversion::Char | Conversion::WideChar => ArgumentKind::Int,
        Conversion::String
        | Conversion::WideString
        | Conversion::Pointer
        | Conversion::Length(_) => ArgumentKind::Pointer,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbered_arguments_are_typed_by_their_number() {
        let format = parse(b"%3$ld and %1$*2$s").unwrap();
        let kinds = [ArgumentKind::Pointer, ArgumentKind::Int, ArgumentKind::Long];
        assert_eq!(format.arguments, kinds);
        let Piece::Spec(spec) = &format.pieces[2] else { panic!("a conversion is last") };
        assert_eq!((spec.argument, spec.width), (0, Some(Count::Argument(1))));
    }

    #[test]
    fn stars_take_arguments_before_the_value() {
        let format = parse(b"%*.*f").unwrap();
        assert_eq!(format.arguments, [ArgumentKind::Int, ArgumentKind::Int, ArgumentKind::Double]);
        let Piece::Spec(spec) = &format.pieces[0] else { panic!("there is just a conversion") };
        assert_eq!(spec.argument, 2);
    }

    #[test]
    fn what_c_leaves_undefined_is_refused() {
        for format in [&b"%"[..], b"%y", b"100%", b"%5$d%d", b"%1$d%1$s", b"%-"] {
            assert!(matches!(parse(format), Err(Refusal::Undefined(_))), "{format:?}");
        }
        assert_eq!(parse(b"%99999999999d"), Err(Refusal::Overflow));
        assert!(matches!(parse(b"%m"), Err(Refusal::Unsupported(_))));
    }
}
