//! Data races: pairs of accesses that are both next.
//!
//! Each access comes after all that its thread does before, so both are next if each is later than
//! what comes before the other. One of them is made first; if one may have to wait, or is inside of
//! an atomic section, it is that one.

use std::collections::HashMap;

use foldhash::fast::FixedState;
use heddle_model::{Unknown, UnknownKind};
use heddle_program::Program;

use crate::formula::unseen;
use crate::history::{AtomicBlockId, EncodeError, Event, HappensBefore, History, ShouldContinue};
use crate::symbolic::executor::{EventInfo, Execution, Racing, Refused, place_of};
use crate::term::{Term, Terms};

/// Most pairs of accesses that are looked at beside a proof, where nobody asked for races.
const MOST_NOTED: usize = 128;
/// Most of them at the same two places.
const MOST_OF_PLACES: usize = 4;

/// Two accesses that race, by the numbers of their events.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Race {
    /// One of them: it is inside of an atomic section if one is.
    pub(crate) first: usize,
    /// The other.
    pub(crate) second: usize,
    /// Condition under which they race.
    pub(crate) condition: Term,
}

/// The relation of two accesses of one cell.
enum Pair {
    /// They do not race.
    Apart,
    /// They may race.
    Race(Race),
    /// They may race in a way that cannot be told.
    Unknown(Box<Refused>),
}

/// For each block, the one before it in its thread; the first of a thread comes after the block
/// that creates it.
fn blocks_before(history: &History) -> Vec<Option<AtomicBlockId>> {
    let mut last: Vec<Option<AtomicBlockId>> = vec![None; history.threads()];
    let mut before = Vec::with_capacity(history.blocks.len());
    for (number, block) in (0..).zip(&history.blocks) {
        before.push(last[block.thread as usize].replace(AtomicBlockId(number)));
    }
    for edge in history.edges.iter().filter(|edge| edge.is_creation) {
        before[edge.second.index()] = Some(edge.first);
    }
    before
}

/// State of the search for races.
pub(crate) struct Races<'a> {
    program: &'a Program,
    execution: &'a mut Execution,
    times: &'a [Term],
    within: &'a [Term],
    order: HappensBefore,
    /// The block before each block.
    before: Vec<Option<AtomicBlockId>>,
}

