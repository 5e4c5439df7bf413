//! Pointers to which something was added.

use super::{Needed, Resolver};
use crate::term::{Binary, Node, Term, Terms};

/// Most summands that a sum is taken apart into.
const SUMMANDS: usize = 16;

/// A sum, taken apart.
struct Sum {
    /// The summands that are added; the last is a constant, which may be zero.
    added: Vec<Term>,
    /// The summands that are subtracted.
    subtracted: Vec<Term>,
}

/// A pointer and what was added to it.
pub(super) struct Moved {
    pub(super) base: Term,
    pub(super) offset: Term,
}

impl Resolver {
    /// The pointer in a sum and the rest of it, if exactly one summand is a pointer.
    pub(super) fn moved(&mut self, terms: &mut Terms, term: Term) -> Result<Option<Moved>, Needed> {
        let Some(Sum { mut added, subtracted }) = taken_apart(terms, term) else {
            return Ok(None);
        };
        self.need(&added)?;
        let is_pointer = |summand: &Term| {
            self.seen[summand].as_ref().is_some_and(|resolved| !resolved.targets.is_empty())
        };
        let mut pointers = (0..added.len()).filter(|&index| is_pointer(&added[index]));
        let (Some(pointer), None) = (pointers.next(), pointers.next()) else { return Ok(None) };
        let base = added.swap_remove(pointer);
        added.sort_unstable();
        let zero = terms.constant(terms.width(term), 0);
        let offset = added.into_iter().fold(zero, |sum, summand| terms.add(sum, summand));
        let offset = subtracted.into_iter().fold(offset, |sum, summand| terms.sub(sum, summand));
        Ok(Some(Moved { base, offset }))
    }
}

/// The summands of a sum or difference.
fn taken_apart(terms: &mut Terms, term: Term) -> Option<Sum> {
    let mut sum = Sum { added: Vec::new(), subtracted: Vec::new() };
    let mut number = 0u128;
    let mut work = vec![(term, true)];
    while let Some((term, positive)) = work.pop() {
        let parts = match sum.added.len() + sum.subtracted.len() + work.len() < SUMMANDS {
            true => parts(terms, term),
            false => None,
        };
        if let Some((a, b, b_positive)) = parts {
            work.extend([(a, positive), (b, positive == b_positive)]);
        } else if let Some(value) = terms.value(term) {
            number = if positive { number.wrapping_add(value) } else { number.wrapping_sub(value) };
        } else if positive {
            sum.added.push(term);
        } else {
            sum.subtracted.push(term);
        }
    }
    if sum.added.len() + sum.subtracted.len() == 1 && number == 0 {
        return None;
    }
    let number = terms.constant(terms.width(term), number);
    sum.added.push(number);
    Some(sum)
}

/// The two parts of a sum or difference, and whether the second is added.
fn parts(terms: &mut Terms, term: Term) -> Option<(Term, Term, bool)> {
    match terms.node(term) {
        Node::Binary(Binary::Add, a, b) => Some((a, b, true)),
        Node::Binary(Binary::Sub, a, b) => Some((a, b, false)),
        // A sum in all bits but the lowest, which are known.
        Node::Concat(high, low) => {
            let low_value = terms.value(low)?;
            let (a, b, positive) = match terms.node(high) {
                Node::Binary(Binary::Add, a, b) => (a, b, true),
                Node::Binary(Binary::Sub, a, b) => (a, b, false),
                // Known bits below something: one number and zeros below it.
                _ if low_value != 0 => {
                    let zeros = terms.constant(terms.width(low), 0);
                    let high = terms.concat(high, zeros);
                    let low = terms.zext(low, terms.width(term));
                    return Some((high, low, true));
                }
                _ => return None,
            };
            let a = terms.concat(a, low);
            let zeros = terms.constant(terms.width(low), 0);
            let b = terms.concat(b, zeros);
            Some((a, b, positive))
        }
        _ => None,
    }
}
