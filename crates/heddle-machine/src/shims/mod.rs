//! Operations, as the machine makes them: a file for each family.
//!
//! What C can say is written in C, in `runtime/`; what needs the machine is here: threads,
//! synchronization objects, allocation, choices, output. All that is asked of an operation
//! beside its effect is in its row ([`heddle_program::operation`]).
//!
//! An operation is one instruction of its thread. [`Machine::alternatives`] says in how many
//! ways it can go in the loaded state; none means that the thread is blocked.

mod format;
mod harness;
mod heap;
mod math;
mod objects;
mod process;
mod strtod;
mod sync;
mod threads;
mod unwind;

use heddle_program::Operation;
use heddle_program::operation::{Alternatives, ProcessOp, Visibility};

use crate::Machine;
use crate::fault::Fault;
use crate::options::Granularity;
use crate::races::Accesses;
use crate::state::memory::Address;
use crate::state::thread::{Status, Wait};
use crate::value::{Word, Words};

/// Most alternatives of a step.
pub(crate) const MOST_ALTERNATIVES: u32 = 1 << 16;

/// A call of an operation.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Invocation<'a> {
    /// The thread that calls.
    pub(crate) thread: usize,
    /// The words of all arguments.
    pub(crate) arguments: &'a [Word],
    /// True if it is the first instruction of its step, which is always made.
    pub(crate) fresh: bool,
}

impl Invocation<'_> {
    /// An argument, which must be defined.
    pub(crate) fn argument(&self, index: usize) -> Result<u64, Fault> {
        self.known(index, "an argument of a library call")
    }

    /// An argument, which must be defined; what it is, in words.
    fn known(&self, index: usize, what: &'static str) -> Result<u64, Fault> {
        let word = self.arguments.get(index).copied().unwrap_or(Word::uninitialized(64));
        match word.is_defined() {
            true => Ok(word.bits),
            false => Err(Fault::OpenValue { input: word.is_input(), what }),
        }
    }

    /// An argument of type `int`.
    pub(crate) fn int(&self, index: usize) -> Result<i32, Fault> {
        Ok(self.argument(index)? as u32 as i32)
    }
}

