//! The steps of a run, of which the beginning and the end are kept.

use std::collections::VecDeque;

use crate::model::Step;

/// Steps that are kept at either end.
const KEPT: usize = 10_000;

/// Steps, in order. Nobody reads a hundred thousand of them, and a file with them
/// is of no use either.
#[derive(Debug, Default)]
pub(super) struct Steps {
    first: Vec<Step>,
    last: VecDeque<Step>,
    left_out: u64,
    /// Instructions since the last step that were not followed.
    unfollowed: u64,
}

impl Steps {
    /// Adds one.
    pub(super) fn push(&mut self, mut step: Step) {
        step.unfollowed = std::mem::take(&mut self.unfollowed);
        if self.first.len() < KEPT {
            self.first.push(step);
            return;
        }
        self.last.push_back(step);
        if self.last.len() > KEPT {
            let gone = self.last.pop_front().map_or(0, |step| step.unfollowed);
            self.left_out += 1;
            if let Some(next) = self.last.front_mut() {
                next.unfollowed += gone;
            }
        }
    }

    /// Takes note of instructions that belong to no step, since nobody looks at what they do.
    pub(super) fn pass(&mut self, instructions: u64) {
        self.unfollowed += instructions;
    }

    /// Number of steps that there were.
    pub(super) fn count(&self) -> usize {
        self.first.len() + self.left_out as usize + self.last.len()
    }

    /// The position of the step with a number among those that are kept; of the next one, if
    /// it is left out.
    pub(super) fn position(&self, number: usize) -> usize {
        match number.checked_sub(KEPT) {
            None => number,
            Some(late) => KEPT + late.saturating_sub(self.left_out as usize),
        }
    }

    /// The step with a number, if it is still there.
    pub(super) fn get_mut(&mut self, number: usize) -> Option<&mut Step> {
        match number.checked_sub(KEPT) {
            None => self.first.get_mut(number),
            Some(late) => self.last.get_mut(late.checked_sub(self.left_out as usize)?),
        }
    }

    /// Takes away the steps from a number on.
    pub(super) fn truncate(&mut self, number: usize) {
        match number.checked_sub(KEPT) {
            None => {
                self.first.truncate(number);
                self.last.clear();
                self.left_out = 0;
            }
            Some(late) => self.last.truncate(late.saturating_sub(self.left_out as usize)),
        }
    }

    /// All that were kept; the one after the gap knows of it.
    pub(super) fn into_vec(mut self) -> Vec<Step> {
        if let Some(step) = self.last.front_mut() {
            step.left_out = self.left_out;
        }
        self.first.extend(self.last);
        self.first
    }
}

#[cfg(test)]
mod tests {
    use heddle_model::ThreadId;

    use super::*;

    fn step(choice: usize) -> Step {
        Step {
            thread: ThreadId::MAIN,
            place: None,
            source: String::new(),
            depth: 0,
            enters: false,
            resumed: false,
            choice,
            left_out: 0,
            unfollowed: 0,
            effects: Vec::new(),
        }
    }

    #[test]
    fn steps_are_found_by_their_numbers() {
        let mut steps = Steps::default();
        (0..KEPT * 3).for_each(|choice| steps.push(step(choice)));
        assert_eq!(steps.count(), KEPT * 3);
        for number in [0, KEPT - 1, KEPT * 2, KEPT * 3 - 1] {
            assert_eq!(steps.get_mut(number).map(|step| step.choice), Some(number));
        }
        assert!(steps.get_mut(KEPT).is_none() && steps.get_mut(KEPT * 3).is_none());
        let positions = [5, KEPT + 5, KEPT * 2 + 5].map(|number| steps.position(number));
        assert_eq!(positions, [5, KEPT, KEPT + 5]);
    }

    #[test]
    fn what_is_not_followed_is_known_to_the_next_step_that_is_kept() {
        let mut steps = Steps::default();
        (0..KEPT + 2).for_each(|choice| steps.push(step(choice)));
        steps.pass(7);
        steps.pass(5);
        (0..KEPT).for_each(|choice| steps.push(step(choice)));
        assert_eq!(steps.get_mut(KEPT + 2).map(|step| step.unfollowed), Some(12));
        steps.push(step(0));
        let steps = steps.into_vec();
        assert_eq!((steps[KEPT].left_out, steps[KEPT].unfollowed), (3, 12));
        assert!(steps.iter().filter(|step| step.unfollowed != 0).count() == 1);
    }

    #[test]
    fn the_middle_of_a_long_run_is_left_out() {
        let mut steps = Steps::default();
        (0..KEPT * 3).for_each(|choice| steps.push(step(choice)));
        let steps = steps.into_vec();
        assert_eq!(steps.len(), KEPT * 2);
        assert_eq!(steps[KEPT].left_out, KEPT as u64);
        assert_eq!(steps[KEPT].choice, KEPT * 2);
        assert!(steps.iter().filter(|step| step.left_out != 0).count() == 1);
    }
}
