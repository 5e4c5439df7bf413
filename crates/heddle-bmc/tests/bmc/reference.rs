//! Operations bit by bit and slowly: written without the crate's arithmetic.

use heddle_bmc::term::{Term, Terms};

/// A number, the lowest bit first.
pub(crate) type Bits = Vec<bool>;

pub(crate) fn bits(width: u32, value: u128) -> Bits {
    (0..width).map(|bit| value >> bit & 1 == 1).collect()
}

pub(crate) fn number(bits: &[bool]) -> u128 {
    bits.iter().enumerate().map(|(bit, &is_set)| u128::from(is_set) << bit).sum()
}

fn add_with_carry(a: &[bool], b: &[bool], mut carry: bool) -> (Bits, bool) {
    let mut sum = Bits::new();
    for (&x, &y) in a.iter().zip(b) {
        sum.push(x ^ y ^ carry);
        carry = [x, y, carry].iter().filter(|&&bit| bit).count() >= 2;
    }
    (sum, carry)
}

fn not(a: &[bool]) -> Bits {
    a.iter().map(|bit| !bit).collect()
}

fn neg(a: &[bool]) -> Bits {
    add_with_carry(&not(a), &vec![false; a.len()], true).0
}

fn sub(a: &[bool], b: &[bool]) -> Bits {
    add_with_carry(a, &not(b), true).0
}

fn less(a: &[bool], b: &[bool]) -> bool {
    let differing = a.iter().zip(b).rev().find(|(x, y)| x != y);
    differing.is_some_and(|(_, &y)| y)
}

fn is_zero(a: &[bool]) -> bool {
    a.iter().all(|&bit| !bit)
}

fn sign(a: &[bool]) -> bool {
    a[a.len() - 1]
}

pub(crate) fn extend(a: &[bool], width: usize, with: bool) -> Bits {
    let mut bits = a.to_vec();
    bits.resize(width, with);
    bits
}

/// The product in as many bits as both have together.
fn product(a: &[bool], b: &[bool]) -> Bits {
    let width = a.len() + b.len();
    let mut sum = vec![false; width];
    for (place, _) in b.iter().enumerate().filter(|(_, bit)| **bit) {
        let mut row = vec![false; place];
        row.extend(a);
        sum = add_with_carry(&sum, &extend(&row, width, false), false).0;
    }
    sum
}

/// Long division: quotient and remainder.
fn divide(a: &[bool], b: &[bool]) -> (Bits, Bits) {
    if is_zero(b) {
        return (vec![true; a.len()], a.to_vec());
    }
    let wide = extend(b, b.len() + 1, false);
    let mut quotient = vec![false; a.len()];
    let mut remainder = vec![false; wide.len()];
    for place in (0..a.len()).rev() {
        remainder.insert(0, a[place]);
        remainder.pop();
        if !less(&remainder, &wide) {
            remainder = sub(&remainder, &wide);
            quotient[place] = true;
        }
    }
    remainder.pop();
    (quotient, remainder)
}

fn magnitude(a: &[bool]) -> Bits {
    if sign(a) { neg(a) } else { a.to_vec() }
}

/// Moves bits by `amount` places up, or down if `down`; `fill` comes in.
fn shift(a: &[bool], amount: &[bool], down: bool, fill: bool) -> Bits {
    let amount = number(amount).min(a.len() as u128) as usize;
    let place = |bit: usize| if down { Some(bit + amount) } else { bit.checked_sub(amount) };
    (0..a.len())
        .map(|bit| place(bit).and_then(|from| a.get(from)).copied().unwrap_or(fill))
        .collect()
}

fn in_signed_range(wide: &[bool], width: usize) -> bool {
    wide[width - 1..].iter().all(|&bit| bit == wide[width - 1])
}

/// An operation on one or two operands of the same width.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Op {
    Not,
    Neg,
    Popcount,
    LeadingZeros,
    TrailingZeros,
    And,
    Or,
    Xor,
    Implies,
    Add,
    Sub,
    Mul,
    Udiv,
    Urem,
    Sdiv,
    Srem,
    Shl,
    Lshr,
    Ashr,
    Eq,
    Ne,
    Ult,
    Ule,
    Ugt,
    Uge,
    Slt,
    Sle,
    Sgt,
    Sge,
    AddOverflowsUnsigned,
    AddOverflowsSigned,
    SubOverflowsUnsigned,
    SubOverflowsSigned,
    MulOverflowsUnsigned,
    MulOverflowsSigned,
}

use Op::*;

impl Op {
    pub(crate) const UNARY: [Op; 5] = [Not, Neg, Popcount, LeadingZeros, TrailingZeros];
    pub(crate) const BINARY: [Op; 30] = [
        And,
        Or,
        Xor,
        Implies,
        Add,
        Sub,
        Mul,
        Udiv,
        Urem,
        Sdiv,
        Srem,
        Shl,
        Lshr,
        Ashr,
        Eq,
        Ne,
        Ult,
        Ule,
        Ugt,
        Uge,
        Slt,
        Sle,
        Sgt,
        Sge,
        AddOverflowsUnsigned,
        AddOverflowsSigned,
        SubOverflowsUnsigned,
        SubOverflowsSigned,
        MulOverflowsUnsigned,
        MulOverflowsSigned,
    ];

