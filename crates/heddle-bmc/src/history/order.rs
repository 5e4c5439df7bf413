//! A history as one order of all groups, with no bound on how often threads take turns.
//!
//! Every group gets a time, a number that grows along each thread and along [links](Link). Times of different threads differ, since the thread's
//! number is their lowest part; and so do the positions of events, which are times with the
//! number of the event in its group below. A read finds what the last write before it wrote, in
//! the order of positions:
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
//! What is known without solving costs nothing: the order of groups that program order, creation
//! and joining imply is found beforehand, reads are not offered writes that come after them or
//! that are surely overwritten, and where there is one source its value is the read's.

use super::{Encoding, Event, GroupId, History, Link, Unordered};
use crate::term::{Term, Terms};

/// What each thread has surely done before a group: for each thread, how many of its groups.
type Known = Vec<u32>;

struct Encoder<'a> {
    history: &'a History,
    /// For each group, its number in its thread, counted from one.
    numbers: Vec<u32>,
    known: Vec<Known>,
    times: Vec<Term>,
    /// Bits of the number of an event in its group.
    event_bits: u32,
    /// For each event, its number in its group.
    places: Vec<u32>,
}

/// The constraints of a history.
///
/// # Errors
/// If what is known of the order of its groups is no order.
pub fn encode(terms: &mut Terms, history: &History) -> Result<Encoding, Unordered> {
    let (numbers, known) = order_known(history)?;
    let mut counts = vec![0u32; history.groups.len()];
    let places: Vec<u32> = history
        .events
        .iter()
        .map(|event| {
            let count = &mut counts[event.group.index()];
            *count += 1;
            *count - 1
        })
        .collect();
    let event_bits = bits_for(counts.iter().copied().max().unwrap_or(0));
    let mut constraints = Vec::new();
    let times = make_times(terms, history, &mut constraints);
    let encoder = Encoder { history, numbers, known, times, event_bits, places };
    for (cell, events) in history.events_by_cell().iter().enumerate() {
        for &read in events.iter().filter(|&&event| !history.events[event].writes) {
            encoder.read(terms, read, events, history.initial[cell], &mut constraints);
        }
    }
    constraints.retain(|&constraint| constraint != Term::TRUE);
    Ok(Encoding { constraints, times: encoder.times })
}

/// How many bits tell so many things apart.
fn bits_for(count: u32) -> u32 {
    count.max(1).next_power_of_two().trailing_zeros()
}

/// For each group, its number in its thread and what is known to come before it.
fn order_known(history: &History) -> Result<(Vec<u32>, Vec<Known>), Unordered> {
    let threads = history.threads();
    let mut counts = vec![0u32; threads];
    let mut last: Vec<Option<usize>> = vec![None; threads];
    let mut before: Vec<Vec<usize>> = vec![Vec::new(); history.groups.len()];
    let mut numbers = Vec::with_capacity(history.groups.len());
    for (number, group) in history.groups.iter().enumerate() {
        let thread = group.thread as usize;
        counts[thread] += 1;
        numbers.push(counts[thread]);
        before[number].extend(last[thread].replace(number));
    }
    for Link { first, second, condition, is_creation } in &history.links {
        if *is_creation || *condition == Term::TRUE {
            before[second.index()].push(first.index());
        }
    }
    let mut known: Vec<Option<Known>> = vec![None; history.groups.len()];
    let mut is_open = vec![false; history.groups.len()];
    let mut stack: Vec<usize> = (0..history.groups.len()).rev().collect();
    while let Some(&group) = stack.last() {
        if known[group].is_some() {
            stack.pop();
            continue;
        }
        let missing: Vec<usize> =
            before[group].iter().copied().filter(|&other| known[other].is_none()).collect();
        if !missing.is_empty() {
            if std::mem::replace(&mut is_open[group], true) {
                return Err(Unordered);
            }
            stack.extend(missing);
            continue;
        }
        let mut all = vec![0; threads];
        for &other in &before[group] {
            let Some(others) = &known[other] else { continue };
            all.iter_mut().zip(others).for_each(|(mine, theirs)| *mine = (*mine).max(*theirs));
            let thread = history.groups[other].thread as usize;
            all[thread] = all[thread].max(numbers[other]);
        }
        known[group] = Some(all);
        stack.pop();
    }
    Ok((numbers, known.into_iter().flatten().collect()))
}

