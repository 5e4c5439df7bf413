//! Functions that the machine itself provides.
//!
//! What C can say is written in C, in `runtime/`; what needs the machine is here:
//! threads, synchronization objects, allocation, choices, output. The names are
//! those under which the runtime, or the program, calls them.
//!
//! A shim is one instruction of its thread. [`Machine::alternatives`] says in how many
//! ways it can go in the loaded state; none means that the thread is blocked.

mod format;
mod harness;
mod heap;
mod math;
mod objects;
mod process;
mod strtod;
mod sync;
mod table;
mod threads;

use crate::Machine;
use crate::fault::Fault;
use crate::options::Granularity;
use crate::state::memory::Address;
use crate::state::thread::{Status, Wait};
use crate::value::{Word, Words};
pub(crate) use sync::SyncOp;
pub(crate) use table::Shim;

/// Most ways in which one step can go.
pub(crate) const MOST_ALTERNATIVES: u32 = 1 << 16;

/// A call of a shim.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Invocation<'a> {
    /// The thread that calls.
    pub(crate) thread: usize,
    /// The words of all arguments.
    pub(crate) arguments: &'a [Word],
    /// Whether it is the first instruction of its step, which is always made.
    pub(crate) fresh: bool,
}

impl Invocation<'_> {
    /// An argument, which must be defined.
    pub(crate) fn argument(&self, index: usize) -> Result<u64, Fault> {
        let word = self.arguments.get(index).copied().unwrap_or(Word::uninitialized(64));
        match word.is_defined() {
            true => Ok(word.bits),
            false => Err(Fault::OpenValue {
                input: word.is_input(),
                what: "an argument of a library call",
            }),
        }
    }

    /// An argument of type `int`.
    pub(crate) fn int(&self, index: usize) -> Result<i32, Fault> {
        Ok(self.argument(index)? as u32 as i32)
    }
}

/// What became of a shim.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) enum ShimResult {
    /// It returned these words.
    Return(Words),
    /// The thread waits or has exited, or the process has ended.
    Inactive,
    /// It would touch memory that others can reach, which needs a step of its own.
    Pause,
}

impl ShimResult {
    /// It returned nothing.
    pub(crate) fn void() -> ShimResult {
        ShimResult::Return(Words::new())
    }

    /// It returned an `int`.
    pub(crate) fn int(value: i32) -> ShimResult {
        ShimResult::word(u64::from(value as u32))
    }

    /// It returned a value of up to 64 bits.
    pub(crate) fn word(bits: u64) -> ShimResult {
        ShimResult::value(Word::new(bits))
    }

    /// It returned a word, of which bits may be undefined.
    pub(crate) fn value(word: Word) -> ShimResult {
        ShimResult::Return(Words::from_slice(&[word]))
    }
}

