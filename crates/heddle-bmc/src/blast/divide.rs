//! Quotients and remainders, by long division.
//!
//! The other way is to guess them and to say what they must satisfy, `q * d + r == n` and
//! `r < d`. On the formulas of `examples/solve.rs` that takes the solver about as long where the
//! divisor is a variable, and ten times as long where it is a constant.

use super::gates::{FALSE, Gates, TRUE};
use super::words::negated;
use crate::sat::{Lit, Solver};

impl<S: Solver> Gates<S> {
    /// The quotient and the remainder of `n` by `d`.
    ///
    /// A divisor of zero fits into everything, so that the quotient is all ones, and takes
    /// nothing away: just what is wanted.
    pub(super) fn divide(&mut self, n: &[Lit], d: &[Lit]) -> [Vec<Lit>; 2] {
        let width = n.len();
        let mut quotient = vec![FALSE; width];
        let mut remainder = vec![FALSE; width];
        // With a bit more, for a remainder that has just been doubled.
        let mut divisor = d.to_vec();
        divisor.push(FALSE);
        let minus = negated(&divisor);
        for place in (0..width).rev() {
            remainder.insert(0, n[place]);
            let fits = !self.less(&remainder, &divisor);
            let rest = self.sum(&remainder, &minus, TRUE);
            quotient[place] = fits;
            remainder = self.choose(fits, &rest, &remainder);
            remainder.pop();
        }
        [quotient, remainder]
    }
}
