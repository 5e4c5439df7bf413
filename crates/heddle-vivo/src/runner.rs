//! The program's process: orders and replies, and going back by checkpoints.
//!
//! The *runner* is the process that makes steps. It is forked from a checkpoint, which is the same
//! process at an earlier moment and does nothing but wait; the first one stands where the program has
//! come to its first operation. To go back is to end the runner, which takes whatever it was about with
//! it, and to have a new one forked.

use std::ffi::OsString;
use std::fs::File;
use std::io;
use std::path::PathBuf;
use std::process::{Command, Stdio};
use std::sync::atomic::Ordering;
use std::time::{Duration, Instant};

use heddle_vivo_protocol::{MOST_CHECKPOINTS, MOST_ORDERED, Mode, Order, Reply, Step, VERSION};

use crate::executable::{self, Unfit};
use crate::kernel::{self, ProcessEnd, SharedBoard};
use crate::library::Library;

/// Rounds in which a reply is looked for before the supervisor goes to sleep.
const ROUNDS: u32 = 4_000;
/// The time after which it looks whether the process is still there.
const LOOK: Duration = Duration::from_millis(20);

/// A native program, and how it is run.
#[derive(Clone, Debug)]
pub struct Program {
    /// Its executable.
    pub path: PathBuf,
    /// Its arguments, its name not included.
    pub arguments: Vec<OsString>,
    /// The most time that a step may take.
    pub step_time: Duration,
    /// The way in which its threads run.
    pub mode: Mode,
}

/// A reason for which a program cannot be run.
#[derive(Debug, thiserror::Error)]
pub enum LaunchError {
    /// The supervisor has no memory or files left.
    #[error("cannot prepare to run the program: {0}")]
    Prepare(#[source] io::Error),
    /// The executable is none that can come under control.
    #[error("cannot run {}: {unfit}", path.display())]
    Unfit {
        /// The executable.
        path: PathBuf,
        /// The reason.
        #[source]
        unfit: Unfit,
    },
    /// The executable cannot be started.
    #[error("cannot run {}: {error}", path.display())]
    Start {
        /// The executable.
        path: PathBuf,
        /// The reason.
        #[source]
        error: io::Error,
    },
    /// The process does not answer.
    #[error("{} does not come under heddle's control: {lost}", path.display())]
    Lost {
        /// The executable.
        path: PathBuf,
        /// Its end.
        lost: Lost,
    },
}

/// The end of a runner that does not reply.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
pub enum Lost {
    /// It has exited without saying so.
    #[error("it has ended with exit code {0} behind heddle's back")]
    Exited(i32),
    /// A signal has ended it.
    #[error("it was ended by signal {0}")]
    Killed(i32),
    /// A step takes too long.
    #[error("a step has not ended within {} s", .0.as_secs_f64())]
    Endless(Duration),
    /// It cannot be forked.
    #[error("it cannot be forked: there are too many processes, or too little memory")]
    Unforked,
    /// It has replied something that means nothing.
    #[error("its reply makes no sense")]
    Confused,
}

/// The process of a program.
#[derive(Debug)]
pub(crate) struct Runner {
    board: SharedBoard,
    /// The library, which is to be there as long as processes may be started.
    _library: Library,
    step_time: Duration,
    /// The runner, until it has ended.
    runner: Option<u32>,
    /// Slots in use.
    slots: [bool; MOST_CHECKPOINTS],
    /// Processes that were ended, and not forgotten yet.
    ended: Vec<u32>,
}

impl Runner {
    /// Starts a program, and waits until it has come to its first operation. Its output goes to a
    /// file, or nowhere; if to a file, the stacks of threads are told as well.
    pub(crate) fn launch(
        program: &Program,
        output: Option<&File>,
    ) -> Result<(Runner, Reply), LaunchError> {
        let unfit = |unfit| LaunchError::Unfit { path: program.path.clone(), unfit };
        executable::check(&program.path).map_err(unfit)?;
        let board = SharedBoard::new().map_err(LaunchError::Prepare)?;
        let library = Library::new().map_err(LaunchError::Prepare)?;
        board.version.store(VERSION, Ordering::Relaxed);
        board.mode.store(program.mode as u32, Ordering::Relaxed);
        board.wants_stacks.store(u32::from(output.is_some()), Ordering::Relaxed);
        let output = || match output {
            Some(file) => file.try_clone().map_or_else(|_| Stdio::null(), Stdio::from),
            None => Stdio::null(),
        };
        // A name without a folder is a file here, and not a program of the system.
        let path = std::path::absolute(&program.path).map_err(LaunchError::Prepare)?;
        let mut command = Command::new(path);
        command
            .args(&program.arguments)
            .env("LD_PRELOAD", library.path())
            // Nothing is to be looked up later, by whoever calls first.
            .env("LD_BIND_NOW", "1")
            .env("HEDDLE_VIVO_BOARD", board.descriptor().to_string())
            .stdin(Stdio::null())
            .stdout(output())
            .stderr(output());
        board.orders.store(1, Ordering::SeqCst);
        let start_error = |error| LaunchError::Start { path: program.path.clone(), error };
        let child = kernel::tame(&mut command).spawn().map_err(start_error)?;
        let mut runner = Runner {
            board,
            _library: library,
            step_time: program.step_time,
            runner: Some(child.id()),
            slots: [false; MOST_CHECKPOINTS],
            ended: Vec::new(),
        };
        let lost = |lost| LaunchError::Lost { path: program.path.clone(), lost };
        let reply = runner.await_reply().map_err(lost)?;
        Ok((runner, reply))
    }

