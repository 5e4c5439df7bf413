//! A run under GDB: the program's threads are threads of the kernel, and make the steps of a schedule that is
//! on the board from the beginning. GDB stops before each, in the thread that makes it.

use std::io::{self, Write};
use std::process::{Command, ExitStatus};
use std::sync::atomic::Ordering;

use heddle_model::Schedule;
use heddle_vivo_protocol::{MOST_ORDERED, Mode, VERSION};
use tempfile::NamedTempFile;

use crate::kernel::SharedBoard;
use crate::library::Library;
use crate::run::step_of;
use crate::runner::Program;

/// The commands for GDB.
const SCRIPT: &str = include_str!("debug.gdb.py");

/// A reason for which a run cannot be looked at under GDB.
#[derive(Debug, thiserror::Error)]
pub enum DebugError {
    /// Files that are needed cannot be made.
    #[error("cannot prepare to run GDB: {0}")]
    Prepare(#[from] io::Error),
    /// There are more steps than fit on the board.
    #[error("the run has {0} steps, and GDB can be given {MOST_ORDERED}")]
    TooLong(usize),
}

/// GDB with a run, and what is to be there as long as it is used.
#[derive(Debug)]
pub struct Debugger {
    command: Command,
    _board: SharedBoard,
    _files: (Library, NamedTempFile),
}

impl Debugger {
    /// Prepares GDB to stop before the first step of a schedule. Commands that are given are executed then,
    /// and GDB ends.
    ///
    /// # Errors
    /// If there are no files left, or too many steps.
    pub fn new(
        program: &Program,
        schedule: &Schedule,
        commands: &[String],
    ) -> Result<Debugger, DebugError> {
        let steps = &schedule.0;
        if steps.len() > MOST_ORDERED {
            return Err(DebugError::TooLong(steps.len()));
        }
        let board = SharedBoard::new()?;
        board.version.store(VERSION, Ordering::Relaxed);
        board.mode.store(Mode::Threads as u32, Ordering::Relaxed);
        board.scripted.store(steps.len() as u32, Ordering::Relaxed);
        for (at, &choice) in steps.iter().enumerate() {
            board.set_step(at, step_of(choice));
        }
        let library = Library::new()?;
        let mut script = tempfile::Builder::new().prefix("heddle").suffix(".gdb").tempfile()?;
        for line in [
            "set pagination off".to_owned(),
            "set confirm off".to_owned(),
            "set breakpoint pending on".to_owned(),
            "set debuginfod enabled off".to_owned(),
            // The program itself is started, so that a shell does not get what is meant for it.
            "set startup-with-shell off".to_owned(),
            format!("set environment LD_PRELOAD {}", library.path().display()),
            "set environment LD_BIND_NOW 1".to_owned(),
            format!("set environment HEDDLE_VIVO_BOARD {}", board.descriptor()),
            "python".to_owned(),
            format!("heddle_total = {}", steps.len()),
            SCRIPT.to_owned(),
            "end".to_owned(),
        ] {
            writeln!(script, "{line}")?;
        }
        script.flush()?;
        let mut command = Command::new("gdb");
        command.args(["-q", "-nx", "-x"]).arg(script.path());
        for line in commands {
            command.args(["-ex", line]);
        }
        if !commands.is_empty() {
            command.arg("-batch");
        }
        command.arg("-args").arg(&program.path).args(&program.arguments);
        Ok(Debugger { command, _board: board, _files: (library, script) })
    }

    /// Runs GDB until its user ends it; returns whether it could be started, and how it ended.
    ///
    /// # Errors
    /// If GDB is not there.
    pub fn run(&mut self) -> io::Result<ExitStatus> {
        self.command.status()
    }
}
