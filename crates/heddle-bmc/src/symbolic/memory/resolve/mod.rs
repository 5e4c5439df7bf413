//! Resolution of addresses: the objects that a term for an address can point to.
//!
//! A term for an address is taken apart where paths met (`ite`), where offsets were added, and
//! where bits below the object's number were changed, down to constants and variables, of which it
//! is known what they point to. What cannot be taken apart can point anywhere: that is said, too.
//!
//! A sum that leaves the number of its pointer is made to name no object where it is computed.
//! Where such a sum is recognized, the condition that was made there serves here. Any other sum,
//! made by arithmetic of integers, might name another object when it leaves: it is unknown then.

mod sum;

use std::collections::{HashMap, HashSet};
use std::rc::Rc;

use foldhash::fast::FixedState;

use super::directory::{BIAS, Directory, INDEX_BITS, OFFSET_BITS, ObjectId, is_nowhere};
use crate::term::{Node, Term, Terms, Variable};

/// An object that an address may point to.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Target {
    /// The object.
    pub(crate) object: ObjectId,
    /// Condition under which the address has the object's number.
    pub(crate) condition: Term,
    /// Offset in the object, or near it, if so: a term of 64 bits, in two's complement.
    pub(crate) offset: Term,
}

/// The objects that an address can point to, and the conditions under which it points to none.
///
/// # Invariants
/// Under each assignment by which variables point to what they are said to point to, exactly one
/// holds of the targets' conditions, `null`, `wild` and `unknown`. Targets are in the order of
/// objects.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Resolved {
    /// The objects.
    pub(crate) targets: Vec<Target>,
    /// Condition under which its number is zero: it is null, or near it.
    pub(crate) null: Term,
    /// The address, if so: a term of 64 bits.
    pub(crate) null_address: Term,
    /// Condition under which it has another number that names no object.
    pub(crate) wild: Term,
    /// Condition under which it is not known where it points.
    pub(crate) unknown: Term,
}

/// Points-to sets of variables of 64 bits: one of these objects or nothing, or, if there is no
/// answer, anything.
pub(crate) type PointsToQuery<'a> = &'a dyn Fn(Variable) -> Option<Vec<ObjectId>>;

/// Resolves addresses, each part of them once. What variables point to must be the same in
/// all calls.
#[derive(Clone, Debug, Default)]
pub(crate) struct Resolver {
    /// Results by term: of addresses of 64 bits, or object numbers of 32 bits; none if nothing is
    /// known of a term.
    seen: HashMap<Term, Option<Rc<Resolved>>, FixedState>,
    /// ValueSet that named no object.
    missing: HashSet<u32, FixedState>,
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
        self.notice_new_objects(directory);
        let mut stack = vec![address];
        while let Some(&term) = stack.last() {
            if self.seen.contains_key(&term) {
                stack.pop();
                continue;
            }
            match self.step(terms, directory, term, sets) {
                Ok(resolved) => {
                    self.seen.insert(term, resolved);
                    stack.pop();
                }
                Err(Needed(others)) => stack.extend(others),
            }
        }
        self.or_unknown(terms, address)
    }

    /// A number that named nothing may name something now.
    fn notice_new_objects(&mut self, directory: &Directory) {
        let new = self.objects..directory.count();
        self.objects = directory.count();
        let numbers = new.map(|index| directory.number(ObjectId(index as u32)));
        if numbers.into_iter().any(|number| self.missing.contains(&number)) {
            self.seen.clear();
            self.missing.clear();
        }
    }

    /// The result for a term, or that nothing is known of it.
    fn or_unknown(&self, terms: &mut Terms, term: Term) -> Rc<Resolved> {
        if let Some(Some(resolved)) = self.seen.get(&term) {
            return Rc::clone(resolved);
        }
        let number = number_of(terms, term);
        let none = terms.constant(32, 0);
        let null = terms.eq(number, none);
        let owner = terms.extract(number, INDEX_BITS, 32 - INDEX_BITS);
        let nobody = terms.constant(32 - INDEX_BITS, u128::MAX);
        let wild = terms.eq(owner, nobody);
        let nowhere = terms.or(null, wild);
        let unknown = terms.not(nowhere);
        let null_address = low_half(terms, term);
        Rc::new(Resolved { targets: Vec::new(), null, null_address, wild, unknown })
    }

    /// Asks for those terms that have not been resolved.
    fn need(&self, needed: &[Term]) -> Result<(), Needed> {
        let missing = needed.iter().copied().filter(|term| !self.seen.contains_key(term));
        let missing: Vec<Term> = missing.collect();
        if missing.is_empty() { Ok(()) } else { Err(Needed(missing)) }
    }

    fn step(
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
                self.choice(terms, term, condition, then, otherwise)
            }
            // A choice that was made in all bits but the lowest.
            Node::Concat(high, low) if is_address && terms.value(low).is_some() => {
                if let Node::Ite(condition, then, otherwise) = terms.node(high) {
                    let [then, otherwise] = [then, otherwise].map(|arm| terms.concat(arm, low));
                    return self.choice(terms, term, condition, then, otherwise);
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
                    self.choice(terms, term, condition, arms[0], arms[1])
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
        let Some(object) = directory.numbered(number) else {
            self.missing.insert(number);
            return match number {
                0 => Resolved { null: Term::TRUE, ..impossible(null_address) },
                _ => Resolved { wild: Term::TRUE, ..impossible(null_address) },
            };
        };
        let offset = offset_of(terms, term);
        let targets = vec![Target { object, condition: Term::TRUE, offset }];
        Resolved { targets, ..impossible(null_address) }
    }

    /// `condition ? then : otherwise`, which is `term`.
    fn choice(
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
        self.need(&[then, otherwise])?;
        if self.seen[&then].is_none() && self.seen[&otherwise].is_none() {
            return Ok(None);
        }
        let (then, otherwise) = (self.or_unknown(terms, then), self.or_unknown(terms, otherwise));
        Ok(Some(Rc::new(either(terms, condition, &then, &otherwise))))
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

/// Nothing of it holds yet.
fn impossible(null_address: Term) -> Resolved {
    let never = Term::FALSE;
    Resolved { targets: Vec::new(), null: never, null_address, wild: never, unknown: never }
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
        unknown: terms.ite(condition, then.unknown, otherwise.unknown),
    }
}
