//! Evaluation of a formula on a word, straight by its definition.
//!
//! Words are given as a stem and a cycle, so there are finitely many positions, and `U` is the
//! smallest solution of its expansion law, found by going backwards from the end. It serves as
//! the oracle of the tests, and to confirm that a run breaks a formula.

use super::{Binary, Formula, Node, Unary};
use crate::lasso::LassoWord;

impl Formula {
    /// True if it holds on a word whose bit `i` is [`Formula::propositions`]`[i]`. Propositions
    /// from the 65th on have no bit, and are false.
    pub fn holds_on(&self, word: &LassoWord) -> bool {
        let letters = word.letters();
        let mut values: Vec<Vec<bool>> = Vec::with_capacity(self.row.nodes.len());
        for node in &self.row.nodes {
            let at = |part: &super::NodeId| &values[part.index()];
            let each = |holds: &dyn Fn(usize) -> bool| (0..letters.len()).map(holds).collect();
            let value: Vec<bool> = match node {
                Node::Constant(value) => vec![*value; letters.len()],
                Node::Proposition(number) => {
                    each(&|i| letters[i].checked_shr(*number).is_some_and(|bits| bits & 1 == 1))
                }
                Node::Unary(operator, part) => {
                    let part = at(part);
                    match operator {
                        Unary::Not => each(&|i| !part[i]),
                        Unary::Next => each(&|i| part[word.after(i)]),
                        Unary::Finally => until(word, |_| true, |i| part[i]),
                        Unary::Globally => negation(until(word, |_| true, |i| !part[i])),
                    }
                }
                Node::And(parts) => each(&|i| parts.iter().all(|part| at(part)[i])),
                Node::Or(parts) => each(&|i| parts.iter().any(|part| at(part)[i])),
                Node::Binary(operator, left, right) => {
                    let (left, right) = (at(left), at(right));
                    match operator {
                        Binary::Xor => each(&|i| left[i] != right[i]),
                        Binary::Implies => each(&|i| !left[i] || right[i]),
                        Binary::Equivalent => each(&|i| left[i] == right[i]),
                        Binary::Until => until(word, |i| left[i], |i| right[i]),
                        Binary::Release => negation(until(word, |i| !left[i], |i| !right[i])),
                        // Until, or the first for ever: not so if both fail before the second.
                        Binary::WeakUntil => {
                            negation(until(word, |i| !right[i], |i| !left[i] && !right[i]))
                        }
                        Binary::StrongRelease => until(word, |i| right[i], |i| left[i] && right[i]),
                    }
                }
            };
            values.push(value);
        }
        values[self.root().index()][0]
    }
}

fn negation(mut values: Vec<bool>) -> Vec<bool> {
    values.iter_mut().for_each(|value| *value = !*value);
    values
}

/// For each position, true if `left` holds until `right` does.
fn until(
    word: &LassoWord,
    left: impl Fn(usize) -> bool,
    right: impl Fn(usize) -> bool,
) -> Vec<bool> {
    let mut holds = vec![false; word.letters().len()];
    // Once round the cycle to learn what holds at its start, once more to use it.
    for _ in 0..2 {
        for i in (0..holds.len()).rev() {
            holds[i] = right(i) || (left(i) && holds[word.after(i)]);
        }
    }
    holds
}
