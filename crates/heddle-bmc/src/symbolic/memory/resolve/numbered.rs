//! Addresses of 64-bit programs: an object's number above, an offset below.
//!
//! A sum that leaves the number of its pointer is made to name no object where it is computed.
//! Where such a sum is recognized, the condition that was made there serves here. Any other sum,
//! made by arithmetic of integers, might name another object when it leaves: it is unknown then.

use std::rc::Rc;

use super::super::addressing::{BIAS, INDEX_BITS, OFFSET_BITS};
use super::super::directory::{Directory, ObjectId, is_nowhere};
use super::super::value_set::ValueSet;
use super::sum::Moved;
use super::{Needed, PointsToQuery, Resolved, Resolver, Step, Target, impossible};
use crate::term::{Node, Term, Terms};

impl Resolver {
    /// Resolves an address of 64 bits, or a number of 32, whose parts have been resolved.
    pub(super) fn numbered_step(
        &mut self,
        terms: &mut Terms,
        directory: &Directory,
        term: Term,
        sets: PointsToQuery<'_>,
    ) -> Step {
        let is_address = terms.width(term) == 64;
        match terms.node(term) {
            Node::Constant(value) => {
                let number = if is_address { value >> OFFSET_BITS } else { value };
                Ok(Some(Rc::new(self.constant(terms, directory, number as u32, term))))
            }
            Node::Variable(variable) if is_address => {
                let objects = sets(variable);
                Ok(objects.map(|objects| Rc::new(variable_of(terms, directory, term, &objects))))
            }
            Node::Ite(condition, then, otherwise) => {
                self.numbered_choice(terms, term, condition, then, otherwise)
            }
            // A choice that was made in all bits but the lowest.
            Node::Concat(high, low) if is_address && terms.value(low).is_some() => {
                if let Node::Ite(condition, then, otherwise) = terms.node(high) {
                    let [then, otherwise] = [then, otherwise].map(|arm| terms.concat(arm, low));
                    return self.numbered_choice(terms, term, condition, then, otherwise);
                }
                self.sum_or_bits(terms, term)
            }
            Node::Extract(whole, low) if !is_address => match terms.node(whole) {
                _ if low == OFFSET_BITS && terms.width(whole) == 64 => {
                    self.need(&[whole])?;
                    Ok(self.seen[&whole].clone())
                }
                Node::Ite(condition, then, otherwise) => {
                    let arms = [then, otherwise].map(|arm| terms.extract(arm, low, 32));
                    self.numbered_choice(terms, term, condition, arms[0], arms[1])
                }
                _ => Ok(None),
            },
            _ if is_address => self.sum_or_bits(terms, term),
            _ => Ok(None),
        }
    }

    /// A number that is known, in an address or by itself.
    fn constant(
        &mut self,
        terms: &mut Terms,
        directory: &Directory,
        number: u32,
        term: Term,
    ) -> Resolved {
        let null_address = low_half(terms, term);
        let address = u64::from(number) << OFFSET_BITS;
        let Some(object) = directory.at(address) else {
            self.missing.insert(address);
            return match number {
                0 => Resolved { null: Term::TRUE, ..impossible(null_address) },
                _ => Resolved { wild: Term::TRUE, ..impossible(null_address) },
            };
        };
        let offset = offset_of(terms, term);
        let targets = vec![Target { object, condition: Term::TRUE, offset }];
        Resolved { targets, ..impossible(null_address) }
    }

    /// `condition ? then : otherwise`, which is `term`, and a sum perhaps.
    fn numbered_choice(
        &mut self,
        terms: &mut Terms,
        term: Term,
        condition: Term,
        then: Term,
        otherwise: Term,
    ) -> Step {
        if terms.width(term) == 64
            && let Some(resolved) = self.guarded_sum(terms, condition, then, otherwise)?
        {
            return Ok(Some(Rc::new(resolved)));
        }
        self.choice(terms, condition, then, otherwise)
    }

    /// A sum, or an address whose number is another's.
    fn sum_or_bits(&mut self, terms: &mut Terms, term: Term) -> Step {
        if let Some(resolved) = self.plain_sum(terms, term)? {
            return Ok(Some(Rc::new(resolved)));
        }
        if leads_nowhere(terms, term) {
            let null_address = low_half(terms, term);
            return Ok(Some(Rc::new(Resolved { wild: Term::TRUE, ..impossible(null_address) })));
        }
        let number = number_of(terms, term);
        if terms.node(number) == Node::Extract(term, OFFSET_BITS) {
            return Ok(None);
        }
        self.need(&[number])?;
        let Some(resolved) = self.seen[&number].clone() else { return Ok(None) };
        let offset = offset_of(terms, term);
        let null_address = low_half(terms, term);
        let targets = resolved.targets.iter().map(|target| Target { offset, ..*target });
        Ok(Some(Rc::new(Resolved { targets: targets.collect(), null_address, ..*resolved })))
    }

