//! The frontier: states that are known but not explored, and which of them comes next.
//!
//! Each worker has a queue of its own, in the order that was asked for, and takes
//! from others' when it runs dry; [`Frontier`] shares the work and knows when it
//! is done. An order is a [`Queue`]:
//!
//! | order | queue | with several workers |
//! | --- | --- | --- |
//! | breadth first | [`Rounds`] by depth | the same |
//! | fewest preemptions first | [`Rounds`] by preemptions, then depth | the same |
//! | depth first | [`Stack`] | each goes deep somewhere else |
//! | best first | [`Heap`] | each takes the best of its own |
//! | random | [`Bag`] | each draws from its own |

mod bag;
mod heap;
mod open;
mod pool;
mod rounds;
mod stack;

pub(crate) use open::{Carried, Held, Open, Origin, RunTail};
pub(crate) use pool::{Frontier, IdleFlag, Next};

use bag::Bag;
use heap::Heap;
use rounds::Rounds;
use stack::Stack;

use std::io;

use crate::{Options, Order};

/// Does something with a state that waits.
pub(crate) type Visit<'a> = dyn FnMut(&Open) -> io::Result<()> + 'a;

/// One worker's part of the frontier.
pub(crate) trait Queue: Send {
    /// Adds a state.
    fn push(&mut self, open: Open);

    /// Takes the next state of this round.
    fn pop(&mut self) -> Option<Open>;

    /// True if nothing could be popped.
    fn is_dry(&self) -> bool;

    /// Takes about half of what could be popped, for another worker.
    fn split(&mut self) -> Vec<Open>;

    /// Calls `visit` with every state, in the order in which they should be pushed to an
    /// empty queue so that they are popped in the order in which they would be now.
    fn for_each(&self, visit: &mut Visit<'_>) -> io::Result<()>;

    /// The next round for which there is something; none if the order has no
    /// rounds.
    fn next_round(&self) -> Option<u64> {
        None
    }

    /// All workers have finished the round before: begins `round`.
    fn begin_round(&mut self, round: u64) {
        let _ = round;
    }
}

/// The queue of worker `index`.
fn queue(options: &Options, index: usize) -> Box<dyn Queue> {
    match options.order {
        order @ (Order::BreadthFirst | Order::Preemptions) => Box::new(Rounds::new(order)),
        Order::DepthFirst => Box::new(Stack::default()),
        Order::BestFirst => Box::new(Heap::default()),
        Order::Random => Box::new(Bag::new(options.seed.wrapping_add(index as u64))),
    }
}
