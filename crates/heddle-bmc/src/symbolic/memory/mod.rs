//! Memory, as a thread finds it on a path.
//!
//! [`Directory`] lists all objects there are on any path, with what never changes of them;
//! [`Memory`] is what one path has made of them: which are alive, and what they hold.
//! Paths share what they have in common, so that a branch costs little, and where they
//! meet only what they changed is merged.
//!
//! - `run` and `content`: the bytes of an object, as cells and stretches.
//! - `offsets` and `indexed`: accesses at offsets that are not known.
//! - `copy`: blocks of bytes. `merge`: content where paths meet.
//! - `addressing`, `directory` and `resolve`: addresses, the objects that they name, and what a
//!   term for one can point to.
//!
//! Nothing here judges an access: that an object is alive, that an access is within it, that a
//! constant is not written are conditions for others to check. What a load gives or a store
//! does where they do not hold is not specified, but neither makes up a value out of nothing.

mod addressing;
mod byte_run;
mod content;
mod copy;
mod directory;
mod indexed;
mod merge;
mod persistent_vec;
mod resolve;
#[cfg(test)]
mod tests;
mod value_set;

use std::rc::Rc;

use persistent_vec::PersistentVec;

use crate::term::{Term, Terms};

pub(crate) use addressing::{Addressing, Place, Placement, STATIC};
#[cfg(test)]
pub(crate) use addressing::{INDEX_BITS, OFFSET_BITS};
pub(crate) use byte_run::Bits;
pub(crate) use content::Content;
pub(crate) use directory::{Directory, ObjectId, ObjectInfo, ObjectKind};
pub(crate) use indexed::places;
pub(crate) use resolve::{Resolved, Resolver, Target};

/// Bytes that are copied at once between offsets that are not known.
const WORD: u32 = 8;

/// State of an object on a path.
#[derive(Clone, Debug)]
struct Object {
    alive: Term,
    content: Content,
}

/// State of all objects on a path. Those that are missing are not alive.
#[derive(Clone, Debug, Default)]
pub(crate) struct Memory {
    objects: PersistentVec<Object>,
}

impl Memory {
    /// Begins the life of an object, or begins it again, if `guard` holds.
    pub(crate) fn begin(
        &mut self,
        terms: &mut Terms,
        guard: Term,
        object: ObjectId,
        content: Content,
    ) {
        let new = Object { alive: guard, content };
        let entry = match self.objects.get(object.index()) {
            Some(old) if guard != Term::TRUE => Object {
                alive: terms.or(guard, old.alive),
                content: merge::merge_contents(terms, guard, &new.content, &old.content),
            },
            _ => new,
        };
        self.objects.set(object.index(), Some(Rc::new(entry)));
    }

    /// Ends the life of an object if `guard` holds.
    pub(crate) fn end(&mut self, terms: &mut Terms, guard: Term, object: ObjectId) {
        let Some(old) = self.objects.get(object.index()) else { return };
        let stays = terms.not(guard);
        let alive = terms.and(old.alive, stays);
        if alive == Term::FALSE {
            self.objects.set(object.index(), None);
        } else if let Some(entry) = self.objects.get_mut(object.index()) {
            entry.alive = alive;
        }
    }

    /// Condition under which an object is alive.
    pub(crate) fn alive(&self, object: ObjectId) -> Term {
        self.objects.get(object.index()).map_or(Term::FALSE, |entry| entry.alive)
    }

    /// Content of an object, unless it is never alive here.
    pub(crate) fn content(&self, object: ObjectId) -> Option<&Content> {
        self.objects.get(object.index()).map(|entry| &entry.content)
    }

    /// The same, to be changed.
    pub(crate) fn content_mut(&mut self, object: ObjectId) -> Option<&mut Content> {
        self.objects.get_mut(object.index()).map(|entry| &mut entry.content)
    }

