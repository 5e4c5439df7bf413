//! Reads LLVM bitcode into a [`Module`]: what LLVM said, nothing more.
//!
//! This is the only room that knows LLVM's file format. It links no LLVM: the
//! bitstream comes from the `llvm-bitcode` crate, everything above it is here.

mod constant;
mod debug;
mod error;
mod instruction;
mod module;
mod operands;
mod read;
mod stream;
mod types;
mod validate;

pub use constant::{BinaryOp, CastOp, ConstId, Constant, FloatPredicate, GepFlags, IntPredicate};
pub use debug::{
    DebugInfo, DebugLoc, DebugRecord, DebugRecordKind, DebugValue, DiExpression, DiFile, DiId,
    DiNode, DiType, DiVariable, LocId,
};
pub use error::ReadError;
pub use instruction::{
    BlockId, CallAttributes, InlineAsm, InstId, Instruction, Opcode, OperandBundle, Ordering,
    RmwOp, Terminates, Value,
};
pub use module::{
    Alias, AliasId, Block, Comdat, DataLayout, Function, FunctionId, GlobalId, GlobalVariable,
    Linkage, Module, ParamAttributes, Symbol, ThreadLocal,
};
pub use read::read;
pub use types::{FloatKind, Type, TypeId, Types};
