//! Runs as the names of states: a state of a native program is known by the run that leads there.
//!
//! So a state takes no memory but its name, and two runs are never found to lead to the same state. As
//! words, a run is the number of words and then one for each stretch of steps of one thread, or two for
//! a step that takes another than the first alternative.

use heddle_model::{Choice, ThreadId};
use heddle_vivo_protocol::Step;

/// The choices from the beginning of the program on.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub(crate) struct Run(Vec<Step>);

/// Bit of a word that stands for a step with an alternative, which is the next word.
const HAS_ALTERNATIVE: u32 = 1 << 15;
/// Most steps of a stretch.
const MOST: usize = u16::MAX as usize;

impl Run {
    /// Its steps.
    pub(crate) fn steps(&self) -> &[Step] {
        &self.0
    }

    /// Its number of steps.
    pub(crate) fn len(&self) -> usize {
        self.0.len()
    }

    /// Adds a step.
    pub(crate) fn push(&mut self, step: Step) {
        self.0.push(step);
    }

    /// Takes back all steps from a number on.
    pub(crate) fn truncate(&mut self, length: usize) {
        self.0.truncate(length);
    }

    /// True if the other begins with it.
    pub(crate) fn begins(&self, other: &Run) -> bool {
        other.0.starts_with(&self.0)
    }

    /// The number of steps that two have in common.
    pub(crate) fn common(&self, other: &Run) -> usize {
        self.0.iter().zip(&other.0).take_while(|(ours, theirs)| ours == theirs).count()
    }

    /// Writes it as words, behind their number.
    pub(crate) fn write(&self, words: &mut Vec<u32>) {
        words.clear();
        words.push(0);
        for stretch in self.0.chunk_by(|a, b| a == b && a.alternative == 0) {
            let Step { thread, alternative } = stretch[0];
            let thread = u32::from(thread);
            match alternative {
                0 => words
                    .extend(stretch.chunks(MOST).map(|part| thread | (part.len() as u32) << 16)),
                _ => words.extend([thread | HAS_ALTERNATIVE, alternative.into()]),
            }
        }
        words[0] = words.len() as u32;
    }

    /// Reads what [`write`](Self::write) has written.
    pub(crate) fn read(words: &[u32]) -> Run {
        let mut steps = Vec::new();
        let mut words = words.iter().copied().skip(1);
        while let Some(word) = words.next() {
            let thread = (word & (HAS_ALTERNATIVE - 1)) as u16;
            match word & HAS_ALTERNATIVE {
                0 => {
                    let stretch = Step { thread, alternative: 0 };
                    steps.extend(std::iter::repeat_n(stretch, (word >> 16) as usize));
                }
                _ => {
                    let alternative = words.next().unwrap_or_default() as u16;
                    steps.push(Step { thread, alternative });
                }
            }
        }
        Run(steps)
    }
}

/// The step that a choice is.
pub(crate) fn step_of(choice: Choice) -> Step {
    let thread = choice.thread().map_or(0, |thread| thread.0);
    Step { thread: thread as u16, alternative: choice.alternative as u16 }
}

/// The choice that a step is.
pub(crate) fn choice_of(step: Step) -> Choice {
    Choice::new(ThreadId(step.thread.into()), step.alternative.into())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn run(steps: &[(u16, u16)]) -> Run {
        Run(steps.iter().map(|&(thread, alternative)| Step { thread, alternative }).collect())
    }

    #[test]
    fn words_are_the_run() {
        let long = vec![(3, 0); MOST + 2];
        for steps in [&[][..], &[(0, 0)], &[(0, 0), (0, 0), (1, 0), (1, 2), (1, 0)], &long] {
            let mut words = Vec::new();
            run(steps).write(&mut words);
            assert_eq!(words[0] as usize, words.len());
            assert_eq!(Run::read(&words), run(steps));
        }
        let mut words = Vec::new();
        run(&[(2, 0); 9]).write(&mut words);
        assert_eq!(words.len(), 2);
    }

    #[test]
    fn runs_have_beginnings_in_common() {
        let (short, long) = (run(&[(0, 0), (1, 0)]), run(&[(0, 0), (1, 0), (1, 1)]));
        assert!(short.begins(&long) && !long.begins(&short));
        assert_eq!(long.common(&run(&[(0, 0), (1, 1)])), 1);
    }
}
