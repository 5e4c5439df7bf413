//! Random formulas: simplified or not, they have the same values.

use heddle_bmc::term::{Evaluator, Terms};

use crate::dag::{Dag, interesting, seeds};
use crate::reference::number;

/// Builds formulas and compares every entry's value with the reference's.
fn compare(seed: u64, formulas: usize, length: usize, max_width: u32) {
    for seed in seeds(seed) {
        compare_with_seed(seed, formulas, length, max_width);
    }
}

fn compare_with_seed(seed: u64, formulas: usize, length: usize, max_width: u32) {
    let random = &mut fastrand::Rng::with_seed(seed);
    let mut evaluator = Evaluator::new();
    for _ in 0..formulas {
        let mut terms = Terms::new();
        let dag = Dag::random(random, &mut terms, 4, length, max_width);
        for _ in 0..4 {
            let variables: Vec<_> =
                dag.widths[..4].iter().map(|&w| interesting(random, w)).collect();
            let expected = dag.evaluate(&variables);
            let values = evaluator.evaluate(&terms, &dag.terms, |v| variables[v.index()]);
            for (index, (value, expected)) in values.iter().zip(&expected).enumerate() {
                assert_eq!(
                    *value,
                    number(expected),
                    "entry {index} of {:#?} with {variables:?}, built as\n{}",
                    dag.entries,
                    terms.printed(&dag.terms[index..=index]),
                );
            }
        }
    }
}

#[test]
fn formulas_of_few_bits() {
    compare(1, 30_000, 24, 4);
}

#[test]
fn formulas_of_bytes() {
    compare(2, 8_000, 40, 16);
}

#[test]
fn formulas_as_wide_as_can_be() {
    compare(3, 800, 40, 128);
}
