//! Every operation at every width as clauses; random formulas as clauses.

use heddle_bmc::blast::Blaster;
use heddle_bmc::sat::{Answer, Cadical, Solver};
use heddle_bmc::term::{Evaluator, Term, Terms};

use crate::brute::Brute;
use crate::dag::{Dag, interesting, seeds};
use crate::operations::{WIDE, all_ops};
use crate::reference::{Op, bits, number};

/// Asks for all models of an operation in turn, operands assumed to be given numbers: there is
/// one, with the result that the reference has, and none with another.
fn check_models<S: Solver>(solver: S, op: Op, width: u32, pairs: &[(u128, u128)]) {
    let mut terms = Terms::new();
    let (x, y) = (terms.variable(width), terms.variable(width));
    let result = op.build(&mut terms, x, y);
    let mut blaster = Blaster::new(solver);
    for &(a, b) in pairs {
        let expected = number(&op.apply(&bits(width, a), &bits(width, b)));
        let [a_term, b_term] = [a, b].map(|value| terms.constant(width, value));
        let result_width = terms.width(result);
        let expected_term = terms.constant(result_width, expected);
        let assumptions = [terms.eq(x, a_term), terms.eq(y, b_term)];
        let is_expected = terms.eq(result, expected_term);
        let context = format!("{op:?} of {a}, {b} in {width} bits");
        blaster.word(&terms, result);
        assert_eq!(blaster.solve(&terms, &assumptions), Ok(Answer::Satisfiable), "{context}");
        assert_eq!(blaster.value(&terms, result), Some(expected), "{context}");
        let other = terms.not(is_expected);
        let [first, second] = assumptions;
        let answer = blaster.solve(&terms, &[first, second, other]);
        assert_eq!(answer, Ok(Answer::Unsatisfiable), "{context}");
    }
}

#[test]
fn operations_on_all_numbers_of_few_bits() {
    for width in 1..=3 {
        let pairs: Vec<_> =
            (0..1 << width).flat_map(|a| (0..1 << width).map(move |b| (a, b))).collect();
        for op in all_ops() {
            check_models(Brute::default(), op, width, &pairs);
            check_models(Cadical::new(), op, width, &pairs);
        }
    }
}

#[test]
fn operations_on_some_numbers_of_many_bits() {
    let random = &mut fastrand::Rng::with_seed(5);
    for width in (4..=8).chain(WIDE) {
        for op in all_ops() {
            let pair = |_| (interesting(random, width), interesting(random, width));
            let pairs: Vec<_> = (0..if width > 33 { 2 } else { 6 }).map(pair).collect();
            check_models(Cadical::new(), op, width, &pairs);
        }
    }
}

/// A constant operand takes other circuits, and no other result.
#[test]
fn operations_with_constants() {
    let random = &mut fastrand::Rng::with_seed(6);
    for width in [2, 3, 5, 8, 13, 32] {
        for op in Op::BINARY {
            for is_first in [false, true] {
                let mut terms = Terms::new();
                let value = interesting(random, width);
                let (x, constant) = (terms.variable(width), terms.constant(width, value));
                let (a, b) = if is_first { (constant, x) } else { (x, constant) };
                let result = op.build(&mut terms, a, b);
                let mut blaster = Blaster::new(Cadical::new());
                blaster.word(&terms, result);
                blaster.word(&terms, x);
                for _ in 0..4 {
                    let input = interesting(random, width);
                    let (a, b) = if is_first { (value, input) } else { (input, value) };
                    let expected = number(&op.apply(&bits(width, a), &bits(width, b)));
                    let input = terms.constant(width, input);
                    let assumption = terms.eq(x, input);
                    assert_eq!(blaster.solve(&terms, &[assumption]), Ok(Answer::Satisfiable));
                    let context = format!("{op:?} of {a}, {b} in {width} bits");
                    assert_eq!(blaster.value(&terms, result), Some(expected), "{context}");
                }
            }
        }
    }
}

