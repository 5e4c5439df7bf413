//! The bitstream container: bits, abbreviations, blocks and records.
//!
//! The whole file is parsed into a tree of blocks first. That costs some memory,
//! but lets the layers above look at blocks in the order in which they need them
//! (names come last in the file), and every record knows its byte offset.
//!
//! The bits come from the cursor of the `llvm-bitcode` crate. Its block and
//! record iterators are not used: on corrupt input they assert, recurse once for each
//! abbreviation, reserve memory for counts that the file makes up, and they do
//! not tell where they are.

mod abbreviation;
mod bits;
mod block;
mod record;

pub(crate) use bits::Bits;
pub(crate) use block::{Block, parse};
pub(crate) use record::{Fields, Record, signed, text};

/// Blocks nest four deep in what LLVM writes; a little more is allowed.
const MAX_DEPTH: u32 = 8;
