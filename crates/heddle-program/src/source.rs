//! The source map: locations of code, and its variables.

use cranelift_entity::{PrimaryMap, entity_impl};

use crate::{Pc, Slot};

/// Names a source file.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct FileId(u32);
entity_impl!(FileId, "file");

/// Names a location.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct LocationId(u32);
entity_impl!(LocationId, "loc");

/// Names a scope.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct ScopeId(u32);
entity_impl!(ScopeId, "scope");

/// Names a type of the source language.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct DebugTypeId(u32);
entity_impl!(DebugTypeId, "ty");

/// Files, locations, scopes and types of a program.
#[derive(Clone, Debug, Default)]
pub struct SourceMap {
    /// Files.
    pub files: PrimaryMap<FileId, SourceFile>,
    /// Locations.
    pub locations: PrimaryMap<LocationId, Location>,
    /// Scopes.
    pub scopes: PrimaryMap<ScopeId, Scope>,
    /// Types.
    pub types: PrimaryMap<DebugTypeId, DebugType>,
    /// Variables of static storage that are not in the program's memory.
    pub absent: Vec<AbsentVariable>,
    /// The enumerators of all enumerations of the user's.
    pub enumerators: Vec<Enumerator>,
}

/// A variable of static storage that has no memory: the optimizer removed it, or the program
/// does without the part of the source that has it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct AbsentVariable {
    /// Its name in the source, qualified.
    pub name: String,
    /// Its type.
    pub ty: Option<DebugTypeId>,
    /// Location of its definition.
    pub location: Option<LocationId>,
    /// The bits of its value, if it is a constant.
    pub value: Option<u64>,
}

/// A name of a value of an enumeration. Where the source can say both, there are both
/// `ns::RED` and `ns::colour::RED`.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Enumerator {
    /// Its name in the source, qualified.
    pub name: String,
    /// Its value.
    pub value: i128,
    /// The enumeration.
    pub ty: DebugTypeId,
    /// File in which the enumeration is defined.
    pub file: Option<FileId>,
}

/// A source file.
#[derive(Clone, PartialEq, Eq, Debug, Hash)]
pub struct SourceFile {
    /// Its path as the compiler was given it.
    pub path: String,
    /// Directory that a relative path starts from.
    pub directory: String,
}

impl SourceFile {
    /// True of a header of the C++ library, which is in a folder `c++` among those of headers.
    pub fn is_library(&self) -> bool {
        let after = self.path.split_once("/include/").map(|(_, after)| after);
        after.is_some_and(|after| after.starts_with("c++/") || after.contains("/c++/"))
    }
}

impl SourceMap {
    /// True if a location is in a header of the C++ library.
    pub fn is_in_library(&self, id: LocationId) -> bool {
        self.files[self.locations[id].file].is_library()
    }

    /// The innermost location, of one and those that it is inlined at, that is not in the C++
    /// library; the outermost, if all are.
    pub fn outside_library(&self, mut id: LocationId) -> LocationId {
        while let Some(outer) = self.locations[id].inlined_at.filter(|_| self.is_in_library(id)) {
            id = outer;
        }
        id
    }
}

/// A place in the source.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Hash)]
pub struct Location {
    /// File.
    pub file: FileId,
    /// Line, zero if the compiler made the code up.
    pub line: u32,
    /// Column, zero if unknown.
    pub column: u32,
    /// Innermost scope.
    pub scope: ScopeId,
    /// Location at which that scope's function was inlined.
    pub inlined_at: Option<LocationId>,
}

/// A scope.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Scope {
    /// Enclosing scope (within the same function).
    pub parent: Option<ScopeId>,
    /// Its kind.
    pub kind: ScopeKind,
}

/// Kind of a scope.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum ScopeKind {
    /// A function, with its name in the source.
    Function {
        /// Its name.
        name: String,
    },
    /// A block in braces.
    Block,
}

/// A local variable or parameter.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Variable {
    /// Its name.
    pub name: String,
    /// Its scope.
    pub scope: ScopeId,
    /// Location at which that scope was inlined, if it was.
    pub inlined_at: Option<LocationId>,
    /// Its type.
    pub ty: Option<DebugTypeId>,
    /// For a parameter, its number from one.
    pub argument: u32,
    /// Line of its declaration.
    pub line: u32,
    /// Its places, in ranges of code. Outside them its value is unknown.
    pub ranges: Vec<VariableRange>,
}

/// A range of code and where a variable lives in it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct VariableRange {
    /// From this instruction on,
    pub from: Pc,
    /// up to but not including this one.
    pub to: Pc,
    /// Its place.
    pub place: VariablePlace,
}

/// Place of a variable.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum VariablePlace {
    /// In memory, at the address that the slot holds plus an offset.
    Memory(Slot, i64),
    /// Its value is in slots from this one on, laid out as its type has its
    /// scalars (most often there is one).
    Slots(Slot),
    /// It is this constant.
    Constant(u64),
}

/// Encoding of a basic type.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[expect(missing_docs, reason = "the names say it")]
pub enum Encoding {
    Signed,
    Unsigned,
    SignedChar,
    UnsignedChar,
    Bool,
    Float,
    ComplexFloat,
    Utf,
    Other,
}

/// A type of the source language.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum DebugType {
    /// `void`, or a type that is not known.
    Void,
    /// `int`, `double`.
    Basic {
        /// Its name.
        name: String,
        /// Size in bits.
        bits: u64,
        /// Encoding of its bits.
        encoding: Encoding,
    },
    /// A pointer or reference.
    Pointer {
        /// The type that is pointed to.
        to: DebugTypeId,
        /// True if it is a reference.
        reference: bool,
    },
    /// Another name for a type.
    Typedef {
        /// The name.
        name: String,
        /// The type.
        of: DebugTypeId,
    },
    /// `const`, `volatile`, `restrict`, `_Atomic`.
    Qualified {
        /// The qualifier.
        qualifier: &'static str,
        /// The type.
        of: DebugTypeId,
    },
    /// An array (one dimension; several nest).
    Array {
        /// Element type.
        element: DebugTypeId,
        /// Number of elements, if known.
        count: Option<u64>,
    },
    /// A structure, class or union.
    Record {
        /// `struct`, `class` or `union`.
        keyword: &'static str,
        /// Its name, if any.
        name: String,
        /// Size in bits.
        bits: u64,
        /// Members, base classes among them (named `<base>`).
        members: Vec<Member>,
    },
    /// An enumeration.
    Enum {
        /// Its name, if any.
        name: String,
        /// Size in bits.
        bits: u64,
        /// True if the type that it is based on is signed.
        signed: bool,
        /// Names and values.
        enumerators: Vec<(String, i128)>,
    },
    /// A function.
    Function,
}

/// A member of a record.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Member {
    /// Its name, empty if it is anonymous.
    pub name: String,
    /// Its type.
    pub ty: DebugTypeId,
    /// Offset in bits.
    pub bit_offset: u64,
    /// Size in bits, if it is a bit-field.
    pub bit_field: Option<u32>,
}