/// The outcome of an operation.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) enum ShimResult {
    /// It returned these words.
    Return(Words),
    /// The thread goes on at another instruction than the next.
    Elsewhere,
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
    /// The number of alternatives of a thread's next step.
    pub(crate) fn alternatives(&self, t: usize) -> u32 {
        match self.state.threads.book(t).status {
            Status::Exited => 0,
            Status::Waiting(wait) => self.wait_alternatives(t, wait),
            Status::Ready => {
                let Some(site) = self.pending_call(t) else { return self.branch_alternatives(t) };
                let Ok(crate::exec::Target::Operation(op)) = self.call_target(t, site) else {
                    return 1;
                };
                if op.row().alternatives == Alternatives::One {
                    return 1;
                }
                let arguments = self.arguments(t, &site.args);
                self.call_alternatives(
                    op,
                    &Invocation { thread: t, arguments: &arguments, fresh: true },
                )
            }
        }
    }

    /// The number of alternatives of the call that a thread is about to make.
    pub(crate) fn call_alternatives(&self, op: Operation, call: &Invocation) -> u32 {
        // What is wrong with the arguments shows when the step is made.
        self.operation_alternatives(op, call).unwrap_or(1)
    }

    /// The number of alternatives of a call.
    fn operation_alternatives(&self, op: Operation, call: &Invocation) -> Result<u32, Fault> {
        if op.row().alternatives == Alternatives::One {
            return Ok(1);
        }
        match op {
            Operation::Process(ProcessOp::NarrowInput) if !self.enumerates_inputs() => Ok(1),
            Operation::Process(op) => process::alternatives(op, call),
            Operation::Memory(op) => Ok(self.memory_alternatives(op)),
            Operation::Thread(op) => self.thread_alternatives(op, call),
            Operation::Mutex(op) => self.mutex_alternatives(op, call),
            Operation::Condition(op) => self.condition_alternatives(op, call),
            Operation::Rwlock(op) => self.rwlock_alternatives(op, call),
            Operation::Semaphore(op) => self.semaphore_alternatives(op, call),
            Operation::Spin(op) => self.spin_alternatives(op, call),
            Operation::Once(op) => self.once_alternatives(op, call),
            Operation::Unwind(_)
            | Operation::Barrier(_)
            | Operation::Math { .. }
            | Operation::Observe(_)
            | Operation::Harness(_)
            | Operation::Model(_) => Ok(1),
        }
    }

    /// True if a call must wait for a step of its own.
    pub(crate) fn needs_own_step(&self, op: Operation, call: &Invocation) -> bool {
        let alone = self.state.threads.book(call.thread).atomic != 0
            || self.image.options.granularity == Granularity::Run;
        let is_shared = |&i: &usize| {
            call.arguments.get(i).is_some_and(|word| self.is_visible_address(word.bits))
        };
        let visible = !alone
            && match op.row().visibility {
                Visibility::Always => true,
                Visibility::Never | Visibility::WhileMade => false,
                Visibility::Arguments(arguments) => arguments.iter().any(is_shared),
                Visibility::EndedVariables => {
                    let number = call.arguments.first().map_or(0, |word| word.bits);
                    self.ends_noticed_calls(call.thread, number)
                }
            };
        visible || self.operation_alternatives(op, call).is_ok_and(|alternatives| alternatives != 1)
    }

    /// True if another thread may notice an access at the address.
    pub(crate) fn is_visible_address(&self, address: Address) -> bool {
        self.state
            .memory
            .resolve(address)
            .is_some_and(|(object, _)| self.state.memory.object(object).is_visible())
    }

    /// The accesses, as far as others may notice them, of a call that finds out while it is made
    /// what it reads and writes ([`Effect::FoundOut`](heddle_program::operation::Effect)).
    pub(crate) fn found_out(
        &self,
        t: usize,
        op: Operation,
        arguments: &[Word],
    ) -> Result<Accesses, Fault> {
        let call = Invocation { thread: t, arguments, fresh: true };
        match op {
            Operation::Process(op) => self.text_accesses(op, &call),
            Operation::Memory(_)
            | Operation::Thread(_)
            | Operation::Unwind(_)
            | Operation::Mutex(_)
            | Operation::Condition(_)
            | Operation::Rwlock(_)
            | Operation::Semaphore(_)
            | Operation::Barrier(_)
            | Operation::Spin(_)
            | Operation::Once(_)
            | Operation::Math { .. }
            | Operation::Observe(_)
            | Operation::Harness(_)
            | Operation::Model(_) => Ok(Accesses::new()),
        }
    }

    /// Makes one of the alternatives of a call.
    pub(crate) fn invoke(
        &mut self,
        op: Operation,
        call: &Invocation,
        alternative: u32,
    ) -> Result<ShimResult, Fault> {
        match op {
            Operation::Process(op) => self.process(op, call, alternative),
            Operation::Memory(op) => self.heap(op, call, alternative),
            Operation::Thread(op) => self.thread_operation(op, call),
            Operation::Unwind(op) => self.unwinding(op, call),
            Operation::Mutex(op) => self.mutex(op, call),
            Operation::Condition(op) => self.condition(op, call, alternative),
            Operation::Rwlock(op) => self.rwlock(op, call),
            Operation::Semaphore(op) => self.semaphore(op, call),
            Operation::Barrier(op) => self.barrier(op, call),
            Operation::Spin(op) => self.spin(op, call),
            Operation::Once(op) => self.once(op, call),
            Operation::Math { function, single } => math::call(function, single, call),
            Operation::Observe(op) => self.register(op, call),
            Operation::Harness(op) => self.harness(op, call),
            Operation::Model(op) => {
                Err(Fault::Unsupported(format!("the symbolic engine's '{}'", op.row().name)))
            }
        }
    }

    /// Ends the wait in which a thread is, by one of its alternatives.
    pub(crate) fn continue_wait(
        &mut self,
        t: usize,
        wait: Wait,
        alternative: u32,
    ) -> Result<(), Fault> {
        match wait {
            Wait::Condition { condition, mutex, timed } => {
                let result = self.condition_results(t, timed).nth(alternative as usize);
                let result = result.expect("a choice that is made should be enabled");
                self.note_unsignalled(condition, result);
                self.state.threads[t].book.status =
                    Status::Waiting(Wait::Reacquire { mutex, result });
            }
            Wait::Reacquire { mutex, result } => {
                self.reacquire_mutex(t, mutex)?;
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
