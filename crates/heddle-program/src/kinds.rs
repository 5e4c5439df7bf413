//! Attributes of instructions beside their kind: flags, functions, formats.

/// Promises of an operation not to overflow; an overflow nevertheless is a fault if overflow is
/// checked, and wraps around otherwise.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Hash)]
pub struct Wrap(pub u8);

impl Wrap {
    /// No signed overflow.
    pub const NSW: u8 = 1;
    /// No unsigned overflow.
    pub const NUW: u8 = 2;
    /// No remainder, no bits shifted out.
    pub const EXACT: u8 = 4;

    /// True if all of `flags` are set.
    pub fn has(self, flags: u8) -> bool {
        self.0 & flags == flags
    }
}

/// Order of an access to memory among others, as LLVM has it.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Hash)]
pub enum MemoryOrder {
    /// The access is not atomic.
    NotAtomic,
    /// Atomic, and nothing else: Java's plain accesses.
    Unordered,
    /// `memory_order_relaxed`.
    Relaxed,
    /// `memory_order_acquire`.
    Acquire,
    /// `memory_order_release`.
    Release,
    /// `memory_order_acq_rel`.
    AcquireRelease,
    /// `memory_order_seq_cst`.
    SequentiallyConsistent,
}

/// Mode of an access to memory: its order, and flags.
///
/// The order of a compare-exchange is that of its success. One that fails is a read, whose order
/// is beside the mode.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Hash)]
pub struct AccessMode(u8);

impl AccessMode {
    /// Neither atomic nor volatile.
    pub const PLAIN: AccessMode = AccessMode(0);
    /// Atomic and sequentially consistent.
    pub const SEQ_CST: AccessMode = AccessMode::new(MemoryOrder::SequentiallyConsistent);

    const ORDER: u8 = 7;
    const POINTER: u8 = 0x10;
    const VOLATILE: u8 = 0x20;
    const WEAK: u8 = 0x40;

    /// The mode with this order and no flags.
    pub const fn new(order: MemoryOrder) -> AccessMode {
        AccessMode(match order {
            MemoryOrder::NotAtomic => 0,
            MemoryOrder::Unordered => 1,
            MemoryOrder::Relaxed => 2,
            MemoryOrder::Acquire => 3,
            MemoryOrder::Release => 4,
            MemoryOrder::AcquireRelease => 5,
            MemoryOrder::SequentiallyConsistent => 6,
        })
    }

    /// This mode, and the value is a pointer (or, for parts, may contain some).
    #[must_use]
    pub fn pointer(self) -> AccessMode {
        AccessMode(self.0 | AccessMode::POINTER)
    }

    /// This mode, and volatile if `volatile` is true.
    #[must_use]
    pub fn volatile(self, volatile: bool) -> AccessMode {
        AccessMode(self.0 | if volatile { AccessMode::VOLATILE } else { 0 })
    }

    /// This mode, for a compare-exchange that may fail although the values are equal.
    #[must_use]
    pub fn weak(self) -> AccessMode {
        AccessMode(self.0 | AccessMode::WEAK)
    }

    /// The order.
    pub fn order(self) -> MemoryOrder {
        match self.0 & AccessMode::ORDER {
            0 => MemoryOrder::NotAtomic,
            1 => MemoryOrder::Unordered,
            2 => MemoryOrder::Relaxed,
            3 => MemoryOrder::Acquire,
            4 => MemoryOrder::Release,
            5 => MemoryOrder::AcquireRelease,
            _ => MemoryOrder::SequentiallyConsistent,
        }
    }

    /// True if the access is atomic.
    pub fn is_atomic(self) -> bool {
        self.0 & AccessMode::ORDER != 0
    }

    /// True if the value is a pointer.
    pub fn is_pointer(self) -> bool {
        self.0 & AccessMode::POINTER != 0
    }

    /// True if the access is volatile.
    pub fn is_volatile(self) -> bool {
        self.0 & AccessMode::VOLATILE != 0
    }

    /// True of a compare-exchange that may fail although the values are equal.
    pub fn is_weak(self) -> bool {
        self.0 & AccessMode::WEAK != 0
    }
}

/// `float` or `double`.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Hash)]
#[expect(missing_docs, reason = "the names say it")]
pub enum FloatWidth {
    F32,
    F64,
}

/// A comparison of floats: a set of the outcomes for which it is true.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Hash)]
pub struct FloatCompare(pub u8);

impl FloatCompare {
    /// True if equal.
    pub const EQUAL: u8 = 1;
    /// True if greater.
    pub const GREATER: u8 = 2;
    /// True if less.
    pub const LESS: u8 = 4;
    /// True if an operand is not a number.
    pub const UNORDERED: u8 = 8;
}

/// An integer function of one operand.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Hash)]
#[expect(missing_docs, reason = "the names are LLVM's")]
pub enum IntUnary {
    Ctpop,
    Ctlz,
    Cttz,
    Bswap,
    BitReverse,
    Abs,
}

/// An integer function of two operands.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Hash)]
#[expect(missing_docs, reason = "the names are LLVM's")]
pub enum IntBinary {
    SMax,
    SMin,
    UMax,
    UMin,
    SAddSat,
    UAddSat,
    SSubSat,
    USubSat,
    SShlSat,
    UShlSat,
    SCmp,
    UCmp,
}

/// Arithmetic that tells whether it overflowed.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Hash)]
#[expect(missing_docs, reason = "the names are LLVM's")]
pub enum Overflowing {
    SAdd,
    UAdd,
    SSub,
    USub,
    SMul,
    UMul,
}

/// A function on floats that LLVM has an intrinsic for.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Hash)]
#[expect(missing_docs, reason = "the names are LLVM's")]
pub enum MathFn {
    Sqrt,
    Fabs,
    Floor,
    Ceil,
    Trunc,
    Rint,
    NearbyInt,
    Round,
    RoundEven,
    Sin,
    Cos,
    Tan,
    Asin,
    Acos,
    Atan,
    Sinh,
    Cosh,
    Tanh,
    Exp,
    Exp2,
    Exp10,
    Log,
    Log2,
    Log10,
    /// Two operands.
    Pow,
    CopySign,
    MinNum,
    MaxNum,
    Minimum,
    Maximum,
    Atan2,
    /// The second operand is a 32-bit integer, here and of `Powi`.
    Ldexp,
    Powi,
    /// Three operands.
    Fma,
    /// Three operands; fused or not, as the machine likes (it does not fuse).
    FMulAdd,
}

impl MathFn {
    /// True if the second operand is a 32-bit integer.
    pub fn second_is_int(self) -> bool {
        matches!(self, MathFn::Ldexp | MathFn::Powi)
    }
}

/// An atomic read-modify-write.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Hash)]
#[expect(missing_docs, reason = "the names are LLVM's")]
pub enum Rmw {
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
