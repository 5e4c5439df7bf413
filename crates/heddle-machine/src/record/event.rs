//! Events of a run, while the machine is watched.
//!
//! Events are noted only when asked for ([`crate::Machine::record`]): when a schedule is
//! replayed to tell its story. A search notes nothing.

use heddle_model::{SyncEvent, ThreadId};

use crate::state::memory::Address;
use crate::state::process::ExitCode;
use crate::value::Word;

/// The events that are noted.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Default)]
pub enum Recording {
    /// Nothing.
    #[default]
    Off,
    /// Output of the program, and its threads as they come and go.
    Output,
    /// Those, and every access to memory.
    All,
}

/// Something that happened.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Event {
    /// A thread read memory.
    Read {
        /// Address of the first byte.
        address: Address,
        /// Number of bytes.
        bytes: u32,
        /// The value, if it fits a word.
        value: Option<Word>,
        /// True if other threads can reach that memory.
        shared: bool,
    },
    /// A thread wrote memory.
    Write {
        /// Address of the first byte.
        address: Address,
        /// Number of bytes.
        bytes: u32,
        /// The value, if it fits a word.
        value: Option<Word>,
        /// True if other threads can reach that memory.
        shared: bool,
    },
    /// The program wrote to a stream.
    Output {
        /// 1 is standard output, 2 standard error.
        stream: i32,
        /// The bytes that it wrote.
        bytes: Vec<u8>,
    },
    /// The program left a message for the trace.
    Message(Vec<u8>),
    /// A synchronization operation.
    Sync(SyncEvent),
    /// An allocation failed.
    AllocationFailed,
    /// A nondeterministic choice had this value.
    Chose(u32),
    /// A branch went on as if this were the value that it depends on, which nobody wrote; or
    /// as if that were none of the values that the program tells apart.
    OpenBranch(Option<u64>),
    /// The program took an input that was given.
    Input {
        /// Number of bits that were asked for.
        bits: u32,
        /// Its value.
        value: u64,
    },
    /// A thread was created.
    Created(ThreadId),
    /// The thread ended.
    Exited,
    /// The process ended with this code.
    Ended(ExitCode),
}