impl<'a> Races<'a> {
    /// Races of an execution whose blocks happen at these times, if they are within the bounds.
    ///
    /// # Errors
    /// If the order of blocks has a cycle.
    pub(crate) fn new(
        program: &'a Program,
        execution: &'a mut Execution,
        times: &'a [Term],
        within: &'a [Term],
    ) -> Result<Races<'a>, EncodeError> {
        let order = HappensBefore::new(&execution.history)?;
        let before = blocks_before(&execution.history);
        Ok(Races { program, execution, times, within, order, before })
    }

    /// All accesses that may race.
    ///
    /// # Errors
    /// If it is stopped.
    pub(crate) fn find(
        &mut self,
        should_continue: ShouldContinue<'_>,
    ) -> Result<Vec<Race>, EncodeError> {
        let mut races = Vec::new();
        for events in &self.execution.history.events_by_cell() {
            for (i, &a) in events.iter().enumerate() {
                if !should_continue(&self.execution.terms) {
                    return Err(EncodeError::Stopped);
                }
                for &b in &events[i + 1..] {
                    match self.race(a, b) {
                        Pair::Race(race) => races.push(race),
                        Pair::Unknown(refused) => self.execution.refused.push(*refused),
                        Pair::Apart => {}
                    }
                }
            }
        }
        Ok(races)
    }

    /// Some accesses that may race: the first few of each two places, and not many in all.
    ///
    /// # Errors
    /// If it is stopped.
    pub(crate) fn find_some(
        &mut self,
        should_continue: ShouldContinue<'_>,
    ) -> Result<Vec<Race>, EncodeError> {
        let mut races = Vec::new();
        let mut counts: HashMap<_, usize, FixedState> = HashMap::default();
        for events in &self.execution.history.events_by_cell() {
            for (i, &a) in events.iter().enumerate() {
                if !should_continue(&self.execution.terms) {
                    return Err(EncodeError::Stopped);
                }
                for &b in &events[i + 1..] {
                    let location = |event: usize| self.execution.events[event].location;
                    let count = counts.entry((location(a), location(b))).or_default();
                    if *count == MOST_OF_PLACES {
                        continue;
                    }
                    if let Pair::Race(race) = self.race(a, b) {
                        *count += 1;
                        races.push(race);
                    }
                    if races.len() == MOST_NOTED {
                        return Ok(races);
                    }
                }
            }
        }
        Ok(races)
    }

    /// Two accesses of one cell.
    fn race(&mut self, a: usize, b: usize) -> Pair {
        let Races { program, execution, times, within, order, before } = self;
        let Execution { terms, history, events, unfinished, .. } = &mut **execution;
        let thread = |event: usize| history.blocks[history.events[event].block.index()].thread;
        let (x, y): (Event, Event) = (history.events[a], history.events[b]);
        let (p, q) = (events[a].racing, events[b].racing);
        let writes = |event: Event, info: &EventInfo| event.writes || info.stores_later;
        let conflict = (writes(x, &events[a]) || writes(y, &events[b]))
            && p != Racing::Never
            && q != Racing::Never
            && (p, q) != (Racing::Atomic, Racing::Atomic);
        if thread(a) == thread(b) || !conflict || events[a].in_section && events[b].in_section {
            return Pair::Apart;
        }
        let comes_first = |event: usize| events[event].in_section || events[event].may_wait;
        let time = |block: AtomicBlockId| times[block.index()];
        // Whether `first` is made while `second` is next.
        let is_next = |terms: &mut Terms, first: AtomicBlockId, second: AtomicBlockId| {
            let is_apart =
                |before: AtomicBlockId| before == first || order.is_before(history, first, before);
            if order.is_before(history, second, first)
                || before[second.index()].is_some_and(is_apart)
            {
                return Term::FALSE;
            }
            let is_earlier = terms.ult(time(first), time(second));
            match before[second.index()] {
                None => is_earlier,
                Some(before) => {
                    let is_there = terms.ult(time(before), time(first));
                    terms.and(is_earlier, is_there)
                }
            }
        };
        let (first, second) = if comes_first(b) { (b, a) } else { (a, b) };
        let blocks = (history.events[first].block, history.events[second].block);
        let mut together = is_next(terms, blocks.0, blocks.1);
        if comes_first(first) == comes_first(second) {
            let other = is_next(terms, blocks.1, blocks.0);
            together = terms.or(together, other);
        }
        // Whether it is made may depend on what its block finds before.
        for (event, block) in [(a, x.block), (b, y.block)] {
            if order.place(event) > 0 {
                together = terms.and(together, within[block.index()]);
            }
        }
        if comes_first(first) && comes_first(second) {
            let condition = terms.all(&[x.guard, y.guard, together]);
            let reason = "a race of results that library calls store".to_owned();
            let place = events[first].location.map(|id| place_of(program, id));
            let unknown = Unknown { kind: UnknownKind::Unsupported, reason, place };
            return Pair::Unknown(Box::new(Refused { condition, block: blocks.0, unknown }));
        }
        let both = [time(blocks.0), time(blocks.1)];
        let unseen = unseen(terms, history, times, unfinished, &[thread(a), thread(b)], &both);
        let condition = terms.all(&[x.guard, y.guard, together, unseen]);
        match condition == Term::FALSE {
            true => Pair::Apart,
            false => Pair::Race(Race { first, second, condition }),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::history::OrderEdge;

    #[test]
    fn the_first_block_of_a_thread_comes_after_its_creation() {
        let mut history = History::default();
        for thread in [0, 0, 1, 1] {
            history.add_block(thread);
        }
        let [first, second] = [1, 2].map(AtomicBlockId);
        let creation = OrderEdge { first, second, condition: Term::TRUE, is_creation: true };
        let [first, second] = [3, 1].map(AtomicBlockId);
        let join = OrderEdge { first, second, condition: Term::TRUE, is_creation: false };
        history.edges.extend([creation, join]);
        let before = [None, Some(0), Some(1), Some(2)].map(|block| block.map(AtomicBlockId));
        assert_eq!(blocks_before(&history), before);
    }
}
