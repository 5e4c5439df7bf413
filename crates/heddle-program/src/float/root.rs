//! Square roots of long numbers.

/// The root of `mantissa * 2^exponent`, which is not zero: 128 bits of it, of which the lowest
/// stands for all that is below, and their exponent.
pub(super) fn square_root(mantissa: u128, exponent: i32) -> (u128, i32) {
    // As a number of 255 or 256 bits times a power of two that is even.
    let up = mantissa.leading_zeros();
    let (mut high, mut low) = (mantissa << up, 0);
    let mut exponent = exponent - 128 - up as i32;
    if exponent.rem_euclid(2) == 1 {
        low = high << 127;
        high >>= 1;
        exponent += 1;
    }
    let mut root = 0u128;
    for bit in (0..128).rev() {
        let trial = root | 1 << bit;
        if squared(trial) <= (high, low) {
            root = trial;
        }
    }
    let is_exact = squared(root) == (high, low);
    (root | u128::from(!is_exact), exponent / 2)
}

/// The square, its upper half first.
fn squared(number: u128) -> (u128, u128) {
    let (h, l) = (number >> 64, number & u128::from(u64::MAX));
    // (h * 2^64 + l)^2, of which twice h * l is in the middle.
    let (middle, carry) = (h * l).overflowing_mul(2);
    let (low, over) = (l * l).overflowing_add(middle << 64);
    (h * h + (middle >> 64) + (u128::from(carry) << 64) + u128::from(over), low)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn squares_are_those_of_long_multiplication() {
        assert_eq!(squared(u128::MAX), (u128::MAX - 1, 1));
        assert_eq!(squared(1 << 127), (1 << 126, 0));
        assert_eq!(squared(3), (0, 9));
        assert_eq!(squared(1 << 64 | 1), (1, 1 << 65 | 1));
    }

    #[test]
    fn roots_of_squares_are_exact() {
        for number in [1u128, 3, 1 << 40, 0xffff_ffff_ffff_ffff, 0x1234_5678_9abc_def1] {
            let (root, exponent) = square_root(number * number, 0);
            let down = exponent.unsigned_abs();
            assert_eq!(root >> down, number);
            assert_eq!(root & ((1 << down) - 1), 0);
        }
    }
}
