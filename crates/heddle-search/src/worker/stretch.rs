//! Stretches: runs on which there is nothing to choose.
//!
//! Where a state has one choice only, and so has the next, and the next, storing each of them
//! costs far more than the steps. So after [`STORED_FIRST`] such states in a row, of which
//! each was stored and expanded as any other, the worker lets the one actor run
//! ([`Reducible::run_alone`](heddle_model::Reducible::run_alone)) and stores few of the states on
//! the way: it takes [`STRIDES`] times `n` *strides* of `n` steps, then stores `n` states in a row,
//! one a step, and leaves the last of them open. The next part of the stretch has twice that
//! `n`, up to [`LONGEST_STRIDE`].
//!
//! # Why nothing is lost
//! All steps are made, what goes wrong on them is recorded, and `run_alone` stops at each state
//! with which something may be wrong or which has several choices. The state in which a stretch
//! ends, for whatever reason, is stored and left open. A state that is stored and not left open
//! is on the way of a worker that has gone on from it: whoever comes to it later can stop. A
//! worker that has to stop in the middle, for a limit or a checkpoint, leaves the state open in
//! which it is; it never goes back to the beginning, where it would meet what it has stored.
//!
//! # Loops that never end
//! After each stride the state is looked up. Take a loop of `m` steps, and the states
//! that are stored in a row on it, `n` of them. A run that takes strides of `n` steps from there on
//! cannot go past all of these states when it comes round: the last stride before them ends
//! less than `n` steps before the first one, so that the next ends at one of them (the baby
//! steps and giant steps of Shanks, 1971). That takes `m + n` steps or less. A stretch has taken
//! `16 n²` steps when the next row is stored, so of `N` steps about `sqrt(N)` states are stored
//! up to the longest stride. Other runs that come into the stretch in its middle find its rows in
//! the same way. What they store before, nobody has stored, so that no state more is
//! stored than without stretches.
//!
//! A state that is looked up is not saved first, if it shows that it was never saved
//! ([`Reducible::has_news`](heddle_model::Reducible::has_news)).
//!
//! # Where there are none
//! With reductions that promise to store every step; where every state counts (temporal
//! formulas); where states count the cost of runs (bounds on preemptions and depth, the order by
//! preemptions); and with stores that do not number states. A system says itself where its
//! states are looked at for more.

use heddle_model::{Actor, Choice, StepOutcome};

use super::Worker;
use crate::budget::Budget;
use crate::measure::Measures;
use crate::store::StateStore;
use crate::superstep::Visitor;
use crate::{Explorable, OnMemoryLimit, Options, Reduction, StateId, Store};

/// States with one choice in a row that are stored before a stretch begins.
const STORED_FIRST: u32 = 64;
/// Steps of the first strides. All others are multiples of it.
pub(crate) const FIRST_STRIDE: u64 = 64;
/// Steps of the longest strides.
const LONGEST_STRIDE: u64 = 4096;
/// Number of strides in a part of a stretch, for each step of a stride.
const STRIDES: u64 = 16;

/// Most steps of a part of a stretch.
pub(crate) const LONGEST_PART: u64 = STRIDES * LONGEST_STRIDE * LONGEST_STRIDE;

/// True if a search with these options makes stretches.
pub(crate) fn makes_stretches(options: &Options) -> bool {
    options.reduction == Reduction::Supersteps
        && options.runs.is_none()
        && options.bounds.depth.is_none()
        && Measures::new(options) == Measures::default()
        && !matches!(options.store, Store::Bitstate { .. })
        && options.on_memory_limit == OnMemoryLimit::Stop
}

/// Number of steps of a stride, after so many states with one choice in a row; none if it is too
/// early for a stretch.
fn stride_after(in_a_row: u32) -> Option<u64> {
    let doublings = in_a_row.checked_sub(STORED_FIRST)?;
    Some(FIRST_STRIDE << doublings.min((LONGEST_STRIDE / FIRST_STRIDE).ilog2()))
}

/// The end of some steps of a stretch.
enum Advance {
    /// All of them were made.
    Whole,
    /// The actor is alone no longer, or something is to be looked at.
    Part,
    /// The run is over.
    Over,
}

