//! Integers of a fixed width, however wide.
//!
//! Plain schoolbook arithmetic: such integers are rare and short. Division alone is
//! done natively up to 128 bits, because bit by bit it would show.

use std::cmp::Ordering;

/// An integer of `width` bits, modulo two to that power.
///
/// # Invariants
/// There are as many limbs as the width needs, the least significant first; bits
/// beyond the width are zero.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Limbs {
    width: u32,
    limbs: Vec<u64>,
}

impl Limbs {
    /// The low `width` bits of what `limbs` are.
    pub(super) fn new(width: u32, mut limbs: Vec<u64>) -> Limbs {
        limbs.resize(width.div_ceil(64) as usize, 0);
        if let (Some(last), extra @ 1..) = (limbs.last_mut(), width % 64) {
            *last &= (1 << extra) - 1;
        }
        Limbs { width, limbs }
    }

    /// A small number.
    pub(super) fn small(width: u32, number: u64) -> Limbs {
        Limbs::new(width, vec![number])
    }

    /// The number with only the topmost bit set: the least signed one.
    pub(super) fn min_signed(width: u32) -> Limbs {
        Limbs::small(width, 1).shl(width - 1)
    }

    /// Its limbs.
    pub(super) fn limbs(&self) -> &[u64] {
        &self.limbs
    }

    pub(super) fn is_zero(&self) -> bool {
        self.limbs.iter().all(|&limb| limb == 0)
    }

    pub(super) fn bit(&self, index: u32) -> bool {
        self.limbs.get(index as usize / 64).is_some_and(|limb| limb >> (index % 64) & 1 != 0)
    }

    /// True if it is below zero as a signed number.
    pub(super) fn is_negative(&self) -> bool {
        self.bit(self.width - 1)
    }

    /// Bits up to the highest that is set.
    pub(super) fn bit_length(&self) -> u32 {
        let top = self.limbs.iter().rposition(|&limb| limb != 0);
        top.map_or(0, |top| top as u32 * 64 + 64 - self.limbs[top].leading_zeros())
    }

    /// Its value, if that is below two to the power of 128.
    pub(super) fn to_u128(&self) -> Option<u128> {
        let limb = |i: usize| u128::from(self.limbs.get(i).copied().unwrap_or(0));
        (self.bit_length() <= 128).then(|| limb(1) << 64 | limb(0))
    }

    /// A number below two to the power of 128, cut to the width.
    pub(super) fn from_u128(width: u32, number: u128) -> Limbs {
        Limbs::new(width, vec![number as u64, (number >> 64) as u64])
    }

    pub(super) fn not(&self) -> Limbs {
        Limbs::new(self.width, self.limbs.iter().map(|limb| !limb).collect())
    }

    pub(super) fn neg(&self) -> Limbs {
        self.not().add(&Limbs::small(self.width, 1))
    }

    /// Its magnitude as a signed number.
    pub(super) fn abs(&self) -> Limbs {
        if self.is_negative() { self.neg() } else { self.clone() }
    }

    pub(super) fn add(&self, other: &Limbs) -> Limbs {
        let mut carry = false;
        let sum = |(&a, &b): (&u64, &u64)| {
            let (sum, first) = a.overflowing_add(b);
            let (sum, second) = sum.overflowing_add(carry.into());
            carry = first || second;
            sum
        };
        let limbs = self.limbs.iter().zip(&other.limbs).map(sum).collect();
        Limbs::new(self.width, limbs)
    }

    pub(super) fn sub(&self, other: &Limbs) -> Limbs {
        self.add(&other.neg())
    }

    pub(super) fn mul(&self, other: &Limbs) -> Limbs {
        let count = self.limbs.len();
        let mut product = vec![0u64; count];
        for (i, &a) in self.limbs.iter().enumerate() {
            let mut carry = 0u128;
            for (j, &b) in other.limbs[..count - i].iter().enumerate() {
                let sum = u128::from(a) * u128::from(b) + u128::from(product[i + j]) + carry;
                product[i + j] = sum as u64;
                carry = sum >> 64;
            }
        }
        Limbs::new(self.width, product)
    }

