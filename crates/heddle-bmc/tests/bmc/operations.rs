//! Every operation at every width: what constructors make of it has the reference's value.

use heddle_bmc::term::{Evaluator, Terms};

use crate::dag::interesting;
use crate::reference::{Op, bits, number};

pub(crate) const WIDE: [u32; 10] = [9, 16, 31, 32, 33, 63, 64, 65, 127, 128];

pub(crate) fn all_ops() -> impl Iterator<Item = Op> {
    Op::UNARY.into_iter().chain(Op::BINARY)
}

/// Checks an operation on two numbers, with each of the operands a constant or a variable.
fn check(evaluator: &mut Evaluator, op: Op, width: u32, a: u128, b: u128) {
    let expected = number(&op.apply(&bits(width, a), &bits(width, b)));
    let mut terms = Terms::new();
    let constants = [terms.constant(width, a), terms.constant(width, b)];
    let variables = [terms.variable(width), terms.variable(width)];
    let folded = op.build(&mut terms, constants[0], constants[1]);
    assert_eq!(terms.value(folded), Some(expected), "{op:?} of {a}, {b} in {width} bits");
    let wanted = [
        op.build(&mut terms, variables[0], variables[1]),
        op.build(&mut terms, variables[0], constants[1]),
        op.build(&mut terms, constants[0], variables[1]),
    ];
    let values = evaluator.evaluate(&terms, &wanted, |variable| [a, b][variable.index()]);
    assert_eq!(values, [expected; 3], "{op:?} of {a}, {b} in {width} bits");
}

#[test]
fn operations_on_all_numbers_of_few_bits() {
    let mut evaluator = Evaluator::new();
    for width in 1..=4 {
        for op in all_ops() {
            for (a, b) in (0..1 << width).flat_map(|a| (0..1 << width).map(move |b| (a, b))) {
                check(&mut evaluator, op, width, a, b);
            }
        }
    }
}

#[test]
fn constants_of_up_to_eight_bits_are_folded_as_they_should() {
    let mut terms = Terms::new();
    for width in 5..=8 {
        let numbers: Vec<_> =
            (0..1u128 << width).map(|n| (terms.constant(width, n), bits(width, n))).collect();
        for op in all_ops() {
            for (a, a_bits) in &numbers {
                for (b, b_bits) in &numbers {
                    let term = op.build(&mut terms, *a, *b);
                    let expected = number(&op.apply(a_bits, b_bits));
                    assert_eq!(terms.value(term), Some(expected), "{op:?} {a_bits:?} {b_bits:?}");
                }
            }
        }
    }
}

#[test]
fn operations_on_some_numbers_of_many_bits() {
    let mut evaluator = Evaluator::new();
    let random = &mut fastrand::Rng::with_seed(11);
    for width in (5..=8).chain(WIDE) {
        for op in all_ops() {
            for _ in 0..60 {
                let (a, b) = (interesting(random, width), interesting(random, width));
                check(&mut evaluator, op, width, a, b);
            }
        }
    }
}

/// Products around the largest that fits, at widths for which there is no word twice as wide.
#[test]
fn products_at_the_edge() {
    let mut evaluator = Evaluator::new();
    for width in [31, 32, 63, 64, 65, 66, 79, 100, 126, 127, 128] {
        let edges = (width / 2 - 2..width / 2 + 3).flat_map(|bit| [-1, 0, 1].map(|d| (bit, d)));
        let edges: Vec<_> = edges.map(|(bit, d)| (1u128 << bit).wrapping_add_signed(d)).collect();
        for op in [Op::MulOverflowsUnsigned, Op::MulOverflowsSigned] {
            for (&a, &b) in edges.iter().flat_map(|a| edges.iter().map(move |b| (a, b))) {
                check(&mut evaluator, op, width, a, b);
                let negative = b.wrapping_neg() & (u128::MAX >> (128 - width));
                check(&mut evaluator, op, width, a, negative);
            }
        }
    }
}
