//! Places of variables, range by range.
//!
//! A declared variable lives at its place throughout. Of the others, a record says
//! where the value is from then on: until the next record of the same variable, or
//! until the slot is written again. Into a block such knowledge comes if all its
//! predecessors agree (a forward data flow, as LLVM's LiveDebugValues does it).
//! Better no value than a wrong one.

use std::collections::HashMap;

use crate::body::{Body, is_const};
use crate::debug::{Event, InlinedVariable};
use crate::finish::Placement;
use crate::liveness::{each, successors};
use crate::operands::{PartsCount, Use};
use crate::slots::SparseSet;
use crate::{Slot, VariablePlace, VariableRange};

/// Knowledge of a variable's place at some point.
#[derive(Clone, Copy, PartialEq)]
enum KnownPlace {
    /// Nothing was said yet: no path has come here.
    Unreached,
    /// It is there, or nowhere known.
    At(Option<VariablePlace>),
}

/// The code, seen from the side of debug information.
struct Code<'b, P> {
    body: &'b mut Body,
    parts: &'b P,
    /// Slots that each block writes.
    written: Vec<SparseSet>,
    predecessors: Vec<Vec<usize>>,
    order: &'b [usize],
}

/// The ranges of all variables, in terms of virtual slots and final positions. The
/// blocks must still end in their jumps.
pub(crate) fn variables<P: PartsCount>(
    body: &mut Body,
    order: &[usize],
    placement: &Placement,
    parts: &P,
) -> Vec<(InlinedVariable, Vec<VariableRange>)> {
    let events = std::mem::take(&mut body.events);
    let mut names = Vec::new();
    let mut of: HashMap<InlinedVariable, Vec<Event>> = HashMap::new();
    for event in events {
        let known = of.entry(event.variable).or_default();
        if known.is_empty() {
            names.push(event.variable);
        }
        known.push(event);
    }
    let mut code = Code::new(body, order, parts);
    names
        .into_iter()
        .map(|name| {
            let events = of.remove(&name).unwrap_or_default();
            (name, code.ranges(&events, placement))
        })
        .collect()
}

impl<'b, P: PartsCount> Code<'b, P> {
    fn new(body: &'b mut Body, order: &'b [usize], parts: &'b P) -> Self {
        let count = body.blocks.len();
        let mut predecessors = vec![Vec::new(); count];
        let mut written = vec![SparseSet::default(); count];
        for block in order {
            for target in successors(body, *block) {
                predecessors[target as usize].push(*block);
            }
            let mut slots = Vec::new();
            for inst in body.blocks[*block].iter_mut().filter(|inst| !inst.dead) {
                each(&mut inst.op, &mut body.tables, parts, |slot, how| {
                    if how != Use::Read {
                        slots.push(slot.0);
                    }
                });
            }
            written[*block] = SparseSet::of(slots);
        }
        Code { body, parts, written, predecessors, order }
    }

    /// The ranges of one variable.
    fn ranges(&mut self, events: &[Event], placement: &Placement) -> Vec<VariableRange> {
        let mut ranges: Vec<VariableRange> = Vec::new();
        for event in events.iter().filter(|event| event.declare) {
            let start = placement.pc(event.block, event.index);
            if let (Some(place), Some(start)) = (event.place, start) {
                // The address is known from its computation on, a slot always.
                let from = if matches!(place, VariablePlace::Memory(..)) { start } else { 0 };
                ranges.push(VariableRange { from, to: placement.end(), place });
            }
        }
        let mut by_block: HashMap<usize, Vec<&Event>> = HashMap::new();
        for event in events.iter().filter(|event| !event.declare) {
            by_block.entry(event.block).or_default().push(event);
        }
        if by_block.is_empty() {
            return ranges;
        }
        let starts = self.solve(&by_block);
        for block in self.order {
            let start = match starts[*block] {
                KnownPlace::At(place) => place,
                KnownPlace::Unreached => None,
            };
            let own = by_block.get(block).map_or(&[][..], |events| &events[..]);
            self.walk(*block, start, own, &mut |from, to, place| {
                let (from, to) = (placement.pc(*block, from), placement.pc(*block, to));
                let (Some(from), Some(to)) = (from, to) else { return };
                match ranges.last_mut() {
                    Some(last) if last.to == from && last.place == place => last.to = to,
                    _ if from < to => ranges.push(VariableRange { from, to, place }),
                    _ => {}
                }
            });
        }
        ranges
    }

    /// Computes what is known at the start of each block.
    fn solve(&mut self, events: &HashMap<usize, Vec<&Event>>) -> Vec<KnownPlace> {
        let count = self.body.blocks.len();
        let mut starts = vec![KnownPlace::Unreached; count];
        let mut ends = vec![KnownPlace::Unreached; count];
        let mut changed = true;
        while changed {
            changed = false;
            for block in self.order {
                let mut start =
                    if *block == 0 { KnownPlace::At(None) } else { KnownPlace::Unreached };
                for predecessor in &self.predecessors[*block] {
                    start = match (start, ends[*predecessor]) {
                        (KnownPlace::Unreached, known) | (known, KnownPlace::Unreached) => known,
                        (a, b) if a == b => a,
                        _ => KnownPlace::At(None),
                    };
                }
                let KnownPlace::At(place) = start else { continue };
                starts[*block] = start;
                let own = events.get(block).map_or(&[][..], |events| &events[..]);
                let end = KnownPlace::At(self.walk(*block, place, own, &mut |_, _, _| {}));
                changed |= ends[*block] != end;
                ends[*block] = end;
            }
        }
        starts
    }

    /// Walks a block: calls `found` with each range of instructions in which the
    /// variable is somewhere, and returns where it is at the end.
    fn walk(
        &mut self,
        block: usize,
        start: Option<VariablePlace>,
        events: &[&Event],
        found: &mut impl FnMut(usize, usize, VariablePlace),
    ) -> Option<VariablePlace> {
        let end = self.body.blocks[block].len();
        let mut place = start;
        let mut from = 0;
        for next in events.iter().map(Some).chain([None]) {
            let to = next.map_or(end, |event| event.index);
            if let Some(now) = place {
                match self.first_write(block, from, to, now) {
                    Some(write) => {
                        found(from, write + 1, now);
                        place = None;
                    }
                    None => found(from, to, now),
                }
            }
            if let Some(event) = next {
                place = event.place;
                from = event.index;
            }
        }
        place
    }

    /// The first instruction in a range that writes the slot of a place.
    fn first_write(
        &mut self,
        block: usize,
        from: usize,
        to: usize,
        place: VariablePlace,
    ) -> Option<usize> {
        let slot = match place {
            VariablePlace::Memory(slot, _) | VariablePlace::Slots(slot) => slot,
            VariablePlace::Constant(_) => return None,
        };
        if is_const(slot) || !self.written[block].contains(slot.0) {
            return None;
        }
        (from..to).find(|index| self.writes(block, *index, slot))
    }

    fn writes(&mut self, block: usize, index: usize, slot: Slot) -> bool {
        let inst = &mut self.body.blocks[block][index];
        let mut found = false;
        if !inst.dead {
            each(&mut inst.op, &mut self.body.tables, self.parts, |written, how| {
                found |= written == slot && how != Use::Read;
            });
        }
        found
    }
}