    /// Quotient and remainder as unsigned numbers; the divisor is not zero.
    pub(super) fn div_rem(&self, divisor: &Limbs) -> (Limbs, Limbs) {
        if let (Some(a), Some(b @ 1..)) = (self.to_u128(), divisor.to_u128()) {
            let number = |number| Limbs::from_u128(self.width, number);
            return (number(a / b), number(a % b));
        }
        // The remainder may need a bit more than the divisor before it is reduced.
        let wide = self.width + 1;
        let divisor = divisor.resize(wide, false);
        let mut quotient = Limbs::small(self.width, 0);
        let mut rest = Limbs::small(wide, 0);
        for index in (0..self.bit_length()).rev() {
            rest = rest.shl(1);
            rest.limbs[0] |= u64::from(self.bit(index));
            if rest.compare(&divisor) != Ordering::Less {
                rest = rest.sub(&divisor);
                quotient.limbs[index as usize / 64] |= 1 << (index % 64);
            }
        }
        (quotient, rest.resize(self.width, false))
    }

    pub(super) fn shl(&self, by: u32) -> Limbs {
        let (whole, part) = (by as usize / 64, by % 64);
        let from = |i: usize| self.limbs.get(i).copied().unwrap_or(0);
        let limb = |i: usize| match i.checked_sub(whole) {
            None => 0,
            Some(j) if part == 0 => from(j),
            Some(j) => from(j) << part | j.checked_sub(1).map_or(0, from) >> (64 - part),
        };
        Limbs::new(self.width, (0..self.limbs.len()).map(limb).collect())
    }

    pub(super) fn lshr(&self, by: u32) -> Limbs {
        let (whole, part) = (by as usize / 64, by % 64);
        let from = |i: usize| self.limbs.get(i).copied().unwrap_or(0);
        let limb = |i: usize| match part {
            0 => from(i + whole),
            _ => from(i + whole) >> part | from(i + whole + 1) << (64 - part),
        };
        Limbs::new(self.width, (0..self.limbs.len()).map(limb).collect())
    }

    pub(super) fn ashr(&self, by: u32) -> Limbs {
        match self.is_negative() {
            true => self.not().lshr(by).not(),
            false => self.lshr(by),
        }
    }

    /// Both as unsigned numbers.
    pub(super) fn compare(&self, other: &Limbs) -> Ordering {
        self.limbs.iter().rev().cmp(other.limbs.iter().rev())
    }

    /// Both as signed numbers.
    pub(super) fn compare_signed(&self, other: &Limbs) -> Ordering {
        other.is_negative().cmp(&self.is_negative()).then_with(|| self.compare(other))
    }

    /// Cut, or extended by zeros or by its sign.
    pub(super) fn resize(&self, width: u32, signed: bool) -> Limbs {
        if !(signed && self.is_negative()) {
            return Limbs::new(width, self.limbs.clone());
        }
        let mut limbs = self.limbs.clone();
        if let (Some(last), extra @ 1..) = (limbs.last_mut(), self.width % 64) {
            *last |= u64::MAX << extra;
        }
        limbs.resize(limbs.len().max(width.div_ceil(64) as usize), u64::MAX);
        Limbs::new(width, limbs)
    }

    /// The same bits in the order that `reverse` puts limbs into.
    pub(super) fn reversed(&self, reverse: fn(u64) -> u64) -> Limbs {
        let limbs: Vec<u64> = self.limbs.iter().rev().map(|&limb| reverse(limb)).collect();
        let spare = limbs.len() as u32 * 64 - self.width;
        Limbs::new(limbs.len() as u32 * 64, limbs).lshr(spare).resize(self.width, false)
    }

