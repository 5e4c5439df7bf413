//! Runs of clang, several at a time.

use std::io::Read;
use std::path::Path;
use std::process::{Child, Command, ExitStatus, Stdio};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Condvar, Mutex, MutexGuard};
use std::time::Duration;
use std::{io, thread};

use heddle_bitcode::Cancel;

use super::DriverError;

/// Time between two questions whether to give up.
const ASK_EVERY: Duration = Duration::from_millis(20);

/// A run of clang that has ended.
pub(super) struct Finished {
    /// Its end.
    pub(super) status: ExitStatus,
    /// Its messages.
    pub(super) stderr: Vec<u8>,
}

/// Runs all commands, as many at once as there are processors; the results are
/// in the order of the commands. Those that run when `cancel` says so are killed.
pub(super) fn run_all(
    commands: Vec<Command>,
    cancel: Cancel<'_>,
) -> Result<Vec<io::Result<Finished>>, DriverError> {
    let processors = thread::available_parallelism().map_or(1, usize::from);
    let count = commands.len();
    let commands: Vec<_> = commands.into_iter().map(|command| Mutex::new(Some(command))).collect();
    let results: Vec<_> = commands.iter().map(|_| Mutex::new(None)).collect();
    let next = AtomicUsize::new(0);
    let state = Mutex::new(State { left: count, children: Vec::new(), is_cancelled: false });
    let ended = Condvar::new();
    thread::scope(|scope| {
        for _ in 0..processors.min(count) {
            scope.spawn(|| {
                loop {
                    let index = next.fetch_add(1, Ordering::Relaxed);
                    let Some(command) = commands.get(index) else { break };
                    let command = lock(command).take().expect("each command is taken once");
                    *lock(&results[index]) = Some(run(command, index, &state));
                    lock(&state).left -= 1;
                    ended.notify_one();
                }
            });
        }
        let mut state = lock(&state);
        while state.left > 0 {
            if !state.is_cancelled && cancel.is_cancelled() {
                state.is_cancelled = true;
                // One that has just ended is not there any more.
                state.children.iter_mut().for_each(|(_, child)| drop(child.kill()));
            }
            state = ended.wait_timeout(state, ASK_EVERY).expect("no holder panics").0;
        }
    });
    if lock(&state).is_cancelled {
        return Err(DriverError::Cancelled);
    }
    Ok(results.iter().map(|result| lock(result).take().expect("each command was run")).collect())
}

/// The runs under way.
struct State {
    /// Commands that have not ended.
    left: usize,
    /// Processes, by the index of their command.
    children: Vec<(usize, Child)>,
    is_cancelled: bool,
}

fn run(mut command: Command, index: usize, state: &Mutex<State>) -> io::Result<Finished> {
    command.stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::piped());
    let mut pipe = {
        let mut state = lock(state);
        if state.is_cancelled {
            return Err(io::ErrorKind::Interrupted.into());
        }
        let mut child = command.spawn()?;
        let pipe = child.stderr.take();
        state.children.push((index, child));
        pipe
    };
    // The pipe is closed when the process ends.
    let mut stderr = Vec::new();
    let read = pipe.as_mut().map_or(Ok(0), |pipe| pipe.read_to_end(&mut stderr));
    let mut state = lock(state);
    let place = state.children.iter().position(|(child, _)| *child == index);
    let (_, mut child) = state.children.swap_remove(place.expect("each child is waited for once"));
    drop(state);
    let status = child.wait()?;
    read?;
    Ok(Finished { status, stderr })
}

fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().expect("no holder panics")
}

/// The last part of clang's command line: what to write, and from what.
///
/// `--` keeps a source that begins with a dash from being taken for a flag.
pub(super) fn emit_bitcode(command: &mut Command, source: &Path, output: &Path) {
    command.args(["-emit-llvm", "-c", "-o"]).arg(output).arg("--").arg(source);
}

#[cfg(test)]
mod tests {
    use super::*;

    fn shell(script: &str) -> Command {
        let mut command = Command::new("sh");
        command.args(["-c", script]);
        command
    }

    #[test]
    fn results_are_in_the_order_of_the_commands() {
        let commands = (0..9).map(|n| shell(&format!("echo {n} >&2; exit {n}"))).collect();
        let results = run_all(commands, Cancel::NEVER).unwrap();
        for (n, result) in results.into_iter().enumerate() {
            let Finished { status, stderr } = result.unwrap();
            assert_eq!(status.code(), Some(n as i32));
            assert_eq!(stderr, format!("{n}\n").as_bytes());
        }
    }

    #[test]
    fn what_runs_is_killed_when_time_is_up() {
        let commands = (0..9).map(|_| shell("exec sleep 600")).collect();
        let result = run_all(commands, Cancel::new(&|| true));
        assert!(matches!(result, Err(DriverError::Cancelled)));
    }
}
