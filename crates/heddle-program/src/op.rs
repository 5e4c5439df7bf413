//! Instructions of the machine.
//!
//! # How values sit in slots
//! - An integer of width `w <= 64`: one slot, zero-extended. Wider ones:
//!   `ceil(w / 64)` slots, least significant first, the last zero-extended.
//! - `float` and `double`: one slot with their bits. `half` and `bfloat`: one
//!   slot with their 16 bits. `x86_fp80`: two slots (the low 64 bits, then the high
//!   16). `fp128`: two slots.
//! - A pointer: one slot.
//! - A vector, array or structure: its elements' slots in a row (no padding).
//!   Vector operations are expanded element by element when a program is lowered.
//!
//! # Undefined values
//! Beside its value, every slot has a mask of undefined bits. `undef`, `poison`
//! and memory nobody wrote have their bits set; operations propagate them bit by bit, too many
//! rather than too few, and a run that depends on one (a branch, an address) is a fault or
//! leaves the verdict open. See the machine for the rules.
//!
//! # Size
//! An [`Op`] is 20 bytes; what does not fit is in a side table of its function.

use crate::kinds::{
    AccessMode, FloatCompare, FloatWidth, IntBinary, IntUnary, MathFn, MemoryOrder, Overflowing,
    Rmw, Wrap,
};
use crate::{
    AllocaId, CallSiteId, GlobalId, JumpTableId, PartsId, RepackId, SwitchId, UnsupportedId, WideId,
};

/// An index into a function's code.
pub type Pc = u32;

/// A slot of a frame, counted from the frame's first.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Slot(pub u32);

impl Slot {
    /// As an index.
    pub fn index(self) -> usize {
        self.0 as usize
    }

    /// The slot `n` further on.
    pub fn plus(self, n: u32) -> Slot {
        Slot(self.0 + n)
    }
}

/// An instruction. `width` is in bits and at most 64 unless said otherwise.
#[derive(Clone, Copy, PartialEq, Debug)]
#[expect(missing_docs, reason = "operands are named alike throughout; what is special has a word")]
pub enum Op {
    // ---- moves
    Move {
        dst: Slot,
        src: Slot,
    },
    /// Copies `count` slots; the ranges may overlap (as `memmove`).
    MoveMany {
        dst: Slot,
        src: Slot,
        count: u32,
    },
    /// Makes `width` bits of each of `count` slots undefined.
    Undef {
        width: u8,
        dst: Slot,
        count: u32,
    },
    /// Any value, but a fixed one, in place of undefined bits.
    Freeze {
        dst: Slot,
        src: Slot,
    },

