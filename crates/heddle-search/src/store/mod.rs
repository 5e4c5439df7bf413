//! Which states were seen.
//!
//! A store numbers states in the order in which they are first inserted,
//! without a gap, so that other tables (parents, depths) can be plain vectors
//! beside it.

mod arena;
mod exact;
mod plain;

pub use exact::ExactStore;
pub use plain::PlainStore;

/// A state's number: how many distinct states were stored before it.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct StateIndex(u32);

impl StateIndex {
    /// The first state stored: the initial one.
    pub const INITIAL: StateIndex = StateIndex(0);

    /// How many states can be numbered.
    pub const CAPACITY: u64 = u32::MAX as u64;

    /// The state with this number.
    ///
    /// # Panics
    /// If there can be no such state; a search ends before that, with the
    /// answer that it reached a limit.
    pub fn new(number: usize) -> StateIndex {
        assert!((number as u64) < StateIndex::CAPACITY, "a state's number should fit 32 bits");
        StateIndex(number as u32)
    }

    /// The number.
    pub fn index(self) -> usize {
        self.0 as usize
    }
}

/// A set of states, each numbered.
///
/// # Contract
/// Exact: two states get the same number if and only if their words are the
/// same. Numbers count up from zero and stay valid.
pub trait VisitedStore {
    /// The number of the state with these words, and whether it was not in the
    /// store before.
    fn insert(&mut self, words: &[u32]) -> (StateIndex, bool);

    /// The words of a stored state.
    fn get(&self, state: StateIndex) -> &[u32];

    /// How many states are stored.
    fn len(&self) -> usize;

    /// Whether no state is stored.
    fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// Bytes allocated.
    fn bytes(&self) -> usize;
}
