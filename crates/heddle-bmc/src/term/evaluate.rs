//! The value of terms when variables have values.

use super::node::{Node, Variable};
use super::{Term, Terms, semantics};

/// Evaluates terms, each once.
///
/// It has a place for every term and uses it again from one assignment to the next, so that it
/// is worth keeping. There is no recursion: terms are as deep as programs are long.
#[derive(Clone, Debug, Default)]
pub struct Evaluator {
    values: Vec<u128>,
    /// The assignment, by number, for which a value holds.
    valid_in: Vec<u32>,
    assignment: u32,
    stack: Vec<Term>,
}

impl Evaluator {
    /// An evaluator, for any terms.
    pub fn new() -> Self {
        Self::default()
    }

    /// The values of `wanted` when each variable has the value that `assign` gives it; bits
    /// beyond its width do not count.
    pub fn evaluate(
        &mut self,
        terms: &Terms,
        wanted: &[Term],
        assign: impl Fn(Variable) -> u128,
    ) -> Vec<u128> {
        if self.assignment == u32::MAX {
            self.valid_in.fill(0);
            self.assignment = 0;
        }
        self.assignment += 1;
        self.values.resize(terms.count(), 0);
        self.valid_in.resize(terms.count(), 0);
        for &term in wanted {
            self.visit(terms, term, &assign);
        }
        wanted.iter().map(|term| self.values[term.index()]).collect()
    }

    fn visit(&mut self, terms: &Terms, root: Term, assign: &impl Fn(Variable) -> u128) {
        self.stack.push(root);
        while let Some(&term) = self.stack.last() {
            if self.known(term).is_some() {
                self.stack.pop();
            } else if let Some(value) = self.value(terms, term, assign) {
                self.values[term.index()] = value;
                self.valid_in[term.index()] = self.assignment;
                self.stack.pop();
            }
        }
    }

    /// The value of a term that is known; otherwise asks for it first.
    fn need(&mut self, term: Term) -> Option<u128> {
        let known = self.known(term);
        if known.is_none() {
            self.stack.push(term);
        }
        known
    }

    fn known(&self, term: Term) -> Option<u128> {
        let is_valid = self.valid_in[term.index()] == self.assignment;
        is_valid.then(|| self.values[term.index()])
    }

    /// The value of a term, unless it lacks an operand's, which it then asks for.
    fn value(
        &mut self,
        terms: &Terms,
        term: Term,
        assign: &impl Fn(Variable) -> u128,
    ) -> Option<u128> {
        let width = terms.width(term);
        Some(match terms.node(term) {
            Node::Constant(value) => value,
            Node::Variable(variable) => semantics::truncate(width, assign(variable)),
            Node::Not(a) => semantics::truncate(width, !self.need(a)?),
            Node::Binary(operation, a, b) => {
                let (a_value, b_value) = (self.need(a), self.need(b));
                semantics::binary(operation, terms.width(a), a_value?, b_value?)
            }
            // Only the arm that counts.
            Node::Ite(condition, then, otherwise) => {
                let arm = if self.need(condition)? == 1 { then } else { otherwise };
                self.need(arm)?
            }
            Node::Concat(high, low) => {
                let (high, low_value) = (self.need(high), self.need(low));
                high? << terms.width(low) | low_value?
            }
            Node::Extract(a, low_bit) => semantics::truncate(width, self.need(a)? >> low_bit),
            Node::Sext(a) => {
                let value = semantics::signed(terms.width(a), self.need(a)?);
                semantics::truncate(width, value as u128)
            }
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_deep_term_does_not_need_a_deep_stack() {
        let mut terms = Terms::new();
        let x = terms.variable(32);
        let mut sum = x;
        for _ in 0..200_000 {
            let product = terms.mul(sum, sum);
            sum = terms.xor(product, x);
        }
        let mut evaluator = Evaluator::new();
        let mut expected = 7u32;
        for _ in 0..200_000 {
            expected = expected.wrapping_mul(expected) ^ 7;
        }
        assert_eq!(evaluator.evaluate(&terms, &[sum], |_| 7), [u128::from(expected)]);
        // Values of one assignment do not leak into the next, and bits beyond do not count.
        assert_eq!(evaluator.evaluate(&terms, &[x, sum], |_| 1 << 32), [0, 0]);
    }
}
