//! [`Program`]: what heddle runs, and how bitcode becomes it.
//!
//! A program is dense bytecode over *slots*. A function's frame is a row of
//! 64-bit slots: parameters first, then locals and temporaries, then the
//! function's constants, which the machine fills in when it makes the frame, so
//! that every operand of every [`Op`] is just a slot number. A value takes one
//! slot a scalar of up to 64 bits, more if it is wider or an aggregate
//! (see [`Op`]).

mod archive;
mod body;
mod context;
mod control;
pub mod cpp_names;
mod debug;
mod dump;
mod entry;
pub mod expression;
mod finish;
pub mod float;
mod globals;
mod hiding;
mod inline;
mod kinds;
mod layout;
pub mod limits;
mod link;
mod liveness;
mod livesets;
mod locals;
mod lower;
mod narrow;
mod op;
mod operands;
pub mod operation;
mod peephole;
mod program;
mod signature;
mod slots;
mod source;
mod symbols;
mod undefined;
mod verify;

pub use archive::{needed, undefined_symbols};
pub use dump::{dump, dump_function};
pub use inline::take_inline_definitions;
pub use kinds::{
    AccessMode, FloatCompare, FloatWidth, IntBinary, IntUnary, MathFn, MemoryOrder, Overflowing,
    Rmw, Wrap,
};
pub use link::{Input, LinkError, LinkOptions, link};
pub use livesets::{LiveSets, LiveSlots};
pub use op::{Op, Pc, Slot, WideOp};
pub use operation::Operation;
pub use program::{
    Alloca, AllocaId, Argument, ByValue, CallSite, CallSiteId, Callee, Const, Extern, ExternId,
    FuncId, Function, Global, GlobalId, Initializer, JumpTable, JumpTableId, LiveSetId, Origin,
    Param, Part, Parts, PartsId, Program, Refusal, RepackId, SwitchId, SwitchTable, Target,
    UnsupportedId, WideId,
};
pub use signature::{Signature, ValueType};
pub use source::{
    AbsentVariable, DebugType, DebugTypeId, Encoding, Enumerator, FileId, Location, LocationId,
    Member, Scope, ScopeId, ScopeKind, SourceFile, SourceMap, Variable, VariablePlace,
    VariableRange,
};
pub use symbols::ERROR_FUNCTIONS;
pub use undefined::{Undefined, undefined_functions};
pub use verify::verify;

pub use heddle_bitcode::{BinaryOp, Cancel, FloatKind, IntPredicate};
