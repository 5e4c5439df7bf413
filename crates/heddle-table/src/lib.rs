//! Hash-consing tables that many workers share.
//!
//! Each table gives equal content equal ids and different content different ids, on
//! whichever thread it is asked: a hash only finds candidates, the content decides.
//! Nothing is ever changed or removed, so an id stays good for the life of its table.
//!
//! - [`ByteTable`]: byte strings.
//! - [`PairTable`]: pairs of numbers; [`NotedPairTable`] keeps a number beside each.
//! - [`TreeTable`]: rows of numbers, as trees of pairs that share their subtrees.
//!
//! All of them are an `Arena`, where entries are written once and stay, and an
//! [`Index`], which finds them by hash. All can be written to a [`stream`] and read from it
//! into an empty table, in which everything has the id that it had.

mod arena;
mod bytes;
mod index;
mod pair;
pub mod stream;
mod tree;

#[cfg(test)]
mod stress;

pub use bytes::ByteTable;
pub use index::{Index, NO_ID, View};
pub use pair::{NotedPairTable, PairTable};
pub use tree::{TreeCursor, TreeTable};
