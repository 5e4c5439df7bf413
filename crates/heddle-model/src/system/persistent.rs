//! Components in files, for checkpoints.

use std::io::{self, Read, Write};

use crate::TransitionSystem;

/// A system whose saved states can be written to a file and loaded in another process.
///
/// By default nothing is written: the words of a state say everything.
pub trait Persistent: TransitionSystem {
    /// Writes all that the words of saved states refer to. No system that shares these
    /// components may be saving meanwhile.
    fn write_components(&self, out: &mut dyn Write) -> io::Result<()> {
        let _ = out;
        Ok(())
    }

    /// Reads what [`write_components`](Self::write_components) has written, into a system
    /// that was just made, for all that share its components: what was saved then can be
    /// loaded now, and what is saved now gets the same words.
    fn read_components(&mut self, input: &mut dyn Read) -> io::Result<()> {
        let _ = input;
        Ok(())
    }
}
