//! A history in blocks between context switches, of which there are so many at most.
//!
//! After Rabinovitz and Grumberg, "Bounded model checking of concurrent programs" (CAV 2005),
//! section 3: each group is in a block, with a number that does not fall along its thread; the
//! groups of a block are of one thread; and each cell has a value at the end of each block.
//! What a cell holds before an event is what the thread left there by its last event in the
//! same block, or what the cell held at the end of the block before.
//!
//! Which thread a block belongs to is settled beforehand, in turn, or open ([`Turns`]). Where
//! threads take turns in a fixed order, a thread may have nothing to do in a block, and more
//! switches are needed.
//!
//! Where heddle departs from the paper: a group is in one block as a whole, so that nothing has
//! to be said about atomic sections, and events that are not made leave cells as they are. And
//! a run need not come to its end with so many switches: after the last block there is one more,
//! for all groups, of any thread, that come too late. Nothing is said about what they do.

use super::{EncodeError, Encoding, History, Link, Watch};
use crate::term::{Term, Terms};

/// Who has the next block.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub enum Turns {
    /// The threads in the order of their numbers, again and again.
    Robin,
    /// Anyone.
    #[default]
    Free,
}

struct Encoder<'a> {
    history: &'a History,
    turns: Turns,
    threads: u32,
    /// Number of the last block. After it comes what is too late.
    last: u32,
    /// The block of each group.
    blocks: Vec<Term>,
    /// Whether each group is not too late.
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
    watch: Watch<'_>,
) -> Result<Encoding, EncodeError> {
    let too_late = u128::from(switches) + 1;
    let bits = u128::BITS - too_late.leading_zeros();
    let blocks: Vec<Term> = history.groups.iter().map(|_| terms.variable(bits)).collect();
    let too_late = terms.constant(bits, too_late);
    let within = blocks.iter().map(|&block| terms.ult(block, too_late)).collect();
    let mut encoder = Encoder {
        history,
        turns,
        threads: history.threads() as u32,
        last: switches,
        blocks,
        within,
        constraints: Vec::new(),
    };
    encoder.order_blocks(terms);
    for (cell, events) in history.events_by_cell().iter().enumerate() {
        if !watch(terms) {
            return Err(EncodeError::Stopped);
        }
        encoder.cell(terms, events, history.initial[cell]);
    }
    let Encoder { blocks: times, within, mut constraints, .. } = encoder;
    constraints.retain(|&constraint| constraint != Term::TRUE);
    Ok(Encoding { constraints, times, within })
}

