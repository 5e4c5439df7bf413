//! Places of variables, range by range.
//!
//! A declared variable lives at its place throughout. Of the others, a record says
//! where the value is from then on: until the next record of the same variable, or
//! until the slot is written again. Into a block such knowledge comes if all its
//! predecessors agree (a forward data flow, as LLVM's LiveDebugValues does it).
//! Better no value than a wrong one.
//!
//! Functions may have very many variables and very many blocks, and most variables are known in
//! few of these. So only blocks are looked at that a place of the variable comes to, and a variable
//! whose place comes to very many, in a function with very many variables, is known only in the
//! blocks that have a record of it (LLVM has such a limit, too).

use std::collections::{BTreeMap, HashMap};

use crate::body::{Body, is_const};
use crate::debug::{Event, InlinedVariable};
use crate::finish::Placement;
use crate::liveness::{each, successors};
use crate::operands::{PartsCount, Use};
use crate::{Slot, VariablePlace, VariableRange};

/// Blocks that places of variables are followed to, in all of a function.
const MOST_FOLLOWED: usize = 1 << 20;

/// Blocks that the place of each variable is followed to in any case.
const ALWAYS_FOLLOWED: usize = 100;

/// Knowledge of a variable's place at some point.
#[derive(Clone, Copy, PartialEq)]
enum KnownPlace {
    /// Nothing was said yet: no path has come here.
    Unreached,
    /// It is there, or nowhere known.
    At(Option<VariablePlace>),
}

impl KnownPlace {
    /// Knowledge where paths with this and with other knowledge meet.
    fn meet(self, other: KnownPlace) -> KnownPlace {
        match (self, other) {
            (KnownPlace::Unreached, known) | (known, KnownPlace::Unreached) => known,
            (a, b) if a == b => a,
            _ => KnownPlace::At(None),
        }
    }
}

/// The records of a variable that are no declarations, by block.
type Records<'e> = BTreeMap<usize, Vec<&'e Event>>;

/// The code, seen from the side of debug information.
struct Code<'o> {
    order: &'o [usize],
    /// For each block, its place in the order.
    places: Vec<Option<usize>>,
    /// For each block, the number of its instructions.
    lengths: Vec<usize>,
    /// For each block, the slots that it writes and the instructions that do, ascending.
    writes: Vec<Vec<(Slot, usize)>>,
    successors: Vec<Vec<usize>>,
    predecessors: Vec<Vec<usize>>,
    /// For each block, knowledge of the variable at hand at its start.
    starts: Vec<KnownPlace>,
    /// Blocks that the place of one variable is followed to.
    most_followed: usize,
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
    let most_followed = (MOST_FOLLOWED / names.len().max(1)).max(ALWAYS_FOLLOWED);
    let mut code = Code::new(body, order, parts, most_followed);
    names
        .into_iter()
        .map(|name| {
            let events = of.remove(&name).unwrap_or_default();
            (name, code.ranges(&events, placement))
        })
        .collect()
}

impl<'o> Code<'o> {
    fn new(
        body: &mut Body,
        order: &'o [usize],
        parts: &impl PartsCount,
        most_followed: usize,
    ) -> Self {
        let count = body.blocks.len();
        let mut code = Code {
            order,
            places: vec![None; count],
            lengths: body.blocks.iter().map(Vec::len).collect(),
            writes: vec![Vec::new(); count],
            successors: vec![Vec::new(); count],
            predecessors: vec![Vec::new(); count],
            starts: vec![KnownPlace::Unreached; count],
            most_followed,
        };
        for (place, &block) in order.iter().enumerate() {
            code.places[block] = Some(place);
            for target in successors(body, block) {
                code.successors[block].push(target as usize);
                code.predecessors[target as usize].push(block);
            }
            let writes = &mut code.writes[block];
            let insts = body.blocks[block].iter_mut().enumerate();
            for (index, inst) in insts.filter(|(_, inst)| !inst.dead) {
                each(&mut inst.op, &mut body.tables, parts, |slot, how| {
                    if how != Use::Read {
                        writes.push((slot, index));
                    }
                });
            }
            writes.sort_unstable();
        }
        code
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
        let mut records = Records::new();
        for event in events.iter().filter(|event| !event.declare) {
            if self.places[event.block].is_some() {
                records.entry(event.block).or_default().push(event);
            }
        }
        if records.is_empty() {
            return ranges;
        }
        let reached = self.solve(&records);
        let known = reached.iter().chain(records.keys());
        let mut places: Vec<usize> = known.filter_map(|block| self.places[*block]).collect();
        places.sort_unstable();
        places.dedup();
        for block in places.into_iter().map(|place| self.order[place]) {
            self.walk(block, &records, &mut |from, to, place| {
                let (from, to) = (placement.pc(block, from), placement.pc(block, to));
                let (Some(from), Some(to)) = (from, to) else { return };
                match ranges.last_mut() {
                    Some(last) if last.to == from && last.place == place => last.to = to,
                    _ if from < to => ranges.push(VariableRange { from, to, place }),
                    _ => {}
                }
            });
        }
        self.forget(reached);
        ranges
    }