    /// The term that the crate builds for it. An operation on one operand ignores the second.
    pub(crate) fn build(self, terms: &mut Terms, a: Term, b: Term) -> Term {
        match self {
            Not => terms.not(a),
            Neg => terms.neg(a),
            Popcount => terms.popcount(a),
            LeadingZeros => terms.count_leading_zeros(a),
            TrailingZeros => terms.count_trailing_zeros(a),
            And => terms.and(a, b),
            Or => terms.or(a, b),
            Xor => terms.xor(a, b),
            Implies => terms.implies(a, b),
            Add => terms.add(a, b),
            Sub => terms.sub(a, b),
            Mul => terms.mul(a, b),
            Udiv => terms.udiv(a, b),
            Urem => terms.urem(a, b),
            Sdiv => terms.sdiv(a, b),
            Srem => terms.srem(a, b),
            Shl => terms.shl(a, b),
            Lshr => terms.lshr(a, b),
            Ashr => terms.ashr(a, b),
            Eq => terms.eq(a, b),
            Ne => terms.ne(a, b),
            Ult => terms.ult(a, b),
            Ule => terms.ule(a, b),
            Ugt => terms.ugt(a, b),
            Uge => terms.uge(a, b),
            Slt => terms.slt(a, b),
            Sle => terms.sle(a, b),
            Sgt => terms.sgt(a, b),
            Sge => terms.sge(a, b),
            AddOverflowsUnsigned => terms.add_overflows_unsigned(a, b),
            AddOverflowsSigned => terms.add_overflows_signed(a, b),
            SubOverflowsUnsigned => terms.sub_overflows_unsigned(a, b),
            SubOverflowsSigned => terms.sub_overflows_signed(a, b),
            MulOverflowsUnsigned => terms.mul_overflows_unsigned(a, b),
            MulOverflowsSigned => terms.mul_overflows_signed(a, b),
        }
    }

    /// Its result.
    pub(crate) fn apply(self, a: &[bool], b: &[bool]) -> Bits {
        let width = a.len();
        let pairs = || a.iter().copied().zip(b.iter().copied());
        let signed_less = |a: &[bool], b: &[bool]| match (sign(a), sign(b)) {
            (true, false) => true,
            (false, true) => false,
            _ => less(a, b),
        };
        let count = |count: usize| bits(width as u32, count as u128);
        let wide = |a: &[bool]| extend(a, 2 * width, sign(a));
        match self {
            Not => not(a),
            Neg => neg(a),
            Popcount => count(a.iter().filter(|&&bit| bit).count()),
            LeadingZeros => count(a.iter().rev().take_while(|&&bit| !bit).count()),
            TrailingZeros => count(a.iter().take_while(|&&bit| !bit).count()),
            And => pairs().map(|(x, y)| x && y).collect(),
            Or => pairs().map(|(x, y)| x || y).collect(),
            Xor => pairs().map(|(x, y)| x != y).collect(),
            Implies => pairs().map(|(x, y)| !x || y).collect(),
            Add => add_with_carry(a, b, false).0,
            Sub => sub(a, b),
            Mul => product(a, b)[..width].to_vec(),
            Udiv => divide(a, b).0,
            Urem => divide(a, b).1,
            Sdiv => {
                let quotient = divide(&magnitude(a), &magnitude(b)).0;
                if sign(a) == sign(b) { quotient } else { neg(&quotient) }
            }
            Srem => {
                let remainder = divide(&magnitude(a), &magnitude(b)).1;
                if sign(a) { neg(&remainder) } else { remainder }
            }
            Shl => shift(a, b, false, false),
            Lshr => shift(a, b, true, false),
            Ashr => shift(a, b, true, sign(a)),
            Eq => vec![a == b],
            Ne => vec![a != b],
            Ult => vec![less(a, b)],
            Ule => vec![!less(b, a)],
            Ugt => vec![less(b, a)],
            Uge => vec![!less(a, b)],
            Slt => vec![signed_less(a, b)],
            Sle => vec![!signed_less(b, a)],
            Sgt => vec![signed_less(b, a)],
            Sge => vec![!signed_less(a, b)],
            AddOverflowsUnsigned => vec![add_with_carry(a, b, false).1],
            AddOverflowsSigned => {
                vec![!in_signed_range(&add_with_carry(&wide(a), &wide(b), false).0, width)]
            }
            SubOverflowsUnsigned => vec![less(a, b)],
            SubOverflowsSigned => vec![!in_signed_range(&sub(&wide(a), &wide(b)), width)],
            MulOverflowsUnsigned => vec![!is_zero(&product(a, b)[width..])],
            MulOverflowsSigned => {
                vec![!in_signed_range(&product(&wide(a), &wide(b))[..2 * width], width)]
            }
        }
    }
}