impl Machine<'_> {
    /// In how many ways a thread can make its next step.
    pub(crate) fn alternatives(&self, t: usize) -> u32 {
        match self.state.threads.book(t).status {
            Status::Exited => 0,
            Status::Waiting(wait) => self.wait_alternatives(t, wait),
            Status::Ready => {
                let Some(site) = self.pending_call(t) else { return 1 };
                let Ok(crate::exec::Target::Shim(shim)) = self.call_target(t, site) else {
                    return 1;
                };
                if shim.is_deterministic() {
                    return 1;
                }
                let arguments = self.arguments(t, &site.args);
                self.call_alternatives(
                    shim,
                    &Invocation { thread: t, arguments: &arguments, fresh: true },
                )
            }
        }
    }

    /// In how many ways a thread that is about to make a call can do so.
    pub(crate) fn call_alternatives(&self, shim: Shim, call: &Invocation) -> u32 {
        // What is wrong with the arguments shows when the step is made.
        self.shim_alternatives(shim, call).unwrap_or(1)
    }

    /// In how many ways a call can go.
    fn shim_alternatives(&self, shim: Shim, call: &Invocation) -> Result<u32, Fault> {
        Ok(match shim {
            Shim::Choose => match call.argument(0)? as u32 {
                // Made as a step, so that it is told what is wrong.
                0 => 1,
                ways if ways > MOST_ALTERNATIVES => 1,
                ways => ways,
            },
            Shim::MallocMayFail => 1 + u32::from(self.image.options.malloc_may_fail),
            Shim::ThreadJoin => self.join_alternatives(call)?,
            Shim::Sync(op) => self.sync_alternatives(op, call)?,
            _ => 1,
        })
    }

    /// Whether a call must wait for a step of its own.
    pub(crate) fn shim_pauses(&self, shim: Shim, call: &Invocation) -> bool {
        let alone = self.state.threads.book(call.thread).atomic != 0
            || self.image.options.granularity == Granularity::Run;
        let visible = !alone
            && match shim {
                Shim::Sync(_) | Shim::Free | Shim::ObjectSize | Shim::Output | Shim::Trace => {
                    // Addresses among the arguments; other words name no object.
                    let touched = call.arguments.iter().take(2);
                    touched.into_iter().any(|word| self.is_visible_address(word.bits))
                }
                Shim::ThreadCreate
                | Shim::ThreadJoin
                | Shim::ThreadCancel
                | Shim::ThreadDetach
                | Shim::ThreadExit
                | Shim::ThreadCancelled
                | Shim::Yield
                | Shim::AtomicBegin
                | Shim::Register(_)
                | Shim::HarnessReady
                | Shim::Exit => true,
                // These find out by themselves, from what they read and write.
                Shim::Format | Shim::Print | Shim::Strtod => false,
                Shim::Abort
                | Shim::AssertFail
                | Shim::Assume
                | Shim::Choose
                | Shim::AtomicEnd
                | Shim::Nondet
                | Shim::Clock
                | Shim::Malloc
                | Shim::MallocMayFail
                | Shim::ThreadSelf
                | Shim::SetCancelState
                | Shim::HarnessInit
                | Shim::HarnessCount
                | Shim::HarnessFunction
                | Shim::HarnessArgument
                | Shim::Math(_) => false,
            };
        visible || self.shim_alternatives(shim, call).is_ok_and(|ways| ways != 1)
    }

    /// Whether another thread may notice an access at the address.
    pub(crate) fn is_visible_address(&self, address: Address) -> bool {
        self.state
            .memory
            .resolve(address)
            .is_some_and(|(object, _)| self.state.memory.object(object).is_visible())
    }

    /// Makes a call, in one of the ways in which it can go.
    pub(crate) fn invoke(
        &mut self,
        shim: Shim,
        call: &Invocation,
        alternative: u32,
    ) -> Result<ShimResult, Fault> {
        match shim {
            Shim::Sync(op) => self.synchronize(op, call, alternative),
            Shim::Math(function) => math::call(function, call),
            Shim::Malloc | Shim::Free | Shim::ObjectSize => self.heap(shim, call),
            Shim::MallocMayFail => Ok(ShimResult::int(alternative as i32)),
            Shim::ThreadCreate
            | Shim::ThreadExit
            | Shim::ThreadSelf
            | Shim::ThreadJoin
            | Shim::ThreadDetach
            | Shim::ThreadCancel
            | Shim::ThreadCancelled
            | Shim::SetCancelState => self.thread_shim(shim, call),
            Shim::Format => self.format(call),
            Shim::Print => self.print(call),
            Shim::Strtod => self.strtod(call),
            Shim::Register(op) => self.register(op, call),
            Shim::HarnessInit
            | Shim::HarnessReady
            | Shim::HarnessCount
            | Shim::HarnessFunction
            | Shim::HarnessArgument => self.harness_shim(shim, call),
            _ => self.process_shim(shim, call, alternative),
        }
    }

    /// Ends the wait in which a thread is, in one of the ways in which it can.
    pub(crate) fn continue_wait(
        &mut self,
        t: usize,
        wait: Wait,
        alternative: u32,
    ) -> Result<(), Fault> {
        match wait {
            Wait::Condition { mutex, timed, .. } => {
                let result = self.condition_results(t, timed).nth(alternative as usize);
                let result = result.expect("a choice that is made should be enabled");
                self.state.threads[t].book.status =
                    Status::Waiting(Wait::Reacquire { mutex, result });
            }
            Wait::Reacquire { mutex, result } => {
                self.acquire_mutex(t, mutex)?;
                self.state.threads[t].book.status = Status::Ready;
                self.finish_call(t, &[Word::new(u64::from(result as u32))]);
            }
            Wait::BarrierOpen => {
                self.state.threads[t].book.status = Status::Ready;
                self.finish_call(t, &[Word::new(0)]);
            }
            Wait::Barrier { .. } => {}
        }
        self.state.threads[t].touch();
        Ok(())
    }
}