/// A stretch under way.
struct Course {
    actor: Actor,
    /// Steps made since the state that is expanded.
    made: u64,
    /// The last state that was stored, and true if that is where it is.
    before: Option<StateId>,
    is_kept: bool,
}

impl<S: Explorable, V: StateStore> Worker<'_, S, V> {
    /// Goes on from a state with this one choice, in which nothing is wrong, for a part of a
    /// stretch; returns false if there is none.
    pub(super) fn stretch(&mut self, choice: Choice, mut budget: Option<&mut Budget>) -> bool {
        let Some(stride) = stride_after(self.context.open.in_a_row) else { return false };
        if !self.rules.makes_stretches || choice.alternative != 0 {
            return false;
        }
        let in_a_row = self.context.open.in_a_row;
        let before = self.context.open.state();
        let mut course = Course { actor: choice.actor(), made: 0, before, is_kept: false };
        for _ in 0..stride * STRIDES {
            match self.advance(&mut course, stride) {
                Advance::Whole => {}
                Advance::Part if course.made == 0 => return false,
                Advance::Part => {
                    self.leave(&mut course);
                    return true;
                }
                Advance::Over => return true,
            }
            if self.is_interrupted(budget.as_deref_mut()) {
                self.keep(&mut course, in_a_row, true);
                return true;
            }
            if !self.system.has_news() && self.context.is_known(self.system, course.actor) {
                self.meet(&course);
                return true;
            }
        }
        for left in (0..stride).rev() {
            let is_last = left == 0;
            let goes_on = self.keep(&mut course, in_a_row + u32::from(is_last), is_last);
            if !goes_on {
                self.meet(&course);
            }
            if !goes_on || is_last {
                return true;
            }
            match self.advance(&mut course, 1) {
                Advance::Whole => {}
                Advance::Part => {
                    self.leave(&mut course);
                    return true;
                }
                Advance::Over => return true,
            }
        }
        true
    }

    /// Stores the state in which a stretch is, and leaves it open if that is to be. Returns true if
    /// the stretch can go on from there.
    fn keep(&mut self, course: &mut Course, in_a_row: u32, is_open: bool) -> bool {
        let Worker { system, context, .. } = self;
        let kept = context.keep(*system, course.actor, course.before, in_a_row, is_open);
        course.is_kept = kept.is_some();
        course.before = kept.or(course.before);
        course.is_kept
    }

    /// Looks whether the actor goes round for ever, where it has come to a state that is known.
    fn meet(&mut self, course: &Course) {
        let Course { actor, made, .. } = *course;
        self.check_spinning(|| vec![Choice::of(actor); made as usize]);
    }

    /// Leaves the state open in which a stretch ends.
    fn leave(&mut self, course: &mut Course) {
        match course.before.filter(|_| course.is_kept) {
            Some(state) => self.context.reopen(self.system, course.actor, state),
            None => {
                self.keep(course, 0, true);
            }
        }
    }

    /// True if a worker has to stop where it is.
    fn is_interrupted(&mut self, budget: Option<&mut Budget>) -> bool {
        let shared = self.shared;
        if let Some(budget) = budget
            && budget.is_look_due()
        {
            self.look_at_limits(budget);
            if budget.due_checkpoint().is_some() {
                budget.hurry();
                return true;
            }
        }
        shared.is_stopped() || shared.pause.is_wanted()
    }

    /// Makes steps, and records what goes wrong.
    fn advance(&mut self, course: &mut Course, steps: u64) -> Advance {
        let Worker { system, violations, context, .. } = self;
        let (made, outcome) = system.run_alone(course.actor, steps, violations);
        course.made += made;
        course.is_kept &= made == 0;
        let run = |course: &Course| vec![Choice::of(course.actor); course.made as usize];
        let is_wrong = !violations.is_empty();
        if is_wrong {
            context.record(&run(course), violations);
        }
        match outcome {
            StepOutcome::Continues if made == steps && !is_wrong => Advance::Whole,
            StepOutcome::Continues => Advance::Part,
            outcome => {
                // Only of a step that cannot be made the way there is told.
                let is_told = matches!(outcome, StepOutcome::Unknown(_));
                let run = if is_told { run(course) } else { Vec::new() };
                context.ended(*system, &run, outcome);
                Advance::Over
            }
        }
    }
}