    // ---- integers
    Add {
        width: u8,
        wrap: Wrap,
        dst: Slot,
        a: Slot,
        b: Slot,
    },
    Sub {
        width: u8,
        wrap: Wrap,
        dst: Slot,
        a: Slot,
        b: Slot,
    },
    Mul {
        width: u8,
        wrap: Wrap,
        dst: Slot,
        a: Slot,
        b: Slot,
    },
    UDiv {
        width: u8,
        wrap: Wrap,
        dst: Slot,
        a: Slot,
        b: Slot,
    },
    SDiv {
        width: u8,
        wrap: Wrap,
        dst: Slot,
        a: Slot,
        b: Slot,
    },
    URem {
        width: u8,
        dst: Slot,
        a: Slot,
        b: Slot,
    },
    SRem {
        width: u8,
        dst: Slot,
        a: Slot,
        b: Slot,
    },
    Shl {
        width: u8,
        wrap: Wrap,
        dst: Slot,
        a: Slot,
        b: Slot,
    },
    LShr {
        width: u8,
        wrap: Wrap,
        dst: Slot,
        a: Slot,
        b: Slot,
    },
    AShr {
        width: u8,
        wrap: Wrap,
        dst: Slot,
        a: Slot,
        b: Slot,
    },
    And {
        width: u8,
        dst: Slot,
        a: Slot,
        b: Slot,
    },
    Or {
        width: u8,
        dst: Slot,
        a: Slot,
        b: Slot,
    },
    Xor {
        width: u8,
        dst: Slot,
        a: Slot,
        b: Slot,
    },
    Eq {
        width: u8,
        dst: Slot,
        a: Slot,
        b: Slot,
    },
    Ne {
        width: u8,
        dst: Slot,
        a: Slot,
        b: Slot,
    },
    Ult {
        width: u8,
        dst: Slot,
        a: Slot,
        b: Slot,
    },
    Ule {
        width: u8,
        dst: Slot,
        a: Slot,
        b: Slot,
    },
    Slt {
        width: u8,
        dst: Slot,
        a: Slot,
        b: Slot,
    },
    Sle {
        width: u8,
        dst: Slot,
        a: Slot,
        b: Slot,
    },
    /// Keeps the low `width` bits.
    Trunc {
        width: u8,
        dst: Slot,
        src: Slot,
    },
    SExt {
        from: u8,
        to: u8,
        dst: Slot,
        src: Slot,
    },
    /// The address as an integer of the pointer's width: the object's address is
    /// no longer heddle's secret.
    PtrToInt {
        dst: Slot,
        src: Slot,
    },
    /// The address as an integer of the same bits, because it is read as another
    /// type: the object can be anyone's now, but its address stays recognizable.
    PunToInt {
        dst: Slot,
        src: Slot,
    },
    IntUnary {
        op: IntUnary,
        width: u8,
        dst: Slot,
        a: Slot,
    },
    IntBinary {
        op: IntBinary,
        width: u8,
        dst: Slot,
        a: Slot,
        b: Slot,
    },
    /// Writes the result to `dst` and whether it overflowed to the slot after it.
    Overflowing {
        op: Overflowing,
        width: u8,
        dst: Slot,
        a: Slot,
        b: Slot,
    },
    /// `fshl` or `fshr`.
    FunnelShift {
        left: bool,
        width: u8,
        dst: Slot,
        a: Slot,
        b: Slot,
        by: Slot,
    },

    // ---- float and double
    FAdd {
        kind: FloatWidth,
        dst: Slot,
        a: Slot,
        b: Slot,
    },
    FSub {
        kind: FloatWidth,
        dst: Slot,
        a: Slot,
        b: Slot,
    },
    FMul {
        kind: FloatWidth,
        dst: Slot,
        a: Slot,
        b: Slot,
    },
    FDiv {
        kind: FloatWidth,
        dst: Slot,
        a: Slot,
        b: Slot,
    },
    FRem {
        kind: FloatWidth,
        dst: Slot,
        a: Slot,
        b: Slot,
    },
    FNeg {
        kind: FloatWidth,
        dst: Slot,
        a: Slot,
    },
    FCmp {
        kind: FloatWidth,
        compare: FloatCompare,
        dst: Slot,
        a: Slot,
        b: Slot,
    },
    /// `fpext` and `fptrunc` between `float` and `double`.
    FConvert {
        from: FloatWidth,
        dst: Slot,
        src: Slot,
    },
    /// An out-of-range value gives an undefined result.
    FToInt {
        kind: FloatWidth,
        signed: bool,
        width: u8,
        dst: Slot,
        src: Slot,
    },
    /// As `llvm.fptosi.sat` and `llvm.fptoui.sat`.
    FToIntSat {
        kind: FloatWidth,
        signed: bool,
        width: u8,
        dst: Slot,
        src: Slot,
    },
    IntToF {
        kind: FloatWidth,
        signed: bool,
        width: u8,
        dst: Slot,
        src: Slot,
    },
    Math {
        f: MathFn,
        kind: FloatWidth,
        dst: Slot,
        a: Slot,
        b: Slot,
        c: Slot,
    },
    /// `llvm.is.fpclass` with its mask.
    IsFpClass {
        kind: FloatWidth,
        mask: u16,
        dst: Slot,
        a: Slot,
    },

