//! Addresses of 32-bit programs: plain numbers.
//!
//! Where an address is made of a pointer and something else, the objects that it may point to are
//! those of the pointer, and the offset is the difference of the address and the object's base,
//! whatever it is. At the end, only what is in the object or near it counts: such an address names
//! the object, however it was made. One that is elsewhere may name some other object, here or in
//! the machine: it is unknown.

use std::rc::Rc;

use super::super::addressing::{BEFORE, BEHIND, NEAR_NULL};
use super::super::directory::{Directory, ObjectId};
use super::super::value_set::ValueSet;
use super::sum::Moved;
use super::{Needed, PointsToQuery, Resolved, Resolver, Step, Target, impossible};
use crate::term::{Binary, Node, Term, Terms};

/// Bits of an address.
const BITS: u32 = 32;
/// Most terms among which pointers are looked for whose bits were changed.
const MOST_PARTS: usize = 32;

impl Resolver {
    /// Resolves an address of 32 bits whose parts have been resolved.
    pub(super) fn flat_step(
        &mut self,
        terms: &mut Terms,
        directory: &Directory,
        term: Term,
        sets: PointsToQuery<'_>,
    ) -> Step {
        match terms.node(term) {
            Node::Constant(value) => {
                Ok(Some(Rc::new(self.flat_constant(terms, directory, value as u64))))
            }
            Node::Variable(variable) => {
                let of_objects = |objects: Vec<ObjectId>| {
                    Rc::new(by_value(terms, Some((directory, &objects)), term))
                };
                Ok(sets(variable).map(of_objects))
            }
            Node::Ite(condition, then, otherwise) => self.choice(terms, condition, then, otherwise),
            _ => {
                if let Some((condition, then, otherwise)) = choice_in(terms, term) {
                    return self.choice(terms, condition, then, otherwise);
                }
                match self.flat_sum(terms, term)? {
                    Some(resolved) => Ok(Some(Rc::new(resolved))),
                    None => self.changed_bits(terms, directory, term),
                }
            }
        }
    }

    /// An address that is known.
    fn flat_constant(
        &mut self,
        terms: &mut Terms,
        directory: &Directory,
        address: u64,
    ) -> Resolved {
        let null_address = terms.constant(64, address.into());
        if let Some(object) = directory.at(address) {
            let base = directory.info(object).base;
            let offset = terms.constant(64, u128::from(address.wrapping_sub(base)));
            let targets = vec![Target { object, condition: Term::TRUE, offset }];
            return Resolved { targets, ..impossible(null_address) };
        }
        if is_near_null(address) {
            return Resolved { null: Term::TRUE, ..impossible(null_address) };
        }
        self.missing.insert(address);
        Resolved { wild: Term::TRUE, ..impossible(null_address) }
    }

    /// The result for a whole address.
    pub(super) fn flat_result(
        &mut self,
        terms: &mut Terms,
        directory: &Directory,
        address: Term,
    ) -> Rc<Resolved> {
        if let Some(known) = self.whole.get(&address) {
            return Rc::clone(known);
        }
        let Resolved { targets, null, null_address, wild, stray, unknown } =
            (*self.or_unknown(terms, address)).clone();
        let mut others = vec![stray, unknown];
        let mut near_targets = Vec::new();
        for target in targets {
            let offset = terms.extract(target.offset, 0, BITS);
            let is_near = is_near(terms, directory.info(target.object).size, offset);
            let is_far = terms.not(is_near);
            others.push(terms.and(target.condition, is_far));
            let condition = terms.and(target.condition, is_near);
            if condition != Term::FALSE {
                near_targets.push(Target { condition, ..target });
            }
        }
        let low = terms.extract(null_address, 0, BITS);
        let is_near = near_null(terms, low);
        let is_far = terms.not(is_near);
        others.push(terms.and(null, is_far));
        let resolved = Rc::new(Resolved {
            targets: near_targets,
            null: terms.and(null, is_near),
            null_address,
            wild,
            stray: Term::FALSE,
            unknown: terms.any(&others),
        });
        self.whole.insert(address, Rc::clone(&resolved));
        resolved
    }

    /// An address that is a sum of a pointer and something else, if it is one.
    fn flat_sum(&mut self, terms: &mut Terms, term: Term) -> Result<Option<Resolved>, Needed> {
        let Some(Moved { base, offset }) = self.moved(terms, term)? else { return Ok(None) };
        let base = self.or_unknown(terms, base);
        let moved = |terms: &mut Terms, before: Term| {
            let before = terms.extract(before, 0, BITS);
            terms.add(before, offset)
        };
        let targets = base.targets.iter().map(|target| {
            let offset = moved(terms, target.offset);
            Target { offset: terms.sext(offset, 64), ..*target }
        });
        let targets = targets.collect();
        let null_address = moved(terms, base.null_address);
        Ok(Some(Resolved {
            targets,
            null: base.null,
            null_address: terms.zext(null_address, 64),
            wild: Term::FALSE,
            stray: base.stray,
            unknown: terms.or(base.unknown, base.wild),
        }))
    }

