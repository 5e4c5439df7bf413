//! C's operators on values.
//!
//! A value is 64 bits: an integer is extended to them as its signedness says, a `float` is in
//! the low half. Operators work on promoted values only, so there are few kinds of them.
//!
//! Where C leaves the result undefined, there is none: signed overflow, division by zero,
//! shifts by a negative amount or by the width or more, and numbers that the integer they
//! are converted to does not have. Shifting a negative number, or bits into its sign, does
//! what C++20 says and all compilers do.

use crate::float::{FloatOp, native};
use crate::{FloatCompare, FloatWidth};

/// Type of a value, after C's integer promotions. Widths are all that matters: `long` is one of the
/// integers here, which one depends on the target.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[expect(missing_docs, reason = "the names say it")]
pub enum Kind {
    I32,
    U32,
    I64,
    U64,
    F32,
    F64,
    Pointer,
}

/// An operator with two operands, both of one kind (but for shifts, whose right operand may
/// be any integer).
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[expect(missing_docs, reason = "the names say it")]
pub enum Operator {
    Add,
    Subtract,
    Multiply,
    Divide,
    Remainder,
    ShiftLeft,
    ShiftRight,
    And,
    Or,
    Xor,
    Equal,
    NotEqual,
    Less,
    LessOrEqual,
    Greater,
    GreaterOrEqual,
}

/// Reasons why an operator has no result.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
pub enum ArithmeticError {
    /// Signed overflow.
    #[error("signed overflow")]
    Overflow,
    /// Division by zero.
    #[error("division by zero")]
    DivisionByZero,
    /// A shift by a negative amount, or by the width or more.
    #[error("a shift by a negative amount or by all bits or more")]
    ShiftAmount,
    /// A floating-point number that the integer type does not have.
    #[error("a floating-point number that does not fit in the integer")]
    NotRepresentable,
    /// No operand of this kind.
    #[error("an operator that is not for this type")]
    Inapplicable,
}

type Result<T> = std::result::Result<T, ArithmeticError>;

impl Kind {
    /// The integer of so many bits, promoted.
    pub fn integer(bits: u32, signed: bool) -> Kind {
        match (bits, signed) {
            (0..32, _) | (32, true) => Kind::I32,
            (32, false) => Kind::U32,
            (_, true) => Kind::I64,
            (_, false) => Kind::U64,
        }
    }

    /// True if it is an integer.
    pub fn is_integer(self) -> bool {
        !self.is_float() && self != Kind::Pointer
    }

    /// True for a floating-point number.
    pub fn is_float(self) -> bool {
        self.float_width().is_some()
    }

    /// The format of a floating-point number.
    #[inline]
    pub(super) fn float_width(self) -> Option<FloatWidth> {
        match self {
            Kind::F32 => Some(FloatWidth::F32),
            Kind::F64 => Some(FloatWidth::F64),
            Kind::I32 | Kind::U32 | Kind::I64 | Kind::U64 | Kind::Pointer => None,
        }
    }

    /// True if it is a signed integer.
    pub fn is_signed(self) -> bool {
        matches!(self, Kind::I32 | Kind::I64)
    }

    fn bits(self) -> u32 {
        match self {
            Kind::I32 | Kind::U32 | Kind::F32 => 32,
            Kind::I64 | Kind::U64 | Kind::F64 | Kind::Pointer => 64,
        }
    }

    /// The type that two numbers are converted to before they meet.
    pub fn common(self, other: Kind) -> Kind {
        let rank = |kind| match kind {
            Kind::I32 => 0,
            Kind::U32 => 1,
            Kind::I64 => 2,
            Kind::U64 => 3,
            Kind::F32 => 4,
            Kind::F64 => 5,
            Kind::Pointer => 6,
        };
        if rank(self) >= rank(other) { self } else { other }
    }
}

impl Operator {
    /// True if the result is a truth value.
    pub fn is_comparison(self) -> bool {
        use Operator::{Equal, Greater, GreaterOrEqual, Less, LessOrEqual, NotEqual};
        matches!(self, Equal | NotEqual | Less | LessOrEqual | Greater | GreaterOrEqual)
    }

    /// True if the operands are converted each for itself.
    pub fn is_shift(self) -> bool {
        matches!(self, Operator::ShiftLeft | Operator::ShiftRight)
    }

    /// True if it is for integers only.
    pub fn is_integral(self) -> bool {
        use Operator::{And, Or, Remainder, Xor};
        matches!(self, Remainder | And | Or | Xor) || self.is_shift()
    }
}

/// The low `bits` of a value, extended.
#[inline]
pub fn narrow(value: u64, bits: u32, signed: bool) -> u64 {
    let shift = 64u32.saturating_sub(bits) & 63;
    if signed { ((value << shift) as i64 >> shift) as u64 } else { value << shift >> shift }
}

