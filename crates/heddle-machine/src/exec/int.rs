//! Integer arithmetic on slots.
//!
//! Operands of which bits are undefined leave the short way for [`undefined`](super::undefined),
//! which has the rules.

use heddle_model::{Arithmetic, Crash, Finding, Overflow};
use heddle_program::{IntBinary, IntUnary, Op, Overflowing, Slot, Wrap};

use super::dispatch::open_value;
use super::undefined::{Partial, truth};
use crate::fault::Fault;
use crate::value::{Word, mask, signed};

/// An operation of two operands; `open` is what it does where bits are undefined.
#[inline(always)]
pub(super) fn binary(
    slots: &mut [Word],
    width: u8,
    dst: Slot,
    a: Slot,
    b: Slot,
    f: impl Fn(u64, u64) -> u64,
    open: fn(u32, Word, Word) -> Word,
) {
    let (x, y) = (slots[a.index()], slots[b.index()]);
    slots[dst.index()] = if x.undef | y.undef == 0 {
        Word::new(f(x.bits, y.bits) & mask(width.into()))
    } else {
        open(width.into(), x, y)
    };
}

/// A comparison of operands of `width` bits; `open` is what it does where bits are undefined.
#[inline(always)]
pub(super) fn compare(
    slots: &mut [Word],
    width: u8,
    dst: Slot,
    a: Slot,
    b: Slot,
    f: impl Fn(u64, u64) -> bool,
    open: fn(Partial, Partial) -> Option<bool>,
) {
    let (x, y) = (slots[a.index()], slots[b.index()]);
    slots[dst.index()] = if x.undef | y.undef == 0 {
        Word::new(f(x.bits, y.bits).into())
    } else {
        decide(width.into(), x, y, open)
    };
}

#[cold]
fn decide(width: u32, x: Word, y: Word, open: fn(Partial, Partial) -> Option<bool>) -> Word {
    let (p, q) = (Partial::new(width, &[x]), Partial::new(width, &[y]));
    truth(open(p, q), &[x, y])
}

/// Undefined as a whole.
#[cold]
pub(super) fn tainted(width: u32, x: Word, y: Word) -> Word {
    Word::tainted(width, &[x, y])
}

#[cold]
pub(super) fn open_sum(width: u32, x: Word, y: Word) -> Word {
    Partial::new(width, &[x]).add(Partial::new(width, &[y])).word()
}

#[cold]
pub(super) fn open_difference(width: u32, x: Word, y: Word) -> Word {
    Partial::new(width, &[x]).sub(Partial::new(width, &[y])).word()
}

#[cold]
pub(super) fn open_product(width: u32, x: Word, y: Word) -> Word {
    Partial::new(width, &[x]).mul(Partial::new(width, &[y])).word()
}

/// Equality, or that there is none.
#[inline(always)]
pub(super) fn equal(slots: &mut [Word], width: u8, dst: Slot, a: Slot, b: Slot, is: bool) {
    let (x, y) = (slots[a.index()], slots[b.index()]);
    slots[dst.index()] = if x.undef | y.undef == 0 {
        Word::new(u64::from((x.bits == y.bits) == is))
    } else {
        decide(width.into(), x, y, if is { Partial::equals } else { Partial::differs })
    };
}

/// Puts together a word from defined bits, undefined bits and their sources.
fn mixed(bits: u64, undef: u64, x: Word, y: Word) -> Word {
    let origin = (x.bits & x.undef) | (y.bits & y.undef);
    Word { bits: (bits & !undef) | (origin & undef), undef }
}

/// Bitwise and: a defined zero decides.
#[inline(always)]
pub(super) fn and(x: Word, y: Word) -> Word {
    if x.undef | y.undef == 0 {
        Word::new(x.bits & y.bits)
    } else {
        let zero = (!x.undef & !x.bits) | (!y.undef & !y.bits);
        mixed(x.bits & y.bits, (x.undef | y.undef) & !zero, x, y)
    }
}

/// Bitwise or: a defined one decides.
#[inline(always)]
pub(super) fn or(x: Word, y: Word) -> Word {
    if x.undef | y.undef == 0 {
        Word::new(x.bits | y.bits)
    } else {
        let one = (!x.undef & x.bits) | (!y.undef & y.bits);
        mixed(x.bits | y.bits, (x.undef | y.undef) & !one, x, y)
    }
}

