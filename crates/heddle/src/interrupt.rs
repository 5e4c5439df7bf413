//! Ctrl-C: the search ends with what it has; a second one ends heddle at once.

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, OnceLock};

static FLAG: OnceLock<Arc<AtomicBool>> = OnceLock::new();

/// The exit code of a process that Ctrl-C ends.
const INTERRUPTED: i32 = 130;

/// A flag that Ctrl-C sets.
pub(crate) fn flag() -> Arc<AtomicBool> {
    FLAG.get_or_init(|| {
        let flag = Arc::new(AtomicBool::new(false));
        let handler = flag.clone();
        // Without a handler, Ctrl-C just ends the process, which is no harm.
        let _ = ctrlc::set_handler(move || {
            if handler.swap(true, Ordering::SeqCst) {
                #[expect(
                    clippy::exit,
                    reason = "the user asked twice, and a checkpoint is replaced whole or not at all"
                )]
                std::process::exit(INTERRUPTED);
            }
        });
        flag
    })
    .clone()
}
