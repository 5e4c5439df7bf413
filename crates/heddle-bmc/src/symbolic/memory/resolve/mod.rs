//! Resolution of addresses: the objects that a term for an address can point to.
//!
//! A term for an address is taken apart where paths met (`ite`), where offsets were added, and
//! where bits were changed, down to constants and variables, of which it is known what they point
//! to. What cannot be taken apart can point anywhere: that is said, too.
//!
//! How that is done depends on what addresses are made of: [`numbered`] is about 64-bit programs,
//! [`flat`] about 32-bit ones.

mod flat;
mod numbered;
mod sum;

use std::collections::{BTreeSet, HashMap};
use std::rc::Rc;

use foldhash::fast::FixedState;

use super::addressing::Addressing;
use super::directory::{Directory, ObjectId};
use crate::term::{Term, Terms, Variable};

/// An object that an address may point to.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Target {
    /// The object.
    pub(crate) object: ObjectId,
    /// Condition under which the address names the object.
    pub(crate) condition: Term,
    /// Offset in the object, or near it, if so: a term of 64 bits, in two's complement.
    pub(crate) offset: Term,
}

/// The objects that an address can point to, and the conditions under which it points to none.
///
/// # Invariants
/// Under each assignment by which variables point to what they are said to point to, exactly one
/// holds of the targets' conditions, `null`, `wild`, `stray` and `unknown`. Targets are in the order of
/// objects.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Resolved {
    /// The objects.
    pub(crate) targets: Vec<Target>,
    /// Condition under which it is null, or near it.
    pub(crate) null: Term,
    /// The address, if so: a term of 64 bits.
    pub(crate) null_address: Term,
    /// Condition under which it is another address that names no object.
    pub(crate) wild: Term,
    /// Condition under which it is null or near it, but so much was added that it might name an
    /// object.
    pub(crate) stray: Term,
    /// Condition under which it is not known where it points.
    pub(crate) unknown: Term,
}

impl Resolved {
    /// Condition under which it cannot be followed.
    pub(crate) fn unfollowed(&self, terms: &mut Terms) -> Term {
        terms.or(self.stray, self.unknown)
    }
}

/// Points-to sets of variables as wide as pointers: one of these objects or nothing, or, if there
/// is no answer, anything.
pub(crate) type PointsToQuery<'a> = &'a dyn Fn(Variable) -> Option<Vec<ObjectId>>;

/// Resolves addresses, each part of them once. What variables point to must be the same in
/// all calls.
#[derive(Clone, Debug, Default)]
pub(crate) struct Resolver {
    addressing: Addressing,
    /// Results by term: of addresses as wide as pointers, or, in a 64-bit program, object numbers
    /// of 32 bits; none if nothing is known of a term.
    seen: HashMap<Term, Option<Rc<Resolved>>, FixedState>,
    /// Addresses that named no object.
    missing: BTreeSet<u64>,
    /// Results for whole addresses, in a 32-bit program.
    whole: HashMap<Term, Rc<Resolved>, FixedState>,
    /// Number of objects at the last call.
    objects: usize,
}

/// Terms that must be resolved before another can be.
struct Needed(Vec<Term>);

type Step = Result<Option<Rc<Resolved>>, Needed>;

impl Resolver {
    /// Resolves `address`, a term of 64 bits.
    pub(crate) fn resolve(
        &mut self,
        terms: &mut Terms,
        directory: &Directory,
        address: Term,
        sets: PointsToQuery<'_>,
    ) -> Rc<Resolved> {
        debug_assert_eq!(terms.width(address), 64);
        self.addressing = directory.addressing();
        self.notice_new_objects(directory);
        let address = terms.extract(address, 0, 8 * self.addressing.pointer_bytes());
        let mut stack = vec![address];
        while let Some(&term) = stack.last() {
            if self.seen.contains_key(&term) {
                stack.pop();
                continue;
            }
            let step = match self.addressing {
                Addressing::Numbered => self.numbered_step(terms, directory, term, sets),
                Addressing::Flat => self.flat_step(terms, directory, term, sets),
            };
            match step {
                Ok(resolved) => {
                    self.seen.insert(term, resolved);
                    stack.pop();
                }
                Err(Needed(others)) => stack.extend(others),
            }
        }
        match self.addressing {
            Addressing::Numbered => self.or_unknown(terms, address),
            Addressing::Flat => self.flat_result(terms, directory, address),
        }
    }

