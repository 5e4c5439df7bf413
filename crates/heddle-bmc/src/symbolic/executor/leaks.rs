//! Memory that is lost: at the end of the process, heap objects that nothing points to.
//!
//! As in the machine, what variables and live slots point to is kept, and what that points to.
//! Whether a cell points to an object is a term, and so is whether an object can be reached:
//! found in as many rounds as there are heap objects, or fewer.
//!
//! Refused: the end of a process in which other threads still run, since their variables count,
//! too; heap objects that another thread made and has for itself; and objects that nothing points
//! to in programs that may hide addresses.

use std::collections::BTreeSet;

use heddle_model::{Property, UnknownKind};

use super::access::{AccessKind, to_slot};
use super::threads::field;
use super::{Executor, Finding};
use crate::symbolic::memory::{ObjectId, ObjectKind, Target};
use crate::symbolic::path::World;
use crate::term::{Term, Terms};

/// Most heap objects among which leaks are looked for.
const MOST_LEAK_CANDIDATES: usize = 64;

/// A heap object at the end.
struct HeapObject {
    object: ObjectId,
    alive: Term,
    /// Condition under which it can be reached, as far as is known.
    reached: Term,
    /// The others that it may point to, by their numbers in the list, each with its condition.
    points_to: Vec<(usize, Term)>,
}

impl Executor<'_, '_> {
    /// The process ends: looks for heap objects that are lost.
    pub(super) fn find_leaks(&mut self, world: &mut World) {
        self.enter_section(world, false);
        self.await_others(world);
        let Some(mut heap) = self.heap_at_end(world) else { return };
        let mut roots: Vec<Term> = self.frames.iter().flat_map(|call| call.live.clone()).collect();
        for object in self.rooted_objects(world) {
            let dead = self.is_dead_at_end(world, object);
            if dead == Term::TRUE {
                continue;
            }
            let zero = self.out.terms.constant(64, 0);
            for word in self.words(world, object) {
                roots.push(self.out.terms.ite(dead, zero, word));
            }
        }
        for word in roots {
            for (number, condition) in self.pointed_to(&heap, word) {
                heap[number].reached = self.out.terms.or(heap[number].reached, condition);
            }
        }
        for number in 0..heap.len() {
            let words = self.words(world, heap[number].object);
            let points: Vec<(usize, Term)> =
                words.into_iter().flat_map(|word| self.pointed_to(&heap, word)).collect();
            heap[number].points_to = points;
        }
        close_over(&mut self.out.terms, &mut heap);
        for HeapObject { alive, reached, .. } in heap {
            let is_lost = self.out.terms.not(reached);
            if self.program.may_hide_addresses() {
                let lost = self.out.terms.and(alive, is_lost);
                let reason = "looking for leaks of memory whose address was computed with";
                self.refuse_if(world, lost, UnknownKind::Unsupported, reason.to_owned());
                continue;
            }
            let violated = self.out.terms.all(&[world.guard, alive, is_lost]);
            if violated != Term::FALSE {
                let position = self.position(world);
                let property = Property::Leak;
                self.out.findings.push(Finding { property, violated, position });
            }
        }
    }

    /// Refuses runs in which other threads have not exited.
    fn await_others(&mut self, world: &mut World) {
        let own = self.thread;
        for thread in (0..self.names.thread_count()).filter(|&thread| thread != own) {
            let terms = &mut self.out.terms;
            let (one, zero) = (terms.constant(32, 1), terms.constant(32, 0));
            let created = self.thread_field(world, thread, field::CREATED);
            let exited = self.thread_field(world, thread, field::EXITED);
            let runs = match (created, exited, world.is_alone) {
                (_, _, true) => Term::FALSE,
                (Some(created), Some(exited), _) => {
                    let is_created = self.out.terms.eq(created, one);
                    let is_running = self.out.terms.eq(exited, zero);
                    self.out.terms.and(is_created, is_running)
                }
                _ => Term::TRUE,
            };
            let reason = "looking for leaks while other threads run".to_owned();
            self.refuse_if(world, runs, UnknownKind::Unsupported, reason);
        }
    }

