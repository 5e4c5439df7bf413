//! Objects: what a pointer can point into.

use heddle_model::Allocator;
use heddle_program::{AllocaId, ExternId, FuncId, GlobalId};

/// Owner of objects: a space in which they are numbered.
///
/// `0` holds what the program has from the start. Heap objects are in odd spaces, so
/// that their numbers and those of stack objects do not depend on each other: `1` is
/// the heap that belongs to no thread, `2t + 3` that of thread `t`, whose other
/// objects are in `2t + 2`.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub(crate) struct Owner(pub(crate) u32);

impl Owner {
    /// Objects that the program has from the start.
    pub(crate) const STATIC: Owner = Owner(0);
    /// The heap that belongs to no thread; see [`crate::reduction::heap_symmetry`].
    pub(crate) const HEAP: Owner = Owner(1);

    /// True if its objects are heap objects.
    pub(crate) fn is_heap(self) -> bool {
        self.0 & 1 != 0
    }

    /// True if its objects are the variables of a thread other than `main`, or known to none
    /// before it.
    pub(crate) fn is_of_started_thread(self) -> bool {
        self.0 >= 4
    }
}

/// Kind of an object.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum ObjectKind {
    /// A global variable.
    Global(GlobalId),
    /// A thread's instance of a thread-local variable.
    ThreadLocal(GlobalId),
    /// A function; it has an address but no bytes.
    Function(FuncId),
    /// A function that the program does not define.
    Extern(ExternId),
    /// Memory of `malloc` and its kin, or of `new`.
    Heap(Allocator),
    /// A local variable, or memory of `alloca`.
    Stack(FuncId, AllocaId),
    /// The variable arguments of a call.
    VarArgs,
    /// A structure passed by value.
    ByValue,
    /// The program's arguments.
    Arguments,
}

impl ObjectKind {
    /// True of a heap object.
    #[inline]
    pub(crate) fn is_heap(self) -> bool {
        matches!(self, ObjectKind::Heap(_))
    }
}

/// Flags of an object.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(crate) struct Flags(pub(crate) u8);

impl Flags {
    /// More than one thread may know its address.
    pub(crate) const SHARED: u8 = 1;
    /// It must not be written.
    pub(crate) const CONSTANT: u8 = 2;
    /// A pointer to it was stored in memory.
    pub(crate) const STORED: u8 = 4;
    /// Its address was computed with, or taken apart.
    pub(crate) const PINNED: u8 = 8;
    /// Its life is over.
    pub(crate) const DEAD: u8 = 16;
    /// It is outside its lifetime markers, and may come back.
    pub(crate) const DORMANT: u8 = 32;
    /// It is declared but defined nowhere, or heddle cannot make its content.
    pub(crate) const MISSING: u8 = 64;
    /// A heap object whose address was held as an integer, or compared with that of
    /// another: it keeps its number. Set only where others are renamed.
    pub(crate) const FIXED: u8 = 128;

    /// True if any of `bits` is set.
    #[inline]
    pub(crate) fn any(self, bits: u8) -> bool {
        self.0 & bits != 0
    }
}

/// An object. Its bytes are `block[start .. start + size]`.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Object {
    /// Its owner.
    pub(crate) owner: Owner,
    /// Its number there (or position in the region, in a 32-bit program).
    pub(crate) key: u32,
    /// Its size in bytes.
    pub(crate) size: u32,
    /// Its kind.
    pub(crate) kind: ObjectKind,
    /// Its flags.
    pub(crate) flags: Flags,
    /// Block of its bytes.
    pub(crate) block: u32,
    /// Their start in the block.
    pub(crate) start: u32,
    /// Address of its first byte.
    pub(crate) base: u64,
}

impl Object {
    /// True if another thread may notice an access to it.
    #[inline]
    pub(crate) fn is_visible(&self) -> bool {
        self.flags.0 & (Flags::SHARED | Flags::CONSTANT) == Flags::SHARED
    }

    /// True if its life is over, or interrupted.
    #[inline]
    pub(crate) fn is_dead(&self) -> bool {
        self.flags.any(Flags::DEAD | Flags::DORMANT)
    }
}
