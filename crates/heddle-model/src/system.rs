//! What a search explores.

use std::io::{self, Read, Write};

use crate::{Choice, Footprint, ThreadId, Unknown, Violation};

/// A system with states and steps, of which one state at a time is *loaded*.
///
/// # Contract
/// - Deterministic: from the same state, the same choice leads to the same
///   successor, violations and outcome.
/// - Two states are equal if and only if [`save`](Self::save) writes the same
///   words for both (words are ids of interned components; comparing them is a
///   full comparison of contents, not of hashes).
/// - The first word decides how many words there are.
/// - [`load`](Self::load) takes what `save` wrote, in any order and any number
///   of times.
/// - Systems that were made to be used by several workers share their
///   components: what one of them saved, another can load.
pub trait TransitionSystem {
    /// Loads the initial state.
    fn reset(&mut self);

    /// Writes the loaded state's words to `words` (which is cleared first).
    fn save(&mut self, words: &mut Vec<u32>);

    /// Loads the state that `words` describes.
    fn load(&mut self, words: &[u32]);

    /// Writes the choices that can be made in the loaded state to `choices`
    /// (which is cleared first), in a fixed order: by thread, then alternative.
    /// None means that the state is final or a deadlock.
    fn choices(&mut self, choices: &mut Vec<Choice>);

    /// Adds what is wrong with the loaded state itself (a deadlock, a race) to
    /// `violations`. `choices` is what [`choices`](Self::choices) gave for it.
    fn check_state(&mut self, choices: &[Choice], violations: &mut Vec<Violation>);

    /// Makes one of the loaded state's choices; what goes wrong on the way is
    /// added to `violations`.
    fn step(&mut self, choice: Choice, violations: &mut Vec<Violation>) -> StepOutcome;

    /// Number of threads that there are in the loaded state, blocked and exited
    /// ones included. They are numbered from zero.
    fn thread_count(&self) -> usize;

    /// In how many ways `thread` can make its next step, now that it made the last
    /// one; none if it is blocked or has exited.
    fn ways(&mut self, thread: ThreadId) -> u32;

    /// Whether two threads that are about to touch the same thing are a violation
    /// that [`check_state`](Self::check_state) reports.
    fn looks_for_races(&self) -> bool {
        false
    }

    /// Writes what the next step of `thread` touches to `footprint` (which is
    /// cleared first). An exited thread touches nothing.
    fn footprint(&mut self, thread: ThreadId, footprint: &mut Footprint);

    /// Whether the next step of `thread` is a *left mover*: it cannot fail, and whatever
    /// other threads do before it, as long as the thread does not move, they could as
    /// well do after it, with the same result.
    fn is_left_mover(&mut self, thread: ThreadId) -> bool {
        let _ = thread;
        false
    }

    /// Whether everything that was assumed holds, as far as is known: that steps which were
    /// called left movers are, and that threads which changed places in
    /// [`save_matched`](Self::save_matched) may do so. At times that is known only when all
    /// steps were seen. If it turns out false, what was explored has to be explored again
    /// without left movers and with [threads told apart](Self::tell_threads_apart).
    fn assumptions_hold(&self) -> bool {
        true
    }

    /// Whether the last step, beside what it did, has changed addresses: footprints
    /// that were taken before it do not fit to those that are taken after it.
    fn has_renamed(&self) -> bool {
        false
    }

    /// Where states are matched by less than all of their words: writes the words
    /// that count for the loaded state to `words` (cleared first) and returns
    /// true. Returns false if that is what [`save`](Self::save) writes.
    fn save_matched(&mut self, words: &mut Vec<u32>) -> bool {
        words.clear();
        false
    }

    /// From now on, states are or are not told apart that differ only in which thread is
    /// where ([`save_matched`](Self::save_matched)). Whoever counts what runs cost must have
    /// them apart: the cost of a step depends on which thread made the last.
    fn tell_threads_apart(&mut self, apart: bool) {
        let _ = apart;
    }

    /// Which propositions hold in the loaded state: a bit for each.
    fn valuation(&mut self) -> u32 {
        0
    }

    /// The threads that cannot move in the loaded state, since they wait, have exited or are
    /// not there: a bit for each of the first 31, and the last is always set. One that is only
    /// kept out by what another [does alone](Self::is_alone) does not wait.
    fn waiting(&mut self) -> u32 {
        let mut choices = Vec::new();
        self.choices(&mut choices);
        let bit = |choice: &Choice| 1u32.checked_shl(choice.thread.0).unwrap_or(0);
        choices.iter().fold(u32::MAX, |waiting, choice| waiting & !bit(choice)) | 1 << 31
    }

    /// Whether one thread keeps all others out in the loaded state, and can go on.
    fn is_alone(&mut self) -> bool {
        false
    }

    /// How promising the loaded state is, for a search that goes for the greatest
    /// first.
    fn metric(&mut self) -> i64 {
        0
    }

    /// Bytes held for states and their components, for limits and statistics.
    /// Systems that share their components all tell the sum.
    fn memory_used(&self) -> usize;

    /// Writes all that the words of saved states refer to, so that another run can load
    /// them. No system that shares these components may be saving meanwhile.
    ///
    /// Systems whose words say everything write nothing.
    fn write_components(&self, out: &mut dyn Write) -> io::Result<()> {
        let _ = out;
        Ok(())
    }

    /// Reads what [`write_components`](Self::write_components) has written, into a system
    /// that was just made, for all that share its components: what was saved then can be
    /// loaded now, and what is saved now gets the same words.
    fn read_components(&mut self, input: &mut dyn Read) -> io::Result<()> {
        let _ = input;
        Ok(())
    }
}

/// How a step ended.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum StepOutcome {
    /// The successor is loaded.
    Continues,
    /// The run is over: it failed, and nothing comes after. Its
    /// [valuation](TransitionSystem::valuation) is there to be asked for; then another state
    /// must be loaded.
    Failed,
    /// The run does not count, since it contradicts an assumption. Another
    /// state must be loaded.
    Abandoned,
    /// The step cannot be made by heddle. Another state must be loaded.
    Unknown(Box<Unknown>),
}
