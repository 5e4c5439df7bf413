//! Random formulas and words, the same ones in every run.

#![allow(dead_code, reason = "each test uses its part of it")]

use fastrand::Rng;
use heddle_ltl::LassoWord;

/// The propositions that random formulas are made of.
pub(crate) const NAMES: [&str; 3] = ["a", "b", "c"];

/// The text of a random formula with at most `size` operators, with parentheses everywhere.
pub(crate) fn formula(rng: &mut Rng, size: usize) -> String {
    formula_over(rng, size, &NAMES, true)
}

/// The same over other propositions, with or without `X`.
pub(crate) fn formula_over(rng: &mut Rng, size: usize, names: &[&str], next: bool) -> String {
    if size == 0 {
        return match rng.usize(0..12) {
            0 => "true".to_owned(),
            1 => "0".to_owned(),
            _ => names[rng.usize(0..names.len())].to_owned(),
        };
    }
    let unary: &[&str] = if next { &["!", "G", "F", "[]", "<>", "X"] } else { &["!", "G", "F"] };
    if rng.usize(0..10) < 4 {
        let operator = unary[rng.usize(0..unary.len())];
        return format!("{operator}({})", formula_over(rng, size - 1, names, next));
    }
    let binary = ["&&", "||", "&&", "||", "U", "U", "R", "W", "M", "V", "->", "<->", "^"];
    let operator = binary[rng.usize(0..binary.len())];
    let left = rng.usize(0..size);
    let left_text = formula_over(rng, left, names, next);
    let right_text = formula_over(rng, size - 1 - left, names, next);
    format!("({left_text}) {operator} ({right_text})")
}

/// A random word over the first `propositions` bits.
pub(crate) fn lasso(rng: &mut Rng, propositions: u32) -> LassoWord {
    let mut letters = |least: usize, most: usize| {
        let length = rng.usize(least..=most);
        (0..length).map(|_| rng.u64(0..1 << propositions)).collect::<Vec<_>>()
    };
    let stem = letters(0, 4);
    let cycle = letters(1, 4);
    LassoWord::new(stem, cycle).expect("the cycle should not be empty")
}
