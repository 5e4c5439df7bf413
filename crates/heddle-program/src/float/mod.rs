//! Floating-point operations on values that are known.
//!
//! The one definition of what they give: the machine executes with it, the symbolic engine folds
//! constants with it, and C expressions are evaluated with it. Values are passed by their bits.
//! Rounding is to nearest, ties to even.
//!
//! [`native`] computes `float` and `double` with the host's arithmetic and its mathematical
//! library. [`soft`] computes all formats with `rustc_apfloat`, as far as results are rounded
//! correctly by definition. `tests/float.rs` compares the two with each other, and both with what
//! a C program gives.

pub mod native;
mod root;
pub mod soft;

use std::cmp::Ordering;

use crate::{FloatCompare, FloatKind, FloatWidth, MathFn};

/// An arithmetic operation on two floats.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Hash)]
#[expect(missing_docs, reason = "the names say it")]
pub enum FloatOp {
    Add,
    Sub,
    Mul,
    Div,
    Rem,
}

/// A float operation that has no definition here.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum FloatError {
    /// PowerPC's format.
    #[error("a float that is a pair of doubles")]
    PairOfDoubles,
    /// A function of the mathematical library, which has none for this format.
    #[error("the function {} on {kind:?} floats", format!("{function:?}").to_lowercase())]
    NoFunction {
        /// The function.
        function: MathFn,
        /// The format.
        kind: FloatKind,
    },
}

/// Bits of a format.
pub fn width(kind: FloatKind) -> u32 {
    match kind {
        FloatKind::Half | FloatKind::BFloat => 16,
        FloatKind::Single => 32,
        FloatKind::Double => 64,
        FloatKind::X86Fp80 => 80,
        FloatKind::Quad | FloatKind::PpcDouble => 128,
    }
}

/// Bits of each slot that a format takes, the lowest first.
pub fn slot_widths(kind: FloatKind) -> &'static [u32] {
    match kind {
        FloatKind::Half | FloatKind::BFloat => &[16],
        FloatKind::Single => &[32],
        FloatKind::Double => &[64],
        FloatKind::X86Fp80 => &[64, 16],
        FloatKind::Quad | FloatKind::PpcDouble => &[64, 64],
    }
}

impl FloatWidth {
    /// Bits of the format.
    #[inline]
    pub fn bits(self) -> u32 {
        match self {
            FloatWidth::F32 => 32,
            FloatWidth::F64 => 64,
        }
    }

    /// The format of so many bits.
    pub fn of_bits(bits: u32) -> Option<FloatWidth> {
        match bits {
            32 => Some(FloatWidth::F32),
            64 => Some(FloatWidth::F64),
            _ => None,
        }
    }

    /// The other format of the two.
    pub fn other(self) -> FloatWidth {
        match self {
            FloatWidth::F32 => FloatWidth::F64,
            FloatWidth::F64 => FloatWidth::F32,
        }
    }

    /// The format by its general name.
    pub fn kind(self) -> FloatKind {
        match self {
            FloatWidth::F32 => FloatKind::Single,
            FloatWidth::F64 => FloatKind::Double,
        }
    }
}

impl FloatCompare {
    /// True if the comparison holds of two floats with this order; none of what is not a number.
    #[inline]
    pub fn holds(self, order: Option<Ordering>) -> bool {
        let outcome = match order {
            None => FloatCompare::UNORDERED,
            Some(Ordering::Less) => FloatCompare::LESS,
            Some(Ordering::Equal) => FloatCompare::EQUAL,
            Some(Ordering::Greater) => FloatCompare::GREATER,
        };
        self.0 & outcome != 0
    }
}
