//! Sets of values that an offset or a length can have.
//!
//! An access at an offset that is not known is a choice among all places where it can be. What
//! a term is made of often says that they are few, or far apart: `4 * i + 8` is never 9. This
//! is worked out anew for each access, by looking at a bounded number of terms, and errs on the
//! side of more numbers.

use std::ops::Range;

use crate::term::{Binary, Node, Term, Terms, semantics};

/// Most numbers that are kept one by one.
const MOST_EXPLICIT: usize = 32;
/// Most terms that are looked at.
const BUDGET: u32 = 128;
/// Most levels of operands that are looked at.
const DEPTH: u32 = 24;
/// Wider terms are not numbers that are computed with here.
const WIDEST: u32 = 64;

/// Numbers that a term can be, and some that it cannot.
///
/// # Invariants
/// Of a term of `w` bits, `Explicit` are numbers without sign. `Strided` are numbers from
/// `-2^(w-1)` up to `2^w` that leave the same remainder by `2^w` as what the term can be; so that
/// indices with a sign, scaled and moved, are as far apart as before.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) enum ValueSet {
    /// These, in order.
    Explicit(Vec<u128>),
    /// Every number from `min` to `max` that differs from `min` by a multiple of `stride`.
    Strided { min: i128, max: i128, stride: i128 },
}

impl ValueSet {
    /// The numbers that a term can be.
    pub(super) fn of_term(terms: &Terms, term: Term) -> ValueSet {
        Estimate { terms, budget: BUDGET }.numbers(term, DEPTH)
    }

    /// True if all of them are at most `bound`, which has less than 64 bits.
    pub(super) fn are_at_most(&self, bound: u32) -> bool {
        match self {
            ValueSet::Explicit(numbers) => {
                numbers.iter().all(|&number| number <= u128::from(bound))
            }
            ValueSet::Strided { min, max, stride } => {
                *min >= 0 && max - (max - min) % stride <= i128::from(bound)
            }
        }
    }

    /// The least and the greatest of them, of a term of 64 bits, that lie in a range of numbers
    /// below `2^63`.
    pub(super) fn within(&self, range: Range<u64>) -> Option<(u64, u64)> {
        let (first, last) = match self {
            ValueSet::Explicit(numbers) => {
                let from = numbers.partition_point(|&number| number < u128::from(range.start));
                let to = numbers.partition_point(|&number| number < u128::from(range.end));
                let inside = numbers.get(from..to)?;
                (*inside.first()? as u64, *inside.last()? as u64)
            }
            ValueSet::Strided { min, max, stride } => {
                let start = i128::from(range.start).max(*min);
                let first = start + (min - start).rem_euclid(*stride);
                let bound = (i128::from(range.end) - 1).min(*max);
                if first > bound {
                    return None;
                }
                (first as u64, (bound - (bound - min) % stride) as u64)
            }
        };
        Some((first, last))
    }

    /// All of them as multiples of a number from the least on.
    fn interval(&self, width: u32) -> StridedInterval {
        match self {
            ValueSet::Strided { min, max, stride } => {
                StridedInterval { min: *min, max: max - (max - min) % stride, stride: *stride }
            }
            ValueSet::Explicit(numbers) => {
                StridedInterval::of(numbers.iter().map(|&number| semantics::signed(width, number)))
            }
        }
    }

    /// The same, without sign.
    fn unsigned(&self, width: u32) -> StridedInterval {
        match self {
            ValueSet::Strided { min, .. } if *min >= 0 => self.interval(width),
            ValueSet::Strided { .. } => self.interval(width).around(width),
            ValueSet::Explicit(numbers) => {
                StridedInterval::of(numbers.iter().map(|&number| number as i128))
            }
        }
    }
}

/// The least, the greatest, and what all differ by multiples of: zero if there is only one.
#[derive(Clone, Copy)]
struct StridedInterval {
    min: i128,
    max: i128,
    stride: i128,
}

impl StridedInterval {
    /// All numbers of so many bits.
    fn full(width: u32) -> StridedInterval {
        StridedInterval { min: 0, max: ones(width), stride: 1 }
    }