impl Encoder<'_> {
    fn thread(&self, group: usize) -> u32 {
        self.history.groups[group].thread
    }

    /// Whether a group is in a block.
    fn is_in(&self, terms: &mut Terms, group: usize, block: u32) -> Term {
        if self.turns == Turns::Robin && block % self.threads != self.thread(group) {
            return Term::FALSE;
        }
        let width = terms.width(self.blocks[group]);
        let number = terms.constant(width, u128::from(block));
        terms.eq(self.blocks[group], number)
    }

    /// In which blocks groups can be.
    fn order_blocks(&mut self, terms: &mut Terms) {
        let mut before: Vec<Option<Term>> = vec![None; self.threads as usize];
        for group in 0..self.history.groups.len() {
            let block = self.blocks[group];
            if let Some(before) = before[self.thread(group) as usize].replace(block) {
                self.constraints.push(terms.ule(before, block));
            }
            let too_late = terms.constant(terms.width(block), u128::from(self.last) + 1);
            self.constraints.push(terms.ule(block, too_late));
            if self.turns == Turns::Robin {
                let own: Vec<Term> =
                    (0..=self.last).map(|number| self.is_in(terms, group, number)).collect();
                let is_in_some = terms.any(&own);
                self.constraints.push(terms.implies(self.within[group], is_in_some));
            }
        }
        for &Link { first, second, condition, .. } in &self.history.links {
            let is_before = terms.ult(self.blocks[first.index()], self.blocks[second.index()]);
            let is_linked = terms.and(condition, self.within[second.index()]);
            self.constraints.push(terms.implies(is_linked, is_before));
        }
        if self.turns == Turns::Free {
            self.share_blocks(terms);
        }
    }

    /// Each block is one thread's.
    fn share_blocks(&mut self, terms: &mut Terms) {
        let bits = (u32::BITS - self.threads.leading_zeros()).max(1);
        for number in 0..=self.last {
            let runner = terms.variable(bits);
            for group in 0..self.history.groups.len() {
                let thread = terms.constant(bits, u128::from(self.thread(group)));
                let (is_in, runs) = (self.is_in(terms, group, number), terms.eq(runner, thread));
                self.constraints.push(terms.implies(is_in, runs));
            }
        }
    }

    /// What a cell holds, and what reads of it find.
    fn cell(&mut self, terms: &mut Terms, events: &[usize], initial: Term) {
        let width = terms.width(initial);
        // What it holds when each block begins.
        let mut at: Vec<Term> = vec![initial];
        at.extend((0..self.last).map(|_| terms.variable(width)));
        let mut touched = vec![Vec::new(); self.last as usize];
        for thread in 0..self.threads {
            let own = |&&event: &&usize| self.thread(self.group(event)) == thread;
            let own: Vec<usize> = events.iter().filter(own).copied().collect();
            let mut before: Option<(usize, Term)> = None;
            for (number, &event) in own.iter().enumerate() {
                let group = self.group(event);
                let held = self.held(terms, group, before, &at);
                let made = self.history.events[event];
                let left = match made.writes {
                    true => terms.ite(made.guard, made.value, held),
                    false => {
                        let same = terms.eq(made.value, held);
                        let finds = terms.and(made.guard, self.within[group]);
                        self.constraints.push(terms.implies(finds, same));
                        held
                    }
                };
                let next = own.get(number + 1).map(|&event| self.group(event));
                for block in 0..self.last {
                    let is_in = self.is_in(terms, group, block);
                    if is_in == Term::FALSE {
                        continue;
                    }
                    touched[block as usize].push(is_in);
                    let is_next = next.map_or(Term::FALSE, |next| self.is_in(terms, next, block));
                    let is_not = terms.not(is_next);
                    let is_last = terms.and(is_in, is_not);
                    let stays = terms.eq(at[block as usize + 1], left);
                    self.constraints.push(terms.implies(is_last, stays));
                }
                before = Some((group, left));
            }
        }
        for (block, touched) in touched.iter().enumerate() {
            let is_touched = terms.any(touched);
            let stays = terms.eq(at[block + 1], at[block]);
            self.constraints.push(terms.or(is_touched, stays));
        }
    }

    fn group(&self, event: usize) -> usize {
        self.history.events[event].group.index()
    }

    /// What a cell holds before an event of a group, whose thread has left it so before: a
    /// variable, and what it is in each case.
    fn held(
        &mut self,
        terms: &mut Terms,
        group: usize,
        before: Option<(usize, Term)>,
        at: &[Term],
    ) -> Term {
        if let Some((other, left)) = before
            && other == group
        {
            return left;
        }
        let held = terms.variable(terms.width(at[0]));
        let mut is_same = Term::FALSE;
        if let Some((other, left)) = before {
            is_same = terms.eq(self.blocks[other], self.blocks[group]);
            let stays = terms.eq(held, left);
            self.constraints.push(terms.implies(is_same, stays));
        }
        let is_first = terms.not(is_same);
        for (block, &begins) in (0..).zip(at) {
            let is_in = self.is_in(terms, group, block);
            let applies = terms.and(is_first, is_in);
            let begins = terms.eq(held, begins);
            self.constraints.push(terms.implies(applies, begins));
        }
        held
    }
}