/// Laws that hold for all values, which the rules do not see at once.
fn laws(terms: &mut Terms, width: u32) -> Vec<(&'static str, Term)> {
    let [x, y, z] = [(); 3].map(|()| terms.variable(width));
    let mut laws = Vec::new();
    let (xy, yz) = (terms.add(x, y), terms.add(y, z));
    let (left, right) = (terms.add(xy, z), terms.add(x, yz));
    laws.push(("addition is associative", terms.eq(left, right)));

    let difference = terms.sub(x, y);
    let negated = terms.sub(y, x);
    let sum = terms.add(difference, negated);
    let zero = terms.constant(width, 0);
    laws.push(("differences cancel out", terms.eq(sum, zero)));

    let (quotient, remainder) = (terms.udiv(x, y), terms.urem(x, y));
    let product = terms.mul(quotient, y);
    let back = terms.add(product, remainder);
    laws.push(("quotient and remainder make the dividend", terms.eq(back, x)));

    let in_range = terms.ult(remainder, y);
    let by_zero = terms.eq(y, zero);
    laws.push(("a remainder is less than the divisor", terms.or(in_range, by_zero)));

    let (less, greater, equal) = (terms.slt(x, y), terms.sgt(x, y), terms.eq(x, y));
    let count = terms.xor(less, greater);
    laws.push(("less, greater or equal", terms.xor(count, equal)));

    let (up, down) = (terms.shl(x, y), terms.lshr(x, y));
    let (back_down, back_up) = (terms.lshr(up, y), terms.shl(down, y));
    let (lost_high, lost_low) = (terms.ule(back_down, x), terms.ule(back_up, x));
    laws.push(("shifting there and back loses bits", terms.and(lost_high, lost_low)));

    let (both, either) = (terms.and(x, y), terms.or(x, y));
    let parts = terms.add(both, either);
    laws.push(("common and all bits add up", terms.eq(parts, xy)));

    let wide = terms.add_overflows_signed(x, y);
    let (wide_x, wide_y) = (terms.sext(x, width + 1), terms.sext(y, width + 1));
    let wide_sum = terms.add(wide_x, wide_y);
    let narrow_sum = terms.sext(xy, width + 1);
    let is_exact = terms.eq(wide_sum, narrow_sum);
    laws.push(("a sum overflows or is exact", terms.xor(wide, is_exact)));
    laws
}

#[test]
fn laws_have_no_counterexample_and_their_negations_have_no_model() {
    for width in [2, 3, 5, 6] {
        let mut terms = Terms::new();
        for (law, term) in laws(&mut terms, width) {
            let mut blaster = Blaster::new(Cadical::new());
            let broken = terms.not(term);
            let answer = blaster.solve(&terms, &[broken]);
            assert_eq!(answer, Ok(Answer::Unsatisfiable), "{law}, in {width} bits");
            assert_eq!(blaster.solve(&terms, &[term]), Ok(Answer::Satisfiable), "{law}");
        }
    }
}