    /// An operation on values wider than 64 bits or of a rarer float format.
    Wide {
        id: WideId,
    },

    // ---- choosing
    /// `count` slots of `a` or of `b`.
    Select {
        count: u16,
        dst: Slot,
        condition: Slot,
        a: Slot,
        b: Slot,
    },
    /// Copies element `index` (of `count` elements of one slot each) of the row at `base`.
    GetElement {
        count: u16,
        dst: Slot,
        base: Slot,
        index: Slot,
    },
    /// Overwrites element `index` of the row at `base`.
    SetElement {
        count: u16,
        base: Slot,
        index: Slot,
        src: Slot,
    },

    // ---- addresses
    /// `base + offset`, both of the pointer's width.
    PtrAdd {
        dst: Slot,
        base: Slot,
        offset: Slot,
    },
    /// `base + index * scale`, with an index of `width` bits, sign-extended.
    PtrIndex {
        width: u8,
        dst: Slot,
        base: Slot,
        index: Slot,
        scale: u32,
    },
    /// `base + offset`.
    PtrOffset {
        dst: Slot,
        base: Slot,
        offset: i32,
    },
    /// Address of this thread's instance of a thread-local variable.
    TlsAddress {
        dst: Slot,
        global: GlobalId,
    },

    // ---- memory
    /// Loads `bytes` bytes as an integer of `width` bits (or float, or pointer).
    Load {
        bytes: u8,
        width: u8,
        access: AccessMode,
        dst: Slot,
        ptr: Slot,
        offset: i32,
    },
    Store {
        bytes: u8,
        width: u8,
        access: AccessMode,
        src: Slot,
        ptr: Slot,
        offset: i32,
    },
    /// Loads a value of several slots in one access.
    LoadParts {
        access: AccessMode,
        dst: Slot,
        ptr: Slot,
        parts: PartsId,
    },
    StoreParts {
        access: AccessMode,
        src: Slot,
        ptr: Slot,
        parts: PartsId,
    },
    /// Reinterprets bits: as a store to memory and a load back.
    Repack {
        id: RepackId,
    },
    /// `width` may be 128 here: values then take two slots.
    AtomicRmw {
        op: Rmw,
        width: u8,
        access: AccessMode,
        dst: Slot,
        ptr: Slot,
        value: Slot,
    },
    /// Writes the old value to `dst` (two slots if `width` is 128) and whether it
    /// was exchanged to the slot after. If it was not, this is a load with the order `failure`.
    CmpXchg {
        width: u8,
        access: AccessMode,
        failure: MemoryOrder,
        dst: Slot,
        ptr: Slot,
        expected: Slot,
        new: Slot,
    },
    Fence {
        access: AccessMode,
    },
    /// `llvm.memcpy` and `llvm.memmove`; `exact` is whether ranges that overlap are wrong.
    MemCopy {
        disjoint: bool,
        access: AccessMode,
        dst: Slot,
        src: Slot,
        len: Slot,
    },
    MemSet {
        access: AccessMode,
        dst: Slot,
        value: Slot,
        len: Slot,
    },

    // ---- stack memory
    Alloca {
        dst: Slot,
        id: AllocaId,
    },
    /// So many elements of the alloca's size (`width` is that of the count).
    AllocaMany {
        width: u8,
        dst: Slot,
        id: AllocaId,
        count: Slot,
    },
    /// Writes a mark to `dst` for `StackRestore`, which ends all later allocas.
    StackSave {
        dst: Slot,
    },
    StackRestore {
        src: Slot,
    },
    /// The object's content becomes undefined (`llvm.lifetime.start`).
    LifetimeStart {
        ptr: Slot,
    },
    /// The object must not be used until it starts again.
    LifetimeEnd {
        ptr: Slot,
    },
    /// Fills in the `va_list` at `list`.
    VaStart {
        list: Slot,
    },
    VaCopy {
        dst: Slot,
        src: Slot,
    },
    VaEnd {
        list: Slot,
    },

