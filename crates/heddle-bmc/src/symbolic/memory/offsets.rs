//! Which numbers an offset or a length can be.
//!
//! An access at an offset that is not known is a choice among all places where it can be. What
//! a term is made of often says that they are few, or far apart: `4 * i + 8` is never 9. This
//! is worked out anew for each access, by looking at a bounded number of terms, and errs on the
//! side of more numbers.

use std::ops::Range;

use crate::term::{Binary, Node, Term, Terms, semantics};

/// `first`, `first + stride`, and so on: `count` numbers. What the caller of an access knows of
/// its offset, if it is within the object.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Reach {
    /// The least.
    pub(crate) first: u64,
    /// From one to the next; not zero.
    pub(crate) stride: u64,
    /// How many there are.
    pub(crate) count: u64,
}

/// How many numbers are kept one by one.
const FEW: usize = 32;
/// How many terms are looked at.
const BUDGET: u32 = 128;
/// How deep they are.
const DEPTH: u32 = 24;
/// Wider terms are not numbers that are computed with here.
const WIDEST: u32 = 64;

/// Numbers that a term can be, and some that it cannot.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) enum Numbers {
    /// These, in order.
    Few(Vec<u128>),
    /// Every number from `min` to `max` that differs from `min` by a multiple of `stride`.
    Spread { min: u128, max: u128, stride: u128 },
}

impl Numbers {
    /// The numbers that a caller names.
    pub(super) fn of_reach(reach: Reach) -> Numbers {
        let Reach { first, stride, count } = reach;
        let (min, stride) = (u128::from(first), u128::from(stride.max(1)));
        if count == 0 {
            return Numbers::Few(Vec::new());
        }
        Numbers::Spread { min, max: min + stride * u128::from(count - 1), stride }
    }

    /// The numbers that a term of at most 64 bits can be.
    pub(super) fn of_term(terms: &Terms, term: Term) -> Numbers {
        Estimate { terms, budget: BUDGET }.numbers(term, DEPTH)
    }

    fn full(width: u32) -> Numbers {
        Numbers::Spread { min: 0, max: semantics::ones(width), stride: 1 }
    }

    /// The greatest of them.
    pub(super) fn max(&self) -> u128 {
        match self {
            Numbers::Few(numbers) => numbers.last().copied().unwrap_or(0),
            Numbers::Spread { min, max, stride } => max - (max - min) % stride,
        }
    }

    fn min(&self) -> u128 {
        match self {
            Numbers::Few(numbers) => numbers.first().copied().unwrap_or(0),
            Numbers::Spread { min, .. } => *min,
        }
    }

    /// What all of them differ by multiples of; zero if there is only one.
    fn stride(&self) -> u128 {
        match self {
            Numbers::Few(numbers) => {
                numbers.windows(2).fold(0, |stride, pair| gcd(stride, pair[1] - pair[0]))
            }
            Numbers::Spread { stride, .. } => *stride,
        }
    }

    /// The least and the greatest of them that lie in a range.
    pub(super) fn within(&self, range: Range<u64>) -> Option<(u64, u64)> {
        let (start, end) = (u128::from(range.start), u128::from(range.end));
        let (first, last) = match self {
            Numbers::Few(numbers) => {
                let from = numbers.partition_point(|&number| number < start);
                let to = numbers.partition_point(|&number| number < end);
                let inside = numbers.get(from..to)?;
                (*inside.first()?, *inside.last()?)
            }
            Numbers::Spread { min, max, stride } => {
                let first = if start <= *min {
                    *min
                } else {
                    min + (start - min).div_ceil(*stride) * stride
                };
                let bound = (end.checked_sub(1)?).min(*max);
                if first > bound {
                    return None;
                }
                (first, bound - (bound - min) % stride)
            }
        };
        Some((first as u64, last as u64))
    }
}

fn gcd(a: u128, b: u128) -> u128 {
    if b == 0 { a } else { gcd(b, a % b) }
}

/// The greatest power of two that divides a number; of zero, more than any offset.
fn power_in(number: u128) -> u128 {
    if number == 0 { 1 << WIDEST } else { 1 << number.trailing_zeros() }
}

struct Estimate<'a> {
    terms: &'a Terms,
    budget: u32,
}

