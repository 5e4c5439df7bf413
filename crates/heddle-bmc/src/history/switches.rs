//! A history in slices between context switches, of which there are so many at most.
//!
//! After Rabinovitz and Grumberg, "Bounded model checking of concurrent programs" (CAV 2005),
//! section 3: each block is in a slice, with a number that does not fall along its thread; the
//! blocks of a slice are of one thread; and each cell has a value at the end of each slice.
//! What a cell holds before an event is what the thread left there by its last event in the
//! same slice, or what the cell held at the end of the slice before.
//!
//! Which thread a slice belongs to is settled beforehand, in turn, or open ([`Turns`]). Where
//! threads take turns in a fixed order, a thread may have nothing to do in a slice, and more
//! switches are needed.
//!
//! Where heddle departs from the paper: a block is in one slice as a whole, so that nothing has
//! to be said about atomic sections, and events that are not made leave cells as they are. And
//! a run need not come to its end with so many switches: after the last slice there is one more,
//! for all blocks, of any thread, that come too late. Nothing is said about what they do.

use heddle_engine::Turns;

use super::{EncodeError, Encoding, History, OrderEdge, ShouldContinue};
use crate::term::{Term, Terms};

struct Encoder<'a> {
    history: &'a History,
    turns: Turns,
    threads: u32,
    /// Number of the last slice. After it comes what is too late.
    last: u32,
    /// The slice of each block.
    slices: Vec<Term>,
    /// For each block, the condition under which it is not too late.
    within: Vec<Term>,
    constraints: Vec<Term>,
}

/// The constraints of a history in which there are at most so many switches.
///
/// # Errors
/// If it is stopped.
pub fn encode(
    terms: &mut Terms,
    history: &History,
    switches: u32,
    turns: Turns,
    should_continue: ShouldContinue<'_>,
) -> Result<Encoding, EncodeError> {
    let too_late = u128::from(switches) + 1;
    let bits = u128::BITS - too_late.leading_zeros();
    let slices: Vec<Term> = history.blocks.iter().map(|_| terms.variable(bits)).collect();
    let too_late = terms.constant(bits, too_late);
    let within = slices.iter().map(|&slice| terms.ult(slice, too_late)).collect();
    let mut encoder = Encoder {
        history,
        turns,
        threads: history.threads() as u32,
        last: switches,
        slices,
        within,
        constraints: Vec::new(),
    };
    encoder.order_slices(terms);
    for (cell, events) in history.events_by_cell().iter().enumerate() {
        if !should_continue(terms) {
            return Err(EncodeError::Stopped);
        }
        encoder.cell(terms, events, history.initial[cell]);
    }
    let Encoder { slices: times, within, mut constraints, .. } = encoder;
    constraints.retain(|&constraint| constraint != Term::TRUE);
    Ok(Encoding { constraints, times, within })
}

