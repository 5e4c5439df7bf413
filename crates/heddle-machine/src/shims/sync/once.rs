//! `pthread_once_t`.

use heddle_program::operation::OnceOp;

use super::super::objects::Field;
use super::super::{Invocation, ShimResult};
use crate::Machine;
use crate::fault::Fault;

/// The initializer runs.
const RUNS: u32 = 1;
/// It has run.
const DONE: u32 = 2;

impl Machine<'_> {
    pub(in crate::shims) fn once_alternatives(
        &self,
        op: OnceOp,
        call: &Invocation,
    ) -> Result<u32, Fault> {
        Ok(match op {
            OnceOp::Enter => (self.field(call.argument(0)?, Field::First)? != RUNS).into(),
            OnceOp::Leave => 1,
        })
    }

    pub(in crate::shims) fn once(
        &mut self,
        op: OnceOp,
        call: &Invocation,
    ) -> Result<ShimResult, Fault> {
        let once = call.argument(0)?;
        match op {
            OnceOp::Enter => {
                let done = self.field(once, Field::First)? == DONE;
                if !done {
                    self.set_field(call.thread, once, Field::First, RUNS)?;
                }
                Ok(ShimResult::int((!done).into()))
            }
            OnceOp::Leave => {
                self.set_field(call.thread, once, Field::First, DONE)?;
                Ok(ShimResult::void())
            }
        }
    }
}
