//! The debug metadata that is needed to tell where code comes from and to print
//! variables. Other metadata is read past.

use cranelift_entity::{PrimaryMap, entity_impl};

use crate::{InstId, Value};

/// Names a debug node.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct DiId(u32);
entity_impl!(DiId, "!");

/// Names a debug location.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct LocId(u32);
entity_impl!(LocId, "loc");

/// All debug metadata of a module.
#[derive(Debug, Default, Clone)]
pub struct DebugInfo {
    /// Nodes: files, scopes, types, variables, expressions.
    pub nodes: PrimaryMap<DiId, DiNode>,
    /// Locations of instructions, deduplicated.
    pub locations: PrimaryMap<LocId, DebugLoc>,
}

/// A place in the source.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Hash)]
pub struct DebugLoc {
    /// Line, zero if the compiler made the code up.
    pub line: u32,
    /// Column, zero if unknown.
    pub column: u32,
    /// Innermost scope.
    pub scope: Option<DiId>,
    /// Location at which that scope was inlined.
    pub inlined_at: Option<LocId>,
}

/// A node.
#[derive(Clone, PartialEq, Debug)]
pub enum DiNode {
    /// A file.
    File(DiFile),
    /// A compile unit.
    CompileUnit {
        /// Its main file.
        file: Option<DiId>,
        /// Source language, as a DWARF code.
        language: u32,
    },
    /// A function.
    Subprogram {
        /// Its name in the source.
        name: String,
        /// Its name for the linker.
        linkage_name: String,
        /// Enclosing scope.
        scope: Option<DiId>,
        /// File.
        file: Option<DiId>,
        /// Line of its name.
        line: u32,
        /// Its `SubroutineType`.
        ty: Option<DiId>,
    },
    /// A block in braces.
    LexicalBlock {
        /// Enclosing scope.
        scope: Option<DiId>,
        /// File, if it differs from the scope's.
        file: Option<DiId>,
        /// Line.
        line: u32,
        /// Column.
        column: u32,
    },
    /// A namespace.
    Namespace {
        /// Its name.
        name: String,
        /// Enclosing scope.
        scope: Option<DiId>,
    },
    /// A type.
    Type(DiType),
    /// One value of an enumeration.
    Enumerator {
        /// Its name.
        name: String,
        /// Its value, truncated to 128 bits.
        value: i128,
    },
    /// A dimension of an array: number of elements, if known.
    Subrange(Option<u64>),
    /// A local variable or parameter.
    LocalVariable(DiVariable),
    /// A variable of static storage.
    GlobalVariable {
        /// The variable.
        variable: DiVariable,
        /// True if it is defined here, false if it is only declared.
        definition: bool,
        /// For a static member of a class, its declaration there.
        member: Option<DiId>,
    },
    /// A global variable and the expression that finds it.
    GlobalVariableExpression {
        /// The variable.
        variable: Option<DiId>,
        /// The expression.
        expression: Option<DiId>,
    },
    /// An expression.
    Expression(DiExpression),
    /// A list of nodes.
    Tuple(Vec<Option<DiId>>),
    /// A node that nothing here needs.
    Other,
}

/// A file.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct DiFile {
    /// Name, relative to the directory unless absolute.
    pub name: String,
    /// Directory of the compilation.
    pub directory: String,
}

/// A type of the source language.
#[derive(Clone, PartialEq, Debug)]
pub enum DiType {
    /// `int`, `double`.
    Basic {
        /// Its name.
        name: String,
        /// Size in bits.
        bits: u64,
        /// DWARF encoding (`DW_ATE_*`).
        encoding: u32,
    },
    /// A pointer, qualifier, typedef, member, inheritance.
    Derived {
        /// DWARF tag (`DW_TAG_*`).
        tag: u32,
        /// Its name, if any.
        name: String,
        /// Enclosing scope: of a member, its record.
        scope: Option<DiId>,
        /// The type that it is derived from (`None` is void).
        base: Option<DiId>,
        /// Size in bits.
        bits: u64,
        /// Offset in the parent in bits, for members.
        offset: u64,
        /// Flags (`DIFlags`; bit 19 is a bit-field).
        flags: u32,
        /// A number that goes with it: of a static member, the bits of its value, if it is a
        /// constant.
        extra: Option<u64>,
    },
    /// A structure, union, class, enumeration or array.
    Composite {
        /// DWARF tag.
        tag: u32,
        /// Its name, if any.
        name: String,
        /// File.
        file: Option<DiId>,
        /// Enclosing scope.
        scope: Option<DiId>,
        /// Element type of an array, underlying type of an enumeration.
        base: Option<DiId>,
        /// Size in bits.
        bits: u64,
        /// Members, enumerators or dimensions (a `Tuple`).
        elements: Option<DiId>,
        /// Unique identifier of a C++ type, by which declarations find their
        /// definition.
        identifier: String,
        /// Flags: vector-like (`DIFlagVector`), or a declaration only.
        flags: u32,
    },
    /// A function type: result, then parameters (a `Tuple`).
    Subroutine {
        /// The types.
        types: Option<DiId>,
    },
}

/// A variable.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct DiVariable {
    /// Its name.
    pub name: String,
    /// Its scope.
    pub scope: Option<DiId>,
    /// File.
    pub file: Option<DiId>,
    /// Line.
    pub line: u32,
    /// Type.
    pub ty: Option<DiId>,
    /// For a parameter, its number from one.
    pub arg: u32,
}

/// A DWARF expression, as its words.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct DiExpression(pub Vec<u64>);

/// Says where a variable is from some instruction on.
#[derive(Clone, PartialEq, Debug)]
pub struct DebugRecord {
    /// Holds from before this instruction.
    pub before: InstId,
    /// Kind of the record.
    pub kind: DebugRecordKind,
    /// The values it speaks of (several for a `DIArgList`).
    pub values: Vec<DebugValue>,
    /// The variable.
    pub variable: DiId,
    /// Expression that gives the variable from the values.
    pub expression: DiExpression,
    /// Scope and inlining that the variable belongs to.
    pub loc: Option<crate::LocId>,
}

/// A value in a debug record.
#[derive(Clone, Copy, PartialEq, Debug)]
pub enum DebugValue {
    /// A value.
    Value(Value),
    /// The value was optimized away.
    Gone,
}

/// Kinds of debug records.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum DebugRecordKind {
    /// The value is the address of the variable, throughout its scope.
    Declare,
    /// The value is the variable's value from here on.
    Value,
    /// An assignment (`dbg.assign`), to be read like `Value`.
    Assign,
}
