//! Barriers.

use heddle_model::{MisuseReason, SyncAction, SyncEvent, SyncKind};
use heddle_program::operation::BarrierOp;

use super::super::objects::{DESTROYED, Field};
use super::super::threads::errno::EINVAL;
use super::super::{Invocation, ShimResult};
use crate::Machine;
use crate::fault::Fault;
use crate::state::thread::{Status, Wait};

/// The value that one of the threads gets from `pthread_barrier_wait`.
const SERIAL_THREAD: i32 = -1;

impl Machine<'_> {
    pub(in crate::shims) fn barrier(
        &mut self,
        op: BarrierOp,
        call: &Invocation,
    ) -> Result<ShimResult, Fault> {
        let barrier = call.argument(0)?;
        if op == BarrierOp::Init {
            let size = call.argument(2)? as u32;
            if size == 0 {
                return Ok(ShimResult::int(EINVAL));
            }
            self.set_field(call.thread, barrier, Field::BarrierSize, size)?;
            self.set_field(call.thread, barrier, Field::BarrierArrived, 0)?;
            return Ok(ShimResult::int(0));
        }
        let size = self.field(barrier, Field::BarrierSize)?;
        let arrived = self.field(barrier, Field::BarrierArrived)?;
        if size == DESTROYED || size == 0 {
            let reason = MisuseReason::NotInitialized { kind: SyncKind::Barrier };
            return self.misuse(SyncAction::Use, barrier, reason);
        }
        if op == BarrierOp::Destroy {
            if arrived != 0 {
                let reason = MisuseReason::AwaitedByMany { threads: arrived };
                return self.misuse(SyncAction::Destroy, barrier, reason);
            }
            self.set_field(call.thread, barrier, Field::BarrierSize, DESTROYED)?;
            return Ok(ShimResult::int(0));
        }
        if arrived.saturating_add(1) < size {
            self.set_field(call.thread, barrier, Field::BarrierArrived, arrived + 1)?;
            self.state.threads[call.thread].book.status =
                Status::Waiting(Wait::Barrier { barrier });
            self.note_sync(barrier, |object| SyncEvent::Arrive { object });
            return Ok(ShimResult::Inactive);
        }
        self.set_field(call.thread, barrier, Field::BarrierArrived, 0)?;
        for t in 0..self.state.threads.len() {
            if self.state.threads.book(t).status == Status::Waiting(Wait::Barrier { barrier }) {
                self.materialize(t);
                self.state.threads[t].book.status = Status::Waiting(Wait::BarrierOpen);
                self.state.threads[t].touch();
            }
        }
        self.note_sync(barrier, |object| SyncEvent::Open { object });
        Ok(ShimResult::int(SERIAL_THREAD))
    }
}