    /// The least strided interval that has some numbers.
    fn of(numbers: impl Iterator<Item = i128>) -> StridedInterval {
        let mut numbers: Vec<i128> = numbers.collect();
        numbers.sort_unstable();
        let stride = numbers.windows(2).fold(0, |gap, pair| gcd(gap, pair[1] - pair[0]));
        let (min, max) = (numbers.first(), numbers.last());
        StridedInterval { min: min.map_or(0, |&n| n), max: max.map_or(0, |&n| n), stride }
    }

    /// All numbers of so many bits that are as far apart: what divides the stride and that beyond
    /// which they begin anew still tells them apart.
    fn around(self, width: u32) -> StridedInterval {
        let stride = power_in(self.stride).min(1 << (width - 1));
        let min = self.min.rem_euclid(stride);
        StridedInterval { min, max: ones(width), stride }
    }

    /// Brings numbers into the range that is allowed.
    fn numbers(self, width: u32) -> ValueSet {
        let fits = self.min >= -(1 << (width - 1)) && self.max <= ones(width);
        let StridedInterval { min, max, stride } = if fits { self } else { self.around(width) };
        ValueSet::Strided { min, max, stride: stride.max(1) }
    }
}

fn ones(width: u32) -> i128 {
    (1 << width) - 1
}

fn gcd(a: i128, b: i128) -> i128 {
    if b == 0 { a.abs() } else { gcd(b, a % b) }
}

/// The greatest power of two that divides a number; of zero, more than any offset.
fn power_in(number: i128) -> i128 {
    if number == 0 { 1 << WIDEST } else { 1 << number.trailing_zeros().min(WIDEST) }
}

struct Estimate<'a> {
    terms: &'a Terms,
    budget: u32,
}

impl Estimate<'_> {
    fn numbers(&mut self, term: Term, depth: u32) -> ValueSet {
        let width = self.terms.width(term);
        if let Node::Constant(value) = self.terms.node(term) {
            return ValueSet::Explicit(vec![value]);
        }
        let full = StridedInterval::full(width.min(WIDEST)).numbers(width.min(WIDEST));
        // Of what is wider only parts are offsets, and nothing is known of them.
        if depth == 0 || self.budget == 0 || width > WIDEST {
            return full;
        }
        self.budget -= 1;
        self.compound(term, width, depth - 1).unwrap_or(full)
    }

    fn compound(&mut self, term: Term, width: u32, depth: u32) -> Option<ValueSet> {
        let result = match self.terms.node(term) {
            Node::Ite(_, then, otherwise) => {
                let (then, otherwise) = (self.numbers(then, depth), self.numbers(otherwise, depth));
                return Some(either(&then, &otherwise, width));
            }
            Node::Concat(high, low) => {
                let (above, places) = (self.terms.width(high), self.terms.width(low));
                let (high, low) = (self.numbers(high, depth), self.numbers(low, depth));
                if let Some(exact) = pairs(&high, &low, |h, l| h << places | l) {
                    return Some(exact);
                }
                let (high, low) = (high.interval(above), low.unsigned(places));
                StridedInterval {
                    min: (high.min << places) + low.min,
                    max: (high.max << places) + low.max,
                    stride: gcd(high.stride << places, low.stride),
                }
            }
            Node::Extract(whole, low) => {
                let whole_width = self.terms.width(whole);
                if whole_width > WIDEST {
                    return None;
                }
                let whole = self.numbers(whole, depth);
                if let ValueSet::Explicit(numbers) = whole {
                    let cut = |number: u128| semantics::truncate(width, number >> low);
                    return Some(explicit(numbers.into_iter().map(cut)));
                }
                let StridedInterval { min, max, stride } = whole.interval(whole_width);
                let stride = if stride % (1 << low) == 0 { stride >> low } else { 1 };
                StridedInterval { min: min >> low, max: max >> low, stride }
            }
            Node::Sext(a) => {
                let inner = self.terms.width(a);
                let a = self.numbers(a, depth);
                if let ValueSet::Explicit(numbers) = a {
                    let extend = |n| semantics::signed(inner, n) as u128;
                    let extend = |n| semantics::truncate(width, extend(n));
                    return Some(explicit(numbers.into_iter().map(extend)));
                }
                let (a, half) = (a.interval(inner), 1 << (inner - 1));
                if a.min >= -half && a.max < half {
                    a
                } else {
                    let StridedInterval { min, stride, .. } = a.around(inner);
                    StridedInterval { min: min - half, max: half - 1, stride }
                }
            }
            Node::Binary(operation, a, b) if !operation.is_predicate() => {
                let (a, b) = (self.numbers(a, depth), self.numbers(b, depth));
                let exact = pairs(&a, &b, |x, y| semantics::binary(operation, width, x, y));
                if exact.is_some() {
                    return exact;
                }
                computed(operation, width, &a, &b)?
            }
            _ => return None,
        };
        Some(result.numbers(width))
    }
}