    // ---- control
    Jump {
        target: Pc,
    },
    Branch {
        condition: Slot,
        then: Pc,
        otherwise: Pc,
    },
    Switch {
        value: Slot,
        id: SwitchId,
    },
    /// Computed goto.
    JumpTo {
        address: Slot,
        id: JumpTableId,
    },
    Call {
        id: CallSiteId,
    },
    /// A call that goes on at `normal` when the callee returns, and at `unwind`, without a
    /// result, when an exception ends it.
    Invoke {
        id: CallSiteId,
        normal: Pc,
        unwind: Pc,
    },
    Return {
        src: Slot,
        count: u32,
    },
    /// The program promised not to come here.
    Unreachable,
    /// `llvm.trap`, `llvm.debugtrap`, `llvm.ubsantrap`.
    Trap,
    /// A construct that heddle lacks.
    Unsupported {
        id: UnsupportedId,
    },
}

/// An operation of [`Op::Wide`]: `operands` are first slots; see `kind`.
#[derive(Clone, Copy, PartialEq, Debug)]
#[expect(missing_docs, reason = "operands are named alike throughout; what is special has a word")]
pub enum WideOp {
    /// Integers of `width > 64` bits.
    Int {
        op: heddle_bitcode::BinaryOp,
        wrap: Wrap,
        width: u32,
        dst: Slot,
        a: Slot,
        b: Slot,
    },
    ICmp {
        predicate: heddle_bitcode::IntPredicate,
        width: u32,
        dst: Slot,
        a: Slot,
        b: Slot,
    },
    /// Between integers of any widths, at least one above 64.
    Resize {
        signed: bool,
        from: u32,
        to: u32,
        dst: Slot,
        src: Slot,
    },
    Unary {
        op: IntUnary,
        width: u32,
        dst: Slot,
        a: Slot,
    },
    Binary {
        op: IntBinary,
        width: u32,
        dst: Slot,
        a: Slot,
        b: Slot,
    },
    Overflowing {
        op: Overflowing,
        width: u32,
        dst: Slot,
        a: Slot,
        b: Slot,
    },
    FunnelShift {
        left: bool,
        width: u32,
        dst: Slot,
        a: Slot,
        b: Slot,
        by: Slot,
    },
    /// Floats of the formats that have no [`FloatWidth`].
    Float {
        op: crate::float::FloatOp,
        kind: heddle_bitcode::FloatKind,
        dst: Slot,
        a: Slot,
        b: Slot,
    },
    FNeg {
        kind: heddle_bitcode::FloatKind,
        dst: Slot,
        a: Slot,
    },
    FCmp {
        kind: heddle_bitcode::FloatKind,
        compare: FloatCompare,
        dst: Slot,
        a: Slot,
        b: Slot,
    },
    /// Between any two formats.
    FConvert {
        from: heddle_bitcode::FloatKind,
        to: heddle_bitcode::FloatKind,
        dst: Slot,
        src: Slot,
    },
    /// An integer of any width.
    FToInt {
        kind: heddle_bitcode::FloatKind,
        signed: bool,
        width: u32,
        dst: Slot,
        src: Slot,
    },
    IntToF {
        kind: heddle_bitcode::FloatKind,
        signed: bool,
        width: u32,
        dst: Slot,
        src: Slot,
    },
    /// `sqrt`, `fabs` and the like on those formats.
    Math {
        f: MathFn,
        kind: heddle_bitcode::FloatKind,
        dst: Slot,
        a: Slot,
        b: Slot,
        c: Slot,
    },
}

const _: () = assert!(size_of::<Op>() <= 20, "an instruction should stay within 20 bytes");
