//! What the runtime's driver of programs without `main` asks: what to run.

use super::{Invocation, Shim, ShimResult};
use crate::Machine;
use crate::fault::Fault;
use crate::options::Harness;

impl Machine<'_> {
    pub(super) fn harness_shim(
        &mut self,
        shim: Shim,
        call: &Invocation,
    ) -> Result<ShimResult, Fault> {
        if shim == Shim::HarnessReady {
            self.register_from_outside();
            return Ok(ShimResult::void());
        }
        let Harness { init, threads } = &self.image.options.harness;
        let thread = || {
            let number = call.int(0)?;
            let thread = usize::try_from(number).ok().and_then(|number| threads.get(number));
            thread.ok_or_else(|| Fault::Unsupported(format!("thread {number} of the harness")))
        };
        Ok(match shim {
            Shim::HarnessInit => {
                ShimResult::word(init.map_or(0, |function| self.image.function_bases[function]))
            }
            Shim::HarnessCount => ShimResult::int(threads.len() as i32),
            Shim::HarnessFunction => {
                ShimResult::word(self.image.function_bases[thread()?.function])
            }
            _ => ShimResult::word(thread()?.argument),
        })
    }
}
