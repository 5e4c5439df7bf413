//! Threads.

use heddle_model::{SyncEvent, ThreadId};
use heddle_program::AccessMode;
use heddle_program::operation::ThreadOp;

use super::{Invocation, ShimResult};
use crate::Machine;
use crate::fault::Fault;
use crate::observe::MOST_OBSERVED_THREADS;
use crate::record::event::Event;
use crate::state::memory::{Access, Address};
use crate::state::process::ExitCode;
use crate::state::thread::{Status, heap_owner_of, owner_of};
use crate::value::Word;

/// `errno` values, which are those of Linux on every target that heddle knows.
pub(super) mod errno {
    pub(crate) const EPERM: i32 = 1;
    pub(crate) const ESRCH: i32 = 3;
    pub(crate) const EAGAIN: i32 = 11;
    pub(crate) const EBUSY: i32 = 16;
    pub(crate) const EINVAL: i32 = 22;
    pub(crate) const EDEADLK: i32 = 35;
    pub(crate) const EOVERFLOW: i32 = 75;
    pub(crate) const ETIMEDOUT: i32 = 110;
}
use errno::{EBUSY, EDEADLK, EINVAL, ESRCH, ETIMEDOUT};

/// The value that an interrupted cancellation point returns to the runtime.
pub(super) const CANCELLED: i32 = -1;