/// An operation on numbers that are too many to try.
fn computed(operation: Binary, width: u32, a: &ValueSet, b: &ValueSet) -> Option<StridedInterval> {
    let (x, y) = (a.unsigned(width), b.unsigned(width));
    let (a, b) = (a.interval(width), b.interval(width));
    let stride = gcd(a.stride, b.stride);
    let up_to = |max| Some(StridedInterval { min: 0, max, stride: 1 });
    match operation {
        Binary::Add => Some(StridedInterval { min: a.min + b.min, max: a.max + b.max, stride }),
        Binary::Sub => Some(StridedInterval { min: a.min - b.max, max: a.max - b.min, stride }),
        Binary::Mul => {
            let corners = [(a.min, b.min), (a.min, b.max), (a.max, b.min), (a.max, b.max)];
            let corners = corners.map(|(x, y)| x.checked_mul(y));
            let [Some(p), Some(q), Some(r), Some(s)] = corners else { return None };
            // Both are a least number and multiples of a stride.
            let across = [(a.stride, b.min), (b.stride, a.min), (a.stride, b.stride)];
            let across = across.map(|(x, y)| x.checked_mul(y));
            let [Some(t), Some(u), Some(v)] = across else { return None };
            // From the least product on, others are as far as from that of the least numbers.
            let stride = gcd(gcd(t, u), v);
            Some(StridedInterval {
                min: p.min(q).min(r).min(s),
                max: p.max(q).max(r).max(s),
                stride,
            })
        }
        Binary::And => up_to(x.max.min(y.max)),
        Binary::Udiv if y.min > 0 => up_to(x.max / y.min),
        Binary::Urem if y.min > 0 => up_to(x.max.min(y.max - 1)),
        Binary::Lshr => up_to(x.max),
        _ => None,
    }
}

/// The union of two sets.
fn either(a: &ValueSet, b: &ValueSet, width: u32) -> ValueSet {
    if let (ValueSet::Explicit(x), ValueSet::Explicit(y)) = (a, b)
        && x.len() + y.len() <= MOST_EXPLICIT
    {
        return explicit(x.iter().chain(y).copied());
    }
    let (a, b) = (a.interval(width), b.interval(width));
    let stride = gcd(gcd(a.stride, b.stride), a.min - b.min);
    StridedInterval { min: a.min.min(b.min), max: a.max.max(b.max), stride }.numbers(width)
}

/// A function of two numbers, if there are few of both.
fn pairs(a: &ValueSet, b: &ValueSet, function: impl Fn(u128, u128) -> u128) -> Option<ValueSet> {
    match (a, b) {
        (ValueSet::Explicit(x), ValueSet::Explicit(y)) if x.len() * y.len() <= MOST_EXPLICIT => {
            let function = &function;
            Some(explicit(x.iter().flat_map(|&x| y.iter().map(move |&y| function(x, y)))))
        }
        _ => None,
    }
}

fn explicit(numbers: impl Iterator<Item = u128>) -> ValueSet {
    let mut numbers: Vec<_> = numbers.collect();
    numbers.sort_unstable();
    numbers.dedup();
    ValueSet::Explicit(numbers)
}