/// Bitwise exclusive or.
#[inline(always)]
pub(super) fn xor(x: Word, y: Word) -> Word {
    if x.undef | y.undef == 0 {
        Word::new(x.bits ^ y.bits)
    } else {
        mixed(x.bits ^ y.bits, x.undef | y.undef, x, y)
    }
}

/// Shift left. Too large an amount gives an undefined result.
#[inline(always)]
pub(super) fn shl(
    slots: &mut [Word],
    width: u8,
    dst: Slot,
    a: Slot,
    b: Slot,
    check: bool,
    no_overflow: bool,
) -> Result<(), Fault> {
    let (x, by) = (slots[a.index()], slots[b.index()]);
    let w = u32::from(width);
    slots[dst.index()] = if !by.is_defined() {
        Word::tainted(w, &[by])
    } else if by.bits >= u64::from(w) {
        if check {
            return Err(shift_fault(width, by.bits));
        }
        Word::uninitialized(w)
    } else {
        let mask = mask(w);
        let result = x.bits << by.bits & mask;
        if check
            && no_overflow
            && x.is_defined()
            && signed(result, w) >> by.bits != signed(x.bits, w)
        {
            return Err(Fault::bug(Finding::Overflow(Overflow::LeftShift)));
        }
        Word { bits: result, undef: x.undef << by.bits & mask }
    };
    Ok(())
}

/// The fault of a shift by more bits than a value has. If its type is signed, which is not known
/// here, that may be a negative number.
fn shift_fault(width: u8, by: u64) -> Fault {
    let negative = signed(by, width.into());
    let if_signed = (negative < 0).then(|| negative.to_string());
    Fault::bug(Finding::Overflow(Overflow::ShiftAmount { by: by.to_string(), if_signed }))
}

/// Shift right, logical or arithmetic.
#[inline(always)]
pub(super) fn shift_right(
    slots: &mut [Word],
    width: u8,
    dst: Slot,
    a: Slot,
    b: Slot,
    check: bool,
    shift: impl Fn(u64, u64) -> u64,
) -> Result<(), Fault> {
    let (x, by) = (slots[a.index()], slots[b.index()]);
    slots[dst.index()] = if !by.is_defined() {
        Word::tainted(width.into(), &[by])
    } else if by.bits >= u64::from(width) {
        if check {
            return Err(shift_fault(width, by.bits));
        }
        Word::uninitialized(width.into())
    } else {
        Word { bits: shift(x.bits, by.bits), undef: shift(x.undef, by.bits) }
    };
    Ok(())
}

/// Division and remainder.
pub(super) fn divide(op: Op, slots: &mut [Word]) -> Result<(), Fault> {
    let (width, dst, a, b) = match op {
        Op::UDiv { width, dst, a, b, wrap: _ } | Op::SDiv { width, dst, a, b, wrap: _ } => {
            (width, dst, a, b)
        }
        Op::URem { width, dst, a, b } | Op::SRem { width, dst, a, b } => (width, dst, a, b),
        _ => return Err(Fault::Unsupported("a division of another kind".to_owned())),
    };
    let w = u32::from(width);
    let (x, y) = (slots[a.index()], slots[b.index()]);
    if !y.is_defined() {
        return Err(open_value(y, "a division"));
    }
    if y.bits == 0 {
        return Err(Fault::bug(Finding::DivisionByZero));
    }
    if !x.is_defined() {
        slots[dst.index()] = Word::tainted(w, &[x]);
        return Ok(());
    }
    let (sx, sy) = (signed(x.bits, w), signed(y.bits, w));
    let is_signed = matches!(op, Op::SDiv { .. } | Op::SRem { .. });
    if is_signed && sy == -1 && sx == signed(1 << (w - 1), w) {
        return Err(Fault::bug(Finding::Crash(Crash::Division { dividend: sx })));
    }
    let result = match op {
        Op::UDiv { .. } => x.bits / y.bits,
        Op::URem { .. } => x.bits % y.bits,
        Op::SDiv { .. } => (sx / sy) as u64,
        _ => (sx % sy) as u64,
    };
    slots[dst.index()] = Word::new(result & mask(w));
    Ok(())
}

