//! The objects there are, on whatever path.

use std::collections::BTreeMap;

use super::addressing::{Addressing, BIAS, INDEX_BITS, OFFSET_BITS};

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
    /// Bytes on either side of it whose addresses name it, in a 32-bit program.
    pub(crate) margin: u32,
    /// True if it must not be written.
    pub(crate) constant: bool,
}

/// True for the numbers of pointers that have left the range of their object's number.
pub(super) fn is_nowhere(number: u32) -> bool {
    number >> INDEX_BITS == u32::MAX >> INDEX_BITS
}

/// All objects of a program that is executed, by their addresses.
#[derive(Clone, Debug, Default)]
pub(crate) struct Directory {
    addressing: Addressing,
    info: Vec<ObjectInfo>,
    /// By the first of the addresses that name them.
    by_address: BTreeMap<u64, ObjectId>,
}

impl Directory {
    /// A directory without objects.
    pub(crate) fn new(addressing: Addressing) -> Directory {
        Directory { addressing, ..Directory::default() }
    }

    /// The data model.
    pub(crate) fn addressing(&self) -> Addressing {
        self.addressing
    }

    /// An object that is new. No address may name another one, too: objects that are made on
    /// different paths are different objects.
    ///
    /// # Panics
    ///
    /// If the address is not that of an object, or names another; if the object is too large.
    pub(crate) fn add(&mut self, info: ObjectInfo) -> ObjectId {
        let id = ObjectId(self.info.len() as u32);
        let largest = self.addressing.largest_object();
        assert!(info.size <= largest, "objects should be of at most {largest} bytes");
        let window = self.addressing.window(&info);
        match self.addressing {
            Addressing::Numbered => {
                let number = (info.base >> OFFSET_BITS) as u32;
                assert!(number != 0 && !is_nowhere(number), "an object's number should be one");
                assert_eq!(info.base & 0xffff_ffff, BIAS, "a base address should be one");
            }
            Addressing::Flat => {
                assert!(*window.end() <= u32::MAX.into(), "an address should have 32 bits");
            }
        }
        for end in [*window.start(), *window.end()] {
            assert_eq!(self.at(end), None, "no address should name two objects");
        }
        self.by_address.insert(*window.start(), id);
        self.info.push(info);
        id
    }

    /// Attributes of an object.
    pub(crate) fn info(&self, id: ObjectId) -> &ObjectInfo {
        &self.info[id.index()]
    }

    /// The object that an address names: it points into the object, or near it.
    pub(crate) fn at(&self, address: u64) -> Option<ObjectId> {
        let (_, &object) = self.by_address.range(..=address).next_back()?;
        self.addressing.window(self.info(object)).contains(&address).then_some(object)
    }

    /// The addresses that name an object.
    pub(super) fn window(&self, id: ObjectId) -> std::ops::RangeInclusive<u64> {
        self.addressing.window(self.info(id))
    }

    /// The number in the object's addresses, in a 64-bit program.
    pub(super) fn number(&self, id: ObjectId) -> u32 {
        (self.info(id).base >> OFFSET_BITS) as u32
    }

    /// Number of objects.
    pub(crate) fn count(&self) -> usize {
        self.info.len()
    }
}
