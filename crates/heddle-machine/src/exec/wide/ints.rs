//! Integers of more than 64 bits.
//!
//! Undefined bits: the rules of [`undefined`](super::super::undefined) for up to 128 bits. Wider
//! integers are undefined as a whole, but for bitwise operations, resizing, equality and shifts by
//! a defined amount.

use std::cmp::Ordering;

use heddle_model::{Arithmetic, Finding, Overflow};
use heddle_program::{BinaryOp, IntBinary, IntPredicate, IntUnary, Overflowing, Wrap};

use super::super::dispatch::open_value;
use super::super::int;
use super::super::undefined::{self, Partial, truth};
use super::limbs::Limbs;
use super::{tainted, uninitialized};
use crate::fault::Fault;
use crate::value::Word;

/// The defined bits of an operand, or nothing if some are not.
pub(super) fn number(width: u32, words: &[Word]) -> Option<Limbs> {
    let defined = words.iter().all(|word| word.is_defined());
    defined.then(|| bits(width, words))
}

/// The bits of an operand as they stand.
fn bits(width: u32, words: &[Word]) -> Limbs {
    Limbs::new(width, words.iter().map(|word| word.bits).collect())
}

/// Its bits that are undefined.
fn undefined_bits(width: u32, words: &[Word]) -> Limbs {
    Limbs::new(width, words.iter().map(|word| word.undef).collect())
}

/// The words of a defined number.
pub(super) fn words(number: &Limbs) -> Vec<Word> {
    number.limbs().iter().map(|&limb| Word::new(limb)).collect()
}

/// The words of bits of which some are undefined.
fn partly(bits: &Limbs, undef: &Limbs) -> Vec<Word> {
    let word = |(&bits, &undef): (&u64, &u64)| Word { bits, undef };
    bits.limbs().iter().zip(undef.limbs()).map(word).collect()
}

/// An instruction of two operands.
pub(super) fn binary(
    op: BinaryOp,
    wrap: Wrap,
    width: u32,
    a: &[Word],
    b: &[Word],
    checks_overflow: bool,
) -> Result<Vec<Word>, Fault> {
    let check = checks_overflow && wrap.has(Wrap::NSW);
    match op {
        BinaryOp::And => return Ok(bitwise(int::and, a, b)),
        BinaryOp::Or => return Ok(bitwise(int::or, a, b)),
        BinaryOp::Xor => return Ok(bitwise(int::xor, a, b)),
        BinaryOp::Shl | BinaryOp::LShr | BinaryOp::AShr => return shift(op, width, a, b, check),
        BinaryOp::UDiv | BinaryOp::SDiv | BinaryOp::URem | BinaryOp::SRem => {
            return divide(op, width, a, b, checks_overflow);
        }
        _ => {}
    }
    let (name, kind) = match op {
        BinaryOp::Add => (Arithmetic::Addition, Overflowing::SAdd),
        BinaryOp::Sub => (Arithmetic::Subtraction, Overflowing::SSub),
        BinaryOp::Mul => (Arithmetic::Multiplication, Overflowing::SMul),
        other => return Err(Fault::Unsupported(format!("{other:?} of wide integers"))),
    };
    let (Some(x), Some(y)) = (number(width, a), number(width, b)) else {
        return Ok(partial(width, a, b, |x, y| x.wrapped(kind, y)));
    };
    if check && overflowing(kind, width, &x, &y).1 {
        let (left, right) = (x.to_decimal(), y.to_decimal());
        let overflow = Overflow::Arithmetic { name, left, right, bits: width };
        return Err(Fault::bug(Finding::Overflow(overflow)));
    }
    Ok(words(&match op {
        BinaryOp::Add => x.add(&y),
        BinaryOp::Sub => x.sub(&y),
        _ => x.mul(&y),
    }))
}

/// An operation on operands of which bits are undefined.
fn partial(
    width: u32,
    a: &[Word],
    b: &[Word],
    f: impl Fn(Partial, Partial) -> Partial,
) -> Vec<Word> {
    match width <= undefined::MAX_WIDTH {
        true => f(Partial::new(width, a), Partial::new(width, b)).words(),
        false => tainted(width, &[a, b]),
    }
}

/// A bitwise operation, word by word.
fn bitwise(f: fn(Word, Word) -> Word, a: &[Word], b: &[Word]) -> Vec<Word> {
    a.iter().zip(b).map(|(&x, &y)| f(x, y)).collect()
}

fn shift(
    op: BinaryOp,
    width: u32,
    a: &[Word],
    b: &[Word],
    check: bool,
) -> Result<Vec<Word>, Fault> {
    let Some(amount) = number(width, b) else { return Ok(tainted(width, &[b])) };
    let by = match amount.to_u128() {
        Some(by) if by < u128::from(width) => by as u32,
        _ if check => {
            let overflow = Overflow::ShiftAmount { by: amount.to_decimal(), if_signed: None };
            return Err(Fault::bug(Finding::Overflow(overflow)));
        }
        _ => return Ok(uninitialized(width)),
    };
    let shifted = |x: Limbs| match op {
        BinaryOp::Shl => x.shl(by),
        BinaryOp::LShr => x.lshr(by),
        _ => x.ashr(by),
    };
    let result = shifted(bits(width, a));
    if check && number(width, a).is_some_and(|x| result.ashr(by) != x) {
        return Err(Fault::bug(Finding::Overflow(Overflow::LeftShift)));
    }
    Ok(partly(&result, &shifted(undefined_bits(width, a))))
}

