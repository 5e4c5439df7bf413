//! Changes of values by atomic accesses: to make them, and to know beforehand whether they would change
//! anything.

/// A change of a value.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Change {
    /// It becomes this one.
    Store(u128),
    /// This is added.
    Add(u128),
    /// This is subtracted.
    Subtract(u128),
    /// It keeps these bits.
    And(u128),
    /// It gets these bits.
    Or(u128),
    /// These bits are reversed.
    Xor(u128),
    /// It keeps these bits, and then all are reversed.
    Nand(u128),
    /// It becomes another if it is the first of these.
    Exchange {
        /// The value that is expected.
        expected: u128,
        /// The value that it gets then.
        desired: u128,
    },
}

impl Change {
    /// Words that tell it from others.
    pub(crate) fn words(self) -> [u64; 5] {
        let (kind, first, second) = match self {
            Change::Store(value) => (1, value, 0),
            Change::Add(value) => (2, value, 0),
            Change::Subtract(value) => (3, value, 0),
            Change::And(value) => (4, value, 0),
            Change::Or(value) => (5, value, 0),
            Change::Xor(value) => (6, value, 0),
            Change::Nand(value) => (7, value, 0),
            Change::Exchange { expected, desired } => (8, expected, desired),
        };
        let halves = |value: u128| [value as u64, (value >> 64) as u64];
        let ([a, b], [c, d]) = (halves(first), halves(second));
        [kind, a, b, c, d]
    }

    /// Returns what becomes of a value of so many bytes.
    pub(crate) fn of(self, old: u128, bytes: u32) -> u128 {
        let new = match self {
            Change::Store(value) => value,
            Change::Add(value) => old.wrapping_add(value),
            Change::Subtract(value) => old.wrapping_sub(value),
            Change::And(value) => old & value,
            Change::Or(value) => old | value,
            Change::Xor(value) => old ^ value,
            Change::Nand(value) => !(old & value),
            Change::Exchange { expected, desired } if old == expected => desired,
            Change::Exchange { .. } => old,
        };
        new & (u128::MAX >> (128 - 8 * bytes))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn values_keep_their_bytes() {
        assert_eq!(Change::Add(1).of(0xff, 1), 0);
        assert_eq!(Change::Subtract(1).of(0, 2), 0xffff);
        assert_eq!(Change::Nand(0b110).of(0b011, 1), 0b1111_1101);
        assert_eq!(Change::Store(u128::MAX).of(0, 16), u128::MAX);
    }

    #[test]
    fn exchanges_expect_a_value() {
        let change = Change::Exchange { expected: 3, desired: 7 };
        assert_eq!((change.of(3, 4), change.of(4, 4)), (7, 4));
    }
}