    /// An address that named nothing may name something now.
    fn notice_new_objects(&mut self, directory: &Directory) {
        let new = self.objects..directory.count();
        self.objects = directory.count();
        let mut windows = new.map(|index| directory.window(ObjectId(index as u32)));
        if windows.any(|window| self.missing.range(window).next().is_some()) {
            self.seen.clear();
            self.missing.clear();
            self.whole.clear();
        }
    }

    /// The result for a term, or that nothing is known of it.
    fn or_unknown(&self, terms: &mut Terms, term: Term) -> Rc<Resolved> {
        match (self.seen.get(&term), self.addressing) {
            (Some(Some(resolved)), _) => Rc::clone(resolved),
            (_, Addressing::Numbered) => Rc::new(numbered::unknown(terms, term)),
            (_, Addressing::Flat) => Rc::new(flat::by_value(terms, None, term)),
        }
    }

    /// Asks for those terms that have not been resolved.
    fn need(&self, needed: &[Term]) -> Result<(), Needed> {
        let missing = needed.iter().copied().filter(|term| !self.seen.contains_key(term));
        let missing: Vec<Term> = missing.collect();
        if missing.is_empty() { Ok(()) } else { Err(Needed(missing)) }
    }

    /// `condition ? then : otherwise`.
    fn choice(&self, terms: &mut Terms, condition: Term, then: Term, otherwise: Term) -> Step {
        self.need(&[then, otherwise])?;
        if self.seen[&then].is_none() && self.seen[&otherwise].is_none() {
            return Ok(None);
        }
        let (then, otherwise) = (self.or_unknown(terms, then), self.or_unknown(terms, otherwise));
        Ok(Some(Rc::new(either(terms, condition, &then, &otherwise))))
    }
}

/// Nothing of it holds yet.
fn impossible(null_address: Term) -> Resolved {
    let never = Term::FALSE;
    Resolved {
        targets: Vec::new(),
        null: never,
        null_address,
        wild: never,
        stray: never,
        unknown: never,
    }
}

/// Resolution of an address that is one of two.
fn either(terms: &mut Terms, condition: Term, then: &Resolved, otherwise: &Resolved) -> Resolved {
    let mut targets = Vec::new();
    let (mut a, mut b) = (then.targets.iter().peekable(), otherwise.targets.iter().peekable());
    while let Some(object) = a.peek().into_iter().chain(b.peek()).map(|next| next.object).min() {
        let (x, y) = (a.next_if(|t| t.object == object), b.next_if(|t| t.object == object));
        let holds = |target: Option<&Target>| target.map_or(Term::FALSE, |t| t.condition);
        let holds = terms.ite(condition, holds(x), holds(y));
        let offset = match (x, y) {
            (Some(x), Some(y)) => terms.ite(condition, x.offset, y.offset),
            (Some(one), None) | (None, Some(one)) => one.offset,
            (None, None) => continue,
        };
        if holds != Term::FALSE {
            targets.push(Target { object, condition: holds, offset });
        }
    }
    let null_address = match (then.null, otherwise.null) {
        (Term::FALSE, _) => otherwise.null_address,
        (_, Term::FALSE) => then.null_address,
        _ => terms.ite(condition, then.null_address, otherwise.null_address),
    };
    Resolved {
        targets,
        null: terms.ite(condition, then.null, otherwise.null),
        null_address,
        wild: terms.ite(condition, then.wild, otherwise.wild),
        stray: terms.ite(condition, then.stray, otherwise.stray),
        unknown: terms.ite(condition, then.unknown, otherwise.unknown),
    }
}
