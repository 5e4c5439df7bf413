//! All operands of four bits, defined or not, against all values that they can have.

use heddle_program::{IntBinary, IntUnary, Overflowing};

use super::super::int;
use super::Partial;
use crate::value::{Word, mask, signed};

const WIDTH: u32 = 4;

/// All operands: each bit is zero, one or undefined.
fn operands() -> Vec<Word> {
    let words = (0..16).flat_map(|undef| (0..16).map(move |bits| Word { bits, undef }));
    words.filter(|word| word.bits & word.undef == 0).collect()
}

/// The values that an operand can have.
fn values(word: Word) -> impl Iterator<Item = u64> + Clone {
    (0..16).filter(move |value| value & !word.undef == word.bits)
}

fn partial(word: Word) -> Partial {
    Partial::new(WIDTH, &[word])
}

/// The bits in which results differ, and the bits of one of them.
fn differences(results: impl Iterator<Item = u64>) -> (u64, u64) {
    let (all, any) = results.fold((u64::MAX, 0), |(all, any), result| (all & result, any | result));
    (all ^ any, all)
}

/// A result against those for all values of its operands: a defined bit is the same in all of
/// them. If it is exact, no other bit is.
fn judge(what: &str, found: Word, results: impl Iterator<Item = u64>, is_exact: bool) {
    let (differing, bits) = differences(results);
    assert_eq!(differing & !found.undef, 0, "{what}: {found:x?} defines too much");
    assert_eq!(found.bits & !found.undef, bits & !found.undef, "{what}: {found:x?}");
    if is_exact {
        assert_eq!(found.undef, differing, "{what}: {found:x?} defines too little");
    }
}

/// An operation on two operands.
fn binary(name: &str, is_exact: bool, f: impl Fn(Word, Word) -> Word, g: impl Fn(u64, u64) -> u64) {
    for a in operands() {
        for b in operands() {
            let results = values(a).flat_map(|x| values(b).map(move |y| (x, y)));
            let results = results.map(|(x, y)| g(x, y) & mask(WIDTH));
            judge(&format!("{name} of {a:x?} and {b:x?}"), f(a, b), results, is_exact);
        }
    }
}

#[test]
fn arithmetic_defines_what_all_values_share() {
    binary("and", true, int::and, |x, y| x & y);
    binary("or", true, int::or, |x, y| x | y);
    binary("xor", true, int::xor, |x, y| x ^ y);
    let of = |f: fn(Partial, Partial) -> Partial| {
        move |a: Word, b: Word| f(partial(a), partial(b)).word()
    };
    binary("sum", false, of(Partial::add), u64::wrapping_add);
    binary("difference", false, of(Partial::sub), u64::wrapping_sub);
    binary("product", false, of(Partial::mul), u64::wrapping_mul);
    for op in [Overflowing::SAdd, Overflowing::USub, Overflowing::UMul] {
        let found = |a: Word, b: Word| partial(a).wrapped(op, partial(b)).word();
        binary("wrapped", false, found, |x, y| int::overflowing(op, WIDTH, x, y).0);
    }
}

#[test]
fn comparisons_are_decided_where_all_values_agree() {
    type Decision = fn(Partial, Partial) -> Option<bool>;
    type Comparison = fn(u64, u64) -> bool;
    let cases: [(&str, Decision, Comparison); 6] = [
        ("eq", Partial::equals, |x, y| x == y),
        ("ne", Partial::differs, |x, y| x != y),
        ("ult", Partial::is_below, |x, y| x < y),
        ("ule", Partial::is_not_above, |x, y| x <= y),
        ("slt", Partial::is_less, |x, y| signed(x, WIDTH) < signed(y, WIDTH)),
        ("sle", Partial::is_not_greater, |x, y| signed(x, WIDTH) <= signed(y, WIDTH)),
    ];
    for (name, decide, holds) in cases {
        let found = |a, b| super::truth(decide(partial(a), partial(b)), &[a, b]);
        binary(name, true, found, |x, y| holds(x, y).into());
    }
}

#[test]
fn functions_define_what_all_values_share() {
    for op in [
        IntBinary::SMax,
        IntBinary::SMin,
        IntBinary::UMax,
        IntBinary::UMin,
        IntBinary::SAddSat,
        IntBinary::UAddSat,
        IntBinary::SSubSat,
        IntBinary::USubSat,
        IntBinary::SShlSat,
        IntBinary::UShlSat,
        IntBinary::SCmp,
        IntBinary::UCmp,
    ] {
        let found = |a: Word, b: Word| match a.undef | b.undef {
            0 => Word::new(int::binary_fn(op, WIDTH, a.bits, b.bits)),
            _ => partial(a).function(op, partial(b)).word(),
        };
        binary(&format!("{op:?}"), false, found, |x, y| int::binary_fn(op, WIDTH, x, y));
    }
    for op in [
        IntUnary::Ctpop,
        IntUnary::Ctlz,
        IntUnary::Cttz,
        IntUnary::Bswap,
        IntUnary::BitReverse,
        IntUnary::Abs,
    ] {
        for a in operands() {
            let results = values(a).map(|x| int::unary(op, WIDTH, x) & mask(WIDTH));
            let found = partial(a).unary(op).word();
            judge(&format!("{op:?} of {a:x?}"), found, results, op == IntUnary::BitReverse);
        }
    }
}

#[test]
fn funnel_shifts_by_a_defined_amount_are_exact() {
    for left in [false, true] {
        for by in 0..WIDTH {
            let shift = |x: u64, y: u64| {
                let both = x << WIDTH | y;
                if left { both << by >> WIDTH } else { both >> by }
            };
            let found = |a: Word, b: Word| partial(a).funnel_shift(left, partial(b), by).word();
            binary("funnel shift", true, found, shift);
        }
    }
}

#[test]
fn a_sum_is_undefined_from_the_lowest_undefined_bit_on() {
    let padded = Word { bits: 0x00ff_ffff, undef: 0xff00_0000 };
    let sum = int::open_sum(32, padded, Word::new(0x200));
    assert_eq!(sum, Word { bits: 0x0000_01ff, undef: 0xff00_0000 });
    let input = int::open_product(64, Word::input(64), Word::new(12));
    assert_eq!(input, Word { bits: u64::MAX << 2, undef: u64::MAX << 2 });
    let wide = Partial::new(100, &[Word::new(3), Word::uninitialized(1)]);
    let product = wide.mul(Partial::new(100, &[Word::new(1 << 10), Word::new(0)]));
    let undef = u64::MAX << 10 & mask(36);
    assert_eq!(product.words(), [Word::new(3 << 10), Word { bits: 0, undef }]);
}

#[test]
fn undefined_bits_beyond_the_width_do_not_count() {
    let word = Word { bits: 5, undef: u64::MAX << 8 };
    assert_eq!(int::open_sum(8, word, Word::new(1)), Word::new(6));
}