/// Asserts some booleans of random formulas. A model must satisfy them by the reference; that
/// there is none is compared with trying all values.
fn check_formulas<S: Solver>(new: impl Fn() -> S, seed: u64, formulas: usize, length: usize) {
    let random = &mut fastrand::Rng::with_seed(seed);
    let mut evaluator = Evaluator::new();
    let mut answers = [0; 2];
    for _ in 0..formulas {
        let mut terms = Terms::new();
        let dag = Dag::random(random, &mut terms, 3, length, 3);
        let mut asserted: Vec<usize> =
            (0..length).filter(|&index| dag.widths[index] == 1 && random.u8(0..4) == 0).collect();
        asserted.truncate(4);
        let booleans: Vec<_> = asserted.iter().map(|&index| dag.terms[index]).collect();
        let mut blaster = Blaster::new(new());
        // Half of them for good, half of them as assumptions.
        let (for_good, assumptions) = booleans.split_at(booleans.len() / 2);
        for_good.iter().for_each(|&term| blaster.assert(&terms, term));
        // What has been spared a literal so far may need one after a search.
        if random.bool() {
            blaster.solve(&terms, &[]).unwrap();
        }
        let asked: Vec<_> = (0..4).map(|_| random.usize(0..length)).collect();
        for &index in &asked {
            blaster.word(&terms, dag.terms[index]);
        }
        let holds = |variables: &[u128]| {
            let values = dag.evaluate(variables);
            asserted.iter().all(|&index| values[index][0])
        };
        match blaster.solve(&terms, assumptions).unwrap() {
            Answer::Satisfiable => {
                answers[0] += 1;
                let model = blaster.model(&terms);
                assert!(holds(&model), "{model:?} is no model of {:#?}", dag.entries);
                let values = evaluator.evaluate(&terms, &booleans, |v| model[v.index()]);
                assert!(values.iter().all(|&value| value == 1));
                let values = dag.evaluate(&model);
                for &index in &asked {
                    let value = blaster.value(&terms, dag.terms[index]);
                    assert_eq!(value, Some(number(&values[index])), "{index}: {:#?}", dag.entries);
                }
            }
            Answer::Unsatisfiable => {
                answers[1] += 1;
                let bits: u32 = dag.widths[..3].iter().sum();
                for all in 0..1u128 << bits {
                    let mut rest = all;
                    let variables: Vec<_> = dag.widths[..3]
                        .iter()
                        .map(|&width| {
                            let value = rest & ((1 << width) - 1);
                            rest >>= width;
                            value
                        })
                        .collect();
                    assert!(!holds(&variables), "{variables:?} is a model of {:#?}", dag.entries);
                }
            }
            Answer::Interrupted => unreachable!("nobody interrupts"),
        }
    }
    assert!(answers.iter().all(|&count| count > formulas / 20), "{answers:?} is one-sided");
}

#[test]
fn random_formulas_with_cadical() {
    seeds(1).for_each(|seed| check_formulas(Cadical::new, seed, 4_000, 24));
}

#[test]
fn random_formulas_with_a_solver_that_tries_everything() {
    seeds(2).for_each(|seed| check_formulas(Brute::default, seed, 4_000, 20));
}

/// Assertions of a round hold until the next: each round has the answers of a solver that has never
/// seen the others.
#[test]
fn rounds_know_nothing_of_each_other() {
    let random = &mut fastrand::Rng::with_seed(41);
    let mut counts = [0; 2];
    for _ in 0..20 {
        let mut terms = Terms::new();
        let variables: Vec<Term> = (0..3).map(|_| terms.variable(3)).collect();
        let mut blaster = Blaster::new(Cadical::new());
        for round in 0..6 {
            match round {
                5 => blaster.end_round(),
                _ => blaster.begin_round(),
            }
            let mut alone = Blaster::new(Cadical::new());
            for _ in 0..random.usize(1..6) {
                let pick = |random: &mut fastrand::Rng| variables[random.usize(..3)];
                let (a, b, c) = (pick(random), pick(random), pick(random));
                let sum = terms.add(a, b);
                let number = terms.constant(3, random.u128(..8));
                let holds = match random.u8(..3) {
                    0 => terms.eq(sum, number),
                    1 => terms.ult(sum, c),
                    _ => terms.ult(number, sum),
                };
                blaster.assert(&terms, holds);
                alone.assert(&terms, holds);
            }
            let answer = alone.solve(&terms, &[]);
            assert_eq!(blaster.solve(&terms, &[]), answer);
            if answer == Ok(Answer::Satisfiable) {
                let least = terms.constant(3, 3);
                let assumed = terms.ult(least, variables[0]);
                let answer = alone.solve(&terms, &[assumed]);
                assert_eq!(blaster.solve(&terms, &[assumed]), answer);
                alone.assert_not(&terms, assumed);
                blaster.assert_not(&terms, assumed);
                assert_eq!(blaster.solve(&terms, &[]), alone.solve(&terms, &[]));
            }
            counts[usize::from(answer == Ok(Answer::Satisfiable))] += 1;
        }
    }
    assert!(counts.iter().all(|&count| count > 10), "{counts:?}");
}