    /// A field of the models' variable about a thread, if there is one.
    fn thread_field(&mut self, world: &mut World, thread: u32, at: i64) -> Option<Term> {
        let pointer = self.thread_entry(thread, at)?;
        Some(self.load(world, pointer, 4, AccessKind::SILENT_READ).value)
    }

    /// The heap objects, and whether they are alive.
    fn heap_at_end(&mut self, world: &mut World) -> Option<Vec<HeapObject>> {
        let directory = self.names.directory();
        let all = (0..directory.count() as u32).map(ObjectId);
        let objects = all.filter(|&object| directory.info(object).kind == ObjectKind::Heap);
        let objects: Vec<ObjectId> = objects.collect();
        if objects.len() > MOST_LEAK_CANDIDATES {
            let reason =
                format!("looking for leaks among more than {MOST_LEAK_CANDIDATES} heap objects");
            self.refuse(world, reason);
            return None;
        }
        let mut heap = Vec::new();
        for object in objects {
            let is_seen = world.memory.content(object).is_some();
            if !is_seen && self.learned.is_foreign(object, self.thread) {
                // Whether it was made at all is not known here.
                self.refuse(world, "looking for leaks of what another thread allocates");
                return None;
            }
            let dead = self.is_dead_at_end(world, object);
            let alive = self.out.terms.not(dead);
            // An object whose life was never begun here is not alive either.
            let begun = world.memory.alive(object);
            let alive = match self.learned.shares_death(object) && !world.is_alone {
                true => self.out.terms.and(alive, begun),
                false => alive,
            };
            if alive != Term::FALSE {
                let points_to = Vec::new();
                heap.push(HeapObject { object, alive, reached: Term::FALSE, points_to });
            }
        }
        Some(heap)
    }

    /// Condition under which an object is dead at the end, whichever thread ended its life.
    fn is_dead_at_end(&mut self, world: &mut World, object: ObjectId) -> Term {
        let offset = self.out.terms.constant(64, 0);
        let target = Target { object, condition: Term::TRUE, offset };
        self.touch(world, &target, 0, false);
        self.is_dead(world, &target, AccessKind::SILENT_READ)
    }

    /// The objects that are reachable anyway: variables.
    fn rooted_objects(&mut self, world: &World) -> Vec<ObjectId> {
        let directory = self.names.directory();
        let all = (0..directory.count() as u32).map(ObjectId);
        all.filter(|&object| {
            let info = directory.info(object);
            match info.kind {
                ObjectKind::Global => !info.constant,
                ObjectKind::Stack | ObjectKind::ThreadLocal => {
                    world.memory.content(object).is_some()
                }
                ObjectKind::Heap | ObjectKind::Function => false,
            }
        })
        .collect()
    }

    /// The words of an object that could be pointers, as terms of 64 bits.
    fn words(&mut self, world: &mut World, object: ObjectId) -> Vec<Term> {
        let pointer_bytes = self.pointer_bytes();
        let size = self.names.directory().info(object).size;
        let mut words = Vec::new();
        // In packed structures, pointers are anywhere.
        let pieces = self.learned.all_pieces(object).into_iter();
        let pieces =
            pieces.filter(|(start, end)| end - start == pointer_bytes).map(|(start, _)| start);
        let values = world.memory.content(object).into_iter();
        let values = values.flat_map(|content| content.values_of(pointer_bytes));
        let end = size / pointer_bytes * pointer_bytes;
        let aligned = (0..end).step_by(pointer_bytes as usize);
        let starts: BTreeSet<u32> = aligned.chain(pieces).chain(values).collect();
        for start in starts {
            let offset = self.out.terms.constant(64, start.into());
            let target = Target { object, condition: Term::TRUE, offset };
            self.touch(world, &target, pointer_bytes, false);
            let word = if self.is_event(world, object, start, start + pointer_bytes) {
                let kind = AccessKind::SILENT_READ;
                self.read_at(world, object, start, pointer_bytes, Term::TRUE, kind)
            } else if let Some(content) = world.memory.content(object) {
                content.load(&mut self.out.terms, start, pointer_bytes)
            } else {
                continue;
            };
            let value = to_slot(&mut self.out.terms, word, 64);
            if self.out.terms.value(value.bits) != Some(0) {
                words.push(value.bits);
            }
        }
        words
    }

