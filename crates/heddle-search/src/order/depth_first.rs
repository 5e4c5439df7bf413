//! Depth-first: the newest state first.

use heddle_model::{Choice, Schedule, ThreadId};

use super::{Discovery, Expansion, SearchOrder, Then};
use crate::StateIndex;

/// Depth-first order.
///
/// Holds the run in hand and nothing else: 16 bytes a step. A state's choices
/// are not kept; the loop asks the system for them again when it comes back.
///
/// # Invariants
/// - `stack` is the run in hand: from each state, the choice `taken` leads to
///   the next one (kept by `discovered`, which alone pushes).
/// - `made` counts the choices that were made; [`ALL`] says that none is left.
///   On top of the stack it is not [`ALL`] when `next` returns.
pub(crate) struct DepthFirst {
    stack: Vec<Frame>,
}

struct Frame {
    state: StateIndex,
    made: u32,
    taken: Choice,
}

/// All choices of a state were made.
const ALL: u32 = u32::MAX;

impl Frame {
    fn new(state: StateIndex) -> Frame {
        Frame { state, made: 0, taken: Choice::of(ThreadId::MAIN) }
    }
}

impl Default for DepthFirst {
    fn default() -> DepthFirst {
        DepthFirst { stack: vec![Frame::new(StateIndex::INITIAL)] }
    }
}

impl SearchOrder for DepthFirst {
    const SHORTEST_FIRST: bool = false;

    fn next(&mut self) -> Option<Expansion> {
        while self.stack.last()?.made == ALL {
            self.stack.pop();
        }
        let top = self.stack.last()?;
        // The depth fits: no state is on the stack twice, and states have
        // 32-bit numbers.
        let depth = (self.stack.len() - 1) as u32;
        Some(Expansion { state: top.state, depth, made: top.made })
    }

    fn discovered(&mut self, discovery: Discovery) -> Then {
        if let Some(top) = self.stack.last_mut() {
            top.taken = discovery.step.choice;
            top.made = if discovery.is_last { ALL } else { discovery.position + 1 };
        }
        self.stack.push(Frame::new(discovery.state));
        Then::Leave
    }

    fn finished(&mut self) {
        self.stack.pop();
    }

    fn schedule(&self, in_hand: Expansion) -> Schedule {
        let before = &self.stack[..in_hand.depth as usize];
        Schedule(before.iter().map(|frame| frame.taken).collect())
    }

    fn frontier(&self) -> usize {
        self.stack.len()
    }

    fn bytes(&self) -> usize {
        self.stack.capacity() * size_of::<Frame>()
    }
}
