//! Pointers to which something was added.

use super::super::directory::OFFSET_BITS;
use super::super::value_set::ValueSet;
use super::{Needed, Resolved, Resolver, Target, leads_nowhere, number_of};
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
struct Moved {
    base: Term,
    offset: Term,
}

impl Resolver {
    /// `condition ? then : otherwise` as a sum that names no object where it leaves its pointer's
    /// number, if it is one.
    pub(super) fn guarded_sum(
        &mut self,
        terms: &mut Terms,
        condition: Term,
        then: Term,
        otherwise: Term,
    ) -> Result<Option<Resolved>, Needed> {
        for (sum, outside, stays_then) in [(then, otherwise, true), (otherwise, then, false)] {
            if !leads_nowhere(terms, outside) {
                continue;
            }
            let Some(Moved { base, offset }) = self.moved(terms, sum)? else { continue };
            let stays = if stays_then { condition } else { terms.not(condition) };
            let same = has_same_number(terms, base, sum);
            if !is_check(terms, base, same, stays) {
                continue;
            }
            let base = self.or_unknown(terms, base);
            let null = moved_null(terms, &base, offset);
            let leaves = terms.not(stays);
            let unknown = terms.and(stays, base.unknown);
            return Ok(Some(Resolved {
                targets: moved_targets(terms, &base, offset, stays),
                null: null.stays,
                null_address: null.address,
                wild: terms.or(leaves, base.wild),
                unknown: terms.or(unknown, null.leaves),
            }));
        }
        Ok(None)
    }

    /// An address that is a sum of a pointer and something else, if it is one.
    pub(super) fn plain_sum(
        &mut self,
        terms: &mut Terms,
        term: Term,
    ) -> Result<Option<Resolved>, Needed> {
        let Some(Moved { base, offset }) = self.moved(terms, term)? else { return Ok(None) };
        let same = match surely_stays(terms, base, offset) {
            true => Term::TRUE,
            false => has_same_number(terms, base, term),
        };
        let base = self.or_unknown(terms, base);
        let null = moved_null(terms, &base, offset);
        // All that is not null leaves if the number does.
        let other = terms.or(same, base.null);
        let leaves = terms.not(other);
        Ok(Some(Resolved {
            targets: moved_targets(terms, &base, offset, same),
            null: null.stays,
            null_address: null.address,
            wild: terms.and(base.wild, same),
            unknown: terms.any(&[base.unknown, null.leaves, leaves]),
        }))
    }

    /// The pointer in a sum and the rest of it, if exactly one summand is a pointer.
    fn moved(&mut self, terms: &mut Terms, term: Term) -> Result<Option<Moved>, Needed> {
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
        let zero = terms.constant(64, 0);
        let offset = added.into_iter().fold(zero, |sum, summand| terms.add(sum, summand));
        let offset = subtracted.into_iter().fold(offset, |sum, summand| terms.sub(sum, summand));
        Ok(Some(Moved { base, offset }))
    }
}

/// The targets after an offset was added, where the number stays the same.
fn moved_targets(terms: &mut Terms, base: &Resolved, offset: Term, stays: Term) -> Vec<Target> {
    let moved = base.targets.iter().map(|target| Target {
        object: target.object,
        condition: terms.and(target.condition, stays),
        offset: terms.add(target.offset, offset),
    });
    moved.filter(|target| target.condition != Term::FALSE).collect()
}

/// The null pointer after an addition.
struct MovedNull {
    /// The sum.
    address: Term,
    /// It is near null.
    stays: Term,
    /// It is far from it, and might name an object.
    leaves: Term,
}

fn moved_null(terms: &mut Terms, base: &Resolved, offset: Term) -> MovedNull {
    if base.null == Term::FALSE {
        return MovedNull { address: base.null_address, stays: base.null, leaves: base.null };
    }
    let address = terms.add(base.null_address, offset);
    if ValueSet::of_term(terms, address).are_at_most(u32::MAX) {
        return MovedNull { address, stays: base.null, leaves: Term::FALSE };
    }
    let number = number_of(terms, address);
    let none = terms.constant(64 - OFFSET_BITS, 0);
    let near = terms.eq(number, none);
    let far = terms.not(near);
    MovedNull { address, stays: terms.and(base.null, near), leaves: terms.and(base.null, far) }
}

/// Condition under which the sum has the number of its pointer.
fn has_same_number(terms: &mut Terms, base: Term, sum: Term) -> Term {
    let (before, after) = (number_of(terms, base), number_of(terms, sum));
    terms.eq(before, after)
}

/// True if `stays` is the condition that address arithmetic checks: the number is the same, or was
/// zero.
fn is_check(terms: &mut Terms, base: Term, same: Term, stays: Term) -> bool {
    let before = number_of(terms, base);
    let none = terms.constant(64 - OFFSET_BITS, 0);
    let was_none = terms.eq(before, none);
    terms.or(was_none, same) == stays
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
    let number = terms.constant(64, number);
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
                    let low = terms.zext(low, 64);
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

/// True if the sum of a constant pointer and an offset stays within the range of its number,
/// whatever the offset is.
fn surely_stays(terms: &Terms, base: Term, offset: Term) -> bool {
    let Some(base) = terms.value(base) else { return false };
    let room = u32::MAX - base as u32;
    ValueSet::of_term(terms, offset).are_at_most(room)
}
