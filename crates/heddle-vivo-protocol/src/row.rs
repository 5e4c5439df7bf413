//! Conditions of threads, as rows of words.

use crate::{Operation, OperationKind};

/// The condition of a thread.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[repr(u8)]
pub enum Status {
    /// It is about to make its operation, now or later.
    Active,
    /// It has ended, and nobody has joined it.
    Exited,
    /// It has ended and was joined, or ended detached.
    Gone,
}

impl Status {
    const ALL: [Status; 3] = [Status::Active, Status::Exited, Status::Gone];
}

/// The condition of a thread, and its next operation.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Row {
    /// Its condition.
    pub status: Status,
    /// True if nobody will join it.
    pub is_detached: bool,
    /// True if it has been woken, where it waits for that.
    pub is_woken: bool,
    /// The number of ways in which it can make its operation now; none if it cannot.
    pub alternatives: u16,
    /// It is in a section in which no other thread runs, as long as it can go on.
    pub is_in_section: bool,
    /// Its operation would leave what it writes as it is now.
    pub changes_nothing: bool,
    /// Its next operation; its last, if it has ended.
    pub operation: Operation,
    /// The thread that keeps it from going on, if it is one.
    pub holder: Option<u16>,
    /// The thread that created it; itself, for the first.
    pub creator: u16,
    /// The address of the function that it began with.
    pub entry: u64,
}

impl Row {
    /// Number of words.
    pub const WORDS: usize = 7;

    /// The words that stand for it.
    pub fn to_words(&self) -> [u64; Row::WORDS] {
        let Row { status, is_detached, is_woken, is_in_section, changes_nothing, .. } = *self;
        let Row { alternatives, operation, holder, creator, entry, .. } = *self;
        let Operation { kind, object, second, bytes, site } = operation;
        let holder = holder.map_or(0, |holder| u64::from(holder) + 1);
        let head = status as u64
            | u64::from(is_detached) << 8
            | u64::from(is_woken) << 9
            | u64::from(is_in_section) << 10
            | u64::from(changes_nothing) << 11
            | u64::from(kind.number()) << 16
            | u64::from(alternatives) << 32;
        let relations = holder | u64::from(creator) << 32;
        [head, object, second, u64::from(bytes), site, relations, entry]
    }

    /// The row that words stand for, if they do for any.
    pub fn from_words(words: [u64; Row::WORDS]) -> Option<Row> {
        let [head, object, second, bytes, site, relations, entry] = words;
        let kind = OperationKind::of_number((head >> 16) as u8)?;
        let holder = (relations as u32).checked_sub(1).map(|holder| holder as u16);
        Some(Row {
            status: *Status::ALL.get(usize::from(head as u8))?,
            is_detached: head >> 8 & 1 != 0,
            is_woken: head >> 9 & 1 != 0,
            is_in_section: head >> 10 & 1 != 0,
            changes_nothing: head >> 11 & 1 != 0,
            alternatives: (head >> 32) as u16,
            operation: Operation { kind, object, second, bytes: bytes as u32, site },
            holder,
            creator: (relations >> 32) as u16,
            entry,
        })
    }
}
