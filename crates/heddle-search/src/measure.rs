//! Costs of runs, where they are bounded or decide the order.
//!
//! A run has two costs: its steps, and its preemptions. If a bound leaves out what
//! is too dear, a state that was reached at some cost and is reached again at
//! less must be expanded again: more of what follows is within the bound. (The
//! scheme of Zaks and Joshi, 2008, section 3.2, keeps the count out of the state and
//! does not do that; it loses runs.) So the least cost of each state is kept beside
//! it. In the end each state has been expanded at its least cost: the last state
//! before it on a cheapest run has, by induction, and that expansion reached it.
//!
//! Whether a step is a preemption depends on which thread ran last, so that belongs to the
//! state: it becomes one more word. Where one cost alone does not order runs (both are
//! bounded), or the store does not number states, costs become words, too: then
//! states at different costs are different states, which is right, if larger.

use std::io::{self, Read, Write};

use heddle_model::{Actor, ActorKind, Choice, ThreadId};

use crate::frontier::Open;
use crate::side::SideTable;
use crate::{OnMemoryLimit, Options, Order, StateId, Store};

/// The costs that are measured, and where they are kept.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(crate) struct Measures {
    /// Words for: the last thread, preemptions, depth.
    last_word: bool,
    preemptions_word: bool,
    depth_word: bool,
    /// The cost whose least value is kept beside the state.
    kept: Option<Cost>,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Cost {
    Depth,
    Preemptions,
    /// Preemptions first, then depth: what an order by preemptions goes by.
    Both,
}

/// Bits of [`Cost::Both`] for the depth.
const DEPTH_BITS: u32 = 22;

impl Measures {
    /// The measures that these options need.
    pub(crate) fn new(options: &Options) -> Measures {
        let by_preemptions = options.order == Order::Preemptions;
        let bounded = options.bounds.preemptions.is_some();
        // Breadth-first search reaches every state on a shortest run first.
        let depth = options.bounds.depth.is_some() && options.order != Order::BreadthFirst;
        let both = bounded && options.bounds.depth.is_some();
        let has_numbers = !matches!(options.store, Store::Bitstate { .. })
            && options.on_memory_limit == OnMemoryLimit::Stop;
        let kept = if !has_numbers {
            None
        } else if depth {
            Some(Cost::Depth)
        } else if both {
            None
        } else if by_preemptions {
            Some(Cost::Both)
        } else {
            bounded.then_some(Cost::Preemptions)
        };
        Measures {
            last_word: bounded || by_preemptions,
            preemptions_word: bounded && (both || !has_numbers),
            depth_word: depth && !has_numbers,
            kept,
        }
    }

    /// True if least costs are kept.
    pub(crate) fn keeps_costs(self) -> bool {
        self.kept.is_some()
    }

    /// Number of words that are added to a state's.
    pub(crate) fn words(self) -> usize {
        [self.last_word, self.preemptions_word, self.depth_word].into_iter().map(usize::from).sum()
    }

    /// Adds what belongs to the state.
    pub(crate) fn add_words(self, words: &mut Vec<u32>, cost: &RunCost) {
        if self.last_word {
            words.push(cost.last.map_or(0, |thread| thread.0 + 1));
        }
        if self.preemptions_word {
            words.push(cost.preemptions);
        }
        if self.depth_word {
            words.push(cost.depth);
        }
    }

    /// The cost that is kept.
    pub(crate) fn cost(self, depth: u32, preemptions: u32) -> u32 {
        match self.kept {
            None => 0,
            Some(Cost::Depth) => depth,
            Some(Cost::Preemptions) => preemptions,
            Some(Cost::Both) => {
                let most = (1 << DEPTH_BITS) - 1;
                preemptions.min(u32::MAX >> DEPTH_BITS) << DEPTH_BITS | depth.min(most)
            }
        }
    }
}

/// The costs of a run.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct RunCost {
    /// The last thread that made a step.
    pub(crate) last: Option<ThreadId>,
    /// Steps.
    pub(crate) depth: u32,
    /// Preemptions.
    pub(crate) preemptions: u32,
}

impl RunCost {
    /// The cost of a run that has made no step.
    pub(crate) const START: RunCost = RunCost { last: None, depth: 0, preemptions: 0 };

    /// The cost of the run that goes on with a step, or superstep, of `actor`.
    pub(crate) fn with_step(self, actor: Actor, preemptible: Option<ThreadId>) -> RunCost {
        RunCost {
            last: actor.thread().or(self.last),
            depth: self.depth.saturating_add(1),
            preemptions: self.preemptions + u32::from(preempts(actor, preemptible)),
        }
    }
}

/// Returns the last thread that made a step if it could go on now, by these choices.
pub(crate) fn preemptible(last: Option<ThreadId>, choices: &[Choice]) -> Option<ThreadId> {
    let last = last?;
    let actor = Actor::from(last);
    choices.iter().any(|choice| choice.actor() == actor).then_some(last)
}

/// True if a step of `actor` is a preemption: a switch to a thread from another that could
/// have gone on. Internal actions take the processor from nobody.
fn preempts(actor: Actor, preemptible: Option<ThreadId>) -> bool {
    match actor.kind() {
        ActorKind::Thread(thread) => preemptible.is_some_and(|other| other != thread),
        ActorKind::Internal(_) => false,
    }
}

/// The least costs known.
pub(crate) struct Costs {
    measures: Measures,
    least: SideTable,
}

impl Costs {
    /// Nothing is known yet.
    pub(crate) fn new(measures: Measures) -> Costs {
        Costs { measures, least: SideTable::new(u32::MAX) }
    }

    /// Records that a run has reached a numbered state; returns true if none did at less or
    /// the same cost.
    pub(crate) fn improves(&self, state: StateId, run: &RunCost) -> bool {
        self.measures.keeps_costs()
            && self.least.lower(state, self.measures.cost(run.depth, run.preemptions))
    }

    /// True if a state that waits to be expanded is known at less cost.
    pub(crate) fn is_outdated(&self, open: &Open) -> bool {
        self.measures.keeps_costs()
            && open.state().is_some_and(|state| {
                self.least.get(state) < self.measures.cost(open.depth, open.preemptions)
            })
    }

    /// True if this is the least cost at which the state was ever reached.
    pub(crate) fn is_least(&self, state: StateId, cost: u32) -> bool {
        !self.measures.keeps_costs() || self.least.get(state) == cost
    }

    /// Writes all costs.
    pub(crate) fn write_to(&self, out: &mut dyn Write) -> io::Result<()> {
        self.least.write_to(out)
    }

    /// Reads what was written, if nothing is known yet.
    pub(crate) fn read_from(&self, input: &mut dyn Read) -> io::Result<()> {
        self.least.read_from(input)
    }

    /// Bytes allocated.
    pub(crate) fn bytes(&self) -> u64 {
        self.least.bytes()
    }
}