/// The fault of an addition, subtraction or multiplication that breaks its promise.
pub(super) fn overflow(name: Arithmetic, op: Op, slots: &[Word]) -> Option<Fault> {
    let (kind, width, wrap, a, b) = match op {
        Op::Add { width, wrap, a, b, dst: _ } => (Overflowing::SAdd, width, wrap, a, b),
        Op::Sub { width, wrap, a, b, dst: _ } => (Overflowing::SSub, width, wrap, a, b),
        Op::Mul { width, wrap, a, b, dst: _ } => (Overflowing::SMul, width, wrap, a, b),
        _ => return None,
    };
    let (x, y) = (slots[a.index()], slots[b.index()]);
    if !wrap.has(Wrap::NSW) || x.undef | y.undef != 0 {
        return None;
    }
    let w = u32::from(width);
    overflowing(kind, w, x.bits, y.bits).1.then(|| {
        let (left, right) = (signed(x.bits, w).to_string(), signed(y.bits, w).to_string());
        Fault::bug(Finding::Overflow(Overflow::Arithmetic { name, left, right, bits: w }))
    })
}

/// The wrapped result, and whether it overflowed.
pub(super) fn overflowing(op: Overflowing, width: u32, a: u64, b: u64) -> (u64, bool) {
    let (sa, sb) = (i128::from(signed(a, width)), i128::from(signed(b, width)));
    let (ua, ub) = (i128::from(a), i128::from(b));
    let (is_signed, exact) = match op {
        Overflowing::SAdd => (true, sa + sb),
        Overflowing::SSub => (true, sa - sb),
        Overflowing::SMul => (true, sa * sb),
        Overflowing::UAdd => (false, ua + ub),
        Overflowing::USub => (false, ua - ub),
        // 128 bits hold the product of two unsigned 64-bit numbers, but not signed ones.
        Overflowing::UMul => {
            let product = u128::from(a) * u128::from(b);
            return (product as u64 & mask(width), product > u128::from(mask(width)));
        }
    };
    let wrapped = exact as u64 & mask(width);
    let back = match is_signed {
        true => i128::from(signed(wrapped, width)),
        false => i128::from(wrapped),
    };
    (wrapped, back != exact)
}

/// A function of one operand.
pub(super) fn unary(op: IntUnary, width: u32, x: u64) -> u64 {
    match op {
        IntUnary::Ctpop => u64::from(x.count_ones()),
        IntUnary::Ctlz => u64::from(x.leading_zeros() - (64 - width)),
        IntUnary::Cttz => u64::from(x.trailing_zeros().min(width)),
        IntUnary::Bswap => x.swap_bytes() >> (64 - width),
        IntUnary::BitReverse => x.reverse_bits() >> (64 - width),
        IntUnary::Abs => signed(x, width).unsigned_abs() & mask(width),
    }
}

/// A function of two operands.
pub(super) fn binary_fn(op: IntBinary, width: u32, a: u64, b: u64) -> u64 {
    let (sa, sb) = (signed(a, width), signed(b, width));
    let (min, max) = (signed(1 << (width - 1), width), (mask(width) >> 1) as i64);
    let clamp = |exact: i128| exact.clamp(min.into(), max.into()) as u64 & mask(width);
    match op {
        IntBinary::SMax => {
            if sa >= sb {
                a
            } else {
                b
            }
        }
        IntBinary::SMin => {
            if sa <= sb {
                a
            } else {
                b
            }
        }
        IntBinary::UMax => a.max(b),
        IntBinary::UMin => a.min(b),
        IntBinary::SAddSat => clamp(i128::from(sa) + i128::from(sb)),
        IntBinary::SSubSat => clamp(i128::from(sa) - i128::from(sb)),
        IntBinary::UAddSat => a.saturating_add(b).min(mask(width)),
        IntBinary::USubSat => a.saturating_sub(b),
        IntBinary::SShlSat => clamp(i128::from(sa) << b.min(64)),
        IntBinary::UShlSat => (u128::from(a) << b.min(64)).min(u128::from(mask(width))) as u64,
        IntBinary::SCmp => sa.cmp(&sb) as i8 as u64 & mask(width),
        IntBinary::UCmp => a.cmp(&b) as i8 as u64 & mask(width),
    }
}
