//! A history as one order of all blocks, with no bound on how often threads take turns.
//!
//! Every block gets a time, a number that grows along each thread and along [edges](OrderEdge).
//! Times of different threads differ, since the thread's number is their lowest part; and so do the
//! positions of events, which are times with the number of the event in its block below. A read
//! finds what the last write before it wrote, in the order of positions:
//!
//! - it is from some write, or from the start;
//! - if it is from a write, that was made, is before it, and has the value that it finds;
//! - no write that is made before the read is after the one it is from.
//!
//! The last is said by the position of the source of each read, with one constraint for each
//! write, so that all of it is quadratic in the accesses to one cell, and not cubic as it is if
//! pairs of writes are compared for each read (Alglave, Kroening and Tautschnig, "Partial orders
//! for efficient bounded model checking of concurrent software", CAV 2013).
//!
//! What is order without solving costs nothing: the order of blocks that program order, creation
//! and joining imply is found beforehand, reads are not offered writes that come after them or
//! that are surely overwritten, and where there is one source its value is the read's.

use super::happens_before::{HappensBefore, ReadsFrom};
use super::{EncodeError, Encoding, Event, History, OrderEdge, ShouldContinue};
use crate::term::{Term, Terms};

struct Encoder<'a> {
    history: &'a History,
    order: HappensBefore,
    times: Vec<Term>,
    /// Bits of the number of an event in its block.
    event_bits: u32,
}

/// The constraints of a history.
///
/// # Errors
/// If what is order of the order of its blocks is no order, or it is stopped.
pub fn encode(
    terms: &mut Terms,
    history: &History,
    should_continue: ShouldContinue<'_>,
) -> Result<Encoding, EncodeError> {
    let order = HappensBefore::new(history)?;
    let most = (0..history.events.len()).map(|event| order.place(event) + 1).max();
    let event_bits = bits_for(most.unwrap_or(0));
    let mut constraints = Vec::new();
    let times = make_times(terms, history, &mut constraints);
    let encoder = Encoder { history, order, times, event_bits };
    for (cell, events) in history.events_by_cell().iter().enumerate() {
        for &read in events.iter().filter(|&&event| !history.events[event].writes) {
            if !should_continue(terms) {
                return Err(EncodeError::Stopped);
            }
            encoder.read(terms, read, events, history.initial[cell], &mut constraints);
        }
    }
    constraints.retain(|&constraint| constraint != Term::TRUE);
    let within = vec![Term::TRUE; history.blocks.len()];
    Ok(Encoding { constraints, times: encoder.times, within })
}

/// Bits that number `count` things.
fn bits_for(count: u32) -> u32 {
    count.max(1).next_power_of_two().trailing_zeros()
}

/// A time for each block, and the constraints that they grow.
fn make_times(terms: &mut Terms, history: &History, constraints: &mut Vec<Term>) -> Vec<Term> {
    // Zero is before all of them.
    let bits = bits_for(history.blocks.len() as u32 + 1);
    let thread_bits = bits_for(history.threads() as u32);
    let mut times = Vec::with_capacity(history.blocks.len());
    let mut last: Vec<Option<Term>> = vec![None; history.threads()];
    let zero = terms.constant(bits, 0);
    for block in &history.blocks {
        let clock = terms.variable(bits);
        let least = last[block.thread as usize].replace(clock).unwrap_or(zero);
        constraints.push(terms.ult(least, clock));
        let time = match thread_bits {
            0 => clock,
            _ => {
                let thread = terms.constant(thread_bits, u128::from(block.thread));
                terms.concat(clock, thread)
            }
        };
        times.push(time);
    }
    for &OrderEdge { first, second, condition, .. } in &history.edges {
        let is_before = terms.ult(times[first.index()], times[second.index()]);
        constraints.push(terms.implies(condition, is_before));
    }
    times
}

impl Encoder<'_> {
    fn event(&self, number: usize) -> &Event {
        &self.history.events[number]
    }

    /// Condition under which an event comes before another.
    fn before(&self, terms: &mut Terms, first: usize, second: usize) -> Term {
        match self.order.before(self.history, first, second) {
            Some(is_before) => terms.truth(is_before),
            None => {
                let [a, b] = [first, second].map(|event| self.event(event).block.index());
                terms.ult(self.times[a], self.times[b])
            }
        }
    }

    /// Position of an event in the order of all events.
    fn position(&self, terms: &mut Terms, event: usize) -> Term {
        let time = self.times[self.event(event).block.index()];
        match self.event_bits {
            0 => time,
            bits => {
                let place = terms.constant(bits, u128::from(self.order.place(event)));
                terms.concat(time, place)
            }
        }
    }

    /// The constraints of a read, among all events of its cell.
    fn read(
        &self,
        terms: &mut Terms,
        read: usize,
        events: &[usize],
        initial: Term,
        constraints: &mut Vec<Term>,
    ) {
        let Event { guard, value, .. } = *self.event(read);
        let ReadsFrom { writes, may_be_initial } =
            self.order.reads_from(terms, self.history, read, events);
        if let ([], true) | ([_], false) = (&writes[..], may_be_initial) {
            let found = writes.first().map_or(initial, |&write| self.event(write).value);
            let same = terms.eq(value, found);
            constraints.push(terms.implies(guard, same));
            return;
        }
        let positions: Vec<Term> =
            writes.iter().map(|&event| self.position(terms, event)).collect();
        let source = terms.variable(terms.width(positions[0]));
        let mut sources = Vec::with_capacity(writes.len() + 1);
        if may_be_initial {
            let is_source = terms.variable(1);
            let same = terms.eq(value, initial);
            let zero = terms.constant(terms.width(source), 0);
            let at_start = terms.eq(source, zero);
            constraints.push(terms.implies(is_source, same));
            constraints.push(terms.implies(is_source, at_start));
            sources.push(is_source);
        }
        for (&write, &position) in writes.iter().zip(&positions) {
            let is_source = terms.variable(1);
            let before = self.before(terms, write, read);
            let made = self.event(write).guard;
            let same = terms.eq(value, self.event(write).value);
            let here = terms.eq(source, position);
            for implied in [made, before, same, here] {
                constraints.push(terms.implies(is_source, implied));
            }
            sources.push(is_source);
            // Nothing is between the source and the read.
            let is_late = terms.ult(source, position);
            let is_between = terms.all(&[guard, made, before, is_late]);
            constraints.push(terms.not(is_between));
        }
        let some = terms.any(&sources);
        constraints.push(terms.implies(guard, some));
    }
}
