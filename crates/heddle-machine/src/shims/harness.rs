//! Answers to the runtime's driver of programs without `main`, which asks what to run.

use heddle_program::operation::HarnessOp;

use super::{Invocation, ShimResult};
use crate::Machine;
use crate::fault::Fault;
use crate::options::Harness;

impl Machine<'_> {
    pub(super) fn harness(
        &mut self,
        op: HarnessOp,
        call: &Invocation,
    ) -> Result<ShimResult, Fault> {
        let Harness { init, threads } = &self.image.options.harness;
        let thread = || {
            let number = call.int(0)?;
            let thread = usize::try_from(number).ok().and_then(|number| threads.get(number));
            thread.ok_or_else(|| Fault::Unsupported(format!("thread {number} of the harness")))
        };
        Ok(match op {
            HarnessOp::Ready => {
                self.register_from_outside();
                ShimResult::void()
            }
            HarnessOp::Init => {
                ShimResult::word(init.map_or(0, |function| self.image.function_bases[function]))
            }
            HarnessOp::Count => ShimResult::int(threads.len() as i32),
            HarnessOp::Function => ShimResult::word(self.image.function_bases[thread()?.function]),
            HarnessOp::Argument => ShimResult::word(thread()?.argument),
        })
    }
}
