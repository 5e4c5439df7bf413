//! Going round: what is told of an infinite run beside its steps.
//!
//! It is checked here that the cycle closes, by the words of the state before it and after it.

use heddle_machine::{Machine, Proposition, Status};
use heddle_model::{Choice, Temporal, ThreadId, TransitionSystem};

use super::narrator::Narrator;
use crate::model::{InfiniteRun, Part, ThreadInCycle, Valuation};

/// Names of a machine's propositions, in its order.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Propositions<'a> {
    /// A name for each. What has none is not told.
    pub names: &'a [String],
}

/// A run that goes on for ever, while it is replayed.
#[derive(Debug)]
pub(super) struct Round<'a> {
    propositions: Propositions<'a>,
    initial: Valuation,
    /// The valuation before the choice under way.
    valuation: u32,
    /// The choice with which the cycle begins.
    cycle: usize,
    /// The state with which it begins, and the number of its first step.
    beginning: Option<(Vec<u32>, usize)>,
    /// The abilities and deeds of threads in it, by number.
    chances: Vec<Chance>,
    /// True if one thread kept all others out all along.
    is_alone: bool,
}

/// The abilities and deeds of a thread in a cycle.
#[derive(Clone, Copy, Debug)]
struct Chance {
    ever: bool,
    always: bool,
    moved: bool,
}

impl<'a> Round<'a> {
    /// Begins in the initial state, which is loaded.
    pub(super) fn new(
        machine: &mut Machine,
        cycle: usize,
        propositions: Propositions<'a>,
    ) -> Round<'a> {
        let valuation = machine.valuation();
        let names = propositions.names.iter().enumerate();
        let initial =
            names.map(|(number, name)| (name.clone(), holds(valuation, number))).collect();
        let (beginning, chances, is_alone) = (None, Vec::new(), true);
        Round { propositions, initial, valuation, cycle, beginning, chances, is_alone }
    }

    /// A choice, with its number, is about to be made.
    pub(super) fn before(
        &mut self,
        machine: &mut Machine,
        number: usize,
        choice: Choice,
        choices: &[Choice],
        narrator: &mut Narrator,
    ) {
        if number == self.cycle {
            // A line that goes on in the cycle is told there anew.
            narrator.end_step(machine);
            let mut words = Vec::new();
            machine.save(&mut words);
            self.beginning = Some((words, narrator.steps_over()));
        }
        if self.beginning.is_none() {
            return;
        }
        self.is_alone &= machine.is_alone();
        let waiting = machine.waiting();
        let count = machine.thread_count();
        self.chances.resize(count, Chance { ever: false, always: true, moved: false });
        for (t, chance) in self.chances.iter_mut().enumerate() {
            let can_move = match 1u32.checked_shl(t as u32) {
                Some(bit) => waiting & bit == 0,
                None => choices.iter().any(|choice| choice.thread() == Some(ThreadId(t as u32))),
            };
            chance.ever |= can_move;
            chance.always &= can_move;
            chance.moved |= choice.thread() == Some(ThreadId(t as u32));
        }
    }

    /// The choice was made, and the run goes on.
    pub(super) fn after(
        &mut self,
        machine: &mut Machine,
        number: usize,
        choice: Choice,
        narrator: &mut Narrator,
    ) {
        let valuation = machine.valuation();
        let changed = self.valuation ^ valuation;
        self.valuation = valuation;
        let mut changes = [Valuation::new(), Valuation::new()];
        for (bit, name) in self.propositions.names.iter().enumerate() {
            if holds(changed, bit) {
                let proposition = machine.options().propositions.get(bit);
                let by_last = proposition.is_some_and(is_about_places);
                changes[usize::from(by_last)].insert(name.clone(), holds(valuation, bit));
            }
        }
        narrator.note_valuation(machine, choice.actor(), number, changes);
    }

    /// The last state is loaded, and all steps are over; `is_stuck` says that nobody can move
    /// in it.
    ///
    /// # Errors
    /// If the cycle does not close, or if there is none and the run goes on.
    pub(super) fn close(
        self,
        machine: &mut Machine,
        is_stuck: bool,
        narrator: &Narrator,
    ) -> Result<InfiniteRun, String> {
        let mut first_step = None;
        if let Some((words, number)) = self.beginning {
            let mut after = Vec::new();
            machine.save(&mut after);
            if words != after {
                return Err("the cycle does not lead back to where it began".to_owned());
            }
            first_step = Some(narrator.position(number));
        } else if !is_stuck {
            return Err("the run does not end".to_owned());
        }
        let threads = (0..).map(ThreadId).zip(&self.chances).filter_map(|(thread, chance)| {
            let part = match chance {
                _ if machine.thread(thread).status() == Status::Exited => return None,
                Chance { moved: true, .. } => Part::Moves,
                Chance { ever: true, .. } if self.is_alone => Part::KeptOut,
                Chance { always: true, .. } => Part::Starves,
                Chance { ever: true, .. } => Part::Misses,
                _ => Part::Waits,
            };
            Some(ThreadInCycle { thread, part })
        });
        Ok(InfiniteRun {
            cycle: self.cycle,
            first_step,
            threads: threads.collect(),
            propositions: self.propositions.names.to_vec(),
            initial: self.initial,
        })
    }
}

fn holds(valuation: u32, number: usize) -> bool {
    u32::try_from(number).is_ok_and(|n| valuation.checked_shr(n).unwrap_or(0) & 1 != 0)
}

/// True if it depends on where threads are: then it changes when a choice is over. What
/// others depend on is changed by the operation that the choice begins with.
fn is_about_places(proposition: &Proposition) -> bool {
    matches!(
        proposition,
        Proposition::In(_) | Proposition::At { .. } | Proposition::Exited(_) | Proposition::Ended
    )
}
