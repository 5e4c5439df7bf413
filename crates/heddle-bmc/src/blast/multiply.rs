//! Products: rows of one factor added up, one row for each bit of the other.
//!
//! Adding up by columns, as hardware does to be quick, takes as many gates; on the formulas of
//! `examples/solve.rs` the solver needs more conflicts with it, up to eight times as many.

use super::gates::{FALSE, Gates, TRUE};
use super::words::{constant, negated};
use crate::sat::{Lit, Solver};

impl<S: Solver> Gates<S> {
    /// The low half of `a * b`.
    pub(super) fn product(&mut self, a: &[Lit], b: &[Lit]) -> Vec<Lit> {
        match (constant(a), constant(b)) {
            (Some(factor), _) => self.multiple(b, factor),
            (_, Some(factor)) => self.multiple(a, factor),
            _ => self.product_rows(a, b),
        }
    }

    /// Rows for the bits of the factor that has more zeros, which make none.
    fn product_rows(&mut self, a: &[Lit], b: &[Lit]) -> Vec<Lit> {
        let zeros = |word: &[Lit]| word.iter().filter(|&&bit| bit == FALSE).count();
        let (rows, row) = if zeros(a) > zeros(b) { (a, b) } else { (b, a) };
        let width = a.len();
        let mut sum = vec![FALSE; width];
        for (place, &bit) in rows.iter().enumerate() {
            let row: Vec<_> = row[..width - place].iter().map(|&x| self.and(bit, x)).collect();
            let upper = self.sum(&sum[place..], &row, FALSE);
            sum.truncate(place);
            sum.extend(upper);
        }
        sum
    }

    /// A word times a constant, in signed digits: no two neighbours of them are set, so that
    /// there are at most half as many sums as bits. `x * 15` is `(x << 4) - x`.
    fn multiple(&mut self, word: &[Lit], factor: u128) -> Vec<Lit> {
        let width = word.len();
        let mut sum = vec![FALSE; width];
        let mut rest = factor;
        for place in 0..width {
            if rest & 1 == 0 {
                rest >>= 1;
                continue;
            }
            // With a one above, take this one away and add above: a digit of -1.
            let is_negative = rest & 2 != 0;
            let row = &word[..width - place];
            let upper = if is_negative {
                self.sum(&sum[place..], &negated(row), TRUE)
            } else {
                self.sum(&sum[place..], row, FALSE)
            };
            sum.truncate(place);
            sum.extend(upper);
            // The carry out of the highest bit of a number of 128 bits does not count.
            rest = (rest >> 1) + u128::from(is_negative);
        }
        sum
    }
}
