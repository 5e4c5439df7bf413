//! Runs of clang, several at a time.

use std::path::Path;
use std::process::{Command, Output, Stdio};
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::{io, thread};

/// Runs all commands, as many at once as there are processors; the results are
/// in the order of the commands.
pub(super) fn run_all(commands: Vec<Command>) -> Vec<io::Result<Output>> {
    let processors = thread::available_parallelism().map_or(1, usize::from);
    let count = commands.len();
    let commands: Vec<_> = commands.into_iter().map(|command| Mutex::new(Some(command))).collect();
    let results: Vec<_> = commands.iter().map(|_| Mutex::new(None)).collect();
    let next = AtomicUsize::new(0);
    thread::scope(|scope| {
        for _ in 0..processors.min(count) {
            scope.spawn(|| {
                loop {
                    let index = next.fetch_add(1, Ordering::Relaxed);
                    let Some(command) = commands.get(index) else { break };
                    let mut command = take(command).expect("each command is taken once");
                    *results[index].lock().expect("no holder panics") =
                        Some(command.stdin(Stdio::null()).output());
                }
            });
        }
    });
    results.iter().map(|result| take(result).expect("each command was run")).collect()
}

fn take<T>(slot: &Mutex<Option<T>>) -> Option<T> {
    slot.lock().expect("no holder panics").take()
}

/// The last part of clang's command line: what to write, and from what.
///
/// `--` keeps a source that begins with a dash from being taken for a flag.
pub(super) fn emit_bitcode(command: &mut Command, source: &Path, output: &Path) {
    command.args(["-emit-llvm", "-c", "-o"]).arg(output).arg("--").arg(source);
}
