//! The stack on which engines run.

use std::io;

/// Bytes of the stack, of which only those in use are memory.
const STACK: usize = 1 << 30;

/// Calls a function on a thread of its own, whose stack is deep enough for an engine that calls
/// itself where the program does.
///
/// # Errors
/// If there is no such thread to be had.
///
/// # Panics
/// If the function does.
pub(crate) fn with_deep_stack<T: Send>(function: impl FnOnce() -> T + Send) -> io::Result<T> {
    std::thread::scope(|scope| {
        let builder = std::thread::Builder::new().stack_size(STACK);
        let thread = builder.spawn_scoped(scope, function)?;
        match thread.join() {
            Ok(result) => Ok(result),
            Err(panic) => std::panic::resume_unwind(panic),
        }
    })
}

#[cfg(test)]
mod tests {
    use super::with_deep_stack;

    /// Needs a kilobyte and more for each round.
    fn nest(rounds: u32) -> u64 {
        let room = [u64::from(rounds); 128];
        match rounds {
            0 => 0,
            _ => std::hint::black_box(&room)[7] - u64::from(rounds) + 1 + nest(rounds - 1),
        }
    }

    #[test]
    fn calls_nest_deeper_than_on_an_ordinary_stack() {
        assert_eq!(with_deep_stack(|| nest(100_000)).unwrap(), 100_000);
    }
}