/// True if a value is not zero.
#[inline]
pub fn truth(kind: Kind, value: u64) -> bool {
    match kind.float_width() {
        Some(width) => native::value(width, value) != 0.0,
        None => value != 0,
    }
}

/// A value in another kind.
#[inline]
pub fn convert(from: Kind, to: Kind, value: u64) -> Result<u64> {
    match (from.float_width(), to.float_width()) {
        (None, None) => Ok(narrow(value, to.bits(), to.is_signed())),
        // The value is extended to 64 bits already.
        (None, Some(to)) => Ok(native::from_int(to, from.is_signed(), 64, value)),
        (Some(from), Some(to)) => Ok(native::convert(from, to, value)),
        (Some(from), None) => native::to_int(from, to.is_signed(), to.bits(), value)
            .map(|number| narrow(number, to.bits(), to.is_signed()))
            .ok_or(ArithmeticError::NotRepresentable),
    }
}

/// `-value`.
#[inline]
pub fn negate(kind: Kind, value: u64) -> Result<u64> {
    match kind.float_width() {
        Some(width) => Ok(native::negate(width, value)),
        None => binary(Operator::Subtract, kind, 0, value),
    }
}

/// `~value`.
#[inline]
pub fn complement(kind: Kind, value: u64) -> u64 {
    narrow(!value, kind.bits(), kind.is_signed())
}

/// `left operator right`, of one kind; for shifts that of the left operand.
#[inline]
pub fn binary(operator: Operator, kind: Kind, left: u64, right: u64) -> Result<u64> {
    match kind {
        Kind::I32 | Kind::I64 => signed(operator, kind, left, right),
        Kind::U32 | Kind::U64 | Kind::Pointer => unsigned(operator, kind, left, right),
        Kind::F32 => float(operator, FloatWidth::F32, left, right),
        Kind::F64 => float(operator, FloatWidth::F64, left, right),
    }
}

#[inline]
fn signed(operator: Operator, kind: Kind, left: u64, right: u64) -> Result<u64> {
    let (a, b) = (left as i64, right as i64);
    let in_range = |result: Option<i64>| match result {
        Some(result) if kind == Kind::I64 || i32::try_from(result).is_ok() => Ok(result as u64),
        _ => Err(ArithmeticError::Overflow),
    };
    match operator {
        Operator::Add => in_range(a.checked_add(b)),
        Operator::Subtract => in_range(a.checked_sub(b)),
        Operator::Multiply => in_range(a.checked_mul(b)),
        Operator::Divide | Operator::Remainder if b == 0 => Err(ArithmeticError::DivisionByZero),
        Operator::Divide => in_range(a.checked_div(b)),
        Operator::Remainder => {
            // C has no remainder where it has no quotient.
            in_range(a.checked_div(b))?;
            in_range(a.checked_rem(b))
        }
        Operator::ShiftLeft => Ok(narrow(left << shift_amount(kind, right)?, kind.bits(), true)),
        Operator::ShiftRight => Ok((a >> shift_amount(kind, right)?) as u64),
        _ => Ok(bitwise_or_comparison(operator, left, right, a.cmp(&b))),
    }
}

#[inline]
fn unsigned(operator: Operator, kind: Kind, left: u64, right: u64) -> Result<u64> {
    let wrapped = |result: u64| Ok(narrow(result, kind.bits(), false));
    match operator {
        Operator::Add => wrapped(left.wrapping_add(right)),
        Operator::Subtract => wrapped(left.wrapping_sub(right)),
        Operator::Multiply => wrapped(left.wrapping_mul(right)),
        Operator::Divide => left.checked_div(right).ok_or(ArithmeticError::DivisionByZero),
        Operator::Remainder => left.checked_rem(right).ok_or(ArithmeticError::DivisionByZero),
        Operator::ShiftLeft => wrapped(left << shift_amount(kind, right)?),
        Operator::ShiftRight => Ok(left >> shift_amount(kind, right)?),
        _ => Ok(bitwise_or_comparison(operator, left, right, left.cmp(&right))),
    }
}

#[inline]
fn shift_amount(kind: Kind, amount: u64) -> Result<u64> {
    // A negative amount is a large one here.
    if amount < u64::from(kind.bits()) { Ok(amount) } else { Err(ArithmeticError::ShiftAmount) }
}

/// Operators that do the same to all integers, given the order of the operands.
#[inline]
fn bitwise_or_comparison(
    operator: Operator,
    left: u64,
    right: u64,
    order: std::cmp::Ordering,
) -> u64 {
    match operator {
        Operator::And => left & right,
        Operator::Or => left | right,
        Operator::Xor => left ^ right,
        Operator::Equal => order.is_eq().into(),
        Operator::NotEqual => order.is_ne().into(),
        Operator::Less => order.is_lt().into(),
        Operator::LessOrEqual => order.is_le().into(),
        Operator::Greater => order.is_gt().into(),
        _ => order.is_ge().into(),
    }
}