    /// As a signed decimal number.
    pub(super) fn to_decimal(&self) -> String {
        let ten = Limbs::small(self.width, 10);
        let mut rest = self.abs();
        let mut digits = Vec::new();
        while digits.is_empty() || !rest.is_zero() {
            let (quotient, digit) = rest.div_rem(&ten);
            digits.push((b'0' + digit.limbs[0] as u8) as char);
            rest = quotient;
        }
        let sign = if self.is_negative() { "-" } else { "" };
        sign.chars().chain(digits.into_iter().rev()).collect()
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    /// Numbers of 128 bits, many of them close to a limb's or the sign's edge.
    fn number() -> impl Strategy<Value = u128> {
        let edges = prop_oneof![
            Just(0u128),
            Just(1 << 63),
            Just(1 << 64),
            Just(1 << 127),
            Just(u128::MAX),
            any::<u64>().prop_map(u128::from),
            any::<u128>(),
        ];
        (edges, -2i8..=2).prop_map(|(edge, by)| edge.wrapping_add(by as u128))
    }

    fn limbs(number: u128) -> Limbs {
        Limbs::from_u128(128, number)
    }

    proptest! {
        #[test]
        fn arithmetic_is_that_of_128_bits(a in number(), b in number()) {
            let (x, y) = (limbs(a), limbs(b));
            prop_assert_eq!(x.add(&y), limbs(a.wrapping_add(b)));
            prop_assert_eq!(x.sub(&y), limbs(a.wrapping_sub(b)));
            prop_assert_eq!(x.mul(&y), limbs(a.wrapping_mul(b)));
            prop_assert_eq!(x.compare(&y), a.cmp(&b));
            prop_assert_eq!(x.compare_signed(&y), (a as i128).cmp(&(b as i128)));
            prop_assert_eq!(x.bit_length(), 128 - a.leading_zeros());
            prop_assert_eq!(x.reversed(u64::swap_bytes), limbs(a.swap_bytes()));
            prop_assert_eq!(x.reversed(u64::reverse_bits), limbs(a.reverse_bits()));
            prop_assert_eq!(x.to_decimal(), (a as i128).to_string());
        }

        #[test]
        fn shifts_are_those_of_128_bits(a in number(), by in 0u32..128) {
            let x = limbs(a);
            prop_assert_eq!(x.shl(by), limbs(a << by));
            prop_assert_eq!(x.lshr(by), limbs(a >> by));
            prop_assert_eq!(x.ashr(by), limbs((a as i128 >> by) as u128));
        }

        #[test]
        fn narrower_widths_wrap(a in number(), b in number(), width in 65u32..=128) {
            let cut = |number: u128| number & (u128::MAX >> (128 - width));
            let narrow = |number| Limbs::from_u128(width, number);
            let (x, y) = (narrow(a), narrow(b));
            prop_assert_eq!(x.add(&y), narrow(cut(a).wrapping_add(cut(b))));
            prop_assert_eq!(x.mul(&y), narrow(cut(a).wrapping_mul(cut(b))));
            prop_assert_eq!(x.resize(128, false), limbs(cut(a)));
            let shift = 128 - width;
            let extended = ((a << shift) as i128 >> shift) as u128;
            prop_assert_eq!(x.resize(128, true), limbs(extended));
            let order = ((a << shift) as i128).cmp(&((b << shift) as i128));
            prop_assert_eq!(x.compare_signed(&y), order);
        }

        #[test]
        fn division_undoes_multiplication(a in number(), b in number(), c in number()) {
            // 300 bits hold the product of two numbers of 128 bits, and the remainder.
            let wide = |number| Limbs::from_u128(300, number);
            prop_assume!(b != 0);
            let rest = wide(c % b);
            let dividend = wide(a).mul(&wide(b)).add(&rest);
            prop_assert_eq!(dividend.div_rem(&wide(b)), (wide(a), rest));
        }
    }

    #[test]
    fn a_number_beyond_128_bits_is_divided_bit_by_bit() {
        let two_to_199 = Limbs::min_signed(200);
        let (quotient, rest) = two_to_199.div_rem(&Limbs::small(200, 1 << 40));
        assert_eq!((quotient, rest.is_zero()), (Limbs::small(200, 1).shl(159), true));
        let all = Limbs::small(200, 0).not();
        assert_eq!(all.div_rem(&all), (Limbs::small(200, 1), Limbs::small(200, 0)));
    }

    #[test]
    fn extension_crosses_limbs() {
        let minus_one = Limbs::small(65, 0).not();
        assert_eq!(minus_one.resize(200, true), Limbs::small(200, 0).not());
        assert_eq!(minus_one.resize(200, false).bit_length(), 65);
        assert_eq!(Limbs::small(3, 4).resize(70, true).to_decimal(), "-4");
    }
}
