//! Integer arithmetic on operands of which some bits are undefined.
//!
//! A bit of a result is defined only if it is the same for all values that the undefined bits of
//! the operands can have. The rules:
//! - Bitwise operations, resizing, shifts and funnel shifts by a defined amount, and exchanges of
//!   bytes or bits are exact.
//! - Sums, differences and products are undefined from the lowest undefined bit on. In a product,
//!   it is that of one factor, shifted by as many places as the other has zeros at its end.
//! - Comparisons are exact: equality is decided by a defined bit that differs, order by the ranges
//!   of the operands. A minimum or maximum is the operand that the order decides for, and has
//!   otherwise the bits in which both agree.
//! - A count of bits has the leading bits in which its least and its greatest value agree.
//! - Everything else (divisions, saturating arithmetic, overflow flags, shifts by an amount
//!   that is not defined, floats, integers of more than 128 bits) is undefined as a whole.
//!
//! None of this is reached while all bits are defined. The symbolic engine has the same rules.

#[cfg(test)]
mod tests;

use heddle_program::{IntBinary, IntUnary, Overflowing};

use crate::value::Word;

/// Most bits of an integer whose bits are told apart.
pub(super) const MAX_WIDTH: u32 = 128;

/// An integer of up to [`MAX_WIDTH`] bits.
///
/// # Invariants
/// No bit is set beyond the width, and none of `low` where `undef` is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Partial {
    width: u32,
    /// The bits, with zeros where they are undefined: the least unsigned value.
    low: u128,
    /// Mask of the undefined bits.
    undef: u128,
    /// True if one of them is an input that was left open.
    is_input: bool,
}

/// A mask of the low `width` bits.
fn ones(width: u32) -> u128 {
    u128::MAX >> (128 - width)
}

/// All bits from the lowest that is set on.
fn from_lowest(mask: u128) -> u128 {
    mask | mask.wrapping_neg()
}

/// All bits up to the highest that is set.
fn up_to_highest(mask: u128) -> u128 {
    u128::MAX.checked_shr(mask.leading_zeros()).unwrap_or(0)
}

impl Partial {
    /// An operand in slots, the least significant first; bits beyond the width do not count.
    pub(super) fn new(width: u32, words: &[Word]) -> Partial {
        let join = |part: fn(&Word) -> u64| {
            let word = |i: usize| words.get(i).map_or(0, |word| u128::from(part(word)));
            (word(1) << 64 | word(0)) & ones(width)
        };
        let (bits, undef) = (join(|word| word.bits), join(|word| word.undef));
        Partial { width, low: bits & !undef, undef, is_input: bits & undef != 0 }
    }

    /// The slots of a result.
    pub(super) fn words(self) -> Vec<Word> {
        let bits = self.low | if self.is_input { self.undef } else { 0 };
        let word =
            |shift: u32| Word { bits: (bits >> shift) as u64, undef: (self.undef >> shift) as u64 };
        (0..self.width).step_by(64).map(word).collect()
    }

    /// The slot of a result of at most 64 bits.
    pub(super) fn word(self) -> Word {
        self.words().first().copied().unwrap_or_default()
    }

    /// The greatest unsigned value.
    fn high(self) -> u128 {
        self.low | self.undef
    }

    fn sign(self) -> u128 {
        1 << (self.width - 1)
    }

    /// A result of this width of which some bits are undefined, because operands are.
    fn result(self, others: &[Partial], bits: u128, undef: u128) -> Partial {
        let undef = undef & ones(self.width);
        let is_input = self.is_input || others.iter().any(|other| other.is_input);
        let low = bits & ones(self.width) & !undef;
        Partial { width: self.width, low, undef, is_input: is_input && undef != 0 }
    }

    /// The same number, so that its order as an unsigned number is that as a signed one.
    fn biased(self) -> Partial {
        Partial { low: self.low ^ (self.sign() & !self.undef), ..self }
    }

    pub(super) fn add(self, other: Partial) -> Partial {
        let undef = from_lowest(self.undef | other.undef);
        self.result(&[other], self.low.wrapping_add(other.low), undef)
    }

    pub(super) fn sub(self, other: Partial) -> Partial {
        let undef = from_lowest(self.undef | other.undef);
        self.result(&[other], self.low.wrapping_sub(other.low), undef)
    }

    pub(super) fn mul(self, other: Partial) -> Partial {
        let share = |x: Partial, y: Partial| {
            let lowest = y.high() & y.high().wrapping_neg();
            from_lowest(x.undef).wrapping_mul(lowest)
        };
        let undef = share(self, other) | share(other, self);
        self.result(&[other], self.low.wrapping_mul(other.low), undef)
    }

    /// True if both are equal, where that is decided.
    pub(super) fn equals(self, other: Partial) -> Option<bool> {
        let undef = self.undef | other.undef;
        match (self.low ^ other.low) & !undef {
            0 if undef == 0 => Some(true),
            0 => None,
            _ => Some(false),
        }
    }

    /// True if both are not equal, where that is decided.
    pub(super) fn differs(self, other: Partial) -> Option<bool> {
        self.equals(other).map(|equal| !equal)
    }

    /// True if this is less as an unsigned number, where that is decided.
    pub(super) fn is_below(self, other: Partial) -> Option<bool> {
        if self.high() < other.low {
            Some(true)
        } else if self.low >= other.high() {
            Some(false)
        } else {
            None
        }
    }

