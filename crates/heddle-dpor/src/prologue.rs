//! The steps before there is anything to choose.

use heddle_model::{Limit, Reducible, StepOutcome, Temporal};

use crate::explorer::Explorer;

/// Steps that are made at once while there is one thread only, without a look at the clock.
const PROLOGUE: u64 = 10_000;
/// Steps after that which are compared with the state before them: a loop of at most as many is
/// recognized.
const LONGEST_ROUND: u64 = 64;

/// The end of the steps before there is anything to choose.
pub(crate) enum Prologue {
    /// There is something to choose now.
    Done,
    /// The run has ended, or a limit was reached.
    Ended(Option<Limit>),
}

impl<S: Reducible + Temporal> Explorer<'_, S> {
    /// Makes steps as long as there is one thread only, which can go one way: no other order of
    /// them is possible.
    pub(crate) fn make_prologue(&mut self) -> Prologue {
        let mut anchor = Vec::new();
        loop {
            if self.check_state() {
                return Prologue::Ended(None);
            }
            if self.system.thread_count() != 1
                || self.system.internal_count() != 0
                || self.choices.len() != 1
            {
                return Prologue::Done;
            }
            if self.budget.is_look_due()
                && let Some(limit) = self.look()
            {
                return Prologue::Ended(Some(limit));
            }
            let choice = self.choices[0];
            let rounds = self.prologue.len() as u64 % PROLOGUE;
            let most = if rounds < LONGEST_ROUND { 1 } else { PROLOGUE - rounds };
            if rounds == 0 {
                self.system.save(&mut anchor);
            }
            let (mut made, mut outcome) =
                self.system.run_alone(choice.actor(), most, &mut self.violations);
            if made == 0 {
                (made, outcome) = (1, self.system.step(choice, &mut self.violations));
            }
            self.statistics.steps += made;
            self.prologue.extend(std::iter::repeat_n(choice, made as usize));
            self.statistics.depth = self.prologue.len() as u64;
            self.note_violations(&[]);
            self.note_ending(outcome == StepOutcome::Continues && self.system.is_over());
            let is_end = outcome != StepOutcome::Continues || self.system.is_over();
            if let StepOutcome::Unknown(unknown) = outcome {
                self.note_unknown(*unknown, &[]);
            }
            if rounds < LONGEST_ROUND && !is_end {
                self.system.save(&mut self.words);
            }
            // A thread that is alone and comes back to a state goes round for ever.
            if is_end || rounds < LONGEST_ROUND && self.words == anchor {
                self.count(true);
                if !is_end {
                    self.look_for_spinning(&[]);
                }
                return Prologue::Ended(None);
            }
        }
    }
}
