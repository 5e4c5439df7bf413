//! Variables for what is not known: inputs, choices, and what reads of shared memory find.
//!
//! A program is executed several times, in the end with other bounds. What is asked for at the
//! same place gets the same variable each time, so that the terms that are made of it are the
//! same, too, and what a solver has found out about them stays of use.
//!
//! # What holds
//! - Within a pass, no variable is given away twice, whatever the places are: places are only
//!   there to find those of the passes before.

use std::collections::HashMap;

use foldhash::fast::FixedState;
use heddle_program::Pc;
use smallvec::SmallVec;

use super::names::Context;
use crate::term::{Term, Terms};

/// An instruction that is executed at most once, as far as can be told in a few bytes.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(crate) struct SiteKey {
    /// The call that it is part of.
    pub(crate) context: Context,
    /// The instruction.
    pub(crate) pc: Pc,
    /// A hash of its point.
    pub(crate) point: u64,
}

/// The variables of a place.
#[derive(Debug, Default)]
struct SiteVariables {
    /// The last pass in which there was something asked for.
    pass: u32,
    /// Number of them that have been given away in it.
    count: usize,
    variables: SmallVec<[Term; 2]>,
}

/// All variables for what is not known.
#[derive(Debug, Default)]
pub(crate) struct Unknowns {
    pass: u32,
    sites: HashMap<SiteKey, SiteVariables, FixedState>,
    /// Numbers of threads, but that of the main one.
    numbers: Vec<Term>,
}

/// Bits of a variable for the number of a thread.
pub(crate) const NUMBER_BITS: u32 = 8;

impl Unknowns {
    /// A pass begins: all variables can be given away again.
    pub(crate) fn begin_pass(&mut self) {
        self.pass += 1;
    }

    /// The variable for the number of a thread, which is not the main one.
    pub(crate) fn number(&mut self, terms: &mut Terms, thread: u32) -> Term {
        while self.numbers.len() < thread as usize {
            self.numbers.push(terms.variable(NUMBER_BITS));
        }
        self.numbers[thread as usize - 1]
    }

    /// A variable that has not been given away in this pass.
    pub(crate) fn variable(&mut self, terms: &mut Terms, site_key: SiteKey, width: u32) -> Term {
        let site = self.sites.entry(site_key).or_default();
        if site.pass != self.pass {
            (site.pass, site.count) = (self.pass, 0);
        }
        let index = site.count;
        site.count += 1;
        match site.variables.get_mut(index) {
            Some(&mut known) if terms.width(known) == width => known,
            Some(other) => {
                *other = terms.variable(width);
                *other
            }
            None => {
                let new = terms.variable(width);
                site.variables.push(new);
                new
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::symbolic::names::Names;

    #[test]
    fn variables_are_the_same_in_each_pass_and_different_within_one() {
        let mut terms = Terms::new();
        let mut unknowns = Unknowns::default();
        let context = Names::default().thread_context(0);
        let [a, b] = [0, 1].map(|pc| SiteKey { context, pc, point: 7 });
        let mut pass = |widths: [u32; 3]| {
            unknowns.begin_pass();
            [(a, widths[0]), (a, widths[1]), (b, widths[2])]
                .map(|(site_key, width)| unknowns.variable(&mut terms, site_key, width))
        };
        let first = pass([8, 8, 8]);
        assert!(first[0] != first[1] && first[0] != first[2] && first[1] != first[2]);
        assert_eq!(pass([8, 8, 8]), first);
        // What has another width is another one.
        let third = pass([16, 8, 8]);
        assert_ne!(third[0], first[0]);
        assert_eq!(third[1..], first[1..]);
        assert_eq!(terms.width(third[0]), 16);
    }
}
