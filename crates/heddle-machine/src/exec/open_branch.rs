//! Branches on values that nobody wrote.
//!
//! Where [`Property::Uninitialized`] is looked for, such a branch is a violation. Where it is not,
//! it goes each way that some value of the undefined bits could send it: it is an instruction with
//! several alternatives, which begins a step like any other, and all that comes after
//! belongs to one of them. That this was done is recorded for the report, since no compiler has to
//! do the same: to it, the program has no meaning.
//!
//! The value itself stays undefined: the next branch on it goes all ways again. So runs are
//! looked at that no single value allows, but none is missed that some value does.
//!
//! A computed goto, a call through such a pointer and everything else that depends on such a
//! value leave the verdict open.

use heddle_model::{Property, ThreadId};
use heddle_program::{Op, Pc};
use smallvec::SmallVec;

use super::dispatch::open_value;
use super::{Control, Stop};
use crate::Machine;
use crate::fault::Fault;
use crate::record::event::Event;
use crate::shims::MOST_ALTERNATIVES;
use crate::state::thread::Status;
use crate::value::Word;

/// A way that a branch can go: the value that it is taken for, if that is a single one, and where
/// it leads.
type Way = (Option<u64>, Pc);

impl Machine<'_> {
    /// The number of alternatives of the instruction at which a thread is, which is no call.
    pub(crate) fn branch_alternatives(&self, t: usize) -> u32 {
        self.open_ways(t).map_or(1, |ways| ways.len() as u32)
    }

    /// The ways that the branch can go at which a thread is, if it depends on bits that nobody
    /// wrote, and may.
    fn open_ways(&self, t: usize) -> Option<SmallVec<[Way; 2]>> {
        let state = &self.state.threads[t];
        let frame = state.frames.last().filter(|_| state.book.status == Status::Ready)?;
        let function = &self.image.program.functions[frame.func];
        let is_open = |word: Word| !word.is_defined() && !word.is_input();
        let ways: SmallVec<[Way; 2]> = match function.code[frame.pc as usize] {
            Op::Branch { condition, then, otherwise } => {
                let condition = state.slot(condition);
                let condition = Word { bits: condition.bits & 1, undef: condition.undef & 1 };
                is_open(condition).then(|| [(Some(1), then), (Some(0), otherwise)].into())?
            }
            Op::Switch { value, id } => {
                let value = state.slot(value);
                if !is_open(value) {
                    return None;
                }
                let table = &function.switches[id];
                let is_possible =
                    |&&(case, _): &&(u64, Pc)| (case ^ value.bits) & !value.undef == 0;
                let cases = table.cases.iter().filter(is_possible);
                let mut ways: SmallVec<[Way; 2]> =
                    cases.map(|&(case, target)| (Some(case), target)).collect();
                let values = 1u64.checked_shl(value.undef.count_ones());
                if values.is_none_or(|values| values > ways.len() as u64) {
                    ways.push((None, table.default));
                }
                ways
            }
            _ => return None,
        };
        // An observer must have one answer.
        let may_choose = !self.image.options.properties.contains(Property::Uninitialized)
            && !self.state.memory.is_watched()
            && ways.len() <= MOST_ALTERNATIVES as usize;
        may_choose.then_some(ways)
    }

    /// Goes on behind a branch that depends on undefined bits.
    #[cold]
    pub(super) fn open_branch(
        &mut self,
        t: usize,
        value: Word,
        what: &'static str,
        control: &mut Control,
    ) -> Result<Option<Stop>, Fault> {
        let Some(ways) = self.open_ways(t) else { return Err(open_value(value, what)) };
        // The alternative is that of a step's first instruction.
        if ways.len() > 1 && !control.is_fresh() {
            return Ok(Some(Stop::Visible));
        }
        let alternative = if control.is_fresh() { control.alternative as usize } else { 0 };
        let Some(&(taken_for, target)) = ways.get(alternative) else {
            return Err(open_value(value, what));
        };
        self.recorder.open_branches.note(self.user_location(ThreadId(t as u32)));
        self.recorder.note(|| Event::OpenBranch(taken_for));
        if let Some(frame) = self.state.threads[t].frames.last_mut() {
            frame.pc = target;
        }
        control.executed += 1;
        Ok(None)
    }
}
