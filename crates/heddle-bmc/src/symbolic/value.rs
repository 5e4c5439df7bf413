//! Values of slots.

use crate::term::{Term, Terms};

/// 64 bits, some of which may be undefined: what a slot of a frame holds, as a term.
///
/// # Invariants
/// Both terms have 64 bits. What a bit of `bits` is that `undef` has set does not matter to
/// anyone: no check and no event may depend on it without a check that it is defined.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Value {
    /// The bits.
    pub(crate) bits: Term,
    /// Mask of the undefined bits.
    pub(crate) undef: Term,
}

impl Value {
    /// A defined value of 64 bits.
    pub(crate) fn defined(terms: &mut Terms, bits: Term) -> Value {
        debug_assert_eq!(terms.width(bits), 64);
        Value { bits, undef: terms.constant(64, 0) }
    }

    /// A constant.
    pub(crate) fn constant(terms: &mut Terms, bits: u64) -> Value {
        let bits = terms.constant(64, u128::from(bits));
        Value::defined(terms, bits)
    }

    /// 64 bits that nobody wrote.
    pub(crate) fn undefined(terms: &mut Terms) -> Value {
        Value::undefined_bits(terms, 64)
    }

    /// So many bits that nobody wrote, with zeros above them.
    pub(crate) fn undefined_bits(terms: &mut Terms, width: u8) -> Value {
        let undef = u128::MAX >> (128 - u32::from(width));
        Value { bits: terms.constant(64, 0), undef: terms.constant(64, undef) }
    }

    /// True if all bits are known to be defined.
    pub(crate) fn is_defined(self, terms: &Terms) -> bool {
        terms.value(self.undef) == Some(0)
    }

    /// Condition under which some bit is undefined.
    pub(crate) fn has_undefined(self, terms: &mut Terms) -> Term {
        if self.is_defined(terms) {
            return Term::FALSE;
        }
        let none = terms.constant(64, 0);
        terms.ne(self.undef, none)
    }

    /// One value or another.
    pub(crate) fn choose(terms: &mut Terms, condition: Term, then: Value, other: Value) -> Value {
        Value {
            bits: terms.ite(condition, then.bits, other.bits),
            undef: terms.ite(condition, then.undef, other.undef),
        }
    }
}
