//! The walk over terms that have no literals yet, and the circuit that each of them becomes.
//!
//! Conjunctions of conjunctions are one gate with many inputs, where nothing else uses the inner
//! ones; disjunctions are negated conjunctions.

use super::gates::{FALSE, TRUE};
use super::{Blaster, NOWHERE};
use crate::sat::{Lit, Solver};
use crate::term::{Binary, Node, Term, Terms};

/// Set in a count of uses when the operands' uses have been counted.
const COUNTED: u8 = 1 << 7;

impl<S: Solver> Blaster<S> {
    /// Gives a term literals, and first all terms that it needs.
    pub(super) fn blast(&mut self, terms: &Terms, root: Term) {
        let is_done = self.prepare(terms, root, usize::MAX);
        debug_assert!(is_done);
    }

    /// Gives literals to so many of the terms that a term needs, itself the last, and says
    /// whether there are no more: for who wants to look at the clock now and then.
    pub fn prepare(&mut self, terms: &Terms, root: Term, most: usize) -> bool {
        if self.words.has(root) {
            return true;
        }
        let mut made = 0;
        self.count_uses(terms, root);
        self.stack.push(root);
        while let Some(&term) = self.stack.last() {
            if self.words.has(term) {
                self.stack.pop();
                continue;
            }
            if made == most {
                self.stack.clear();
                return false;
            }
            self.find_inputs(terms, term);
            let before = self.stack.len();
            let missing = self.inputs.iter().map(|&(input, _)| input);
            self.stack.extend(missing.filter(|&input| !self.words.has(input)));
            if self.stack.len() == before {
                let place = u32::try_from(self.words.pool.len());
                let place = place.ok().filter(|&place| place != NOWHERE);
                self.circuit(terms, term);
                self.words.places[term.index()] = place.expect("there should be fewer literals");
                self.stack.pop();
                made += 1;
            }
        }
        true
    }

    /// Counts how often terms below `root` are used, so that of those that are used once the
    /// gates can be spared. What is seen later may use them again; then they are made after all.
    pub(super) fn count_uses(&mut self, terms: &Terms, root: Term) {
        self.uses.resize(terms.count(), 0);
        self.words.places.resize(terms.count(), NOWHERE);
        self.stack.push(root);
        while let Some(term) = self.stack.pop() {
            if self.uses[term.index()] & COUNTED != 0 {
                continue;
            }
            self.uses[term.index()] |= COUNTED;
            for operand in terms.operands(term) {
                let count = &mut self.uses[operand.index()];
                if *count & !COUNTED < COUNTED - 1 {
                    *count += 1;
                }
                self.stack.push(operand);
            }
        }
    }

    /// True if a term needs no literals of its own, since only one other term uses it.
    pub(super) fn is_spared(&self, term: Term) -> bool {
        self.uses[term.index()] & !COUNTED <= 1 && !self.words.has(term)
    }

    /// Finds the terms whose literals the gates of a term have as inputs.
    fn find_inputs(&mut self, terms: &Terms, term: Term) {
        self.inputs.clear();
        let operation = match terms.node(term) {
            Node::Binary(operation @ (Binary::And | Binary::Or), ..) if terms.width(term) == 1 => {
                operation
            }
            _ => {
                self.inputs.extend(terms.operands(term).map(|operand| (operand, false)));
                return;
            }
        };
        let is_or = operation == Binary::Or;
        self.inputs.extend(terms.operands(term).map(|operand| (operand, is_or)));
        let mut next = 0;
        while let Some(&(input, is_negated)) = self.inputs.get(next) {
            let is_spared = self.is_spared(input);
            let inner = if is_negated { Binary::Or } else { Binary::And };
            match terms.node(input) {
                Node::Not(inside) => {
                    self.inputs[next] = (inside, !is_negated);
                    // What is below it has more users than it seems to have.
                    next += usize::from(!is_spared);
                }
                Node::Binary(operation, a, b) if operation == inner && is_spared => {
                    self.inputs[next] = (a, is_negated);
                    self.inputs.push((b, is_negated));
                }
                _ => next += 1,
            }
        }
    }

