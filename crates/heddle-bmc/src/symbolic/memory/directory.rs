//! The objects there are, on whatever path.
//!
//! Addresses are the machine's, of a 64-bit program: an object's number above, an
//! offset below to which [`BIAS`] is added, so that a pointer somewhat before its object still has
//! the object's number.

use std::collections::HashMap;

use foldhash::fast::FixedState;
use heddle_program::limits::LARGEST_OBJECT;

/// An object.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub(crate) struct ObjectId(pub(crate) u32);

impl ObjectId {
    /// Its number among all.
    pub(crate) fn index(self) -> usize {
        self.0 as usize
    }
}

/// Kind of an object.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum ObjectKind {
    /// A global variable.
    Global,
    /// A thread's instance of a thread-local variable.
    ThreadLocal,
    /// A local variable, or arguments that are in memory.
    Stack,
    /// Memory of `malloc` and its kin.
    Heap,
    /// A function; it has an address but no bytes.
    Function,
}

/// Attributes of an object that never change.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct ObjectInfo {
    /// Bytes of it.
    pub(crate) size: u32,
    /// Its kind.
    pub(crate) kind: ObjectKind,
    /// The address of its first byte.
    pub(crate) base: u64,
    /// True if it must not be written.
    pub(crate) constant: bool,
}

/// The low half of a base address.
pub(crate) const BIAS: u64 = 0x1000_0000;
/// Bits of an address below the object's number.
pub(crate) const OFFSET_BITS: u32 = 32;

/// Bits of a number below those that are all set in numbers that name no object.
pub(crate) const INDEX_BITS: u32 = 20;

/// True for the numbers of pointers that have left the range of their object's number.
pub(super) fn is_nowhere(number: u32) -> bool {
    number >> INDEX_BITS == u32::MAX >> INDEX_BITS
}

/// All objects of a program that is executed, by their numbers.
#[derive(Clone, Debug, Default)]
pub(crate) struct Directory {
    info: Vec<ObjectInfo>,
    by_number: HashMap<u32, ObjectId, FixedState>,
}

impl Directory {
    /// An object that is new. No other may have the same number above in its address: objects that
    /// are made on different paths are different objects.
    ///
    /// # Panics
    ///
    /// If the number is the null pointer's or nobody's, or an object has it; if the address is
    /// not that of a first byte, or the object is too large.
    pub(crate) fn add(&mut self, info: ObjectInfo) -> ObjectId {
        let id = ObjectId(self.info.len() as u32);
        let number = (info.base >> OFFSET_BITS) as u32;
        assert!(number != 0 && !is_nowhere(number), "an object's number should be one");
        assert_eq!(info.base & 0xffff_ffff, BIAS, "a base address should be one");
        assert!(info.size <= LARGEST_OBJECT, "objects should be of at most {LARGEST_OBJECT} bytes");
        let before = self.by_number.insert(number, id);
        assert!(before.is_none(), "no two objects should have one number");
        self.info.push(info);
        id
    }

    /// Attributes of an object.
    pub(crate) fn info(&self, id: ObjectId) -> &ObjectInfo {
        &self.info[id.index()]
    }

    /// The object that an address with this number above points to, wherever in it or near it.
    pub(crate) fn numbered(&self, number: u32) -> Option<ObjectId> {
        self.by_number.get(&number).copied()
    }

    /// The number in the object's addresses.
    pub(crate) fn number(&self, id: ObjectId) -> u32 {
        (self.info(id).base >> OFFSET_BITS) as u32
    }

    /// Number of objects.
    pub(crate) fn count(&self) -> usize {
        self.info.len()
    }
}
