//! Stutter invariance: formulas that cannot tell apart words which differ in repetitions only.
//!
//! Such a formula must not be checked under a reduction that makes several steps one. Formulas
//! without `X` are safe; others are decided after Michaud and Duret-Lutz (*Practical
//! stutter-invariance checks for ω-regular languages*, SPIN 2015): a formula is not safe exactly
//! if some word has a run of its automaton and one of its negation's when both may read a letter
//! that they have just read once more without moving. They make new automata of this; here the
//! product is explored as it is, letter by letter.

use std::collections::HashMap;

use foldhash::fast::FixedState;

use super::components::Partition;
use super::{Automaton, Edge, StateId, translate};
use crate::formula::{Formula, Pool};

/// Most pairs of states and a letter that are looked at.
const PAIR_LIMIT: usize = 100_000;

/// Most steps between them that are looked at.
const STEP_LIMIT: usize = 2_000_000;

/// True if the formula holds on a word exactly if it holds on all words that differ from it only in
/// how often letters are repeated. Where that would take too long to find out, the answer is no,
/// which is safe.
pub fn is_stutter_invariant(formula: &Formula) -> bool {
    if !formula.has_next() {
        return true;
    }
    let mut pool = Pool::new();
    let simplified = formula.simplified_term(&mut pool);
    if !pool.has_next(simplified) {
        return true;
    }
    let (Ok(positive), Ok(negative)) = (translate(formula), translate(&formula.negated())) else {
        return false;
    };
    Product::new(&positive, &negative).is_some_and(|product| !product.has_accepted_run())
}

/// A pair of states, and the letter that was read last.
type Pair = (StateId, StateId, Option<u64>);

/// The runs of two automata on the same words, either of which may stay where it is while a
/// letter is repeated.
struct Product {
    /// The marks and targets of the steps of each pair.
    steps: Vec<Vec<(u128, usize)>>,
    all_marks: u128,
}

impl Product {
    /// Explores it, unless it is too large.
    fn new(left: &Automaton, right: &Automaton) -> Option<Self> {
        let letters = letters(left, right)?;
        // Beside their own marks, each automaton has one for moving at all.
        let right_shift = left.sets() + 1;
        let left_moves = 1_u128 << left.sets();
        let right_moves = 1_u128 << (right_shift + right.sets());
        let mut numbers: HashMap<Pair, usize, FixedState> = HashMap::default();
        let first: Pair = (left.initial(), right.initial(), None);
        let mut pairs = vec![first];
        numbers.insert(first, 0);
        let mut steps: Vec<Vec<(u128, usize)>> = Vec::new();
        let mut step_count = 0;
        while steps.len() < pairs.len() {
            let (left_state, right_state, last) = pairs[steps.len()];
            let mut leaving = Vec::new();
            for letter in &letters {
                let repeated = last == Some(*letter);
                let left_steps = moves(left.edges(left_state), *letter, left_state, repeated);
                let right_steps = moves(right.edges(right_state), *letter, right_state, repeated);
                for (left_target, left_marks) in &left_steps {
                    for (right_target, right_marks) in &right_steps {
                        let of_left = left_marks.map_or(0, |marks| u128::from(marks) | left_moves);
                        let of_right = right_marks
                            .map_or(0, |marks| u128::from(marks) << right_shift | right_moves);
                        let pair = (*left_target, *right_target, Some(*letter));
                        let next = pairs.len();
                        let number = *numbers.entry(pair).or_insert(next);
                        if number == next {
                            pairs.push(pair);
                        }
                        leaving.push((of_left | of_right, number));
                    }
                }
            }
            step_count += leaving.len();
            steps.push(leaving);
            if pairs.len() > PAIR_LIMIT || step_count > STEP_LIMIT {
                return None;
            }
        }
        let all_marks = (right_moves << 1) - 1;
        Some(Self { steps, all_marks })
    }

    fn has_accepted_run(&self) -> bool {
        let partition = Partition::of(self.steps.len(), |pair| {
            self.steps[pair].iter().map(|(_, target)| *target).collect()
        });
        let mut met = vec![0_u128; partition.count];
        for (pair, steps) in self.steps.iter().enumerate() {
            for (marks, target) in steps {
                if partition.is_inner(pair, *target) {
                    met[partition.of[pair]] |= marks;
                }
            }
        }
        met.contains(&self.all_marks)
    }
}

/// Successors of a state on a letter, with the marks met, or without any if it stays.
fn moves(
    edges: &[Edge],
    letter: u64,
    state: StateId,
    repeated: bool,
) -> Vec<(StateId, Option<u32>)> {
    let allowed = edges.iter().filter(|edge| edge.guard.allows(letter));
    let mut moves: Vec<_> = allowed.map(|edge| (edge.target, Some(edge.marks))).collect();
    if repeated {
        moves.push((state, None));
    }
    moves
}

/// All valuations of the propositions that matter, unless they are too many.
fn letters(left: &Automaton, right: &Automaton) -> Option<Vec<u64>> {
    let care = [left, right]
        .into_iter()
        .flat_map(|automaton| automaton.states().flat_map(|state| automaton.edges(state)))
        .fold(0, |care, edge| care | edge.guard.care());
    if care.count_ones() > 12 {
        return None;
    }
    // The subsets of a set of bits, from the greatest down to none.
    let mut letters = vec![care];
    let mut subset = care;
    while subset != 0 {
        subset = (subset - 1) & care;
        letters.push(subset);
    }
    Some(letters)
}