impl Estimate<'_> {
    fn numbers(&mut self, term: Term, depth: u32) -> Numbers {
        let width = self.terms.width(term);
        if let Node::Constant(value) = self.terms.node(term) {
            return Numbers::Few(vec![value]);
        }
        if depth == 0 || self.budget == 0 {
            return Numbers::full(width);
        }
        self.budget -= 1;
        let estimate = self.compound(term, width, depth - 1);
        match &estimate {
            Numbers::Spread { min, max, .. } if *max > semantics::ones(width) || min > max => {
                Numbers::full(width)
            }
            _ => estimate,
        }
    }

    fn compound(&mut self, term: Term, width: u32, depth: u32) -> Numbers {
        match self.terms.node(term) {
            Node::Ite(_, then, otherwise) => {
                let (then, otherwise) = (self.numbers(then, depth), self.numbers(otherwise, depth));
                either(&then, &otherwise)
            }
            Node::Concat(high, low) if width <= WIDEST => {
                let places = self.terms.width(low);
                let (high, low) = (self.numbers(high, depth), self.numbers(low, depth));
                pairs(&high, &low, |h, l| h << places | l).unwrap_or_else(|| Numbers::Spread {
                    min: high.min() << places | low.min(),
                    max: high.max() << places | low.max(),
                    stride: gcd(high.stride() << places, low.stride()).max(1),
                })
            }
            Node::Extract(whole, low) if self.terms.width(whole) <= WIDEST => {
                let whole = self.numbers(whole, depth);
                part(&whole, low, width)
            }
            Node::Sext(a) if width <= WIDEST => {
                let inner = self.terms.width(a);
                let a = self.numbers(a, depth);
                let extend = |n| semantics::truncate(width, semantics::signed(inner, n) as u128);
                match a {
                    Numbers::Few(numbers) => few(numbers.into_iter().map(extend)),
                    spread if spread.max() < semantics::sign_bit(inner) => spread,
                    spread => wrapped(width, spread.min(), spread.stride()),
                }
            }
            Node::Binary(operation, a, b) if width <= WIDEST && !operation.is_predicate() => {
                let (a, b) = (self.numbers(a, depth), self.numbers(b, depth));
                let exact = pairs(&a, &b, |x, y| semantics::binary(operation, width, x, y));
                exact.unwrap_or_else(|| spread(operation, width, &a, &b))
            }
            _ => Numbers::full(width),
        }
    }
}

/// An operation on numbers that are too many to try.
fn spread(operation: Binary, width: u32, a: &Numbers, b: &Numbers) -> Numbers {
    let ones = semantics::ones(width);
    let stride = gcd(a.stride(), b.stride()).max(1);
    match operation {
        Binary::Add => {
            let (min, max) = (a.min() + b.min(), a.max() + b.max());
            if max <= ones {
                Numbers::Spread { min, max, stride }
            } else if min > ones {
                // Adding a negative number that never leads below zero.
                Numbers::Spread { min: min - ones - 1, max: max - ones - 1, stride }
            } else {
                wrapped(width, min, stride)
            }
        }
        Binary::Sub if a.min() >= b.max() => {
            Numbers::Spread { min: a.min() - b.max(), max: a.max() - b.min(), stride }
        }
        Binary::Sub => wrapped(width, a.min().wrapping_sub(b.min()), stride),
        Binary::Mul => {
            // Both are a least number and multiples of a stride.
            let stride = [a.stride() * b.min(), b.stride() * a.min(), a.stride() * b.stride()];
            let stride = stride.into_iter().fold(0, gcd).max(1);
            let (min, max) = (a.min() * b.min(), a.max().checked_mul(b.max()));
            match max {
                Some(max) if max <= ones => Numbers::Spread { min, max, stride },
                _ => wrapped(width, min, stride),
            }
        }
        Binary::And => Numbers::Spread { min: 0, max: a.max().min(b.max()), stride: 1 },
        Binary::Udiv if b.min() > 0 => {
            Numbers::Spread { min: 0, max: a.max() / b.min(), stride: 1 }
        }
        Binary::Urem if b.min() > 0 => {
            Numbers::Spread { min: 0, max: a.max().min(b.max() - 1), stride: 1 }
        }
        Binary::Lshr => Numbers::Spread { min: 0, max: a.max(), stride: 1 },
        _ => Numbers::full(width),
    }
}

/// Numbers that go beyond the width and begin anew: what divides both the stride and that beyond
/// which they begin anew still tells them apart.
fn wrapped(width: u32, one: u128, stride: u128) -> Numbers {
    let stride = power_in(stride).min(1 << (width - 1));
    Numbers::Spread { min: one % stride, max: semantics::ones(width), stride }
}

/// Bits of numbers.
fn part(whole: &Numbers, low: u32, width: u32) -> Numbers {
    let cut = |number: u128| semantics::truncate(width, number >> low);
    if let Numbers::Few(numbers) = whole {
        return few(numbers.iter().copied().map(cut));
    }
    let (min, max, stride) = (whole.min() >> low, whole.max() >> low, whole.stride());
    let stride = if stride.trailing_zeros() >= low { stride >> low } else { 1 };
    if max <= semantics::ones(width) {
        return Numbers::Spread { min, max, stride };
    }
    wrapped(width, min, stride)
}

/// Numbers of either kind.
fn either(a: &Numbers, b: &Numbers) -> Numbers {
    if let (Numbers::Few(x), Numbers::Few(y)) = (a, b)
        && x.len() + y.len() <= FEW
    {
        return few(x.iter().chain(y).copied());
    }
    let apart = a.min().abs_diff(b.min());
    Numbers::Spread {
        min: a.min().min(b.min()),
        max: a.max().max(b.max()),
        stride: gcd(gcd(a.stride(), b.stride()), apart).max(1),
    }
}

/// A function of two numbers, if there are few of both.
fn pairs(a: &Numbers, b: &Numbers, function: impl Fn(u128, u128) -> u128) -> Option<Numbers> {
    match (a, b) {
        (Numbers::Few(x), Numbers::Few(y)) if x.len() * y.len() <= FEW => {
            let function = &function;
            Some(few(x.iter().flat_map(|&x| y.iter().map(move |&y| function(x, y)))))
        }
        _ => None,
    }
}

fn few(numbers: impl Iterator<Item = u128>) -> Numbers {
    let mut numbers: Vec<_> = numbers.collect();
    numbers.sort_unstable();
    numbers.dedup();
    Numbers::Few(numbers)
}
