//! Constants and the operators that constant expressions share with instructions.

use cranelift_entity::entity_impl;

use crate::{AliasId, BlockId, FunctionId, GlobalId, InlineAsm, TypeId};

/// Names a constant. Constants of the module and of its functions share one table.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct ConstId(u32);
entity_impl!(ConstId, "const");

/// A constant. Its type is in the module's parallel table of constant types.
#[derive(Clone, PartialEq, Debug)]
pub enum Constant {
    /// All bits zero, a null pointer, an aggregate of zeros.
    Zero,
    /// An integer of up to 64 bits, zero-extended.
    Int(u64),
    /// A wider integer, least significant word first.
    WideInt(Vec<u64>),
    /// A floating-point number as its bits, least significant word first (two
    /// words for the formats above 64 bits, in the order in which memory has them).
    Float(Vec<u64>),
    /// Elements of a structure, array or vector.
    Aggregate(Vec<ConstId>),
    /// Bytes of an array of 8-bit integers.
    Bytes(Vec<u8>),
    /// Elements of an array or vector of simple integers or floats, as bits.
    Data(Vec<u64>),
    /// Any value, each time anew.
    Undef,
    /// The result of an operation that should not have been done.
    Poison,
    /// Address of a global variable.
    Global(GlobalId),
    /// Address of a function.
    Function(FunctionId),
    /// Address of an alias's or ifunc's target.
    Alias(AliasId),
    /// Address of a block, for computed goto.
    BlockAddress(FunctionId, BlockId),
    /// The function itself, as `dso_local_equivalent` or `no_cfi`.
    FunctionEquivalent(FunctionId),
    /// A binary operation.
    Binary(BinaryOp, ConstId, ConstId),
    /// A conversion.
    Cast(CastOp, ConstId),
    /// Address arithmetic.
    GetElementPtr {
        /// Type that the indices walk.
        source: TypeId,
        /// Pointer and indices.
        operands: Vec<ConstId>,
        /// Promises about the address.
        flags: GepFlags,
    },
    /// A choice.
    Select(ConstId, ConstId, ConstId),
    /// A comparison of integers or pointers.
    IntCompare(IntPredicate, ConstId, ConstId),
    /// A comparison of floats.
    FloatCompare(FloatPredicate, ConstId, ConstId),
    /// One element of a vector.
    ExtractElement(ConstId, ConstId),
    /// A vector with one element replaced.
    InsertElement(ConstId, ConstId, ConstId),
    /// A mix of two vectors.
    ShuffleVector(ConstId, ConstId, ConstId),
    /// Assembly, callable.
    InlineAsm(Box<InlineAsm>),
}

/// An operation with two operands.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Hash)]
#[expect(missing_docs, reason = "the names are LLVM's")]
pub enum BinaryOp {
    Add,
    Sub,
    Mul,
    UDiv,
    SDiv,
    URem,
    SRem,
    Shl,
    LShr,
    AShr,
    And,
    Or,
    Xor,
    FAdd,
    FSub,
    FMul,
    FDiv,
    FRem,
}

/// A conversion.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Hash)]
#[expect(missing_docs, reason = "the names are LLVM's")]
pub enum CastOp {
    Trunc,
    ZExt,
    SExt,
    FpToUi,
    FpToSi,
    UiToFp,
    SiToFp,
    FpTrunc,
    FpExt,
    PtrToInt,
    IntToPtr,
    Bitcast,
    AddrSpaceCast,
}

/// A comparison of integers or pointers.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Hash)]
#[expect(missing_docs, reason = "the names are LLVM's")]
pub enum IntPredicate {
    Eq,
    Ne,
    Ugt,
    Uge,
    Ult,
    Ule,
    Sgt,
    Sge,
    Slt,
    Sle,
}

/// A comparison of floats: ordered (`O..`) ones are false, unordered (`U..`)
/// ones true, if an operand is not a number.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Hash)]
#[expect(missing_docs, reason = "the names are LLVM's")]
pub enum FloatPredicate {
    False,
    Oeq,
    Ogt,
    Oge,
    Olt,
    Ole,
    One,
    Ord,
    Uno,
    Ueq,
    Ugt,
    Uge,
    Ult,
    Ule,
    Une,
    True,
}

/// Promises of a `getelementptr`.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Hash, Default)]
pub struct GepFlags {
    /// Stays within the object.
    pub inbounds: bool,
    /// Does not wrap, signed.
    pub nusw: bool,
    /// Does not wrap, unsigned.
    pub nuw: bool,
}
