//! Ending long work from outside.

use std::fmt;

/// Work between two questions whether to give up: records, instructions or the like.
const ASK_EVERY: usize = 4096;

/// A question that long work asks every so often: is it to be given up? Whoever hands it down
/// knows of clocks and signals; whoever asks does not.
#[derive(Clone, Copy)]
pub struct Cancel<'a> {
    is_over: &'a dyn Fn() -> bool,
}

impl Cancel<'static> {
    /// Nobody ends the work.
    pub const NEVER: Cancel<'static> = Cancel { is_over: &|| false };
}

impl<'a> Cancel<'a> {
    /// The work is to be given up as soon as `is_over`. It is asked often, but not in inner
    /// loops.
    pub fn new(is_over: &'a dyn Fn() -> bool) -> Cancel<'a> {
        Cancel { is_over }
    }

    /// True if the work is to be given up.
    pub fn is_cancelled(self) -> bool {
        (self.is_over)()
    }

    /// The same, at the `done`-th of many small pieces of work: it asks at few of them only.
    pub fn is_cancelled_at(self, done: usize) -> bool {
        done.is_multiple_of(ASK_EVERY) && self.is_cancelled()
    }
}

impl fmt::Debug for Cancel<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Cancel")
    }
}