/// Division and remainder. The least number by -1 is a signed overflow, which wraps
/// around: division of wide integers is a function, and does not trap.
fn divide(
    op: BinaryOp,
    width: u32,
    a: &[Word],
    b: &[Word],
    checks_overflow: bool,
) -> Result<Vec<Word>, Fault> {
    let Some(y) = number(width, b) else {
        let open = tainted(width, &[b]).first().copied().unwrap_or_default();
        return Err(open_value(open, "a division"));
    };
    if y.is_zero() {
        return Err(Fault::bug(Finding::DivisionByZero));
    }
    let Some(x) = number(width, a) else { return Ok(tainted(width, &[a])) };
    let signed = matches!(op, BinaryOp::SDiv | BinaryOp::SRem);
    if checks_overflow && signed && y.not().is_zero() && x == Limbs::min_signed(width) {
        let overflow = Overflow::Division { dividend: x.to_decimal() };
        return Err(Fault::bug(Finding::Overflow(overflow)));
    }
    let (quotient, rest) = match signed {
        true => x.abs().div_rem(&y.abs()),
        false => x.div_rem(&y),
    };
    // The quotient rounds to zero, so the remainder has the sign of the dividend.
    Ok(words(&match op {
        BinaryOp::SDiv if x.is_negative() != y.is_negative() => quotient.neg(),
        BinaryOp::SRem if x.is_negative() => rest.neg(),
        BinaryOp::SDiv | BinaryOp::UDiv => quotient,
        _ => rest,
    }))
}

/// A comparison.
pub(super) fn compare(predicate: IntPredicate, width: u32, a: &[Word], b: &[Word]) -> Word {
    let equality = matches!(predicate, IntPredicate::Eq | IntPredicate::Ne);
    // Any defined bit that differs decides that two numbers are not equal.
    let differs = |(x, y): (&Word, &Word)| (x.bits ^ y.bits) & !(x.undef | y.undef) != 0;
    if equality && a.iter().zip(b).any(differs) {
        return Word::new(u64::from(predicate == IntPredicate::Ne));
    }
    let (Some(x), Some(y)) = (number(width, a), number(width, b)) else {
        return truth(decided(predicate, width, a, b), &[a, b].concat());
    };
    let (signed, unsigned) = (x.compare_signed(&y), x.compare(&y));
    Word::new(u64::from(match predicate {
        IntPredicate::Eq => unsigned == Ordering::Equal,
        IntPredicate::Ne => unsigned != Ordering::Equal,
        IntPredicate::Ugt => unsigned == Ordering::Greater,
        IntPredicate::Uge => unsigned != Ordering::Less,
        IntPredicate::Ult => unsigned == Ordering::Less,
        IntPredicate::Ule => unsigned != Ordering::Greater,
        IntPredicate::Sgt => signed == Ordering::Greater,
        IntPredicate::Sge => signed != Ordering::Less,
        IntPredicate::Slt => signed == Ordering::Less,
        IntPredicate::Sle => signed != Ordering::Greater,
    }))
}

/// The outcome of a comparison of operands of which bits are undefined, where it is decided.
fn decided(predicate: IntPredicate, width: u32, a: &[Word], b: &[Word]) -> Option<bool> {
    if width > undefined::MAX_WIDTH {
        return None;
    }
    let (x, y) = (Partial::new(width, a), Partial::new(width, b));
    match predicate {
        IntPredicate::Eq => x.equals(y),
        IntPredicate::Ne => x.differs(y),
        IntPredicate::Ugt => y.is_below(x),
        IntPredicate::Uge => y.is_not_above(x),
        IntPredicate::Ult => x.is_below(y),
        IntPredicate::Ule => x.is_not_above(y),
        IntPredicate::Sgt => y.is_less(x),
        IntPredicate::Sge => y.is_not_greater(x),
        IntPredicate::Slt => x.is_less(y),
        IntPredicate::Sle => x.is_not_greater(y),
    }
}

/// Cuts, or extends by zeros or by the sign.
pub(super) fn resize(signed: bool, from: u32, to: u32, a: &[Word]) -> Vec<Word> {
    let resized = |limbs: Limbs| limbs.resize(to, signed);
    partly(&resized(bits(from, a)), &resized(undefined_bits(from, a)))
}

