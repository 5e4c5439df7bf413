//! Layouts of the C library's synchronization objects.
//!
//! Their state lives in their own bytes, where glibc has it, so that static
//! initializers work and copying or clearing an object means what it means in C.

use heddle_model::{Finding, Misuse};

use crate::Machine;
use crate::fault::Fault;
use crate::state::memory::{Access, Address, Addressing};
use crate::value::Word;

/// A 32-bit field of a synchronization object.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Field {
    /// A mutex: 0 or 1.
    MutexLock,
    /// A mutex: how often its owner holds it.
    MutexCount,
    /// A mutex: its owner's number plus one.
    MutexOwner,
    /// A mutex: its kind.
    MutexKind,
    /// The first word of an object that needs one word: a semaphore's value, a spin
    /// lock's owner plus one, the phase of a `pthread_once_t`, whether a condition
    /// variable was destroyed.
    First,
    /// A read-write lock: number of readers.
    Readers,
    /// A read-write lock: the writer's number plus one.
    Writer,
    /// A read-write lock: whether it was destroyed.
    RwlockDestroyed,
    /// A read-write lock: whom it prefers, in the lowest byte.
    RwlockKind,
    /// A barrier: how many it waits for.
    BarrierSize,
    /// A barrier: how many have come.
    BarrierArrived,
}

impl Field {
    fn offset(self, addressing: Addressing) -> u64 {
        match (self, addressing) {
            (Field::First | Field::MutexLock | Field::Readers | Field::BarrierSize, _) => 0,
            (Field::MutexCount | Field::Writer | Field::BarrierArrived, _) => 4,
            (Field::MutexOwner | Field::RwlockDestroyed, _) => 8,
            (Field::MutexKind, Addressing::Numbered) => 16,
            (Field::MutexKind, Addressing::Flat) => 12,
            (Field::RwlockKind, Addressing::Numbered) => 48,
            (Field::RwlockKind, Addressing::Flat) => 24,
        }
    }
}

/// The value that a destroyed object has in its kind, or first word.
pub(super) const DESTROYED: u32 = u32::MAX;

impl Machine<'_> {
    /// The address of a field of the object at `address`.
    pub(super) fn field_address(&self, address: Address, field: Field) -> Address {
        self.pointer_add(address, field.offset(self.state.memory.addressing))
    }

    /// A field of the object at `address`: also looked at to know if a thread may go on.
    #[inline]
    pub(super) fn field(&self, address: Address, field: Field) -> Result<u32, Fault> {
        let access = Access::inspection(self.field_address(address, field), 4);
        match self.state.memory.check(access) {
            Ok(range) => match self.state.memory.read(access, &range) {
                Word { bits, undef: 0 } => Ok(bits as u32),
                _ => Err(never_initialized()),
            },
            Err(fault) => Err(access.refused(fault)),
        }
    }

    /// Writes a field of the object at `address`, in an operation of a thread.
    pub(super) fn set_field(
        &mut self,
        t: usize,
        address: Address,
        field: Field,
        value: u32,
    ) -> Result<(), Fault> {
        let at = self.field_address(address, field);
        let access = Access::synchronization(t, at, 4);
        let range = self.state.memory.check(access).map_err(|fault| access.refused(fault))?;
        self.state.memory.write(access, &range, Word::new(value.into()), false);
        Ok(())
    }
}

#[cold]
fn never_initialized() -> Fault {
    Fault::bug(Finding::LockMisuse(Misuse::Uninitialized))
}
