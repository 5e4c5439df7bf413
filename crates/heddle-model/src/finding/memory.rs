//! Errors in the use of memory.

use std::fmt;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::{Detail, ObjectName};

/// A use of memory against the rules.
#[derive(
    Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize, JsonSchema,
)]
#[serde(tag = "error", rename_all = "kebab-case")]
pub enum MemoryError {
    /// An access through a null pointer.
    NullDereference {
        /// The access.
        access: AccessKind,
        /// Distance from the null pointer.
        offset: u64,
    },
    /// An access through an address of no object.
    UnknownAddress {
        /// The access.
        access: AccessKind,
        /// The address.
        address: u64,
    },
    /// An access through a pointer that nobody wrote.
    UninitializedPointer,
    /// A computed goto to an address that is no label.
    UnknownLabel,
    /// An access to the code of a function.
    FunctionAsData {
        /// The access.
        access: AccessKind,
        /// The function.
        object: ObjectName,
    },
    /// An access that is not within its object.
    OutOfBounds {
        /// The access.
        access: AccessKind,
        /// Number of bytes accessed.
        bytes: u64,
        /// Offset of the first of them in the object.
        offset: i64,
        /// The object.
        object: ObjectName,
        /// Size of the object.
        size: u64,
    },
    /// An access to a heap object that was freed.
    UseAfterFree {
        /// The access.
        access: AccessKind,
        /// The object.
        object: ObjectName,
    },
    /// An access to a variable whose scope has ended.
    UseAfterReturn {
        /// The access.
        access: AccessKind,
        /// The variable.
        object: ObjectName,
    },
    /// A write to a constant.
    ReadOnlyWrite {
        /// The access.
        access: AccessKind,
        /// The constant.
        object: ObjectName,
    },
    /// `memcpy` between ranges that overlap.
    OverlappingCopy {
        /// Number of bytes copied.
        bytes: u64,
    },
    /// An address of no object is freed.
    FreeOfUnknownAddress {
        /// The call that frees it.
        call: FreeingCall,
        /// The address.
        address: u64,
    },
    /// An object is freed that is not on the heap.
    FreeOfOther {
        /// The call that frees it.
        call: FreeingCall,
        /// The object.
        object: ObjectName,
    },
    /// An address inside a heap object is freed.
    FreeInside {
        /// The call that frees it.
        call: FreeingCall,
        /// Offset of the address in the object.
        offset: i64,
        /// The object.
        object: ObjectName,
    },
    /// A heap object is freed that was freed before.
    DoubleFree {
        /// The call that frees it again.
        call: FreeingCall,
    },
    /// A heap object is freed by a call that does not belong to the one that allocated it.
    MismatchedFree {
        /// The call that frees it.
        call: FreeingCall,
        /// The allocator of the object.
        allocator: Allocator,
    },
}

/// A way in which heap objects are allocated.
#[derive(
    Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize, JsonSchema,
)]
#[serde(rename_all = "kebab-case")]
pub enum Allocator {
    /// `malloc` and its kin.
    Malloc,
    /// `new`.
    New,
    /// `new[]`.
    NewArray,
}

/// The kind of an access to memory.
#[derive(
    Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize, JsonSchema,
)]
#[serde(rename_all = "kebab-case")]
pub enum AccessKind {
    /// A read.
    Read,
    /// A write.
    Write,
    /// A call through a pointer.
    Call,
    /// A use of a range that is no single read or write.
    Access,
}

impl AccessKind {
    /// The kind of an access that writes, or only reads.
    pub fn of(writes: bool) -> AccessKind {
        if writes { AccessKind::Write } else { AccessKind::Read }
    }
}

/// A call that frees memory.
#[derive(
    Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize, JsonSchema,
)]
#[serde(rename_all = "kebab-case")]
pub enum FreeingCall {
    /// `free`.
    Free,
    /// `realloc`.
    Realloc,
    /// `delete`.
    Delete,
    /// `delete[]`.
    DeleteArray,
}

impl FreeingCall {
    /// The allocator of objects that it may free.
    pub fn allocator(self) -> Allocator {
        match self {
            FreeingCall::Free | FreeingCall::Realloc => Allocator::Malloc,
            FreeingCall::Delete => Allocator::New,
            FreeingCall::DeleteArray => Allocator::NewArray,
        }
    }
}

