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
        /// The damage.
        damage: HeapDamage,
        /// The address that was given back.
        address: u64,
    },
    /// A synchronization object was used against its contract.
    Misuse {
        /// The use, and why it is wrong.
        misuse: Misuse,
        /// The address of the object.
        object: u64,
    },
    /// A C++ exception leaves the last function that could have caught it, or one that must not throw.
    /// The first text of the board is the name of its type, as the linker has it.
    Uncaught,
    /// `std::terminate` was called, while no exception was handled.
    Terminate,
    /// Something was called that cannot be followed. The first text of the board is its name.
    Unsupported,
    /// The run does not count, since it contradicts an assumption.
    Abandoned,
    /// A function was called that marks an error. The first text of the board is its name.
    ErrorCall,
    /// A limit of the library was reached. The first text of the board says which.
    Limit,
}

/// Declares an enumeration, and finds the variant of a number.
macro_rules! numbered {
    ($(#[$doc:meta])+ $name:ident { $($(#[$variant_doc:meta])+ $variant:ident,)+ }) => {
        $(#[$doc])+
        #[derive(Clone, Copy, PartialEq, Eq, Debug)]
        #[repr(u8)]
        pub enum $name {
            $($(#[$variant_doc])+ $variant,)+
        }

        impl $name {
            fn of_number(number: u8) -> Option<$name> {
                [$($name::$variant,)+].get(usize::from(number)).copied()
            }
        }
    };
}

numbered! {
    /// The call that gave memory back.
    FreeingCall {
        /// `free`.
        Free,
        /// `realloc`.
        Realloc,
    }
}

numbered! {
    /// The way in which memory is damaged.
    DamageKind {
        /// A block was given back before.
        DoubleFree,
        /// The address is within a block, so many bytes behind its beginning.
        Inside,
        /// The address is that of no block.
        Unknown,
        /// A byte behind the block was written, so many bytes behind its beginning.
        Overrun,
    }
}

/// Damage of the heap.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct HeapDamage {
    /// Its kind.
    pub kind: DamageKind,
    /// The call that has found it.
    pub call: FreeingCall,
    /// Bytes from the beginning of the block.
    pub offset: u64,
    /// Bytes of the block.
    pub bytes: u64,
}

numbered! {
    /// A use of a synchronization object.
    MisuseAction {
        /// It is used.
        Use,
        /// It is initialized.
        Initialize,
        /// It is destroyed.
        Destroy,
        /// It is given back.
        Unlock,
        /// It is the mutex that a wait for a condition goes with.
        WaitWith,
    }
}

numbered! {
    /// The reason why it is wrong.
    MisuseReason {
        /// It was destroyed.
        Destroyed,
        /// It was never initialized.
        NotInitialized,
        /// Somebody has it.
        Locked,
        /// Nobody has it.
        NotLocked,
        /// The thread does not have it.
        NotHeld,
        /// The thread with this number has it.
        HeldBy,
        /// The thread with this number waits for it.
        AwaitedBy,
        /// So many threads wait for it.
        AwaitedByMany,
    }
}

numbered! {
    /// A kind of synchronization object.
    ObjectKind {
        /// A mutex.
        Mutex,
        /// A condition variable.
        Condition,
        /// A read-write lock.
        Rwlock,
        /// A semaphore.
        Semaphore,
        /// A spin lock.
        Spinlock,
        /// A barrier.
        Barrier,
    }
}

/// A misuse of a synchronization object.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Misuse {
    /// The use.
    pub action: MisuseAction,
    /// The kind of the object.
    pub kind: ObjectKind,
    /// The reason why it is wrong.
    pub reason: MisuseReason,
    /// The number that belongs to the reason.
    pub number: u32,
}

impl Misuse {
    fn to_word(self) -> u64 {
        let Misuse { action, kind, reason, number } = self;
        action as u64 | (kind as u64) << 8 | (reason as u64) << 16 | u64::from(number) << 32
    }

    fn from_word(word: u64) -> Option<Misuse> {
        let [action, kind, reason, ..] = word.to_le_bytes();
        Some(Misuse {
            action: MisuseAction::of_number(action)?,
            kind: ObjectKind::of_number(kind)?,
            reason: MisuseReason::of_number(reason)?,
            number: (word >> 32) as u32,
        })
    }
}

impl Trouble {
    /// Number of words.
    pub const WORDS: usize = 4;

    /// The words that stand for it.
    pub fn to_words(self) -> [u64; Trouble::WORDS] {
        match self {
            Trouble::Assertion { line } => [0, u64::from(line), 0, 0],
            Trouble::Signal { number, address } => [1, u64::from(number), address, 0],
            Trouble::Heap { damage: HeapDamage { kind, call, offset, bytes }, address } => {
                let kinds = 2 | (kind as u64) << 8 | (call as u64) << 16;
                [kinds, address, offset, bytes]
            }
            Trouble::Misuse { misuse, object } => [3, misuse.to_word(), object, 0],
            Trouble::Unsupported => [4, 0, 0, 0],
            Trouble::Limit => [5, 0, 0, 0],
            Trouble::Uncaught => [6, 0, 0, 0],
            Trouble::Terminate => [7, 0, 0, 0],
            Trouble::Abandoned => [8, 0, 0, 0],
            Trouble::ErrorCall => [9, 0, 0, 0],
        }
    }

    /// The trouble that words stand for, if they do for any.
    pub fn from_words([kinds, first, second, third]: [u64; Trouble::WORDS]) -> Option<Trouble> {
        let [number, kind, call, ..] = kinds.to_le_bytes();
        Some(match number {
            0 => Trouble::Assertion { line: first as u32 },
            1 => Trouble::Signal { number: first as u32, address: second },
            2 => {
                let (kind, call) = (DamageKind::of_number(kind)?, FreeingCall::of_number(call)?);
                let damage = HeapDamage { kind, call, offset: second, bytes: third };
                Trouble::Heap { damage, address: first }
            }
            3 => Trouble::Misuse { misuse: Misuse::from_word(first)?, object: second },
            4 => Trouble::Unsupported,
            5 => Trouble::Limit,
            6 => Trouble::Uncaught,
            7 => Trouble::Terminate,
            8 => Trouble::Abandoned,
            9 => Trouble::ErrorCall,
            _ => return None,
        })
    }
}
