//! Instructions.

use cranelift_entity::entity_impl;

use crate::{
    BinaryOp, CastOp, ConstId, FloatPredicate, GepFlags, IntPredicate, LocId, ParamAttributes,
    TypeId,
};

/// Names a block of a function.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct BlockId(u32);
entity_impl!(BlockId, "block");

/// Names an instruction of a function.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct InstId(u32);
entity_impl!(InstId, "inst");

/// An operand of an instruction.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Hash)]
pub enum Value {
    /// Result of an instruction of the same function.
    Inst(InstId),
    /// Parameter of the function.
    Param(u32),
    /// A constant, among them addresses of globals and functions.
    Const(ConstId),
    /// Metadata (operands of `llvm.dbg.*` and a few other intrinsics).
    Metadata,
}

/// One instruction.
#[derive(Clone, PartialEq, Debug)]
pub struct Instruction {
    /// The operation and its operands.
    pub op: Opcode,
    /// Type of its result (void if it has none).
    pub ty: TypeId,
    /// Its source location.
    pub loc: Option<LocId>,
}

/// Memory ordering of an access.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Hash)]
#[expect(missing_docs, reason = "the names are LLVM's")]
pub enum Ordering {
    NotAtomic,
    Unordered,
    Monotonic,
    Acquire,
    Release,
    AcqRel,
    SeqCst,
}

/// Operation of an atomic read-modify-write.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Hash)]
#[expect(missing_docs, reason = "the names are LLVM's")]
pub enum RmwOp {
    Xchg,
    Add,
    Sub,
    And,
    Nand,
    Or,
    Xor,
    Max,
    Min,
    UMax,
    UMin,
    FAdd,
    FSub,
    FMax,
    FMin,
    UIncWrap,
    UDecWrap,
    USubCond,
    USubSat,
}

/// Attributes of a call that carry meaning.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct CallAttributes {
    /// One an argument, in order (shorter than the arguments if the rest has none).
    pub params: Vec<ParamAttributes>,
    /// Attributes of the result.
    pub result: ParamAttributes,
    /// Never comes back.
    pub noreturn: bool,
    /// Comes back twice (`setjmp`).
    pub returns_twice: bool,
    /// Is a tail call that must be one.
    pub must_tail: bool,
}

/// An operand bundle of a call.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct OperandBundle {
    /// Its tag, such as `align` or `clang.arc.attachedcall`.
    pub tag: String,
    /// Its values.
    pub values: Vec<Value>,
}

/// Inline assembly.
#[derive(Clone, PartialEq, Eq, Debug, Hash)]
pub struct InlineAsm {
    /// The text.
    pub assembly: String,
    /// Its constraints.
    pub constraints: String,
    /// True if it has effects that the constraints do not show.
    pub side_effects: bool,
    /// Its function type.
    pub ty: TypeId,
}

/// Position of an instruction in its block: a terminator ends it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Terminates {
    /// The block ends here.
    Yes,
    /// The next instruction follows.
    No,
}

/// Operation of an instruction.
#[derive(Clone, PartialEq, Debug)]
#[expect(missing_docs, reason = "the names are LLVM's; fields that need a word have one")]
pub enum Opcode {
    Binary {
        op: BinaryOp,
        a: Value,
        b: Value,
        nuw: bool,
        nsw: bool,
        exact: bool,
    },
    /// `fneg`.
    FNeg {
        a: Value,
    },
    Cast {
        op: CastOp,
        a: Value,
        nneg: bool,
    },
    IntCompare {
        predicate: IntPredicate,
        a: Value,
        b: Value,
    },
    FloatCompare {
        predicate: FloatPredicate,
        a: Value,
        b: Value,
    },
    Select {
        condition: Value,
        a: Value,
        b: Value,
    },
    Freeze {
        a: Value,
    },
    ExtractValue {
        aggregate: Value,
        path: Vec<u32>,
    },
    InsertValue {
        aggregate: Value,
        element: Value,
        path: Vec<u32>,
    },
    ExtractElement {
        vector: Value,
        index: Value,
    },
    InsertElement {
        vector: Value,
        element: Value,
        index: Value,
    },
    /// Mask entries index the concatenation of both vectors; `None` is undefined.
    ShuffleVector {
        a: Value,
        b: Value,
        mask: Vec<Option<u32>>,
    },
    Phi {
        incoming: Vec<(Value, BlockId)>,
    },
    GetElementPtr {
        source: TypeId,
        base: Value,
        indices: Vec<Value>,
        flags: GepFlags,
    },
    /// `align` in bytes throughout; zero where bitcode does not say.
    Alloca {
        element: TypeId,
        count: Value,
        align: u64,
        inalloca: bool,
    },
    Load {
        ptr: Value,
        align: u64,
        volatile: bool,
        ordering: Ordering,
    },
    Store {
        ptr: Value,
        value: Value,
        align: u64,
        volatile: bool,
        ordering: Ordering,
    },
    Fence {
        ordering: Ordering,
        single_thread: bool,
    },
    /// The result is `{ old value, i1 success }`.
    CmpXchg {
        ptr: Value,
        expected: Value,
        new: Value,
        align: u64,
        volatile: bool,
        weak: bool,
        success: Ordering,
        failure: Ordering,
    },
    AtomicRmw {
        op: RmwOp,
        ptr: Value,
        value: Value,
        align: u64,
        volatile: bool,
        ordering: Ordering,
    },
    Call {
        callee: Value,
        function_type: TypeId,
        args: Vec<Value>,
        attributes: Box<CallAttributes>,
        bundles: Vec<OperandBundle>,
    },
    Invoke {
        callee: Value,
        function_type: TypeId,
        args: Vec<Value>,
        normal: BlockId,
        unwind: BlockId,
        attributes: Box<CallAttributes>,
        bundles: Vec<OperandBundle>,
    },
    CallBr {
        callee: Value,
        function_type: TypeId,
        args: Vec<Value>,
        default: BlockId,
        indirect: Vec<BlockId>,
        attributes: Box<CallAttributes>,
    },
    VaArg {
        list: Value,
    },
    /// Clauses: `(is_catch, value)`; a filter otherwise.
    LandingPad {
        cleanup: bool,
        clauses: Vec<(bool, Value)>,
    },
    Return {
        value: Option<Value>,
    },
    Branch {
        target: BlockId,
    },
    CondBranch {
        condition: Value,
        then: BlockId,
        otherwise: BlockId,
    },
    Switch {
        value: Value,
        default: BlockId,
        cases: Vec<(ConstId, BlockId)>,
    },
    IndirectBranch {
        address: Value,
        targets: Vec<BlockId>,
    },
    Resume {
        value: Value,
    },
    Unreachable,
    /// Windows exception handling, which is read but means nothing here:
    /// `catchswitch`, `catchpad`, `cleanuppad`, `catchret`, `cleanupret`.
    WindowsEh {
        name: &'static str,
        targets: Vec<BlockId>,
    },
}

impl Opcode {
    /// Returns `Yes` if this ends a block.
    pub fn terminates(&self) -> Terminates {
        match self {
            Opcode::Return { .. }
            | Opcode::Branch { .. }
            | Opcode::CondBranch { .. }
            | Opcode::Switch { .. }
            | Opcode::IndirectBranch { .. }
            | Opcode::Resume { .. }
            | Opcode::Invoke { .. }
            | Opcode::CallBr { .. }
            | Opcode::Unreachable => Terminates::Yes,
            Opcode::WindowsEh { name, .. } if *name != "catchpad" && *name != "cleanuppad" => {
                Terminates::Yes
            }
            _ => Terminates::No,
        }
    }
}