fn float(operator: Operator, width: FloatWidth, left: u64, right: u64) -> Result<u64> {
    const EQUAL: u8 = FloatCompare::EQUAL;
    const OTHERS: u8 = FloatCompare::LESS | FloatCompare::GREATER | FloatCompare::UNORDERED;
    let computed = |op| Ok(native::binary(op, width, left, right));
    let compared =
        |outcomes| Ok(FloatCompare(outcomes).holds(native::compare(width, left, right)).into());
    match operator {
        Operator::Add => computed(FloatOp::Add),
        Operator::Subtract => computed(FloatOp::Sub),
        Operator::Multiply => computed(FloatOp::Mul),
        Operator::Divide => computed(FloatOp::Div),
        Operator::Equal => compared(EQUAL),
        Operator::NotEqual => compared(OTHERS),
        Operator::Less => compared(FloatCompare::LESS),
        Operator::LessOrEqual => compared(FloatCompare::LESS | EQUAL),
        Operator::Greater => compared(FloatCompare::GREATER),
        Operator::GreaterOrEqual => compared(FloatCompare::GREATER | EQUAL),
        Operator::Remainder
        | Operator::ShiftLeft
        | Operator::ShiftRight
        | Operator::And
        | Operator::Or
        | Operator::Xor => Err(ArithmeticError::Inapplicable),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn signed_numbers_overflow_and_unsigned_ones_wrap() {
        let most = i32::MAX as u64;
        let least = i64::from(i32::MIN) as u64;
        let minus_one = u64::MAX;
        for (operator, left, right) in [
            (Operator::Add, most, 1),
            (Operator::Subtract, least, 1),
            (Operator::Multiply, most, 2),
            (Operator::Divide, least, minus_one),
            (Operator::Remainder, least, minus_one),
        ] {
            assert_eq!(binary(operator, Kind::I32, left, right), Err(ArithmeticError::Overflow));
            assert!(binary(operator, Kind::I64, left, right).is_ok(), "{operator:?}");
        }
        assert_eq!(negate(Kind::I32, least), Err(ArithmeticError::Overflow));
        assert_eq!(binary(Operator::Subtract, Kind::U32, 0, 1), Ok(0xffff_ffff));
        assert_eq!(binary(Operator::Subtract, Kind::U64, 0, 1), Ok(u64::MAX));
        let smallest = i64::MIN as u64;
        let divided = binary(Operator::Divide, Kind::I64, smallest, minus_one);
        assert_eq!(divided, Err(ArithmeticError::Overflow));
    }

    #[test]
    fn shifts_stay_within_the_width() {
        let shift = |kind, by| binary(Operator::ShiftLeft, kind, 1, by);
        assert_eq!(shift(Kind::I32, 31), Ok(i64::from(i32::MIN) as u64));
        assert_eq!(shift(Kind::U32, 31), Ok(1 << 31));
        assert_eq!(shift(Kind::U32, 32), Err(ArithmeticError::ShiftAmount));
        assert_eq!(shift(Kind::U64, 63), Ok(1 << 63));
        assert_eq!(shift(Kind::U64, u64::MAX), Err(ArithmeticError::ShiftAmount));
        assert_eq!(binary(Operator::ShiftRight, Kind::I32, -8i64 as u64, 1), Ok(-4i64 as u64));
    }

    #[test]
    fn a_number_that_does_not_fit_is_not_converted() {
        let double = |number: f64, to| convert(Kind::F64, to, number.to_bits());
        assert_eq!(double(-1.9, Kind::I32), Ok(u64::MAX));
        assert_eq!(double(-0.9, Kind::U32), Ok(0));
        for (number, to) in [
            (2147483648.0, Kind::I32),
            (-1.0, Kind::U64),
            (9223372036854775808.0, Kind::I64),
            (f64::NAN, Kind::I64),
            (f64::INFINITY, Kind::U64),
        ] {
            assert_eq!(double(number, to), Err(ArithmeticError::NotRepresentable), "{number}");
        }
    }

    #[test]
    fn conversions_go_to_the_wider_and_then_to_the_unsigned() {
        assert_eq!(Kind::I32.common(Kind::U32), Kind::U32);
        assert_eq!(Kind::U32.common(Kind::I64), Kind::I64);
        assert_eq!(Kind::U64.common(Kind::I64), Kind::U64);
        assert_eq!(Kind::U64.common(Kind::F32), Kind::F32);
        assert_eq!(convert(Kind::I32, Kind::U32, u64::MAX), Ok(0xffff_ffff));
        assert_eq!(convert(Kind::I32, Kind::U64, u64::MAX), Ok(u64::MAX));
        assert_eq!(convert(Kind::U32, Kind::I64, 0xffff_ffff), Ok(0xffff_ffff));
        assert_eq!(convert(Kind::U32, Kind::I32, 0xffff_ffff), Ok(u64::MAX));
    }
}
