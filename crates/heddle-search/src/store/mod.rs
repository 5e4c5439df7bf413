//! Stores of visited states.
//!
//! | store | keeps | a state may be missed |
//! | --- | --- | --- |
//! | [`ExactStore`] | the words, as a tree of shared pairs | no |
//! | [`PlainStore`] | the words, in a map | no |
//! | [`HashStore`] | 64 bits of hash | with a chance that is told |
//! | [`BitStore`] | three bits | with a chance that is told |
//!
//! All are shared by the workers and take `&self`.

mod bitstate;
mod exact;
mod hash64;
mod plain;

pub(crate) use bitstate::{BitField, BitStore, HASHES};
pub(crate) use exact::ExactStore;
pub(crate) use hash64::HashStore;
pub(crate) use plain::PlainStore;

use std::hash::BuildHasher;
use std::io::{self, Read, Write};

use heddle_model::Omission;

/// A state's number in a store. Numbers are unique, and nearly dense.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct StateId(pub(crate) u32);

impl StateId {
    /// As a number.
    #[inline]
    pub fn index(self) -> usize {
        self.0 as usize
    }

    /// Number of states that can be numbered, with room for what several workers
    /// add before they notice.
    pub(crate) const CAPACITY: u64 = u32::MAX as u64 - 1024;
}

/// A state as a row of words.
#[derive(Clone, Copy)]
pub(crate) struct Row<'a> {
    /// Everything: what the state can be loaded from.
    pub(crate) full: &'a [u32],
    /// The words that tell it from others, if they are fewer.
    pub(crate) matched: Option<&'a [u32]>,
}

impl<'a> Row<'a> {
    /// The words that tell the state from others.
    pub(crate) fn key(self) -> &'a [u32] {
        self.matched.unwrap_or(self.full)
    }
}

/// The result of an insertion.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Insertion {
    /// True if the state was not there before.
    pub(crate) is_new: bool,
    /// Its number, if the store gives numbers (to this state).
    pub(crate) state: Option<StateId>,
}

/// A set of states that workers share.
///
/// # Contract
/// - Of all insertions of rows with the same key, exactly one is new (a
///   [`BitStore`] may have more, when they come at the same time).
/// - The parent that came with it, or was set since, can be asked for.
pub(crate) trait StateStore: Sync {
    /// Buffers of one worker.
    type Buffers: Default + Send;

    /// Adds a state to which a run through `parent` led.
    fn insert(&self, row: Row, parent: Option<StateId>, buffers: &mut Self::Buffers) -> Insertion;

    /// The number of a state, if it is there and has one.
    fn find(&self, row: Row, buffers: &mut Self::Buffers) -> Option<StateId>;

    /// True if states can be [loaded](Self::load) from the store. Otherwise they must
    /// be carried along.
    fn keeps_words(&self) -> bool;

    /// Writes all words of a state to `words`.
    fn load(&self, state: StateId, words: &mut Vec<u32>, buffers: &mut Self::Buffers);

    /// The state before the last step to a state; none for the initial one.
    fn parent(&self, state: StateId) -> Option<StateId>;

    /// A better run led to the state.
    fn set_parent(&self, state: StateId, parent: Option<StateId>);

    /// Bytes allocated.
    fn bytes(&self) -> u64;

    /// An estimate of the new states that were taken for known ones; none if that is
    /// impossible.
    fn omission(&self) -> Option<Omission>;

    /// Writes all states. Nobody may be inserting.
    fn write_to(&self, out: &mut dyn Write) -> io::Result<()>;

    /// Reads what was written into an empty store: everything has the number it had.
    fn read_from(&self, input: &mut dyn Read) -> io::Result<()>;

    /// Keeps new states as a few bits of `field` from now on; false if the store
    /// cannot.
    fn overflow_into(&self, field: BitField) -> bool {
        let _ = field;
        false
    }
}

/// A parent as a number.
fn note_of(parent: Option<StateId>) -> u32 {
    parent.map_or(u32::MAX, |parent| parent.0)
}

/// The parent that a number tells.
fn parent_of(note: u32) -> Option<StateId> {
    (note != u32::MAX).then_some(StateId(note))
}

/// A hash that is the same in every run.
fn hash_of(words: &[u32]) -> u64 {
    foldhash::quality::FixedState::with_seed(0x7370_756e).hash_one(words)
}
