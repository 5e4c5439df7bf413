//! Reads LLVM bitcode into a [`Module`]: what LLVM said, nothing more.
//!
//! This is the only room that knows LLVM's file format. It links no LLVM: the
//! numbering of records comes from the `llvm-bitcode` crate, all else is here.
//!
//! Two layers do the work. `stream` turns the file into a tree of blocks and
//! records, each with its byte offset. `read` gives the records their meaning, and
//! `validate` checks what only the whole can show, so that who uses a [`Module`]
//! need not check anything again.
//!
//! # What is left out
//! - `llvm.dbg.*` calls: they become [`DebugRecord`]s, as LLVM 19 has them, except
//!   `llvm.dbg.label`, which is dropped.
//! - Promises to optimizers: fast-math flags, `disjoint`, the flags of `trunc`, ranges,
//!   aliasing and memory attributes, metadata on instructions other than locations.
//!   Code that breaks such a promise is given the result that it would have without.
//! - Calling conventions, visibility, and synchronization scopes other than a
//!   fence's.
//! - Operands of Windows exception handling.
//!
//! # What is refused
//! Everything else that is unknown, by name and offset: see [`ReadError`].

mod cancel;
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

pub use cancel::Cancel;
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
pub use read::{read, read_unless};
pub use types::{FloatKind, Type, TypeId, Types};
