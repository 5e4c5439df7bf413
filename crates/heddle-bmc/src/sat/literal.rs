//! Literals.

use std::fmt;
use std::ops::Not;

/// A variable of a solver, or its negation.
///
/// The lowest bit of the code is the sign, the rest is the variable, so that an array can be
/// indexed by either. A negation is one bit flipped.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Lit(u32);

impl Lit {
    /// Solvers number variables by positive `int`s, beginning with one.
    pub const MAX_VARIABLE: u32 = i32::MAX as u32 - 1;

    /// The literal of a variable.
    ///
    /// # Panics
    ///
    /// If the variable is beyond [`Self::MAX_VARIABLE`], which no formula that fits into memory
    /// reaches.
    pub const fn new(variable: u32, is_negated: bool) -> Self {
        assert!(variable <= Self::MAX_VARIABLE, "there should be fewer variables");
        Self(variable << 1 | is_negated as u32)
    }

    /// The variable.
    pub const fn variable(self) -> u32 {
        self.0 >> 1
    }

    /// True if it is the negation of its variable.
    pub const fn is_negated(self) -> bool {
        self.0 & 1 == 1
    }

    /// The literal if `condition` is false, its negation otherwise.
    #[must_use]
    pub const fn negated_if(self, condition: bool) -> Self {
        Self(self.0 ^ condition as u32)
    }

    /// A number below twice the number of variables.
    pub const fn code(self) -> u32 {
        self.0
    }

    /// The literal of a [`code`](Self::code).
    pub(crate) const fn from_code(code: u32) -> Self {
        Self(code)
    }

    /// The number that stands for this literal in files.
    pub const fn to_dimacs(self) -> i32 {
        let number = self.variable() as i32 + 1;
        if self.is_negated() { -number } else { number }
    }

    /// The literal that a number in a file stands for; zero stands for none.
    pub const fn from_dimacs(number: i32) -> Option<Self> {
        match number {
            0 | i32::MIN => None,
            _ => Some(Self::new(number.unsigned_abs() - 1, number < 0)),
        }
    }
}

impl Not for Lit {
    type Output = Self;

    fn not(self) -> Self {
        Self(self.0 ^ 1)
    }
}

impl fmt::Debug for Lit {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.to_dimacs())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn literals_and_their_numbers() {
        for number in [1, -1, 2, -2, 1000, i32::MAX, -i32::MAX] {
            let literal = Lit::from_dimacs(number).unwrap();
            assert_eq!(literal.to_dimacs(), number);
            assert_eq!((!literal).to_dimacs(), -number);
            assert_eq!(literal.is_negated(), number < 0);
            assert_eq!(literal.negated_if(true), !literal);
            assert_eq!(Lit::from_code(literal.code()), literal);
        }
        assert_eq!(Lit::from_dimacs(0), None);
        assert_eq!(Lit::from_dimacs(i32::MIN), None);
    }
}
