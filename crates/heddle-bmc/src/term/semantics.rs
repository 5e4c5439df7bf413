//! Results of operations on numbers of some width.
//!
//! Every operation is total, as in SMT-LIB: a quotient by zero is all ones, a remainder by zero
//! is the dividend, and a shift by the width or more leaves nothing but zeros, or the sign. A
//! number of `width` bits is the low bits of a `u128`, whose other bits are zero.

use super::node::Binary;

/// The widest that terms can be.
pub const MAX_WIDTH: u32 = 128;

/// All ones, of this width.
pub fn ones(width: u32) -> u128 {
    u128::MAX >> (MAX_WIDTH - width)
}

/// The sign bit alone, of this width.
pub fn sign_bit(width: u32) -> u128 {
    1 << (width - 1)
}

/// The number in two's complement.
pub fn signed(width: u32, value: u128) -> i128 {
    let unused = MAX_WIDTH - width;
    (value << unused) as i128 >> unused
}

/// The low bits of a number.
pub fn truncate(width: u32, value: u128) -> u128 {
    value & ones(width)
}

/// An operation on two numbers of the same width.
pub fn binary(operation: Binary, width: u32, a: u128, b: u128) -> u128 {
    let shift = u32::try_from(b).unwrap_or(u32::MAX);
    let result = match operation {
        Binary::And => a & b,
        Binary::Or => a | b,
        Binary::Xor => a ^ b,
        Binary::Add => a.wrapping_add(b),
        Binary::Sub => a.wrapping_sub(b),
        Binary::Mul => a.wrapping_mul(b),
        Binary::Udiv => a.checked_div(b).unwrap_or(u128::MAX),
        Binary::Urem => a.checked_rem(b).unwrap_or(a),
        Binary::Shl => a.checked_shl(shift).unwrap_or(0),
        Binary::Lshr => a.checked_shr(shift).unwrap_or(0),
        Binary::Ashr => (signed(width, a) >> shift.min(width - 1)) as u128,
        Binary::Eq => u128::from(a == b),
        Binary::Ult => u128::from(a < b),
        Binary::Slt => u128::from(signed(width, a) < signed(width, b)),
    };
    truncate(width, result)
}

/// The multiplicative inverse of an odd number, modulo a power of two.
pub(super) fn inverse(width: u32, odd: u128) -> u128 {
    // Newton's iteration doubles the correct bits; an odd number is its own inverse modulo 8.
    let mut inverse = odd;
    for _ in 0..6 {
        inverse = inverse.wrapping_mul(2u128.wrapping_sub(odd.wrapping_mul(inverse)));
    }
    truncate(width, inverse)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_of_some_width() {
        assert_eq!([ones(1), ones(8), ones(128)], [1, 255, u128::MAX]);
        assert_eq!([sign_bit(1), sign_bit(8)], [1, 128]);
        assert_eq!([signed(1, 1), signed(8, 0x80), signed(8, 0x7f)], [-1, -128, 127]);
        assert_eq!(signed(128, u128::MAX), -1);
        for odd in (1..256).step_by(2) {
            assert_eq!(truncate(8, odd * inverse(8, odd)), 1);
            assert_eq!((odd * 3).wrapping_mul(inverse(128, odd * 3)), 1);
        }
    }
}
