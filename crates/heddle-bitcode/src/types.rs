//! The types of a module.

use cranelift_entity::{PrimaryMap, entity_impl};

/// Names a type of a module.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct TypeId(u32);
entity_impl!(TypeId, "type");

/// All types of a module, in the order of the type table.
pub type Types = PrimaryMap<TypeId, Type>;

/// A floating-point format.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Hash)]
pub enum FloatKind {
    /// IEEE binary16.
    Half,
    /// The upper half of a binary32.
    BFloat,
    /// IEEE binary32.
    Single,
    /// IEEE binary64.
    Double,
    /// The 80-bit format of the x87.
    X86Fp80,
    /// IEEE binary128.
    Quad,
    /// A pair of doubles.
    PpcDouble,
}

impl FloatKind {
    /// Number of bits of memory that carry the number (80 for the x87 format, whatever its
    /// alignment).
    pub fn bits(self) -> u32 {
        match self {
            FloatKind::Half | FloatKind::BFloat => 16,
            FloatKind::Single => 32,
            FloatKind::Double => 64,
            FloatKind::X86Fp80 => 80,
            FloatKind::Quad | FloatKind::PpcDouble => 128,
        }
    }
}

/// A type.
#[derive(Clone, PartialEq, Eq, Debug, Hash)]
pub enum Type {
    /// No value.
    Void,
    /// An integer of so many bits.
    Int(u32),
    /// A floating-point number.
    Float(FloatKind),
    /// A pointer in an address space. Bitcode with typed pointers is refused as too
    /// old.
    Pointer(u32),
    /// So many elements in a row.
    Array(u64, TypeId),
    /// A SIMD vector.
    Vector {
        /// Number of elements (the least number, if scalable).
        len: u32,
        /// Element type.
        element: TypeId,
        /// True if the real length is a multiple known only at run time.
        scalable: bool,
    },
    /// A structure.
    Struct {
        /// Its name, unless it is a literal type.
        name: Option<String>,
        /// Its fields; none if it is opaque.
        fields: Vec<TypeId>,
        /// True if it has no padding.
        packed: bool,
        /// True if its fields are unknown.
        opaque: bool,
    },
    /// A function.
    Function {
        /// Type of the result.
        result: TypeId,
        /// Its fixed parameters.
        params: Vec<TypeId>,
        /// True if more arguments may follow.
        variadic: bool,
    },
    /// A basic block.
    Label,
    /// Metadata as a value.
    Metadata,
    /// A token.
    Token,
    /// An x86 MMX register.
    X86Mmx,
    /// An x86 AMX tile.
    X86Amx,
    /// A target's own type.
    Target(String),
}