impl Encoder<'_> {
    fn thread(&self, block: usize) -> u32 {
        self.history.blocks[block].thread
    }

    /// Condition under which a block is in a slice.
    fn is_in(&self, terms: &mut Terms, block: usize, slice: u32) -> Term {
        if self.turns == Turns::Robin && slice % self.threads != self.thread(block) {
            return Term::FALSE;
        }
        let width = terms.width(self.slices[block]);
        let number = terms.constant(width, u128::from(slice));
        terms.eq(self.slices[block], number)
    }

    /// Constrains the slices that blocks can be in.
    fn order_slices(&mut self, terms: &mut Terms) {
        let mut before: Vec<Option<Term>> = vec![None; self.threads as usize];
        for block in 0..self.history.blocks.len() {
            let slice = self.slices[block];
            if let Some(before) = before[self.thread(block) as usize].replace(slice) {
                self.constraints.push(terms.ule(before, slice));
            }
            let too_late = terms.constant(terms.width(slice), u128::from(self.last) + 1);
            self.constraints.push(terms.ule(slice, too_late));
            if self.turns == Turns::Robin {
                let own: Vec<Term> =
                    (0..=self.last).map(|number| self.is_in(terms, block, number)).collect();
                let is_in_some = terms.any(&own);
                self.constraints.push(terms.implies(self.within[block], is_in_some));
            }
        }
        for &OrderEdge { first, second, condition, .. } in &self.history.edges {
            let is_before = terms.ult(self.slices[first.index()], self.slices[second.index()]);
            let is_ordered = terms.and(condition, self.within[second.index()]);
            self.constraints.push(terms.implies(is_ordered, is_before));
        }
        if self.turns == Turns::Free {
            self.assign_slices(terms);
        }
    }

    /// Each slice is one thread's.
    fn assign_slices(&mut self, terms: &mut Terms) {
        let bits = (u32::BITS - self.threads.leading_zeros()).max(1);
        for number in 0..=self.last {
            let runner = terms.variable(bits);
            for block in 0..self.history.blocks.len() {
                let thread = terms.constant(bits, u128::from(self.thread(block)));
                let (is_in, runs) = (self.is_in(terms, block, number), terms.eq(runner, thread));
                self.constraints.push(terms.implies(is_in, runs));
            }
        }
    }

    /// Constrains the values of a cell at the beginning of each slice, and the values that reads of
    /// it find.
    fn cell(&mut self, terms: &mut Terms, events: &[usize], initial: Term) {
        let width = terms.width(initial);
        // What it holds when each slice begins.
        let mut at: Vec<Term> = vec![initial];
        at.extend((0..self.last).map(|_| terms.variable(width)));
        let mut touched = vec![Vec::new(); self.last as usize];
        for thread in 0..self.threads {
            let own = |&&event: &&usize| self.thread(self.block(event)) == thread;
            let own: Vec<usize> = events.iter().filter(own).copied().collect();
            let mut before: Option<(usize, Term)> = None;
            for (number, &event) in own.iter().enumerate() {
                let block = self.block(event);
                let held = self.held(terms, block, before, &at);
                let made = self.history.events[event];
                let left = match made.writes {
                    true => terms.ite(made.guard, made.value, held),
                    false => {
                        let same = terms.eq(made.value, held);
                        let finds = terms.and(made.guard, self.within[block]);
                        self.constraints.push(terms.implies(finds, same));
                        held
                    }
                };
                let next = own.get(number + 1).map(|&event| self.block(event));
                for slice in 0..self.last {
                    let is_in = self.is_in(terms, block, slice);
                    if is_in == Term::FALSE {
                        continue;
                    }
                    touched[slice as usize].push(is_in);
                    let is_next = next.map_or(Term::FALSE, |next| self.is_in(terms, next, slice));
                    let is_not = terms.not(is_next);
                    let is_last = terms.and(is_in, is_not);
                    let stays = terms.eq(at[slice as usize + 1], left);
                    self.constraints.push(terms.implies(is_last, stays));
                }
                before = Some((block, left));
            }
        }
        for (slice, touched) in touched.iter().enumerate() {
            let is_touched = terms.any(touched);
            let stays = terms.eq(at[slice + 1], at[slice]);
            self.constraints.push(terms.or(is_touched, stays));
        }
    }

    fn block(&self, event: usize) -> usize {
        self.history.events[event].block.index()
    }

    /// The value of a cell before an event of a block, where `before` is the last event of its
    /// thread and the value that it left: a new variable, constrained in each case.
    fn held(
        &mut self,
        terms: &mut Terms,
        block: usize,
        before: Option<(usize, Term)>,
        at: &[Term],
    ) -> Term {
        if let Some((other, left)) = before
            && other == block
        {
            return left;
        }
        let held = terms.variable(terms.width(at[0]));
        let mut is_same = Term::FALSE;
        if let Some((other, left)) = before {
            is_same = terms.eq(self.slices[other], self.slices[block]);
            let stays = terms.eq(held, left);
            self.constraints.push(terms.implies(is_same, stays));
        }
        let is_first = terms.not(is_same);
        for (slice, &begins) in (0..).zip(at) {
            let is_in = self.is_in(terms, block, slice);
            let applies = terms.and(is_first, is_in);
            let begins = terms.eq(held, begins);
            self.constraints.push(terms.implies(applies, begins));
        }
        held
    }
}
