//! Circuits on words, the lowest bit first: sums, comparisons, choices and shifts.

use super::gates::{FALSE, Gates, TRUE};
use crate::sat::{Lit, Solver};

/// Every bit negated.
pub(super) fn negated(word: &[Lit]) -> Vec<Lit> {
    word.iter().map(|&bit| !bit).collect()
}

/// The value of a word all of whose bits are constants.
pub(super) fn constant(word: &[Lit]) -> Option<u128> {
    word.iter().rev().try_fold(0, |value, &bit| match bit {
        TRUE => Some(value << 1 | 1),
        FALSE => Some(value << 1),
        _ => None,
    })
}

impl<S: Solver> Gates<S> {
    /// `a + b + carry`, by a chain of full adders.
    pub(super) fn sum(&mut self, a: &[Lit], b: &[Lit], mut carry: Lit) -> Vec<Lit> {
        let mut sum = Vec::with_capacity(a.len());
        for (place, (&x, &y)) in a.iter().zip(b).enumerate() {
            sum.push(self.xor3(x, y, carry));
            if place + 1 < a.len() {
                carry = self.majority(x, y, carry);
            }
        }
        sum
    }

    /// `a - b`.
    pub(super) fn difference(&mut self, a: &[Lit], b: &[Lit]) -> Vec<Lit> {
        self.sum(a, &negated(b), TRUE)
    }

    /// `a < b` without sign: the borrow of their difference, whose other bits are not made.
    pub(super) fn less(&mut self, a: &[Lit], b: &[Lit]) -> Lit {
        a.iter().zip(b).fold(FALSE, |borrow, (&x, &y)| self.majority(!x, y, borrow))
    }

    /// `a < b` in two's complement, where the sign counts the other way.
    pub(super) fn signed_less(&mut self, a: &[Lit], b: &[Lit]) -> Lit {
        let (Some((&sign_a, a)), Some((&sign_b, b))) = (a.split_last(), b.split_last()) else {
            return FALSE;
        };
        let borrow = self.less(a, b);
        self.majority(sign_a, !sign_b, borrow)
    }

    /// `a == b`: a conjunction, of the bits themselves where `b` is constant.
    pub(super) fn equal(&mut self, a: &[Lit], b: &[Lit]) -> Lit {
        let bits: Vec<_> = a.iter().zip(b).map(|(&x, &y)| !self.xor(x, y)).collect();
        self.all(&bits)
    }

    /// `then` if `condition`, else `otherwise`.
    pub(super) fn choose(&mut self, condition: Lit, then: &[Lit], otherwise: &[Lit]) -> Vec<Lit> {
        then.iter().zip(otherwise).map(|(&t, &e)| self.ite(condition, t, e)).collect()
    }

    /// `word` shifted by `amount`, down or up, with `fill` coming in: a stage for each bit of
    /// the amount that can leave something.
    pub(super) fn shift(
        &mut self,
        word: &[Lit],
        amount: &[Lit],
        down: bool,
        fill: Lit,
    ) -> Vec<Lit> {
        let width = word.len();
        let mut result = word.to_vec();
        // Bits that alone move everything out are as good as each other.
        let (stages, beyond) = amount.split_at(usize::ilog2(2 * width - 1) as usize);
        for (stage, &bit) in stages.iter().enumerate() {
            let places = 1 << stage;
            let moved: Vec<_> = (0..width)
                .map(|place| {
                    let from = if down { Some(place + places) } else { place.checked_sub(places) };
                    from.and_then(|from| result.get(from)).copied().unwrap_or(fill)
                })
                .collect();
            result = self.choose(bit, &moved, &result);
        }
        // Any of the other bits set: nothing is left.
        let beyond = self.any(beyond);
        let nothing = vec![fill; width];
        self.choose(beyond, &nothing, &result)
    }
}
