//! The happens-before order that holds in all runs, known without solving.
//!
//! Program order, creation and joining order some events in all runs that make them. That says of
//! some reads which write they are from.

use super::{AtomicBlockId, EncodeError, Event, History, OrderEdge, ShouldContinue};
use crate::term::{Binary, Node, Term, Terms};

/// For each thread, the number of its blocks that surely come before a block.
type VectorClock = Vec<u32>;

/// Most conjuncts of a guard that are looked at.
const MOST_CONJUNCTS: usize = 64;

/// The order that is known.
pub struct HappensBefore {
    /// For each block, its number in its thread, counted from one.
    numbers: Vec<u32>,
    clocks: Vec<VectorClock>,
    /// For each event, its number in its block.
    places: Vec<u32>,
}

/// Candidates for the write that a read reads from.
pub(super) struct ReadsFrom {
    /// Writes.
    pub(super) writes: Vec<usize>,
    /// True if it may find the initial value of its cell.
    pub(super) may_be_initial: bool,
}

/// For each block, its number in its thread and what is known to come before it.
fn order_blocks(history: &History) -> Result<(Vec<u32>, Vec<VectorClock>), EncodeError> {
    let threads = history.threads();
    let mut counts = vec![0u32; threads];
    let mut last: Vec<Option<usize>> = vec![None; threads];
    let mut before: Vec<Vec<usize>> = vec![Vec::new(); history.blocks.len()];
    let mut numbers = Vec::with_capacity(history.blocks.len());
    for (number, block) in history.blocks.iter().enumerate() {
        let thread = block.thread as usize;
        counts[thread] += 1;
        numbers.push(counts[thread]);
        before[number].extend(last[thread].replace(number));
    }
    for OrderEdge { first, second, condition, is_creation } in &history.edges {
        if *is_creation || *condition == Term::TRUE {
            before[second.index()].push(first.index());
        }
    }
    let mut known: Vec<Option<VectorClock>> = vec![None; history.blocks.len()];
    let mut is_open = vec![false; history.blocks.len()];
    let mut stack: Vec<usize> = (0..history.blocks.len()).rev().collect();
    while let Some(&block) = stack.last() {
        if known[block].is_some() {
            stack.pop();
            continue;
        }
        let missing: Vec<usize> =
            before[block].iter().copied().filter(|&other| known[other].is_none()).collect();
        if !missing.is_empty() {
            if std::mem::replace(&mut is_open[block], true) {
                return Err(EncodeError::Unordered);
            }
            stack.extend(missing);
            continue;
        }
        let mut all = vec![0; threads];
        for &other in &before[block] {
            let Some(others) = &known[other] else { continue };
            all.iter_mut().zip(others).for_each(|(mine, theirs)| *mine = (*mine).max(*theirs));
            let thread = history.blocks[other].thread as usize;
            all[thread] = all[thread].max(numbers[other]);
        }
        known[block] = Some(all);
        stack.pop();
    }
    Ok((numbers, known.into_iter().flatten().collect()))
}

impl HappensBefore {
    /// The order of a history's blocks and events that holds in all runs.
    ///
    /// # Errors
    /// If it is no order.
    pub fn new(history: &History) -> Result<HappensBefore, EncodeError> {
        let (numbers, clocks) = order_blocks(history)?;
        let mut counts = vec![0u32; history.blocks.len()];
        let count = |event: &Event| {
            let count = &mut counts[event.block.index()];
            *count += 1;
            *count - 1
        };
        let places = history.events.iter().map(count).collect();
        Ok(HappensBefore { numbers, clocks, places })
    }

    /// The number of an event in its block.
    pub fn place(&self, event: usize) -> u32 {
        self.places[event]
    }

    /// True if the first block comes before the second in all runs that make both.
    pub fn is_before(
        &self,
        history: &History,
        first: AtomicBlockId,
        second: AtomicBlockId,
    ) -> bool {
        let thread = history.blocks[first.index()].thread as usize;
        first != second && self.clocks[second.index()][thread] >= self.numbers[first.index()]
    }

    /// The order of two events, if it is the same in all runs: true if the first comes first.
    pub(super) fn before(&self, history: &History, first: usize, second: usize) -> Option<bool> {
        let (a, b) = (history.events[first].block, history.events[second].block);
        let is_ordered = |a: AtomicBlockId, b: AtomicBlockId| self.is_before(history, a, b);
        match a == b {
            true => Some(self.places[first] < self.places[second]),
            false if is_ordered(a, b) => Some(true),
            false if is_ordered(b, a) => Some(false),
            false => None,
        }
    }

    /// The writes, among all events of its cell, that a read may be from.
    pub(super) fn reads_from(
        &self,
        terms: &Terms,
        history: &History,
        read: usize,
        events: &[usize],
    ) -> ReadsFrom {
        let before = |first, second| self.before(history, first, second);
        let event = |number: usize| history.events[number];
        let writes: Vec<usize> = events
            .iter()
            .copied()
            .filter(|&number| event(number).writes && before(number, read) != Some(false))
            .collect();
        // What is written surely before the read hides what comes surely before that.
        let conjuncts = conjuncts(terms, event(read).guard);
        let hides = |write: usize| {
            let made = event(write).guard;
            before(write, read) == Some(true) && (made == Term::TRUE || conjuncts.contains(&made))
        };
        // Of each thread, the last one hides all that its others do.
        let mut hiding: Vec<usize> = Vec::new();
        for write in writes.iter().copied().filter(|&write| hides(write)) {
            let thread = |write: usize| history.blocks[event(write).block.index()].thread;
            match hiding.iter_mut().find(|other| thread(**other) == thread(write)) {
                Some(other) if before(*other, write) == Some(true) => *other = write,
                Some(_) => {}
                None => hiding.push(write),
            }
        }
        let is_hidden =
            |write: usize| hiding.iter().any(|&other| before(write, other) == Some(true));
        let may_be_initial = hiding.is_empty();
        let writes = writes.into_iter().filter(|&write| !is_hidden(write)).collect();
        ReadsFrom { writes, may_be_initial }
    }
}

/// The conjuncts of a boolean, itself included.
fn conjuncts(terms: &Terms, boolean: Term) -> Vec<Term> {
    let mut all = vec![boolean];
    let mut next = 0;
    while let Some(&term) = all.get(next).filter(|_| next < MOST_CONJUNCTS) {
        if let Node::Binary(Binary::And, a, b) = terms.node(term) {
            all.extend([a, b]);
        }
        next += 1;
    }
    all
}

/// A read of which it is known what it finds.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct DeterminedRead {
    /// The event.
    pub event: usize,
    /// The value that it finds.
    pub found: Term,
}

/// The reads of which it is known what they find, in every run that makes them.
///
/// # Errors
/// If what is known of the order of blocks is no order, or it is stopped.
pub fn determined_reads(
    terms: &Terms,
    history: &History,
    should_continue: ShouldContinue<'_>,
) -> Result<Vec<DeterminedRead>, EncodeError> {
    let order = HappensBefore::new(history)?;
    let mut reads = Vec::new();
    for (cell, events) in history.events_by_cell().iter().enumerate() {
        for &event in events.iter().filter(|&&event| !history.events[event].writes) {
            if !should_continue(terms) {
                return Err(EncodeError::Stopped);
            }
            let ReadsFrom { writes, may_be_initial } =
                order.reads_from(terms, history, event, events);
            let found = match (&writes[..], may_be_initial) {
                ([], true) => history.initial[cell],
                ([write], false) => history.events[*write].value,
                _ => continue,
            };
            reads.push(DeterminedRead { event, found });
        }
    }
    Ok(reads)
}