    /// Copies `len` bytes from one place to another, both within their objects, if `guard` holds.
    /// They may overlap. An object that is never alive has nothing to copy and holds nothing.
    pub(crate) fn copy(
        &mut self,
        terms: &mut Terms,
        guard: Term,
        from: (ObjectId, u32),
        to: (ObjectId, u32),
        len: u32,
    ) {
        let Some(source) = self.content(from.0) else { return };
        let bytes = source.take(terms, from.1, len);
        if let Some(target) = self.content_mut(to.0) {
            target.give(terms, guard, to.1, &bytes);
        }
    }

    /// Copies `len` bytes, a term of 64 bits, if `guard` holds. Whether there are as many at
    /// both places is returned.
    pub(crate) fn copy_up_to(
        &mut self,
        terms: &mut Terms,
        guard: Term,
        from: (ObjectId, u32),
        to: (ObjectId, u32),
        len: Term,
    ) -> Term {
        let (Some(source), Some(target)) = (self.content(from.0), self.content(to.0)) else {
            return Term::FALSE;
        };
        let most = source.size().saturating_sub(from.1).min(target.size().saturating_sub(to.1));
        let bytes = source.take(terms, from.1.min(source.size()), most);
        match self.content_mut(to.0) {
            Some(target) => target.give_up_to(terms, guard, to.1, &bytes, len),
            None => Term::FALSE,
        }
    }

    /// Copies `len` bytes between places whose offsets, terms of 64 bits, need not be known, if
    /// `guard` holds and both are within their objects; whether they are is returned.
    pub(crate) fn copy_at(
        &mut self,
        terms: &mut Terms,
        guard: Term,
        from: (ObjectId, Term),
        to: (ObjectId, Term),
        len: u32,
    ) -> Term {
        let (Some(source), Some(target)) = (self.content(from.0), self.content(to.0)) else {
            return Term::FALSE;
        };
        let ends = [source.in_bounds(terms, from.1, len), target.in_bounds(terms, to.1, len)];
        let in_bounds = terms.and(ends[0], ends[1]);
        if in_bounds == Term::FALSE || len == 0 {
            return in_bounds;
        }
        if let (Some(start), Some(end)) = (terms.value(from.1), terms.value(to.1)) {
            let (from, to) = ((from.0, start as u32), (to.0, end as u32));
            self.copy(terms, guard, from, to, len);
            return in_bounds;
        }
        // By words; all are read before any is written.
        let mut words = Vec::new();
        for start in (0..len).step_by(WORD as usize) {
            let start_term = terms.constant(64, start.into());
            let place = terms.add(from.1, start_term);
            let bytes = WORD.min(len - start);
            words.push((start_term, source.load_at(terms, place, bytes).bits));
        }
        let guard = terms.and(guard, in_bounds);
        if let Some(target) = self.content_mut(to.0) {
            for (start, bits) in words {
                let place = terms.add(to.1, start);
                target.store_at(terms, guard, place, bits);
            }
        }
        in_bounds
    }

    /// Merges with `other`: where `condition` holds everything is as here, and otherwise as there.
    pub(crate) fn merge(&mut self, terms: &mut Terms, condition: Term, other: &Memory) {
        let otherwise = terms.not(condition);
        for index in self.objects.differences(&other.objects) {
            let merged = match (self.objects.get(index), other.objects.get(index)) {
                (Some(this), Some(that)) => Object {
                    alive: terms.ite(condition, this.alive, that.alive),
                    content: if this.content == that.content {
                        this.content.clone()
                    } else {
                        merge::merge_contents(terms, condition, &this.content, &that.content)
                    },
                },
                (Some(this), None) => {
                    let alive = terms.and(condition, this.alive);
                    Object { alive, content: this.content.clone() }
                }
                (None, Some(that)) => {
                    let alive = terms.and(otherwise, that.alive);
                    Object { alive, content: that.content.clone() }
                }
                (None, None) => continue,
            };
            self.objects.set(index, Some(Rc::new(merged)));
        }
    }
}