    /// Forgets what is known at the starts of blocks.
    fn forget(&mut self, reached: Vec<usize>) {
        for block in reached {
            self.starts[block] = KnownPlace::Unreached;
        }
    }

    /// Computes what is known at the starts of blocks, and returns the blocks that a place comes
    /// to, even if it does not stay. At the starts of all others, no place is known.
    ///
    /// It is what going over all blocks until nothing changes would give, the greatest solution:
    /// first, places go on along all edges, as if blocks that none has come to were not there;
    /// then they are withdrawn where one of these is a predecessor. Meanwhile knowledge of a block
    /// goes from a place to none at most, so that each is looked at a few times.
    fn solve(&mut self, records: &Records<'_>) -> Vec<usize> {
        let mut reached = Vec::new();
        let mut pending: Vec<usize> =
            records.keys().flat_map(|block| &self.successors[*block]).copied().collect();
        while let Some(block) = pending.pop() {
            let start = self.start(block, records, KnownPlace::Unreached);
            let before = std::mem::replace(&mut self.starts[block], start);
            if before == KnownPlace::Unreached && !matches!(start, KnownPlace::At(Some(_))) {
                self.starts[block] = before;
                continue;
            }
            if before == KnownPlace::Unreached {
                reached.push(block);
                if reached.len() > self.most_followed {
                    self.forget(reached);
                    return Vec::new();
                }
            }
            if before != start {
                pending.extend(&self.successors[block]);
            }
        }
        let mut pending = reached.clone();
        while let Some(block) = pending.pop() {
            let before = self.starts[block];
            if before == KnownPlace::Unreached {
                continue;
            }
            let start = self.start(block, records, KnownPlace::At(None));
            if before != start {
                self.starts[block] = start;
                pending.extend(&self.successors[block]);
            }
        }
        reached
    }

    /// Knowledge at the start of a block, by what its predecessors know; of those that no place
    /// has come to, it is given.
    fn start(&self, block: usize, records: &Records<'_>, unreached: KnownPlace) -> KnownPlace {
        let first = if block == 0 { KnownPlace::At(None) } else { KnownPlace::Unreached };
        self.predecessors[block].iter().fold(first, |start, predecessor| {
            start.meet(match self.end(*predecessor, records) {
                KnownPlace::Unreached => unreached,
                known => known,
            })
        })
    }

    /// Knowledge at the end of a block, which its last record decides, if it has one.
    fn end(&self, block: usize, records: &Records<'_>) -> KnownPlace {
        let last = records.get(&block).and_then(|own| own.last());
        let (from, known) = match last {
            Some(event) => (event.index, KnownPlace::At(event.place)),
            None => (0, self.starts[block]),
        };
        match known {
            KnownPlace::At(Some(place)) => {
                let write = self.first_write(block, from, self.lengths[block], place);
                KnownPlace::At(Some(place).filter(|_| write.is_none()))
            }
            KnownPlace::At(None) | KnownPlace::Unreached => known,
        }
    }

    /// Walks a block: calls `found` with each range of instructions in which the
    /// variable is somewhere.
    fn walk(
        &self,
        block: usize,
        records: &Records<'_>,
        found: &mut impl FnMut(usize, usize, VariablePlace),
    ) {
        let mut place = match self.starts[block] {
            KnownPlace::At(place) => place,
            KnownPlace::Unreached => None,
        };
        let mut from = 0;
        let own = records.get(&block).map_or(&[][..], |events| &events[..]);
        for next in own.iter().map(Some).chain([None]) {
            let to = next.map_or(self.lengths[block], |event| event.index);
            if let Some(now) = place {
                let write = self.first_write(block, from, to, now);
                found(from, write.map_or(to, |write| write + 1), now);
            }
            if let Some(event) = next {
                place = event.place;
                from = event.index;
            }
        }
    }

    /// The first instruction in a range that writes the slot of a place.
    fn first_write(
        &self,
        block: usize,
        from: usize,
        to: usize,
        place: VariablePlace,
    ) -> Option<usize> {
        let slot = match place {
            VariablePlace::Memory(slot, _) | VariablePlace::Slots(slot) => slot,
            VariablePlace::Constant(_) => return None,
        };
        if is_const(slot) {
            return None;
        }
        let writes = &self.writes[block];
        let next = writes.partition_point(|write| *write < (slot, from));
        let (written, index) = *writes.get(next)?;
        (written == slot && index < to).then_some(index)
    }
}