impl Machine<'_> {
    pub(super) fn thread_operation(
        &mut self,
        op: ThreadOp,
        call: &Invocation,
    ) -> Result<ShimResult, Fault> {
        let t = call.thread;
        Ok(match op {
            ThreadOp::Yield => {
                self.state.threads[t].touch();
                ShimResult::void()
            }
            ThreadOp::Create => self.create_thread(call)?,
            ThreadOp::Exit => {
                if t == 0 {
                    self.reductions.main_stays.refute();
                }
                let value = call.arguments.first().copied().unwrap_or_default();
                while !self.state.threads[t].frames.is_empty() {
                    self.pop_frame(t, &[value]);
                }
                match self.image.exit_function {
                    // As if the last thread had called it, so that handlers run.
                    Some(exit) if self.is_last(t) => {
                        self.state.threads[t].push_frame(&self.image, exit, &[Word::new(0)])
                    }
                    _ => self.exit_thread(t, value),
                }
                ShimResult::Inactive
            }
            ThreadOp::Number => ShimResult::int(t as i32),
            ThreadOp::Join | ThreadOp::TimedJoin => self.join_thread(call, ETIMEDOUT)?,
            ThreadOp::TryJoin => self.join_thread(call, EBUSY)?,
            ThreadOp::Detach => match self.known_thread(call.int(0)?) {
                None => ShimResult::int(ESRCH),
                Some(other) if self.state.threads.book(other).detached => ShimResult::int(EINVAL),
                Some(other) => {
                    self.materialize(other);
                    let thread = &mut self.state.threads[other];
                    thread.book.detached = true;
                    if thread.book.status == Status::Exited {
                        // As it exits without one if it is detached before.
                        thread.book.value = Word::new(0);
                    }
                    thread.touch();
                    ShimResult::int(0)
                }
            },
            ThreadOp::Cancel => match self.known_thread(call.int(0)?) {
                None => ShimResult::int(ESRCH),
                // As it is forgotten when the thread exits later.
                Some(other) if self.state.threads.book(other).status == Status::Exited => {
                    ShimResult::int(0)
                }
                Some(other) => {
                    self.materialize(other);
                    self.state.threads[other].book.cancel_requested = true;
                    self.state.threads[other].touch();
                    ShimResult::int(0)
                }
            },
            ThreadOp::TestCancel => ShimResult::int(self.is_cancelled(t).into()),
            ThreadOp::SetCancelState => {
                let thread = &mut self.state.threads[t];
                let old = thread.book.cancel_disabled;
                thread.book.cancel_disabled = call.int(0)? != 0;
                thread.touch();
                ShimResult::int(old.into())
            }
        })
    }

    /// True if all other threads have exited.
    fn is_last(&self, t: usize) -> bool {
        let others = self.state.threads.books().enumerate().filter(|&(other, _)| other != t);
        others.into_iter().all(|(_, thread)| thread.status == Status::Exited)
    }

    /// True if a thread shall end at its next cancellation point.
    pub(super) fn is_cancelled(&self, t: usize) -> bool {
        let book = self.state.threads.book(t);
        book.cancel_requested && !book.cancel_disabled
    }

    fn known_thread(&self, number: i32) -> Option<usize> {
        let t = usize::try_from(number).ok()?;
        (t < self.state.threads.len() && !self.state.threads.book(t).joined).then_some(t)
    }

    fn create_thread(&mut self, call: &Invocation) -> Result<ShimResult, Fault> {
        let Some(main) = self.image.program.thread_main else {
            return Err(Fault::Unsupported("threads without heddle's runtime".to_owned()));
        };
        if self.state.may_reuse_numbers(&self.image) {
            self.materialize_all();
        }
        let new = self.state.next_number(&self.image);
        if heap_owner_of(new).0 >= self.state.memory.addressing.max_owners() {
            return Err(Fault::Limit(format!("more than {new} threads")));
        }
        // Who could move and did not is told by a bit for each.
        if new >= MOST_OBSERVED_THREADS && !self.image.options.propositions.is_empty() {
            return Err(Fault::Limit(format!("more than {new} threads beside temporal formulas")));
        }
        self.store_result(call.thread, call.argument(3)?, Word::new(new as u64 + 1))?;
        let arguments: Vec<Word> = call.arguments.iter().copied().take(2).collect();
        let function = call.arguments.first().map_or(0, |word| word.bits);
        let start = self.start_of(function, call.argument(1)?);
        self.hand_over(call.thread, call.argument(1)?);
        let is_detached = call.int(2)? != 0;
        let thread = self.state.add_thread_as(new);
        thread.book.detached = is_detached;
        thread.book.start = start;
        thread.push_frame(&self.image, main, &arguments);
        self.recorder.note(|| Event::Created(ThreadId(new as u32)));
        Ok(ShimResult::void())
    }

    /// Stores a word where the caller wants it.
    fn store_result(&mut self, t: usize, address: Address, value: Word) -> Result<(), Fault> {
        let bytes = self.state.memory.addressing.pointer_bytes();
        let access = Access::write(t, address, bytes as u64, AccessMode::PLAIN);
        let range = self.state.memory.check(access).map_err(|fault| access.refused(fault))?;
        self.state.memory.write(access, &range, value, true);
        self.recorder.note_access(|| Event::Write {
            address,
            bytes: bytes as u32,
            value: Some(value),
            shared: range.visible,
        });
        Ok(())
    }

    /// A thread ends with a value.
    pub(crate) fn exit_thread(&mut self, t: usize, value: Word) {
        if let Some((object, _)) = self.state.memory.resolve(value.bits) {
            self.state.memory.share(object);
        }
        // Its thread-local variables end with it.
        let locals = std::mem::take(&mut self.state.threads[t].book.locals);
        for (_, key) in locals {
            let base = self.state.memory.addressing.base(owner_of(t), key);
            if let Some((object, _)) = self.state.memory.resolve(base) {
                self.state.memory.bury(object);
            }
        }
        self.end_scopes(t, 0);
        let thread = &mut self.state.threads[t];
        thread.book.status = Status::Exited;
        thread.book.value = if thread.book.detached { Word::new(0) } else { value };
        thread.book.cancel_requested = false;
        thread.book.cancel_disabled = false;
        thread.book.atomic = 0;
        thread.book.start = 0;
        thread.touch();
        self.recorder.note(|| Event::Exited);
        if self.state.threads.books().all(|thread| thread.status == Status::Exited) {
            self.state.process.end(ExitCode::Known(0));
        }
    }

    pub(super) fn thread_alternatives(
        &self,
        op: ThreadOp,
        call: &Invocation,
    ) -> Result<u32, Fault> {
        match op {
            ThreadOp::Join => self.join_alternatives(call),
            ThreadOp::Create
            | ThreadOp::Exit
            | ThreadOp::Number
            | ThreadOp::TryJoin
            | ThreadOp::TimedJoin
            | ThreadOp::Detach
            | ThreadOp::Cancel
            | ThreadOp::TestCancel
            | ThreadOp::SetCancelState
            | ThreadOp::Yield => Ok(1),
        }
    }

    fn join_alternatives(&self, call: &Invocation) -> Result<u32, Fault> {
        let waits = self.known_thread(call.int(0)?).is_some_and(|other| {
            let target = self.state.threads.book(other);
            target.status != Status::Exited && !target.detached && other != call.thread
        });
        Ok((!waits || self.is_cancelled(call.thread)).into())
    }

    /// Joins a thread, or returns the error `otherwise` if it has not exited.
    fn join_thread(&mut self, call: &Invocation, otherwise: i32) -> Result<ShimResult, Fault> {
        let (number, result) = (call.int(0)?, call.argument(1)?);
        if self.is_cancelled(call.thread) {
            return Ok(ShimResult::int(CANCELLED));
        }
        let Some(other) = self.known_thread(number) else { return Ok(ShimResult::int(ESRCH)) };
        if other == call.thread {
            return Ok(ShimResult::int(EDEADLK));
        }
        if self.state.threads.book(other).detached {
            return Ok(ShimResult::int(EINVAL));
        }
        if self.state.threads.book(other).status != Status::Exited {
            return Ok(ShimResult::int(otherwise));
        }
        self.materialize(other);
        let value = self.state.threads[other].book.value;
        if result != 0 {
            self.store_result(call.thread, result, value)?;
        }
        let thread = &mut self.state.threads[other];
        thread.book.joined = true;
        thread.book.value = Word::new(0);
        thread.touch();
        let thread = ThreadId(other as u32);
        self.recorder.note(|| Event::Sync(SyncEvent::Join { thread }));
        Ok(ShimResult::int(0))
    }
}