    /// True if this is less as a signed number, where that is decided.
    pub(super) fn is_less(self, other: Partial) -> Option<bool> {
        self.biased().is_below(other.biased())
    }

    /// True if this is not greater as an unsigned number, where that is decided.
    pub(super) fn is_not_above(self, other: Partial) -> Option<bool> {
        other.is_below(self).map(|is_below| !is_below)
    }

    /// True if this is not greater as a signed number, where that is decided.
    pub(super) fn is_not_greater(self, other: Partial) -> Option<bool> {
        other.is_less(self).map(|is_less| !is_less)
    }

    /// This, if a condition holds, or the other; the bits in which both agree, if it is not
    /// decided.
    fn chosen(self, condition: Option<bool>, other: Partial) -> Partial {
        match condition {
            Some(true) => self,
            Some(false) => other,
            None => {
                let undef = self.undef | other.undef | (self.low ^ other.low);
                self.result(&[other], self.low, undef)
            }
        }
    }

    /// The difference of signs that a three-way comparison gives.
    fn sign_of(self, other: Partial, less: Option<bool>, greater: Option<bool>) -> Partial {
        let (bits, undef) = match (less, greater) {
            (Some(true), _) => (u128::MAX, 0),
            (_, Some(true)) => (1, 0),
            (Some(false), Some(false)) => (0, 0),
            _ => (0, u128::MAX),
        };
        self.result(&[other], bits, undef)
    }

    /// LLVM's functions of two operands.
    pub(super) fn function(self, op: IntBinary, other: Partial) -> Partial {
        match op {
            IntBinary::UMin => self.chosen(self.is_below(other), other),
            IntBinary::UMax => self.chosen(other.is_below(self), other),
            IntBinary::SMin => self.chosen(self.is_less(other), other),
            IntBinary::SMax => self.chosen(other.is_less(self), other),
            IntBinary::UCmp => self.sign_of(other, self.is_below(other), other.is_below(self)),
            IntBinary::SCmp => self.sign_of(other, self.is_less(other), other.is_less(self)),
            IntBinary::SAddSat
            | IntBinary::UAddSat
            | IntBinary::SSubSat
            | IntBinary::USubSat
            | IntBinary::SShlSat
            | IntBinary::UShlSat => self.lost(other),
        }
    }

    /// A result that is undefined as a whole.
    pub(super) fn lost(self, other: Partial) -> Partial {
        self.result(&[other], 0, u128::MAX)
    }

    /// The result of arithmetic whose overflow is told beside it.
    pub(super) fn wrapped(self, op: Overflowing, other: Partial) -> Partial {
        match op {
            Overflowing::SAdd | Overflowing::UAdd => self.add(other),
            Overflowing::SSub | Overflowing::USub => self.sub(other),
            Overflowing::SMul | Overflowing::UMul => self.mul(other),
        }
    }

    /// LLVM's functions of one operand.
    pub(super) fn unary(self, op: IntUnary) -> Partial {
        match op {
            IntUnary::Bswap => self.permuted(u128::swap_bytes),
            IntUnary::BitReverse => self.permuted(u128::reverse_bits),
            IntUnary::Ctpop => self.counted(u128::count_ones),
            IntUnary::Ctlz => self.counted(|bits| bits.leading_zeros() - (128 - self.width)),
            IntUnary::Cttz => self.counted(|bits| bits.trailing_zeros().min(self.width)),
            // A number and its negation agree up to the lowest bit that is set.
            IntUnary::Abs if self.undef & self.sign() != 0 => {
                self.result(&[], 0, from_lowest(self.high()))
            }
            IntUnary::Abs if self.low & self.sign() != 0 => {
                self.result(&[], self.low.wrapping_neg(), from_lowest(self.undef))
            }
            IntUnary::Abs => self,
        }
    }

    /// Its bits in another order.
    fn permuted(self, reverse: fn(u128) -> u128) -> Partial {
        let of = |bits: u128| reverse(bits) >> (128 - self.width);
        self.result(&[], of(self.low), of(self.undef))
    }

    /// A count that each bit that is set makes greater, or each makes smaller.
    fn counted(self, count: impl Fn(u128) -> u32) -> Partial {
        let [first, last] = [self.low, self.high()].map(|bits| u128::from(count(bits)));
        self.result(&[], first, up_to_highest(first ^ last))
    }

    /// The upper (or lower) half of this and another number side by side, shifted by less than
    /// the width.
    pub(super) fn funnel_shift(self, left: bool, other: Partial, by: u32) -> Partial {
        let (up, down) = if left { (by, self.width - by) } else { (self.width - by, by) };
        let shifted = |x: u128, y: u128| {
            let high = x.checked_shl(up).unwrap_or(0);
            high | y.checked_shr(down).unwrap_or(0)
        };
        self.result(&[other], shifted(self.low, other.low), shifted(self.undef, other.undef))
    }
}

/// The slot of a condition, which is undefined because operands are if it is not decided.
pub(super) fn truth(decided: Option<bool>, sources: &[Word]) -> Word {
    decided.map_or_else(|| Word::tainted(1, sources), |holds| Word::new(holds.into()))
}
