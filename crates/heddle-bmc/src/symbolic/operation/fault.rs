//! What can go wrong in an instruction on values.

use std::fmt::Write as _;

use heddle_model::Property;

use crate::term::{Term, Terms, semantics};

/// What the machine would stop a run with.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Fault {
    /// A divisor has undefined bits.
    UndefinedDivisor,
    /// A divisor is zero.
    DivisionByZero,
    /// The least number is divided by -1, and the processor traps.
    DivisionTraps {
        /// The least number.
        dividend: Term,
    },
    /// The least number is divided by -1 by a function, which wraps around.
    DivisionOverflows {
        /// The least number.
        dividend: Term,
    },
    /// A result is out of the range that the instruction promises to keep within.
    SignedOverflow {
        /// `addition`, `subtraction`, `multiplication`.
        operation: &'static str,
        /// The first operand.
        a: Term,
        /// The second operand.
        b: Term,
    },
    /// A left shift changes the sign, or loses bits that differ from it.
    ShiftOverflows,
    /// A value is shifted by at least as many bits as it has.
    ShiftTooFar {
        /// By how many.
        by: Term,
    },
}

impl Fault {
    /// The property that is violated. [`Property::Uninitialized`] leaves the verdict open if it
    /// is not looked for.
    pub(crate) fn property(self) -> Property {
        match self {
            Fault::UndefinedDivisor => Property::Uninitialized,
            Fault::DivisionByZero => Property::DivisionByZero,
            Fault::DivisionTraps { .. } => Property::Crash,
            Fault::DivisionOverflows { .. }
            | Fault::SignedOverflow { .. }
            | Fault::ShiftOverflows
            | Fault::ShiftTooFar { .. } => Property::Overflow,
        }
    }

    /// What the machine says, when terms have the values that `value` gives them.
    pub(crate) fn message(self, terms: &Terms, mut value: impl FnMut(Term) -> u128) -> String {
        let mut number = |term| semantics::signed(terms.width(term), value(term));
        let mut text = String::new();
        // Writing to a string does not fail.
        let _ = match self {
            Fault::UndefinedDivisor => write!(text, "a division depends on an uninitialized value"),
            Fault::DivisionByZero => write!(text, "division by zero"),
            Fault::DivisionTraps { dividend } => {
                write!(text, "division of {} by -1 overflows, which traps", number(dividend))
            }
            Fault::DivisionOverflows { dividend } => {
                write!(text, "signed overflow in the division of {} by -1", number(dividend))
            }
            Fault::SignedOverflow { operation, a, b } => {
                let width = terms.width(a);
                let (a, b) = (number(a), number(b));
                write!(text, "signed overflow in the {operation} of {a} and {b} ({width} bits)")
            }
            Fault::ShiftOverflows => write!(text, "signed overflow in a left shift"),
            Fault::ShiftTooFar { by } => {
                // Amounts of one slot are told without a sign.
                let amount = match terms.width(by) {
                    ..=64 => value(by).to_string(),
                    _ => number(by).to_string(),
                };
                write!(text, "shift by {amount} bits, more than the value has")
            }
        };
        text
    }
}
