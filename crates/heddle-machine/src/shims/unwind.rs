//! Unwinding the stack.

use heddle_program::operation::UnwindOp;
use heddle_program::{CallSite, Op, Pc};

use super::{Invocation, ShimResult};
use crate::Machine;
use crate::fault::Fault;

/// A call under way that exceptions may end.
#[derive(Clone, Copy, Debug)]
struct Interruptible<'p> {
    /// Index of the frame that makes it.
    frame: usize,
    /// The call.
    site: &'p CallSite,
    /// The landing pad.
    unwind: Pc,
}

impl<'p> Machine<'p> {
    pub(super) fn unwinding(
        &mut self,
        op: UnwindOp,
        call: &Invocation,
    ) -> Result<ShimResult, Fault> {
        let target = self.interruptible(call.thread, call.argument(0)?);
        match op {
            UnwindOp::Pad => {
                let pad = target.and_then(|target| target.site.pad);
                Ok(ShimResult::word(pad.map_or(0, |pad| self.image.global_bases[pad])))
            }
            UnwindOp::Unwind => {
                let Some(Interruptible { frame, unwind, .. }) = target else {
                    let reason = "unwinding to a landing pad that is not there";
                    return Err(Fault::Unsupported(reason.to_owned()));
                };
                self.unwind_to(call.thread, frame, unwind);
                Ok(ShimResult::Elsewhere)
            }
        }
    }

    /// The call with a landing pad that has a number, counted from the innermost on.
    fn interruptible(&self, t: usize, number: u64) -> Option<Interruptible<'p>> {
        let program = self.image.program;
        let frames = self.state.threads[t].frames.iter().enumerate().rev();
        let mut calls = frames.filter_map(|(frame, state)| {
            let function = &program.functions[state.func];
            match function.code[state.pc as usize] {
                Op::Invoke { id, normal: _, unwind } => {
                    Some(Interruptible { frame, site: &function.calls[id], unwind })
                }
                _ => None,
            }
        });
        calls.nth(usize::try_from(number).ok()?)
    }

    /// Ends all calls above a frame, which goes on at a landing pad.
    fn unwind_to(&mut self, t: usize, frame: usize, pad: Pc) {
        while self.state.threads[t].frames.len() > frame + 1 {
            self.pop_frame(t, &[]);
        }
        let thread = &mut self.state.threads[t];
        thread.frames[frame].pc = pad;
        thread.touch_top();
    }

    /// Index of the first frame that a call of an unwinding operation ends, if it ends any.
    pub(crate) fn first_ended_frame(&self, t: usize, number: u64) -> Option<usize> {
        self.interruptible(t, number).map(|target| target.frame + 1)
    }

    /// True if others may notice that calls end: they know variables of theirs, or observe them.
    pub(super) fn ends_noticed_calls(&self, t: usize, number: u64) -> bool {
        let Some(first) = self.first_ended_frame(t, number) else { return true };
        let objects = self.state.threads[t].frames.get(first).map_or(0, |frame| frame.objects);
        self.has_shared_variables(t, objects as usize) || self.has_registrations_since(t, first)
    }
}