    /// The heap objects that a word may point to.
    fn pointed_to(&mut self, heap: &[HeapObject], word: Term) -> Vec<(usize, Term)> {
        let resolved = self.resolve(word);
        let mut pointed = Vec::new();
        // A number of more bits than an address has is none.
        let width = 8 * self.pointer_bytes();
        let is_address = match width {
            64 => Term::TRUE,
            _ => {
                let terms = &mut self.out.terms;
                let (high, zero) =
                    (terms.extract(word, width, 64 - width), terms.constant(64 - width, 0));
                terms.eq(high, zero)
            }
        };
        for target in &resolved.targets {
            if let Some(number) = heap.iter().position(|heap| heap.object == target.object) {
                pointed.push((number, self.out.terms.and(target.condition, is_address)));
            }
        }
        pointed
    }
}

/// Closes reachability: whatever a reached object points to is reached.
fn close_over(terms: &mut Terms, heap: &mut [HeapObject]) {
    for _ in 0..heap.len() {
        let before: Vec<Term> = heap.iter().map(|heap| heap.reached).collect();
        for from in 0..heap.len() {
            for (to, condition) in heap[from].points_to.clone() {
                let leads = terms.all(&[heap[from].reached, heap[from].alive, condition]);
                heap[to].reached = terms.or(heap[to].reached, leads);
            }
        }
        if heap.iter().map(|heap| heap.reached).eq(before) {
            break;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn object(number: u32, reached: Term, points_to: &[(usize, Term)]) -> HeapObject {
        let points_to = points_to.to_vec();
        HeapObject { object: ObjectId(number), alive: Term::TRUE, reached, points_to }
    }

    fn reached(terms: &mut Terms, mut heap: Vec<HeapObject>) -> Vec<Term> {
        close_over(terms, &mut heap);
        heap.into_iter().map(|object| object.reached).collect()
    }

    #[test]
    fn the_end_of_a_list_is_reached_if_all_links_are() {
        let mut terms = Terms::new();
        let [head, link] = [(); 2].map(|()| terms.variable(1));
        // Against the order of the list, so that one round is not enough.
        let heap = vec![
            object(0, Term::FALSE, &[]),
            object(1, Term::FALSE, &[(0, Term::TRUE)]),
            object(2, head, &[(1, link)]),
        ];
        let both = terms.and(head, link);
        assert_eq!(reached(&mut terms, heap), [both, both, head]);
    }

    #[test]
    fn a_cycle_does_not_hold_itself() {
        let mut terms = Terms::new();
        let cycle = |reached| {
            let (there, back) = ([(1, Term::TRUE)], [(0, Term::TRUE)]);
            vec![object(0, reached, &there), object(1, Term::FALSE, &back)]
        };
        assert_eq!(reached(&mut terms, cycle(Term::FALSE)), [Term::FALSE; 2]);
        assert_eq!(reached(&mut terms, cycle(Term::TRUE)), [Term::TRUE; 2]);
    }

    #[test]
    fn nothing_is_reached_through_what_was_freed() {
        let mut terms = Terms::new();
        let mut freed = object(0, Term::TRUE, &[(1, Term::TRUE)]);
        freed.alive = Term::FALSE;
        let heap = vec![freed, object(1, Term::FALSE, &[])];
        assert_eq!(reached(&mut terms, heap), [Term::TRUE, Term::FALSE]);
    }
}
