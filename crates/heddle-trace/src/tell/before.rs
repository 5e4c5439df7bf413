//! The view of a thread just before an instruction.

use heddle_machine::{Machine, Status};
use heddle_model::ThreadId;
use heddle_program::{FileId, LocationId, Origin};

use super::locals::Snapshot;
use crate::frames::user_depth;
use crate::value::bits::Bytes;

/// Bytes that are remembered of what an instruction overwrites.
const MOST_OVERWRITTEN_BYTES: u64 = 1 << 16;

/// The position of a thread, as far as steps care.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Position {
    pub(super) thread: ThreadId,
    /// The user's innermost frame, and its line.
    pub(super) line: Option<Line>,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Line {
    pub(super) depth: usize,
    pub(super) at: Option<(FileId, u32)>,
    pub(super) inlined_at: Option<LocationId>,
}

/// The view of a thread just before an instruction.
#[derive(Debug)]
pub(super) struct Before {
    pub(super) position: Position,
    pub(super) location: Option<LocationId>,
    /// Frames and program counter, to see whether the instruction was made.
    progress: (usize, u32, Status),
    /// True if the instruction is the library's.
    pub(super) in_runtime: bool,
    /// True if it is the C++ library's, or done for it.
    pub(super) in_library: bool,
    /// True if it is the first of a function.
    pub(super) enters: bool,
    /// Local variables, if a new step may begin.
    pub(super) locals: Option<Snapshot>,
    /// Bytes that the instruction will overwrite, with their addresses.
    pub(super) old: Vec<(u64, Bytes)>,
}

impl Before {
    /// Looks where a thread is, and what its next instruction will overwrite.
    pub(super) fn of(machine: &Machine, thread: ThreadId) -> Before {
        let state = machine.thread(thread);
        let depth = user_depth(machine, thread);
        let location =
            depth.and_then(|depth| state.frames.get(depth)).and_then(|f| machine.location_at(f));
        let place = location.map(|id| machine.program().source.locations[id]);
        let line = depth.map(|depth| Line {
            depth,
            at: place.map(|place| (place.file, place.line)),
            inlined_at: place.and_then(|place| place.inlined_at),
        });
        let old = machine.next_writes(thread).into_iter().filter_map(|(address, bytes)| {
            let (data, undef) =
                machine.memory_at(address, bytes.min(MOST_OVERWRITTEN_BYTES) as usize)?;
            Some((address, Bytes { data, undef }))
        });
        let in_runtime = depth.is_none_or(|depth| depth + 1 != state.frames.len());
        Before {
            position: Position { thread, line },
            location,
            progress: progress(machine, thread),
            in_runtime,
            in_library: is_in_library(machine, thread, depth),
            enters: !in_runtime && state.top().is_some_and(|frame| frame.pc == 0),
            locals: None,
            old: old.collect(),
        }
    }

    /// True if its thread has moved since.
    pub(super) fn has_changed(&self, machine: &Machine) -> bool {
        progress(machine, self.position.thread) != self.progress
    }
}

/// True if a thread is in a function of the C++ library's, above a frame of the user's.
fn is_in_library(machine: &Machine, thread: ThreadId, depth: Option<usize>) -> bool {
    let above = machine.thread(thread).frames.iter().skip(depth.map_or(0, |depth| depth + 1));
    above.into_iter().any(|frame| machine.program().functions[frame.func].origin == Origin::Library)
}

fn progress(machine: &Machine, thread: ThreadId) -> (usize, u32, Status) {
    let state = machine.thread(thread);
    (state.frames.len(), state.top().map_or(0, |frame| frame.pc), state.status())
}