impl MemoryError {
    /// The finer kind of the violation.
    pub fn detail(&self) -> Detail {
        match self {
            MemoryError::NullDereference { .. } => Detail::NullDereference,
            MemoryError::UnknownAddress { .. }
            | MemoryError::UninitializedPointer
            | MemoryError::UnknownLabel
            | MemoryError::FunctionAsData { .. } => Detail::WildPointer,
            MemoryError::OutOfBounds { .. } => Detail::OutOfBounds,
            MemoryError::UseAfterFree { .. } => Detail::UseAfterFree,
            MemoryError::UseAfterReturn { .. } => Detail::UseAfterReturn,
            MemoryError::ReadOnlyWrite { .. } => Detail::ReadOnlyWrite,
            MemoryError::OverlappingCopy { .. } => Detail::OverlappingCopy,
            MemoryError::FreeOfUnknownAddress { .. }
            | MemoryError::FreeOfOther { .. }
            | MemoryError::FreeInside { .. } => Detail::InvalidFree,
            MemoryError::DoubleFree { .. } => Detail::DoubleFree,
            MemoryError::MismatchedFree { .. } => Detail::MismatchedFree,
        }
    }
}

impl fmt::Display for MemoryError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            MemoryError::NullDereference { access, offset: 0 } => {
                write!(f, "{access} through a null pointer")
            }
            MemoryError::NullDereference { access, offset } => {
                write!(f, "{access} at offset {offset} of a null pointer")
            }
            MemoryError::UnknownAddress { access, address } => {
                write!(f, "{access} through {address:#x}, which is not the address of any object")
            }
            MemoryError::UninitializedPointer => {
                f.write_str("access through an uninitialized pointer")
            }
            MemoryError::UnknownLabel => {
                f.write_str("computed goto to an address that is no label")
            }
            MemoryError::FunctionAsData { access, object } => {
                write!(f, "{access} of {object} as if it were data")
            }
            MemoryError::OutOfBounds { access, bytes, offset, object, size } => {
                let (bytes, size) = (Bytes(*bytes), Bytes(*size));
                write!(f, "{access} of {bytes} at offset {offset} of {object}, which has {size}")
            }
            MemoryError::UseAfterFree { access, object } => {
                write!(f, "{access} of {object} after it was freed")
            }
            MemoryError::UseAfterReturn { access, object } => {
                write!(f, "{access} of {object} after its scope ended")
            }
            MemoryError::ReadOnlyWrite { access, object } => {
                write!(f, "{access} of {object}, which is constant")
            }
            MemoryError::OverlappingCopy { bytes } => {
                write!(f, "memcpy of {bytes} bytes between ranges that overlap")
            }
            MemoryError::FreeOfUnknownAddress { call, address } => {
                write!(f, "{call} of {address:#x}, which is not the address of any object")
            }
            MemoryError::FreeOfOther { call, object } => {
                write!(f, "{call} of {object}, which was not allocated")
            }
            MemoryError::FreeInside { call, offset, object } => {
                write!(f, "{call} of an address at offset {offset} of {object}")
            }
            MemoryError::DoubleFree { call } => {
                write!(f, "{call} of a heap object that was already freed")
            }
            MemoryError::MismatchedFree { call, allocator } => {
                write!(f, "{call} of a heap object that was allocated by {allocator}")
            }
        }
    }
}

impl fmt::Display for AccessKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            AccessKind::Read => "read",
            AccessKind::Write => "write",
            AccessKind::Call => "call",
            AccessKind::Access => "access",
        })
    }
}

impl fmt::Display for FreeingCall {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            FreeingCall::Free => "free",
            FreeingCall::Realloc => "realloc",
            FreeingCall::Delete => "delete",
            FreeingCall::DeleteArray => "delete[]",
        })
    }
}

impl fmt::Display for Allocator {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Allocator::Malloc => "malloc",
            Allocator::New => "new",
            Allocator::NewArray => "new[]",
        })
    }
}

/// A number of bytes in words.
struct Bytes(u64);

impl fmt::Display for Bytes {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.0 {
            1 => f.write_str("1 byte"),
            bytes => write!(f, "{bytes} bytes"),
        }
    }
}
