//! Executing instructions.
//!
//! [`dispatch`] is the inner loop: it stays within one frame and does the frequent
//! instructions. Everything else leaves it with an [`Exit`] and is done here, with the
//! whole machine at hand: calls ([`call`]), rarer instructions ([`slow`]), memory
//! instructions of more than one word ([`bulk`]), wide arithmetic ([`wide`]), integers of
//! which bits are undefined ([`undefined`]), and branches on those ([`open_branch`]).

mod bulk;
mod call;
mod dispatch;
mod float;
mod int;
mod open_branch;
mod slow;
mod stack;
mod undefined;
mod wide;

pub(crate) use call::Target;

use heddle_model::ThreadId;
use heddle_program::{CallSiteId, Op, Slot};

use crate::Machine;
use crate::fault::Fault;
use crate::options::Granularity;
use crate::state::memory::Access;
use crate::state::thread::Status;
use crate::value::Word;

/// Bounds of a run of instructions.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Control {
    /// Instructions made since the step began. The first is always made; later
    /// ones only if they are invisible.
    pub(crate) executed: u32,
    /// Stop when so many have been made.
    pub(crate) limit: u32,
    /// Alternative of the first instruction, if it has several.
    pub(crate) alternative: u32,
    /// Steps that may still be begun on the way, when the one under way is over
    /// ([`crate::reduction::stretch`]).
    pub(crate) steps_left: u64,
    /// Instructions of the steps on the way that are over.
    pub(crate) earlier: u64,
    /// Nothing but the inner loop has run since the step before the last began.
    pub(crate) is_in_loop: bool,
}

impl Control {
    /// The bounds of one step.
    pub(crate) fn new(limit: u32, alternative: u32) -> Control {
        Control { executed: 0, limit, alternative, steps_left: 0, earlier: 0, is_in_loop: true }
    }

    /// Instructions made by all steps.
    pub(crate) fn instructions(&self) -> u64 {
        self.earlier + u64::from(self.executed)
    }

    /// True if the next instruction is the one that the step was made for.
    #[inline]
    pub(crate) fn is_fresh(&self) -> bool {
        self.executed == 0
    }
}

/// Reason why a run of instructions stopped. The thread is at its next instruction.
#[derive(Clone, PartialEq, Debug)]
pub(crate) enum Stop {
    /// The next instruction is visible.
    Visible,
    /// The limit is reached.
    Limit,
    /// The thread waits, or has exited, or the process has ended.
    Inactive,
    /// Something went wrong.
    Fault(Fault),
}

/// Reason why the inner loop was left.
enum Exit {
    Stop(Stop),
    /// A call.
    Call(CallSiteId),
    /// The function returns.
    Return(Slot, u32),
    /// A branch depends on undefined bits of this value.
    OpenBranch(Word, &'static str),
    /// An instruction that the inner loop does not do.
    Slow(Op),
}

/// Outcome of an instruction that the inner loop does not do.
enum Done {
    /// Go on behind it.
    Next,
    /// It is visible and was not made.
    Pause,
}

impl Machine<'_> {
    /// Runs a thread.
    pub(crate) fn run(&mut self, thread: ThreadId, control: &mut Control) -> Stop {
        let t = thread.index();
        self.state.threads[t].touch_top();
        loop {
            let kept = self.recorder.section.len();
            let exit = self.dispatch(t, control);
            control.is_in_loop = false;
            self.locate_section(t, kept);
            let result = match exit {
                Exit::Stop(stop) => return stop,
                Exit::Call(site) => self.call(t, site, control),
                Exit::Return(src, count) => {
                    // The end of a variable is an event for a thread that has its address.
                    let first =
                        self.state.threads[t].top().map_or(0, |frame| frame.objects as usize);
                    let others = self.state.threads[t].frames.len().saturating_sub(1);
                    if !control.is_fresh()
                        && (self.has_shared_variables(t, first)
                            || self.has_registrations_since(t, others))
                        && self.needs_step(t, true)
                    {
                        return Stop::Visible;
                    }
                    control.executed += 1;
                    self.return_from(t, src, count)
                }
                Exit::OpenBranch(value, what) => self.open_branch(t, value, what, control),
                Exit::Slow(op) => match self.slow(t, op, control) {
                    Ok(Done::Next) => {
                        control.executed += 1;
                        if let Some(frame) = self.state.threads[t].frames.last_mut() {
                            frame.pc = frame.pc.wrapping_add(1);
                        }
                        Ok(None)
                    }
                    Ok(Done::Pause) => Ok(Some(Stop::Visible)),
                    Err(fault) => Err(fault),
                },
            };
            match result {
                Ok(None) if control.executed >= control.limit => return Stop::Limit,
                Ok(None) => {}
                Ok(Some(stop)) => return stop,
                Err(fault) => return Stop::Fault(fault),
            }
        }
    }

    /// True if an access to memory must wait for a step of its own.
    #[inline]
    pub(crate) fn pauses(&self, t: usize, visible: bool, control: &Control) -> bool {
        !control.is_fresh() && self.needs_step(t, visible)
    }

    /// True if others could notice the next instruction of a thread: if it is the first of
    /// its step at [`Granularity::Global`], however fine steps are.
    pub(crate) fn is_noticeable(&mut self, thread: ThreadId) -> bool {
        let t = thread.index();
        self.materialize(t);
        let state = &self.state.threads[t];
        let Some(frame) = state.frames.last().filter(|_| state.book.status == Status::Ready) else {
            return true;
        };
        let function = &self.image.program.functions[frame.func];
        let is_seen = |access: &Access| self.is_visible_address(access.address);
        match function.code[frame.pc as usize] {
            Op::Call { id } | Op::Invoke { id, .. } => {
                self.is_noticeable_call(t, &function.calls[id])
            }
            Op::Return { .. } => {
                self.has_shared_variables(t, frame.objects as usize)
                    || self.has_registrations_since(t, state.frames.len() - 1)
            }
            Op::StackRestore { src } => self.has_shared_variables(t, state.slot(src).bits as usize),
            Op::LifetimeStart { ptr } | Op::LifetimeEnd { ptr } => {
                self.is_visible_address(state.slot(ptr).bits)
            }
            _ => self.pending_accesses(thread).iter().any(is_seen),
        }
    }

    /// True if an access to memory must be the first instruction of its step.
    #[inline]
    pub(crate) fn needs_step(&self, t: usize, visible: bool) -> bool {
        let visible = match self.image.options.granularity {
            Granularity::None | Granularity::Tau => true,
            Granularity::Global => visible,
            Granularity::Run => false,
        };
        visible && self.state.threads[t].book.atomic == 0
    }
}
