//! Copies and fills of more than a few bytes.

use heddle_model::{Property, UnknownKind};
use heddle_program::limits::{Bytes, LARGEST_OBJECT};

use super::Executor;
use super::access::AccessKind;
use crate::symbolic::execution_log::Action;
use crate::symbolic::memory::{Bits, ObjectId, Resolved, Target};
use crate::symbolic::path::World;
use crate::symbolic::value::Value;
use crate::term::Term;

/// Most bytes that are copied or filled where threads share memory.
const LONGEST_SHARED_COPY: u32 = 1 << 14;

/// The reason for which an operation on shared memory is refused.
fn too_long(what: &str) -> String {
    let most = Bytes(LONGEST_SHARED_COPY.into());
    format!("{what} of more than {most} of what threads share")
}

/// The way in which bytes are copied.
#[derive(Clone, Copy, Debug)]
pub(super) struct CopyMode {
    /// True if ranges that overlap are wrong.
    pub(super) disjoint: bool,
    /// True if both accesses are atomic.
    pub(super) is_atomic: bool,
}

impl CopyMode {
    /// As `memmove`.
    pub(super) const MOVE: CopyMode = CopyMode { disjoint: false, is_atomic: false };
}

impl<'p> Executor<'p, '_> {
    /// A length, if it is known; the run must not depend on undefined bits.
    fn length(&mut self, world: &mut World, length: Value) -> Option<u32> {
        let undefined = length.has_undefined(&mut self.out.terms);
        self.fault(world, Property::Uninitialized, undefined);
        let known = self.out.terms.value(length.bits)?;
        // Nothing is larger: the access is out of bounds then.
        Some(known.min(u128::from(LARGEST_OBJECT) + 1) as u32)
    }

    /// `memcpy`, or `memmove` if ranges may overlap; operands are target, source, length.
    pub(super) fn copy_memory(&mut self, world: &mut World, mode: CopyMode, operands: [Value; 3]) {
        let [to, from, length] = operands;
        match self.length(world, length) {
            Some(0) => {}
            Some(bytes) => self.copy_known(world, mode, to, from, bytes),
            None => self.copy_unknown(world, mode, to, from, length.bits),
        }
        self.close_access(world);
    }

    fn copy_known(
        &mut self,
        world: &mut World,
        mode: CopyMode,
        to: Value,
        from: Value,
        bytes: u32,
    ) {
        let sources = self.locate(world, from, bytes, self.access_kind(false, mode.is_atomic));
        let targets = self.locate(world, to, bytes, self.access_kind(true, mode.is_atomic));
        if mode.disjoint {
            let overlap = self.overlap(&sources, &targets, bytes);
            self.fault(world, Property::Memory, overlap);
        }
        // All is read before anything is written.
        let mut copies = Vec::new();
        for source in &sources.targets {
            for target in &targets.targets {
                let condition = self.out.terms.and(source.condition, target.condition);
                if condition == Term::FALSE
                    || !self.is_accessible(source.object)
                    || !self.is_accessible(target.object)
                {
                    continue;
                }
                copies.push((*source, *target, condition));
            }
        }
        let is_private = |executor: &mut Self, world: &World, target: &Target| {
            !executor.is_event_at(world, target, bytes)
        };
        let are_private = copies.iter().all(|(source, target, _)| {
            is_private(self, world, source) && is_private(self, world, target)
        });
        if are_private {
            // Pairs exclude each other, so one copy does not disturb the next.
            for (source, target, condition) in copies {
                if self.names.directory().info(target.object).constant {
                    continue;
                }
                let (from, to) = ((source.object, source.offset), (target.object, target.offset));
                world.memory.copy_at(&mut self.out.terms, condition, from, to, bytes);
            }
            return;
        }
        for (source, target, condition) in copies {
            if bytes > LONGEST_SHARED_COPY {
                let reason = too_long("a copy");
                self.refuse_if(world, condition, UnknownKind::Unsupported, reason);
                continue;
            }
            let offsets = [source.offset, target.offset].map(|offset| self.out.terms.value(offset));
            let [Some(from), Some(to)] = offsets else {
                let reason = "a copy at an unknown offset of what threads share".to_owned();
                self.refuse_if(world, condition, UnknownKind::Unsupported, reason);
                continue;
            };
            let sizes =
                [source.object, target.object].map(|id| self.names.directory().info(id).size);
            let fits = |at: u128, size: u32| at + u128::from(bytes) <= u128::from(size);
            if fits(from, sizes[0]) && fits(to, sizes[1]) {
                let (from, to) = ((source.object, from as u32), (target.object, to as u32));
                self.copy_words(world, mode, condition, from, to, bytes);
            }
        }
    }

    /// Condition under which the ranges at two addresses overlap, but are not the same.
    fn overlap(&mut self, sources: &Resolved, targets: &Resolved, bytes: u32) -> Term {
        let mut overlaps = Vec::new();
        for source in &sources.targets {
            for target in targets.targets.iter().filter(|t| t.object == source.object) {
                let terms = &mut self.out.terms;
                let both = terms.and(source.condition, target.condition);
                let (near, zero) = (terms.constant(64, bytes.into()), terms.constant(64, 0));
                let ahead = terms.sub(source.offset, target.offset);
                let behind = terms.sub(target.offset, source.offset);
                let (a, b) = (terms.ult(ahead, near), terms.ult(behind, near));
                let (near, differ) = (terms.or(a, b), terms.ne(ahead, zero));
                overlaps.push(terms.all(&[both, near, differ]));
            }
        }
        self.out.terms.any(&overlaps)
    }

    /// Copies bytes of which threads share some, piece by piece.
    fn copy_words(
        &mut self,
        world: &mut World,
        mode: CopyMode,
        condition: Term,
        from: (ObjectId, u32),
        to: (ObjectId, u32),
        bytes: u32,
    ) {
        // A pointer at a time, so that what it points to is known.
        let word = self.pointer_bytes() as usize;
        let mut cuts: Vec<u32> = (0..bytes).step_by(word).chain([bytes]).collect();
        for (object, start) in [from, to] {
            if self.is_event(world, object, start, start + bytes) {
                self.learned.cut(object, start, start + bytes);
                let pieces = self.learned.pieces(object, start, start + bytes);
                cuts.extend(pieces.iter().map(|(from, _)| from - start));
            }
        }
        cuts.sort_unstable();
        cuts.dedup();
        let [reads, writes] = [false, true].map(|writes| self.access_kind(writes, mode.is_atomic));
        let mut words: Vec<(u32, Bits)> = Vec::new();
        for pair in cuts.windows(2) {
            let (at, size) = (from.1 + pair[0], pair[1] - pair[0]);
            let bits = match self.is_event(world, from.0, at, at + size) {
                true => self.read_at(world, from.0, at, size, condition, reads),
                false => match world.memory.content(from.0) {
                    Some(content) => content.load(&mut self.out.terms, at, size),
                    None => Bits::uninitialized(&mut self.out.terms, size),
                },
            };
            words.push((to.1 + pair[0], bits));
        }
        for (at, bits) in words {
            if self.is_event(world, to.0, at, at + bits.bytes(&self.out.terms)) {
                self.write_at(world, to.0, at, bits, condition, writes);
            } else if let Some(content) = world.memory.content_mut(to.0) {
                content.store(&mut self.out.terms, condition, at, bits);
            }
        }
    }

    /// The one place that an address points to, if it is known and no other thread's.
    fn private_place(&self, world: &World, resolved: &Resolved) -> Option<(ObjectId, u32)> {
        let [target] = resolved.targets[..] else { return None };
        let offset = u32::try_from(self.out.terms.value(target.offset)?).ok()?;
        let size = self.names.directory().info(target.object).size;
        let is_private = offset <= size && !self.is_event(world, target.object, offset, size);
        (is_private && self.is_accessible(target.object)).then_some((target.object, offset))
    }

    /// Notes that a thread accesses an object from some byte on.
    fn touch_rest(&mut self, world: &World, object: ObjectId, start: u32, writes: bool) {
        if !world.is_alone {
            let size = self.names.directory().info(object).size;
            self.learned.touch(object, size, (start, size), self.thread, writes);
        }
    }

    /// A path as far as a length is not zero.
    fn where_some(&mut self, world: &World, length: Term) -> World {
        // What is counted so far belongs to the path as it is.
        self.log(world.guard, Action::Instructions);
        let zero = self.out.terms.constant(64, 0);
        let is_some = self.out.terms.ne(length, zero);
        let guard = self.out.terms.and(world.guard, is_some);
        World { guard, ..world.clone() }
    }

    /// Copies a number of bytes that is not known.
    fn copy_unknown(
        &mut self,
        world: &mut World,
        mode: CopyMode,
        to: Value,
        from: Value,
        length: Term,
    ) {
        let mut inside = self.where_some(world, length);
        let sources = self.locate(&mut inside, from, 1, self.access_kind(false, mode.is_atomic));
        let targets = self.locate(&mut inside, to, 1, self.access_kind(true, mode.is_atomic));
        let places = (self.private_place(world, &sources), self.private_place(world, &targets));
        let (Some(from), Some(to)) = places else {
            let reason = "a copy of unknown length at an unknown or shared place";
            return self.refuse(world, reason);
        };
        if mode.disjoint && from.0 == to.0 && from.1 != to.1 {
            let apart = self.out.terms.constant(64, from.1.abs_diff(to.1).into());
            let overlap = self.out.terms.ult(apart, length);
            self.fault(world, Property::Memory, overlap);
        }
        // How far it goes is not known: maybe to the ends.
        for ((object, start), writes) in [(from, false), (to, true)] {
            self.touch_rest(world, object, start, writes);
        }
        let fits = world.memory.copy_up_to(&mut self.out.terms, Term::TRUE, from, to, length);
        let wrong = self.out.terms.not(fits);
        self.fault(world, Property::Memory, wrong);
    }

    /// `memset`; operands are target, byte, length.
    pub(super) fn fill_memory(&mut self, world: &mut World, operands: [Value; 3]) {
        let [to, value, length] = operands;
        let terms = &mut self.out.terms;
        let byte = Bits {
            value: terms.extract(value.bits, 0, 8),
            undef: terms.extract(value.undef, 0, 8),
        };
        match self.length(world, length) {
            Some(0) => {}
            Some(bytes) => self.fill_known(world, to, byte, bytes),
            None => {
                let mut inside = self.where_some(world, length.bits);
                let targets = self.locate(&mut inside, to, 1, self.access_kind(true, false));
                let place = self.private_place(world, &targets);
                if let Some((object, start)) = place {
                    self.touch_rest(world, object, start, true);
                }
                let content =
                    place.and_then(|(object, at)| Some((world.memory.content_mut(object)?, at)));
                let Some((content, at)) = content else {
                    let reason = "a fill of unknown length at an unknown or shared place";
                    return self.refuse(world, reason);
                };
                let terms = &mut self.out.terms;
                let fits = content.fill_up_to(terms, Term::TRUE, at, length.bits, byte);
                let wrong = terms.not(fits);
                self.fault(world, Property::Memory, wrong);
            }
        }
        self.close_access(world);
    }

    fn fill_known(&mut self, world: &mut World, to: Value, byte: Bits, bytes: u32) {
        let kind: AccessKind = self.access_kind(true, false);
        let targets = self.locate(world, to, bytes, kind);
        for target in &targets.targets {
            let info = *self.names.directory().info(target.object);
            if !self.is_accessible(target.object) || info.constant {
                continue;
            }
            let Some(at) = self.out.terms.value(target.offset) else {
                let reason = "a fill at an unknown offset".to_owned();
                self.refuse_if(world, target.condition, UnknownKind::Unsupported, reason);
                continue;
            };
            if at + u128::from(bytes) > u128::from(info.size) {
                continue;
            }
            let at = at as u32;
            if !self.is_event(world, target.object, at, at + bytes) {
                if let Some(content) = world.memory.content_mut(target.object) {
                    content.fill(&mut self.out.terms, target.condition, at, bytes, byte);
                }
                continue;
            }
            if bytes > LONGEST_SHARED_COPY {
                let reason = too_long("a fill");
                self.refuse_if(world, target.condition, UnknownKind::Unsupported, reason);
                continue;
            }
            self.learned.cut(target.object, at, at + bytes);
            for (start, end) in self.learned.pieces(target.object, at, at + bytes) {
                let terms = &mut self.out.terms;
                let mut bits = byte;
                for _ in 1..end - start {
                    bits = byte.above(terms, bits);
                }
                self.write_at(world, target.object, start, bits, target.condition, kind);
            }
        }
    }
}
