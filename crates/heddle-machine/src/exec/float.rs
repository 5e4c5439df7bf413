//! `float` and `double` in slots: [`native`] on what is defined.

use heddle_program::float::{FloatOp, native};
use heddle_program::{FloatCompare, FloatWidth, Slot};

use crate::value::Word;

/// An operation of two operands.
#[inline(always)]
pub(super) fn binary(
    slots: &mut [Word],
    op: FloatOp,
    kind: FloatWidth,
    dst: Slot,
    a: Slot,
    b: Slot,
) {
    let (x, y) = (slots[a.index()], slots[b.index()]);
    slots[dst.index()] = if x.undef | y.undef != 0 {
        Word::tainted(kind.bits(), &[x, y])
    } else {
        Word::new(native::binary(op, kind, x.bits, y.bits))
    };
}

/// A comparison.
pub(super) fn compare(
    slots: &mut [Word],
    kind: FloatWidth,
    compare: FloatCompare,
    dst: Slot,
    a: Slot,
    b: Slot,
) {
    let (x, y) = (slots[a.index()], slots[b.index()]);
    slots[dst.index()] = if x.undef | y.undef != 0 {
        Word::tainted(1, &[x, y])
    } else {
        Word::new(compare.holds(native::compare(kind, x.bits, y.bits)).into())
    };
}