    /// Appends the literals of a term to the pool. Its inputs have been found, and have theirs.
    fn circuit(&mut self, terms: &Terms, term: Term) {
        let width = terms.width(term) as usize;
        let (gates, words) = (&mut self.gates, &mut self.words);
        let place = |term: Term, words: &super::Words| words.places[term.index()] as usize;
        match terms.node(term) {
            Node::Constant(value) => {
                let bit = |bit| if value >> bit & 1 == 1 { TRUE } else { FALSE };
                words.pool.extend((0..width).map(bit));
            }
            Node::Variable(_) => words.pool.extend((0..width).map(|_| gates.variable())),
            Node::Not(a) => {
                let from = place(a, words);
                for bit in from..from + width {
                    words.pool.push(!words.pool[bit]);
                }
            }
            Node::Ite(condition, then, otherwise) => {
                let condition = words.literal(condition);
                let (then, otherwise) = (place(then, words), place(otherwise, words));
                for bit in 0..width {
                    let (then, otherwise) = (words.pool[then + bit], words.pool[otherwise + bit]);
                    words.pool.push(gates.ite(condition, then, otherwise));
                }
            }
            Node::Concat(high, low) => {
                for (part, term) in [(place(low, words), low), (place(high, words), high)] {
                    words.pool.extend_from_within(part..part + terms.width(term) as usize);
                }
            }
            Node::Extract(a, low) => {
                let from = place(a, words) + low as usize;
                words.pool.extend_from_within(from..from + width);
            }
            Node::Sext(a) => {
                let (from, inner) = (place(a, words), terms.width(a) as usize);
                words.pool.extend_from_within(from..from + inner);
                let sign = words.pool[from + inner - 1];
                words.pool.extend((inner..width).map(|_| sign));
            }
            Node::Binary(operation @ (Binary::And | Binary::Or), ..) if width == 1 => {
                let inputs = self.inputs.iter();
                let inputs: Vec<_> = inputs
                    .map(|&(input, negate)| words.literal(input).negated_if(negate))
                    .collect();
                words.pool.push(gates.all(&inputs).negated_if(operation == Binary::Or));
            }
            Node::Binary(operation, a, b) if operation.is_bitwise() => {
                let (a, b) = (place(a, words), place(b, words));
                for bit in 0..width {
                    let (x, y) = (words.pool[a + bit], words.pool[b + bit]);
                    words.pool.push(match operation {
                        Binary::And => gates.and(x, y),
                        Binary::Or => gates.or(x, y),
                        _ => gates.xor(x, y),
                    });
                }
            }
            Node::Binary(operation, a, b) => self.arithmetic(terms, operation, a, b),
        }
    }

    /// Appends the literals of an operation in which bits depend on bits beside them.
    fn arithmetic(&mut self, terms: &Terms, operation: Binary, a: Term, b: Term) {
        let x = self.words.word(terms, a).to_vec();
        let y = self.words.word(terms, b).to_vec();
        let gates = &mut self.gates;
        let one = |literal: Lit| vec![literal];
        let word = match operation {
            Binary::Add => gates.sum(&x, &y, FALSE),
            Binary::Sub => gates.difference(&x, &y),
            Binary::Mul => gates.product(&x, &y),
            Binary::Udiv | Binary::Urem => {
                let division = self.divisions.entry((a, b));
                let [quotient, remainder] = division.or_insert_with(|| gates.divide(&x, &y));
                if operation == Binary::Udiv { quotient.clone() } else { remainder.clone() }
            }
            Binary::Shl => gates.shift(&x, &y, false, FALSE),
            Binary::Lshr => gates.shift(&x, &y, true, FALSE),
            Binary::Ashr => gates.shift(&x, &y, true, x[x.len() - 1]),
            Binary::Eq => one(gates.equal(&x, &y)),
            Binary::Ult => one(gates.less(&x, &y)),
            Binary::Slt => one(gates.signed_less(&x, &y)),
            Binary::And | Binary::Or | Binary::Xor => {
                unreachable!("bits of {} should not depend on others", operation.name())
            }
        };
        self.words.pool.extend(word);
    }
}