    /// `condition ? then : otherwise` as a sum that names no object where it leaves its pointer's
    /// number, if it is one.
    fn guarded_sum(
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
            let [stray, unknown] = [base.stray, base.unknown].map(|it| terms.and(stays, it));
            return Ok(Some(Resolved {
                targets: moved_targets(terms, &base, offset, stays),
                null: null.stays,
                null_address: null.address,
                wild: terms.or(leaves, base.wild),
                stray: terms.or(stray, null.leaves),
                unknown,
            }));
        }
        Ok(None)
    }

    /// An address that is a sum of a pointer and something else, if it is one.
    fn plain_sum(&mut self, terms: &mut Terms, term: Term) -> Result<Option<Resolved>, Needed> {
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
            stray: terms.or(base.stray, null.leaves),
            unknown: terms.or(base.unknown, leaves),
        }))
    }
}

/// An address of which nothing is known.
pub(super) fn unknown(terms: &mut Terms, term: Term) -> Resolved {
    let number = number_of(terms, term);
    let none = terms.constant(32, 0);
    let null = terms.eq(number, none);
    let owner = terms.extract(number, INDEX_BITS, 32 - INDEX_BITS);
    let nobody = terms.constant(32 - INDEX_BITS, u128::MAX);
    let wild = terms.eq(owner, nobody);
    let nowhere = terms.or(null, wild);
    let unknown = terms.not(nowhere);
    let null_address = low_half(terms, term);
    Resolved { targets: Vec::new(), null, null_address, wild, stray: Term::FALSE, unknown }
}

/// The object's number in an address, or the number if it is one.
fn number_of(terms: &mut Terms, term: Term) -> Term {
    match terms.width(term) {
        64 => terms.extract(term, OFFSET_BITS, 32),
        _ => term,
    }
}

/// The half of an address below the object's number; of a number alone, zero.
fn low_half(terms: &mut Terms, term: Term) -> Term {
    if terms.width(term) != 64 {
        return terms.constant(64, 0);
    }
    let low = terms.extract(term, 0, OFFSET_BITS);
    terms.zext(low, 64)
}

/// The same without the bias.
fn offset_of(terms: &mut Terms, term: Term) -> Term {
    let low = low_half(terms, term);
    let bias = terms.constant(64, u128::from(BIAS));
    terms.sub(low, bias)
}

/// True if an address visibly has a number that is no object's.
fn leads_nowhere(terms: &mut Terms, term: Term) -> bool {
    let owner = terms.extract(term, OFFSET_BITS + INDEX_BITS, 32 - INDEX_BITS);
    terms.value(owner).is_some_and(|owner| is_nowhere((owner as u32) << INDEX_BITS))
}

/// A variable that points to one of these objects or to nothing.
fn variable_of(
    terms: &mut Terms,
    directory: &Directory,
    term: Term,
    objects: &[ObjectId],
) -> Resolved {
    let mut objects = objects.to_vec();
    objects.sort_unstable();
    objects.dedup();
    let number = number_of(terms, term);
    let offset = offset_of(terms, term);
    let targets = objects.into_iter().map(|object| {
        let wanted = terms.constant(32, u128::from(directory.number(object)));
        Target { object, condition: terms.eq(number, wanted), offset }
    });
    let targets: Vec<Target> = targets.collect();
    let conditions: Vec<Term> = targets.iter().map(|target| target.condition).collect();
    let somewhere = terms.any(&conditions);
    let none = terms.constant(32, 0);
    let null = terms.eq(number, none);
    let other = terms.or(somewhere, null);
    let null_address = low_half(terms, term);
    Resolved { targets, null, wild: terms.not(other), ..impossible(null_address) }
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

/// True if the sum of a constant pointer and an offset stays within the range of its number,
/// whatever the offset is.
fn surely_stays(terms: &Terms, base: Term, offset: Term) -> bool {
    let Some(base) = terms.value(base) else { return false };
    let room = u32::MAX - base as u32;
    ValueSet::of_term(terms, offset).are_at_most(room)
}