    /// An address of which some bits are those of pointers: it may name what these point to.
    fn changed_bits(&self, terms: &mut Terms, directory: &Directory, term: Term) -> Step {
        let parts = addresses_in(terms, term);
        self.need(&parts)?;
        let resolved = parts.iter().filter_map(|part| self.seen[part].as_ref());
        let targets = resolved.flat_map(|resolved| &resolved.targets);
        let objects: Vec<ObjectId> = targets.map(|target| target.object).collect();
        if objects.is_empty() {
            return Ok(None);
        }
        Ok(Some(Rc::new(by_value(terms, Some((directory, &objects)), term))))
    }
}

/// An address that points to one of these objects if its value says so, or is null, or unknown.
pub(super) fn by_value(
    terms: &mut Terms,
    objects: Option<(&Directory, &[ObjectId])>,
    address: Term,
) -> Resolved {
    let mut targets = Vec::new();
    if let Some((directory, objects)) = objects {
        let mut objects = objects.to_vec();
        objects.sort_unstable();
        objects.dedup();
        for object in objects {
            let base = terms.constant(BITS, directory.info(object).base.into());
            let window = directory.window(object);
            let first = terms.constant(BITS, u128::from(*window.start()));
            let last = terms.constant(BITS, u128::from(window.end() - window.start()));
            let from_first = terms.sub(address, first);
            let condition = terms.ule(from_first, last);
            let offset = terms.sub(address, base);
            targets.push(Target { object, condition, offset: terms.sext(offset, 64) });
        }
    }
    let null = near_null(terms, address);
    let mut known: Vec<Term> = targets.iter().map(|target| target.condition).collect();
    known.push(null);
    let known = terms.any(&known);
    let unknown = terms.not(known);
    let null_address = terms.zext(address, 64);
    Resolved { targets, null, unknown, ..impossible(null_address) }
}

/// Condition under which an offset of 32 bits is in an object or near it.
fn is_near(terms: &mut Terms, size: u32, offset: Term) -> Term {
    if ValueSet::of_term(terms, offset).are_at_most(size) {
        return Term::TRUE;
    }
    let before = terms.constant(BITS, BEFORE.into());
    let from_first = terms.add(offset, before);
    let last = terms.constant(BITS, u128::from(size) + u128::from(BEFORE + BEHIND));
    terms.ule(from_first, last)
}

fn is_near_null(address: u64) -> bool {
    address.wrapping_add(NEAR_NULL) & 0xffff_ffff < 2 * NEAR_NULL
}

/// Condition under which an address is null, or near it on either side.
fn near_null(terms: &mut Terms, address: Term) -> Term {
    let shift = terms.constant(BITS, NEAR_NULL.into());
    let shifted = terms.add(address, shift);
    let end = terms.constant(BITS, 2 * u128::from(NEAR_NULL));
    terms.ult(shifted, end)
}

/// A choice that was made among wider terms, or in all bits but some that are known.
fn choice_in(terms: &mut Terms, term: Term) -> Option<(Term, Term, Term)> {
    match terms.node(term) {
        Node::Extract(whole, low) => {
            let Node::Ite(condition, then, otherwise) = terms.node(whole) else { return None };
            let [then, otherwise] = [then, otherwise].map(|arm| terms.extract(arm, low, BITS));
            Some((condition, then, otherwise))
        }
        Node::Concat(high, low) if terms.value(low).is_some() => {
            let Node::Ite(condition, then, otherwise) = terms.node(high) else { return None };
            let [then, otherwise] = [then, otherwise].map(|arm| terms.concat(arm, low));
            Some((condition, then, otherwise))
        }
        _ => None,
    }
}

/// The terms of 32 bits whose bits are among those of a term.
fn addresses_in(terms: &Terms, term: Term) -> Vec<Term> {
    let mut found = Vec::new();
    let mut open = vec![term];
    for _ in 0..MOST_PARTS {
        let Some(part) = open.pop() else { break };
        if part != term && terms.width(part) == BITS {
            found.push(part);
            continue;
        }
        match terms.node(part) {
            Node::Not(_)
            | Node::Concat(..)
            | Node::Extract(..)
            | Node::Binary(
                Binary::And | Binary::Or | Binary::Xor | Binary::Add | Binary::Sub,
                ..,
            ) => {
                open.extend(terms.operands(part));
            }
            Node::Ite(_, then, otherwise) => open.extend([then, otherwise]),
            _ => {}
        }
    }
    found
}