    /// The board, as the last reply has left it.
    pub(crate) fn board(&self) -> &SharedBoard {
        &self.board
    }

    /// The process that makes steps, if there is one.
    pub(crate) fn process(&self) -> Option<u32> {
        self.runner
    }

    /// Has the runner make steps.
    pub(crate) fn make(&mut self, steps: &[Step]) -> Result<Reply, Lost> {
        let mut left = steps.len();
        for part in steps.chunks(MOST_ORDERED) {
            for (at, &step) in part.iter().enumerate() {
                self.board.set_step(at, step);
            }
            left -= part.len();
            self.board.looks_for_rounds.store(u32::from(left == 0), Ordering::Relaxed);
            let reply = self.order(Order::Run(part.len() as u32))?;
            if reply != Reply::Stands {
                return Ok(reply);
            }
        }
        Ok(Reply::Stands)
    }

    /// Has a checkpoint stay where the runner stands; returns its slot, or none if all are in use.
    pub(crate) fn keep(&mut self) -> Result<Option<usize>, Lost> {
        let Some(slot) = self.slots.iter().position(|is_used| !is_used) else { return Ok(None) };
        if self.order(Order::Checkpoint(slot as u32))? != Reply::Stands {
            return Err(Lost::Unforked);
        }
        self.slots[slot] = true;
        Ok(Some(slot))
    }

    /// Ends a checkpoint.
    pub(crate) fn drop_checkpoint(&mut self, slot: usize) {
        self.slots[slot] = false;
        let process = self.board.slots[slot].process.swap(0, Ordering::SeqCst);
        self.end(process);
    }

    /// Ends the runner, and has a new one forked from a checkpoint.
    pub(crate) fn go_back(&mut self, slot: usize) -> Result<Reply, Lost> {
        if let Some(runner) = self.runner.take() {
            self.end(runner);
        }
        self.board.generation.fetch_add(1, Ordering::SeqCst);
        self.board.orders.fetch_add(1, Ordering::SeqCst);
        let slot = &self.board.slots[slot];
        slot.wanted.fetch_add(1, Ordering::SeqCst);
        kernel::futex_wake(&slot.wanted);
        self.await_reply()
    }

    /// Gives an order, and waits for the reply.
    fn order(&mut self, order: Order) -> Result<Reply, Lost> {
        self.board.set_order(order);
        self.board.orders.fetch_add(1, Ordering::SeqCst);
        if self.board.runner_sleeps.swap(0, Ordering::SeqCst) != 0 {
            kernel::futex_wake(&self.board.orders);
        }
        self.await_reply()
    }

    fn await_reply(&mut self) -> Result<Reply, Lost> {
        let wanted = self.board.orders.load(Ordering::SeqCst);
        for _ in 0..ROUNDS {
            if self.board.replies.load(Ordering::SeqCst) == wanted {
                return self.take_reply();
            }
            std::hint::spin_loop();
        }
        let begun = Instant::now();
        loop {
            let seen = self.board.replies.load(Ordering::SeqCst);
            if seen == wanted {
                return self.take_reply();
            }
            self.board.supervisor_sleeps.store(1, Ordering::SeqCst);
            kernel::futex_wait(&self.board.replies, seen, LOOK);
            if self.board.replies.load(Ordering::SeqCst) == wanted {
                return self.take_reply();
            }
            if let Some(runner) = self.runner {
                let lost = match kernel::end_of(runner) {
                    ProcessEnd::None => None,
                    ProcessEnd::Exited(code) => Some(Lost::Exited(code)),
                    ProcessEnd::Killed(signal) => Some(Lost::Killed(signal)),
                };
                if let Some(lost) = lost {
                    // It may have replied since, and ended then.
                    if self.board.replies.load(Ordering::SeqCst) == wanted {
                        return self.take_reply();
                    }
                    self.runner = None;
                    return Err(lost);
                }
            }
            if begun.elapsed() > self.step_time {
                return Err(Lost::Endless(self.step_time));
            }
        }
    }

    fn take_reply(&mut self) -> Result<Reply, Lost> {
        let reply = self.board.reply().ok_or(Lost::Confused)?;
        let process = self.board.runner.load(Ordering::Relaxed);
        self.runner = Some(process);
        if matches!(reply, Reply::Ended(_) | Reply::Failed) {
            // It ends by itself.
            self.runner = None;
            self.ended.push(process);
        }
        Ok(reply)
    }

    /// Ends a process.
    fn end(&mut self, process: u32) {
        kernel::kill(process);
        self.ended.push(process);
        self.ended.retain(|&process| kernel::end_of(process) == ProcessEnd::None);
    }
}

impl Drop for Runner {
    fn drop(&mut self) {
        if let Some(runner) = self.runner.take() {
            self.end(runner);
        }
        for slot in 0..MOST_CHECKPOINTS {
            if self.slots[slot] {
                self.drop_checkpoint(slot);
            }
        }
        while !self.ended.is_empty() {
            for &process in &self.ended {
                kernel::kill(process);
            }
            self.ended.retain(|&process| kernel::end_of(process) == ProcessEnd::None);
            std::thread::yield_now();
        }
    }
}
