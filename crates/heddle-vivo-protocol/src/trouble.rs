//! Ends of runs in which something goes wrong, or cannot be followed, as the library sees them.

/// Something that ends a run.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Trouble {
    /// An assertion failed. The texts of the board are the assertion, the file and the function.
    Assertion {
        /// Line of the assertion.
        line: u32,
    },
    /// A signal came that ends the process.
    Signal {
        /// Its number.
        number: u32,
        /// The address that was accessed, for those that are about one.
        address: u64,
    },
    /// Memory was given back that is not in use, or was overrun.
    Heap {
        /// The kind of damage.
        damage: u32,
        /// The address of the block.
        address: u64,
    },
    /// A synchronization object was used against its contract.
    Misuse {
        /// The kind of misuse.
        misuse: Misuse,
        /// The address of the object.
        object: u64,
    },
    /// Something was called that cannot be followed. The first text of the board is its name.
    Unsupported,
    /// A limit of the library was reached. The first text of the board says which.
    Limit,
}

/// A misuse of a synchronization object.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[repr(u8)]
pub enum Misuse {
    /// A lock is given back that nobody holds.
    NotLocked,
    /// A lock is given back that another thread holds.
    NotOwner,
    /// An object is used that was destroyed.
    Destroyed,
    /// A lock is destroyed that a thread holds.
    DestroyedLocked,
    /// An object is destroyed at which threads wait.
    DestroyedAwaited,
    /// A thread is joined that is detached or was joined.
    NotJoinable,
}

impl Misuse {
    const ALL: [Misuse; 6] = [
        Misuse::NotLocked,
        Misuse::NotOwner,
        Misuse::Destroyed,
        Misuse::DestroyedLocked,
        Misuse::DestroyedAwaited,
        Misuse::NotJoinable,
    ];
}

impl Trouble {
    /// The words that stand for it.
    pub fn to_words(self) -> [u64; 3] {
        match self {
            Trouble::Assertion { line } => [0, u64::from(line), 0],
            Trouble::Signal { number, address } => [1, u64::from(number), address],
            Trouble::Heap { damage, address } => [2, u64::from(damage), address],
            Trouble::Misuse { misuse, object } => [3, misuse as u64, object],
            Trouble::Unsupported => [4, 0, 0],
            Trouble::Limit => [5, 0, 0],
        }
    }

    /// The trouble that words stand for, if they do for any.
    pub fn from_words([kind, first, second]: [u64; 3]) -> Option<Trouble> {
        Some(match kind {
            0 => Trouble::Assertion { line: first as u32 },
            1 => Trouble::Signal { number: first as u32, address: second },
            2 => Trouble::Heap { damage: first as u32, address: second },
            3 => Trouble::Misuse { misuse: *Misuse::ALL.get(first as usize)?, object: second },
            4 => Trouble::Unsupported,
            5 => Trouble::Limit,
            _ => return None,
        })
    }
}
