//! Integer operations that have no result.

use std::fmt;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// An integer operation without a result.
#[derive(
    Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize, JsonSchema,
)]
#[serde(tag = "operation", rename_all = "kebab-case")]
pub enum Overflow {
    /// An addition, subtraction or multiplication of signed integers.
    Arithmetic {
        /// The operation.
        name: Arithmetic,
        /// Left operand, in decimal.
        left: String,
        /// Right operand, in decimal.
        right: String,
        /// Width of the operands.
        bits: u32,
    },
    /// The least signed integer, divided by -1.
    Division {
        /// The dividend, in decimal.
        dividend: String,
    },
    /// A left shift of a signed integer.
    LeftShift,
    /// A shift by as many bits as the value has, or more.
    ShiftAmount {
        /// The number of bits, in decimal.
        by: String,
        /// The same as a signed number, if that is negative.
        #[serde(skip_serializing_if = "Option::is_none", default)]
        if_signed: Option<String>,
    },
}

/// An operation that can overflow.
#[derive(
    Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize, JsonSchema,
)]
#[serde(rename_all = "kebab-case")]
pub enum Arithmetic {
    /// `a + b`.
    Addition,
    /// `a - b`.
    Subtraction,
    /// `a * b`.
    Multiplication,
}

impl fmt::Display for Overflow {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Overflow::Arithmetic { name, left, right, bits } => {
                write!(f, "signed overflow in the {name} of {left} and {right} ({bits} bits)")
            }
            Overflow::Division { dividend } => {
                write!(f, "signed overflow in the division of {dividend} by -1")
            }
            Overflow::LeftShift => f.write_str("signed overflow in a left shift"),
            Overflow::ShiftAmount { by, if_signed } => {
                write!(f, "shift by {by} bits")?;
                if let Some(negative) = if_signed {
                    write!(f, " ({negative}, if that is signed)")?;
                }
                f.write_str(", more than the value has")
            }
        }
    }
}

impl fmt::Display for Arithmetic {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Arithmetic::Addition => "addition",
            Arithmetic::Subtraction => "subtraction",
            Arithmetic::Multiplication => "multiplication",
        })
    }
}