/// A time for each group, and the constraints that they grow.
fn make_times(terms: &mut Terms, history: &History, constraints: &mut Vec<Term>) -> Vec<Term> {
    // Zero is before all of them.
    let bits = bits_for(history.groups.len() as u32 + 1);
    let thread_bits = bits_for(history.threads() as u32);
    let mut times = Vec::with_capacity(history.groups.len());
    let mut last: Vec<Option<Term>> = vec![None; history.threads()];
    let zero = terms.constant(bits, 0);
    for group in &history.groups {
        let clock = terms.variable(bits);
        let least = last[group.thread as usize].replace(clock).unwrap_or(zero);
        constraints.push(terms.ult(least, clock));
        let time = match thread_bits {
            0 => clock,
            _ => {
                let thread = terms.constant(thread_bits, u128::from(group.thread));
                terms.concat(clock, thread)
            }
        };
        times.push(time);
    }
    for &Link { first, second, condition, .. } in &history.links {
        let is_before = terms.ult(times[first.index()], times[second.index()]);
        constraints.push(terms.implies(condition, is_before));
    }
    times
}

impl Encoder<'_> {
    fn event(&self, number: usize) -> &Event {
        &self.history.events[number]
    }

    fn thread(&self, group: GroupId) -> usize {
        self.history.groups[group.index()].thread as usize
    }

    /// Whether an event comes before another, if that is known beforehand.
    fn known_before(&self, first: usize, second: usize) -> Option<bool> {
        let (a, b) = (self.event(first).group, self.event(second).group);
        let is_known = |a: GroupId, b: GroupId| {
            self.known[b.index()][self.thread(a)] >= self.numbers[a.index()]
        };
        match a == b {
            true => Some(self.places[first] < self.places[second]),
            false if is_known(a, b) => Some(true),
            false if is_known(b, a) => Some(false),
            false => None,
        }
    }

    /// Whether an event comes before another.
    fn before(&self, terms: &mut Terms, first: usize, second: usize) -> Term {
        match self.known_before(first, second) {
            Some(is_before) => terms.truth(is_before),
            None => {
                let [a, b] = [first, second].map(|event| self.event(event).group.index());
                terms.ult(self.times[a], self.times[b])
            }
        }
    }

    /// Where an event is in the order of all.
    fn position(&self, terms: &mut Terms, event: usize) -> Term {
        let time = self.times[self.event(event).group.index()];
        match self.event_bits {
            0 => time,
            bits => {
                let place = terms.constant(bits, u128::from(self.places[event]));
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
        let writes: Vec<usize> = events
            .iter()
            .copied()
            .filter(|&event| self.event(event).writes)
            .filter(|&event| self.known_before(event, read) != Some(false))
            .collect();
        // What is written surely before the read hides what comes surely before that.
        let hides = |write: usize| {
            self.known_before(write, read) == Some(true) && self.is_made_with(terms, write, read)
        };
        let hiding: Vec<usize> = writes.iter().copied().filter(|&write| hides(write)).collect();
        let is_hidden = |write: usize| {
            hiding.iter().any(|&other| self.known_before(write, other) == Some(true))
        };
        let writes: Vec<usize> = writes.into_iter().filter(|&write| !is_hidden(write)).collect();
        let may_be_initial = hiding.is_empty();
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

    /// Whether a write is made in every run that makes a read, as far as guards show it.
    fn is_made_with(&self, terms: &Terms, write: usize, read: usize) -> bool {
        let (made, needed) = (self.event(write).guard, self.event(read).guard);
        made == needed || terms.value(made) == Some(1)
    }
}