/// A function of one operand.
pub(super) fn unary(op: IntUnary, width: u32, a: &[Word]) -> Vec<Word> {
    let Some(x) = number(width, a) else {
        return partial(width, a, a, |x, _| x.unary(op));
    };
    let count = |count: u32| Limbs::small(width, count.into());
    words(&match op {
        IntUnary::Ctpop => count(x.limbs().iter().map(|limb| limb.count_ones()).sum()),
        IntUnary::Ctlz => count(width - x.bit_length()),
        IntUnary::Cttz => count((0..width).find(|&index| x.bit(index)).unwrap_or(width)),
        IntUnary::Bswap => x.reversed(u64::swap_bytes),
        IntUnary::BitReverse => x.reversed(u64::reverse_bits),
        IntUnary::Abs => x.abs(),
    })
}

/// A function of two operands.
pub(super) fn function(op: IntBinary, width: u32, a: &[Word], b: &[Word]) -> Vec<Word> {
    let (Some(x), Some(y)) = (number(width, a), number(width, b)) else {
        return partial(width, a, b, |x, y| x.function(op, y));
    };
    let (signed, unsigned) = (x.compare_signed(&y), x.compare(&y));
    let least = Limbs::min_signed(width);
    // Where a signed result that does not fit goes.
    let bound = |negative: bool| if negative { least.clone() } else { least.not() };
    let saturated = |op, limit: Limbs| match overflowing(op, width, &x, &y) {
        (_, true) => limit,
        (result, false) => result,
    };
    let sign = |order: Ordering| match order {
        Ordering::Less => Limbs::small(width, 0).not(),
        Ordering::Equal => Limbs::small(width, 0),
        Ordering::Greater => Limbs::small(width, 1),
    };
    let by = y.to_u128().map_or(width, |by| by.min(width.into()) as u32);
    let result = match op {
        IntBinary::SMax if signed == Ordering::Less => y,
        IntBinary::SMin if signed == Ordering::Greater => y,
        IntBinary::UMax if unsigned == Ordering::Less => y,
        IntBinary::UMin if unsigned == Ordering::Greater => y,
        IntBinary::SMax | IntBinary::SMin | IntBinary::UMax | IntBinary::UMin => x,
        IntBinary::SAddSat => saturated(Overflowing::SAdd, bound(x.is_negative())),
        IntBinary::SSubSat => saturated(Overflowing::SSub, bound(x.is_negative())),
        IntBinary::UAddSat => saturated(Overflowing::UAdd, Limbs::small(width, 0).not()),
        IntBinary::USubSat => saturated(Overflowing::USub, Limbs::small(width, 0)),
        IntBinary::SShlSat if x.shl(by).ashr(by) != x => bound(x.is_negative()),
        IntBinary::UShlSat if x.shl(by).lshr(by) != x => Limbs::small(width, 0).not(),
        IntBinary::SShlSat | IntBinary::UShlSat => x.shl(by),
        IntBinary::SCmp => sign(signed),
        IntBinary::UCmp => sign(unsigned),
    };
    words(&result)
}

/// Arithmetic with a flag behind its result that tells whether it overflowed.
pub(super) fn with_flag(op: Overflowing, width: u32, a: &[Word], b: &[Word]) -> Vec<Word> {
    let (Some(x), Some(y)) = (number(width, a), number(width, b)) else {
        let mut result = partial(width, a, b, |x, y| x.wrapped(op, y));
        result.push(Word::tainted(1, &[a, b].concat()));
        return result;
    };
    let (result, overflows) = overflowing(op, width, &x, &y);
    let mut result = words(&result);
    result.push(Word::new(overflows.into()));
    result
}

/// The wrapped result, and whether it overflowed: twice the width holds every
/// exact result.
fn overflowing(op: Overflowing, width: u32, x: &Limbs, y: &Limbs) -> (Limbs, bool) {
    let signed = matches!(op, Overflowing::SAdd | Overflowing::SSub | Overflowing::SMul);
    let (x, y) = (x.resize(2 * width, signed), y.resize(2 * width, signed));
    let exact = match op {
        Overflowing::SAdd | Overflowing::UAdd => x.add(&y),
        Overflowing::SSub | Overflowing::USub => x.sub(&y),
        Overflowing::SMul | Overflowing::UMul => x.mul(&y),
    };
    let wrapped = exact.resize(width, false);
    let overflows = wrapped.resize(2 * width, signed) != exact;
    (wrapped, overflows)
}

/// The upper (or lower) half of two numbers side by side, shifted.
pub(super) fn funnel_shift(
    left: bool,
    width: u32,
    a: &[Word],
    b: &[Word],
    by: &[Word],
) -> Vec<Word> {
    let Some(by) = number(width, by) else { return tainted(width, &[a, b, by]) };
    let (_, by) = by.div_rem(&Limbs::small(width, width.into()));
    let by = by.limbs()[0] as u32;
    let (Some(x), Some(y)) = (number(width, a), number(width, b)) else {
        return partial(width, a, b, |x, y| x.funnel_shift(left, y, by));
    };
    let upper = x.resize(2 * width, false).shl(width);
    let both = upper.add(&y.resize(2 * width, false));
    let half = match left {
        true => both.shl(by).lshr(width),
        false => both.lshr(by),
    };
    words(&half.resize(width, false))
}
