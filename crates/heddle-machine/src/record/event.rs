//! What happens while the machine is watched.
//!
//! Events are noted only when asked for ([`crate::Machine::record`]): when a schedule is
//! replayed to tell its story. A search notes nothing.

use heddle_model::ThreadId;

use crate::state::memory::Address;
use crate::value::Word;

/// What to note.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Default)]
pub enum Recording {
    /// Nothing.
    #[default]
    Off,
    /// What the program says and how its threads come and go.
    Output,
    /// That, and every access to memory.
    All,
}

/// Something that happened.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Event {
    /// A thread read memory.
    Read {
        /// Where.
        address: Address,
        /// How many bytes.
        bytes: u32,
        /// What, if it fits a word.
        value: Option<Word>,
        /// Whether other threads can reach that memory.
        shared: bool,
    },
    /// A thread wrote memory.
    Write {
        /// Where.
        address: Address,
        /// How many bytes.
        bytes: u32,
        /// What, if it fits a word.
        value: Option<Word>,
        /// Whether other threads can reach that memory.
        shared: bool,
    },
    /// The program wrote to a stream.
    Output {
        /// 1 is standard output, 2 standard error.
        stream: i32,
        /// What it wrote.
        bytes: Vec<u8>,
    },
    /// The program left a message for the trace.
    Message(Vec<u8>),
    /// A synchronization operation, in words: `locks m`, `wakes T2`.
    Sync(String),
    /// A nondeterministic choice had this value.
    Chose(u32),
    /// The program took an input that was given.
    Input {
        /// How many bits were asked for.
        bits: u32,
        /// Its value.
        value: u64,
    },
    /// A thread was created.
    Created(ThreadId),
    /// The thread ended.
    Exited,
    /// The process ended with this code.
    Ended(i32),
}
